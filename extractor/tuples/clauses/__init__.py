"""What a tree says for sure of a clause, where the link decisions left it open or took another noun.

A finite verb has its own subject, a relative clause the noun that it stands at, a verb coordinated with another the
subject of the first; what a verb has as its object is a patient. The links decide all that hangs on more than the tree.
"""

from __future__ import annotations

import dataclasses

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision
from extractor.syntax.mending.vocabulary import SEPARABLE, SIDES
from extractor.tuples.clauses.control import with_controller, with_subject_of_passive
from extractor.tuples.clauses.passives import without_object_above
from extractor.tuples.clauses.patients import with_object, with_targets
from extractor.tuples.clauses.places import (
    places_of,
    with_own_places,
    with_places_as_such,
    with_relative_place,
    without_place_above,
)
from extractor.tuples.clauses.subjects import (
    is_command,
    of_command,
    with_subject,
    with_subject_above,
    with_what_is_left,
    without_governed,
    without_owner,
)
from extractor.tuples.clauses.tools import with_instrument
from extractor.tuples.clauses.words import STANDING, in_slot

# What they do `down` and `up` they do without it, too.
_DIRECTED = frozenset({"gaze", "glance", "lead", "look", "peer", "point", "stare"})
# Where nobody else is any more.
_STAYING_BEHIND = frozenset({"fall", "lag", "linger", "remain", "stay", "trail"})
# What they would not mean without it: `looks for a key`.
_OF_MEANING = {"after": ("chase", "look", "run"), "for": ("call", "look")}
_CLINGING = frozenset({"hang", "hold"})
_NOMINATIVES = frozenset({"he", "i", "she", "they", "we"})
_PARTICLES = frozenset("along around away back by down in off out over past up".split())


def completed(features: CaptionFeatures, decision: PredicateDecision) -> PredicateDecision:
    """The decision with the subject, the object and the relative noun that the tree gives its predicate."""
    p = decision.candidate.index
    if decision.candidate.tacit:
        return decision.having((*decision.arguments, *_places_before(features, p, decision)))
    arguments = list(decision.arguments)
    if is_command(features, p):
        arguments = of_command(features, p, arguments)
    else:
        arguments = without_owner(features, p, without_governed(features, p, arguments))
        arguments = with_subject(features, p, arguments)
        arguments = with_subject_above(features, p, arguments)
        arguments = with_what_is_left(features, p, arguments)
        arguments = with_controller(features, p, with_subject_of_passive(features, p, arguments))
    arguments = with_object(features, p, without_object_above(features, p, arguments))
    arguments = [a for a in arguments if a.slot != "patient" or not _is_of_other_clause(features, p, a.index)]
    arguments = with_instrument(features, p, arguments)
    arguments = with_places_as_such(features, p, arguments)
    arguments = with_relative_place(features, p, arguments)
    arguments = with_targets(features, p, arguments)
    arguments = with_own_places(features, p, without_place_above(features, p, arguments))
    arguments += [a for a in _places_of_shown(features, p) if all(a.index != b.index for b in arguments)]
    particle = _particle(features, p, decision.particle)
    if particle == p + 1 and features.graph.relation(particle) == "case":  # `paddles after its mother`
        arguments = [
            in_slot(a, "patient") if a.index == features.graph.heads[particle] else a for a in arguments
        ]
    if particle != decision.particle:
        decision = dataclasses.replace(decision, particle=particle)
    return decision.having(arguments)


def _is_of_other_clause(features: CaptionFeatures, p: int, i: int) -> bool:
    """``opens a box while they watch``: what `they` do they do, and nobody opens them."""
    graph = features.graph
    subject = graph.relation(i) == "nsubj" and graph.lowered[i] in _NOMINATIVES
    return subject and graph.heads[i] not in (p, graph.first_conjunct(p)) and not features.is_passive(p)


def _places_before(features: CaptionFeatures, p: int, decision: PredicateDecision) -> list[ArgumentDecision]:
    """``Behind them I can see a stage``: the places before a noun at the top; where it has another, sides alone."""
    if features.graph.heads[p] >= 0:
        return []
    found = {a.index for a in decision.arguments}
    bare = all(a.slot == "agent" for a in decision.arguments)
    return [
        a
        for a in places_of(features, p, before=True)
        if a.index not in found and (bare or features.graph.lowered[a.index] in SIDES)
    ]


