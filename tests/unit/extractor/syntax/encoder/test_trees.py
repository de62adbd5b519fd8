"""Trees from scores, against all trees that there are."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.syntax.encoder.trees import best_tree


def is_tree(heads: tuple[int, ...]) -> bool:
    """Whether heads, counted from 1, have one root, and every walk up ends there."""
    if heads.count(0) != 1:
        return False
    for word in range(1, len(heads) + 1):
        seen = set()
        while word:
            if word in seen:
                return False
            seen.add(word)
            word = heads[word - 1]
    return True


def score(scores: np.ndarray, heads: tuple[int, ...]) -> float:
    return float(sum(scores[i, head] for i, head in enumerate(heads)))


@given(st.integers(1, 5), st.integers(0, 2**32 - 1), st.sampled_from([0.1, 1.0, 30.0]))
def test_no_tree_is_better(n: int, seed: int, spread: float) -> None:
    scores = np.random.default_rng(seed).normal(0.0, spread, (n, n + 1)).astype(np.float32)
    found = tuple(best_tree(scores).tolist())
    assert is_tree(found)
    trees = filter(is_tree, itertools.product(range(n + 1), repeat=n))
    assert score(scores, found) == pytest.approx(max(score(scores, tree) for tree in trees), abs=1e-4)


@given(st.integers(1, 60), st.integers(0, 2**32 - 1))
def test_long_sentences_get_trees(n: int, seed: int) -> None:
    scores = np.random.default_rng(seed).normal(0.0, 5.0, (n, n + 1)).astype(np.float32)
    assert is_tree(tuple(best_tree(scores).tolist()))


def test_like_scores_still_give_one_root() -> None:
    assert is_tree(tuple(best_tree(np.zeros((9, 10), dtype=np.float32)).tolist()))


def test_no_words_have_no_heads() -> None:
    assert best_tree(np.zeros((0, 1), dtype=np.float32)).shape == (0,)
