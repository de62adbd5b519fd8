"""JSON Lines records of tuples: ``captuple.extraction/1`` (ours) and ``captuple.annotation/1`` (people's).

The structs say what a line may hold; ``msgspec`` checks it; the functions turn lines into our types and back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from extractor.errors import Fault, InvalidInputError, shorten
from extractor.types import (
    Argument,
    Caption,
    Entity,
    Extraction,
    LocativeKind,
    Mention,
    Predicate,
    SemanticTuple,
    UndepictedReason,
)

EXTRACTION_SCHEMA = "captuple.extraction/1"
ANNOTATION_SCHEMA = "captuple.annotation/1"


class PredicateRecord(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=False):
    """A predicate, as a JSON object."""

    text: str = ""
    lemma: str | None = None
    start: int | None = None
    end: int | None = None
    tacit: bool = False
    confidence: float | None = None


class ArgumentRecord(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=False):
    """An agent or a patient, as a JSON object."""

    text: str = ""
    lemma: str | None = None
    start: int | None = None
    end: int | None = None
    phrase_start: int | None = None
    phrase_end: int | None = None
    upos: str | None = None
    tacit: bool = False
    negated: bool = False
    modifiers: list[str] = []
    modifier_spans: list[tuple[int, int]] = []
    confidence: float | None = None
    depicted: bool = True
    reason: UndepictedReason | None = None
    entity: int | None = None


class LocativeRecord(ArgumentRecord, kw_only=True, forbid_unknown_fields=True, omit_defaults=False):
    """A locative, as a JSON object."""

    preposition: str | None = None
    kind: LocativeKind | None = None


class TupleRecord(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A semantic tuple, as a JSON object."""

    predicate: PredicateRecord
    agents: list[ArgumentRecord] = []
    patients: list[ArgumentRecord] = []
    locatives: list[LocativeRecord] = []
    depicted: bool = True
    reason: UndepictedReason | None = None


