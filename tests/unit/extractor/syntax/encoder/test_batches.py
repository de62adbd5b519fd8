"""How sentences are parted into runs of the encoder, against all ways that there are."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from extractor.syntax.encoder.parser import _MAX_BATCH_PIECES, _RUN_PIECES, _ends

Parts = list[list[int]]


def parts(widths: list[int], ends: list[int]) -> Parts:
    return [widths[start:end] for start, end in itertools.pairwise([0, *ends])]


def cost(found: Parts) -> int:
    return sum(_RUN_PIECES + max(part) * len(part) for part in found)


def fits(found: Parts) -> bool:
    return all(len(part) == 1 or max(part) * len(part) <= _MAX_BATCH_PIECES for part in found)


@given(st.lists(st.integers(2, 450), min_size=1, max_size=8))
def test_no_other_way_costs_less(widths: list[int]) -> None:
    ends = _ends(widths)
    assert ends[-1] == len(widths)
    found = parts(widths, ends)
    assert fits(found)
    inner = range(1, len(widths))
    every = (
        parts(widths, [*chosen, len(widths)])
        for n in range(len(widths))
        for chosen in itertools.combinations(inner, n)
    )
    assert cost(found) == min(cost(way) for way in every if fits(way))


def test_like_lengths_share_a_run() -> None:
    # 8 of 10 and 4 of 30 pieces: 12 + 80 + 12 + 120 = 224; all in one run are 12 + 360 = 372.
    assert _ends([10] * 8 + [30] * 4) == [8, 12]
    assert _ends([500, 3]) == [1, 2]
    assert _ends([]) == []
