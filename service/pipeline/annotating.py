"""Captions as annotations for people to correct: with the model's tuples, in the order in which they need people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, get_args

from extractor.errors import Fault, InvalidInputError
from extractor.types import Argument, Caption, CaptionEntry, Predicate, SemanticTuple
from formats.records import AnnotationArgument, AnnotationLocative, AnnotationRecord, AnnotationTuple
from service.pipeline.extraction import Progress, extracted

Select = Literal["all", "uncertain"]
SELECTS: tuple[Select, ...] = get_args(Select)


def records_to_correct(
    entries: Sequence[CaptionEntry], *, model: str, select: Select, progress: Progress
) -> tuple[list[AnnotationRecord], str | None]:
    """The annotations of captions that are not empty, and the model that made them; None where people did.

    Args:
        entries: With the tuples of people in all or in none; a model's are found anew.
        model: ``NAME``, ``NAME@VERSION`` or the folder of a bundle.
        select: ``all`` in the order of the entries, or the least confident first (``uncertain``): by the least sure
            predicate or argument, and before these the captions in which nothing was found.
        progress: Shows how far it is.

    Raises:
        InvalidInputError: Some captions have tuples of people and others not; or all have, which have no confidence,
            and the uncertain ones are asked for; or captions are faulty.
    """
    numbered = [
        (number, entry) for number, entry in enumerate(entries, start=1) if entry.caption.text.strip()
    ]
    records = _human_records(numbered)
    if records is None:
        return _model_records(numbered, model=model, select=select, progress=progress)
    if select == "uncertain":
        raise InvalidInputError(
            "--select uncertain is for captions without tuples: people's have no confidence."
        )
    return records, None


def _human_records(numbered: Sequence[tuple[int, CaptionEntry]]) -> list[AnnotationRecord] | None:
    """The records of captions that people have annotated; None where they have annotated none.

    Raises:
        InvalidInputError: They have annotated some and others not.
    """
    annotated = [_is_human(entry) for _, entry in numbered]
    if not any(annotated):
        return None
    if not all(annotated):
        problem = "has no tuples of people, and others have; annotated captions go in a file of their own"
        bare = [entry for _, entry in numbered if not _is_human(entry)]
        raise InvalidInputError([Fault(where=entry.where, problem=problem) for entry in bare])
    return [annotation_record(entry.caption, entry.tuples or (), number=number) for number, entry in numbered]


def _is_human(entry: CaptionEntry) -> bool:
    return entry.tuples is not None and entry.model is None


def _model_records(
    numbered: Sequence[tuple[int, CaptionEntry]], *, model: str, select: Select, progress: Progress
) -> tuple[list[AnnotationRecord], str]:
    """The records of the model's tuples, and the model's name with its version."""
    bare = [replace(entry, tuples=None, model=None) for _, entry in numbered]
    found = extracted(bare, model=model, progress=progress)
    tuples = found.tuples
    order = list(range(len(numbered)))
    if select == "uncertain":
        order.sort(key=lambda i: least_confidence(tuples[i]))
    records = [annotation_record(numbered[i][1].caption, tuples[i], number=numbered[i][0]) for i in order]
    return records, found.extractor_model or ""


def least_confidence(tuples: Sequence[SemanticTuple]) -> float:
    """The confidence of the least sure predicate or argument; -1 without tuples, which need a person most."""
    members: list[Predicate | Argument] = []
    for item in tuples:
        members += [item.predicate, *item.agents, *item.patients, *item.locatives]
    confidences = [1.0 if member.confidence is None else member.confidence for member in members]
    return min(confidences, default=-1.0)


def annotation_record(caption: Caption, tuples: Sequence[SemanticTuple], *, number: int) -> AnnotationRecord:
    """The annotation of a caption; the place in the input stands for ids that it lacks."""
    caption_id = number if caption.caption_id is None else caption.caption_id
    return AnnotationRecord(
        image_id=caption_id if caption.image_id is None else caption.image_id,
        caption_id=caption_id,
        caption=caption.text,
        tokens=None if caption.tokens is None else list(caption.tokens),
        tuples=[
            AnnotationTuple(
                predicate=_written_or_tacit(caption, item.predicate),
                agents=[_argument(caption, argument) for argument in _disjoint(item.agents)],
                patients=[_argument(caption, argument) for argument in _disjoint(item.patients)],
                locatives=[_locative(caption, argument) for argument in _disjoint(item.locatives)],
            )
            for item in tuples
            if item.depicted  # people annotate what they see
        ],
    )


def _disjoint(arguments: Sequence[Argument]) -> list[Argument]:
    """Arguments of a slot, each word once: two pronouns may stand for the same noun."""
    spans: set[tuple[int | None, int | None]] = set()
    kept = []
    for argument in arguments:
        if argument.tacit or (argument.start, argument.end) not in spans:
            kept.append(argument)
        spans.add((argument.start, argument.end))
    return kept


def _written_or_tacit(caption: Caption, item: Predicate | Argument) -> AnnotationArgument:
    if item.tacit or item.start is None or item.end is None:
        return AnnotationArgument(tacit=True, value=item.lemma)
    text = caption.text[item.start : item.end]
    return AnnotationArgument(text=text, start=item.start, end=item.end)


def _argument(caption: Caption, argument: Argument) -> AnnotationArgument:
    record = _written_or_tacit(caption, argument)
    record.negated = argument.negated
    return record


def _locative(caption: Caption, argument: Argument) -> AnnotationLocative:
    record = _argument(caption, argument)
    return AnnotationLocative(
        text=record.text,
        start=record.start,
        end=record.end,
        tacit=record.tacit,
        value=record.value,
        negated=record.negated,
        preposition=argument.preposition,
        kind=argument.kind,
    )
