"""Whose act a participle tells, and what a second noun is coordinated with. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            nun NOUN 0 root NN
            wearing VERB 1 acl VBG
            veil NOUN 2 obj NN
            , PUNCT 5 punct ,
            jersey NOUN 1 conj NN
            """,
            ["jersey/NOUN<veil:conj"],
            id="clothes behind what is worn",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            wearing VERB 1 acl VBG
            veil NOUN 2 obj NN
            , PUNCT 5 punct ,
            monk NOUN 1 conj NN
            """,
            [],
            id="somebody behind what is worn",
        ),
        pytest.param(
            """
            nurse NOUN 0 root NN
            in ADP 3 case IN
            goggles NOUN 1 nmod NNS
            and CCONJ 6 cc CC
            blue ADJ 6 amod JJ
            coat NOUN 1 conj NN
            """,
            ["coat/NOUN<goggles:conj"],
            id="what he is in, too",
        ),
        pytest.param(
            """
            person NOUN 6 nsubj NN
            in ADP 3 case IN
            shorts NOUN 1 nmod NNS
            and CCONJ 5 cc CC
            cap NOUN 1 conj NN
            waits VERB 0 root VBZ
            """,
            ["cap/NOUN<shorts:conj"],
            id="shorts and a cap",
        ),
        pytest.param(
            """
            person NOUN 6 nsubj NN
            wearing VERB 1 acl VBG
            clothes NOUN 2 obj NNS
            and CCONJ 5 cc CC
            helmet NOUN 1 conj NN
            rides VERB 0 root VBZ
            """,
            ["helmet/NOUN<clothes:conj"],
            id="a helmet is worn",
        ),
        pytest.param(
            """
            jacket NOUN 0 root NN
            with ADP 3 case IN
            pockets NOUN 1 nmod NNS
            and CCONJ 5 cc CC
            zipper NOUN 1 conj NN
            """,
            ["zipper/NOUN<pockets:conj"],
            id="a list behind with",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            holds VERB 0 root VBZ
            flag NOUN 2 obj NN
            not ADV 5 advmod RB
            kettle NOUN 2 parataxis NN
            """,
            ["kettle/NOUN<flag:conj"],
            id="what is held against something",
        ),
        pytest.param(
            """
            birds NOUN 0 root NNS
            chirping VERB 1 acl VBG
            and CCONJ 4 cc CC
            insects NOUN 2 conj NNS
            buzzing VERB 1 acl VBG
            """,
            ["insects/NOUN<birds:conj", "buzzing/VERB<insects:acl"],
            id="two that are heard",
        ),
        pytest.param(
            """
            person NOUN 0 root NN
            wearing VERB 1 acl VBG
            jeans NOUN 2 obj NNS
            and CCONJ 5 cc CC
            sneakers NOUN 1 conj NNS
            """,
            ["sneakers/NOUN<jeans:conj"],
            id="worn, too",
        ),
        pytest.param(
            """
            kitchen NOUN 0 root NN
            with ADP 3 case IN
            rug NOUN 1 nmod NN
            and CCONJ 5 cc CC
            table NOUN 1 conj NN
            with ADP 7 case IN
            lilies NOUN 9 nsubj NNS
            on ADP 9 case IN
            it PRON 1 acl PRP
            """,
            ["table/NOUN<rug:conj", "lilies/NOUN<table:nmod", "it/PRON<lilies:nmod"],
            id="with a thing on the second",
        ),
        pytest.param(
            """
            square NOUN 0 root NN
            with ADP 3 case IN
            fountain NOUN 1 nmod NN
            in ADP 5 case IN
            center NOUN 1 nmod NN
            and CCONJ 7 cc CC
            paths NOUN 1 conj NNS
            circling VERB 1 acl VBG
            it PRON 8 obj PRP
            """,
            ["paths/NOUN<fountain:conj", "circling/VERB<paths:acl"],
            id="around what has it",
        ),
        pytest.param(
            """
            room NOUN 0 root NN
            with ADP 3 case IN
            rugs NOUN 1 nmod NNS
            , PUNCT 5 punct ,
            chairs NOUN 3 conj NNS
            and CCONJ 7 cc CC
            farmers NOUN 1 conj NNS
            """,
            ["farmers/NOUN<rugs:conj"],
            id="the last of a list of three",
        ),
        pytest.param(
            """
            girl NOUN 0 root NN
            in ADP 3 case IN
            skirt NOUN 1 nmod NN
            and CCONJ 5 cc CC
            loafers NOUN 1 conj NNS
            """,
            ["loafers/NOUN<skirt:conj"],
            id="clothes by name",
        ),
        pytest.param(
            """
            cow NOUN 0 root NN
            in ADP 3 case IN
            barn NOUN 1 nmod NN
            made VERB 1 acl VBN
            of ADP 6 case IN
            brick NOUN 4 obl NN
            """,
            ["made/VERB<barn:acl"],
            id="what is made of brick",
        ),
        pytest.param(
            """
            man NOUN 0 root NN
            dressed VERB 1 acl VBN
            in ADP 4 case IN
            coat NOUN 2 obl NN
            and CCONJ 6 cc CC
            tie NOUN 1 conj NN
            """,
            ["tie/NOUN<coat:conj"],
            id="dressed in both",
        ),
        pytest.param(
            """
            desk NOUN 0 root NN
            with ADP 3 case IN
            lamp NOUN 1 nmod NN
            , PUNCT 5 punct ,
            doll NOUN 1 conj NN
            , PUNCT 8 punct ,
            and CCONJ 8 cc CC
            cup NOUN 1 conj NN
            """,
            ["doll/NOUN<lamp:conj", "cup/NOUN<lamp:conj"],
            id="between two of a list",
        ),
        pytest.param(
            """
            backpack NOUN 0 root NN
            with ADP 3 case IN
            sleeve NOUN 1 nmod NN
            and CCONJ 5 cc CC
            pockets NOUN 1 conj NNS
            """,
            ["pockets/NOUN<sleeve:conj"],
            id="a part by its name",
        ),
        pytest.param(
            """
            bell NOUN 2 nsubj NN
            rings VERB 0 root VBZ
            followed VERB 2 advcl VBN
            by ADP 5 case IN
            steps NOUN 3 obl:agent NNS
            and CCONJ 9 cc CC
            a DET 8 det DT
            door NOUN 9 compound NN
            closing VERB 3 conj VBG
            """,
            ["and/CCONJ<door:cc", "door/NOUN<steps:conj", "closing/VERB<door:acl"],
            id="what follows beside another",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            runs VERB 0 root VBZ
            and CCONJ 5 cc CC
            tower NOUN 5 compound NN
            climbing VERB 2 conj VBG
            """,
            [],
            id="a name of an act",
        ),
        pytest.param(
            """
            bell NOUN 2 nsubj NN
            rings VERB 0 root VBZ
            followed VERB 2 advcl VBN
            by ADP 5 case IN
            steps NOUN 3 obl:agent NNS
            and CCONJ 9 cc CC
            a DET 8 det DT
            door NOUN 9 compound NN
            closing VERB 5 conj VBG
            """,
            ["and/CCONJ<door:cc", "door/NOUN<steps:conj", "closing/VERB<door:acl"],
            id="an act beside what follows",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            next ADV 1 advmod RB
            to ADP 4 case IN
            towel NOUN 2 obl NN
            and CCONJ 6 cc CC
            bucket NOUN 1 conj NN
            """,
            ["bucket/NOUN<towel:conj"],
            id="things beside somebody",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            beside ADP 3 case IN
            towel NOUN 1 nmod NN
            and CCONJ 5 cc CC
            boy NOUN 1 conj NN
            """,
            [],
            id="somebody beside a thing and somebody",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            on ADP 3 case IN
            towel NOUN 1 nmod NN
            and CCONJ 5 cc CC
            bucket NOUN 1 conj NN
            """,
            [],
            id="on a thing and another thing",
        ),
        pytest.param(
            """
            desk NOUN 0 root NN
            with ADP 3 case IN
            cup NOUN 1 nmod NN
            and CCONJ 5 cc CC
            table NOUN 1 conj NN
            on ADP 7 case IN
            it PRON 1 nmod PRP
            """,
            ["table/NOUN<cup:conj", "it/PRON<table:nmod"],
            id="on what has both",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            holding VERB 1 acl VBG
            cup NOUN 2 obj NN
            and CCONJ 5 cc CC
            map NOUN 1 conj NN
            """,
            ["map/NOUN<cup:conj"],
            id="what somebody holds, too",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            holding VERB 1 acl VBG
            cup NOUN 2 obj NN
            and CCONJ 6 cc CC
            toy NOUN 6 compound NN
            horse NOUN 1 conj NN
            """,
            ["horse/NOUN<cup:conj"],
            id="a toy that has an animal's name",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            holding VERB 1 acl VBG
            cup NOUN 2 obj NN
            and CCONJ 5 cc CC
            horse NOUN 1 conj NN
            """,
            [],
            id="somebody beside who holds something",
        ),
        pytest.param(
            """
            pan NOUN 0 root NN
            filled VERB 1 acl VBN
            with ADP 4 case IN
            rice NOUN 2 obl NN
            and CCONJ 6 cc CC
            slice NOUN 1 conj NN
            of ADP 8 case IN
            lemon NOUN 6 nmod NN
            """,
            ["slice/NOUN<rice:conj"],
            id="of what it is filled with",
        ),
        pytest.param(
            """
            statue NOUN 0 root NN
            of ADP 3 case IN
            nun NOUN 1 nmod NN
            wearing VERB 3 acl VBG
            hat NOUN 4 obj NN
            and CCONJ 7 cc CC
            cape NOUN 1 conj NN
            """,
            ["cape/NOUN<hat:conj"],
            id="who is shown wears both",
        ),
        pytest.param(
            """
            gulls NOUN 2 nsubj NNS
            sit VERB 0 root VBP
            on ADP 4 case IN
            wall NOUN 2 obl NN
            being AUX 6 aux:pass VBG
            watched VERB 2 advcl VBN
            by ADP 8 case IN
            nun NOUN 6 obl:agent NN
            """,
            [],
            id="on what somebody sits, being watched",
        ),
        pytest.param(
            """
            noise NOUN 0 root NN
            of ADP 4 case IN
            a DET 4 det DT
            crate NOUN 1 nmod NN
            being AUX 6 aux:pass VBG
            dragged VERB 1 acl VBN
            """,
            ["dragged/VERB<crate:acl"],
            id="what is heard being dragged",
        ),
        pytest.param(
            """
            lid NOUN 0 root NN
            of ADP 4 case IN
            a DET 4 det DT
            crate NOUN 1 nmod NN
            being AUX 6 aux:pass VBG
            painted VERB 1 acl VBN
            """,
            [],
            id="what is painted being sold",
        ),
        pytest.param(
            """
            lawn NOUN 0 root NN
            with ADP 3 case IN
            nun NOUN 1 nmod NN
            flying VERB 3 acl VBG
            kites NOUN 4 obj NNS
            and CCONJ 8 cc CC
            a DET 8 det DT
            monk NOUN 1 conj NN
            riding VERB 1 acl VBG
            mules NOUN 9 obj NNS
            """,
            ["monk/NOUN<nun:conj", "riding/VERB<monk:acl"],
            id="each with an act behind with",
        ),
        pytest.param(
            """
            lawn NOUN 0 root NN
            with ADP 3 case IN
            nun NOUN 1 nmod NN
            flying VERB 3 acl VBG
            kites NOUN 4 obj NNS
            and CCONJ 8 cc CC
            a DET 8 det DT
            monk NOUN 1 conj NN
            """,
            [],
            id="one with an act, one without",
        ),
        pytest.param(
            """
            frogs NOUN 0 root NNS
            croaking VERB 1 acl VBG
            with ADP 4 case IN
            rain NOUN 2 obl NN
            hitting VERB 4 acl VBG
            water NOUN 5 obj NN
            and CCONJ 9 cc CC
            an DET 9 det DT
            owl NOUN 5 conj NN
            hooting VERB 9 acl VBG
            """,
            ["owl/NOUN<rain:conj"],
            id="a second with an act of its own behind with",
        ),
        pytest.param(
            """
            bang NOUN 0 root NN
            followed VERB 1 acl VBN
            by ADP 5 case IN
            glass NOUN 5 compound NN
            breaking NOUN 2 obl NN
            """,
            ["by/ADP<glass:case", "glass/NOUN<followed:obl:agent", "breaking/VERB<glass:acl"],
            id="what follows breaks",
        ),
        pytest.param(
            """
            nun NOUN 8 nsubj NN
            in ADP 4 case IN
            red ADJ 4 amod JJ
            top NOUN 1 nmod NN
            and CCONJ 6 cc CC
            jeans NOUN 1 conj NNS
            now ADV 8 advmod RB
            kneels VERB 0 root VBZ
            """,
            ["jeans/NOUN<top:conj"],
            id="in a top and jeans",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            with ADP 3 case IN
            hair NOUN 1 nmod NN
            wearing VERB 1 acl VBG
            veil NOUN 4 obj NN
            and CCONJ 7 cc CC
            boots NOUN 1 conj NNS
            waving VERB 1 acl VBG
            """,
            ["boots/NOUN<veil:conj"],
            id="a list of what is worn",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            wearing VERB 1 acl VBG
            veil NOUN 2 obj NN
            and CCONJ 5 cc CC
            monk NOUN 1 conj NN
            waving VERB 5 acl VBG
            """,
            [],
            id="who stands beside what is worn",
        ),
        pytest.param(
            """
            pops VERB 0 root VBZ
            followed VERB 1 advcl VBN
            by ADP 4 case IN
            lid NOUN 2 obl:agent NN
            being AUX 6 aux:pass VBG
            lifted VERB 2 advcl VBN
            """,
            ["lifted/VERB<lid:acl"],
            id="a lid being lifted",
        ),
        pytest.param(
            """
            table NOUN 0 root NN
            with ADP 3 case IN
            pies NOUN 1 nmod NNS
            being AUX 5 aux:pass VBG
            made VERB 1 acl VBN
            """,
            ["made/VERB<pies:acl"],
            id="pies being made",
        ),
        pytest.param(
            """
            cart NOUN 0 root NN
            with ADP 3 case IN
            nun NOUN 1 nmod NN
            being AUX 5 aux:pass VBG
            towed VERB 1 acl VBN
            by ADP 7 case IN
            mules NOUN 5 obl:agent NNS
            """,
            [],
            id="what is towed with somebody on it",
        ),
    ],
)
def test_what_stands_right_before(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            man NOUN 0 root NN
            opening VERB 2 acl VBG
            a DET 5 det DT
            box NOUN 3 obj NN
            and CCONJ 8 cc CC
            a DET 8 det DT
            girl NOUN 2 conj NN
            opening VERB 3 conj VBG
            a DET 11 det DT
            bag NOUN 9 obj NN
            """,
            ["opening/VERB<girl:acl"],
            id="each has a participle",
        ),
        pytest.param(
            """
            A DET 2 det DT
            man NOUN 0 root NN
            opening VERB 2 acl VBG
            a DET 5 det DT
            box NOUN 3 obj NN
            and CCONJ 7 cc CC
            opening VERB 3 conj VBG
            a DET 9 det DT
            bag NOUN 7 obj NN
            """,
            [],
            id="one does both",
        ),
    ],
)
def test_each_does_it(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            man NOUN 0 root NN
            using VERB 2 acl VBG
            a DET 5 det DT
            box NOUN 3 obj NN
            and CCONJ 8 cc CC
            a DET 8 det DT
            girl NOUN 2 conj NN
            using VERB 3 advcl VBG
            a DET 11 det DT
            bag NOUN 9 obj NN
            """,
            ["using/VERB<girl:acl"],
            id="no clause of the first act",
        ),
    ],
)
def test_each_does_it_aside(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            monk NOUN 0 root NN
            , PUNCT 5 punct ,
            a DET 5 det DT
            boy NOUN 2 conj NN
            ringing VERB 5 acl VBG
            a DET 8 det DT
            bell NOUN 6 obj NN
            and CCONJ 11 cc CC
            a DET 11 det DT
            girl NOUN 2 conj NN
            waving VERB 6 conj VBG
            a DET 14 det DT
            fan NOUN 12 obj NN
            """,
            ["waving/VERB<girl:acl"],
            id="no second act of the one before",
        ),
    ],
)
def test_each_of_a_list_does_it(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            woman NOUN 8 nsubj NN
            in ADP 4 case IN
            earrings NOUN 2 nmod NNS
            and CCONJ 7 cc CC
            a DET 7 det DT
            necklace NOUN 2 conj NN
            reads VERB 0 root VBZ
            """,
            ["necklace/NOUN<earrings:conj"],
            id="beside other jewelry",
        ),
    ],
)
def test_jewelry_is_worn(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


def test_who_is_watched_being_acted_upon(lexicon: Lexicon) -> None:
    rows = """
        boy NOUN 2 nsubj NN
        watches VERB 0 root VBZ
        van NOUN 2 obj NN
        being AUX 5 aux:pass VBG
        washed VERB 2 xcomp VBN
    """
    assert mended_words(rows, lexicon) == ["washed/VERB<van:acl"]
