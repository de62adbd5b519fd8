"""The report as one HTML page: everything inline, nothing fetched, a policy that allows no other script or style."""

from __future__ import annotations

import base64
import hashlib
import importlib
import importlib.resources
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from extractor.errors import ResourceError
from extractor.types import Caption, Parse, SemanticTuple
from scoring import GroundingFunction, ImageId
from scoring.bast.components import is_counted
from scoring.graded.weights import CONTRADICTION
from scoring.inference.intervals import OVERALL, Interval, bast_figures, bast_table
from scoring.inference.significance import fewest_resamples, holm, paired_differences
from service.report import charts
from service.report.analysis import (
    N_CLASSES,
    SLOTS,
    System,
    choose_images,
    confusions,
    difference_counts,
    f1_class,
    graded_interval,
    graded_table,
    group_scores,
    image_f1,
    most_frequent_errors,
    show_image,
)
from service.report.trees import CaptionTree, packed_trees

GRADED = "graded"
_IMAGES_A_BATCH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOptions:
    """What a report is made with.

    Attributes:
        ground: The grounding of the scores.
        coarse: The grounding of confusions.
        label_by_image: Of every image, or empty.
        max_images: How many images are shown at most, at least 3.
        n_resamples: Of intervals and tests.
        seed: Of intervals, tests and the draw of images.
        parse: Gives the dependency trees of captions; None shows none.
        tuple_line: Writes a tuple for people.
    """

    ground: GroundingFunction
    coarse: GroundingFunction
    label_by_image: Mapping[ImageId, str]
    max_images: int
    n_resamples: int
    seed: int
    parse: Callable[[Sequence[Caption]], Sequence[Parse]] | None
    tuple_line: Callable[[SemanticTuple], str]


def render(systems: Sequence[System], options: ReportOptions) -> str:
    """The page.

    Args:
        systems: At least one, all of the same images; images are chosen by the first.
        options: See `ReportOptions`.

    Raises:
        ResourceError: jinja2 or Vega-Altair is not installed.
    """
    f1_by_system = {system.name: image_f1(system.report) for system in systems}
    first = f1_by_system[systems[0].name]
    chosen = choose_images(first, max_images=options.max_images, seed=options.seed)
    shown = sorted(chosen, key=lambda image_id: first[image_id])
    style, script = _resource("page.css"), _resource("page.js")
    jinja2 = _jinja2()
    safe = importlib.import_module("markupsafe").Markup
    images = [
        show_image(
            image_id,
            chosen[image_id],
            systems,
            ground=options.ground,
            label=options.label_by_image.get(image_id, ""),
        )
        for image_id in shown
    ]
    return str(
        jinja2.Environment(autoescape=True, trim_blocks=False)
        .from_string(_resource("page.html"))
        .render(
            policy="default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; "
            f"style-src '{_sha256(style)}'; script-src '{_sha256(script)}'",
            style=safe(style),
            script=safe(script),
            systems=systems,
            n_images=len(first),
            signatures=list(dict.fromkeys(line for system in systems for line in _signatures(system))),
            scores_chart=_data_uri(
                charts.scores_with_intervals(_score_points(systems, options), measure="F1, graded score")
            ),
            score_rows=[
                {"name": name, "cells": [_score_text(system, name, options) for system in systems]}
                for name in _figures(systems)
            ],
            has_graded=systems[0].grades is not None,
            length_notes=[note for system in systems for note in _length_notes(system)],
            n_counted=sum(map(is_counted, _components(systems))),
            comparisons=_comparisons(systems, n_resamples=options.n_resamples, seed=options.seed),
            distribution_chart=safe(charts.distribution(_histogram(f1_by_system, shown))),
            classes=_classes(f1_by_system, shown),
            group_charts=_group_charts(systems, options),
            errors=[
                {
                    "name": system.name,
                    "tables": _error_tables(system),
                    "confusions": confusions(system.captions, fine=options.ground, coarse=options.coarse),
                }
                for system in systems
            ],
            difference_rows=difference_counts(systems),
            coarse=options.coarse.name,
            labels=sorted(set(options.label_by_image.values())),
            images=images,
            has_long=any(
                any(image.candidate_entities.values()) or any(image.reference_entities) for image in images
            ),
            trees=_trees(systems, shown, options),
        )
    )


