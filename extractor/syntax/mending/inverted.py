"""Participles before the verb of their clause, whose subject stands behind it: ``Parked by a wall is a van``."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, bare_relation, preposition_of
from extractor.syntax.mending.vocabulary import BE, FINITE, FRONTED, RESTING, THINGS

_ABOVE = frozenset({"acl", "advcl", "amod", "csubj", "nsubj", "parataxis"})

_CLAUSES = frozenset({"conj", "parataxis"})
_PLACES = THINGS | {"ADJ", "PRON"}
_OF_PLACE = THINGS | {"ADJ", "ADV", "DET", "PRON"}
_MAX_PLACE = 7


def participle_before_its_subject(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``Parked by a wall is a van``, ``Curled up on a rug lies a cat``: who is so stands behind the verb."""
    top, places = words[i].head, _places_behind(words, i)
    if not places or not places[-1] < top or bare_relation(words[i]) not in _ABOVE:
        return False
    if words[top].upos in THINGS:
        return _with_subject(words, i, top, places[-1])
    if words[top].xpos not in FINITE or lexicon.lemma(words[top].text.lower(), "verb") not in RESTING:
        return False
    things = [k for k in words.children(top) if bare_relation(words[k]) in ("obj", "nsubj") and k != i]
    if len(things) != 1 or things[0] < top or words[things[0]].upos not in THINGS:
        return False
    words[things[0]] = replace(words[things[0]], deprel="nsubj")
    words[i] = replace(words[i], upos="VERB", head=top, deprel="advcl")
    return True


def be_behind_pronoun(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Behind it is a shelf``: as in `Behind it stands a shelf`, of which `is` is the verb."""
    place = words[i].head
    if place < 0 or not place < i or words[place].upos != "PRON" or words.case_of(place) < 0:
        return False
    copulas = [k for k in words.children(place) if words[k].deprel == "cop" and place < k < i]
    if len(copulas) != 1 or words[i].upos not in THINGS:
        return False
    verb = copulas[0]
    words[verb] = replace(words[verb], upos="VERB", head=words[place].head, deprel=words[place].deprel)
    for k in words.children(place):
        if words[k].deprel not in ("case", "advmod"):
            words[k] = replace(words[k], head=verb)
    words[place] = replace(words[place], head=verb, deprel="obl")
    return True


def second_is(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``In a corner is a chair and next to it is a plant``: a second clause of the same kind, and no second chair.

    Its `is` is the verb, as of ``Behind it stands a shelf``; ``i`` is the `and`.
    """
    verb = _is_behind_place(words, i)
    thing = _noun_phrase(words, verb + 1) if verb > 0 else -1
    first = i - 2 if words[i - 1].text == "," else i - 1
    if thing < 0 or first < 2:
        return False
    place = verb - 1
    if words[place - 1].text.lower() == "of":  # `in front of it`
        place -= 2
    if not i + 1 < place or words[place].upos not in _PLACES or _is_clause(words, place, verb, thing):
        return False
    top = first
    while 0 <= words[top].head < i and words[top].deprel != "acl:relcl":
        top = words[top].head
    if words[top].head >= 0 or not any(
        bare_relation(words[k]) in ("nsubj", "expl") for k in words.children(top)
    ):
        return False
    for k in range(i + 1, place):
        if not place >= words[k].head > i or words[k].head == k:
            words[k] = replace(words[k], head=place, deprel="case" if k == i + 1 else words[k].deprel)
    if place < verb - 1:
        words[place + 1] = replace(words[place + 1], head=verb - 1, deprel="case")
        words[verb - 1] = replace(words[verb - 1], head=place, deprel="nmod")
    for k in range(verb + 1, thing):
        if not verb < words[k].head <= thing:
            words[k] = replace(words[k], head=thing)
    words[i] = replace(words[i], head=verb)
    words[verb] = replace(words[verb], upos="VERB", head=top, deprel="conj")
    words[place] = replace(words[place], head=verb, deprel="obl")
    words[thing] = replace(words[thing], head=verb, deprel="nsubj")
    return True


def _is_behind_place(words: Tree, i: int) -> int:
    """The `is` behind a place that stands right behind a word, and nothing else; -1 where there is none."""
    start = i + 1
    if start + 3 >= len(words) or words[start].text.lower() not in FRONTED | {"next", "to", "at"}:
        return -1
    for k in range(start + 1, min(start + _MAX_PLACE, len(words) - 1)):
        if words[k].text.lower() in BE and words[k - 1].upos in _PLACES:
            return k if words[k - 1].text.lower() != "there" else -1
        if words[k].upos not in _OF_PLACE and words[k].text.lower() not in ("of", "to"):
            return -1
    return -1


def _noun_phrase(words: Tree, start: int) -> int:
    """The head of a noun phrase that begins with an article or a number, or is of many; -1 where there is none."""
    if words[start].upos not in ("DET", "NUM") and words[start].xpos != "NNS":
        return -1
    last = start
    while last + 1 < len(words) and words[last + 1].upos in ("ADJ", "NOUN", "NUM", "PROPN"):
        last += 1
    return last if words[last].upos in THINGS else -1


def _is_clause(words: Tree, place: int, verb: int, thing: int) -> bool:
    """Whether the tree has `is`, its place and its subject as they are."""
    above = words[place].head
    said = words[verb].head == place and words[thing].head == place and words[place].deprel in _CLAUSES
    said = said and bare_relation(words[above]) != "nsubj"  # `is a bed and on the right is a desk`
    return said or (words[verb].upos == "VERB" and words[thing].head == verb == words[place].head)


def _with_subject(words: Tree, i: int, noun: int, last: int) -> bool:
    """Let a participle be what `is` says of the noun behind it: whether that has no other subject."""
    children = words.children(noun)
    copulas = [k for k in children if words[k].deprel == "cop" and last < k < noun]
    others = [
        k for k in children if k != i and (words[k].deprel == "case" or bare_relation(words[k]) == "nsubj")
    ]
    if len(copulas) != 1 or others:
        return False
    passive = ":pass" if words[i].xpos == "VBN" else ""
    words[i] = replace(words[i], upos="VERB", head=words[noun].head, deprel=words[noun].deprel)
    words[copulas[0]] = replace(words[copulas[0]], head=i, deprel=f"aux{passive}")
    words[noun] = replace(words[noun], head=i, deprel=f"nsubj{passive}")
    for k in children:
        if words[k].deprel in ("punct", "conj", "parataxis", "advcl") and k != i:
            words[k] = replace(words[k], head=i)
    return True


def _places_behind(words: Tree, i: int) -> list[int]:
    """The places of a participle that begins a clause; empty where it has an object, too, or does not begin it."""
    children = words.children(i)
    if i and words[i - 1].text not in (",", ";") and words[i - 1].deprel != "cc":
        return []
    if any(k < i or bare_relation(words[k]) in ("obj", "nsubj", "mark") for k in children):
        return []
    return [
        k
        for k in children
        if (bare_relation(words[k]) == "obl" and preposition_of(words, k) in FRONTED | {"to", "next", "from"})
        or words[k].text.lower() in ("next", "close")
    ]
