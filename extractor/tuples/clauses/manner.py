"""How something is done or looks, by words that look like places and patients: `cut in half`, `painted like a cat`."""

from __future__ import annotations

from extractor.links.caption_features import CaptionFeatures

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
# `the other way`
_OTHER = frozenset({"opposite", "other", "right", "same", "wrong"})


def is_manner(features: CaptionFeatures, i: int) -> bool:
    """Whether a noun tells how something is done: ``in half``, ``feet first``, ``looks the other way``."""
    graph = features.graph
    if features.noun_lemmas[i] == "way" and any(graph.lowered[c] in _OTHER for c in graph.children[i]):
        return True
    if graph.written_prepositions[i] == "to" and features.noun_lemmas[i] in ("halt", "standstill", "stop"):
        return True  # `skids to a halt`
    if graph.dependents(i, "det", "nmod:poss", "nummod"):
        return False
    first = graph.lowered[i + 1 : i + 2] == ["first"] and features.noun_lemmas[i] in ("face", "foot", "head")
    return first or (graph.written_prepositions[i], features.noun_lemmas[i]) in _MANNER


def is_likeness(features: CaptionFeatures, i: int, p: int) -> bool:
    """``painted like a dalmatian``."""
    return features.is_passive(p) and features.graph.written_prepositions[i] in ("like", "as")


def is_look(features: CaptionFeatures, i: int) -> bool:
    """``painted in bright colors``."""
    return features.noun_lemmas[i] in ("color", "colour") and features.graph.prepositions[i] == "in"
