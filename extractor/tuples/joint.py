"""What the tuples of one caption must agree on, whatever was decided link by link.

The links are decided one by one. Together they can say what no reader would: that two who are not named together both
do something, or that somebody is at the place where another stands.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision
from extractor.links.pronouns import REFLEXIVE_PRONOUNS
from extractor.tuples.clauses.tools import PLAYING
from extractor.tuples.clauses.words import LIVING, PICTURES, are_alike
from extractor.tuples.common_places import with_places_in_common
from extractor.tuples.coordinated_places import with_places_of_coordination
from extractor.tuples.described_places import with_places_of_described
from extractor.tuples.negation import affirmed_places
from extractor.tuples.shared_places import (
    PUTTING,
    actors_of,
    acts_of,
    is_of_clause_below,
    list_of,
    with_own_places,
)

_THINGS = frozenset({"NOUN", "PROPN"})
# Of what has the thing: `pancakes with butter on top`.
_OWN_PARTS = frozenset(
    "back bottom center centre corner door doors end ends front inside middle side sides top trunk".split()
)
# Classes of places that one thing alone does not have.
_SURROUNDINGS = frozenset(
    "geological_formation location room way body_of_water substance plant structure furniture building land".split()
)
# Of these, what everything else is in.
_SCENES = _SURROUNDINGS - {"building", "furniture", "plant", "structure", "substance"}
_SHAPES = frozenset({"form", "shape", "shapes"})
# What a picture is taken of, and what is played, fills the slot beside it.
_OF_WHAT_COUNTS = PICTURES | {"game", "match"}


def agreed(features: CaptionFeatures, decisions: Sequence[PredicateDecision]) -> list[PredicateDecision]:
    """The decisions without agents and places that contradict the rest.

    Args:
        features: The caption.
        decisions: Its predicates, with what the tree says for sure.
    """
    single = [
        _without_owners(features, _with_one_slot(features, _with_one_agent(features, decision)))
        for decision in decisions
    ]
    actors = {d.candidate.index: actors_of(features, d) for d in single if not d.candidate.tacit}
    acts = acts_of(actors)
    single = _without_places_of_shown(features, _without_places_of_others(features, single))
    placed = [with_own_places(features, _where_it_is(features, d), actors, acts) for d in single]
    shared = with_places_of_coordination(features, with_places_in_common(features, placed))
    settled = _without_places_of_parts(features, with_places_of_described(features, shared))
    return _without_things_of_others(features, settled)


def _without_things_of_others(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """``the ticket of a woman with a suitcase``, ``three hawks: two on a roof``, ``a pie in the shape of a heart``.

    Without a verb a thing is had by that on which it hangs alone, where that has it, and by what is nowhere (`a sign on
    a pole with a sky behind`); a number is told of for the whole; and of a shape nothing is somewhere.
    """
    graph = features.graph
    tacit = {d.candidate.index for d in decisions if d.candidate.tacit}
    had = {
        (d.candidate.index, a.index)
        for d in decisions
        if d.candidate.tacit
        for a in d.arguments
        if a.slot == "patient"
    }
    result = []
    for decision in decisions:
        p = decision.candidate.index
        if not decision.candidate.tacit:
            result.append(decision)
            continue
        if graph.prepositions[p] == "of" and graph.heads[p] >= 0 and graph.lowered[graph.heads[p]] in _SHAPES:
            continue
        where = {graph.heads[a.index] for a in decision.arguments if a.slot == "locative"}
        kept = [
            a
            for a in decision.arguments
            if a.slot != "patient"
            or (
                (graph.heads[a.index] == p or (graph.heads[a.index], a.index) not in had)
                and not _is_described(features, a.index, where)
            )
        ]
        counted = any(c in tacit and graph.words[c].upos == "NUM" for c in graph.dependents(p, "appos"))
        if (counted or len(kept) < len(decision.arguments)) and all(a.slot == "agent" for a in kept):
            continue
        result.append(decision.having(kept))
    return result


def _is_described(features: CaptionFeatures, i: int, where: set[int]) -> bool:
    """Whether `with` brings in what only describes something that is somewhere, and is nowhere itself."""
    first = features.graph.first_conjunct(i)
    return bool(where) and features.graph.written_prepositions[first] == "with" and first not in where


def _without_places_of_others(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """``A man dressed as a pirate waves at a crowd``, ``A nun with her hands in the air runs in a hall``.

    Whom one act is meant for is no place of another one, and what is somewhere by itself is not where others act.
    """
    graph = features.graph
    slots = {
        (d.candidate.index, a.index): a.slot for d in decisions if not d.candidate.tacit for a in d.arguments
    }

    def is_of_another(decision: PredicateDecision, a: ArgumentDecision) -> bool:
        p, verb = decision.candidate.index, graph.heads[a.index]
        if a.slot != "locative" or verb == p:
            return False
        if decision.candidate.tacit and (a.kind == "temporal" or features.supersenses[a.index] == "time"):
            return graph.heads[p] >= 0 and graph.first_conjunct(p) == p
        if decision.candidate.tacit and is_of_clause_below(features, a.index, p):
            return True
        if (verb, a.index) not in slots:
            return False
        if not decision.candidate.tacit:
            return slots[verb, a.index] == "patient" and bool(graph.prepositions[a.index])
        placed = any(b.slot == "locative" and graph.heads[b.index] == p for b in decision.arguments)
        return placed and (verb, p) not in slots and graph.first_conjunct(p) == p

    kept = [(d, [a for a in d.arguments if not is_of_another(d, a)]) for d in decisions]
    return [
        d.having(arguments)
        for d, arguments in kept
        if len(arguments) == len(d.arguments) or not d.candidate.tacit or len(arguments) > 1
    ]


def _without_places_of_shown(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """``a bust of a poet on a shelf``: of a work and what it shows, that one is there which the tree says is there."""
    graph = features.graph
    told = {d.candidate.index for d in decisions}
    result = []
    for decision in decisions:
        p, tacit = decision.candidate.index, decision.candidate.tacit
        shown = tacit and graph.prepositions[p] == "of" and graph.heads[p] in told
        kept = []
        for a in decision.arguments:
            head = graph.heads[graph.first_conjunct(a.index)]
            if head in told and graph.relation(head) == "acl":
                head = graph.heads[head]  # `a woodcut of peasants harvesting wheat under a sky`
            of_shown = head >= 0 and graph.prepositions[head] == "of" and graph.heads[head] == p
            of_work = shown and head == graph.heads[p]
            if a.slot == "locative" and tacit and (of_work or (of_shown and _is_told(features, head, told))):
                continue
            kept.append(a)
        if len(kept) == len(decision.arguments) or any(a.slot != "agent" for a in kept):
            result.append(decision.having(kept))
    return result


def _is_told(features: CaptionFeatures, i: int, told: set[int]) -> bool:
    """Whether a noun, or a participle of it, has a predicate."""
    return i in told or any(c in told for c in features.graph.dependents(i, "acl"))


def _with_one_slot(features: CaptionFeatures, decision: PredicateDecision) -> PredicateDecision:
    """The decision with all of a list in the slot of its first: ``set with plates, glasses and candles``."""
    graph = features.graph
    first_by_index = {a.index: a for a in decision.arguments}
    top = decision.candidate.index if decision.candidate.tacit else -1

    def like_the_first(a: ArgumentDecision) -> ArgumentDecision:
        first = first_by_index.get(graph.first_conjunct(a.index), a)
        if first.slot == a.slot:
            return a
        own = graph.dependents(a.index, "case", "nsubj", "cop", "acl")
        if not graph.dependents(a.index, "cc"):  # what stands behind a whole list is said of it all
            own += [c for c in graph.dependents(a.index, "nmod") if graph.prepositions[c] not in ("", "of")]
        listed = graph.written_prepositions[first.index] == "with" or (
            first.index == top and graph.heads[top] < 0 and first.slot == "agent"
        )  # `Bread, cheese and a jar of honey on a board`
        if own or not listed or not are_alike(features, first.index, a.index):
            return a  # other prepositions are of places, and what they are shared by is learned
        if graph.words[a.index].upos not in _THINGS or graph.words[first.index].upos not in _THINGS:
            return a
        return dataclasses.replace(a, slot=first.slot, kind=first.kind)

    return decision.having(like_the_first(a) for a in decision.arguments)


def _without_owners(features: CaptionFeatures, decision: PredicateDecision) -> PredicateDecision:
    """``covers the side of a warehouse``: the side is covered; what it is the side of fills no slot beside it."""
    graph = features.graph
    slot_by_index = {a.index: a.slot for a in decision.arguments}
    kept = tuple(
        a
        for a in decision.arguments
        if graph.written_prepositions[a.index] != "of"
        or slot_by_index.get(graph.heads[a.index]) != a.slot
        or features.noun_lemmas[graph.heads[a.index]] in _OF_WHAT_COUNTS
    )
    return decision.having(kept)


def _where_it_is(features: CaptionFeatures, decision: PredicateDecision) -> PredicateDecision:
    """``is not on the bed but under it``: the place that is denied gives way to the one that is told."""
    graph, p = features.graph, decision.candidate.index
    place = graph.heads[p]
    if decision.candidate.tacit or graph.relation(p) != "cop" or place < 0:
        return decision
    told = affirmed_places(features, place)
    if not told:
        return decision
    arguments = [a for a in decision.arguments if a.slot != "locative" or a.index in told]
    found = {a.index for a in arguments}
    arguments += [
        ArgumentDecision(index=c, slot="locative", kind="object", confidence=decision.confidence)
        for c in told
        if c not in found and graph.written_prepositions[c]
    ]
    return decision.having(arguments)


def _without_places_of_parts(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """The decisions without a tacit one's places that are those of what it has: ``a jacket with a badge on the chest``.

    Tacit tuples of with-phrases share nothing, and what is left without a place says nothing.
    """
    graph = features.graph
    parts: set[int] = set()
    places_of_parts: set[int] = set()
    for decision in decisions:
        things = {
            a.index
            for a in decision.arguments
            if a.slot == "agent" and graph.written_prepositions[a.index] == "with"
        }
        if decision.candidate.tacit and things:
            parts |= things
            of_body = _are_of_body(features, things)
            places_of_parts |= {
                a.index
                for a in decision.arguments
                if a.slot == "locative" and (of_body or _is_place_of(features, a.index, things))
            }
    of_parts, of_owners = _parted_places(features, decisions, parts)
    places_of_parts |= of_parts
    told = {a.index for d in decisions if not d.candidate.tacit for a in d.arguments}
    shown = {d.candidate.index for d in decisions if d.candidate.tacit}
    decisions = [_with_part_for_owner(features, d) for d in decisions]
    placed = {
        a.index
        for d in decisions
        if d.candidate.tacit and any(b.slot == "locative" for b in d.arguments)
        for a in d.arguments
        if a.slot == "agent"
    }
    result = []
    for decision in decisions:
        kept = decision.arguments
        if not decision.candidate.tacit:
            # What has a place of its own is nobody's tool: `a man with a pipe in his mouth repairs a net`.
            played = features.verb_lemmas[decision.candidate.index] in PLAYING
            kept = tuple(
                a
                for a in kept
                if a.slot == "agent"
                or (a.slot == "patient" and (played or graph.heads[decision.candidate.index] == a.index))
                or a.index not in placed
                or graph.written_prepositions[a.index] != "with"
            )
            where = {a.index for a in decision.arguments if a.slot == "locative"}
            kept = tuple(
                a
                for a in kept
                if a.index not in where
                or not _is_in_place_of_act(features, decision.candidate.index, a.index, where, parts)
            )
        if decision.candidate.tacit and _is_put_there(features, decision, told):
            continue
        if decision.candidate.tacit and all(a.slot == "agent" for a in kept):
            i = decision.candidate.index
            if graph.relation(i) == "appos" and features.supersenses[i] in LIVING:
                continue  # `the coach, a stocky man,`
            owned = (c for a in kept for c in graph.dependents(a.index, "nmod"))
            listed = [d for c in owned for d in (c, *graph.dependents(c, "conj", "nmod"))]
            if any(graph.written_prepositions[c] in ("with", "of") and c in told | placed for c in listed):
                continue  # `a crane with its hook lowered`: what is told is told of the hook
            if any(graph.prepositions[c] in ("for", "of") and c in told | shown for c in listed):
                continue  # `a statue of a goddess holding a spear`
        if decision.candidate.tacit:
            own = any(a.index in parts for a in kept)
            kept = tuple(
                a
                for a in kept
                if a.slot != "locative" or a.index not in (of_owners if own else places_of_parts)
            )
            kept = tuple(
                a for a in kept if not own or a.slot != "locative" or not _is_bare(features, a.index)
            )
            told_of = {a.index for a in kept if a.slot != "locative"}
            last = max(told_of, default=-1)
            kept = tuple(
                a
                for a in kept
                if a.slot != "locative"
                or not (
                    _is_within(features, a.index, told_of)
                    or (own and _is_of_other_subject(features, a.index, last))
                    or (own and _is_of_later_act(features, a.index, told_of, last))
                )
            )
            if len(kept) < len(decision.arguments) and all(a.slot == "agent" for a in kept):
                continue
            first = min(told_of & parts, default=-1)
            kept = tuple(
                a for a in kept if a.slot != "locative" or a.index > first
            )  # it shares none before it
        result.append(decision.having(kept))
    return [_with_companions(features, d, of_owners, parts) if d.candidate.tacit else d for d in result]


def _is_in_place_of_act(
    features: CaptionFeatures, p: int, place: int, where: set[int], parts: set[int]
) -> bool:
    """``sits in a library with globes on the shelves``: where what a place has is, nobody need sit.

    Args:
        features: The caption.
        p: The act.
        place: One of the places that it was given.
        where: All of them.
        parts: What others have.
    """
    graph = features.graph
    thing = graph.heads[place]
    if thing not in parts or graph.heads[thing] < 0:
        return False
    owner = graph.heads[graph.first_conjunct(thing)]
    return owner > p and owner in where


def _parted_places(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision], parts: set[int]
) -> tuple[set[int], set[int]]:
    """Of the places of an owner and of what it has, those of what it has, and those of the owner.

    ``a cake with candles on a stand``: the cake stands there; ``a kitchen with a sofa by a window``: the sofa.
    """
    graph = features.graph
    of_parts: set[int] = set()
    of_owners: set[int] = set()
    shown = {
        d.candidate.index: {a.index for a in d.arguments if a.slot == "locative"}
        for d in decisions
        if d.candidate.tacit
    }
    if _are_of_body(features, parts):
        return of_parts, of_owners
    for part in sorted(parts):
        owner = graph.heads[graph.first_conjunct(part)]
        for place in shown.get(part, set()) & shown.get(owner, set()) - of_parts:
            if _is_place_of(features, place, parts):
                continue
            acts = _is_person(features, part) and features.supersenses[owner] not in LIVING
            behind = place > part  # `a porch outside of a house with chairs`
            (of_parts if behind and (acts or _holds_places(features, owner, place)) else of_owners).add(place)
    return of_parts, of_owners


def _is_person(features: CaptionFeatures, i: int) -> bool:
    """Whether a noun is a person, and neither bedclothes nor food that have the name of one."""
    lemma = features.noun_lemmas[i]
    senses = features.lexicon.supersenses(lemma, "noun")[:2]
    named = features.noun_classes[i] == "person" and not {"artifact", "food"} & set(senses)
    return named or lemma == "people"


def _with_companions(
    features: CaptionFeatures, decision: PredicateDecision, of_owners: set[int], parts: set[int]
) -> PredicateDecision:
    """``a man with his dog in a field``: who is there with somebody is with him, as who runs with him is."""
    p, graph = decision.candidate.index, features.graph
    if p in parts or not any(a.index in of_owners for a in decision.arguments):
        return decision
    if features.supersenses[p] not in LIVING:
        return decision
    beside = tuple(
        ArgumentDecision(index=part, slot="locative", kind="object", confidence=decision.confidence)
        for part in sorted(parts)
        if graph.heads[part] == p
        and features.supersenses[part] in LIVING
        and features.noun_classes[part] not in ("body_part", "hair")
    )
    return decision.having((*decision.arguments, *beside))


def _holds_places(features: CaptionFeatures, owner: int, place: int) -> bool:
    """Whether what has a thing is itself where the place is: a room has a stove in it, and a house is in a field."""
    noun_class = features.noun_classes[owner]
    if noun_class in ("building", "furniture", "structure"):
        return features.noun_classes[place] not in _SCENES
    return noun_class in _SCENES or features.supersenses[owner] == "location"


def _with_part_for_owner(features: CaptionFeatures, decision: PredicateDecision) -> PredicateDecision:
    """``a man with a pipe in his mouth``: with, thing and place tell of the thing, and not of who has it."""
    graph = features.graph
    slots = {
        slot: [a for a in decision.arguments if a.slot == slot] for slot in ("agent", "patient", "locative")
    }
    things = slots["patient"]
    if not decision.candidate.tacit or not things or not slots["locative"]:
        return decision
    if any(graph.written_prepositions[a.index] != "with" for a in things):
        return decision
    indices = {a.index for a in things}
    if not _are_of_body(features, indices) and not all(
        _is_place_of(features, a.index, indices) for a in slots["locative"]
    ):
        return decision
    return dataclasses.replace(
        decision,
        arguments=(*(dataclasses.replace(a, slot="agent") for a in things), *slots["locative"]),
    )


def _is_place_of(features: CaptionFeatures, place: int, things: set[int]) -> bool:
    """Whether a place is that of things that somebody or something has, and not where that one is.

    Those of a body are asked about before, once for all of their places; see `_are_of_body`.
    """
    graph = features.graph
    if features.antecedents.get(place, place) != place:
        return True  # `with a dog behind him`: nobody is behind himself
    if graph.lowered[place] in _OWN_PARTS and not graph.dependents(place, "nmod"):
        return True
    if _is_own(features, place):
        return True
    if features.noun_classes[place] == "body_part" and not graph.dependents(place, "det"):
        return True  # `a man with a bag in hand`
    the = any(graph.lowered[c] == "the" for c in graph.dependents(place, "det"))
    if (
        the
        and graph.prepositions[place] in ("in", "inside", "on")
        and (features.noun_classes[place] not in _SURROUNDINGS or features.noun_lemmas[place] == "window")
    ):
        return True  # `a van with a dog in the trunk`: the trunk of the van
    return graph.heads[graph.first_conjunct(place)] in things


def _are_of_body(features: CaptionFeatures, things: set[int]) -> bool:
    """Whether one of some things is somebody's own body's: ``a horse with its nose in the grass``."""
    return any(features.noun_classes[i] == "body_part" and _is_own(features, i) for i in things)


def _is_own(features: CaptionFeatures, i: int) -> bool:
    """Whether `his`, `her`, `its` or `their` stands before a noun."""
    return any(features.graph.words[c].xpos == "PRP$" for c in features.graph.children[i])


def _is_within(features: CaptionFeatures, place: int, told_of: set[int]) -> bool:
    """Whether a pronoun stands for one of those that are told of: ``plates and a vase with flowers in it``."""
    noun = features.antecedents.get(place, place)
    return noun != place and noun in told_of


def _is_of_other_subject(features: CaptionFeatures, place: int, last: int) -> bool:
    """``with a torch in each hand, and a nun on a roof waves``: nobody's torch is where another stands who acts."""
    graph = features.graph
    thing = graph.heads[graph.first_conjunct(place)]
    return thing > last >= 0 and graph.relation(thing) == "nsubj"


