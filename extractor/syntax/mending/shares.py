"""Parts of a group, each with an act: `two of them arguing, another yawning and the last leaving`."""

from __future__ import annotations

from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending.tree import Tree
from extractor.syntax.mending.vocabulary import PARTS, SINGULAR, THINGS

_ORDINALS = frozenset("first second third fourth fifth last latter former other others rest".split())
_SOME = _ORDINALS | PARTS
_BEFORE = frozenset({",", ";", ":", "and", "with", "while", "but"})
_ENDS = frozenset({".", "!", "?"})


def acts_of_parts(words: Tree, lexicon: Lexicon) -> bool:
    """``some knitting, some chatting and others watching a film``: in a row of such, each part does its act."""
    mended = False
    for row in _rows(words, lexicon):
        linked = [_is_linked(words, part, act) for part, act in row]
        if all(linked) or not any(_is_sure(words, part, act) for part, act in row):
            continue
        for (part, act), well_read in zip(row, linked, strict=True):
            if not well_read:
                _link(words, part, act, row[0][1], lexicon)
        mended = True
    return mended


def _rows(words: Tree, lexicon: Lexicon) -> list[list[tuple[int, int]]]:
    """The parts with their acts, sentence by sentence."""
    rows: list[list[tuple[int, int]]] = [[]]
    for i, word in enumerate(words):
        if word.text in _ENDS:
            rows.append([])
        elif i and word.text.lower() in _SOME:
            act = _act_behind(words, i, lexicon)
            if act > 0:
                rows[-1].append((i, act))
    return [row for row in rows if len(row) > 1]


def _act_behind(words: Tree, i: int, lexicon: Lexicon) -> int:
    """The participle right behind a word for some of a group, or behind its ``of them``; -1 where there is none."""
    the = words[i - 1].text.lower() == "the"
    if words[i].text.lower() not in (_ORDINALS if the else PARTS):
        return -1
    before, act = i - 2 if the else i - 1, i + 1
    if before < 0 or words[before].text.lower() not in _BEFORE:
        return -1
    if act + 2 < len(words) and words[act].text.lower() == "of" and words[act + 1].upos == "PRON":
        act += 2
    form = words[act].text.lower() if act < len(words) else ""
    if not form.endswith("ing") or not lexicon.knows(lexicon.lemma(form, "verb"), "verb"):
        return -1
    return act


def _is_linked(words: Tree, part: int, act: int) -> bool:
    """Whether a tree has a part as the subject of its act, or its act as a participle."""
    if words[act].upos != "VERB":
        return False
    if words[act].head == part and words[act].deprel == "acl":
        listed = words[part].deprel == "conj" and words[words[part].head].text.lower() not in PARTS
        return not listed  # `some carrying beams and others driving trucks`
    return words[part].head == act and words[part].deprel.startswith("nsubj")


def _is_sure(words: Tree, part: int, act: int) -> bool:
    """Whether a participle is an act: what one does with it stands behind it, and no thing that it describes."""
    if _is_linked(words, part, act):
        return True
    behind = act + 1
    bare = behind >= len(words) or words[behind].upos not in (*THINGS, "ADJ", "VERB")
    if not bare and words[behind].xpos == "NNS" and words[part].text.lower() in SINGULAR:
        return True  # `one washing dishes`
    return bare or (words[act].upos == "VERB" and words[act].deprel not in ("amod", "compound"))


def _link(words: Tree, part: int, act: int, first: int, lexicon: Lexicon) -> None:
    """Let a part be the subject of its act, and the act be listed with the first, or hang on the verb."""
    thing = max(words[act].head, words[part].head)
    if thing > act:  # `another feeding hens`
        for k in words.children(thing):
            if k < act and words[k].deprel not in ("amod", "compound"):
                words[k] = replace(words[k], head=act)
        if words[act].head == thing:
            words[act] = replace(words[act], head=words[thing].head, deprel=words[thing].deprel)
        words[thing] = replace(words[thing], head=act, deprel="obj")
    for k in words.children(part):
        if words[k].deprel in ("cc", "punct"):
            words[k] = replace(words[k], head=act)
    head, relation = words[act].head, words[act].deprel
    if first != act:
        head, relation = first, "conj"
    elif words[act].upos in THINGS or words[head].upos in THINGS or relation == "conj":
        head, relation = _verb_above(words, part if words[part].head != act else act), "advcl"
    words[act] = replace(
        words[act],
        upos="VERB",
        xpos="VBG",
        lemma=lexicon.lemma(words[act].text.lower(), "verb"),
        features="Tense=Pres|VerbForm=Part",
        head=head,
        deprel=relation,
    )
    words[part] = replace(words[part], head=act, deprel="nsubj")


def _verb_above(words: Tree, i: int) -> int:
    """The verb, or the noun at the top, that a word hangs below."""
    above = words[i].head
    while words[above].upos != "VERB" and words[above].head >= 0:
        above = words[above].head
    return above
