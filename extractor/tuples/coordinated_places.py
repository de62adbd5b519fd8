"""Where several verbs of one subject tell of: ``In a yard a nun climbs a ladder and picks pears``.

What stands before a subject, or behind it, is said of all that its verbs tell, one after the other. What stands behind
the last verb is said of that one, but where many do several things at the same time.
"""

from __future__ import annotations

from collections.abc import Sequence

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision
from extractor.tuples.clauses.words import THINGS
from extractor.tuples.shared_places import actors_of

# Where somebody is, or when it is.
_WHERE = frozenset(
    """above across-from after ahead-of amid among around at atop before behind below beneath beside between beyond by
    close-to during far-from high-above in in-front-of inside near next-to on on-top-of opposite outside under
    underneath""".split()
)
# And what they go along together.
_WAYS = frozenset("across along over through".split())
_DENIED = frozenset({"not", "n't", "never"})
# What may be told of one act of many, which then has its own place or way.
_TOLD_OF_ACTS = ("advcl", "advmod", "ccomp", "compound", "iobj", "obl", "xcomp")


def with_places_of_coordination(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """The decisions with the places that verbs listed with theirs have.

    Args:
        features: The caption.
        decisions: Its predicates.
    """
    told = {d.candidate.index: d for d in decisions if not d.candidate.tacit}
    lists: dict[int, list[int]] = {}
    for p in told:
        lists.setdefault(_first_act(features, p), []).append(p)
    missed: dict[int, list[ArgumentDecision]] = {}
    for first, acts in lists.items():
        if first not in told or len(acts) < 2:
            continue
        before = _places_before(features, told[first])
        listed = [p for p in acts if p != first and _is_listed(features, told[first], told[p])]
        at_once = _acts_at_once(features, first)
        behind = _places_behind(features, told[at_once[-1]]) if at_once and at_once[-1] in told else []
        missed |= {p: [*before] for p in listed}
        for p in {first, *listed}.intersection(at_once):
            missed[p] = [*missed.get(p, ()), *behind]
    result = []
    for decision in decisions:
        found = {a.index for a in decision.arguments}
        more = [] if decision.candidate.tacit else missed.get(decision.candidate.index, [])
        result.append(decision.having((*decision.arguments, *(a for a in more if a.index not in found))))
    return result


def _first_act(features: CaptionFeatures, p: int) -> int:
    """The first of the acts of one subject that a verb is listed with, or the verb itself."""
    graph = features.graph
    while graph.relation(p) == "conj" and graph.heads[p] >= 0 and not graph.dependents(p, "nsubj", "expl"):
        p = graph.heads[p]
    return p


def _is_listed(features: CaptionFeatures, first: PredicateDecision, second: PredicateDecision) -> bool:
    """Whether a second act is one more of who does the first."""
    graph, p = features.graph, second.candidate.index
    if graph.dependents(p, "nsubj", "expl", "cop") or any(
        graph.lowered[c] in _DENIED for c in graph.children[p]
    ):
        return False
    if graph.words[p].xpos == "VBG" != graph.words[first.candidate.index].xpos and not graph.dependents(
        p, "aux"
    ):
        return False  # `where a crane fell, hurting two`
    actors = actors_of(features, second)
    return bool(actors) and actors == actors_of(features, first)


def _places_before(features: CaptionFeatures, decision: PredicateDecision) -> list[ArgumentDecision]:
    """``Before the game``, ``the boats in the harbor``: where and when, told before or behind the subject.

    Of participles it is what was told of the clause before them: ``sit on a deck, sipping tea and chatting``.
    """
    graph, p = features.graph, decision.candidate.index
    subject = min(graph.dependents(p, "nsubj"), default=-1)
    behind = graph.words[p].xpos == "VBG" and graph.relation(p) == "advcl" and subject < 0

    def is_told(place: int) -> bool:
        above = graph.heads[graph.first_conjunct(place)]
        return behind or (above == p and place < subject) or above == subject >= 0

    return [
        a
        for a in decision.arguments
        if a.slot == "locative" and a.index < p and _is_where(features, a.index) and is_told(a.index)
    ]


def _is_where(features: CaptionFeatures, i: int) -> bool:
    preposition = features.graph.written_prepositions[i]
    if features.graph.lowered[i] == "where":
        return i in features.antecedents
    return preposition in _WHERE or preposition.partition("-")[0] in ("at", "in", "on")


def _acts_at_once(features: CaptionFeatures, first: int) -> list[int]:
    """The acts of a list that many do at the same time; none where they are told one after the other.

    ``Guests sip wine and eat cake in a garden``: of one guest it would be told so.
    """
    graph = features.graph
    acts = [first, *(c for c in graph.dependents(first, "conj") if graph.words[c].upos == "VERB")]
    if any(graph.words[c].xpos != "VBP" for c in acts) or any(
        graph.dependents(c, "nsubj", "mark", "aux") for c in acts[1:]
    ):
        return []
    return acts if all(_is_bare(features, c) for c in acts[:-1]) else []


def _is_bare(features: CaptionFeatures, p: int) -> bool:
    """Whether nothing more is told of an act than what things it is done to: ``stretch``, ``fry onions``."""
    graph = features.graph
    if any(c > p for c in graph.dependents(p, *_TOLD_OF_ACTS)):
        return False
    things = [d for c in graph.dependents(p, "obj") for d in (c, *graph.dependents(c, "conj"))]
    return all(
        graph.words[c].upos in THINGS and not graph.dependents(c, "det", "nmod", "acl") for c in things
    )


def _places_behind(features: CaptionFeatures, decision: PredicateDecision) -> list[ArgumentDecision]:
    """Where the last act of a list is, and where what it is in is: ``in a lot behind a school``."""
    graph, p = features.graph, decision.candidate.index
    places = {a.index for a in decision.arguments if a.slot == "locative"}
    return [
        a
        for a in decision.arguments
        if a.index in places
        and a.index > p
        and graph.heads[graph.first_conjunct(a.index)] in {p, *places}
        and (_is_where(features, a.index) or graph.written_prepositions[a.index] in _WAYS)
    ]
