"""Relative clauses without a pronoun. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            coat NOUN 4 nsubj NN
            the DET 3 det DT
            girl NOUN 4 nsubj NN
            wearing VERB 0 root VBG
            """,
            ["coat/NOUN<-:root", "wearing/VERB<coat:acl:relcl"],
            id="two subjects",
        ),
        pytest.param(
            """
            shelf NOUN 5 nsubj NN
            the DET 3 det DT
            jars NOUN 5 nsubj NNS
            are AUX 5 cop VBP
            on ADP 0 root IN
            """,
            ["shelf/NOUN<-:root", "jars/NOUN<are:nsubj", "are/VERB<shelf:acl:relcl", "on/ADP<are:obl"],
            id="two subjects of what is on",
        ),
        pytest.param(
            """
            road NOUN 5 nsubj NN
            the DET 3 det DT
            van NOUN 1 appos NN
            is AUX 5 aux VBZ
            driving VERB 0 root VBG
            down ADV 5 advmod RB
            """,
            [
                "road/NOUN<-:root",
                "van/NOUN<driving:nsubj",
                "driving/VERB<road:acl:relcl",
                "down/ADP<driving:obl",
            ],
            id="no apposition",
        ),
        pytest.param(
            """
            chair NOUN 0 root NN
            the DET 3 det DT
            boy NOUN 1 appos NN
            sat VERB 1 acl VBD
            in ADP 3 advmod IN
            """,
            ["boy/NOUN<sat:nsubj", "sat/VERB<chair:acl:relcl", "in/ADP<sat:obl"],
            id="no apposition of the noun at the top",
        ),
        pytest.param(
            """
            desk NOUN 0 root NN
            the DET 3 det DT
            lamp NOUN 1 nsubj NN
            is AUX 5 cop VBZ
            on ADP 1 acl:relcl IN
            """,
            ["lamp/NOUN<is:nsubj", "is/VERB<desk:acl:relcl", "on/ADP<is:obl"],
            id="no subject of a noun",
        ),
        pytest.param(
            """
            basket NOUN 5 nsubj NN
            a DET 3 det DT
            farmer NOUN 1 conj NN
            is AUX 5 aux VBZ
            weaving VERB 0 root VBG
            """,
            ["basket/NOUN<-:root", "farmer/NOUN<weaving:nsubj", "weaving/VERB<basket:acl:relcl"],
            id="no second without and",
        ),
        pytest.param(
            """
            counter NOUN 0 root NN
            in ADP 3 case IN
            which DET 4 det WDT
            pies NOUN 1 nmod NNS
            are AUX 6 aux:pass VBP
            stored VERB 1 acl:relcl VBN
            """,
            ["which/PRON<stored:obl", "pies/NOUN<stored:nsubj:pass"],
            id="behind which",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            looks VERB 0 root VBZ
            at ADP 4 case IN
            lamp NOUN 2 obl NN
            a DET 6 det DT
            nurse NOUN 8 nsubj NN
            is AUX 8 aux VBZ
            holding VERB 2 advcl VBG
            """,
            ["holding/VERB<lamp:acl:relcl"],
            id="the noun before it",
        ),
        pytest.param(
            """
            woman NOUN 8 nsubj NN
            in ADP 3 case IN
            coat NOUN 1 nmod NN
            that PRON 6 obj WDT
            she PRON 6 nsubj PRP
            bought VERB 1 acl:relcl VBD
            is AUX 8 cop VBZ
            outside ADV 0 root RB
            """,
            ["bought/VERB<coat:acl:relcl"],
            id="the noun before that",
        ),
        pytest.param(
            """
            mat NOUN 0 root NN
            that PRON 4 obj WDT
            dogs NOUN 4 nsubj NNS
            sleep VERB 1 acl:relcl VBP
            on ADV 4 advmod RB
            """,
            ["on/ADP<sleep:obl"],
            id="a preposition at the end",
        ),
        pytest.param(
            """
            sofa ADJ 2 amod JJ
            cat NOUN 4 nsubj NN
            is AUX 4 aux VBZ
            sleeping VERB 0 root VBG
            on ADP 4 advmod IN
            """,
            ["sofa/NOUN<-:root", "sleeping/VERB<sofa:acl:relcl", "on/ADP<sleeping:obl"],
            id="a noun right before the subject",
        ),
        pytest.param(
            """
            sofa NOUN 2 nsubj NN
            faces VERB 0 root VBZ
            fireplace NOUN 2 obj NN
            in ADP 5 case IN
            which PRON 7 obl WDT
            logs NOUN 7 nsubj NNS
            burn VERB 2 advcl VBP
            """,
            ["burn/VERB<fireplace:acl:relcl"],
            id="the clause of which",
        ),
        pytest.param(
            """
            kitchen NOUN 0 root NN
            where ADV 4 advmod WRB
            duck NOUN 4 nsubj NN
            yawns VERB 1 advcl VBZ
            """,
            ["yawns/VERB<kitchen:acl:relcl"],
            id="the clause of where",
        ),
        pytest.param(
            """
            cabin NOUN 0 root NN
            behind ADP 4 case IN
            which DET 4 det WDT
            cows NOUN 5 nsubj NNS
            graze VERB 1 acl:relcl VBP
            """,
            ["behind/ADP<which:case", "which/PRON<graze:obl"],
            id="behind which",
        ),
        pytest.param(
            """
            stadium NOUN 7 nsubj NN
            , PUNCT 5 punct ,
            next ADV 5 case RB
            to ADP 5 case IN
            which PRON 7 obl WDT
            runs VERB 5 acl:relcl VBZ
            stands VERB 0 root VBZ
            """,
            ["which/PRON<runs:obl", "runs/VERB<stadium:acl:relcl"],
            id="next to which",
        ),
        pytest.param(
            """
            pecks VERB 0 root VBZ
            seeds NOUN 1 obl NNS
            that PRON 5 obl WDT
            someone PRON 1 nsubj NN
            scattered VERB 4 acl VBN
            """,
            ["that/PRON<scattered:obj", "someone/PRON<scattered:nsubj", "scattered/VERB<seeds:acl:relcl"],
            id="the subject of a relative clause",
        ),
        pytest.param(
            """
            bus NOUN 0 root NN
            that PRON 5 obj WDT
            a DET 4 det DT
            farmer NOUN 5 nsubj NN
            painted VERB 1 acl:relcl VBN
            """,
            ["painted/VERB<bus:acl:relcl"],
            id="who has a subject acts",
        ),
        pytest.param(
            """
            sits VERB 0 root VBZ
            in ADP 3 case IN
            front NOUN 1 obl NN
            of ADP 5 case IN
            table NOUN 3 nmod NN
            , PUNCT 9 punct ,
            on ADP 8 case IN
            which PRON 9 obl WDT
            are VERB 1 advcl VBP
            cups NOUN 9 nsubj NNS
            """,
            ["are/VERB<table:acl:relcl"],
            id="which behind a comma",
        ),
        pytest.param(
            """
            nuns NOUN 7 nsubj NNS
            one NUM 1 appos CD
            of ADP 4 case IN
            whom PRON 2 nmod WP
            holds VERB 1 acl:relcl VBZ
            flag NOUN 5 obj NN
            wait VERB 0 root VBP
            """,
            ["one/NUM<holds:nsubj"],
            id="one of whom",
        ),
        pytest.param(
            """
            shelf NOUN 0 root NN
            in ADP 3 case IN
            which DET 4 det WDT
            pies NOUN 6 nsubj:pass NNS
            are AUX 6 aux:pass VBP
            stored VERB 1 acl:relcl VBN
            """,
            ["which/PRON<stored:obl"],
            id="the preposition of which",
        ),
        pytest.param(
            """
            A DET 2 det DT
            clock NOUN 12 nsubj:pass NN
            with ADP 5 case IN
            no DET 5 det DT
            hands NOUN 2 nmod NNS
            which PRON 7 nsubj WDT
            reads VERB 2 acl:relcl VBZ
            " PUNCT 12 punct .
            noon NOUN 7 obj NN
            " PUNCT 12 punct .
            is AUX 12 aux:pass VBZ
            nailed VERB 0 root VBN
            to ADP 15 case IN
            a DET 15 det DT
            wall NOUN 12 obl NN
            . PUNCT 12 punct .
            """,
            ["reads/VERB<hands:acl:relcl"],
            id="a clause is behind its noun",
        ),
        pytest.param(
            """
            boots NOUN 0 root NNS
            with ADP 3 case IN
            laces NOUN 1 nmod NNS
            that PRON 5 nsubj WDT
            glow VERB 1 acl:relcl VBP
            """,
            ["glow/VERB<laces:acl:relcl"],
            id="many parts of many things",
        ),
        pytest.param(
            """
            nurses NOUN 0 root NNS
            with ADP 3 case IN
            badges NOUN 1 nmod NNS
            that PRON 5 nsubj WDT
            wave VERB 1 acl:relcl VBP
            """,
            [],
            id="many people",
        ),
        pytest.param(
            """
            duck NOUN 2 nsubj NN
            crosses VERB 0 root VBZ
            road NOUN 2 obj NN
            on ADP 5 case IN
            which PRON 7 obl WDT
            cars NOUN 7 nsubj NNS
            stop VERB 1 acl:relcl VBP
            """,
            ["stop/VERB<road:acl:relcl"],
            id="of the noun before the preposition",
        ),
        pytest.param(
            """
            ropes NOUN 2 nsubj NNS
            guard VERB 0 root VBP
            car NOUN 2 obj NN
            in ADP 5 case IN
            which PRON 7 obl WDT
            queens NOUN 7 nsubj NNS
            sit VERB 2 ccomp VBP
            """,
            ["sit/VERB<car:acl:relcl"],
            id="no object",
        ),
        pytest.param(
            """
            fire NOUN 2 nsubj NN
            burns VERB 0 root VBZ
            , PUNCT 7 punct ,
            over ADP 5 case IN
            which PRON 7 obl WDT
            kettles NOUN 7 nsubj NNS
            hang VERB 2 advcl VBP
            """,
            ["hang/VERB<fire:acl:relcl"],
            id="of the subject before a comma",
        ),
        pytest.param(
            """
            signs NOUN 0 root NNS
            beside ADP 3 case IN
            road NOUN 1 nmod NN
            , PUNCT 8 punct ,
            on SCONJ 8 mark IN
            which PRON 8 obl WDT
            vans NOUN 8 nsubj NNS
            drive VERB 1 acl:relcl VBP
            """,
            ["on/SCONJ<which:case", "drive/VERB<road:acl:relcl"],
            id="a preposition that was taken for a mark",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            saws VERB 0 root VBZ
            box NOUN 2 obj NN
            in ADP 5 case IN
            half NOUN 2 obl NN
            in ADP 7 case IN
            which PRON 9 obl WDT
            girls NOUN 9 nsubj NNS
            lie VERB 3 acl:relcl VBP
            """,
            [],
            id="no half",
        ),
        pytest.param(
            """
            wall NOUN 0 root NN
            to ADP 3 case IN
            which PRON 1 nmod WDT
            posters NOUN 6 nsubj:pass NNS
            are AUX 6 aux:pass VBP
            pinned VERB 1 acl:relcl VBN
            """,
            ["which/PRON<pinned:obl"],
            id="a word of the clause",
        ),
        pytest.param(
            """
            table NOUN 0 root NN
            around ADP 3 case IN
            which PRON 6 nsubj WDT
            chairs NOUN 6 nsubj NNS
            are AUX 6 aux VBP
            standing VERB 1 acl:relcl VBG
            """,
            ["which/PRON<standing:obl"],
            id="no subject with a preposition",
        ),
        pytest.param(
            """
            boxes NOUN 7 nsubj NNS
            the DET 3 det DT
            porters NOUN 1 appos NNS
            are AUX 5 aux VBP
            unloading VERB 1 acl:relcl VBG
            are AUX 7 cop VBP
            full ADJ 0 root JJ
            """,
            ["porters/NOUN<unloading:nsubj"],
            id="an apposition with a clause beside it",
        ),
        pytest.param(
            """
            stands VERB 0 root VBZ
            with ADP 4 case IN
            his PRON 4 nmod:poss PRP$
            back NOUN 1 obl NN
            to ADP 6 case IN
            crowd NOUN 4 nmod NN
            , PUNCT 10 punct ,
            whose PRON 9 nmod:poss WP$
            flags NOUN 10 nsubj NNS
            wave VERB 4 acl:relcl VBP
            """,
            ["wave/VERB<crowd:acl:relcl"],
            id="of what stands before whose",
        ),
        pytest.param(
            """
            cup NOUN 0 root NN
            of ADP 3 case IN
            tea NOUN 1 nmod NN
            , PUNCT 7 punct ,
            whose PRON 6 nmod:poss WP$
            handle NOUN 7 nsubj NN
            gleams VERB 1 acl:relcl VBZ
            """,
            [],
            id="of the cup",
        ),
        pytest.param(
            """
            trunk NOUN 5 nsubj:pass NN
            the DET 3 det DT
            hats NOUN 1 appos NNS
            were AUX 5 aux:pass VBD
            kept VERB 0 root VBN
            in ADP 7 case IN
            stands VERB 5 obl VBZ
            outside ADV 5 advmod RB
            """,
            [
                "trunk/NOUN<stands:nsubj",
                "hats/NOUN<kept:nsubj:pass",
                "were/AUX<kept:aux:pass",
                "kept/VERB<trunk:acl:relcl",
                "in/ADP<kept:obl",
                "stands/VERB<-:root",
                "outside/ADV<stands:advmod",
            ],
            id="a verb behind what is left",
        ),
        pytest.param(
            """
            trunk NOUN 0 root NN
            the DET 3 det DT
            hats NOUN 4 nsubj NNS
            came VERB 1 acl:relcl VBD
            in ADP 7 case IN
            green ADJ 7 amod JJ
            stands NOUN 4 obl NNS
            """,
            ["came/VERB<trunk:acl:relcl"],
            id="a noun behind a preposition",
        ),
        pytest.param(
            """
            stove NOUN 0 root NN
            which PRON 4 obj WDT
            boys NOUN 4 nsubj NNS
            carry VERB 1 acl:relcl VBP
            in ADV 4 advmod RB
            """,
            ["in/ADP<carry:compound:prt"],
            id="a particle behind what is carried",
        ),
        pytest.param(
            """
            tower NOUN 0 root NN
            in ADP 3 case IN
            middle NOUN 1 nmod NN
            , PUNCT 8 punct ,
            around ADP 6 case IN
            which PRON 8 obl WDT
            gulls NOUN 8 nsubj NNS
            fly VERB 1 acl:relcl VBP
            """,
            [],
            id="around no middle",
        ),
        pytest.param(
            """
            shelf NOUN 0 root NN
            filled VERB 1 acl VBN
            with ADP 4 case IN
            books NOUN 2 obl NNS
            , PUNCT 9 punct ,
            near ADP 7 case IN
            which PRON 9 obl WDT
            lamps NOUN 9 nsubj NNS
            stand VERB 1 acl:relcl VBP
            """,
            [],
            id="near what is filled",
        ),
        pytest.param(
            """
            houses VERB 0 root VBZ
            shop NOUN 1 obj NN
            in ADP 4 case IN
            front NOUN 1 obl NN
            of ADP 6 case IN
            which PRON 4 nmod WDT
            nuns NOUN 8 nsubj NNS
            wait VERB 2 acl:relcl VBP
            """,
            ["front/NOUN<wait:obl"],
            id="in front of which",
        ),
        pytest.param(
            """
            covers VERB 0 root VBZ
            side NOUN 1 obj NN
            of ADP 4 case IN
            shop NOUN 2 nmod NN
            in ADP 6 case IN
            front NOUN 8 obl NN
            of ADP 9 case IN
            wait VERB 2 acl:relcl VBP
            nuns NOUN 6 nmod NNS
            """,
            [],
            id="in front of others",
        ),
        pytest.param(
            """
            swing NOUN 2 nsubj NN
            moves VERB 0 root VBZ
            by ADP 4 case IN
            slide NOUN 2 obl NN
            down ADV 2 advmod RB
            which PRON 8 obl WDT
            leaves NOUN 8 nsubj NNS
            slip VERB 4 acl:relcl VBP
            """,
            ["down/ADP<which:case"],
            id="a preposition before which",
        ),
        pytest.param(
            """
            picks VERB 0 root VBZ
            fork NOUN 1 obj NN
            fallen VERB 2 acl VBN
            under ADP 5 case IN
            table NOUN 3 obl NN
            where ADV 8 advmod WRB
            couples NOUN 8 nsubj NNS
            dine VERB 2 acl:relcl VBP
            """,
            ["dine/VERB<table:acl:relcl"],
            id="where they dine",
        ),
        pytest.param(
            """
            gull NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            on ADP 4 case IN
            fence NOUN 2 obl NN
            , PUNCT 9 punct ,
            which PRON 9 nsubj WDT
            is AUX 9 cop VBZ
            near ADP 9 case IN
            road NOUN 2 advcl NN
            """,
            ["road/NOUN<fence:acl:relcl"],
            id="what is near a road",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            beside ADP 3 case IN
            farmer NOUN 1 nmod NN
            who PRON 5 nsubj WP
            sings VERB 1 acl:relcl VBZ
            """,
            ["sings/VERB<farmer:acl:relcl"],
            id="who stands before who",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            beside ADP 3 case IN
            wall NOUN 1 nmod NN
            who PRON 5 nsubj WP
            sings VERB 1 acl:relcl VBZ
            """,
            [],
            id="a thing before who",
        ),
        pytest.param(
            """
            crowd NOUN 0 root NN
            of ADP 3 case IN
            nuns NOUN 1 nmod NNS
            who PRON 5 nsubj WP
            sing VERB 1 acl:relcl VBP
            """,
            [],
            id="a group of those who",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            and CCONJ 3 cc CC
            farmer NOUN 1 conj NN
            who PRON 5 nsubj WP
            sing VERB 1 acl:relcl VBP
            """,
            [],
            id="two who",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            in ADP 3 case IN
            white NOUN 1 nmod NN
            who PRON 5 nsubj WP
            sings VERB 1 acl:relcl VBZ
            """,
            [],
            id="a colour before who",
        ),
        pytest.param(
            """
            goats NOUN 5 nsubj NNS
            one NUM 1 appos CD
            of ADP 4 case IN
            which PRON 2 nmod WDT
            lies VERB 0 root VBZ
            on ADP 7 case IN
            rug NOUN 5 obl NN
            """,
            ["goats/NOUN<-:root", "one/NUM<lies:nsubj", "lies/VERB<goats:acl:relcl"],
            id="one of which at the end",
        ),
        pytest.param(
            """
            table NOUN 0 root NN
            in ADP 3 case IN
            middle NOUN 1 nmod NN
            of ADP 5 case IN
            hall NOUN 3 nmod NN
            , PUNCT 9 punct ,
            on ADP 9 case IN
            which PRON 9 nmod WDT
            plates NOUN 11 obl NNS
            are AUX 11 aux:pass VBP
            kept VERB 1 acl:relcl VBN
            """,
            ["on/ADP<which:case", "which/PRON<kept:obl", "plates/NOUN<kept:nsubj:pass"],
            id="several on which",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            on ADP 4 case IN
            bench NOUN 2 obl NN
            , PUNCT 10 punct ,
            next ADV 2 advmod RB
            to ADP 8 case IN
            which PRON 10 obl WDT
            boots NOUN 10 nsubj NNS
            stand VERB 2 advcl:relcl VBP
            """,
            ["next/ADP<which:case", "stand/VERB<bench:acl:relcl"],
            id="next to which",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            looks VERB 0 root VBZ
            at ADP 5 case IN
            the DET 5 det DT
            kite NOUN 2 obl NN
            he PRON 8 nsubj PRP
            's AUX 8 aux VBZ
            holding VERB 2 advcl VBG
            while SCONJ 11 mark IN
            nuns NOUN 11 nsubj NNS
            sing VERB 2 advcl VBP
            """,
            ["holding/VERB<kite:acl:relcl"],
            id="what he holds while something else is",
        ),
    ],
)
def test_what_a_clause_is_about(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            statue NOUN 0 root NN
            that PRON 5 obl WDT
            tourists NOUN 5 nsubj NNS
            walk VERB 2 acl:relcl VBP
            around ADV 5 advmod RB
            """,
            ["around/ADP<walk:obl"],
            id="around what stands before",
        ),
    ],
)
def test_a_way_that_is_left_behind(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            The DET 2 det DT
            man NOUN 8 nsubj NN
            whose PRON 4 nmod:poss WP
            box NOUN 7 obj NN
            a DET 6 det DT
            girl NOUN 4 appos NN
            holds VERB 2 acl:relcl VBZ
            laughs VERB 0 root VBZ
            """,
            ["girl/NOUN<holds:nsubj"],
            id="who holds it",
        ),
    ],
)
def test_whose_thing_somebody_has(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            skateboard NOUN 0 root NN
            someone PRON 2 appos NN
            left VERB 2 acl VBN
            on ADP 7 case IN
            the DET 7 det DT
            stairs NOUN 4 obl NNS
            """,
            ["someone/PRON<left:nsubj", "left/VERB<skateboard:acl:relcl"],
            id="who left it",
        ),
        pytest.param(
            """
            A DET 2 det DT
            skateboard NOUN 0 root NN
            left VERB 2 acl VBN
            on ADP 6 case IN
            the DET 6 det DT
            stairs NOUN 3 obl NNS
            """,
            [],
            id="nobody is told",
        ),
    ],
)
def test_a_past_in_a_clause_without_a_pronoun(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("whose", "after"),
    [("whose", ["wet/ADJ<truck:acl:relcl"]), ("its", [])],
)
def test_a_clause_of_whose_is_of_the_noun_before_it(whose: str, after: list[str], lexicon: Lexicon) -> None:
    rows = f"""
        van NOUN 2 nsubj NN
        stops VERB 0 root VBZ
        behind ADP 4 case IN
        truck NOUN 2 obl NN
        , PUNCT 9 punct ,
        {whose} PRON 7 nmod:poss WP$
        doors NOUN 9 nsubj NNS
        are AUX 9 cop VBP
        wet ADJ 2 advcl JJ
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("whose", "after"),
    [
        (
            "whose PRON 3 nmod:poss WP$",
            [
                "cook/NOUN<slices:nsubj",
                "boots/NOUN<dirty:nsubj",
                "are/AUX<dirty:cop",
                "dirty/ADJ<cook:acl:relcl",
                "slices/VERB<-:root",
                "plums/NOUN<slices:obj",
            ],
        ),
        ("brown ADJ 3 amod JJ", []),
    ],
)
def test_the_boots_are_dirty_and_the_cook_slices(lexicon: Lexicon, whose: str, after: list[str]) -> None:
    rows = f"""
        cook NOUN 0 root NN
        {whose}
        boots NOUN 6 nsubj NNS
        are AUX 6 cop VBP
        dirty ADJ 3 amod JJ
        slices NOUN 1 acl:relcl NNS
        plums NOUN 1 appos NNS
    """
    assert mended_words(rows, lexicon) == after