def _is_put_there(features: CaptionFeatures, decision: PredicateDecision, told: set[int]) -> bool:
    """``puts a carrot in its face``: where something is put is told by the putting."""
    graph, p = features.graph, decision.candidate.index
    act = graph.heads[p]
    places = [a.index for a in decision.arguments if a.slot == "locative"]
    put = graph.relation(p) == "obj" and act >= 0 and features.verb_lemmas[act] in PUTTING and p in told
    return put and bool(places) and all(graph.heads[c] == act for c in places)


def _is_of_later_act(features: CaptionFeatures, place: int, told_of: set[int], last: int) -> bool:
    """``cuts circles with a glass and puts them on a tray``: where something else is done later."""
    graph = features.graph
    act = graph.heads[graph.first_conjunct(place)]
    if not act > last >= 0 or graph.words[act].upos != "VERB" or act in graph.ancestors(last):
        return False
    return not {act, graph.heads[act]} & told_of


def _is_bare(features: CaptionFeatures, place: int) -> bool:
    """Whether a noun stands as a place though no word makes it one: who has a thing is not where it is."""
    return features.graph.words[place].upos in _THINGS and not features.graph.written_prepositions[place]


def _with_one_agent(features: CaptionFeatures, decision: PredicateDecision) -> PredicateDecision:
    """The decision with the agents of one coordination alone: its subject, or the surest, of equals the nearest."""
    graph = features.graph
    confidence_by_group: dict[int, tuple[bool, float, int]] = {}
    p = decision.candidate.index
    subjects = graph.dependents(p, "nsubj")
    if decision.candidate.tacit:
        return decision
    decision = decision.having(_without_acted_upon(features, decision))
    for a in decision.arguments:
        if a.slot == "agent":
            group = list_of(features, a.index)
            rank = (a.index in subjects, a.confidence, -abs(a.index - p))
            confidence_by_group[group] = max(rank, confidence_by_group.get(group, rank))
    later = named_after(features, p)
    if later:
        # What hangs beside the actor may be what is held or worn; of a passive it is neither.
        slots = ("agent", "patient") if features.is_passive(p) else ("agent",)
        kept = tuple(
            a
            for a in decision.arguments
            if a.index not in later or (a.slot not in slots and not graph.dependents(a.index, "acl"))
        )
        decision = decision.having(kept)
    if len(confidence_by_group) < 2:
        return decision
    best = max(confidence_by_group, key=confidence_by_group.__getitem__)
    kept = tuple(a for a in decision.arguments if a.slot != "agent" or list_of(features, a.index) == best)
    return decision.having(kept)


