"""``captuple compare``: which system is better, component by component, and whether that is chance."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import msgspec
import numpy as np

from formats import FieldNames
from scoring import Conventions, get_grounding, score_images
from scoring.graded.score import GRADED_VERSIONS, GradedVersion, grade_images
from scoring.inference.intervals import Resamplable, bast_figures, bast_table, mean_table
from scoring.inference.significance import resamples_for
from scoring.matching import MatchIds
from service.cli.conventions import with_conventions
from service.cli.options import match_ids_option, say, strict_language_option, with_fields
from service.cli.output.progress import CaptionsBar
from service.cli.output.scores import escaped
from service.cli.output.tables import components_text, name_width
from service.pipeline.comparisons import GRADED, Comparison, compare_pairs
from service.pipeline.systems import read_systems, system_names
from service.similarities import load_similarity

COMPARISON_SCHEMA = "captuple.comparison/2"


@click.command()
@click.option(
    "--references", required=True, type=click.Path(path_type=Path), help="The gold captions or gold tuples."
)
@click.argument("systems", nargs=-1, type=click.Path(path_type=Path), metavar="SYSTEM_A SYSTEM_B [...]")
@click.option("--grounding", default="lemma.v1", show_default=True, help="See: captuple groundings.")
@click.option("--graded", metavar="SIMILARITY", help="Also the graded score: thesaurus.v1, ...")
@click.option(
    "--graded-version",
    type=click.Choice(GRADED_VERSIONS),
    default=GRADED_VERSIONS[0],
    show_default=True,
    help="Of the graded score: v2 sees who does what to whom, v1 is the former one.",
)
@with_conventions
@click.option(
    "--resamples",
    type=click.IntRange(min=1),
    help="Of each test; by default 1000, or as many more as the number of tests asks for.",
)
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
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json", "latex"]),
    default="text",
    show_default=True,
)
@match_ids_option
@with_fields
@strict_language_option
def compare(
    references: Path,
    systems: tuple[Path, ...],
    grounding: str,
    graded: str | None,
    graded_version: GradedVersion,
    conventions: Conventions,
    resamples: int | None,
    seed: int,
    model: str,
    cache: Path | None,
    output_format: str,
    match_ids: MatchIds,
    fields: FieldNames,
    strict_language: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Compare systems on the same images, with tests.

    Every two systems are compared in the F1 of each component (and the graded score, if asked for) by paired bootstrap
    and approximate randomisation over images; p-values are corrected for the number of comparisons by Holm's method.
    A system is called better where the corrected p-value of the randomisation is below 0.05. The more tests there are,
    the more resamples are needed for that; too few are refused.
    """
    if len(systems) < 2:
        raise click.UsageError("Give two systems' files or more.")
    names = system_names(systems)
    ground = get_grounding(grounding, model=model)
    f1_figures = [name for name, measure in bast_figures(conventions) if measure == "f1"]
    n_tests = math.comb(len(systems), 2) * (len(f1_figures) + (graded is not None))
    n_resamples = resamples_for(n_tests, resamples)
    similarity = None if graded is None else load_similarity(graded, model)
    inputs = read_systems(
        systems,
        references,
        model=model,
        progress=CaptionsBar(),
        match_ids=match_ids,
        fields=fields,
        cache=cache,
        strict_language=strict_language,
        say=say,
    )
    tables: dict[str, list[tuple[str, Resamplable]]] = {}
    signatures: list[str] = []
    n_components: dict[str, float] = {}
    components: dict[str, str] = {}
    for name, system in zip(names, inputs, strict=True):
        report = score_images(
            system.candidate_tuples,
            system.reference_tuples,
            grounding=ground,
            conventions=conventions,
            model=system.model,
        )
        counts = (image.counts_by_component for image in report.images.values())
        tables[name] = [("bast", bast_table(counts, conventions))]
        signatures.append(report.signature)
        n_components[name] = report.scores.n_components
        components[name] = components_text(report.scores.n_components, report.statistics.components)
        if similarity is not None:
            grades = grade_images(
                *system.described(), similarity=similarity, version=graded_version, model=system.model
            )
            scores = np.array([[image.score] for image in grades.images.values()])
            tables[name].append((GRADED, mean_table(scores)))
            signatures.append(grades.signature)
    n_images = len(inputs[0].references)
    figures = bast_figures(conventions)
    comparisons = compare_pairs(
        itertools.combinations(names, 2), tables, figures, resamples=n_resamples, seed=seed
    )
    rows = [*f1_figures, *([GRADED] if similarity is not None else [])]
    if output_format == "json":
        record = _record(names, comparisons, list(dict.fromkeys(signatures)), n_images, n_resamples, seed)
        record["overall_n_components"] = n_components
        click.echo(msgspec.json.format(msgspec.json.encode(record), indent=2))
        return
    lines = _latex_lines if output_format == "latex" else _text_lines
    for line in lines(names, rows, comparisons):
        click.echo(line)
    mark = "% " if output_format == "latex" else ""
    click.echo(
        f"{mark}{n_images} images, {n_resamples} resamples, seed {seed}; p-values: Holm over {len(comparisons)}"
    )
    for name, text in components.items():
        click.echo(f"{mark}overall of {name}: {text}")
    for signature in dict.fromkeys(signatures):
        click.echo(f"{mark}{signature}")


