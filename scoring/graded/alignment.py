"""Which of two men is which of the two of a reference, by what is said of them."""

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


@dataclass(frozen=True, slots=True, eq=False)
class Aligned:
    """The counterparts of entities.

    Attributes:
        own: The row of each entity of the candidate.
        theirs: The column of each entity of a reference: its index among the references, and its number there.
        blocked: Which pairs of one noun are two things, because each has another counterpart; shape (rows, columns).
        reference_by_fact: The index of the reference of each of their facts.
    """

    own: dict[int, int]
    theirs: dict[tuple[int, int], int]
    blocked: npt.NDArray[np.bool_]
    reference_by_fact: Sequence[int]

    @property
    def is_needed(self) -> bool:
        """Whether any two are told apart."""
        return bool(self.blocked.any())

    @staticmethod
    def of(
        candidate: Sequence[Fact],
        references: Sequence[Sequence[Fact]],
        support: Floats,
        *,
        alike: Floats,
        row_by_word: dict[ContentWord, int],
    ) -> Aligned:
        """Align entities: the likest first, each at most once in a reference.

        Two are as like as the facts of both that the other supports, over all facts of both.

        Args:
            candidate: Its facts.
            references: Those of each.
            support: Of each fact of the candidate by each of theirs, in one row.
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
        blocked = np.zeros((len(own), len(columns)), dtype=bool)
        result = Aligned(own, columns, blocked, reference_by_fact)
        if not own or not columns:
            return result
        likeness = alike[
            np.ix_([row_by_word[w] for w in own_nouns.values()], [row_by_word[w] for w in nouns.values()])
        ]
        is_same = likeness >= _SAME
        if (is_same.sum(axis=0) < 2).all() or (is_same.sum(axis=1) < 2).all():
            return result
        gains = result._gains(candidate, theirs, support, likeness)
        references_by_column = np.array([k for k, _ in columns])
        for k in range(len(references)):
            within = np.flatnonzero(references_by_column == k)
            pairs = _greedy(np.where(is_same[:, within], gains[:, within], -1.0))
            rows, taken = [row for row, _ in pairs], [within[column] for _, column in pairs]
            others = is_same[np.ix_(rows, taken)]
            np.fill_diagonal(others, val=False)
            blocked[np.ix_(rows, taken)] = others
        return result

    def _gains(
        self, candidate: Sequence[Fact], theirs: Sequence[Fact], support: Floats, likeness: Floats
    ) -> Floats:
        shared = np.zeros(self.blocked.shape)
        n_own, n_theirs = np.zeros(len(self.own)), np.zeros(len(self.theirs))
        for rows, columns in self._places(candidate, theirs):
            facts, other_facts = np.flatnonzero(rows >= 0), np.flatnonzero(columns >= 0)
            np.add.at(n_own, rows[facts], 1)
            np.add.at(n_theirs, columns[other_facts], 1)
            if not len(facts) or not len(other_facts):
                continue
            supported = support[np.ix_(facts, other_facts)]
            best = np.zeros((len(self.theirs), len(facts)))
            np.maximum.at(best, columns[other_facts], supported.T)
            np.add.at(shared, rows[facts], best.T)
            best = np.zeros((len(self.own), len(other_facts)))
            np.maximum.at(best, rows[facts], supported)
            np.add.at(shared.T, columns[other_facts], best.T)
        result: Floats = (shared + 2 * _PRIOR * likeness) / (n_own[:, None] + n_theirs + 2 * _PRIOR)
        return result

    def _places(
        self, candidate: Sequence[Fact], theirs: Sequence[Fact]
    ) -> list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
        """The rows and columns of what stands first in facts, and of what stands second; -1 for what is no entity."""
        return [
            (
                np.array([_index(self.own, _nth(fact, n)) for fact in candidate], dtype=np.int64),
                np.array(
                    [
                        -1 if (number := _nth(fact, n)) is None else self.theirs[k, number]
                        for k, fact in zip(self.reference_by_fact, theirs, strict=True)
                    ],
                    dtype=np.int64,
                ),
            )
            for n in (0, 1)
        ]

    def foreign(self, candidate: Sequence[Fact], theirs: Sequence[Fact]) -> npt.NDArray[np.bool_]:
        """Which pairs of facts are of two things; shape (facts of the candidate, facts of the references)."""
        padded = np.pad(self.blocked, ((0, 1), (0, 1)))  # -1, which is no entity, is the last
        first, second = (padded[np.ix_(rows, columns)] for rows, columns in self._places(candidate, theirs))
        result: npt.NDArray[np.bool_] = first | second
        return result


def _entities(fact: Fact) -> list[tuple[int, ContentWord]]:
    pairs = ((fact.first_entity, fact.first), (fact.second_entity, fact.second))
    return [(number, word) for number, word in pairs if number is not None]


def _nth(fact: Fact, n: int) -> int | None:
    return fact.second_entity if n else fact.first_entity


def _index(row_by_number: dict[int, int], number: int | None) -> int:
    return -1 if number is None else row_by_number[number]


def _greedy(gains: Floats) -> list[tuple[int, int]]:
    """Pairs of rows and columns, the greatest gain first, each row and column once; none below 0."""
    order = np.argsort(-gains, axis=None, kind="stable")
    rows, columns = np.unravel_index(order, gains.shape)
    pairs: list[tuple[int, int]] = []
    free_rows, free_columns = set(range(gains.shape[0])), set(range(gains.shape[1]))
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        if gains[row, column] < 0 or not free_rows or not free_columns:
            break
        if row in free_rows and column in free_columns:
            free_rows.remove(row)
            free_columns.remove(column)
            pairs.append((row, column))
    return pairs
