"""Files of captions: which there are, of what format they are, and whether they are whole."""

from __future__ import annotations

import glob
import hashlib
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Literal

import msgspec

from extractor.errors import Fault, InvalidInputError, ResourceError, shorten
from formats.fields import CAPTION_NAMES, IMAGE_ID_NAME, OTHER_CAPTION_NAMES, FieldNames, is_header
from formats.tables import ARROW_FILE_MAGIC, arrow_schema, csv_header, table_faults
from formats.text import opened

FormatName = Literal["text", "tsv", "csv", "token", "jsonl", "json", "parquet", "arrow"]
FORMATS: tuple[FormatName, ...] = ("text", "tsv", "csv", "token", "jsonl", "json", "parquet", "arrow")

_FORMAT_BY_SUFFIX: dict[str, FormatName] = {
    ".txt": "text",
    ".tsv": "tsv",
    ".csv": "csv",
    ".token": "token",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".arrow": "arrow",
}
_MAX_HEADER = 10_000
_ROW_NAMES = (
    *CAPTION_NAMES,
    *OTHER_CAPTION_NAMES,
    IMAGE_ID_NAME,
    "caption_id",
    "schema",
    "id",
    "references",
    "tokens",
)
_TOLD_BY_CONTENT = (".txt", ".tsv")
_COMPRESSIONS = (".gz", ".zst")
_JSON = ".json"
_PARQUET_MAGIC = b"PAR1"
_ARROW_MAGIC = (ARROW_FILE_MAGIC, b"\xff\xff\xff\xff")
_NO_CAPTIONS = {
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a ZIP archive, such as an Excel table: save the table as CSV",
    b"\xd0\xcf\x11\xe0": "an old Excel or Word document: save the table as CSV",
    b"\x80\x04\x95": "a pickle, which may run programs: write JSON instead",
    b"\x80\x05\x95": "a pickle, which may run programs: write JSON instead",
    b"\x93NUMPY": "a NumPy array",
    b"\x89HDF": "an HDF5 file",
    b"\xff\xfe": "UTF-16 text: UTF-8 is needed",
    b"\xfe\xff": "UTF-16 text: UTF-8 is needed",
}
_SNIFFED_BYTES = 1 << 16
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_TOKEN_LINE = re.compile(rb"[^\t\n]+#\d+\t")
_FIRST_KEY = re.compile(rb'\s*\{\s*"((?:[^"\\]|\\.)*)"')
_STATE_FILE, _SPLITS_FILE = "state.json", "dataset_dict.json"


_ANY_NAMES = FieldNames()


@dataclass(frozen=True, slots=True)
class CaptionFile:
    """A file of captions.

    Attributes:
        path: Where it lies.
        format_name: One of `FORMATS`.
        fields: How its fields are called, where it is not by our names.
    """

    path: Path
    format_name: FormatName
    fields: FieldNames = _ANY_NAMES

    def fingerprint(self) -> str:
        """What tells whether it is the same file: name, size, and the SHA-256 of all of it.

        Raises:
            ResourceError: It cannot be read.
        """
        try:
            with self.path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
                size = file.tell()
        except OSError as e:
            raise ResourceError(f"{self.path}: cannot be read: {e.strerror}") from e
        return f"{self.path.name} {size} {digest}"


def format_of(stream: io.BufferedReader, *, name: str, fields: FieldNames = _ANY_NAMES) -> FormatName:
    """The format of an unpacked stream, by the ending of its name, or else by how it begins.

    Raises:
        InvalidInputError: It begins as something that holds no captions: an image, an archive, a pickle.
    """
    suffix = _suffix(PurePath(name))
    data = stream.peek(_SNIFFED_BYTES)[:_SNIFFED_BYTES].removeprefix(_BYTE_ORDER_MARK)
    for magic, kind in _NO_CAPTIONS.items():
        if data.startswith(magic):
            raise InvalidInputError([Fault(where=name, problem=f"holds no captions but {kind}", file=name)])
    if suffix in _FORMAT_BY_SUFFIX and suffix not in _TOLD_BY_CONTENT:
        return _FORMAT_BY_SUFFIX[suffix]
    if suffix not in _FORMAT_BY_SUFFIX:
        if data.startswith(_PARQUET_MAGIC):
            return "parquet"
        if data.startswith(_ARROW_MAGIC):
            return "arrow"
        start = data.lstrip()[:1]
        if start == b"[":
            return "json"
        if start == b"{":
            return "jsonl" if _is_json_lines(data, fields) else "json"
    return _format_of_lines(data, fields) or _FORMAT_BY_SUFFIX.get(suffix) or _text_or_tsv(data)


