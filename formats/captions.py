"""The one reader of captions: files and streams of every format to rows, one at a time, each with its faults.

A row that cannot be read is still a row. Commands read a file whole and name all faults at once (`read_captions`);
jobs go on past a faulty row (`read_rows`): both see the same rows and the same faults.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, BinaryIO

import msgspec

from extractor.errors import Fault, InvalidInputError, shorten
from extractor.types import Caption, CaptionEntry, CaptionId
from formats.json_values import checked, parse_json
from formats.records import (
    ANNOTATION_SCHEMA,
    EXTRACTION_SCHEMA,
    AnnotationRecord,
    ExtractionRecord,
    annotation_tuples,
    extraction_from_record,
)
from formats.sources import CaptionFile, FormatName, format_of, parquet_faults
from formats.text import Line, lines_of, opened, read_whole, unpacked

_PARQUET_BATCH = 2_000
_CSV_COLUMNS = ("image_id", "caption_id", "caption")


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


def read_captions(path: Path, *, format_name: FormatName | None = None) -> list[CaptionEntry]:
    """The captions of a file: plain text, TSV, CSV, JSON Lines, COCO or Parquet, also as gzip or zstd.

    Args:
        path: The file.
        format_name: What it is; None tells it by extension and content.

    Returns:
        The entries in the order of the file; at least one.

    Raises:
        InvalidInputError: The file is missing, unreadable or faulty; every fault is named with its line.
        ResourceError: The machine failed while reading.
    """
    with opened(path) as stream:
        return _entries(stream, name=str(path), format_name=format_name)


def read_stream(stream: BinaryIO, *, format_name: FormatName | None = None) -> list[CaptionEntry]:
    """The captions of a stream such as standard input, as ``read_captions`` reads a file.

    Raises:
        InvalidInputError: The content is faulty; every fault is named with its line.
        ResourceError: The machine failed while reading.
    """
    with unpacked(stream, where="-") as plain:
        return _entries(plain, name="-", format_name=format_name)


def read_rows(file: CaptionFile) -> Iterator[CaptionRow]:
    """The rows of a file, in order, without ever holding more than a few thousand (but a COCO file is read whole).

    Raises:
        InvalidInputError: The file is damaged (cut off, or not what its name says).
        ResourceError: The machine failed while reading.
    """
    with opened(file.path) as stream:
        yield from _rows(stream, str(file.path), file.format_name)


def survey(files: Sequence[CaptionFile]) -> int:
    """Read files through once: whether they are whole, and how much there is. Before any work, not hours into it.

    Returns:
        Lines, rows of Parquet, items of COCO: an estimate of the rows, as lines may be blank or hold several captions.

    Raises:
        InvalidInputError: Files are damaged or cut off (all are named), or no file holds a row.
        ResourceError: The machine failed while reading.
    """
    faults: list[Fault] = []
    total = 0
    has_rows = False
    for file in files:
        try:
            total += _n_rows(file)
            has_rows = has_rows or next(read_rows(file), None) is not None
        except InvalidInputError as error:
            faults += error.faults
    if faults:
        raise InvalidInputError(faults)
    if not has_rows:
        raise InvalidInputError(f"{', '.join(str(file.path) for file in files[:5])}: no rows to work on")
    return total


def _n_rows(file: CaptionFile) -> int:
    if file.format_name == "parquet":
        import pyarrow.parquet as pq

        return int(pq.read_metadata(file.path).num_rows)
    if file.format_name == "coco":
        return sum(1 for _ in read_rows(file))
    with opened(file.path) as stream:
        n_lines, last = 0, b"\n"
        while block := stream.read(1 << 20):
            n_lines += block.count(b"\n")
            last = block[-1:]
    return n_lines + (last != b"\n")


def _entries(stream: io.BufferedReader, *, name: str, format_name: FormatName | None) -> list[CaptionEntry]:
    faults: list[Fault] = []
    entries: list[CaptionEntry] = []
    try:
        for row in _rows(stream, name, format_name or format_of(stream, name=name)):
            faults += row.faults
            if row.entry is not None:
                entries.append(row.entry)
    except InvalidInputError as e:
        faults += e.faults
    faults += _duplicates(entries)
    if not entries and not faults:
        faults = [Fault(where=name, problem="holds no caption", file=name)]
    if faults:
        raise InvalidInputError(faults)
    return entries


def _duplicates(entries: Iterable[CaptionEntry]) -> list[Fault]:
    """A fault for every caption whose ids one before it has; ids compare as text, so 7 and "7" are one."""
    first_by_key: dict[tuple[str | None, str], str] = {}
    faults = []
    for entry in entries:
        if entry.caption.caption_id is None:
            continue
        image_id = entry.caption.image_id
        key = (None if image_id is None else str(image_id), str(entry.caption.caption_id))
        first = first_by_key.setdefault(key, entry.where)
        if first != entry.where:
            problem = f"caption_id {shorten(entry.caption.caption_id)} is taken by {first}"
            faults.append(entry.fault(problem))
    return faults


def _rows(stream: io.BufferedReader, name: str, format_name: FormatName) -> Iterator[CaptionRow]:
    return _READERS[format_name](stream, name)


def _faulty(
    where: str, problem: str, *, name: str, line: int | None = None, ids: _Ids | None = None
) -> CaptionRow:
    fault = Fault(where=where, problem=problem, file=name, line=line)
    return _faulty_row(where, [fault], ids)


def _faulty_row(where: str, faults: Iterable[Fault], ids: _Ids | None) -> CaptionRow:
    ids = ids or _Ids()
    return CaptionRow(where=where, image_id=ids.image_id, caption_id=ids.caption_id, faults=tuple(faults))


def _row(caption: Caption, *, where: str, name: str, line: int | None) -> CaptionRow:
    entry = CaptionEntry(caption=caption, where=where, file=name, line=line)
    return CaptionRow(where=where, image_id=caption.image_id, caption_id=caption.caption_id, entry=entry)


def _lines(stream: IO[bytes], name: str) -> Iterator[tuple[Line, str]]:
    for line in lines_of(stream):
        yield line, f"{name}:{line.number}"


def _text_rows(stream: IO[bytes], name: str) -> Iterator[CaptionRow]:
    for line, where in _lines(stream, name):
        if line.text is None:
            yield _faulty(where, line.problem, name=name, line=line.number)
        else:
            yield _row(Caption(text=line.text), where=where, name=name, line=line.number)


def _tsv_rows(stream: IO[bytes], name: str) -> Iterator[CaptionRow]:
    for line, where in _lines(stream, name):
        image_id, tab, text = (line.text or "").partition("\t")
        if line.text is None:
            yield _faulty(where, line.problem, name=name, line=line.number)
        elif not tab:
            problem = f"no tab between id and caption in {shorten(line.text)}"
            yield _faulty(where, problem, name=name, line=line.number)
        elif not image_id.strip():
            yield _faulty(where, "the id before the tab is empty", name=name, line=line.number)
        else:
            yield _row(Caption(text=text, image_id=image_id), where=where, name=name, line=line.number)


def _csv_rows(stream: IO[bytes], name: str) -> Iterator[CaptionRow]:
    """A header that names the columns, then one caption a record; a quoted field may hold line feeds."""
    bad: list[CaptionRow] = []

    def texts() -> Iterator[str]:
        for line, where in _lines(stream, name):
            if line.text is None:
                bad.append(_faulty(where, line.problem, name=name, line=line.number))
            else:
                yield f"{line.text}\n"

    reader = csv.reader(texts(), strict=True)
    columns: list[str] | None = None
    while True:
        try:
            record = next(reader, None)
        except csv.Error as e:
            where = f"{name}:{reader.line_num}"
            yield _faulty(where, f"no CSV: {e}", name=name, line=reader.line_num)
            continue
        finally:
            yield from bad
            bad.clear()
        if record is None:
            return
        line = reader.line_num
        if columns is None:
            columns = [column.strip().lower() for column in record]
            if "caption" not in columns:
                problem = (
                    f"the first line names no column 'caption'; it has {shorten(', '.join(columns))}; known are"
                    f" {', '.join(_CSV_COLUMNS)}"
                )
                yield _faulty(f"{name}:{line}", problem, name=name, line=line)
                return
        elif record:
            yield _csv_row(dict(zip(columns, record, strict=False)), record, columns, name=name, line=line)


def _csv_row(
    values: dict[str, str], record: Sequence[str], columns: Sequence[str], *, name: str, line: int
) -> CaptionRow:
    where = f"{name}:{line}"
    if len(record) != len(columns):
        problem = f"{len(record)} fields, the header has {len(columns)}"
        return _faulty(where, problem, name=name, line=line)
    caption = Caption(
        text=values["caption"],
        image_id=values.get("image_id") or None,
        caption_id=values.get("caption_id") or None,
    )
    return _row(caption, where=where, name=name, line=line)


class _Ids(msgspec.Struct, kw_only=True):
    """What can be said of a line that is wrong otherwise."""

    image_id: str | int | None = None
    caption_id: str | int | None = None


class _CaptionLine(msgspec.Struct, kw_only=True):
    """A line without a schema: one caption, or several of one image; other fields are skipped."""

    image_id: str | int | None = None
    caption_id: str | int | None = None
    caption: str | None = None
    captions: list[str] | None = None
    tokens: list[str] | None = None


def _json_rows(stream: IO[bytes], name: str) -> Iterator[CaptionRow]:
    for line, where in _lines(stream, name):
        if line.text is None:
            yield _faulty(where, line.problem, name=name, line=line.number)
            continue
        if not line.text.strip():
            continue
        value: object = None
        try:
            value = _json_value(line.text)
            yield from _value_rows(value, where=where, name=name, line=line.number)
        except InvalidInputError as e:
            faults = tuple(
                Fault(where=f.where, problem=f.problem, file=name, line=line.number) for f in e.faults
            )
            yield _faulty_row(where, faults, _ids(value))
        except ValueError as e:
            yield _faulty(where, str(e), name=name, line=line.number, ids=_ids(value))


def _json_value(text: str) -> object:
    try:
        value: object = msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return parse_json(text)  # slower, and says better what is wrong
    return value


def _ids(value: object) -> _Ids:
    try:
        return msgspec.convert(value, _Ids)
    except msgspec.ValidationError:
        return _Ids()


def _value_rows(value: object, *, where: str, name: str, line: int | None) -> list[CaptionRow]:
    """The rows of one JSON object: its caption or captions, each with the object's references."""
    if not isinstance(value, dict):
        raise ValueError(f"a JSON object is needed on each line, not {shorten(value)}")
    error = value.get("error")  # of a batch job
    if error is not None:
        shown = shorten(error, max_length=200)
        raise ValueError(f"the line is a failed extraction, so there are no tuples: {shown}")
    given = value.pop("references", None)
    references = None if given is None else _references(given, where=where, name=name, line=line)
    return [
        CaptionRow(
            where=entry.where,
            image_id=entry.caption.image_id,
            caption_id=entry.caption.caption_id,
            entry=entry,
            references=references,
        )
        for entry in _value_entries(value, where=where, name=name, line=line)
    ]


