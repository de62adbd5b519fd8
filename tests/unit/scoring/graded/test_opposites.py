"""What speaks against what, and texts in their sentences."""

from __future__ import annotations

import pytest

from scoring.graded.opposites import (
    are_opposite_regions,
    are_opposite_sides,
    are_rivals,
    label_likeness,
    region_likeness,
)
from scoring.graded.prose import MAX_PART_WORDS, part_spans, sentence_spans


@pytest.mark.parametrize(
    ("label", "other", "likeness", "opposite"),
    [
        ("to-the-left-of", "left-of", 1, False),
        ("to-the-left-of", "to-the-right-of", 0, True),
        ("on-the-right-side-of", "left-of", 0, True),
        ("from-behind", "behind", 1, False),
        ("from-under", "on", 0, True),
        ("from", "behind", 0.5, False),
    ],
)
def test_sides_of_a_thing(label: str, other: str, likeness: float, opposite: bool) -> None:  # noqa: FBT001
    assert label_likeness(label, other) == label_likeness(other, label) == likeness
    assert are_opposite_sides(label, other) is are_opposite_sides(other, label) is opposite


@pytest.mark.parametrize(
    ("region", "other", "likeness", "opposite"),
    [
        ("left", "left", 1, False),
        ("left", "right", 0, True),
        ("top-left", "left", 0.5, False),
        ("top-left", "top-right", 1 / 3, False),
        ("top-left", "bottom-right", 0, True),
        ("foreground", "background", 0, True),
        ("left", "foreground", 0, False),
    ],
)
def test_parts_of_the_picture(region: str, other: str, likeness: float, opposite: bool) -> None:  # noqa: FBT001
    assert region_likeness(region, other) == region_likeness(other, region) == pytest.approx(likeness)
    assert are_opposite_regions(region, other) is are_opposite_regions(other, region) is opposite


@pytest.mark.parametrize(
    ("one", "other", "rivals"),
    [
        (("colour", "black"), ("colour", "white"), True),
        (("colour", "dark"), ("colour", "brown"), False),
        (("size", "tall"), ("size", "large"), False),
        (("size", "wide"), ("size", "narrow"), True),
        (("state", "elderly"), ("state", "young"), True),
        (("state", "elderly"), ("state", "old"), False),
        (("state", "open"), ("state", "wet"), False),
        (("count", "2"), ("count", "several"), False),
        (("count", "2"), ("count", "3"), True),
        (("colour", "red"), ("material", "brick"), False),
    ],
)
def test_words_that_one_thing_cannot_bear(one: tuple[str, str], other: tuple[str, str], rivals: bool) -> None:  # noqa: FBT001
    assert are_rivals(*one, *other) is are_rivals(*other, *one) is rivals


def test_sentences() -> None:
    text = '**A dog.**\n\n- It has 2.5 legs\n- "It barks!" Loudly\n\n...'
    assert [text[start:end].strip() for start, end in sentence_spans(text)] == [
        "**A dog.**",
        "- It has 2.5 legs",
        '- "It barks!"',
        "Loudly",
    ]
    assert sentence_spans("") == sentence_spans("?!") == []


def test_every_word_is_in_one_part_and_none_is_too_long() -> None:
    text = "dog " * 450 + ". A cat sleeps."
    parts = [text[start:end] for start, end in part_spans(text)]
    assert " ".join(parts).split() == text.split()
    assert max(len(part.split()) for part in parts) <= MAX_PART_WORDS + 1  # and the stop
    assert part_spans("") == [(0, 0)]
