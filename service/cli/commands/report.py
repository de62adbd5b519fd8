"""``captuple report``: the errors of systems as one HTML page."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import click

from extractor.errors import Fault, InvalidInputError
from formats import FieldNames
from formats.files import write_folder
from formats.labels import DEFAULT_FIELD, read_labels
from formats.text import read_bytes
from scoring import Conventions, ImageId, get_grounding, score_images
from scoring.graded.explain import explain
from scoring.graded.score import grade_images
from scoring.inference.breakdown import group_by_label
from scoring.matching import MatchIds
from service.cli.conventions import with_conventions
from service.cli.options import match_ids_option, say, strict_language_option, with_fields
from service.cli.output.progress import CaptionsBar
from service.cli.output.tables import tuple_line
from service.pipeline.systems import read_systems, system_names
from service.similarities import best_similarity, load_similarity

PAGE = "index.html"


@click.command()
@click.option(
    "--candidates",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path),
    help="A system's captions; further systems follow as arguments, or with the option again.",
)
@click.argument("more", nargs=-1, type=click.Path(path_type=Path), metavar="[SYSTEM ...]")
@click.option(
    "--references", required=True, type=click.Path(path_type=Path), help="The gold captions or gold tuples."
)
@click.option(
    "--output", required=True, type=click.Path(path_type=Path), help="A new folder: index.html in it."
)
@click.option("--grounding", default="lemma.v1", show_default=True, help="See: captuple groundings.")
@click.option(
    "--coarse", default="wordnet_hypernym.v1", show_default=True, help="The grounding that finds confusions."
)
@click.option(
    "--by", "labels", type=click.Path(path_type=Path), help="Labels of images, as of: captuple score."
)
@click.option("--by-field", default=DEFAULT_FIELD, show_default=True, help="Of the JSON Lines of --by.")
@click.option(
    "--max-images",
    type=click.IntRange(min=3),
    default=600,
    show_default=True,
    help="Images shown with their captions: the worst, the best, and some drawn.",
)
@click.option(
    "--trees/--no-trees",
    default=True,
    show_default=True,
    help="Dependency trees of the images shown, to be opened one by one; their captions are parsed.",
)
@click.option(
    "--graded",
    metavar="SIMILARITY",
    help="Of the graded score, which also tells words and facts apart; by default the best that the bundle has what it "
    "takes for: encoder.v1, thesaurus.v1, exact.v1.",
)
@with_conventions
@click.option("--resamples", type=click.IntRange(min=0), default=1000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--model", default="en-captions", show_default=True, help="A bundle: NAME, NAME@VERSION or a folder."
)
@click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="CAPTUPLE_CACHE",
    help="Folder that keeps the references' tuples.",
)
@match_ids_option
@with_fields
@strict_language_option
def report(
    candidates: tuple[Path, ...],
    more: tuple[Path, ...],
    references: Path,
    output: Path,
    grounding: str,
    coarse: str,
    labels: Path | None,
    by_field: str,
    max_images: int,
    trees: bool,  # noqa: FBT001  # click passes flags so
    graded: str | None,
    conventions: Conventions,
    resamples: int,
    seed: int,
    model: str,
    cache: Path | None,
    match_ids: MatchIds,
    fields: FieldNames,
    strict_language: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Write an HTML page of scores and errors.

    It is one file that opens from disk and fetches nothing.
    """
    from service.process import load_extractor
    from service.report.analysis import System, score_intervals
    from service.report.page import ReportOptions, render

    paths = (*candidates, *more)
    _check_different(paths)
    ground, coarse_ground = (get_grounding(name, model=model) for name in (grounding, coarse))
    similarity = load_similarity(graded or best_similarity(model), model)
    label_by_text = None if labels is None else read_labels(labels, field=by_field)
    inputs = read_systems(
        paths,
        references,
        model=model,
        progress=CaptionsBar(),
        match_ids=match_ids,
        fields=fields,
        cache=cache,
        strict_language=strict_language,
        say=say,
    )
    label_by_image: dict[ImageId, str] = {}
    if label_by_text is not None:
        groups = group_by_label(inputs[0].references, label_by_text)
        label_by_image = {image_id: label for label, ids in groups.items() for image_id in ids}
    systems = []
    for name, captions in zip(system_names(paths), inputs, strict=True):
        scores = score_images(
            captions.candidate_tuples,
            captions.reference_tuples,
            grounding=ground,
            conventions=conventions,
            model=captions.model,
        )
        intervals = score_intervals(scores, n_resamples=resamples, seed=seed)
        grades = grade_images(*captions.described(), similarity=similarity, model=captions.model)
        systems.append(
            System(
                name=name,
                captions=captions,
                report=scores,
                intervals=intervals,
                explanations={image_id: explain(image) for image_id, image in grades.images.items()},
                grades=grades,
            )
        )
    options = ReportOptions(
        ground=ground,
        coarse=coarse_ground,
        label_by_image=label_by_image,
        max_images=max_images,
        n_resamples=resamples,
        seed=seed,
        parse=load_extractor(model).parse if trees else None,
        tuple_line=tuple_line,
    )
    page = render(systems, options)
    write_folder(output, {PAGE: page.encode()})
    click.echo(output / PAGE)


def _check_different(paths: Sequence[Path]) -> None:
    """Refuse files that are the same, under one name or two."""
    first_by_content: dict[str, Path] = {}
    faults = []
    for path in paths:
        content = hashlib.sha256(read_bytes(path)).hexdigest()
        if content in first_by_content:
            problem = f"holds the same as {first_by_content[content]}: a system is given twice"
            faults.append(Fault(where=str(path), problem=problem))
        first_by_content.setdefault(content, path)
    if faults:
        raise InvalidInputError(faults)