def _trees(systems: Sequence[System], image_ids: Sequence[ImageId], options: ReportOptions) -> dict[str, str]:
    """By the text of an image's id the packed trees of its captions; empty where none are asked for."""
    parse = options.parse
    if parse is None:
        return {}
    packed = {}
    for start in range(0, len(image_ids), _IMAGES_A_BATCH):
        owned = [
            (image_id, *item)
            for image_id in image_ids[start : start + _IMAGES_A_BATCH]
            for item in _captions_of(systems, image_id)
        ]
        trees: dict[str, list[CaptionTree]] = {}
        parses = parse([caption for *_, caption, _ in owned])
        for (image_id, name, _, tuples), found in zip(owned, parses, strict=True):
            lines = [options.tuple_line(item) for item in tuples]
            trees.setdefault(str(image_id), []).append(CaptionTree(name=name, parse=found, tuples=lines))
        packed.update({image_id: packed_trees(captions) for image_id, captions in trees.items()})
    return packed


def _length_notes(system: System) -> Iterator[str]:
    """What to read instead of F1 where a system's captions are much longer than their references."""
    note = system.captions.length_note()
    if note is None:
        return
    scores = system.report.scores
    recalls = ", ".join(f"{name} {scores[name].recall:.3f}" for name in ("PA", "PR", "LO"))
    against = [s for s in system.grades.summands if s.name == CONTRADICTION] if system.grades else []
    contradiction = "".join(f"; contradiction {summand.measure:.3f}" for summand in against)
    yield f"{system.name}: {note}. Recall: {recalls}{contradiction}."


def _captions_of(
    systems: Sequence[System], image_id: ImageId
) -> Iterator[tuple[str, Caption, Sequence[SemanticTuple]]]:
    for system in systems:
        captions = system.captions
        yield system.name, captions.candidates[image_id].caption, captions.candidate_tuples[image_id]
    captions = systems[0].captions
    references = zip(captions.references[image_id], captions.reference_tuples[image_id], strict=True)
    for i, (entry, tuples) in enumerate(references, start=1):
        yield f"Reference {i}", entry.caption, tuples


def _components(systems: Sequence[System]) -> tuple[str, ...]:
    return systems[0].report.statistics.components


def _figures(systems: Sequence[System]) -> tuple[str, ...]:
    graded = () if systems[0].grades is None else (GRADED,)
    return (*_components(systems), OVERALL, *graded)


def _signatures(system: System) -> Iterator[str]:
    yield system.report.signature
    if system.grades is not None:
        yield system.grades.signature


def _score_points(systems: Sequence[System], options: ReportOptions) -> list[dict[str, object]]:
    points: list[dict[str, object]] = []
    for name in _figures(systems):
        for system in systems:
            score, interval = _score(system, name, options)
            low, high = (interval.low, interval.high) if interval else (score, score)
            points.append({"name": name, "system": system.name, "f1": score, "low": low, "high": high})
    return points


def _score(system: System, name: str, options: ReportOptions) -> tuple[float, Interval | None]:
    """A figure of the table with its interval."""
    if name == GRADED and system.grades is not None:
        interval = graded_interval(system.grades, n_resamples=options.n_resamples, seed=options.seed)
        return system.grades.score, interval
    f1 = system.report.overall_f1 if name == OVERALL else system.report.scores[name].f1
    return f1, None if system.intervals is None else system.intervals[name, "f1"]


def _score_text(system: System, name: str, options: ReportOptions) -> str:
    score, interval = _score(system, name, options)
    return f"{score:.4f}" if interval is None else f"{score:.4f} ({interval.low:.4f}-{interval.high:.4f})"


