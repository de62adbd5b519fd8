"""Kinds of phrases that captions were misread at, by templates whose tuples are known by construction."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.kinds import cases, expected_tuples
from extractor import Extractor
from extractor.types import Caption
from training.links.evaluate import count_exact

# Of 48 captions of each kind, nearly all of them.
FEWEST = 43
# What a link took for who did it, and is where it is.
PARKED = [
    Caption(text=f"{subject} {verb} by {place}.")
    for subject, verb in [("A car", "is parked"), ("Two bikes", "are parked"), ("A lamp", "is positioned")]
    for place in ("a wall", "the rocks", "a window", "a lake")
]
# Templates that a model misreads more often than not, and that nobody has mended yet.
_BY_BOTH = {
    "A square with a fountain and {vehicle:s} circling it.",
    "A {animal} that likes to row sits on a {seat}.",
}
MISREAD = {
    "en-captions": _BY_BOTH
    | {
        "A {room} with a {seat} and a {furniture} with {flower:s} on it.",
        "A {vehicle} honks, followed by footsteps and a door closing.",
        "A shirt with a button-down collar and a chest pocket.",
        "Jeans with a button fly and rips.",
    },
    "en-captions-large": _BY_BOTH
    | {
        "A {person} whose boots are dirty slices {food:s} and fries them.",
        "the wall a {thing} is attached to",
    },
}


@pytest.mark.parametrize("model", ["en-captions", "en-captions-large"])
def test_nine_of_ten_captions_of_each_kind_and_half_of_each_template_are_right_whole(model: str) -> None:
    chosen = cases()
    found = Extractor.load(model).extract([Caption(text=case.caption) for case in chosen])
    right: Counter[str] = Counter()
    of_template: dict[str, list[bool]] = {}
    for case, extraction in zip(chosen, found, strict=True):
        counts = count_exact(extraction.tuples, expected_tuples(case))
        is_right = counts.matched == counts.n_candidate == counts.n_reference
        right[case.kind] += is_right
        of_template.setdefault(case.template, []).append(is_right)
    assert {kind: n for kind, n in right.items() if n < FEWEST} == {}
    assert right["negation"] >= 47
    # A rule that breaks takes the templates with it that were made for it, which are few of a kind.
    misread = {template for template, answers in of_template.items() if 2 * sum(answers) < len(answers)}
    assert misread == MISREAD[model]


@pytest.mark.parametrize("model", ["en-captions", "en-captions-large"])
def test_every_place_has_a_kind_and_nothing_else_has(model: str) -> None:
    found = Extractor.load(model).extract([Caption(text=case.caption) for case in cases()] + PARKED)
    odd = {
        (extraction.caption.text, argument.text)
        for extraction in found
        for item in extraction.tuples
        for slot in (item.agents, item.patients, item.locatives)
        for argument in slot
        if (argument.kind is None) is (slot is item.locatives)
    }
    assert odd == set()
