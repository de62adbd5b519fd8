from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import InvalidInputError
from scoring import COMPONENTS, Conventions, Counts
from scoring.inference.intervals import bast_table, mean_table
from scoring.inference.significance import (
    ALPHA,
    Difference,
    fewest_resamples,
    holm,
    p_values,
    paired_differences,
    resamples_for,
)
from tests.unit.scoring.inference.test_intervals import images


def compared(first: list[Counts], second: list[Counts], **options: int) -> Difference:
    """The mean micro F1 of two systems whose components are all alike."""
    tables = [
        bast_table([dict.fromkeys(COMPONENTS, c) for c in system], Conventions(average="micro"))
        for system in (first, second)
    ]
    return paired_differences(tables[0], tables[1], **options)[-1]


def test_a_system_against_itself_differs_by_nothing() -> None:
    counts = [Counts(1, 2, 2), Counts(0, 1, 1), Counts(3, 3, 4)]
    found = compared(counts, counts)
    # Micro F1 = 2 * 4 / (6 + 7).
    assert found.first == found.second == pytest.approx(8 / 13)
    assert (found.interval.low, found.interval.high) == (0, 0)
    assert (found.p_bootstrap, found.p_randomization) == (1, 1)


def test_no_p_value_is_ever_0() -> None:
    """However clear the difference: the observation itself is one of those that are as far."""
    worse, better = [Counts(1, 2, 2)] * 30, [Counts(2, 2, 2)] * 30
    found = compared(worse, better, n_resamples=2000)
    assert (found.first, found.second) == (0.5, 1.0)
    assert (found.interval.low, found.interval.high) == (0.5, 0.5)
    assert found.p_bootstrap == 1 / 2001
    assert found.p_randomization == 1 / 2001
    assert compared(better, worse).interval.high == -0.5


def test_a_difference_on_one_image_of_many_may_be_chance() -> None:
    first = [Counts(1, 1, 1)] * 40
    found = compared(first, [*first[:-1], Counts(0, 1, 1)])
    assert found.interval.low < 0.0 == found.interval.high
    assert found.p_bootstrap > 0.05
    assert found.p_randomization > 0.05


def test_p_values_by_hand() -> None:
    # Of four resamples two are as far from 0 as .5: (2 + 1) / (4 + 1).
    assert p_values(np.array([0.1, -0.5, 0.6, 0.0]), np.array(0.5)) == pytest.approx(3 / 5)
    assert p_values(np.zeros((9, 2)), np.array([1.0, 0.0])) == pytest.approx([0.1, 1.0])


@pytest.mark.parametrize("n_tests", [1, 8, 9, 24, 80, 81, 360])
def test_as_few_resamples_as_can_show_something(n_tests: int) -> None:
    """One of the tests is as clear as can be, the others are nothing: it must come out, and with one less it cannot."""

    def best(n_resamples: int) -> float:
        return holm([1 / (n_resamples + 1), *[1.0] * (n_tests - 1)])[0]

    fewest = fewest_resamples(n_tests)
    assert best(fewest) < ALPHA <= best(fewest - 1) + 1e-12
    assert best(resamples_for(n_tests)) < ALPHA
    assert resamples_for(n_tests, fewest) == fewest
    with pytest.raises(InvalidInputError, match=f"at least {fewest} are needed"):
        resamples_for(n_tests, fewest - 1)


def test_the_default_stays_where_there_are_few_tests() -> None:
    assert resamples_for(8) == 1000


def test_p_of_randomization_against_all_swaps() -> None:
    # Ten images have 1,024 ways of swapping: exactly enumerated by hand, and by scipy.
    rng = np.random.default_rng(3)
    first, second = rng.random(10), rng.random(10) + 0.25
    difference = second - first
    as_large = [
        abs(sum(sign * d for sign, d in zip(signs, difference, strict=True))) >= abs(difference.sum()) - 1e-12
        for signs in itertools.product((1, -1), repeat=10)
    ]
    exact = sum(as_large) / 1024
    by_scipy = scipy.stats.permutation_test(
        (first, second),
        lambda x, y, axis: np.mean(y - x, axis=axis),
        permutation_type="samples",
        n_resamples=np.inf,
        vectorized=True,
    ).pvalue
    assert exact == pytest.approx(by_scipy)
    [result] = paired_differences(
        mean_table(first[:, None]), mean_table(second[:, None]), n_resamples=20_000, seed=1
    )
    assert result.p_randomization == pytest.approx(exact, abs=0.01)
    assert result.second - result.first == pytest.approx(difference.mean())


def test_p_of_the_bootstrap_against_a_loop() -> None:
    rng = np.random.default_rng(4)
    first, second = rng.random(30), rng.random(30) + 0.1
    observed = (second - first).mean()
    far = 0
    for _ in range(4000):
        drawn = rng.integers(30, size=30)
        far += abs((second - first)[drawn].mean() - observed) >= abs(observed)
    [result] = paired_differences(mean_table(first[:, None]), mean_table(second[:, None]), n_resamples=4000)
    assert result.p_bootstrap == pytest.approx(far / 4000, abs=0.02)
    assert result.interval.low < observed < result.interval.high


@pytest.mark.parametrize("average", ["macro", "micro"])
def test_equal_systems_do_not_differ_and_unequal_ones_do(average: str) -> None:
    options = Conventions(average=average)
    weak, strong = bast_table(images(300, 1), options), bast_table(images(300, 2, better=0.3), options)
    same = paired_differences(weak, weak)[-1]
    assert (same.p_bootstrap, same.p_randomization) == (1, 1)
    assert same.interval.low == same.interval.high == 0
    better = paired_differences(weak, strong)[-1]
    assert better.p_bootstrap == better.p_randomization == pytest.approx(1 / 1001)
    assert 0 < better.interval.low < better.second - better.first < better.interval.high
    worse = paired_differences(strong, weak)[-1]
    assert worse.second - worse.first == pytest.approx(better.first - better.second)
    with pytest.raises(InvalidInputError, match="300 and 20 images"):
        paired_differences(weak, bast_table(images(20, 1), options))


def test_under_no_difference_p_is_small_as_rarely_as_it_says() -> None:
    rng = np.random.default_rng(0)
    p_values = []
    for _ in range(200):
        first, second = rng.random((2, 40, 1))
        p_values.append(
            paired_differences(mean_table(first), mean_table(second), n_resamples=200)[0].p_randomization
        )
    assert 0.01 <= np.mean(np.array(p_values) < 0.05) <= 0.1


def test_holm_by_hand() -> None:
    # Sorted .005, .01, .03, .04 times 4, 3, 2, 1: .02, .03, .06, .04 -> .06 (never below the one before).
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_properties(p_values: list[float]) -> None:
    corrected = holm(p_values)
    assert all(p <= q <= 1 for p, q in zip(p_values, corrected, strict=True))
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    assert all(corrected[a] <= corrected[b] for a, b in itertools.pairwise(order))
