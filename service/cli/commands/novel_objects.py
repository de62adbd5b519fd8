"""``captuple novel-objects``: objects that training captions lack, and objects that nobody else sees."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import msgspec

from extractor.errors import Fault, InvalidInputError, shorten
from formats import FieldNames
from formats.labels import DEFAULT_FIELD, read_labels
from formats.text import read_plain
from scoring.conventions import captuple_version
from scoring.grounding.object_class import OBJECT_CLASSES
from scoring.grounding.object_classes import COCO_CLASSES
from scoring.grounding.registry import get_grounding
from scoring.images import ImageId
from scoring.inference.breakdown import group_by_label
from scoring.matching import MatchIds
from scoring.selection.content_selection import mentioned_instances
from scoring.selection.novel_objects import (
    FIGURES,
    GROUNDING,
    NOVEL_CLASSES,
    ObjectReport,
    score_objects,
    subset_objects,
)
from service.cli.options import match_ids_option, say, strict_language_option, with_fields
from service.cli.output.progress import CaptionsBar
from service.cli.output.tables import printable
from service.pipeline.systems import read_systems

OBJECTS_SCHEMA = "captuple.novel-objects/2"
ALL_IMAGES = "all images"
_NAMES = {
    "novel_class_f1": "novel F1, mean of classes",
    "novel_precision": "novel precision",
    "novel_recall": "novel recall",
    "novel_f1": "novel F1",
    "object_precision": "objects precision",
    "object_recall": "objects recall",
    "object_f1": "objects F1",
    "hallucinated_objects": "hallucinated objects",
    "hallucinating_captions": "hallucinating captions",
}


@click.command()
@click.option(
    "--candidates", required=True, type=click.Path(path_type=Path), help="One caption for each image."
)
@click.option(
    "--references", required=True, type=click.Path(path_type=Path), help="The gold captions or gold tuples."
)
@click.option(
    "--novel",
    type=click.Path(path_type=Path),
    help="Novel classes, one a line, or the mapping of nocaps (CSV: OpenImages,Status,COCO_Class; OUT counts). "
    "Default: the classes of Open Images that COCO lacks.",
)
@click.option(
    "--by", "labels", type=click.Path(path_type=Path), help="Labels of images, as of: captuple score."
)
@click.option("--by-field", default=DEFAULT_FIELD, show_default=True, help="Of the JSON Lines of --by.")
@click.option(
    "--model", default="en-captions", show_default=True, help="A bundle: NAME, NAME@VERSION or a folder."
)
@click.option(
    "--resamples",
    type=click.IntRange(min=0),
    default=1000,
    show_default=True,
    help="Of the bootstrap over images, for 95% intervals; 0 for none.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the bootstrap.")
@click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="CAPTUPLE_CACHE",
    help="Folder that keeps the references' tuples.",
)
@click.option(
    "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@match_ids_option
@with_fields
@strict_language_option
def novel_objects(
    candidates: Path,
    references: Path,
    novel: Path | None,
    labels: Path | None,
    by_field: str,
    model: str,
    resamples: int,
    seed: int,
    cache: Path | None,
    output_format: str,
    match_ids: MatchIds,
    fields: FieldNames,
    strict_language: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Score which objects captions name, and invent.

    Objects are participants and locatives at object_class.v1; an image's objects are those that its references name.
    """
    classes = NOVEL_CLASSES if novel is None else _read_classes(novel)
    label_by_image = None if labels is None else read_labels(labels, field=by_field)
    [system] = read_systems(
        [candidates],
        references,
        model=model,
        progress=CaptionsBar(),
        match_ids=match_ids,
        fields=fields,
        cache=cache,
        strict_language=strict_language,
        say=say,
    )
    groups = {} if label_by_image is None else group_by_label(system.references, label_by_image)
    ground = get_grounding(GROUNDING, model=model)
    named: dict[ImageId, frozenset[str]] = dict(
        zip(
            system.candidate_tuples,
            mentioned_instances(list(system.candidate_tuples.values()), grounding=ground),
            strict=True,
        )
    )
    known: dict[ImageId, list[frozenset[str]]] = {
        image_id: mentioned_instances(tuples, grounding=ground)
        for image_id, tuples in system.reference_tuples.items()
    }
    whole = score_objects(named, known, novel=classes, n_resamples=resamples, seed=seed)
    reports = {
        label: subset_objects(whole, image_ids, n_resamples=resamples, seed=seed)
        for label, image_ids in groups.items()
    }
    parts = ("captuple", "novel-objects", f"ground:{GROUNDING}", f"novel:{len(classes)}")
    line = "|".join((*parts, f"model:{system.model.replace('@', '-')}", f"v:{captuple_version()}"))
    if output_format == "json":
        record = {
            "schema": OBJECTS_SCHEMA,
            "signature": line,
            **_record(whole),
            "by": {label: _record(report) for label, report in reports.items()} or None,
        }
        click.echo(msgspec.json.format(msgspec.json.encode(record), indent=2))
        return
    for text in _lines({ALL_IMAGES: whole, **reports}):
        click.echo(text)
    click.echo(line)


def _read_classes(path: Path) -> frozenset[str]:
    """The classes of a list, or those that the nocaps mapping calls OUT, in lower case."""
    try:
        lines = read_plain(path).decode().splitlines()
    except UnicodeDecodeError as e:
        raise InvalidInputError([Fault(where=str(path), problem="not UTF-8")]) from e
    if lines and lines[0].startswith("OpenImages,Status"):
        out = (row[0].strip().lower() for row in csv.reader(lines) if row[1:2] == ["OUT"])
        # The mouse of Open Images is the animal, that of COCO the computer's.
        found = frozenset(f"{name} (animal)" if name in COCO_CLASSES else name for name in out)
    else:
        found = frozenset(line.strip().lower() for line in lines) - {""}
    faults = [
        Fault(where=str(path), problem=f"{shorten(name)} is no class of {GROUNDING}")
        for name in sorted(found - OBJECT_CLASSES)
    ]
    if not found:
        faults.append(Fault(where=str(path), problem="names no novel class"))
    if faults:
        raise InvalidInputError(faults)
    return found


def _lines(reports: Mapping[str, ObjectReport]) -> Iterator[str]:
    heads = [f"{printable(label)} ({len(report.images)})" for label, report in reports.items()]
    widths = [max(23, len(head)) for head in heads]
    yield _row("images in brackets", heads, widths)
    for name in FIGURES:
        yield _row(_NAMES[name], [_cell(report, name) for report in reports.values()], widths)


def _row(head: str, cells: list[str], widths: list[int]) -> str:
    padded = (f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
    return f"{head:<25}  {'  '.join(padded)}".rstrip()


def _cell(report: ObjectReport, name: str) -> str:
    figure, interval = report.figures[name], report.intervals[name]
    if figure is None:
        return "-"
    return f"{figure:.4f}" + ("" if interval is None else f"  {interval.low:.4f}-{interval.high:.4f}")


def _record(report: ObjectReport) -> dict[str, object]:
    return {
        "n_images": len(report.images),
        "figures": dict(report.figures),
        "intervals": {
            name: None if interval is None else [interval.low, interval.high]
            for name, interval in report.intervals.items()
        },
    }
