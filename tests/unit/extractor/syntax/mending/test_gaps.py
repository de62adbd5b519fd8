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
        pytest.param(
            """
            nun NOUN 0 root NN
            sitting VERB 1 acl VBG
            on ADP 4 case IN
            bench NOUN 2 obl NN
            and CCONJ 6 cc CC
            monk NOUN 4 conj NN
            on ADP 8 case IN
            wall NOUN 6 nmod NN
            """,
            ["monk/NOUN<sitting:parataxis"],
            id="behind a participle",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            on ADP 4 case IN
            bench NOUN 2 obl NN
            and CCONJ 8 cc CC
            monk NOUN 4 conj NN
            under ADP 8 case IN
            wall NOUN 6 nmod NN
            """,
            ["monk/NOUN<sits:parataxis"],
            id="wherever `and` hangs",
        ),
        pytest.param(
            rows_of(second="pastry", there="side"),
            ["pastry/NOUN<sits:parataxis"],
            id="beside what is told",
        ),
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
            ["spoon/NOUN<cup:conj", "plate/NOUN<puts:obl"],
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


HOLDS = """
    nun NOUN 2 nsubj NN
    holds VERB 0 root VBZ
    lamp NOUN 2 obj NN
    {comma}
    the DET 6 det DT
    {who}
    {article} DET 8 det DT
    {thing} NOUN {relation} NN
"""


@pytest.mark.parametrize(
    ("comma", "who", "article", "relation", "after"),
    [
        pytest.param(
            ", PUNCT 6 punct ,",
            "other ADJ 2 conj JJ",
            "a",
            "6 orphan",
            ["other/ADJ<holds:parataxis"],
            id="as in treebanks",
        ),
        pytest.param(
            "and CCONJ 6 cc CC",
            "monk NOUN 3 conj NN",
            "no",
            "3 conj",
            ["monk/NOUN<holds:parataxis", "rope/NOUN<monk:orphan"],
            id="both listed with the object",
        ),
        pytest.param(
            ", PUNCT 8 punct ,",
            "monk NOUN 8 nsubj NN",
            "a",
            "2 conj",
            [",/PUNCT<monk:punct", "monk/NOUN<holds:parataxis", "rope/NOUN<monk:orphan"],
            id="a clause whose verb the thing was taken for",
        ),
        pytest.param(
            ", PUNCT 8 punct ,",
            "other ADJ 2 conj JJ",
            "a",
            "2 parataxis",
            [",/PUNCT<other:punct", "other/ADJ<holds:parataxis", "rope/NOUN<other:orphan"],
            id="side by side",
        ),
        pytest.param(
            "near ADP 6 case IN", "monk NOUN 3 nmod NN", "a", "3 conj", [], id="nothing that parts them"
        ),
    ],
)
def test_who_has_what_others_have(
    lexicon: Lexicon, comma: str, who: str, article: str, relation: str, after: list[str]
) -> None:
    rows = HOLDS.format(comma=comma, who=who, article=article, thing="rope", relation=relation)
    assert mended_words(rows, lexicon) == after


def test_where_the_other_is(lexicon: Lexicon) -> None:
    rows = """
    hut NOUN 2 nsubj NN
    stands VERB 0 root VBZ
    on ADP 4 case IN
    hill NOUN 2 obl NN
    and CCONJ 7 cc CC
    the DET 7 det DT
    other ADJ 2 conj JJ
    by ADP 9 case IN
    pond NOUN 7 orphan NN
    """
    assert mended_words(rows, lexicon) == ["other/ADJ<stands:parataxis", "pond/NOUN<other:nmod"]


BAKERY = """
    on ADP 2 case IN
    left NOUN {root} NN
    {verb}
    bakery NOUN {subject} NN
    , PUNCT 7 punct ,
    on ADP 7 case IN
    right NOUN {place} NN
    a DET 9 det DT
    shop NOUN {thing} NN
"""


@pytest.mark.parametrize(
    ("root", "verb", "subject", "place", "thing", "after"),
    [
        pytest.param(
            "0 root",
            "is AUX 2 cop VBZ",
            "2 nsubj",
            "4 nmod",
            "4 conj",
            [",/PUNCT<shop:punct", "right/NOUN<shop:nmod", "shop/NOUN<left:parataxis"],
            id="listed with what stands in the first place",
        ),
        pytest.param(
            "3 obl",
            "stands VERB 0 root VBZ",
            "3 nsubj",
            "4 conj",
            "7 nsubj",
            [",/PUNCT<shop:punct", "right/NOUN<shop:nmod", "shop/NOUN<stands:parataxis"],
            id="a clause whose verb the place was taken for",
        ),
        pytest.param("4 nmod", "a DET 4 det DT", "0 root", "4 nmod", "4 conj", [], id="no verb before it"),
    ],
)
def test_what_is_in_a_second_place(
    lexicon: Lexicon, root: str, verb: str, subject: str, place: str, thing: str, after: list[str]
) -> None:
    rows = BAKERY.format(root=root, verb=verb, subject=subject, place=place, thing=thing)
    assert mended_words(rows, lexicon) == after


PUTS = """
    nurse NOUN 2 nsubj NN
    {verb} VERB 0 root VBZ
    cup NOUN 2 obj NN
    on ADP 5 case IN
    {where} NOUN 2 obl NN
    and CCONJ {cc}
    {second}
    {case} ADP 9 case IN
    {last} 7 nmod NN
"""


@pytest.mark.parametrize(
    ("verb", "where", "cc", "second", "case", "last", "after"),
    [
        pytest.param(
            "puts",
            "tray",
            "7 cc",
            "lid NOUN 5 conj NN",
            "on",
            "plate NOUN",
            ["lid/NOUN<cup:conj", "plate/NOUN<puts:obl"],
            id="the same preposition",
        ),
        pytest.param(
            "holds",
            "lap",
            "9 cc",
            "lid NOUN 5 conj NN",
            "in",
            "hand NOUN",
            ["and/CCONJ<lid:cc", "lid/NOUN<cup:conj", "hand/NOUN<holds:obl"],
            id="two parts of the body",
        ),
        pytest.param(
            "pours",
            "tray",
            "7 cc",
            "milk VERB 2 conj VBZ",
            "into",
            "another DET",
            ["milk/NOUN<cup:conj", "another/DET<tray:conj"],
            id="what one does has an s",
        ),
        pytest.param(
            "puts",
            "tray",
            "7 cc",
            "rug NOUN 5 conj NN",
            "near",
            "window NOUN",
            [],
            id="a place beside a place",
        ),
        pytest.param(
            "has", "tray", "7 cc", "lid NOUN 5 conj NN", "on", "plate NOUN", [], id="what is only had"
        ),
        pytest.param(
            "puts", "tray", "7 cc", "monk NOUN 5 conj NN", "on", "bench NOUN", [], id="nobody is put anywhere"
        ),
    ],
)
def test_second_objects_with_their_places(
    lexicon: Lexicon, verb: str, where: str, cc: str, second: str, case: str, last: str, after: list[str]
) -> None:
    rows = PUTS.format(verb=verb, where=where, cc=cc, second=second, case=case, last=last)
    assert mended_words(rows, lexicon) == after


FILLED = """
    mugs NOUN 0 root NNS
    one NUM 3 nsubj:pass CD
    {verb} VERB 1 acl VBN
    {case} ADP 5 case IN
    tea NOUN 3 obl NN
    and CCONJ 8 cc CC
    {article} DET 8 det DT
    {second} {head} conj
    {case} ADP 10 case IN
    coffee NOUN 8 {relation} NN
"""


@pytest.mark.parametrize(
    ("verb", "case", "article", "second", "head", "relation", "after"),
    [
        pytest.param(
            "filled",
            "with",
            "the",
            "other ADJ",
            1,
            "nmod",
            ["other/NOUN<filled:parataxis"],
            id="of the group",
        ),
        pytest.param(
            "filled",
            "with",
            "the",
            "other ADJ",
            5,
            "orphan",
            ["other/NOUN<filled:parataxis", "coffee/NOUN<other:nmod"],
            id="listed with what is in the first",
        ),
        pytest.param(
            "covered",
            "by",
            "the",
            "other ADJ",
            3,
            "nmod",
            ["other/NOUN<covered:parataxis", "coffee/NOUN<other:orphan"],
            id="who does it",
        ),
        pytest.param("filled", "with", "a", "jug NOUN", 5, "nmod", [], id="one more thing in it"),
        pytest.param("painted", "on", "the", "other ADJ", 1, "nmod", [], id="no passive of what it has"),
    ],
)
def test_what_is_told_of_the_other_as_of_the_one(
    lexicon: Lexicon,
    verb: str,
    case: str,
    article: str,
    second: str,
    head: int,
    relation: str,
    after: list[str],
) -> None:
    rows = FILLED.format(verb=verb, case=case, article=article, second=second, head=head, relation=relation)
    assert mended_words(rows, lexicon) == after
