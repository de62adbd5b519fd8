"""The paragraphs with hallucinations: the sources can be read, and half of the first is held back."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.data.paragraphs.pairs import KINDS, PARTS, all_pairs, read_pairs


def test_the_sources() -> None:
    pairs = all_pairs()
    for part in PARTS:
        found = [pair for pair in pairs if pair.part == part]
        assert found == all_pairs(part)
        assert len({pair.name for pair in found}) >= 20
        assert set(Counter(pair.kind for pair in found)) >= set(KINDS) - {"text", "invented"}
    assert {pair.kind for pair in pairs} == set(KINDS)
    assert all(pair.wrong != pair.right and all(pair.references) for pair in pairs)
    assert len({(pair.name, pair.wrong) for pair in pairs}) == len(pairs)
    assert all(80 <= len(pair.right.split()) <= 150 for pair in all_pairs("fresh"))


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("@ 1000\nA dog.", "line 1: there is no paragraph 1000"),
        ("@ 3\n  count | Two | Three", "line 2: no change"),
        ("@ 3\nTwo men.\n  sum | Two men | Three men", "line 3: no change"),
        ("@ 3\nTwo men.\n  count | Nine men | Three men", "line 3: 'Nine men' does not stand once"),
        ("@ yard\nP Two men.\n  count | Two | Three", "line 3: no change"),
        (
            "@ yard\nP A dog.\nR A dog.\n  object | cat | dog",
            "line 4: 'cat' does not stand once in paragraph yard",
        ),
    ],
)
def test_faults_name_their_lines(lines: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        read_pairs(lines)
