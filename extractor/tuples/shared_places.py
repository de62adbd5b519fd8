"""Where each act is: a place belongs to who is there.

A locative is shared by every predicate of which it is true. What the links gave to a predicate is taken away where the
tree says that another is there: in the clause beside, in a list of clauses, on the way of another act.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision
from extractor.syntax.mending.vocabulary import RESTING
from extractor.tuples.clauses.patients import what_it_is_for
from extractor.tuples.clauses.words import STAYING

_THINGS = frozenset({"NOUN", "PROPN"})
_DIRECTIONS = frozenset("down into off onto out-of past toward towards up".split())
_LOOKING = frozenset("gaze glance look peek peer stare".split())
_PLAYED = frozenset({"device", "equipment", "musical_instrument"})
_TAKES_APART = frozenset({"all", "both", "each", "one", "others", "some", "another", "other"})
# Where something is put, nobody need be.
PUTTING = frozenset(
    "dip draw drop dunk hang insert lay pin place pour put scribble set spread sprinkle stick stuff tape write".split()
)
_OWN_CLAUSES = ("advcl", "parataxis", "ccomp", "conj")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Act:
    """A predicate and what it has to do with the others.

    Attributes:
        features: The caption.
        decision: The predicate, which is overt, with its arguments.
        actors: Who acts, by predicate.
        acts: The predicates of each who acts.
        named: Who or what fills a slot of it.
        is_clause: It has a subject of its own, beside or below another verb.
        is_existence: It says what there is.
    """

    features: CaptionFeatures
    decision: PredicateDecision
    actors: Mapping[int, set[int]]
    acts: Mapping[int, Sequence[int]]
    named: set[int]
    is_clause: bool
    is_existence: bool

    @property
    def index(self) -> int:
        """The predicate's word."""
        return self.decision.candidate.index


def with_own_places(
    features: CaptionFeatures,
    decision: PredicateDecision,
    actors: Mapping[int, set[int]],
    acts: Mapping[int, Sequence[int]],
) -> PredicateDecision:
    """The decision without places, and patients of the clause above, that are another predicate's.

    Args:
        features: The caption.
        decision: One of its predicates.
        actors: Who is where the act is, by overt predicate: see `actors_of`.
        acts: The predicates of each of them.
    """
    graph, p = features.graph, decision.candidate.index
    if decision.candidate.tacit or not actors[p]:
        return decision
    if any(graph.lowered[a.index] in _TAKES_APART for a in decision.arguments if a.slot == "agent"):
        return decision
    act = _Act(
        features=features,
        decision=decision,
        actors=actors,
        acts=acts,
        named={group_of(features, a.index) for a in decision.arguments},
        is_clause=bool(graph.dependents(p, "nsubj")) and graph.relation(p) in _OWN_CLAUSES,
        is_existence=bool(graph.dependents(p, "expl")),
    )
    kept = tuple(a for a in decision.arguments if not _is_of_another(act, a))
    return decision.having(kept)


def list_of(features: CaptionFeatures, i: int) -> int:
    """The noun at the head of the coordination of a word, or of what a pronoun stands for."""
    return features.graph.first_conjunct(features.antecedents.get(i, i))


def group_of(features: CaptionFeatures, i: int) -> int:
    """The same, where all of the list are in one place: the noun itself where each has an act of its own."""
    graph, noun = features.graph, features.antecedents.get(i, i)
    first = graph.first_conjunct(noun)
    # `with hens pecking at seeds and a goat dozing by a fence`: each is where it is
    apart = first != noun and _has_act(features, noun) and _has_act(features, first)
    return noun if apart and graph.relation(first) != "nsubj" else first


def _has_act(features: CaptionFeatures, i: int) -> bool:
    """Whether a participle of its own stands behind a noun."""
    return any(features.graph.words[c].xpos == "VBG" for c in features.graph.dependents(i, "acl"))


def acts_of(actors: Mapping[int, set[int]]) -> Mapping[int, Sequence[int]]:
    """The predicates of each who acts, from who acts by predicate: asked of each place, in long texts too."""
    result: dict[int, list[int]] = defaultdict(list)
    for p, acting in actors.items():
        for actor in acting:
            result[actor].append(p)
    return result


def actors_of(features: CaptionFeatures, decision: PredicateDecision) -> set[int]:
    """Who is where the act is: the agents; where nobody acts, who or what is acted upon."""
    for slot in ("agent", "patient"):
        found = {group_of(features, a.index) for a in decision.arguments if a.slot == slot}
        if found:
            return found
    return set()


