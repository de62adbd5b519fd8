"""Scores of a part of the images, chosen by a label: domain, length of the caption, whatever a file says."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from extractor.errors import Fault, InvalidInputError, shorten
from scoring.bast.score import ScoreReport
from scoring.bast.statistics import BastStatistics
from scoring.graded.score import GradedReport, report_of
from scoring.images import MAX_NAMED_IDS, ImageId

_Id = TypeVar("_Id", bound=ImageId)


def group_by_label(image_ids: Iterable[_Id], label_by_image: Mapping[str, str]) -> dict[str, list[_Id]]:
    """The images of each label, labels in the order of the alphabet, images in the order given.

    Args:
        image_ids: The images that are scored.
        label_by_image: By the text of the id, so that 7 and "7" are one image. Labels of other images do not matter.

    Raises:
        InvalidInputError: Images have no label; all are counted, the first ones named.

    Examples:
        >>> group_by_label([1, 2, 3], {"1": "near", "2": "in", "3": "near"})
        {'in': [2], 'near': [1, 3]}
    """
    ids_by_label: dict[str, list[_Id]] = {}
    missing = []
    for image_id in image_ids:
        label = label_by_image.get(str(image_id))
        if label is None:
            missing.append(image_id)
        else:
            ids_by_label.setdefault(label, []).append(image_id)
    if missing:
        named = ", ".join(shorten(image_id) for image_id in missing[:MAX_NAMED_IDS])
        rest = f", and {len(missing) - MAX_NAMED_IDS} more" if len(missing) > MAX_NAMED_IDS else ""
        problem = f"no label for {len(missing)} image{'s' if len(missing) > 1 else ''}: {named}{rest}"
        raise InvalidInputError([Fault(where="labels", problem=problem)])
    return {label: ids_by_label[label] for label in sorted(ids_by_label)}


def subset_scores(report: ScoreReport, image_ids: Collection[ImageId]) -> ScoreReport:
    """The report of some of its images.

    Args:
        report: Of all images.
        image_ids: At least one of its images.

    Raises:
        KeyError: An image is none of the report's.
    """
    statistics_ = BastStatistics(report.statistics.components)
    images = {image_id: report.images[image_id] for image_id in image_ids}
    for image in images.values():
        statistics_.add(image.counts_by_component)
    return replace(
        report, images=images, statistics=statistics_, scores=statistics_.scores(report.conventions)
    )


def subset_grades(report: GradedReport, image_ids: Collection[ImageId]) -> GradedReport:
    """The graded report of some of its images; see `subset_scores`."""
    return report_of(report.signature, {image_id: report.images[image_id] for image_id in image_ids})
