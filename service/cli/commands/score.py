"""``captuple score``: agreement of candidate captions with reference captions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import click
import msgspec

from extractor.errors import shorten
from formats import FieldNames
from formats.boxes import read_gold_boxes, read_predicted_boxes
from formats.files import whole_file
from formats.labels import DEFAULT_FIELD, read_labels
from scoring import Conventions, get_grounding, score_images
from scoring.conventions import ALLOWED
from scoring.graded.score import GRADED_VERSIONS, MATCHINGS, GradedReport, GradedVersion, grade_images
from scoring.graded.similarity import Similarity
from scoring.inference.breakdown import group_by_label
from scoring.interfaces.coco_metrics import CocoReport
from scoring.interfaces.coco_tokens import coco_module
from scoring.localisation import LocalisationReport, score_boxes
from scoring.matching import MatchIds
from service.cli.conventions import with_conventions
from service.cli.options import match_ids_option, say, strict_language_option, with_fields
from service.cli.output.boxes import boxes_record, latex_boxes, text_boxes
from service.cli.output.breakdown import latex_breakdown, text_breakdown
from service.cli.output.coco_metrics import (
    coco_record,
    coco_reports,
    latex_coco_metrics,
    text_coco_metrics,
)
from service.cli.output.progress import CaptionsBar
from service.cli.output.scores import detail_lines, latex_lines, text_lines
from service.pipeline.scores import (
    Column,
    GradedColumn,
    Group,
    break_down,
    breakdown_record,
    score_record,
)
from service.pipeline.systems import SystemInput, read_systems
from service.similarities import load_similarity


@click.command()
@click.option("--candidates", type=click.Path(path_type=Path), help="One caption for each image.")
@click.option("--references", type=click.Path(path_type=Path), help="The gold captions or gold tuples.")
@click.option(
    "--grounding",
    "groundings",
    multiple=True,
    default=("lemma.v1",),
    show_default=True,
    help="See: captuple groundings. Several give a column each.",
)
@click.option(
    "--graded",
    metavar="SIMILARITY",
    help="Also the graded score: encoder.v1, thesaurus.v1, wordnet_path.v1 or exact.v1.",
)
@click.option(
    "--graded-version",
    type=click.Choice(GRADED_VERSIONS),
    default=GRADED_VERSIONS[0],
    show_default=True,
    help="Of the graded score: v2 sees who does what to whom, v1 is the former one.",
)
@click.option(
    "--matching",
    type=click.Choice(MATCHINGS),
    default=MATCHINGS[0],
    show_default=True,
    help="Of the graded score: each word's best match, or one to one.",
)
@with_conventions
@click.option(
    "--missing",
    type=click.Choice(ALLOWED["missing_candidates"]),
    default=ALLOWED["missing_candidates"][0],
    show_default=True,
    help="An image without a candidate is an error, or has a candidate without tuples.",
)
@click.option(
    "--model", default="en-captions", show_default=True, help="A bundle: NAME, NAME@VERSION or a folder."
)
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json", "latex"]),
    default="text",
    show_default=True,
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
    help="Folder that keeps the tuples of captions, so that they are extracted once.",
)
@click.option(
    "--by",
    "labels",
    type=click.Path(path_type=Path),
    help="Labels of images (TSV, or JSON Lines with image_id): every score for each label, too.",
)
@click.option("--by-field", default=DEFAULT_FIELD, show_default=True, help="Of the JSON Lines of --by.")
@click.option(
    "--with-metrics",
    is_flag=True,
    help="Also BLEU, METEOR, ROUGE-L, CIDEr and SPICE of pycocoevalcap, as far as it has what they need (Java).",
)
@click.option(
    "--details",
    type=click.Path(path_type=Path),
    help="Write each image's scores, matched, missed and spurious values to this file as JSON Lines.",
)
@click.option(
    "--boxes",
    nargs=2,
    type=click.Path(path_type=Path),
    metavar="PREDICTED GOLD",
    help="Also, or alone: recall of phrases at IoU .5, of a system's boxes against people's.",
)
@match_ids_option
@with_fields
@strict_language_option
def score(
    candidates: Path | None,
    references: Path | None,
    groundings: tuple[str, ...],
    graded: str | None,
    graded_version: GradedVersion,
    matching: str,
    conventions: Conventions,
    missing: str,
    model: str,
    output_format: str,
    resamples: int,
    seed: int,
    cache: Path | None,
    labels: Path | None,
    by_field: str,
    with_metrics: bool,  # noqa: FBT001  # click passes flags so
    details: Path | None,
    boxes: tuple[Path, Path] | None,
    match_ids: MatchIds,
    fields: FieldNames,
    strict_language: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Score candidate captions against reference captions.

    Both files may be JSON (COCO results or annotations, captions by image), JSON Lines, CSV, TSV (id, tab, caption),
    Flickr's token files, Parquet, or data sets that Hugging Face's datasets saved.
    Captions are extracted; tuples (captuple.extraction/1, captuple.annotation/1) are taken as they are.
    """
    if (candidates is None) != (references is None) or (candidates is None and boxes is None):
        raise click.UsageError("Give --candidates and --references, or --boxes, or all three.")
    if candidates is None and (details is not None or labels is not None or with_metrics or graded):
        raise click.UsageError("--details, --by, --graded and --with-metrics go with --candidates.")
    located = None if boxes is None else _score_boxes(*boxes, n_resamples=resamples, seed=seed)
    if candidates is None or references is None:
        if located is not None:
            _show_located(located, output_format)
        return
    ground_by_name = {name: get_grounding(name, model=model) for name in groundings}
    if with_metrics:
        coco_module("tokenizer.ptbtokenizer")  # where it is not installed, nothing is extracted
    similarity = None if graded is None else load_similarity(graded, model)
    label_by_image = None if labels is None else read_labels(labels, field=by_field)
    [system] = read_systems(
        [candidates],
        references,
        model=model,
        progress=CaptionsBar(),
        missing_candidates="empty" if missing == "empty" else "error",
        match_ids=match_ids,
        fields=fields,
        cache=cache,
        strict_language=strict_language,
        say=say,
    )
    note = system.length_note()
    if note is not None:
        say(note)
    ids_by_label = {} if label_by_image is None else group_by_label(system.references, label_by_image)
    metrics = {}
    if with_metrics:
        metrics = coco_reports(system, ids_by_label, n_resamples=resamples, seed=seed)
    reports = {
        name: score_images(
            system.candidate_tuples,
            system.reference_tuples,
            grounding=ground,
            conventions=conventions,
            missing_candidates="empty" if missing == "empty" else "error",
            model=system.model,
        )
        for name, ground in ground_by_name.items()
    }
    columns = [Column.of(report, n_resamples=resamples, seed=seed) for report in reports.values()]
    graded_column = None
    if similarity is not None:
        graded_column = GradedColumn.of(
            _grade(system, similarity, graded_version, matching, missing), n_resamples=resamples, seed=seed
        )
    groups = break_down(columns, graded_column, ids_by_label, n_resamples=resamples, seed=seed)
    if details is not None:
        graded_images = None if graded_column is None else graded_column.report.images
        with whole_file(details) as file:
            file.writelines(line + b"\n" for line in detail_lines(reports, system.candidates, graded_images))
    show = _as_json if output_format == "json" else _as_lines(is_latex=output_format == "latex")
    for line in show(columns, graded_column, groups, metrics, located):
        click.echo(line)


