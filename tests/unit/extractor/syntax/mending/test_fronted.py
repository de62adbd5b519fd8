"""Places before their clause, and subjects behind their verb. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            hut NOUN 2 nsubj NN
            covered VERB 0 root VBN
            with ADP 4 case IN
            moss NOUN 2 obl NN
            and CCONJ 10 cc CC
            in ADP 7 case IN
            corner NOUN 4 conj NN
            goat NOUN 10 nsubj NN
            is AUX 10 aux VBZ
            sleeping VERB 2 conj VBG
            """,
            ["corner/NOUN<sleeping:obl"],
            id="a place before the second clause",
        ),
        pytest.param(
            """
            Nuns NOUN 2 nsubj NNS
            sit VERB 0 root VBP
            on ADP 4 case IN
            mats NOUN 2 obl NNS
            and CCONJ 7 cc CC
            under ADP 7 case IN
            trees NOUN 2 conj NNS
            and CCONJ 10 cc CC
            monks NOUN 10 nsubj NNS
            stand VERB 2 conj VBP
            """,
            ["trees/NOUN<sit:obl"],
            id="a place of the first clause",
        ),
        pytest.param(
            """
            in ADP 3 case IN
            the DET 3 det DT
            middle NOUN 4 nsubj NN
            stands VERB 0 root VBZ
            a DET 6 det DT
            jug NOUN 4 obj NN
            """,
            ["middle/NOUN<stands:obl", "jug/NOUN<stands:nsubj"],
            id="a place for a subject",
        ),
        pytest.param(
            """
            One NUM 4 nsubj CD
            of ADP 3 case IN
            nuns NOUN 1 nmod NNS
            holds VERB 0 root VBZ
            jug NOUN 4 obj NN
            """,
            [],
            id="a subject",
        ),
        pytest.param(
            """
            On ADP 3 case IN
            the DET 3 det DT
            desk NOUN 4 obl NN
            stand NOUN 0 root NN
            two NUM 6 nummod CD
            lamps NOUN 4 obj NNS
            """,
            ["stand/VERB<-:root", "lamps/NOUN<stand:nsubj"],
            id="a verb that was taken for a noun",
        ),
        pytest.param(
            """
            On ADP 3 case IN
            the DET 3 det DT
            desk NOUN 5 obl NN
            a DET 5 det DT
            stand NOUN 0 root NN
            lamps NOUN 5 obj NNS
            """,
            [],
            id="a stand",
        ),
        pytest.param(
            """
            Behind ADP 2 case IN
            her PRON 6 obl PRP
            out ADP 5 case IN
            of ADP 5 case IN
            focus NOUN 6 obl NN
            sits VERB 0 root VBZ
            pianist NOUN 6 obj NN
            """,
            ["pianist/NOUN<sits:nsubj"],
            id="two phrases before the verb",
        ),
        pytest.param(
            """
            and CCONJ 6 cc CC
            in SCONJ 6 mark IN
            the DET 7 det DT
            other ADJ 7 amod JJ
            there PRON 6 expl EX
            are VERB 0 root VBP
            pens NOUN 6 nsubj NNS
            """,
            ["in/SCONJ<other:case", "the/DET<other:det", "other/NOUN<are:obl"],
            id="in the other there are",
        ),
        pytest.param(
            """
            at ADP 3 case IN
            the DET 4 det DT
            bottom ADJ 6 obl JJ
            right ADJ 6 advmod JJ
            we PRON 6 nsubj PRP
            see VERB 0 root VBP
            bag NOUN 6 obj NN
            """,
            ["at/ADP<right:case", "bottom/ADJ<right:amod", "right/NOUN<see:obl"],
            id="two words for a side",
        ),
        pytest.param(
            """
            the DET 2 det DT
            boy NOUN 4 nsubj NN
            , PUNCT 4 punct ,
            curled VERB 0 root VBD
            on ADP 6 case IN
            rug NOUN 4 obl NN
            , PUNCT 8 punct ,
            reads VERB 4 conj VBZ
            """,
            ["boy/NOUN<reads:nsubj", "curled/VERB<boy:acl", "reads/VERB<-:root"],
            id="a comma between a subject and its verb",
        ),
        pytest.param(
            """
            the DET 2 det DT
            boy NOUN 3 nsubj NN
            curled VERB 0 root VBD
            , PUNCT 5 punct ,
            yawns VERB 3 conj VBZ
            """,
            [],
            id="a subject right before its verb",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            wears VERB 0 root VBZ
            veil NOUN 2 obj NN
            , PUNCT 9 punct ,
            but CCONJ 9 cc CC
            gloves NOUN 9 nsubj NNS
            and CCONJ 8 cc CC
            bees NOUN 9 nsubj NNS
            crawl VERB 2 conj VBP
            """,
            [
                ",/PUNCT<gloves:punct",
                "but/CCONJ<gloves:cc",
                "gloves/NOUN<veil:conj",
                "and/CCONJ<crawl:cc",
            ],
            id="the last of the list before",
        ),
        pytest.param(
            """
            is VERB 0 root VBZ
            boy NOUN 1 nsubj NN
            wearing VERB 2 acl VBG
            cap NOUN 3 obj NN
            and CCONJ 8 cc CC
            gloves NOUN 8 nsubj NNS
            is AUX 8 aux VBZ
            waving VERB 1 conj VBG
            """,
            ["and/CCONJ<gloves:cc", "gloves/NOUN<cap:conj", "waving/VERB<wearing:conj"],
            id="many before a verb of one",
        ),
        pytest.param(
            """
            is VERB 0 root VBZ
            boy NOUN 1 nsubj NN
            wearing VERB 2 acl VBG
            cap NOUN 3 obj NN
            and CCONJ 8 cc CC
            girls NOUN 8 nsubj NNS
            are AUX 8 aux VBP
            waving VERB 1 conj VBG
            """,
            [],
            id="many before a verb of many",
        ),
        pytest.param(
            """
            Guests NOUN 2 nsubj NNS
            stand VERB 0 root VBP
            , PUNCT 4 punct ,
            some DET 2 nsubj DT
            reading VERB 2 advcl VBG
            """,
            ["some/DET<reading:nsubj"],
            id="whose participle stands behind",
        ),
        pytest.param(
            """
            lamp NOUN 2 nsubj NN
            is VERB 0 root VBZ
            and CCONJ 7 cc CC
            to ADP 6 case IN
            its PRON 6 nmod:poss PRP$
            right NOUN 7 obl NN
            are AUX 2 conj VBP
            two NUM 9 nummod CD
            stools NOUN 2 conj NNS
            """,
            ["are/VERB<is:conj", "stools/NOUN<are:nsubj"],
            id="a subject behind the second verb",
        ),
        pytest.param(
            """
            in ADP 2 case IN
            front NOUN 7 nsubj NN
            of ADP 5 case IN
            her PRON 5 nmod:poss PRP$
            kids NOUN 2 nmod NNS
            are AUX 7 aux VBP
            listening VERB 0 root VBG
            """,
            ["front/NOUN<listening:obl", "of/ADP<her:case", "her/PRON<front:nmod", "kids/NOUN<listening:nsubj"],
            id="who is in front of her",
        ),
        pytest.param(
            """
            leaves VERB 0 root VBZ
            as ADP 3 case IN
            kids NOUN 1 obl NNS
            , PUNCT 5 punct ,
            wave VERB 1 parataxis VBP
            """,
            ["as/SCONJ<wave:mark", "kids/NOUN<wave:nsubj", "wave/VERB<leaves:advcl"],
            id="who waves behind as",
        ),
        pytest.param(
            """
            leaves VERB 0 root VBZ
            as ADP 4 case IN
            a DET 4 det DT
            nun NOUN 1 obl NN
            , PUNCT 6 punct ,
            wave VERB 1 parataxis VBP
            """,
            [],
            id="as whom she leaves",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            holds VERB 0 root VBZ
            plates NOUN 2 obj NNS
            , PUNCT 6 punct ,
            another DET 7 det DT
            holds VERB 2 conj VBZ
            cups NOUN 3 conj NNS
            """,
            ["another/PRON<holds:nsubj", "cups/NOUN<holds:obj"],
            id="no article before a verb",
        ),
        pytest.param(
            """
            cap NOUN 7 nsubj:pass NN
            and CCONJ 7 cc CC
            two NUM 4 nummod CD
            gloves NOUN 7 nsubj:pass NNS
            have AUX 7 aux VBP
            been AUX 7 aux:pass VBN
            left VERB 0 root VBN
            """,
            ["and/CCONJ<gloves:cc", "gloves/NOUN<cap:conj"],
            id="two subjects",
        ),
        pytest.param(
            """
            is VERB 0 root VBZ
            hut NOUN 1 nsubj NN
            , PUNCT 9 punct ,
            in ADP 5 case IN
            yard NOUN 2 nmod NN
            we PRON 8 nsubj PRP
            can AUX 8 aux MD
            see VERB 2 acl:relcl VB
            goats NOUN 8 obj NNS
            """,
            ["yard/NOUN<see:obl", "see/VERB<is:conj"],
            id="a place behind a comma",
        ),
        pytest.param(
            """
            is VERB 0 root VBZ
            hut NOUN 1 nsubj NN
            , PUNCT 2 punct ,
            in ADP 5 case IN
            yard NOUN 2 nmod NN
            , PUNCT 8 punct ,
            nuns NOUN 8 nsubj NNS
            dance VERB 1 parataxis VBP
            """,
            [],
            id="a place between commas",
        ),
        pytest.param(
            """
            In ADP 2 case IN
            middle NOUN 7 obl NN
            of ADP 4 case IN
            hall NOUN 2 nmod NN
            men NOUN 2 nmod NNS
            are AUX 7 aux VBP
            dancing VERB 0 root VBG
            """,
            ["men/NOUN<dancing:nsubj"],
            id="no part of a place",
        ),
        pytest.param(
            """
            In ADP 2 case IN
            middle NOUN 6 obl NN
            of ADP 4 case IN
            men NOUN 2 nmod NNS
            are AUX 6 aux VBP
            dancing VERB 0 root VBG
            """,
            [],
            id="a part of a place",
        ),
        pytest.param(
            """
            through ADP 2 case IN
            one NUM 7 obl CD
            of ADP 4 case IN
            them PRON 2 nmod PRP
            man NOUN 2 nsubj NN
            is AUX 7 aux:pass VBZ
            seen VERB 0 root VBN
            """,
            ["man/NOUN<seen:nsubj:pass"],
            id="the subject of a place",
        ),
        pytest.param(
            """
            on ADP 4 case IN
            the DET 4 det DT
            right ADJ 4 amod JJ
            side NOUN 6 nsubj NN
            there PRON 6 expl EX
            are VERB 0 root VBP
            trees NOUN 6 nsubj NNS
            """,
            ["side/NOUN<are:obl"],
            id="the right side",
        ),
        pytest.param(
            """
            leans VERB 0 root VBZ
            against ADP 3 case IN
            wall NOUN 1 obl NN
            ; PUNCT 9 punct ,
            to ADP 6 case IN
            right NOUN 1 obl NN
            , PUNCT 9 punct ,
            cat NOUN 9 nsubj NN
            naps VERB 1 parataxis VBZ
            """,
            ["right/NOUN<naps:obl"],
            id="a place behind a semicolon",
        ),
        pytest.param(
            """
            On ADP 2 case IN
            sill NOUN 6 obl NN
            , PUNCT 5 punct ,
            between ADP 5 case IN
            pots NOUN 2 nmod NNS
            sleeps VERB 0 root VBZ
            """,
            ["pots/NOUN<sleeps:obl"],
            id="two places before a verb",
        ),
        pytest.param(
            """
            On ADP 2 case IN
            sill NOUN 5 obl NN
            behind ADP 4 case IN
            pots NOUN 2 nmod NNS
            sleeps VERB 0 root VBZ
            """,
            [],
            id="a place of a place before a verb",
        ),
        pytest.param(
            """
            while SCONJ 5 mark IN
            outside ADJ 3 amod JJ
            snow NOUN 5 nsubj NN
            is AUX 5 aux VBZ
            falling VERB 0 root VBG
            """,
            ["outside/ADV<falling:advmod"],
            id="where it falls",
        ),
        pytest.param(
            """
            the DET 3 det DT
            outside ADJ 3 amod JJ
            wall NOUN 5 nsubj NN
            is AUX 5 aux VBZ
            falling VERB 0 root VBG
            """,
            [],
            id="which wall falls",
        ),
        pytest.param(
            """
            at ADP 3 case IN
            the DET 3 det DT
            top NOUN 6 nsubj NN
            right ADV 5 advmod RB
            there PRON 6 advmod EX
            is VERB 0 root VBZ
            bag NOUN 6 nsubj NN
            """,
            ["at/ADP<right:case", "the/DET<right:det", "top/ADJ<right:amod", "right/NOUN<is:obl", "there/PRON<is:expl"],
            id="two words for a side before there",
        ),
        pytest.param(
            """
            feeds VERB 0 root VBZ
            swans NOUN 1 obj NNS
            gathered VERB 2 acl VBN
            and CCONJ 5 cc CC
            wife NOUN 7 nsubj NN
            , PUNCT 7 punct ,
            sitting VERB 3 advcl VBG
            , PUNCT 9 punct ,
            draws VERB 1 conj VBZ
            """,
            ["wife/NOUN<draws:nsubj", "sitting/VERB<wife:acl"],
            id="who sits draws",
        ),
        pytest.param(
            """
            at ADP 3 case IN
            the DET 3 det DT
            back NOUN 6 nsubj NN
            a DET 5 det DT
            kiln NOUN 6 nsubj NN
            glows VERB 0 root VBZ
            """,
            ["back/NOUN<glows:obl"],
            id="a place and a subject",
        ),
        pytest.param(
            """
            There PRON 2 expl EX
            are VERB 0 root VBP
            campers NOUN 2 nsubj NNS
            roasting VERB 2 advcl VBG
            corn NOUN 2 nsubj NN
            """,
            ["roasting/VERB<campers:acl", "corn/NOUN<roasting:obj"],
            id="what is roasted",
        ),
        pytest.param(
            """
            we PRON 2 nsubj PRP
            see VERB 0 root VBP
            people NOUN 4 obj NNS
            raising VERB 2 xcomp VBG
            hands NOUN 4 obj NNS
            """,
            ["people/NOUN<see:obj", "raising/VERB<people:acl"],
            id="who is seen",
        ),
    ],
)  # fmt: skip
def test_what_stands_before_its_verb(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after
