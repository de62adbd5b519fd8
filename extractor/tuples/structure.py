"""Arguments that the tree alone decides: subjects, antecedents of relative clauses, agents of passives.

The links are decided pair by pair, and learned from captions in which some of these are rare: a tree that names the
subject of a verb is not to be overruled by that.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision, Slot
from extractor.tuples.noun_phrases import counted_noun

_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_OBJECT_PRONOUNS = frozenset({"that", "which", "who", "whom"})
# Ways to a subject that say who it is (see ``CaptionFeatures.subject``); through other clauses it is a guess.
_SURE_WAYS = frozenset(
    {"direct", "passive", "relative", "acl", "conj.direct", "conj.passive", "conj.relative", "conj.acl"}
)
_QUESTION_TAGS = frozenset({"WP", "WDT"})
# Participles that say how their subject stands: nobody parks the car that is parked.
_POSTURES = frozenset(
    "park dock seat gather tie stack perch place locate situate position mount moor pile crowd huddle bunch".split()
)


def with_structure(features: CaptionFeatures, decision: PredicateDecision) -> list[ArgumentDecision]:
    """The arguments of an overt predicate with those that the tree names and no link found; they are as sure as it."""
    arguments = list(decision.arguments)
    p = decision.candidate.index
    if decision.candidate.tacit:
        return arguments
    arguments = _with_by_agents(features, p, arguments)
    for noun, slot in (_subject(features, p), _object_antecedent(features, p)):
        noun = _counted(features, noun)
        known = {a.index for a in arguments} | {features.antecedents.get(a.index, -1) for a in arguments}
        is_known = noun in known or features.antecedents.get(noun, noun) in known
        if noun >= 0 and not is_known and not any(a.slot == slot for a in arguments):
            arguments.append(
                ArgumentDecision(index=noun, slot=slot, kind=None, confidence=decision.confidence)
            )
    return arguments


def _counted(features: CaptionFeatures, i: int) -> int:
    """What a count or measure word counts (``a group of people``), or the noun itself."""
    counted = counted_noun(features.graph, i) if i >= 0 else -1
    return counted if counted is not None and counted >= 0 else i


def _with_by_agents(
    features: CaptionFeatures, p: int, arguments: Sequence[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``surrounded by trees``: the tree tells a by-phrase of the agent from one of place."""
    graph = features.graph
    agents = {c for c in graph.children[p] if graph.relations[c] == "obl:agent"}
    return [dataclasses.replace(a, slot="agent", kind=None) if a.index in agents else a for a in arguments]


def _subject(features: CaptionFeatures, p: int) -> tuple[int, Slot]:
    graph = features.graph
    noun, way = features.subject(p)
    if noun < 0 or way not in _SURE_WAYS or graph.words[noun].upos not in _NOMINAL:
        return -1, "agent"
    infinitive = any(graph.lowered[c] == "to" for c in graph.dependents(p, "mark"))
    if infinitive or graph.words[noun].xpos in _QUESTION_TAGS:
        return -1, "agent"  # a fork to eat with, what to do
    is_acted_upon = features.is_passive(p) and features.verb_lemmas[p] not in _POSTURES
    return noun, "patient" if is_acted_upon else "agent"


def _object_antecedent(features: CaptionFeatures, p: int) -> tuple[int, Slot]:
    """``the cart that the man pushes``, ``the cart the man pushes``: the noun of an object relative."""
    graph = features.graph
    if graph.relations[p] != "acl:relcl" or features.is_passive(p):
        return -1, "patient"
    subjects = graph.dependents(p, "nsubj")
    objects = graph.dependents(p, "obj")
    own_subject = any(graph.lowered[c] not in _OBJECT_PRONOUNS for c in subjects)
    pronoun = any(graph.lowered[c] in _OBJECT_PRONOUNS for c in objects)
    stranded = any(graph.words[c].upos in ("ADP", "ADV") for c in graph.children[p])
    if own_subject and (pronoun or (not objects and not stranded)):
        noun = graph.heads[p]
        if noun >= 0 and graph.words[noun].upos in _NOMINAL:
            return noun, "patient"
    return -1, "patient"
