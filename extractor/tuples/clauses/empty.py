"""Predicates that say nothing of their own: others say it, or nobody is told to do anything."""

from __future__ import annotations

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import PredicateDecision


def is_second_name(features: CaptionFeatures, i: int) -> bool:
    """``A man, a violinist, bows``: one, who is named twice."""
    graph, head = features.graph, features.graph.heads[i]
    if graph.relation(i) != "appos" or not 0 <= head < i:
        return False
    if graph.dependents(i, "conj", "cc") or graph.dependents(head, "conj"):
        return False
    behind = graph.phrase(i)[1] + 1
    one = graph.words[i].xpos == graph.words[head].xpos == "NN"
    return one and graph.lowered[head + 1] == "," == "".join(graph.lowered[behind : behind + 1])


def is_told(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """Whether a predicate tells an act or a place, and not only what something is like."""
    is_ = features.verb_lemmas[decision.candidate.index] == "be"
    return not decision.candidate.tacit and not (is_ and all(a.slot == "agent" for a in decision.arguments))


def says_nothing(
    features: CaptionFeatures, decision: PredicateDecision, *, fewer: bool, beside: bool
) -> bool:
    """Whether others say all of it, or it tells what something is: ``It is a photo``, ``is a nurse``.

    Beside an act, what `with` brings in says nothing without a place: ``jumps, with a helmet on``.
    """
    graph, p = features.graph, decision.candidate.index
    if decision.candidate.tacit:
        # `a cap for toddlers`: whom it is for is not in the picture
        return (
            fewer
            or is_second_name(features, p)
            or bool(graph.dependents(p, "cop"))
            or graph.prepositions[p] == "for"
            or (beside and (graph.prepositions[p] == "with" or _has_clause(features, p)))
        )
    if graph.relation(p) == "case":
        return not decision.arguments  # `including a clock`
    return graph.relation(p) == "cop" and features.verb_lemmas[p] == "be"


def _has_clause(features: CaptionFeatures, i: int) -> bool:
    """``a tin of peas whose lid is open``: all is told of what it has."""
    graph = features.graph
    holders = [i, *graph.dependents(i, "nmod")]
    return any(
        graph.relations[c].endswith(":relcl") for holder in holders for c in graph.dependents(holder, "acl")
    )


def is_for_somebody(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``plays for a crowd under a bridge``: for whom it is done, and where it is."""
    graph, p = features.graph, decision.candidate.index
    verb = graph.heads[p]
    if (
        not decision.candidate.tacit
        or graph.prepositions[p] != "for"
        or graph.relation(p) != "obl"
        or verb < 0
    ):
        return False
    if graph.dependents(verb, "obj"):
        return False  # `bakes a pie for a boy in a wheelchair`
    return all(graph.heads[a.index] == verb for a in decision.arguments if a.slot == "locative")


def is_bare_phrase(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``dries it with a towel``, ``a nun in a room with a mirror``: of what a preposition brings in nothing is said."""
    graph, p = features.graph, decision.candidate.index
    if not decision.candidate.tacit or graph.heads[p] < 0 or graph.prepositions[p] in ("", "of"):
        return False
    return graph.relation(p) in ("nmod", "obl") and all(a.slot == "agent" for a in decision.arguments)


def is_said_by_is(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``Two nuns are in a parking lot next to a van``: where they are is said by the verb."""
    graph, p = features.graph, decision.candidate.index
    return decision.candidate.tacit and bool(graph.prepositions[p]) and bool(graph.dependents(p, "cop"))


def is_outcome(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``bangs closed``, ``slamming shut``: how something is behind its verb, and no act of its own."""
    graph, p = features.graph, decision.candidate.index
    behind = graph.relation(p) == "xcomp" and graph.heads[p] == p - 1 and graph.words[p].xpos == "JJ"
    return behind and not graph.children[p] and features.verb_lemmas[p - 1] not in ("be", "get")


def names_act(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``hours of hiking``: whether an act is what a noun before `of` is of."""
    graph, p = features.graph, decision.candidate.index
    of = any(graph.lowered[c] == "of" and graph.heads[p] == c - 1 for c in graph.dependents(p, "mark"))
    return of and not decision.candidate.tacit and graph.relation(p) == "acl"


def without_named(features: CaptionFeatures, decision: PredicateDecision) -> PredicateDecision:
    """The decision without the noun before `of` that the act names: no hours hike."""
    if not names_act(features, decision):
        return decision
    noun = features.graph.heads[decision.candidate.index]
    kept = tuple(a for a in decision.arguments if a.index != noun)
    return decision.having(kept)


def is_whose_it_is(features: CaptionFeatures, i: int, p: int) -> bool:
    """``a nun whose veil is lifted``: the veil is, and not she."""
    graph = features.graph
    if graph.heads[p] != i or not graph.relations[p].endswith(":relcl"):
        return False
    return any(graph.lowered[c] == "whose" for s in graph.dependents(p, "nsubj") for c in graph.children[s])


def is_no_place_alone(features: CaptionFeatures, i: int) -> bool:
    """``the lungs are clear``; ``somewhere in the trees``: the trees are the place."""
    graph, behind = features.graph, i + 1
    if graph.lowered[i] == "somewhere" and behind < len(graph.words):
        return graph.relation(behind) == "case" and graph.heads[behind] > behind
    return graph.words[i].upos == "ADJ"
