"""Where a verb's act is: places that hang on it, or on what it is about, and relative places."""

from __future__ import annotations

import dataclasses
import re

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision
from extractor.syntax.mending.vocabulary import LEFT, SEPARABLE, SIDES, SURROUNDING
from extractor.tuples.clauses.tools import PLAYING, tools_of
from extractor.tuples.clauses.words import (
    AIMED_AT,
    CONFIDENCE,
    COVERING,
    FASTENING,
    NO_PLACES,
    PEOPLE,
    PICTURES,
    PLACES,
    STANDING,
    STAYING,
    THINGS,
    in_place,
    is_posture,
    is_somebody,
    place_kind,
)
from extractor.types import LocativeKind

# Prepositions of places alone, and verbs that have something else behind `over`.
_SURE_PLACES = frozenset(
    """above across along behind below beneath beside down from from-behind from-inside from-under in-front-of near
    next-to off on-top-of onto out-of past under underneath up""".split()
)
# `in-the-middle-of`, `at-the-edge-of`
_OF_A_PART = re.compile(
    r"(above|across|along|at|behind|below|beneath|by|down|in|inside|into|near|off|on|onto|over|under|up)-.+-of"
).fullmatch
# And such as bring in what has a thing, where it is that by a pronoun: `with steam coming out of it`.
_TOUCHING = frozenset("across against around from into off onto out-of over through".split())
# On what one loses one's hold; others one works on, or knocks on.
_SLIPPING = frozenset("bounce crash glide lie rest sit skate skid slide slip stand stumble trip".split())
_THROWING = frozenset("breathe fling hurl shoot splash spray throw toss".split())
_WHERE_BY_VERB = {"at": _THROWING | STAYING, "on": _SLIPPING}
# `carries it to an oven`, `leads to a cottage`
_TAKING = frozenset(
    """add affix apply bring carry deliver drag drive fly haul lead lift lower move press pull push roll sew slide take
    throw tow transfer""".split()
)
_GOING = frozenset(
    """climb come crawl descend drive extend fly go hike hurry jog lead march move race return ride run rush stretch
    swim travel walk""".split()
)
_OVER_WHAT = frozenset("argue bend chat fight hunch laugh lean look pore preside quarrel talk watch".split())
_SOLID = frozenset({"artifact", "location", "object", "plant", "substance"})
_AT_NAMES = frozenset({"at", "in", "near", "outside"})
_LASTING = frozenset(
    "century day decade duration entirety hour minute moment month second week while year".split()
)
_LONG = frozenset({"long", "short", "some"})
_AROUND = frozenset({"above", "among", "around", "at", "by", "in"})
# Verbs that do what their object names, and where to.
_DOING = frozenset({"do", "make", "perform", "take"})
# Senses of verbs by which something comes to be, or comes to be somewhere.
_MAKING = frozenset({"change", "contact", "creation", "motion"})
_DIRECTED = frozenset("across along down into off onto over past through toward towards up".split())
# Classes of what somebody is in or at.
_SURROUNDING = frozenset(
    "body_of_water building geological_formation land location plant room structure substance way".split()
)
_ANSWERING = frozenset("answer react reply respond".split())
_TETHERS = frozenset({"chain", "lead", "leash", "rope", "tether"})
_REGIONS = SIDES | {"background", "distance", "foreground"}
_PLACE_ADVERBS = frozenset(
    """aboard above ahead alongside ashore backstage below downstairs everywhere indoors inside nearby offshore offstage
    onstage outdoors outside overboard overhead underneath underwater upstairs""".split()
)
_AWAY = frozenset({"abroad", "home"})
# Where what is moved goes, and such as stand or face there.
_WHERE_TO = frozenset({"aside", "outward", "upward", "upwards", "downward", "downwards"})
_COMPASS = frozenset({"east", "north", "south", "west"})
# Before a clause these are no prepositions of what acts: `and inside a calf nurses`.
_FRONTED_ADVERBS = frozenset(
    "above below downstairs inside nearby outside overhead underneath upstairs".split()
)


