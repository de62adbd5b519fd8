"""What a tree says for sure of a clause, where the link decisions left it open or took another noun.

A finite verb has its own subject, a relative clause the noun that it stands at, a verb coordinated with another the
subject of the first; what a verb has as its object is a patient. The links decide all that hangs on more than the tree.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision, Slot
from extractor.syntax.mending.vocabulary import SEPARABLE, VEHICLES
from extractor.tuples.joint import are_alike
from extractor.types import LocativeKind

_RELATIVE_PRONOUNS = frozenset({"who", "which", "that", "whom", "what"})
ARGUMENTS = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_QUESTION_TAGS = frozenset({"WP", "WDT"})
THINGS = frozenset({"NOUN", "PROPN"})
PEOPLE = frozenset({"person", "animal", "pronoun"})
_MANY = frozenset(
    "audience band class couple crew crowd family flock group herd pack pair people police team".split()
)
# Ways from a predicate to its subject, see `CaptionFeatures.subject`, on which nothing but the tree has to be right.
_SURE_WAYS = frozenset({"direct", "passive", "relative", "acl"})
# Participles that say how their subject stands, not what is done to it.
_POSTURES = frozenset(
    """anchor arrange attach bend bunch chain clothe crouch crowd curl display dock dress gather go hang huddle lay
    leave left line locate moor mount park perch pile place pose position prop scatter seat set situate slump squat
    stack stick stop strand strew tie""".split()
)
# Which may have such a participle behind them.
_STANDING = frozenset("hang lie rest sit stand".split())
# Nor who fastened it.
_FASTENING = frozenset(
    """attach bolt bond chain clip connect fasten glue harness hitch hook leash link moor nail pin plug screw sew
    staple stitch strap tape tether tie weld""".split()
)
STATES = _POSTURES | (
    _FASTENING - frozenset("bolt bond fasten glue nail pin screw sew staple stitch tape weld".split())
)
# `covered with snow`: what surrounds is the agent.
_SURROUNDING = frozenset(
    """adorn clutter coat cover cram crowd crown decorate dot drizzle dust embellish encircle encrust fill flank fringe
    garnish glaze inlay layer light line litter load pack paint smear spatter splatter sprinkle stain strew stud stuff
    surround top trim""".split()
)
# Verbs that take no object of a verb behind them: `stands and holds a rope`.
_WITHOUT_OBJECT = frozenset(
    """bark bend bleat bow burp chirp climb cough crawl croak crouch dance dismount fall gesture giggle growl
    howl hum jump kneel laugh lean leap lie look moan moo pose purr quack rest run scream shout sigh sing
    sit skate sleep slip smile sneeze sniffle snore snort sob speak squat squeak squeal stagger stand stop
    stretch stumble surf swim talk trip tumble turn wail wait walk wave wheeze whimper whine yawn""".split()
)
# `feeds a calf with milk`: what is given is acted upon.
# With what and with whom somebody acts; and with whom and what somebody plays.
_TOOLS = frozenset({"artifact", "communication", "person", "animal"})
# Words behind a noun that say where it is.
_WHERE = frozenset(
    "above away behind below beneath close far inside near nearby next outside underneath".split()
)
_PLAYING = frozenset({"argue", "chat", "fight", "play", "struggle", "talk", "wrestle"})
_GIVING = frozenset("feed fill greet present provide serve spray stock supply".split())
NO_PLACES = frozenset({"", "of", "for", "with", "like", "as", "about", "to", "than", "without", "from", "by"})
PLACES = frozenset(
    """on near next-to under behind beside above below underneath beneath along through past between inside outside onto
    in-front-of on-top-of""".split()
)
# Verbs of looking and pointing, and such as are done to somebody through a preposition.
_AIMED_AT = frozenset("aim gaze glance look peek peer point stare".split())
_FOUGHT_OVER = frozenset({"argue", "fight", "quarrel"})
_MEANT = frozenset(
    [("at", verb) for verb in "bark gesture grin growl laugh nod shout smile squint wave wink yell".split()]
    + [("to", verb) for verb in "bow cling listen nod sing speak talk wave".split()]
)
# Prepositions of places alone, and verbs that have something else behind `over`.
_SURE_PLACES = frozenset(
    """above across along behind below beneath beside down from in-front-of near next-to off on-top-of onto
    out-of past under underneath up""".split()
)
_THROWING = frozenset("fling hurl shoot splash spray throw toss".split())
# `carries it to an oven`, `leads to a cottage`
_TAKING = frozenset(
    """add affix apply bring carry deliver drag drive fly haul lead lift lower move press pull push roll sew slide take
    throw tow transfer""".split()
)
_DONE_BY_VEHICLES = frozenset("carry chase drag follow haul hit lift lead pass pull push strike tow".split())
_GOING = frozenset("climb come crawl descend drive extend fly go lead move return ride run swim walk".split())
_OVER_WHAT = frozenset("argue bend chat fight hunch laugh lean look pore preside quarrel talk watch".split())
# In what something may be so, see `is_respect`.
_RESPECTS = frozenset(
    "addition appearance calibre color colour detail length nature number response shape size style width".split()
)
_PLACE_ADVERBS = frozenset(
    """aboard ashore backstage below downstairs indoors inside nearby offshore onstage outdoors outside overhead
    underneath underwater upstairs""".split()
)
# What they do `down` and `up` they do without it, too.
_DIRECTED = frozenset({"gaze", "glance", "lead", "look", "peer", "point", "stare"})
_PARTICLES = frozenset("along away back down in off out over up".split())
FINITE = frozenset({"VBZ", "VBP"})
_PARTS_OF_MANY = frozenset({"all", "both", "each", "one", "others", "some"})
# Before a participle of the subject: `while sitting`.
_MARKS = frozenset({"after", "before", "by", "when", "while", "without"})
CONFIDENCE = 0.8


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
        and graph.written_prepositions[c] not in but
        and (
            graph.words[c].upos in THINGS
            or c in features.antecedents
            or (graph.words[c].upos == "NUM" and graph.dependents(c, "nmod"))  # `on one of them`
        )
        and not features.is_attire(c)
    ]


def _with_own_places(
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
                or (
                    graph.written_prepositions[c] == "to"
                    and features.noun_lemmas[c] in ("left", "right", "side")
                )
            )
            and (graph.words[c].upos in THINGS or c in features.antecedents)
        ]
        return arguments + places + _places_of_what_is(features, p, found)
    if graph.words[p].upos != "VERB":
        return arguments
    arguments = arguments + [
        ArgumentDecision(index=c, slot="locative", kind="scene", confidence=CONFIDENCE)
        for c in graph.dependents(p, "advmod")
        if c > p
        and graph.lowered[c] in _PLACE_ADVERBS
        and not graph.children[c]
        and c not in found
        and graph.lowered[c + 1 : c + 2] != ["out"]
    ]
    arguments = arguments + [a for a in _tools(features, p) if a.index not in found]
    arguments = arguments + [a for a in _places_of_subject(features, p) if a.index not in found]
    sure = PLACES | ({"around"} if features.is_passive(p) else {"around", "by"})
    if features.verb_lemmas[p] in _FASTENING or any(
        graph.written_prepositions[c] == "from" for c in graph.dependents(p, "obl")
    ):
        sure = sure | {"to"}
    return arguments + [
        a
        for a in places_of(features, p, but=NO_PLACES - sure)
        if a.index not in found
        and (graph.written_prepositions[a.index] in sure or _is_held_in(features, a.index, p))
    ]


def _places_of_what_is(features: CaptionFeatures, p: int, found: set[int]) -> list[ArgumentDecision]:
    """``there are men standing behind them``: where they stand they are, also where a pronoun says it."""
    graph = features.graph
    acts = [a for s in graph.dependents(p, "nsubj") for a in graph.dependents(s, "acl")]
    return [
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
    if graph.relation(p) != "conj" or graph.dependents(p, "nsubj") or subject < 0:
        return []
    first = graph.heads[p]
    ours = subject in (*graph.dependents(first, "nsubj"), graph.heads[first])
    if not ours or features.is_passive(p) or not _is_somebody(features, subject):
        return []
    sure = PLACES | {"in", "at"}
    return [
        a
        for a in places_of(features, subject)
        if graph.written_prepositions[a.index] in sure
        and features.noun_classes[a.index] not in ("body_part", "clothing")
        and a.index < first
        and graph.heads[a.index] == subject
    ]


def _tools(features: CaptionFeatures, p: int) -> list[ArgumentDecision]:
    """``tightens a pipe with a wrench``, ``runs with a dog``: with what or whom somebody acts, a place of a kind."""
    graph, lemma = features.graph, features.verb_lemmas[p]
    acts_on = bool(graph.dependents(p, "obj"))
    if features.is_passive(p) or lemma == "wear" or (lemma in _SURROUNDING | _GIVING and not acts_on):
        return []
    is_patient = lemma in _GIVING or (lemma in _PLAYING and not acts_on)
    return [
        argument_of(c, "patient")
        if is_patient
        else ArgumentDecision(index=c, slot="locative", kind="object", confidence=CONFIDENCE)
        for c in graph.dependents(p, "obl")
        if c > p
        and graph.written_prepositions[c] == "with"
        and not graph.dependents(c, "nmod", "acl", "nsubj")
        and all(_is_sure_tool(features, k, p) for k in (c, *graph.dependents(c, "conj")))
        and not _is_behind_part(features, c, p)
        and not _is_placed_behind(features, c)
    ]


def _is_sure_tool(features: CaptionFeatures, i: int, p: int) -> bool:
    """Whether somebody acts with a thing, or beside somebody: no looks, no clothes, and no part of a body."""
    graph, noun_class = features.graph, features.noun_classes[i]
    if noun_class == "body_part" or features.is_attire(i):
        return False
    acts_on = bool(graph.dependents(p, "obj"))
    if acts_on and (noun_class in ("tool", "device") or features.verb_lemmas[p] in _SURROUNDING | _GIVING):
        return True
    subject = features.subject(p)[0]
    if subject < 0 or not _is_somebody(features, subject) or graph.dependents(p, "expl"):
        return False
    # Who stands or walks with an umbrella has it, and does nothing with it.
    concrete = (acts_on and features.supersenses[i] in _TOOLS) or _is_somebody(features, i)
    return concrete and not _is_behind_somebody(features, i, subject)


def _is_behind_somebody(features: CaptionFeatures, i: int, subject: int) -> bool:
    """``gives change to a woman with a basket``: it may be hers, but not ``stirs them with a spoon``."""
    before = min(features.graph.dependents(i, "case"), default=0) - 1
    if before < 0 or before == subject or features.graph.words[before].upos == "PRON":
        return False
    return _is_somebody(features, before)


def _is_behind_part(features: CaptionFeatures, i: int, p: int) -> bool:
    """``paints portraits of a village with boys``: what stands before `with` is within what is painted."""
    graph = features.graph
    before = min(graph.dependents(i, "case"), default=0) - 1
    within = before > p and graph.relation(before) == "nmod" and graph.prepositions[before] == "of"
    return within and features.noun_classes[i] not in ("tool", "device")


def _is_placed_behind(features: CaptionFeatures, i: int) -> bool:
    """``with a train in front``, ``with a man nearby``: what stands right behind a noun is said of it."""
    behind = features.graph.words[i + 1 : i + 2]
    placed = bool(behind) and behind[0].upos == "ADP" and not _is_somebody(features, i)
    return placed or (bool(behind) and (behind[0].upos == "VERB" or behind[0].text.lower() in _WHERE))


def _is_held_in(features: CaptionFeatures, i: int, p: int) -> bool:
    """``holding papers in their hands``: where on a body, right behind the act or what it is done to."""
    graph = features.graph
    if graph.written_prepositions[i] != "in" or features.noun_classes[i] != "body_part":
        return False
    before = min(graph.dependents(i, "case"), default=0) - 1
    return before == p or before in graph.dependents(p, "obj", "compound")


def completed(features: CaptionFeatures, decision: PredicateDecision) -> PredicateDecision:
    """The decision with the subject, the object and the relative noun that the tree gives its predicate."""
    p = decision.candidate.index
    if decision.candidate.tacit:
        before = features.graph.heads[p] < 0 and all(a.slot == "agent" for a in decision.arguments)
        places = places_of(features, p, before=True) if before else []  # `Behind them I can see a stage`
        return dataclasses.replace(decision, arguments=(*decision.arguments, *places))
    arguments = list(decision.arguments)
    arguments = _with_subject(features, p, arguments)
    arguments = _with_subject_above(features, p, arguments)
    arguments = _with_object(features, p, arguments)
    arguments = _with_instrument(features, p, arguments)
    arguments = _with_places_as_such(features, p, arguments)
    arguments = _with_targets(features, p, arguments)
    arguments = _with_relative_place(features, p, arguments)
    arguments = _with_own_places(features, p, arguments)
    return dataclasses.replace(
        decision, arguments=tuple(arguments), particle=_particle(features, p, decision.particle)
    )


def _particle(features: CaptionFeatures, p: int, decided: int) -> int:
    """The particle; what has on, puts on and turns off is the verb's wherever it stands."""
    graph = features.graph
    if decided >= 0 and graph.relation(decided) == "mark" and graph.heads[decided] != p:
        decided = -1  # `applauds after a man speaks`: a word of what stands behind it
    if decided >= 0 and graph.lowered[decided] == "through" and graph.relation(decided) == "case":
        decided = -1  # `passes through a nose`: a way, which is a place
    if decided >= 0:
        return decided
    for c in graph.children[p]:
        bare = c == p + 1 and graph.relation(c) in ("advmod", "compound") and not graph.children[c]
        last = c == p + 1 and graph.relations[c] == "compound:prt" and graph.lowered[c] in ("by", "through")
        if last and c not in graph.folded:
            return c  # `a voice breaks through`
        along = features.verb_lemmas[p] in _DIRECTED and graph.lowered[c] in ("down", "up")
        if bare and graph.lowered[c] in _PARTICLES and not along:
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


