"""Caption files of every supported format to captions, all faults of a file at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path, PurePath
from typing import BinaryIO, Literal

import msgspec

from extractor.errors import Fault, InvalidInputError, ResourceError, shorten
from extractor.types import Caption, CaptionId
from formats.entries import CaptionEntry
from formats.json_values import checked, parse_json
from formats.records import (
    ANNOTATION_SCHEMA,
    EXTRACTION_SCHEMA,
    AnnotationRecord,
    ExtractionRecord,
    annotation_tuples,
    extraction_from_record,
)
from formats.text import numbered_lines, plain_bytes, read_bytes

FormatName = Literal["text", "tsv", "jsonl", "coco"]
FORMATS: tuple[FormatName, ...] = ("text", "tsv", "jsonl", "coco")
_FORMAT_BY_SUFFIX: dict[str, FormatName] = {
    ".txt": "text",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
}


def read_captions(path: Path, *, format_name: FormatName | None = None) -> list[CaptionEntry]:
    """The captions of a file: plain text, TSV, JSON Lines, COCO results or annotations, each also as gzip.

    Args:
        path: The file.
        format_name: What it is; None tells it by extension and content.

    Returns:
        The entries in the order of the file; at least one.

    Raises:
        InvalidInputError: The file is missing, unreadable or faulty; every fault is named with its line.
        ResourceError: The machine failed while reading.
    """
    return _entries(read_bytes(path), name=str(path), format_name=format_name)


def read_stream(stream: BinaryIO, *, format_name: FormatName | None = None) -> list[CaptionEntry]:
    """The captions of a stream such as standard input, as ``read_captions`` reads a file.

    Raises:
        InvalidInputError: The content is faulty; every fault is named with its line.
        ResourceError: The machine failed while reading.
    """
    try:
        data = stream.read()
    except OSError as e:
        raise ResourceError(f"standard input cannot be read: {e.strerror}") from e
    return _entries(data, name="-", format_name=format_name)


def _entries(data: bytes, *, name: str, format_name: FormatName | None) -> list[CaptionEntry]:
    data = plain_bytes(data, where=name)
    read = _READERS[format_name or _detect(data, name=name)]
    faults: list[Fault] = []
    entries = list(read(data, name, faults))
    faults += _duplicates(entries)
    if not entries and not faults:
        faults = [Fault(where=name, problem="holds no caption")]
    if faults:
        raise InvalidInputError(faults)
    return entries


def _detect(data: bytes, *, name: str) -> FormatName:
    suffixes = [suffix.lower() for suffix in PurePath(name).suffixes]
    if suffixes and suffixes[-1] == ".gz":
        suffixes.pop()
    by_suffix = _FORMAT_BY_SUFFIX.get(suffixes[-1]) if suffixes else None
    if by_suffix is not None:
        return by_suffix
    start = data.lstrip()[:1]
    if start == b"[":
        return "coco"
    if start == b"{":
        named_json = suffixes[-1:] == [".json"]
        return "coco" if _is_coco_object(data, named_json=named_json) else "jsonl"
    lines = [line for line in data.split(b"\n") if line.strip()]
    return "tsv" if lines and all(b"\t" in line for line in lines) else "text"


def _is_coco_object(data: bytes, *, named_json: bool) -> bool:
    """Whether data that starts with a JSON object is one object, and not one a line."""
    first_line = data.lstrip().split(b"\n", 1)[0].strip()
    try:
        value = msgspec.json.decode(first_line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return named_json or first_line == b"{" or b'"annotations"' in first_line
    return isinstance(value, dict) and "annotations" in value


def _read_text(data: bytes, name: str, faults: list[Fault]) -> Iterator[CaptionEntry]:
    for number, line in numbered_lines(data, where=name, faults=faults):
        yield _entry(Caption(text=line), where=f"{name}:{number}")


def _read_tsv(data: bytes, name: str, faults: list[Fault]) -> Iterator[CaptionEntry]:
    for number, line in numbered_lines(data, where=name, faults=faults):
        where = f"{name}:{number}"
        image_id, tab, text = line.partition("\t")
        if not tab:
            faults.append(Fault(where=where, problem=f"no tab between id and caption in {shorten(line)}"))
        elif not image_id.strip():
            faults.append(Fault(where=where, problem="the id before the tab is empty"))
        else:
            yield _entry(Caption(text=text, image_id=image_id), where=where)


def _read_json_lines(data: bytes, name: str, faults: list[Fault]) -> Iterator[CaptionEntry]:
    for number, line in numbered_lines(data, where=name, faults=faults):
        where = f"{name}:{number}"
        if not line.strip():
            continue
        try:
            yield from _json_line_entries(parse_json(line), where=where)
        except InvalidInputError as e:
            faults.extend(e.faults)
        except ValueError as e:
            faults.append(Fault(where=where, problem=str(e)))


class _CaptionLine(msgspec.Struct, kw_only=True):
    """A line without a schema: one caption, or several of one image; other fields are skipped."""

    image_id: str | int | None = None
    caption_id: str | int | None = None
    caption: str | None = None
    captions: list[str] | None = None
    tokens: list[str] | None = None


def _json_line_entries(value: object, *, where: str) -> list[CaptionEntry]:
    if not isinstance(value, dict):
        raise ValueError(f"a JSON object is needed on each line, not {shorten(value)}")
    schema = value.get("schema")
    if schema == EXTRACTION_SCHEMA:
        error = value.pop("error", None)  # of a batch job
        if error is not None:
            problem = f"the extraction failed there, so there are no tuples: {shorten(error, max_length=200)}"
            raise ValueError(problem)
        extraction = extraction_from_record(checked(value, ExtractionRecord), where=where)
        return [
            CaptionEntry(
                caption=extraction.caption, tuples=extraction.tuples, model=extraction.model, where=where
            )
        ]
    if schema == ANNOTATION_SCHEMA:
        return [_annotation_entry(checked(value, AnnotationRecord), where=where)]
    if schema is not None:
        allowed = f"{EXTRACTION_SCHEMA!r}, {ANNOTATION_SCHEMA!r} or no schema"
        raise ValueError(f"schema: unknown {shorten(schema)}; allowed: {allowed}")
    line = checked(value, _CaptionLine)
    if (line.caption is None) == (line.captions is None):
        raise ValueError("either 'caption' (a string) or 'captions' (a list of strings) is needed")
    if line.captions is not None:
        if not line.captions:
            raise ValueError("captions: empty; at least one is needed")
        if line.caption_id is not None or line.tokens is not None:
            raise ValueError("caption_id and tokens go with 'caption', not with 'captions'")
        return [
            _entry(Caption(text=text, image_id=line.image_id), where=f"{where}: captions[{i}]")
            for i, text in enumerate(line.captions)
        ]
    caption = Caption(
        text=line.caption or "",
        image_id=line.image_id,
        caption_id=line.caption_id,
        tokens=None if line.tokens is None else tuple(line.tokens),
    )
    return [_entry(caption, where=where)]


def _annotation_entry(record: AnnotationRecord, *, where: str) -> CaptionEntry:
    caption = Caption(
        text=record.caption,
        image_id=record.image_id,
        caption_id=record.caption_id,
        tokens=None if record.tokens is None else tuple(record.tokens),
    )
    return CaptionEntry(caption=caption, tuples=annotation_tuples(record, where=where), where=where)


class _CocoCaption(msgspec.Struct, kw_only=True):
    """An item of COCO results, or of the list in COCO annotations; other fields are skipped."""

    image_id: str | int
    caption: str
    id: str | int | None = None


def _read_coco(data: bytes, name: str, faults: list[Fault]) -> Iterator[CaptionEntry]:
    try:
        items, path = _coco_items(parse_json(data.decode()))
    except UnicodeDecodeError as e:
        line = data.count(b"\n", 0, e.start) + 1
        faults.append(Fault(where=f"{name}:{line}", problem=f"not UTF-8: byte 0x{data[e.start]:02x}"))
        return
    except ValueError as e:
        faults.append(Fault(where=name, problem=str(e)))
        return
    for i, item in enumerate(items):
        where = f"{name}: {path}[{i}]"
        try:
            record = checked(item, _CocoCaption)
        except ValueError as e:
            faults.append(Fault(where=where, problem=str(e)))
        else:
            caption = Caption(text=record.caption, image_id=record.image_id, caption_id=record.id)
            yield _entry(caption, where=where)


def _coco_items(value: object) -> tuple[list[object], str]:
    """The captions of COCO results or annotations, and where they stand in the file."""
    items, path = (value.get("annotations"), "annotations") if isinstance(value, dict) else (value, "")
    if not isinstance(items, list):
        raise ValueError(
            "needed are COCO results (a list of objects with image_id and caption) or COCO annotations"
            f" (an object with such a list as 'annotations'), not {shorten(items)}"
        )
    return items, path


def _entry(caption: Caption, *, where: str) -> CaptionEntry:
    return CaptionEntry(caption=caption, where=where)


def _duplicates(entries: list[CaptionEntry]) -> list[Fault]:
    """A fault for every caption whose ids one before it has; ids compare as text, so 7 and "7" are one."""
    first_by_key: dict[tuple[str | None, str], str] = {}
    faults = []
    for entry in entries:
        if entry.caption.caption_id is None:
            continue
        key = (_id_text(entry.caption.image_id), str(entry.caption.caption_id))
        first = first_by_key.setdefault(key, entry.where)
        if first != entry.where:
            problem = f"caption_id {shorten(entry.caption.caption_id)} is taken by {first}"
            faults.append(Fault(where=entry.where, problem=problem))
    return faults


def _id_text(value: CaptionId) -> str | None:
    return None if value is None else str(value)


_READERS: dict[FormatName, Callable[[bytes, str, list[Fault]], Iterator[CaptionEntry]]] = {
    "text": _read_text,
    "tsv": _read_tsv,
    "jsonl": _read_json_lines,
    "coco": _read_coco,
}
