"""Kinds of phrases that captions were misread at, by templates whose tuples are known by construction."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.kinds import cases, expected_tuples
from extractor import Extractor
from extractor.types import Caption
from training.links.evaluate import count_exact

# Of 48 captions of each kind; a rule that breaks takes at least a template with it, which is three or four.
FEWEST = 43


@pytest.mark.parametrize("model", ["en-captions", "en-captions-large"])
def test_nine_of_ten_captions_of_each_kind_are_right_whole(model: str) -> None:
    chosen = cases()
    found = Extractor.load(model).extract([Caption(text=case.caption) for case in chosen])
    right: Counter[str] = Counter()
    for case, extraction in zip(chosen, found, strict=True):
        counts = count_exact(extraction.tuples, expected_tuples(case))
        right[case.kind] += counts.matched == counts.n_candidate == counts.n_reference
    assert {kind: n for kind, n in right.items() if n < FEWEST} == {}
    assert right["negation"] >= 47
