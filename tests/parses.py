"""Parses written by hand: a few words a line, so that a test shows the tree that it is about."""

from __future__ import annotations

from extractor.lexicon import Lexicon
from extractor.syntax.mending import mended
from extractor.types import Caption, Parse, Token, Word


def parse_of(rows: str) -> Parse:
    """The parse of lines ``form upos head relation [xpos]``; heads count from 1, 0 is the root.

    An empty line starts a new sentence.
    """
    tokens: list[Token] = []
    words: list[Word] = []
    text = ""
    sentence = 0
    for line in rows.strip().split("\n"):
        fields = line.split()
        if not fields:
            sentence += 1
            continue
        form, upos, head, relation = fields[:4]
        start = len(text) + (1 if text else 0)
        text = f"{text} {form}" if text else form
        tokens.append(Token(text=form, start=start, end=start + len(form), sentence=sentence))
        words.append(
            Word(
                text=form,
                lemma=form.lower(),
                upos=upos,
                xpos=fields[4] if len(fields) > 4 else "",
                features="",
                head=int(head) - 1,
                deprel=relation,
            )
        )
    return Parse(caption=Caption(text=text), tokens=tuple(tokens), words=tuple(words))


def mended_words(rows: str, lexicon: Lexicon) -> list[str]:
    """``form/upos<head:relation`` of the words of a tree, see `parse_of`, that are mended."""
    parse = parse_of(rows)
    after = mended(parse, lexicon)
    if after == parse:
        assert after is parse
    return [
        f"{new.text}/{new.upos}<{after.words[new.head].text if new.head >= 0 else '-'}:{new.deprel}"
        for old, new in zip(parse.words, after.words, strict=True)
        if old != new
    ]
