from __future__ import annotations

from extractor.assembly import assemble
from extractor.candidates import PredicateCandidate
from extractor.features import CaptionFeatures
from extractor.graph import Graph
from extractor.lexicon import Lexicon, LexiconTable
from extractor.links import ArgumentDecision, PredicateDecision
from tests.parses import parse_of

LEXICON = Lexicon(
    LexiconTable(
        noun={"car": ("artifact", 9), "street": ("artifact", 9)},
        verb={"stand": ("contact", 9)},
        noun_classes={},
        adjective=[],
        adverb=[],
        noun_forms={},
        verb_forms={},
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