def _with_subject(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    graph = features.graph
    subject, steps, last = _way_to_subject(features, p)
    if subject < 0 or last not in _SURE_WAYS or set(steps.split(".")) - {"", "conj", "cop"}:
        return arguments
    if subject in graph.folded or graph.words[subject].upos not in ARGUMENTS:
        return arguments
    if graph.words[subject].xpos in _QUESTION_TAGS:
        return arguments
    passive = features.is_passive(p)
    if last == "acl" and not passive and graph.words[p].xpos != "VBG":
        return arguments
    related = last != "relative" or (
        agrees(features, subject, p) and _is_relative_subject(features, p, steps)
    )
    if not related:
        return arguments
    own = {subject, *graph.dependents(subject, "conj", "flat")}
    if last in ("direct", "passive") and not steps:
        arguments = _with_whole_list(features, p, subject, arguments)
    if passive:
        return _with_passive_subject(features, p, subject, own, arguments)
    kept = [
        a for a in arguments if a.slot != "agent" or _first(features, a.index) == subject or a.index in own
    ]
    present = {a.index: a for a in kept}
    for index in own & present.keys():
        if present[index].slot != "agent" and index == subject:
            kept = [_in_slot(a, "agent") if a.index == index else a for a in kept]
    close = subject == p - 1 and _is_somebody(features, subject)
    if last == "acl" and not close and any(a.slot == "agent" for a in arguments):
        return (
            arguments  # at which noun a participle stands is no sure thing, but for somebody right before it
        )
    if not own & present.keys():
        kept.append(argument_of(subject, "agent"))
    return kept


def _way_to_subject(features: CaptionFeatures, p: int) -> tuple[int, str, str]:
    """The subject of a predicate, the steps to where it hangs, and how it hangs there.

    ``Seated on a bench, a man reads``: a participle at the head of its sentence has it as if it were its own.
    """
    graph = features.graph
    subject, way = features.subject(p)
    steps, _, last = way.rpartition(".")
    first = p < subject and (p == 0 or graph.sentences[p - 1] != graph.sentences[p])
    if first and graph.words[p].xpos in ("VBN", "VBG") and not graph.dependents(p, "nsubj", "mark"):
        steps = steps.removeprefix("advcl")
    return subject, steps, last


def _with_whole_list(
    features: CaptionFeatures, p: int, subject: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """The arguments with all that is listed with a subject: ``wires and a pacemaker are seen``."""
    if not _agree_as_many(features, subject, p):
        return arguments
    found = {a.index for a in arguments}
    passive = features.is_passive(p) and features.verb_lemmas[p] not in STATES
    listed = [c for c in (subject, *_listed(features, subject, p)) if c not in found]
    return arguments + [argument_of(c, "patient" if passive else "agent") for c in listed]


def _agree_as_many(features: CaptionFeatures, subject: int, p: int) -> bool:
    """Whether the verb is one of several: ``wires and a pacemaker are seen``."""
    graph = features.graph
    finite = [p, *graph.dependents(p, "aux")]
    return any(graph.words[c].xpos == "VBP" for c in finite) and bool(graph.dependents(subject, "conj"))


def _listed(features: CaptionFeatures, subject: int, p: int) -> list[int]:
    """What is listed with a subject before its verb."""
    graph = features.graph
    listed = graph.dependents(subject, "conj")
    listed += [d for c in listed for d in graph.dependents(c, "conj")]
    return [
        c
        for c in listed
        if c < p
        and graph.words[c].upos in THINGS
        and not graph.dependents(c, "case", "nsubj", "cop")
        and are_alike(features, subject, c)
    ]


def _with_subject_above(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``a man sitting on a couch with a cup in his hand watching television``: who sits watches."""
    graph = features.graph
    above = graph.heads[p]
    if graph.words[p].xpos == "VBN" and features.verb_lemmas[p] == "follow":
        # `A siren wails, followed by a bang`
        subject = features.subject(above)[0] if graph.words[above].upos == "VERB" else -1
        if subject >= 0 and not any(a.slot == "patient" for a in arguments):
            followers = [c for c in graph.dependents(p, "obl") if graph.prepositions[c] == "by"]
            followers += [d for c in followers for d in graph.dependents(c, "conj")]
            found = {subject, *followers}
            rest = [a for a in arguments if a.index not in found]
            return [*rest, argument_of(subject, "patient"), *(argument_of(c, "agent") for c in followers)]
    if graph.words[p].xpos == "VBN" and graph.relation(p) == "xcomp" and graph.words[above].upos == "VERB":
        # `A belt lies coiled on a bed`
        subject = features.subject(above)[0] if features.verb_lemmas[above] in _STANDING else -1
        if subject >= 0 and all(a.slot == "locative" for a in arguments):
            return [*arguments, argument_of(subject, "agent")]
    if graph.words[p].xpos != "VBG" or graph.dependents(p, "nsubj") or graph.words[above].upos != "VERB":
        return arguments
    subject, _ = features.subject(above)
    if graph.dependents(p, "mark"):  # `braids her hair while sitting`
        if graph.lowered[p - 1] not in _MARKS or any(a.slot == "agent" for a in arguments):
            return arguments
    elif graph.words[p - 1].upos in THINGS and _is_somebody(features, p - 1):
        subject = p - 1  # `men fight with a crowd of people watching them`
    taken = {a.index for a in arguments}
    if subject < 0 or subject in graph.folded or subject in taken or features.is_passive(above):
        return arguments
    return [*arguments, argument_of(subject, "agent")] if _is_somebody(features, subject) else arguments


def _is_somebody(features: CaptionFeatures, i: int) -> bool:
    """Whether a noun is somebody, or some: a table is a group to WordNet, too."""
    return features.supersenses[i] in PEOPLE or features.noun_lemmas[i] in _MANY


def _with_passive_subject(
    features: CaptionFeatures, p: int, subject: int, own: set[int], arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    graph = features.graph
    lemma = features.verb_lemmas[p]
    result = list(arguments)
    agents = set()
    # `lined up on a shelf with their labels facing forward`
    lined_up = lemma == "line" and any(graph.lowered[c] == "up" for c in graph.dependents(p, "compound"))
    taken = {a.index for a in arguments if a.slot == "agent"}
    phrases = graph.dependents(p, "obl")
    # `hit with a racket by a girl`: whatever the tree has hung her on
    phrases += [
        c for k in phrases for c in graph.dependents(k, "nmod") if features.supersenses[c] == "person"
    ]
    for c in phrases:
        preposition = graph.prepositions[c]
        by = (preposition == "by" and not _is_own_part(features, c)) and (
            graph.relations[c] == "obl:agent"
            or features.supersenses[c] in PEOPLE
            or (features.noun_lemmas[c] in VEHICLES and lemma in _DONE_BY_VEHICLES)
            or (c in taken and lemma not in STATES)
        )
        surrounding = preposition in ("by", "with") and lemma in _SURROUNDING and not lined_up
        if preposition == "with" and lemma == "set":  # `a ring set with a pearl`
            surrounding = not graph.dependents(p, "compound") and not graph.dependents(c, "acl")
        if (by or surrounding) and graph.words[c].upos in ARGUMENTS:
            agents |= {c, *graph.dependents(c, "conj")}
    result = [  # `hit in the face with a pie`, `held by its edge`
        dataclasses.replace(a, slot="locative", kind="object")
        if a.slot == "agent"
        and a.index not in agents
        and graph.heads[a.index] == p
        and (
            (graph.written_prepositions[a.index] == "with" and lemma not in _GIVING)
            or (graph.written_prepositions[a.index] == "by" and _is_own_part(features, a.index))
        )
        else a
        for a in result
    ]
    if agents:
        found = {a.index for a in result}
        result = [_in_slot(a, "agent") if a.index in agents else a for a in result]
        result += [argument_of(c, "agent") for c in sorted(agents - found)]
        result = [
            _in_slot(a, "patient") if a.index in own and a.slot == "agent" else a
            for a in result
            if a.slot != "agent" or a.index in agents | own
        ]
    elif not any(a.slot == "agent" and a.index in own for a in result):
        # Of a passive nobody far away is the agent whom no `by` brings in.
        result = [
            a
            for a in result
            if a.slot != "agent"
            or a.index == p - 1
            or (graph.heads[a.index] == p and graph.prepositions[a.index] != "with")
        ]
    if lemma in STATES and not agents and not any(graph.lowered[c] == "being" for c in graph.children[p]):
        # How something stands; it is the subject that stands so, and what it is parked by is a place.
        result = [
            _in_slot(a, "locative")
            if a.slot == "agent" and graph.prepositions[a.index] == "by" and graph.heads[a.index] == p
            else a
            for a in result
        ]
        result = [_in_slot(a, "agent") if a.index in own and a.slot == "patient" else a for a in result]
    if not any(a.index in own for a in result):
        slot: Slot = "agent" if lemma in STATES and not agents else "patient"
        # Another noun that the links took for the one that is acted upon, or stands so.
        result = [a for a in result if a.slot != slot or graph.heads[a.index] == p]
        result.append(argument_of(subject, slot))
    # `is opened and closed`
    verbs = (p, graph.first_conjunct(p)) if graph.words[p].xpos == "VBN" else (p,)
    said = any(graph.relations[c] == "aux:pass" for verb in verbs for c in graph.children[verb]) or (
        graph.relation(p) == "acl"
        and graph.words[p].xpos == "VBN"
        and graph.prepositions[subject] != "with"
        and not _is_somebody(features, subject)
    )
    if said and lemma not in STATES and not agents:
        result = [_in_slot(a, "patient") if a.index in own and a.slot == "agent" else a for a in result]
    return result


def _is_own_part(features: CaptionFeatures, i: int) -> bool:
    """``held by its top edge``: at what part of it, and not by whom."""
    own = any(features.graph.lowered[c] == "its" for c in features.graph.children[i])
    return own and not _is_somebody(features, i)


def _with_object(
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
        and graph.lowered[c] not in _RELATIVE_PRONOUNS
        and not features.lexicon.is_adverb(graph.lowered[c])
    ]
    antecedent = _relative_object(features, p)
    if antecedent is not None and not any(a.slot == "patient" and a.index < p for a in arguments):
        objects.append(antecedent)
    if not objects and not any(a.slot == "patient" for a in arguments):
        objects = _shared_objects(features, p)
    objects += _beneficiaries(features, p)
    result = list(arguments)
    for c in objects:
        if c not in found:
            result.append(argument_of(c, "patient"))
        elif c == antecedent:
            result = [_in_slot(a, "patient") if a.index == c else a for a in result]
    return result


def _beneficiaries(features: CaptionFeatures, p: int) -> list[int]:
    """Whom something is done for, where a pronoun says it: ``cleans a camera for her``."""
    graph = features.graph
    holders = [p, *graph.dependents(p, "obj")] if graph.words[p].upos == "VERB" else []
    return [
        c
        for holder in holders
        for c in graph.dependents(holder, "obl", "nmod")
        if c in features.antecedents
        and graph.written_prepositions[c] == "for"
        and features.supersenses[features.antecedents[c]] in ("person", "animal")
    ]


def _relative_object(features: CaptionFeatures, p: int) -> int | None:
    """The noun that a relative clause stands at and whose object it is: ``the cart that the man pushes``."""
    graph = features.graph
    head = graph.heads[p]
    if not graph.relations[p].startswith("acl:relcl") or head < 0 or graph.words[head].upos not in ARGUMENTS:
        return None
    subjects = graph.dependents(p, "nsubj")
    if (
        not subjects
        or any(graph.lowered[s] in _RELATIVE_PRONOUNS for s in subjects)
        or any(graph.relations[s] == "nsubj:pass" for s in subjects)
        or any(graph.lowered[c] == "whose" for s in subjects for c in graph.children[s])
    ):
        return None
    objects = graph.dependents(p, "obj")
    if any(graph.lowered[c] not in _RELATIVE_PRONOUNS for c in objects):
        return None
    others = [c for c in graph.dependents(p, "obl") if graph.lowered[c] in _RELATIVE_PRONOUNS]
    stranded = any(graph.words[c].upos == "ADP" for c in graph.children[p])  # the table that he sits at
    return None if others or stranded else head


def _with_instrument(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``stirs a pot with a spoon``: beside an object, what `with` brings in is companion or tool, a locative."""
    graph = features.graph
    acted_upon = graph.dependents(p, "obj") or features.is_passive(p)
    wears = features.verb_lemmas[p] == "wear" and not features.is_passive(p)
    if wears or features.verb_lemmas[p] in _SURROUNDING | _GIVING or not acted_upon:
        return arguments
    tools = {
        a.index
        for a in arguments
        if a.slot == "patient" and graph.written_prepositions[a.index] == "with" and a.index > p
    }
    return [
        dataclasses.replace(a, slot="locative", kind="object") if a.index in tools else a for a in arguments
    ]


def _with_places_as_such(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``breaks over him``, ``stands behind her``: what such prepositions bring in is a place, whoever it is."""
    graph = features.graph

    def is_place(a: ArgumentDecision) -> bool:
        if a.slot == "locative" or a.index < p or graph.heads[a.index] != p:
            return False
        preposition, lemma = graph.written_prepositions[a.index], features.verb_lemmas[p]
        if a.slot == "agent":
            return preposition in PLACES | {"around"}
        if lemma in SEPARABLE.get(preposition, ()):
            return False  # `picks up people`, whatever the tree says
        noun = features.antecedents.get(a.index, a.index)
        if preposition == "from":
            return features.supersenses[noun] not in PEOPLE  # who gives it is a patient
        if preposition == "at":
            return lemma in _THROWING
        if preposition == "to":
            taken = (
                lemma in _GOING or (graph.dependents(p, "obj") and lemma in _TAKING) or lemma in _FASTENING
            )
            aside = features.noun_lemmas[noun] in ("left", "right")
            return aside or (bool(taken) and not _is_somebody(features, noun))
        return preposition in _SURE_PLACES or (preposition == "over" and lemma not in _OVER_WHAT)

    return [
        dataclasses.replace(a, slot="locative", kind=place_kind(features, a.index)) if is_place(a) else a
        for a in arguments
    ]


def _with_targets(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``points at a tower``, ``smiles at a dog``: what the act is about is a patient, and no place."""
    graph, lemma = features.graph, features.verb_lemmas[p]

    def is_target(a: ArgumentDecision) -> bool:
        if a.slot != "locative" or a.index < p or graph.heads[a.index] != p or a.kind == "temporal":
            return False
        preposition = graph.written_prepositions[a.index]
        apart = lemma in SEPARABLE.get(preposition, ()) and not features.is_passive(p)
        if apart and any(c == p + 1 for c in graph.dependents(a.index, "case")):
            return True  # `cuts out a star`
        if (preposition == "at" and lemma in _AIMED_AT) or (preposition == "over" and lemma in _FOUGHT_OVER):
            return True
        noun = features.antecedents.get(a.index, a.index)
        living = _is_somebody(features, noun) or features.noun_lemmas[noun] == "camera"
        return living and (preposition, lemma) in _MEANT

    found = {a.index for a in arguments}
    missed = [
        argument_of(c, "patient")
        for c in graph.dependents(p, "obl")
        if c > p and c not in found and graph.written_prepositions[c] == "at" and lemma in _AIMED_AT
        if graph.words[c].upos in THINGS and c not in graph.folded
    ]
    missed += [argument_of(c, "patient") for c in _recipients(features, p) if c not in found]
    return [_in_slot(a, "patient") if is_target(a) else a for a in arguments] + missed


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
        and graph.words[c].upos in ARGUMENTS
        and features.supersenses[features.antecedents.get(c, c)] in ("person", "animal")
    ]


def _with_relative_place(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``a suitcase on which a cat sleeps``, ``a room where``: the pronoun stands for the place."""
    graph = features.graph
    clause = graph.heads[p] if graph.relation(p) == "cop" else p
    head = graph.heads[clause]
    if (
        not graph.relations[clause].startswith("acl:relcl")
        or head < 0
        or graph.words[head].upos not in THINGS
    ):
        return arguments
    for c in graph.dependents(clause, "obl", "nmod", "advmod"):
        form = graph.lowered[c]
        if c not in features.antecedents:
            continue
        if form == "where" or (form in ("which", "whom") and graph.written_prepositions[c]):
            place = ArgumentDecision(
                index=c, slot="locative", kind=place_kind(features, head), confidence=CONFIDENCE
            )
            return [*(a for a in arguments if a.index not in (c, head)), place]
    return arguments


def _shared_objects(features: CaptionFeatures, p: int) -> list[int]:
    """The object behind the second of two verbs that stand side by side: ``bakes and eats a pie``."""
    graph = features.graph
    if features.verb_lemmas[p] in _WITHOUT_OBJECT or features.is_passive(p):
        return []
    first = graph.first_conjunct(p)
    for c in graph.dependents(first, "conj"):
        between = range(p + 1, c)
        if c <= p or any(graph.words[k].upos not in ("CCONJ", "PUNCT", "ADV", "VERB") for k in between):
            continue
        if any(
            k in graph.heads for k in between if graph.words[k].upos == "VERB" and graph.dependents(k, "obl")
        ):
            continue
        if any(graph.words[k].upos == "ADV" and graph.heads[k] == p for k in between):
            continue  # `coughs twice and clears his throat`
        if not any(graph.words[k].upos == "CCONJ" for k in between):
            continue  # `speeds up, shifts gears and drives away`
        objects = [
            o
            for o in graph.dependents(c, "obj")
            if o > c and graph.words[o].upos in ARGUMENTS and o not in graph.folded
        ]
        acts_on = any(
            k > o and graph.words[k].upos == "VERB" for o in objects for k in graph.dependents(first, "conj")
        )
        if objects and not acts_on:  # `coughs, clears his throat and begins to read`: of the second alone
            return [o for thing in objects for o in (thing, *graph.dependents(thing, "conj"))]
    return []


def place_kind(features: CaptionFeatures, i: int) -> LocativeKind:
    """The kind of a place that no link decision was about."""
    if features.supersenses[i] == "time":
        return "temporal"
    return "scene" if features.supersenses[i] in ("location", "object") else "object"


def agrees(features: CaptionFeatures, subject: int, p: int) -> bool:
    """Whether the noun and the finite verb of its clause are both singular or both plural, where that shows."""
    graph = features.graph
    clause = graph.heads[p] if graph.relation(p) == "cop" else p
    finite = [graph.lowered[c] for c in graph.dependents(clause, "aux", "cop")]
    plural = graph.words[subject].xpos in ("NNS", "NNPS") or graph.dependents(subject, "conj")
    if "are" in finite or "have" in finite or graph.words[p].xpos == "VBP":
        return bool(plural)
    if "is" in finite or "has" in finite or graph.words[p].xpos == "VBZ":
        return not plural or bool(graph.dependents(subject, "conj"))
    return True


def _is_relative_subject(features: CaptionFeatures, p: int, steps: str) -> bool:
    """Whether the pronoun of the relative clause is its subject."""
    graph = features.graph
    while steps and graph.relation(p) == "conj":
        p = graph.heads[p]
    subjects = graph.dependents(p, "nsubj")
    return any(graph.lowered[s] in _RELATIVE_PRONOUNS for s in subjects) or not subjects


def _first(features: CaptionFeatures, i: int) -> int:
    return features.graph.first_conjunct(i)


def _in_slot(argument: ArgumentDecision, slot: Slot) -> ArgumentDecision:
    return dataclasses.replace(argument, slot=slot, kind=argument.kind if slot == "locative" else None)


def argument_of(index: int, slot: Slot) -> ArgumentDecision:
    """The decision that a word fills a slot, as the tree says."""
    return ArgumentDecision(index=index, slot=slot, kind=None, confidence=CONFIDENCE)


def _is_of_another(features: CaptionFeatures, i: int, decision: PredicateDecision) -> bool:
    """Whether a place hangs on another verb, of another subject: ``a cat sleeps and a bird sings in a tree``."""
    graph, p = features.graph, decision.candidate.index
    verb = graph.heads[graph.first_conjunct(i)]
    if (
        decision.candidate.tacit
        or verb in (-1, p)
        or graph.words[verb].upos != "VERB"
        or graph.dependents(p, "expl")
    ):
        return False
    ours, theirs = features.subject(p)[0], features.subject(verb)[0]
    if not graph.dependents(verb, "nsubj") or min(ours, theirs) < 0 or graph.lowered[ours] in _PARTS_OF_MANY:
        return False
    ours, theirs = (features.antecedents.get(i, i) for i in (ours, theirs))
    return graph.first_conjunct(ours) != graph.first_conjunct(theirs)


def _is_of_an_actor(features: CaptionFeatures, argument: ArgumentDecision, acting: set[int]) -> bool:
    """Whether a tacit predicate has an argument by what another does: ``a yard with a ball rolling on the grass``."""
    graph, i = features.graph, argument.index
    if argument.slot == "patient":
        return graph.prepositions[i] == "with" and i in acting
    verb = graph.heads[graph.first_conjunct(i)]
    if argument.slot != "locative" or verb < 0 or graph.words[verb].upos != "VERB":
        return False
    thing = graph.heads[verb]
    return graph.relation(verb) == "acl" and thing in acting and graph.prepositions[thing] == "with"


def _is_of_the_second(features: CaptionFeatures, i: int, decision: PredicateDecision) -> bool:
    """Whether a place behind two acts, each with its object, is that of the second: ``and parks it in a field``."""
    graph, p = features.graph, decision.candidate.index
    verb = graph.heads[graph.first_conjunct(i)]
    if (
        decision.candidate.tacit
        or verb in (-1, p)
        or graph.relation(verb) != "conj"
        or graph.first_conjunct(verb) != graph.first_conjunct(p)
    ):
        return False
    first, second = graph.dependents(p, "obj"), graph.dependents(verb, "obj")
    return bool(first and second) and p < first[0] < verb < second[0] < i


def settled(features: CaptionFeatures, decisions: Sequence[PredicateDecision]) -> list[PredicateDecision]:
    """The decisions without what another says better, and with what is absent as a patient.

    A thing that a with-phrase brings in, and that has a predicate of its own, is no companion; who acts in a passive
    is no place; a noun behind `of` is none either, and neither is the place of another `is`.
    """
    graph = features.graph
    acting = {
        a.index
        for d in decisions
        for a in d.arguments
        if a.slot == "agent" or (a.slot == "patient" and graph.heads[d.candidate.index] == a.index)
    }
    passive = {
        a.index
        for d in decisions
        for a in d.arguments
        if a.slot == "agent"
        and graph.prepositions[a.index] == "by"
        and features.is_passive(d.candidate.index)
    }
    of_is = {graph.heads[p] for p in range(len(graph.words)) if graph.relation(p) == "cop"}
    result = []
    for decision in decisions:
        kept = []
        for a in decision.arguments:
            if _is_no_argument(features, a, decision, acting):
                continue
            if a.slot == "locative" and graph.written_prepositions[a.index] == "without":
                if decision.candidate.tacit:
                    kept.append(_in_slot(a, "patient"))
                continue
            if a.slot == "locative" and _is_no_place(features, a.index, decision, acting, passive, of_is):
                continue
            if a.slot == "patient" and _is_doing_its_own(features, a.index, decision, acting):
                continue
            kept.append(a)
        if _says_what_is_worn(features, decision) or _is_named(features, decision):
            continue
        if all(a.slot == "agent" for a in kept) and _says_nothing(
            features, decision, fewer=len(kept) < len(decision.arguments)
        ):
            continue
        result.append(dataclasses.replace(decision, arguments=tuple(kept)))
    return result


def _says_nothing(features: CaptionFeatures, decision: PredicateDecision, *, fewer: bool) -> bool:
    """Whether others say all of it, or it tells what something is: ``It is a photo``, ``is a nurse``."""
    graph, p = features.graph, decision.candidate.index
    if decision.candidate.tacit:
        # `a cap for toddlers`: whom it is for is not in the picture
        return fewer or bool(graph.dependents(p, "cop")) or graph.prepositions[p] == "for"
    if graph.relation(p) == "case":
        return not decision.arguments  # `including a clock`
    return graph.relation(p) == "cop" and features.verb_lemmas[p] == "be"


def _is_named(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """Whether a predicate is the ``is`` of what is shown: ``These are two dogs on a sofa``."""
    graph, p = features.graph, decision.candidate.index
    if decision.candidate.tacit or graph.relation(p) != "cop" or features.verb_lemmas[p] != "be":
        return False
    shown = graph.heads[p]
    subjects = graph.dependents(shown, "nsubj")
    named = graph.words[shown].upos in THINGS and not graph.dependents(shown, "case")
    return named and bool(subjects) and graph.words[subjects[0]].xpos == "DT"


def _is_object_of_second(features: CaptionFeatures, i: int, decision: PredicateDecision) -> bool:
    """``gets up and brushes dirt off``, ``speeds up, shifts gears``: the object of the verb behind alone."""
    graph, p = features.graph, decision.candidate.index
    verb = graph.heads[graph.first_conjunct(i)]
    if decision.candidate.tacit or graph.relation(i) != "obj" or not p < verb < i:
        return False
    listed = graph.relation(verb) == "conj" and graph.first_conjunct(verb) == graph.first_conjunct(p)
    return listed and i not in _shared_objects(features, p)


def _is_adjective_alone(features: CaptionFeatures, i: int) -> bool:
    lexicon, form = features.lexicon, features.graph.lowered[i]
    if form in ("left", "right") and not features.graph.children[i]:
        return True  # `turns left`
    alone = features.graph.relation(i) in ("advmod", "xcomp") and lexicon.is_adjective(form)
    return alone and not lexicon.knows(features.noun_lemmas[i], "noun")


def _is_look(features: CaptionFeatures, i: int) -> bool:
    """``painted in bright colors``."""
    return features.noun_lemmas[i] in ("color", "colour") and features.graph.prepositions[i] == "in"


def _is_doing_its_own(
    features: CaptionFeatures, i: int, decision: PredicateDecision, acting: set[int]
) -> bool:
    """Whether what `with` brings in acts itself: ``a bell rings with traffic passing``."""
    graph = features.graph
    if decision.candidate.tacit or i not in acting or graph.written_prepositions[i] != "with":
        return False
    return bool(graph.dependents(i, "acl")) and graph.heads[decision.candidate.index] != i


def _says_what_is_worn(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """Whether a predicate is the ``is`` of clothes: ``are in wedding attire``."""
    graph, p = features.graph, decision.candidate.index
    is_ = not decision.candidate.tacit and graph.relation(p) == "cop" and features.verb_lemmas[p] == "be"
    return is_ and features.is_attire(graph.heads[p])


def _is_no_argument(
    features: CaptionFeatures, argument: ArgumentDecision, decision: PredicateDecision, acting: set[int]
) -> bool:
    graph, i = features.graph, argument.index
    if any(f in acting for f in graph.dependents(i, "flat")):
        return True
    if graph.relation(i) == "case" and i not in features.antecedents:
        return True  # `on the side of a road`: a word of the preposition
    if graph.words[i].xpos in FINITE and (graph.words[i].upos == "VERB" or graph.relation(i) == "conj"):
        return True  # `peels lemons and sneezes`
    if argument.slot == "locative":
        if _is_part_of_another(features, i):
            return not decision.candidate.tacit
        if graph.words[i].upos == "ADJ" and not graph.written_prepositions[i]:
            return True  # `the lungs are clear`
    else:
        if graph.words[i].upos == "ADV" and i not in features.antecedents:
            return True
        if graph.relations[i] == "nmod:poss":
            return True  # `in somebody's hand`: whose it is
        if _is_adjective_alone(features, i) or (
            argument.slot == "patient" and _is_no_patient(features, i, decision)
        ):
            return True
    return decision.candidate.tacit and _is_of_an_actor(features, argument, acting)


def _is_part_of_another(features: CaptionFeatures, i: int) -> bool:
    """``stands by a church with a steeple``: what a with-phrase says of a thing, and not of the act."""
    graph, head = features.graph, features.graph.heads[i]
    own = any(graph.words[c].xpos == "PRP$" for c in graph.children[i])
    if own and head >= 0 and graph.words[head].upos in THINGS and graph.written_prepositions[head] == "with":
        return True  # `is anchored with lifeboats along its side`
    described = graph.written_prepositions[i] == "with" and head >= 0
    return described and graph.words[head].upos in THINGS and features.supersenses[i] not in PEOPLE


def _is_no_patient(features: CaptionFeatures, i: int, decision: PredicateDecision) -> bool:
    graph, p = features.graph, decision.candidate.index
    if decision.candidate.tacit and graph.prepositions[i] == "for":
        return True  # `a cap for toddlers`
    if _is_object_of_second(features, i, decision):
        return True
    if features.is_passive(p) and graph.written_prepositions[i] in ("like", "as"):
        return True  # `painted like a dalmatian`
    return _is_look(features, i)  # `painted in bright colors`


def _is_told_of_another(features: CaptionFeatures, i: int) -> bool:
    """``a woman whose bag is on a chair``: where the bag is, and not she."""
    subjects = features.graph.dependents(i, "nsubj")
    return bool(subjects) and all(features.graph.lowered[c] not in ("that", "which", "who") for c in subjects)


def _top(features: CaptionFeatures, i: int) -> int:
    """The word at the top of what a word hangs on."""
    return (features.graph.ancestors(i) or [i])[-1]


def is_respect(features: CaptionFeatures, i: int) -> bool:
    """``normal in size``: in what something is so, and not where."""
    first = features.graph.first_conjunct(i)
    preposition, lemma = features.graph.written_prepositions[first], features.noun_lemmas[first]
    return (preposition == "in" and lemma in _RESPECTS) or (preposition == "within" and lemma == "limit")


def _is_of_existence(features: CaptionFeatures, i: int, thing: int) -> bool:
    """Whether a place is of a `there is` of something else: ``a van on a road, and beside it there is a car``."""
    graph = features.graph
    verb = graph.heads[graph.first_conjunct(i)]
    return verb >= 0 and bool(graph.dependents(verb, "expl")) and verb not in graph.ancestors(thing)


def _is_aimed_at_by_another(features: CaptionFeatures, i: int, p: int) -> bool:
    """``blows a whistle and points at a goal``: what one act is about is no place of the act beside."""
    verb = features.graph.heads[features.graph.first_conjunct(i)]
    if features.supersenses[i] == "time":
        return False  # `looks out at dusk`
    return (
        verb not in (-1, p)
        and features.graph.words[verb].upos == "VERB"
        and (features.verb_lemmas[verb] in _AIMED_AT)
    )


def _is_no_place(
    features: CaptionFeatures,
    i: int,
    decision: PredicateDecision,
    acting: set[int],
    passive: set[int],
    of_is: set[int],
) -> bool:
    graph, p = features.graph, decision.candidate.index
    preposition = graph.written_prepositions[i]
    if is_respect(features, i) and not decision.candidate.tacit:
        return True
    own = graph.heads[p] if not decision.candidate.tacit and graph.relation(p) == "cop" else -1
    if (preposition == "with" and i in acting) or (preposition == "by" and i in passive):
        return True
    is_ = features.verb_lemmas[p] == "be" and graph.words[i].upos in THINGS and not preposition
    if is_ and own in (i, graph.first_conjunct(i)):
        return True  # `It is a photo`: what something is, and not where
    if preposition == "with" and i < p and not decision.candidate.tacit:
        # What somebody has who is somewhere, or has in a place of its own, is neither companion nor tool.
        placed = any(graph.written_prepositions[c] in PLACES | {"in"} for c in graph.dependents(i, "nmod"))
        if placed or features.verb_lemmas[p] == "be":
            return True
    if decision.candidate.tacit and _is_of_existence(features, i, p):
        return True
    bare = not preposition and graph.words[i].upos in THINGS and features.supersenses[i] != "time"
    named = i in features.antecedents or features.lexicon.is_adverb(graph.lowered[i])
    if bare and (decision.candidate.tacit or not named):
        return True  # no word makes it a place
    if _is_of_another(features, i, decision) or _is_of_the_second(features, i, decision):
        return True
    if i in of_is and graph.relation(i) == "acl" and own < 0 and _is_told_of_another(features, i):
        return True
    if (
        graph.sentences[i] == graph.sentences[p]
        and i not in features.antecedents
        and _top(features, i) != _top(features, p)
    ):
        return True  # `we can see grass, and at the top we can see the sky`: each clause has its own
    if not decision.candidate.tacit and preposition == "at" and _is_aimed_at_by_another(features, i, p):
        return True
    return preposition in ("of", "than") or (own >= 0 and i in of_is and i != own)
