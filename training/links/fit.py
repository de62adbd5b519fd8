"""Fit linear SVMs and calibrate them: what the role model and the link models share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from extractor.linear.model import LinearModel, Margins, feature_matrix

Labels = npt.NDArray[np.bool_]


def fit_linear(
    rows: Sequence[Sequence[str]],
    labels: Labels,
    names: Sequence[str],
    *,
    c: float,
    min_count: int = 2,
    seed: int = 0,
    balanced: bool = False,
    weights: npt.NDArray[np.float64] | None = None,
) -> LinearModel:
    """Fit one linear SVM a label over named features; see ``fit_with_dense``, also for the arguments."""
    model, _ = fit_with_dense(
        rows, None, labels, names, c=c, min_count=min_count, seed=seed, balanced=balanced, weights=weights
    )
    return model


def fit_with_dense(
    rows: Sequence[Sequence[str]],
    dense: npt.NDArray[np.float32] | None,
    labels: Labels,
    names: Sequence[str],
    *,
    c: float,
    min_count: int = 2,
    seed: int = 0,
    balanced: bool = False,
    weights: npt.NDArray[np.float64] | None = None,
) -> tuple[LinearModel, npt.NDArray[np.float64]]:
    """Fit one linear SVM a label.

    Args:
        rows: Sets of features.
        dense: Numbers beside them, shape (rows, columns); None for none.
        labels: Whether each label holds, shape (rows, labels).
        names: The labels' names.
        c: Weight of the errors against the size of the weights, above 0.
        min_count: Features in fewer rows are left out.
        seed: Of the solver.
        balanced: Weigh the classes by the inverse of their frequency.
        weights: Weight of each row's error, shape (rows,); None for 1 each.

    Returns:
        A model that is not calibrated yet: slopes 1, offsets 0. A label that never or always holds gets a constant. And
        the weights of the numbers, shape (columns, labels).
    """
    counts = Counter(name for row in rows for name in set(row))
    vocabulary = {
        name: i for i, name in enumerate(sorted(name for name, n in counts.items() if n >= min_count))
    }
    matrix = feature_matrix(rows, vocabulary)
    n_named = len(vocabulary)
    if dense is not None:
        matrix = hstack([matrix, csr_matrix(dense)], format="csr")
        matrix.indices, matrix.indptr = matrix.indices.astype(np.int32), matrix.indptr.astype(np.int32)
    coefficients = np.zeros((n_named, len(names)), dtype=np.float32)
    of_dense = np.zeros((0 if dense is None else dense.shape[1], len(names)))
    intercepts = np.zeros(len(names))
    for k in range(len(names)):
        column = labels[:, k]
        if column.all() or not column.any():
            intercepts[k] = 1.0 if column.any() else -1.0
            continue
        svm = LinearSVC(
            C=c, class_weight="balanced" if balanced else None, dual=True, random_state=seed, max_iter=5000
        )
        svm.fit(matrix, column, sample_weight=weights)
        coefficients[:, k] = svm.coef_[0, :n_named]
        of_dense[:, k] = svm.coef_[0, n_named:]
        intercepts[k] = svm.intercept_[0]
    used = np.abs(coefficients).max(axis=1) > 1e-4 if vocabulary else np.zeros(0, dtype=bool)
    kept = [name for name, keep in zip(vocabulary, used, strict=True) if keep]
    model = LinearModel(
        labels=tuple(names),
        index_by_feature={name: i for i, name in enumerate(kept)},
        coefficients=coefficients[used],
        intercepts=intercepts,
        slopes=np.ones(len(names)),
        offsets=np.zeros(len(names)),
    )
    return model, of_dense


def calibrate(model: LinearModel, margins: Margins, labels: Labels) -> LinearModel:
    """The model with probabilities fitted to margins of data that it was not fitted on (Platt's sigmoid).

    Args:
        model: The model.
        margins: Margins by cross-validation, shape (rows, labels).
        labels: Whether each label holds, same shape.
    """
    slopes, offsets = np.ones(len(model.labels)), np.zeros(len(model.labels))
    for k in range(len(model.labels)):
        column = labels[:, k]
        if column.any() and not column.all():
            regression = LogisticRegression(C=1e4).fit(margins[:, [k]], column)
            slopes[k], offsets[k] = regression.coef_[0, 0], regression.intercept_[0]
    return LinearModel(
        labels=model.labels,
        index_by_feature=model.index_by_feature,
        coefficients=model.coefficients,
        intercepts=model.intercepts,
        slopes=slopes,
        offsets=offsets,
    )
