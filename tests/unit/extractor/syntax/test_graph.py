from __future__ import annotations

import pytest

from extractor.syntax.graph import Graph
from tests.parses import parse_of


def test_a_compound_preposition_becomes_one_preposition_of_its_noun() -> None:
    # The UD analysis: "front" is the oblique and "house" its modifier.
    graph = Graph(
        parse_of(
            """
            dog NOUN 2 nsubj
            sits VERB 0 root
            in ADP 4 case
            front NOUN 2 obl
            of ADP 7 case
            a DET 7 det
            house NOUN 4 nmod
            """
        )
    )
    assert graph.prepositions[6] == "in-front-of"
    assert (graph.heads[6], graph.relations[6]) == (1, "obl")
    assert [graph.heads[i] for i in (2, 3, 4)] == [6, 6, 6]


def test_a_compound_preposition_holds_whatever_the_parser_made_of_it() -> None:
    graph = Graph(
        parse_of(
            """
            dog NOUN 2 nsubj
            sits VERB 0 root
            next ADV 2 advmod
            to ADP 5 case
            him PRON 2 obl
            """
        )
    )
    assert graph.prepositions[4] == "next-to"
    assert graph.heads[4] == 1


def test_a_conjunct_has_the_preposition_of_its_coordination() -> None:
    graph = Graph(
        parse_of(
            """
            sits VERB 0 root
            on ADP 3 case
            sand NOUN 1 obl
            and CCONJ 5 cc
            grass NOUN 3 conj
            """
        )
    )
    assert graph.prepositions[4] == "on"


@pytest.mark.parametrize(
    ("heads", "roots"),
    [
        ((2, 1), 1),  # two words that hold each other
        ((1, 1), 1),  # a word that holds itself
        ((2, 3, 1), 1),
        ((9, -7, 0), 3),  # heads outside the caption
        ((0, 0, 0), 3),  # three sentences
        ((2, 3, 2), 1),  # a circle with a tail
    ],
)
def test_every_walk_ends(heads: tuple[int, ...], roots: int) -> None:
    rows = "\n".join(f"w{i} NOUN {head} dep" for i, head in enumerate(heads))
    graph = Graph(parse_of(rows))
    assert graph.heads.count(-1) == roots
    for i in range(len(heads)):
        assert len(graph.ancestors(i)) < len(heads)


def test_a_phrase_takes_of_but_no_other_preposition_and_no_clause() -> None:
    graph = Graph(
        parse_of(
            """
            A DET 2 det
            group NOUN 0 root
            of ADP 4 case
            men NOUN 2 nmod
            in ADP 6 case
            hats NOUN 2 nmod
            riding VERB 2 acl
            """
        )
    )
    assert graph.phrase(3) == (0, 3)


@pytest.mark.parametrize(("written", "preposition"), [("infront", "in-front-of"), ("ontop", "on-top-of")])
def test_prepositions_written_as_one_word(written: str, preposition: str) -> None:
    graph = Graph(
        parse_of(f"dog NOUN 2 nsubj\nsits VERB 0 root\n{written} ADP 4 case\nof ADP 5 case\nhouse NOUN 2 obl")
    )
    assert graph.written_prepositions[4] == preposition


@pytest.mark.parametrize(("subject", "left"), [("she", True), ("that", False)])
def test_a_preposition_at_the_end_of_a_clause_governs_its_noun(subject: str, *, left: bool) -> None:
    graph = Graph(
        parse_of(f"car NOUN 0 root\n{subject} PRON 3 nsubj\npasses VERB 1 acl:relcl\nby ADP 3 obl IN")
    )
    assert graph.is_left(3) is left
    assert graph.prepositions[3] == ("by" if left else "")


def test_a_clause_that_says_where_stays_a_clause() -> None:
    graph = Graph(
        parse_of(
            """
            cup NOUN 0 root
            which PRON 5 nsubj WDT
            is AUX 5 cop VBZ
            in ADP 5 case
            front NOUN 1 acl:relcl
            of ADP 7 case
            jug NOUN 5 nmod
            """
        )
    )
    assert (graph.heads[6], graph.relations[6], graph.prepositions[6]) == (0, "acl:relcl", "in-front-of")
