"""Tacit predicates of what somebody has or wears: of whom nothing but clothes or with-phrases is told."""

from __future__ import annotations

from collections.abc import Sequence

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision
from extractor.syntax.mending.vocabulary import NAMING, PARTS_OF_CLOTHES
from extractor.tuples.clauses.places import places_of
from extractor.tuples.clauses.words import PEOPLE, THINGS, argument_of, in_place, predicate_of


def had_things(features: CaptionFeatures, decisions: Sequence[PredicateDecision]) -> list[PredicateDecision]:
    """A tacit predicate for a noun of which nothing but with-phrases says something: ``A jacket with two pockets``."""
    graph = features.graph
    overt = {
        graph.sentences[d.candidate.index]
        for d in decisions
        if not d.candidate.tacit
        and not only_tells(features, d.candidate.index)
        and not is_of_a_member(features, d.candidate.index)
    }
    result = []
    for top, word in enumerate(graph.words):
        if (
            graph.heads[top] >= 0
            or top in graph.folded
            or word.upos not in THINGS
            or graph.sentences[top] in overt
        ):
            continue
        i = _somebody_of(features, top)
        phrases = [
            c
            for c in graph.children[i]
            if c > i
            and graph.relation(c) not in ("punct", "conj", "cc", "amod")
            and not only_tells(features, c)
        ]
        things = [
            c
            for c in phrases
            if graph.written_prepositions[c] in ("with", "without") and graph.words[c].upos in THINGS
        ]
        plain = all(
            graph.relation(c) in ("nmod", "obl") and (c in things or features.is_attire(c))
            for c in phrases
            if c not in _of(features, i)
        )
        things = [t for c in things for t in _had_of_list(features, c)]
        owners = _owners_of(features, i, things)
        if not things or not plain or not owners:
            continue
        worn = features.is_worn(i)  # a coat and a cap have a hood, which is nobody's name then
        if places_of(features, i, before=True):
            continue  # `behind them a stage with lights`
        if any(_has_more(features, t) for t in things):
            continue
        lacked = graph.written_prepositions[things[0]] == "without"
        if lacked and places_of_lacked(features, things[-1]):
            continue
        if _is_living(features, things[0]) and not worn and not lacked:
            had = [in_place(t) for t in things]  # `a lady with a cow`: who is with her
        else:
            had = [argument_of(t, "patient") for t in things]
        result.append(predicate_of(i, *(argument_of(o, "agent") for o in owners), *had, tacit=True))
    return result


def places_of_lacked(features: CaptionFeatures, i: int) -> list[ArgumentDecision]:
    """``a wall without a clock on it``, ``a beach without a boat in the sand``: where what no thing has is not."""
    graph = features.graph
    if graph.written_prepositions[i] != "without" or graph.relation(i) not in ("nmod", "obl"):
        return []
    owner = graph.heads[graph.first_conjunct(i)]
    if owner < 0 or graph.words[owner].upos not in THINGS or _is_living(features, owner):
        return []  # `a boy without shoes on a swing`
    behind = [a for a in places_of(features, owner) if i + 1 in graph.dependents(a.index, "case")]
    return places_of(features, i) + behind


def without_lacked(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision], placed: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """The decisions without what is lacked somewhere: ``a beach without a boat in the sand`` tells of no boat there."""
    lacked = [d for d in placed if features.graph.written_prepositions[d.candidate.index] == "without"]
    told = {a.index for d in lacked for a in d.arguments}
    result = []
    for decision in decisions:
        left = [a for a in decision.arguments if a.index not in told]
        if not decision.candidate.tacit or len(left) == len(decision.arguments):
            result.append(decision)
        elif any(a.slot != "agent" for a in left):
            result.append(decision.having(left))
    return result


def _owners_of(features: CaptionFeatures, i: int, things: list[int]) -> list[int]:
    """A noun, or two things of which it is said what they have: ``A hall and stairway with plants``."""
    others = features.graph.dependents(i, "conj")
    if not others:
        return [i]
    living = any(_is_living(features, o) for o in (i, *others))
    behind = (
        things and max(others) < things[0] and all(features.graph.words[o].upos in THINGS for o in others)
    )
    apart = any(features.graph.dependents(o, "nmod", "acl", "det") for o in others)
    return [i, *others] if behind and not living and not apart else []


def _had_of_list(features: CaptionFeatures, first: int) -> list[int]:
    """What is had of a list: ``a restaurant with tables, chairs and people eating``, but for those who do something."""
    graph = features.graph
    listed = [first, *graph.dependents(first, "conj")]
    return [c for c in listed if not any(is_of_a_member(features, p) for p in graph.dependents(c, "acl"))]


