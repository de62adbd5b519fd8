"""Places that several verbs of one subject have, and those of whom participles describe, on trees written by hand."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import PredicateDecision
from extractor.syntax.graph import Graph
from extractor.tuples.coordinated_places import with_places_of_coordination
from tests.parses import parse_of
from tests.unit.extractor.tuples.test_clauses import LEXICON, decision, tuples

AT_ONCE = """
    cooks NOUN 2 nsubj NNS
    {first} VERB 0 root {tag}
    onions NOUN 2 obj NNS
    and CCONJ 5 cc CC
    {second} VERB 2 conj {tag}
    {preposition} ADP 7 case IN
    barn NOUN 5 obl NN
"""


@pytest.mark.parametrize(
    ("first", "second", "tag", "preposition", "shared"),
    [
        pytest.param("fry", "sing", "VBP", "behind", True, id="many at the same time"),
        pytest.param("fries", "sings", "VBZ", "behind", False, id="one after the other"),
        pytest.param("fry", "run", "VBP", "into", False, id="where the last act leads"),
    ],
)
def test_what_stands_behind_the_last_act(
    first: str, second: str, tag: str, preposition: str, *, shared: bool
) -> None:
    rows = AT_ONCE.format(first=first, second=second, tag=tag, preposition=preposition)
    found = tuples(rows, f"{first}: agent cooks, patient onions", f"{second}: agent cooks, locative barn")
    place = f" {preposition} barn"
    assert found == [
        f"{first} agent cooks patient onions{place if shared else ''}",
        f"{second} agent cooks{place}",
    ]


def test_what_stands_before_the_subject_is_said_of_acts_that_lead_elsewhere() -> None:
    rows = """
        beyond ADP 2 case IN
        barn NOUN 4 obl NN
        man NOUN 4 nsubj NN
        sings VERB 0 root VBZ
        and CCONJ 6 cc CC
        runs VERB 4 conj VBZ
    """
    assert tuples(rows, "sings: agent man, locative barn", "runs: agent man") == [
        "sings agent man beyond barn",
        "runs agent man beyond barn",
    ]


def test_what_somebody_wears_he_wears_where_he_is() -> None:
    rows = """
        man NOUN 4 nsubj NN
        wearing VERB 1 acl VBG
        hat NOUN 2 obj NN
        sings VERB 0 root VBZ
        near ADP 6 case IN
        barn NOUN 4 obl NN
    """
    assert tuples(rows, "wearing: agent man, patient hat", "sings: agent man, locative barn") == [
        "wearing agent man patient hat near barn",
        "sings agent man near barn",
    ]


def test_a_list_of_many_acts_takes_linear_time() -> None:
    def seconds(n_acts: int) -> float:
        rows = ["in ADP 2 case IN", "barn NOUN 4 obl NN", "man NOUN 4 nsubj NN", "sings VERB 0 root VBP"]
        graph = Graph(parse_of("\n".join([*rows, *("sings VERB 4 conj VBP" for _ in range(n_acts))])))
        agent = replace(decision(graph, "agent", "man"), index=2)
        place = replace(decision(graph, "locative", "barn"), index=1)
        decisions = [
            PredicateDecision(
                candidate=PredicateCandidate(p),
                particle=-1,
                confidence=0.9,
                arguments=(place, agent) if p == 3 else (agent,),
            )
            for p in range(3, 4 + n_acts)
        ]
        features = CaptionFeatures(graph, LEXICON)
        began = time.process_time()
        placed = with_places_of_coordination(features, decisions)
        took = time.process_time() - began
        assert all(place in d.arguments for d in placed)
        return took

    # Sixteen times the length; the square would be 256. A busy machine may disturb one measurement, not three.
    assert any(seconds(3_200) < 64 * max(seconds(200), 0.001) for _ in range(3))
