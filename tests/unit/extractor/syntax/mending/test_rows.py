"""Clauses in a row: each noun before `and` or a comma has its own verb."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from extractor.syntax.mending import mended
from tests.parses import parse_of

# The trees that a parser makes of ``NOUN VERB and a SECOND SINGS``, with the name of the first two.
_MANY = (
    "{n} NOUN 6 nsubj NNS\n{v} NOUN 6 nsubj NN\n"
    "and CCONJ 5 cc CC\na DET 5 det DT\n{m} NOUN 2 conj NN\n{w} VERB 0 root VBZ",
    "{n} NOUN 6 nsubj NNS\n{v} ADJ 1 amod JJ\n"
    "and CCONJ 5 cc CC\na DET 5 det DT\n{m} NOUN 1 conj NN\n{w} VERB 0 root VBZ",
    "{n} NOUN 0 root NNS\n{v} NOUN 1 appos VBP\n"
    "and CCONJ 6 cc CC\na DET 6 det DT\n{m} NOUN 6 compound NN\n{w} NOUN 1 conj NNS",
    "{n} NOUN 2 nsubj NNS\n{v} VERB 0 root VBP\n"
    "and CCONJ 6 cc CC\na DET 6 det DT\n{m} ADJ 6 amod JJ\n{w} NOUN 2 conj NNS",
)
_ONE = (
    "{n} NOUN 2 compound NN\n{v} NOUN 6 nsubj NNS\n"
    "and CCONJ 5 cc CC\na DET 5 det DT\n{m} NOUN 2 conj NN\n{w} VERB 0 root VBZ",
    "{n} ADJ 2 amod JJ\n{v} NOUN 0 root NNS\n"
    "and CCONJ 6 cc CC\na DET 6 det DT\n{m} NOUN 6 compound NN\n{w} NOUN 2 conj NNS",
    "{n} NOUN 2 nsubj JJ\n{v} NOUN 0 root NNS\n"
    "and CCONJ 6 cc CC\na DET 5 det DT\n{m} NOUN 6 nsubj NN\n{w} VERB 2 conj VBZ",
)


def clauses(rows: str, lexicon: Lexicon) -> list[str]:
    """``noun verb`` of each clause, the first verb with `!` where it is at the top."""
    words = mended(parse_of(rows), lexicon).words
    return [
        f"{word.text} {words[word.head].text}" + "!" * (words[word.head].head < 0)
        for word in words
        if word.deprel.startswith("nsubj") and words[word.head].upos == "VERB"
    ]


@pytest.mark.parametrize("rows", _MANY)
@pytest.mark.parametrize(("noun", "verb"), [("geese", "squawk"), ("mules", "neigh"), ("pans", "clank")])
@pytest.mark.parametrize(("second", "act"), [("bell", "chimes"), ("toddler", "giggles")])
def test_many_and_one(rows: str, noun: str, verb: str, second: str, act: str, lexicon: Lexicon) -> None:
    tree = rows.format(n=noun, v=verb, m=second, w=act)
    assert clauses(tree, lexicon) == [f"{noun} {verb}!", f"{second} {act}"]


@pytest.mark.parametrize("rows", _ONE)
@pytest.mark.parametrize(
    ("noun", "verb"), [("gravel", "scrapes"), ("plastic", "crackles"), ("metal", "clangs")]
)
@pytest.mark.parametrize(("second", "act"), [("motor", "revs"), ("piper", "whistles")])
def test_stuff_and_one(rows: str, noun: str, verb: str, second: str, act: str, lexicon: Lexicon) -> None:
    tree = rows.format(n=noun, v=verb, m=second, w=act)
    assert clauses(tree, lexicon) == [f"{noun} {verb}!", f"{second} {act}"]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param(
            """
            mules NOUN 9 nsubj NNS
            bray NOUN 9 nsubj NN
            , PUNCT 4 punct ,
            hinges NOUN 2 conj NNS
            squeak NOUN 2 conj NN
            and CCONJ 8 cc CC
            a DET 8 det DT
            gate NOUN 2 conj NN
            slams VERB 0 root VBZ
            """,
            ["mules bray!", "hinges squeak", "gate slams"],
            id="three",
        ),
        pytest.param(
            """
            brooms VERB 0 root NNS
            scrub NOUN 3 compound NN
            decks NOUN 1 obj NNS
            and CCONJ 6 cc CC
            a DET 6 det DT
            gull NOUN 3 conj NN
            shrieks VERB 1 conj VBZ
            """,
            ["brooms scrub!", "gull shrieks"],
            id="with an object",
        ),
        pytest.param(
            """
            a DET 2 det DT
            loom NOUN 3 nsubj NN
            whirs VERB 0 root VBZ
            as ADP 6 case IN
            silk NOUN 6 amod NN
            rustles VERB 3 advcl NNS
            """,
            ["loom whirs!", "silk rustles"],
            id="while another does",
        ),
        pytest.param(
            """
            a DET 2 det DT
            tap NOUN 3 nsubj NN
            drips VERB 0 root VBZ
            and CCONJ 6 cc CC
            the DET 6 det DT
            hatch NOUN 3 conj NN
            bangs AUX 8 aux:pass VBZ
            closed VERB 3 conj VBN
            """,
            ["tap drips!", "hatch bangs"],
            id="no auxiliary",
        ),
        pytest.param(
            """
            paint NOUN 2 compound NN
            cans NOUN 6 nsubj NNS
            and CCONJ 5 cc CC
            a DET 5 det DT
            ladder NOUN 2 conj NN
            stands VERB 0 root VBZ
            """,
            ["cans stands!"],
            id="things with a name",
        ),
        pytest.param(
            """
            basket NOUN 3 nsubj:pass NN
            is AUX 3 aux:pass VBZ
            filled VERB 0 root VBN
            with ADP 5 case IN
            candles NOUN 3 obl NNS
            , PUNCT 8 punct ,
            teddy NOUN 8 compound NN
            bears NOUN 5 conj NNS
            and CCONJ 10 cc CC
            balls NOUN 5 conj NNS
            """,
            ["basket filled!"],
            id="a list of things",
        ),
        pytest.param(
            """
            gate NOUN 2 nsubj NN
            creaks VERB 0 root VBZ
            and CCONJ 4 cc CC
            hinges NOUN 2 conj VBZ
            squeal ADJ 2 conj JJ
            """,
            ["gate creaks!", "hinges squeal"],
            id="what is called a noun and a verb",
        ),
        pytest.param(
            """
            rain NOUN 2 compound NN
            drums NOUN 0 root NNS
            on ADP 4 case IN
            roof NOUN 2 nmod NN
            while SCONJ 7 mark IN
            cow NOUN 7 nsubj NN
            sleeps VERB 2 advcl VBZ
            """,
            ["rain drums!", "cow sleeps"],
            id="a clause on a clause",
        ),
    ],
)
def test_rows(rows: str, expected: list[str], lexicon: Lexicon) -> None:
    assert clauses(rows, lexicon) == expected


def test_a_few_are_many(lexicon: Lexicon) -> None:
    rows = """
        A DET 2 det DT
        stall NOUN 3 nsubj NN
        offers VERB 0 root VBZ
        combs NOUN 3 obj NNS
        and CCONJ 9 cc CC
        a DET 9 det DT
        few ADJ 9 amod JJ
        plastic ADJ 9 amod JJ
        brushes NOUN 4 conj NNS
    """
    assert clauses(rows, lexicon) == ["stall offers!"]
    assert clauses(rows.replace("few ADJ 9 amod JJ", "big ADJ 9 amod JJ"), lexicon) != ["stall offers!"]
