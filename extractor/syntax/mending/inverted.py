"""Participles before the verb of their clause, whose subject stands behind it: ``Parked by a wall is a van``."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, bare_relation, preposition_of
from extractor.syntax.mending.vocabulary import FINITE, FRONTED, RESTING, THINGS

_ABOVE = frozenset({"acl", "advcl", "amod", "csubj", "nsubj", "parataxis"})


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
