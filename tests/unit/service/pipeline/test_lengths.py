"""Paragraphs against short references: people are told what their figures say."""

from __future__ import annotations

import pytest

from extractor.types import Caption, CaptionEntry
from service.pipeline.systems import SystemInput


def entry(n_words: int) -> CaptionEntry:
    return CaptionEntry(caption=Caption(text=" ".join(["dog"] * n_words), image_id="1"))


@pytest.mark.parametrize(
    ("n_candidate", "n_reference", "is_noted"),
    [
        (100, 10, True),
        (40, 16, True),
        (39, 5, False),  # a long sentence
        (100, 41, False),  # paragraph against paragraph: less than two and a half times
    ],
)
def test_paragraphs_against_short_references(n_candidate: int, n_reference: int, *, is_noted: bool) -> None:
    system = SystemInput(
        candidates={"1": entry(n_candidate)},
        candidate_tuples={"1": ()},
        references={"1": [entry(n_reference), entry(n_reference)]},
        reference_tuples={"1": [(), ()]},
        model="none",
    )
    note = system.length_note()
    assert (note is not None) == is_noted
    if note is not None:
        assert f"{n_candidate} words on average, references {n_reference}:" in note
