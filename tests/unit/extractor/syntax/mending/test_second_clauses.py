"""Which clause a second verb goes on. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            folds VERB 0 root VBZ
            napkins NOUN 2 obj NNS
            , PUNCT 5 punct ,
            stacks VERB 3 conj VBZ
            plates NOUN 5 obj NNS
            """,
            ["stacks/VERB<folds:conj"],
            id="a verb beside an object",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            greets VERB 0 root VBZ
            crowd NOUN 2 obj NN
            that PRON 5 nsubj WDT
            claps VERB 3 acl:relcl VBZ
            and CCONJ 7 cc CC
            sings VERB 3 conj VBZ
            """,
            ["sings/VERB<claps:conj"],
            id="a verb of a relative clause",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            folds VERB 0 root VBZ
            napkins NOUN 2 obj NNS
            , PUNCT 6 punct ,
            monk NOUN 6 nsubj NN
            stacks VERB 3 conj VBZ
            plates NOUN 6 obj NNS
            """,
            [],
            id="a verb with a subject",
        ),
        pytest.param(
            """
            bell NOUN 2 nsubj NN
            rings VERB 0 root VBZ
            , PUNCT 5 punct ,
            nun NOUN 5 nsubj NN
            answers VERB 2 conj VBZ
            it PRON 5 obj PRP
            and CCONJ 8 cc CC
            speaks VERB 2 conj VBZ
            """,
            ["speaks/VERB<answers:conj"],
            id="of the clause right before",
        ),
        pytest.param(
            """
            bell NOUN 2 nsubj NN
            rings VERB 0 root VBZ
            , PUNCT 5 punct ,
            nun NOUN 5 nsubj NN
            speaks VERB 2 conj VBZ
            , PUNCT 8 punct ,
            and CCONJ 8 cc CC
            stops VERB 2 conj VBZ
            """,
            [],
            id="behind a comma and and",
        ),
        pytest.param(
            """
            is VERB 0 root VBZ
            nun NOUN 1 nsubj NN
            riding VERB 2 acl VBG
            mules NOUN 3 obj NNS
            , PUNCT 7 punct ,
            there PRON 7 expl EX
            are VERB 2 acl:relcl VBP
            palms NOUN 7 nsubj NNS
            """,
            ["are/VERB<is:parataxis"],
            id="what there is behind a comma",
        ),
        pytest.param(
            """
            is VERB 0 root VBZ
            hall NOUN 1 nsubj NN
            in ADP 4 case IN
            which PRON 6 obl WDT
            there PRON 6 expl EX
            are VERB 2 acl:relcl VBP
            palms NOUN 6 nsubj NNS
            """,
            [],
            id="in which there is something",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            welds VERB 0 root VBZ
            pipe NOUN 2 obj NN
            , PUNCT 5 punct ,
            sparks VERB 2 conj VBZ
            flying VERB 2 advcl VBG
            """,
            [",/PUNCT<flying:punct", "sparks/NOUN<flying:nsubj"],
            id="what flies",
        ),
        pytest.param(
            """
            bird NOUN 2 nsubj NN
            turns VERB 0 root VBZ
            and CCONJ 4 cc CC
            sings VERB 2 conj VBZ
            flying VERB 4 advcl VBG
            """,
            [],
            id="who acts while flying",
        ),
        pytest.param(
            """
            Drumming VERB 0 root VBG
            on ADP 3 case IN
            barrels NOUN 1 obl NNS
            followed VERB 1 acl VBN
            by ADP 6 case IN
            cheer NOUN 4 obl:agent NN
            """,
            ["followed/VERB<Drumming:advcl"],
            id="a participle of an act",
        ),
        pytest.param(
            """
            nuns NOUN 2 nsubj NNS
            lean VERB 0 root VBP
            and CCONJ 4 cc CC
            wave NOUN 5 compound NN
            scarves NOUN 2 obj NNS
            """,
            ["wave/VERB<lean:conj", "scarves/NOUN<wave:obj"],
            id="a verb before its object",
        ),
        pytest.param(
            """
            nuns NOUN 2 nsubj NNS
            eat VERB 0 root VBP
            cheese NOUN 5 compound NN
            and CCONJ 5 cc CC
            cakes NOUN 2 obj NNS
            """,
            [],
            id="a name of an object",
        ),
        pytest.param(
            """
            mule NOUN 2 nsubj NN
            brays VERB 0 root VBZ
            , PUNCT 4 punct ,
            trots VERB 2 conj VBZ
            away ADV 2 advmod RB
            """,
            ["away/ADV<trots:advmod"],
            id="a particle of the last verb",
        ),
        pytest.param(
            """
            mule NOUN 2 nsubj NN
            trots VERB 0 root VBZ
            away ADV 2 advmod RB
            and CCONJ 5 cc CC
            brays VERB 2 conj VBZ
            """,
            [],
            id="a particle of the first verb",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            prunes VERB 0 root VBZ
            , PUNCT 4 punct ,
            clippings VERB 2 advcl VBG
            covering VERB 4 advcl VBG
            ground NOUN 5 obj NN
            """,
            [",/PUNCT<covering:punct", "clippings/NOUN<covering:nsubj", "covering/VERB<prunes:advcl"],
            id="clippings",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            in ADP 4 case IN
            hall NOUN 2 obl NN
            crammed VERB 4 acl VBN
            with ADP 7 case IN
            chairs NOUN 5 obl NNS
            , PUNCT 9 punct ,
            watching VERB 5 advcl VBG
            mules NOUN 9 obj NNS
            """,
            ["watching/VERB<sits:advcl"],
            id="behind a comma",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            behind ADP 4 case IN
            girl NOUN 2 obl NN
            dressed VERB 4 acl VBN
            in ADP 7 case IN
            lace NOUN 5 obl NN
            , PUNCT 9 punct ,
            watching VERB 5 advcl VBG
            mules NOUN 9 obj NNS
            """,
            [],
            id="behind somebody and a comma",
        ),
        pytest.param(
            """
            truck NOUN 5 nsubj NN
            with ADP 3 case IN
            horn NOUN 1 nmod NN
            blaring VERB 3 acl VBG
            blocks VERB 0 root VBZ
            a DET 7 det DT
            road NOUN 4 obj NN
            """,
            ["road/NOUN<blocks:obj"],
            id="behind a finite verb",
        ),
        pytest.param(
            """
            truck NOUN 5 nsubj NN
            with ADP 3 case IN
            horn NOUN 1 nmod NN
            blaring VERB 3 acl VBG
            blocks VERB 0 root VBZ
            roads NOUN 5 obj NNS
            now ADV 5 advmod RB
            """,
            [],
            id="behind a finite verb with an object",
        ),
    ],
)
def test_what_goes_on(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            cook NOUN 3 nsubj NN
            chops VERB 0 root VBZ
            , PUNCT 5 punct ,
            salts NOUN 3 conj NNS
            and CCONJ 8 cc CC
            fries NOUN 8 compound NNS
            leeks NOUN 3 conj NNS
            """,
            ["salts/VERB<chops:conj", "and/CCONJ<fries:cc", "fries/VERB<chops:conj", "leeks/NOUN<fries:obj"],
            id="two that were taken for things",
        ),
        pytest.param(
            """
            Nuns NOUN 2 nsubj NNS
            load VERB 0 root VBP
            , PUNCT 4 punct ,
            weigh NOUN 2 conj NN
            , PUNCT 6 punct ,
            seal NOUN 2 conj NN
            and CCONJ 9 cc CC
            stack NOUN 9 compound NN
            crates NOUN 2 obj NNS
            """,
            [
                "weigh/VERB<load:conj",
                "seal/VERB<load:conj",
                "and/CCONJ<stack:cc",
                "stack/VERB<load:conj",
                "crates/NOUN<stack:obj",
            ],
            id="of many, four in a row",
        ),
        pytest.param(
            """
            A DET 2 det DT
            cook NOUN 3 nsubj NN
            chops VERB 0 root VBZ
            , PUNCT 5 punct ,
            peels VERB 3 conj VBZ
            and CCONJ 7 cc CC
            fries VERB 3 conj VBZ
            leeks NOUN 7 obj NNS
            """,
            [],
            id="well read",
        ),
        pytest.param(
            """
            A DET 2 det DT
            cook NOUN 3 nsubj NN
            sits VERB 0 root VBZ
            , PUNCT 5 punct ,
            arms NOUN 3 conj NNS
            and CCONJ 7 cc CC
            legs NOUN 5 conj NNS
            crossed VERB 5 acl VBN
            """,
            [],
            id="before no thing",
        ),
    ],
)
def test_verbs_of_one_object(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Store VERB 0 root VB
            maps NOUN 1 obj NNS
            with ADP 5 case IN
            this DET 5 det DT
            box NOUN 1 obl NN
            , PUNCT 8 punct ,
            which PRON 8 nsubj WDT
            folds VERB 5 acl:relcl VBZ
            , PUNCT 10 punct ,
            holds VERB 1 conj VBZ
            tools NOUN 10 obj NNS
            """,
            ["holds/VERB<folds:conj"],
            id="listed",
        ),
        pytest.param(
            """
            Store VERB 0 root VB
            maps NOUN 1 obj NNS
            with ADP 5 case IN
            this DET 5 det DT
            box NOUN 1 obl NN
            , PUNCT 8 punct ,
            which PRON 8 nsubj WDT
            folds VERB 5 acl:relcl VBZ
            , PUNCT 10 punct ,
            holds VERB 1 parataxis VBZ
            tools NOUN 10 obj NNS
            """,
            ["holds/VERB<folds:conj"],
            id="beside",
        ),
        pytest.param(
            """
            Store VERB 0 root VB
            maps NOUN 1 obj NNS
            with ADP 5 case IN
            this DET 5 det DT
            box NOUN 1 obl NN
            , PUNCT 8 punct ,
            which PRON 8 nsubj WDT
            folds VERB 5 acl:relcl VBZ
            , PUNCT 10 punct ,
            hold VERB 1 conj VB
            tools NOUN 10 obj NNS
            """,
            [],
            id="a second command",
        ),
    ],
)
def test_what_is_listed_with_no_command(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("verb", "comma", "after"),
    [
        pytest.param("rests", ", PUNCT", ["covered/VERB<rests:advcl"], id="who rests"),
        pytest.param("swims", ", PUNCT", [], id="who moves"),
        pytest.param("rests", "still ADV", [], id="no comma"),
    ],
)
def test_what_is_told_behind_a_comma_of_who_rests(
    verb: str, comma: str, after: list[str], lexicon: Lexicon
) -> None:
    rows = f"""
        boat NOUN 2 nsubj NN
        {verb} VERB 0 root VBZ
        on ADP 5 case IN
        its PRON 5 nmod:poss PRP$
        side NOUN 2 obl NN
        {comma} 8 punct
        half ADV 8 advmod RB
        covered VERB 5 acl VBN
        by ADP 10 case IN
        weeds NOUN 8 obl:agent NNS
    """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            folds VERB 0 root VBZ
            a DET 5 det DT
            map NOUN 3 obj NN
            , PUNCT 9 punct ,
            a DET 8 det DT
            boy NOUN 9 nsubj NN
            sings VERB 5 acl:relcl VBZ
            """,
            ["sings/VERB<folds:parataxis"],
            id="behind a comma",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            folds VERB 0 root VBZ
            a DET 5 det DT
            map NOUN 3 obj NN
            a DET 7 det DT
            boy NOUN 8 nsubj NN
            draws VERB 5 acl:relcl VBZ
            """,
            [],
            id="without a comma",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            folds VERB 0 root VBZ
            two NUM 5 nummod CD
            maps NOUN 3 obj NNS
            , PUNCT 9 punct ,
            whose PRON 8 nmod:poss WP$
            edges NOUN 9 nsubj NNS
            curl VERB 5 acl:relcl VBP
            """,
            [],
            id="of whose",
        ),
    ],
)
def test_clauses_of_no_noun(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            box NOUN 0 root NN
            that PRON 4 nsubj WDT
            holds VERB 2 acl:relcl VBZ
            jugs NOUN 4 obj NNS
            and CCONJ 7 cc CC
            rolls VERB 4 conj VBZ
            on ADP 9 case IN
            wheels NOUN 4 obl NNS
            """,
            ["wheels/NOUN<rolls:obl"],
            id="of the second",
        ),
        pytest.param(
            """
            A DET 2 det DT
            box NOUN 0 root NN
            that PRON 4 nsubj WDT
            rolls VERB 2 acl:relcl VBZ
            on ADP 6 case IN
            wheels NOUN 4 obl NNS
            """,
            [],
            id="of the first",
        ),
    ],
)
def test_a_place_right_behind_a_verb(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            cook NOUN 3 nsubj NN
            digs VERB 0 root VBZ
            up ADP 3 compound:prt RP
            , PUNCT 6 punct ,
            peels NOUN 3 conj NNS
            and CCONJ 9 cc CC
            fries NOUN 9 compound NNS
            leeks NOUN 3 conj NNS
            """,
            ["peels/VERB<digs:conj", "and/CCONJ<fries:cc", "fries/VERB<digs:conj", "leeks/NOUN<fries:obj"],
            id="all of them",
        ),
    ],
)
def test_verbs_behind_a_particle(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after
