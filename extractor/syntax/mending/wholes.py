"""Relative clauses behind a part and its whole: `the lid of a crate that stands`; the whole does it."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, bare_relation, is_living, preposition_of
from extractor.syntax.mending.vocabulary import COLLECTIVE, DEPICTIONS, DRAWN, SAYING, SIDES, THINGS

_RELATIVE = "acl:relcl"
_SUBJECTS = ("nsubj", "nsubj:pass")
# What shows something, and stands or hangs somewhere itself.
_WORKS = DRAWN | DEPICTIONS | frozenset("bust carving figure figurine model sculpture statue".split())
_MANY = frozenset({"VBP"})
_ONE = frozenset({"VBZ"})


def clause_of_whole(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``the lid of a crate that stands in a hall``: a whole with an article does it, and not the part of it."""
    clause = words[i].head
    if words[i].text.lower() not in ("that", "which", "who") or words[i].deprel not in _SUBJECTS:
        return False
    if clause <= i or words[clause].deprel != _RELATIVE or words[clause].head >= i - 1:
        return False
    part = words[clause].head
    whole = _whole_before(words, i, part)
    shown = words[part].text.lower() in _WORKS and words[i].text.lower() != "who"
    if whole < 0 or words[part].upos not in THINGS or shown:
        return False
    if not any(words[k].text.lower() == "the" or words[k].xpos == "PRP$" for k in words.children(part)):
        return False
    lives = is_living(words[whole], lexicon)
    if (words[i].text.lower() == "who" and not lives) or not agrees_with(words, clause, whole):
        return False
    words[clause] = replace(words[clause], head=whole)
    return True


def clause_of_one(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a sack of onions that is leaning``: one thing is, and not the onions in it."""
    clause = words[i].head
    if words[i].text.lower() not in ("that", "which") or words[i].deprel not in _SUBJECTS or clause <= i:
        return False
    things = words[clause].head
    if words[clause].deprel != _RELATIVE or not 0 <= things < i or preposition_of(words, things) != "of":
        return False
    holder = words[things].head
    if words[things].xpos not in ("NNS", "NNPS") or holder < 0 or words[holder].xpos != "NN":
        return False
    if agrees_with(words, clause, things):
        return False
    words[clause] = replace(words[clause], head=holder)
    return True


def clause_of_label(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A nun next to a van that reads Mercy``: what bears a text is the thing before the clause, and nobody."""
    clause, thing = words[i].head, i - 1
    if words[i].text.lower() not in ("that", "which") or words[i].deprel != "nsubj" or clause <= i:
        return False
    if words[clause].text.lower() not in SAYING or words[clause].deprel != _RELATIVE or thing < 0:
        return False
    owner = words[clause].head
    if not 0 <= owner < thing or words[thing].upos not in THINGS or not agrees_with(words, clause, thing):
        return False
    if is_living(words[thing], lexicon) or not (
        is_living(words[owner], lexicon) or words[owner].text.lower() in COLLECTIVE
    ):
        return False
    words[clause] = replace(words[clause], head=thing)
    return True


def verb_of_whose(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A hut whose walls lean``: of two subjects the verb has that of `whose`, and what stands before is a title."""
    verb, whose = words[i].head, i + 1
    if verb <= whose or words[whose].text.lower() != "whose" or words[verb].deprel != "root":
        return False
    part = words[whose].head
    if not whose < part < verb or words[part].upos not in THINGS:
        return False
    if words[verb].upos != "VERB" or not agrees_with(words, verb, part):
        return False
    between = {"ADV", "PART"} if words[verb].xpos in _MANY | _ONE else {"ADV", "AUX", "PART"}
    if any(words[k].upos not in between or words[k].head != verb for k in range(part + 1, verb)):
        return False
    words[part] = replace(words[part], head=verb, deprel="nsubj")
    for k in words.children(verb):
        if words[k].deprel == "punct" and k == len(words) - 1:
            words[k] = replace(words[k], head=i)
    words[i] = replace(words[i], head=-1, deprel="root")
    words[verb] = replace(words[verb], head=i, deprel=_RELATIVE)
    return True


def _whole_before(words: Tree, i: int, part: int) -> int:
    """The first noun with an article that an `of` binds to a part, from a pronoun back; -1 where there is none."""
    whole = i - 1
    while whole > part and preposition_of(words, whole) == "of" and words[whole].upos in THINGS:
        bare = words[words[whole].head].text.lower() in SIDES  # `the front of brown furniture that`
        if bare or any(words[k].deprel == "det" for k in words.children(whole)):
            return whole
        whole = words[whole].head
    return -1


def agrees_with(words: Tree, clause: int, noun: int) -> bool:
    """Whether the verb of a clause may be that of one, or of many, as the noun is."""
    group = [clause, *(k for k in words.children(clause) if bare_relation(words[k]) in ("aux", "cop"))]
    forms = {words[k].xpos for k in group}
    return not forms & (_ONE if words[noun].xpos in ("NNS", "NNPS") else _MANY)
