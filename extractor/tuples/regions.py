"""Positions in the picture: ``on the left``, ``in the top right corner``, ``at the centre of the image``.

They are locatives of a kind of their own, ``image-region``, whose lemma is a normal name. ``on the left side of the
road`` is none: it is a place on a road.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from extractor.links.caption_features import CaptionFeatures
from extractor.tuples.cues import PICTURES
from extractor.types import Argument, SemanticTuple

_HORIZONTAL = {
    **dict.fromkeys(("left", "leftmost", "left-hand"), "left"),
    **dict.fromkeys(("right", "rightmost", "right-hand"), "right"),
}
_VERTICAL = {"top": "top", "upper": "top", "bottom": "bottom", "lower": "bottom"}
_MIDDLE = {"center": "centre", "centre": "centre", "middle": "centre", "central": "centre"}
_DEPTH = {"background": "background", "foreground": "foreground", "middleground": "middle-ground"}
_PARTS = frozenset(
    "side sides corner half part portion edge area section third quarter quadrant end region hand ground".split()
)
_NOUNS = (
    _PARTS | _HORIZONTAL.keys() | {"top", "bottom", "center", "centre", "middle", "background", "foreground"}
)
_PREPOSITIONS = frozenset({"on", "in", "at", "to", "from", "towards", "toward", "near", "along", "across"})
_PICTURES = (PICTURES | {"frame", "scene"}) - {"viewer", "observer", "onlooker", "description"}
CUES = frozenset(
    "left right top bottom upper lower center centre middle central background foreground corner".split()
)
"""Words, as written, of which a caption has one where it names a region."""


def with_regions(
    features: CaptionFeatures, tuples: Sequence[SemanticTuple], *, prose: bool
) -> Sequence[SemanticTuple]:
    """The tuples of a caption whose places in the picture are of their own kind.

    Args:
        features: The caption.
        tuples: Its tuples.
        prose: Whether the caption is prose. There, a region that stands beside a noun (``the man on the left reads``)
            is a place of what the noun does.
    """
    if CUES.isdisjoint(features.graph.lowered):
        return tuples
    index_by_start = {token.start: i for i, token in enumerate(features.graph.parse.tokens)}
    result = [_normal(features, item, index_by_start) for item in tuples]
    return _completed(features, result, index_by_start) if prose else result


def region_of(features: CaptionFeatures, i: int) -> str | None:
    """The normal name of the region that word ``i`` heads; None where it heads none.

    A part (``side``, ``corner``) needs words that say which, and what follows by ``of`` is the picture itself or
    nothing.
    """
    graph = features.graph
    form = graph.lowered[i]
    if form not in _NOUNS or graph.dependents(i, "nummod"):
        return None
    whole = [c for c in graph.dependents(i, "nmod") if c > i and graph.prepositions[c] == "of"]
    if any(graph.lowered[c] not in _PICTURES for c in whole):
        return None
    owners = [graph.lowered[c] for c in graph.children[i] if graph.relations[c] == "nmod:poss"]
    if any(form == "hand" or owner not in ("her", "his", "its", "their") for owner in owners):
        return None  # `in her left hand`
    words = []
    j = i
    while (
        j > 0 and i - j < 5 and graph.sentences[j - 1] == graph.sentences[i] and _places(graph.lowered[j - 1])
    ):
        j -= 1
    words = graph.lowered[j : i + 1]
    if form in _DEPTH:
        return _DEPTH[form]
    if form in _PARTS and not any(_places(word) for word in words[:-1]):
        return None
    if form == "ground":
        return "middle-ground" if "middle" in words else None
    return _name(words)


def _places(word: str) -> bool:
    return word in _HORIZONTAL or word in _VERTICAL or word in _MIDDLE or word in ("-", "far", "hand")


def _name(words: Sequence[str]) -> str | None:
    """The name of a region from the words that say which: ``upper left`` is top-left."""
    vertical = next((_VERTICAL[w] for w in words if w in _VERTICAL), None)
    horizontal = next((_HORIZONTAL[w] for w in words if w in _HORIZONTAL), None)
    middle = next((_MIDDLE[w] for w in words if w in _MIDDLE), None)
    if vertical or horizontal:
        return "-".join(part for part in (vertical, middle if not horizontal else None, horizontal) if part)
    return middle


def _normal(features: CaptionFeatures, item: SemanticTuple, index_by_start: dict[int, int]) -> SemanticTuple:
    locatives = tuple(_as_region(features, a, index_by_start) for a in item.locatives)
    if locatives == item.locatives:
        return item
    distinct = {(a.start, a.preposition): a for a in reversed(locatives)}
    return dataclasses.replace(
        item, locatives=tuple(a for a in locatives if distinct[a.start, a.preposition] is a)
    )


def _as_region(features: CaptionFeatures, argument: Argument, index_by_start: dict[int, int]) -> Argument:
    i = index_by_start.get(argument.start, -1) if argument.start is not None else -1
    if i < 0 or argument.kind == "temporal":
        return argument
    parts = (argument.preposition or "").split("-")
    if len(parts) > 2 and features.graph.lowered[i] in _PICTURES:
        name = _name([p for p in parts if _places(p)])
        word = _part_before(features, i)
        if name is not None and word is not None:
            return _region(features, word, name, parts[0])
        return argument
    if argument.preposition not in _PREPOSITIONS:
        return argument
    name = region_of(features, i)
    if name is None:
        return argument
    return dataclasses.replace(argument, lemma=name, kind="image-region", entity=None)


def _part_before(features: CaptionFeatures, i: int) -> int | None:
    """The word that names the part in ``on the left side of the image``."""
    graph = features.graph
    for j in range(i - 1, max(i - 8, -1), -1):
        if graph.lowered[j] == "of":
            return j - 1 if j else None
    return None


def _region(features: CaptionFeatures, i: int, name: str, preposition: str | None) -> Argument:
    token, word = features.graph.parse.tokens[i], features.graph.words[i]
    first, last = features.graph.phrase(i)
    tokens = features.graph.parse.tokens
    return Argument(
        text=token.text,
        lemma=name,
        start=token.start,
        end=token.end,
        phrase_start=tokens[min(first, i)].start,
        phrase_end=tokens[max(last, i)].end,
        upos=word.upos,
        preposition=preposition,
        kind="image-region",
    )


def _completed(
    features: CaptionFeatures, tuples: Sequence[SemanticTuple], index_by_start: dict[int, int]
) -> list[SemanticTuple]:
    """The tuples with the regions that none has: of what a noun beside them does, or of the verb that they hang on."""
    graph = features.graph
    said = {a.start for item in tuples for a in item.locatives}
    regions: dict[int, list[Argument]] = {}
    for i, form in enumerate(graph.lowered):
        if form not in _NOUNS or graph.parse.tokens[i].start in said or graph.heads[i] < 0:
            continue
        if graph.written_prepositions[i] not in _PREPOSITIONS or graph.relation(i) not in (
            "nmod",
            "obl",
            "conj",
        ):
            continue
        name = region_of(features, i)
        if name is not None:
            region = _region(features, i, name, graph.written_prepositions[i])
            regions.setdefault(graph.heads[i], []).append(region)
    if not regions:
        return list(tuples)
    result = []
    taken: set[int] = set()
    for item in tuples:
        p = index_by_start.get(item.predicate.start, -1) if item.predicate.start is not None else -1
        owners = [p, *(index_by_start.get(a.start, -1) for a in item.agents if a.start is not None)]
        new = [r for owner in owners if owner not in taken for r in regions.get(owner, ())]
        if new and item.reason is None:
            taken |= set(owners)
            locatives = sorted((*item.locatives, *new), key=lambda a: a.start or 0)
            item = dataclasses.replace(item, locatives=tuple(locatives))
        result.append(item)
    return result
