"""What is said aside, between commas. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            smith NOUN 8 nsubj NN
            , PUNCT 3 punct ,
            sweat VERB 1 parataxis VBP
            on ADP 6 case IN
            his PRON 6 nmod:poss PRP$
            brow NOUN 3 obl NN
            , PUNCT 1 punct ,
            hammers VERB 0 root VBZ
            """,
            ["sweat/NOUN<smith:appos", "brow/NOUN<sweat:nmod"],
            id="no act",
        ),
        pytest.param(
            """
            smiths NOUN 0 root NNS
            , PUNCT 3 punct ,
            sweat VERB 1 parataxis VBP
            on ADP 6 case IN
            the DET 6 det DT
            beach NOUN 3 obl NN
            """,
            [],
            id="an act",
        ),
        pytest.param(
            """
            guests NOUN 2 nsubj NNS
            sit VERB 0 root VBP
            , PUNCT 4 punct ,
            two NUM 2 nsubj CD
            of ADP 6 case IN
            them PRON 4 nmod PRP
            smoking VERB 8 amod VBG
            pipes NOUN 4 nmod NNS
            """,
            ["two/NUM<smoking:nsubj", "smoking/VERB<sit:advcl", "pipes/NOUN<smoking:obj"],
            id="what two of them do",
        ),
        pytest.param(
            """
            guests NOUN 2 nsubj NNS
            sit VERB 0 root VBP
            , PUNCT 4 punct ,
            two NUM 2 nsubj CD
            with ADP 7 case IN
            smoking VERB 7 amod VBG
            pipes NOUN 4 nmod NNS
            """,
            [],
            id="with pipes",
        ),
        pytest.param(
            """
            performs VERB 0 root VBZ
            on ADP 4 case IN
            a DET 4 det DT
            stage NOUN 5 compound NN
            lit VERB 1 advcl VBN
            from ADP 7 case IN
            below ADV 5 obl RB
            """,
            ["stage/NOUN<performs:obl", "lit/VERB<stage:acl"],
            id="no part of a participle",
        ),
        pytest.param(
            """
            performs VERB 0 root VBZ
            stage NOUN 3 compound NN
            lit VERB 1 advcl VBN
            """,
            [],
            id="a part of a participle",
        ),
        pytest.param(
            """
            guard NOUN 7 nsubj NN
            , PUNCT 3 punct ,
            whistle VERB 1 appos VBP
            around ADP 6 case IN
            her PRON 6 nmod:poss PRP$
            neck NOUN 3 obl NN
            waves VERB 0 root VBZ
            """,
            ["whistle/NOUN<guard:appos", "neck/NOUN<whistle:nmod"],
            id="around her neck",
        ),
        pytest.param(
            """
            owner NOUN 7 nsubj NN
            , PUNCT 3 punct ,
            drenched VERB 7 advcl VBN
            to ADP 5 case IN
            skin NOUN 3 obl NN
            , PUNCT 3 punct ,
            waits VERB 0 root VBZ
            """,
            ["drenched/VERB<owner:acl"],
            id="between commas behind a subject",
        ),
        pytest.param(
            """
            owner NOUN 7 nsubj NN
            , PUNCT 3 punct ,
            when SCONJ 4 mark WRB
            drenched VERB 7 advcl VBN
            , PUNCT 4 punct ,
            often ADV 7 advmod RB
            waits VERB 0 root VBZ
            """,
            [],
            id="a clause between commas",
        ),
        pytest.param(
            """
            bow NOUN 2 nsubj NN
            snaps VERB 0 root VBZ
            and CCONJ 4 cc CC
            boy NOUN 2 conj NN
            , PUNCT 6 punct ,
            turning VERB 2 advcl VBG
            , PUNCT 6 punct ,
            stares VERB 2 conj VBZ
            """,
            ["boy/NOUN<stares:nsubj", "turning/VERB<boy:acl"],
            id="the subject of the second verb",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            bakes VERB 0 root VBZ
            and CCONJ 4 cc CC
            cakes NOUN 2 conj NNS
            , PUNCT 6 punct ,
            stares VERB 2 conj VBZ
            """,
            [],
            id="many before a second verb of one",
        ),
        pytest.param(
            """
            nuns NOUN 6 nsubj NNS
            most ADJ 1 appos JJS
            of ADP 4 case IN
            them PRON 2 nmod PRP
            carrying VERB 1 acl VBG
            sit VERB 0 root VBP
            """,
            ["most/NUM<nuns:appos", "carrying/VERB<most:acl"],
            id="what most of them do",
        ),
        pytest.param(
            """
            waits VERB 0 root VBZ
            , PUNCT 4 punct ,
            one NUM 4 nsubj CD
            boot NOUN 1 parataxis NN
            on ADP 6 case IN
            ground NOUN 4 obl NN
            """,
            ["one/NUM<boot:nummod", "ground/NOUN<boot:nmod"],
            id="one boot",
        ),
        pytest.param(
            """
            head NOUN 2 nsubj NN
            resting VERB 0 root VBG
            on ADP 4 case IN
            rug NOUN 2 obl NN
            and CCONJ 7 cc CC
            one NUM 7 nummod CD
            ear NOUN 4 conj NN
            hanging VERB 7 acl VBG
            """,
            ["and/CCONJ<hanging:cc", "ear/NOUN<hanging:nsubj", "hanging/VERB<resting:conj"],
            id="another part of the body",
        ),
        pytest.param(
            """
            head NOUN 2 nsubj NN
            resting VERB 0 root VBG
            on ADP 4 case IN
            rug NOUN 2 obl NN
            and CCONJ 6 cc CC
            towel NOUN 4 conj NN
            """,
            [],
            id="another thing",
        ),
        pytest.param(
            """
            wipes VERB 0 root VBZ
            it PRON 1 obj PRP
            on ADP 6 case IN
            a DET 6 det DT
            rag NOUN 6 obl NN
            handed VERB 1 obl VBN
            by ADP 8 case IN
            nun NOUN 1 obl NN
            """,
            [
                "on/ADP<rag:case",
                "a/DET<rag:det",
                "rag/NOUN<wipes:obl",
                "handed/VERB<rag:acl",
                "nun/NOUN<handed:obl",
            ],
            id="a preposition before a noun",
        ),
        pytest.param(
            """
            covers VERB 0 root VBZ
            campers NOUN 1 obj NNS
            , PUNCT 5 punct ,
            their PRON 5 nmod:poss PRP$
            feet NOUN 1 parataxis NNS
            sticking VERB 1 advcl VBG
            out ADV 6 advmod RB
            """,
            ["feet/NOUN<sticking:nsubj"],
            id="their own feet",
        ),
        pytest.param(
            """
            boy NOUN 7 nsubj NN
            , PUNCT 3 punct ,
            scarf NOUN 1 conj NN
            around ADP 6 case IN
            his PRON 6 nmod:poss PRP$
            neck NOUN 1 nmod NN
            reads VERB 0 root VBZ
            """,
            ["neck/NOUN<scarf:nmod"],
            id="where the scarf is",
        ),
        pytest.param(
            """
            boy NOUN 7 nsubj NN
            and CCONJ 3 cc CC
            girl NOUN 1 conj NN
            on ADP 6 case IN
            their PRON 6 nmod:poss PRP$
            beds NOUN 1 nmod NNS
            read VERB 0 root VBP
            """,
            [],
            id="where both are",
        ),
        pytest.param(
            """
            There PRON 2 expl EX
            are VERB 0 root VBP
            cups NOUN 2 nsubj NNS
            , PUNCT 5 punct ,
            two NUM 2 nsubj CD
            of ADP 7 case IN
            them PRON 5 nmod PRP
            on ADP 9 case IN
            trays NOUN 5 nmod NNS
            """,
            ["two/NUM<cups:appos"],
            id="a part of what there is",
        ),
        pytest.param(
            """
            There PRON 2 expl EX
            are VERB 0 root VBP
            cups NOUN 2 nsubj NNS
            , PUNCT 5 punct ,
            jugs NOUN 2 nsubj NNS
            """,
            [],
            id="something else that there is",
        ),
        pytest.param(
            """
            stands VERB 0 root VBZ
            with ADP 4 case IN
            his PRON 4 nmod:poss PRP$
            back NOUN 1 obl NN
            to ADP 6 case IN
            shelf NOUN 1 obl NN
            """,
            ["shelf/NOUN<back:nmod"],
            id="to what his back is",
        ),
        pytest.param(
            """
            stands VERB 0 root VBZ
            with ADP 4 case IN
            his PRON 4 nmod:poss PRP$
            back NOUN 1 obl NN
            against ADP 6 case IN
            shelf NOUN 1 obl NN
            """,
            [],
            id="against what he stands",
        ),
        pytest.param(
            """
            cart NOUN 0 root NN
            with ADP 3 case IN
            one NUM 1 nmod CD
            of ADP 6 case IN
            its PRON 6 nmod:poss PRP$
            wheels NOUN 3 nmod NNS
            missing VERB 6 acl VBG
            """,
            ["missing/VERB<one:acl"],
            id="what one of its own does",
        ),
        pytest.param(
            """
            filled VERB 0 root VBN
            with ADP 3 case IN
            jars NOUN 1 obl NNS
            , PUNCT 6 punct ,
            and CCONJ 6 cc CC
            ladder NOUN 3 conj NN
            , PUNCT 8 punct ,
            old ADJ 6 amod JJ
            , PUNCT 8 punct ,
            is AUX 11 aux:pass VBZ
            propped VERB 1 conj VBN
            """,
            ["ladder/NOUN<propped:nsubj:pass"],
            id="the subject of a second passive",
        ),
        pytest.param(
            """
            lies VERB 0 root VBZ
            , PUNCT 3 punct ,
            water NOUN 1 obl NN
            spraying VERB 1 advcl VBG
            down ADV 4 advmod RB
            """,
            ["water/NOUN<spraying:nsubj"],
            id="what sprays",
        ),
        pytest.param(
            """
            lies VERB 0 root VBZ
            , PUNCT 4 punct ,
            in ADP 4 case IN
            water NOUN 1 obl NN
            smiling VERB 1 advcl VBG
            """,
            [],
            id="in what she lies",
        ),
        pytest.param(
            """
            cake NOUN 0 root NN
            with ADP 3 case IN
            cherry NOUN 1 nmod NN
            on ADP 5 case IN
            it PRON 3 nmod PRP
            and CCONJ 7 cc CC
            fork NOUN 5 nsubj NN
            lying VERB 7 acl VBG
            """,
            ["fork/NOUN<cherry:conj"],
            id="a second thing behind a pronoun",
        ),
        pytest.param(
            """
            hawk NOUN 5 nsubj NN
            , PUNCT 4 punct ,
            its PRON 4 nmod:poss PRP$
            wings NOUN 1 conj NNS
            spread VERB 0 root VBP
            , PUNCT 7 punct ,
            swoops VERB 5 conj VBZ
            """,
            [
                "hawk/NOUN<swoops:nsubj",
                "wings/NOUN<spread:nsubj:pass",
                "spread/VERB<swoops:advcl",
                "swoops/VERB<-:root",
            ],
            id="how its wings are",
        ),
        pytest.param(
            """
            hawk NOUN 5 nsubj NN
            and CCONJ 4 cc CC
            its PRON 4 nmod:poss PRP$
            chicks NOUN 1 conj NNS
            spread VERB 0 root VBP
            , PUNCT 7 punct ,
            swoop VERB 5 conj VBP
            """,
            [],
            id="its own in a list",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            slides VERB 0 root VBZ
            and CCONJ 8 cc CC
            nun NOUN 2 conj NN
            , PUNCT 6 punct ,
            jumping VERB 2 advcl VBG
            , PUNCT 6 punct ,
            kicks VERB 2 conj VBZ
            """,
            ["nun/NOUN<kicks:nsubj", "jumping/VERB<nun:acl"],
            id="and before the second verb",
        ),
        pytest.param(
            """
            boat NOUN 7 nsubj NN
            , PUNCT 5 punct ,
            its PRON 5 nmod:poss PRP$
            paint NOUN 5 compound NN
            peeling VERB 1 appos VBG
            , PUNCT 1 punct ,
            drifts VERB 0 root VBZ
            """,
            ["its/PRON<paint:nmod:poss", "paint/NOUN<peeling:nsubj", "peeling/VERB<boat:acl"],
            id="its own that peels",
        ),
        pytest.param(
            """
            boats NOUN 0 root NNS
            and CCONJ 4 cc CC
            paint NOUN 4 compound NN
            peeling VERB 1 conj VBG
            """,
            [],
            id="of nobody",
        ),
        pytest.param(
            """
            nuns NOUN 2 nsubj NNS
            sing VERB 0 root VBP
            and CCONJ 5 cc CC
            both DET 5 advmod DT
            have VERB 2 conj VBP
            hats NOUN 5 obj NNS
            """,
            ["both/PRON<have:nsubj"],
            id="both of them",
        ),
        pytest.param(
            """
            nuns NOUN 2 nsubj NNS
            sing VERB 0 root VBP
            and CCONJ 6 cc CC
            the DET 5 det DT
            other ADJ 6 nsubj JJ
            sleeps VERB 2 conj VBZ
            """,
            ["other/NOUN<sleeps:nsubj"],
            id="the other of them",
        ),
        pytest.param(
            """
            men NOUN 0 root NNS
            standing VERB 1 acl VBG
            with ADP 4 case IN
            one NUM 2 obl CD
            of ADP 6 case IN
            them PRON 4 nmod PRP
            eating VERB 1 acl VBG
            """,
            ["eating/VERB<one:acl"],
            id="one of those with whom",
        ),
        pytest.param(
            """
            urges VERB 0 root VBZ
            mules NOUN 1 obj NNS
            , PUNCT 4 punct ,
            mud NOUN 1 parataxis NN
            flying VERB 1 advcl VBG
            """,
            ["mud/NOUN<flying:nsubj"],
            id="mud flying",
        ),
    ],
)
def test_asides(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Two NUM 2 nummod CD
            nuns NOUN 0 root NNS
            , PUNCT 4 punct ,
            one NUM 2 appos CD
            reading VERB 2 acl VBG
            a DET 7 det DT
            map NOUN 5 obj NN
            and CCONJ 11 cc CC
            the DET 10 det DT
            other ADJ 11 nsubj JJ
            dozing NOUN 2 conj NN
            """,
            [
                ",/PUNCT<reading:punct",
                "one/NUM<reading:nsubj",
                "other/NOUN<dozing:nsubj",
                "dozing/VERB<reading:conj",
            ],
            id="one of them reads",
        ),
        pytest.param(
            """
            Two NUM 2 nummod CD
            nuns NOUN 0 root NNS
            , PUNCT 4 punct ,
            reading VERB 2 acl VBG
            a DET 6 det DT
            map NOUN 4 obj NN
            and CCONJ 8 cc CC
            dozing VERB 4 conj VBG
            """,
            [],
            id="both do it",
        ),
    ],
)
def test_what_a_part_of_a_group_does(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Two NUM 2 nummod CD
            cows NOUN 0 root NNS
            , PUNCT 4 punct ,
            one NUM 2 conj CD
            sleeping VERB 2 acl VBG
            and CCONJ 9 cc CC
            the DET 8 det DT
            other ADJ 9 nsubj JJ
            sneezing VERB 2 conj VBG
            """,
            [",/PUNCT<sleeping:punct", "one/NUM<sleeping:nsubj", "other/NOUN<sneezing:nsubj"],
            id="listed, and not another name",
        ),
    ],
)
def test_a_part_listed_behind_a_comma(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            One NUM 2 nummod CD
            glove NOUN 3 nsubj NN
            lies VERB 0 root VBZ
            on ADP 6 case IN
            the DET 6 det DT
            bench NOUN 3 obl NN
            , PUNCT 9 punct ,
            the DET 9 det DT
            other ADJ 3 nsubj JJ
            on ADP 12 case IN
            the DET 12 det DT
            floor NOUN 9 nmod NN
            """,
            ["other/ADJ<lies:parataxis"],
            id="the other",
        ),
        pytest.param(
            """
            A DET 2 det DT
            cat NOUN 3 nsubj NN
            sleeps VERB 0 root VBZ
            on ADP 6 case IN
            a DET 6 det DT
            bed NOUN 3 obl NN
            and CCONJ 8 cc CC
            another DET 3 conj DT
            on ADP 11 case IN
            a DET 11 det DT
            chair NOUN 8 nmod NN
            """,
            ["another/DET<sleeps:parataxis"],
            id="another behind and",
        ),
        pytest.param(
            """
            Two NUM 2 nummod CD
            cats NOUN 3 nsubj NNS
            sleep VERB 0 root VBP
            on ADP 6 case IN
            a DET 6 det DT
            bed NOUN 3 obl NN
            and CCONJ 8 cc CC
            two NUM 3 conj CD
            on ADP 11 case IN
            a DET 11 det DT
            chair NOUN 8 nmod NN
            """,
            [],
            id="of many",
        ),
    ],
)
def test_parts_without_a_verb(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Two NUM 3 nummod CD
            navy ADJ 3 amod JJ
            men NOUN 0 root NNS
            , PUNCT 5 punct ,
            one NUM 3 appos CD
            holding VERB 3 acl VBG
            a DET 8 det DT
            banner NOUN 6 obj NN
            and CCONJ 11 cc CC
            the DET 11 det DT
            other ADJ 3 conj JJ
            saluting VERB 6 conj VBG
            """,
            [",/PUNCT<holding:punct", "one/NUM<holding:nsubj", "other/ADJ<saluting:nsubj"],
            id="the other salutes",
        ),
    ],
)
def test_the_other_of_two(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("before", "verb", "after"),
    [
        ("a DET 4 det DT", "sweeps VERB 0 root VBZ", ["jacket/NOUN<boy:appos", "tied/VERB<jacket:acl"]),
        ("and CCONJ 4 cc CC", "sweeps VERB 0 root VBZ", []),
        ("a DET 4 det DT", "sweep VERB 0 root VBP", []),
    ],
)
def test_what_is_told_aside_does_nothing(lexicon: Lexicon, before: str, verb: str, after: list[str]) -> None:
    rows = f"""
        boy NOUN 10 nsubj NN
        , PUNCT 4 punct ,
        {before}
        jacket NOUN 1 conj NN
        tied VERB {1 if after else 4} acl VBN
        around ADP 8 case IN
        his PRON 8 nmod:poss PRP$
        waist NOUN 5 obl NN
        , PUNCT 1 punct ,
        {verb}
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(("relation", "after"), [("conj", ["scarf/NOUN<man:appos"]), ("appos", [])])
def test_what_is_told_aside_may_have_a_place(lexicon: Lexicon, relation: str, after: list[str]) -> None:
    rows = f"""
        man NOUN 9 nsubj NN
        , PUNCT 4 punct ,
        a DET 4 det DT
        scarf NOUN 1 {relation} NN
        around ADP 7 case IN
        his PRON 7 nmod:poss PRP$
        neck NOUN 4 nmod NN
        , PUNCT 1 punct ,
        reads VERB 0 root VBZ
    """
    assert mended_words(rows, lexicon) == after