def is_of_clause_below(features: CaptionFeatures, place: int, top: int) -> bool:
    """Whether a place is told in a clause of a noun below another: of a place, or with a subject of its own."""
    return _is_in_clause_behind(features, place, top) or _is_place_of_place(features, place, top)


def _is_place_of_place(features: CaptionFeatures, place: int, top: int) -> bool:
    """``a vase on a table which is beside a sofa``: beside it is the table."""
    graph, clause = features.graph, features.graph.first_conjunct(place)
    relative = graph.relations[clause].endswith(":relcl") and bool(graph.dependents(clause, "cop"))
    thing = graph.heads[clause]
    return relative and thing >= 0 and graph.relation(thing) == "nmod" and graph.heads[thing] == top


def _is_in_clause_behind(features: CaptionFeatures, place: int, top: int) -> bool:
    """``a dog, whereas the cats in the back are asleep``: of a clause with a subject of its own."""
    graph = features.graph
    thing = graph.heads[graph.first_conjunct(place)]
    if graph.relation(place) != "nmod" or thing < 0 or graph.relation(thing) != "nsubj":
        return False
    clause = graph.heads[thing]
    return graph.relation(clause) in ("acl", "advcl") and graph.heads[clause] == top


def _is_of_another(act: _Act, a: ArgumentDecision) -> bool:
    graph, p = act.features.graph, act.index
    verb = graph.heads[graph.first_conjunct(a.index)]
    if a.slot == "patient":  # `boxers circle each other while a referee watches`
        other = act.is_clause and a.index < p and verb == graph.heads[p]
        return other and a.index not in what_it_is_for(act.features, p)
    if a.slot == "locative" and _is_where_another_is(act, a):
        return True
    if a.slot != "locative" or verb == p or p in graph.children[a.index]:
        return False
    for rule in _RULES:
        answer = rule(act, a, verb)
        if answer is not None:
            return answer
    return False


def _of_another_clause_of_a_list(act: _Act, a: ArgumentDecision, _verb: int) -> bool | None:
    """``a cat is in a basket and a kitten is between a chair and a door``."""
    graph, p = act.features.graph, act.index
    listed = graph.relation(p) == "cop" and _clause_of_list(act.features, a.index) not in (-1, graph.heads[p])
    return True if listed else None


def _is_where_another_is(act: _Act, a: ArgumentDecision) -> bool:
    """``a cat sits on a chair and a dog is under a table``: who is under it does nothing else."""
    graph = act.features.graph
    place = _clause_of_list(act.features, a.index)
    if place < 0 or (act.index in graph.children[place] and graph.relation(act.index) == "cop"):
        return False
    if graph.relation(place) not in ("advcl", "conj", "parataxis"):
        beside = act.is_existence or act.is_clause or graph.prepositions[graph.heads[act.index]] == "with"
        if not beside:  # `A bus with a nun painted on it is in a hall and there are palms`
            return False
    others = [act.actors[c] for c in graph.dependents(place, "cop") if act.actors.get(c)]
    return bool(others and graph.dependents(place, "nsubj")) and not others[0] & act.actors[act.index]


def _of_a_thing_elsewhere(act: _Act, _a: ArgumentDecision, verb: int) -> bool | None:
    """``two bottles on a table and behind them there is a curtain``, ``officers on horses watch a crowded park``."""
    graph, p = act.features.graph, act.index
    if verb < 0 or graph.words[verb].upos not in _THINGS or p in graph.ancestors(verb):
        return None
    there = verb not in act.actors[p] and bool(graph.dependents(graph.heads[verb], "expl"))
    if act.is_existence or (act.is_clause and (graph.relation(verb) != "nsubj" or there)):
        return True
    return verb not in act.named if graph.relation(p) == "acl" and verb < graph.heads[p] else None


def _of_the_act_before(act: _Act, a: ArgumentDecision, verb: int) -> bool | None:
    """``flips cakes on a pan and stacks them on a plate``: where by one preposition, and then elsewhere by it."""
    graph, p = act.features.graph, act.index
    if not verb < a.index < p or graph.relation(p) != "conj" or graph.heads[p] != verb:
        return None
    if not graph.dependents(verb, "obj"):
        return None  # `stands on a ladder and puts a book on a shelf`
    preposition = graph.written_prepositions[a.index]
    own = any(
        b.slot == "locative"
        and graph.heads[b.index] == p
        and graph.written_prepositions[b.index] == preposition
        for b in act.decision.arguments
    )
    return True if own else None


