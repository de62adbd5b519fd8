"""Confidence intervals and paired tests over images, from stored counts: numbers are resampled, never text.

A figure is a function of sums over images. For resampling only the number of times that each image is drawn matters, so
a thousand resamples are one product of two matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from extractor.errors import InvalidInputError
from scoring.bast.agreement import Counts
from scoring.bast.bag import COMPONENTS
from scoring.conventions import DEFAULT_CONVENTIONS, Conventions

Floats = npt.NDArray[np.float64]
FigureOf = Callable[[Floats, int], Floats]
"""From sums over images, of shape (..., columns), and the number of images to figures of shape (..., figures)."""

N_RESAMPLES = 1_000
CONFIDENCE = 0.95
_BATCH = 250

MEASURES = ("precision", "recall", "f1")
OVERALL = "overall"
FIGURES: tuple[tuple[str, str], ...] = (
    *((component, measure) for component in COMPONENTS for measure in MEASURES),
    (OVERALL, "f1"),
)
"""The figures of a BAST score in the order of the arrays here: component and measure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A confidence interval; ``low`` is at most ``high``."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Resamplable:
    """Numbers of each image, and what is made of their sums.

    Attributes:
        table: Of shape (images, columns).
        figures_of: From sums to figures.
    """

    table: Floats
    figures_of: FigureOf

    @property
    def figures(self) -> Floats:
        """The figures of all images."""
        return self.figures_of(self.table.sum(axis=0), len(self.table))


def bast_table(
    images: Iterable[Mapping[str, Counts]], conventions: Conventions = DEFAULT_CONVENTIONS
) -> Resamplable:
    """The BAST figures (`FIGURES`) of images, ready for resampling.

    Args:
        images: The counts of each image by component.
        conventions: The options of the score.

    Raises:
        InvalidInputError: There are no images.
    """
    counts = np.array(
        [
            [(c.matched, c.n_candidate, c.n_reference) for c in (image[name] for name in COMPONENTS)]
            for image in images
        ],
        dtype=np.float64,
    )
    if not len(counts):
        raise InvalidInputError("there are no images to score")
    empty = 1.0 if conventions.empty == "one" else 0.0
    if conventions.average == "macro":
        return mean_table(_figures(counts, empty))

    def micro(sums: Floats, n_images: int) -> Floats:
        del n_images
        return _figures(sums.reshape(*sums.shape[:-1], len(COMPONENTS), 3), empty)

    return Resamplable(counts.reshape(len(counts), -1), micro)


def mean_table(values: Floats) -> Resamplable:
    """Means over images of values of shape (images, figures), ready for resampling.

    Raises:
        InvalidInputError: There are no images.
    """
    if not len(values):
        raise InvalidInputError("there are no images to score")
    return Resamplable(np.asarray(values, dtype=np.float64), lambda sums, n_images: sums / n_images)


def bootstrap_intervals(
    data: Resamplable, *, n_resamples: int = N_RESAMPLES, confidence: float = CONFIDENCE, seed: int = 0
) -> list[Interval]:
    """Percentile bootstrap intervals over images, one for each figure.

    Args:
        data: At least one image; with one image every interval is a point.
        n_resamples: How often the images are drawn, with replacement; at least 1.
        confidence: Between 0 and 1.
        seed: The same seed gives the same intervals.

    References:
        Efron and Tibshirani 1993, An Introduction to the Bootstrap, chapter 13; computed by ``scipy.stats.bootstrap``.
    """
    n_images = len(data.table)
    if n_images == 1:
        return [Interval(low=float(value), high=float(value)) for value in data.figures]

    def statistic(drawn: npt.NDArray[np.int64], axis: int) -> Floats:
        del axis
        figures = data.figures_of(_draw_counts(drawn, n_images) @ data.table, n_images)
        return np.moveaxis(figures, -1, 0)

    import scipy.stats  # here, because it takes half a second

    result = scipy.stats.bootstrap(
        (np.arange(n_images),),
        statistic,
        n_resamples=n_resamples,
        batch=_BATCH,
        vectorized=True,
        confidence_level=confidence,
        method="percentile",
        rng=np.random.default_rng(seed),
    )
    interval = result.confidence_interval
    return [
        Interval(low=float(low), high=float(high))
        for low, high in zip(interval.low, interval.high, strict=True)
    ]


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
    observed = after - before
    shift = second.table - first.table
    resampled, swapped = [], []
    for start in range(0, n_resamples, _BATCH):
        size = min(_BATCH, n_resamples - start)
        counts = _draw_counts(rng.integers(n_images, size=(size, n_images)), n_images)
        resampled.append(data_figures(second, counts, n_images) - data_figures(first, counts, n_images))
        moved = (rng.random((size, n_images)) < 0.5).astype(np.float64) @ shift
        swapped.append(
            second.figures_of(second.table.sum(axis=0) - moved, n_images)
            - first.figures_of(first.table.sum(axis=0) + moved, n_images)
        )
    differences, null = np.concatenate(resampled), np.concatenate(swapped)
    low, high = np.quantile(differences, [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)
    # Sums in another order differ in the last digits: what is equal must count as equal.
    size_of = np.abs(observed) - 1e-12
    p_bootstrap = (1 + (np.abs(differences - observed) >= size_of).sum(axis=0)) / (1 + n_resamples)
    p_randomization = (1 + (np.abs(null) >= size_of).sum(axis=0)) / (1 + n_resamples)
    return [
        Difference(
            first=float(before[i]),
            second=float(after[i]),
            interval=Interval(low=float(low[i]), high=float(high[i])),
            p_bootstrap=float(p_bootstrap[i]),
            p_randomization=float(p_randomization[i]),
        )
        for i in range(len(observed))
    ]


def data_figures(data: Resamplable, counts: Floats, n_images: int) -> Floats:
    """The figures of resamples that draw each image as often as ``counts`` says."""
    return data.figures_of(counts @ data.table, n_images)


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


def _figures(counts: Floats, empty: float) -> Floats:
    """`FIGURES` of counts of shape (..., components, 3)."""
    matched, n_candidate, n_reference = counts[..., 0], counts[..., 1], counts[..., 2]
    total = n_candidate + n_reference
    measures = [
        np.where(n > 0, factor * matched / np.maximum(n, 1), empty)
        for factor, n in ((1, n_candidate), (1, n_reference), (2, total))
    ]
    stacked = np.stack(measures, axis=-1)
    flat = stacked.reshape(*stacked.shape[:-2], -1)
    overall = measures[2].mean(axis=-1, keepdims=True)
    return np.concatenate([flat, overall], axis=-1)


def _draw_counts(drawn: npt.NDArray[Any], n_images: int) -> Floats:
    """How often each image is drawn, from the indices drawn, of shape (resamples, images)."""
    if drawn.ndim == 1:
        return np.bincount(drawn, minlength=n_images).astype(np.float64)
    offsets = np.arange(len(drawn))[:, None] * n_images
    counts = np.bincount((drawn + offsets).ravel(), minlength=drawn.shape[0] * n_images)
    return cast("Floats", counts.reshape(drawn.shape[0], n_images).astype(np.float64))
