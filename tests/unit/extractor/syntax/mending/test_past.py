"""What was done, by a form that may be a participle. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from extractor.syntax.mending import mended
from tests.parses import mended_words, parse_of


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            nuns NOUN 0 root NNS
            picked VERB 1 acl VBD
            up ADP 2 compound:prt RP
            a DET 5 det DT
            book NOUN 2 obj NN
            and CCONJ 7 cc CC
            walked VERB 2 conj VBD
            """,
            ["nuns/NOUN<picked:nsubj", "picked/VERB<-:root", "walked/VERB<picked:conj"],
            id="an act on a thing",
        ),
        pytest.param(
            "truck NOUN 0 root NN\ndrove VERB 1 acl VBN\nby ADV 2 advmod RB",
            ["truck/NOUN<drove:nsubj", "drove/VERB<-:root"],
            id="a form that is no participle",
        ),
        pytest.param(
            "truck NOUN 0 root NN\npassed VERB 1 acl VBN\nby ADV 2 advmod RB\n"
            "and CCONJ 5 cc CC\nbraked VERB 1 conj VBD",
            ["truck/NOUN<passed:nsubj", "passed/VERB<-:root", "braked/VERB<passed:conj"],
            id="how it passed",
        ),
        pytest.param(
            "leopard NOUN 0 root NN\nsat VERB 1 acl VBN\nby ADP 4 case IN\ntree NOUN 2 obl NN",
            ["leopard/NOUN<sat:nsubj", "sat/VERB<-:root"],
            id="what nobody does to anybody",
        ),
        pytest.param(
            """
            boy NOUN 0 root NN
            wearing VERB 1 acl VBG
            hat NOUN 2 obj NN
            played VERB 1 acl VBN
            in ADP 6 case IN
            yard NOUN 4 obl NN
            """,
            ["boy/NOUN<played:nsubj", "played/VERB<-:root"],
            id="what somebody does",
        ),
        pytest.param(
            "game NOUN 0 root NN\nplayed VERB 1 acl VBN\nin ADP 4 case IN\nyard NOUN 2 obl NN",
            [],
            id="what is done",
        ),
        pytest.param(
            "boys NOUN 2 nsubj:pass NNS\nwaved VERB 0 root VBN",
            ["boys/NOUN<waved:nsubj", "waved/VERB<-:root"],
            id="no passive",
        ),
        pytest.param(
            "boys NOUN 3 nsubj:pass NNS\nwere AUX 3 aux:pass VBD\nseated VERB 0 root VBN",
            ["were/AUX<seated:aux:pass"],
            id="a passive",
        ),
        pytest.param(
            "cart NOUN 2 nsubj NN\nheld VERB 0 root VBD\nstones NOUN 2 obj NNS",
            ["held/VERB<-:root"],
            id="a clause",
        ),
        pytest.param(
            "cart NOUN 2 nsubj NN\ntopped VERB 0 root VBD\nwith ADP 4 case IN\nstones NOUN 2 obl NNS",
            ["cart/NOUN<-:root", "topped/VERB<cart:acl"],
            id="no clause",
        ),
        pytest.param(
            "kites NOUN 4 nsubj NNS\nwere AUX 4 cop VBD\non ADP 4 case IN\nroof NOUN 0 root NN",
            ["were/AUX<roof:cop"],
            id="where they were",
        ),
        pytest.param(
            "cart NOUN 0 root NN\npulled VERB 1 acl VBN\nover ADV 2 advmod RB\nby ADP 5 case IN\nnun NOUN 2 obl NN",
            [],
            id="who did it",
        ),
        pytest.param(
            "treats NOUN 0 root NNS\nrolled VERB 1 acl VBN\nup ADV 2 advmod RB",
            [],
            id="what is rolled",
        ),
        pytest.param(
            "hand NOUN 0 root NN\nwoven VERB 1 acl VBN\nbowls NOUN 2 obj NNS",
            [],
            id="how things are made",
        ),
        pytest.param(
            "nun NOUN 0 root NN\nhanded VERB 1 acl VBN\na DET 4 det DT\ncup NOUN 2 obj NN",
            [],
            id="who gets something",
        ),
        pytest.param(
            "boy NOUN 0 root NN\nused VERB 1 acl VBN\nto PART 4 mark TO\nsit VERB 2 xcomp VB",
            ["boy/NOUN<used:nsubj", "used/VERB<-:root"],
            id="what somebody used to do",
        ),
        pytest.param(
            "truck NOUN 0 root NN\nused VERB 1 acl VBN\nto PART 4 mark TO\nhave VERB 2 xcomp VB",
            ["truck/NOUN<used:nsubj", "used/VERB<-:root"],
            id="how something used to be",
        ),
        pytest.param(
            "truck NOUN 0 root NN\nused VERB 1 acl VBN\nto PART 4 mark TO\nmove VERB 2 xcomp VB",
            [],
            id="what a thing is used for",
        ),
        pytest.param(
            "gull NOUN 0 root NN\nperched VERB 1 acl VBN\non ADP 4 case IN\npole NOUN 2 obl NN",
            [],
            id="how it is",
        ),
    ],
)
def test_past_at_the_top(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            swings VERB 0 root VBZ
            gate NOUN 2 obj NN
            open ADJ 2 xcomp JJ
            and CCONJ 6 cc CC
            closed VERB 2 conj VBN
            """,
            ["closed/ADJ<open:conj"],
            id="how it is then",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            holds VERB 0 root VBZ
            gate NOUN 2 obj NN
            open ADJ 2 xcomp JJ
            and CCONJ 6 cc CC
            closed VERB 2 conj VBD
            eyes NOUN 6 obj NNS
            """,
            ["closed/VERB<holds:conj"],
            id="a second act",
        ),
    ],
)
def test_open_and_closed(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("verb", "noun", "after"),
    [
        pytest.param("says", "nun", ["nun/NOUN<says:obl"], id="somebody"),
        pytest.param("says", "crowd", ["crowd/NOUN<says:obl"], id="some"),
        pytest.param("says", "wall", [], id="a thing"),
        pytest.param("paints", "crowd", [], id="another act"),
    ],
)
def test_to_whom_something_is_said(lexicon: Lexicon, verb: str, noun: str, after: list[str]) -> None:
    rows = f"""
        boy NOUN 2 nsubj NN
        {verb} VERB 0 root VBZ
        something PRON 2 obj NN
        to ADP 5 case IN
        {noun} NOUN 3 nmod NN
        """
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "tag"),
    [
        ("kite NOUN 4 nsubj NN\nwas AUX 4 cop VBD\non ADP 4 case IN\nroof NOUN 0 root NN", "VBZ"),
        ("kites NOUN 4 nsubj NNS\nwere AUX 4 cop VBD\non ADP 4 case IN\nroof NOUN 0 root NN", "VBP"),
        ("boy NOUN 2 nsubj NN\nate VERB 0 root VBD", "VBZ"),
        ("boys NOUN 2 nsubj NNS\nate VERB 0 root VBD", "VBP"),
        ("they PRON 2 nsubj PRP\nate VERB 0 root VBD", "VBP"),
        ("boys NOUN 0 root NNS\nthat PRON 3 nsubj WDT\nate VERB 1 acl:relcl VBD", "VBP"),
        ("boy NOUN 4 nsubj NN\nand CCONJ 3 cc CC\nnun NOUN 1 conj NN\nate VERB 0 root VBD", "VBP"),
    ],
)
def test_of_one_and_of_many(lexicon: Lexicon, rows: str, tag: str) -> None:
    words = mended(parse_of(rows), lexicon).words
    assert [word.xpos for word in words if word.upos in ("AUX", "VERB")] == [tag]
