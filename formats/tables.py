"""Tables of captions: CSV in its dialects, Parquet, Arrow as Hugging Face's ``datasets`` saves it."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any

from extractor.errors import Fault, InvalidInputError, shorten
from extractor.types import Caption
from formats.fields import ChosenFields, FieldNames, choose_fields, is_header, known_names
from formats.records import EXTRACTION_SCHEMA
from formats.rows import CaptionRow, Source, faulty_row, good_row, ids_of, object_rows
from formats.text import lines_of, read_whole

DELIMITERS = (",", ";", "\t", "|")
"""What parts the columns of a CSV file: the one that parts its header into names that we know."""

ARROW_FILE_MAGIC = b"ARROW1"
_BATCH_ROWS = 2_000
_MORE_COLUMNS = ("schema", "caption_id", "tokens", "references", "model", "tuples", "error")


def csv_header(line: str, fields: FieldNames) -> tuple[str, list[str]]:
    """The delimiter of a CSV file and the names of its columns, in lower case, by its first line."""
    found = [(delimiter, _cells(line, delimiter)) for delimiter in DELIMITERS]
    return max(
        found,
        key=lambda item: (is_header(item[1], fields), "caption" in item[1], len(item[1])),
    )


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        cells = next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        cells = [line]
    return [cell.strip().lower() for cell in cells]


def csv_rows(stream: IO[bytes], source: Source) -> Iterator[CaptionRow]:
    """A header that names the columns, then one caption a record; a quoted field may hold line feeds."""
    bad: list[CaptionRow] = []

    def texts() -> Iterator[str]:
        for line in lines_of(stream):
            if line.text is None:
                where = f"{source.name}:{line.number}"
                bad.append(faulty_row(where, line.problem, source=source, line=line.number))
            else:
                yield f"{line.text}\n"

    lines = texts()
    first = next(lines, None)
    yield from bad
    bad.clear()
    if first is None:
        return
    delimiter, columns = csv_header(first, source.fields)
    lowered = FieldNames(
        captions=tuple(name.strip().lower() for name in source.fields.captions),
        image_ids=tuple(name.strip().lower() for name in source.fields.image_ids),
    )
    try:
        _check_once(columns, lowered)
        chosen = choose_fields(columns, lowered)
    except ValueError as e:
        problem = f"the first line must name the columns: {e}"
        yield faulty_row(f"{source.name}:1", problem, source=source, line=1)
        return
    if chosen.guess:
        source.on_guess(chosen.guess)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=f"{delimiter} " in first, strict=True)
    while True:
        try:
            record = next(reader, None)
        except csv.Error as e:
            line = 1 + reader.line_num
            yield faulty_row(f"{source.name}:{line}", f"no CSV: {e}", source=source, line=line)
            continue
        finally:
            yield from bad
            bad.clear()
        if record is None:
            return
        if record:
            yield _csv_row(record, columns, chosen, source=source, line=1 + reader.line_num)


def _csv_row(
    record: Sequence[str], columns: Sequence[str], chosen: ChosenFields, *, source: Source, line: int
) -> CaptionRow:
    where = f"{source.name}:{line}"
    if len(record) != len(columns):
        problem = f"{len(record)} fields, the header has {len(columns)}"
        return faulty_row(where, problem, source=source, line=line)
    values = dict(zip(columns, record, strict=True))
    caption = Caption(
        text=values[chosen.caption],
        image_id=values.get(chosen.image_id or "") or None,
        caption_id=values.get("caption_id") or None,
    )
    return good_row(caption, where=where, source=source, line=line)


def parquet_rows(stream: IO[bytes], source: Source) -> Iterator[CaptionRow]:
    """The rows of a Parquet file, which is read from its end, a few thousand at a time."""
    import pyarrow.parquet as pq

    file = _seekable(stream, source)
    with _damage(source) as number, pq.ParquetFile(file) as parquet:
        chosen = _chosen(parquet.schema_arrow, source)
        names = _columns(parquet.schema_arrow.names, chosen)
        for batch in parquet.iter_batches(batch_size=_BATCH_ROWS, columns=names):
            for record in batch.to_pylist():
                number[0] += 1
                where = f"{source.name}: row {number[0]}"
                yield from _table_rows(record, chosen, where=where, source=source)


def arrow_rows(stream: io.BufferedReader, source: Source) -> Iterator[CaptionRow]:
    """The rows of an Arrow stream or file; columns that are neither caption nor id, such as images, are left."""
    with _damage(source) as number:
        batches = arrow_batches(stream, source.name)
        chosen: ChosenFields | None = None
        for batch in batches:
            if chosen is None:
                chosen = _chosen(batch.schema, source)
            kept = batch.select(_columns(batch.schema.names, chosen))
            for start in range(0, kept.num_rows, _BATCH_ROWS):
                for record in kept.slice(start, _BATCH_ROWS).to_pylist():
                    number[0] += 1
                    where = f"{source.name}: row {number[0]}"
                    yield from _table_rows(record, chosen, where=where, source=source)


def arrow_batches(stream: io.BufferedReader, name: str) -> Iterator[Any]:
    """The record batches of an Arrow stream or file."""
    import pyarrow as pa

    if stream.peek(len(ARROW_FILE_MAGIC)).startswith(ARROW_FILE_MAGIC):
        source = stream if stream.seekable() else io.BytesIO(read_whole(stream, where=name))
        reader = pa.ipc.open_file(source)
        yield from (reader.get_batch(i) for i in range(reader.num_record_batches))
    else:
        yield from pa.ipc.open_stream(stream)


def arrow_schema(stream: io.BufferedReader) -> Any:
    """The schema of an Arrow stream or file."""
    import pyarrow as pa

    is_file = stream.peek(len(ARROW_FILE_MAGIC)).startswith(ARROW_FILE_MAGIC)
    return (pa.ipc.open_file if is_file else pa.ipc.open_stream)(stream).schema


def table_faults(schema: Any, fields: FieldNames, *, needs_references: bool, where: str) -> list[Fault]:
    """What is wrong with the columns of a Parquet or Arrow table."""
    faults = []
    types = _COLUMN_TYPES
    try:
        _check_once(schema.names, fields)
    except ValueError as e:
        return [Fault(where=where, problem=f"columns: {e}", file=where)]
    try:
        chosen = _choose(schema, fields)
    except ValueError as e:
        faults.append(Fault(where=where, problem=f"columns: {e}", file=where))
    else:
        types = {**types, chosen.caption: _CAPTION_TYPE}
        if chosen.image_id is not None:
            types = {**types, chosen.image_id: _ID_TYPE}
    if needs_references and "references" not in schema.names:
        problem = f"no column references; it has {', '.join(schema.names) or 'none'}"
        faults.append(Fault(where=where, problem=problem, file=where))
    for name, (fits, allowed) in types.items():
        if name in schema.names and not fits(schema.field(name).type):
            problem = f"is {schema.field(name).type}, must be {allowed}"
            faults.append(Fault(where=f"{where}: column {name}", problem=problem, file=where))
    return faults


def _check_once(names: Sequence[str], fields: FieldNames) -> None:
    """Check that no column that could be read is there twice: either could be meant.

    Raises:
        ValueError: One is.
    """
    read = {*known_names(fields), *_MORE_COLUMNS}
    twice = [name for name, n in Counter(names).items() if n > 1 and name in read]
    if twice:
        raise ValueError(f"{', '.join(map(shorten, twice))} twice: which one is meant is not known")


def _choose(schema: Any, fields: FieldNames) -> ChosenFields:
    return choose_fields(
        schema.names,
        fields,
        may_be_caption=lambda name: _CAPTION_TYPE[0](schema.field(name).type),
        may_be_id=lambda name: _is_id(schema.field(name).type),
    )


def _chosen(schema: Any, source: Source) -> ChosenFields:
    faults = table_faults(schema, source.fields, needs_references=False, where=source.name)
    if faults:
        raise InvalidInputError(faults)
    chosen = _choose(schema, source.fields)
    if chosen.guess:
        source.on_guess(chosen.guess)
    return chosen


def _columns(names: Sequence[str], chosen: ChosenFields) -> list[str]:
    wanted = {chosen.caption, chosen.image_id, *_MORE_COLUMNS}
    return [name for name in names if name in wanted]


def _table_rows(
    record: dict[str, Any], chosen: ChosenFields, *, where: str, source: Source
) -> list[CaptionRow]:
    """A row as the JSON object that it stands for: columns that are null are not there."""
    value = {name: item for name, item in record.items() if item is not None}
    if value.get("schema") != EXTRACTION_SCHEMA:
        value = {name: item for name, item in value.items() if name not in ("schema", "model", "tuples")}
    caption = value.pop(chosen.caption, None)
    image_id = None if chosen.image_id is None else value.pop(chosen.image_id, None)
    if image_id is not None:
        value["image_id"] = image_id
    if caption is not None:
        value["captions" if isinstance(caption, list) else "caption"] = caption
    elif "error" not in value:
        return [faulty_row(where, "the caption is null", source=source, ids=ids_of(value))]
    ours = Source(name=source.name, fields=FieldNames(), on_guess=source.on_guess)
    return object_rows(value, where=where, source=ours)


def _seekable(stream: IO[bytes], source: Source) -> IO[bytes]:
    return stream if stream.seekable() else io.BytesIO(read_whole(stream, where=source.name))


@contextmanager
def _damage(source: Source) -> Iterator[list[int]]:
    """What pyarrow says of a damaged file, as ours, with the number of the last row that was read."""
    import pyarrow as pa

    number = [0]
    try:
        yield number
    except pa.ArrowException as e:
        problem = f"cut off or damaged behind row {number[0]}: {e}"
        raise InvalidInputError([Fault(where=source.name, problem=problem, file=source.name)]) from e
    except OSError as e:
        if e.errno is not None:
            raise  # the machine's, not Arrow's
        problem = f"cut off or damaged behind row {number[0]}: {e}"
        raise InvalidInputError([Fault(where=source.name, problem=problem, file=source.name)]) from e


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _is_texts(kind: Any) -> bool:
    from pyarrow import types

    return (types.is_list(kind) or types.is_large_list(kind)) and _is_text(kind.value_type)


def _is_id(kind: Any) -> bool:
    from pyarrow import types

    return _is_text(kind) or types.is_integer(kind)


def _is_caption(kind: Any) -> bool:
    return _is_text(kind) or _is_texts(kind)


_ID_TYPE = (_is_id, "string or integer")
_CAPTION_TYPE = (_is_caption, "string or a list of strings")
_COLUMN_TYPES = {
    "caption_id": _ID_TYPE,
    "tokens": (_is_texts, "a list of strings"),
    "references": (_is_texts, "a list of strings"),
}
