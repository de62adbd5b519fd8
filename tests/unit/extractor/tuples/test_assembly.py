from __future__ import annotations

import time

import pytest

from extractor.lexicon import Lexicon, LexiconTable
from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision, Slot
from extractor.syntax.graph import Graph
from extractor.tuples.assembly import assemble
from tests.parses import parse_of

LEXICON = Lexicon(
    LexiconTable(
        noun={"car": ("artifact", 9), "street": ("artifact", 9), "man": ("person", 9)},
        verb={"stand": ("contact", 9)},
        noun_classes={},
        adjective=[],
        adverb=[],
        noun_forms={},
        verb_forms={"are": "be"},
    )
)


def test_stated_absence_is_kept_as_such() -> None:
    features = CaptionFeatures(
        Graph(
            parse_of(
                """
                no DET 2 det
                cars NOUN 3 nsubj NNS
                stand VERB 0 root VBP
                in ADP 6 case
                two NUM 6 nummod
                streets NOUN 3 obl NNS
                """
            )
        ),
        LEXICON,
    )
    decision = PredicateDecision(
        candidate=PredicateCandidate(2),
        particle=-1,
        confidence=0.9,
        arguments=(
            ArgumentDecision(index=1, slot="agent", kind=None, confidence=0.9),
            ArgumentDecision(index=5, slot="locative", kind="scene", confidence=0.8),
        ),
    )
    (item,) = assemble(features, [decision])
    (agent,), (place,) = item.agents, item.locatives
    assert (agent.lemma, agent.negated) == ("car", True)
    assert (place.lemma, place.negated, place.preposition, place.modifiers) == (
        "street",
        False,
        "in",
        ("two",),
    )
    assert assemble(features, [decision], min_confidence=0.85)[0].locatives == ()


def caption(rows: str) -> CaptionFeatures:
    return CaptionFeatures(Graph(parse_of(rows)), LEXICON)


def decision(index: int, *arguments: tuple[int, Slot, float], tacit: bool = False) -> PredicateDecision:
    return PredicateDecision(
        candidate=PredicateCandidate(index, tacit=tacit),
        particle=-1,
        confidence=0.9,
        arguments=tuple(ArgumentDecision(index=i, slot=s, kind=None, confidence=c) for i, s, c in arguments),
    )


WASHES = "man NOUN 2 nsubj\nwashes VERB 0 root VBZ\n{} PRON 2 obj PRP"


@pytest.mark.parametrize(
    ("pronoun", "confidence", "agents", "patients"),
    [
        ("himself", 0.6, ["man"], ["man"]),  # a reflexive pronoun is the other argument
        ("him", 0.6, ["man"], []),  # no other pronoun is: the surer link stays
        ("him", 0.95, [], ["man"]),
    ],
)
def test_a_noun_and_its_pronoun_fill_one_slot_of_a_predicate(
    pronoun: str, confidence: float, agents: list[str], patients: list[str]
) -> None:
    features = caption(WASHES.format(pronoun))
    features.antecedents[2] = 0  # whatever the resolution said
    features.noun_lemmas[2] = "man"
    (item,) = assemble(features, [decision(1, (0, "agent", 0.9), (2, "patient", confidence))])
    assert [a.lemma for a in item.agents] == agents
    assert [a.lemma for a in item.patients] == patients


def test_a_tacit_tuple_that_repeats_an_overt_one_is_left_out() -> None:
    features = caption("car NOUN 2 nsubj\nturn VERB 0 root\nin ADP 4 case\nstreet NOUN 2 obl")
    overt = decision(1, (0, "agent", 0.9), (3, "locative", 0.9))
    repeats = decision(0, (0, "agent", 0.9), (3, "locative", 0.9), tacit=True)
    assert [t.predicate.tacit for t in assemble(features, [repeats, overt])] == [False]
    # It stays where the overt one says less, and where there is none.
    shorter = decision(1, (0, "agent", 0.9))
    assert [t.predicate.tacit for t in assemble(features, [repeats, shorter])] == [True, False]
    assert [t.predicate.tacit for t in assemble(features, [repeats])] == [True]


def test_what_is_in_hand_is_held() -> None:
    rows = "man NOUN 2 nsubj\nstands VERB 0 root\n, PUNCT 2 punct\ncup NOUN 2 obl\nin ADP 6 case\nhand NOUN 4 nmod"
    features = caption(rows)
    stands = decision(1, (0, "agent", 0.9), (3, "locative", 0.8), (5, "locative", 0.8))
    stand, hold = assemble(features, [stands])
    assert stand.locatives == ()
    assert (hold.predicate.tacit, hold.predicate.lemma) == (True, "hold")
    assert [[a.lemma for a in slot] for slot in (hold.agents, hold.patients, hold.locatives)] == [
        ["man"],
        ["cup"],
        ["hand"],
    ]


def test_a_text_of_what_there_is_takes_linear_time() -> None:
    clause = "there PRON {0} expl EX\nare VERB 0 root VBP\ncars NOUN {0} nsubj NNS"

    def seconds(n_sentences: int) -> float:
        firsts = range(0, 3 * n_sentences, 3)
        graph = Graph(parse_of("\n".join(clause.format(first + 2) for first in firsts)))
        decisions = [
            PredicateDecision(
                candidate=PredicateCandidate(first + 1, tacit=False),
                particle=-1,
                confidence=0.9,
                arguments=(ArgumentDecision(index=first + 2, slot="agent", kind=None, confidence=0.9),),
            )
            for first in firsts
        ]
        features = CaptionFeatures(graph, LEXICON)
        began = time.process_time()
        assert len(assemble(features, decisions)) == n_sentences
        return time.process_time() - began

    # Sixteen times the length; the square would be 256. A busy machine may disturb one measurement, not three.
    assert any(seconds(4_800) < 48 * max(seconds(300), 0.001) for _ in range(3))