def _of_what_is_put(act: _Act, a: ArgumentDecision, verb: int) -> bool | None:
    """``puts a kettle on a stove and sings``: where something is put is no place of what else is done."""
    features, graph, p = act.features, act.features.graph, act.index
    if not verb < a.index < p or graph.relation(p) != "conj" or graph.heads[p] != verb:
        return None
    things = {group_of(features, c) for c in graph.dependents(verb, "obj")}
    put = features.verb_lemmas[verb] in PUTTING and things and graph.written_prepositions[a.index] != "at"
    return True if put and not things & act.named else None


def _of_object_below(act: _Act, a: ArgumentDecision, verb: int) -> bool | None:
    """``jogs pushing twins in a stroller``: what holds the object of the act below holds nobody else."""
    features, graph, p = act.features, act.features.graph, act.index
    if graph.relation(verb) != "advcl" or graph.heads[verb] != p or a.index < verb:
        return None
    holds = features.noun_classes[a.index] in ("container", "vehicle")
    before = min(graph.dependents(a.index, "case"), default=0) - 1
    return True if holds and before in graph.dependents(verb, "obj") else None


def _of_a_relative_clause(act: _Act, a: ArgumentDecision, _verb: int) -> bool | None:
    """``parks behind a van whose wheels are in mud``, ``plants bulbs that she has in a bag``: another is there."""
    graph, p = act.features.graph, act.index
    above = graph.ancestors(a.index)
    clause = next((k for k in above if graph.relations[k] == "acl:relcl"), -1)
    if clause < 0 or p not in above or p == clause or clause in graph.ancestors(p) or a.index < clause:
        return None
    return None if group_of(act.features, graph.heads[clause]) in act.actors[p] else True


def _of_another_time(act: _Act, a: ArgumentDecision, verb: int) -> bool | None:
    """``whisks eggs in a bowl before pouring them into a pan``, ``chews on bamboo while lying on its back``."""
    graph, p = act.features.graph, act.index
    if any(graph.lowered[c] == "having" for c in graph.dependents(p, "aux")):
        return True  # `Having finished lunch, a man sleeps on a sofa`
    if a.index > p:
        if (
            graph.relation(p) == "advcl"
            and graph.heads[p] == verb
            and graph.lowered[p - 1] in ("before", "after")
        ):
            return True  # `After chopping leeks, she fries them in a pan`
        later = verb > p and graph.heads[verb] == p and graph.relation(verb) == "advcl"
        return True if later and graph.lowered[verb - 1] in ("before", "after") else None
    if graph.relation(p) == "advcl" and graph.lowered[p - 1] in ("before", "after"):
        return True
    if graph.relations[verb].startswith("acl:relcl") and _is_past(act.features, verb):
        return True if not _is_past(act.features, p) else None  # `a cat that was sleeping on a sill jumps up`
    placed = any(b.slot == "locative" and graph.heads[b.index] == p for b in act.decision.arguments)
    return True if placed and graph.lowered[p - 1] == "while" else None


def _of_how_it_came(act: _Act, a: ArgumentDecision, verb: int) -> bool | None:
    """``A mast snapped in a storm lies on a deck``: when and in what something came to be so as it is."""
    graph, p = act.features.graph, act.index
    happened = a.kind in ("event", "temporal") and graph.words[a.index].upos in _THINGS
    if act.is_existence:
        return None
    wrapped = act.features.verb_lemmas[verb] == "wrap" and act.features.verb_lemmas[p] not in STAYING
    if not happened and not wrapped:
        return None
    if graph.relations[verb] == "acl" and graph.words[verb].xpos == "VBN":
        thing = graph.heads[verb]
        return (
            True if graph.relation(thing) == "nsubj" and graph.heads[thing] == p and verb < a.index else None
        )
    own = graph.heads[graph.heads[p]] if graph.relations[p] == "acl" and graph.words[p].xpos == "VBN" else -1
    return True if happened and own == verb >= 0 and a.index > verb else None


def _is_past(features: CaptionFeatures, p: int) -> bool:
    graph = features.graph
    finite = [p, *graph.dependents(p, "aux")]
    return any(graph.words[c].xpos == "VBD" for c in finite)


