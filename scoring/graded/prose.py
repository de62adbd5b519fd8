"""Texts in their sentences, as far as a score needs them: no parse is asked for."""

from __future__ import annotations

import re

MAX_PART_WORDS = 200
"""Words of a part: a sentence that is longer is cut."""

_SENTENCE = re.compile(r"[^\n]*?(?:[.!?]+[\"')\]]*(?=\s|$)|\n|$)")
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text stand: first code point, and the one behind the last; those without a word go.

    A line of its own, such as that of a list, is a sentence.

    Examples:
        >>> sentence_spans("A dog runs. It barks!")
        [(0, 11), (11, 21)]
    """
    return [match.span() for match in _SENTENCE.finditer(text) if _WORD.search(match.group())]


def part_spans(text: str) -> list[tuple[int, int]]:
    """The parts in which an encoder reads a text: its sentences, very long ones cut; the whole where there is but one.

    Examples:
        >>> part_spans("A dog runs. It barks!"), part_spans(" A dog ")
        ([(0, 11), (11, 21)], [(0, 7)])
    """
    sentences = sentence_spans(text)
    if len(sentences) < 2:
        sentences = [(0, len(text))]
    spans: list[tuple[int, int]] = []
    for start, end in sentences:
        starts = [word.start() for word in _WORD.finditer(text, start, end)]
        cuts = [start, *starts[MAX_PART_WORDS::MAX_PART_WORDS]]
        spans += zip(cuts, [*cuts[1:], end], strict=True)
    return spans
