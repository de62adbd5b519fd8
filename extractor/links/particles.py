"""Verb particles: does the word behind a verb belong to the predicate (``pick up``, ``look on``, ``fall asleep``)?"""

from __future__ import annotations

from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import CaptionFeatures

_PARTICLE_TAGS = frozenset({"ADP", "ADV", "ADJ", "SCONJ"})


def particle_candidate(features: CaptionFeatures, candidate: PredicateCandidate) -> int:
    """The word that may be the predicate's particle: the one behind it, or one that the parser calls its particle.

    Returns:
        An index, -1 where no word may be it.
    """
    if candidate.tacit:
        return -1
    graph, i = features.graph, candidate.index
    for child in graph.children[i]:
        if graph.relations[child] == "compound:prt" and 0 < child - i <= 4:
            return child
    j = i + 1
    if (
        j < len(graph.words)
        and graph.sentences[j] == graph.sentences[i]
        and graph.words[j].upos in _PARTICLE_TAGS
    ):
        return j
    return -1


def particle_features(features: CaptionFeatures, candidate: PredicateCandidate, word: int) -> list[str]:
    """The features of *belongs to the predicate*."""
    graph, i = features.graph, candidate.index
    verb, form = features.verb_lemmas[i], graph.lowered[word]
    relation = graph.relations[word]
    attached = graph.heads[word] == i
    after = graph.words[word + 1].upos if word + 1 < len(graph.words) else "END"
    after_form = graph.lowered[word + 1] if word + 1 < len(graph.words) else "END"
    has_object = bool(graph.dependents(i, "obj"))
    return [
        f"form={form}",
        f"verb={verb}",
        f"verb={verb}|form={form}",
        f"relation={relation}|attached={attached}",
        f"relation={relation}|form={form}",
        f"relation={relation}|after={after}",
        f"form={form}|after={after}",
        f"form={form}|after={after_form}",
        f"verb={verb}|relation={relation}",
        f"object={has_object}|relation={relation}",
        f"object={has_object}|form={form}",
        f"distance={word - i}|relation={relation}",
        f"sense={features.verb_supersense(i)}|form={form}",
    ]
