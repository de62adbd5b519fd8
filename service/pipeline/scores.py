"""Scores with their intervals, of all images and by label, and the JSON record that every door has of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scoring import PRF, Counts, ImageId, ScoreReport
from scoring.graded.score import GradedReport
from scoring.inference.breakdown import subset_grades, subset_scores
from scoring.inference.intervals import (
    OVERALL,
    Interval,
    bast_figures,
    bast_table,
    bootstrap_intervals,
    mean_table,
)

SCORE_SCHEMA = "captuple.score/2"
GRADED_MEASURES = ("precision", "recall", "theme", "score")
_FEWEST_IMAGES = 2


@dataclass(frozen=True, slots=True)
class Column:
    """A BAST score at one grounding; ``intervals`` is None where none were asked for, or there is one image."""

    report: ScoreReport
    intervals: Mapping[tuple[str, str], Interval] | None

    @staticmethod
    def of(report: ScoreReport, *, n_resamples: int, seed: int) -> Column:
        """With bootstrap intervals over images."""
        if not n_resamples or len(report.images) < _FEWEST_IMAGES:
            return Column(report, None)
        table = bast_table(
            (image.counts_by_component for image in report.images.values()), report.conventions
        )
        intervals = bootstrap_intervals(table, n_resamples=n_resamples, seed=seed)
        return Column(report, dict(zip(bast_figures(report.conventions), intervals, strict=True)))

    @property
    def components(self) -> tuple[str, ...]:
        """The components of the score, in the order of every report."""
        return self.report.statistics.components

    @property
    def grounding(self) -> str:
        """The grounding's name, from the signature."""
        return next(
            part.removeprefix("ground:") for part in self.report.signature.split("|") if part[:7] == "ground:"
        )


@dataclass(frozen=True, slots=True)
class GradedColumn:
    """A graded score; ``intervals`` as in `Column`."""

    report: GradedReport
    intervals: Mapping[str, Interval] | None

    @staticmethod
    def of(report: GradedReport, *, n_resamples: int, seed: int) -> GradedColumn:
        """With bootstrap intervals over images."""
        if not n_resamples or len(report.images) < _FEWEST_IMAGES:
            return GradedColumn(report, None)
        values = [[getattr(image, name) for name in GRADED_MEASURES] for image in report.images.values()]
        intervals = bootstrap_intervals(mean_table(np.array(values)), n_resamples=n_resamples, seed=seed)
        return GradedColumn(report, dict(zip(GRADED_MEASURES, intervals, strict=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The scores of the images of one label: a column for each grounding, in the order of the whole's columns."""

    label: str
    columns: Sequence[Column]
    graded: GradedColumn | None


def break_down(
    columns: Sequence[Column],
    graded: GradedColumn | None,
    ids_by_label: Mapping[str, Sequence[ImageId]],
    *,
    n_resamples: int,
    seed: int,
) -> list[Group]:
    """The scores of each label's images, with intervals of their own."""
    return [
        Group(
            label=label,
            columns=[
                Column.of(subset_scores(column.report, image_ids), n_resamples=n_resamples, seed=seed)
                for column in columns
            ],
            graded=None
            if graded is None
            else GradedColumn.of(subset_grades(graded.report, image_ids), n_resamples=n_resamples, seed=seed),
        )
        for label, image_ids in ids_by_label.items()
    ]


def score_record(columns: Sequence[Column], graded: GradedColumn | None) -> dict[str, object]:
    """The JSON record: that of the first grounding, with all of them under ``groundings`` where there are several."""
    record: dict[str, object] = {"schema": SCORE_SCHEMA, **_column_record(columns[0])}
    if len(columns) > 1:
        record["groundings"] = {column.grounding: _column_record(column) for column in columns}
    if graded is not None:
        record["graded"] = {
            "signature": graded.report.signature,
            "n_images": len(graded.report.images),
            **{name: getattr(graded.report, name) for name in GRADED_MEASURES},
            "summands": [dataclasses.asdict(summand) for summand in graded.report.summands],
            "intervals": None
            if graded.intervals is None
            else {name: _pair(interval) for name, interval in graded.intervals.items()},
            "wordless_images": list(graded.report.wordless),
        }
    return record


def _column_record(column: Column) -> dict[str, object]:
    report = column.report
    counts = report.statistics.counts_by_component
    return {
        "signature": report.signature,
        "n_images": report.statistics.n_images,
        "components": {
            name: component_record(counts[name], report.scores[name]) for name in column.components
        },
        "overall_f1": report.overall_f1,
        "overall_n_components": report.scores.n_components,
        "intervals": None
        if column.intervals is None
        else {
            **{
                name: {
                    measure: _pair(interval)
                    for (component, measure), interval in column.intervals.items()
                    if component == name
                }
                for name in column.components
            },
            "overall_f1": _pair(column.intervals[OVERALL, "f1"]),
        },
    }


def breakdown_record(groups: Sequence[Group]) -> dict[str, object]:
    """By label what the JSON record of a score holds."""
    return {group.label: score_record(group.columns, group.graded) for group in groups}


def component_record(counts: Counts, prf: PRF) -> dict[str, object]:
    """Precision, recall, F1 and the counts behind them."""
    return {
        "precision": prf.precision,
        "recall": prf.recall,
        "f1": prf.f1,
        "matched": counts.matched,
        "n_candidate": counts.n_candidate,
        "n_reference": counts.n_reference,
    }


def _pair(interval: Interval) -> list[float]:
    return [interval.low, interval.high]
