"""Predicates that the tree says for sure, where the links have left them out.

A finite verb with its subject is one, and so is what ``is`` puts somewhere; a noun that no verb is about, but places or
with-phrases are, has a tacit one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision, Slot
from extractor.tuples.clauses.control import doers
from extractor.tuples.clauses.parts import (
    asides,
    clauses_without_verb,
    is_described_aside,
    parts_of_groups,
    places_of_member,
)
from extractor.tuples.clauses.passives import is_going_on
from extractor.tuples.clauses.places import adverbs_of_place, is_where, places_of
from extractor.tuples.clauses.words import (
    ARGUMENTS,
    FINITE,
    NO_PLACES,
    PLACES,
    RELATIVE_PRONOUNS,
    STATES,
    THINGS,
    agrees,
    are_alike,
    argument_of,
    predicate_of,
)
from extractor.tuples.members import members_apart, with_members_apart
from extractor.tuples.negation import affirmed_objects
from extractor.tuples.possessions import (
    had_things,
    only_tells,
    places_of_lacked,
    without_lacked,
    worn_things,
)
from extractor.tuples.refuted import caused, is_likeness, is_none, is_part_aside, said_by_is

# Verbs of telling, that may have an act behind them in the passive: `is shown how to fold it`.
_TELLING = frozenset({"ask", "show", "teach", "tell"})
_CLAUSES = ("parataxis", "conj", "advcl", "acl", "ccomp")
# Passives that tell a stuff, a shape or a name.
_TOLD_OF = frozenset({"call", "label", "make", "name", "shape", "title"})
# In the picture, where all of a list is.
_FAR = frozenset({"background", "distance", "foreground"})
_PLACES_OF_THINGS = PLACES | frozenset("across against around at atop in over".split())


def with_clauses(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """The decisions, and the predicates that the tree says for sure and the links have left out.

    Args:
        features: The caption.
        decisions: What the links decided.
    """
    decisions = [
        _without_places_of_owner(features, _where_it_is(features, d))
        for d in decisions
        if not is_none(features, d)
        and not _is_where_something_is(features, d)
        and not _is_where_owner_is(features, d)
        and not _is_pictured_too(features, d)
    ]
    apart = members_apart(features)
    decisions = with_members_apart(features, decisions, apart)
    found = {d.candidate.index for d in decisions if not d.candidate.tacit}
    added = [*_places_said(features, found), *_clauses(features, found), *_absolutes(features, found)]
    added += [
        predicate_of(c, argument_of(s, "patient"), *places_of(features, c))
        for p in range(len(features.graph.words))
        for c in caused(features, p)
        if c not in found
        for s in features.graph.dependents(c, "nsubj")
    ]
    added += [
        predicate_of(p, *(argument_of(c, "agent") for c in acting))
        for p in range(len(features.graph.words))
        if p not in found and (acting := doers(features, p))  # `shows a child how to floss`
    ]
    added += _likenesses(features)
    told = {d.arguments[0].index for d in added}
    decisions = _without_places_of_other_tops(features, decisions)
    shown = _shown_things(features, [*decisions, *added])
    told |= {d.candidate.index for d in shown}
    added += shown
    placed = _placed_things(features, [*decisions, *added])
    told |= {a.index for d in placed for a in d.arguments if a.slot == "agent"}
    added += placed
    had = worn_things(features, [*decisions, *added])
    worn = {d.candidate.index for d in had}
    had += [d for d in had_things(features, [*decisions, *added]) if d.candidate.index not in worn]
    told |= {a.index for d in had for a in d.arguments}
    added += had
    beside = asides(features, told | {d.candidate.index for d in added})
    gaps = clauses_without_verb(features)
    parts = [*parts_of_groups(features), *beside, *gaps]
    # of whom it is said aside nothing else is said so: `A boy, a scarf around his neck`
    owners = {features.graph.heads[d.candidate.index] for d in beside}
    told |= {d.candidate.index for d in parts}
    of_parts = {d.candidate for d in parts}
    added = [*(d for d in added if d.candidate not in of_parts), *parts]
    kept = [
        d
        for d in decisions
        if not (d.candidate.tacit and d.candidate.index in told)
        and not (d.candidate.tacit and is_described_aside(features, d.candidate.index))
        and not (d.candidate.index in owners and d.candidate.tacit and not _has_own_place(features, d))
    ]
    kept = without_lacked(features, kept, placed)
    taken = {a.index for d in parts for a in d.arguments if a.slot == "locative"}
    kept, added = (_without_gaps(part, gaps) for part in (kept, added))
    kept = [item for d in kept for item in _without_places(d, taken)]
    added = [item for d in added for item in ([d] if d.candidate in of_parts else _without_places(d, taken))]
    kept = [_without_parts_aside(features, item) for d in kept for item in _what_is_told(features, d)]
    kept = _without_places_of_members(features, kept)
    kept, added = _with_places_of_had(features, kept, added, but=set(apart))
    told = {d.candidate.index for d in (*kept, *added)}
    parted = [item for d in (*kept, *added) for item in _parted(features, d, told)]
    return sorted(parted, key=lambda d: d.candidate.index)


def _where_it_is(features: CaptionFeatures, decision: PredicateDecision) -> PredicateDecision:
    """``Nobody is home``: an `is` with the adverb that it puts somebody at."""
    graph, p = features.graph, decision.candidate.index
    adverb = graph.heads[p]
    if decision.candidate.tacit or graph.relation(p) != "cop" or not is_where(features, adverb):
        return decision
    where = [a for a in said_by_is(features, adverb) if all(a.index != b.index for b in decision.arguments)]
    return decision.having((*decision.arguments, *where))


def _with_places_of_had(
    features: CaptionFeatures,
    kept: Sequence[PredicateDecision],
    added: Sequence[PredicateDecision],
    *,
    but: set[int],
) -> tuple[list[PredicateDecision], list[PredicateDecision]]:
    """``has a napkin over his arm and a pencil behind his ear``: `has` and `there is` say where each of a list is."""
    graph = features.graph
    of_had: dict[int, list[ArgumentDecision]] = {}
    members: dict[int, set[int]] = {}
    for p, word in enumerate(graph.words):
        is_there = word.upos == "VERB" and bool(graph.dependents(p, "expl"))
        if word.upos != "VERB" or not (is_there or features.verb_lemmas[p] == "have"):
            continue
        for first in graph.dependents(p, "nsubj" if is_there else "obj"):
            listed = [
                c
                for c in graph.dependents(first, "conj")
                if c not in but and not graph.dependents(c, "nsubj", "cop")
            ]
            places = {c: [a for a in places_of(features, c) if a.index > c] for c in listed}
            of_first = [a for a in (*places_of(features, first), *places_of(features, p)) if a.index > first]
            if first < p or not any(places.values()) or not (of_first or is_there):
                continue
            of_had[p] = [a for c in listed for a in places[c]]
            members |= {c: {a.index for a in found} for c, found in places.items() if found}
    if not members:
        return list(kept), list(added)

    def is_told_by_verb(decision: PredicateDecision) -> bool:
        where = {a.index for a in decision.arguments if a.slot == "locative"}
        own = members.get(decision.candidate.index, set())
        return decision.candidate.tacit and bool(where) and where <= own

    result = []
    for decision in kept:
        if not decision.candidate.tacit and decision.candidate.index in of_had:
            found = {a.index for a in decision.arguments}
            more = (a for a in of_had[decision.candidate.index] if a.index not in found)
            decision = decision.having((*decision.arguments, *more))
        result.append(decision)
    return [d for d in result if not is_told_by_verb(d)], [d for d in added if not is_told_by_verb(d)]


def _without_gaps(
    decisions: Sequence[PredicateDecision], gaps: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """``holds a broom and her son a dustpan``: what is said of the son alone fills no slot of another predicate."""
    taken = {a.index for d in gaps for a in d.arguments}
    if not taken:
        return list(decisions)
    result = []
    for decision in decisions:
        kept = [a for a in decision.arguments if decision in gaps or a.index not in taken]
        if kept or not decision.arguments:
            result.append(decision.having(kept))
    return result


def _without_places_of_owner(features: CaptionFeatures, decision: PredicateDecision) -> PredicateDecision:
    """``A shelf with two cups on it stands in a hall``: where the shelf stands is not said of the cups."""
    graph, i = features.graph, decision.candidate.index
    owner = graph.heads[graph.first_conjunct(i)]
    if not decision.candidate.tacit or graph.written_prepositions[i] != "with" or owner < 0:
        return decision
    verb = graph.heads[owner] if graph.relation(owner) == "nsubj" else -1
    if verb < 0 or graph.words[verb].upos != "VERB":
        return decision
    kept = [
        a
        for a in decision.arguments
        if a.slot != "locative" or graph.heads[a.index] != verb or a.index < verb
    ]
    if not any(a.slot == "locative" for a in kept):
        return decision
    return decision.having(kept)


def _is_where_something_is(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``lifts a jug with both hands and there is a lid on a mat``: her hands are not where something is."""
    graph, i = features.graph, decision.candidate.index
    if not decision.candidate.tacit or not decision.arguments:
        return False

    def is_elsewhere(a: ArgumentDecision) -> bool:
        thing = graph.heads[graph.first_conjunct(a.index)]
        if thing < 0 or graph.relation(thing) != "nsubj":
            return False
        verb = graph.heads[thing]
        return verb > i and bool(graph.dependents(verb, "expl")) and verb not in graph.ancestors(i)

    others = [a for a in decision.arguments if a.slot != "agent"]
    return bool(others) and all(a.slot == "locative" and is_elsewhere(a) for a in others)


