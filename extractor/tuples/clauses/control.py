"""Whose act an infinitive tells: of who is asked to do it, or is waited for; and what a passive below a verb is of."""

from __future__ import annotations

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision
from extractor.syntax.mending.vocabulary import SPREADING, VEHICLES
from extractor.tuples.clauses.passives import with_passive_subject
from extractor.tuples.clauses.words import PEOPLE, argument_of, is_somebody
from extractor.tuples.negation import KEEPING

# What may be done at the word of another.
_INFINITE = frozenset({"VB", "VBG", "VBP"})
# What somebody does whom another tells, or teaches, or brings to do it.
_TELLING = frozenset(
    """advise allow ask beckon beg coach coax command convince cue dare direct encourage force help instruct invite
    motion order permit persuade remind signal teach tell train urge warn""".split()
)
# What one steers, and not only who drives it: `signals cars to stop`.
_STEERING = frozenset({"allow", "direct", "force", "motion", "signal"})
# And whom one shows how it is done.
_SHOWING = frozenset({"show", "teach", "tell"})
_WATCHING = frozenset({"have", "hear", "help", "make", "see", "watch"})
# `sends a tray flying`.
_MAKING = frozenset({"catch", "get", "keep", "send", "set"})
# At whom one shouts to make him do something.
_CALLING = frozenset("call gesture motion scream shout sign signal whistle yell".split())
_OCCASIONS = frozenset({"chance", "moment", "turn"})
_WAITING = frozenset("gesture motion pause signal stop wait wave".split())


def with_controller(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """The arguments with who is told to do it, or waited for, as the agent of an infinitive.

    ``tells a pupil to sit down``: the pupil sits; ``waits for a friend to arrive``: the friend arrives.
    """
    told = doers(features, p) or _who_means_it(features, p, arguments)
    if not told:
        return arguments
    return [
        *(a for a in arguments if a.slot != "agent" and a.index not in told),
        *(argument_of(c, "agent") for c in told),
    ]


def _who_means_it(features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]) -> list[int]:
    """``pours it into a mug to make cocoa``: who pours it makes that, and not what is poured, nor nobody."""
    graph, above = features.graph, features.graph.heads[p]
    if graph.words[p].xpos != "VB" or graph.relation(p) not in ("advcl", "xcomp") or not 0 <= above < p:
        return []
    meant = any(graph.lowered[c] == "to" for c in graph.dependents(p, "mark"))
    if not meant or graph.dependents(p, "nsubj", "aux") or features.is_passive(above):
        return []
    acting = {features.antecedents.get(a.index, a.index) for a in arguments if a.slot == "agent"}
    handled = {features.antecedents.get(c, c) for c in graph.dependents(above, "obj")}
    subject = features.subject(above)[0]
    known = subject >= 0 and (is_somebody(features, subject) or features.supersenses[subject] == "unknown")
    told = graph.words[above].upos == "VERB" and not any(
        a.slot == "patient" and a.index < p for a in arguments
    )
    if not acting and known and told and subject not in graph.folded:
        return [subject, *graph.dependents(subject, "conj")]
    if not acting or acting - handled or not known or graph.relation(p) == "xcomp":
        return []
    if any(is_somebody(features, c) for c in acting) or not graph.dependents(p, "obj", "ccomp", "xcomp"):
        return []
    return [subject, *graph.dependents(subject, "conj")]


def doers(features: CaptionFeatures, p: int) -> list[int]:
    """Who is told, shown or awaited to do what an infinitive says; mostly nobody."""
    graph, above = features.graph, features.graph.heads[p]
    if graph.words[p].xpos not in _INFINITE:
        return []
    first = graph.first_conjunct(p)
    if first != p and graph.words[p].xpos in ("VB", "VBP") and graph.words[first].xpos == "VB":
        return (
            [] if graph.dependents(p, "nsubj", "aux") else doers(features, first)
        )  # `makes it jump and bow`
    if graph.words[p].xpos == "VBG":
        return _made_to(features, p)
    if graph.words[p].xpos != "VB" or graph.relation(p) not in ("advcl", "xcomp", "ccomp") or above > p:
        return []
    marked = any(graph.lowered[c] == "to" for c in graph.dependents(p, "mark"))
    if graph.dependents(p, "nsubj", "aux") or features.is_passive(above):
        return []
    lemma = features.verb_lemmas[above]
    if not marked:  # `watches a band perform`
        watched = lemma in _WATCHING and graph.relation(p - 1) in ("obj", "conj")
        seen = [c for c in graph.dependents(above, "obj") if watched and above < c < p]
        return [d for c in seen[:1] for d in (c, *graph.dependents(c, "conj")) if d < p]
    asked = any(graph.words[c].xpos == "WRB" for c in graph.dependents(p, "advmod"))
    if lemma in (_SHOWING if asked else _TELLING):
        told = graph.dependents(above, "iobj") or graph.dependents(above, "obj")
        told = [
            c for c in told if above < c < p and _is_told(features, features.antecedents.get(c, c), lemma)
        ]
        told = told or _awaited(features, p, above)
    else:
        told = _awaited(features, p, above)
    return [d for c in told[:1] for d in (c, *graph.dependents(c, "conj"))]


