"""Subjects and their verbs: what stands right before a finite verb, and what behind it."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, as_noun, as_verb, bare_relation
from extractor.syntax.mending.vocabulary import BE, FINITE, PLACING, THINGS


def subject_before_verb(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Food sizzles``: nothing is a compound's first part before a finite verb."""
    head = words[i].head
    if head != i + 1 or words[head].xpos not in FINITE or words[i].upos not in THINGS:
        return False
    if any(bare_relation(words[k]) == "nsubj" for k in words.children(head)):
        return False
    words[i] = replace(words[i], deprel="nsubj")
    return True


def place_before_verb(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``A reed bent by the wind sways``: a finite verb has no preposition, so that it is the noun's before it."""
    verb, participle = i + 1, words[words[i].head].head
    if words[i].head != verb or words[verb].xpos != "VBZ" or participle < 0 or words[i].upos not in THINGS:
        return False
    subject = words[participle].head
    if words[participle].deprel != "acl" or subject < 0 or words[subject].deprel != "root":
        return False
    own = [k for k in words.children(verb) if k < i]
    cases = [k for k in (*own, *words.children(i)) if words[k].deprel == "case"]
    if words[subject].xpos != "NN" or not cases:
        return False
    for k in own:
        words[k] = replace(words[k], head=i)
    by = words[participle].xpos == "VBN" and any(words[k].text.lower() == "by" for k in cases)
    words[i] = replace(words[i], head=participle, deprel="obl:agent" if by else "obl")
    for k in (*words.children(participle), *words.children(subject)):
        if k > verb:
            words[k] = replace(words[k], head=verb)
    words[verb] = replace(words[verb], upos="VERB", head=-1, deprel="root")
    words[subject] = replace(words[subject], head=verb, deprel="nsubj")
    return True


def first_part_of_subject(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``a pleural effusion is seen``: of two subjects in a row the first is a part of the second's name."""
    second = i + 1
    if second >= len(words) or words[i].upos not in THINGS or words[second].upos not in THINGS:
        return False
    if words[second].deprel != "nsubj" or words[second].head != words[i].head:
        return False
    if words[i].xpos != "NN" or words.children(i):
        return False
    words[i] = replace(words[i], head=second, deprel="compound")
    return True


def verb_before_thing(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A man mops sweat``: between a subject and a word that does not agree with it stands the verb."""
    thing = i + 1
    if (
        words[i].deprel != "nsubj"
        or words[i].head != thing
        or words[thing].xpos not in ("NN", "NNS", "VBP", "VB")
    ):
        return False
    own = words.children(i)
    subjects = [k for k in (*own, *words.children(thing)) if words[k].deprel == "nsubj" and k < i]
    if not subjects or words[subjects[-1]].xpos not in ("NN", "NNP", "PRP"):
        return False
    if not lexicon.knows(lexicon.lemma(words[thing].text.lower(), "noun"), "noun"):
        return False
    for k in words.children(thing):
        if k != i and (k < i or words[k].deprel not in ("amod", "compound", "nmod")):
            words[k] = replace(words[k], head=i)
    words[i] = as_verb(words[i], lexicon, head=words[thing].head, deprel=words[thing].deprel)
    one = words[thing].xpos != "NNS"
    words[thing] = as_noun(words[thing], lexicon, one=one, head=i, deprel="obj")
    return True


def subject_of_perfect(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Goats have climbed``: without `been` nothing is done to them."""
    auxiliaries = {
        words[k].text.lower() for k in words.children(words[i].head) if bare_relation(words[k]) == "aux"
    }
    if not auxiliaries & {"have", "has", "had", "'ve"} or auxiliaries & (BE | {"get", "got", "gets"}):
        return False
    words[i] = replace(words[i], deprel="nsubj")
    return True


def subject_behind(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``Beside the stove stands a basket``: behind a place and a finite verb without a subject stands its subject."""
    verb = words[i].head
    if not 0 < verb < i or words[verb].xpos not in ("VBZ", "VBP") or words[i].upos not in THINGS:
        return False
    before = [
        k for k in words.children(verb) if k < verb and words[k].deprel not in ("punct", "cc", "advmod")
    ]
    if not before:  # `Next to the stove stands a basket`
        nexts = [k for k in words.children(verb) if k < verb and words[k].deprel == "advmod"]
        before = [k for n in nexts for k in words.children(n)]
    if not before or any(words[k].deprel != "obl" for k in before):
        return False
    if words[verb].deprel not in ("root", "acl:relcl"):  # `branches between which lies an island`
        return False
    if not any(
        words[c].deprel == "case" and (words[c].text.lower() in PLACING or words[before[-1]].head != verb)
        for c in words.children(before[-1])
    ):
        return False
    words[i] = replace(words[i], deprel="nsubj")
    return True
