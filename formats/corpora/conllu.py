"""CoNLL-U treebanks."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from extractor.errors import Fault, InvalidInputError, shorten

_COLUMNS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class TreebankSentence:
    """A sentence of a treebank.

    Attributes:
        comments: What its comments say, by name: ``sent_id``, ``text``.
        rows: The columns of its words; no ranges or empty nodes.
        line: Where its first word stands in the file, from 1.
    """

    comments: Mapping[str, str]
    rows: list[list[str]]
    line: int


def read_conllu(path: Path) -> Iterator[list[str]]:
    """Yield the sentences of a CoNLL-U file as lists of lines: word rows only, no comments, ranges or empty nodes."""
    for rows in read_columns(path):
        yield ["\t".join([*row[:8], "_", "_"]) for row in rows]


def read_columns(path: Path) -> Iterator[list[list[str]]]:
    """Yield the sentences of a file of CoNLL-U, or CoNLL-U Plus, as the columns of their words."""
    for sentence in read_sentences(path):
        yield sentence.rows


def read_sentences(path: Path) -> Iterator[TreebankSentence]:
    """Yield the sentences of a file of CoNLL-U, or CoNLL-U Plus, with their comments, unchecked."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        comments: dict[str, str] = {}
        rows: list[list[str]] = []
        first = 0
        for number, line in enumerate(lines, 1):
            line = line.rstrip("\n")
            if not line:
                if rows:
                    yield TreebankSentence(comments=comments, rows=rows, line=first)
                comments, rows = {}, []
            elif line.startswith("#"):
                name, _, value = line[1:].partition("=")
                comments[name.strip()] = value.strip()
            elif line.split("\t", 1)[0].isdigit():
                first = first if rows else number
                rows.append(line.split("\t"))
        if rows:
            yield TreebankSentence(comments=comments, rows=rows, line=first)


def read_trees(path: Path) -> list[TreebankSentence]:
    """The sentences of a treebank, checked.

    Raises:
        InvalidInputError: It holds no sentence, or some that are no trees; all faults are named.
    """
    try:
        sentences = list(read_sentences(path))
    except UnicodeDecodeError as e:
        raise InvalidInputError(f"{path} is no UTF-8 text: {e.reason} at byte {e.start}") from e
    if not sentences:
        raise InvalidInputError(f"{path} holds no sentence of CoNLL-U")
    faults = [
        Fault(where=f"{path}:{sentence.line}", problem=problem, index=i, file=str(path), line=sentence.line)
        for i, sentence in enumerate(sentences)
        if (problem := _problem(sentence.rows))
    ]
    if faults:
        raise InvalidInputError(faults)
    return sentences


def _problem(rows: list[list[str]]) -> str:
    """The first thing that keeps rows from being a tree; empty where they are one."""
    for number, row in enumerate(rows, 1):
        if len(row) < _COLUMNS:
            return f"word {number} has {len(row)} columns, allowed are at least {_COLUMNS}"
        if row[0] != str(number):
            return f"word {number} has the number {shorten(row[0])}"
        head = row[6]
        # One of more digits than there can be is too large, however large.
        if not re.fullmatch(rf"[0-9]{{1,{len(str(len(rows)))}}}", head) or int(head) > len(rows):
            return f"word {number} has the head {shorten(head)}, allowed are 0 to {len(rows)}"
    heads = [int(row[6]) for row in rows]
    if heads.count(0) != 1:
        return f"{heads.count(0)} roots, allowed is one"
    for number in range(1, len(rows) + 1):
        above, steps = number, 0
        while above and steps <= len(rows):
            above, steps = heads[above - 1], steps + 1
        if above:
            return f"word {number} hangs in a circle of heads"
    return ""