def _references(value: object, *, where: str, name: str, line: int | None) -> tuple[CaptionEntry, ...]:
    """Texts, or objects as lines are, with tokens or tuples."""
    if not isinstance(value, list):
        raise ValueError(f"references: a list is needed, not {shorten(value)}")
    entries = []
    for i, item in enumerate(value):
        place = f"{where}: references[{i}]"
        if isinstance(item, str):
            entries.append(CaptionEntry(caption=Caption(text=item), where=place, file=name, line=line))
        elif isinstance(item, dict):
            entries += _value_entries(item, where=place, name=name, line=line)
        else:
            raise ValueError(
                f"references[{i}]: a caption or an object with one is needed, not {shorten(item)}"
            )
    return tuple(entries)


def _value_entries(value: dict[str, Any], *, where: str, name: str, line: int | None) -> list[CaptionEntry]:
    schema = value.get("schema")
    value.pop("error", None)  # of a batch job, and null: there was none
    if schema == EXTRACTION_SCHEMA:
        extraction = extraction_from_record(checked(value, ExtractionRecord), where=where)
        return [
            CaptionEntry(
                caption=extraction.caption,
                tuples=extraction.tuples,
                entities=extraction.entities,
                model=extraction.model,
                where=where,
                file=name,
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
        return [CaptionEntry(caption=caption, tuples=tuples, where=where, file=name, line=line)]
    if schema is not None:
        allowed = f"{EXTRACTION_SCHEMA!r}, {ANNOTATION_SCHEMA!r} or no schema"
        raise ValueError(f"schema: unknown {shorten(schema)}; allowed: {allowed}")
    return _plain_entries(checked(value, _CaptionLine), where=where, name=name, line=line)


def _plain_entries(record: _CaptionLine, *, where: str, name: str, line: int | None) -> list[CaptionEntry]:
    if (record.caption is None) == (record.captions is None):
        raise ValueError("either 'caption' (a string) or 'captions' (a list of strings) is needed")
    if record.captions is not None:
        if not record.captions:
            raise ValueError("captions: empty; at least one is needed")
        if record.caption_id is not None or record.tokens is not None:
            raise ValueError("caption_id and tokens go with 'caption', not with 'captions'")
        return [
            CaptionEntry(
                caption=Caption(text=text, image_id=record.image_id),
                where=f"{where}: captions[{i}]",
                file=name,
                line=line,
            )
            for i, text in enumerate(record.captions)
        ]
    caption = Caption(
        text=record.caption or "",
        image_id=record.image_id,
        caption_id=record.caption_id,
        tokens=None if record.tokens is None else tuple(record.tokens),
    )
    return [CaptionEntry(caption=caption, where=where, file=name, line=line)]


class _CocoCaption(msgspec.Struct, kw_only=True):
    """An item of COCO results, or of the list in COCO annotations; other fields are skipped."""

    image_id: str | int
    caption: str
    id: str | int | None = None


def _coco_rows(stream: IO[bytes], name: str) -> Iterator[CaptionRow]:
    """COCO files are one JSON value: they are read whole."""
    data = read_whole(stream, where=name)
    try:
        items, path = _coco_items(_json_value(data.decode()))
    except UnicodeDecodeError as e:
        line = data.count(b"\n", 0, e.start) + 1
        problem = f"not UTF-8: byte 0x{data[e.start]:02x}"
        raise InvalidInputError([Fault(where=f"{name}:{line}", problem=problem, file=name, line=line)]) from e
    except ValueError as e:
        raise InvalidInputError([Fault(where=name, problem=str(e), file=name)]) from e
    for i, item in enumerate(items):
        where = f"{name}: {path}[{i}]"
        try:
            record = checked(item, _CocoCaption)
        except ValueError as e:
            yield _faulty(where, str(e), name=name, ids=_ids(item))
        else:
            caption = Caption(text=record.caption, image_id=record.image_id, caption_id=record.id)
            yield _row(caption, where=where, name=name, line=None)


def _coco_items(value: object) -> tuple[list[object], str]:
    """The captions of COCO results or annotations, and where they stand in the file."""
    items, path = (value.get("annotations"), "annotations") if isinstance(value, dict) else (value, "")
    if not isinstance(items, list):
        raise ValueError(
            "needed are COCO results (a list of objects with image_id and caption) or COCO annotations"
            f" (an object with such a list as 'annotations'), not {shorten(items)}"
        )
    return items, path


def _parquet_rows(stream: IO[bytes], name: str) -> Iterator[CaptionRow]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    # A Parquet file is read from its end.
    source = stream if stream.seekable() else io.BytesIO(read_whole(stream, where=name))
    faults = parquet_faults(source, needs_references=False, where=name)
    if faults:
        raise InvalidInputError(faults)
    source.seek(0)
    number = 0
    try:
        with pq.ParquetFile(source) as parquet:
            names = [column for column in _PARQUET_COLUMNS if column in parquet.schema_arrow.names]
            for batch in parquet.iter_batches(batch_size=_PARQUET_BATCH, columns=names):
                for record in batch.to_pylist():
                    number += 1
                    yield _parquet_row(record, where=f"{name}: row {number}", name=name)
    except pa.ArrowException as e:
        raise InvalidInputError(
            [Fault(where=name, problem=f"cut off or damaged behind row {number}: {e}", file=name)]
        ) from e


_PARQUET_COLUMNS = (
    "schema",
    "image_id",
    "caption_id",
    "caption",
    "tokens",
    "references",
    "model",
    "tuples",
    "error",
)


def _parquet_row(record: dict[str, Any], *, where: str, name: str) -> CaptionRow:
    """A row as the JSON object that it stands for: columns that are null are not there."""
    value = {key: item for key, item in record.items() if item is not None}
    if value.get("schema") != EXTRACTION_SCHEMA:
        value = {key: item for key, item in value.items() if key not in ("schema", "model", "tuples")}
    ids = _ids(value)
    try:
        if "caption" not in value and "error" not in value:
            raise ValueError("the caption is null")
        [row] = _value_rows(value, where=where, name=name, line=None)
    except InvalidInputError as e:
        return _faulty_row(where, e.faults, ids)
    except ValueError as e:
        return _faulty(where, str(e), name=name, ids=ids)
    return row


_READERS: dict[FormatName, Callable[[io.BufferedReader, str], Iterator[CaptionRow]]] = {
    "text": _text_rows,
    "tsv": _tsv_rows,
    "csv": _csv_rows,
    "jsonl": _json_rows,
    "coco": _coco_rows,
    "parquet": _parquet_rows,
}
