"""Phrases and where they are in the image: recall of a system that localises, as Flickr30k Entities scores it.

A phrase counts as found among k boxes where one of the first k has an intersection over union of .5 or more with the
phrase's box. A phrase of several boxes (``three men``) has the box that encloses them; one without a box (``the day``)
is not scored.

References:
    Plummer et al. 2015, Flickr30k Entities: Collecting Region-to-Phrase Correspondences for Richer Image-to-Sentence
    Models: phrase localization, Recall@K at IoU .5.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from extractor.errors import InvalidInputError
from scoring.conventions import captuple_version
from scoring.inference.intervals import Floats, Interval, Resamplable, bootstrap_intervals
from scoring.selection.baselines import Box

MIN_IOU = 0.5
RANKS = (1, 5, 10)
ALL = "all"
"""The name of the row of all phrases."""

PhraseKey = tuple[str, str]
"""The texts of an image's id and of a phrase's id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocatedPhrase:
    """A phrase of a caption with its place.

    Attributes:
        boxes: Of what it names; none where that cannot be seen.
        types: Such as ``people``; a phrase may have several, or none.
    """

    boxes: tuple[Box, ...]
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallRow:
    """Recall of some phrases.

    Attributes:
        n_phrases: How many are scored.
        recall: By the number of boxes that are looked at, of `RANKS`; from 0 to 1.
        intervals: 95%, over images; None where none were asked for, or there is one image.
    """

    n_phrases: int
    recall: Mapping[int, float]
    intervals: Mapping[int, Interval] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalisationReport:
    """Recall of all phrases (`ALL`) and of each type.

    Attributes:
        rows: `ALL` first, then types by name.
        n_images: With a phrase that is scored.
        n_unseen: Phrases without a box, which are not scored.
        signature: What the figures hold for.
    """

    rows: Mapping[str, RecallRow]
    n_images: int
    n_unseen: int
    signature: str


def iou(one: Box, other: Box) -> float:
    """Intersection over union of two boxes, from 0 to 1; 0 where both have no area.

    Examples:
        >>> iou(Box(x=0, y=0, width=2, height=2), Box(x=1, y=0, width=2, height=2)) == 2 / 6
        True
    """
    width = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    height = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    shared = max(width, 0.0) * max(height, 0.0)
    union = one.area + other.area - shared
    return shared / union if union > 0 else 0.0


def enclosing(boxes: Sequence[Box]) -> Box:
    """The smallest box that holds others, of which there is at least one."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(
        x=left,
        y=top,
        width=max(box.x + box.width for box in boxes) - left,
        height=max(box.y + box.height for box in boxes) - top,
    )


def score_boxes(
    predicted: Mapping[PhraseKey, Sequence[Box]],
    gold: Mapping[PhraseKey, LocatedPhrase],
    *,
    n_resamples: int,
    seed: int,
) -> LocalisationReport:
    """Recall of phrases.

    Args:
        predicted: Boxes of phrases, the surest first; a phrase that is not there is not found.
        gold: The phrases.
        n_resamples: Of the bootstrap over images; 0 for no intervals.
        seed: Of the bootstrap.

    Raises:
        InvalidInputError: No phrase has a box.
    """
    seen = {key: phrase for key, phrase in gold.items() if phrase.boxes}
    if not seen:
        raise InvalidInputError("no phrase has a box: there is nothing to score")
    found = {key: _found(predicted.get(key, ()), phrase) for key, phrase in seen.items()}
    types = sorted({name for phrase in seen.values() for name in phrase.types})
    rows = {
        name: _row(
            {key: ranks for key, ranks in found.items() if name == ALL or name in seen[key].types},
            n_resamples=n_resamples,
            seed=seed,
        )
        for name in (ALL, *types)
    }
    return LocalisationReport(
        rows=rows,
        n_images=len({image_id for image_id, _ in seen}),
        n_unseen=len(gold) - len(seen),
        signature=f"captuple|phrase-recall|iou:{MIN_IOU}|boxes:enclosing|v:{captuple_version()}",
    )


def _found(boxes: Sequence[Box], phrase: LocatedPhrase) -> tuple[bool, ...]:
    """Whether a phrase is found among the first boxes, for each of `RANKS`."""
    target = enclosing(phrase.boxes)
    hits = [iou(box, target) >= MIN_IOU for box in boxes[: max(RANKS)]]
    return tuple(any(hits[:rank]) for rank in RANKS)


def _row(found: Mapping[PhraseKey, tuple[bool, ...]], *, n_resamples: int, seed: int) -> RecallRow:
    by_image: dict[str, list[tuple[bool, ...]]] = defaultdict(list)
    for (image_id, _), ranks in found.items():
        by_image[image_id].append(ranks)
    table = np.array([[len(ranks), *np.sum(ranks, axis=0)] for ranks in by_image.values()], dtype=np.float64)
    data = Resamplable(table, _recalls)
    intervals = None
    if n_resamples and len(table) > 1:
        bounds = bootstrap_intervals(data, n_resamples=n_resamples, seed=seed)
        intervals = dict(zip(RANKS, bounds, strict=True))
    return RecallRow(
        n_phrases=len(found),
        recall=dict(zip(RANKS, map(float, data.figures), strict=True)),
        intervals=intervals,
    )


def _recalls(sums: Floats, n_images: int) -> Floats:
    """Over phrases, not over images, as the paper has it."""
    del n_images
    return np.asarray(sums[..., 1:] / sums[..., :1])
