"""Who is somewhere of a thing and what is with it. Trees as a parser makes them."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words

ROWS = """
    A DET 2 det DT
    {first} NOUN 0 root NN
    with ADP 5 case IN
    a DET 5 det DT
    {second} NOUN 2 nmod NN
    {on} ADP 8 case IN
    a DET 8 det DT
    {place} NOUN 5 nmod NN
"""


@pytest.mark.parametrize(
    ("first", "second", "on", "place", "is_of_first"),
    [
        ("vase", "flower", "on", "table", True),
        ("vase", "flower", "beside", "mirror", True),
        ("mug", "spoon", "on", "tray", True),
        ("tray", "spoon", "in", "mug", False),  # a mug is on a tray
        ("plate", "roll", "beside", "soup", False),
        ("bowl", "man", "on", "table", False),  # whoever he is
        ("pizza", "tomato", "on", "plate", True),
        ("man", "dog", "on", "beach", True),
        ("man", "beard", "in", "kitchen", True),
        ("man", "helmet", "on", "bicycle", True),
        ("man", "laptop", "on", "table", False),
        ("man", "tree", "in", "field", False),  # it is there by itself
        ("man", "bird", "on", "shoulder", False),
        ("woman", "umbrella", "on", "bench", True),
        ("woman", "child", "on", "bench", False),  # both may be
        ("cat", "ball", "on", "rug", True),
        ("truck", "trailer", "on", "road", True),
        ("street", "car", "on", "road", False),
        ("chair", "cushion", "on", "porch", True),
        ("counter", "kettle", "on", "shelf", False),
        ("lamp", "shade", "on", "desk", True),
        ("lamp", "cat", "on", "desk", False),
        ("bowl", "spoon", "on", "side", False),
    ],
)
def test_where_the_first_is(
    lexicon: Lexicon,
    first: str,
    second: str,
    on: str,
    place: str,
    is_of_first: bool,  # noqa: FBT001
) -> None:
    rows = ROWS.format(first=first, second=second, on=on, place=place)
    assert mended_words(rows, lexicon) == ([f"{place}/NOUN<{first}:nmod"] if is_of_first else [])


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            bowls NOUN 0 root NNS
            with ADP 3 case IN
            milk NOUN 1 nmod NN
            on ADP 5 case IN
            top NOUN 3 nmod NN
            of ADP 7 case IN
            shelves NOUN 5 nmod NNS
            """,
            ["top/NOUN<bowls:nmod"],
            id="on top of something",
        ),
        pytest.param(
            """
            photo NOUN 0 root NN
            of ADP 3 case IN
            vases NOUN 1 nmod NNS
            with ADP 5 case IN
            roses NOUN 3 nmod NNS
            on ADP 7 case IN
            table NOUN 5 nmod NN
            """,
            ["table/NOUN<vases:nmod"],
            id="what is shown",
        ),
        pytest.param(
            """
            cook NOUN 2 nsubj NN
            holds VERB 0 root VBZ
            bowl NOUN 2 obj NN
            with ADP 5 case IN
            soup NOUN 3 nmod NN
            on ADP 7 case IN
            table NOUN 5 nmod NN
            """,
            [],
            id="a verb tells of it",
        ),
        pytest.param(
            """
            woman NOUN 0 root NN
            on ADP 3 case IN
            stool NOUN 1 nmod NN
            with ADP 5 case IN
            dog NOUN 1 nmod NN
            in ADP 7 case IN
            field NOUN 5 nmod NN
            """,
            [],
            id="who has a place already",
        ),
        pytest.param(
            """
            man NOUN 0 root NN
            with ADP 3 case IN
            hat NOUN 1 nmod NN
            on ADP 6 case IN
            his PRON 6 nmod:poss PRP$
            lap NOUN 3 nmod NN
            """,
            [],
            id="on his own lap",
        ),
    ],
)
def test_where_nothing_tells_of_the_first_but_the_place(
    lexicon: Lexicon, rows: str, after: list[str]
) -> None:
    assert mended_words(rows, lexicon) == after
