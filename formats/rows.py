"""Rows of captions: JSON objects and other records to entries, each with its faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from extractor.errors import Fault, InvalidInputError, shorten
from extractor.types import Caption, CaptionEntry, CaptionId
from formats.fields import FieldNames, choose_fields
from formats.json_values import checked
from formats.records import (
    ANNOTATION_SCHEMA,
    EXTRACTION_SCHEMA,
    AnnotationRecord,
    ExtractionRecord,
    annotation_tuples,
    extraction_from_record,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionRow:
    """One row of an input: a caption, or what is wrong.

    Attributes:
        where: Its place: ``file:line``, ``file: [index]``, ``file: row number``.
        image_id: As given, also of a faulty row where it can be told; None where there is none.
        caption_id: As given; None where there is none.
        entry: The caption with its tokens and tuples where they are given; None where the row is faulty.
        references: Gold captions of the image, for scoring row by row; None where the row has none.
        faults: What is wrong with the row; empty where it was read.
    """

    where: str
    image_id: CaptionId = None
    caption_id: CaptionId = None
    entry: CaptionEntry | None = None
    references: tuple[CaptionEntry, ...] | None = None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What readers know of the file that they read.

    Attributes:
        name: Of the file, for messages.
        fields: How its fields are called.
        on_guess: Told what is guessed of the fields, for each row.
    """

    name: str
    fields: FieldNames
    on_guess: Callable[[str], None]


class Ids(msgspec.Struct, kw_only=True):
    """What can be said of a row that is wrong otherwise."""

    image_id: str | int | None = None
    caption_id: str | int | None = None


class _CaptionLine(msgspec.Struct, kw_only=True):
    """A row with our names: one caption."""

    image_id: str | int
    caption: str
    caption_id: str | int | None = None
    tokens: list[str] | None = None


_OUR_NAMES = FieldNames()


def ids_of(value: object) -> Ids:
    """The ids of a row as far as they can be told."""
    try:
        return msgspec.convert(value, Ids)
    except msgspec.ValidationError:
        return Ids()


def good_row(caption: Caption, *, where: str, source: Source, line: int | None) -> CaptionRow:
    """The row of a bare caption."""
    entry = CaptionEntry(caption=caption, where=where, file=source.name, line=line)
    return CaptionRow(where=where, image_id=caption.image_id, caption_id=caption.caption_id, entry=entry)


def faulty_row(
    where: str,
    faults: str | Iterable[Fault],
    *,
    source: Source,
    line: int | None = None,
    ids: Ids | None = None,
) -> CaptionRow:
    """A row that could not be read: what is wrong with it, at its place."""
    if isinstance(faults, str):
        faults = [Fault(where=where, problem=faults, file=source.name, line=line)]
    ids = ids or Ids()
    return CaptionRow(where=where, image_id=ids.image_id, caption_id=ids.caption_id, faults=tuple(faults))


def object_rows(value: object, *, where: str, source: Source, line: int | None = None) -> list[CaptionRow]:
    """The rows of one JSON object: its caption or captions, each with the object's references; or one faulty row."""
    try:
        return _object_rows(value, where=where, source=source, line=line)
    except InvalidInputError as e:
        faults = [Fault(where=f.where, problem=f.problem, file=source.name, line=line) for f in e.faults]
        return [faulty_row(where, faults, source=source, ids=ids_of(value))]
    except ValueError as e:
        return [faulty_row(where, str(e), source=source, line=line, ids=ids_of(value))]


def _object_rows(value: object, *, where: str, source: Source, line: int | None) -> list[CaptionRow]:
    if not isinstance(value, dict):
        raise ValueError(f"a JSON object is needed, not {shorten(value)}")
    error = value.get("error")  # of a batch job
    if error is not None:
        shown = shorten(error, max_length=200)
        raise ValueError(f"the line is a failed extraction, so there are no tuples: {shown}")
    given = None
    if "references" in value and "references" not in source.fields.captions:
        given = value["references"]
        value = {name: item for name, item in value.items() if name != "references"}
    references = None if given is None else _references(given, where=where, source=source, line=line)
    return [
        CaptionRow(
            where=entry.where,
            image_id=entry.caption.image_id,
            caption_id=entry.caption.caption_id,
            entry=entry,
            references=references,
        )
        for entry in _entries(value, where=where, source=source, line=line)
    ]


