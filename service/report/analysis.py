"""What a report says of systems: groups of images, errors, confusions, and the images that it shows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from extractor.types import Argument, Entity, Predicate, SemanticTuple
from scoring import GroundingFunction, ImageId, ScoreReport
from scoring.graded.explain import Difference, Explanation, count_differences, sum_text
from scoring.graded.prose import sentence_spans
from scoring.graded.score import GradedReport
from scoring.grounding import caption_groundings
from scoring.inference.breakdown import subset_scores
from scoring.inference.intervals import (
    OVERALL,
    Interval,
    Resamplable,
    bast_figures,
    bast_table,
    bootstrap_intervals,
    mean_table,
)
from service.pipeline.systems import SystemInput

SLOTS = {"PA": "participant", "PR": "predicate", "LO": "locative"}
Status = Literal["matched", "missed", "spurious", "none"]
Choice = Literal["worst", "best", "drawn"]
_LENGTHS = ((1, 5), (6, 8), (9, 11), (12, 15))
_TOP = 15
LONG_SENTENCES = 3
"""Sentences of a caption that is collapsed to its entities."""
N_CLASSES = 20
"""Of the histogram of F1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """One system's captions and scores; ``intervals`` (of ``bast_figures``) is None where there is one image.

    ``explanations`` say of each image how its caption differs, ``grades`` are the graded scores that they explain.
    """

    name: str
    captions: SystemInput
    report: ScoreReport
    intervals: Mapping[tuple[str, str], Interval] | None
    explanations: Mapping[ImageId, Explanation]
    grades: GradedReport | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupScore:
    """The overall F1 of a system on some images; ``interval`` is None for one image.

    Groups of a ``kind`` are in the order of ``number`` (of words, of references), and then of their names.
    """

    kind: str
    number: int
    group: str
    system: str
    n_images: int
    f1: float
    interval: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """Words at the place of other words: ``said`` for ``meant``, both of one ``kind`` at the coarse grounding."""

    said: str
    meant: str
    kind: str
    n_images: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of a caption; ``slots`` says what it is in tuples, ``status`` how it fares."""

    text: str
    status: Status = "none"
    slots: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownImage:
    """An image with its captions in pieces; references, missed and spurious values are against the first system.

    Of long captions there are the entities, too: each a piece with what the caption says of it.
    """

    image_id: str
    choice: Choice
    label: str
    f1_by_system: Mapping[str, float]
    classes: str
    candidates: Mapping[str, Sequence[Piece]]
    references: Sequence[Sequence[Piece]]
    missed: str
    spurious: str
    differences: Mapping[str, Sequence[str]]
    candidate_entities: Mapping[str, Sequence[Piece]]
    reference_entities: Sequence[Sequence[Piece]]


def most_frequent_errors(
    report: ScoreReport, component: str, *, top: int = _TOP
) -> dict[str, list[tuple[str, int]]]:
    """The values that most images miss, and that most images have without reason, with the numbers of images."""
    counts: dict[str, Counter[str]] = {"missed": Counter(), "spurious": Counter()}
    for image in report.images.values():
        counts["missed"].update("-".join(value) for value in image.missed(component))
        counts["spurious"].update("-".join(value) for value in image.spurious(component))
    return {
        name: sorted(found.items(), key=lambda item: (-item[1], item[0]))[:top]
        for name, found in counts.items()
    }


def difference_counts(systems: Sequence[System]) -> list[tuple[str, list[int]]]:
    """Of each kind of difference, in how many images of each system there is one; kinds that none has are left out."""
    counts = [count_differences(list(system.explanations.values())) for system in systems]
    rows = [(str(kind), [found[kind] for found in counts]) for kind in counts[0]]
    return [(kind, numbers) for kind, numbers in rows if any(numbers)]


def difference_text(difference: Difference) -> str:
    """A difference in a few words: ``wrong colour: black dog for brown dog``."""
    said, meant = difference.said, difference.meant
    return f"{difference.kind}: {f'{said} for {meant}' if said and meant else said or meant}"


def confusions(
    captions: SystemInput, *, fine: GroundingFunction, coarse: GroundingFunction, top: int = _TOP
) -> list[Confusion]:
    """Spurious and missed arguments of one image that differ at the fine grounding and are one at the coarse.

    Args:
        captions: Of one system.
        fine: Tells kid from boy.
        coarse: Does not.
        top: How many are returned, the most frequent first.
    """
    counts: Counter[tuple[str, str, str]] = Counter()
    for image_id, references in captions.reference_tuples.items():
        spoken = [captions.candidate_tuples[image_id], *references]
        kinds = [
            _coarse_by_fine(tuples, within, coarse)
            for tuples, within in zip(spoken, caption_groundings(fine, spoken), strict=True)
        ]
        said, meant = kinds[0], {value: kind for found in kinds[1:] for value, kind in found.items()}
        counts.update(
            (value, other, kind)
            for value, kind in said.items()
            if value not in meant
            for other, other_kind in meant.items()
            if other not in said and kind == other_kind
        )
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [Confusion(said=s, meant=m, kind=k, n_images=n) for (s, m, k), n in ranked[:top]]


def group_scores(
    system: System, label_by_image: Mapping[ImageId, str], *, n_resamples: int, seed: int
) -> list[GroupScore]:
    """The overall F1 by words of the candidate, by number of references, and by label where there are labels."""
    captions = system.captions
    groups: dict[tuple[str, int, str], list[ImageId]] = {}
    for image_id in system.report.images:
        low, name = _length_group(len(captions.candidates[image_id].caption.text.split()))
        groups.setdefault(("words of the candidate", low, name), []).append(image_id)
        n_references = len(captions.references[image_id])
        groups.setdefault(("references of the image", n_references, str(n_references)), []).append(image_id)
        if label_by_image:
            groups.setdefault(("label of the image", 0, label_by_image[image_id]), []).append(image_id)
    scores = []
    for (kind, number, name), image_ids in sorted(groups.items()):
        report = subset_scores(system.report, image_ids)
        intervals = score_intervals(report, n_resamples=n_resamples, seed=seed)
        scores.append(
            GroupScore(
                kind=kind,
                number=number,
                group=name,
                system=system.name,
                n_images=len(image_ids),
                f1=report.overall_f1,
                interval=None if intervals is None else intervals[OVERALL, "f1"],
            )
        )
    return scores


def score_intervals(
    report: ScoreReport, *, n_resamples: int, seed: int
) -> dict[tuple[str, str], Interval] | None:
    """Bootstrap intervals of all figures; None for one image, or where none are asked for."""
    if len(report.images) < 2 or not n_resamples:
        return None
    table = bast_table((image.counts_by_component for image in report.images.values()), report.conventions)
    figures = bast_figures(report.conventions)
    return dict(zip(figures, bootstrap_intervals(table, n_resamples=n_resamples, seed=seed), strict=True))


def graded_interval(grades: GradedReport, *, n_resamples: int, seed: int) -> Interval | None:
    """The bootstrap interval of the graded score; None for one image, or where none is asked for."""
    if len(grades.images) < 2 or not n_resamples:
        return None
    [interval] = bootstrap_intervals(graded_table(grades), n_resamples=n_resamples, seed=seed)
    return interval


def graded_table(grades: GradedReport) -> Resamplable:
    """The graded scores of images, for intervals and tests."""
    return mean_table(np.array([[image.score] for image in grades.images.values()]))


def f1_class(f1: float) -> int:
    """The class of the histogram in which an F1 is, from 0."""
    return min(int(f1 * N_CLASSES), N_CLASSES - 1)


def image_f1(report: ScoreReport) -> dict[ImageId, float]:
    """The overall F1 of each image."""
    empty = report.conventions.empty
    return {image_id: image.scores(empty).overall_f1 for image_id, image in report.images.items()}


def choose_images(
    f1_by_image: Mapping[ImageId, float], *, max_images: int, seed: int
) -> dict[ImageId, Choice]:
    """The worst third, the best third and some drawn ones; where all of them are few enough, halves.

    Args:
        f1_by_image: Of the system that decides.
        max_images: At least 3.
        seed: Of the draw.
    """
    ranked = sorted(f1_by_image, key=lambda image_id: f1_by_image[image_id])
    share = max_images // 3 if len(ranked) > max_images else (len(ranked) + 1) // 2
    chosen: dict[ImageId, Choice] = dict.fromkeys(ranked[:share], "worst")
    rest = ranked[share:]
    chosen.update(dict.fromkeys(rest[::-1][:share], "best"))
    others = [image_id for image_id in rest if image_id not in chosen]
    rng = random.Random(seed)  # noqa: S311  # draws examples, guards no secret
    drawn = rng.sample(others, min(len(others), max_images - len(chosen)))
    return {**chosen, **dict.fromkeys(drawn, "drawn")}


def show_image(
    image_id: ImageId, choice: Choice, systems: Sequence[System], *, ground: GroundingFunction, label: str
) -> ShownImage:
    """The captions of an image in pieces."""
    first = systems[0]
    image = first.report.images[image_id]
    matched = {name: image.matched(name) for name in SLOTS}
    entries = first.captions.references[image_id]
    references = first.captions.reference_tuples[image_id]
    grounds = caption_groundings(ground, [first.captions.candidate_tuples[image_id], *references])
    f1_by_system = {
        system.name: system.report.images[image_id].scores(system.report.conventions.empty).overall_f1
        for system in systems
    }
    candidates = {
        system.name: pieces(
            system.captions.candidates[image_id].caption.text,
            system.captions.candidate_tuples[image_id],
            {name: system.report.images[image_id].matched(name) for name in SLOTS},
            ground=caption_groundings(ground, [system.captions.candidate_tuples[image_id], *references])[0],
            otherwise="spurious",
        )
        for system in systems
    }
    gold = [
        pieces(entry.caption.text, tuples, matched, ground=within, otherwise="missed")
        for entry, tuples, within in zip(entries, references, grounds[1:], strict=True)
    ]
    spoken_of = first.captions.reference_entities.get(image_id, [()] * len(gold))
    return ShownImage(
        image_id=str(image_id),
        choice=choice,
        label=label,
        f1_by_system=f1_by_system,
        classes=" ".join(f"{number}:{f1_class(f1)}" for number, f1 in enumerate(f1_by_system.values())),
        candidates=candidates,
        references=gold,
        missed=_values(image.missed(name) for name in SLOTS),
        spurious=_values(image.spurious(name) for name in SLOTS),
        differences={
            system.name: [
                f"graded {sum_text(system.explanations[image_id])}",
                *(difference_text(d) for d in system.explanations[image_id].differences),
            ]
            for system in systems
        },
        candidate_entities={
            system.name: entity_pieces(
                candidates[system.name], system.captions.candidate_entities.get(image_id, ())
            )
            for system in systems
        },
        reference_entities=[
            entity_pieces(found, entities) for found, entities in zip(gold, spoken_of, strict=True)
        ],
    )


def entity_pieces(caption: Sequence[Piece], entities: Sequence[Entity]) -> list[Piece]:
    """The entities of a long caption with what it says of them; nothing of a caption of one sentence or two.

    Args:
        caption: In pieces, which say how each mention fares: one that is matched is enough for its entity.
        entities: What the caption speaks of.
    """
    text = "".join(piece.text for piece in caption)
    if len(sentence_spans(text)) < LONG_SENTENCES:
        return []
    status_by_start: dict[int, Status] = {}
    position = 0
    for piece in caption:
        status_by_start[position] = piece.status
        position += len(piece.text)
    result = []
    for entity in entities:
        found = {status_by_start.get(mention.start, "none") for mention in entity.mentions}
        status: Status = next((s for s in ("matched", "spurious", "missed") if s in found), "none")
        said = f"{entity.lemma}: {', '.join(entity.attributes)}" if entity.attributes else entity.lemma
        result.append(Piece(text=said, status=status, slots="entity"))
    return result


def pieces(
    text: str,
    tuples: Sequence[SemanticTuple],
    matched: Mapping[str, frozenset[tuple[str, ...]]],
    *,
    ground: GroundingFunction,
    otherwise: Status,
) -> list[Piece]:
    """A caption cut at the words of its tuples; joined, the pieces are the text.

    Args:
        text: Of the caption.
        tuples: Their offsets point into it; of words that overlap the first is shown.
        matched: By component the values that candidate and references share.
        ground: Gives the values.
        otherwise: The status of values that are not matched.
    """
    marks: dict[tuple[int, int], tuple[set[str], bool]] = {}
    for component, filler, value in _fillers(tuples, ground):
        if filler.start is not None and filler.end is not None and value is not None:
            slots, is_matched = marks.get((filler.start, filler.end), (set(), False))
            is_matched = is_matched or (value,) in matched[component]
            marks[filler.start, filler.end] = (slots | {SLOTS[component]}, is_matched)
    result, position = [], 0
    for (start, end), (slots, is_matched) in sorted(marks.items()):
        if start < position:
            continue
        result.append(Piece(text=text[position:start]))
        status: Status = "matched" if is_matched else otherwise
        result.append(Piece(text=text[start:end], status=status, slots=", ".join(sorted(slots))))
        position = end
    result.append(Piece(text=text[position:]))
    return [piece for piece in result if piece.text]


def _fillers(
    tuples: Iterable[SemanticTuple], ground: GroundingFunction
) -> Iterable[tuple[str, Argument | Predicate, str | None]]:
    """Every predicate and argument that is present, with its component and value."""
    for item in tuples:
        if not item.depicted:
            continue
        yield "PR", item.predicate, ground.ground_predicates([item.predicate])[0]
        for component, slot in (("PA", (*item.agents, *item.patients)), ("LO", item.locatives)):
            arguments = [argument for argument in slot if argument.present]
            for argument, value in zip(arguments, ground.ground_arguments(arguments), strict=True):
                yield component, argument, value


def _coarse_by_fine(
    tuples: Iterable[SemanticTuple], fine: GroundingFunction, coarse: GroundingFunction
) -> dict[str, str]:
    arguments = [
        argument
        for item in tuples
        if item.depicted
        for argument in (*item.agents, *item.patients, *item.locatives)
        if argument.present
    ]
    values = zip(fine.ground_arguments(arguments), coarse.ground_arguments(arguments), strict=True)
    return {value: kind for value, kind in values if value is not None and kind is not None}


def _length_group(n_words: int) -> tuple[int, str]:
    for low, high in _LENGTHS:
        if n_words <= high:
            return low, f"{low} to {high}"
    return _LENGTHS[-1][1] + 1, f"{_LENGTHS[-1][1] + 1} and more"


def _values(sets: Iterable[frozenset[tuple[str, ...]]]) -> str:
    return ", ".join("-".join(value) for values in sets for value in sorted(values))