class MentionRecord(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A mention of an entity, as a JSON object."""

    text: str
    start: int
    end: int


class EntityRecord(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """An entity, as a JSON object."""

    id: int
    lemma: str
    mentions: list[MentionRecord] = []
    attributes: list[str] = []


class ExtractionRecord(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One line of ``captuple.extraction/1``; ``language`` stands there where the caption is surely not English."""

    schema: Literal["captuple.extraction/1"] = "captuple.extraction/1"
    image_id: str | int | None = None
    caption_id: str | int | None = None
    caption: str
    model: str
    tuples: list[TupleRecord]
    entities: list[EntityRecord] = []
    language: str | msgspec.UnsetType = msgspec.UNSET


class AnnotationArgument(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An argument or predicate of a human annotation: a span of the caption, or tacit with or without a value."""

    text: str | None = None
    start: int | None = None
    end: int | None = None
    tacit: bool = False
    value: str | None = None
    negated: bool = False
    reason: UndepictedReason | None = None
    entity: int | None = None


class AnnotationLocative(AnnotationArgument, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A locative of a human annotation."""

    preposition: str | None = None
    kind: LocativeKind | None = None


class AnnotationTuple(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A tuple of a human annotation."""

    predicate: AnnotationArgument
    agents: list[AnnotationArgument] = []
    patients: list[AnnotationArgument] = []
    locatives: list[AnnotationLocative] = []
    reason: UndepictedReason | msgspec.UnsetType = msgspec.UNSET


class AnnotationRecord(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One line of ``captuple.annotation/1``."""

    schema: Literal["captuple.annotation/1"] = "captuple.annotation/1"
    image_id: str | int
    caption_id: str | int
    caption: str
    tokens: list[str] | None = None
    tuples: list[AnnotationTuple]


def extraction_record(extraction: Extraction) -> ExtractionRecord:
    """The record of an extraction; ``msgspec.json.encode`` of it is the line."""
    return ExtractionRecord(
        image_id=extraction.caption.image_id,
        caption_id=extraction.caption.caption_id,
        caption=extraction.caption.text,
        model=extraction.model,
        language=extraction.language or msgspec.UNSET,
        tuples=[
            TupleRecord(
                predicate=PredicateRecord(
                    text=item.predicate.text,
                    lemma=item.predicate.lemma,
                    start=item.predicate.start,
                    end=item.predicate.end,
                    tacit=item.predicate.tacit,
                    confidence=item.predicate.confidence,
                ),
                agents=[ArgumentRecord(**_argument_fields(argument)) for argument in item.agents],
                patients=[ArgumentRecord(**_argument_fields(argument)) for argument in item.patients],
                locatives=[
                    LocativeRecord(
                        **_argument_fields(argument), preposition=argument.preposition, kind=argument.kind
                    )
                    for argument in item.locatives
                ],
                depicted=item.depicted,
                reason=item.reason,
            )
            for item in extraction.tuples
        ],
        entities=[
            EntityRecord(
                id=entity.id,
                lemma=entity.lemma,
                mentions=[MentionRecord(text=m.text, start=m.start, end=m.end) for m in entity.mentions],
                attributes=list(entity.attributes),
            )
            for entity in extraction.entities
        ],
    )


def extraction_from_record(record: ExtractionRecord, *, where: str) -> Extraction:
    """The extraction of a record.

    Args:
        record: A decoded line.
        where: The line's place, for messages.

    Raises:
        InvalidInputError: Spans lie outside the caption, or a span is given by half; all faults are named.
    """
    faults: list[Fault] = []
    tuples = []
    for t, item in enumerate(record.tuples):
        place = f"{where}: tuples[{t}]"
        _check_span(faults, f"{place}.predicate", record.caption, item.predicate)
        _check_depicted(faults, place, item)
        slots: dict[str, tuple[Argument, ...]] = {}
        fields: tuple[tuple[str, Sequence[ArgumentRecord]], ...] = (
            ("agents", item.agents),
            ("patients", item.patients),
            ("locatives", item.locatives),
        )
        for slot, arguments in fields:
            for a, argument in enumerate(arguments):
                _check_span(faults, f"{place}.{slot}[{a}]", record.caption, argument)
                _check_depicted(faults, f"{place}.{slot}[{a}]", argument)
            slots[slot] = tuple(_argument_from_record(argument) for argument in arguments)
        tuples.append(
            SemanticTuple(
                predicate=Predicate(
                    text=item.predicate.text,
                    lemma=item.predicate.lemma,
                    start=item.predicate.start,
                    end=item.predicate.end,
                    tacit=item.predicate.tacit,
                    confidence=item.predicate.confidence,
                ),
                **slots,
                reason=item.reason,
            )
        )
    for e, entity in enumerate(record.entities):
        for m, mention in enumerate(entity.mentions):
            if not 0 <= mention.start < mention.end <= len(record.caption):
                problem = f"span {mention.start}-{mention.end} is empty or outside the caption"
                faults.append(Fault(where=f"{where}: entities[{e}].mentions[{m}]", problem=problem))
    if faults:
        raise InvalidInputError(faults)
    entities = tuple(
        Entity(
            id=entity.id,
            lemma=entity.lemma,
            mentions=tuple(Mention(text=m.text, start=m.start, end=m.end) for m in entity.mentions),
            attributes=tuple(entity.attributes),
        )
        for entity in record.entities
    )
    caption = Caption(text=record.caption, image_id=record.image_id, caption_id=record.caption_id)
    return Extraction(
        caption=caption,
        model=record.model,
        tuples=tuple(tuples),
        entities=entities,
        language=None if record.language is msgspec.UNSET else record.language,
    )


def annotation_tuples(record: AnnotationRecord, *, where: str) -> tuple[SemanticTuple, ...]:
    """The tuples of a human annotation; lemmas are None except where a tacit value is written.

    Raises:
        InvalidInputError: A span lies outside the caption, does not read as its ``text``, is empty, or is missing
            where nothing says that the argument is tacit; all faults are named.
    """
    faults: list[Fault] = []
    tuples = []
    for t, item in enumerate(record.tuples):
        place = f"{where}: tuples[{t}]"
        _check_annotation(faults, f"{place}.predicate", record.caption, item.predicate)
        slots: dict[str, tuple[Argument, ...]] = {}
        fields: tuple[tuple[str, Sequence[AnnotationArgument]], ...] = (
            ("agents", item.agents),
            ("patients", item.patients),
            ("locatives", item.locatives),
        )
        for slot, arguments in fields:
            spans: set[tuple[int, int]] = set()
            for a, argument in enumerate(arguments):
                _check_annotation(faults, f"{place}.{slot}[{a}]", record.caption, argument)
                if argument.start is not None and argument.end is not None:
                    if any(argument.start < end and start < argument.end for start, end in spans):
                        problem = f"overlaps another argument of its slot: {shorten(argument.text)}"
                        faults.append(Fault(where=f"{place}.{slot}[{a}]", problem=problem))
                    spans.add((argument.start, argument.end))
            slots[slot] = tuple(_argument_from_annotation(argument) for argument in arguments)
        predicate = Predicate(
            text=item.predicate.text or "",
            lemma=item.predicate.value,
            start=item.predicate.start,
            end=item.predicate.end,
            tacit=item.predicate.tacit,
        )
        tuples.append(SemanticTuple(predicate=predicate, **slots, reason=item.reason or None))
    if faults:
        raise InvalidInputError(faults)
    return tuple(tuples)


def _argument_fields(argument: Argument) -> dict[str, Any]:
    names = (
        "text",
        "lemma",
        "start",
        "end",
        "phrase_start",
        "phrase_end",
        "upos",
        "tacit",
        "negated",
        "confidence",
        "depicted",
        "reason",
        "entity",
    )
    return {
        **{name: getattr(argument, name) for name in names},
        "modifiers": list(argument.modifiers),
        "modifier_spans": list(argument.modifier_spans),
    }


def _argument_from_record(record: ArgumentRecord) -> Argument:
    preposition: str | None = None
    kind: LocativeKind | None = None
    if isinstance(record, LocativeRecord):
        preposition, kind = record.preposition, record.kind
    return Argument(
        text=record.text,
        lemma=record.lemma,
        start=record.start,
        end=record.end,
        phrase_start=record.phrase_start,
        phrase_end=record.phrase_end,
        upos=record.upos,
        preposition=preposition,
        kind=kind,
        tacit=record.tacit,
        negated=record.negated,
        modifiers=tuple(record.modifiers),
        modifier_spans=tuple(record.modifier_spans),
        confidence=record.confidence,
        reason=record.reason,
        entity=record.entity,
    )


def _argument_from_annotation(record: AnnotationArgument) -> Argument:
    preposition: str | None = None
    kind: LocativeKind | None = None
    if isinstance(record, AnnotationLocative):
        preposition, kind = record.preposition, record.kind
    return Argument(
        text=record.text or "",
        lemma=record.value,
        start=record.start,
        end=record.end,
        preposition=preposition,
        kind=kind,
        tacit=record.tacit,
        negated=record.negated,
        reason=record.reason,
        entity=record.entity,
    )


def _check_depicted(faults: list[Fault], where: str, record: TupleRecord | ArgumentRecord) -> None:
    if record.depicted != (record.reason is None):
        problem = f"depicted is {str(record.depicted).lower()} and reason {record.reason!r}; "
        problem += "a reason stands where depicted is false, and only there"
        faults.append(Fault(where=where, problem=problem))


def _check_span(
    faults: list[Fault], where: str, caption: str, record: PredicateRecord | ArgumentRecord
) -> None:
    start, end = record.start, record.end
    if (start is None) != (end is None):
        faults.append(Fault(where=where, problem="start and end are given together or not at all"))
    elif start is not None and end is not None and not 0 <= start < end <= len(caption):
        problem = f"span {start}-{end} lies outside the caption of {len(caption)} code points, or is empty"
        faults.append(Fault(where=where, problem=problem))
    if not record.tacit and not record.text:
        faults.append(Fault(where=where, problem="text is empty, allowed only where tacit is true"))


def _check_annotation(faults: list[Fault], where: str, caption: str, record: AnnotationArgument) -> None:
    if record.tacit:
        if record.start is not None or record.end is not None or record.text:
            faults.append(
                Fault(where=where, problem="a tacit argument has no text, start or end; its value is 'value'")
            )
        return
    if record.start is None or record.end is None or record.text is None:
        faults.append(Fault(where=where, problem="text, start and end are required where tacit is not true"))
    elif not 0 <= record.start < record.end <= len(caption):
        problem = f"span {record.start}-{record.end} is empty or outside the {len(caption)} code points of the caption"
        faults.append(Fault(where=where, problem=problem))
    elif caption[record.start : record.end] != record.text:
        found = shorten(caption[record.start : record.end])
        problem = (
            f"text {shorten(record.text)} differs from the caption's {found} at {record.start}-{record.end}"
        )
        faults.append(Fault(where=where, problem=problem))
