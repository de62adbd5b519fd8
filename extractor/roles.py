"""PropBank-style roles, predicted from the parse: the SRL-like features of the link model.

A role is predicted for every pair of a predicate candidate and an argument candidate; it is a feature of the link
model, never its answer.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from extractor.candidates import PredicateCandidate
from extractor.features import CaptionFeatures, pair_features
from extractor.linear import LinearModel, Margins

# Margin above which a role is said to hold; chosen on the development part of PropBank.
ROLE_THRESHOLD = -0.2
ROLES = ("A0", "A1", "A2", "AM-LOC", "AM-TMP", "AM-DIR", "AM-MNR")


def role_features(features: CaptionFeatures, candidate: PredicateCandidate, argument: int) -> list[str]:
    """The features of the role model: those of the link model without roles."""
    return pair_features(features, candidate, argument)


def role_names(model: LinearModel, margins: Margins) -> list[list[str]]:
    """Predicted roles as features of the link model.

    Args:
        model: The role model.
        margins: Its margins, shape (pairs, roles).

    Returns:
        For each pair the winning role, the runner-up, and how sure each role is, in steps.
    """
    steps = np.clip(np.floor(margins * 2.0), -3, 2).astype(int)
    names = []
    for row, step in zip(margins, steps, strict=True):
        order = np.argsort(-row, kind="stable")
        best = model.labels[order[0]] if row[order[0]] > ROLE_THRESHOLD else "none"
        second = model.labels[order[1]]
        names.append(
            [
                f"role={best}",
                f"role={best}|second={second}",
                f"best_role={model.labels[order[0]]}|{step[order[0]]}",
            ]
            + [
                f"role_step|{label}|{value}"
                for label, value in zip(model.labels, step, strict=True)
                if value > -3
            ]
        )
    return names


def predict_roles(
    model: LinearModel, features: CaptionFeatures, candidate: PredicateCandidate, arguments: Sequence[int]
) -> Margins:
    """Margins of the roles of some argument candidates for one predicate candidate, shape (arguments, roles)."""
    return model.margins([role_features(features, candidate, argument) for argument in arguments])
