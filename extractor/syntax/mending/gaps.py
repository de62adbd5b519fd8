"""Clauses whose verb is that of the clause before: ``A nun sits on a bench and a monk on a wall``."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, as_noun, bare_relation, is_living, preposition_of
from extractor.syntax.mending.vocabulary import FRONTED, THINGS

_SURROUNDINGS = frozenset("body_of_water geological_formation land location room way".split())
_SIDES = frozenset("corner edge end half hand part side".split())


def second_without_verb(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A nun sits on a bench and a monk on a wall``: who is in a place of his own is no second bench."""
    clause = _clause_before(words, i)
    place = _place_behind(words, i)
    if clause < 0 or place < 0 or preposition_of(words, i):
        return False
    first = _place_of(words, clause, i)
    if first < 0:
        return False
    named = words[i].upos in THINGS or words[i].xpos == "NNS"
    beside = words[i].head == clause and words[clause].upos == "VERB" and _is_thing(words, i, lexicon)
    if not _is_other(words, first, place) and not (
        named and (beside or _is_of_another_sort(words, first, i, place, lexicon))
    ):
        return False
    if words[i].upos not in THINGS:
        words[i] = as_noun(words[i], lexicon)
    words[i] = replace(words[i], head=clause, deprel="parataxis")
    words[place] = replace(words[place], head=i, deprel="nmod")
    return True


def _is_thing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """Whether a noun is whole, and no place: ``parked in a lot and street near a wood``."""
    whole = words[i].xpos == "NNS" or any(words[k].deprel in ("det", "nummod") for k in words.children(i))
    return whole and lexicon.noun_class(lexicon.lemma(words[i].text.lower(), "noun")) not in _SURROUNDINGS


def _clause_before(words: Tree, i: int) -> int:
    """The verb, or what `is` says, of the clause that a noun behind `and` is listed with something of."""
    children = words.children(i)
    if not any(words[k].deprel == "cc" for k in children):
        return -1
    if any(bare_relation(words[k]) in ("nsubj", "cop", "acl", "expl", "obj") for k in children):
        return -1
    top = words[i].head
    for _ in range(2):
        subjects = [k for k in words.children(top) if bare_relation(words[k]) == "nsubj"] if top >= 0 else []
        if subjects:
            if any(words[k].deprel == "obj" for k in words.children(top)):
                return -1  # `puts a cup on a tray and a spoon on a plate`
            return top if subjects[0] < top < i and words[subjects[0]].upos in THINGS else -1
        top = words[top].head if top >= 0 else -1
    return -1


def _place_behind(words: Tree, i: int) -> int:
    """The place right behind a noun, which hangs on it or on what it is listed with; -1 where none stands there."""
    case = i + 1
    if case >= len(words) or words[case].deprel != "case" or words[case].text.lower() not in FRONTED:
        return -1
    place = words[case].head
    return place if place > case and words[place].head in (i, words[i].head) else -1


def _place_of(words: Tree, clause: int, i: int) -> int:
    """The last place of the clause before a noun; -1 where it has none."""
    places = [k for k in words.children(clause) if k < i and words[k].deprel == "obl"]
    if any(words[k].deprel == "cop" for k in words.children(clause)):
        places.append(clause)
    return max((k for k in places if preposition_of(words, k) in FRONTED), default=-1)


def _is_other(words: Tree, first: int, place: int) -> bool:
    """``on one side of a road and a hut on the other``."""
    one = any(words[k].text.lower() == "one" for k in words.children(first))
    sides = {words[first].text.lower(), words[place].text.lower()}
    other = [place, *words.children(place)]
    return one and bool(sides & _SIDES) and any(words[k].text.lower() == "other" for k in other)


def _is_of_another_sort(words: Tree, first: int, i: int, place: int, lexicon: Lexicon) -> bool:
    """Whether one lives who is listed with a place that does not."""
    lives = [is_living(words[k], lexicon) for k in (first, i, place)]
    return lives == [False, True, False]
