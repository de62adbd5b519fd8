"""``captuple benchmark``: how well the scores agree with people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from extractor.types import Caption, CaptionEntry, SemanticTuple
from formats.files import write_file
from formats.judgements import DATASETS, read_scores
from scoring import get_grounding, list_groundings
from scoring.bast.bag import Bast, build_basts
from scoring.bast.score import ImageScore
from scoring.conventions import NO_MODEL, signature
from scoring.graded.score import grade_images
from scoring.graded.words import DescribedCaption
from scoring.grounding import GroundingFunction, ImageGrounding, caption_groundings, grounding_label
from scoring.inference.intervals import OVERALL, Interval, bast_figures, bast_table
from scoring.inference.judgement import JudgedCaption, Judgements
from service.cli.output.progress import CaptionsBar
from service.pipeline.extraction import extracted
from service.similarities import load_similarity

BENCHMARK_SCHEMA = "captuple.human-benchmark/2"
OTHER = "other"


@click.group()
def benchmark() -> None:
    """Measure the scores against human judgements."""


@benchmark.command()
@click.option("--dataset", required=True, type=click.Choice(sorted(DATASETS)))
@click.option(
    "--data", required=True, type=click.Path(exists=True, file_okay=False, path_type=Path), help="Its folder."
)
@click.option(
    "--grounding",
    "groundings",
    multiple=True,
    help="Of plain BAST; several are allowed (default: all installed).",
)
@click.option("--graded", default="thesaurus.v1", show_default=True, help="Similarity of the graded score.")
@click.option(
    "--other",
    type=click.Path(path_type=Path),
    help="Another metric's scores, to test against: JSON Lines of key and score.",
)
@click.option(
    "--write-scores", type=click.Path(path_type=Path), help="Write the graded scores as --other takes them."
)
@click.option("--resamples", type=click.IntRange(min=1), default=200, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Of draws, ties and the bootstrap.")
@click.option(
    "--model", default="en-captions", show_default=True, help="A bundle: NAME, NAME@VERSION or a folder."
)
@click.option(
    "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def human(
    dataset: str,
    data: Path,
    groundings: tuple[str, ...],
    graded: str,
    other: Path | None,
    write_scores: Path | None,
    resamples: int,
    seed: int,
    model: str,
    output_format: str,
) -> None:
    """Agreement of captuple-graded, and of plain BAST at each grounding, with human judgements.

    95% intervals and p-values are by bootstrap over images.
    """
    names = groundings or tuple(info.name for info in list_groundings() if info.error is None)
    grounds = {name: get_grounding(name, model=model) for name in names}
    similarity = load_similarity(graded, model)
    judgements = DATASETS[dataset](data, seed=seed)
    scores_by_metric: dict[str, Sequence[float]] = {}
    signatures: dict[str, str] = {}
    if other is not None:
        scores_by_metric[OTHER] = read_scores(other, judgements)
    tuples_by_text, model_name = _extract(judgements.items, model)

    def described(text: str) -> DescribedCaption:
        return DescribedCaption(tuples=tuples_by_text[text], text=text)

    grades = grade_images(
        {i: described(item.candidate) for i, item in enumerate(judgements.items)},
        {i: [described(text) for text in item.references] for i, item in enumerate(judgements.items)},
        similarity=similarity,
        model=model_name,
    )
    graded_name = f"captuple-graded {similarity.name}"
    scores_by_metric[graded_name] = [image.score for image in grades.images.values()]
    signatures[graded_name] = grades.signature
    for name, ground in grounds.items():
        scores_by_metric[f"BAST {name}"] = _bast_scores(judgements.items, tuples_by_text, ground)
        signatures[f"BAST {name}"] = signature(grounding=grounding_label(ground), model=model_name)
    if write_scores is not None:
        score_by_key = {
            item.key: score
            for item, score in zip(judgements.items, scores_by_metric[graded_name], strict=True)
        }
        lines = [msgspec.json.encode({"key": key, "score": score}) for key, score in score_by_key.items()]
        write_file(write_scores, b"\n".join(lines) + b"\n")
    intervals, p_values = judgements.intervals(scores_by_metric, n_resamples=resamples, seed=seed)
    figures = {name: judgements.figures(scores) for name, scores in scores_by_metric.items()}
    echo = _echo_json if output_format == "json" else _echo_text
    echo(judgements, figures, intervals, p_values, signatures)


def _extract(items: Sequence[JudgedCaption], model: str) -> tuple[dict[str, tuple[SemanticTuple, ...]], str]:
    texts = list(dict.fromkeys(text for item in items for text in (item.candidate, *item.references)))
    entries = [CaptionEntry(caption=Caption(text=text)) for text in texts]
    found = extracted(entries, model=model, progress=CaptionsBar())
    return dict(zip(texts, found.tuples, strict=True)), found.extractor_model or NO_MODEL


def _bast_scores(
    items: Sequence[JudgedCaption],
    tuples_by_text: dict[str, tuple[SemanticTuple, ...]],
    ground: GroundingFunction,
) -> list[float]:
    """The overall F1 of each item: of the candidate against the union of its references."""
    images = (
        ImageScore.of("", candidate=candidate, reference=reference).counts_by_component
        for candidate, reference in _basts(items, tuples_by_text, ground)
    )
    overall = bast_figures().index((OVERALL, "f1"))
    return [float(value) for value in bast_table(images).table[:, overall]]


def _basts(
    items: Sequence[JudgedCaption],
    tuples_by_text: dict[str, tuple[SemanticTuple, ...]],
    ground: GroundingFunction,
) -> Iterator[tuple[Bast, Bast]]:
    """The BAST of each item's candidate, and the union of its references'."""
    if isinstance(ground, ImageGrounding):
        for item in items:
            captions = [tuples_by_text[text] for text in (item.candidate, *item.references)]
            candidate, *references = build_basts(captions, ground=caption_groundings(ground, captions))
            yield candidate, Bast.union(references)
        return
    texts = list(tuples_by_text)
    basts = build_basts([tuples_by_text[text] for text in texts], ground=ground)
    bast_by_text = dict(zip(texts, basts, strict=True))
    gold: dict[tuple[str, ...], Bast] = {}
    for item in items:
        if item.references not in gold:
            gold[item.references] = Bast.union(bast_by_text[text] for text in item.references)
        yield bast_by_text[item.candidate], gold[item.references]


def _echo_text(
    judgements: Judgements,
    figures: dict[str, dict[str, float]],
    intervals: dict[str, dict[str, Interval]],
    p_values: dict[tuple[str, str], float],
    signatures: dict[str, str],
) -> None:
    click.echo(
        f"{judgements.dataset}: {len(judgements.unit_images)} judged, {len(set(judgements.unit_images))} images"
    )
    width = max(len(name) for name in figures)
    for name, values in figures.items():
        cells = [
            f"{figure} {100 * value:.2f} ({100 * intervals[name][figure].low:.2f} to "
            f"{100 * intervals[name][figure].high:.2f})"
            for figure, value in values.items()
        ]
        click.echo(f"{name:<{width}}  " + "  ".join(cells))
    for (first, second), p_value in p_values.items():
        if OTHER in (first, second):
            click.echo(f"{first} against {second} in {judgements.decisive}: p = {p_value:.4f}")
    for line in signatures.values():
        click.echo(line)


def _echo_json(
    judgements: Judgements,
    figures: dict[str, dict[str, float]],
    intervals: dict[str, dict[str, Interval]],
    p_values: dict[tuple[str, str], float],
    signatures: dict[str, str],
) -> None:
    record: dict[str, Any] = {
        "schema": BENCHMARK_SCHEMA,
        "dataset": judgements.dataset,
        "n_judged": len(judgements.unit_images),
        "n_images": len(set(judgements.unit_images)),
        "metrics": {
            name: {
                "signature": signatures.get(name),
                "figures": values,
                "intervals": {
                    figure: [interval.low, interval.high] for figure, interval in intervals[name].items()
                },
            }
            for name, values in figures.items()
        },
        "p_values": [
            {"first": first, "second": second, "figure": judgements.decisive, "p": p_value}
            for (first, second), p_value in p_values.items()
        ],
    }
    click.echo(msgspec.json.format(msgspec.json.encode(record), indent=2))
