"""Places that all acts of one actor in a clause have, on trees written by hand."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import PredicateDecision
from extractor.syntax.graph import Graph
from extractor.tuples.common_places import with_places_in_common
from tests.parses import parse_of
from tests.unit.extractor.tuples.test_clauses import LEXICON, decision, tuples


@pytest.mark.parametrize(
    ("rows", "decided", "expected"),
    [
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            at ADP 4 case IN
            desk NOUN 2 obl NN
            reading VERB 2 advcl VBG
            map NOUN 5 obj NN
            """,
            ["sits: agent nun, locative desk", "reading: agent nun, patient map"],
            ["sits agent nun at desk", "reading agent nun patient map at desk"],
            id="where a posture is",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            reads VERB 0 root VBZ
            map NOUN 2 obj NN
            while SCONJ 5 mark IN
            sitting VERB 2 advcl VBG
            at ADP 7 case IN
            desk NOUN 5 obl NN
            """,
            ["reads: agent nun, patient map", "sitting: agent nun, locative desk"],
            ["reads agent nun patient map at desk", "sitting agent nun at desk"],
            id="where the posture is told last",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            leans VERB 0 root VBZ
            against ADP 4 case IN
            wall NOUN 2 obl NN
            reading VERB 2 advcl VBG
            map NOUN 5 obj NN
            """,
            ["leans: agent nun, locative wall", "reading: agent nun, patient map"],
            ["leans agent nun against wall", "reading agent nun patient map"],
            id="against what somebody leans",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            at ADP 4 case IN
            desk NOUN 2 obl NN
            and CCONJ 7 cc CC
            boy NOUN 7 nsubj NN
            reads VERB 2 conj VBZ
            """,
            ["sits: agent nun, locative desk", "reads: agent boy"],
            ["sits agent nun at desk", "reads agent boy"],
            id="where another sits",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            kneels VERB 0 root VBZ
            in ADP 4 case IN
            barn NOUN 2 obl NN
            to PART 6 mark TO
            paint VERB 2 advcl VB
            map NOUN 6 obj NN
            """,
            ["kneels: agent nun, locative barn", "paint: agent nun, patient map"],
            ["kneels agent nun in barn", "paint agent nun patient map"],
            id="what is done for another purpose",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            lies VERB 0 root VBZ
            on ADP 4 case IN
            mane NOUN 2 obl NN
            reading VERB 2 advcl VBG
            map NOUN 5 obj NN
            """,
            ["lies: agent nun, locative mane", "reading: agent nun, patient map"],
            ["lies agent nun on mane", "reading agent nun patient map"],
            id="on a part of a body",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            on ADP 4 case IN
            desk NOUN 2 obl NN
            and CCONJ 6 cc CC
            leave VERB 2 conj VBP
            """,
            ["sits: agent nun, locative desk", "leave: agent nun"],
            ["sits agent nun on desk", "leave agent nun"],
            id="who goes away",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            at ADP 4 case IN
            desk NOUN 2 obl NN
            before SCONJ 6 mark IN
            reading VERB 2 advcl VBG
            map NOUN 6 obj NN
            """,
            ["sits: agent nun, locative desk", "reading: agent nun, patient map"],
            ["sits agent nun at desk", "reading agent nun patient map"],
            id="at another time",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            walk VERB 0 root VBP
            along ADP 4 case IN
            river NOUN 2 obl NN
            carrying VERB 2 advcl VBG
            map NOUN 5 obj NN
            """,
            ["walk: agent nun, locative river", "carrying: agent nun, patient map"],
            ["walk agent nun along river", "carrying agent nun patient map along river"],
            id="on the way",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            walk VERB 0 root VBP
            towards ADP 4 case IN
            river NOUN 2 obl NN
            carrying VERB 2 advcl VBG
            map NOUN 5 obj NN
            """,
            ["walk: agent nun, locative river", "carrying: agent nun, patient map"],
            ["walk agent nun towards river", "carrying agent nun patient map"],
            id="in which direction",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            at ADP 4 case IN
            desk NOUN 2 obl NN
            not PART 6 advmod RB
            reading VERB 2 advcl VBG
            map NOUN 6 obj NN
            """,
            ["sits: agent nun, locative desk", "reading: agent nun, patient map"],
            ["sits agent nun at desk", "reading agent nun patient map"],
            id="what is not done",
        ),
        pytest.param(
            """
            on ADP 2 case IN
            left NOUN 4 obl NN
            there PRON 4 expl EX
            is VERB 0 root VBZ
            nun NOUN 4 nsubj NN
            reading VERB 5 acl VBG
            map NOUN 6 obj NN
            """,
            ["is: agent nun, locative left", "reading: agent nun, patient map"],
            ["is agent nun on left", "reading agent nun patient map on left"],
            id="where there is somebody",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            rest VERB 0 root VBP
            cup NOUN 2 obj NN
            on ADP 5 case IN
            desk NOUN 2 obl NN
            reading VERB 2 advcl VBG
            map NOUN 6 obj NN
            """,
            ["rest: agent nun, patient cup, locative desk", "reading: agent nun, patient map"],
            ["rest agent nun patient cup on desk", "reading agent nun patient map"],
            id="where something is put",
        ),
        pytest.param(
            """
            in ADP 2 case IN
            yard NOUN 4 obl NN
            nun NOUN 4 nsubj NN
            feeds VERB 0 root VBZ
            hens NOUN 4 obj NNS
            humming VERB 4 advcl VBG
            tunes NOUN 6 obj NNS
            """,
            ["feeds: agent nun, patient hens, locative yard", "humming: agent nun, patient tunes"],
            ["feeds agent nun patient hens in yard", "humming agent nun patient tunes in yard"],
            id="a place before the subject",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            puts VERB 0 root VBZ
            hens NOUN 2 obj NNS
            in ADP 5 case IN
            yard NOUN 2 obl NN
            humming VERB 2 advcl VBG
            tunes NOUN 6 obj NNS
            """,
            ["puts: agent nun, patient hens, locative yard", "humming: agent nun, patient tunes"],
            ["puts agent nun patient hens in yard", "humming agent nun patient tunes"],
            id="a place behind what is put there",
        ),
        pytest.param(
            """
            nuns NOUN 2 nsubj NNS
            stand VERB 0 root VBP
            in ADP 4 case IN
            yard NOUN 2 obl NN
            one NUM 6 nsubj CD
            humming VERB 2 advcl VBG
            others NOUN 8 nsubj NNS
            leaning VERB 6 conj VBG
            on ADP 10 case IN
            wall NOUN 8 obl NN
            """,
            [
                "stand: agent nuns, locative yard",
                "humming: agent one",
                "leaning: agent others, locative wall",
            ],
            ["stand agent nuns in yard", "humming agent one in yard", "leaning agent others on wall"],
            id="a part of them",
        ),
        pytest.param(
            """
            nuns NOUN 2 nsubj NNS
            walk VERB 0 root VBP
            in ADP 4 case IN
            yard NOUN 2 obl NN
            one NUM 6 nsubj CD
            stopping VERB 2 advcl VBG
            others NOUN 8 nsubj NNS
            humming VERB 6 conj VBG
            """,
            ["walk: agent nuns, locative yard", "stopping: agent one", "humming: agent others"],
            ["walk agent nuns in yard", "stopping agent one", "humming agent others in yard"],
            id="one of those who walk stops",
        ),
        pytest.param(
            """
            there PRON 2 expl EX
            is VERB 0 root VBZ
            mule NOUN 2 nsubj NN
            in ADP 5 case IN
            yard NOUN 7 obl NN
            there PRON 7 expl EX
            are VERB 2 conj VBP
            nuns NOUN 7 nsubj NNS
            picking VERB 8 acl VBG
            figs NOUN 9 obj NNS
            """,
            ["is: agent mule", "are: agent nuns, locative yard", "picking: agent nuns, patient figs"],
            ["is agent mule", "are agent nuns in yard", "picking agent nuns patient figs in yard"],
            id="what else there is",
        ),
        pytest.param(
            """
            nuns NOUN 2 nsubj NNS
            stand VERB 0 root VBP
            in ADP 4 case IN
            yard NOUN 2 obl NN
            and CCONJ 8 cc CC
            one NUM 8 nsubj CD
            is AUX 8 aux VBZ
            humming VERB 2 conj VBG
            """,
            ["stand: agent nuns, locative yard", "humming: agent one"],
            ["stand agent nuns in yard", "humming agent one"],
            id="a clause of a part of them",
        ),
    ],
)
def test_where_somebody_is_he_does_what_he_does(rows: str, decided: list[str], expected: list[str]) -> None:
    assert tuples(rows, *decided) == expected


