"""Objects that captions name: those that training captions lack (novel objects), and those that nobody else sees.

The objects of a caption are its participants and locatives at an object grounding; the objects of an image are those
of its references together. An object that stands in no tuple is missed on both sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from extractor.errors import InvalidInputError
from scoring.bast.agreement import prf_arrays
from scoring.grounding.object_class import OBJECT_CLASSES
from scoring.grounding.object_classes import COCO_CLASS_BY_OPEN_IMAGES, COCO_CLASSES
from scoring.images import ImageId, check_images
from scoring.inference.intervals import Floats, Interval, Resamplable, bootstrap_intervals

GROUNDING = "object_class.v1"

NOVEL_CLASSES = OBJECT_CLASSES - frozenset(COCO_CLASSES) - frozenset(COCO_CLASS_BY_OPEN_IMAGES)
"""The classes of Open Images that COCO has under no name: the default of what is novel."""

FIGURES = (
    "novel_class_f1",
    "novel_precision",
    "novel_recall",
    "novel_f1",
    "object_precision",
    "object_recall",
    "object_f1",
    "hallucinated_objects",
    "hallucinating_captions",
)
"""The figures in the order of the arrays here; of the last two lower is better."""

_N_SUMS = 7
_Id = TypeVar("_Id", bound=ImageId)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectImage:
    """The object classes of one image.

    Attributes:
        named: By the candidate.
        known: By any reference.
    """

    named: frozenset[str]
    known: frozenset[str]

    @property
    def hallucinated(self) -> frozenset[str]:
        """Classes that the candidate names and no reference does."""
        return self.named - self.known


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectReport:
    """What captions name of the objects of many images.

    Attributes:
        images: By id, at least one.
        novel: The classes that count as novel.
        figures: By name (`FIGURES`), from 0 to 1; None where nothing is there to divide by (no novel class is named by
            any reference of these images, or no object at all by a candidate).

            ``novel_class_f1``: F1 of each novel class over images (is it named where a reference names it?), mean over
            the classes that references name. ``novel_precision``, ``novel_recall``, ``novel_f1``: the same of all
            novel classes' summed counts; ``object_...``: of all classes. ``hallucinated_objects``: share of
            the classes named by candidates that no reference of the image names. ``hallucinating_captions``: share
            of captions that name such a class.
        intervals: By name, of a bootstrap over images; None as the figure, or where none were asked for.

    References:
        Hendricks et al. 2016, Deep Compositional Captioning (F1 of novel objects); Agrawal et al. 2019, nocaps: novel
        object captioning at scale (domains); Rohrbach et al. 2018, Object Hallucination in Image Captioning (the two
        shares, there CHAIR-i and CHAIR-s; here objects are known from the references alone).
    """

    images: Mapping[ImageId, ObjectImage]
    novel: frozenset[str]
    figures: Mapping[str, float | None]
    intervals: Mapping[str, Interval | None]


def score_objects(
    named: Mapping[_Id, Set[str]],
    known: Mapping[_Id, Sequence[Set[str]]],
    *,
    novel: Set[str] = NOVEL_CLASSES,
    n_resamples: int = 0,
    seed: int = 0,
) -> ObjectReport:
    """Score the object classes that candidates name.

    Args:
        named: By image the classes that the candidate names.
        known: By image the classes that each reference names, at least one reference.
        novel: The classes that count as novel.
        n_resamples: Of the bootstrap over images; 0 for no intervals.
        seed: Of the bootstrap.

    Raises:
        InvalidInputError: Images do not match, or nothing is novel; all faults are named.
    """
    check_images(named, known, missing_candidates="error")
    if not novel:
        raise InvalidInputError("no class is novel: at least one is needed")
    images: dict[ImageId, ObjectImage] = {
        image_id: ObjectImage(
            named=frozenset(named[image_id]), known=frozenset[str]().union(*known[image_id])
        )
        for image_id in known
    }
    return _report(images, frozenset(novel), n_resamples=n_resamples, seed=seed)


def subset_objects(
    report: ObjectReport, image_ids: Sequence[ImageId], *, n_resamples: int = 0, seed: int = 0
) -> ObjectReport:
    """The report of some of its images, at least one."""
    images = {image_id: report.images[image_id] for image_id in image_ids}
    return _report(images, report.novel, n_resamples=n_resamples, seed=seed)


def _report(
    images: Mapping[ImageId, ObjectImage], novel: frozenset[str], *, n_resamples: int, seed: int
) -> ObjectReport:
    data = _table(list(images.values()), novel)
    figures = {
        name: None if np.isnan(value) else float(value)
        for name, value in zip(FIGURES, data.figures, strict=True)
    }
    intervals: dict[str, Interval | None] = dict.fromkeys(FIGURES)
    if n_resamples and len(images) > 1:
        # A resample may hold no novel class: the figure has no interval then, which is said by None.
        found = bootstrap_intervals(data, n_resamples=n_resamples, seed=seed)
        intervals = {
            name: None if np.isnan(interval.low) or np.isnan(interval.high) else interval
            for name, interval in zip(FIGURES, found, strict=True)
        }
    return ObjectReport(images=images, novel=novel, figures=figures, intervals=intervals)


def _table(images: Sequence[ObjectImage], novel: frozenset[str]) -> Resamplable:
    """Of each image seven sums, then matched, named and known of each novel class that occurs."""
    present = frozenset[str]().union(*(image.named | image.known for image in images))
    column_by_class = {name: i for i, name in enumerate(sorted(novel & present))}
    table = np.zeros((len(images), _N_SUMS + 3 * len(column_by_class)))
    for row, image in zip(table, images, strict=True):
        both = image.named & image.known
        row[:_N_SUMS] = (
            len(both & novel),
            len(image.named & novel),
            len(image.known & novel),
            len(both),
            len(image.named),
            len(image.known),
            bool(image.hallucinated),
        )
        for offset, names in enumerate((both, image.named, image.known)):
            for name in names & novel:
                row[_N_SUMS + 3 * column_by_class[name] + offset] = 1
    return Resamplable(table, _figures)


def _figures(sums: Floats, n_images: int) -> Floats:
    """`FIGURES` of sums of shape (..., columns)."""
    per_class = sums[..., _N_SUMS:].reshape(*sums.shape[:-1], -1, 3)
    occurs = per_class[..., 2] > 0
    all_classes = prf_arrays(per_class[..., 0], per_class[..., 1], per_class[..., 2], empty="zero")
    f1_by_class = np.where(occurs, all_classes[..., 2], 0)
    columns = [_ratio(f1_by_class.sum(axis=-1), occurs.sum(axis=-1))]
    for first in (0, 3):
        matched, named, known = (sums[..., first + i] for i in range(3))
        columns += [_ratio(matched, named), _ratio(matched, known), _ratio(2 * matched, named + known)]
    columns += [_ratio(sums[..., 4] - sums[..., 3], sums[..., 4]), sums[..., 6] / n_images]
    return np.stack(columns, axis=-1)


def _ratio(part: npt.NDArray[np.float64], whole: npt.NDArray[np.float64]) -> Floats:
    """NaN where there is nothing to divide by."""
    return np.where(whole > 0, part / np.maximum(whole, 1), np.nan)
