"""Agreement of two sets of values: counts that add, and precision, recall and F1, divided last."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

from extractor.errors import InvalidInputError
from scoring.conventions import EmptyConvention, check_options

if TYPE_CHECKING:
    from collections.abc import Set


@dataclass(frozen=True, slots=True)
class Counts:
    """What two sets of values share; counts add with ``+`` and ``sum``.

    Attributes:
        matched: Values in both sets, at least 0 and at most the smaller of the two counts.
        n_candidate: Values of the candidate, at least 0.
        n_reference: Values of the reference, at least 0.

    Raises:
        InvalidInputError: A count is negative, or more values matched than there are.
    """

    matched: int = 0
    n_candidate: int = 0
    n_reference: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.matched <= min(self.n_candidate, self.n_reference):
            raise InvalidInputError(
                f"matched must be from 0 to the smaller of n_candidate and n_reference; got "
                f"{self.matched} of {self.n_candidate} and {self.n_reference}"
            )

    @property
    def is_present(self) -> bool:
        """Whether the candidate or the reference has a value at all."""
        return self.n_candidate + self.n_reference > 0

    def __add__(self, other: Counts) -> Counts:
        if not isinstance(other, Counts):
            return NotImplemented
        return Counts(
            self.matched + other.matched,
            self.n_candidate + other.n_candidate,
            self.n_reference + other.n_reference,
        )

    def __radd__(self, other: Literal[0]) -> Counts:
        return self if other == 0 else NotImplemented


@dataclass(frozen=True, slots=True, kw_only=True)
class PRF:
    """Precision, recall and F1, each from 0 to 1; higher is better."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactPRF:
    """Precision, recall and F1 as fractions, for sums that no order of adding changes."""

    precision: Fraction
    recall: Fraction
    f1: Fraction

    def rounded(self) -> PRF:
        """The nearest floating-point numbers."""
        return PRF(precision=float(self.precision), recall=float(self.recall), f1=float(self.f1))


def count_agreement(candidate: Set[tuple[str, ...]], reference: Set[tuple[str, ...]]) -> Counts:
    """Count what two sets of values share."""
    return Counts(len(candidate & reference), len(candidate), len(reference))


def exact_prf(counts: Counts, *, empty: EmptyConvention = "one") -> ExactPRF:
    """Precision, recall and F1 of counts, as fractions.

    F1 is the harmonic mean of the precision and recall that are reported: where one of them is 1 by
    convention alone the other is 0 (nothing predicted although there is gold, or the other way round), so F1
    is 0; where both are 1 by convention F1 is 1. Written over counts that is ``2 * matched / (n_candidate +
    n_reference)``.

    Args:
        counts: The counts of one component.
        empty: Precision where nothing was predicted and recall where there is no gold: ``one`` or ``zero``.

    Returns:
        Three fractions from 0 to 1.

    Raises:
        InvalidInputError: ``empty`` is not an allowed value.

    References:
        Ellebracht et al. 2015, the BAST metric; the conventions for empty sets are those of the authors'
        released evaluator.
    """
    check_options(empty=empty)
    by_convention = Fraction(1 if empty == "one" else 0)
    n_values = counts.n_candidate + counts.n_reference
    return ExactPRF(
        precision=Fraction(counts.matched, counts.n_candidate) if counts.n_candidate else by_convention,
        recall=Fraction(counts.matched, counts.n_reference) if counts.n_reference else by_convention,
        f1=Fraction(2 * counts.matched, n_values) if n_values else by_convention,
    )


def prf(counts: Counts, *, empty: EmptyConvention = "one") -> PRF:
    """Precision, recall and F1 of counts, each from 0 to 1; see `exact_prf`.

    Examples:
        >>> prf(Counts(1, 2, 4))
        PRF(precision=0.5, recall=0.25, f1=0.3333333333333333)
        >>> prf(Counts(0, 0, 3))
        PRF(precision=1.0, recall=0.0, f1=0.0)
    """
    return exact_prf(counts, empty=empty).rounded()


def prf_arrays(
    matched: npt.NDArray[np.float64],
    n_candidate: npt.NDArray[np.float64],
    n_reference: npt.NDArray[np.float64],
    *,
    empty: EmptyConvention = "one",
) -> npt.NDArray[np.float64]:
    """Precision, recall and F1 of many counts at once; see `exact_prf`.

    Args:
        matched: Of any shape, the same for all three.
        n_candidate: Values of the candidate.
        n_reference: Values of the reference.
        empty: As in `exact_prf`.

    Returns:
        An array with one more axis, the last, of the three measures.
    """
    by_convention = 1.0 if empty == "one" else 0.0
    pairs = ((1, n_candidate), (1, n_reference), (2, n_candidate + n_reference))
    return np.stack(
        [np.where(n > 0, factor * matched / np.maximum(n, 1), by_convention) for factor, n in pairs], axis=-1
    )


def harmonic_prf(precision: float, recall: float) -> PRF:
    """Precision and recall that are no quotients of one pair of counts (means, clusters), with their F1.

    F1 is 0 where both are 0.
    """
    total = precision + recall
    return PRF(precision=precision, recall=recall, f1=2 * precision * recall / total if total else 0.0)


def precision(counts: Counts, empty: EmptyConvention = "one") -> float:
    """Share of the candidate's values that the reference has, from 0 to 1; see `exact_prf`."""
    return prf(counts, empty=empty).precision


def recall(counts: Counts, empty: EmptyConvention = "one") -> float:
    """Share of the reference's values that the candidate has, from 0 to 1; see `exact_prf`."""
    return prf(counts, empty=empty).recall


def f1(counts: Counts, empty: EmptyConvention = "one") -> float:
    """Harmonic mean of precision and recall, from 0 to 1; see `exact_prf`."""
    return prf(counts, empty=empty).f1
