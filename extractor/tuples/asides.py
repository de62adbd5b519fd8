"""What a place brings in behind a clause: ``a shelf with cups on it, and above it a clock``."""

from __future__ import annotations

from collections.abc import Sequence

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision
from extractor.tuples.clauses.places import places_of
from extractor.tuples.clauses.words import THINGS, argument_of, predicate_of
from extractor.tuples.members import told_apart

# Of a picture, or of what was named before: `to its right a bike`.
_OTHER_SIDES = frozenset({"left", "right"})


def with_things_aside(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> Sequence[PredicateDecision]:
    """The decisions with a tacit predicate for each thing aside that its place stands before, and that alone.

    Args:
        features: The caption.
        decisions: Its predicates.
    """
    graph = features.graph
    if "parataxis" not in graph.relations:
        return decisions
    told = {
        i: predicate_of(i, *(argument_of(c, "agent") for c in _listed(features, i)), *places, tacit=True)
        for i in range(len(graph.words))
        if (places := _places_of_aside(features, i))
    }
    return told_apart(features, decisions, told)


def _listed(features: CaptionFeatures, i: int) -> list[int]:
    """A thing, and what is listed with it without a place or an act of its own."""
    graph = features.graph
    listed = (c for c in graph.dependents(i, "conj") if graph.words[c].upos in THINGS)
    return [i, *(c for c in listed if not graph.dependents(c, "acl", "case", "nmod", "nsubj"))]


def _places_of_aside(features: CaptionFeatures, i: int) -> list[ArgumentDecision]:
    """Where a thing aside is, by a pronoun or a side before it; nothing where a verb is told of it."""
    graph = features.graph
    if graph.relations[i] != "parataxis" or graph.words[i].upos not in THINGS:
        return []
    if graph.dependents(i, "acl", "aux", "case", "cop", "expl", "nsubj"):
        return []
    before = [
        a
        for a in places_of(features, i, before=True)
        if a.index in features.antecedents or graph.lowered[a.index] in _OTHER_SIDES
    ]
    return before and [*before, *places_of(features, i)]
