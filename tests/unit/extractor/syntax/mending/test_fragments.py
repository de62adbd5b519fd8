"""Captions without a verb. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            wicker NOUN 2 nsubj NN
            basket VERB 0 root VBP
            behind ADP 5 case IN
            the DET 5 det DT
            lamp NOUN 2 obl NN
            """,
            ["wicker/NOUN<basket:compound", "basket/NOUN<-:root", "lamp/NOUN<basket:nmod"],
            id="nobody baskets",
        ),
        pytest.param(
            """
            fire NOUN 4 nsubj NN
            extinguisher VERB 1 acl VBG
            is AUX 4 aux VBZ
            hanging VERB 0 root VBG
            """,
            ["fire/NOUN<extinguisher:compound", "extinguisher/NOUN<hanging:nsubj"],
            id="nobody extinguishers",
        ),
        pytest.param(
            """
            mud NOUN 2 nsubj NN
            puddles VERB 0 root VBZ
            in ADP 5 case IN
            the DET 5 det DT
            road NOUN 2 obl NN
            """,
            ["mud/NOUN<puddles:compound", "puddles/NOUN<-:root", "road/NOUN<puddles:nmod"],
            id="hardly an act",
        ),
        pytest.param(
            """
            railroad NOUN 2 nsubj NN
            tracks NOUN 0 root NNS
            under ADP 4 case IN
            bridge NOUN 2 nmod NN
            """,
            ["railroad/NOUN<tracks:compound", "tracks/NOUN<-:root"],
            id="no verb of its own",
        ),
        pytest.param(
            """
            cross VERB 0 root VB
            on ADP 4 case IN
            the DET 4 det DT
            church NOUN 1 obl NN
            """,
            ["cross/NOUN<-:root", "church/NOUN<cross:nmod"],
            id="nobody is told",
        ),
        pytest.param(
            """
            roll VERB 0 root VB
            of ADP 3 case IN
            tape NOUN 1 obl NN
            """,
            ["roll/NOUN<-:root", "tape/NOUN<roll:nmod"],
            id="before of",
        ),
        pytest.param(
            """
            building VERB 0 root VBG
            near ADP 3 case IN
            pond NOUN 1 obl NN
            """,
            ["building/NOUN<-:root", "pond/NOUN<building:nmod"],
            id="a thing in ing",
        ),
        pytest.param(
            """
            a DET 3 det DT
            plane NOUN 3 amod NN
            high NOUN 0 root NN
            in ADP 6 case IN
            the DET 6 det DT
            sky NOUN 3 nmod NN
            """,
            ["a/DET<plane:det", "plane/NOUN<-:root", "high/ADJ<plane:amod", "sky/NOUN<plane:nmod"],
            id="how it is",
        ),
        pytest.param(
            """
            truck NOUN 2 nsubj NN
            close VERB 0 root VBP
            to ADP 5 case IN
            plane NOUN 5 compound NN
            wing NOUN 2 obl NN
            """,
            ["truck/NOUN<-:root", "close/ADP<wing:case", "wing/NOUN<truck:nmod"],
            id="nothing closes",
        ),
        pytest.param(
            """
            girl NOUN 6 nsubj NN
            in ADP 3 case IN
            pool NOUN 1 nmod NN
            and CCONJ 6 cc CC
            boy NOUN 6 nsubj NN
            dives VERB 0 root VBZ
            """,
            ["girl/NOUN<-:root", "dives/VERB<girl:conj"],
            id="a clause behind a title",
        ),
        pytest.param(
            """
            A DET 2 det DT
            clock NOUN 3 nsubj NN
            high VERB 0 root VBP
            up ADP 3 compound:prt IN
            on ADP 6 case IN
            wall NOUN 3 obl NN
            """,
            ["clock/NOUN<-:root", "high/ADJ<clock:amod", "up/ADP<high:advmod", "wall/NOUN<clock:nmod"],
            id="how far up it is",
        ),
        pytest.param(
            """
            A DET 2 det DT
            clocks NOUN 3 nsubj NNS
            high VERB 0 root VBP
            on ADP 5 case IN
            wall NOUN 3 obl NN
            """,
            [],
            id="many that are no height",
        ),
        pytest.param(
            """
            gull NOUN 0 root NN
            perched VERB 1 acl VBN
            high NOUN 2 obj NN
            on ADP 5 case IN
            pole NOUN 2 obl NN
            """,
            ["high/ADV<perched:advmod"],
            id="how high one is perched",
        ),
        pytest.param(
            """
            gull NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            up ADP 4 case IN
            high NOUN 2 obl NN
            on ADP 6 case IN
            pole NOUN 2 obl NN
            """,
            ["up/ADP<high:advmod", "high/ADV<sits:advmod"],
            id="up high",
        ),
        pytest.param(
            """
            gull NOUN 2 nsubj NN
            brings VERB 0 root VBZ
            a DET 4 det DT
            low NOUN 2 obj NN
            """,
            [],
            id="a low that is a thing",
        ),
    ],
)
def test_what_is_no_verb(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            Two NUM 2 nummod CD
            gulls NOUN 3 nsubj NNS
            close VERB 0 root VBP
            together ADV 3 advmod RB
            on ADP 7 case IN
            a DET 7 det DT
            roof NOUN 3 obl NN
            """,
            ["gulls/NOUN<-:root", "close/ADJ<gulls:amod", "roof/NOUN<gulls:nmod"],
            id="nothing that they do",
        ),
        pytest.param(
            """
            Two NUM 2 nummod CD
            nuns NOUN 3 nsubj NNS
            close VERB 0 root VBP
            a DET 5 det DT
            gate NOUN 3 obj NN
            together ADV 3 advmod RB
            """,
            [],
            id="what they do",
        ),
    ],
)
def test_how_they_are_close_together(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 3 det DT
            yellow ADJ 3 amod JJ
            car NOUN 9 nsubj NN
            with ADP 6 case IN
            the DET 6 det DT
            trunk NOUN 3 nmod NN
            and CCONJ 8 cc CC
            hood NOUN 6 conj NN
            open VERB 0 root VBP
            """,
            ["car/NOUN<-:root", "open/ADJ<trunk:amod"],
            id="both open",
        ),
        pytest.param(
            """
            A DET 3 det DT
            blue ADJ 3 amod JJ
            car NOUN 7 nsubj NN
            with ADP 6 case IN
            the DET 6 det DT
            hood NOUN 3 nmod NN
            open ADJ 0 root JJ
            , PUNCT 11 punct ,
            and CCONJ 11 cc CC
            two NUM 11 nummod CD
            people NOUN 7 conj NNS
            standing VERB 7 conj VBG
            behind ADP 14 case IN
            it PRON 12 obl PRP
            """,
            ["car/NOUN<-:root", "open/ADJ<hood:amod", "people/NOUN<hood:conj", "standing/VERB<car:conj"],
            id="and who stands there",
        ),
        pytest.param(
            """
            The DET 2 det DT
            car NOUN 7 nsubj NN
            with ADP 5 case IN
            a DET 5 det DT
            hood NOUN 2 nmod NN
            is AUX 7 cop VBZ
            open ADJ 0 root JJ
            """,
            [],
            id="what is said with is",
        ),
        pytest.param(
            """
            Stop VERB 0 root VB
            sign NOUN 1 obj NN
            next ADV 1 advmod RB
            to ADP 6 case IN
            a DET 6 det DT
            tree NOUN 3 obl NN
            """,
            ["Stop/NOUN<sign:compound", "sign/NOUN<-:root", "next/ADV<sign:advmod"],
            id="no command",
        ),
        pytest.param(
            """
            Stop VERB 0 root VB
            the DET 3 det DT
            car NOUN 1 obj NN
            near ADP 6 case IN
            a DET 6 det DT
            hut NOUN 1 obl NN
            """,
            [],
            id="a command",
        ),
    ],
)
def test_states_of_what_something_has(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(("between", "after"), [("!", ["sale/NOUN<runs:dislocated"]), (",", [])])
def test_of_two_subjects_the_nearer_acts(lexicon: Lexicon, between: str, after: list[str]) -> None:
    rows = f"sale NOUN 4 nsubj NN\n{between} PUNCT 4 punct .\ndog NOUN 4 nsubj NN\nruns VERB 0 root VBZ"
    assert mended_words(rows, lexicon) == after
