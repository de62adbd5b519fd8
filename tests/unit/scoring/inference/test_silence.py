from __future__ import annotations

import numpy as np
import pytest

from scoring.inference.judgement import (
    JudgedCaption,
    Judgements,
    SilentFigures,
    crowd_judgements,
    pair_judgements,
    twin_judgements,
)
from scoring.inference.silence import silent_pairs


def pair(first: str, second: str, *references: str) -> list[JudgedCaption]:
    return [
        JudgedCaption(key=key, candidate=text, references=references)
        for key, text in (("a", first), ("b", second))
    ]


def twins(items: list[JudgedCaption], categories: str) -> Judgements:
    names = tuple(categories)
    return twin_judgements(
        "test", items, images=[str(i) for i in range(len(names))], categories=names, order=("x", "y")
    )


@pytest.mark.parametrize(
    ("first", "second", "reference", "is_silent"),
    [
        ("A red cup.", "A blue cup.", "a red mug on a desk", False),
        ("A red cup.", "A blue cup.", "a blue mug on a desk", False),
        ("A red cup.", "A blue cup.", "a mug on a desk", True),
        ("A red cup.", "A tired cup.", "a bored man", True),  # `red` is no part of a word
        ("A boy rides a bike.", "A boy pushes a bike.", "boys riding bikes", False),
        ("The cup", "A cup", "the mug", True),  # they differ in what says nothing
        # The same words: what counts is which stand side by side.
        ("a white cat on a black mat", "a black cat on a white mat", "a cat that is black sleeps", False),
        ("a white cat on a black mat", "a black cat on a white mat", "a cat and a mat", True),
        ("", "", "a dog", True),
    ],
)
def test_silent_pairs(first: str, second: str, reference: str, is_silent: bool) -> None:  # noqa: FBT001
    judgements = twins(pair(first, second, "it is there", reference), "x")
    assert silent_pairs(judgements).tolist() == [[is_silent]]


def test_how_right_a_score_is_where_references_are_silent() -> None:
    judgements = twins(
        [
            *pair("A red cup.", "A blue cup.", "a red cup"),
            *pair("A red cup.", "A blue cup.", "a cup"),
            *pair("A red cup.", "A blue cup.", "a mug"),
            *pair("A dog.", "A cat.", "a dog"),
        ],
        "xxxy",
    )
    # Right; equal, which is half right; wrong; right.
    assert judgements.where_silent([1, 0, 0.5, 0.5, 0, 1, 1, 0]) == {
        "x": SilentFigures(share=2 / 3, silent=0.25, mentioned=1.0),
        "y": SilentFigures(share=0.0, silent=None, mentioned=1.0),
        "all": SilentFigures(share=0.5, silent=0.25, mentioned=1.0),
    }


def test_each_draw_of_references_may_be_silent_on_its_own() -> None:
    items = [
        *pair("A dog.", "A cat.", "a dog"),
        *pair("A hen.", "A cow.", "a hen"),
        *pair("A dog.", "A cat.", "an owl"),
        *pair("A hen.", "A cow.", "a cow"),
    ]
    judgements = pair_judgements(
        "test", items, images="ab", categories=("HC", "MM"), first_wins=[True, False], n_draws=2
    )
    assert silent_pairs(judgements).tolist() == [[False, False], [True, False]]
    # The first captions are always taken: of dog and cat rightly.
    found = judgements.where_silent(np.tile([1.0, 0.0], 4))
    assert found["HC"] == SilentFigures(share=0.5, silent=1.0, mentioned=1.0)
    assert found["MM"] == SilentFigures(share=0.0, silent=None, mentioned=0.0)
    assert found["all"].mentioned == pytest.approx(1 / 3)


def test_other_sets_have_no_pairs() -> None:
    judgements = crowd_judgements("test", pair("A dog.", "A cat.", "a dog"), ["a", "a"], [1.0, 0.0])
    assert judgements.where_silent([1.0, 0.0]) == {}
