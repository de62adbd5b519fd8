"""What the tuples of one caption must agree on, whatever was decided link by link.

The links are decided one by one. Together they can say what no reader would: that two who are not named together both
do something, or that somebody is at the place where another stands.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision

_TAKES_APART = frozenset({"all", "both", "each", "one", "others", "some", "another", "other"})


def agreed(features: CaptionFeatures, decisions: Sequence[PredicateDecision]) -> list[PredicateDecision]:
    """The decisions without agents and places that contradict the rest.

    Args:
        features: The caption.
        decisions: Its predicates, with what the tree says for sure.
    """
    single = [_with_one_agent(features, decision) for decision in decisions]
    actors = {d.candidate.index: _actors(features, d) for d in single if not d.candidate.tacit}
    return [_with_own_places(features, decision, actors) for decision in single]


def _with_one_agent(features: CaptionFeatures, decision: PredicateDecision) -> PredicateDecision:
    """The decision with the agents of one coordination alone: the surest, of equals the nearest."""
    confidence_by_group: dict[int, tuple[float, int]] = {}
    p = decision.candidate.index
    if decision.candidate.tacit:
        return decision
    for a in decision.arguments:
        if a.slot == "agent":
            group = _group(features, a.index)
            rank = (a.confidence, -abs(a.index - p))
            confidence_by_group[group] = max(rank, confidence_by_group.get(group, rank))
    if len(confidence_by_group) < 2:
        return decision
    best = max(confidence_by_group, key=confidence_by_group.__getitem__)
    kept = tuple(a for a in decision.arguments if a.slot != "agent" or _group(features, a.index) == best)
    return dataclasses.replace(decision, arguments=kept)


def _group(features: CaptionFeatures, i: int) -> int:
    """The noun at the head of the coordination of a word, or of what a pronoun stands for."""
    return features.graph.first_conjunct(features.antecedents.get(i, i))


def _actors(features: CaptionFeatures, decision: PredicateDecision) -> set[int]:
    """Who is where the act is: the agents; where nobody acts, who or what is acted upon."""
    for slot in ("agent", "patient"):
        found = {_group(features, a.index) for a in decision.arguments if a.slot == slot}
        if found:
            return found
    return set()


def _with_own_places(
    features: CaptionFeatures, decision: PredicateDecision, actors: Mapping[int, set[int]]
) -> PredicateDecision:
    graph, p = features.graph, decision.candidate.index
    if decision.candidate.tacit or not actors[p] or graph.dependents(p, "expl"):
        return decision
    if any(graph.lowered[a.index] in _TAKES_APART for a in decision.arguments if a.slot == "agent"):
        return decision

    def is_of_another(a: ArgumentDecision) -> bool:
        verb = graph.heads[graph.first_conjunct(a.index)]
        others = actors.get(verb, set())
        if a.slot != "locative" or verb == p or not others or a.index < min(p, verb):
            return False
        # A clause within another shares its place more often than not, whoever acts in it.
        apart = verb not in graph.ancestors(p) and p not in graph.ancestors(verb)
        return apart and not others & actors[p]

    kept = tuple(a for a in decision.arguments if not is_of_another(a))
    return dataclasses.replace(decision, arguments=kept)
