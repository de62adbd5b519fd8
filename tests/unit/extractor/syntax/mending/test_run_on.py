"""Clauses without a sign between them. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words

CRICKETS = "crickets NOUN 0 root NNS\nchirping VERB 1 acl VBG\n"
ARE_CHIRPING = "birds NOUN 3 nsubj NNS\nare AUX 3 aux VBP\nchirping VERB 0 root VBG\n"


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            CRICKETS + "birds NOUN 2 obj NNS\nsinging VERB 3 acl VBG\n",
            ["birds/NOUN<singing:nsubj", "singing/VERB<chirping:advcl"],
            id="two acts",
        ),
        pytest.param(
            CRICKETS + "birds NOUN 2 obj NNS\nsinging VERB 3 acl VBG\na DET 6 det DT\n"
            "dog NOUN 4 obj NN\nbarking VERB 6 acl VBG\n",
            [
                "birds/NOUN<singing:nsubj",
                "singing/VERB<chirping:advcl",
                "dog/NOUN<barking:nsubj",
                "barking/VERB<singing:advcl",
            ],
            id="three acts",
        ),
        pytest.param(
            CRICKETS + "loudly ADV 2 advmod RB\nsilverware NOUN 2 obj NN\nclanging VERB 1 acl VBG\n",
            ["silverware/NOUN<clanging:nsubj", "clanging/VERB<chirping:advcl"],
            id="an adverb between them",
        ),
        pytest.param(
            ARE_CHIRPING + "cars NOUN 3 obj NNS\nroar VERB 3 xcomp VBP\n",
            ["cars/NOUN<roar:nsubj", "roar/VERB<chirping:conj"],
            id="a finite verb",
        ),
        pytest.param(
            "children NOUN 0 root NNS\ntalking VERB 1 acl VBG\nthe DET 4 det DT\nman NOUN 2 obj NN\n"
            "speaks VERB 1 acl:relcl VBZ\n",
            ["man/NOUN<speaks:nsubj", "speaks/VERB<talking:conj"],
            id="a finite verb of one",
        ),
        pytest.param(
            ARE_CHIRPING + "people NOUN 6 obj NNS\nare AUX 6 aux VBP\ntalking VERB 3 conj VBG\n",
            ["people/NOUN<talking:nsubj"],
            id="an object before its verb",
        ),
        pytest.param(
            "dogs NOUN 5 nsubj NNS\ngrowling VERB 1 acl VBG\nboys NOUN 2 obj NNS\nare AUX 5 aux VBP\n"
            "singing VERB 0 root VBG\n",
            ["dogs/NOUN<singing:dislocated", "boys/NOUN<singing:nsubj"],
            id="of two subjects the second",
        ),
        pytest.param(
            "dogs NOUN 5 nsubj NNS\ngrowling VERB 1 acl VBG\nboys NOUN 5 nsubj NNS\nare AUX 5 aux VBP\n"
            "singing VERB 0 root VBG\n",
            ["dogs/NOUN<singing:dislocated"],
            id="two subjects",
        ),
        pytest.param(
            "woman NOUN 0 root NN\nwalking VERB 1 acl VBG\na DET 4 det DT\ndog NOUN 2 obj NN\n"
            "barking VERB 4 acl VBG\n",
            [],
            id="a dog that is walked",
        ),
        pytest.param(
            "woman NOUN 0 root NN\nsinging VERB 1 acl VBG\na DET 4 det DT\nsong NOUN 2 obj NN\n"
            "playing VERB 4 acl VBG\n",
            [],
            id="a song that is sung",
        ),
    ],
)
def test_sounds_in_a_row(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


def test_second_with_its_act(lexicon: Lexicon) -> None:
    rows = """
        machinery NOUN 2 nsubj NN
        running VERB 0 root VBG
        and CCONJ 5 cc CC
        cars NOUN 2 conj NNS
        going VERB 2 advcl VBG
        """
    assert mended_words(rows, lexicon) == ["cars/NOUN<going:nsubj", "going/VERB<running:conj"]


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            using VERB 6 advcl VBG
            a DET 3 det DT
            hammer NOUN 1 obj NN
            someone PRON 1 nsubj NN
            loudly ADV 1 advmod RB
            pounds VERB 0 root VBZ
            """,
            ["someone/PRON<pounds:nsubj"],
            id="who does both",
        ),
        pytest.param(
            """
            someone PRON 2 nsubj NN
            using VERB 5 advcl VBG
            a DET 4 det DT
            hammer NOUN 2 obj NN
            pounds VERB 0 root VBZ
            """,
            [],
            id="before both",
        ),
    ],
)
def test_subject_behind_participle(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("noun", "pronoun", "after"),
    [
        pytest.param("jars NOUN 2 obl NNS", "them", ["filling/VERB<pours:advcl"], id="the jars"),
        pytest.param("jar NOUN 2 obl NN", "it", ["filling/VERB<pours:advcl"], id="the jar"),
        pytest.param("jar NOUN 2 obl NN", "them", [], id="other things"),
        pytest.param("man NOUN 2 obl NN", "it", [], id="who may do it"),
    ],
)
def test_act_on_what_is_named(lexicon: Lexicon, noun: str, pronoun: str, after: list[str]) -> None:
    rows = f"""
        nun NOUN 2 nsubj NN
        pours VERB 0 root VBZ
        into ADP 4 case IN
        {noun}
        filling VERB 4 acl VBG
        {pronoun} PRON 5 obj PRP
        """
    assert mended_words(rows, lexicon) == after


def test_way_up_and_down(lexicon: Lexicon) -> None:
    rows = """
        man NOUN 2 nsubj NN
        walks VERB 0 root VBZ
        up ADP 6 case IN
        and CCONJ 5 cc CC
        down ADP 3 conj IN
        stairs NOUN 2 conj NNS
        """
    assert mended_words(rows, lexicon) == ["stairs/NOUN<walks:obl"]


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            rain NOUN 2 nsubj NN
            drops VERB 0 root VBZ
            fall VERB 2 xcomp VB
            on ADP 5 case IN
            roof NOUN 3 obl NN
            """,
            ["rain/NOUN<drops:compound", "drops/NOUN<fall:nsubj", "fall/VERB<-:root"],
            id="that fall",
        ),
        pytest.param(
            """
            water NOUN 2 nsubj NN
            drops VERB 0 root VBZ
            falling VERB 2 advcl VBG
            """,
            ["water/NOUN<drops:compound", "drops/NOUN<-:root", "falling/VERB<drops:acl"],
            id="falling",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            drops VERB 0 root VBZ
            falling VERB 2 advcl VBG
            """,
            [],
            id="who drops",
        ),
        pytest.param(
            "rain NOUN 2 nsubj NN\ndrops VERB 0 root VBZ\nfall VERB 2 conj VBP\n",
            ["rain/NOUN<drops:compound", "drops/NOUN<fall:nsubj", "fall/VERB<-:root"],
            id="that fall, taken for a second verb",
        ),
    ],
)
def test_drops(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after