def _text_lines(
    names: Sequence[str], rows: Sequence[str], comparisons: Sequence[Comparison]
) -> Iterator[str]:
    width = max(12, *(len(name) for name in names))
    names_width = name_width(rows)
    for first, second in itertools.combinations(names, 2):
        yield (
            f"{'F1':<{names_width}}  {first:>{width}}  {second:>{width}}  difference  95% interval      "
            f"p bootstrap  p randomized  better"
        )
        for item in _of(rows, first, second, comparisons):
            d = item.difference
            yield (
                f"{item.figure:<{names_width}}  {d.first:>{width}.4f}  {d.second:>{width}.4f}  "
                f"{d.second - d.first:>+10.4f}  "
                f"{d.interval.low:+.4f}..{d.interval.high:+.4f}  {item.p_bootstrap:>11.4f}  "
                f"{item.p_randomization:>12.4f}  {item.winner or '-'}"
            )


def _latex_lines(
    names: Sequence[str], rows: Sequence[str], comparisons: Sequence[Comparison]
) -> Iterator[str]:
    for first, second in itertools.combinations(names, 2):
        yield "\\begin{tabular}{lrrrr}"
        yield "\\hline"
        heads = ["F1 (\\%)", escaped(first), escaped(second), "difference", "$p$"]
        yield " & ".join(heads) + " \\\\"
        yield "\\hline"
        for item in _of(rows, first, second, comparisons):
            d = item.difference
            values = [f"{100 * value:.2f}" for value in (d.first, d.second)]
            if item.winner is not None:
                best = 0 if item.winner == first else 1
                values[best] = f"\\textbf{{{values[best]}}}"
            cells = [
                item.figure,
                *values,
                f"{100 * (d.second - d.first):+.2f}",
                f"{item.p_randomization:.3f}",
            ]
            yield " & ".join(cells) + " \\\\"
        yield "\\hline"
        yield "\\end{tabular}"


def _of(
    rows: Sequence[str], first: str, second: str, comparisons: Sequence[Comparison]
) -> Iterator[Comparison]:
    by_figure = {item.figure: item for item in comparisons if (item.first, item.second) == (first, second)}
    yield from (by_figure[row] for row in rows)


def _record(
    names: Sequence[str],
    comparisons: Sequence[Comparison],
    signatures: Sequence[str],
    n_images: int,
    resamples: int,
    seed: int,
) -> dict[str, object]:
    return {
        "schema": COMPARISON_SCHEMA,
        "systems": list(names),
        "n_images": n_images,
        "n_resamples": resamples,
        "seed": seed,
        "correction": "holm",
        "signatures": list(signatures),
        "comparisons": [
            {
                "figure": item.figure,
                "first": item.first,
                "second": item.second,
                "first_f1": item.difference.first,
                "second_f1": item.difference.second,
                "difference": item.difference.second - item.difference.first,
                "interval": [item.difference.interval.low, item.difference.interval.high],
                "p_bootstrap": item.difference.p_bootstrap,
                "p_randomization": item.difference.p_randomization,
                "p_bootstrap_corrected": item.p_bootstrap,
                "p_randomization_corrected": item.p_randomization,
                "better": item.winner,
            }
            for item in comparisons
        ],
    }
