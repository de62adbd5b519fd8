"""How something is done or looks, by words that look like places and patients: `cut in half`, `painted like a cat`."""

from __future__ import annotations

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import PredicateDecision
from extractor.tuples.depiction import is_prose

# How something is done, by bare nouns: `cut in half`, `skids out of control`, `covered from head to toe`.
_MANNER = frozenset(
    [
        ("in", noun)
        for noun in "exchange half progress quarter return step third three time turn two unison vain".split()
    ]
    + [("by", noun) for noun in "color colour half height length size weight".split()]
    + [("out-of", noun) for noun in "focus step time tune".split()]
    + [
        ("out-of", "control"),
        ("from", "head"),
        ("to", "toe"),
        ("by", "hand"),
        ("for", "rent"),
        ("for", "sale"),
    ]
)
# And such as have an article: `by the dozen`, `in a low voice`, `two at a time`.
_MANNER_OF_ONE = frozenset(
    [("by", noun) for noun in "dozen hundred hundreds inch pound quarter slice third thousand".split()]
    + [("in", noun) for noun in "hurry tone voice whisper".split()]
    + [("at", "time"), ("as", "joke"), ("off", "key")]
)
# Whoever's they are: `hums under his breath`.
_OF_THE_VOICE = frozenset({("under", "breath"), ("at-the-top-of", "lung"), ("at-the-top-of", "voice")})
_SEEMING = frozenset("appear feel look seem smell sound taste".split())
_DEPTHS = frozenset({"ankle", "chest", "knee", "neck", "thigh", "waist"})
_EXTENTS = frozenset({"brim", "halt", "hilt", "rim", "standstill", "stop"})
# How a part of the body is held, and what is worn.
_HELD_SO = frozenset({"apart", "down", "off", "on", "out", "together", "up"})
_GLOVES = frozenset({"boot", "glasses", "glove", "helmet", "mask", "mitten"})
# As what WordNet knows a sound that is also made: `with a thud`.
_SOUNDS = frozenset({"event", "state"})
# And such words as mean other things with `with`.
_NO_SOUNDS = frozenset("bite bosom burn case prospect racket rattle scratch touch whistle".split())
# How something is said or done, by `with`.
_HOW = frozenset(
    """abandon care caution cry difficulty ease effort grin groan growl grunt hiss howl laugh roar scream shout shriek
    sigh smile snarl sob whoop yell""".split()
)
# How somebody is by whom something is felt: `in pain`, `in anticipation`.
_STATES_OF_MIND = frozenset({"cognition", "event", "state"})
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
    if (graph.written_prepositions[i], features.noun_lemmas[i]) in _MANNER_OF_ONE:
        return not graph.dependents(i, "nmod", "compound")  # `at night time`
    if graph.lowered[i] == "steps":
        return False  # `drops in steps`
    if _is_sound(features, i) or _is_held_so(features, i):
        return True
    if graph.written_prepositions[i] == "with" and features.noun_lemmas[i] in _HOW:
        return True
    if graph.dependents(i, "det", "nmod", "nummod"):
        return False
    if _is_in_no_place(features, i):
        return True
    first = graph.lowered[i + 1 : i + 2] == ["first"] and features.noun_lemmas[i] in ("face", "foot", "head")
    return first or (graph.written_prepositions[i], features.noun_lemmas[i]) in _MANNER


def _is_in_no_place(features: CaptionFeatures, i: int) -> bool:
    """``held in place``, ``finishes in second place``, ``shouts in excitement``: how, and not where."""
    graph = features.graph
    if graph.written_prepositions[i] not in ("in", "into"):
        return False
    if graph.lowered[i] == "place":
        return True
    return is_feeling(features, i)


def is_feeling(features: CaptionFeatures, i: int) -> bool:
    """Whether a noun is what somebody feels: ``excitement``, ``pain``."""
    senses = features.lexicon.supersenses(features.noun_lemmas[i], "noun")[:2]
    felt = senses[:1] == ["feeling"] or (senses[1:] == ["feeling"] and senses[0] in _STATES_OF_MIND)
    return felt and "food" not in senses and features.graph.words[i].xpos != "NNS"


def _is_sound(features: CaptionFeatures, i: int) -> bool:
    """``shuts with a thud``: what an act sounds like, and neither tool nor company."""
    lemma = features.noun_lemmas[i]
    if features.graph.written_prepositions[i] != "with" or lemma in _NO_SOUNDS:
        return False
    made = "perception" in features.lexicon.supersenses(lemma, "verb")[:3]
    return made and bool(_SOUNDS & set(features.lexicon.supersenses(lemma, "noun")[:1]))


def _is_held_so(features: CaptionFeatures, i: int) -> bool:
    """``eats with his gloves on``, ``lands with her feet together``: how somebody is, and neither tool nor company."""
    graph = features.graph
    with_it = graph.written_prepositions[i] == "with" and graph.relation(i) == "obl"
    if not with_it or i + 1 >= len(graph.words) or not _is_on_body(features, i):
        return False
    behind = graph.words[i + 2].upos if i + 2 < len(graph.words) else "PUNCT"
    return graph.lowered[i + 1] in _HELD_SO and behind in ("PUNCT", "CCONJ", "SCONJ")


def _is_on_body(features: CaptionFeatures, i: int) -> bool:
    worn = features.noun_classes[i] == "body_part" or features.is_worn(i)
    return worn or features.noun_lemmas[i] in _GLOVES


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
