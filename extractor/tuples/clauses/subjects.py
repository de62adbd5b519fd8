"""Who acts: the subject of a verb by the tree, of a passive, of a list, of the clause above."""

from __future__ import annotations

import dataclasses

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision
from extractor.syntax.mending.vocabulary import RELATIVES, SURROUNDING
from extractor.tuples.clauses.passives import with_passive_subject
from extractor.tuples.clauses.words import (
    ARGUMENTS,
    RELATIVE_PRONOUNS,
    STATES,
    THINGS,
    agrees,
    are_alike,
    argument_of,
    in_slot,
    is_posture,
    is_somebody,
    place_kind,
    stands_alone,
)

_QUESTION_TAGS = frozenset({"WP", "WDT"})
# Ways from a predicate to its subject, see `CaptionFeatures.subject`, on which nothing but the tree has to be right.
_SURE_WAYS = frozenset({"direct", "passive", "relative", "acl"})
_EACH = frozenset({"both", "each"})
_TIMES = frozenset({"after", "before", "while", ","})
# What is put somewhere changes there by itself: `leaves a pie to cool`.
_LEAVING = frozenset("hang lay leave lie place prop put set spread".split())
_BY_ITSELF = frozenset(
    """age bake boil chill cool cure defrost dry ferment harden melt mature rest ripen rise rot rust set simmer sit soak
    stand steep thaw warm""".split()
)
# Said of what is in or on a place as well as of the place: `is on a table filled with milk`.
_WHEREVER = frozenset({"fill", "light", "load", "pack", "stuff", "surround"})
# And what places do, and things that others are in.
_OF_PLACES = frozenset("contain display face hold lay lead lie look overlook rest show sit stand".split())
_PARKED = frozenset({"anchor", "dock", "moor", "park"})
_WITHIN = frozenset({"at", "in", "on", "up"})
# Before a participle of the subject: `while sitting`.
_MARKS = frozenset({"after", "before", "by", "when", "while", "without"})


