"""Heads from scores: the best tree with one root."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float32]
Heads = npt.NDArray[np.intp]
_NEVER = -np.inf


def best_tree(scores: Scores) -> Heads:
    """The tree with one root whose arcs score highest in all.

    The best head of every word is taken where that is such a tree already; else Chu-Liu-Edmonds finds it.

    Args:
        scores: Of each word (rows) under each head (columns), shape (words, words + 1); column 0 is the root.

    Returns:
        The head of each word, counted from 1, 0 for the root; empty where there are no words.

    References:
        Chu and Liu (1965); Edmonds (1967); one root as in Zmigrod, Vieira and Cotterell (2020).

    >>> best_tree(np.array([[0.0, -9.0, 4.0], [1.0, 3.0, -9.0]], dtype=np.float32)).tolist()
    [2, 0]
    """
    n = len(scores)
    if n == 0:
        return np.zeros(0, dtype=np.intp)
    square = np.full((n + 1, n + 1), _NEVER)
    square[1:] = scores
    np.fill_diagonal(square, _NEVER)
    greedy: Heads = square[1:].argmax(axis=1)
    if _is_tree(greedy):
        return greedy
    # One root more costs more than all arcs together: then the best tree has a single one.
    finite = square[np.isfinite(square)]
    square[1:, 0] -= (n + 1) * (finite.max() - finite.min() + 1.0)
    heads = _spanning_arborescence(square)
    return heads[1:]


def _is_tree(heads: Heads) -> bool:
    if np.count_nonzero(heads == 0) != 1:
        return False
    ancestors = np.concatenate(([0], heads))
    steps = 1
    while steps <= len(heads):  # twice as far up with every step
        ancestors = ancestors[ancestors]
        steps *= 2
    return not bool(ancestors.any())


def _spanning_arborescence(scores: npt.NDArray[np.float64]) -> Heads:
    """The best heads of nodes 1 and up, by contracting cycles; node 0 is the root."""
    heads: Heads = scores.argmax(axis=1)
    heads[0] = 0
    cycle = _cycle(heads)
    if cycle is None:
        return heads
    in_cycle = np.zeros(len(heads), dtype=bool)
    in_cycle[cycle] = True
    rest = np.flatnonzero(~in_cycle)
    # The cycle becomes the last node. What enters it breaks one of its arcs and loses that arc's score.
    gains = scores[np.ix_(cycle, rest)] - scores[cycle, heads[cycle]][:, None]
    leaves = scores[np.ix_(rest, cycle)]
    contracted = np.full((len(rest) + 1, len(rest) + 1), _NEVER)
    contracted[:-1, :-1] = scores[np.ix_(rest, rest)]
    contracted[-1, :-1] = gains.max(axis=0)
    contracted[:-1, -1] = leaves.max(axis=1)
    outer = _spanning_arborescence(contracted)
    place = np.append(rest, -1)
    for k, node in enumerate(rest):
        if node:
            under_cycle = outer[k] == len(rest)
            heads[node] = cycle[int(leaves[k].argmax())] if under_cycle else place[outer[k]]
    entry = int(outer[-1])
    heads[cycle[int(gains[:, entry].argmax())]] = rest[entry]
    return heads


def _cycle(heads: Heads) -> Heads | None:
    """The nodes of a cycle, None where there is none."""
    seen = np.zeros(len(heads), dtype=np.intp)
    for start in range(1, len(heads)):
        node = start
        while node and not seen[node]:
            seen[node] = start
            node = int(heads[node])
        if node and seen[node] == start:
            cycle = [node]
            while heads[cycle[-1]] != node:
                cycle.append(int(heads[cycle[-1]]))
            return np.array(cycle)
    return None
