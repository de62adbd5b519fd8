"""What is acted upon: objects, shared ones and those of relative clauses, recipients, what an act is about."""

from __future__ import annotations

import dataclasses

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision
from extractor.syntax.mending.vocabulary import LEFT, PARTS, SEPARABLE, SIDES, SOUNDING
from extractor.tuples.clauses.tools import shakes_hands
from extractor.tuples.clauses.words import (
    AIMED_AT,
    ANYBODY,
    ARGUMENTS,
    PICTURES,
    RELATIVE_PRONOUNS,
    THINGS,
    argument_of,
    in_slot,
    is_somebody,
    place_kind,
    stands_alone,
)

# Verbs that take no object of a verb behind them: `stands and holds a rope`.
_WITHOUT_OBJECT = SOUNDING | frozenset(
    """bend blare boom bow burp cheer chime clap climb cough crackle crawl crouch dance dismount drip fall fizz
    gesture giggle gurgle hiss honk idle jump kneel lean leap lie look mutter oink patter pause pose rest
    reverberate ring roar run scream shiver shout sigh sing sit sizzle skate sleep slip smile smoke sneeze sniffle
    snort sob sputter squat stagger stand stop stretch stumble surf swim thud tinkle trip tumble turn wail wait
    walk wave wheeze yawn""".split()
)
# Acts that are mostly done to something, by what sort of act they are; and some of these that need not be.
_DONE_TO_THINGS = frozenset("change cognition contact creation perception possession".split())
_CLAUSES = frozenset({"acl", "advcl", "ccomp", "xcomp"})
_LEFT_OPEN = frozenset("dance listen park perform play stay".split())
# What somebody comes to, or from, or brings about, is nothing that is acted upon: `straightens and enters the water`.
_REACHING = frozenset({"board", "cause", "enter", "exit", "leave", "reach"})
# What comes of an act.
_HEARD = frozenset({"noise", "racket", "sound"})
_TAKING = frozenset("capture get shoot snap take".split())
# Who is of the noun of a relative clause, so that the clause has a subject of its own.
_OF_WHOM = frozenset({"which", "whom", "whose"})
# What an act is about, by the preposition: `points at a tower`, `reaches for a cup`.
_OVER = frozenset(("over", verb) for verb in "argue bicker fight haggle quarrel squabble".split())
_ABOUT = (
    _OVER
    | frozenset(("at", verb) for verb in AIMED_AT)
    | {("by", "pass"), ("of", "consist"), ("to", "point"), ("with", "play")}
    | frozenset(("as", verb) for verb in ("double", "serve"))
    | frozenset(("of", verb) for verb in ("reek", "smell", "taste"))
    | frozenset(("on", verb) for verb in ("chew", "gnaw", "munch", "nibble"))
    | {("with", "alternate")}
    | frozenset(
        ("at", verb)
        for verb in """bat charge chew claw gnaw honk lick nibble paw peck pick poke pull snap sniff suck swat swipe
        tug""".split()
    )
    | frozenset(("for", verb) for verb in "ask beg call forage grope look plead reach search".split())
)
# What one does for those who watch, without an object.
_PERFORMING = frozenset({"dance", "perform", "play", "pose", "sing"})
_MEANT = frozenset(
    [
        ("at", verb)
        for verb in "bark gesture grin growl hiss laugh nod roar scream shout smile snarl squint wave wink yell".split()
    ]
    + [("to", verb) for verb in "bow cling gesture listen nod pose sing smile speak talk wave".split()]
    + [("with", verb) for verb in "bargain chat joke spar speak talk".split()]
)


