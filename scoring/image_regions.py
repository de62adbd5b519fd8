"""Tuples whose places in the picture count as not said, for the convention ``image_regions: leave``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from extractor.types import SemanticTuple


def without_image_regions(tuples: Sequence[SemanticTuple]) -> tuple[SemanticTuple, ...]:
    """The tuples with ``on the left`` and the like marked as of the frame; every argument keeps its place.

    Examples:
        >>> from extractor.types import Argument, Predicate
        >>> left = Argument(text="left", lemma="left", preposition="on", kind="image-region")
        >>> item = SemanticTuple(predicate=Predicate(text="sit", lemma="sit"), locatives=(left,))
        >>> without_image_regions([item])[0].locatives[0].reason
        'frame'
    """
    return tuple(
        replace(
            item,
            locatives=tuple(
                replace(a, reason=a.reason or "frame") if a.kind == "image-region" else a
                for a in item.locatives
            ),
        )
        if any(a.kind == "image-region" for a in item.locatives)
        else item
        for item in tuples
    )
