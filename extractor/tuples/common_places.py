"""Where somebody sits, stands or goes, all is done that he does there: ``sits at a desk reading a letter``.

The links share places now and then. What the guide says for sure is said here: the place of a posture, and the way of
somebody who goes, is that of every other act of his in the clause, but for those that lead elsewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision
from extractor.syntax.mending.vocabulary import PARTS
from extractor.tuples.clauses.patients import shared_objects
from extractor.tuples.clauses.words import STANDING, STATES, STAYING
from extractor.tuples.shared_places import PUTTING, actors_of

_AT = frozenset(
    """among around at behind beside below beneath between by close-to in in-front-of inside near next-to on on-top-of
    outside under underneath""".split()
)
_GOING = frozenset(
    "bike cycle drive hike jog march pace parade ride roam run skate stroll surf swim wade walk".split()
)
_HALTING = frozenset({"halt", "pause", "stop"})  # who stops no longer goes along there
_WAYS = frozenset({"along", "around", "beside", "in", "near", "next-to", "on", "through"})
# Acts that lead away from where somebody is, so that the place is told of what was before.
_LEAVING = frozenset(
    """arrive climb come crawl descend dive drop enter fall fly get go hop jump land leap leave move return ride rise
    roll run slide step swim turn walk""".split()
)
_OWN_CLAUSES = frozenset({"advcl", "ccomp", "conj", "parataxis"})
_DENIED = frozenset({"not", "n't", "never"})
_MAX_STEPS = 12
_OTHER_TIMES = frozenset({"after", "before", "since", "until"})


def with_places_in_common(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """The decisions with the places of postures and ways also for what else the same one does in the clause.

    Args:
        features: The caption.
        decisions: Its predicates.
    """
    told = {d.candidate.index: d for d in decisions if not d.candidate.tacit}
    shown = {d.candidate.index: d for d in decisions if d.candidate.tacit}
    actors: dict[int, tuple[int, frozenset[int]]] = {}
    places: dict[tuple[int, frozenset[int]], list[ArgumentDecision]] = defaultdict(list)
    for decision in decisions:
        p = decision.candidate.index
        if not decision.candidate.tacit:
            actors[p] = _clause(features, p), frozenset(actors_of(features, decision))
            places[actors[p]] += _own_places(features, decision)
    result = []
    for decision in decisions:
        p = decision.candidate.index
        whole = -1 if decision.candidate.tacit else _act_of_whole(features, decision)
        by_whom = None if decision.candidate.tacit else actors.get(whole, actors[p])
        if by_whom and by_whom[1] and _takes_places(features, decision):
            found = {a.index for a in decision.arguments}
            missed: dict[int, ArgumentDecision] = {}
            passive = features.is_passive(p)  # `On a wall there are hats hung`
            scenes = _scenes(features, told[whole]) if whole in told else _shown(features, shown.get(whole))
            for a in (*places[by_whom], *scenes, *_places_of_shared_object(features, p, told)):
                if a.index in found or _is_left_behind(features, p, a.index):
                    continue
                if not (passive and a.index > min(by_whom[1])):
                    missed.setdefault(a.index, a)
            decision = decision.having((*decision.arguments, *missed.values()))
        result.append(decision)
    return result


def _is_left_behind(features: CaptionFeatures, p: int, place: int) -> bool:
    """``wades through reeds, stops and stands still``: through what somebody went who stands now.

    Nor is what only a relative clause tells said of the clause around it: ``The nun, who sits on a bed, looks up``.
    """
    graph = features.graph
    verb = graph.heads[graph.first_conjunct(place)]
    if verb < 0:
        return False
    thing = graph.heads[verb]
    if graph.relations[verb] == "acl:relcl" and thing >= 0 and graph.heads[thing] == p:
        return True
    halts = features.verb_lemmas[p] in _HALTING | STAYING | STANDING
    return features.verb_lemmas[verb] in _GOING and halts and graph.relation(p) == "conj"


def _scenes(features: CaptionFeatures, decision: PredicateDecision) -> list[ArgumentDecision]:
    """``bake pies in a kitchen, one rolling dough``: where all of them do something."""
    p = decision.candidate.index
    return [
        a
        for a in decision.arguments
        if a.slot == "locative"
        and a.kind == "scene"
        and features.graph.heads[a.index] == p
        and _is_by(features, a.index, _AT)
    ]


def _is_by(features: CaptionFeatures, place: int, prepositions: frozenset[str]) -> bool:
    """Whether one of some prepositions brings a place in, or a part of it: ``on the back of a goat``."""
    preposition = features.graph.written_prepositions[place]
    of_part = preposition.endswith("-of") and preposition.partition("-")[0] in prepositions
    return preposition in prepositions or of_part


def _shown(features: CaptionFeatures, decision: PredicateDecision | None) -> list[ArgumentDecision]:
    """``Two workers on a scaffold, one laying bricks``: where all of them are, in a phrase without a verb."""
    if decision is None or features.graph.words[decision.candidate.index].xpos != "NNS":
        return []
    at = features.graph.written_prepositions
    return [
        a for a in decision.arguments if a.slot == "locative" and at[a.index] in _AT and a.kind != "temporal"
    ]


def _act_of_whole(features: CaptionFeatures, decision: PredicateDecision) -> int:
    """``stand on a dock, one fishing and one reading``: what the whole does, of which one acts; -1 for none."""
    graph, p = features.graph, decision.candidate.index
    parts = [c for c in graph.dependents(p, "nsubj") if graph.lowered[c] in PARTS]
    first = graph.first_conjunct(p)
    if not parts or graph.words[p].xpos != "VBG" or graph.dependents(p, "aux"):
        return -1  # `and one of them is humming` is a clause of its own
    # listed with what all of them do, and not `some asleep, some eating`
    beside = graph.words[first].xpos != "VBG" and not any(
        graph.lowered[c] in PARTS for c in graph.dependents(first, "nsubj")
    )
    if not beside and graph.relation(first) not in ("acl", "advcl", "parataxis"):
        return -1
    placed = any(
        a.slot == "locative" and graph.heads[a.index] == p and graph.written_prepositions[a.index] in _AT
        for a in decision.arguments
    )
    placed &= features.verb_lemmas[p] not in PUTTING
    above = first if beside else graph.heads[first]
    said = graph.dependents(above, "cop")  # `are in a hall, one humming`
    halting = features.verb_lemmas[above] in _GOING and features.verb_lemmas[p] in _HALTING
    return -1 if placed or halting else said[0] if said else above


def _own_places(features: CaptionFeatures, decision: PredicateDecision) -> list[ArgumentDecision]:
    """Where a posture is, or along what somebody goes: places that hang on the act itself."""
    graph, p = features.graph, decision.candidate.index
    lemma = features.verb_lemmas[p]
    prepositions = _AT if lemma in STAYING else _WAYS if lemma in _GOING else frozenset()
    if graph.dependents(p, "expl"):  # `On the left there is a nun standing near a wall`
        return [a for a in decision.arguments if a.slot == "locative" and a.index < p]
    rests = not graph.dependents(p, "obj")
    return [
        a
        for a in decision.arguments
        if a.slot == "locative"
        and a.kind != "temporal"
        and features.noun_classes[a.index] not in ("body_part", "clothing")
        and (
            _is_fronted(features, p, a.index)
            or _is_of_subject(features, p, a)
            or (
                rests
                and graph.heads[graph.first_conjunct(a.index)] == p
                and _is_by(features, graph.first_conjunct(a.index), prepositions)
            )
        )
    ]


def _places_of_shared_object(
    features: CaptionFeatures, p: int, told: Mapping[int, PredicateDecision]
) -> list[ArgumentDecision]:
    """``rinses and slices plums in a kitchen``: the scene behind what two verbs act upon is that of both."""
    graph = features.graph
    shared = [o for o in shared_objects(features, p) if graph.relation(o) == "obj"]
    second = graph.heads[shared[0]] if shared else -1
    if second not in told or features.verb_lemmas[second] in PUTTING:
        return []
    return [
        a
        for a in told[second].arguments
        if a.slot == "locative"
        and a.index > shared[0]
        and a.kind == "scene"
        and graph.written_prepositions[a.index] in _AT
    ]


def _is_fronted(features: CaptionFeatures, p: int, place: int) -> bool:
    """``In a yard a nun feeds hens, humming a tune``: whether a place stands before the subject of its act."""
    graph = features.graph
    subject = min(graph.dependents(p, "nsubj"), default=-1)
    preposition, _, part = graph.written_prepositions[place].partition("-")
    if place > subject or preposition not in _AT:
        return False
    above = graph.heads[place]
    if part and above >= 0 and above not in (p, subject):
        above = graph.heads[above]  # `in the middle of the picture`
    return above in (p, subject)


def _is_of_subject(features: CaptionFeatures, p: int, a: ArgumentDecision) -> bool:
    """``Two nuns in a kitchen make soup, stirring``: what surrounds who acts, told behind the subject."""
    graph = features.graph
    subjects = [c for c in graph.dependents(p, "nsubj") if c < p]
    surrounds = a.kind == "scene" and graph.written_prepositions[a.index] in _AT
    return surrounds and a.index < p and graph.heads[a.index] in subjects


def _takes_places(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """Whether an act is where its actor is: it is done, by him and not to him, and leads nowhere else."""
    graph, p = features.graph, decision.candidate.index
    lemma = features.verb_lemmas[p]
    if lemma in _LEAVING or (features.is_passive(p) and lemma not in STATES):
        return False
    if any(graph.lowered[c] in _DENIED or graph.words[c].xpos == "TO" for c in graph.children[p]):
        return False  # `kneels to take a picture`
    return not any(a.slot == "agent" and a.index > p for a in decision.arguments)


def _clause(features: CaptionFeatures, p: int) -> int:
    """The act at the head of the clause that an act is of; of what a sentence itself tells, a number below 0.

    A clause is what has a subject or a time of its own: ``while a man stands at a desk reading``.
    """
    graph, top = features.graph, -1 - features.graph.sentences[p]
    for _ in range(_MAX_STEPS):
        own = graph.dependents(p, "nsubj") and not graph.dependents(p, "expl")
        if (own and graph.relation(p) in _OWN_CLAUSES) or any(
            graph.lowered[c] in _OTHER_TIMES for c in graph.dependents(p, "mark")
        ):
            return p
        p = graph.heads[p]
        if p < 0:
            return top
    return top