def _references(value: object, *, where: str, source: Source, line: int | None) -> tuple[CaptionEntry, ...]:
    """Texts, or objects as rows are, with tokens or tuples."""
    if not isinstance(value, list):
        raise ValueError(f"references: a list is needed, not {shorten(value)}")
    # A row's references stand in it under our names: what people named is the row's own.
    inner = Source(name=source.name, fields=FieldNames(), on_guess=source.on_guess)
    entries = []
    for i, item in enumerate(value):
        place = f"{where}: references[{i}]"
        if isinstance(item, str):
            entries.append(CaptionEntry(caption=Caption(text=item), where=place, file=source.name, line=line))
        elif isinstance(item, dict):
            entries += _entries(item, where=place, source=inner, line=line)
        else:
            raise ValueError(
                f"references[{i}]: a caption or an object with one is needed, not {shorten(item)}"
            )
    return tuple(entries)


def _entries(value: dict[str, Any], *, where: str, source: Source, line: int | None) -> list[CaptionEntry]:
    schema = value.get("schema")
    if schema == EXTRACTION_SCHEMA:
        value = {name: item for name, item in value.items() if name != "error"}  # null: there was none
        extraction = extraction_from_record(checked(value, ExtractionRecord), where=where)
        return [
            CaptionEntry(
                caption=extraction.caption,
                tuples=extraction.tuples,
                entities=extraction.entities,
                model=extraction.model,
                where=where,
                file=source.name,
                line=line,
            )
        ]
    if schema == ANNOTATION_SCHEMA:
        record = checked(value, AnnotationRecord)
        caption = Caption(
            text=record.caption,
            image_id=record.image_id,
            caption_id=record.caption_id,
            tokens=None if record.tokens is None else tuple(record.tokens),
        )
        tuples = annotation_tuples(record, where=where)
        return [CaptionEntry(caption=caption, tuples=tuples, where=where, file=source.name, line=line)]
    if schema is not None:
        allowed = f"{EXTRACTION_SCHEMA!r}, {ANNOTATION_SCHEMA!r} or no schema"
        raise ValueError(f"schema: unknown {shorten(schema)}; allowed: {allowed}")
    return _plain_entries(value, where=where, source=source, line=line)


def _plain_entries(
    value: dict[str, Any], *, where: str, source: Source, line: int | None
) -> list[CaptionEntry]:
    """An object without a schema: one caption, or several of one image; other fields are skipped."""
    if source.fields == _OUR_NAMES and value.get("image_id") is not None and "captions" not in value:
        try:  # the common row, in one step; what is wrong with another is told below
            line_value = msgspec.convert(value, _CaptionLine)
        except msgspec.ValidationError:
            pass
        else:
            caption = Caption(
                text=line_value.caption,
                image_id=line_value.image_id,
                caption_id=line_value.caption_id,
                tokens=None if line_value.tokens is None else tuple(line_value.tokens),
            )
            return [CaptionEntry(caption=caption, where=where, file=source.name, line=line)]
    fields = choose_fields(
        {name: None for name, item in value.items() if item is not None},
        source.fields,
        may_be_caption=lambda name: isinstance(value[name], str | list),
        may_be_id=lambda name: isinstance(value[name], str | int) and not isinstance(value[name], bool),
    )
    if fields.guess:
        source.on_guess(fields.guess)
    given = _field(value, fields.caption, str | list[str])
    image_id = None if fields.image_id is None else _field(value, fields.image_id, str | int)
    caption_id = _field(value, "caption_id", str | int | None)
    tokens = _field(value, "tokens", list[str] | None)
    if isinstance(given, str):
        caption = Caption(
            text=given,
            image_id=image_id,
            caption_id=caption_id,
            tokens=None if tokens is None else tuple(tokens),
        )
        return [CaptionEntry(caption=caption, where=where, file=source.name, line=line)]
    if not given:
        raise ValueError(f"{fields.caption}: empty; at least one is needed")
    if caption_id is not None or tokens is not None:
        raise ValueError("caption_id and tokens go with one caption, not with a list of them")
    return [
        CaptionEntry(
            caption=Caption(text=text, image_id=image_id),
            where=f"{where}: {fields.caption}[{i}]",
            file=source.name,
            line=line,
        )
        for i, text in enumerate(given)
    ]


def _field(value: dict[str, Any], name: str, type_: Any) -> Any:
    """A field's value, of a type.

    Raises:
        ValueError: It is of another.
    """
    try:
        return checked(value.get(name), type_)
    except ValueError as e:
        raise ValueError(f"{name}: {e}") from e
