"""PropBank over Universal Dependencies, CoNLL-U Plus in the layout of Universal PropBank.

Behind the ten columns of CoNLL-U stand the roleset of a predicate and one column a predicate with the roles of its
arguments' heads.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from extractor.errors import InvalidInputError
from extractor.types import Caption

_SPACE = re.compile(r"\s")

_ROLE_BY_LABEL = {
    "ARG0": "A0",
    "ARG1": "A1",
    "ARG2": "A2",
    "ARGM-LOC": "AM-LOC",
    "ARGM-TMP": "AM-TMP",
    "ARGM-DIR": "AM-DIR",
    "ARGM-MNR": "AM-MNR",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PropBankSentence:
    """A sentence with the roles of its verbs' arguments.

    Attributes:
        caption: The sentence, pretokenized.
        roles: Role of each (verb, argument head), indices from 0.
        nominal: Of these, the pairs whose argument is a noun, pronoun or number in the treebank.
    """

    caption: Caption
    roles: dict[tuple[int, int], str]
    nominal: frozenset[tuple[int, int]]


def read_propbank(path: Path) -> Iterator[PropBankSentence]:
    """Yield the sentences of a file that have at least one verb with a roleset.

    Raises:
        InvalidInputError: A row has fewer than eleven columns.
    """
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        rows: list[list[str]] = []
        for number, line in enumerate(lines, 1):
            line = line.rstrip("\n")
            if not line:
                if rows:
                    sentence = _sentence(rows)
                    if sentence.roles:
                        yield sentence
                rows = []
            elif line.split("\t", 1)[0].isdigit():
                columns = line.split("\t")
                if len(columns) < 11:
                    raise InvalidInputError(
                        f"{path.name}:{number}: {len(columns)} columns, expected at least 11"
                    )
                rows.append(columns)


def _sentence(rows: list[list[str]]) -> PropBankSentence:
    tokens = tuple(_SPACE.sub("_", row[1]) for row in rows)
    predicates = [i for i, row in enumerate(rows) if row[10] != "_"]
    roles = {}
    for k, predicate in enumerate(predicates):
        if rows[predicate][3] != "VERB":
            continue
        for i, row in enumerate(rows):
            role = _ROLE_BY_LABEL.get(row[11 + k]) if len(row) > 11 + k else None
            if role is not None and i != predicate:
                roles[predicate, i] = role
    nominal = frozenset(pair for pair in roles if rows[pair[1]][3] in ("NOUN", "PROPN", "PRON", "NUM"))
    return PropBankSentence(
        caption=Caption(text=" ".join(tokens), tokens=tokens), roles=roles, nominal=nominal
    )
