"""What the rules of clauses ask of words, and the decisions that they make."""

from __future__ import annotations

import dataclasses
from typing import Literal

from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import STAGES, CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision, Slot
from extractor.syntax.graph import Graph
from extractor.syntax.mending.vocabulary import TOYS
from extractor.types import LocativeKind

RELATIVE_PRONOUNS = frozenset({"who", "which", "that", "whom", "what"})
ARGUMENTS = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
THINGS = frozenset({"NOUN", "PROPN"})
LIVING = frozenset({"person", "animal"})
PEOPLE = LIVING | {"pronoun"}
# What is taken of somebody, who may pose for it.
PICTURES = frozenset("image photo photograph photoshoot picture portrait selfie shot snapshot video".split())
_MANY = frozenset(
    "audience band class couple crew crowd family flock group herd pack pair people police team".split()
)
ANYBODY = frozenset({"individual", "person"})
# Participles that say how their subject stands, not what is done to it.
_POSTURES = frozenset(
    """anchor arrange attach balance bend brace bunch bury cave chain clothe coil crouch crowd curl display dock drape
    dress entwine fan gather go hang hide huddle keep lay lean leave left line locate lodge loop moor mount nest nestle
    park perch pile place pose position prop rope sandwich scatter seat set situate sink sling slump sprawl squat stack
    stick stop strand strew string tangle tie tip tuck wedge""".split()
)
FASTENING = frozenset(
    """affix anchor attach bind bolt bond chain clip connect fasten glue harness hitch hook leash link lock moor mount
    nail pin plug screw secure sew staple stick stitch strap tape tether tie weld""".split()
)
# Participles of which nobody is told who did it: `parked`, `tied to a post`.
STATES = _POSTURES | (
    FASTENING - frozenset("bolt bond fasten glue nail pin screw sew staple stitch tape weld".split())
)
# Verbs that may have a participle of how something stands behind them: `lies coiled on a bed`.
STANDING = frozenset("hang lie rest sit stand".split())
# Where one is who does so: `sits in a chair`, `floats on a pond`.
STAYING = frozenset(
    """crouch float gather hover huddle kneel lean lie lounge nap park perch pose recline relax rest seat sit sleep
    slump snooze squat stand wait""".split()
)
# What surrounds `in`, too: `covered in snow`.
COVERING = frozenset("blanket cake coat cover deck drench dust encrust smear soak spatter splatter".split())
# `feeds a calf with milk`: what is given is acted upon.
GIVING = frozenset("feed fill greet present provide serve spray supply".split())
NO_PLACES = frozenset({"", "of", "for", "with", "like", "as", "about", "to", "than", "without", "from", "by"})
PLACES = frozenset(
    """on near next-to under behind beside above below underneath beneath along through past between inside outside onto
    in-front-of on-top-of""".split()
)
# Verbs of looking and pointing, and such as are done to somebody through a preposition.
AIMED_AT = frozenset("aim gaze glance look peek peer point stare".split())
# In what something may be so, see `is_respect`.
_RESPECTS = frozenset(
    "addition appearance calibre color colour detail length nature number response shape size style width".split()
)
FINITE = frozenset({"VBZ", "VBP"})
CONFIDENCE = 0.8


def stands_alone(graph: Graph, i: int) -> bool:
    """``eats what grows there``: whether a pronoun of a relative clause has no noun before it."""
    alone = graph.lowered[i] in ("what", "whatever", "whoever")
    return alone and any(c > i for c in graph.dependents(i, "acl"))


def is_somebody(features: CaptionFeatures, i: int) -> bool:
    """Whether a noun is somebody, or some: a table is a group to WordNet, too, and a person nothing in particular."""
    return features.supersenses[i] in PEOPLE or features.noun_lemmas[i] in _MANY | ANYBODY


def is_own_part(features: CaptionFeatures, i: int) -> bool:
    """``held by its top edge``: at what part of it, and not by whom."""
    own = any(features.graph.lowered[c] == "its" for c in features.graph.children[i])
    return own and not is_somebody(features, i)


