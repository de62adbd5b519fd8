"""PropBank-style roles, predicted from the parse: the SRL-like features of the link model.

A role is predicted for every pair of a predicate candidate and an argument candidate; it is a feature of the link
model, never its answer. Roles come from a linear model over the parse, and beside it from the parser itself where that
scores pairs of words: each knows what the other does not.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from extractor.linear.model import LinearModel, Margins
from extractor.word_scores import ROLES, WordScores

__all__ = ["ROLES", "ROLE_THRESHOLD", "WORD_ROLE", "role_names", "word_role_names"]

WORD_ROLE = "word_role"
"""How the names of features begin that a parser without scores does not have."""

# Margin above which a role is said to hold; chosen on the development part of PropBank.
ROLE_THRESHOLD = -0.2
# Probabilities at which a word's role changes its step.
_STEPS = (0.02, 0.1, 0.3, 0.6, 0.9)
_HOLDS = 3


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


def word_role_names(scores: WordScores | None, predicate: int, arguments: Sequence[int]) -> list[list[str]]:
    """Roles that a contextual parser sees in pairs of words, as features of the link model.

    Args:
        scores: The parser's; None where it has none.
        predicate: The word of an overt predicate candidate.
        arguments: The words of its argument candidates.

    Returns:
        For each pair how sure each role is, in steps, and the surest; empty where there are no scores.
    """
    if scores is None:
        return [[] for _ in arguments]
    steps = np.searchsorted(_STEPS, scores.roles(predicate, arguments))
    best = steps.argmax(axis=1).tolist()
    return [
        [f"{WORD_ROLE}|{role}|{step}" for role, step in zip(ROLES, row, strict=True) if step]
        + [f"{WORD_ROLE}_best|{ROLES[k] if row[k] >= _HOLDS else 'none'}"]
        for row, k in zip(steps.tolist(), best, strict=True)
    ]
