"""What a place brings in behind a clause."""

from __future__ import annotations

import pytest

from tests.unit.extractor.tuples.test_clauses import tuples

SHELF = """
    shelf NOUN 0 root NN
    with ADP 3 case IN
    cups NOUN 1 nmod NNS
    on ADP 5 case IN
    top NOUN 3 nmod NN
    , PUNCT 11 punct ,
    on ADP 9 case IN
    the DET 9 det DT
    {place} NOUN 11 nmod NN
    a DET 11 det DT
    clock NOUN 1 {relation} NN
    {rest}
"""


@pytest.mark.parametrize(
    ("place", "relation", "rest", "expected"),
    [
        pytest.param("right", "parataxis", "", "~ agent clock on right", id="a thing aside"),
        pytest.param(
            "right",
            "parataxis",
            "maps NOUN 11 conj NNS",
            "~ agent clock agent maps on right",
            id="and what is listed with it",
        ),
    ],
)
def test_what_is_aside_is_where_it_is_told(place: str, relation: str, rest: str, expected: str) -> None:
    rows = SHELF.format(place=place, relation=relation, rest=rest).rstrip()
    found = tuples(rows, "~cups: agent cups, locative top, locative right, patient clock")
    assert found == ["~ agent cups on top", expected]


@pytest.mark.parametrize(
    ("place", "relation"),
    [
        pytest.param("wall", "parataxis", id="where the links know"),
        pytest.param("right", "conj", id="a list"),
    ],
)
def test_what_the_links_know(place: str, relation: str) -> None:
    rows = SHELF.format(place=place, relation=relation, rest="").rstrip()
    assert tuples(rows, "~cups: agent cups, locative top") == ["~ agent cups on top"]