def test_a_text_of_many_acts_takes_linear_time() -> None:
    clause = "nun NOUN {0} nsubj NN\nsits VERB 0 root VBZ\nat ADP {1} case IN\ndesk NOUN {0} obl NN"

    def seconds(n_sentences: int) -> float:
        firsts = range(0, 4 * n_sentences, 4)
        graph = Graph(parse_of("\n".join(clause.format(first + 2, first + 4) for first in firsts)))
        decisions = [
            PredicateDecision(
                candidate=PredicateCandidate(first + 1, tacit=False),
                particle=-1,
                confidence=0.9,
                arguments=(
                    replace(decision(graph, "agent", "nun"), index=first),
                    replace(decision(graph, "locative", "desk"), index=first + 3),
                ),
            )
            for first in firsts
        ]
        features = CaptionFeatures(graph, LEXICON)
        with_places_in_common(features, decisions)  # what features are asked for is kept
        began = time.process_time()
        assert with_places_in_common(features, decisions) == decisions
        return time.process_time() - began

    # Sixteen times the length; the square would be 256. A busy machine may disturb one measurement, not three.
    assert any(seconds(3_200) < 64 * max(seconds(200), 0.001) for _ in range(3))


def test_a_clause_with_its_own_subject_shares_its_own_places() -> None:
    rows = """
        cow NOUN 2 nsubj NN
        grazes VERB 0 root VBZ
        while SCONJ 5 mark IN
        man NOUN 5 nsubj NN
        sits VERB 2 advcl VBZ
        at ADP 7 case IN
        desk NOUN 5 obl NN
        reading VERB 5 advcl VBG
    """
    decided = "grazes: agent cow", "sits: agent man, locative desk", "reading: agent man"
    assert tuples(rows, *decided) == [
        "grazes agent cow",
        "sits agent man at desk",
        "reading agent man at desk",
    ]


