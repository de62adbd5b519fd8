"""What of a short caption is depicted."""

from __future__ import annotations

import pytest

from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision
from extractor.syntax.graph import Graph
from extractor.tuples.assembly import assemble
from tests.parses import parse_of
from tests.unit.extractor.tuples.test_clauses import LEXICON


@pytest.mark.parametrize(("subject", "reason"), [("man", None), ("castle", "judgement")])
def test_somebody_may_mirror_a_movement(subject: str, reason: str | None) -> None:
    graph = Graph(parse_of(f"{subject} NOUN 2 nsubj NN\nmirror VERB 0 root VBP\nmovement NOUN 2 obj NN"))
    arguments = (
        ArgumentDecision(index=0, slot="agent", kind=None, confidence=0.9),
        ArgumentDecision(index=2, slot="patient", kind=None, confidence=0.9),
    )
    decision = PredicateDecision(
        candidate=PredicateCandidate(1), particle=-1, confidence=0.9, arguments=arguments
    )
    (found,) = assemble(CaptionFeatures(graph, LEXICON), [decision])
    assert found.reason == reason
