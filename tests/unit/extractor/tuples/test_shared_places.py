"""Where each act is, on trees written by hand."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon, LexiconTable
from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision, Slot
from extractor.syntax.graph import Graph
from extractor.tuples.shared_places import actors_of, acts_of, with_own_places
from tests.parses import parse_of
from tests.unit.extractor.tuples.test_clauses import tuples


def lexicon_of(
    verb: dict[str, tuple[str, int]] | None = None, noun_classes: dict[str, str] | None = None
) -> Lexicon:
    """A lexicon of some verbs with their senses, and of some nouns with their classes."""
    return Lexicon(
        LexiconTable(
            noun={},
            verb=verb or {},
            noun_classes=noun_classes or {},
            adjective=[],
            adverb=[],
            noun_forms={},
            verb_forms={},
        )
    )


LEXICON = lexicon_of()


def kept(rows: str, acts: dict[int, list[tuple[int, Slot]]], p: int, lexicon: Lexicon = LEXICON) -> list[str]:
    """The arguments that predicate ``p`` keeps, of predicates with what the links found."""
    features = CaptionFeatures(Graph(parse_of(rows)), lexicon)
    decisions = {
        index: PredicateDecision(
            candidate=PredicateCandidate(index),
            particle=-1,
            confidence=0.9,
            arguments=tuple(
                ArgumentDecision(
                    index=i, slot=slot, kind="scene" if slot == "locative" else None, confidence=0.8
                )
                for i, slot in found
            ),
        )
        for index, found in acts.items()
    }
    actors = {index: actors_of(features, decision) for index, decision in decisions.items()}
    return [
        features.graph.lowered[a.index]
        for a in with_own_places(features, decisions[p], actors, acts_of(actors)).arguments
    ]


LATER = """
    man NOUN 2 nsubj NN
    cooks VERB 0 root VBZ
    in ADP 4 case IN
    kitchen NOUN 2 obl NN
    {mark} SCONJ 6 mark IN
    eating VERB 2 advcl VBG
    in ADP 8 case IN
    garden NOUN 6 obl NN
