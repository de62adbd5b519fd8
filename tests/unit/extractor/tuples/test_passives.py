"""Who acts and what is acted upon in the passive."""

from __future__ import annotations

import pytest

from tests.unit.extractor.tuples.test_clauses import tuples


@pytest.mark.parametrize(
    ("participle", "expected"),
    [
        pytest.param("ringed", "ringed agent trees patient castle", id="what is around it"),
        pytest.param("rung", "rung patient castle with trees", id="by what it sounds"),
    ],
)
def test_what_rings_a_thing_is_the_agent(participle: str, expected: str) -> None:
    rows = f"""
        castle NOUN 0 root NN
        {participle} VERB 1 acl VBN
        with ADP 4 case IN
        trees NOUN 2 obl NNS
    """
    assert tuples(rows, f"{participle}: patient castle, locative trees") == [expected]


def test_each_of_them_is_filled_and_not_they() -> None:
    rows = """
        hats NOUN 0 root NNS
        , PUNCT 4 punct ,
        each DET 4 nsubj:pass DT
        covered VERB 1 acl VBN
        with ADP 6 case IN
        leaves NOUN 4 obl NNS
    """
    found = tuples(rows, "covered: agent leaves, patient hats")
    assert found == ["covered agent leaves patient each"]


@pytest.mark.parametrize(
    ("behind", "expected"),
    [("over", "croaks agent boy"), ("out", "croaks over agent boy")],
)
def test_over_and_over_says_how_often(behind: str, expected: str) -> None:
    rows = f"""
        boy NOUN 2 nsubj NN
        croaks VERB 0 root VBZ
        over ADV 2 advmod RB
        and CCONJ 5 cc CC
        {behind} ADV 2 conj RB
    """
    assert tuples(rows, "croaks: agent boy") == [expected]


@pytest.mark.parametrize(
    ("relation", "expected"),
    [
        pytest.param("advcl", "watched agent men patient boy", id="nobody watches what he holds"),
        pytest.param("conj", "watched agent men patient boy patient hat", id="as decided"),
    ],
)
def test_what_somebody_has_while_something_is_done_to_him(relation: str, expected: str) -> None:
    rows = f"""
        boy NOUN 2 nsubj NN
        holds VERB 0 root VBZ
        hat NOUN 2 obj NN
        while SCONJ 6 mark IN
        being AUX 6 aux:pass VBG
        watched VERB 2 {relation} VBN
        by ADP 8 case IN
        men NOUN 6 obl NNS
    """
    found = tuples(rows, "holds: agent boy, patient hat", "watched: agent men, patient boy, patient hat")
    assert found[1] == expected


def test_nothing_else_is_parked() -> None:
    rows = """
        van NOUN 3 nsubj NN
        near ADP 3 case IN
        tree NOUN 0 root NN
        parked VERB 1 acl VBN
        on ADP 6 case IN
        road NOUN 4 obl NN
        """
    found = tuples(rows, "parked: agent van, patient tree, locative road")
    assert found == ["parked agent van on road"]


@pytest.mark.parametrize(
    ("auxiliaries", "expected"),
    [
        pytest.param("is AUX 4 aux VBZ\nbeing AUX 4 aux:pass VBG", ["made patient music"], id="going on"),
        pytest.param("has AUX 4 aux VBZ\nn't PART 4 advmod RB", [], id="a stuff"),
    ],
)
def test_what_is_being_made(auxiliaries: str, expected: list[str]) -> None:
    assert tuples(f"music NOUN 4 nsubj:pass NN\n{auxiliaries}\nmade VERB 0 root VBN") == expected


@pytest.mark.parametrize(
    ("subject", "preposition", "participle", "around", "expected"),
    [
        pytest.param(
            "bench", "near", "surrounded", "with", "castle", id="what is there is not around itself"
        ),
        pytest.param("bench", "in", "surrounded", "with", "bench", id="what is in it may have it around it"),
        pytest.param("bench", "in", "covered", "with", "castle", id="nor is the bench covered"),
        pytest.param("man", "in", "covered", "in", "man", id="somebody is covered in it"),
    ],
)
def test_what_is_said_of_a_place_that_something_is_at(
    subject: str, preposition: str, participle: str, around: str, expected: str
) -> None:
    rows = f"""
        {subject} NOUN 4 nsubj NN
        is AUX 4 cop VBZ
        {preposition} ADP 4 case IN
        castle NOUN 0 root NN
        partly ADV 6 advmod RB
        {participle} VERB 4 acl VBN
        {around} ADP 8 case IN
        trees NOUN 6 obl NNS
    """
    found = tuples(rows, f"{participle}: agent trees, patient {subject}")
    assert [t for t in found if t.startswith(participle)] == [f"{participle} agent trees patient {expected}"]


@pytest.mark.parametrize(
    ("subject", "preposition", "expected"),
    [("man", "in", "man"), ("man", "near", "castle"), ("bench", "in", "castle")],
)
def test_no_place_does_what_somebody_does_there(subject: str, preposition: str, expected: str) -> None:
    rows = f"""
        {subject} NOUN 4 nsubj NN
        is AUX 4 cop VBZ
        {preposition} ADP 4 case IN
        castle NOUN 0 root NN
        holding VERB 4 acl VBG
        hats NOUN 5 obj NNS
    """
    found = tuples(rows, "holding: agent castle, patient hats")
    assert [t for t in found if t.startswith("holding")] == [f"holding agent {expected} patient hats"]


@pytest.mark.parametrize(("subject", "expected"), [("man", "castle"), ("bench", "bench")])
def test_in_what_somebody_is_that_is_parked(subject: str, expected: str) -> None:
    rows = f"""
        {subject} NOUN 4 nsubj NN
        is AUX 4 cop VBZ
        in ADP 4 case IN
        castle NOUN 0 root NN
        parked VERB 4 acl VBN
        by ADP 7 case IN
        river NOUN 5 obl NN
    """
    found = tuples(rows, f"parked: agent {subject}, locative river")
    assert [t for t in found if t.startswith("parked")] == [f"parked agent {expected} by river"]
