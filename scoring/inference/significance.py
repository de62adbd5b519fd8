"""Is one system better than another, or is it chance? The paired bootstrap over images.

It resamples statistics, never text: the counts of an image are drawn again and again, for both systems alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from extractor.errors import InvalidInputError
from scoring.bast.agreement import Counts
from scoring.bast.bag import COMPONENTS

N_RESAMPLES = 2_000
_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDifference:
    """How much better the second of two systems is, by the mean of the seven components' micro F1.

    Attributes:
        first: Of the first system, from 0 to 1.
        second: Of the second.
        low: Lower end of the 95% interval of ``second - first``, from -1 to 1.
        high: Its upper end.
        p_value: Two-sided: twice the share of resamples on the other side of 0, at most 1.
    """

    first: float
    second: float
    low: float
    high: float
    p_value: float


def paired_bootstrap(
    first: Sequence[Mapping[str, Counts]],
    second: Sequence[Mapping[str, Counts]],
    *,
    seed: int = 0,
    n_resamples: int = N_RESAMPLES,
) -> PairedDifference:
    """Compare two systems on the same images.

    Args:
        first: The counts of each image by component, of the first system.
        second: The same images in the same order, of the second system.
        seed: The same seed gives the same intervals.
        n_resamples: How often the images are drawn, with replacement.

    Raises:
        InvalidInputError: The systems have different numbers of images, or none.

    References:
        Koehn, 2004: Statistical Significance Tests for Machine Translation Evaluation.
    """
    if len(first) != len(second) or not first:
        raise InvalidInputError(
            f"{len(first)} and {len(second)} images: needed are the same images, at least one"
        )
    tables = [_table(system) for system in (first, second)]
    n_images = len(first)
    weights = np.random.default_rng(seed).multinomial(
        n_images, np.full(n_images, 1 / n_images), size=n_resamples
    )
    observed = [float(_mean_f1(table.sum(axis=0)[None])[0]) for table in tables]
    resampled = [_mean_f1(np.einsum("ri,ick->rck", weights, table)) for table in tables]
    differences = resampled[1] - resampled[0]
    low, high = np.quantile(differences, [(1 - _CONFIDENCE) / 2, (1 + _CONFIDENCE) / 2])
    tail = min(float((differences <= 0).mean()), float((differences >= 0).mean()))
    return PairedDifference(
        first=observed[0], second=observed[1], low=float(low), high=float(high), p_value=min(1.0, 2 * tail)
    )


def _table(images: Sequence[Mapping[str, Counts]]) -> npt.NDArray[np.int64]:
    """Counts as an array of shape (images, components, 3)."""
    return np.array(
        [
            [
                (image[component].matched, image[component].n_candidate, image[component].n_reference)
                for component in COMPONENTS
            ]
            for image in images
        ]
    )


def _mean_f1(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """The mean of the components' F1 for counts of shape (..., components, 3)."""
    matched, total = counts[..., 0], counts[..., 1] + counts[..., 2]
    f1 = np.where(total > 0, 2 * matched / np.maximum(total, 1), 1.0)
    return np.asarray(f1.mean(axis=-1))
