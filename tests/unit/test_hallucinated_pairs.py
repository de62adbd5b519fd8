"""The paragraphs with hallucinations: the source can be read, and half is held back."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.data.paragraphs.pairs import FILE, KINDS, read_pairs


def test_the_source() -> None:
    pairs = read_pairs(FILE.read_text(encoding="utf-8"))
    for held_out in (False, True):
        part = [pair for pair in pairs if pair.held_out == held_out]
        assert len({pair.number for pair in part}) >= 30
        assert set(Counter(pair.kind for pair in part)) == set(KINDS)
    assert all(pair.wrong != pair.right and pair.reference for pair in pairs)
    assert len({(pair.number, pair.wrong) for pair in pairs}) == len(pairs)


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("@ 1000\nA dog.", "line 1: there is no paragraph 1000"),
        ("@ 3\n  count | Two | Three", "line 2: no change"),
        ("@ 3\nTwo men.\n  sum | Two men | Three men", "line 3: no change"),
        ("@ 3\nTwo men.\n  count | Nine men | Three men", "line 3: 'Nine men' does not stand once"),
    ],
)
def test_faults_name_their_lines(lines: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        read_pairs(lines)
