"""``captuple benchmark``: how well the scores agree with people."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec
import numpy as np

from extractor.types import Caption, CaptionEntry, SemanticTuple
from formats.files import write_file
from formats.judgements import DATASETS, read_scores
from scoring import get_grounding, list_groundings
from scoring.bast.bag import Bast, build_basts
from scoring.bast.score import ImageScore
from scoring.conventions import signature
from scoring.entries import model_name as entries_model
from scoring.graded.contextual import EncoderSimilarity, contextual_agreement
from scoring.graded.score import GRADED_VERSIONS, GradedVersion, grade_images
from scoring.graded.words import DescribedCaption
from scoring.grounding import GroundingFunction, ImageGrounding, caption_groundings, grounding_label
from scoring.inference.intervals import OVERALL, Interval, bast_figures, bast_table
from scoring.inference.judgement import JudgedCaption, Judgements, SilentFigures
from scoring.interfaces.coco_metrics import coco_scores_by_item, tokenize_captions
from scoring.interfaces.coco_tokens import coco_module
from service.cli.output.progress import CaptionsBar
from service.pipeline.extraction import extracted
from service.similarities import load_similarity

BENCHMARK_SCHEMA = "captuple.human-benchmark/2"
OTHER = "other"
SUGAR_CREPE = "sugar-crepe"
_ENCODED_AT_ONCE = 400
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


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
@click.option(
    "--references", type=_FILE, help="Of sugar-crepe: COCO's captions_val2017.json, where it lies elsewhere."
)
@click.option(
    "--graded",
    "similarities",
    multiple=True,
    default=("thesaurus.v1",),
    show_default=True,
    help="Similarity of the graded score; several are allowed.",
)
@click.option(
    "--graded-version",
    "versions",
    multiple=True,
    type=click.Choice(GRADED_VERSIONS),
    default=GRADED_VERSIONS[:1],
    show_default=True,
    help="Of the graded score; several are allowed.",
)
@click.option(
    "--metrics",
    "with_metrics",
    is_flag=True,
    help="Also BLEU-4, METEOR, ROUGE-L, CIDEr, SPICE, as far as it has what they need (Java).",
)
@click.option(
    "--bast/--no-bast", "with_bast", default=True, show_default=True, help="Plain BAST beside the others."
)
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
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="CAPTUPLE_CACHE",
    help="Folder that keeps the tuples of captions.",
)
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Also write the JSON here.")
@click.option(
    "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def human(
    dataset: str,
    data: Path,
    groundings: tuple[str, ...],
    references: Path | None,
    similarities: tuple[str, ...],
    versions: tuple[GradedVersion, ...],
    with_metrics: bool,  # noqa: FBT001  # click passes flags so
    with_bast: bool,  # noqa: FBT001  # as above
    other: Path | None,
    write_scores: Path | None,
    resamples: int,
    seed: int,
    model: str,
    cache: Path | None,
    output: Path | None,
    output_format: str,
) -> None:
    """Agreement of captuple-graded, of plain BAST at each grounding, and of other metrics, with human judgements.

    95% intervals and p-values are by bootstrap over images. With encoder.v1 there are also the cosine of captions (half
    of the best reference, half the mean) and the F1 of words in context, by the encoder alone.
    """
    names = groundings or tuple(info.name for info in list_groundings() if info.error is None)
    grounds = {name: get_grounding(name, model=model) for name in names if with_bast}
    loaded = [load_similarity(name, model) for name in similarities]
    if with_metrics:
        coco_module("tokenizer.ptbtokenizer")  # where it is not installed, nothing is extracted
    judgements = _read(dataset, data, references, seed=seed)
    scores_by_metric: dict[str, Sequence[float]] = {}
    signatures: dict[str, str] = {}
    if other is not None:
        scores_by_metric[OTHER] = read_scores(other, judgements)
    described, model_name = _extract(judgements.items, model, cache)
    tuples_by_text = {text: tuple(caption.tuples) for text, caption in described.items()}
    graded_names = []
    for similarity, version in itertools.product(loaded, versions):
        grades = grade_images(
            {i: described[item.candidate] for i, item in enumerate(judgements.items)},
            {i: [described[text] for text in item.references] for i, item in enumerate(judgements.items)},
            similarity=similarity,
            version=version,
            model=model_name,
        )
        name = f"captuple-graded.{version} {similarity.name}"
        scores_by_metric[name] = [image.score for image in grades.images.values()]
        signatures[name] = grades.signature
        graded_names.append(name)
    for similarity in loaded:
        if isinstance(similarity, EncoderSimilarity):
            scores_by_metric |= _encoder_scores(judgements.items, similarity)
    if with_metrics:
        scores_by_metric |= _coco_scores(judgements.items)
    for name, ground in grounds.items():
        scores_by_metric[f"BAST {name}"] = _bast_scores(judgements.items, tuples_by_text, ground)
        signatures[f"BAST {name}"] = signature(grounding=grounding_label(ground), model=model_name)
    if write_scores is not None:
        score_by_key = {
            item.key: score
            for item, score in zip(judgements.items, scores_by_metric[graded_names[0]], strict=True)
        }
        lines = [msgspec.json.encode({"key": key, "score": score}) for key, score in score_by_key.items()]
        write_file(write_scores, b"\n".join(lines) + b"\n")
    intervals, p_values = judgements.intervals(scores_by_metric, n_resamples=resamples, seed=seed)
    figures = {name: judgements.figures(scores) for name, scores in scores_by_metric.items()}
    silence = {name: judgements.where_silent(scores) for name, scores in scores_by_metric.items()}
    record = _record(judgements, figures, intervals, p_values, signatures, silence)
    if output is not None:
        write_file(output, msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n")
    if output_format == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(record), indent=2))
    else:
        _echo_text(judgements, figures, intervals, p_values, signatures)
        _echo_silence(silence)


def _read(dataset: str, data: Path, references: Path | None, *, seed: int) -> Judgements:
    if references is None:
        return DATASETS[dataset](data, seed=seed)
    if dataset != SUGAR_CREPE:
        raise click.UsageError(f"--references is of {SUGAR_CREPE} alone: {dataset} has its references")
    return DATASETS[dataset](data, seed=seed, references=references)


def _encoder_scores(
    items: Sequence[JudgedCaption], similarity: EncoderSimilarity
) -> dict[str, Sequence[float]]:
    """What the encoder says alone: of captions, and of their words."""
    cosines: list[float] = []
    words: list[float] = []
    for start in range(0, len(items), _ENCODED_AT_ONCE):
        chunk = items[start : start + _ENCODED_AT_ONCE]
        similarity.encode([text for item in chunk for text in (item.candidate, *item.references)])
        for item in chunk:
            own, *theirs = similarity.encode([item.candidate, *item.references])
            found = contextual_agreement(own, theirs)
            cosines.append(float(found.captions.max() + found.captions.mean()) / 2)
            total = found.precisions + found.recalls
            f1 = np.divide(
                2 * found.precisions * found.recalls, total, out=np.zeros_like(total), where=total > 0
            )
            words.append(float(f1.max()))
    return {"encoder captions": cosines, "encoder words F1": words}


def _coco_scores(items: Sequence[JudgedCaption]) -> dict[str, Sequence[float]]:
    captions = tokenize_captions(
        {i: item.candidate for i, item in enumerate(items)},
        {i: list(item.references) for i, item in enumerate(items)},
    )
    scores, absent = coco_scores_by_item(captions)
    for name, reason in absent.items():
        click.echo(f"{name} is absent: {reason}", err=True)
    return {name: values.tolist() for name, values in scores.items()}


def _extract(
    items: Sequence[JudgedCaption], model: str, cache: Path | None
) -> tuple[dict[str, DescribedCaption], str]:
    texts = list(dict.fromkeys(text for item in items for text in (item.candidate, *item.references)))
    entries = [CaptionEntry(caption=Caption(text=text)) for text in texts]
    found = extracted(entries, model=model, progress=CaptionsBar(), cache=cache)
    return dict(zip(texts, found.described(), strict=True)), entries_model(
        found.entries, found.extractor_model
    )


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


def _echo_silence(silence: dict[str, dict[str, SilentFigures]]) -> None:
    """What the references leave undecided, which is the same for all metrics, and how right each is there."""
    if not any(silence.values()):
        return
    shares = next(iter(silence.values()))
    told = "  ".join(f"{name} {100 * figures.share:.1f}" for name, figures in shares.items())
    click.echo(f"no reference mentions what differs, in % of the pairs: {told}")
    width = max(len(name) for name in silence)
    for metric, by_name in silence.items():
        cells = [
            f"{name} {_percent(figures.silent)} / {_percent(figures.mentioned)}"
            for name, figures in by_name.items()
        ]
        click.echo(f"{metric:<{width}}  right there / elsewhere  {'  '.join(cells)}")


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"


def _record(
    judgements: Judgements,
    figures: dict[str, dict[str, float]],
    intervals: dict[str, dict[str, Interval]],
    p_values: dict[tuple[str, str], float],
    signatures: dict[str, str],
    silence: dict[str, dict[str, SilentFigures]],
) -> dict[str, Any]:
    return {
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
                **({"where_silent": msgspec.to_builtins(silence[name])} if silence[name] else {}),
            }
            for name, values in figures.items()
        },
        "p_values": [
            {"first": first, "second": second, "figure": judgements.decisive, "p": p_value}
            for (first, second), p_value in p_values.items()
        ],
    }
