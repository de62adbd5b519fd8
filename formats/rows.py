"""The rows of input files, read as streams: JSON Lines, TSV, plain text, COCO JSON and Parquet.

A row that cannot be read is still a row: it carries its problem, so that one bad line does not end a job of millions.
"""

from __future__ import annotations

import glob
import hashlib
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import msgspec

from extractor.errors import Fault, InvalidInputError, ResourceError, shorten

_COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}
_TEXT_KINDS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".tsv": "tsv", ".txt": "text"}
_KINDS = {**_TEXT_KINDS, ".json": "coco", ".parquet": "parquet"}
_PARQUET_BATCH = 2_000
_SAMPLE_BYTES = 1 << 20
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MAX_LINE_BYTES = 16 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class InputRow:
    """One row of an input.

    Attributes:
        image_id: As given; None where there is none.
        caption_id: As given; None where there is none.
        caption: The text; None where the row could not be read.
        tokens: Of a pretokenized caption; None otherwise.
        references: Gold captions of the image, for scoring; None where the row has none.
        problem: What is wrong with the row, with its place; empty where it was read.
    """

    image_id: str | int | None = None
    caption_id: str | int | None = None
    caption: str | None = None
    tokens: tuple[str, ...] | None = None
    references: tuple[str, ...] | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class InputFile:
    """An input file.

    Attributes:
        path: Where it lies.
        kind: ``jsonl``, ``tsv``, ``text``, ``coco`` or ``parquet``.
        compression: ``gzip``, ``zstd`` or "".
    """

    path: Path
    kind: str
    compression: str

    def fingerprint(self) -> str:
        """What tells whether it is the same file: name, size, and SHA-256 of its first and last MiB."""
        size = self.path.stat().st_size
        with self.path.open("rb") as file:
            digest = hashlib.sha256(file.read(_SAMPLE_BYTES))
            file.seek(max(size - _SAMPLE_BYTES, 0))
            digest.update(file.read(_SAMPLE_BYTES))
        return f"{self.path.name} {size} {digest.hexdigest()}"


def input_files(pattern: str, *, needs_references: bool) -> list[InputFile]:
    """The files of an input: a file, a folder or a glob; checked as far as can be without reading them through.

    Args:
        pattern: A path or a glob.
        needs_references: Whether each row must have references.

    Returns:
        The files, by name; at least one.

    Raises:
        InvalidInputError: There are none, some are of no known format or lack a column, or formats are mixed; all
            faults are named.
    """
    path = Path(pattern)
    if path.is_dir():
        paths = sorted(p for p in path.rglob("*") if p.is_file() and not p.name.startswith((".", "_")))
        if not paths:
            raise InvalidInputError(f"{pattern}: the folder holds no file")
    elif path.is_file():
        paths = [path]
    else:
        names = glob.glob(pattern, recursive=True)  # noqa: PTH207  # Path.glob takes no absolute patterns
        paths = sorted(Path(name) for name in names if Path(name).is_file())
    if not paths:
        raise InvalidInputError(f"{pattern}: no such file or folder, and no file matches it as a glob")
    faults: list[Fault] = []
    files = [file for p in paths if (file := _input_file(p, faults)) is not None]
    kinds = sorted({file.kind for file in files})
    if len(kinds) > 1:
        named = ", ".join(f"{next(f.path.name for f in files if f.kind == k)} ({k})" for k in kinds)
        faults.append(
            Fault(where=pattern, problem=f"files of different formats: {named}; one format is allowed")
        )
    for file in files:
        if file.kind == "parquet":
            faults += _parquet_faults(file.path, needs_references=needs_references)
        elif file.kind in ("tsv", "text", "coco") and needs_references:
            problem = f"a {file.kind} file has no references; JSON Lines or Parquet rows with 'references' are needed"
            faults.append(Fault(where=str(file.path), problem=problem))
    if faults:
        raise InvalidInputError(faults)
    return files


def survey(files: Sequence[InputFile]) -> int:
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
            with _reading(file):
                total += _n_lines(file)
            has_rows = has_rows or next(read_rows(file), None) is not None
        except InvalidInputError as error:
            faults += error.faults
    if faults:
        raise InvalidInputError(faults)
    if not has_rows:
        raise InvalidInputError(f"{', '.join(str(file.path) for file in files[:5])}: no rows to work on")
    return total


def _n_lines(file: InputFile) -> int:
    if file.kind == "parquet":
        import pyarrow.parquet as pq

        return int(pq.read_metadata(file.path).num_rows)
    if file.kind == "coco":
        return sum(1 for _ in _coco_rows(file))
    n_lines, last = 0, b"\n"
    with _open(file) as stream:
        while block := stream.read(1 << 20):
            n_lines += block.count(b"\n")
            last = block[-1:]
    return n_lines + (last != b"\n")


