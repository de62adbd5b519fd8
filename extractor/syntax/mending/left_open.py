"""What stands behind a clause that ends in a preposition, and says what the noun before the clause does."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, as_verb, bare_relation
from extractor.syntax.mending.vocabulary import (
    BEFORE_NOUN,
    LEFT_OPEN,
    RELATIVES,
    RESTING,
    THINGS,
    WITH_OBJECTS,
)

_RELATIVE = "acl:relcl"
# How much likelier a form may be that of a noun where all else says that it is a verb: `rocks`, `winds`, not `trees`.
_LEAST = -3


def verb_behind_left(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A trunk the hats were kept in stands open``: what a clause leaves open is the trunk, and that stands."""
    clause, left = words[i].head, i - 1
    noun = words[clause].head if clause >= 0 else -1
    if not 0 <= noun < clause < left or words[clause].deprel != _RELATIVE or words[noun].deprel != "root":
        return False
    if not _is_left_open(words, clause, left, i) or not _may_act(words, noun, i, lexicon):
        return False
    told = words[i].xpos.startswith("VB") or lexicon.lemma(words[i].text.lower(), "verb") in RESTING
    if not told and not (words[noun].xpos == "NN" and _is_left_by_act(words, clause, i, lexicon)):
        return False
    _leave_open(words, clause, left)
    for k in (*words.children(clause), *words.children(noun)):
        if k > i:
            bare = words[k].deprel == "obl" and words[k].upos in THINGS and words.case_of(k) < 0
            words[k] = replace(words[k], head=i, deprel="obj" if bare else words[k].deprel)
    words[i] = as_verb(words[i], lexicon, one=words[noun].xpos == "NN", head=-1, deprel="root")
    words[noun] = replace(words[noun], head=i, deprel="nsubj")
    return True


def verb_at_the_top(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``The path the riders go along leads to a lake``: a noun with a subject, behind such a clause, is a verb."""
    left = i - 1
    if words[i].xpos != "NNS" or left < 2 or words[left].text.lower() not in LEFT_OPEN:
        return False
    clause = words[left].head
    noun = words[clause].head if clause >= 0 else -1
    if not 0 <= noun < clause or words[clause].deprel != _RELATIVE or words[noun].xpos != "NN":
        return False
    if words[noun].head != i or words[noun].deprel != "nsubj" or not _may_act(words, noun, i, lexicon):
        return False
    if words.children(left) or not _is_left_by_act(words, clause, i, lexicon):
        return False
    _leave_open(words, clause, left)
    words[i] = as_verb(words[i], lexicon, one=True)
    return True


def _is_left_open(words: Tree, clause: int, left: int, i: int) -> bool:
    return words[left].text.lower() in LEFT_OPEN and words[left].head in (i, clause)


def _leave_open(words: Tree, clause: int, left: int) -> None:
    words[left] = replace(words[left], upos="ADP", xpos="IN", head=clause, deprel="obl")


def _may_act(words: Tree, noun: int, i: int, lexicon: Lexicon) -> bool:
    """Whether a word has the form of a verb that agrees with a noun, and nothing of a noun phrase before it."""
    form = words[i].text.lower()
    lemma = lexicon.lemma(form, "verb")
    if (words[noun].xpos == "NN") is not (form != lemma and form.endswith("s")):
        return False
    if not lexicon.knows(lemma, "verb"):
        return False
    return not any(words[k].deprel in BEFORE_NOUN and k < i for k in words.children(i))


def _is_left_by_act(words: Tree, clause: int, i: int, lexicon: Lexicon) -> bool:
    """Whether what an act leaves open is behind its preposition, and a word may say what is done by what stands there.

    Somebody else acts, on nothing else; and behind the word stands what a verb has, or nothing.
    """
    subjects = [k for k in words.children(clause) if bare_relation(words[k]) == "nsubj" and k < clause]
    if not subjects or words[subjects[0]].upos not in THINGS | {"PRON"}:
        return False
    if words[subjects[0]].text.lower() in RELATIVES:
        return False  # `a chair that is tufted with buttons`
    if lexicon.lemma(words[clause].text.lower(), "verb") in WITH_OBJECTS - {"ride"}:
        return False  # `the rope a boy pulls with`
    form, behind = words[i].text.lower(), i + 1
    if behind < len(words) and (words[behind].upos == "DET" or words[behind].xpos == "PRP$"):
        return True
    ends = behind == len(words) or (words[behind].upos in ("ADP", "PUNCT") and words[behind].text != "of")
    return ends and lexicon.verb_preference(form) >= _LEAST
