"""How something is done or looks, by words that look like places and patients: `cut in half`, `painted like a cat`."""

from __future__ import annotations

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import PredicateDecision
from extractor.tuples.depiction import is_prose

# How something is done, by bare nouns: `cut in half`, `skids out of control`, `covered from head to toe`.
_MANNER = frozenset(
    [("in", noun) for noun in "exchange half progress quarter return third turn two unison".split()]
    + [
        ("out-of", "control"),
        ("from", "head"),
        ("to", "toe"),
        ("by", "hand"),
        ("for", "rent"),
        ("for", "sale"),
    ]
)
# Whoever's they are: `hums under his breath`.
_OF_THE_VOICE = frozenset({("under", "breath"), ("at-the-top-of", "lung"), ("at-the-top-of", "voice")})
_SEEMING = frozenset("appear feel look seem smell sound taste".split())
_DEPTHS = frozenset({"ankle", "chest", "knee", "neck", "thigh", "waist"})
_EXTENTS = frozenset({"brim", "halt", "hilt", "rim", "standstill", "stop"})
# As what WordNet knows a sound that is also made: `with a thud`.
_SOUNDS = frozenset({"event", "state"})
# And such words as mean other things with `with`.
_NO_SOUNDS = frozenset("bite bosom burn case prospect racket rattle scratch touch whistle".split())
# `the other way`
_OTHER = frozenset({"opposite", "other", "right", "same", "wrong"})


def is_manner(features: CaptionFeatures, i: int) -> bool:
    """Whether a noun tells how something is done: ``in half``, ``feet first``, ``looks the other way``."""
    graph = features.graph
    if features.noun_lemmas[i] == "way" and any(graph.lowered[c] in _OTHER for c in graph.children[i]):
        return True
    if (graph.written_prepositions[i], features.noun_lemmas[i]) in _OF_THE_VOICE:
        return True
    if graph.lowered[i] == "deep" and graph.lowered[i - 1] in _DEPTHS:
        return True  # `stands waist deep in water`
    if graph.written_prepositions[i] == "by" and graph.lowered[i].endswith(("self", "selves")):
        return True  # `grazes by itself`
    if graph.written_prepositions[i] == "to" and features.noun_lemmas[i] in _EXTENTS:
        return True  # `skids to a halt`, `filled to the brim`
    if _is_sound(features, i):
        return True
    if graph.dependents(i, "det", "nmod", "nummod"):
        return False
    first = graph.lowered[i + 1 : i + 2] == ["first"] and features.noun_lemmas[i] in ("face", "foot", "head")
    return first or (graph.written_prepositions[i], features.noun_lemmas[i]) in _MANNER


def _is_sound(features: CaptionFeatures, i: int) -> bool:
    """``shuts with a thud``: what an act sounds like, and neither tool nor company."""
    lemma = features.noun_lemmas[i]
    if features.graph.written_prepositions[i] != "with" or lemma in _NO_SOUNDS:
        return False
    made = "perception" in features.lexicon.supersenses(lemma, "verb")[:3]
    return made and bool(_SOUNDS & set(features.lexicon.supersenses(lemma, "noun")[:1]))


def is_likeness(features: CaptionFeatures, i: int, p: int) -> bool:
    """``painted like a dalmatian``."""
    return features.is_passive(p) and features.graph.written_prepositions[i] in ("like", "as")


def is_look(features: CaptionFeatures, i: int) -> bool:
    """``painted in bright colors``."""
    return features.noun_lemmas[i] in ("color", "colour") and features.graph.prepositions[i] == "in"


def is_pose(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``sits with her legs crossed``: how somebody holds a part of the body, and nothing else of it."""
    graph, p = features.graph, decision.candidate.index
    if decision.candidate.tacit or graph.words[p].xpos != "VBN" or graph.heads[p] < 0:
        return False
    if len(decision.arguments) != 1 or graph.dependents(p, "aux"):
        return False
    part = decision.arguments[0].index
    own = any(graph.words[c].xpos == "PRP$" for c in graph.children[part])
    beside = part == p - 1 and (graph.prepositions[part] == "with" or graph.relation(p) in ("advcl", "conj"))
    return own and beside and features.noun_classes[part] == "body_part"


def is_seeming(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``looks miserable``: how somebody is, and no act."""
    graph, p = features.graph, decision.candidate.index
    if decision.candidate.tacit:
        return False
    above = graph.heads[p]
    looks = above >= 0 and features.verb_lemmas[above] in _SEEMING and graph.words[above].upos == "VERB"
    if graph.relation(p) == "xcomp" and graph.words[p].upos == "ADJ" and looks:
        return True  # `looks excited`
    if features.verb_lemmas[p] not in _SEEMING:
        return False
    if is_prose(features):
        return False  # prose says what it thinks of a thing, which is told as such
    how = any(
        graph.words[c].upos == "ADJ" and (c == p + 1 or graph.heads[p + 1] == c)
        for c in graph.dependents(p, "xcomp")
    )  # `looks very sad`
    return how and all(a.slot == "agent" for a in decision.arguments)
