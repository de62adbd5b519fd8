"""Entries to tuples: a batch that fails for one item fails for that item alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import InvalidInputError, ResourceError
from extractor.types import Caption, CaptionEntry, Extraction
from scoring.interfaces.extraction import in_halves, read_entries, surely
from tests.fakes import FakeExtractor


def doubled(items: Sequence[int]) -> list[int]:
    if any(item < 0 for item in items):
        raise ValueError("below 0")
    return [2 * item for item in items]


@given(st.lists(st.integers(-3, 30)))
def test_only_what_fails_alone_has_failed(items: list[int]) -> None:
    found = in_halves(doubled, items)
    assert [str(x) if isinstance(x, Exception) else x for x in found] == [
        2 * item if item >= 0 else "below 0" for item in items
    ]


@pytest.mark.parametrize("error", [ResourceError("no memory"), MemoryError()])
def test_what_is_no_item_s_error_is_raised(error: Exception) -> None:
    def fail(_: Sequence[int]) -> list[int]:
        raise error

    with pytest.raises(type(error)):
        in_halves(fail, [1, 2])


def entry(text: str, tokens: tuple[str, ...] | None = None) -> CaptionEntry:
    return CaptionEntry(caption=Caption(text=text, tokens=tokens), where=f"<{text}>")


def test_like_captions_are_extracted_once_and_each_fails_alone() -> None:
    fake = FakeExtractor()
    entries = [
        entry("run dog"),
        entry("explode now"),
        entry("run dog"),
        entry("run dog", ("cat",)),
        entry(""),
    ]
    first, failed, again, faulty, empty = read_entries(entries, fake)
    assert first == again
    assert fake.n_extracted == 2
    assert isinstance(failed, RuntimeError)
    assert isinstance(faulty, InvalidInputError)
    assert [(f.where, f.index, f.field) for f in faulty.faults] == [("<run dog>.tokens[0]", 3, "tokens[0]")]
    assert isinstance(empty, Extraction)
    assert empty.tuples == ()
    with pytest.raises(InvalidInputError):  # the caller's fault comes before the model's
        surely([first, failed, faulty])
    with pytest.raises(RuntimeError):
        surely([first, failed])
