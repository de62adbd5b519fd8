"""``captuple capevalkit``: a metric of CaptionEvalKit, which calls it with predictions, references and an output."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from extractor.errors import InvalidInputError
from formats import FieldNames
from formats.files import write_file
from scoring import get_grounding, score_images
from scoring.conventions import MissingCandidates
from scoring.graded.score import grade_images
from service.cli.options import say, strict_language_option
from service.cli.output.progress import CaptionsBar
from service.pipeline.systems import read_systems
from service.similarities import load_similarity

BAST_NAME, GRADED_NAME = "Captuple", "Captuple-graded"
_FIELDS = FieldNames(captions=("caption", "prediction", "references", "captions"), image_ids=("id",))


@click.command("capevalkit")
@click.option(
    "--predictions",
    required=True,
    type=click.Path(path_type=Path),
    help='JSON Lines, {"id": "1", "caption": "..."}.',
)
@click.option(
    "--references",
    required=True,
    type=click.Path(path_type=Path),
    help='JSON Lines, {"id": "1", "references": ["..."]}.',
)
@click.option("--output", required=True, type=click.Path(path_type=Path), help="JSON of the scores.")
@click.option(
    "--image-dir", type=click.Path(path_type=Path), help="Is given by CaptionEvalKit; not looked at."
)
@click.option("--grounding", default="lemma.v1", show_default=True, help="See: captuple groundings.")
@click.option(
    "--graded", default="thesaurus.v1", show_default=True, help="Similarity of the graded score; or none."
)
@click.option(
    "--model", default="en-captions", show_default=True, help="A bundle: NAME, NAME@VERSION or a folder."
)
@click.option(
    "--missing",
    type=click.Choice(["empty", "error"]),
    default="empty",
    show_default=True,
    help="A prediction that is empty or not there has no tuples, or is an error.",
)
@click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="CAPTUPLE_CACHE",
    help="Folder that keeps the tuples of captions, so that they are extracted once.",
)
@strict_language_option
def capevalkit(
    predictions: Path,
    references: Path,
    output: Path,
    image_dir: Path | None,  # noqa: ARG001  # no image is looked at
    grounding: str,
    graded: str,
    model: str,
    missing: str,
    cache: Path | None,
    strict_language: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Score captions for CaptionEvalKit.

    Writes {"Captuple": {"score": ..., "per_item": {id: ...}}, "Captuple-graded": {...}}.
    """
    if not output.parent.is_dir():
        raise InvalidInputError(f"{output.parent} is no folder: {output.name} cannot be written there")
    ground = get_grounding(grounding, model=model)
    similarity = None if graded == "none" else load_similarity(graded, model)
    missing_candidates: MissingCandidates = "empty" if missing == "empty" else "error"
    [system] = read_systems(
        [predictions],
        references,
        model=model,
        progress=CaptionsBar(),
        missing_candidates=missing_candidates,
        fields=_FIELDS,
        cache=cache,
        strict_language=strict_language,
        say=say,
    )
    report = score_images(
        system.candidate_tuples,
        system.reference_tuples,
        grounding=ground,
        missing_candidates=missing_candidates,
        model=system.model,
    )
    result: dict[str, object] = {
        BAST_NAME: {
            "score": report.scores.overall_f1,
            "per_item": {str(i): image.scores().overall_f1 for i, image in report.images.items()},
            "signature": report.signature,
        }
    }
    if similarity is not None:
        grades = grade_images(
            *system.described(),
            similarity=similarity,
            missing_candidates=missing_candidates,
            model=system.model,
        )
        result[GRADED_NAME] = {
            "score": grades.score,
            "per_item": {str(i): image.score for i, image in grades.images.items()},
            "signature": grades.signature,
        }
    write_file(output, msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n")
    click.echo(f"{len(report.images)} captions: {output}", err=True)
