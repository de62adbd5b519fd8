"""Predicates that the links found, and that the tree says are none: names, states, and what is said of another."""

from __future__ import annotations

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision
from extractor.syntax.mending.vocabulary import PARTS
from extractor.tuples.clauses.places import is_where, places_of
from extractor.tuples.clauses.words import CONFIDENCE, NO_PLACES, PLACES, THINGS, is_respect, place_kind

# What somebody is so about, and not where: `interested in a toy`.
_ABOUT = frozenset("engaged experienced fluent interested involved rich skilled uninterested".split())


def is_none(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """Whether the tree says that there is no such predicate."""
    p = decision.candidate.index
    if decision.candidate.tacit:
        rules_of_tacit = (
            _is_time,
            _is_where_owner_is,
            _is_had_by_what_is,
            _is_told_by_parts,
            _tells_a_state,
            _is_placed_by_verb,
        )
        return any(rule(features, decision) for rule in rules_of_tacit)
    rules = (_is_listed_noun, caused, _is_participle_of_name, _is_made_of, is_likeness, _has_article)
    return any(rule(features, p) for rule in rules)


def _is_time(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``line a street during the day in a city``: no day is in a city."""
    p = decision.candidate.index
    is_below = features.graph.heads[p] >= 0 and features.graph.relation(p) in ("nmod", "obl")
    return is_below and features.supersenses[p] == "time" and bool(features.graph.prepositions[p])


def _is_listed_noun(features: CaptionFeatures, p: int) -> bool:
    """Whether a plural stands in a list of objects: ``dries dishes and boxes``; nobody boxes."""
    graph = features.graph
    first = graph.first_conjunct(p)
    return (
        first != p
        and graph.words[p].xpos == "NNS"
        and graph.relation(first) == "obj"
        and not graph.dependents(p, "obj", "obl")
    )


def caused(features: CaptionFeatures, p: int) -> list[int]:
    """What somebody gets or has done: ``gets his hair cut``; another does it, and nobody gets anything."""
    graph = features.graph
    if features.verb_lemmas[p] not in ("get", "have"):
        return []
    return [
        c
        for c in graph.dependents(p, "ccomp")
        if graph.words[c].xpos == "VBN" and any(p < s < c for s in graph.dependents(c, "nsubj"))
    ]


def _is_participle_of_name(features: CaptionFeatures, p: int) -> bool:
    """Whether a participle stands right before its noun: ``a cup holder and carrying case``; it carries nothing."""
    graph = features.graph
    described = graph.relation(p) == "amod"  # `a curved river`
    if not described and (graph.relation(p) != "compound" or graph.words[p].xpos not in ("VBG", "VBN")):
        return False
    return graph.heads[p] > p and not graph.children[p]


def _is_made_of(features: CaptionFeatures, p: int) -> bool:
    """``The boxes are made of tin and stand in a corner``: of what they are, and nobody makes them."""
    graph = features.graph
    if features.verb_lemmas[p] != "make" or not graph.dependents(p, "nsubj") or not features.is_passive(p):
        return False
    said = {graph.prepositions[c] for c in graph.dependents(p, "obl")}
    return bool(said & {"from", "of"}) and "by" not in said


def is_likeness(features: CaptionFeatures, p: int) -> bool:
    """``looks like a thread``, ``looks as if it were new``, ``each shaped like a fan``: how something is."""
    lemma = features.verb_lemmas[p]
    if lemma not in ("look", "shape"):
        return False
    behind = features.graph.lowered[p + 1 : p + 3]
    if lemma == "shape":
        return behind[:1] == ["like"] and features.graph.relation(p) != "acl"
    return behind[:1] == ["like"] or behind in (["as", "if"], ["as", "though"])


def _has_article(features: CaptionFeatures, p: int) -> bool:
    """``A red drink with a straw``: what has an article is a thing, however much it looks like an act."""
    graph = features.graph
    articles = [c for c in graph.dependents(p, "det") if graph.lowered[c] in ("a", "an", "the")]
    return graph.words[p].upos == "NOUN" and bool(articles) and articles[0] < p


def _is_where_owner_is(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``A van with its lights on is on a road``: what `is` says of the van is not said of its lights."""
    graph, i = features.graph, decision.candidate.index
    owner = graph.heads[graph.first_conjunct(i)]
    places = [a.index for a in decision.arguments if a.slot == "locative"]
    if owner < 0 or graph.written_prepositions[i] != "with" or not places:
        return False
    return all(owner in graph.dependents(c, "nsubj") and graph.dependents(c, "cop") for c in places)


def _is_had_by_what_is(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``A hut with red walls is on a hill``: what has a predicate of its own is not said to have anything."""
    graph, i = features.graph, decision.candidate.index
    if graph.relation(i) != "nsubj" or any(a.slot == "locative" for a in decision.arguments):
        return False
    return bool(graph.dependents(graph.heads[i], "cop") and said_by_is(features, graph.heads[i]))


def _is_told_by_parts(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``Two ducks, one sleeping``: nothing is told of both."""
    graph, i = features.graph, decision.candidate.index
    acts = graph.dependents(i, "acl", "parataxis")
    parts = any(is_part_aside(features, s, c) for c in acts for s in graph.dependents(c, "nsubj"))
    return parts and all(a.index == i for a in decision.arguments)


def _tells_a_state(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``A bus with its door open``: how the door is, and not that the bus has one."""
    graph = features.graph
    had = [a.index for a in decision.arguments if a.slot == "patient"]
    had = had or graph.dependents(decision.candidate.index, "nmod")
    if any(a.slot == "locative" for a in decision.arguments):
        return False
    states = [c for i in had for c in graph.dependents(i, "amod") if c > i and not graph.dependents(c, "obl")]
    return bool(states) and all(graph.written_prepositions[i] in ("of", "with") for i in had)


def _is_placed_by_verb(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``puts a cup on a tray and a spoon on a plate``: each place is told by the verb, and the spoon has no other."""
    graph, i = features.graph, decision.candidate.index
    first = graph.first_conjunct(i)
    if first == i or graph.relation(first) != "obj":
        return False
    places = graph.dependents(graph.heads[first], "obl")
    of_second = [a.index for a in decision.arguments if a.slot == "locative"]
    if not any(first < k < i for k in places) or not of_second:
        return False
    return all(k > i and k in places for k in of_second)


def is_part_aside(features: CaptionFeatures, i: int, p: int) -> bool:
    """``Six cups on a shelf, one of them broken``: some of what was named, behind a comma."""
    graph = features.graph
    aside = graph.relation(p) in ("acl", "advcl", "parataxis") and graph.lowered[i - 1] == ","
    return aside and i > 0 and graph.lowered[i] in PARTS and graph.words[i].upos != "NOUN"


def said_by_is(features: CaptionFeatures, i: int) -> list[ArgumentDecision]:
    """The places that an ``is`` says by what it stands at: ``is on a chair``, ``is asleep on a chair``."""
    graph = features.graph
    if graph.words[i].upos == "ADJ":
        if graph.lowered[i] in _ABOUT:
            return []
        return [
            a
            for a in places_of(features, i)
            if graph.written_prepositions[a.index] in PLACES | {"in"} and not is_respect(features, a.index)
        ]
    if is_where(features, i) and not graph.dependents(i, "obl", "nmod"):
        return [ArgumentDecision(index=i, slot="locative", kind="scene", confidence=CONFIDENCE)]
    if graph.written_prepositions[i] in NO_PLACES or graph.words[i].upos not in THINGS:
        return []
    return [ArgumentDecision(index=i, slot="locative", kind=place_kind(features, i), confidence=CONFIDENCE)]
