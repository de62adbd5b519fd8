"""A batch that fails for one item."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.pipeline.halving import run_halving


def doubled(items: list[int]) -> list[int]:
    if any(item < 0 for item in items):
        raise ValueError("below 0")
    return [2 * item for item in items]


@given(st.lists(st.integers(-3, 30)))
def test_only_what_fails_alone_has_failed(items: list[int]) -> None:
    found = run_halving(items, lambda part: doubled(list(part)), str)
    assert found == [2 * item if item >= 0 else "below 0" for item in items]


def test_what_is_no_item_s_error_is_raised() -> None:
    with pytest.raises(ValueError, match="below 0"):
        run_halving([1, -1], lambda part: doubled(list(part)), lambda _: 0, fatal=(ValueError,))
