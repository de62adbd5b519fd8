"""Word classes that the rest of the tree rules out, mended before anything is read off it.

A parser decides word by word. Where number, or the place in the tree, says that a word cannot be what it was taken for,
and the lexicon knows it as something else, it becomes that: `sandals` behind a participle is no finite verb, `sneezing`
is no adjective, one dog does not `race` without an s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.types import Parse, Word

_SINGULAR = frozenset({"a", "an", "one", "another", "each", "every"})
# Of one form for one and many as subjects: `a couple sit on a bench`.
_COLLECTIVE = frozenset(
    """audience band cast class committee couple crew crowd family group herd pack pair panel party people police squad
    staff team trio""".split()
)
_BE = frozenset({"is", "are", "was", "were", "'s", "be", "being", "been"})
_DEGREES = frozenset({"very", "so", "too", "quite", "more", "most", "rather", "really"})
_THINGS = frozenset({"NOUN", "PROPN"})
_FINITE = frozenset({"VBZ", "VBP", "VBD"})


def mended(parse: Parse, lexicon: Lexicon) -> Parse:
    """The parse with word classes that fit the tree; the same object where nothing is to be mended.

    Args:
        parse: Of a caption.
        lexicon: Base forms, and what class a word is likelier of.
    """
    words = list(parse.words)
    changed = False
    for i, word in enumerate(parse.words):
        if word.xpos == "VBZ":
            changed |= _list_member(words, i, lexicon)
        elif word.xpos in ("VBP", "VB"):
            changed |= _bare_form(words, i, lexicon)
        elif word.upos == "ADJ" and word.text.endswith("ing"):
            changed |= _participle(words, i, lexicon)
    return replace(parse, words=tuple(words)) if changed else parse


def _children(words: Sequence[Word], i: int) -> list[int]:
    return [k for k, word in enumerate(words) if word.head == i]


def _relation(word: Word) -> str:
    return word.deprel.partition(":")[0]


def _list_member(words: list[Word], i: int, lexicon: Lexicon) -> bool:
    """``wearing a coat and sandals``, ``dries dishes and boxes``: a bare verb behind a noun and `and`."""
    word = words[i]
    lemma = lexicon.lemma(word.text, "noun")
    if not word.text.lower().endswith("s") or not lexicon.knows(lemma, "noun"):
        return False
    relation = _relation(word)
    if relation in ("obj", "obl", "nmod"):
        words[i] = replace(word, upos="NOUN", xpos="NNS", lemma=lemma, features="Number=Plur")
        return True
    if relation != "conj" or i < 2:
        return False
    children = _children(words, i)
    conjunctions = [k for k in children if _relation(words[k]) == "cc"]
    if not conjunctions or any(
        _relation(words[k]) not in ("cc", "punct", "amod", "compound") for k in children
    ):
        return False
    before = conjunctions[0] - 1
    if before >= 0 and words[before].text == ",":
        before -= 1
    if before < 0 or not (words[before].upos in _THINGS or _relation(words[before]) == "obj"):
        return False
    head = words[word.head]
    finite = head.xpos in _FINITE or any(words[k].xpos in _FINITE for k in _children(words, word.head))
    if finite and lexicon.verb_preference(word.text.lower()) >= 0:
        return False
    words[i] = replace(
        word, upos="NOUN", xpos="NNS", lemma=lemma, features="Number=Plur", head=before, deprel="conj"
    )
    return True


def _bare_form(words: list[Word], i: int, lexicon: Lexicon) -> bool:
    """``a dog race in a park``: one dog races, so the race is a dog race."""
    form = words[i].text.lower()
    children = _children(words, i)
    relations = {_relation(words[k]) for k in children}
    if relations & {"aux", "obj", "xcomp", "ccomp", "expl", "cop", "conj"} or _relation(words[i]) not in (
        "root",
        "parataxis",
    ):
        return False
    subject = i - 1
    if subject < 1 or subject not in children or words[subject].deprel != "nsubj":
        return False
    noun = words[subject]
    determiners = {words[k].text.lower() for k in _children(words, subject)}
    if noun.xpos != "NN" or not determiners & _SINGULAR or noun.text.lower() in _COLLECTIVE:
        return False
    if any(_relation(words[k]) in ("nmod", "conj", "acl") for k in _children(words, subject)):
        return False
    if not lexicon.knows(lexicon.lemma(form, "noun"), "noun") or lexicon.verb_preference(form) > 0:
        return False
    words[i] = replace(
        words[i], upos="NOUN", xpos="NN", lemma=lexicon.lemma(form, "noun"), features="Number=Sing"
    )
    words[subject] = replace(noun, deprel="compound")
    for k in _children(words, subject):
        words[k] = replace(words[k], head=i)
    for k in children:
        if _relation(words[k]) == "obl":
            words[k] = replace(words[k], deprel="nmod")
    return True


def _participle(words: list[Word], i: int, lexicon: Lexicon) -> bool:
    """``it is sneezing``: no adjective that the lexicon knows, and a verb that it knows."""
    form = words[i].text.lower()
    lemma = lexicon.lemma(form, "verb")
    if lexicon.is_adjective(form) or lemma == form or not lexicon.knows(lemma, "verb"):
        return False
    children = _children(words, i)
    copulas = [k for k in children if _relation(words[k]) == "cop" and words[k].text.lower() in _BE]
    if not copulas or any(words[k].text.lower() in _DEGREES for k in children):
        return False
    words[i] = replace(words[i], upos="VERB", xpos="VBG", lemma=lemma, features="Tense=Pres|VerbForm=Part")
    for k in copulas:
        words[k] = replace(words[k], deprel="aux")
    return True
