"""Participles before their subject. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words

PARKED = """
    {participle} VERB {head} {relation} {tag}
    by ADP 4 case IN
    a DET 4 det DT
    wall NOUN 1 {wall} NN
    {rest}
"""
IS = "is AUX 6 cop VBZ\nvan NOUN 0 root NN\n. PUNCT 6 punct ."
LIES = "{verb} VERB 0 root VBZ\ncat NOUN 5 obj NN"


@pytest.mark.parametrize(
    ("values", "rest", "after"),
    [
        pytest.param(
            {"participle": "Parked", "relation": "csubj", "tag": "VBN"},
            IS,
            [
                "Parked/VERB<-:root",
                "is/AUX<Parked:aux:pass",
                "van/NOUN<Parked:nsubj:pass",
                "./PUNCT<Parked:punct",
            ],
            id="what is so",
        ),
        pytest.param(
            {"participle": "Standing", "relation": "advcl", "tag": "VBG"},
            IS,
            [
                "Standing/VERB<-:root",
                "is/AUX<Standing:aux",
                "van/NOUN<Standing:nsubj",
                "./PUNCT<Standing:punct",
            ],
            id="what is doing so",
        ),
        pytest.param(
            {"participle": "Washing", "relation": "csubj", "tag": "VBG", "wall": "obj"}, IS, [], id="an act"
        ),
        pytest.param(
            {"participle": "Curled", "relation": "csubj", "tag": "VBN", "head": 5},
            LIES.format(verb="lies"),
            ["Curled/VERB<lies:advcl", "cat/NOUN<lies:nsubj"],
            id="who lies so",
        ),
        pytest.param(
            {"participle": "Curled", "relation": "advcl", "tag": "VBN", "head": 5},
            LIES.format(verb="eats"),
            [],
            id="what is eaten",
        ),
    ],
)
def test_a_participle_before_its_subject(
    values: dict[str, object], rest: str, after: list[str], lexicon: Lexicon
) -> None:
    rows = PARKED.format(**{"head": 6, "wall": "obl", **values}, rest=rest)
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Behind ADP 2 case IN
            it PRON 0 root PRP
            is AUX 2 cop VBZ
            a DET 5 det DT
            shelf NOUN 2 nsubj NN
            . PUNCT 2 punct .
            """,
            ["it/PRON<is:obl", "is/VERB<-:root", "shelf/NOUN<is:nsubj", "./PUNCT<is:punct"],
            id="a thing behind a pronoun",
        ),
        pytest.param(
            """
            Behind ADP 3 case IN
            the DET 3 det DT
            hut NOUN 0 root NN
            is AUX 3 cop VBZ
            a DET 6 det DT
            shelf NOUN 3 nsubj NN
            """,
            [],
            id="behind a noun",
        ),
        pytest.param(
            """
            it PRON 4 nsubj PRP
            is AUX 4 cop VBZ
            behind ADP 4 case IN
            her PRON 0 root PRP
            """,
            [],
            id="in the usual order",
        ),
    ],
)
def test_what_is_behind_it(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


CORNER = """
    In ADP 2 case IN
    corner NOUN 0 root NN
    is AUX 2 cop VBZ
    chair NOUN 2 nsubj NN
    and CCONJ 2 cc CC
    {place}
    is AUX {cop} cop VBZ
    a DET {thing} det DT
    plant NOUN {head}
"""


@pytest.mark.parametrize(
    ("place", "cop", "thing", "head", "after"),
    [
        pytest.param(
            "beside ADP 7 case IN\nit PRON 10 obl PRP",
            10,
            10,
            "4 conj NN",
            ["and/CCONJ<is:cc", "it/PRON<is:obl", "is/VERB<corner:conj", "plant/NOUN<is:nsubj"],
            id="listed with the first thing",
        ),
        pytest.param(
            "in ADP 7 case IN\nfront NOUN 4 conj NN\nof ADP 9 case IN\nit PRON 7 nmod PRP",
            7,
            12,
            "7 nsubj NN",
            ["and/CCONJ<is:cc", "front/NOUN<is:obl", "is/VERB<corner:conj", "plant/NOUN<is:nsubj"],
            id="in front of it, as if the front were listed with it",
        ),
        pytest.param(
            "near ADP 7 case IN\ndoor NOUN 2 conj NN", 7, 10, "7 nsubj NN", [], id="a second place, as it is"
        ),
    ],
)
def test_second_clauses_of_what_is_there(
    lexicon: Lexicon, place: str, cop: int, thing: int, head: str, after: list[str]
) -> None:
    rows = CORNER.format(place=place, cop=cop, thing=thing, head=head)
    assert mended_words(rows, lexicon) == after