def with_subject(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """The subject of the verb, with all that is listed with it; of a passive, who does it, too."""
    graph = features.graph
    subject, steps, last = _way_to_subject(features, p)
    if subject < 0 or last not in _SURE_WAYS or set(steps.split(".")) - {"", "conj", "cop"}:
        return arguments
    # `most of them`, `each`
    some = graph.words[subject].upos in ("ADJ", "DET") and (
        graph.dependents(subject, "nmod") or graph.lowered[subject] in _EACH
    )
    if subject in graph.folded or not (some or graph.words[subject].upos in ARGUMENTS):
        return arguments
    if graph.words[subject].xpos in _QUESTION_TAGS and not (
        stands_alone(graph, subject) and (last == "relative" or graph.lowered[subject] == "whoever")
    ):
        return arguments
    passive = features.is_passive(p)
    arguments = _without_its_place(features, p, subject, arguments)
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
        arguments = with_passive_subject(features, p, subject, own, arguments)
        return _with_list_before(features, p, subject, arguments) if last == "acl" else arguments
    kept = [
        a
        for a in arguments
        if a.slot != "agent" or features.graph.first_conjunct(a.index) == subject or a.index in own
    ]
    present = {a.index: a for a in kept}
    for index in own & present.keys():
        if present[index].slot != "agent" and index == subject:
            kept = [in_slot(a, "agent") if a.index == index else a for a in kept]
    close = subject == p - 1 and is_somebody(features, subject)
    if last == "acl" and not close and any(a.slot == "agent" for a in arguments):
        return (
            arguments  # at which noun a participle stands is no sure thing, but for somebody right before it
        )
    if not own & present.keys():
        kept.append(argument_of(subject, "agent"))
    return kept


def without_governed(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``kites fly above it, pulling at strings``: a pronoun that a preposition governs elsewhere does nothing."""
    graph = features.graph
    return [
        a
        for a in arguments
        if a.slot != "agent"
        or a.index not in features.antecedents
        or graph.heads[a.index] == p
        or (
            graph.written_prepositions[a.index] in ("", "by", "of", "with")
            and not _is_object_behind(features, a, p)
        )
    ]


def without_owner(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``a hut whose walls lean``: of whom the subject of the clause is, has no part in it."""
    graph, owner = features.graph, features.graph.heads[p]
    if not graph.relations[p].startswith("acl:relcl"):
        return arguments
    subjects = graph.dependents(p, "nsubj")
    if not any(graph.lowered[c] == "whose" for s in subjects for c in graph.children[s]):
        return arguments
    return [a for a in arguments if a.index != owner]


def _is_object_behind(features: CaptionFeatures, a: ArgumentDecision, p: int) -> bool:
    """``her dog, stretched out in the shade, watches her``: who is watched, behind an act, does not do it."""
    return a.index > p and features.graph.relation(a.index) == "obj"


def of_command(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``Garnish a salad with basil``: nobody acts who is named; what a preposition brings in is a place."""
    graph = features.graph
    return [
        dataclasses.replace(a, slot="locative", kind=place_kind(features, a.index))
        if a.slot == "agent"
        else a
        for a in arguments
        if a.slot != "agent"
        or (a.index > p and graph.written_prepositions[a.index] and graph.heads[a.index] == p)
    ]


def is_command(features: CaptionFeatures, p: int) -> bool:
    """``Press the dough and bake it``, ``before rolling it``: the verb of a recipe, at its start or behind that."""
    graph = features.graph
    if graph.dependents(p, "nsubj", "expl") or features.is_passive(p):
        return False
    timed = graph.relation(p) == "advcl" and graph.words[p].xpos == "VBG" and graph.lowered[p - 1] in _TIMES
    top = graph.first_conjunct(graph.heads[p] if timed else p)
    if (
        graph.heads[top] >= 0
        or graph.words[top].xpos not in ("VB", "VBP")
        or not graph.dependents(top, "obj")
    ):
        return False
    first = top == 0 or graph.sentences[top - 1] != graph.sentences[top]
    return first and not graph.dependents(top, "nsubj", "aux", "expl")


def _way_to_subject(features: CaptionFeatures, p: int) -> tuple[int, str, str]:
    """The subject of a predicate, the steps to where it hangs, and how it hangs there.

    ``Seated on a bench, a man reads``: a participle at the head of its sentence has it as if it were its own.
    """
    graph = features.graph
    subject, way = features.subject(p)
    steps, _, last = way.rpartition(".")
    start = min([p, *graph.dependents(p, "aux", "advmod")])  # `Having eaten, a cat sleeps`
    start -= int(start > 0 and graph.lowered[start - 1] == "half")
    first = p < subject and (start == 0 or graph.sentences[start - 1] != graph.sentences[start])
    if first and graph.words[p].xpos in ("VBN", "VBG") and not graph.dependents(p, "nsubj", "mark"):
        steps = steps.removeprefix("advcl")
    placed = last == "acl" and graph.dependents(subject, "cop") and graph.prepositions[subject]
    if placed and not _is_of_its_place(features, p, subject):
        place, subject = subject, next(iter(graph.dependents(subject, "nsubj")), subject)
        # `A cart is in a barn parked there`, `men that are on a field playing chess`
        subject = graph.heads[place] if graph.lowered[subject] in RELATIVES else subject
    return subject, steps, last


def _is_of_its_place(features: CaptionFeatures, p: int, place: int) -> bool:
    """``A bench is near a wall partly covered with ivy``: the wall is covered, and not the bench.

    What lies on a thing, or fills it, is said of the noun right before; but what is in or on a place may be filled and
    surrounded itself, a dish is decorated on any plate, and somebody is covered in mud.
    """
    graph, lemma = features.graph, features.verb_lemmas[p]
    before = p - 1
    while before > place and graph.heads[before] == p and graph.relation(before) == "advmod":
        before -= 1
    subject = next(iter(graph.dependents(place, "nsubj")), -1)
    if before == place and lemma in _PARKED:
        return subject >= 0 and is_somebody(features, subject)  # `is in a car parked by a road`
    if before != place or lemma not in SURROUNDING or graph.lowered[p + 1 : p + 2] == ["up"]:
        return False
    within = graph.prepositions[place] in _WITHIN
    living = subject >= 0 and is_somebody(features, subject)
    if within and lemma in _WHEREVER and not (living and lemma != "surround"):
        return False
    if subject < 0 or features.supersenses[subject] == "food":
        return False
    means = {graph.prepositions[c] for c in graph.dependents(p, "obl") if c > p}
    return bool(means & {"by", "with"}) or ("in" in means and not living)


def _without_its_place(
    features: CaptionFeatures, p: int, subject: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``A monk is at an altar saying a prayer``: no altar says it, but a window looks out."""
    graph, place = features.graph, features.graph.heads[p]
    if graph.relation(p) != "acl" or subject == place:
        return arguments
    by_itself = features.verb_lemmas[p] in _OF_PLACES and not is_somebody(features, subject)
    within = graph.prepositions[place] in _WITHIN and bool(graph.dependents(place, "cop"))
    if by_itself or not within or is_somebody(features, place):
        return arguments
    return [a for a in arguments if a.index != place or a.slot == "locative"]


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


def _with_list_before(
    features: CaptionFeatures, p: int, subject: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``a bench and table covered with snow``: a participle right behind a list that hangs on its first is of all."""
    listed = _listed(features, subject, p)
    told = {a.index: a for a in arguments}
    if not listed or listed[-1] != p - 1 or subject not in told:
        return arguments
    kept = [a for a in arguments if a.index not in listed]
    return [*kept, *(dataclasses.replace(told[subject], index=c) for c in listed)]


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


def with_subject_above(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``a man sitting on a couch with a cup in his hand watching television``: who sits watches."""
    graph = features.graph
    above = graph.heads[p]
    if graph.words[p].xpos in ("VB", "VBP") and graph.words[above].upos == "VERB":
        return _with_subject_of_bare_infinitive(features, p, arguments)
    if graph.words[p].xpos == "VBN":
        return _with_subject_of_past(features, p, arguments)
    if graph.words[p].xpos != "VBG" or graph.dependents(p, "nsubj"):
        return arguments
    if graph.words[above].upos != "VERB":
        return _with_subject_of_place(features, above, arguments)
    subject, _ = features.subject(above)
    if graph.dependents(p, "mark"):  # `braids her hair while sitting`
        if graph.lowered[p - 1] not in _MARKS:
            return arguments
        acting = {a.index for a in arguments if a.slot == "agent"}
        if acting - set(graph.dependents(above, "obj")):
            return arguments
        if subject >= 0 and is_somebody(features, subject):  # `carries a boy while waving`
            arguments = [a for a in arguments if a.slot != "agent"]
    elif graph.words[p - 1].upos in THINGS and is_somebody(features, p - 1):
        subject = p - 1  # `men fight with a crowd of people watching them`
    taken = {a.index for a in arguments}
    if subject < 0 or subject in graph.folded or subject in taken or _is_done_to(features, above, subject):
        return arguments
    nobody = graph.lowered[p - 1] == "," and not any(a.slot == "agent" for a in arguments)
    if nobody or is_somebody(features, subject):  # `Waves hit the rocks, sending spray into the air`
        return [*arguments, argument_of(subject, "agent")]
    return arguments


def _is_done_to(features: CaptionFeatures, above: int, subject: int) -> bool:
    """Whether something is done to a subject, who then does nothing; ``dressed in white, while waving``: she waves."""
    if not features.is_passive(above):
        return False
    state = features.verb_lemmas[above] in STATES or features.graph.words[above].xpos == "VBG"
    return not (state and is_somebody(features, subject))


def _with_subject_of_place(
    features: CaptionFeatures, above: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``while a boy is in a yard looking at a kite``: who is there looks."""
    graph = features.graph
    if graph.relation(above) != "advcl" or not graph.dependents(above, "cop"):
        return arguments
    there = [c for c in graph.dependents(above, "nsubj") if is_somebody(features, c)]
    if not there or any(a.index in (*there, above) for a in arguments if a.slot == "agent"):
        return arguments
    return [*(a for a in arguments if a.slot != "agent"), argument_of(there[0], "agent")]


def _with_subject_of_past(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """The arguments of a past participle with the subject of the verb above it: who is followed, seated, assisted."""
    followed = _with_followers(features, p, arguments) if features.verb_lemmas[p] == "follow" else None
    if followed is not None:
        return followed
    if is_posture(features, p):
        return _with_subject_of_posture(features, p, arguments)
    return _with_subject_before_comma(features, p, arguments)


def _with_followers(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision] | None:
    """``A siren wails, followed by a bang``: the siren is followed by it."""
    graph, above = features.graph, features.graph.heads[p]
    subject = features.subject(above)[0] if graph.words[above].upos == "VERB" else -1
    if subject < 0 or any(a.slot == "patient" for a in arguments):
        return None
    followers = [c for c in graph.dependents(p, "obl") if graph.prepositions[c] == "by"]
    followers += [d for c in followers for d in graph.dependents(c, "conj")]
    rest = [a for a in arguments if a.index not in {subject, *followers}]
    return [*rest, argument_of(subject, "patient"), *(argument_of(c, "agent") for c in followers)]


def _with_subject_before_comma(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``A surgeon works, assisted by two nurses``, ``A boat lies there, half sunk``: who works is assisted."""
    graph, above = features.graph, features.graph.heads[p]
    subject = features.subject(above)[0] if graph.words[above].upos == "VERB" else -1
    found = {a.index for a in arguments}
    before = p - 2 if p > 1 and p - 1 in graph.dependents(p, "advmod") else p - 1
    if graph.relation(p) != "advcl" or graph.lowered[before] != "," or graph.dependents(p, "nsubj", "mark"):
        return arguments
    if subject < 0 or subject > p or features.antecedents.get(subject) in found:
        return arguments
    if any(a.slot == "patient" for a in arguments):
        return arguments
    own = {subject, *graph.dependents(subject, "conj", "flat")}
    return with_passive_subject(features, p, subject, own, arguments)


def _with_subject_of_bare_infinitive(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``watches a duck eat a salad``: whom somebody watches eat eats."""
    graph, above = features.graph, features.graph.heads[p]
    watched = [c for c in graph.dependents(above, "obj") if c < p]
    bare = not graph.dependents(p, "mark", "aux", "nsubj", "cc") and graph.relation(p) in (
        "advcl",
        "ccomp",
        "xcomp",
    )
    helped = features.verb_lemmas[above] == "help" and graph.words[p].xpos == "VB"
    if not watched or not bare or (graph.phrase(watched[-1])[1] != p - 1 and not helped):
        return arguments
    actors = [c for c in (watched[-1], *graph.dependents(watched[-1], "conj")) if c < p]
    return [
        *(a for a in arguments if a.slot != "agent" and a.index not in actors),
        *(argument_of(c, "agent") for c in actors),
    ]


def with_what_is_left(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """The arguments with what is left somewhere as the agent of what it does there: ``leaves a pie to cool``."""
    left = _left_to(features, p)
    if not left:
        return arguments
    kept = [a for a in arguments if a.slot != "agent" and a.index not in left]
    return [*kept, *(argument_of(c, "agent") for c in left)]


def _left_to(features: CaptionFeatures, p: int) -> list[int]:
    """``hangs shirts out to dry``, ``leaves a pie to cool``: what is left somewhere to do so by itself does it."""
    graph, above = features.graph, features.graph.heads[p]
    if (
        graph.words[p].xpos != "VB"
        or graph.relation(p) not in ("advcl", "xcomp", "acl")
        or graph.dependents(p, "obj")
    ):
        return []
    if not any(graph.lowered[c] == "to" for c in graph.dependents(p, "mark")):
        return []
    thing = -1
    if graph.words[above].upos in THINGS and graph.relation(above) == "obj":
        thing, above = above, graph.heads[above]
    if features.verb_lemmas[above] not in _LEAVING or features.verb_lemmas[p] not in _BY_ITSELF:
        return []
    things = [thing] if thing >= 0 else graph.dependents(above, "obj")
    return [c for thing in things for c in (thing, *graph.dependents(thing, "conj"))]


def _with_subject_of_posture(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """``A belt lies coiled on a bed``: the belt is coiled; ``stands covered in snow``: the snow covers it."""
    subject = features.subject(features.graph.heads[p])[0]
    if subject < 0:
        return arguments
    if features.verb_lemmas[p] in SURROUNDING:
        return with_passive_subject(features, p, subject, {subject}, arguments)
    listed = [subject, *_listed(features, subject, p)]
    if any(a.slot != "locative" and a.index not in listed for a in arguments):
        return arguments
    kept = [a for a in arguments if a.slot == "locative"]
    return [*kept, *(argument_of(c, "agent") for c in listed)]


def _is_relative_subject(features: CaptionFeatures, p: int, steps: str) -> bool:
    """Whether the pronoun of the relative clause is its subject."""
    graph = features.graph
    while steps and graph.relation(p) == "conj":
        p = graph.heads[p]
    subjects = graph.dependents(p, "nsubj")
    return any(graph.lowered[s] in RELATIVE_PRONOUNS for s in subjects) or not subjects
