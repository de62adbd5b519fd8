from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as numpies

from extractor.linear.model import LinearModel
from extractor.links.roles import ROLE_THRESHOLD, RoleWeights, role_names

LABELS = ("A0", "A1", "AM-LOC")


def linear_model(labels: tuple[str, ...], names: list[str]) -> LinearModel:
    rng = np.random.default_rng(len(names))
    return LinearModel(
        labels=labels,
        index_by_feature={name: i for i, name in enumerate(names)},
        coefficients=rng.normal(size=(len(names), len(labels))).astype(np.float32),
        intercepts=rng.normal(size=len(labels)),
        slopes=np.ones(len(labels)),
        offsets=np.zeros(len(labels)),
    )


ROLE_MODEL = linear_model(LABELS, [])


def test_names_by_hand() -> None:
    margins = np.array([[0.6, -0.4, -9.0], [ROLE_THRESHOLD, -0.7, -0.9]])
    assert role_names(ROLE_MODEL, margins) == [
        ["role=A0", "role=A0|second=A1", "best_role=A0|1", "role_step|A0|1", "role_step|A1|-1"],
        [
            "role=none",  # at the threshold it does not hold yet
            "role=none|second=A1",
            "best_role=A0|-1",
            "role_step|A0|-1",
            "role_step|A1|-2",
            "role_step|AM-LOC|-2",
        ],
    ]


@given(
    numpies.arrays(np.float64, st.tuples(st.integers(0, 6), st.just(3)), elements=st.floats(-4, 4)),
    st.integers(1, 4),
)
def test_weights_are_those_of_the_names(margins: np.ndarray, share: int) -> None:
    """Against the model itself, which looks the names up as strings, and knows only some of them."""
    grid = np.stack(np.meshgrid(*[[-3.0, -1.2, -0.3, 0.1, 0.8, 1.7]] * 3), axis=-1).reshape(-1, 3)
    known = sorted({name for names in role_names(ROLE_MODEL, grid) for name in names})[::share]
    links = linear_model(("agent", "patient"), [*known, "path=obj"])
    expected = links.margins(role_names(ROLE_MODEL, margins)) - links.intercepts
    np.testing.assert_allclose(RoleWeights(links, LABELS).margins(margins), expected, atol=1e-9)