def _score_boxes(predicted: Path, gold: Path, *, n_resamples: int, seed: int) -> LocalisationReport:
    phrases = read_gold_boxes(gold)
    return score_boxes(read_predicted_boxes(predicted, phrases), phrases, n_resamples=n_resamples, seed=seed)


def _show_located(report: LocalisationReport, output_format: str) -> None:
    """The figures of boxes alone."""
    if output_format == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(boxes_record(report)), indent=2))
        return
    for line in (latex_boxes if output_format == "latex" else text_boxes)(report):
        click.echo(line)


def _grade(
    system: SystemInput, similarity: Similarity, version: GradedVersion, matching: str, missing: str
) -> GradedReport:
    report = grade_images(
        *system.described(),
        similarity=similarity,
        version=version,
        matching="one-to-one" if matching == "one-to-one" else "best",
        missing_candidates="empty" if missing == "empty" else "error",
        model=system.model,
    )
    if report.wordless:
        click.echo(
            f"{len(report.wordless)} images hold no word of content and have the graded score 0: "
            + ", ".join(shorten(image_id) for image_id in report.wordless[:20]),
            err=True,
        )
    return report


def _as_json(
    columns: Sequence[Column],
    graded: GradedColumn | None,
    groups: Sequence[Group],
    metrics: Mapping[str, CocoReport],
    located: LocalisationReport | None,
) -> Iterator[str]:
    record = score_record(columns, graded)
    if groups:
        record["by"] = breakdown_record(groups)
    if metrics:
        record["metrics"] = coco_record(metrics)
    if located is not None:
        record["boxes"] = boxes_record(located)
    yield msgspec.json.format(msgspec.json.encode(record), indent=2).decode()


def _as_lines(*, is_latex: bool) -> Callable[..., Iterator[str]]:
    def lines(
        columns: Sequence[Column],
        graded: GradedColumn | None,
        groups: Sequence[Group],
        metrics: Mapping[str, CocoReport],
        located: LocalisationReport | None,
    ) -> Iterator[str]:
        yield from (latex_lines if is_latex else text_lines)(columns, graded)
        if groups:
            yield from (latex_breakdown if is_latex else text_breakdown)(groups)
        if metrics:
            yield from (latex_coco_metrics if is_latex else text_coco_metrics)(metrics)
        if located is not None:
            yield from (latex_boxes if is_latex else text_boxes)(located)

    return lines