def _places_of_shown(features: CaptionFeatures, p: int) -> list[ArgumentDecision]:
    """``On the left we can see a nun feeding hens``: what is shown there does there what it does."""
    graph = features.graph
    if graph.relations[p] != "acl" or graph.words[p].xpos not in ("VBG", "VBN"):
        return []
    first = graph.first_conjunct(graph.heads[p])
    return places_of(features, first, before=True) if graph.heads[first] < 0 else []


def _particle(features: CaptionFeatures, p: int, decided: int) -> int:
    """The particle; what has on, puts on and turns off is the verb's wherever it stands."""
    graph = features.graph
    if decided >= 0 and (_governs(features, p, decided) or _is_repeated(features, decided)):
        decided = -1
    if decided >= 0 and graph.lowered[decided] == "asleep" and features.verb_lemmas[p] in STANDING:
        return -1  # how somebody lies; but one falls asleep
    if decided in features.antecedents or (decided > 0 and _is_of_thumbs(features, p, decided)):
        return -1  # `the bench she sits on`; `gives a thumbs up`
    if decided >= 0:
        return decided
    return p + 1 if _is_of_meaning(features, p) else _missed_particle(features, p)


def _missed_particle(features: CaptionFeatures, p: int) -> int:
    """The particle that the links have left out; -1 where there is none."""
    graph = features.graph
    for c in graph.children[p]:
        bare = c == p + 1 and graph.relation(c) in ("advmod", "compound") and not graph.children[c]
        last = c == p + 1 and graph.relations[c] == "compound:prt" and graph.lowered[c] in ("by", "through")
        if last and c not in graph.folded:
            return c  # `a voice breaks through`
        along = features.verb_lemmas[p] in _DIRECTED and graph.lowered[c] in ("down", "up")
        if _is_of_thumbs(features, p, c) or _is_repeated(features, c):
            continue
        clinging = features.verb_lemmas[p] in _CLINGING and graph.lowered[c : c + 2] == ["on", "to"]
        lagging = graph.lowered[c] == "behind" and features.verb_lemmas[p] in _STAYING_BEHIND
        if bare and (clinging or lagging or (graph.lowered[c] in _PARTICLES and not along)):
            return c  # no noun belongs to it
        passive = c == p + 1 and features.is_passive(p)
        apart = passive or any(p < o < c for o in graph.dependents(p, "obj"))
        verbs = SEPARABLE.get(graph.lowered[c], ())
        sure = graph.lowered[c] in ("on", "off") or apart or features.verb_lemmas[p] in verbs
        if graph.relations[c] == "compound:prt" and sure:
            return c
        if (
            apart
            and features.verb_lemmas[p] in verbs
            and not graph.children[c]
            and graph.relations[c] != "case"
        ):
            return c
    return -1


def _is_of_meaning(features: CaptionFeatures, p: int) -> bool:
    """``looks for a key``, ``calls for help``: a preposition right behind the verb that makes it another act."""
    graph, c = features.graph, p + 1
    verbs = _OF_MEANING.get(graph.lowered[c], ()) if c < len(graph.words) else ()
    thing = graph.heads[c] if features.verb_lemmas[p] in verbs else -1
    own = graph.relation(thing) == "obl" and graph.heads[thing] == p and graph.relation(c) == "case"
    return thing > c and own and features.supersenses[thing] != "time"


def _governs(features: CaptionFeatures, p: int, i: int) -> bool:
    """Whether what was taken for a particle is a word of what stands behind it: of a way, of what happens."""
    graph, noun = features.graph, features.graph.heads[i]
    if graph.relation(i) == "mark":
        return noun != p  # `applauds after a man speaks`
    if graph.relation(i) != "case":
        return False
    happens = features.supersenses[noun] in ("act", "event", "time")  # `leaves after practice`
    # `passes through a nose`
    return graph.lowered[i] == "through" or (graph.lowered[i] in ("after", "before") and happens)


def _is_repeated(features: CaptionFeatures, i: int) -> bool:
    """``croaks over and over``: how often it is done, and nothing that is croaked over."""
    graph, form = features.graph, features.graph.lowered[i]
    return graph.lowered[i + 1 : i + 3] == ["and", form]


def _is_of_thumbs(features: CaptionFeatures, p: int, i: int) -> bool:
    """``gives a thumbs up``: a name of what is given."""
    return features.verb_lemmas[p] == "give" and features.graph.lowered[i - 1] in ("thumb", "thumbs")
