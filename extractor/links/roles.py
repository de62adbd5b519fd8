"""PropBank-style roles, predicted from the parse: the SRL-like features of the link model.

A role is predicted for every pair of a predicate candidate and an argument candidate; it is a feature of the link
model, never its answer.
"""

from __future__ import annotations

import numpy as np

from extractor.linear.model import LinearModel, Margins
from extractor.word_scores import ROLES

__all__ = ["ROLES", "ROLE_THRESHOLD", "role_names"]

# Margin above which a role is said to hold; chosen on the development part of PropBank.
ROLE_THRESHOLD = -0.2


def role_names(model: LinearModel, margins: Margins) -> list[list[str]]:
    """Predicted roles as features of the link model.

    Args:
        model: The role model.
        margins: Its margins, shape (pairs, roles).

    Returns:
        For each pair the winning role, the runner-up, and how sure each role is, in steps.
    """
    steps = np.clip(np.floor(margins * 2.0), -3, 2).astype(int).tolist()
    order = np.argsort(-margins, axis=1, kind="stable")[:, :2]
    holds = (margins.max(axis=1, initial=-np.inf) > ROLE_THRESHOLD).tolist()
    labels = model.labels
    names = []
    for (first, second), step, certain in zip(order.tolist(), steps, holds, strict=True):
        best = labels[first] if certain else "none"
        names.append(
            [
                f"role={best}",
                f"role={best}|second={labels[second]}",
                f"best_role={labels[first]}|{step[first]}",
            ]
            + [f"role_step|{label}|{value}" for label, value in zip(labels, step, strict=True) if value > -3]
        )
    return names
