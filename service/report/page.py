"""The report as one HTML page: everything inline, nothing fetched, a policy that allows no other script or style."""

from __future__ import annotations

import base64
import hashlib
import importlib
import importlib.resources
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from extractor.errors import ResourceError
from scoring import COMPONENTS, GroundingFunction, ImageId
from scoring.intervals import FIGURES, OVERALL, bast_table, holm, paired_differences
from service.report import charts
from service.report.analysis import (
    SLOTS,
    System,
    choose_images,
    confusions,
    group_scores,
    image_f1,
    most_frequent_errors,
    show_image,
)

_N_CLASSES = 20


def render(
    systems: Sequence[System],
    *,
    ground: GroundingFunction,
    coarse: GroundingFunction,
    label_by_image: Mapping[ImageId, str],
    max_images: int,
    n_resamples: int,
    seed: int,
) -> str:
    """The page.

    Args:
        systems: At least one, all of the same images; images are chosen by the first.
        ground: The grounding of the scores.
        coarse: The grounding of confusions.
        label_by_image: Of every image, or empty.
        max_images: How many images are shown at most, at least 3.
        n_resamples: Of intervals and tests.
        seed: Of intervals, tests and the draw of images.

    Raises:
        ResourceError: jinja2 or Vega-Altair is not installed.
    """
    f1_by_system = {system.name: image_f1(system.report) for system in systems}
    first = f1_by_system[systems[0].name]
    chosen = choose_images(first, max_images=max_images, seed=seed)
    style, script = _resource("page.css"), _resource("page.js")
    jinja2 = _jinja2()
    safe = importlib.import_module("markupsafe").Markup
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
            signatures=list(dict.fromkeys(system.report.signature for system in systems)),
            scores_chart=_data_uri(charts.scores_with_intervals(_score_points(systems))),
            score_rows=[
                {"name": name, "cells": [_f1_text(system, name) for system in systems]}
                for name in (*COMPONENTS, OVERALL)
            ],
            comparisons=_comparisons(systems, n_resamples=n_resamples, seed=seed),
            distribution_chart=_data_uri(charts.distribution(_histogram(f1_by_system))),
            group_charts=_group_charts(systems, label_by_image, n_resamples=n_resamples, seed=seed),
            errors=[
                {
                    "name": system.name,
                    "tables": _error_tables(system),
                    "confusions": confusions(system.captions, fine=ground, coarse=coarse),
                }
                for system in systems
            ],
            coarse=coarse.name,
            labels=sorted(set(label_by_image.values())),
            images=[
                show_image(
                    image_id, chosen[image_id], systems, ground=ground, label=label_by_image.get(image_id, "")
                )
                for image_id in sorted(chosen, key=lambda image_id: first[image_id])
            ],
        )
    )


def _score_points(systems: Sequence[System]) -> list[dict[str, object]]:
    return [
        {"name": name, "system": system.name, **_point(_f1(system, name), system, name)}
        for name in (*COMPONENTS, OVERALL)
        for system in systems
    ]


def _point(f1: float, system: System, name: str) -> dict[str, object]:
    interval = None if system.intervals is None else system.intervals[name, "f1"]
    return {"f1": f1, "low": interval.low if interval else f1, "high": interval.high if interval else f1}


def _f1(system: System, name: str) -> float:
    return system.report.overall_f1 if name == OVERALL else system.report.scores[name].f1


def _f1_text(system: System, name: str) -> str:
    text = f"{_f1(system, name):.4f}"
    if system.intervals is None:
        return text
    interval = system.intervals[name, "f1"]
    return f"{text} ({interval.low:.4f}-{interval.high:.4f})"


def _comparisons(systems: Sequence[System], *, n_resamples: int, seed: int) -> list[dict[str, str]]:
    if not n_resamples or len(systems[0].report.images) < 2:
        return []
    found = []
    for first, second in itertools.combinations(systems, 2):
        tables = [
            bast_table((i.counts_by_component for i in s.report.images.values()), s.report.conventions)
            for s in (first, second)
        ]
        differences = paired_differences(tables[0], tables[1], n_resamples=n_resamples, seed=seed)
        found += [
            (first.name, second.name, component, difference)
            for (component, measure), difference in zip(FIGURES, differences, strict=True)
            if measure == "f1"
        ]
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


def _histogram(f1_by_system: Mapping[str, Mapping[ImageId, float]]) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for name, f1_by_image in f1_by_system.items():
        counts = [0] * _N_CLASSES
        for value in f1_by_image.values():
            counts[min(int(value * _N_CLASSES), _N_CLASSES - 1)] += 1
        rows += [{"system": name, "low": i / _N_CLASSES, "images": n} for i, n in enumerate(counts)]
    return rows


def _group_charts(
    systems: Sequence[System], label_by_image: Mapping[ImageId, str], *, n_resamples: int, seed: int
) -> list[dict[str, object]]:
    groups = [
        group
        for system in systems
        for group in group_scores(system, label_by_image, n_resamples=n_resamples, seed=seed)
    ]
    result: list[dict[str, object]] = []
    for kind in dict.fromkeys(group.kind for group in groups):
        rows = [group for group in groups if group.kind == kind]
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
