"""Which noun, act or clause a place belongs to. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            horse NOUN 0 root NN
            with ADP 3 case IN
            cart NOUN 1 nmod NN
            on ADP 5 case IN
            day NOUN 3 nmod NN
            """,
            ["day/NOUN<horse:nmod"],
            id="when it is, of the top",
        ),
        pytest.param(
            """
            horse NOUN 2 nsubj NN
            grazes VERB 0 root VBZ
            near ADP 4 case IN
            barn NOUN 2 obl NN
            at ADP 6 case IN
            night NOUN 4 nmod NN
            """,
            ["night/NOUN<grazes:obl"],
            id="when it is, of the clause",
        ),
        pytest.param(
            """
            bread NOUN 0 root NN
            lies VERB 1 acl VBZ
            with ADP 6 mark IN
            candles NOUN 2 obl NNS
            on ADP 6 case IN
            it PRON 2 advcl PRP
            """,
            ["with/ADP<candles:case", "it/PRON<candles:nmod"],
            id="a place is no clause",
        ),
        pytest.param(
            """
            tractor NOUN 2 nsubj NN
            pulls VERB 0 root VBZ
            trailer NOUN 2 obj NN
            loaded VERB 3 acl VBN
            along ADP 6 case IN
            lane NOUN 4 obl NN
            """,
            ["lane/NOUN<pulls:obl"],
            id="where what is loaded goes",
        ),
        pytest.param(
            """
            to ADP 3 case IN
            the DET 3 det DT
            right ADJ 5 obl JJ
            there PRON 5 expl EX
            is VERB 0 root VBZ
            pole NOUN 5 nsubj NN
            """,
            ["right/NOUN<is:obl"],
            id="a side with an article",
        ),
        pytest.param(
            """
            top NOUN 3 nsubj NN
            there PRON 3 expl EX
            is AUX 0 root VBZ
            sky NOUN 3 nsubj NN
            at ADP 1 case IN
            """,
            ["top/NOUN<is:obl"],
            id="a place before there",
        ),
        pytest.param(
            """
            there PRON 2 expl EX
            is AUX 0 root VBZ
            chair NOUN 2 nsubj NN
            and CCONJ 9 cc CC
            on ADP 7 case IN
            the DET 7 det DT
            chair NOUN 3 conj NN
            there PRON 9 expl EX
            is AUX 2 conj VBZ
            bag NOUN 9 nsubj NN
            """,
            ["chair/NOUN<is:obl"],
            id="the place of the second clause",
        ),
        pytest.param(
            """
            beside ADP 3 case IN
            her PRON 3 nmod:poss PRP$
            there NOUN 4 obl NN
            is VERB 0 root VBZ
            hut NOUN 4 nsubj NN
            """,
            ["beside/ADP<her:case", "her/PRON<is:obl", "there/PRON<is:expl"],
            id="there is nobody's",
        ),
        pytest.param(
            """
            there PRON 2 expl EX
            is VERB 0 root VBZ
            chair NOUN 2 nsubj NN
            with ADP 5 case IN
            hat NOUN 2 obl NN
            """,
            ["hat/NOUN<chair:nmod"],
            id="what is there has it",
        ),
        pytest.param(
            """
            chair NOUN 0 root NN
            with SCONJ 5 mark IN
            hat NOUN 5 nsubj NN
            on ADP 5 case IN
            it PRON 1 acl PRP
            """,
            ["with/SCONJ<hat:case", "hat/NOUN<chair:nmod", "it/PRON<hat:nmod"],
            id="a with-phrase that looks like a clause",
        ),
        pytest.param(
            """
            chair NOUN 0 root NN
            with SCONJ 7 mark IN
            bunch NOUN 7 nsubj NN
            of ADP 5 case IN
            keys NOUN 3 nmod NNS
            under ADP 7 case IN
            it PRON 1 acl PRP
            """,
            ["with/SCONJ<bunch:case", "bunch/NOUN<chair:nmod", "it/PRON<bunch:nmod"],
            id="of many, that looks like a clause",
        ),
        pytest.param(
            """
            nest NOUN 0 root NN
            with ADP 3 case IN
            eggs NOUN 1 nmod NNS
            in ADP 5 case IN
            it PRON 1 nmod PRP
            """,
            ["it/PRON<eggs:nmod"],
            id="what is in it",
        ),
        pytest.param(
            """
            plays VERB 0 root VBZ
            and CCONJ 6 cc CC
            behind ADP 4 case IN
            him PRON 1 obl PRP
            there PRON 6 expl EX
            is VERB 1 conj VBZ
            dog NOUN 6 nsubj NN
            """,
            ["him/PRON<is:obl"],
            id="a place right before there",
        ),
        pytest.param(
            """
            On ADP 3 case IN
            the DET 5 det DT
            left ADJ 5 amod JJ
            two NUM 5 nummod CD
            dogs NOUN 6 nsubj NNS
            sleep VERB 0 root VBP
            """,
            ["the/DET<left:det", "left/NOUN<sleep:obl"],
            id="a side before the subject",
        ),
        pytest.param(
            """
            painting NOUN 0 root NN
            of ADP 3 case IN
            boat NOUN 1 nmod NN
            on ADP 5 case IN
            lake NOUN 1 nmod NN
            """,
            ["lake/NOUN<boat:nmod"],
            id="a place in a picture",
        ),
        pytest.param(
            """
            sketch NOUN 0 root NN
            of ADP 3 case IN
            man NOUN 1 nmod NN
            at ADP 5 case IN
            table NOUN 1 nmod NN
            """,
            ["table/NOUN<man:nmod"],
            id="where somebody is in a picture",
        ),
        pytest.param(
            """
            sketch NOUN 0 root NN
            of ADP 3 case IN
            man NOUN 1 nmod NN
            in ADP 5 case IN
            museum NOUN 1 nmod NN
            """,
            [],
            id="where a picture hangs",
        ),
        pytest.param(
            """
            painting NOUN 0 root NN
            of ADP 3 case IN
            king NOUN 1 nmod NN
            with ADP 5 case IN
            crown NOUN 1 nmod NN
            """,
            ["crown/NOUN<king:nmod"],
            id="what somebody has in a picture",
        ),
        pytest.param(
            """
            painting NOUN 0 root NN
            of ADP 3 case IN
            king NOUN 1 nmod NN
            on ADP 5 case IN
            horse NOUN 1 nmod NN
            """,
            ["horse/NOUN<king:nmod"],
            id="on what somebody is in a picture",
        ),
        pytest.param(
            """
            painting NOUN 0 root NN
            of ADP 3 case IN
            cup NOUN 1 nmod NN
            on ADP 5 case IN
            shirt NOUN 1 nmod NN
            """,
            [],
            id="on what a picture is",
        ),
        pytest.param(
            """
            jacket NOUN 3 nsubj:pass NN
            is AUX 3 aux:pass VBZ
            worn VERB 0 root VBN
            over ADP 5 case IN
            blouse NOUN 3 obl NN
            and CCONJ 7 cc CC
            jeans NOUN 3 conj NNS
            """,
            ["jeans/NOUN<blouse:conj"],
            id="a second place",
        ),
        pytest.param(
            """
            scan NOUN 0 root NN
            with ADP 3 case IN
            cysts NOUN 1 nmod NNS
            in ADP 5 case IN
            kidney NOUN 1 nmod NN
            """,
            ["kidney/NOUN<cysts:nmod"],
            id="a place in a frame",
        ),
        pytest.param(
            """
            engraving NOUN 0 root NN
            of ADP 3 case IN
            castle NOUN 1 nmod NN
            on ADP 5 case IN
            cliff NOUN 3 nmod NN
            above ADP 7 case IN
            sea NOUN 1 nmod NN
            """,
            ["sea/NOUN<castle:nmod"],
            id="a second place in a picture",
        ),
        pytest.param(
            """
            toilet NOUN 2 nsubj NN
            flushes VERB 0 root VBZ
            and CCONJ 5 cc CC
            water NOUN 5 nsubj NN
            gurgles VERB 2 conj VBZ
            down ADP 7 case IN
            drain NOUN 2 obl NN
            """,
            ["drain/NOUN<gurgles:obl"],
            id="a place behind the second of two clauses",
        ),
        pytest.param(
            """
            at ADP 4 case IN
            the DET 4 det DT
            back ADJ 4 amod JJ
            there PRON 5 expl EX
            are VERB 0 root VBP
            hills NOUN 5 nsubj NNS
            """,
            ["at/ADP<back:case", "the/DET<back:det", "back/NOUN<are:obl"],
            id="the back before there",
        ),
        pytest.param(
            """
            woman NOUN 2 nsubj NN
            hits VERB 0 root VBZ
            ball NOUN 2 obj NN
            out ADP 6 case IN
            of ADP 6 case IN
            bunker NOUN 2 obl NN
            and CCONJ 9 cc CC
            onto ADP 9 case IN
            grass NOUN 2 conj NN
            """,
            ["grass/NOUN<hits:obl"],
            id="the second of two places",
        ),
        pytest.param(
            """
            is VERB 0 root VBZ
            road NOUN 1 nsubj NN
            , PUNCT 7 punct ,
            on ADP 5 case IN
            it PRON 1 advcl PRP
            there PRON 7 expl EX
            are VERB 1 parataxis VBP
            cars NOUN 7 nsubj NNS
            """,
            ["it/PRON<are:obl"],
            id="on it there are",
        ),
        pytest.param(
            """
            cars NOUN 2 nsubj NNS
            pass VERB 0 root VBP
            and CCONJ 9 cc CC
            on ADP 5 case IN
            side NOUN 1 conj NN
            of ADP 7 case IN
            road NOUN 5 nmod NN
            there PRON 9 expl EX
            are VERB 2 conj VBP
            poles NOUN 9 nsubj NNS
            """,
            ["side/NOUN<are:obl"],
            id="the side of a road before there",
        ),
        pytest.param(
            """
            in ADP 4 case IN
            the DET 4 det DT
            distance NOUN 4 compound NN
            hills NOUN 5 nsubj NNS
            rise VERB 0 root VBP
            """,
            ["in/ADP<distance:case", "the/DET<distance:det", "distance/NOUN<rise:obl"],
            id="the distance before the subject",
        ),
        pytest.param(
            """
            stove NOUN 0 root NN
            that PRON 4 nsubj WDT
            is AUX 4 cop VBZ
            next ADP 1 acl:relcl IN
            to ADP 6 case IN
            window NOUN 4 obl NN
            """,
            [
                "that/PRON<window:nsubj",
                "is/AUX<window:cop",
                "next/ADP<window:case",
                "window/NOUN<stove:acl:relcl",
            ],
            id="where a stove is that",
        ),
        pytest.param(
            """
            a DET 2 det DT
            grill NOUN 0 root NN
            with ADP 5 case IN
            some DET 5 det DT
            sausages NOUN 2 nmod NNS
            and CCONJ 7 cc CC
            corn NOUN 5 conj NN
            on ADP 9 case IN
            it PRON 2 acl PRP
            """,
            ["it/PRON<corn:nmod"],
            id="a place of a list is no clause",
        ),
        pytest.param(
            """
            A DET 2 det DT
            belt NOUN 0 root NN
            made VERB 2 acl VBN
            of ADP 5 case IN
            leather NOUN 3 obl NN
            with ADP 9 case IN
            an DET 9 det DT
            engraved ADJ 9 amod JJ
            buckle NOUN 3 obl NN
            . PUNCT 2 punct .
            """,
            ["buckle/NOUN<belt:nmod"],
            id="a buckle of a belt",
        ),
        pytest.param(
            """
            cup NOUN 4 nsubj NN
            is AUX 4 cop VBZ
            outside ADP 4 case IN
            cupboard NOUN 0 root NN
            , PUNCT 7 punct ,
            under ADP 7 case IN
            lamp NOUN 4 nmod NN
            """,
            ["lamp/NOUN<cupboard:conj"],
            id="a second place of what is there",
        ),
        pytest.param(
            """
            cup NOUN 4 nsubj NN
            is AUX 4 cop VBZ
            in ADP 4 case IN
            cupboard NOUN 0 root NN
            under ADP 6 case IN
            lamp NOUN 4 nmod NN
            """,
            [],
            id="where the first place is",
        ),
        pytest.param(
            """
            There PRON 2 expl EX
            is VERB 0 root VBZ
            hut NOUN 2 nsubj NN
            and CCONJ 6 cc CC
            behind ADP 6 case IN
            river NOUN 3 conj NN
            there PRON 8 expl EX
            are AUX 6 cop VBP
            hills NOUN 8 nsubj NNS
            """,
            ["and/CCONJ<are:cc", "river/NOUN<are:obl", "are/AUX<is:conj"],
            id="a place for a clause",
        ),
        pytest.param(
            """
            vases NOUN 0 root NNS
            on ADP 4 case IN
            the DET 4 det DT
            other ADJ 1 nmod JJ
            """,
            ["other/NOUN<vases:nmod"],
            id="on the other",
        ),
        pytest.param(
            """
            talk VERB 0 root VBP
            with ADP 4 case IN
            each DET 4 det DT
            other ADJ 1 obl JJ
            """,
            [],
            id="with each other",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            carries VERB 0 root VBZ
            map NOUN 2 obj NN
            past ADP 5 case IN
            hut NOUN 3 nmod NN
            """,
            ["hut/NOUN<carries:obl"],
            id="past what it is carried",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            reads VERB 0 root VBZ
            map NOUN 2 obj NN
            past ADP 5 case IN
            hut NOUN 3 nmod NN
            """,
            [],
            id="a map of what is past",
        ),
        pytest.param(
            """
            to ADP 3 case IN
            her PRON 3 nmod:poss PRP$
            left ADJ 5 obl JJ
            nun NOUN 5 nsubj NN
            draws VERB 0 root VBZ
            """,
            ["left/NOUN<draws:obl"],
            id="to her left",
        ),
    ],
)
def test_where_a_place_belongs(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("part", "noun", "after"),
    [
        pytest.param("end", "it PRON", ["end/NOUN<barn:nmod"], id="a part of what has it"),
        pytest.param("end", "lake NOUN", [], id="a part of something else"),
        pytest.param("shade", "it PRON", [], id="no part"),
    ],
)
def test_at_the_end_of_it(part: str, noun: str, after: list[str], lexicon: Lexicon) -> None:
    rows = f"""
        field NOUN 0 root NN
        with ADP 4 case IN
        a DET 4 det DT
        barn NOUN 1 nmod NN
        at ADP 7 case IN
        the DET 7 det DT
        {part} NOUN 1 nmod NN
        of ADP 9 case IN
        {noun} 7 nmod
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(("article", "after"), [("the", ["right/NOUN<one:nmod"]), ("much", [])])
def test_a_side_behind_an_article_that_hangs_elsewhere(
    article: str, after: list[str], lexicon: Lexicon
) -> None:
    rows = f"""
        one NOUN 5 nsubj NN
        on ADP 4 case IN
        {article} DET 1 det DT
        right ADJ 1 nmod JJ
        sings VERB 0 root VBZ
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(("way", "moved"), [("down", ["hall/NOUN<pushes:obl"]), ("at", [])])
def test_where_something_is_pushed_that_has_somebody_in_it(
    way: str, moved: list[str], lexicon: Lexicon
) -> None:
    rows = f"""
        pushes VERB 0 root VBZ
        bed NOUN 1 obj NN
        with SCONJ 6 mark IN
        girl NOUN 6 nsubj NN
        in ADP 6 case IN
        it PRON 2 acl PRP
        {way} ADP 8 case IN
        hall NOUN 6 obl NN
    """
    inside = ["with/SCONJ<girl:case", "girl/NOUN<bed:nmod", "it/PRON<girl:nmod"]
    assert mended_words(rows, lexicon) == [*inside, *moved]


@pytest.mark.parametrize(
    ("preposition", "head", "after"),
    [
        ("near", 1, ["it/PRON<bike:nmod"]),
        ("near", 3, ["bike/NOUN<boat:conj", "it/PRON<bike:nmod"]),
        ("of", 3, []),
    ],
)
def test_the_second_is_where_the_first_is(
    preposition: str, head: int, after: list[str], lexicon: Lexicon
) -> None:
    rows = f"""
        boat NOUN 0 root NN
        {preposition} ADP 3 case IN
        pier NOUN 1 nmod NN
        and CCONJ 5 cc CC
        bike NOUN {head} conj NN
        behind ADP 7 case IN
        it PRON 1 nmod PRP
    """
    assert mended_words(rows, lexicon) == after
