"""Ids of candidates and of references: which are one image's, and what is said of those that are not."""

from __future__ import annotations

import time

import pytest

from extractor.errors import InvalidInputError
from extractor.types import Caption, CaptionEntry
from scoring.entries import pair_by_image
from scoring.matching import MATCH_RULES, MatchIds, better_rule, id_key


def entries(ids: list[object], side: str) -> list[CaptionEntry]:
    return [
        CaptionEntry(caption=Caption(text="A fox.", image_id=i), where=f"{side}:{n}")  # type: ignore[arg-type]
        for n, i in enumerate(ids, 1)
    ]


def problems(candidates: list[object], references: list[object], **options: str) -> list[str]:
    with pytest.raises(InvalidInputError) as caught:
        pair_by_image(entries(candidates, "c"), entries(references, "r"), **options)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("image_id", "keys"),
    [
        (7, ("7", "7", "7")),
        ("007", ("007", "007", "7")),
        ("0", ("0", "0", "0")),
        ("val2014/COCO_val2014_000000000139.jpg", (..., "COCO_val2014_000000000139", "139")),
        ("C:\\images\\139.JPEG", (..., "139", "139")),
        ("1000_69ab.jpg#3", (..., "1000_69ab", None)),
        ("v1.2", ("v1.2", "v1.2", "2")),
        (".jpg", (".jpg", ".jpg", None)),
        ("cat", ("cat", "cat", None)),
    ],
)
def test_keys(image_id: object, keys: tuple[object, ...]) -> None:
    wanted = tuple(str(image_id) if key is ... else key for key in keys)
    assert tuple(id_key(image_id, rule) for rule in MATCH_RULES) == wanted


@pytest.mark.parametrize("rule", ["stem", "number"])
@pytest.mark.parametrize(
    "image_id", ["x" * 1_000_000, f"x{'0' * 1_000_000}y", "#1" * 500_000, "/" * 1_000_000]
)
def test_keys_of_huge_ids_take_no_time(image_id: str, rule: MatchIds) -> None:
    began = time.perf_counter()
    id_key(image_id, rule)
    assert time.perf_counter() - began < 5  # hours, where each character is a place to begin at


def test_the_references_ids_name_the_pairs() -> None:
    candidates = entries(["COCO_val_000009.jpg", "COCO_val_000012.jpg"], "c")
    references = entries([12, 9, 9], "r")
    by_image, references_by_image = pair_by_image(candidates, references, match_ids="number")
    assert {i: e.where for i, e in by_image.items()} == {9: "c:1", 12: "c:2"}
    assert {i: len(e) for i, e in references_by_image.items()} == {12: 1, 9: 2}


@pytest.mark.parametrize(
    ("candidates", "references", "rule", "expected"),
    [
        (["a/1.jpg"], ["1"], "exact", ("stem", 1)),
        (["a/01.jpg", "a/2.jpg"], ["1", "2"], "exact", ("number", 2)),
        (["a/01.jpg", "a/2.jpg"], ["1", "2"], "stem", ("number", 2)),
        (["x"], ["y"], "exact", None),
        (["a/1.jpg", "b/1.jpg"], ["1"], "exact", None),  # two images would be one
    ],
)
def test_the_rule_that_would_match(
    candidates: list[object], references: list[object], rule: MatchIds, expected: object
) -> None:
    assert better_rule(candidates, references, rule=rule) == expected


def test_three_thousand_ids_take_a_few_lines() -> None:
    candidates: list[object] = [f"{i:012d}.jpg" for i in range(3_000)]
    references: list[object] = list(range(1, 3_001))
    found = problems(candidates, references)
    assert found == [
        *(f"c:{i + 1}: image_id '{i:012d}.jpg' has no reference" for i in range(5)),
        "candidates: 2995 more images have no reference, 3000 in all",
        *(f"r:{i}: image_id {i} has no candidate" for i in range(1, 6)),
        "references: 2995 more images have no candidate, 3000 in all",
        "image ids: 2999 of these 3000 candidates would match by number: --match-ids number, match_ids='number'",
    ]


def test_two_images_are_not_taken_for_one() -> None:
    assert problems(["1"], ["a/1.jpg", "b/1.jpg"], match_ids="stem") == [
        "r:2: image_id 'b/1.jpg' is one with 'a/1.jpg' of r:1 where ids are matched by stem"
    ]
    assert problems(["a/1.jpg", "b/1.jpg"], ["1"], match_ids="stem") == [
        "c:2: image_id 'b/1.jpg' is one with 'a/1.jpg' of c:1 where ids are matched by stem"
    ]
    assert problems(["cat"], ["1"], match_ids="number")[0] == (
        "c:1: image_id 'cat' ends in no number, by which ids are matched"
    )
    assert problems(["1"], ["1"], match_ids="fuzzy") == [
        "match_ids: 'fuzzy' is not allowed; allowed: exact, stem, number"
    ]
