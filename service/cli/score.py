"""``captuple score``: agreement of candidate captions with reference captions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

import click
import msgspec

from extractor.errors import Fault, InvalidInputError, ResourceError
from scoring import (
    COMPONENTS,
    PRF,
    Conventions,
    Counts,
    ImageScore,
    ScoreReport,
    get_grounding,
    score_images,
)
from scoring.conventions import ALLOWED, EmptyConvention
from service.cli.progress import gather
from service.cli.table import score_lines
from service.entries import (
    CaptionEntry,
    all_entries,
    complete_tuples,
    entry_faults,
    model_name,
    needs_extractor,
    pair_by_image,
    tuples_by_image,
)
from service.formats import read_captions

SCORE_SCHEMA = "captuple.score/1"
DETAILS_SCHEMA = "captuple.score_details/1"


@click.command()
@click.option(
    "--candidates", required=True, type=click.Path(path_type=Path), help="One caption for each image."
)
@click.option(
    "--references", required=True, type=click.Path(path_type=Path), help="The gold captions or gold tuples."
)
@click.option("--grounding", default="lemma.v1", show_default=True, help="See: captuple groundings.")
@click.option(
    "--null",
    "null_convention",
    type=click.Choice(ALLOWED["null"]),
    default=ALLOWED["null"][0],
    show_default=True,
    help="An empty locative slot is no value, or the value NULL.",
)
@click.option(
    "--empty",
    "empty_convention",
    type=click.Choice(ALLOWED["empty"]),
    default=ALLOWED["empty"][0],
    show_default=True,
    help="Precision where nothing was predicted, and recall where there is no gold.",
)
@click.option(
    "--average",
    type=click.Choice(ALLOWED["average"]),
    default=ALLOWED["average"][0],
    show_default=True,
    help="The mean of the images' scores, or the score of the summed counts.",
)
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
    "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@click.option(
    "--details",
    type=click.Path(path_type=Path),
    help="Write each image's scores, matched, missed and spurious values to this file as JSON Lines.",
)
def score(
    candidates: Path,
    references: Path,
    grounding: str,
    null_convention: str,
    empty_convention: str,
    average: str,
    missing: str,
    model: str,
    output_format: str,
    details: Path | None,
) -> None:
    """Score candidate captions against reference captions.

    Both files may be COCO results or annotations, JSON Lines or TSV (id, tab, caption), each also as .gz.
    Captions are extracted; tuples (captuple.extraction/1, captuple.annotation/1) are taken as they are.
    """
    conventions = msgspec.convert(
        {"null": null_convention, "empty": empty_convention, "average": average}, Conventions
    )
    get_grounding(grounding)
    candidate_entries, reference_entries = _read_both(candidates, references)
    candidate_by_image, references_by_image = pair_by_image(
        candidate_entries, reference_entries, allow_missing_candidates=missing == "empty"
    )
    entries = all_entries(candidate_by_image, references_by_image)
    extractor = None
    if needs_extractor(entries):
        from extractor import Extractor

        extractor = Extractor.load(model)
        faults = [fault for _, fault in entry_faults(entries, extractor)]
        if faults:
            raise InvalidInputError(faults)
    tuples = gather(complete_tuples(entries, extractor), n_captions=len(entries))
    candidate_tuples, reference_tuples = tuples_by_image(candidate_by_image, references_by_image, tuples)
    report = score_images(
        candidate_tuples,
        reference_tuples,
        grounding=grounding,
        conventions=conventions,
        missing_candidates="empty" if missing == "empty" else "error",
        model=model_name(entries, extractor),
    )
    if details is not None:
        _write_atomically(details, _detail_lines(report, candidate_by_image))
    if output_format == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(_score_record(report)), indent=2))
    else:
        for line in score_lines(report.scores, report.statistics.counts_by_component):
            click.echo(line)
        click.echo(f"{report.statistics.n_images} images, {report.conventions.average} average")
        click.echo(report.signature)


def _read_both(candidates: Path, references: Path) -> tuple[list[CaptionEntry], list[CaptionEntry]]:
    """Both files' captions; the faults of both come together."""
    read: list[list[CaptionEntry]] = []
    faults: list[Fault] = []
    for path in (candidates, references):
        try:
            read.append(read_captions(path))
        except InvalidInputError as e:
            faults += e.faults
    if faults:
        raise InvalidInputError(faults)
    return read[0], read[1]


def _score_record(report: ScoreReport) -> dict[str, object]:
    counts_by_component = report.statistics.counts_by_component
    return {
        "schema": SCORE_SCHEMA,
        "signature": report.signature,
        "image_count": report.statistics.n_images,
        "components": {
            name: _component_record(counts_by_component[name], report.scores[name]) for name in COMPONENTS
        },
        "overall_f1": report.overall_f1,
    }


def _component_record(counts: Counts, prf: PRF) -> dict[str, object]:
    return {
        "precision": prf.precision,
        "recall": prf.recall,
        "f1": prf.f1,
        "matched_count": counts.matched,
        "candidate_count": counts.n_candidate,
        "reference_count": counts.n_reference,
    }


def _detail_lines(report: ScoreReport, candidates: Mapping[str | int, CaptionEntry]) -> Iterable[bytes]:
    for image_id, image in report.images.items():
        entry = candidates.get(image_id)
        yield msgspec.json.encode(
            {
                "schema": DETAILS_SCHEMA,
                "image_id": image_id,
                "candidate": None if entry is None else entry.caption.text,
                **_image_record(image, report.conventions.empty),
            }
        )


def _image_record(image: ImageScore, empty: EmptyConvention) -> dict[str, object]:
    scores = image.scores(empty)
    return {
        "components": {
            name: {
                **_component_record(image.counts_by_component[name], scores[name]),
                "matched": sorted(image.matched(name)),
                "missed": sorted(image.missed(name)),
                "spurious": sorted(image.spurious(name)),
            }
            for name in COMPONENTS
        },
        "overall_f1": scores.overall_f1,
    }


def _write_atomically(path: Path, lines: Iterable[bytes]) -> None:
    """Write a file that is either complete or not there."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("xb") as stream:
            stream.writelines(line + b"\n" for line in lines)
        temporary.replace(path)
    except OSError as e:
        raise ResourceError(f"{path}: cannot be written: {e.strerror}") from e
    finally:
        temporary.unlink(missing_ok=True)
