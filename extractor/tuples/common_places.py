"""Where somebody sits, stands or goes, all is done that he does there: ``sits at a desk reading a letter``.

The links share places now and then. What the guide says for sure is said here: the place of a posture, and the way of
somebody who goes, is that of every other act of his in the clause, but for those that lead elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision
from extractor.tuples.clauses.words import STAYING
from extractor.tuples.shared_places import actors_of

_AT = frozenset(
    """among at behind beside below beneath between by close-to in in-front-of inside near next-to on on-top-of outside
    under underneath""".split()
)
_GOING = frozenset(
    "bike cycle drive hike jog march pace parade ride roam run skate stroll surf swim wade walk".split()
)
_WAYS = frozenset({"along", "around", "beside", "in", "near", "next-to", "on", "through"})
# Acts that lead away from where somebody is, so that the place is told of what was before.
_LEAVING = frozenset(
    """arrive climb come crawl descend dive drop enter fall fly get go hop jump land leap leave move return ride rise
    roll run slide step swim turn walk""".split()
)
_OWN_CLAUSES = frozenset({"advcl", "ccomp", "conj", "parataxis"})
_DENIED = frozenset({"not", "n't", "never"})
_OTHER_TIMES = frozenset({"after", "before", "since", "until"})


def with_places_in_common(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """The decisions with the places of postures and ways also for what else the same one does in the clause.

    Args:
        features: The caption.
        decisions: Its predicates.
    """
    acts = [d for d in decisions if not d.candidate.tacit]
    places = {d.candidate.index: _own_places(features, d) for d in acts}
    actors = {d.candidate.index: actors_of(features, d) for d in acts}
    result = []
    for decision in decisions:
        p = decision.candidate.index
        if not decision.candidate.tacit and _takes_places(features, decision):
            found = {a.index for a in decision.arguments}
            for other in acts:
                q = other.candidate.index
                if q != p and actors[p] and actors[p] == actors[q] and _are_one_clause(features, p, q):
                    missed = [a for a in places[q] if a.index not in found]
                    found |= {a.index for a in missed}
                    decision = decision.having((*decision.arguments, *missed))
        result.append(decision)
    return result


def _own_places(features: CaptionFeatures, decision: PredicateDecision) -> list[ArgumentDecision]:
    """Where a posture is, or along what somebody goes: places that hang on the act itself."""
    graph, p = features.graph, decision.candidate.index
    lemma = features.verb_lemmas[p]
    prepositions = _AT if lemma in STAYING else _WAYS if lemma in _GOING else frozenset()
    if graph.dependents(p, "expl"):  # `On the left there is a nun standing near a wall`
        return [a for a in decision.arguments if a.slot == "locative" and a.index < p]
    if graph.dependents(p, "obj"):
        return []
    return [
        a
        for a in decision.arguments
        if a.slot == "locative"
        and a.kind != "temporal"
        and graph.heads[graph.first_conjunct(a.index)] == p
        and graph.written_prepositions[graph.first_conjunct(a.index)] in prepositions
        and features.noun_classes[a.index] not in ("body_part", "clothing")
    ]


def _takes_places(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """Whether an act is where its actor is: it is done, by him and not to him, and leads nowhere else."""
    graph, p = features.graph, decision.candidate.index
    if features.is_passive(p) or features.verb_lemmas[p] in _LEAVING:
        return False
    if any(graph.lowered[c] in _DENIED or graph.words[c].xpos == "TO" for c in graph.children[p]):
        return False  # `kneels to take a picture`
    return not any(a.slot == "agent" and a.index > p for a in decision.arguments)


def _are_one_clause(features: CaptionFeatures, p: int, q: int) -> bool:
    """Whether two acts of one actor are told in one clause, at one time."""
    graph = features.graph
    if graph.sentences[p] != graph.sentences[q]:
        return False
    for verb in (p, q):
        if graph.dependents(verb, "nsubj") and graph.relation(verb) in _OWN_CLAUSES:
            return False
        if any(graph.lowered[c] in _OTHER_TIMES for c in graph.dependents(verb, "mark")):
            return False
    return True
