"""Is one system better than another, or is it chance? Paired tests over images, and their correction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from extractor.errors import InvalidInputError
from scoring.inference.intervals import (
    CONFIDENCE,
    N_RESAMPLES,
    Floats,
    Interval,
    Resamplable,
    chunk_sizes,
    intervals_of,
    resampled_figures,
)

ALPHA = 0.05
"""A corrected p-value below it names a winner."""

_BATCH = 250


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One figure of two systems on the same images.

    Attributes:
        first: Of the first system.
        second: Of the second.
        interval: Of ``second - first``, by paired bootstrap.
        p_bootstrap: Two-sided, by the paired bootstrap, from 0 to 1.
        p_randomization: Two-sided, by approximate randomisation, from 0 to 1.
    """

    first: float
    second: float
    interval: Interval
    p_bootstrap: float
    p_randomization: float


def paired_differences(
    first: Resamplable,
    second: Resamplable,
    *,
    n_resamples: int = N_RESAMPLES,
    confidence: float = CONFIDENCE,
    seed: int = 0,
) -> list[Difference]:
    """Compare two systems figure by figure.

    The paired bootstrap draws images, the same for both systems; its p-value is the share of resamples whose difference
    is as far from the observed one as the observed one is from 0. Approximate randomisation swaps the systems' results
    of an image with probability 1/2; its p-value is the share of swaps with a difference as large. Both count the
    observation itself, so neither is ever 0.

    Args:
        first: Of the first system.
        second: Of the second: the same images in the same order, the same figures.
        n_resamples: Of each test.
        confidence: Of the interval, between 0 and 1.
        seed: The same seed gives the same figures.

    Raises:
        InvalidInputError: The systems have different numbers of images.

    References:
        Koehn 2004, Statistical Significance Tests for Machine Translation Evaluation; Riezler and Maxwell 2005, On Some
        Pitfalls in Automatic Evaluation and Significance Testing for MT (randomisation).
    """
    if first.table.shape != second.table.shape:
        raise InvalidInputError(
            f"{len(first.table)} and {len(second.table)} images: the same images are needed"
        )
    n_images = len(first.table)
    rng = np.random.default_rng(seed)
    before, after = first.figures, second.figures
    sums = first.table.sum(axis=0), second.table.sum(axis=0)
    shift = second.table - first.table
    resampled, swapped = [], []
    for start in range(0, n_resamples, _BATCH):
        size = min(_BATCH, n_resamples - start)
        resampled += [drawn[:, 1] - drawn[:, 0] for drawn in resampled_figures([first, second], size, rng)]
        for rows in chunk_sizes(n_images, size):
            moved = (rng.random((rows, n_images)) < 0.5).astype(np.float64) @ shift
            swapped.append(
                second.figures_of(sums[1] - moved, n_images) - first.figures_of(sums[0] + moved, n_images)
            )
    differences, null = np.concatenate(resampled), np.concatenate(swapped)
    observed = after - before
    intervals = intervals_of(differences, confidence)
    p_bootstrap, p_randomization = p_values(differences - observed, observed), p_values(null, observed)
    return [
        Difference(
            first=float(before[i]),
            second=float(after[i]),
            interval=intervals[i],
            p_bootstrap=float(p_bootstrap[i]),
            p_randomization=float(p_randomization[i]),
        )
        for i in range(len(observed))
    ]


def p_values(null: Floats, observed: Floats) -> Floats:
    """Two-sided p-values: the share of resamples that lie as far from 0 as what was observed.

    The observation itself counts as one of them, so that none is ever 0: of ``n`` resamples the smallest is
    ``1 / (n + 1)``.

    Args:
        null: Figures where there is no difference, of shape (resamples, ...).
        observed: Figures of shape (...).

    References:
        Phipson and Smyth 2010, Permutation P-values Should Never Be Zero.
    """
    # Sums in another order differ in the last digits: what is equal must count as equal.
    as_far = np.abs(null) >= np.abs(observed) - 1e-12
    return np.asarray((1 + as_far.sum(axis=0)) / (1 + len(null)), dtype=np.float64)


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values corrected for their number, by Holm's step-down method.

    Examples:
        >>> holm([0.01, 0.04, 0.03])
        [0.03, 0.06, 0.06]

    References:
        Holm 1979, A simple sequentially rejective multiple test procedure.
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    result = [0.0] * len(p_values)
    largest = 0.0
    for rank, i in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[i]))
        result[i] = largest
    return result


def fewest_resamples(n_tests: int, *, alpha: float = ALPHA) -> int:
    """The fewest resamples with which one of several tests can come out below ``alpha`` after `holm`.

    Holm multiplies the smallest p-value, which is at least ``1 / (n + 1)``, by the number of tests.

    Examples:
        >>> fewest_resamples(1), fewest_resamples(80)
        (20, 1600)
    """
    return math.floor(n_tests / alpha + 1e-9)


def resamples_for(n_tests: int, asked: int | None = None) -> int:
    """How many resamples to make for a number of tests.

    Args:
        n_tests: How many p-values are corrected together.
        asked: What somebody asks for; None for as many as let a test come out below `ALPHA`, twice over, so that one
            resample does not decide, and at least `N_RESAMPLES`.

    Raises:
        InvalidInputError: What is asked for is too few for any test to come out.

    Examples:
        >>> resamples_for(8), resamples_for(80)
        (1000, 3200)
    """
    needed = fewest_resamples(n_tests)
    if asked is None:
        return max(N_RESAMPLES, 2 * needed)
    if asked < needed:
        smallest = n_tests / (asked + 1)
        raise InvalidInputError(
            f"{asked} resamples can show nothing: over {n_tests} tests the smallest p-value, corrected by Holm's "
            f"method, is {min(1.0, smallest):.3f}, and none comes below {ALPHA}; at least {needed} are needed"
        )
    return asked