def place_kind(features: CaptionFeatures, i: int) -> LocativeKind:
    """The kind of a place that no link decision was about."""
    i = features.antecedents.get(i, i)
    if features.is_time(i):
        return "temporal"
    is_scene = features.supersenses[i] in ("location", "object") or features.noun_lemmas[i] in STAGES
    return "scene" if is_scene else "object"


def agrees(features: CaptionFeatures, subject: int, p: int) -> bool:
    """Whether the noun and the finite verb of its clause are both singular or both plural, where that shows."""
    graph = features.graph
    clause = graph.heads[p] if graph.relation(p) == "cop" else p
    finite = [graph.lowered[c] for c in graph.dependents(clause, "aux", "cop")]
    plural = graph.words[subject].xpos in ("NNS", "NNPS") or graph.dependents(subject, "conj")
    if {"are", "were", "have"}.intersection(finite) or graph.words[p].xpos == "VBP":
        return bool(plural)
    if {"is", "was", "has"}.intersection(finite) or graph.words[p].xpos == "VBZ":
        return not plural or bool(graph.dependents(subject, "conj"))
    return True


def in_slot(argument: ArgumentDecision, slot: Literal["agent", "patient"]) -> ArgumentDecision:
    """The decision with its word in another slot, which has no kinds."""
    return dataclasses.replace(argument, slot=slot, kind=None)


def argument_of(index: int, slot: Slot) -> ArgumentDecision:
    """The decision that a word fills a slot, as the tree says."""
    return ArgumentDecision(index=index, slot=slot, kind=None, confidence=CONFIDENCE)


def in_place(index: int) -> ArgumentDecision:
    """The decision that a word is a companion or a tool, which has the slot of places, as the tree says."""
    return ArgumentDecision(index=index, slot="locative", kind="object", confidence=CONFIDENCE)


def is_respect(features: CaptionFeatures, i: int) -> bool:
    """``normal in size``: in what something is so, and not where."""
    first = features.graph.first_conjunct(i)
    preposition, lemma = features.graph.written_prepositions[first], features.noun_lemmas[first]
    return (preposition == "in" and lemma in _RESPECTS) or (preposition == "within" and lemma == "limit")


def is_posture(features: CaptionFeatures, p: int) -> bool:
    """``lies coiled on a bed``: whether a participle right behind such a verb says how the subject does it."""
    graph = features.graph
    verb = graph.heads[p]
    near = verb == p - 1 or (verb == p - 2 and graph.lowered[p - 1] == "half")  # `lies half buried`
    if graph.words[p].xpos != "VBN" or graph.relation(p) not in ("xcomp", "advcl") or not near:
        return False
    return features.verb_lemmas[verb] in STANDING and not graph.dependents(p, "mark", "nsubj", "aux")


def are_alike(features: CaptionFeatures, first: int, second: int) -> bool:
    """Whether two may stand in one list, whatever they are: not people beside clothes, nor things beside colours."""
    graph, lexicon = features.graph, features.lexicon
    described = graph.dependents(second, "amod", "compound", "det", "nummod")  # `a light and street sign`
    if lexicon.is_adjective(graph.lowered[second]) and not described:
        return False
    if features.supersenses[second] == "unknown" and lexicon.knows(features.verb_lemmas[second], "verb"):
        return False  # a verb that was taken for a noun
    living = [
        (features.supersenses[i] in LIVING or features.noun_lemmas[i] in ANYBODY) and not _is_toy(features, i)
        for i in (first, second)
    ]
    return living[0] == living[1]


def _is_toy(features: CaptionFeatures, i: int) -> bool:
    """``a teddy bear``, ``a stuffed tiger``: a thing that has the name of an animal."""
    graph = features.graph
    return any(graph.lowered[c] in TOYS for c in graph.dependents(i, "amod", "compound"))


def predicate_of(p: int, *arguments: ArgumentDecision, tacit: bool = False) -> PredicateDecision:
    """A predicate that the tree says for sure."""
    return PredicateDecision(
        candidate=PredicateCandidate(p, tacit=tacit), particle=-1, confidence=CONFIDENCE, arguments=arguments
    )
