"""Pictures and other works: what they show, and where they are themselves."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, is_living, preposition_of, thing_before
from extractor.syntax.mending.vocabulary import DEPICTIONS, FRAMES, PLACING

_WORKS = frozenset({"carving", "drawing", "engraving", "etching", "painting", "rendering", "sketching"})
# Where works hang, and what they are printed in.
_OF_WORKS = frozenset(
    "book cafe exhibition frame gallery hall hallway magazine museum newspaper office room wall window".split()
)
_SEATS = frozenset("bed bench chair couch sofa stool swing throne".split())
_PHOTOS = frozenset(
    "photo photograph photos picture pictures portrait portraits selfie selfies shot snapshot".split()
)
_RIDDEN = frozenset({"animal", "vehicle"})


def place_in_a_picture(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a painting of a boat on a lake``: no painting is on a lake, and of one on a wall it is the painting."""
    work, preposition = words[i].head, preposition_of(words, i)
    if work < 0 or words[work].text.lower() not in DEPICTIONS or preposition not in PLACING | {"with"}:
        return False
    shown = thing_before(words, i)
    if shown > work and preposition_of(words, shown) in PLACING:
        shown = words[shown].head  # `an engraving of a castle on a cliff above the sea`
    if shown <= work or words[shown].head != work or preposition_of(words, shown) != "of":
        return False
    if not _is_shown(words, i, preposition, lexicon, living=is_living(words[shown], lexicon)):
        return False
    words[i] = replace(words[i], head=shown)
    return True


def _is_shown(words: Tree, i: int, preposition: str, lexicon: Lexicon, *, living: bool) -> bool:
    """Whether a place is one that a work shows, and not where the work hangs or stands."""
    lemma = lexicon.lemma(words[i].text.lower(), "noun")
    if lemma in _OF_WORKS:
        return False
    if {"location", "object", "plant", "time"} & set(lexicon.supersenses(lemma, "noun")[:1]):
        return True
    on_seat = lexicon.noun_class(lemma) in _RIDDEN or lemma in _SEATS
    return preposition in ("at", "in", "under") or (living and (on_seat or preposition == "with"))


def place_in_a_frame(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a mammogram with calcifications in a quadrant``: where they are, and not the picture."""
    frame, thing = words[i].head, thing_before(words, i)
    if not 0 <= frame < thing or words[frame].text.lower() not in FRAMES:
        return False
    if words[thing].head != frame or preposition_of(words, thing) != "with":
        return False
    if preposition_of(words, i) not in PLACING:
        return False
    words[i] = replace(words[i], head=thing)
    return True


def act_of_who_poses(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``pose for a photo holding flags``: no photo that somebody poses for holds anything."""
    photo = words[i].head
    if words[i].xpos != "VBG" or photo < 0 or words[photo].text.lower() not in _PHOTOS:
        return False
    verb = words[photo].head
    if preposition_of(words, photo) != "for" or words[photo].deprel != "obl" or words[verb].upos != "VERB":
        return False
    words[i] = replace(words[i], head=verb, deprel="advcl")
    return True


def work_in_ing(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a pencil drawing of a cat``, ``a black and white drawing of a ship``: of a cat there is a drawing."""
    of, first = i + 1, words[i].head
    if words[i].text.lower() not in _WORKS or of >= len(words) or words[of].text.lower() != "of":
        return False
    shown = words[of].head
    if words[i].deprel != "acl" or words[shown].head != i or not 0 <= first < i:
        return False
    before = {first, *words.children(first)} - {i}
    if i - 1 not in before or words[i - 1].upos not in ("ADJ", "NOUN", "PROPN"):
        return False
    for k in words.children(i):
        if words[k].deprel == "obl":
            words[k] = replace(words[k], deprel="nmod")
    for k in words.children(first):
        if k != i and not (k < i and words[k].deprel in ("amod", "compound", "conj", "cc")):
            words[k] = replace(words[k], head=i)
    relation = "amod" if words[first].upos == "ADJ" else "compound"
    words[i] = replace(
        words[i],
        upos="NOUN",
        xpos="NN",
        lemma=words[i].text.lower(),
        head=words[first].head,
        deprel=words[first].deprel,
    )
    words[first] = replace(words[first], head=i, deprel=relation)
    return True
