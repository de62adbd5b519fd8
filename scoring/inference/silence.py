"""Of which pairs of captions the references say nothing that tells them apart: there a score of texts can only guess.

Two captions differ in their words, or, where they have the same ones, in which of them stand side by side. A pair is
silent where no reference has any of that; counted over words alone, so that it hangs on no parser.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from scoring.inference.judgement import JudgedCaption, Judgements

Bools = npt.NDArray[np.bool_]
_WORD = re.compile(r"[^\W_]+")
# Words that nearly every caption has: that a reference has one says nothing.
_EVERYWHERE = frozenset(
    """a an the and or is are was were be being been am it its his her their he she they them him this that these those
    there which who while has have had""".split()
)
# So have these, and what stands before them is not beside what stands behind.
_BETWEEN = frozenset("as at by for from in of on to with".split())
_ENDINGS = ("ing", "ies", "es", "ed", "s", "y", "e")
_LEAST_STEM = 3


def silent_pairs(judgements: Judgements) -> Bools:
    """Whether the references of each pair mention nothing of what its captions differ in.

    Args:
        judgements: A set of pairs.

    Returns:
        Shape (draws of references, pairs).
    """
    items = judgements.items
    silent = [_is_silent(first, second) for first, second in zip(items[::2], items[1::2], strict=True)]
    return np.array(silent, dtype=np.bool_).reshape(-1, len(judgements.unit_images))


def _is_silent(first: JudgedCaption, second: JudgedCaption) -> bool:
    own, other = _runs(first.candidate), _runs(second.candidate)
    said = [_runs(text) for text in first.references]
    differing = _words(own) ^ _words(other)
    if differing:
        return not any(differing & _words(runs) for runs in said)
    neighbours = _neighbours(own) ^ _neighbours(other)
    return not any(neighbours & _neighbours(runs) for runs in said)


@lru_cache(100_000)
def _runs(text: str) -> tuple[tuple[str, ...], ...]:
    """The stems of a caption's words, but for those that are everywhere, parted at prepositions.

    >>> _runs("A cat is riding two bikes on the street")
    (('cat', 'rid', 'two', 'bik'), ('street',))
    """
    runs: list[list[str]] = [[]]
    for word in _WORD.findall(text.lower()):
        if word in _BETWEEN:
            runs.append([])
        elif word not in _EVERYWHERE:
            runs[-1].append(_stem(word))
    return tuple(map(tuple, runs))


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM:
            return word[: -len(ending)]
    return word


def _words(runs: Sequence[Sequence[str]]) -> set[str]:
    return {word for run in runs for word in run}


def _neighbours(runs: Sequence[Sequence[str]]) -> set[frozenset[str]]:
    """What stands side by side, in either order: ``a white cat`` and ``a cat is white``."""
    return {frozenset(pair) for run in runs for pair in pairwise(run)}