def _is_told(features: CaptionFeatures, i: int, lemma: str) -> bool:
    """Whether something may be told to do something: somebody, or what somebody steers."""
    return is_somebody(features, i) or (
        lemma in _STEERING and features.noun_lemmas[i] in VEHICLES | {"traffic"}
    )


def _made_to(features: CaptionFeatures, p: int) -> list[int]:
    """``keeps the glue from dripping``, ``sends a tray flying``: the glue, the tray, and not who does that."""
    graph, above = features.graph, features.graph.heads[p]
    if graph.relation(p) not in ("advcl", "xcomp", "ccomp") or not 0 <= above < p:
        return []
    things = [c for c in graph.dependents(above, "obj") if above < c < p]
    if not things or graph.dependents(p, "nsubj", "aux") or features.is_passive(above):
        return []
    marks = [graph.lowered[c] for c in graph.dependents(p, "mark")]
    lemma = features.verb_lemmas[above]
    kept = marks == ["from"] and lemma in KEEPING
    made = not marks and lemma in _MAKING and graph.phrase(things[0])[1] == p - 1
    return [d for c in things[:1] for d in (c, *graph.dependents(c, "conj")) if d < p] if kept or made else []


def _awaited(features: CaptionFeatures, p: int, above: int) -> list[int]:
    """What is waited for, until it does something or something is done to it."""
    graph = features.graph
    if features.verb_lemmas[above] in _CALLING:
        called = [
            c
            for c in graph.dependents(above, "obl")
            if above < c < p and graph.written_prepositions[c] in ("at", "to") and is_somebody(features, c)
        ]
        if called:
            return called  # `shouts at a boy to stop`
    if features.verb_lemmas[above] not in _WAITING:
        return []
    phrases = [
        c
        for c in graph.dependents(above, "obl")
        if above < c < p and features.noun_lemmas[c] not in _OCCASIONS  # which do nothing
    ]
    # `for` may be called the mark of what he does.
    return [
        c for c in phrases if "for" in (graph.written_prepositions[c], graph.lowered[graph.phrase(c)[0] - 1])
    ]


def with_subject_of_passive(
    features: CaptionFeatures, p: int, arguments: list[ArgumentDecision]
) -> list[ArgumentDecision]:
    """The arguments with the subject of the verb above as what a passive is done to, where nothing else is.

    ``waits to be fed by its keeper``, ``waits for a fish to be thrown``, ``sits on a rug surrounded by toys``.
    """
    graph, above = features.graph, features.graph.heads[p]
    if above < 0 or graph.words[above].upos != "VERB" or graph.relation(p) not in ("advcl", "xcomp"):
        return arguments
    if not features.is_passive(p) or features.is_passive(above) or graph.dependents(p, "nsubj"):
        return arguments
    meant = any(graph.lowered[c] == "to" for c in graph.dependents(p, "mark"))
    done = any(graph.prepositions[c] == "by" for c in graph.dependents(p, "obl"))
    if not (meant or (done and not graph.dependents(p, "mark"))):
        return arguments
    awaited = _awaited(features, p, above) if meant else []
    subject = awaited[0] if awaited else features.subject(above)[0]
    if subject < 0 or subject in graph.folded or any(a.slot == "patient" for a in arguments):
        return arguments
    if not meant and features.supersenses[subject] not in PEOPLE and graph.dependents(above, "obj"):
        return arguments  # `A sign marks a road used by trucks`
    spread = features.verb_lemmas[p] in SPREADING
    if not meant and spread and features.supersenses[p - 1] in ("location", "object"):
        return arguments  # `fishes in a river surrounded by trees`
    own = {subject, *graph.dependents(subject, "conj")}
    return with_passive_subject(features, p, subject, own, arguments)
