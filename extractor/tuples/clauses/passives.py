"""Who acts and what is acted upon in the passive, and what stands how it is: `parked by a curb`."""

from __future__ import annotations

import dataclasses

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, Slot
from extractor.syntax.mending.vocabulary import SURROUNDING, VEHICLES
from extractor.tuples.clauses.words import (
    ARGUMENTS,
    COVERING,
    GIVING,
    PEOPLE,
    STATES,
    argument_of,
    in_slot,
    is_own_part,
    is_somebody,
    place_kind,
)

# `covered in mud`, and not in a barn.
_PLACES = frozenset({"building", "location", "room", "structure", "way"})
# `piled with melons`, but not `piled by a wall`.
_HEAPED = frozenset({"drape", "heap", "pile", "scatter", "stack"})
# `carved with vines`, but not `carved with a knife`.
_MARKED = frozenset("carve emboss engrave etch hem inscribe patch scribble stamp stiffen tattoo".split())
# What stands so is beside what `by` brings in, unless that is somebody.
_BESIDE = frozenset(
    """anchor chain crouch display dock gather huddle lay lean locate lock lodge moor nestle park perch place pose
    position seat situate squat stack station tether tie""".split()
)
_DONE_BY_VEHICLES = frozenset("carry chase drag follow haul hit lift lead pass pull push strike tow".split())