def is_of_a_member(features: CaptionFeatures, p: int) -> bool:
    """Whether a participle says what one of a list behind `with` does: ``with tables and people eating``."""
    graph, member = features.graph, features.graph.heads[p]
    if graph.relation(p) != "acl" or graph.words[p].xpos not in ("VBG", "VBN"):
        return False
    first = graph.first_conjunct(member)
    listed = first != member or bool(graph.dependents(member, "conj"))
    return listed and graph.written_prepositions[first] == "with" and graph.relation(first) == "nmod"


def _somebody_of(features: CaptionFeatures, top: int) -> int:
    """``the ticket of a passenger with a suitcase``: the passenger, of whom alone something is said."""
    graph = features.graph
    behind = [c for c in graph.children[top] if c > top and graph.relation(c) != "punct"]
    if len(behind) != 1 or graph.prepositions[behind[0]] != "of":
        return top
    return behind[0] if features.supersenses[behind[0]] in ("person", "animal") else top


def worn_things(features: CaptionFeatures, decisions: Sequence[PredicateDecision]) -> list[PredicateDecision]:
    """A tacit predicate for somebody of whom nothing but clothes is told: ``A boy in a blue shirt``."""
    graph = features.graph
    overt = {graph.sentences[d.candidate.index] for d in decisions if not d.candidate.tacit}
    result = []
    for i, word in enumerate(graph.words):
        if graph.heads[i] >= 0 or i in graph.folded or features.noun_classes[i] != "person":
            continue
        if word.upos not in THINGS or graph.sentences[i] in overt:
            continue
        people = [i, *(c for c in graph.dependents(i, "conj") if features.noun_classes[c] == "person")]
        clothes = {p: _clothes_of(features, p) for p in people}
        others = [
            c
            for p in people
            for c in graph.children[p]
            if c > p
            and graph.relation(c) not in ("punct", "cc")
            and c not in (*people, *clothes[p], *_of(features, p))
        ]
        if not all(
            graph.written_prepositions[c] == "with" and features.noun_lemmas[c] in PARTS_OF_CLOTHES
            for c in others
        ):
            continue
        dressed = [p for p in people if clothes[p]]
        if len(dressed) == 1 and clothes[dressed[0]][0] > people[-1]:
            groups = [(people, clothes[dressed[0]])]  # `A woman and a man in boots`
        else:
            groups = [([p], clothes[p]) for p in people] if len(dressed) == len(people) else []
        for who, worn in groups:
            agents = (argument_of(p, "agent") for p in who)
            things = (argument_of(t, "patient") for c in worn for t in (c, *graph.dependents(c, "conj")))
            result.append(predicate_of(who[0], *agents, *things, tacit=True))
    return result


def _clothes_of(features: CaptionFeatures, i: int) -> list[int]:
    """What somebody is in behind a noun: ``a boy in a blue shirt``."""
    graph = features.graph
    return [
        c
        for c in graph.dependents(i, "nmod")
        if c > i and graph.written_prepositions[c] == "in" and features.is_attire(c)
    ]


def _is_living(features: CaptionFeatures, i: int) -> bool:
    """Whether a noun is somebody, and no part of somebody: a mane is an animal's to WordNet, too."""
    living = features.supersenses[i] in PEOPLE or features.noun_classes[i] == "animal"
    return living and features.noun_classes[i] not in ("body_part", "hair")


def _of(features: CaptionFeatures, i: int) -> list[int]:
    """The nouns behind ``of`` and ``for`` that belong to a noun, and what stands in front of it."""
    graph = features.graph
    return [c for c in graph.children[i] if c < i or graph.written_prepositions[c] in ("of", "for")]


def _has_more(features: CaptionFeatures, i: int) -> bool:
    """Whether a place or a clause hangs on a noun, but for `on` (``a nun with a bonnet on``) and what it is made of."""
    graph = features.graph
    return any(
        graph.relation(c) in ("acl", "advcl", "amod", "obl", "advmod")
        or (graph.relation(c) == "nmod" and graph.written_prepositions[c] not in ("for", "of", "with"))
        for c in graph.children[i]
        if c > i
        and not only_tells(features, c)
        and not (graph.lowered[c] in ("everywhere", "on") and not graph.children[c])
    )


def only_tells(features: CaptionFeatures, p: int) -> bool:
    """Whether a participle only tells what its noun is made of, shaped like or called."""
    graph = features.graph
    clause = graph.relation(p) == "acl" or graph.dependents(p, "nsubj")  # `it is shaped like a fish`
    if not clause or graph.words[p].xpos != "VBN":
        return False
    behind = [c for c in graph.children[p] if c > p]
    lemma = features.verb_lemmas[p]
    if lemma in NAMING:
        return any(graph.relation(c) in ("obj", "xcomp") or graph.words[c].upos == "PROPN" for c in behind)
    prepositions = {graph.prepositions[c] for c in behind if graph.relation(c) == "obl"}
    said = (lemma, *sorted(prepositions & {"as", "from", "like", "of"}))
    return said in (("make", "of"), ("make", "from"), ("shape", "like"), ("know", "as"))
