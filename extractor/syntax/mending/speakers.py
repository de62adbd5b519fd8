"""Who talks: of somebody with an animal, hardly ever the animal: `carries a lamb chatting to a neighbour`."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, bare_relation, is_living
from extractor.syntax.mending.vocabulary import THINGS

_SMILING = frozenset("give grin hand laugh smile wave".split())
_TALKING = frozenset(
    "argue chat converse discuss explain gesture negotiate pray read talk type write".split()
)
_PEOPLES = _SMILING | _TALKING


def is_talk_of_animal(words: Tree, i: int, noun: int, lexicon: Lexicon) -> bool:
    """Whether a participle of talking stands right behind an animal that somebody has to do with."""
    if words[i].xpos != "VBG" or lexicon.lemma(words[i].text.lower(), "verb") not in _TALKING:
        return False
    if noun != i - 1 or words[noun].upos not in THINGS or words[noun].deprel not in ("obj", "obl"):
        return False
    lemma = lexicon.lemma(words[noun].text.lower(), "noun")
    if "animal" not in (lexicon.noun_class(lemma), *lexicon.supersenses(lemma, "noun")[:1]):
        return False
    somebody = _actor(words, words[noun].head)
    return somebody >= 0 and is_living(words[somebody], lexicon)


def talk_of_person(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``carries a lamb chatting to a neighbour``: who carries it chats."""
    if not is_talk_of_animal(words, i, words[i].head, lexicon):
        return False
    act = words[words[i].head].head
    while words[act].deprel in ("advcl", "conj") and words[words[act].head].upos == "VERB":
        act = words[act].head
    if words[act].deprel == "acl":
        words[i] = replace(words[i], head=words[act].head)
    else:
        words[i] = replace(words[i], head=act, deprel="advcl")
    return True


def smile_of_person(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``is holding a cake that is on a plate and smiling``: a cake does not smile, but who holds it does."""
    clause = words[i].head
    form = words[i].xpos
    if form not in ("VBG", "VBZ", "VBP") or lexicon.lemma(words[i].text.lower(), "verb") not in _PEOPLES:
        return False
    if not 0 <= clause < i or words[clause].deprel != "acl:relcl" or words[i - 1].deprel != "cc":
        return False
    thing = words[clause].head
    act = words[thing].head
    if is_living(words[thing], lexicon) or act < 0 or words[act].xpos != form or words[act].upos != "VERB":
        return False
    somebody = _actor(words, act)
    if somebody < 0 or not is_living(words[somebody], lexicon):
        return False
    words[i] = replace(words[i], head=act)
    return True


def _actor(words: Tree, act: int) -> int:
    """Who does an act, by its own subject, its noun or the verb above; -1 where nobody is told."""
    for _ in range(4):
        if act < 0 or words[act].upos != "VERB":
            return -1
        subjects = [k for k in words.children(act) if bare_relation(words[k]) == "nsubj" and k < act]
        if subjects:
            return subjects[0]
        if words[act].deprel == "acl":
            return words[act].head
        act = words[act].head
    return -1
