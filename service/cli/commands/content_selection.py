"""``captuple content-selection``: what captions choose to mention, and baselines over annotated boxes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import msgspec

from extractor.bundle import find_bundle
from extractor.errors import Fault, InvalidInputError
from extractor.lexicon import Lexicon
from formats import FieldNames
from formats.corpora.flickr30k_entities import read_entities
from formats.files import write_file
from scoring.grounding import caption_groundings, get_grounding, grounding_label
from scoring.images import ImageId
from scoring.matching import MatchIds
from scoring.selection.baselines import (
    BASELINES,
    AnnotatedImage,
    MentionPriors,
    Ranking,
    rank_images,
    write_sentence,
)
from scoring.selection.content_selection import (
    GROUNDING,
    MEASURES,
    SelectionReport,
    mentioned_instances,
    score_selections,
    upper_bound,
)
from service.cli.options import match_ids_option, say, strict_language_option, with_fields
from service.cli.output.progress import CaptionsBar
from service.pipeline.systems import read_systems

SELECTION_SCHEMA = "captuple.content-selection/2"
SINGLE_REFERENCE = "no upper bound: no image has two descriptions that mention an instance"
_LEXICON = "lexicon.json.gz"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """One line of the table; ``n_short`` counts images with fewer than k instances, of which all are selected."""

    name: str
    k: int | None
    report: SelectionReport
    n_short: int = 0


@click.command()
@click.option("--candidates", type=click.Path(path_type=Path), help="One caption for each image.")
@click.option("--references", type=click.Path(path_type=Path), help="The gold captions or gold tuples.")
@click.option(
    "--entities",
    type=click.Path(path_type=Path),
    help="Instead: phrases with entity ids and boxes, as Flickr30k Entities has them; scores the baselines.",
)
@click.option("--grounding", default=GROUNDING, show_default=True, help="Links words to instances.")
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
    "--max-k", type=click.IntRange(min=1), default=10, show_default=True, help="Baselines for k = 1..MAX_K."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the order among equals.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw F1 of the baselines over k to this SVG.")
@click.option(
    "--sentences",
    type=(click.Choice(list(BASELINES)), click.IntRange(min=1), click.Path(path_type=Path)),
    metavar="BASELINE K FILE",
    help="Write what a baseline selects as captions with random function words (JSON Lines), for other metrics.",
)
@click.option(
    "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@match_ids_option
@with_fields
@strict_language_option
def content_selection(
    candidates: Path | None,
    references: Path | None,
    entities: Path | None,
    grounding: str,
    model: str,
    cache: Path | None,
    max_k: int,
    seed: int,
    plot: Path | None,
    sentences: tuple[str, int, Path] | None,
    output_format: str,
    match_ids: MatchIds,
    fields: FieldNames,
    strict_language: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Score what captions choose to mention.

    After Wang and Gaizauskas (2015). With --candidates and --references, instances are what the words of captions are
    grounded to; no boxes are needed.

    With --entities, instances are annotated boxes, and what is scored are baselines that select k of them: priors come
    from every other image (by id), figures from the rest. Where k is beyond the number of an image's boxes, all are
    selected, and the table counts such images.
    """
    if entities is None:
        if candidates is None or references is None:
            raise click.UsageError("Give --candidates and --references, or --entities.")
        if plot is not None or sentences is not None:
            raise click.UsageError("--plot and --sentences are of baselines: they go with --entities.")
        rows, bound = _of_captions(
            candidates,
            references,
            grounding=grounding,
            model=model,
            match_ids=match_ids,
            fields=fields,
            cache=cache,
            strict_language=strict_language,
        )
    else:
        if candidates is not None or references is not None:
            raise click.UsageError("--entities goes without --candidates and --references.")
        scored, priors = _read_boxes(entities, model=model)
        rows, bound = _of_baselines(scored, priors, max_k=max_k, seed=seed)
        if plot is not None:
            write_file(plot, _plot(rows, bound).encode())
        if sentences is not None:
            name, k, path = sentences
            write_file(path, b"".join(_sentence_lines(scored, priors, BASELINES[name], k=k, seed=seed)))
    if output_format == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(_record(rows, bound)), indent=2))
    else:
        for line in _lines(rows, bound):
            click.echo(line)


def _of_captions(
    candidates: Path,
    references: Path,
    *,
    grounding: str,
    model: str,
    cache: Path | None,
    match_ids: MatchIds,
    fields: FieldNames,
    strict_language: bool,
) -> tuple[list[_Row], SelectionReport | None]:
    ground = get_grounding(grounding, model=model)
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
    image_ids = list(system.references)
    grounds = [
        caption_groundings(ground, [system.candidate_tuples[i], *system.reference_tuples[i]])
        for i in image_ids
    ]
    selected = mentioned_instances(
        [system.candidate_tuples[i] for i in image_ids], grounding=[of_image[0] for of_image in grounds]
    )
    flat = iter(
        mentioned_instances(
            [tuples for i in image_ids for tuples in system.reference_tuples[i]],
            grounding=[of_caption for of_image in grounds for of_caption in of_image[1:]],
        )
    )
    descriptions = {i: [next(flat) for _ in system.reference_tuples[i]] for i in image_ids}
    report = score_selections(
        dict(zip(image_ids, selected, strict=True)),
        descriptions,
        instances=grounding_label(ground),
        model=system.model,
    )
    bound = upper_bound(descriptions, instances=grounding_label(ground), model=system.model)
    return [_Row(name="candidates", k=None, report=report)], bound


