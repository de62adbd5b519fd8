"""Contextual vectors in a linear model: their principal axes in training, one matrix of weights after it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from extractor.links.context import ContextWeights

Vectors = npt.NDArray[np.float32]
N_AXES = 64
# Against the named features, of which a pair has some seventy with the value 1.
_SCALE = 0.15


@dataclass(frozen=True, slots=True, kw_only=True)
class Axes:
    """The principal axes of some vectors.

    Attributes:
        mean: Of the vectors, shape (width,).
        axes: Shape (width, axes): a centred vector times these has the same spread along each.
    """

    mean: npt.NDArray[np.float64]
    axes: npt.NDArray[np.float64]

    @classmethod
    def of(cls, vectors: Vectors, n_axes: int = N_AXES) -> Axes:
        """The axes along which vectors differ most, fewer where there are fewer."""
        values = vectors.astype(np.float64)
        mean = values.mean(axis=0)
        spread, directions = np.linalg.eigh(np.cov(values - mean, rowvar=False))
        n_axes = min(n_axes, int((spread > 1e-8).sum()))
        chosen = np.argsort(spread)[::-1][:n_axes]
        return cls(mean=mean, axes=_SCALE * directions[:, chosen] / np.sqrt(spread[chosen]))

    def project(self, vectors: Vectors) -> Vectors:
        """Vectors along the axes, shape (vectors, axes)."""
        return np.asarray((vectors - self.mean) @ self.axes, dtype=np.float32)


def folded(predicate: Axes, argument: Axes, coefficients: npt.NDArray[np.float64]) -> ContextWeights:
    """The weights over vectors that a model over both projections has.

    Args:
        predicate: Of the predicates.
        argument: Of the arguments.
        coefficients: Of the projections, the predicate's first, shape (axes of both, slots).
    """
    n = predicate.axes.shape[1]
    first, second = predicate.axes @ coefficients[:n], argument.axes @ coefficients[n:]
    return ContextWeights(
        predicate=first.astype(np.float32),
        argument=second.astype(np.float32),
        offsets=-(predicate.mean @ first + argument.mean @ second),
    )
