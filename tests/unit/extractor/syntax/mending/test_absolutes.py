"""Clauses behind `with` that have no finite verb. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Nuns NOUN 2 nsubj NNS
            dance VERB 0 root VBP
            , PUNCT 6 punct ,
            with SCONJ 6 mark IN
            bells NOUN 6 nsubj NNS
            ringing VERB 2 advcl VBG
            and CCONJ 9 cc CC
            a DET 9 det DT
            flag NOUN 6 conj NN
            being AUX 11 aux:pass VBG
            raised VERB 6 conj VBN
            """,
            ["flag/NOUN<raised:nsubj:pass"],
            id="a flag is raised",
        ),
        pytest.param(
            """
            Nuns NOUN 2 nsubj NNS
            dance VERB 0 root VBP
            , PUNCT 6 punct ,
            with SCONJ 6 mark IN
            bells NOUN 6 nsubj NNS
            ringing VERB 2 advcl VBG
            and CCONJ 9 cc CC
            a DET 9 det DT
            flag NOUN 6 conj NN
            a DET 11 det DT
            pole NOUN 6 obj NN
            """,
            [],
            id="no act",
        ),
    ],
)
def test_what_is_being_done_to_a_second(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            holds VERB 0 root VBZ
            a DET 5 det DT
            lamp NOUN 3 obj NN
            , PUNCT 8 punct ,
            with ADP 8 case IN
            maps NOUN 3 obl NNS
            and CCONJ 11 cc CC
            a DET 11 det DT
            pen NOUN 8 conj NN
            lying VERB 11 acl VBG
            under ADP 14 case IN
            it PRON 12 obl PRP
            """,
            ["with/ADP<lying:mark", "maps/NOUN<lying:nsubj", "lying/VERB<holds:advcl"],
            id="of the last",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            holds VERB 0 root VBZ
            a DET 5 det DT
            lamp NOUN 3 obj NN
            , PUNCT 8 punct ,
            with ADP 8 case IN
            maps NOUN 3 obl NNS
            and CCONJ 11 cc CC
            a DET 11 det DT
            pen NOUN 8 conj NN
            lying VERB 8 acl VBG
            under ADP 14 case IN
            it PRON 12 obl PRP
            """,
            ["with/ADP<lying:mark", "maps/NOUN<lying:nsubj", "lying/VERB<holds:advcl"],
            id="of the first",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            holds VERB 0 root VBZ
            a DET 5 det DT
            lamp NOUN 3 obj NN
            now ADV 3 advmod RB
            with ADP 8 case IN
            maps NOUN 3 obl NNS
            and CCONJ 11 cc CC
            a DET 11 det DT
            pen NOUN 8 conj NN
            lying VERB 11 acl VBG
            under ADP 14 case IN
            it PRON 12 obl PRP
            """,
            [],
            id="without a comma",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            holds VERB 0 root VBZ
            a DET 5 det DT
            lamp NOUN 3 obj NN
            , PUNCT 8 punct ,
            with ADP 8 case IN
            maps NOUN 3 obl NNS
            and CCONJ 11 cc CC
            a DET 11 det DT
            cat NOUN 8 conj NN
            lying VERB 11 acl VBG
            under ADP 14 case IN
            it PRON 12 obl PRP
            """,
            [],
            id="somebody beside things",
        ),
    ],
)
def test_what_all_of_a_list_do(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            hut NOUN 0 root NN
            in ADP 5 case IN
            a DET 5 det DT
            field NOUN 2 nmod NN
            , PUNCT 9 punct ,
            with ADP 9 case IN
            a DET 9 det DT
            ladder NOUN 2 nmod NN
            reaching VERB 2 acl VBG
            up ADV 10 advmod RB
            """,
            ["reaching/VERB<ladder:acl"],
            id="the ladder",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 0 root NN
            in ADP 5 case IN
            a DET 5 det DT
            field NOUN 2 nmod NN
            , PUNCT 9 punct ,
            with ADP 9 case IN
            a DET 9 det DT
            ladder NOUN 2 nmod NN
            reaching VERB 2 acl VBG
            up ADV 10 advmod RB
            """,
            [],
            id="somebody",
        ),
        pytest.param(
            """
            A DET 2 det DT
            hut NOUN 0 root NN
            in ADP 5 case IN
            a DET 5 det DT
            field NOUN 2 nmod NN
            now ADV 2 advmod RB
            with ADP 9 case IN
            a DET 9 det DT
            ladder NOUN 2 nmod NN
            reaching VERB 2 acl VBG
            up ADV 10 advmod RB
            """,
            [],
            id="no comma",
        ),
    ],
)
def test_which_thing_does_it(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Nuns NOUN 2 nsubj NNS
            mend VERB 0 root VBP
            a DET 4 det DT
            net NOUN 2 obj NN
            , PUNCT 7 punct ,
            old ADJ 7 amod JJ
            ropes NOUN 2 obj NNS
            piled VERB 7 acl VBN
            around ADP 10 case IN
            them PRON 8 obl PRP
            """,
            ["ropes/NOUN<piled:nsubj:pass", "piled/VERB<mend:advcl"],
            id="no second object",
        ),
        pytest.param(
            """
            Nuns NOUN 2 nsubj NNS
            mend VERB 0 root VBP
            a DET 4 det DT
            net NOUN 2 obj NN
            now ADV 2 advmod RB
            old ADJ 7 amod JJ
            ropes NOUN 2 obj NNS
            piled VERB 7 acl VBN
            around ADP 10 case IN
            them PRON 8 obl PRP
            """,
            [],
            id="without a comma",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 0 root NN
            and CCONJ 4 cc CC
            boy NOUN 2 conj NN
            kneeling VERB 2 acl VBG
            , PUNCT 8 punct ,
            old ADJ 8 amod JJ
            ropes NOUN 2 conj NNS
            piled VERB 8 acl VBN
            up ADP 9 compound:prt RP
            """,
            ["ropes/NOUN<piled:nsubj:pass", "piled/VERB<kneeling:advcl"],
            id="behind a list that has ended",
        ),
        pytest.param(
            """
            Nuns NOUN 0 root NNS
            , PUNCT 3 punct ,
            boys NOUN 1 conj NNS
            kneeling VERB 3 acl VBG
            and CCONJ 6 cc CC
            girls NOUN 1 conj NNS
            """,
            [],
            id="in a list",
        ),
    ],
)
def test_what_is_told_aside(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Nuns NOUN 2 nsubj NNS
            dance VERB 0 root VBP
            , PUNCT 6 punct ,
            with SCONJ 6 mark IN
            bells NOUN 6 nsubj NNS
            ringing VERB 2 advcl VBG
            and CCONJ 9 cc CC
            a DET 9 det DT
            flag NOUN 6 nsubj NN
            being AUX 11 aux:pass VBG
            raised VERB 6 conj VBN
            """,
            ["flag/NOUN<raised:nsubj:pass"],
            id="of the act behind it",
        ),
    ],
)
def test_a_second_subject(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            stall NOUN 0 root NN
            with ADP 4 case IN
            plums NOUN 2 nmod NNS
            , PUNCT 7 punct ,
            and CCONJ 7 cc CC
            crates NOUN 4 conj NNS
            of ADP 9 case IN
            fish NOUN 7 nmod NN
            being AUX 11 aux:pass VBG
            unloaded VERB 2 conj VBN
            """,
            ["unloaded/VERB<crates:acl"],
            id="to the crates",
        ),
        pytest.param(
            """
            A DET 2 det DT
            stall NOUN 0 root NN
            being AUX 4 aux:pass VBG
            unloaded VERB 2 conj VBN
            """,
            [],
            id="to the stall",
        ),
    ],
)
def test_to_what_it_is_done(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            woman NOUN 3 nsubj NN
            waits VERB 0 root VBZ
            with SCONJ 9 mark IN
            a DET 6 det DT
            basket NOUN 9 nsubj NN
            on ADP 9 case IN
            her PRON 9 nmod:poss PRP$
            arm NOUN 3 advcl NN
            """,
            ["with/ADP<basket:case", "basket/NOUN<waits:obl", "arm/NOUN<basket:nmod"],
            id="with, behind a verb",
        ),
        pytest.param(
            """
            A DET 2 det DT
            tank NOUN 0 root NN
            with SCONJ 7 mark IN
            sharks NOUN 7 nsubj NNS
            at ADP 7 case IN
            the DET 7 det DT
            bottom NOUN 2 acl NN
            """,
            ["with/ADP<sharks:case", "sharks/NOUN<tank:nmod", "bottom/NOUN<sharks:nmod"],
            id="with, behind a noun",
        ),
        pytest.param(
            """
            He PRON 2 nsubj PRP
            sits VERB 0 root VBZ
            , PUNCT 8 punct ,
            one NUM 5 nummod CD
            hand NOUN 8 nsubj NN
            on ADP 8 case IN
            his PRON 8 nmod:poss PRP$
            hip NOUN 2 advcl NN
            and CCONJ 14 cc CC
            the DET 11 det DT
            other ADJ 14 nsubj JJ
            in ADP 14 case IN
            his PRON 14 nmod:poss PRP$
            pocket NOUN 8 conj NN
            """,
            [
                *(",/PUNCT<hand:punct", "hand/NOUN<sits:parataxis", "hip/NOUN<hand:nmod"),
                *("and/CCONJ<other:cc", "other/ADJ<hand:conj", "pocket/NOUN<other:nmod"),
            ],
            id="bare, and one more",
        ),
        pytest.param(
            """
            Musicians NOUN 0 root NNS
            with SCONJ 5 mark IN
            a DET 4 det DT
            crowd NOUN 5 nsubj NN
            below ADV 1 acl RB
            """,
            ["with/ADP<crowd:case", "crowd/NOUN<Musicians:nmod", "below/ADV<crowd:advmod"],
            id="an adverb",
        ),
        pytest.param(
            """
            Pears NOUN 4 nsubj NNS
            in ADP 4 case IN
            a DET 4 det DT
            bowl NOUN 0 root NN
            . PUNCT 4 punct .
            """,
            ["Pears/NOUN<-:root", "bowl/NOUN<Pears:nmod", "./PUNCT<Pears:punct"],
            id="at the top",
        ),
        pytest.param(
            """
            A DET 2 det DT
            plate NOUN 0 root NN
            surrounded VERB 2 acl VBN
            , PUNCT 6 punct ,
            pears NOUN 7 nsubj NNS
            on ADP 7 case IN
            it PRON 3 obl PRP
            """,
            ["pears/NOUN<surrounded:parataxis", "it/PRON<pears:nmod"],
            id="of a verb",
        ),
        pytest.param(
            """
            sits VERB 0 root VBZ
            with ADP 4 case IN
            a DET 4 det DT
            city NOUN 1 obl NN
            behind ADP 7 case IN
            the DET 7 det DT
            wall NOUN 4 acl NN
            """,
            ["wall/NOUN<city:nmod"],
            id="half a clause",
        ),
        pytest.param(
            """
            man NOUN 0 root NN
            with SCONJ 5 mark IN
            phone NOUN 5 nsubj NN
            in ADP 5 case IN
            hand NOUN 1 acl NN
            and CCONJ 7 cc CC
            bag NOUN 1 conj NN
            over ADP 9 case IN
            shoulder NOUN 1 acl NN
            """,
            [
                *("with/ADP<phone:case", "phone/NOUN<man:nmod", "hand/NOUN<phone:nmod"),
                *("bag/NOUN<phone:conj", "shoulder/NOUN<bag:nmod"),
            ],
            id="a whole one and half of one more",
        ),
        pytest.param(
            """
            He PRON 2 nsubj PRP
            says VERB 0 root VBZ
            the DET 4 det DT
            cup NOUN 8 nsubj NN
            is AUX 8 cop VBZ
            on ADP 8 case IN
            the DET 8 det DT
            table NOUN 2 parataxis NN
            """,
            [],
            id="a clause with is",
        ),
        pytest.param(
            """
            He PRON 2 nsubj PRP
            smiles VERB 0 root VBZ
            while SCONJ 7 mark IN
            the DET 5 det DT
            cup NOUN 7 nsubj NN
            on ADP 7 case IN
            fire NOUN 2 advcl NN
            """,
            [],
            id="another mark",
        ),
    ],
)
def test_a_clause_without_a_verb(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            followed VERB 0 root VBN
            by ADP 3 case IN
            footsteps NOUN 1 obl:agent NNS
            and CCONJ 7 cc CC
            a DET 6 det DT
            door NOUN 7 nsubj NN
            closing VERB 3 conj VBG
            """,
            ["and/CCONJ<door:cc", "door/NOUN<footsteps:conj", "closing/VERB<door:acl"],
            id="beside a noun",
        ),
        pytest.param(
            """
            followed VERB 0 root VBN
            by ADP 3 case IN
            footsteps NOUN 1 obl:agent NNS
            and CCONJ 7 cc CC
            a DET 6 det DT
            door NOUN 7 nsubj NN
            closing VERB 3 acl VBG
            """,
            ["and/CCONJ<door:cc", "door/NOUN<footsteps:conj", "closing/VERB<door:acl"],
            id="beside a noun, where the act is said of the first",
        ),
        pytest.param(
            """
            bells NOUN 2 nsubj NNS
            ringing VERB 0 root VBG
            and CCONJ 6 cc CC
            a DET 5 det DT
            door NOUN 6 nsubj NN
            closing VERB 2 conj VBG
            """,
            [],
            id="beside an act",
        ),
    ],
)
def test_one_more_that_acts(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            There PRON 2 expl EX
            are VERB 0 root VBP
            cups NOUN 2 nsubj NNS
            , PUNCT 7 punct ,
            two NUM 7 nsubj CD
            on ADP 7 case IN
            trays NOUN 2 advcl NNS
            """,
            [",/PUNCT<two:punct", "two/NUM<cups:appos", "trays/NOUN<two:nmod"],
            id="some of what is there",
        ),
        pytest.param(
            """
            hawks NOUN 0 root NNS
            : PUNCT 5 punct :
            two NUM 5 nsubj CD
            on ADP 5 case IN
            roofs NOUN 1 acl NNS
            and CCONJ 9 cc CC
            one NUM 1 conj CD
            on ADP 9 case IN
            poles NOUN 7 orphan NNS
            """,
            [
                *(":/PUNCT<two:punct", "two/NUM<hawks:appos", "roofs/NOUN<two:nmod"),
                *("and/CCONJ<one:cc", "one/NUM<two:conj", "poles/NOUN<one:nmod"),
            ],
            id="one that is left over",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            stands VERB 0 root VBZ
            with SCONJ 8 mark IN
            her PRON 5 nmod:poss PRP$
            back NOUN 2 obl NN
            to ADP 8 case IN
            the DET 8 det DT
            door NOUN 2 advcl NN
            """,
            ["with/ADP<back:case", "door/NOUN<back:nmod"],
            id="with and half of one",
        ),
        pytest.param(
            """
            holds VERB 0 root VBZ
            a DET 3 det DT
            cup NOUN 1 obj NN
            in ADP 6 case IN
            one NUM 6 nummod CD
            hand NOUN 1 obl NN
            and CCONJ 13 cc CC
            a DET 9 det DT
            kettle NOUN 13 nsubj NN
            in ADP 13 case IN
            the DET 13 det DT
            other ADJ 13 amod JJ
            hand NOUN 1 advcl NN
            """,
            ["and/CCONJ<kettle:cc", "kettle/NOUN<cup:conj", "hand/NOUN<holds:obl"],
            id="and one more",
        ),
        pytest.param(
            """
            holds VERB 0 root VBZ
            a DET 3 det DT
            cup NOUN 1 obj NN
            in ADP 6 case IN
            one NUM 6 nummod CD
            hand NOUN 1 obl NN
            and CCONJ 9 cc CC
            a DET 9 det DT
            kettle NOUN 13 nsubj NN
            in ADP 13 case IN
            the DET 13 det DT
            other ADJ 13 amod JJ
            hand NOUN 1 advcl NN
            """,
            ["kettle/NOUN<cup:conj", "hand/NOUN<holds:obl"],
            id="and one more, its own and",
        ),
        pytest.param(
            """
            shelf NOUN 0 root NN
            with SCONJ 5 mark IN
            lamps NOUN 5 nsubj NNS
            under ADP 5 case IN
            glass NOUN 1 acl NN
            and CCONJ 9 cc CC
            pears NOUN 9 nsubj NNS
            on ADP 9 case IN
            top NOUN 1 acl NN
            """,
            [
                *("with/ADP<lamps:case", "lamps/NOUN<shelf:nmod", "glass/NOUN<lamps:nmod"),
                *("and/CCONJ<pears:cc", "pears/NOUN<lamps:conj", "top/NOUN<pears:nmod"),
            ],
            id="with two",
        ),
    ],
)
def test_several_without_a_verb(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            coat NOUN 0 root NN
            with SCONJ 5 mark IN
            a DET 4 det DT
            cow NOUN 5 nsubj NN
            face VERB 1 acl VBP
            on ADP 8 case IN
            its PRON 8 nmod:poss PRP$
            hood NOUN 5 obl NN
            """,
            [
                *("with/ADP<face:case", "a/DET<face:det", "cow/NOUN<face:compound"),
                *("face/NOUN<coat:nmod", "hood/NOUN<face:nmod"),
            ],
            id="no verb behind with",
        ),
        pytest.param(
            """
            coat NOUN 0 root NN
            with SCONJ 5 mark IN
            a DET 4 det DT
            cow NOUN 5 nsubj NN
            facing VERB 1 acl VBG
            """,
            [],
            id="a participle",
        ),
    ],
)
def test_a_noun_behind_with(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("held", "after"), [("lamp", ["dancer/NOUN<boy:conj", "dancing/VERB<dancer:acl"]), ("girl", [])]
)
def test_the_second_who_acts(lexicon: Lexicon, held: str, after: list[str]) -> None:
    rows = f"""
        boy NOUN 0 root NN
        holding VERB 1 acl VBG
        a DET 4 det DT
        {held} NOUN 2 obj NN
        and CCONJ 7 cc CC
        a DET 7 det DT
        dancer NOUN 4 conj NN
        dancing VERB 1 acl VBG
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            horses NOUN 9 nsubj NNS
            , PUNCT 8 punct ,
            one NUM 8 nsubj CD
            with SCONJ 8 mark IN
            riders NOUN 8 nsubj NNS
            on ADP 8 case IN
            its PRON 8 nmod:poss PRP$
            back NOUN 1 acl NN
            graze VERB 0 root VBP
            """,
            [
                ",/PUNCT<one:punct",
                "one/NUM<horses:appos",
                "with/ADP<riders:case",
                "riders/NOUN<one:nmod",
                "back/NOUN<riders:nmod",
            ],
            id="two subjects of the place",
        ),
        pytest.param(
            """
            men NOUN 9 nsubj NNS
            , PUNCT 7 punct ,
            each DET 7 nsubj DT
            with ADP 5 case IN
            dogs NOUN 1 acl NNS
            on ADP 7 case IN
            leashes NOUN 1 acl NNS
            , PUNCT 7 punct ,
            walk VERB 0 root VBP
            """,
            [",/PUNCT<each:punct", "each/DET<men:appos", "dogs/NOUN<each:nmod", "leashes/NOUN<dogs:nmod"],
            id="thing and place apart",
        ),
        pytest.param(
            """
            cows NOUN 0 root NNS
            one NUM 8 nsubj CD
            with SCONJ 8 mark IN
            bags NOUN 8 nsubj NNS
            of ADP 6 case IN
            hay NOUN 4 nmod NN
            on ADP 8 case IN
            backs NOUN 1 acl NNS
            """,
            ["one/NUM<cows:appos", "with/ADP<bags:case", "bags/NOUN<one:nmod", "backs/NOUN<bags:nmod"],
            id="what it is of",
        ),
        pytest.param(
            """
            horses NOUN 0 root NNS
            nuns NOUN 7 nsubj NNS
            with SCONJ 7 mark IN
            hats NOUN 7 nsubj NNS
            on ADP 7 case IN
            their PRON 7 nmod:poss PRP$
            heads NOUN 1 acl NNS
            """,
            [],
            id="no part of them",
        ),
    ],
)
def test_which_of_them_has_something_somewhere(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


def test_a_second_thing_with_a_place(lexicon: Lexicon) -> None:
    rows = """
        bathroom NOUN 0 root NN
        with SCONJ 5 mark IN
        mirrors NOUN 5 nsubj NNS
        above ADP 5 case IN
        sinks NOUN 1 acl NNS
        and CCONJ 9 cc CC
        towels NOUN 5 conj NNS
        on ADP 9 case IN
        racks NOUN 5 conj NNS
    """
    assert mended_words(rows, lexicon) == [
        "with/ADP<mirrors:case",
        "mirrors/NOUN<bathroom:nmod",
        "sinks/NOUN<mirrors:nmod",
        "and/CCONJ<towels:cc",
        "towels/NOUN<mirrors:conj",
        "racks/NOUN<towels:nmod",
    ]


@pytest.mark.parametrize(
    ("number", "second", "after"),
    [
        ("one NUM", "other", ["other/NOUN<hand:parataxis", "holding/VERB<other:acl"]),
        ("a DET", "other", ["other/NOUN<wheel:conj", "holding/VERB<other:acl"]),
        ("one NUM", "pedal", ["pedal/NOUN<wheel:conj", "holding/VERB<pedal:acl"]),
    ],
)
def test_the_other_is_another_of_what_there_is_one_of(
    lexicon: Lexicon, number: str, second: str, after: list[str]
) -> None:
    rows = f"""
        nun NOUN 0 root NN
        with ADP 4 case IN
        {number} 4 nummod
        hand NOUN 1 nmod NN
        on ADP 6 case IN
        wheel NOUN 4 nmod NN
        and CCONJ 8 cc CC
        {second} NOUN 9 nsubj NN
        holding VERB 6 conj VBG
        tea NOUN 9 obj NN
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("part", "how", "act", "after"),
    [
        ("mouth", "open ADJ 1 acl JJ", "sitting", ["sitting/VERB<cat:acl"]),
        ("kitten", "open ADJ 1 acl JJ", "sitting", []),
        ("mouth", "open ADJ 1 acl JJ", "dripping", []),
    ],
)
def test_who_sits_with_an_open_mouth(
    part: str, how: str, act: str, after: list[str], lexicon: Lexicon
) -> None:
    rows = f"""
        cat NOUN 0 root NN
        with SCONJ 5 mark IN
        its PRON 4 nmod:poss PRP$
        {part} NOUN 5 nsubj NN
        {how}
        and CCONJ 7 cc CC
        {act} VERB 5 conj VBG
        on ADP 9 case IN
        rugs NOUN 7 obl NNS
    """
    assert [word for word in mended_words(rows, lexicon) if "VERB" in word] == after