@pytest.mark.parametrize(("verb", "expected"), [("stacks", " near valley"), ("put", "")])
def test_where_two_acts_share_an_object(verb: str, expected: str) -> None:
    rows = f"""
        nun NOUN 2 nsubj NN
        rinses VERB 0 root VBZ
        and CCONJ 4 cc CC
        {verb} VERB 2 conj VBZ
        cups NOUN 4 obj NNS
        near ADP 7 case IN
        valley NOUN 4 obl NN
    """
    assert tuples(rows, "rinses: agent nun", f"{verb}: agent nun, patient cups") == [
        f"rinses agent nun patient cups{expected}",
        f"{verb} agent nun patient cups near valley",
    ]


@pytest.mark.parametrize(("verb", "expected"), [("put", " near valley"), ("eats", "")])
def test_where_the_whole_is_of_whom_a_part_acts(verb: str, expected: str) -> None:
    rows = f"""
        boys NOUN 2 nsubj NNS
        cook VERB 0 root VBP
        near ADP 4 case IN
        valley NOUN 2 obl NN
        , PUNCT 7 punct ,
        one NUM 7 nsubj CD
        {verb} VERB 2 advcl VBG
        plums NOUN 7 obj NNS
        on ADP 10 case IN
        desk NOUN 7 obl NN
    """
    assert tuples(rows, "cook: agent boys", f"{verb}: agent one, patient plums, locative desk") == [
        "cook agent boys near valley",
        f"{verb} agent one patient plums{expected} on desk",
    ]


def test_where_what_is_kept_is_told_first() -> None:
    rows = """
        near ADP 2 case IN
        castle NOUN 4 obl NN
        there PRON 4 expl EX
        are VERB 0 root VBP
        pots NOUN 4 nsubj NNS
        keep VERB 5 acl VBN
        on ADP 8 case IN
        desk NOUN 6 obl NN
    """
    decided = "are: agent pots, locative castle", "keep: patient pots, locative desk"
    assert tuples(rows, *decided) == [
        "are agent pots near castle",
        "keep agent pots near castle on desk",
    ]
