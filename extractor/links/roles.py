"""PropBank-style roles, predicted from the parse: the SRL-like features of the link model.

A role is predicted for every pair of a predicate candidate and an argument candidate; it is a feature of the link
model, never its answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from extractor.linear.model import LinearModel, Margins
from extractor.word_scores import ROLES

__all__ = ["ROLES", "ROLE_THRESHOLD", "RoleWeights", "role_names"]

Indices = npt.NDArray[np.intp]

# Margin above which a role is said to hold; chosen on the development part of PropBank.
ROLE_THRESHOLD = -0.2
_NONE = "none"
_STEPS = range(-3, 3)


def role_names(model: LinearModel, margins: Margins) -> list[list[str]]:
    """Predicted roles as features of the link model, for its training.

    Args:
        model: The role model.
        margins: Its margins, shape (pairs, roles).

    Returns:
        For each pair the winning role, the runner-up, and how sure each role is, in steps.
    """
    labels = (*model.labels, _NONE)
    names = []
    for best, first, second, steps in zip(*(part.tolist() for part in _read(margins)), strict=True):
        names.append(
            [
                _best_name(labels[best]),
                _second_name(labels[best], labels[second]),
                _first_name(labels[first], steps[first]),
            ]
            + [
                _step_name(label, step)
                for label, step in zip(labels, steps, strict=False)
                if step > _STEPS[0]
            ]
        )
    return names


class RoleWeights:
    """What the features of `role_names` weigh in a model of links: tables, as they are few and known ahead.

    Args:
        links: The model.
        labels: Those of the role model.
    """

    def __init__(self, links: LinearModel, labels: Sequence[str]) -> None:
        def table(names: list[Any]) -> npt.NDArray[np.float64]:
            columns = np.array(
                [links.index_by_feature.get(name, -1) for name in np.ravel(names).tolist()], dtype=np.intp
            )
            weights = np.vstack([links.coefficients, np.zeros((1, len(links.labels)))])[columns]
            return np.asarray(weights, dtype=np.float64).reshape(*np.shape(names), len(links.labels))

        every = (*labels, _NONE)
        self._best = table([_best_name(best) for best in every])
        self._second = table([[_second_name(best, second) for second in labels] for best in every])
        self._first = table([[_first_name(first, step) for step in _STEPS] for first in labels])
        self._steps = table([[_step_name(label, step) for step in _STEPS] for label in labels])
        self._steps[:, 0] = 0.0  # the least step of a role is no feature

    def margins(self, margins: Margins) -> Margins:
        """What the features of pairs add to the model's margins, shape (pairs, its labels).

        Args:
            margins: Of the role model, shape (pairs, roles).
        """
        best, first, second, steps = _read(margins)
        places = steps - _STEPS[0]
        pairs, roles = np.arange(len(margins)), np.arange(margins.shape[1])
        summed: Margins = self._steps[roles, places].sum(axis=1)
        return (
            summed + self._best[best] + self._second[best, second] + self._first[first, places[pairs, first]]
        )


def _read(margins: Margins) -> tuple[Indices, Indices, Indices, Indices]:
    """Of each pair the role that holds (one behind the last: none), the first, the second, and each role's step."""
    steps = np.clip(np.floor(margins * 2.0), _STEPS[0], _STEPS[-1]).astype(np.intp)
    order = np.argsort(-margins, axis=1, kind="stable")
    first, second = order[:, 0], order[:, 1]
    holds = margins.max(axis=1, initial=-np.inf) > ROLE_THRESHOLD
    return np.where(holds, first, margins.shape[1]), first, second, steps


def _best_name(best: str) -> str:
    return f"role={best}"


def _second_name(best: str, second: str) -> str:
    return f"role={best}|second={second}"


def _first_name(first: str, step: int) -> str:
    return f"best_role={first}|{step}"


def _step_name(label: str, step: int) -> str:
    return f"role_step|{label}|{step}"