"""


@pytest.mark.parametrize(
    ("mark", "p", "expected"),
    [
        ("before", 1, ["man", "kitchen"]),
        ("before", 5, ["man", "garden"]),
        ("while", 1, ["man", "kitchen", "garden"]),
        ("while", 5, ["man", "garden"]),
    ],
)
def test_what_is_done_before_is_done_elsewhere(mark: str, p: int, expected: list[str]) -> None:
    both: list[tuple[int, Slot]] = [(0, "agent"), (3, "locative"), (7, "locative")]
    assert kept(LATER.format(mark=mark), {1: both, 5: both}, p) == expected


@pytest.mark.parametrize(("now", "expected"), [("VBZ", ["cat"]), ("VBD", ["cat", "sill"])])
def test_where_something_was_it_is_no_more(now: str, expected: list[str]) -> None:
    rows = f"""
        cat NOUN 7 nsubj NN
        that PRON 4 nsubj WDT
        was AUX 4 aux VBD
        sleeping VERB 1 acl:relcl VBG
        on ADP 6 case IN
        sill NOUN 4 obl NN
        jumps VERB 0 root {now}
    """
    both: list[tuple[int, Slot]] = [(0, "agent"), (5, "locative")]
    assert kept(rows, {3: both, 6: both}, 3) == ["cat", "sill"]
    assert kept(rows, {3: both, 6: both}, 6) == expected


def test_each_clause_of_a_list_has_its_places() -> None:
    rows = """
        cat NOUN 4 nsubj NN
        is AUX 4 cop VBZ
        in ADP 4 case IN
        basket NOUN 0 root NN
        and CCONJ 9 cc CC
        dog NOUN 9 nsubj NN
        is AUX 9 cop VBZ
        between ADP 9 case IN
        chair NOUN 4 conj NN
        and CCONJ 11 cc CC
        door NOUN 9 conj NN
    """
    acts: dict[int, list[tuple[int, Slot]]] = {
        1: [(0, "agent"), (3, "locative"), (10, "locative")],
        6: [(5, "agent"), (8, "locative"), (10, "locative")],
    }
    assert kept(rows, acts, 1) == ["cat", "basket"]
    assert kept(rows, acts, 6) == ["dog", "chair", "door"]


def test_who_watches_does_not_watch_whom_the_clause_above_is_about() -> None:
    rows = """
        boxers NOUN 2 nsubj NNS
        circle VERB 0 root VBP
        rivals NOUN 2 obj NNS
        while SCONJ 6 mark IN
        referee NOUN 6 nsubj NN
        watches VERB 2 advcl VBZ
    """
    acts: dict[int, list[tuple[int, Slot]]] = {
        1: [(0, "agent"), (2, "patient")],
        5: [(4, "agent"), (0, "patient")],
    }
    assert kept(rows, acts, 5) == ["referee"]


def test_a_bird_on_a_roof_is_not_where_who_feeds_it_is() -> None:
    rows = """
        man NOUN 2 nsubj NN
        feeds VERB 0 root VBZ
        birds NOUN 2 obj NNS
        sitting VERB 3 acl VBG
        on ADP 6 case IN
        roof NOUN 4 obl NN
    """
    acts: dict[int, list[tuple[int, Slot]]] = {
        1: [(0, "agent"), (2, "patient"), (5, "locative")],
        3: [(2, "agent"), (5, "locative")],
    }
    assert kept(rows, acts, 1) == ["man", "birds"]
    assert kept(rows, acts, 3) == ["birds", "roof"]


@pytest.mark.parametrize("relation", ["conj", "parataxis"])
def test_who_is_elsewhere_does_nothing_else(relation: str) -> None:
    rows = f"""
        cat NOUN 2 nsubj NN
        sits VERB 0 root VBZ
        on ADP 4 case IN
        chair NOUN 2 obl NN
        dog NOUN 8 nsubj NN
        is AUX 8 cop VBZ
        under ADP 8 case IN
        table NOUN 2 {relation} NN
    """
    acts: dict[int, list[tuple[int, Slot]]] = {
        1: [(0, "agent"), (3, "locative"), (7, "locative")],
        5: [(4, "agent"), (3, "locative"), (7, "locative")],
    }
    assert kept(rows, acts, 1) == ["cat", "chair"]
    assert kept(rows, acts, 5) == ["dog", "table"]


@pytest.mark.parametrize(("sense", "expected"), [("motion", ["man"]), ("social", ["man", "yard"])])
def test_a_way_across_is_of_the_verb_of_motion(sense: str, expected: list[str]) -> None:
    lexicon = lexicon_of(verb={"walks": (sense, 9)})
    rows = """
        man NOUN 2 nsubj NN
        walks VERB 0 root VBZ
        across ADP 4 case IN
        yard NOUN 2 obl NN
        carrying VERB 2 advcl VBG
    """
    acts: dict[int, list[tuple[int, Slot]]] = {
        1: [(0, "agent"), (3, "locative")],
        4: [(0, "agent"), (3, "locative")],
    }
    assert kept(rows, acts, 4, lexicon) == expected


@pytest.mark.parametrize(("noun_class", "expected"), [("device", ["man"]), ("location", ["man", "glass"])])
def test_through_what_somebody_sips_he_wears_nothing(noun_class: str, expected: list[str]) -> None:
    lexicon = lexicon_of(noun_classes={"glass": noun_class})
    rows = """
        man NOUN 3 nsubj NN
        wearing VERB 1 acl VBG
        sips VERB 0 root VBZ
        through ADP 5 case IN
        glass NOUN 3 obl NN
    """
    acts: dict[int, list[tuple[int, Slot]]] = {
        1: [(0, "agent"), (4, "locative")],
        2: [(0, "agent"), (4, "locative")],
    }
    assert kept(rows, acts, 1, lexicon) == expected


def test_what_is_carried_across_is_elsewhere_then() -> None:
    lexicon = lexicon_of(verb={"carries": ("contact", 9)})
    rows = """
        fox NOUN 2 nsubj NN
        carries VERB 0 root VBZ
        nut NOUN 2 obj NN
        across ADP 5 case IN
        lawn NOUN 2 obl NN
        and CCONJ 7 cc CC
        hides VERB 2 conj VBZ
        it PRON 7 obj PRP
    """
    acts: dict[int, list[tuple[int, Slot]]] = {
        1: [(0, "agent"), (2, "patient"), (4, "locative")],
        6: [(0, "agent"), (4, "locative")],
    }
    assert kept(rows, acts, 6, lexicon) == ["fox"]


PUT = """
    boys NOUN 2 nsubj NNS
    put VERB 0 root VBP
    cups NOUN 2 obj NNS
    on ADP 5 case IN
    shelf NOUN 2 obl NN
    and CCONJ 7 cc CC
    sing VERB 2 conj VBP
