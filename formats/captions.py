"""The one reader of captions: files and streams of every format to rows, one at a time, each with its faults.

A row that cannot be read is still a row. Commands read a file whole and name all faults at once (`read_captions`);
jobs go on past a faulty row (`read_rows`): both see the same rows and the same faults.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, BinaryIO

import msgspec

from extractor.errors import Fault, GuessedFieldsWarning, InvalidInputError, shorten
from extractor.types import Caption, CaptionEntry
from formats.fields import FieldNames
from formats.json_values import parse_json
from formats.rows import CaptionRow, Source, faulty_row, good_row, object_rows
from formats.sources import CaptionFile, FormatName, dataset_files, format_of
from formats.tables import arrow_batches, arrow_rows, csv_rows, parquet_rows
from formats.text import Line, lines_of, opened, read_whole, unpacked

_ANY_NAMES = FieldNames()
_WRAPPERS = ("annotations", "results", "predictions", "captions", "data")
_TOKEN_ID = re.compile(r"(?P<image_id>.+)#\d+")


def read_captions(
    path: Path, *, format_name: FormatName | None = None, fields: FieldNames = _ANY_NAMES
) -> list[CaptionEntry]:
    """The captions of a file, of any format in `FORMATS`, also as gzip or zstd, or of a saved data set's folder.

    What is guessed of the fields' names is said by a `GuessedFieldsWarning`.

    Args:
        path: The file; or the folder that ``save_to_disk`` of Hugging Face's ``datasets`` wrote.
        format_name: What it is; None tells it by extension and content.
        fields: How its fields are called, where it is not by our names.

    Returns:
        The entries in the order of the file; at least one.

    Raises:
        InvalidInputError: The file is missing, unreadable or faulty; every fault is named with its line.
        ResourceError: The machine failed while reading.
    """
    files = dataset_files(path, fields=fields)
    if files is not None:
        warn = _warning(str(path))
        rows = (row for file in files for row in read_rows(file, on_guess=warn))
        return _entries(rows, name=str(path))
    with opened(path) as stream:
        return _entries(_sniffed(stream, str(path), format_name, fields), name=str(path))


def read_stream(
    stream: BinaryIO, *, format_name: FormatName | None = None, fields: FieldNames = _ANY_NAMES
) -> list[CaptionEntry]:
    """The captions of a stream such as standard input, as ``read_captions`` reads a file.

    Raises:
        InvalidInputError: The content is faulty; every fault is named with its line.
        ResourceError: The machine failed while reading.
    """
    with unpacked(stream, where="-") as plain:
        return _entries(_sniffed(plain, "-", format_name, fields), name="-")


def read_rows(file: CaptionFile, *, on_guess: Callable[[str], None] = lambda _: None) -> Iterator[CaptionRow]:
    """The rows of a file, in order, without ever holding more than a few thousand (but JSON is read whole).

    Args:
        file: The file.
        on_guess: Told what is guessed of the fields' names, perhaps for each row.

    Raises:
        InvalidInputError: The file is damaged (cut off, or not what its name says).
        ResourceError: The machine failed while reading.
    """
    with opened(file.path) as stream:
        source = Source(name=str(file.path), fields=file.fields, on_guess=on_guess)
        yield from _READERS[file.format_name](stream, source)


def survey(files: Sequence[CaptionFile]) -> int:
    """Read files through once: whether they are whole, and how much there is. Before any work, not hours into it.

    What is guessed of the fields' names is said by a `GuessedFieldsWarning`, once for each guess.

    Returns:
        Lines, rows of tables, items of JSON: an estimate of the rows, as lines may be blank or hold several captions.

    Raises:
        InvalidInputError: Files are damaged or cut off (all are named), or no file holds a row.
        ResourceError: The machine failed while reading.
    """
    faults: list[Fault] = []
    total = 0
    has_rows = False
    said: set[str] = set()
    for file in files:
        try:
            total += _n_rows(file)
            first = next(read_rows(file, on_guess=_warning(str(file.path), said)), None)
            has_rows = has_rows or first is not None
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
    if file.format_name == "json":
        return sum(1 for _ in read_rows(file))
    with opened(file.path) as stream:
        if file.format_name == "arrow":
            return _n_arrow_rows(stream, str(file.path))
        n_lines, last = 0, b"\n"
        while block := stream.read(1 << 20):
            n_lines += block.count(b"\n")
            last = block[-1:]
    return n_lines + (last != b"\n")


def _n_arrow_rows(stream: io.BufferedReader, name: str) -> int:
    import pyarrow as pa

    try:
        return sum(batch.num_rows for batch in arrow_batches(stream, name))
    except (pa.ArrowException, OSError) as e:
        raise InvalidInputError([Fault(where=name, problem=f"cut off or damaged: {e}", file=name)]) from e


def _warning(name: str, said: set[str] | None = None) -> Callable[[str], None]:
    """Says each guess once."""
    known = set() if said is None else said

    def warn(guess: str) -> None:
        if guess not in known:
            known.add(guess)
            warnings.warn(f"{name}: {guess}", GuessedFieldsWarning, stacklevel=2)

    return warn


def _sniffed(
    stream: io.BufferedReader, name: str, format_name: FormatName | None, fields: FieldNames
) -> Iterator[CaptionRow]:
    known = format_name or format_of(stream, name=name, fields=fields)
    yield from _READERS[known](stream, Source(name=name, fields=fields, on_guess=_warning(name)))


def _entries(rows: Iterable[CaptionRow], *, name: str) -> list[CaptionEntry]:
    faults: list[Fault] = []
    entries: list[CaptionEntry] = []
    try:
        for row in rows:
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


def _lines(stream: IO[bytes], source: Source) -> Iterator[tuple[Line, str]]:
    for line in lines_of(stream):
        yield line, f"{source.name}:{line.number}"


def _text_rows(stream: IO[bytes], source: Source) -> Iterator[CaptionRow]:
    for line, where in _lines(stream, source):
        if line.text is None:
            yield faulty_row(where, line.problem, source=source, line=line.number)
        else:
            yield good_row(Caption(text=line.text), where=where, source=source, line=line.number)


def _tsv_rows(stream: IO[bytes], source: Source) -> Iterator[CaptionRow]:
    for line, where in _lines(stream, source):
        yield _tab_row(line, where, source=source, parts_number=False)


def _token_rows(stream: IO[bytes], source: Source) -> Iterator[CaptionRow]:
    """Flickr's token files, ``image.jpg#0<TAB>caption``: the image and the whole, which is the caption's id."""
    for line, where in _lines(stream, source):
        if line.text is None or line.text.strip():
            yield _tab_row(line, where, source=source, parts_number=True)


def _tab_row(line: Line, where: str, *, source: Source, parts_number: bool) -> CaptionRow:
    given, tab, text = (line.text or "").partition("\t")
    if line.text is None:
        return faulty_row(where, line.problem, source=source, line=line.number)
    if not tab:
        problem = f"no tab between id and caption in {shorten(line.text)}"
        return faulty_row(where, problem, source=source, line=line.number)
    if not given.strip():
        return faulty_row(where, "the id before the tab is empty", source=source, line=line.number)
    caption = Caption(text=text, image_id=given)
    if parts_number:
        match = _TOKEN_ID.fullmatch(given.strip())
        if match is None:
            problem = f"the id must be an image and a number, such as 'a.jpg#0', not {shorten(given)}"
            return faulty_row(where, problem, source=source, line=line.number)
        caption = Caption(text=text, image_id=match["image_id"], caption_id=given.strip())
    return good_row(caption, where=where, source=source, line=line.number)


def _json_line_rows(stream: IO[bytes], source: Source) -> Iterator[CaptionRow]:
    for line, where in _lines(stream, source):
        if line.text is None:
            yield faulty_row(where, line.problem, source=source, line=line.number)
        elif line.text.strip():
            try:
                value = _json_value(line.text)
            except ValueError as e:
                yield faulty_row(where, str(e), source=source, line=line.number)
            else:
                yield from object_rows(value, where=where, source=source, line=line.number)


def _json_value(text: str) -> object:
    try:
        value: object = msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return parse_json(text)  # slower, and says better what is wrong
    return value


def _json_rows(stream: IO[bytes], source: Source) -> Iterator[CaptionRow]:
    """One JSON value: it is read whole."""
    data = read_whole(stream, where=source.name)
    name = source.name
    try:
        text = data.decode()
        items, path = _listed(_json_value(text))
        if isinstance(items, dict):
            parse_json(text)  # an image that is there twice would have lost captions
    except UnicodeDecodeError as e:
        line = data.count(b"\n", 0, e.start) + 1
        problem = f"not UTF-8: byte 0x{data[e.start]:02x}"
        raise InvalidInputError([Fault(where=f"{name}:{line}", problem=problem, file=name, line=line)]) from e
    except ValueError as e:
        raise InvalidInputError([Fault(where=name, problem=str(e), file=name)]) from e
    if isinstance(items, dict):
        for image_id, given in items.items():
            yield from _image_rows(
                image_id, given, where=f"{name}: {path}[{shorten(image_id)}]", source=source
            )
        return
    for i, item in enumerate(items):
        where = f"{name}: {path}[{i}]"
        if isinstance(item, str):
            yield good_row(Caption(text=item), where=where, source=source, line=None)
        else:
            yield from object_rows(_coco_named(item, source.fields), where=where, source=source)


def _listed(value: object) -> tuple[list[object] | dict[str, object], str]:
    """The captions of a JSON value, as a list or by image, and where they stand in it."""
    if isinstance(value, list):
        return value, ""
    if isinstance(value, dict):
        wrapper = next((name for name in _WRAPPERS if name in value), None)
        inner = value if wrapper is None else value[wrapper]
        if wrapper is not None and isinstance(inner, list):
            return inner, wrapper
        if isinstance(inner, dict) and all(isinstance(item, str | list) for item in inner.values()):
            return inner, wrapper or ""
        value = inner
    raise ValueError(
        "needed are a list of objects with image_id and caption (COCO results), an object with such a list as"
        f" {', '.join(map(repr, _WRAPPERS[:-1]))} or {_WRAPPERS[-1]!r}, or one with the captions of each image by its"
        f" id, not {shorten(value)}"
    )


def _image_rows(image_id: str, given: object, *, where: str, source: Source) -> Iterator[CaptionRow]:
    """The captions of one image in an object by image: a text, or a list of texts or of objects."""
    captions = given if isinstance(given, list) else [given]
    if not captions:
        yield faulty_row(where, "no caption; at least one is needed", source=source)
    for i, item in enumerate(captions):
        place = f"{where}[{i}]" if isinstance(given, list) else where
        if isinstance(item, str):
            yield good_row(Caption(text=item, image_id=image_id), where=place, source=source, line=None)
        elif isinstance(item, dict):
            bare = FieldNames(captions=source.fields.captions)  # the id is the key
            ours = Source(name=source.name, fields=bare, on_guess=source.on_guess)
            named = {**_coco_named(item, ours.fields), "image_id": image_id}
            yield from object_rows(named, where=place, source=ours)
        else:
            problem = f"a caption or an object with one is needed, not {shorten(item)}"
            yield faulty_row(place, problem, source=source)


def _coco_named(item: Any, fields: FieldNames) -> Any:
    """An object whose ``id`` is the caption's, as COCO has it beside ``image_id``, with our name for it."""
    if not isinstance(item, dict) or "caption_id" in item or "id" in fields.image_ids:
        return item
    if "image_id" in item and "id" in item:
        return {("caption_id" if name == "id" else name): value for name, value in item.items()}
    return item


_READERS: dict[FormatName, Callable[[io.BufferedReader, Source], Iterator[CaptionRow]]] = {
    "text": _text_rows,
    "tsv": _tsv_rows,
    "csv": csv_rows,
    "token": _token_rows,
    "jsonl": _json_line_rows,
    "json": _json_rows,
    "parquet": parquet_rows,
    "arrow": arrow_rows,
}
