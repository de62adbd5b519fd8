"""What an act is about, by its preposition."""

from __future__ import annotations

import pytest

from tests.unit.extractor.tuples.test_clauses import tuples


@pytest.mark.parametrize(
    ("rows", "decided", "expected"),
    [
        pytest.param(
            """
            hens NOUN 2 nsubj NNS
            peck VERB 0 root VBP
            at ADP 4 case IN
            grains NOUN 2 obl NNS
            """,
            ["peck: agent hens"],
            ["peck agent hens patient grains"],
            id="what is pecked at",
        ),
        pytest.param(
            """
            hens NOUN 2 nsubj NNS
            sleep VERB 0 root VBP
            at ADP 4 case IN
            gates NOUN 2 obl NNS
            """,
            ["sleep: agent hens"],
            ["sleep agent hens"],
            id="nobody sleeps a gate",
        ),
        pytest.param(
            """
            stickers NOUN 2 nsubj NNS
            stick VERB 0 root VBP
            to ADP 4 case IN
            door NOUN 2 obl NN
            """,
            ["stick: agent stickers, patient door"],
            ["stick agent stickers to door"],
            id="what something sticks to",
        ),
    ],
)
def test_what_an_act_is_about(rows: str, decided: list[str], expected: list[str]) -> None:
    assert tuples(rows, *decided) == expected