def with_passive_subject(
    features: CaptionFeatures, p: int, subject: int, own: set[int], arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """The arguments with the subject of a passive as a patient, or as the agent of a state, and with who did it.

    Args:
        features: The caption.
        p: The participle.
        subject: Its subject.
        own: The subject and what is listed with it.
        arguments: As decided.
    """
    agents = _agents(features, p, taken={a.index for a in arguments if a.slot == "agent"})
    agents = agents or _agents_of_last(features, p)
    state = (features.verb_lemmas[p] in STATES or _is_spread(features, p, subject)) and not agents
    result = [_as_means(features, p, a, agents) for a in arguments]
    if agents:
        result = _with_agents(result, agents, own)
    elif not any(a.slot == "agent" and a.index in own for a in result):
        result = [a for a in result if a.slot != "agent" or _is_near(features, p, a.index)]
    else:  # `A jar that nobody opens is passed around`
        result = [
            a for a in result if a.slot != "agent" or a.index in own or not _is_other(features, p, a.index)
        ]
    if state and not is_going_on(features, p):
        result = [
            _as_of_state(features, p, a, own)
            for a in result
            if a.slot != "patient"
            or a.index in own
            or features.graph.heads[features.graph.first_conjunct(a.index)] == p
            or features.graph.written_prepositions[a.index] == "in"
        ]
    if not any(a.index in own for a in result):
        slot: Slot = "agent" if state else "patient"
        # Another noun that the links took for the one that is acted upon, or stands so.
        result = [a for a in result if a.slot != slot or features.graph.heads[a.index] == p]
        result.append(argument_of(subject, slot))
    if features.graph.heads[subject] == p:  # `cups, each filled with tea`
        result = [a for a in result if a.slot != "patient" or a.index != features.graph.heads[p]]
    if not state and not agents and _is_said(features, p, subject):
        result = [in_slot(a, "patient") if a.index in own and a.slot == "agent" else a for a in result]
    return result


def without_object_above(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``holds a bat while being watched``: nobody watches the bat, but who holds it."""
    graph = features.graph
    above = graph.heads[p]
    if graph.relation(p) != "advcl" or not is_going_on(features, p) or graph.dependents(p, "nsubj"):
        return arguments
    objects = {c for o in graph.dependents(above, "obj") for c in (o, *graph.dependents(o, "conj"))}
    return [a for a in arguments if a.slot != "patient" or a.index not in objects]


def is_going_on(features: CaptionFeatures, p: int) -> bool:
    """``being watched``."""
    return any(features.graph.lowered[c] == "being" for c in features.graph.children[p])


def _is_spread(features: CaptionFeatures, p: int, subject: int) -> bool:
    """``a rug stretched across a loom``, ``a towel wrapped around her head``: where it is, and not ``his arms``."""
    graph = features.graph
    if features.verb_lemmas[p] == "stretch" and not graph.dependents(p, "aux"):
        return features.noun_classes[subject] != "body_part"
    own = any(graph.words[c].xpos == "PRP$" for c in graph.children[subject])
    around = any(graph.written_prepositions[c] == "around" for c in graph.dependents(p, "obl"))
    return features.verb_lemmas[p] == "wrap" and around and not own


def _agents_of_last(features: CaptionFeatures, p: int) -> set[int]:
    """``is cut, wrapped and weighed by a machine``: who does the last of passives that stand side by side does all."""
    graph = features.graph
    if features.verb_lemmas[p] in STATES:
        return set()
    for c in graph.dependents(graph.first_conjunct(p), "conj"):
        if c <= p or graph.words[c].xpos != "VBN" or features.verb_lemmas[c] in STATES:
            continue
        between = range(p + 1, c)
        beside = all(
            graph.words[k].upos in ("CCONJ", "PUNCT") or graph.words[k].xpos == "VBN" for k in between
        )
        if beside and any(graph.relations[k] == "obl:agent" for k in graph.dependents(c, "obl")):
            return _agents(features, c, taken=set())
    return set()


def _agents(features: CaptionFeatures, p: int, taken: set[int]) -> set[int]:
    """Who did it, by `by`; and what surrounds something, by `with`, too."""
    graph = features.graph
    phrases = graph.dependents(p, "obl")
    # `hit with a racket by a girl`: whatever the tree has hung her on
    phrases += [
        c for k in phrases for c in graph.dependents(k, "nmod") if features.supersenses[c] == "person"
    ]
    phrases = [c for c in phrases if graph.words[c].upos in ARGUMENTS]
    by = [c for c in phrases if _is_agent(features, p, c, taken=c in taken)]
    if not any(is_somebody(features, c) for c in by):  # `painted with a roller by two men`
        by += [c for c in phrases if _is_surrounding(features, p, c)]
    return {agent for c in by for agent in (c, *graph.dependents(c, "conj"))}


def _is_agent(features: CaptionFeatures, p: int, i: int, *, taken: bool) -> bool:
    graph, lemma = features.graph, features.verb_lemmas[p]
    if graph.prepositions[i] != "by" or is_own_part(features, i):
        return False
    return (
        (graph.relations[i] == "obl:agent" and lemma not in _BESIDE)  # `parked by a wall`
        or features.supersenses[i] in (PEOPLE - {"animal"} if lemma in _BESIDE else PEOPLE)
        or (features.noun_lemmas[i] in VEHICLES and lemma in _DONE_BY_VEHICLES)
        or (taken and lemma not in STATES)
    )


def _is_surrounding(features: CaptionFeatures, p: int, i: int) -> bool:
    """``covered with snow``, ``covered in mud``, ``a ring set with a pearl``; not ``lined up with their labels``."""
    graph, lemma = features.graph, features.verb_lemmas[p]
    right_behind = p + 1 in graph.dependents(graph.first_conjunct(i), "case", "mark")
    if graph.written_prepositions[i] == "with" and graph.dependents(i, "acl") and not right_behind:
        return False  # `painted red with a boy leaning on it`
    if graph.written_prepositions[i] == "in" and "in" in _words_behind(features, p):
        place = features.supersenses[i] in ("location", "time") or features.noun_classes[i] in _PLACES
        place &= features.supersenses[i] not in ("phenomenon", "substance")  # `snow`
        return lemma in COVERING and not place
    if graph.prepositions[i] == "with" and lemma == "set":
        return not graph.dependents(p, "compound") and not graph.dependents(i, "acl")
    if graph.written_prepositions[i] == "with" and lemma in _MARKED:
        return features.noun_classes[i] not in ("device", "tool")
    if graph.written_prepositions[i] == "with" and lemma == "hang":
        return right_behind  # `trees hung with lanterns`
    if graph.lowered[p] == "ringed":  # and not as a bell is rung
        return graph.prepositions[i] in ("by", "with")
    if graph.prepositions[i] == "with" and lemma in _HEAPED:
        return lemma != "stack" or graph.words[i].xpos == "NNS"  # `pancakes stacked with syrup`
    if graph.prepositions[i] == "with" and lemma in ("carve", "hang"):
        return graph.words[i].xpos == "NNS"  # `hung with lamps`, and not with a nail
    lined_up = lemma == "line" and any(graph.lowered[c] == "up" for c in graph.dependents(p, "compound"))
    return graph.prepositions[i] in ("by", "with") and lemma in SURROUNDING and not lined_up


def _words_behind(features: CaptionFeatures, p: int) -> list[str]:
    """The word right behind a participle and its particle: ``decked out in``."""
    graph = features.graph
    behind = p + 2 if graph.lowered[p + 1 : p + 2] == ["out"] else p + 1
    return graph.lowered[behind : behind + 1]


def _as_means(features: CaptionFeatures, p: int, a: ArgumentDecision, agents: set[int]) -> ArgumentDecision:
    """``hit in the face with a pie``, ``held by its edge``: what nobody is who did it is a place of a kind."""
    if a.slot != "agent" or a.index in agents or features.graph.heads[a.index] != p:
        return a
    preposition = features.graph.written_prepositions[a.index]
    means = (preposition == "with" and features.verb_lemmas[p] not in GIVING) or (
        preposition == "by" and is_own_part(features, a.index)
    )
    return dataclasses.replace(a, slot="locative", kind="object") if means else a


def _with_agents(
    arguments: list[ArgumentDecision], agents: set[int], own: set[int]
) -> list[ArgumentDecision]:
    """The arguments with those who did it as the agents, and the subject as a patient."""
    found = {a.index for a in arguments}
    result = [in_slot(a, "agent") if a.index in agents else a for a in arguments]
    result += [argument_of(c, "agent") for c in sorted(agents - found)]
    return [
        in_slot(a, "patient") if a.index in own and a.slot == "agent" else a
        for a in result
        if a.slot != "agent" or a.index in agents | own
    ]


def _is_near(features: CaptionFeatures, p: int, i: int) -> bool:
    """Whether a word may have done it whom no `by` brings in: nobody far away."""
    return i == p - 1 or (features.graph.heads[i] == p and features.graph.prepositions[i] != "with")


def _is_other(features: CaptionFeatures, p: int, i: int) -> bool:
    """Whether a word is the subject of another verb."""
    return features.graph.relation(i) == "nsubj" and features.graph.heads[i] != p


def _as_of_state(features: CaptionFeatures, p: int, a: ArgumentDecision, own: set[int]) -> ArgumentDecision:
    """How something stands: it is the subject that stands so, and what it is parked by is a place."""
    graph = features.graph
    if a.slot == "agent" and graph.prepositions[a.index] == "by" and graph.heads[a.index] == p:
        return dataclasses.replace(a, slot="locative", kind=place_kind(features, a.index))
    return in_slot(a, "agent") if a.index in own and a.slot == "patient" else a


def _is_said(features: CaptionFeatures, p: int, subject: int) -> bool:
    """Whether the passive is written out, or says of a thing what is done to it."""
    graph = features.graph
    # `is opened and closed`
    verbs = (p, graph.first_conjunct(p)) if graph.words[p].xpos == "VBN" else (p,)
    return any(graph.relations[c] == "aux:pass" for verb in verbs for c in graph.children[verb]) or (
        graph.relation(p) == "acl"
        and graph.words[p].xpos == "VBN"
        and graph.prepositions[subject] != "with"
        and not is_somebody(features, subject)
    )
