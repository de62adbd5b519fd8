"""Absolute phrases such as ``cigarette in hand``: somebody of the caption holds the thing, though no verb says so.

The parser hangs them on whatever is near, so they are read from the words themselves. A thing with an article (``a
cigarette in his hand``) is not meant: that says where the cigarette is.
"""

from __future__ import annotations

from dataclasses import dataclass

from extractor.links.caption_features import CaptionFeatures

HOLD = "hold"
# Three images of COCO and nocaps have a caption with such a phrase; of the five verbs by which their other captions say
# what is done with the thing, four are hold. Too few to be more than a prior.
HOLD_CONFIDENCE = 0.8
_MODIFIERS = frozenset({"ADJ", "NOUN", "PROPN"})
_THINGS = frozenset({"NOUN", "PROPN"})
_OPENINGS = frozenset({",", ";", "with", "-", "\u2013", "\u2014"})


@dataclass(frozen=True, slots=True)
class HeldThing:
    """Somebody with something in hand, as indices of words.

    Attributes:
        holder: The person.
        thing: What is held.
        hand: The word ``hand``.
    """

    holder: int
    thing: int
    hand: int


def held_things(features: CaptionFeatures) -> list[HeldThing]:
    """The absolute phrases ``THING in hand`` of a caption, in the order of the text."""
    graph = features.graph
    result = []
    for hand in range(2, len(graph.words)):
        thing = hand - 2
        if (
            features.noun_lemmas[hand] != "hand"
            or graph.lowered[hand - 1] != "in"
            or graph.words[thing].upos not in _THINGS
            or graph.sentences[thing] != graph.sentences[hand]
        ):
            continue
        first = thing
        while first > 0 and graph.words[first - 1].upos in _MODIFIERS and _same_sentence(features, first):
            first -= 1
        opened = first == 0 or not _same_sentence(features, first) or graph.lowered[first - 1] in _OPENINGS
        holder = _holder(features, first, hand)
        if opened and holder is not None:
            result.append(HeldThing(holder, thing, hand))
    return result


def _same_sentence(features: CaptionFeatures, i: int) -> bool:
    sentences = features.graph.sentences
    return sentences[i - 1] == sentences[i]


def _holder(features: CaptionFeatures, first: int, hand: int) -> int | None:
    """The person nearest before the phrase, else the first behind it; one in a prepositional phrase only if need be."""
    sentences = features.graph.sentences
    people = [
        n
        for n in features.nouns
        if features.supersenses[n] == "person" and sentences[n] == sentences[hand] and not first <= n <= hand
    ]
    free = [n for n in people if not features.graph.prepositions[n]] or people
    before = [n for n in free if n < first]
    behind = [n for n in free if n > hand]
    if before:
        return before[-1]
    return behind[0] if behind else None
