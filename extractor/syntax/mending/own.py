"""What is told beside a clause without a verb: `stands in a stall, its nose in a trough`, `next to it a mill`."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, bare_relation, is_living, preposition_of, thing_before
from extractor.syntax.mending.vocabulary import FINITE, FRONTED, THINGS

_ASIDE = ("appos", "conj", "obl", "obj", "parataxis", "list")
_STATES = frozenset("down missing off on open out shut up".split())
_PARTS = ("appos", "conj", "nsubj", "nsubj:pass")
_BY_PARTS = FRONTED | {"toward", "towards"}
# What a noun begins with, and whose a side is.
_BEGINNING = frozenset({"ADJ", "DET", "NUM"})
_OF_SIDES = frozenset({"her", "his", "its", "the", "their"})
_JOINED = frozenset({"case", "cc", "cop", "mark", "nsubj", "nsubj:pass", "aux"})


def own_with_place(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``rests in a stall, its nose in a trough``: what is its own is told aside, with a place or an adjective."""
    if words[i].upos not in THINGS or words[i].deprel not in _ASIDE:
        return False
    children = words.children(i)
    if not children or (words[children[0]].text != "," and words[children[0] - 1].text != ","):
        return False
    verb, behind = _verb_above(words, i), i + 1
    if verb < 0:
        return False
    if verb > i:
        return _off_before_verb(words, i)
    first = min([k for k in children if words[k].deprel != "punct"], default=i)
    if words[first - 1].text != "," or behind >= len(words):
        return False
    if any(words[k].deprel in _JOINED for k in children):
        return False
    place = _place_at(words, behind)
    # `kneels by a wall, a torch between his teeth`
    placed = place >= 0 and preposition_of(words, words[i].head) and words[i].deprel == "conj"
    whose = place if placed and words[first].xpos != "PRP$" else i
    if not any(words[k].xpos == "PRP$" for k in words.children(whose)):
        return False
    if place >= 0 and words[place].head in (i, verb, words[i].head):
        return not _goes_on(words, i) and _set_aside(words, i, verb, place)
    described = words[behind].xpos == "JJ" and words[behind].head == i and words[i].deprel != "parataxis"
    return described and not _goes_on(words, i) and _set_aside(words, i, verb, -1)


def _off_before_verb(words: Tree, i: int) -> bool:
    """``A tube, its cap off, lies in a sink``: how something of it is, and no second thing that lies there."""
    behind, owner = i + 1, words[i].head
    if words[i].deprel != "conj" or not 0 <= owner < i or not words[owner].deprel.startswith("nsubj"):
        return False
    if not any(words[k].xpos == "PRP$" for k in words.children(i)) or behind + 1 >= len(words):
        return False
    if words[behind].text.lower() not in _STATES or words[behind + 1].text != ",":
        return False
    words[i] = replace(words[i], deprel="appos")
    return True


