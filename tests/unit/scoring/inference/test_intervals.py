from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import InvalidInputError
from scoring import COMPONENTS, BastStatistics, Conventions, Counts
from scoring.inference import intervals as intervals_module
from scoring.inference.intervals import (
    Resamplable,
    bast_figures,
    bast_table,
    bootstrap_intervals,
    mean_table,
)
from scoring.inference.significance import paired_differences
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
    figures = dict(zip(bast_figures(options), bast_table(items, options).figures, strict=True))
    for name in COMPONENTS:
        for measure in ("precision", "recall", "f1"):
            assert figures[name, measure] == pytest.approx(getattr(scores[name], measure))
    assert figures["overall", "f1"] == pytest.approx(scores.overall_f1, abs=1e-12)


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


def test_a_figure_that_a_resample_lacks_has_no_interval() -> None:
    table = Resamplable(np.array([[1.0], [0.0], [0.0]]), lambda sums, _: np.where(sums > 0, sums, np.nan))
    [interval] = bootstrap_intervals(table, n_resamples=200)
    assert np.isnan(interval.low)
    assert np.isnan(interval.high)


@pytest.mark.parametrize("n_images", [30, 400])
def test_the_chunks_do_not_change_the_figures(n_images: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Sums of whole numbers, which no order of adding changes.
    options = Conventions(average="micro")
    one, other = (bast_table(images(n_images, seed=seed), options) for seed in (1, 2))
    whole = bootstrap_intervals(one), paired_differences(one, other)
    monkeypatch.setattr(intervals_module, "_MAX_DRAWN", 7 * n_images)
    assert (bootstrap_intervals(one), paired_differences(one, other)) == whole


def test_memory_does_not_grow_with_the_images() -> None:
    """Seven kilobytes an image were 350 MB for 50,000 of them."""
    table = mean_table(np.random.default_rng(0).random((50_000, 2)))
    tracemalloc.start()
    bootstrap_intervals(table, n_resamples=100)
    paired_differences(table, table, n_resamples=100)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000_000
