"""CoNLL-U treebanks."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path


def read_conllu(path: Path) -> Iterator[list[str]]:
    """Yield the sentences of a CoNLL-U file as lists of lines: word rows only, no comments, ranges or empty nodes."""
    for rows in read_columns(path):
        yield ["\t".join([*row[:8], "_", "_"]) for row in rows]


def read_columns(path: Path) -> Iterator[list[list[str]]]:
    """Yield the sentences of a file of CoNLL-U, or CoNLL-U Plus, as the columns of their words."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        rows: list[list[str]] = []
        for line in lines:
            line = line.rstrip("\n")
            if not line:
                if rows:
                    yield rows
                rows = []
            elif line.split("\t", 1)[0].isdigit():
                rows.append(line.split("\t"))
        if rows:
            yield rows
