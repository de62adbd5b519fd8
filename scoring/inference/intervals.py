"""Confidence intervals over images, from stored counts: numbers are resampled, never text.

A figure is a function of sums over images. For resampling only the number of times that each image is drawn matters, so
a thousand resamples are one product of two matrices.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from extractor.errors import InvalidInputError
from scoring.bast.agreement import Counts, prf_arrays
from scoring.bast.components import components_of, is_counted
from scoring.conventions import DEFAULT_CONVENTIONS, Conventions, EmptyConvention

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
FigureOf = Callable[[Floats, int], Floats]
"""From sums over images, of shape (..., columns), and the number of images to figures of shape (..., figures)."""

N_RESAMPLES = 1_000
CONFIDENCE = 0.95
_BATCH = 250
_MAX_DRAWN = 1 << 21

MEASURES = ("precision", "recall", "f1")
OVERALL = "overall"


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


def bast_figures(conventions: Conventions = DEFAULT_CONVENTIONS) -> tuple[tuple[str, str], ...]:
    """The figures of a BAST score in the order of the arrays here: component and measure."""
    components = components_of(conventions)
    return (*((component, measure) for component in components for measure in MEASURES), (OVERALL, "f1"))


def bast_table(
    images: Iterable[Mapping[str, Counts]], conventions: Conventions = DEFAULT_CONVENTIONS
) -> Resamplable:
    """The BAST figures (`bast_figures`) of images, ready for resampling.

    Args:
        images: The counts of each image by component.
        conventions: The options of the score.

    Raises:
        InvalidInputError: There are no images.
    """
    components = components_of(conventions)
    counted = np.array([is_counted(name) for name in components])
    counts = np.array(
        [
            [(c.matched, c.n_candidate, c.n_reference) for c in (image[name] for name in components)]
            for image in images
        ],
        dtype=np.float64,
    )
    if not len(counts):
        raise InvalidInputError("there are no images to score")
    if conventions.average == "macro":
        return mean_table(_figures(counts, counted, conventions.empty))

    def micro(sums: Floats, n_images: int) -> Floats:
        del n_images
        return _figures(sums.reshape(*sums.shape[:-1], len(components), 3), counted, conventions.empty)

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
        Efron and Tibshirani 1993, An Introduction to the Bootstrap, chapter 13.
    """
    n_images = len(data.table)
    if n_images == 1:
        return [Interval(low=float(value), high=float(value)) for value in data.figures]
    rng = np.random.default_rng(seed)
    drawn = np.concatenate(list(resampled_figures([data], n_resamples, rng)))[:, 0]
    return intervals_of(drawn, confidence)


def intervals_of(figures: Floats, confidence: float = CONFIDENCE) -> list[Interval]:
    """Percentile intervals of resampled figures.

    Args:
        figures: Of shape (resamples, figures).
        confidence: Between 0 and 1.

    Returns:
        One for each figure; NaN for a figure that a resample does not have.
    """
    ordered = np.sort(figures, axis=0)
    tail = (1 - confidence) / 2
    low, high = (_quantile(ordered, share) for share in (tail, 1 - tail))
    broken = np.isnan(figures).any(axis=0)
    return [
        Interval(low=float(a), high=float(b))
        for a, b in zip(np.where(broken, np.nan, low), np.where(broken, np.nan, high), strict=True)
    ]


def _quantile(ordered: Floats, share: float) -> Floats:
    """Between the two nearest of ordered values (``linear``; Hyndman and Fan 1996, definition 7)."""
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    part = place - below
    return np.asarray((1 - part) * ordered[below] + part * ordered[above])


def resampled_figures(
    systems: Sequence[Resamplable], n_resamples: int, rng: np.random.Generator
) -> Iterator[Floats]:
    """The figures of systems on drawn images, the same images for all of them.

    Yields:
        Of some resamples, an array of shape (resamples, systems, figures).
    """
    n_images = len(systems[0].table)
    for drawn in drawn_images(n_images, n_resamples, rng):
        counts = _draw_counts(drawn, n_images)
        figures = [system.figures_of(counts @ system.table, n_images) for system in systems]
        yield np.stack(figures, axis=1)


def drawn_images(n_images: int, n_resamples: int, rng: np.random.Generator) -> Iterator[Indices]:
    """Images drawn with replacement, as many as there are: THE bootstrap, which everything here resamples by.

    What is drawn depends on the generator alone, and not on how many resamples an array holds.

    Yields:
        Indices of shape (resamples, images), of few resamples where there are many images: of bounded size.
    """
    for size in chunk_sizes(n_images, n_resamples):
        yield rng.integers(n_images, size=(size, n_images))


def chunk_sizes(n_images: int, n_resamples: int) -> Iterator[int]:
    """How many resamples to do at once, so that a number for each image of each is not too much."""
    at_once = max(1, min(_BATCH, _MAX_DRAWN // n_images))
    for start in range(0, n_resamples, at_once):
        yield min(at_once, n_resamples - start)


def _figures(counts: Floats, counted: npt.NDArray[np.bool_], empty: EmptyConvention) -> Floats:
    """`bast_figures` of counts of shape (..., components, 3)."""
    measures = prf_arrays(counts[..., 0], counts[..., 1], counts[..., 2], empty=empty)
    flat = measures.reshape(*measures.shape[:-2], -1)
    # As in BastStatistics: the mean over the components that one side or the other has.
    present = (counts[..., 1] + counts[..., 2] > 0) & counted
    n_present = present.sum(axis=-1)
    f1_sum = np.where(present, measures[..., 2], 0.0).sum(axis=-1)
    by_convention = 1.0 if empty == "one" else 0.0
    overall = np.where(n_present > 0, f1_sum / np.maximum(n_present, 1), by_convention)
    return np.concatenate([flat, overall[..., None]], axis=-1)


def _draw_counts(drawn: Indices, n_images: int) -> Floats:
    """How often each image is drawn, from the indices drawn, of shape (resamples, images)."""
    return np.stack([np.bincount(row, minlength=n_images) for row in drawn]).astype(np.float64)
