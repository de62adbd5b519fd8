"""What is said aside, between commas: `sweat on his forehead`, `two of them smoking pipes`."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, as_noun, bare_relation, preposition_of
from extractor.syntax.mending.vocabulary import PARTS, PLACING, THINGS


def noun_of_aside(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``A smith, sweat on his brow, hammers``: what is bare between commas, and on somebody's own, does nothing."""
    owner, form = words[i].head, words[i].text.lower()
    if words[i].deprel not in ("parataxis", "acl", "appos", "conj") or not 0 <= owner < i:
        return False
    if words[owner].upos not in THINGS or words[i - 1].text != "," or not lexicon.knows(form, "noun"):
        return False
    children = words.children(i)
    places = [k for k in children if k > i and words[k].deprel == "obl"]
    if len(places) != 1 or preposition_of(words, places[0]) not in PLACING:
        return False
    own = any(words[k].xpos == "PRP$" for k in words.children(places[0]))
    if not own or any(words[k].deprel != "punct" for k in children if k not in places):
        return False
    words[i] = as_noun(words[i], lexicon, one=True, deprel="appos")
    words[places[0]] = replace(words[places[0]], deprel="nmod")
    return True


def part_with_act(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``guests sit, two of them smoking pipes``: without a preposition pipes are not the two's, but what they smoke."""
    part, act = words[i].head, i - 1
    if words[i].upos not in THINGS or not 0 <= part < act or words[part].text.lower() not in PARTS:
        return False
    if preposition_of(words, i) or words[act].head != i or not words[act].text.lower().endswith("ing"):
        return False
    of = [k for k in words.children(part) if preposition_of(words, k) == "of"]
    if not of or of[-1] != act - 1:
        return False
    verb = words[part].head
    for k in words.children(i):
        if k < act:
            words[k] = replace(words[k], head=act)
    words[act] = replace(
        words[act], upos="VERB", xpos="VBG", features="Tense=Pres|VerbForm=Part", head=verb, deprel="advcl"
    )
    words[i] = replace(words[i], head=act, deprel="obj")
    words[part] = replace(words[part], head=act, deprel="nsubj")
    return True


def noun_before_participle(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``plays on a stage lit from below``: what has an article or a preposition is no part of a participle."""
    act = i + 1
    if words[i].head != act or words[act].xpos != "VBN" or words[act].upos != "VERB":
        return False
    own = [k for k in words.children(i) if words[k].deprel in ("case", "det")]
    if not own or words[act].head < 0 or any(bare_relation(words[k]) == "nsubj" for k in words.children(act)):
        return False
    placed = any(words[k].deprel == "case" for k in own)
    words[i] = replace(words[i], head=words[act].head, deprel="obl" if placed else "obj")
    words[act] = replace(words[act], head=i, deprel="acl")
    return True
