from __future__ import annotations

import pytest

from extractor.errors import InvalidInputError
from scoring import PRF, Counts, count_agreement, f1, precision, prf, recall

# matched, n_candidate, n_reference -> P, R, F1 under empty:one and under empty:zero
CASES = [
    ((1, 2, 4), (1 / 2, 1 / 4, 1 / 3), (1 / 2, 1 / 4, 1 / 3)),  # F1 = 2*1 / (2 + 4)
    ((3, 3, 3), (1, 1, 1), (1, 1, 1)),
    ((2, 3, 2), (2 / 3, 1, 4 / 5), (2 / 3, 1, 4 / 5)),  # F1 = 2*2 / (3 + 2)
    ((0, 2, 3), (0, 0, 0), (0, 0, 0)),
    ((0, 0, 3), (1, 0, 0), (0, 0, 0)),  # nothing predicted: P is a convention, R is earned
    ((0, 3, 0), (0, 1, 0), (0, 0, 0)),  # no gold: R is a convention, P is earned
    ((0, 0, 0), (1, 1, 1), (0, 0, 0)),  # both a convention
]


@pytest.mark.parametrize(("numbers", "one", "zero"), CASES)
def test_prf_table(numbers: tuple[int, int, int], one: tuple[float, ...], zero: tuple[float, ...]) -> None:
    counts = Counts(*numbers)
    assert prf(counts) == prf(counts, empty="one") == PRF(precision=one[0], recall=one[1], f1=one[2])
    assert prf(counts, empty="zero") == PRF(precision=zero[0], recall=zero[1], f1=zero[2])
    assert (precision(counts), recall(counts), f1(counts)) == one
    assert (precision(counts, "zero"), recall(counts, "zero"), f1(counts, "zero")) == zero


def test_counts_add() -> None:
    parts = [Counts(1, 2, 3), Counts(0, 4, 0), Counts(2, 2, 2)]
    assert sum(parts) == parts[0] + parts[1] + parts[2] == Counts(3, 8, 5)
    assert sum([], Counts()) == Counts(0, 0, 0)
    with pytest.raises(TypeError):
        Counts() + 1
    with pytest.raises(TypeError):
        1 + Counts()


def test_count_agreement() -> None:
    assert count_agreement({("a",), ("b",)}, {("b",), ("c",), ("d",)}) == Counts(1, 2, 3)
    assert count_agreement(set(), set()) == Counts(0, 0, 0)


@pytest.mark.parametrize("numbers", [(-1, 0, 0), (2, 1, 3), (2, 3, 1), (0, -1, 2), (0, 2, -1)])
def test_counts_that_cannot_be(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(InvalidInputError, match="matched must be from 0 to the smaller of"):
        Counts(*numbers)


def test_unknown_empty_convention() -> None:
    with pytest.raises(InvalidInputError, match="empty: 'half' is not allowed; allowed: one, zero"):
        prf(Counts(), empty="half")