def _comparisons(systems: Sequence[System], *, n_resamples: int, seed: int) -> list[dict[str, str]]:
    if not n_resamples or len(systems[0].report.images) < 2:
        return []
    found = []
    pairs = list(itertools.combinations(systems, 2))
    figures = bast_figures(systems[0].report.conventions)
    graded = [s.grades for s in systems if s.grades is not None]
    n_tests = len(pairs) * (sum(measure == "f1" for _, measure in figures) + bool(graded))
    n_resamples = max(n_resamples, fewest_resamples(n_tests))  # fewer could not tell any two systems apart
    for first, second in pairs:
        tables = [
            bast_table((i.counts_by_component for i in s.report.images.values()), s.report.conventions)
            for s in (first, second)
        ]
        differences = paired_differences(tables[0], tables[1], n_resamples=n_resamples, seed=seed)
        found += [
            (first.name, second.name, component, difference)
            for (component, measure), difference in zip(figures, differences, strict=True)
            if measure == "f1"
        ]
        if first.grades is not None and second.grades is not None:
            one, other = graded_table(first.grades), graded_table(second.grades)
            [difference] = paired_differences(one, other, n_resamples=n_resamples, seed=seed)
            found.append((first.name, second.name, GRADED, difference))
    corrected = holm([difference.p_randomization for *_, difference in found])
    return [
        {
            "first": first,
            "second": second,
            "figure": component,
            "difference": f"{difference.second - difference.first:+.4f}",
            "interval": f"{difference.interval.low:+.4f} to {difference.interval.high:+.4f}",
            "p": f"{p:.4f}",
        }
        for (first, second, component, difference), p in zip(found, corrected, strict=True)
    ]


def _histogram(
    f1_by_system: Mapping[str, Mapping[ImageId, float]], shown: Sequence[ImageId]
) -> list[dict[str, object]]:
    """The classes of every system; those with images that are shown are links to these."""
    rows: list[dict[str, object]] = []
    linked = {value for value, _ in _classes(f1_by_system, shown)}
    for number, (name, f1_by_image) in enumerate(f1_by_system.items()):
        counts = Counter(map(f1_class, f1_by_image.values()))
        for i in range(N_CLASSES):
            link = f"#bar={number}:{i}" if f"{number}:{i}" in linked else None
            label = f"{name}: {counts[i]} images with an F1 {_range(i)}"
            rows.append(
                {"system": name, "low": i / N_CLASSES, "images": counts[i], "link": link, "label": label}
            )
    return rows


def _classes(
    f1_by_system: Mapping[str, Mapping[ImageId, float]], shown: Sequence[ImageId]
) -> list[tuple[str, str]]:
    """Every class in which images are shown, as the page's address names it, and in words."""
    return [
        (f"{number}:{i}", f"{name}: F1 {_range(i)}")
        for number, (name, f1_by_image) in enumerate(f1_by_system.items())
        for i in sorted({f1_class(f1_by_image[image_id]) for image_id in shown})
    ]


def _range(number: int) -> str:
    """A class in words."""
    end = "to 1" if number == N_CLASSES - 1 else f"to below {(number + 1) / N_CLASSES:.2f}"
    return f"from {number / N_CLASSES:.2f} {end}"


def _group_charts(systems: Sequence[System], options: ReportOptions) -> list[dict[str, object]]:
    groups = [
        group
        for system in systems
        for group in group_scores(
            system, options.label_by_image, n_resamples=options.n_resamples, seed=options.seed
        )
    ]
    result: list[dict[str, object]] = []
    for kind in dict.fromkeys(group.kind for group in groups):
        rows = sorted((g for g in groups if g.kind == kind), key=lambda g: (g.number, g.group))
        points = [
            {
                "name": row.group,
                "system": row.system,
                "f1": row.f1,
                "low": row.interval.low if row.interval else row.f1,
                "high": row.interval.high if row.interval else row.f1,
            }
            for row in rows
        ]
        source = _data_uri(charts.scores_with_intervals(points, title=kind))
        result.append({"title": kind, "rows": rows, "source": source})
    return result


def _error_tables(system: System) -> list[dict[str, object]]:
    tables: list[dict[str, object]] = []
    for component, name in SLOTS.items():
        errors = most_frequent_errors(system.report, component)
        tables.append({"title": f"Most missed {name}s", "rows": errors["missed"]})
        tables.append({"title": f"Most invented {name}s", "rows": errors["spurious"]})
    return tables


def _resource(name: str) -> str:
    return importlib.resources.files("service.report").joinpath(name).read_text(encoding="utf-8")


def _sha256(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _data_uri(svg: str) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


def _jinja2() -> Any:
    try:
        return importlib.import_module("jinja2")
    except ImportError as e:
        raise ResourceError(f"the report needs jinja2: pip install 'captuple[report]' ({e})") from e
