"""Which thing of a caption is which of a reference: by their nouns, and of two men by what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scoring.graded.facts import Fact
from scoring.graded.similarity import ContentWord, Floats

_SAME = 0.9
"""From which likeness on two nouns are one: a dog and a cat need no telling apart."""
_PRIOR = 0.5
"""What the nouns weigh beside the facts, each of which weighs 1."""
Indices = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Support = tuple[Sequence[int], Sequence[int], Floats]
"""Places of facts of the candidate, places of facts of the references, and how far these support those."""


@dataclass(frozen=True, slots=True, eq=False)
class Aligned:
    """The counterparts of entities.

    Attributes:
        own: The row of each entity of the candidate.
        theirs: The column of each entity of a reference: its index among the references, and its number there.
        column_by_row: The counterpart of each entity of the candidate in each reference, -1 for none; shape (rows,
            references).
        row_by_column: The counterpart of each of theirs, -1 for none.
        reference_by_fact: The index of the reference of each of their facts.
    """

    own: dict[int, int]
    theirs: dict[tuple[int, int], int]
    column_by_row: Indices
    row_by_column: Indices
    reference_by_fact: Sequence[int]

    @staticmethod
    def of(
        candidate: Sequence[Fact],
        references: Sequence[Sequence[Fact]],
        supports: Sequence[Support],
        *,
        alike: Floats,
        row_by_word: dict[ContentWord, int],
    ) -> Aligned:
        """Align entities of like nouns: the likest first, each at most once in a reference.

        Two are as like as the facts of both that the other supports, over all facts of both.

        Args:
            candidate: Its facts.
            references: Those of each.
            supports: Of facts of the candidate by theirs.
            alike: The similarity of each pair of words.
            row_by_word: Their places in it.
        """
        theirs = [fact for facts in references for fact in facts]
        reference_by_fact = [k for k, facts in enumerate(references) for _ in facts]
        own_nouns: dict[int, ContentWord] = {}
        nouns: dict[tuple[int, int], ContentWord] = {}
        for fact in candidate:
            for number, word in _entities(fact):
                own_nouns.setdefault(number, word)
        for k, fact in zip(reference_by_fact, theirs, strict=True):
            for number, word in _entities(fact):
                nouns.setdefault((k, number), word)
        own = {number: row for row, number in enumerate(own_nouns)}
        columns = {key: column for column, key in enumerate(nouns)}
        result = Aligned(
            own,
            columns,
            np.full((len(own), len(references)), -1),
            np.full(len(columns), -1),
            reference_by_fact,
        )
        if not own or not columns:
            return result
        likeness = alike[
            np.ix_([row_by_word[w] for w in own_nouns.values()], [row_by_word[w] for w in nouns.values()])
        ]
        is_same = likeness >= _SAME
        is_clear = (is_same.sum(axis=0) < 2).all() and (is_same.sum(axis=1) < 2).all()
        gains = likeness if is_clear else result._gains(candidate, theirs, supports, likeness)
        references_by_column = np.array([k for k, _ in columns])
        for k in range(len(references)):
            within = np.flatnonzero(references_by_column == k)
            for row, column in _greedy(gains[:, within], is_same[:, within]):
                result.column_by_row[row, k] = within[column]
                result.row_by_column[within[column]] = row
        return result

    def _gains(
        self,
        candidate: Sequence[Fact],
        theirs: Sequence[Fact],
        supports: Sequence[Support],
        likeness: Floats,
    ) -> Floats:
        shared = np.zeros((len(self.own), len(self.theirs)))
        n_own, n_theirs = np.zeros(len(self.own)), np.zeros(len(self.theirs))
        for n in (0, 1):
            every = self.own_places(candidate, n), self.their_places(theirs, range(len(theirs)), n)
            for counts, places in zip((n_own, n_theirs), every, strict=True):
                np.add.at(counts, places[places >= 0], 1)
            for rows, columns, support in supports:
                own, other = (
                    places[list(which)] for places, which in zip(every, (rows, columns), strict=True)
                )
                _share(shared, support[np.ix_(own >= 0, other >= 0)], own[own >= 0], other[other >= 0])
        result: Floats = (shared + 2 * _PRIOR * likeness) / (n_own[:, None] + n_theirs + 2 * _PRIOR)
        return result

    def own_places(self, facts: Sequence[Fact], n: int) -> Indices:
        """The rows of what stands first (0) or second (1) in facts of the candidate; -1 for what is no entity."""
        return np.array([_index(self.own, _nth(fact, n)) for fact in facts], dtype=np.int64)

    def their_places(self, facts: Sequence[Fact], places: Sequence[int], n: int) -> Indices:
        """The columns of what stands first (0) or second (1) in facts of references; -1 for what is no entity.

        Args:
            facts: Theirs.
            places: Where these stand among all of theirs.
            n: Which.
        """
        return np.array(
            [
                -1
                if (number := _nth(fact, n)) is None
                else self.theirs[self.reference_by_fact[place], number]
                for fact, place in zip(facts, places, strict=True)
            ],
            dtype=np.int64,
        )

    def partner(self, columns: Indices) -> Indices:
        """The rows of the counterparts of things of references, -1 for none."""
        return np.append(self.row_by_column, -1)[columns]

    def relation(self, rows: Indices, columns: Indices, places: Sequence[int]) -> tuple[Bools, Bools]:
        """Of things of the candidate and things of references: which pairs are one thing, and which are two.

        Args:
            rows: As `own_places` has them.
            columns: As `their_places` has them.
            places: Of the facts of the columns, among all of theirs.

        Returns:
            Each of shape (rows, columns). Two are those of which each has another counterpart; of the rest nothing is
            known.
        """
        counterparts = np.vstack([self.column_by_row, np.full((1, self.column_by_row.shape[1]), -1)])
        expected = counterparts[rows][:, [self.reference_by_fact[place] for place in places]]
        one = (expected == columns) & (columns >= 0)
        return one, (expected >= 0) & (self.partner(columns) >= 0) & ~one


def _entities(fact: Fact) -> list[tuple[int, ContentWord]]:
    pairs = ((fact.first_entity, fact.first), (fact.second_entity, fact.second))
    return [(number, word) for number, word in pairs if number is not None]


def _nth(fact: Fact, n: int) -> int | None:
    return fact.second_entity if n else fact.first_entity


def _index(row_by_number: dict[int, int], number: int | None) -> int:
    return -1 if number is None else row_by_number[number]


def _share(shared: Floats, supported: Floats, own: Indices, other: Indices) -> None:
    """Add to each pair of things what the facts of both support of each other.

    Args:
        shared: Of each pair of things; is changed.
        supported: Of each pair of facts.
        own: The thing of each row of them.
        other: Of each column.
    """
    if not supported.size:
        return
    rows, columns = np.argsort(own, kind="stable"), np.argsort(other, kind="stable")
    supported = supported[np.ix_(rows, columns)]
    (things, row_starts), (others, column_starts) = (
        np.unique(numbers, return_index=True) for numbers in (own[rows], other[columns])
    )
    best_by_row = np.maximum.reduceat(supported, column_starts, axis=1)
    best_by_column = np.maximum.reduceat(supported, row_starts, axis=0)
    shared[np.ix_(things, others)] += np.add.reduceat(best_by_row, row_starts, axis=0)
    shared[np.ix_(things, others)] += np.add.reduceat(best_by_column, column_starts, axis=1)


def _greedy(gains: Floats, allowed: Bools) -> list[tuple[int, int]]:
    """Pairs of rows and columns that are allowed, the greatest gain first, each row and column once."""
    rows, columns = np.nonzero(allowed)
    order = np.argsort(-gains[rows, columns], kind="stable")
    pairs: list[tuple[int, int]] = []
    taken_rows: set[int] = set()
    taken_columns: set[int] = set()
    for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        if row not in taken_rows and column not in taken_columns:
            taken_rows.add(row)
            taken_columns.add(column)
            pairs.append((row, column))
    return pairs
