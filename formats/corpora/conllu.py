"""CoNLL-U treebanks."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path


def read_conllu(path: Path) -> Iterator[list[str]]:
    """Yield the sentences of a CoNLL-U file as lists of lines: word rows only, no comments, ranges or empty nodes."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        rows: list[str] = []
        for line in lines:
            line = line.rstrip("\n")
            if not line:
                if rows:
                    yield rows
                rows = []
            elif line[0].isdigit() and line.split("\t", 1)[0].isdigit():
                rows.append("\t".join([*line.split("\t")[:8], "_", "_"]))
        if rows:
            yield rows