def thing_behind_place(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A sofa in a hall, above it a map``, ``and on the right a map``: what stands behind such a place is there."""
    start, place = _place_before(words, i)
    noun = words[i + 1].head if i + 1 < len(words) and words[i + 1].head > i else i + 1
    if start < 1 or not _is_opened(words, start, i) or not _is_bare(words, noun):
        return False
    if words[i].xpos == "PRP$" and words[i + 1].deprel != "det":
        return False  # `behind her house`
    top = _above(words, noun, start, i)
    if not 0 <= top < start:
        return False
    for k in range(start, place):
        if words[k].upos not in ("DET", "PRON"):
            words[k] = replace(words[k], upos="ADP", head=place, deprel="case")
    if place != i:
        words[i] = replace(words[i], head=place, deprel="nmod")
    elif words[i].upos == "PRON":
        words[i] = replace(words[i], xpos="PRP", head=noun, deprel="nmod")
    words[place] = replace(words[place], head=noun, deprel="nmod")
    words[noun] = replace(words[noun], head=top, deprel="parataxis")
    for k in words.children(top):
        if k > noun and words[k].deprel == "conj" and words[k].upos in THINGS and words[top].upos in THINGS:
            words[k] = replace(words[k], head=noun)  # `behind it a hedge and trees`
    if words[start - 1].text != ",":
        words[start - 1] = replace(words[start - 1], head=noun)
    return True


def _above(words: Tree, noun: int, start: int, i: int) -> int:
    """The noun or verb that a noun hangs on, but none of its place; -1 where there is none."""
    top = words[noun].head
    while top >= 0 and (words[top].upos not in (*THINGS, "VERB") or i > top >= start):
        top = words[top].head
    return top


def _is_opened(words: Tree, start: int, i: int) -> bool:
    """Whether a comma stands before a place, or one with an `and` and a noun with its article behind it."""
    if words[start - 1].text.lower() != "and":
        return words[start - 1].text == ","
    return (
        start > 1 and words[start - 2].text == "," and i + 1 < len(words) and words[i + 1].upos in _BEGINNING
    )


def _is_bare(words: Tree, noun: int) -> bool:
    """Whether a noun that hangs on something before it has no verb."""
    if noun >= len(words) or words[noun].upos not in THINGS or not 0 <= words[noun].head <= noun:
        return False
    return not any(
        words[k].deprel in ("cop", "nsubj", "acl", "aux") or words[k].xpos in FINITE
        for k in words.children(noun)
    )


def place_of_its_part(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A crane is seen with its hook over a truck``: where the hook is, and not the crane."""
    verb, part = words[i].head, thing_before(words, i)
    if not 0 <= verb < part or words[part].head != verb or words[verb].xpos != "VBN":
        return False
    if preposition_of(words, part) != "with" or preposition_of(words, i) not in _BY_PARTS:
        return False
    if all(words[k].text.lower() != "its" for k in words.children(part)) or words[part].deprel != "obl":
        return False
    if is_living(words[part], lexicon):
        return False  # `is walked with its puppy in a park`
    words[i] = replace(words[i], head=part, deprel="nmod")
    return True


def part_of_title(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A coat on a hook, the sleeves hanging down``: behind a bare noun, with a participle, stands how a part is."""
    act = i + 1
    if words[i].upos not in THINGS or words[i].deprel not in _PARTS or act >= len(words):
        return False
    if words[act].xpos not in ("VBN", "VBG", "VBD") or words[act].upos != "VERB":
        return False
    own = [k for k in words.children(act) if k < i and words[k].xpos == "PRP$"]
    first = min([*own, *(k for k in words.children(i) if words[k].deprel != "punct")], default=i)
    whose = words[first].text.lower() == "the" or words[first].xpos == "PRP$"
    if (
        not whose
        or words[first - 1].text != ","
        or any(words[k].deprel in _JOINED for k in words.children(i))
    ):
        return False
    if words[act].deprel == "root" and words[i].head == act:
        return _title_of_subject(words, i, act)
    above = words[act].head if words[i].head == act else words[i].head
    if 0 <= above < i and words[above].deprel == "acl":
        above = words[above].head
    if not 0 <= above < i or words[above].upos not in THINGS or words[above].deprel != "root":
        return False
    if words[act].head not in (i, above) or (words[act].xpos == "VBD" and words[act].deprel != "acl"):
        return False
    if any(bare_relation(words[k]) in ("aux", "cop", "mark") for k in words.children(act)):
        return False
    if (words[i].head, words[i].deprel, words[act].head) == (above, "appos", i):
        return False
    words[i] = replace(words[i], head=above, deprel="appos")
    words[act] = replace(words[act], head=i, deprel="acl")
    return True


def _title_of_subject(words: Tree, i: int, act: int) -> bool:
    """``A jar on a sill, the lid turned to the wall``: of two subjects of a participle the second is a part."""
    subjects = [k for k in words.children(act) if bare_relation(words[k]) == "nsubj" and k < i]
    if len(subjects) != 1 or words[act].xpos == "VBG" or words[subjects[0]].upos not in THINGS:
        return False
    if any(bare_relation(words[k]) in ("aux", "cop", "obj", "mark", "conj") for k in words.children(act)):
        return False
    title = subjects[0]
    for k in words.children(act):
        if k < title or (k > act and words[k].deprel == "punct"):
            words[k] = replace(words[k], head=title)
    words[title] = replace(words[title], head=-1, deprel="root")
    words[i] = replace(words[i], head=title, deprel="appos")
    words[act] = replace(words[act], xpos="VBN", features="Tense=Past|VerbForm=Part", head=i, deprel="acl")
    return True


def her_behind_preposition(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``The women behind her stretch their arms``: before a verb of theirs `her` owns nothing."""
    her, verb = i + 1, i + 2
    if verb >= len(words) or words[her].text.lower() != "her" or words[her].xpos != "PRP$":
        return False
    if words[verb].xpos not in FINITE or words[i].text.lower() not in FRONTED or i == 0:
        return False
    noun = i - 1
    if words[noun].upos not in THINGS or words[noun].head != verb or bare_relation(words[noun]) != "nsubj":
        return False
    words[i] = replace(words[i], head=her, deprel="case")
    words[her] = replace(words[her], xpos="PRP", head=noun, deprel="nmod")
    return True


def _verb_above(words: Tree, i: int) -> int:
    """The verb, or the noun at the top, that a word hangs below."""
    above = words[i].head
    for _ in range(3):
        if above < 0 or words[above].upos == "VERB" or words[above].head < 0:
            return above
        above = words[above].head
    return -1


def _goes_on(words: Tree, i: int) -> bool:
    """Whether a word is one of a list that goes on behind it: ``his scarf, his coat on a hook and his boots``."""
    if words[i].deprel != "conj":
        return False
    return any(
        k > i and words[k].deprel == "conj" and words[k].upos in THINGS for k in words.children(words[i].head)
    )


def _place_at(words: Tree, i: int) -> int:
    """The noun of the place of which a word is the preposition; -1 where it is none."""
    if words[i].deprel != "case" or words[i].text.lower() not in FRONTED:
        return -1
    place = words[i].head
    return place if place > i and words[place].upos in (*THINGS, "PRON") else -1


def _set_aside(words: Tree, i: int, verb: int, place: int) -> bool:
    """Hang what is told aside on the verb, and its place on it; whether that changes anything."""
    as_before = words[i].head == verb and words[i].deprel == "parataxis"
    if as_before and (place < 0 or (words[place].head == i and words[place].deprel == "nmod")):
        return False
    words[i] = replace(words[i], head=verb, deprel="parataxis")
    if place >= 0:
        words[place] = replace(words[place], head=i, deprel="nmod")
    return True


def _place_before(words: Tree, i: int) -> tuple[int, int]:
    """Where ``above it``, ``next to it``, ``in front of it`` begins, and the word that is the place."""
    if i < 2:
        return -1, -1
    if words[i].text.lower() in ("left", "right") and words[i - 1].text.lower() in _OF_SIDES:
        return (i - 2, i) if words[i - 2].text.lower() in ("at", "in", "on", "to") else (-1, -1)
    if words[i].upos != "PRON" or not words[i].xpos.startswith("PRP"):
        return -1, -1
    before = words[i - 1].text.lower()
    if before == "of" and words[i - 2].upos in THINGS and preposition_of(words, i - 2):
        cases = [k for k in words.children(i - 2) if words[k].deprel == "case"]
        return cases[0], i - 2
    if before == "to" and words[i - 2].text.lower() in ("next", "close"):
        return i - 2, i
    return (i - 1, i) if before in FRONTED else (-1, -1)
