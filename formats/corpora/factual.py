"""Reader of FACTUAL: region captions with human graphs of subject, predicate and object, as weak supervision.

A graph says which verbs of a caption somebody does something by, but not where they stand, and it leaves out what the
graph's author found unimportant. So it is weak: it labels words by their lemmas, and leaves unclear words out.

References:
    Li et al., 2023: FACTUAL: A Benchmark for Faithful and Consistent Textual Scene Graph Parsing.
"""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from extractor.errors import InvalidInputError
from extractor.types import Caption

_COLUMNS = ("caption", "scene_graph")
_FACT = re.compile(r"\(([^()]*)\)")
_ATTRIBUTE = "is"


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphCaption:
    """A caption and the words of its graph.

    Attributes:
        caption: The caption.
        verbs: The first words of its predicates (``grow on``: grow), base forms as a rule.
        attributes: The words that are said to describe something (``parked`` of ``car, is, parked``).
    """

    caption: Caption
    verbs: frozenset[str]
    attributes: frozenset[str]


def read_factual(path: Path) -> Iterator[GraphCaption]:
    """The captions of a FACTUAL file.

    Args:
        path: CSV with the columns ``caption`` and ``scene_graph``; ``.gz`` too.

    Raises:
        InvalidInputError: A column is missing.
    """
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        missing = [column for column in _COLUMNS if column not in (reader.fieldnames or ())]
        if missing:
            raise InvalidInputError(
                f"{path}: no column {', '.join(missing)}; needed are {', '.join(_COLUMNS)}"
            )
        for row in reader:
            facts = [
                [part.strip() for part in fact.split(" , ")] for fact in _FACT.findall(row["scene_graph"])
            ]
            triples = [fact for fact in facts if len(fact) == 3 and all(fact)]
            yield GraphCaption(
                caption=Caption(text=row["caption"]),
                verbs=frozenset(p.split()[0] for _, p, _ in triples if p != _ATTRIBUTE),
                attributes=frozenset(word for _, p, o in triples if p == _ATTRIBUTE for word in o.split()),
            )
