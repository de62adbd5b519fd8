"""What there is in a list, each where it is by what was named before it: ``a cup on a table and a plate beside it``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision
from extractor.tuples.clauses.places import places_of
from extractor.tuples.clauses.words import THINGS, argument_of, predicate_of

_POSSESSIVES = frozenset({"its", "their"})


def members_apart(features: CaptionFeatures) -> dict[int, list[ArgumentDecision]]:
    """The places of what there is behind the first of a list, where they are those of one before; mostly none."""
    graph = features.graph
    result = {}
    for i, word in enumerate(graph.words):
        if graph.relation(i) != "conj" or word.upos not in THINGS or not graph.children[i]:
            continue
        first = graph.heads[i]
        if graph.relation(first) != "nsubj" or not graph.dependents(graph.heads[first], "expl"):
            continue
        places = [a for a in places_of(features, i) if a.index > i]
        if any(_is_of_one_before(features, a.index, i) for a in places):
            result[i] = places
    return result


def with_members_apart(
    features: CaptionFeatures,
    decisions: Sequence[PredicateDecision],
    apart: Mapping[int, Sequence[ArgumentDecision]],
) -> list[PredicateDecision]:
    """The decisions with a tacit predicate for each of what there is that is somewhere of one before it.

    Args:
        features: The caption.
        decisions: Its predicates.
        apart: See ``members_apart``.
    """
    told = {m: predicate_of(m, argument_of(m, "agent"), *places, tacit=True) for m, places in apart.items()}
    return told_apart(features, decisions, told)


def told_apart(
    features: CaptionFeatures,
    decisions: Sequence[PredicateDecision],
    apart: Mapping[int, PredicateDecision],
) -> list[PredicateDecision]:
    """The decisions with tacit ones for things of which, and of what hangs on them, no other says anything.

    Args:
        features: The caption.
        decisions: Its predicates.
        apart: What is told of each such thing.
    """
    own: set[int] = set()
    below = list(apart)
    while below:
        i = below.pop()
        own.add(i)
        below += features.graph.children[i]
    kept = [
        d if d.candidate.index in own else d.having(a for a in d.arguments if a.index not in own)
        for d in decisions
        if not (d.candidate.tacit and d.candidate.index in apart)
    ]
    return [*kept, *apart.values()] if apart else list(decisions)


def _is_of_one_before(features: CaptionFeatures, place: int, member: int) -> bool:
    """``beside it``, ``in front of them``, ``to its right``."""
    graph = features.graph
    words = (place, *(c for c in graph.children[place] if graph.relation(c) == "nmod"))
    return any(
        features.antecedents.get(k, member) < member or graph.lowered[k] in _POSSESSIVES for k in words
    )