def _read_boxes(entities: Path, *, model: str) -> tuple[list[AnnotatedImage], MentionPriors]:
    """The images that are scored, and the priors of the others."""
    lexicon = Lexicon.load(find_bundle(model) / _LEXICON)
    images = read_entities(entities, lemma=lambda word: lexicon.lemma(word, "noun"))
    images.sort(key=lambda image: str(image.image_id))
    known, scored = images[::2], images[1::2]
    if not scored:
        problem = "holds one image; at least two are needed: priors come from every other one"
        raise InvalidInputError([Fault(where=str(entities), problem=problem)])
    return scored, MentionPriors(known)


def _of_baselines(
    scored: Sequence[AnnotatedImage], priors: MentionPriors, *, max_k: int, seed: int
) -> tuple[list[_Row], SelectionReport | None]:
    descriptions: dict[ImageId, list[frozenset[str]]] = {
        image.image_id: [frozenset(mentioned) for mentioned in image.descriptions] for image in scored
    }
    rows = []
    for name, ranking in BASELINES.items():
        ranked = rank_images(scored, ranking, priors, seed=seed)
        for k in range(1, max_k + 1):
            selected = {image_id: frozenset(names[:k]) for image_id, names in ranked.items()}
            rows.append(
                _Row(
                    name=name,
                    k=k,
                    report=score_selections(selected, descriptions),
                    n_short=_n_short(scored, k),
                )
            )
    return rows, upper_bound(descriptions)


def _sentence_lines(
    scored: Sequence[AnnotatedImage], priors: MentionPriors, ranking: Ranking, *, k: int, seed: int
) -> Iterator[bytes]:
    rng = random.Random(seed)  # noqa: S311  # draws function words, guards no secret
    ranked = rank_images(scored, ranking, priors, seed=seed)
    for image in scored:
        concepts = {instance.name: instance.concept for instance in image.instances}
        caption = write_sentence([concepts[name] for name in ranked[image.image_id][:k]], rng=rng)
        yield msgspec.json.encode({"image_id": image.image_id, "caption": caption}) + b"\n"


def _n_short(images: Sequence[AnnotatedImage], k: int) -> int:
    return sum(len(image.instances) < k for image in images)


def _plot(rows: Sequence[_Row], bound: SelectionReport | None) -> str:
    from service.report.charts import selection_curves

    curves: dict[str, list[float]] = {}
    for row in rows:
        curves.setdefault(row.name, []).append(row.report.f1.mean)
    levels = {} if bound is None else {"people": bound.f1.mean}
    return selection_curves(curves, measure="F1, mean over images", levels=levels)


def _lines(rows: Sequence[_Row], bound: SelectionReport | None) -> Iterator[str]:
    width = max(len(row.name) for row in rows) + 2
    width = max(width, len("upper bound") + 2)
    yield f"{'':<{width}}   k  {'P':<15}  {'R':<15}  {'F1':<15}  images with fewer"
    for row in rows:
        k = "-" if row.k is None else row.k
        yield f"{row.name:<{width}}{k:>4}  {_figures(row.report)}  {row.n_short or '-'}"
    if bound is None:
        yield SINGLE_REFERENCE
    else:
        yield f"{'upper bound':<{width}}{'-':>4}  {_figures(bound)}  -"
    report = rows[0].report
    yield f"{len(report.images)} images; mean and standard deviation over images"
    if report.left_out:
        yield f"{len(report.left_out)} images left out: no description of theirs mentions an instance"
    yield report.signature
    if bound is not None:
        yield bound.signature


def _figures(report: SelectionReport) -> str:
    spreads = (getattr(report, name) for name in MEASURES)
    return "  ".join(f"{spread.mean:.4f} ({spread.deviation:.4f})" for spread in spreads)


def _record(rows: Sequence[_Row], bound: SelectionReport | None) -> Mapping[str, object]:
    return {
        "schema": SELECTION_SCHEMA,
        "rows": [
            {"name": row.name, "k": row.k, **_report_record(row.report), "n_short_images": row.n_short}
            for row in rows
        ],
        "upper_bound": None if bound is None else _report_record(bound),
    }


def _report_record(report: SelectionReport) -> dict[str, object]:
    return {
        "signature": report.signature,
        "n_images": len(report.images),
        "left_out": list(report.left_out),
        **{
            name: {"mean": spread.mean, "deviation": spread.deviation}
            for name in MEASURES
            for spread in [getattr(report, name)]
        },
    }