def _input_file(path: Path, faults: list[Fault]) -> InputFile | None:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    compression = _COMPRESSIONS.get(suffixes[-1], "") if suffixes else ""
    if compression:
        suffixes.pop()
    kind = _KINDS.get(suffixes[-1]) if suffixes else None
    if kind == "parquet" and compression:
        faults.append(Fault(where=str(path), problem="Parquet is compressed inside; unpack the file"))
        return None
    if kind is None:
        problem = f"unknown format; allowed are {', '.join(_KINDS)}, all but the last also with .gz or .zst"
        faults.append(Fault(where=str(path), problem=problem))
        return None
    return InputFile(path, kind, compression)


def _parquet_faults(path: Path, *, needs_references: bool) -> list[Fault]:
    import pyarrow as pa
    import pyarrow.parquet as pq
    from pyarrow import types

    try:
        schema = pq.read_schema(path)
    except (pa.ArrowException, OSError) as error:
        problem = f"no readable Parquet file (cut off or damaged): {error}"
        return [Fault(where=str(path), problem=problem)]
    faults = []
    needed = ("caption", *(("references",) if needs_references else ()))
    missing = [name for name in needed if name not in schema.names]
    if missing:
        problem = f"no column {', '.join(missing)}; it has {', '.join(schema.names) or 'none'}"
        faults.append(Fault(where=str(path), problem=problem))

    def is_text(kind: Any) -> bool:
        return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))

    for name in ("image_id", "caption_id", "caption", "references"):
        if name not in schema.names:
            continue
        kind = schema.field(name).type
        if name == "references":
            is_list = types.is_list(kind) or types.is_large_list(kind)
            allowed = "a list of strings"
            fits = is_list and is_text(kind.value_type)
        else:
            allowed = "string" if name == "caption" else "string or integer"
            fits = is_text(kind) or (name != "caption" and types.is_integer(kind))
        if not fits:
            faults.append(Fault(where=f"{path}: column {name}", problem=f"is {kind}, must be {allowed}"))
    return faults


def read_rows(file: InputFile) -> Iterator[InputRow]:
    """The rows of a file, in order, without ever holding more than a few thousand (but a COCO file is read whole).

    Raises:
        InvalidInputError: The file is damaged (cut off, or not what its name says).
        ResourceError: The machine failed while reading.
    """
    with _reading(file):
        yield from _READERS[file.kind](file)


class _reading:  # noqa: N801  # reads as the verb that it is
    """Turns what readers raise into our errors, with the file's name."""

    def __init__(self, file: InputFile) -> None:
        self._file = file

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        import pyarrow as pa

        path = self._file.path
        if isinstance(error, OSError) and error.errno is not None:
            raise ResourceError(f"{path} cannot be read: {error.strerror}") from error
        if isinstance(error, pa.ArrowException | EOFError | OSError):
            raise InvalidInputError(f"{path} is cut off or damaged: {error}") from error


def _open(file: InputFile) -> IO[bytes]:
    import pyarrow as pa

    if not file.compression:
        return file.path.open("rb")
    stream = pa.CompressedInputStream(pa.OSFile(str(file.path), "rb"), file.compression)
    return io.BufferedReader(stream, 1 << 20)


@dataclass(frozen=True, slots=True)
class _BadLine:
    problem: str


def _lines(file: InputFile) -> Iterator[tuple[str, bytes | _BadLine]]:
    """The lines with their places, without byte order mark and line ends."""
    with _open(file) as stream:
        number = 0
        while line := stream.readline(MAX_LINE_BYTES + 1):
            number += 1
            where = f"{file.path.name}:{number}"
            if len(line) > MAX_LINE_BYTES:
                while line and not line.endswith(b"\n"):
                    line = stream.readline(MAX_LINE_BYTES)
                yield where, _BadLine(f"a line of more than {MAX_LINE_BYTES} bytes, which are allowed")
                continue
            if number == 1:
                line = line.removeprefix(_BYTE_ORDER_MARK)
            yield where, line.removesuffix(b"\n").removesuffix(b"\r")


class _Line(msgspec.Struct, kw_only=True):
    """A JSON line: one caption, or several of one image; other fields are skipped."""

    caption: str | None = None
    captions: list[str] | None = None
    image_id: str | int | None = None
    caption_id: str | int | None = None
    tokens: list[str] | None = None
    references: list[str] | None = None
    error: str | None = None


class _Ids(msgspec.Struct, kw_only=True):
    """What can be said of a line that is wrong otherwise."""

    image_id: str | int | None = None
    caption_id: str | int | None = None


_LINE = msgspec.json.Decoder(_Line)
_IDS = msgspec.json.Decoder(_Ids)


def _json_rows(file: InputFile) -> Iterator[InputRow]:
    for where, line in _lines(file):
        if isinstance(line, _BadLine):
            yield InputRow(problem=f"{where}: {line.problem}")
            continue
        if not line.strip():
            continue
        try:
            record = _LINE.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            ids = _ids(line)
            yield InputRow(
                image_id=ids.image_id,
                caption_id=ids.caption_id,
                problem=f"{where}: no JSON object with a caption: {error}",
            )
            continue
        yield from _record_rows(record, where)