def _format_of_lines(data: bytes, fields: FieldNames) -> FormatName | None:
    """What the lines themselves tell: Flickr's token file, or a header of columns."""
    lines = [line for line in data.split(b"\n")[:-1] or [data] if line.strip()]
    if lines and all(_TOKEN_LINE.match(line) for line in lines):
        return "token"
    if lines:
        first = lines[0].decode("utf-8", "replace").removesuffix("\r")
        if len(first) <= _MAX_HEADER and is_header(csv_header(first, fields)[1], fields):
            return "csv"
    return None


def _text_or_tsv(data: bytes) -> FormatName:
    lines = [line for line in data.split(b"\n") if line.strip()]
    return "tsv" if lines and all(b"\t" in line for line in lines) else "text"


def dataset_files(path: Path, *, fields: FieldNames = _ANY_NAMES) -> list[CaptionFile] | None:
    """The files of a data set that ``save_to_disk`` of Hugging Face's ``datasets`` wrote; None of another folder.

    Raises:
        InvalidInputError: It holds several splits, its list of files is damaged, or files are missing.
    """
    if (path / _SPLITS_FILE).is_file():
        splits = sorted(folder.parent.name for folder in path.glob(f"*/{_STATE_FILE}"))
        if len(splits) != 1:
            shown = ", ".join(splits) or "none"
            raise InvalidInputError(f"{path}: a data set in splits ({shown}); name the folder of one of them")
        path = path / splits[0]
    state = path / _STATE_FILE
    if not state.is_file():
        return None
    try:
        listed = msgspec.json.decode(state.read_bytes(), type=_DatasetState)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as e:
        problem = f"no list of a data set's files: {e}"
        raise InvalidInputError([Fault(where=str(state), problem=problem, file=str(state))]) from e
    except OSError as e:
        raise ResourceError(f"{state}: cannot be read: {e.strerror}") from e
    names = [item.filename for item in listed.data_files]
    wrong = [name for name in names if PurePath(name).name != name or not (path / name).is_file()]
    if wrong or not names:
        problem = f"files of the data set that are not there: {', '.join(map(shorten, wrong[:5])) or 'all'}"
        raise InvalidInputError([Fault(where=str(state), problem=problem, file=str(state))])
    return [CaptionFile(path / name, "arrow", fields) for name in names]


class _DataFile(msgspec.Struct):
    filename: str


class _DatasetState(msgspec.Struct):
    data_files: list[_DataFile] = msgspec.field(name="_data_files")


def caption_files(
    pattern: str, *, needs_references: bool, fields: FieldNames = _ANY_NAMES
) -> list[CaptionFile]:
    """The files of a job: a file, a folder or a glob; checked as far as can be without reading them through.

    Args:
        pattern: A path or a glob; a folder may be a data set that Hugging Face's ``datasets`` saved.
        needs_references: Whether each row must have references.
        fields: How the fields of the files are called, where it is not by our names.

    Returns:
        The files, by name; at least one.

    Raises:
        InvalidInputError: There are none, some are of no known format or lack a column, or formats are mixed; all
            faults are named.
    """
    faults: list[Fault] = []
    files = dataset_files(Path(pattern), fields=fields)
    if files is None:
        found = (_caption_file(path, faults, fields) for path in _paths(pattern))
        files = [file for file in found if file is not None]
    formats = sorted({file.format_name for file in files})
    if len(formats) > 1:
        named = ", ".join(
            f"{next(f.path.name for f in files if f.format_name == name)} ({name})" for name in formats
        )
        faults.append(
            Fault(where=pattern, problem=f"files of different formats: {named}; one format is allowed")
        )
    for file in files:
        if file.format_name in ("parquet", "arrow"):
            faults += _column_faults(file, needs_references=needs_references)
        elif file.format_name not in ("jsonl", "json") and needs_references:
            problem = (
                f"a {file.format_name} file has no references; rows with 'references' are needed, in JSON, JSON Lines,"
                " Parquet or Arrow"
            )
            faults.append(Fault(where=str(file.path), problem=problem, file=str(file.path)))
    if faults:
        raise InvalidInputError(faults)
    return files


