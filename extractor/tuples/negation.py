"""What a caption says is absent, and what it says does not happen."""

from __future__ import annotations

from extractor.links.caption_features import CaptionFeatures

_NEGATIONS = frozenset({"no", "without", "neither"})
_NEGATED_PRONOUNS = frozenset({"neither", "nobody", "none", "noone", "nothing"})
_DENIALS = frozenset({"not", "n't", "n\u2019t", "nt", "never", "cannot", "hardly", "without"})
# `not only`, `not just`: said of what is there; and `no people, only chairs`.
_AFFIRMED_BY = frozenset({"only", "just", "merely", "simply"})
_BUT = "but"
# Verbs that say of the infinitive behind them that it is not done.
_FAILING = frozenset({"decline", "fail", "forget", "neglect", "refuse"})
# Verbs that say of the participle behind `from` that it is not done: `keeps a raft from drifting`.
KEEPING = frozenset("discourage hinder hold keep prevent protect stop".split())
_ALTERNATIVES = frozenset({"or", "nor"})
# Relations of a clause that says what is (not) begun, tried, or meant to be done.
_CONTROLLED = frozenset({"xcomp", "ccomp"})
_OWN_DETERMINERS = ("det", "nummod")


def is_negated(features: CaptionFeatures, i: int) -> bool:
    """Whether the caption says that the noun is absent: ``no people``, ``without a hat``, ``there are not any cars``.

    In a list a negation holds on until a noun has a determiner of its own, ``no stove, no sink and a window``, or is
    said to be there all the same: ``no boats, only gulls``, ``not a boat but a gull``.
    """
    graph = features.graph
    first = graph.first_conjunct(i)
    members = sorted({first, i, *(c for c in graph.dependents(first, "conj") if c < i)})
    negated = bool(affirmed_objects(features, graph.heads[first], first))
    for k in members:
        if graph.lowered[k] in _NEGATED_PRONOUNS or _is_marked(features, k):
            negated = True
        elif any(graph.lowered[c] == "nor" for c in graph.dependents(k, "cc")):
            negated = True  # neither the one nor the other
        elif k != first and (graph.dependents(k, *_OWN_DETERMINERS) or _is_affirmed(features, k)):
            negated = False
    return negated or _is_denied_existence(features, graph.heads[first], first)


def is_denied(features: CaptionFeatures, p: int) -> bool:
    """Whether the caption says that an act does not happen: ``is not wearing``, ``never touches``, ``without looking``.

    A denial holds of what is coordinated by ``or`` and ``nor``, and of what the denied verb would have begun or tried.
    What is denied to exist is another matter: see `is_negated`.
    """
    graph = features.graph
    if graph.relation(p) == "cop" and graph.heads[p] >= 0:
        p = graph.heads[p]  # of `is not on the bed` the tree's head is the bed
        if affirmed_places(features, p):
            return False
    if any(affirmed_objects(features, p, c) for c in graph.dependents(p, "obj")):
        return False
    for _ in range(4):
        if _is_denied_here(features, p):
            return not _is_existence(features, p)
        if _is_too_much(features, p) or _is_failed(features, p) or _is_kept_from(features, p):
            return True
        head = graph.heads[p]
        if head < 0:
            return False
        relation = graph.relation(p)
        alternative = relation == "conj" and any(
            graph.lowered[c] in _ALTERNATIVES for c in graph.dependents(p, "cc")
        )
        if relation == "conj" and any(graph.lowered[c] == "rather" for c in graph.dependents(p, "cc")):
            return True  # `walks rather than runs`
        if not alternative and relation not in _CONTROLLED:
            return False
        p = head
    return False


def _is_too_much(features: CaptionFeatures, p: int) -> bool:
    """``too blurry to read``, ``too heavy to carry``: what is too much for it does not happen."""
    graph, head = features.graph, features.graph.heads[p]
    if graph.relation(p) not in ("advcl", "xcomp", "ccomp", "acl") or head < 0 or head > p:
        return False
    if not any(graph.lowered[c] == "to" for c in graph.dependents(p, "mark")):
        return False
    return any(graph.lowered[c] == "too" and c < head for c in graph.dependents(head, "advmod"))


def _is_failed(features: CaptionFeatures, p: int) -> bool:
    """``fails to catch a ball``, ``refuses to get up``: what is not done, though no word denies it."""
    graph, head = features.graph, features.graph.heads[p]
    if any(features.verb_lemmas[c] in _FAILING for c in graph.dependents(p, "aux")):
        return True  # a verb of trying, whose act is the one behind it
    if graph.relation(p) not in _CONTROLLED or head < 0 or features.verb_lemmas[head] not in _FAILING:
        return False
    return any(graph.lowered[c] == "to" for c in graph.dependents(p, "mark"))


def _is_kept_from(features: CaptionFeatures, p: int) -> bool:
    """``A beam keeps the wall from falling``: it does not fall; but it does where nothing can keep it from that.

    What something is for may happen all the same: ``ties the dog to keep it from running off``.
    """
    graph, head = features.graph, features.graph.heads[p]
    if graph.words[p].xpos != "VBG" or head < 0 or features.verb_lemmas[head] not in KEEPING:
        return False
    if [graph.lowered[c] for c in graph.dependents(p, "mark")] != ["from"] or graph.words[head].xpos == "VB":
        return False
    subjects = graph.dependents(head, "nsubj")
    nobody = any(graph.lowered[c] in _NEGATED_PRONOUNS or is_negated(features, c) for c in subjects)
    return not nobody and not _is_denied_here(features, head)


def affirmed_places(features: CaptionFeatures, place: int) -> list[int]:
    """Where something is in place of a place that is denied: ``is not on the bed but under it``; mostly empty."""
    graph = features.graph
    if not _is_denied_here(features, place):
        return []
    return [c for c in graph.dependents(place, "conj") if _is_affirmed(features, c)]


def affirmed_objects(features: CaptionFeatures, p: int, denied: int) -> list[int]:
    """What is acted upon in place of an object that is denied: ``is not holding a bat but a broom``; mostly empty."""
    graph = features.graph
    if p < 0 or graph.relation(denied) != "obj" or not _is_denied_here(features, p):
        return []
    return [c for c in graph.dependents(denied, "conj") if _is_affirmed(features, c)]


def _is_affirmed(features: CaptionFeatures, i: int) -> bool:
    """Whether a noun of a list is said to be there, though what stands before it is not."""
    graph = features.graph
    but = any(graph.lowered[c] == _BUT for c in graph.dependents(i, "cc"))
    return but or any(graph.lowered[c] in _AFFIRMED_BY for c in graph.dependents(i, "advmod"))


def _is_marked(features: CaptionFeatures, i: int) -> bool:
    """Whether the noun has a word of absence of its own."""
    graph = features.graph
    if any(graph.lowered[c] in _NEGATIONS for c in graph.dependents(i, "det", "case", "cc", "advmod")):
        return True
    # `holds a fork, not a knife`; of a clause, `is not a nurse`, the denial is another matter.
    denied = any(
        graph.lowered[c] == "not" and graph.lowered[c + 1] not in _AFFIRMED_BY
        for c in graph.dependents(i, "advmod", "cc")
        if c < i
    )
    return denied and not graph.dependents(i, "cop", "nsubj")


def _is_denied_here(features: CaptionFeatures, p: int) -> bool:
    graph = features.graph
    if graph.words[p].upos == "VERB" and any(
        graph.lowered[c] == "neither" for c in graph.dependents(p, "advmod", "cc")
    ):
        return True
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
