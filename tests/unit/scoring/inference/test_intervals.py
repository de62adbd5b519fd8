from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import InvalidInputError
from scoring import COMPONENTS, BastStatistics, Conventions, Counts
from scoring.inference.intervals import (
    FIGURES,
    bast_table,
    bootstrap_intervals,
    holm,
    mean_table,
    paired_differences,
)
from tests import strategies


def images(n: int, seed: int, better: float = 0.0) -> list[dict[str, Counts]]:
    rng = np.random.default_rng(seed)
    result = []
    for _ in range(n):
        counts = {}
        for name in COMPONENTS:
            own, gold = rng.integers(1, 5, size=2)
            counts[name] = Counts(int(rng.binomial(min(own, gold), 0.4 + better)), int(own), int(gold))
        result.append(counts)
    return result


@given(
    items=st.lists(strategies.counts_by_component(), min_size=1, max_size=8), options=strategies.conventions()
)
def test_figures_are_those_of_the_statistics(items: list[dict[str, Counts]], options: Conventions) -> None:
    statistics = BastStatistics()
    for item in items:
        statistics.add(item)
    scores = statistics.scores(options)
    figures = dict(zip(FIGURES, bast_table(items, options).figures, strict=True))
    for name in COMPONENTS:
        for measure in ("precision", "recall", "f1"):
            assert figures[name, measure] == pytest.approx(getattr(scores[name], measure))
    assert figures["overall", "f1"] == pytest.approx(scores.overall_f1)


@pytest.mark.parametrize("average", ["macro", "micro"])
def test_intervals_against_a_bootstrap_of_images(average: str) -> None:
    items = images(60, seed=1)
    options = Conventions(average=average)
    intervals = bootstrap_intervals(bast_table(items, options), n_resamples=2000, seed=0)
    rng = np.random.default_rng(99)
    drawn = []
    for _ in range(400):
        statistics = BastStatistics()
        for i in rng.integers(len(items), size=len(items)):
            statistics.add(items[i])
        drawn.append(statistics.scores(options).overall_f1)
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert intervals[-1].low == pytest.approx(low, abs=0.01)
    assert intervals[-1].high == pytest.approx(high, abs=0.01)


def test_the_mean_s_interval_is_nearly_that_of_the_normal_distribution() -> None:
    values = np.random.default_rng(0).random((400, 1))
    [interval] = bootstrap_intervals(mean_table(values), n_resamples=4000)
    half = 1.96 * values.std() / 20
    assert interval.low == pytest.approx(values.mean() - half, abs=0.003)
    assert interval.high == pytest.approx(values.mean() + half, abs=0.003)


def test_the_same_seed_gives_the_same_and_one_image_gives_points() -> None:
    table = bast_table(images(20, seed=2))
    assert bootstrap_intervals(table, seed=5) == bootstrap_intervals(table, seed=5)
    assert bootstrap_intervals(table, seed=5) != bootstrap_intervals(table, seed=6)
    one = bast_table(images(1, seed=2))
    assert all(interval.low == interval.high for interval in bootstrap_intervals(one))
    with pytest.raises(InvalidInputError, match="no images"):
        bast_table([])


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