def places_of(
    features: CaptionFeatures, i: int, *, but: frozenset[str] = NO_PLACES, before: bool = False
) -> list[ArgumentDecision]:
    """The places that hang on a word itself, behind it or before it, by other prepositions than some."""
    graph = features.graph
    return [
        ArgumentDecision(index=c, slot="locative", kind=place_kind(features, c), confidence=CONFIDENCE)
        for c in graph.dependents(i, "obl", "nmod")
        if (c < i) is before
        and c not in graph.folded
        and (graph.written_prepositions[c] not in but or _is_side(features, c))
        and (
            graph.words[c].upos in THINGS
            or c in features.antecedents
            or graph.is_reciprocal(c)  # `stacked on each other`
            or (graph.words[c].upos == "NUM" and graph.dependents(c, "nmod"))  # `on one of them`
            or (graph.lowered[c] == "other" and graph.dependents(c, "det"))  # `and on the other`
        )
        and not features.is_attire(c)
    ]


def _is_side(features: CaptionFeatures, i: int) -> bool:
    """``to the left``, ``to her right``: a place, though what `to` brings in is none."""
    return features.graph.written_prepositions[i] == "to" and features.noun_lemmas[i] in ("left", "right")


def with_own_places(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """The places that hang on the verb itself, by prepositions that are of places alone."""
    graph = features.graph
    found = {a.index for a in arguments}
    if graph.dependents(p, "expl"):
        places = [
            ArgumentDecision(index=c, slot="locative", kind=place_kind(features, c), confidence=CONFIDENCE)
            for c in graph.dependents(p, "obl")
            if c not in found
            and c not in graph.folded
            and (
                graph.written_prepositions[c] not in NO_PLACES
                or _is_side(features, c)
                or (graph.written_prepositions[c] == "to" and features.noun_lemmas[c] == "side")
            )
            and (graph.words[c].upos in THINGS or c in features.antecedents)
        ]
        found |= {a.index for a in places}
        around = [a for a in _adverbs_of_what_is(features, p) if a.index not in found]
        return arguments + places + around + _places_of_what_is(features, p, found)
    if graph.relation(p) == "cop":
        said = [*_second_places(features, graph.heads[p]), *_companions_of_what_is(features, p)]
        return arguments + [a for a in said if a.index not in found]
    if graph.words[p].upos != "VERB":
        return arguments
    for rule in (adverbs_of_place, _beside_somebody, _ways_of_act, tools_of, _places_of_subject, _posed_for):
        arguments = arguments + [a for a in rule(features, p) if a.index not in found]
    sure = PLACES | _SURE_PLACES | ({"around"} if features.is_passive(p) else {"around", "by"})
    if features.verb_lemmas[p] not in PLAYING or graph.dependents(p, "obj"):
        sure = sure | {"against"}
    if features.verb_lemmas[p] not in _OVER_WHAT:
        sure = sure | {"over"}
    taken = features.verb_lemmas[p] in _TAKING and bool(graph.dependents(p, "obj"))
    if (
        taken
        or features.verb_lemmas[p] in FASTENING | _GOING
        or any(graph.written_prepositions[c] == "from" for c in graph.dependents(p, "obl"))
    ):
        sure = sure | {"to"}
    if features.verb_lemmas[p] not in AIMED_AT and graph.dependents(p, "obj"):
        sure = sure | {"at"}  # `shakes a fist at a goat`
    if features.verb_lemmas[p] == "head":
        sure = sure | {"for"}
    if features.verb_lemmas[p] == "wrap" and (graph.dependents(p, "obj") or features.is_passive(p)):
        sure = sure | {"in"}  # `wraps bread in paper`
    lasting = {a.index: a for a in _durations(features, p)}
    arguments = [a if a.slot == "agent" else lasting.get(a.index, a) for a in arguments]
    found |= {a.index for a in arguments}
    arguments = arguments + [
        a
        for a in (*_places_of_posture(features, p), *_happenings(features, p), *lasting.values())
        if a.index not in found
    ]
    before = places_of(features, p, before=True)
    arguments = arguments + [
        a
        for a in before
        if a.index not in found and (_is_side(features, a.index) or _is_fronted(features, a.index, p))
    ]
    arguments = arguments + [a for a in _sides_of_subject(features, p) if a.index not in found]
    found = {a.index for a in arguments}
    arguments = arguments + [a for a in _named_places(features, arguments) if a.index not in found]
    return arguments + [
        a
        for a in places_of(features, p, but=NO_PLACES - sure - _TOUCHING - {"to"})
        if a.index not in found
        and (
            graph.written_prepositions[a.index]
            in (sure | _TOUCHING | {"at", "in", "inside"} if _is_owner(features, a.index, p) else sure)
            or _OF_A_PART(graph.written_prepositions[a.index])
            or _is_held_in(features, a.index, p)
            or _is_seat(features, a.index, p)
            or _is_gone_into(features, a.index)
            or _is_side(features, a.index)
        )
    ]


def _happenings(features: CaptionFeatures, p: int) -> list[ArgumentDecision]:
    """``rests after practice``, ``sings during a storm``: before, during or after what something is done."""
    graph = features.graph
    return [
        ArgumentDecision(index=c, slot="locative", kind="event", confidence=CONFIDENCE)
        for c in graph.dependents(p, "obl")
        if c > p
        and graph.written_prepositions[c] in ("after", "before", "during")
        and features.supersenses[c] in ("act", "event")
        and graph.words[c].upos in THINGS
    ]


def _durations(features: CaptionFeatures, p: int) -> list[ArgumentDecision]:
    """``coughs for months``, ``thinks for a moment``, ``hums for the whole clip``: how long something is done."""
    graph = features.graph
    return [
        ArgumentDecision(index=c, slot="locative", kind="temporal", confidence=CONFIDENCE)
        for c in graph.dependents(p, "obl")
        if c > p
        and graph.written_prepositions[c] == "for"
        and (
            features.noun_lemmas[c] in _LASTING
            or any(graph.lowered[k] in ("entire", "whole") for k in graph.children[c])
            or (graph.lowered[c] == "time" and any(graph.lowered[k] in _LONG for k in graph.children[c]))
        )
        and not any(graph.lowered[k] == "last" for k in graph.children[c])
    ]


def _is_seat(features: CaptionFeatures, i: int, p: int) -> bool:
    """``sitting in chairs``: on or in what somebody sits, stands or lies."""
    preposition = features.graph.written_prepositions[i]
    return (
        preposition in ("at", "in", "on")
        and features.verb_lemmas[p] in STAYING
        and features.supersenses[i] in _SOLID
        and features.noun_classes[i] != "body_part"
    )


def _is_gone_into(features: CaptionFeatures, i: int) -> bool:
    """``while tea drips into it``: a pronoun behind a preposition of places, for what is nobody."""
    thing = features.antecedents.get(i, -1)
    place = features.graph.written_prepositions[i] in _TOUCHING | {"in", "inside"}
    return thing >= 0 and place and not is_somebody(features, thing)


def is_where(features: CaptionFeatures, i: int) -> bool:
    """``Nobody is home``: whether an adverb alone says where something is."""
    return features.graph.words[i].upos == "ADV" and features.graph.lowered[i] in _PLACE_ADVERBS | _AWAY


def adverbs_of_place(features: CaptionFeatures, i: int) -> list[ArgumentDecision]:
    """``hovers overhead``, ``a hut with a road nearby``: adverbs at a verb or a noun that tell where."""
    graph = features.graph
    adverbs = [
        c for c in graph.dependents(i, "advmod") if not graph.children[c] and _tells_where(features, c, i)
    ]
    return [
        ArgumentDecision(
            index=c,
            slot="locative",
            kind="temporal" if graph.lowered[c] == "overnight" else "scene",
            confidence=CONFIDENCE,
        )
        for c in adverbs
    ]


def _tells_where(features: CaptionFeatures, c: int, i: int) -> bool:
    graph, form = features.graph, features.graph.lowered[c]
    if c < i:
        subject = min(graph.dependents(i, "nsubj"), default=-1)
        return form in _FRONTED_ADVERBS and c < subject and graph.words[i].upos == "VERB"
    if form in _PLACE_ADVERBS:
        return graph.lowered[c + 1 : c + 2] != ["out"]
    if graph.words[i].upos != "VERB":
        return False
    if form in _WHERE_TO:
        return bool(graph.dependents(i, "obj"))
    if form == "here":
        return not features.is_passive(i)  # `seen here`
    following = form == "behind" and features.verb_lemmas[i] in _GOING | {"trot", "follow"}
    return following or form in _COMPASS or form == "overnight"


def _adverbs_of_what_is(features: CaptionFeatures, p: int) -> list[ArgumentDecision]:
    """``There is nobody around``, ``There are cars nearby``: where what there is is."""
    graph = features.graph
    things = [c for c in graph.dependents(p, "nsubj") if c > p]
    return [
        ArgumentDecision(index=c, slot="locative", kind="scene", confidence=CONFIDENCE)
        for holder in (p, *things)
        for c in graph.dependents(holder, "advmod")
        if c > max(things, default=p) and graph.lowered[c] in _PLACE_ADVERBS | {"around"}
        if not graph.dependents(c, "obl", "nmod") and graph.lowered[c + 1 : c + 2] != ["out"]
    ]


def _beside_somebody(features: CaptionFeatures, p: int) -> list[ArgumentDecision]:
    """``her brother digs a hole next to her``: by whom something is done, wherever the tree has hung her.

    By a thing too, where the act makes or puts something: ``finds a bench and builds a table next to it``.
    """
    graph = features.graph
    made = set(features.lexicon.supersenses(features.verb_lemmas[p], "verb")[:1]) <= _MAKING
    subjects = {graph.first_conjunct(features.subject(p)[0])} if features.subject(p)[0] >= 0 else set()
    return [
        a
        for c in graph.dependents(p, "obj")
        for a in places_of(features, c)
        if graph.written_prepositions[a.index] in PLACES
        and features.antecedents.get(a.index, c) not in subjects | {c}
        and (made or is_somebody(features, features.antecedents[a.index]))
    ]


def _posed_for(features: CaptionFeatures, p: int) -> list[ArgumentDecision]:
    """``pose for a selfie``: a happening at which somebody stands so."""
    if features.verb_lemmas[p] != "pose":
        return []
    return [
        ArgumentDecision(index=c, slot="locative", kind="event", confidence=CONFIDENCE)
        for c in features.graph.dependents(p, "obl")
        if features.graph.written_prepositions[c] == "for" and features.noun_lemmas[c] in PICTURES
    ]


def _ways_of_act(features: CaptionFeatures, p: int) -> list[ArgumentDecision]:
    """``takes a step towards a door``: the way of the act that the object names."""
    if features.verb_lemmas[p] not in _DOING:
        return []
    return [
        a
        for c in features.graph.dependents(p, "obj")
        if "motion" in features.lexicon.supersenses(features.noun_lemmas[c], "verb")[:1]
        for a in places_of(features, c)
        if features.graph.written_prepositions[a.index] in _DIRECTED
    ]


def _second_places(features: CaptionFeatures, place: int) -> list[ArgumentDecision]:
    """``is on the desk, at the right of a lamp``: what is listed with the place, by a preposition of its own."""
    graph = features.graph
    if graph.written_prepositions[place] in NO_PLACES:
        return []
    return [
        ArgumentDecision(index=c, slot="locative", kind=place_kind(features, c), confidence=CONFIDENCE)
        for c in graph.dependents(place, "conj", "nmod")
        if c not in graph.folded
        and graph.words[c].upos in THINGS
        and graph.dependents(c, "case")
        and (graph.relation(c) == "conj" or graph.lowered[graph.dependents(c, "case")[0] - 1] == ",")
        and graph.written_prepositions[c] not in NO_PLACES
        and not graph.dependents(c, "nsubj", "cop", "advmod")
    ]


def _named_places(features: CaptionFeatures, arguments: list[ArgumentDecision]) -> list[ArgumentDecision]:
    """``waits outside a mine in Karo``, ``after the parade in Milton``: where by name that is where it is done."""
    graph = features.graph
    return [
        ArgumentDecision(index=c, slot="locative", kind="scene", confidence=CONFIDENCE)
        for a in arguments
        if a.slot == "locative"
        and graph.relation(a.index) == "obl"
        and graph.written_prepositions[a.index] != "to"
        for c in graph.dependents(a.index, "nmod")
        if graph.words[c].upos == "PROPN" and graph.written_prepositions[c] in _AT_NAMES
    ]


def _is_fronted(features: CaptionFeatures, i: int, p: int) -> bool:
    """``and on the right a man waves``: whether a place stands before the subject of its verb."""
    graph = features.graph
    subjects = [c for c in graph.dependents(p, "nsubj") if i < c < p]
    preposition = graph.written_prepositions[i]
    placing = preposition in PLACES | {"in", "at"} or bool(_OF_A_PART(preposition))
    told = graph.lowered[i] in _REGIONS or i in features.antecedents
    told |= features.supersenses[i] in ("artifact", "location", "object")
    return bool(subjects) and placing and told


def _sides_of_subject(features: CaptionFeatures, p: int) -> list[ArgumentDecision]:
    """``the kid in the middle whistles``: on what side of the picture who acts is."""
    graph = features.graph
    return [
        a
        for subject in graph.dependents(p, "nsubj")
        if subject < p
        for a in places_of(features, subject)
        if graph.lowered[a.index] in _REGIONS and graph.written_prepositions[a.index] in ("at", "in", "on")
        if graph.lowered[a.index] in ("left", "right") or not graph.dependents(a.index, "nmod")
    ]


def _places_of_posture(features: CaptionFeatures, p: int) -> list[ArgumentDecision]:
    """``lies folded at the foot of a bed``, ``hangs drying above a tub``: where it is so it lies, or hangs."""
    graph = features.graph
    if features.verb_lemmas[p] not in STANDING:
        return []
    c = _with_posture(features, p)
    if c < 0:
        return []
    covered = features.verb_lemmas[c] in COVERING  # `stands covered in snow`
    fastened = features.verb_lemmas[c] in FASTENING and graph.words[c].xpos == "VBN"
    but = NO_PLACES - {"to"} if fastened else NO_PLACES
    acting = graph.words[c].xpos != "VBN"
    return [
        a
        for a in places_of(features, c, but=but)
        if not (covered and graph.written_prepositions[a.index] == "in")
        and (not acting or graph.written_prepositions[a.index] in PLACES | _AROUND)
    ]


def _with_posture(features: CaptionFeatures, p: int) -> int:
    """What somebody or something does as it hangs or stands, by a word right behind or before; -1 for none."""
    graph = features.graph
    if p + 1 < len(graph.words) and is_posture(features, p + 1):
        return p + 1
    for c in graph.dependents(p, "xcomp", "advcl"):
        doing = c == p + 1 and graph.words[c].xpos == "VBG" and not graph.dependents(c, "obj", "nsubj")
        drying = features.verb_lemmas[p] == "hang" and features.verb_lemmas[c] == "dry"  # `hung out to dry`
        if (doing and features.verb_lemmas[c] not in AIMED_AT) or (drying and c > p):
            return c
    before = [k for k in graph.dependents(p, "advcl") if k < p < features.subject(p)[0]]
    return before[-1] if before else -1


def _is_owner(features: CaptionFeatures, i: int, p: int) -> bool:
    """``a post with a bike leaning against it``: a pronoun for what has the thing that a participle is of."""
    graph, thing = features.graph, features.graph.heads[p]
    if graph.relation(p) != "acl" or graph.words[p].xpos not in ("VBG", "VBN"):
        return False
    first = graph.first_conjunct(thing)
    return (
        graph.written_prepositions[first] == "with" and features.antecedents.get(i, -1) == graph.heads[first]
    )


def _companions_of_what_is(features: CaptionFeatures, p: int) -> list[ArgumentDecision]:
    """``A nun is in a room with a goat``: who is with somebody where he is."""
    graph, place = features.graph, features.graph.heads[p]
    subjects = graph.dependents(place, "nsubj")
    if not subjects or not is_somebody(features, subjects[0]):
        return []
    return [
        in_place(c)
        for c in graph.dependents(place, "nmod", "obl")
        if c > place and graph.written_prepositions[c] == "with" and is_somebody(features, c)
        if not graph.dependents(c, "acl", "nmod")
    ]


def _places_of_what_is(features: CaptionFeatures, p: int, found: set[int]) -> list[ArgumentDecision]:
    """``there are men standing behind them``, ``a clock that is at the top of a tower``: where they stand they are."""
    graph = features.graph
    acts = [a for s in graph.dependents(p, "nsubj") for a in graph.dependents(s, "acl")]
    said = [
        ArgumentDecision(index=a, slot="locative", kind=place_kind(features, a), confidence=CONFIDENCE)
        for a in acts
        if graph.dependents(a, "cop") and graph.words[a].upos in THINGS and a not in found
        if graph.written_prepositions[a] not in NO_PLACES
    ]
    return said + [
        a
        for act in acts
        if graph.words[act].xpos in ("VBG", "VBN")
        for a in places_of(features, act)
        if a.index in features.antecedents
        and a.index not in found
        and graph.written_prepositions[a.index] in PLACES | {"around"}
    ]


def _places_of_subject(features: CaptionFeatures, p: int) -> list[ArgumentDecision]:
    """``A man in a kitchen cracks eggs and whisks them``: he is there all the time."""
    graph = features.graph
    subject = features.subject(p)[0]
    if subject < 0 or features.is_passive(p) or not is_somebody(features, subject):
        return []
    first = p
    if subject not in graph.dependents(p, "nsubj"):
        first = graph.heads[p]
        ours = first >= 0 and subject in (*graph.dependents(first, "nsubj"), graph.heads[first])
        if graph.relation(p) != "conj" or graph.dependents(p, "nsubj") or not ours:
            return []
    return [
        a
        for a in places_of(features, subject)
        if a.index < first
        and graph.heads[a.index] == subject
        and _is_where(features, a.index, second=first < p)
    ]


def _is_where(features: CaptionFeatures, i: int, *, second: bool) -> bool:
    """Whether a noun is surely a place: by its preposition, by what it is, or of the second of two acts."""
    graph, form = features.graph, features.graph.lowered[i]
    preposition, noun_class = graph.written_prepositions[i], features.noun_classes[i]
    worn = {noun_class, features.lexicon.noun_class(form)} & {"body_part", "clothing"}  # `in shorts`
    if worn or features.noun_lemmas[i] in _TETHERS | SIDES:
        return False
    if preposition in PLACES:
        return True
    colored = features.lexicon.is_adjective(form) and not graph.dependents(i, "det")  # `in pink`
    return preposition in ("at", "in") and (second or (noun_class in _SURROUNDING and not colored))


def _is_held_in(features: CaptionFeatures, i: int, p: int) -> bool:
    """``holding papers in their hands``, ``presses ice to his cheek``: on a body, behind the act or its object."""
    graph = features.graph
    if features.noun_classes[i] != "body_part":
        return False
    if graph.written_prepositions[i] == "to":
        return bool(graph.dependents(p, "obj")) and any(
            graph.words[c].xpos == "PRP$" for c in graph.children[i]
        )
    if graph.written_prepositions[i] != "in":
        return False
    before = min(graph.dependents(i, "case"), default=0) - 1
    return before == p or graph.first_conjunct(before) in graph.dependents(p, "obj", "compound")


def with_places_as_such(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``breaks over him``, ``stands behind her``: what such prepositions bring in is a place, whoever it is."""
    graph = features.graph

    def is_place(a: ArgumentDecision) -> bool:
        if a.slot == "patient" and graph.lowered[a.index] in _PLACE_ADVERBS and a.index == p + 1:
            return not graph.children[a.index]  # `passes overhead`
        if a.slot == "locative" or a.index < p or graph.heads[a.index] != p:
            return False
        preposition, lemma = graph.written_prepositions[a.index], features.verb_lemmas[p]
        if a.slot == "agent":
            within = preposition in ("in", "inside") and lemma not in SURROUNDING  # `with spoons stuck in it`
            return within or preposition in PLACES | _TOUCHING
        left = preposition == "off" and features.noun_classes[a.index] in LEFT
        if lemma in SEPARABLE.get(preposition, ()) and not left:
            return False  # `picks up people`, whatever the tree says
        noun = features.antecedents.get(a.index, a.index)
        if preposition == "from":
            return features.supersenses[noun] not in PEOPLE  # who gives it is a patient
        if preposition == "for":
            # `thinks for a moment`, `heads for the door`
            return features.noun_lemmas[noun] in _LASTING or lemma == "head"
        if preposition in _WHERE_BY_VERB:
            return lemma in _WHERE_BY_VERB[preposition]
        if preposition == "to":
            taken = lemma in _GOING or (graph.dependents(p, "obj") and lemma in _TAKING) or lemma in FASTENING
            held = features.is_passive(p) and lemma in _TAKING | {"fix", "hold"}
            if lemma in FASTENING and features.is_passive(p):
                return True  # `chained to each other`
            return (
                features.noun_lemmas[noun] == "side"
                or _is_side(features, noun)
                or (bool(taken or held) and not is_somebody(features, noun))
            )
        return preposition in _SURE_PLACES or (preposition == "over" and lemma not in _OVER_WHAT)

    def kind_of(a: ArgumentDecision) -> LocativeKind:
        return "scene" if graph.lowered[a.index] in _PLACE_ADVERBS else place_kind(features, a.index)

    return [dataclasses.replace(a, slot="locative", kind=kind_of(a)) if is_place(a) else a for a in arguments]


def without_place_above(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``The flag a nun picks up is on a table``: there it is, and not where she picks it up."""
    graph, noun = features.graph, features.graph.heads[p]
    if (
        graph.relation(p) == "cop" and graph.words[noun].upos == "ADJ"
    ):  # `is larger than the one on the right`
        return [a for a in arguments if graph.prepositions[graph.heads[a.index]] != "than"]
    if noun < 0 or not graph.relations[p].startswith("acl:relcl") or graph.relation(noun) != "nsubj":
        return arguments
    return [a for a in arguments if a.index != graph.heads[noun] or not graph.dependents(a.index, "cop")]


def _is_answered(features: CaptionFeatures, p: int, i: int) -> bool:
    """``shouts through a horn, to which a crowd responds``: to what is done, and at no place; nor is `after which`."""
    if features.graph.written_prepositions[i] == "after":
        return True
    return features.graph.written_prepositions[i] == "to" and features.verb_lemmas[p] in _ANSWERING


def with_relative_place(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``a suitcase on which a cat sleeps``, ``a room where``: the pronoun stands for the place."""
    graph = features.graph
    clause = graph.heads[p] if graph.relation(p) == "cop" else p
    first = graph.first_conjunct(clause)  # `a well at which goats drink and beside which a boy sits`
    head = graph.heads[first]
    if graph.relation(first) != "acl" or head < 0 or graph.words[head].upos not in THINGS:
        return arguments
    for c in graph.dependents(clause, "obl", "nmod", "advmod"):
        form = graph.lowered[c]
        if c not in features.antecedents:
            continue
        if (
            form == "where"
            or graph.is_left(c)
            or (form in ("which", "whom") and graph.written_prepositions[c])
        ):
            place = ArgumentDecision(
                index=c, slot="locative", kind=place_kind(features, head), confidence=CONFIDENCE
            )
            kept = [a for a in arguments if a.index not in (c, head)]
            return kept if _is_answered(features, clause, c) else [*kept, place]
    return arguments
