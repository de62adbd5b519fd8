"""Clauses without their verb. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words

SECOND = """
    {first} NOUN 2 nsubj {tag}
    {verb} VERB 0 root VBZ
    on ADP 5 case IN
    {one} 5 {relation}
    {place} NOUN 2 obl NN
    and CCONJ 8 cc CC
    a DET 8 det DT
    {second} NOUN {head} conj NN
    {case} ADP 11 case IN
    {other} 11 det
    {there} NOUN 8 nmod NN
"""


def rows_of(
    *,
    first: str = "nun",
    verb: str = "sits",
    one: str = "a DET",
    place: str = "bench",
    second: str = "monk",
    head: int = 5,
    case: str = "on",
    other: str = "a DET",
    there: str = "wall",
) -> str:
    relation = "nummod" if one.endswith("NUM") else "det"
    return SECOND.format(
        first=first,
        tag="NN",
        verb=verb,
        one=one,
        relation=relation,
        place=place,
        second=second,
        head=head,
        case=case,
        other=other,
        there=there,
    )


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(rows_of(), ["monk/NOUN<sits:parataxis"], id="somebody, and no place"),
        pytest.param(rows_of(second="rug"), [], id="a second place"),
        pytest.param(rows_of(case="of"), [], id="no place behind it"),
        pytest.param(
            rows_of(
                first="hut",
                verb="stands",
                one="one NUM",
                place="side",
                second="barn",
                other="the DET",
                there="other",
            ),
            ["barn/NOUN<stands:parataxis"],
            id="on one side and on the other",
        ),
        pytest.param(
            rows_of(first="lamp", verb="hangs", second="clock", head=2, place="hook"),
            ["clock/NOUN<hangs:parataxis"],
            id="listed with the verb",
        ),
        pytest.param(
            rows_of(first="lamp", verb="hangs", second="clock", place="hook"), [], id="listed with the place"
        ),
        pytest.param(
            rows_of(first="van", verb="waits", second="street", head=2, place="yard"),
            ["street/NOUN<yard:conj"],
            id="a second place of the verb",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            puts VERB 0 root VBZ
            cup NOUN 2 obj NN
            on ADP 5 case IN
            tray NOUN 2 obl NN
            and CCONJ 7 cc CC
            spoon NOUN 2 conj NN
            on ADP 9 case IN
            plate NOUN 7 nmod NN
            """,
            ["spoon/NOUN<tray:conj"],
            id="a second object",
        ),
        pytest.param(
            """
            Tents NOUN 4 nsubj NNS
            are AUX 4 cop VBP
            on ADP 4 case IN
            side NOUN 0 root NN
            and CCONJ 6 cc CC
            monks NOUN 4 conj NNS
            in ADP 8 case IN
            cars NOUN 6 nmod NNS
            """,
            ["monks/NOUN<side:parataxis"],
            id="behind what is somewhere",
        ),
    ],
)
def test_a_second_without_a_verb_is_no_place_of_the_first(
    rows: str, after: list[str], lexicon: Lexicon
) -> None:
    assert mended_words(rows, lexicon) == after


def test_a_plural_that_looks_like_a_verb(lexicon: Lexicon) -> None:
    rows = """
        Trees NOUN 2 nsubj NNS
        stand VERB 0 root VBP
        on ADP 5 case IN
        one NUM 5 nummod CD
        side NOUN 2 obl NN
        and CCONJ 7 cc CC
        houses VERB 2 conj VBZ
        on ADP 10 case IN
        the DET 10 det DT
        other NOUN 7 obl JJ
    """
    assert mended_words(rows, lexicon) == ["houses/NOUN<stand:parataxis", "other/NOUN<houses:nmod"]
