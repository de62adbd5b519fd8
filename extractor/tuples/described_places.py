"""Where somebody or something is that a participle describes: ``A nun wearing a hat sings near a gate``.

What somebody has and wears, and how something is, is so wherever that one is.
"""

from __future__ import annotations

from collections.abc import Sequence

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision
from extractor.tuples.clauses.words import STANDING, STAYING, in_place
from extractor.tuples.shared_places import PUTTING, actors_of

_HAVING = frozenset({"carry", "have", "hold", "miss", "wear"})
# Where somebody is, whatever is done to things there.
_BESIDE = frozenset("along at behind beside in-front-of near next-to outside under underneath".split())
_AT = _BESIDE | {"above", "among", "below", "beneath", "between", "by", "in", "inside", "on", "on-top-of"}
# By these something is said of how a thing is; others tell where or when it was made so.
_OF_STATES = frozenset({"", "by", "into", "of", "to", "with"})
_HOW_THINGS_ARE = frozenset({"behind", "below", "down", "inside", "out", "underneath", "up"})


def with_places_of_described(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """The decisions with the places of the acts of whom or what their participles describe.

    Args:
        features: The caption.
        decisions: Its predicates.
    """
    told = {d.candidate.index: d for d in decisions if not d.candidate.tacit}
    result = []
    for decision in decisions:
        if decision.candidate.tacit:
            result.append(_with_adverb(features, decision))
            continue
        above = _act_above(features, decision)
        if above in told:
            found = {a.index for a in decision.arguments}
            more = _places(features, told[above], having=not features.is_passive(decision.candidate.index))
            decision = decision.having((*decision.arguments, *(a for a in more if a.index not in found)))
        result.append(decision)
    return result


def _with_adverb(features: CaptionFeatures, decision: PredicateDecision) -> PredicateDecision:
    """``collar up``, ``one up and one down``: the adverb behind a single thing of which nothing else is told."""
    graph, p = features.graph, decision.candidate.index
    if graph.words[p].xpos not in ("NN", "CD", "DT") or any(a.slot != "agent" for a in decision.arguments):
        return decision
    how = [c for c in graph.dependents(p, "advmod") if c == p + 1 and graph.lowered[c] in _HOW_THINGS_ARE]
    return decision.having((*decision.arguments, *(in_place(c) for c in how)))


def _act_above(features: CaptionFeatures, decision: PredicateDecision) -> int:
    """What is done by whom a participle describes as having, wearing or being something; -1 for others."""
    graph, p = features.graph, decision.candidate.index
    thing = graph.heads[p]
    if graph.relation(p) != "acl" or thing < 0 or graph.relation(thing) != "nsubj":
        return -1
    if graph.first_conjunct(thing) not in actors_of(features, decision):
        return -1  # `a boat, its name painted over`
    if graph.words[p].xpos == "VBN":
        if graph.relations[p] != "acl" or not _is_state(features, p):
            return -1
    elif features.verb_lemmas[p] not in _HAVING or graph.words[p].xpos not in ("VBG", "VBZ"):
        return -1
    return graph.heads[thing]


def _is_state(features: CaptionFeatures, p: int) -> bool:
    """Whether a participle says how something is, and neither when nor by whom it was made so."""
    graph = features.graph
    own = graph.dependents(p, "obl", "nmod")
    return all(graph.prepositions[c] in _OF_STATES and features.supersenses[c] != "time" for c in own)


def _places(
    features: CaptionFeatures, decision: PredicateDecision, *, having: bool
) -> list[ArgumentDecision]:
    graph, p = features.graph, decision.candidate.index
    stays = features.verb_lemmas[p] in STAYING | STANDING
    done = bool(graph.dependents(p, "obj"))
    if not (having or stays) or (done and features.verb_lemmas[p] in PUTTING):
        return []
    at = _AT if stays else _BESIDE
    return [
        a
        for a in decision.arguments
        if a.slot == "locative"
        and a.kind != "temporal"
        and a.index > p
        and graph.written_prepositions[a.index] in at
        and features.noun_classes[a.index] not in ("body_part", "clothing")
    ]
