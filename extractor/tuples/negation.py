"""What a caption says is absent, and what it says does not happen."""

from __future__ import annotations

from extractor.links.caption_features import CaptionFeatures

_NEGATIONS = frozenset({"no", "without", "neither"})
_NEGATED_PRONOUNS = frozenset({"nobody", "none", "noone", "nothing"})
_DENIALS = frozenset({"not", "n't", "n\u2019t", "nt", "never", "cannot", "hardly", "without"})
# `not only`, `not just`: said of what is there.
_AFFIRMED_BY = frozenset({"only", "just", "merely", "simply"})
_ALTERNATIVES = frozenset({"or", "nor"})
# Relations of a clause that says what is (not) begun, tried, or meant to be done.
_CONTROLLED = frozenset({"xcomp", "ccomp"})
_OWN_DETERMINERS = ("det", "nummod")


def is_negated(features: CaptionFeatures, i: int) -> bool:
    """Whether the caption says that the noun is absent: ``no people``, ``without a hat``, ``there are not any cars``.

    In a list a negation holds on until a noun has a determiner of its own: ``no stove, no sink and a window``.
    """
    graph = features.graph
    first = graph.first_conjunct(i)
    members = sorted({first, i, *(c for c in graph.dependents(first, "conj") if c < i)})
    negated = False
    for k in members:
        if graph.lowered[k] in _NEGATED_PRONOUNS or _is_marked(features, k):
            negated = True
        elif any(graph.lowered[c] == "nor" for c in graph.dependents(k, "cc")):
            negated = True  # neither the one nor the other
        elif k != first and graph.dependents(k, *_OWN_DETERMINERS):
            negated = False
    return negated or _is_denied_existence(features, graph.heads[first], first)


def is_denied(features: CaptionFeatures, p: int) -> bool:
    """Whether the caption says that an act does not happen: ``is not wearing``, ``never touches``, ``without looking``.

    A denial holds of what is coordinated by ``or`` and ``nor``, and of what the denied verb would have begun or tried.
    What is denied to exist is another matter: see `is_negated`.
    """
    graph = features.graph
    for _ in range(4):
        if _is_denied_here(features, p):
            return not _is_existence(features, p)
        head = graph.heads[p]
        if head < 0:
            return False
        relation = graph.relation(p)
        alternative = relation == "conj" and any(
            graph.lowered[c] in _ALTERNATIVES for c in graph.dependents(p, "cc")
        )
        if not alternative and relation not in _CONTROLLED:
            return False
        p = head
    return False


def _is_marked(features: CaptionFeatures, i: int) -> bool:
    """Whether the noun has a word of absence of its own."""
    graph = features.graph
    return any(graph.lowered[c] in _NEGATIONS for c in graph.dependents(i, "det", "case", "cc", "advmod"))


def _is_denied_here(features: CaptionFeatures, p: int) -> bool:
    graph = features.graph
    for c in graph.dependents(p, "advmod", "aux", "mark", "case", "neg"):
        if graph.lowered[c] in _DENIALS:
            behind = graph.lowered[c + 1] if c + 1 < len(graph.lowered) else ""
            return behind not in _AFFIRMED_BY
    return False


def _is_existence(features: CaptionFeatures, p: int) -> bool:
    return bool(features.graph.dependents(p, "expl"))


def _is_denied_existence(features: CaptionFeatures, p: int, i: int) -> bool:
    """``There are not any people``: the noun of a ``there is`` that is denied."""
    graph = features.graph
    return (
        p >= 0
        and graph.relation(i) == "nsubj"
        and _is_existence(features, p)
        and _is_denied_here(features, p)
    )
