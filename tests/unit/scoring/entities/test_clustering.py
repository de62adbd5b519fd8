from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.entities.clustering import cluster, may_corefer
from scoring.entities.mention import Mention, make_mention
from tests.slow_coreference import slow_cluster

NEVER = -np.inf


def matrix(n: int, scores: dict[tuple[int, int], float]) -> np.ndarray:
    result = np.full((n, n), NEVER)
    for (i, j), score in scores.items():
        result[i, j] = result[j, i] = score
    return result


@pytest.mark.parametrize(
    ("n", "scores", "threshold", "expected"),
    [
        (0, {}, 0.0, []),
        (1, {}, 0.0, [0]),
        (2, {(0, 1): 0.5}, 0.0, [0, 0]),
        (2, {(0, 1): 0.5}, 0.5, [0, 1]),  # above, not at
        # 0 and 1 first; their mean with 2 is (0.9 - 0.5) / 2 = 0.2
        (3, {(0, 1): 1.0, (0, 2): 0.9, (1, 2): -0.5}, 0.1, [0, 0, 0]),
        (3, {(0, 1): 1.0, (0, 2): 0.9, (1, 2): -0.5}, 0.3, [0, 0, 1]),
        # what must not be one never is, however alike the others are
        (3, {(0, 1): 1.0, (0, 2): 9.0}, -5.0, [0, 1, 0]),
        # of equals the earliest pair
        (3, {(0, 1): 1.0, (1, 2): 1.0}, 0.0, [0, 0, 1]),
        (4, {(0, 3): 1.0, (1, 2): 2.0}, 0.0, [0, 1, 1, 0]),
    ],
)
def test_hand_worked_cases(
    n: int, scores: dict[tuple[int, int], float], threshold: float, expected: list[int]
) -> None:
    assert cluster(matrix(n, scores), threshold=threshold) == expected


def mention(head: str, caption: int, types: str = "people") -> Mention:
    return make_mention(head, form=head, caption=caption, types=types.split())


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (mention("man", 0), mention("boy", 1), True),
        (mention("man", 0), mention("man", 0), False),
        (mention("man", 0), mention("he", 0), True),
        (mention("man", 0), mention("dog", 1, "animals"), False),
        (mention("boat", 0, "vehicles scene"), mention("dock", 1, "scene"), True),
    ],
)
def test_what_may_be_one(one: Mention, other: Mention, expected: bool) -> None:  # noqa: FBT001  # a fact
    assert may_corefer(one, other) is may_corefer(other, one) is expected


scores_of_pairs = st.integers(1, 7).flatmap(
    lambda n: st.lists(
        st.one_of(st.just(NEVER), st.floats(-3, 3, allow_subnormal=False)),
        min_size=n * (n - 1) // 2,
        max_size=n * (n - 1) // 2,
    ).map(
        lambda values: matrix(n, dict(zip(((i, j) for i in range(n) for j in range(i)), values, strict=True)))
    )
)


@given(scores=scores_of_pairs, threshold=st.floats(-2, 2))
def test_properties(scores: np.ndarray, threshold: float) -> None:
    before = scores.copy()
    numbers = cluster(scores, threshold=threshold)
    assert np.array_equal(scores, before)
    assert list(dict.fromkeys(numbers)) == list(range(len(set(numbers))))
    for i, one in enumerate(numbers):
        for j in range(i):
            if one == numbers[j]:
                assert scores[i, j] > NEVER
    assert len(set(cluster(scores, threshold=10.0))) == len(scores)


@given(seed=st.integers(0, 10_000), n=st.integers(2, 8), threshold=st.floats(-1, 1))
def test_as_the_slow_way_in_any_order(seed: int, n: int, threshold: float) -> None:
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(n, n))
    scores = (scores + scores.T) / 2  # no two alike
    scores[rng.random((n, n)) < 0.1] = NEVER
    scores = np.minimum(scores, scores.T)
    expected = {frozenset(c) for c in slow_cluster(scores.tolist(), threshold)}
    order = rng.permutation(n)
    for places in (np.arange(n), order):
        numbers = cluster(scores[np.ix_(places, places)], threshold=threshold)
        found = {frozenset(int(places[i]) for i in range(n) if numbers[i] == number) for number in numbers}
        assert found == expected
