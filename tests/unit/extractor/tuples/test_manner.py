"""How something is done, by words that look like places."""

from __future__ import annotations

import pytest

from tests.unit.extractor.tuples.test_clauses import tuples


@pytest.mark.parametrize(
    ("before", "noun", "tag", "expected"),
    [
        pytest.param("loud", "joy", "NN", "sits agent boy", id="how he feels"),
        pytest.param("", "pain", "NN", "sits agent boy", id="and what he feels"),
        pytest.param("", "relish", "NN", "sits agent boy in relish", id="what one may be in"),
        pytest.param("", "valley", "NN", "sits agent boy in valley", id="where he is"),
        pytest.param("", "place", "NN", "sits agent boy", id="not anywhere else"),
        pytest.param("second", "place", "NN", "sits agent boy", id="behind one"),
        pytest.param("", "places", "NNS", "sits agent boy in places", id="somewhere"),
    ],
)
def test_what_somebody_does_in_it(before: str, noun: str, tag: str, expected: str) -> None:
    head = 5 if before else 4
    rows = "boy NOUN 2 nsubj NN\nsits VERB 0 root VBZ\n"
    rows += f"in ADP {head} case IN\n" + (f"{before} ADJ {head} amod JJ\n" if before else "")
    rows += f"{noun} NOUN 2 obl {tag}"
    assert tuples(rows, f"sits: agent boy, locative {noun}") == [expected]


def test_a_place_with_an_article_is_one() -> None:
    rows = """
        boy NOUN 2 nsubj NN
        sits VERB 0 root VBZ
        in ADP 5 case IN
        a DET 5 det DT
        place NOUN 2 obl NN
    """
    assert tuples(rows, "sits: agent boy, locative place") == ["sits agent boy in place"]