"""


@pytest.mark.parametrize(("thing", "expected"), [(None, ["boys"]), (2, ["boys", "cups", "shelf"])])
def test_where_something_is_put_nobody_else_is(thing: int | None, expected: list[str]) -> None:
    rows = PUT
    ours: list[tuple[int, Slot]] = [(0, "agent"), (4, "locative")]
    if thing is not None:
        ours.insert(1, (thing, "patient"))
    acts = {1: [(0, "agent"), (2, "patient"), (4, "locative")], 6: ours}
    assert kept(rows, acts, 6) == expected


HELD = lexicon_of(noun_classes={"stroller": "vehicle", "park": "scene"})


@pytest.mark.parametrize(("place", "expected"), [("stroller", ["man"]), ("park", ["man", "park"])])
def test_what_holds_an_object_holds_nobody_else(place: str, expected: list[str]) -> None:
    rows = f"""
        man NOUN 2 nsubj NN
        jogs VERB 0 root VBZ
        pushing VERB 2 advcl VBG
        twins NOUN 3 obj NNS
        in ADP 6 case IN
        {place} NOUN 3 obl NN
    """
    acts: dict[int, list[tuple[int, Slot]]] = {
        1: [(0, "agent"), (5, "locative")],
        2: [(0, "agent"), (3, "patient"), (5, "locative")],
    }
    assert kept(rows, acts, 1, HELD) == expected


@pytest.mark.parametrize(
    ("verb", "noun_class", "expected"),
    [("types", "device", ["man"]), ("types", "seat", ["man", "glass"]), ("sits", "device", ["man", "glass"])],
)
def test_on_what_somebody_types_he_does_not_nod(verb: str, noun_class: str, expected: list[str]) -> None:
    lexicon = lexicon_of(verb={"sit": ("posture", 9)}, noun_classes={"glass": noun_class})
    rows = f"""
        man NOUN 2 nsubj NN
        {verb} VERB 0 root VBZ
        on ADP 4 case IN
        glass NOUN 2 obl NN
        and CCONJ 6 cc CC
        nods VERB 2 conj VBZ
    """
    acts: dict[int, list[tuple[int, Slot]]] = {
        1: [(0, "agent"), (3, "locative")],
        5: [(0, "agent"), (3, "locative")],
    }
    assert kept(rows, acts, 5, lexicon) == expected


def test_what_stands_behind_what_there_is_is_not_in_it() -> None:
    rows = """
        there PRON 2 expl EX
        is VERB 0 root VBZ
        jug NOUN 2 nsubj NN
        in ADP 5 case IN
        door NOUN 3 nmod NN
        and CCONJ 9 cc CC
        behind ADP 8 case IN
        it PRON 9 obl PRP
        stands VERB 2 conj VBZ
        jar NOUN 9 nsubj NN
    """
    found = tuples(rows, "is: agent jug, locative door", "stands: agent jar, locative it, locative door")
    assert found == ["is agent jug in door", "stands agent jar behind jug"]