def _of_a_clause_beside(act: _Act, _a: ArgumentDecision, verb: int) -> bool | None:
    """``two cups are on the table and a man pours tea``, ``There are two people, one is sitting on a bench``."""
    graph, p = act.features.graph, act.index
    if verb not in act.actors and any(
        _are_clauses_beside(act.features, p, q) for q in act.acts.get(verb, ())
    ):
        return verb not in act.named
    aside = verb >= 0 and graph.relation(verb) in ("conj", "parataxis") and graph.heads[verb] == p
    if act.is_existence and aside and graph.words[verb].upos == "VERB":
        return True
    return None if act.actors.get(verb) else False


def _of_one_act_alone(act: _Act, a: ArgumentDecision, verb: int) -> bool | None:
    """Where something moves, and what is in the hand, is said of that act alone; and each `there is` has its place."""
    features, graph = act.features, act.features.graph
    bodily = features.noun_classes[a.index] in ("body_part", "clothing")
    preposition = graph.written_prepositions[a.index]
    moves = features.verb_supersense(verb)
    moved = moves == "contact" and bool(
        graph.dependents(verb, "obj") if verb >= 0 else ()
    )  # `carries a nut across`
    crossed = preposition == "across" and (moves == "motion" or moved)
    through = preposition == "through" and features.noun_classes[a.index] in ("device", "tool")
    # `types on a keyboard and nods`: what an act is done on
    stands = verb >= 0 and features.verb_lemmas[verb] in RESTING
    played = preposition == "on" and features.noun_classes[a.index] in _PLAYED and not stands
    struck = preposition == "against" and not stands  # `crash against rocks, sending spray up`
    directed = bodily or played or crossed or through or struck or preposition in _DIRECTIONS
    if verb >= 0 and features.verb_lemmas[verb] in _LOOKING:  # `while looking in a mirror`
        directed |= min(graph.dependents(a.index, "case"), default=0) == verb + 1
    if a.index > verb and not act.is_existence and directed:
        return True
    held = bodily and any(graph.words[c].xpos == "PRP$" for c in graph.children[a.index])
    return True if act.is_existence and (held or graph.dependents(verb, "expl")) else None


def _of_others(act: _Act, a: ArgumentDecision, verb: int) -> bool | None:
    """``examines the teeth of a boy lying in a chair``: nothing else is said of the boy."""
    graph, p, others = act.features.graph, act.index, act.actors[verb]
    if a.index < min(p, verb):
        return False  # what stands before both is said of both
    are_things = all(graph.words[i].upos in _THINGS or graph.words[i].upos == "PRON" for i in others)
    ours = act.named if act.features.is_passive(p) else act.actors[p]
    if p in graph.ancestors(verb) and are_things and not others & ours and a.index > verb:
        return True
    # A clause within another shares its place more often than not, whoever acts in it.
    apart = _is_clause_beside(act.features, p, verb) or (
        verb not in graph.ancestors(p) and p not in graph.ancestors(verb)
    )
    return apart and not others & act.actors[p]


# The first that knows has it.
_RULES: tuple[Callable[[_Act, ArgumentDecision, int], bool | None], ...] = (
    _of_another_clause_of_a_list,
    _of_a_thing_elsewhere,
    _of_the_act_before,
    _of_what_is_put,
    _of_object_below,
    _of_a_relative_clause,
    _of_another_time,
    _of_how_it_came,
    _of_a_clause_beside,
    _of_one_act_alone,
    _of_others,
)


def _clause_of_list(features: CaptionFeatures, i: int) -> int:
    """The word of a list, at or above a word, that says a clause of its own; -1 where none does."""
    graph = features.graph
    while not graph.dependents(i, "nsubj", "cop"):
        if graph.relation(i) != "conj":
            return -1
        i = graph.heads[i]
    return i


def _is_clause_beside(features: CaptionFeatures, p: int, verb: int) -> bool:
    """Whether a verb with a subject of its own is coordinated with another: ``cups are here and a man pours tea``."""
    graph = features.graph
    p = graph.heads[p] if graph.relation(p) == "cop" else p
    aside = graph.relation(p) in ("conj", "parataxis") and graph.heads[p] == verb
    return aside and bool(graph.dependents(p, "nsubj"))


def _are_clauses_beside(features: CaptionFeatures, p: int, q: int) -> bool:
    """Whether two clauses each have their places: the first has been left, or both say what there is."""
    graph = features.graph
    there = p != q and bool(graph.dependents(p, "expl")) and bool(graph.dependents(q, "expl"))
    return there or _is_clause_beside(features, p, q)