def _record_rows(record: _Line, where: str) -> Iterator[InputRow]:
    problem = ""
    if record.error is not None:
        problem = f"the line is a failed extraction: {shorten(record.error, max_length=200)}"
    elif (record.caption is None) == (record.captions is None):
        problem = "either 'caption' (a string) or 'captions' (a list of strings) is needed"
    elif record.captions is not None and (record.caption_id is not None or record.tokens is not None):
        problem = "caption_id and tokens go with 'caption', not with 'captions'"
    elif record.captions is not None and not record.captions:
        problem = "captions: empty; at least one is needed"
    if problem:
        yield InputRow(image_id=record.image_id, caption_id=record.caption_id, problem=f"{where}: {problem}")
        return
    for caption in record.captions or [record.caption or ""]:
        yield InputRow(
            image_id=record.image_id,
            caption_id=record.caption_id,
            caption=caption,
            tokens=None if record.tokens is None else tuple(record.tokens),
            references=None if record.references is None else tuple(record.references),
        )


def _ids(line: bytes) -> _Ids:
    try:
        return _IDS.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return _Ids()


def _tsv_rows(file: InputFile) -> Iterator[InputRow]:
    for where, text in _texts(file):
        if isinstance(text, _BadLine):
            yield InputRow(problem=f"{where}: {text.problem}")
            continue
        image_id, tab, caption = text.partition("\t")
        if not tab or not image_id.strip():
            yield InputRow(problem=f"{where}: no line 'id<TAB>caption': {shorten(text)}")
        else:
            yield InputRow(image_id=image_id, caption=caption)


def _text_rows(file: InputFile) -> Iterator[InputRow]:
    for where, text in _texts(file):
        if isinstance(text, _BadLine):
            yield InputRow(problem=f"{where}: {text.problem}")
        else:
            yield InputRow(caption=text)


def _texts(file: InputFile) -> Iterator[tuple[str, str | _BadLine]]:
    for where, line in _lines(file):
        if isinstance(line, _BadLine):
            yield where, line
            continue
        try:
            yield where, line.decode("utf-8")
        except UnicodeDecodeError:
            yield where, _BadLine(f"not UTF-8: {shorten(line)}")


def _coco_rows(file: InputFile) -> Iterator[InputRow]:
    """COCO files are one JSON value: they are read whole."""
    with _open(file) as stream:
        data = stream.read()
    try:
        value = msgspec.json.decode(data.removeprefix(_BYTE_ORDER_MARK))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidInputError(f"{file.path} is no JSON: {error}") from error
    items = value.get("annotations") if isinstance(value, dict) else value
    if not isinstance(items, list):
        raise InvalidInputError(f"{file.path}: needed is a list of objects with image_id and caption")
    for number, item in enumerate(items):
        where = f"{file.path.name}: [{number}]"
        try:
            record = msgspec.convert(item, _CocoItem)
        except msgspec.ValidationError as error:
            yield InputRow(problem=f"{where}: no object with image_id and caption: {error}")
            continue
        yield InputRow(image_id=record.image_id, caption_id=record.id, caption=record.caption)


class _CocoItem(msgspec.Struct, kw_only=True):
    image_id: str | int
    caption: str
    id: str | int | None = None


def _parquet_rows(file: InputFile) -> Iterator[InputRow]:
    import pyarrow.parquet as pq

    known = ("image_id", "caption_id", "caption", "references", "error")
    with pq.ParquetFile(file.path) as parquet:
        names = [name for name in known if name in parquet.schema_arrow.names]
        number = 0
        for batch in parquet.iter_batches(batch_size=_PARQUET_BATCH, columns=names):
            for record in batch.to_pylist():
                number += 1
                yield _parquet_row(record, where=f"{file.path.name}: row {number}")


def _parquet_row(record: dict[str, Any], *, where: str) -> InputRow:
    references = record.get("references")
    problem = ""
    if isinstance(record.get("error"), str):
        problem = f"the row is a failed extraction: {shorten(record['error'], max_length=200)}"
    elif record["caption"] is None:
        problem = "the caption is null"
    elif references is not None and None in references:
        problem = "references: null among them"
    return InputRow(
        image_id=record.get("image_id"),
        caption_id=record.get("caption_id"),
        caption=None if problem else record["caption"],
        references=None if references is None or problem else tuple(references),
        problem=f"{where}: {problem}" if problem else "",
    )


_READERS: dict[str, Callable[[InputFile], Iterator[InputRow]]] = {
    "jsonl": _json_rows,
    "tsv": _tsv_rows,
    "text": _text_rows,
    "coco": _coco_rows,
    "parquet": _parquet_rows,
}