def _column_faults(file: CaptionFile, *, needs_references: bool) -> list[Fault]:
    """What is wrong with the columns of a Parquet or Arrow file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    where = str(file.path)
    try:
        if file.format_name == "parquet":
            schema = pq.read_schema(file.path)
        else:
            with opened(file.path) as stream:
                schema = arrow_schema(stream)
    except (pa.ArrowException, OSError) as error:
        kind = "Parquet" if file.format_name == "parquet" else "Arrow"
        problem = f"no readable {kind} file (cut off or damaged): {error}"
        return [Fault(where=where, problem=problem, file=where)]
    return table_faults(schema, file.fields, needs_references=needs_references, where=where)


def _paths(pattern: str) -> Sequence[Path]:
    path = Path(pattern)
    if path.is_dir():
        paths = sorted(p for p in path.rglob("*") if p.is_file() and not p.name.startswith((".", "_")))
        if not paths:
            raise InvalidInputError(f"{pattern}: the folder holds no file")
        return paths
    if path.is_file():
        return [path]
    names = glob.glob(pattern, recursive=True)  # noqa: PTH207  # Path.glob takes no absolute patterns
    paths = sorted(Path(name) for name in names if Path(name).is_file())
    if not paths:
        raise InvalidInputError(f"{pattern}: no such file or folder, and no file matches it as a glob")
    return paths


def _suffix(path: PurePath) -> str:
    """The ending that says the format, in lower case: the last, or the one before that of a compression."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in _COMPRESSIONS:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def _caption_file(path: Path, faults: list[Fault], fields: FieldNames) -> CaptionFile | None:
    suffix = _suffix(path)
    problem = ""
    if suffix == ".parquet" and path.suffix.lower() in _COMPRESSIONS:
        problem = "Parquet is compressed inside; unpack the file"
    elif suffix not in (*_FORMAT_BY_SUFFIX, _JSON):
        allowed = ", ".join((*_FORMAT_BY_SUFFIX, _JSON))
        problem = f"unknown format; allowed are {allowed}, all but .parquet also with .gz or .zst"
    if problem:
        faults.append(Fault(where=str(path), problem=problem, file=str(path)))
        return None
    if suffix == ".parquet":
        return CaptionFile(path, "parquet", fields)
    try:
        with opened(path) as stream:
            return CaptionFile(path, format_of(stream, name=str(path), fields=fields), fields)
    except InvalidInputError as error:
        faults += error.faults
        return None


def _is_json_lines(data: bytes, fields: FieldNames) -> bool:
    """Whether data that starts with a JSON object has one on each line, and is not one object."""
    first_line, _, rest = data.lstrip().partition(b"\n")
    known = {*_ROW_NAMES, *fields.captions, *fields.image_ids}
    try:
        value = msgspec.json.decode(first_line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        # Longer than what is seen, on several lines, nested too deeply, or damaged.
        key = _FIRST_KEY.match(first_line)
        return len(rest.strip()) == 0 and key is not None and key[1].decode("utf-8", "replace") in known
    if rest.strip() or not isinstance(value, dict):
        return True
    return any(name in known and not _is_objects(item) for name, item in value.items())


def _is_objects(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)
