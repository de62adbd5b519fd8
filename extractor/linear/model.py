"""Linear models over sets of named features, as scikit-learn's linear SVMs leave them: plain arrays.

A model on disk is a dictionary of strings, numbers and arrays, so that reading it runs no code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from extractor.errors import BundleError

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Margins = npt.NDArray[np.float64]
_FIELDS = ("labels", "vocabulary", "coefficients", "intercepts", "slopes", "offsets")


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearModel:
    """One hyperplane a label over one vocabulary of features.

    Attributes:
        labels: The labels, one a hyperplane.
        index_by_feature: Column of each known feature; others are ignored.
        coefficients: Shape (features, labels).
        intercepts: Shape (labels,).
        slopes: Of the calibration, shape (labels,): probability = sigmoid(slope * margin + offset).
        offsets: Of the calibration, shape (labels,).
    """

    labels: tuple[str, ...]
    index_by_feature: Mapping[str, int]
    coefficients: npt.NDArray[np.float32]
    intercepts: npt.NDArray[np.float64]
    slopes: npt.NDArray[np.float64]
    offsets: npt.NDArray[np.float64]

    def matrix(self, rows: Sequence[Sequence[str]]) -> csr_matrix:
        """Sets of features as a sparse binary matrix, shape (rows, features)."""
        return feature_matrix(rows, self.index_by_feature)

    def margins(self, rows: Sequence[Sequence[str]]) -> Margins:
        """Signed distances to the hyperplanes, shape (rows, labels); above 0 means that the label holds."""
        margins = np.tile(self.intercepts, (len(rows), 1))
        index = self.index_by_feature
        known = [sorted({index[name] for name in row if name in index}) for row in rows]
        filled = [i for i, columns in enumerate(known) if columns]
        if filled:
            chosen = self.coefficients[[column for i in filled for column in known[i]]].astype(np.float64)
            starts = np.cumsum([0, *(len(known[i]) for i in filled[:-1])])
            margins[filled] += np.add.reduceat(chosen, starts, axis=0)
        return margins

    def probabilities(self, margins: Margins) -> Margins:
        """Calibrated probabilities from 0 to 1 of margins, same shape."""
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(margins * self.slopes + self.offsets, -30.0, 30.0))))

    def without(self, prefix: str) -> LinearModel:
        """The model without the features whose names begin with a prefix."""
        kept = [name for name in self.index_by_feature if not name.startswith(prefix)]
        return replace(
            self,
            index_by_feature={name: i for i, name in enumerate(kept)},
            coefficients=self.coefficients[[self.index_by_feature[name] for name in kept]],
        )

    def to_state(self) -> dict[str, Any]:
        """The model as a dictionary of strings and arrays."""
        vocabulary = sorted(self.index_by_feature, key=self.index_by_feature.__getitem__)
        return {
            "labels": list(self.labels),
            # One string loads a hundred times faster than a list of them.
            "vocabulary": "\n".join(vocabulary),
            "coefficients": self.coefficients,
            "intercepts": self.intercepts,
            "slopes": self.slopes,
            "offsets": self.offsets,
        }

    @classmethod
    def from_state(cls, state: Mapping[str, Any], *, where: str) -> LinearModel:
        """The model of a dictionary made by ``to_state``.

        Raises:
            BundleError: A field is missing or the shapes do not fit.
        """
        missing = [name for name in _FIELDS if name not in state]
        if missing:
            raise BundleError(f"{where}: a linear model lacks {', '.join(missing)}")
        vocabulary = state["vocabulary"].split("\n") if state["vocabulary"] else []
        labels = tuple(state["labels"])
        if state["coefficients"].shape != (len(vocabulary), len(labels)):
            shape = state["coefficients"].shape
            raise BundleError(
                f"{where}: coefficients of shape {shape}, expected {(len(vocabulary), len(labels))}"
            )
        return cls(
            labels=labels,
            index_by_feature={feature: i for i, feature in enumerate(vocabulary)},
            coefficients=state["coefficients"],
            intercepts=state["intercepts"],
            slopes=state["slopes"],
            offsets=state["offsets"],
        )


def feature_matrix(rows: Sequence[Sequence[str]], index_by_feature: Mapping[str, int]) -> csr_matrix:
    """Sets of features as a sparse binary matrix, shape (rows, features); unknown features are left out."""
    from scipy.sparse import (
        csr_matrix,  # for training alone: it takes longer to import than a caption to read
    )

    columns: list[int] = []
    ends = [0]
    for row in rows:
        columns.extend({index_by_feature[name] for name in row if name in index_by_feature})
        ends.append(len(columns))
    # scikit-learn's linear solver wants 32-bit indices.
    matrix = csr_matrix(
        (
            np.ones(len(columns), dtype=np.float32),
            np.array(columns, dtype=np.int32),
            np.array(ends, dtype=np.int32),
        ),
        shape=(len(rows), len(index_by_feature)),
    )
    matrix.sort_indices()
    return matrix
