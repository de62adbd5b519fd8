"""Files of captions: which there are, of what format they are, and whether they are whole."""

from __future__ import annotations

import glob
import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import IO, Any, Literal

import msgspec

from extractor.errors import Fault, InvalidInputError, ResourceError
from formats.text import opened

FormatName = Literal["text", "tsv", "csv", "jsonl", "coco", "parquet"]
FORMATS: tuple[FormatName, ...] = ("text", "tsv", "csv", "jsonl", "coco", "parquet")

_FORMAT_BY_SUFFIX: dict[str, FormatName] = {
    ".txt": "text",
    ".tsv": "tsv",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
}
_COMPRESSIONS = (".gz", ".zst")
_JSON = ".json"
_PARQUET_MAGIC = b"PAR1"
_SNIFFED_BYTES = 1 << 16
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class CaptionFile:
    """A file of captions.

    Attributes:
        path: Where it lies.
        format_name: One of `FORMATS`.
    """

    path: Path
    format_name: FormatName

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


def format_of(stream: io.BufferedReader, *, name: str) -> FormatName:
    """The format of an unpacked stream, by the ending of its name, or else by how it begins."""
    suffix = _suffix(PurePath(name))
    if suffix in _FORMAT_BY_SUFFIX:
        return _FORMAT_BY_SUFFIX[suffix]
    data = stream.peek(_SNIFFED_BYTES)[:_SNIFFED_BYTES].removeprefix(_BYTE_ORDER_MARK)
    if data.startswith(_PARQUET_MAGIC):
        return "parquet"
    start = data.lstrip()[:1]
    if start == b"[":
        return "coco"
    if start == b"{":
        return "coco" if _is_coco_object(data, named_json=suffix == _JSON) else "jsonl"
    lines = [line for line in data.split(b"\n") if line.strip()]
    return "tsv" if lines and all(b"\t" in line for line in lines) else "text"


def caption_files(pattern: str, *, needs_references: bool) -> list[CaptionFile]:
    """The files of a job: a file, a folder or a glob; checked as far as can be without reading them through.

    Args:
        pattern: A path or a glob.
        needs_references: Whether each row must have references.

    Returns:
        The files, by name; at least one.

    Raises:
        InvalidInputError: There are none, some are of no known format or lack a column, or formats are mixed; all
            faults are named.
    """
    faults: list[Fault] = []
    files = [file for path in _paths(pattern) if (file := _caption_file(path, faults)) is not None]
    formats = sorted({file.format_name for file in files})
    if len(formats) > 1:
        named = ", ".join(
            f"{next(f.path.name for f in files if f.format_name == name)} ({name})" for name in formats
        )
        faults.append(
            Fault(where=pattern, problem=f"files of different formats: {named}; one format is allowed")
        )
    for file in files:
        if file.format_name == "parquet":
            faults += parquet_faults(file.path, needs_references=needs_references)
        elif file.format_name != "jsonl" and needs_references:
            problem = (
                f"a {file.format_name} file has no references;"
                " JSON Lines or Parquet rows with 'references' are needed"
            )
            faults.append(Fault(where=str(file.path), problem=problem, file=str(file.path)))
    if faults:
        raise InvalidInputError(faults)
    return files


def parquet_faults(source: Path | IO[bytes], *, needs_references: bool, where: str = "") -> list[Fault]:
    """What is wrong with a Parquet file's columns."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    where = where or str(source)
    try:
        schema = pq.read_schema(source)
    except (pa.ArrowException, OSError) as error:
        problem = f"no readable Parquet file (cut off or damaged): {error}"
        return [Fault(where=where, problem=problem, file=where)]
    needed = ("caption", *(("references",) if needs_references else ()))
    faults = []
    missing = [name for name in needed if name not in schema.names]
    if missing:
        problem = f"no column {', '.join(missing)}; it has {', '.join(schema.names) or 'none'}"
        faults.append(Fault(where=where, problem=problem, file=where))
    for name, (fits, allowed) in _COLUMNS.items():
        if name in schema.names and not fits(schema.field(name).type):
            problem = f"is {schema.field(name).type}, must be {allowed}"
            faults.append(Fault(where=f"{where}: column {name}", problem=problem, file=where))
    return faults


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


def _caption_file(path: Path, faults: list[Fault]) -> CaptionFile | None:
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
    if suffix in _FORMAT_BY_SUFFIX:
        return CaptionFile(path, _FORMAT_BY_SUFFIX[suffix])
    try:
        with opened(path) as stream:
            return CaptionFile(path, format_of(stream, name=str(path)))
    except InvalidInputError as error:
        faults += error.faults
        return None


def _is_coco_object(data: bytes, *, named_json: bool) -> bool:
    """Whether data that starts with a JSON object is one object, and not one a line."""
    first_line = data.lstrip().split(b"\n", 1)[0].strip()
    try:
        value = msgspec.json.decode(first_line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return named_json or first_line == b"{" or b'"annotations"' in first_line
    return isinstance(value, dict) and "annotations" in value


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _is_texts(kind: Any) -> bool:
    from pyarrow import types

    return (types.is_list(kind) or types.is_large_list(kind)) and _is_text(kind.value_type)


def _is_id(kind: Any) -> bool:
    from pyarrow import types

    return _is_text(kind) or types.is_integer(kind)


_COLUMNS = {
    "image_id": (_is_id, "string or integer"),
    "caption_id": (_is_id, "string or integer"),
    "caption": (_is_text, "string"),
    "tokens": (_is_texts, "a list of strings"),
    "references": (_is_texts, "a list of strings"),
}
