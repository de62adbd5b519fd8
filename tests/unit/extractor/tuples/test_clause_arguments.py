"""Arguments that the tree alone decides, on trees written by hand."""

from __future__ import annotations

from extractor.lexicon import Lexicon, LexiconTable
from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision, Slot
from extractor.syntax.graph import Graph
from extractor.tuples.clauses import completed
from tests.parses import parse_of

LEXICON = Lexicon(
    LexiconTable(
        noun={},
        verb={"park": ("contact", 9), "push": ("contact", 9), "wash": ("change", 9)},
        noun_classes={},
        adjective=[],
        adverb=[],
        noun_forms={},
        verb_forms={"parked": "park", "washed": "wash"},
    )
)


def slots(rows: str, p: int, *known: tuple[int, Slot], tacit: bool = False) -> list[tuple[str, str]]:
    """Word and slot of each argument of predicate ``p``, given what the links found."""
    features = CaptionFeatures(Graph(parse_of(rows)), LEXICON)
    decision = PredicateDecision(
        candidate=PredicateCandidate(p, tacit=tacit),
        particle=-1,
        confidence=0.9,
        arguments=tuple(ArgumentDecision(index=i, slot=s, kind=None, confidence=0.8) for i, s in known),
    )
    return [(features.graph.lowered[a.index], a.slot) for a in completed(features, decision).arguments]


OBJECT_RELATIVE = """
    cart NOUN 5 nsubj NN
    that PRON 4 obj WDT
    man NOUN 4 nsubj NN
    pushes VERB 1 acl:relcl VBZ
    red ADJ 0 root JJ
"""


def test_the_noun_of_an_object_relative_is_its_patient() -> None:
    assert slots(OBJECT_RELATIVE, 3, (2, "agent")) == [("man", "agent"), ("cart", "patient")]


def test_an_object_relative_may_have_no_pronoun_but_no_other_object() -> None:
    bare = """
        cart NOUN 4 nsubj NN
        man NOUN 3 nsubj NN
        pushes VERB 1 acl:relcl VBZ
        red ADJ 0 root JJ
    """
    assert slots(bare, 2, (1, "agent")) == [("man", "agent"), ("cart", "patient")]
    stranded = """
        table NOUN 5 nsubj NN
        man NOUN 3 nsubj NN
        sits VERB 1 acl:relcl VBZ
        at ADP 3 obl IN
        red ADJ 0 root JJ
    """
    assert slots(stranded, 2, (1, "agent")) == [("man", "agent"), ("at", "locative")]


def test_the_antecedent_is_the_noun_that_the_clause_hangs_on() -> None:
    rows = """
        cat NOUN 2 nsubj NN
        sits VERB 0 root VBZ
        on ADP 4 case IN
        car NOUN 2 obl NN
        that PRON 7 nsubj:pass WDT
        is AUX 7 aux:pass VBZ
        {participle} VERB 4 acl:relcl VBN
    """
    # Nobody parks the car that is parked; somebody washes the car that is washed.
    assert slots(rows.format(participle="parked"), 6) == [("car", "agent")]
    assert slots(rows.format(participle="washed"), 6) == [("car", "patient")]


def test_a_by_phrase_of_the_agent_is_no_place() -> None:
    rows = """
        hut NOUN 3 nsubj:pass NN
        is AUX 3 aux:pass VBZ
        washed VERB 0 root VBN
        by ADP 5 case IN
        man NOUN 3 obl:agent NN
    """
    assert slots(rows, 2, (4, "locative")) == [("man", "agent"), ("hut", "patient")]


def test_a_group_gives_way_to_what_it_counts() -> None:
    rows = """
        group NOUN 0 root NN
        of ADP 3 case IN
        people NOUN 1 nmod NNS
        sitting VERB 1 acl VBG
    """
    assert slots(rows, 3) == [("people", "agent")]


def test_infinitives_questions_and_tacit_predicates_get_nothing() -> None:
    fork = """
        fork NOUN 0 root NN
        to PART 3 mark TO
        eat VERB 1 acl VB
    """
    assert slots(fork, 2) == []
    question = """
        what PRON 3 nsubj WP
        to PART 3 mark TO
        do VERB 0 root VB
    """
    assert slots(question, 2) == []
    assert slots(OBJECT_RELATIVE, 0, tacit=True) == []