def _without_acted_upon(features: CaptionFeatures, decision: PredicateDecision) -> list[ArgumentDecision]:
    """``runs to his parents to hug them``: who is acted upon by a pronoun does not act, where another may."""
    agents = {a.index for a in decision.arguments if a.slot == "agent"}
    upon = {
        features.antecedents[a.index]
        for a in decision.arguments
        if a.slot == "patient"
        and a.index in features.antecedents
        and features.graph.lowered[a.index] not in REFLEXIVE_PRONOUNS
    }
    if not upon & agents or not agents - upon:
        return list(decision.arguments)
    return [a for a in decision.arguments if a.slot != "agent" or a.index not in upon]


def named_after(features: CaptionFeatures, p: int) -> set[int]:
    """Who does not do what a participle says, as each has one: ``a man holding a guitar and a woman singing``."""
    graph = features.graph
    last, first_act = p, graph.first_conjunct(p)
    if graph.words[p].upos == "VERB" and graph.relations[first_act] == "acl":
        p = first_act  # `holding a flag and waving`
    actor = graph.heads[p]
    if actor < 0:
        return set()
    first = graph.first_conjunct(actor)
    if graph.relations[p].endswith(":relcl"):
        one = any(graph.lowered[c] in ("is", "was", "has") for c in graph.dependents(p, "aux", "cop"))
        listed = {first, *graph.dependents(first, "conj")}
        if one:
            return listed - {actor}  # `a couch, a rug and a lamp that is turned on`
        own = {c for c in listed if any(graph.relations[k].endswith(":relcl") for k in graph.children[c])}
        return own - {actor}  # `lamps that glow and clocks that tick`
    if graph.relations[p] != "acl" or graph.words[p].xpos not in ("VBG", "VBN"):
        return set()
    behind = {c for c in graph.dependents(actor, "conj") if c > last}
    if first != actor and any(c < actor for c in graph.dependents(first, "acl")):
        behind |= {first, *graph.dependents(first, "conj")} - {actor}
    return behind
