"""The extractor on our own paragraphs: what is depicted, exact tuples, entities.

    python benchmarks/paragraphs.py [--part held_out] [--model en-captions] [--show]

Depiction is judged over the tuples that we and the gold both have (one written predicate, or tacit ones of one first
agent): F of *depicted* and F of *not depicted*. Exact tuples are those of ``captuple evaluate``, over what is
depicted. Entities are partitions of the gold's mentions: the arguments of its depicted tuples and the mentions of its
entities; a mention that we do not know stands alone. ``--show`` prints the tuples that differ, of the training part
alone: what is held back is looked at in sums.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Hashable, Sequence
from pathlib import Path

import msgspec

from extractor import Extractor
from extractor.extractor import lemmatized
from extractor.types import Caption, Extraction, SemanticTuple, depicted
from formats.records import AnnotationRecord, annotation_tuples
from scoring.bast.agreement import Counts, prf
from scoring.entities.metrics import coreference_figures
from service.cli.output.tables import tuple_line
from training.links.evaluate import count_exact

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "data" / "paragraphs"


def _key(item: SemanticTuple) -> Hashable:
    """What is the same of one tuple in ours and in the gold."""
    if not item.predicate.tacit:
        return item.predicate.start
    first = next(iter((*item.agents, *item.patients)), None)
    return ("tacit", None if first is None else first.start)


def _flags(tuples: Sequence[SemanticTuple]) -> dict[Hashable, bool]:
    return {_key(item): item.depicted for item in tuples}


def _argument_spans(tuples: Sequence[SemanticTuple]) -> set[int]:
    return {
        a.start
        for item in depicted(tuples)
        for a in (*item.agents, *item.patients, *item.locatives)
        if a.start is not None and a.kind not in ("image-region", "temporal", "event") and not a.negated
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", choices=("train", "held_out"), default="held_out")
    parser.add_argument("--model", default="en-captions")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    if options.show and options.part != "train":
        parser.error("what is held back is not shown")
    figures = figures_of(Extractor.load(options.model), options.part, show=options.show)
    for name, value in figures.items():
        print(f"{name:<14} {value:.3f}")


def figures_of(extractor: Extractor, part: str, *, show: bool = False) -> dict[str, float]:
    """The F of depicted, not depicted, exact tuples, MUC, B3, CEAF-e and their mean; P and R of exact tuples.

    Args:
        extractor: The model.
        part: ``train`` or ``held_out``.
        show: Print the tuples of each paragraph.
    """
    lines = (FOLDER / f"{part}.jsonl").read_text(encoding="utf-8").splitlines()
    clusters = json.loads((FOLDER / f"{part}.entities.json").read_text(encoding="utf-8"))
    records = [msgspec.json.decode(line, type=AnnotationRecord) for line in lines]
    captions = [Caption(text=r.caption, caption_id=r.caption_id) for r in records]
    golds = [
        [lemmatized(item, extractor.lexicon) for item in annotation_tuples(r, where=str(r.caption_id))]
        for r in records
    ]
    extractions = extractor.extract(captions)
    yes, no, exact = Counts(), Counts(), Counts()
    partitions = []
    for record, gold, extraction in zip(records, golds, extractions, strict=True):
        ours, theirs = _flags(extraction.tuples), _flags(gold)
        both = ours.keys() & theirs.keys()
        yes += _counts([(ours[k], theirs[k]) for k in both])
        no += _counts([(not ours[k], not theirs[k]) for k in both])
        exact += count_exact(extraction.tuples, gold)
        partitions.append(_partitions(extraction, gold, clusters[str(record.caption_id)]))
        if show:
            _show(record, extraction.tuples, gold)
    coreference = coreference_figures(partitions)
    return {
        "depicted": prf(yes).f1,
        "not depicted": prf(no).f1,
        "exact tuples P": prf(exact).precision,
        "exact tuples R": prf(exact).recall,
        "exact tuples": prf(exact).f1,
        **{metric: coreference[metric].f1 for metric in ("muc", "b3", "ceaf_e")},
        "conll": coreference.conll_f1,
    }


def _counts(pairs: Sequence[tuple[bool, bool]]) -> Counts:
    return Counts(sum(a and b for a, b in pairs), sum(a for a, _ in pairs), sum(b for _, b in pairs))


def _partitions(
    ours: Extraction, gold: Sequence[SemanticTuple], clusters: Sequence[Sequence[Sequence[int]]]
) -> tuple[list[set[Hashable]], list[set[Hashable]]]:
    """The gold's mentions by its entities, and by ours."""
    gold_sets: list[set[Hashable]] = [{start for start, _ in cluster} for cluster in clusters]
    in_clusters = {start for cluster in gold_sets for start in cluster}
    gold_sets += [{start} for start in sorted(_argument_spans(gold)) if start not in in_clusters]
    entity_by_start = {mention.start: entity.id for entity in ours.entities for mention in entity.mentions}
    for item in ours.tuples:
        for a in (*item.agents, *item.patients, *item.locatives):
            if a.start is not None and a.entity is not None:
                entity_by_start.setdefault(a.start, a.entity)
    by_entity: dict[Hashable, set[Hashable]] = {}
    for mention in sorted({m for cluster in gold_sets for m in cluster}, key=str):
        entity = entity_by_start.get(mention) if isinstance(mention, int) else None
        by_entity.setdefault(("alone", mention) if entity is None else entity, set()).add(mention)
    return gold_sets, list(by_entity.values())


def _show(record: AnnotationRecord, ours: Sequence[SemanticTuple], gold: Sequence[SemanticTuple]) -> None:
    mine, theirs = {tuple_line(t) for t in ours}, {tuple_line(t) for t in gold}
    print(f"--- {record.caption_id}\n{record.caption}")
    for line in sorted(mine | theirs):
        print("  " + ("=" if line in mine and line in theirs else "+" if line in mine else "-"), line)


if __name__ == "__main__":
    main()
