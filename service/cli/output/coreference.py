"""The part of ``captuple evaluate`` about entities across captions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from extractor import Extractor
from extractor.bundle import find_bundle
from formats import read_captions
from formats.corpora.annotated_mentions import MentionedImage, with_texts
from formats.corpora.entity_mentions import read_mentions
from scoring.bast.agreement import Counts, prf
from scoring.entities.metrics import METRICS, CoreferenceFigures
from scoring.graded.thesaurus import THESAURUS_FILE, Thesaurus
from training.entities.bundle import OURS, compare_with_baselines, figures_record
from training.entities.coreference import cross_validate_coreference, figures_of
from training.entities.found_entities import end_to_end_figures, fill_slots, find_mentions, mention_figures
from training.entities.phrase_figures import MentionFigures

_TITLES = {"muc": "MUC", "b3": "B3", "ceaf_e": "CEAF-e", "pairwise": "pairwise"}


def evaluate_coreference(
    path: Path, caption_files: Sequence[Path], *, extractor: Extractor, model: str, output_format: str
) -> dict[str, Any]:
    """Measure and, as text, print; returns the record."""
    thesaurus = Thesaurus.load(find_bundle(model) / THESAURUS_FILE)

    def lemma(word: str) -> str:
        return extractor.lexicon.lemma(word, "noun")

    def shown(title: str, figures: Mapping[str, CoreferenceFigures]) -> dict[str, Any]:
        if output_format == "text":
            for line in _table(title, figures):
                click.echo(line)
        return {name: figures_record(found) for name, found in figures.items()}

    record: dict[str, Any] = {}
    images: list[MentionedImage] = []
    for types in ("annotated", "predicted"):
        images = read_mentions(path, lemma=lemma, types="annotated" if types == "annotated" else "predicted")
        figures = compare_with_baselines(
            [image.entities() for image in images], thesaurus=thesaurus, report=_progress
        )
        record[f"types_{types}"] = shown(f"annotated mentions, types {types}: {len(images)} images", figures)
    if caption_files:
        captions = [entry.caption for file in caption_files for entry in read_captions(file)]
        record["texts"] = _of_texts(with_texts(images, captions), extractor, thesaurus, shown, output_format)
    return record


def _of_texts(
    images: Sequence[MentionedImage],
    extractor: Extractor,
    thesaurus: Thesaurus,
    shown: Any,
    output_format: str,
) -> dict[str, Any]:
    """The figures of captions whose text is there; models learn from all other images, with text or not."""
    chosen = [i for i, image in enumerate(images) if image.text_by_caption]
    n_captions = sum(len(images[i].text_by_caption) for i in chosen)
    found = find_mentions(images, extractor)
    phrases = mention_figures(images, found)
    if output_format == "text":
        for line in _mention_table(f"phrases of {n_captions} captions of {len(chosen)} images", phrases):
            click.echo(line)
    gold = [image.entities() for image in images]
    with_slots = [image.entities() for image in fill_slots(images, extractor)]
    entities = cross_validate_coreference(gold, thesaurus=thesaurus, report=_progress)
    entities_by_slots = cross_validate_coreference(with_slots, thesaurus=thesaurus, report=_progress)
    entities_found = cross_validate_coreference(
        gold,
        thesaurus=thesaurus,
        found=[[item.mention for item in mentions] for mentions in found],
        report=_progress,
    )
    some_gold = [gold[i] for i in chosen]
    figures = {
        OURS: figures_of(some_gold, [entities[i] for i in chosen]),
        "the same, with slots": figures_of(some_gold, [entities_by_slots[i] for i in chosen]),
        "the same, on found mentions": end_to_end_figures(
            [images[i] for i in chosen], [found[i] for i in chosen], [entities_found[i] for i in chosen]
        ),
    }
    return {
        "n_captions": n_captions,
        "n_images": len(chosen),
        "mentions": _mention_record(phrases),
        "entities": shown(f"images with text, types predicted: {len(chosen)} images", figures),
    }


def _progress(line: str) -> None:
    click.echo(line, err=True)


def _table(title: str, figures: Mapping[str, CoreferenceFigures]) -> Iterator[str]:
    width = max(map(len, figures))
    yield title
    yield (
        f"{'':<{width}}  "
        + "  ".join(f"{_TITLES[name]:>8} P       R      F1" for name in METRICS)
        + "  CoNLL F1"
    )
    for name, found in figures.items():
        values = (f"{found[m].precision:10.4f}  {found[m].recall:6.4f}  {found[m].f1:6.4f}" for m in METRICS)
        yield f"{name:<{width}}  " + "  ".join(values) + f"  {found.conll_f1:8.4f}"
    yield ""


def _mention_table(title: str, figures: MentionFigures) -> Iterator[str]:
    yield title
    yield f"{'':<22}       P       R      F1  matched  found  annotated"
    rows = {"same tokens": figures.spans, "head in the phrase": figures.heads}
    rows |= {f"same tokens, {kind}": counts for kind, counts in figures.typed.items()}
    for name, counts in rows.items():
        scores = prf(counts)
        yield (
            f"{name:<22}  {scores.precision:6.4f}  {scores.recall:6.4f}  {scores.f1:6.4f}  {counts.matched:>7}"
            f"  {counts.n_candidate:>5}  {counts.n_reference:>9}"
        )
    yield f"type of phrases matched by heads: {figures.right_types:.4f} right"
    yield ""


def _mention_record(figures: MentionFigures) -> dict[str, Any]:
    def record(counts: Counts) -> dict[str, float]:
        scores = prf(counts)
        return {
            "precision": round(scores.precision, 4),
            "recall": round(scores.recall, 4),
            "f1": round(scores.f1, 4),
            "matched": counts.matched,
            "n_found": counts.n_candidate,
            "n_annotated": counts.n_reference,
        }

    return {
        "spans": record(figures.spans),
        "heads": record(figures.heads),
        "typed_spans": {kind: record(counts) for kind, counts in figures.typed.items()},
        "right_types": round(figures.right_types, 4),
    }
