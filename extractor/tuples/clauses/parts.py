"""Parts of a group that are told of behind it, each with its place: ``three birds: two on a wire``."""

from __future__ import annotations

from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import PredicateDecision
from extractor.syntax.mending.vocabulary import PARTS
from extractor.tuples.clauses.places import places_of
from extractor.tuples.clauses.words import CONFIDENCE, argument_of


def is_part(features: CaptionFeatures, i: int) -> bool:
    """``three birds: two on a wire and one in a nest``: whether a word counts some of those named before it."""
    graph = features.graph
    if graph.words[i].upos == "NOUN" or graph.lowered[i] not in PARTS:
        return False
    group, relation = graph.heads[i], graph.relation(i)
    if relation == "conj":
        others = [group, *graph.dependents(group, "appos")]
        if not any(graph.relation(c) == "appos" and graph.lowered[c] in PARTS for c in others):
            return False
        group = graph.heads[group] if graph.relation(group) == "appos" else group
    return relation in ("appos", "conj") and 0 <= group < i and graph.words[group].xpos == "NNS"


def parts_of_groups(features: CaptionFeatures) -> list[PredicateDecision]:
    """A tacit predicate for each part of a group with its place: ``Two monks, one on a mule and one on a horse``."""
    result = []
    for i in range(len(features.graph.words)):
        places = places_of(features, i) if is_part(features, i) else []
        if places:
            result.append(
                PredicateDecision(
                    candidate=PredicateCandidate(i, tacit=True),
                    particle=-1,
                    confidence=CONFIDENCE,
                    arguments=(argument_of(i, "agent"), *places),
                )
            )
    return result
