"""Scores as text, JSON, LaTeX and details."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from extractor.types import CaptionEntry
from scoring import ImageScore, ScoreReport
from scoring.conventions import EmptyConvention
from scoring.graded.explain import fact_text
from scoring.graded.facts import FactMatch
from scoring.graded.score import GradedImage
from scoring.images import ImageId
from scoring.inference.intervals import OVERALL, Interval
from service.cli.output.tables import components_text, name_width, score_lines
from service.pipeline.scores import GRADED_MEASURES, Column, GradedColumn, component_record

DETAILS_SCHEMA = "captuple.score-details/2"
MEANING = (
    "precision: of what candidates say, how much references say too; recall: the other way round; F1: both in one; from"
    " 0 to 1. PA: who and what, PR: what happens, LO: where and when, and what of these belongs together"
)


def text_lines(columns: Sequence[Column], graded: GradedColumn | None) -> Iterator[str]:
    """A table for people: with counts for one grounding, F1 side by side for several."""
    report = columns[0].report
    if len(columns) == 1:
        yield from score_lines(report.scores, report.statistics.counts_by_component, columns[0].intervals)
    else:
        width = name_width(columns[0].components)
        yield f"{'F1':<{width}}  " + "  ".join(f"{column.grounding:<23}" for column in columns)
        for name in (*columns[0].components, OVERALL):
            yield (
                f"{name:<{width}}  "
                + "  ".join(f"{f1_text(column, name):<23}" for column in columns).rstrip()
            )
        for column in columns:
            yield f"overall at {column.grounding}: {_components_text(column)}"
    if graded is not None:
        for name in GRADED_MEASURES:
            yield f"graded {name:<9}  {graded_text(graded, name)}"
        summands = (f"{summand.value:+.4f} {summand.name}" for summand in graded.report.summands)
        yield f"graded score = {' '.join(summands)}"
    yield f"{report.statistics.n_images} images, {report.conventions.average} average"
    yield MEANING
    for column in columns:
        yield column.report.signature
    if graded is not None:
        yield graded.report.signature


def latex_lines(columns: Sequence[Column], graded: GradedColumn | None) -> Iterator[str]:
    """A ``tabular``: F1 in percent for each component and grounding, signatures as comments."""
    yield f"\\begin{{tabular}}{{l{'r' * len(columns)}}}"
    yield "\\hline"
    yield " & ".join(["F1 (\\%)", *(escaped(column.grounding) for column in columns)]) + " \\\\"
    yield "\\hline"
    for name in (*columns[0].components, OVERALL):
        yield " & ".join([name, *(latex_value(column, name) for column in columns)]) + " \\\\"
    if graded is not None:
        value = f"{100 * graded.report.score:.2f}"
        yield f"graded & \\multicolumn{{{len(columns)}}}{{r}}{{{value}}} \\\\"
    yield "\\hline"
    yield "\\end{tabular}"
    for column in columns:
        yield f"% overall at {column.grounding}: {_components_text(column)}"
        yield f"% {column.report.signature}"
    if graded is not None:
        yield f"% {graded.report.signature}"


def detail_lines(
    reports: Mapping[str, ScoreReport],
    candidates: Mapping[ImageId, CaptionEntry],
    graded: Mapping[ImageId, GradedImage] | None,
) -> Iterator[bytes]:
    """One JSON line an image: BASTs, what matched, was missed and was spurious, and every match of the graded score."""
    first, *others = reports.values()
    names = list(reports)
    for image_id, image in first.images.items():
        entry = candidates.get(image_id)
        record: dict[str, object] = {
            "schema": DETAILS_SCHEMA,
            "image_id": image_id,
            "candidate": None if entry is None else entry.caption.text,
            **_image_record(image, first.conventions.empty),
        }
        if others:
            record["groundings"] = {
                name: _image_record(report.images[image_id], report.conventions.empty)
                for name, report in zip(names, reports.values(), strict=True)
            }
        if graded is not None:
            record["graded"] = _graded_record(graded[image_id])
        yield msgspec.json.encode(record)


def _graded_record(image: GradedImage) -> dict[str, object]:
    return {
        **{name: getattr(image, name) for name in GRADED_MEASURES},
        "summands": [dataclasses.asdict(summand) for summand in image.summands],
        "references": [dataclasses.asdict(reference) for reference in image.references],
        "matches": [dataclasses.asdict(match) for match in image.matches()],
        "facts": [_fact_record(match) for match in image.facts],
    }


def _fact_record(match: FactMatch) -> dict[str, object]:
    """A fact and what speaks for it and against it, as text."""
    return {
        "fact": fact_text(match.fact),
        "kind": match.fact.kind,
        "weight": match.weight,
        "support": match.support,
        "supporter": None if match.supporter is None else fact_text(match.supporter),
        "contradiction": match.contradiction,
        "opponent": None if match.opponent is None else fact_text(match.opponent),
    }


def _image_record(image: ImageScore, empty: EmptyConvention) -> dict[str, object]:
    scores = image.scores(empty)
    return {
        "components": {
            name: {
                **component_record(image.counts_by_component[name], scores[name]),
                "candidate_values": sorted(image.candidate[name]),
                "reference_values": sorted(image.reference[name]),
                "matched": sorted(image.matched(name)),
                "missed": sorted(image.missed(name)),
                "spurious": sorted(image.spurious(name)),
            }
            for name in image.counts_by_component
        },
        "overall_f1": scores.overall_f1,
        "overall_n_components": scores.n_components,
    }


def _f1(column: Column, name: str) -> float:
    return column.report.overall_f1 if name == OVERALL else column.report.scores[name].f1


def f1_text(column: Column, name: str) -> str:
    """F1 of a component, with its interval."""
    interval = "" if column.intervals is None else f"  {_interval_text(column.intervals[name, 'f1'])}"
    return f"{_f1(column, name):.4f}{interval}"


def latex_value(column: Column, name: str) -> str:
    """F1 of a component in percent, with half of its interval."""
    value = f"{100 * _f1(column, name):.2f}"
    if column.intervals is None:
        return value
    interval = column.intervals[name, "f1"]
    half = 100 * max(_f1(column, name) - interval.low, interval.high - _f1(column, name))
    return f"{value} $\\pm$ {half:.2f}"


def graded_text(graded: GradedColumn, name: str) -> str:
    """One of `GRADED_MEASURES`, with its interval."""
    interval = "" if graded.intervals is None else f"  {_interval_text(graded.intervals[name])}"
    return f"{getattr(graded.report, name):6.4f}{interval}"


def _interval_text(interval: Interval) -> str:
    return f"{interval.low:.4f}-{interval.high:.4f}"


def escaped(text: str) -> str:
    """Text for LaTeX."""
    return "".join(f"\\{c}" if c in "_&%$#{}" else c for c in text)


def _components_text(column: Column) -> str:
    """What the overall F1 is the mean of."""
    return components_text(column.report.scores.n_components, column.components)
