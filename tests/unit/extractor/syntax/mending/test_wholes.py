"""Relative clauses behind a part and its whole. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            pats VERB 0 root VBZ
            the DET 3 det DT
            neck NOUN 1 obj NN
            of ADP 6 case IN
            a DET 6 det DT
            mule NOUN 3 nmod NN
            that PRON 8 nsubj WDT
            stands VERB 3 acl:relcl VBZ
            """,
            ["stands/VERB<mule:acl:relcl"],
            id="a part and its whole",
        ),
        pytest.param(
            """
            pats VERB 0 root VBZ
            the DET 3 det DT
            lid NOUN 1 obj NN
            of ADP 6 case IN
            a DET 6 det DT
            box NOUN 3 nmod NN
            of ADP 8 case IN
            soap NOUN 6 nmod NN
            that PRON 10 nsubj WDT
            stands VERB 3 acl:relcl VBZ
            """,
            ["stands/VERB<box:acl:relcl"],
            id="what is in the whole",
        ),
        pytest.param(
            """
            pats VERB 0 root VBZ
            the DET 3 det DT
            beard NOUN 1 obj NN
            of ADP 6 case IN
            a DET 6 det DT
            nun NOUN 3 nmod NN
            who PRON 8 nsubj WP
            sings VERB 3 acl:relcl VBZ
            """,
            ["sings/VERB<nun:acl:relcl"],
            id="somebody's part",
        ),
        pytest.param(
            """
            pats VERB 0 root VBZ
            the DET 3 det DT
            drawing NOUN 1 obj NN
            of ADP 6 case IN
            a DET 6 det DT
            mule NOUN 3 nmod NN
            that PRON 8 nsubj WDT
            hangs VERB 3 acl:relcl VBZ
            """,
            [],
            id="a work",
        ),
        pytest.param(
            """
            pats VERB 0 root VBZ
            the DET 3 det DT
            leaves NOUN 1 obj NNS
            of ADP 6 case IN
            a DET 6 det DT
            bush NOUN 3 nmod NN
            that PRON 8 nsubj WDT
            fall VERB 3 acl:relcl VBP
            """,
            [],
            id="many parts of one",
        ),
        pytest.param(
            """
            lifts VERB 0 root VBZ
            a DET 3 det DT
            cup NOUN 1 obj NN
            of ADP 5 case IN
            tea NOUN 3 nmod NN
            that PRON 7 nsubj WDT
            stands VERB 3 acl:relcl VBZ
            """,
            [],
            id="a cup of something",
        ),
        pytest.param(
            """
            greets VERB 0 root VBZ
            the DET 3 det DT
            driver NOUN 1 obj NN
            of ADP 6 case IN
            a DET 6 det DT
            van NOUN 3 nmod NN
            who PRON 8 nsubj WP
            waves VERB 3 acl:relcl VBZ
            """,
            [],
            id="who is no thing",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            near ADP 4 case IN
            a DET 4 det DT
            van NOUN 1 nmod NN
            that PRON 6 nsubj WDT
            reads VERB 1 acl:relcl VBZ
            Mercy NOUN 6 obj NN
            """,
            ["reads/VERB<van:acl:relcl"],
            id="what bears a text",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            near ADP 4 case IN
            a DET 4 det DT
            monk NOUN 1 nmod NN
            that PRON 6 nsubj WDT
            reads VERB 1 acl:relcl VBZ
            novels NOUN 6 obj NNS
            """,
            [],
            id="who reads by herself",
        ),
        pytest.param(
            """
            front NOUN 0 root NN
            of ADP 4 case IN
            brown ADJ 4 amod JJ
            furniture NOUN 1 nmod NN
            that PRON 6 nsubj WDT
            stands VERB 1 acl:relcl VBZ
            the DET 1 det DT
            """,
            ["stands/VERB<furniture:acl:relcl"],
            id="the front of furniture",
        ),
        pytest.param(
            """
            look VERB 0 root VB
            the DET 3 det DT
            portrait NOUN 1 obl NN
            of ADP 6 case IN
            a DET 6 det DT
            nun NOUN 3 nmod NN
            who PRON 8 nsubj WP
            sings VERB 3 acl:relcl VBZ
            """,
            ["sings/VERB<nun:acl:relcl"],
            id="who is shown",
        ),
    ],
)
def test_the_whole_does_it(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            hut NOUN 5 nsubj NN
            whose PRON 4 nmod:poss WP$
            walls NOUN 5 nsubj NNS
            touch VERB 0 root VBP
            a DET 7 det DT
            river NOUN 5 obj NN
            . PUNCT 5 punct .
            """,
            ["hut/NOUN<-:root", "touch/VERB<hut:acl:relcl", "./PUNCT<hut:punct"],
            id="the walls touch it",
        ),
        pytest.param(
            """
            A DET 2 det DT
            hut NOUN 6 nsubj NN
            whose PRON 4 nmod:poss WP$
            walls NOUN 5 nsubj NNS
            lean VERB 2 acl:relcl VBP
            stands VERB 0 root VBZ
            empty ADJ 6 xcomp JJ
            """,
            [],
            id="the hut stands",
        ),
    ],
)
def test_of_whose_part_a_clause_is(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            sack NOUN 0 root NN
            of ADP 4 case IN
            onions NOUN 2 nmod NNS
            that PRON 6 nsubj WDT
            leans VERB 4 acl:relcl VBZ
            here ADV 6 advmod RB
            """,
            ["leans/VERB<sack:acl:relcl"],
            id="the sack leans",
        ),
        pytest.param(
            """
            A DET 2 det DT
            sack NOUN 0 root NN
            of ADP 4 case IN
            onions NOUN 2 nmod NNS
            that PRON 6 nsubj WDT
            rot VERB 4 acl:relcl VBP
            here ADV 6 advmod RB
            """,
            [],
            id="the onions rot",
        ),
    ],
)
def test_what_one_thing_does(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            cook NOUN 7 nsubj NN
            whose PRON 4 nmod:poss WP$
            boots NOUN 7 nsubj NNS
            are AUX 7 aux VBP
            dirty ADJ 4 amod JJ
            slices VERB 0 root VBZ
            """,
            [],
            id="the cook does",
        ),
    ],
)
def test_who_does_it_behind_whose(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after