def with_object(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """The object of the verb, also of a relative clause that its noun is the object of, and of both verbs of two."""
    graph = features.graph
    found = {a.index for a in arguments}
    objects = [
        c
        for c in graph.dependents(p, "obj", "iobj")
        if graph.words[c].upos in ARGUMENTS
        and c not in graph.folded
        and (graph.lowered[c] not in RELATIVE_PRONOUNS or stands_alone(graph, c))
        and not features.lexicon.is_adverb(graph.lowered[c])
    ]
    antecedent = _relative_object(features, p)
    if antecedent is not None and not any(a.slot == "patient" and a.index < p for a in arguments):
        objects.append(antecedent)
    if not objects and not any(a.slot == "patient" for a in arguments):
        objects = shared_objects(features, p)
    if not objects and not any(a.slot == "patient" for a in arguments):
        objects = what_it_is_for(features, p)
    pictured = _what_is_pictured(features, p, objects)
    objects += _beneficiaries(features, p) + pictured
    if _act_behind(features, p) >= 0:
        arguments = [a for a in arguments if a.slot != "patient" or a.index != graph.heads[p]]
    result = [a for a in arguments if not _is_of_first_verb(features, p, a)]
    for c in objects:
        if c not in found:
            result.append(argument_of(c, "patient"))
        elif c == antecedent or c in pictured:
            result = [in_slot(a, "patient") if a.index == c else a for a in result]
    return result


def _is_of_first_verb(features: CaptionFeatures, p: int, a: ArgumentDecision) -> bool:
    """``picked up a bag and ran away``: nobody runs what he has picked up before."""
    graph, first = features.graph, features.graph.heads[a.index]
    if a.slot != "patient" or features.verb_lemmas[p] not in _WITHOUT_OBJECT or features.is_passive(p):
        return False
    return (
        graph.relation(a.index) == "obj" and a.index < p and first != p and first == graph.first_conjunct(p)
    )


def what_it_is_for(features: CaptionFeatures, p: int) -> list[int]:
    """``throws a ball for a dog to fetch``: what is there for somebody is what is done something to."""
    graph, above = features.graph, features.graph.heads[p]
    if graph.words[p].xpos != "VB" or graph.relation(p) not in _CLAUSES or not 0 <= above < p:
        return []
    if {"for", "to"} - {graph.lowered[c] for c in graph.dependents(p, "mark")} or features.is_passive(above):
        return []
    doers = graph.dependents(p, "nsubj")
    if len(doers) != 1 or graph.words[doers[0]].upos not in THINGS or any(c > p for c in _own(features, p)):
        return []
    if (
        features.verb_lemmas[p] in _WITHOUT_OBJECT | _LEFT_OPEN
        or features.verb_supersense(p) not in _DONE_TO_THINGS
    ):
        return []
    things = [above] if graph.words[above].upos in THINGS else graph.dependents(above, "obj")
    return [
        d
        for c in things[:1]
        for d in (c, *graph.dependents(c, "conj"))
        if d < doers[0] and graph.words[d].upos in THINGS and not is_somebody(features, d)
    ]


def _own(features: CaptionFeatures, p: int) -> list[int]:
    """What hangs on a verb but signs and further clauses."""
    graph = features.graph
    return [
        c for c in graph.children[p] if graph.relation(c) not in ("punct", "conj", "cc", "advcl", "advmod")
    ]


def _what_is_pictured(features: CaptionFeatures, p: int, objects: list[int]) -> list[int]:
    """``takes a picture of a cow``: of whom or what it is."""
    graph = features.graph
    if features.verb_lemmas[p] not in _TAKING:
        return []
    taken = [o for o in objects if features.noun_lemmas[o] in PICTURES]
    shown = [
        c
        for o in taken
        for c in (*graph.dependents(o, "nmod"), *graph.dependents(p, "obl"))
        if graph.written_prepositions[c] == "of" and graph.words[c].upos in ARGUMENTS
    ]
    return [d for c in shown for d in (c, *graph.dependents(c, "conj"))]


def _beneficiaries(features: CaptionFeatures, p: int) -> list[int]:
    """Whom something is done for: ``cleans a camera for her``, ``bakes a cake for a child``."""
    graph = features.graph
    named = [
        c
        for c in graph.dependents(p, "obl")
        if (graph.dependents(p, "obj") or features.verb_lemmas[p] in _PERFORMING)
        and features.verb_lemmas[p] not in ("have", "hold")
        and not features.is_passive(p)
        and graph.written_prepositions[c] == "for"
        and is_somebody(features, c)
        and features.noun_lemmas[c] not in ANYBODY
        and graph.words[c].upos in THINGS
    ]
    holders = [p, *graph.dependents(p, "obj")] if graph.words[p].upos == "VERB" else []
    return named + [
        c
        for holder in holders
        for c in graph.dependents(holder, "obl", "nmod")
        if c in features.antecedents
        and graph.written_prepositions[c] == "for"
        and features.supersenses[features.antecedents[c]] in ("person", "animal")
    ]


def _relative_object(features: CaptionFeatures, p: int) -> int | None:
    """The noun that a relative clause stands at and whose object it is: ``the cart that the man pushes``."""
    graph, above = features.graph, features.graph.heads[p]
    if above >= 0 and graph.relation(p) == "xcomp" and _act_behind(features, above) == p:
        left = any(
            graph.words[c].upos == "ADP" and graph.relation(c) != "compound" for c in graph.children[p]
        )
        return None if left else graph.heads[above]
    return None if _act_behind(features, p) >= 0 else _relative_object_of(features, p)


def _relative_object_of(features: CaptionFeatures, p: int) -> int | None:
    graph = features.graph
    head = graph.heads[p]
    if not graph.relations[p].startswith("acl:relcl") or head < 0 or graph.words[head].upos not in ARGUMENTS:
        return None
    subjects = graph.dependents(p, "nsubj")
    if (
        not subjects
        or any(graph.lowered[s] in RELATIVE_PRONOUNS for s in subjects)
        # `two cows, one is lying down`
        or (_is_run_on(features, p) and graph.words[head].xpos == "NNS")
        or any(graph.relations[s] == "nsubj:pass" for s in subjects)
        or any(graph.lowered[c] in _OF_WHOM for s in subjects for c in graph.children[s])
    ):
        return None
    objects = graph.dependents(p, "obj")
    if any(graph.lowered[c] not in RELATIVE_PRONOUNS for c in objects):
        return None
    others = [c for c in graph.dependents(p, "obl") if graph.lowered[c] in RELATIVE_PRONOUNS]
    # the table that he sits at
    stranded = any(
        graph.words[c].upos == "ADP" and graph.relation(c) != "compound" for c in graph.children[p]
    )
    return None if others or stranded else head


def _act_behind(features: CaptionFeatures, p: int) -> int:
    """``leaves that a boy keeps raking up``: the act that a verb is about, whose object the noun is; -1 for none."""
    graph = features.graph
    if not graph.relations[p].startswith("acl:relcl") or features.verb_lemmas[p] == "help":
        return -1
    subjects = graph.dependents(p, "nsubj")
    named = [*subjects, *(c for s in subjects for c in graph.children[s])]  # `both of which`
    if not subjects or any(graph.lowered[s] in RELATIVE_PRONOUNS | _OF_WHOM for s in named):
        return -1
    if any(graph.lowered[c] in ("when", "where", "why") for c in graph.dependents(p, "advmod")):
        return -1
    acts = [c for c in graph.dependents(p, "xcomp") if c > p and graph.words[c].xpos in ("VB", "VBG")]
    objects = [o for c in (*acts, p) for o in graph.dependents(c, "obj")]
    free = all(graph.lowered[o] in RELATIVE_PRONOUNS for o in objects)
    return acts[0] if acts and free else -1


def _is_run_on(features: CaptionFeatures, p: int) -> bool:
    """``two cows, one is lying down``: whether a clause without a pronoun begins with a part of what stands before."""
    graph = features.graph
    parts = [s for s in graph.dependents(p, "nsubj") if graph.lowered[s] in PARTS]
    return bool(parts) and not any(graph.lowered[c] in RELATIVE_PRONOUNS for c in graph.children[p])


def with_targets(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``points at a tower``, ``smiles at a dog``: what the act is about is a patient, and no place."""
    graph, lemma = features.graph, features.verb_lemmas[p]
    # `plays with a kite`, but not `plays tennis with a racket`
    about = _ABOUT - {("with", "play")} if graph.dependents(p, "obj") else _ABOUT
    if graph.lowered[p + 1 : p + 3] == ["on", "to"] and lemma in ("hang", "hold"):
        about = about | {("to", lemma)}  # `holds on to a rail`

    def is_about(c: int) -> bool:
        preposition = graph.written_prepositions[c]
        side = (preposition, lemma) == ("to", "point") and features.noun_lemmas[c] in SIDES | {"side"}
        return (preposition, lemma) in about and not side  # `points to the left`

    def is_target(a: ArgumentDecision) -> bool:
        if a.slot != "locative" or a.index < p or graph.heads[a.index] != p or a.kind == "temporal":
            return False
        preposition = graph.written_prepositions[a.index]
        apart = lemma in SEPARABLE.get(preposition, ()) and not features.is_passive(p)
        apart = apart and not (preposition == "off" and features.noun_classes[a.index] in LEFT)
        if apart and any(c == p + 1 for c in graph.dependents(a.index, "case")):
            return True  # `cuts out a star`
        if is_about(a.index) or (preposition == "with" and shakes_hands(features, p)):
            return True
        if preposition == "about" and features.verb_supersense(p) in ("cognition", "communication"):
            return True  # `interviews a singer about her tour`
        return (preposition, lemma) in _MEANT and is_meant(a.index)

    def is_meant(c: int) -> bool:
        noun = features.antecedents.get(c, c)
        return is_somebody(features, noun) or features.noun_lemmas[noun] == "camera"

    found = {a.index for a in arguments}
    missed = [
        argument_of(c, "patient")
        for c in graph.dependents(p, "obl")
        if c > p and c not in found
        if (is_about(c) and graph.written_prepositions[c] != "over")
        or ((graph.written_prepositions[c], lemma) in _MEANT and is_meant(c))
        if graph.words[c].upos in ARGUMENTS and c not in graph.folded and features.supersenses[c] != "time"
    ]
    given = _recipients(features, p)
    missed += [argument_of(c, "patient") for c in given if c not in found]
    result = [in_slot(a, "patient") if a.index in given or is_target(a) else a for a in arguments] + missed
    return _with_place_of_look(features, p, result)


def _with_place_of_look(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``looks at a map at a station``: the second `at` says where."""
    graph = features.graph
    aimed = [
        a.index for a in arguments if a.slot == "patient" and graph.written_prepositions[a.index] == "at"
    ]
    places = {
        c
        for c in aimed
        if c != min(aimed)
        and graph.heads[c] in (p, min(aimed))
        and graph.relation(c) != "conj"
        and not is_somebody(features, c)
    }
    return [
        dataclasses.replace(a, slot="locative", kind=place_kind(features, a.index))
        if a.index in places
        else a
        for a in arguments
    ]


def _recipients(features: CaptionFeatures, p: int) -> list[int]:
    """``slides a glass down the bar to a guest``: who is given something."""
    graph = features.graph
    if not graph.dependents(p, "obj") or features.is_passive(p):
        return []
    return [
        c
        for c in graph.dependents(p, "obl")
        if c > p
        and graph.written_prepositions[c] == "to"
        and c not in graph.folded
        and (
            graph.is_reciprocal(c)
            or (graph.words[c].upos in ARGUMENTS and is_somebody(features, features.antecedents.get(c, c)))
            or (features.verb_lemmas[p] == "show" and features.noun_lemmas[c] == "camera")
        )
    ]


def _is_moved_apart(features: CaptionFeatures, p: int, i: int) -> bool:
    """``digs up and eats a leek``: whether a particle is that of what one does to things, and not of one's own body."""
    particle = features.graph.relations[i] == "compound:prt"
    own = features.verb_supersense(p) in ("body", "motion")
    return particle and not own and features.verb_lemmas[p] in SEPARABLE.get(features.graph.lowered[i], ())


def _is_own_body(features: CaptionFeatures, i: int) -> bool:
    """``sniffs and blows his nose``: whether a noun is a part of the body of who acts."""
    own = any(features.graph.words[c].xpos == "PRP$" for c in features.graph.children[i])
    return own and features.noun_classes[i] == "body_part"


def shared_objects(features: CaptionFeatures, p: int) -> list[int]:
    """The object behind the second of two verbs that stand side by side: ``bakes and eats a pie``."""
    graph = features.graph
    if features.verb_lemmas[p] in _WITHOUT_OBJECT or features.is_passive(p):
        return []
    first = graph.first_conjunct(p)
    for c in graph.dependents(first, "conj"):
        between = range(p + 1, c)
        others = [k for k in between if k != p + 1 or not _is_moved_apart(features, p, k)]
        if c <= p or any(graph.words[k].upos not in ("CCONJ", "PUNCT", "ADV", "VERB") for k in others):
            continue
        if any(
            k in graph.heads for k in between if graph.words[k].upos == "VERB" and graph.dependents(k, "obl")
        ):
            continue
        if any(graph.words[k].upos == "ADV" and graph.heads[k] == p for k in others):
            continue  # `coughs twice and clears his throat`
        if not any(graph.words[k].upos == "CCONJ" for k in between):
            continue  # `speeds up, shifts gears and drives away`
        objects = [
            o
            for o in graph.dependents(c, "obj")
            if o > c and graph.words[o].upos in ARGUMENTS and o not in graph.folded
        ]
        if features.verb_lemmas[c] in _REACHING or any(_is_own_body(features, o) for o in objects):
            continue
        if any(features.noun_lemmas[o] in _HEARD for o in objects):
            continue  # `blows and makes a noise`
        acts_on = any(
            k > o and graph.words[k].upos == "VERB" and not graph.dependents(k, "nsubj")
            for o in objects
            for k in graph.dependents(first, "conj")
        )
        if objects and not acts_on:  # `coughs, clears his throat and begins to read`: of the second alone
            return [o for thing in objects for o in (thing, *graph.dependents(thing, "conj"))]
    return []
