"""What something is made by an act: `is painted white`. The participle is the verb, and the adjective its result."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree, bare_relation
from extractor.syntax.mending.vocabulary import PAINTING, RESTING, THINGS

_PASSIVE = {"cop": "aux:pass", "nsubj": "nsubj:pass"}
_OF_RESULT = frozenset({"amod", "advmod", "compound", "cc", "conj"})
# How something is behind an act that is named before what it is done to: `pulls open a drawer`.
_MADE_SO = frozenset({"free", "loose", "open", "shut"})
_BARE = frozenset({"nmod", "appos", "conj", "obj", "obl"})


def closed_behind_open(words: Tree, i: int, _lexicon: Lexicon) -> bool:
    """``swings a gate open and closed``, ``a door creaks open and shut``: how it is then, and no second act."""
    if i < 2 or words[i].text.lower() not in ("closed", "shut") or words[i].xpos not in ("VBN", "VBD", "VB"):
        return False
    if words[i - 1].text.lower() != "and" or words[i - 2].text.lower() != "open":
        return False
    if words[i - 2].upos == "VERB" or any(k > i and words[k].deprel == "obj" for k in words.children(i)):
        return False
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", features="Degree=Pos", head=i - 2, deprel="conj")
    return True


def act_of_result(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``The fence is painted white``, ``a chair painted light blue``: a participle before how it makes something."""
    result = words[i].head
    if result <= i or not _is_made(words, i, lexicon) or not _is_quality(words, result, lexicon):
        return False
    if any(
        words[k].head != result or bare_relation(words[k]) not in _OF_RESULT for k in range(i + 1, result)
    ):
        return False
    if any(bare_relation(words[k]) == "cop" for k in words.children(result)):
        top, relation = words[result].head, words[result].deprel
        for k in words.children(result):
            if bare_relation(words[k]) not in _OF_RESULT or k < i:
                words[k] = replace(words[k], head=i, deprel=_PASSIVE.get(words[k].deprel, words[k].deprel))
    elif i > 0 and words[i - 1].upos in THINGS and min(words.children(result)) == i:
        above = words[result].head
        top, relation = above if 0 <= above < i and words[above].upos in THINGS else i - 1, "acl"
    else:
        return False
    words[i] = replace(words[i], upos="VERB", xpos="VBN", head=top, deprel=relation)
    words[result] = replace(words[result], upos="ADJ", xpos="JJ", head=i, deprel="xcomp")
    return True


def result_of_act(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a jar painted gold``: no thing, but how it was painted."""
    if words[i].deprel not in _BARE:
        return False
    before = [k for k in words.children(i) if k < i]
    act = min(before, default=i) - 1
    if (
        act < 0
        or words[act].xpos != "VBN"
        or any(bare_relation(words[k]) not in ("amod", "advmod", "compound") for k in before)
    ):
        return False
    painted = lexicon.lemma(words[act].text.lower(), "verb") in PAINTING
    if not painted or words[i].head not in (act, words[act].head) or not _is_quality(words, i, lexicon):
        return False  # `a rug painted red and a lamp`
    for k in words.children(i):
        if bare_relation(words[k]) not in _OF_RESULT:
            words[k] = replace(
                words[k], head=act, deprel="obl" if words[k].deprel == "nmod" else words[k].deprel
            )
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", head=act, deprel="xcomp")
    return True


def result_in_clause(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``a rope that a man holds taut``: what the clause is about is held, and this is how."""
    act = i - 1
    if words[i].head != act or not words[act].deprel.startswith("acl:relcl") or words.children(i):
        return False
    form = words[i].text.lower()
    quality = lexicon.is_adjective(form) and not lexicon.supersenses(form, "noun")
    subjects = [k for k in words.children(act) if words[k].deprel == "nsubj" and k < act]
    if not subjects or words[subjects[0]].xpos == "WP" or not (words[i].upos == "ADJ" or quality):
        return False
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", deprel="xcomp")
    return True


def result_before_object(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """``pulls open a drawer``: no preposition, no second act, and nothing before an article describes the drawer."""
    act, start = i - 1, i + 1
    if words[i].text.lower() not in _MADE_SO or act < 0 or words[act].upos != "VERB" or start >= len(words):
        return False
    if lexicon.lemma(words[act].text.lower(), "verb") in RESTING or words[act].deprel.startswith("aux"):
        return False
    if words[start].upos != "DET" and words[start].xpos != "PRP$" and words[i].deprel != "case":
        return False
    thing = start
    while words[thing].upos not in THINGS and words[thing].head > thing:
        thing = words[thing].head
    if words[thing].upos not in THINGS or words[thing].head not in (act, i):
        return False
    for k in words.children(i):
        words[k] = replace(words[k], head=act)
    words[i] = replace(words[i], upos="ADJ", xpos="JJ", features="Degree=Pos", head=act, deprel="xcomp")
    words[thing] = replace(words[thing], head=act, deprel="obj")
    return True


def _is_made(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """Whether a word has the form of a participle of the past, and one alone."""
    form = words[i].text.lower()
    lemma = lexicon.lemma(form, "verb")
    return (words[i].xpos == "VBN" or form.endswith("ed")) and lemma != form and lexicon.knows(lemma, "verb")


def _is_quality(words: Tree, i: int, lexicon: Lexicon) -> bool:
    """Whether a word says how something is: an adjective, or a colour without an article."""
    form = words[i].text.lower()
    if any(bare_relation(words[k]) in ("det", "case", "nummod") for k in words.children(i)):
        return False
    return words[i].upos == "ADJ" or (
        lexicon.is_adjective(form) and "attribute" in lexicon.supersenses(form, "noun")[:4]
    )