def _is_where_owner_is(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``There is a bowl with soup on the table``: the bowl is there, and that of it is told already."""
    graph, i = features.graph, decision.candidate.index
    owner = graph.heads[graph.first_conjunct(i)]
    if not decision.candidate.tacit or graph.written_prepositions[i] != "with" or owner < 0:
        return False
    there = graph.relation(owner) == "nsubj" and bool(graph.dependents(graph.heads[owner], "expl"))
    others = [a for a in decision.arguments if a.slot != "agent"]
    return there and all(
        a.slot == "locative" and (a.index == owner or graph.heads[a.index] in (owner, graph.heads[owner]))
        for a in others
    )


def _is_pictured_too(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``A lamp beside a photo of a man and a woman``: neither is beside it, and nothing else is told of them."""
    graph, i = features.graph, decision.candidate.index
    first = graph.first_conjunct(i)
    if not decision.candidate.tacit or graph.prepositions[first] != "of":
        return False
    above = graph.heads[first]
    framed = above >= 0 and graph.heads[above] >= 0 and above not in graph.folded
    return framed and all(a.slot == "agent" or a.index <= above for a in decision.arguments)


def _without_places(decision: PredicateDecision, taken: set[int]) -> list[PredicateDecision]:
    """The decision without places that are of parts alone; none where a tacit one has no others."""
    left = [a for a in decision.arguments if a.slot != "locative" or a.index not in taken]
    if len(left) == len(decision.arguments):
        return [decision]
    bare = decision.candidate.tacit and all(a.slot == "agent" for a in left)
    return [] if bare else [decision.having(left)]


def _parted(
    features: CaptionFeatures, decision: PredicateDecision, told: set[int]
) -> list[PredicateDecision]:
    """A tacit predicate of several with a place each as one for each: ``a cat on a mat and a dog under a table``."""
    graph = features.graph
    things = [a for a in decision.arguments if a.slot == "agent"]
    places = [a for a in decision.arguments if a.slot == "locative"]
    if not decision.candidate.tacit or len(things) + len(places) < len(decision.arguments):
        return [decision]
    beside = {c for a in things for c in graph.dependents(a.index, "conj")} - {a.index for a in things}
    things += [argument_of(c, "agent") for c in sorted(beside & {graph.heads[b.index] for b in places})]
    found = {b.index for b in places}
    if places:  # of each of two, whatever the links say: `a cup on one end and a book on the other`
        places += [b for a in things for b in places_of(features, a.index) if b.index not in found]
    of_thing = {a.index: [b for b in places if graph.heads[b.index] == a.index] for a in things}
    with_places = [index for index, own in of_thing.items() if own]
    if len(with_places) < 2:
        return [decision]
    shared = [b for b in places if graph.heads[b.index] not in of_thing]
    result = []
    group: list[ArgumentDecision] = []
    for a in things:
        if places_of_member(features, a.index):
            group = []  # `a jug, a cup on a shelf, and`: the jug is not there
        group.append(a)
        if not of_thing[a.index] and a is not things[-1]:
            continue  # `a cup and a plate on a table`
        p = group[0].index
        if p == decision.candidate.index or p not in told:
            arguments = (*group, *of_thing[a.index], *shared)
            result.append(
                dataclasses.replace(
                    decision, candidate=PredicateCandidate(p, tacit=True), arguments=arguments
                )
            )
        group = []
    return result


def _places_said(features: CaptionFeatures, found: set[int]) -> Iterator[PredicateDecision]:
    """Each ``is`` that says where something is."""
    graph = features.graph
    for p in range(len(graph.words)):
        place = graph.heads[p]
        if graph.relation(p) != "cop" or p in graph.folded or place < 0:
            continue
        where = said_by_is(features, place) if features.verb_lemmas[p] == "be" else []
        subject, way = features.subject(p)
        if not where or p in found or subject < 0 or subject in graph.folded:
            continue
        if way.rpartition(".")[2] == "direct" and graph.words[subject].upos in ARGUMENTS:
            yield predicate_of(p, argument_of(subject, "agent"), *where)


def _clauses(features: CaptionFeatures, found: set[int]) -> Iterator[PredicateDecision]:
    """Each finite verb with its subject: ``a screen on which something is displayed``, ``snores, mumbles and``."""
    graph = features.graph
    for p, word in enumerate(graph.words):
        if p in found or p in graph.folded or word.upos != "VERB" or not _is_finite(features, p):
            continue
        if is_likeness(features, p):
            continue
        subject = _subject_of_clause(features, p, found)
        if subject < 0 or graph.words[subject].upos not in ARGUMENTS or not agrees(features, subject, p):
            continue
        told = word.xpos == "VBN" and features.verb_lemmas[p] in _TELLING
        if graph.dependents(p, "xcomp", "ccomp") and not told:
            continue
        passive = features.is_passive(p)
        if passive and features.verb_lemmas[p] in _TOLD_OF and not is_going_on(features, p):
            continue
        slot: Slot = "patient" if passive and features.verb_lemmas[p] not in STATES else "agent"
        before = places_of(features, p, before=True) if passive else []
        yield predicate_of(p, argument_of(subject, slot), *before, *places_of(features, p))


def _likenesses(features: CaptionFeatures) -> Iterator[PredicateDecision]:
    """``The bill on the left looks like a ten``: where it is, of which no verb tells."""
    graph = features.graph
    for p in range(len(graph.words)):
        subjects = graph.dependents(p, "nsubj") if is_likeness(features, p) else []
        if graph.relation(p) == "acl" and graph.heads[graph.heads[p]] < 0 and is_likeness(features, p):
            subjects = [graph.heads[p]]
        if len(subjects) == 1 and graph.words[subjects[0]].upos in ARGUMENTS:
            s = subjects[0]
            places = [a for a in places_of(features, p) if graph.prepositions[a.index] != "like"]
            places += places_of(features, s)
            if places:
                yield predicate_of(s, argument_of(s, "agent"), *places, tacit=True)


def _subject_of_clause(features: CaptionFeatures, p: int, found: set[int]) -> int:
    graph = features.graph
    if graph.heads[p] >= 0 and graph.relation(p) not in _CLAUSES:
        return -1
    there = bool(graph.dependents(p, "expl"))
    subjects = [c for c in graph.dependents(p, "nsubj") if c not in graph.folded and (c < p or there)]
    second = graph.relation(p) == "conj" and graph.heads[p] in found and graph.words[p].xpos in FINITE
    if not subjects and second and graph.words[p - 2].xpos != "NNS":
        return features.subject(p)[0]  # `snores, mumbles and turns over`
    if subjects and graph.lowered[subjects[0]] in RELATIVE_PRONOUNS:
        noun, way = features.subject(p)
        return noun if way == "relative" else subjects[0]
    return subjects[0] if subjects else -1


def _absolutes(features: CaptionFeatures, found: set[int]) -> Iterator[PredicateDecision]:
    """Each participle of what `with` brings in: ``a shirt with its sleeves folded``."""
    graph = features.graph
    for p, word in enumerate(graph.words):
        if p in found or p in graph.folded or word.xpos not in ("VBN", "VBG") or word.upos != "VERB":
            continue
        subjects = graph.dependents(p, "nsubj")
        if graph.relation(p) == "acl" and any(
            graph.lowered[c] == "being" for c in graph.dependents(p, "aux")
        ):
            if graph.words[graph.heads[p]].upos in THINGS:  # `followed by a lid being lifted`
                yield predicate_of(p, argument_of(graph.heads[p], "patient"), *places_of(features, p))
            continue
        marked = any(graph.lowered[c] == "with" for c in graph.dependents(p, "mark"))
        if not subjects and graph.relation(p) == "acl" and graph.prepositions[graph.heads[p]] == "with":
            subjects, marked = [graph.heads[p]], True
        thing = graph.heads[p]
        if not subjects and graph.relation(p) == "acl" and graph.relation(thing) == "nsubj":
            # `there are bicycles parked`
            subjects, marked = [thing], bool(graph.dependents(graph.heads[thing], "expl"))
        if subjects and is_part_aside(features, subjects[0], p):
            passive = word.xpos == "VBN" and features.verb_lemmas[p] not in STATES
            yield predicate_of(
                p, argument_of(subjects[0], "patient" if passive else "agent"), *places_of(features, p)
            )
            continue
        if not marked or not subjects or graph.words[subjects[0]].upos not in (*THINGS, "NUM"):
            continue
        if features.noun_classes[subjects[0]] != "body_part":  # `with his eyes closed` says how he is
            yield predicate_of(p, argument_of(subjects[0], "agent"), *places_of(features, p))


def _what_is_told(features: CaptionFeatures, decision: PredicateDecision) -> list[PredicateDecision]:
    """Where a participle only tells (``a cake shaped like a car on a tray``, ``a cat called Tom``), its place alone."""
    graph, p = features.graph, decision.candidate.index
    if decision.candidate.tacit or not only_tells(features, p):
        return [decision]
    if graph.relation(p) != "acl":
        return []
    thing = graph.heads[p]
    places = [
        a
        for a in decision.arguments
        if a.slot == "locative" and graph.written_prepositions[a.index] not in NO_PLACES
    ]
    if graph.heads[thing] >= 0 or graph.words[thing].upos not in THINGS:
        return []
    shown = PredicateCandidate(thing, tacit=True)
    # `a cow in a barn made of brick`
    found = {a.index for a in places}
    places += [a for a in places_of(features, thing) if a.index not in found and a.index < p]
    arguments = (argument_of(thing, "agent"), *places)
    return [dataclasses.replace(decision, candidate=shown, particle=-1, arguments=arguments)]


def _without_places_of_members(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """``A harp, a score on a stand, and a stool are here``: what one of a list is on, the others are not."""
    graph = features.graph
    member_by_place = {
        a.index: i
        for i in range(len(graph.words))
        if graph.relation(i) == "conj"
        for a in places_of_member(features, i)
    }
    result = []
    for decision in decisions:
        p = decision.candidate.index
        kept = [a for a in decision.arguments if member_by_place.get(a.index, p) == p or a.slot != "locative"]
        told = len(kept) == len(decision.arguments) or any(a.slot != "agent" for a in kept)
        if told or not decision.candidate.tacit:
            result.append(decision.having(kept))
    return result


def _without_parts_aside(features: CaptionFeatures, decision: PredicateDecision) -> PredicateDecision:
    """``A coat on a hook, the sleeves hanging down``: what is told of a part is not told of the whole."""
    graph, p = features.graph, decision.candidate.index
    if not decision.candidate.tacit:
        return decision
    parts = {c for c in graph.dependents(p, "appos") if graph.dependents(c, "acl")}
    return decision.having(a for a in decision.arguments if a.index not in parts) if parts else decision


def _is_finite(features: CaptionFeatures, p: int) -> bool:
    """Whether a verb is finite, or has ``is`` as its auxiliary and an -ing, or what says that it begins."""
    graph = features.graph
    if graph.words[p].xpos in ("VBZ", "VBP"):
        return True
    if any(c in graph.folded and graph.words[c].xpos in ("VBZ", "VBP") for c in graph.dependents(p, "aux")):
        return True
    if graph.relations[p] == "acl:relcl" and graph.dependents(p, "nsubj"):
        return True
    if graph.words[p].xpos == "VBN" and any(
        graph.relations[c] == "aux:pass" and graph.words[c].xpos in ("VBZ", "VBP") for c in graph.children[p]
    ):
        return True
    auxiliaries = graph.dependents(p, "aux")
    if features.verb_lemmas[p] == "hear" and any(graph.words[c].xpos == "MD" for c in auxiliaries):
        return True  # `no voices can be heard`
    if graph.words[p].xpos == "VB" and any(
        affirmed_objects(features, p, c) for c in graph.dependents(p, "obj")
    ):
        return True  # `does not hold plates, only cups`
    progressive = any(graph.lowered[c] in ("is", "are", "was", "were", "'s", "'re") for c in auxiliaries)
    begun = any(c in graph.folded and graph.words[c].xpos == "VBG" for c in auxiliaries)  # `is trying to do`
    return progressive and (begun or graph.words[p].xpos == "VBG" or is_going_on(features, p))


def _without_places_of_other_tops(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """``At the top we see a ceiling, at the bottom we see a floor``: each thing that is seen has its own place."""
    graph = features.graph
    tops = {i for i, head in enumerate(graph.heads) if head < 0 and graph.words[i].upos in THINGS}
    if len(tops) < 2:
        return list(decisions)

    def is_own(p: int, a: ArgumentDecision) -> bool:
        top = ([a.index, *graph.ancestors(a.index)])[-1]
        return a.slot != "locative" or top == p or top not in tops

    return [
        d.having(a for a in d.arguments if is_own(d.candidate.index, a))
        if d.candidate.tacit and d.candidate.index in tops
        else d
        for d in decisions
    ]


def _shown_things(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """A tacit predicate for the noun at the head of a sentence that no predicate is about, but places are."""
    graph = features.graph
    told = [d for d in decisions if not d.candidate.tacit or any(a.slot != "agent" for a in d.arguments)]
    spoken = {a.index for d in told for a in d.arguments} | {d.candidate.index for d in told}
    result = []
    for i, word in enumerate(graph.words):
        if graph.heads[i] >= 0 or i in graph.folded or i in spoken or word.upos not in THINGS:
            continue
        said = [c for c in graph.dependents(i, "nmod", "acl") if c not in graph.folded]  # no `in this image`
        last = -1 if said else max(graph.dependents(i, "conj"), default=i)
        places = (
            places_of(features, i)
            or (places_of(features, last) if last >= 0 else [])
            or places_of(features, i, before=True)
            or adverbs_of_place(features, i)  # `Two singers backstage`
            or [
                a for c in said if only_tells(features, c) for a in places_of(features, c)
            ]  # `made of tin on a desk`
        )
        own = [
            c
            for c in graph.dependents(i, "acl")
            if not graph.dependents(c, "nsubj") and not only_tells(features, c)
        ]
        own += [c for c in graph.dependents(i, "parataxis") if not graph.dependents(c, "nsubj")]
        if places and not own and not graph.dependents(i, "cop", "nsubj"):
            result.append(predicate_of(i, argument_of(i, "agent"), *places, tacit=True))
    return result


def _placed_things(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """A tacit predicate for what a with-phrase puts somewhere: ``There is a chair with a hat on it``."""
    graph = features.graph
    told = {a.index for d in decisions if not d.candidate.tacit for a in d.arguments if a.slot == "agent"}
    told |= {d.candidate.index for d in decisions if not d.candidate.tacit}
    shown = {d.candidate.index: d for d in decisions if d.candidate.tacit}
    result = []
    for i, word in enumerate(graph.words):
        if (
            i in told
            or i in graph.folded
            or word.upos not in THINGS
            or graph.written_prepositions[i] not in ("with", "without")
        ):
            continue
        first = graph.first_conjunct(i)
        if graph.relation(first) not in ("nmod", "obl") or graph.dependents(
            i, "acl", "nsubj", "case"
        ) != graph.dependents(i, "case"):
            continue
        if graph.written_prepositions[i] == "without":
            lacked = places_of_lacked(features, i)
            if lacked:
                result.append(predicate_of(i, argument_of(i, "agent"), *lacked, tacit=True))
            continue
        places = [
            a
            for a in places_of(features, i)
            if _PLACES_OF_THINGS & {graph.written_prepositions[a.index], graph.prepositions[a.index]}
        ] or _behind_back(features, i)
        places = places or [
            # `a bird with a worm in its beak`: wherever the tree has hung the beak
            a
            for a in (places_of(features, graph.heads[i]) if graph.heads[i] >= 0 else ())
            if any(graph.words[c].xpos == "PRP$" for c in graph.children[a.index])
            and i + 1 in graph.dependents(a.index, "case")
        ]
        places += adverbs_of_place(features, i)
        # `a table with a laptop and papers on it`: on what has them, so all of them
        above = graph.heads[first]
        # `A bush is on a hill with rocks and grass around it`, `a pie on a plate with a fork and a knife beside it`
        owners = {above, graph.heads[above], *graph.dependents(above, "nsubj")}
        owners |= {features.subject(above)[0]} if graph.words[above].upos == "VERB" else set()
        sure = any(features.antecedents.get(a.index, -2) in owners for a in places)
        of_all = sure or any(_is_of_all(features, a.index, first) for a in places)
        others = _listed_up_to(features, first, i) if of_all else set()
        things = sorted({i} | {t for t in others if _is_listed_with(features, t, i, sure=sure)})
        known = i in shown and {a.index for a in shown[i].arguments if a.slot == "agent"} >= set(things)
        if places and not known:
            agents = (argument_of(t, "agent") for t in things)
            result.append(predicate_of(things[0], *agents, *places, tacit=True))
    return result


def _listed_up_to(features: CaptionFeatures, first: int, last: int) -> set[int]:
    """``a lid, a ladle hanging from it, and two bowls beside it``: what is listed behind one that acts."""
    graph = features.graph
    listed = [first, *(k for k in graph.dependents(first, "conj") if k <= last)]
    apart = [k for k in listed if k != last and any(c > k for c in graph.dependents(k, "acl"))]
    return {k for k in listed if not apart or k > apart[-1]}


def _is_listed_with(features: CaptionFeatures, i: int, last: int, *, sure: bool) -> bool:
    """Whether one of a list is where the last of it is: a thing as that is, without a place or an act of its own."""
    graph = features.graph
    own = places_of(features, i) or any(c > i for c in graph.dependents(i, "advmod", "acl"))
    return not own and (sure or are_alike(features, last, i))


def _is_of_all(features: CaptionFeatures, place: int, first: int) -> bool:
    """Whether a place behind the last of a list is that of all: by what stands before the list, or in the picture."""
    graph = features.graph
    words = (place, *(c for c in graph.children[place] if graph.relation(c) == "nmod"))
    before = [features.antecedents[k] for k in words if k in features.antecedents]
    if graph.lowered[place] in _FAR:
        return True
    return any(
        graph.heads[first] == k or (k < first and graph.words[graph.heads[first]].upos == "VERB")
        for k in before
    )


def _has_own_place(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """Whether one of the places of a tacit predicate hangs on its noun."""
    p = decision.candidate.index
    return any(a.slot == "locative" and features.graph.heads[a.index] == p for a in decision.arguments)


def _behind_back(features: CaptionFeatures, i: int) -> list[ArgumentDecision]:
    """``with his back to a wall``: to what somebody has turned it."""
    if features.noun_lemmas[i] != "back":
        return []
    others = NO_PLACES - {"to"}
    return [
        a for a in places_of(features, i, but=others) if features.graph.written_prepositions[a.index] == "to"
    ]
