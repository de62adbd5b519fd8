"""Files and streams of bytes as text: compression, byte order mark, numbered lines, and what is wrong with them."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO

from extractor.errors import Fault, InvalidInputError, ResourceError

MAX_LINE_BYTES = 16 << 20
MAX_WHOLE_BYTES = 2 << 30
"""Of a file that can only be read whole, such as one JSON value, when it is unpacked."""

_MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
_COMPRESSION_BY_SUFFIX = {".gz": "gzip", ".zst": "zstd"}
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_BUFFER_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text.

    Attributes:
        number: From 1.
        text: Without its end; None where it is no text.
        problem: Why it is none.
    """

    number: int
    text: str | None
    problem: str = ""


def compression_of(path: Path) -> str:
    """What the ending of a file's name says: ``gzip``, ``zstd`` or ""."""
    return _COMPRESSION_BY_SUFFIX.get(path.suffix.lower(), "")


@contextmanager
def opened(path: Path) -> Iterator[io.BufferedReader]:
    """A file, unpacked on the way where it is gzip or zstd, by its content or by its ending.

    Raises:
        InvalidInputError: There is no such file, it may not be read, or its compressed data is cut off or damaged.
        ResourceError: The machine failed while reading.
    """
    with _open(path) as file, unpacked(file, where=str(path), compression=compression_of(path)) as stream:
        yield stream


@contextmanager
def unpacked(stream: BinaryIO, *, where: str, compression: str = "") -> Iterator[io.BufferedReader]:
    """A stream of bytes, unpacked on the way.

    Args:
        stream: What is read.
        where: Its name for messages.
        compression: ``gzip`` or ``zstd`` where it must be that; else its first bytes say what it is.

    Raises:
        InvalidInputError: Its compressed data is cut off or damaged.
        ResourceError: The machine failed while reading.
    """
    try:
        plain = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(_Raw(stream))
        start = plain.peek(4)
        kind = compression or next((name for magic, name in _MAGIC.items() if start.startswith(magic)), "")
        try:
            yield _reader(plain, kind)
        except EOFError as e:
            raise _fault(where, f"the {kind} data ends early: the file is truncated") from e
        except (gzip.BadGzipFile, zlib.error, _DamagedError) as e:
            raise _fault(where, f"the {kind} data is damaged: {e}") from e
    except OSError as e:
        raise ResourceError(f"{where}: cannot be read: {e.strerror or e}") from e


def read_plain(path: Path) -> bytes:
    """The content of a file, unpacked and without its byte order mark.

    Raises:
        InvalidInputError: As `opened`, or the content is too large to be read whole.
        ResourceError: The machine failed while reading.
    """
    with opened(path) as stream:
        return read_whole(stream, where=str(path))


def read_whole(stream: IO[bytes], *, where: str) -> bytes:
    """The rest of a stream, without byte order mark.

    Raises:
        InvalidInputError: It is larger than `MAX_WHOLE_BYTES`.
    """
    if _bytes_on_disk(stream) <= MAX_WHOLE_BYTES:
        data = stream.read(MAX_WHOLE_BYTES + 1)
        if len(data) <= MAX_WHOLE_BYTES:
            return data.removeprefix(_BYTE_ORDER_MARK)
    problem = f"more than {MAX_WHOLE_BYTES} bytes in one piece; JSON Lines and Parquet may be of any size"
    raise _fault(where, problem)


def _bytes_on_disk(stream: IO[bytes]) -> int:
    """The size of a file, packed as it may be, so that a huge one is refused before it is read; 0 of what is none."""
    try:
        return os.fstat(stream.fileno()).st_size
    except (OSError, AttributeError):
        return 0


def lines_of(stream: IO[bytes]) -> Iterator[Line]:
    """The lines of a stream, none of them held longer than it is looked at.

    A line ends at a line feed, with or without a carriage return before it, and nowhere else: U+2028 and its
    like are text. A line that is no UTF-8, or longer than `MAX_LINE_BYTES`, comes with its problem.
    """
    number = 0
    while data := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(data) > MAX_LINE_BYTES:
            while data and not data.endswith(b"\n"):
                data = stream.readline(MAX_LINE_BYTES)
            yield Line(number, None, f"a line of more than {MAX_LINE_BYTES} bytes, which are allowed")
            continue
        if number == 1:
            data = data.removeprefix(_BYTE_ORDER_MARK)
        data = data.removesuffix(b"\n").removesuffix(b"\r")
        try:
            yield Line(number, data.decode())
        except UnicodeDecodeError as e:
            problem = f"not UTF-8: byte 0x{data[e.start]:02x} at position {e.start + 1} of the line"
            yield Line(number, None, problem)


def numbered_lines(data: bytes, *, where: str, faults: list[Fault]) -> Iterator[tuple[int, str]]:
    """The lines of ``data`` with their numbers; one that is no text becomes a fault instead."""
    for line in lines_of(io.BytesIO(data)):
        if line.text is None:
            fault = Fault(where=f"{where}:{line.number}", problem=line.problem, file=where, line=line.number)
            faults.append(fault)
        else:
            yield line.number, line.text


def read_bytes(path: Path) -> bytes:
    """The content of a file, as it is on disk.

    Raises:
        InvalidInputError: There is no such file, it is a folder, or it may not be read.
        ResourceError: The machine failed while reading.
    """
    with _open(path) as file:
        try:
            return file.read()
        except OSError as e:
            raise ResourceError(f"{path}: cannot be read: {e.strerror}") from e


def _open(path: Path) -> io.BufferedReader:
    try:
        return path.open("rb")
    except FileNotFoundError as e:
        raise _fault(str(path), "no such file") from e
    except IsADirectoryError as e:
        raise _fault(str(path), "is a folder; a file is needed") from e
    except PermissionError as e:
        raise _fault(str(path), "may not be read: permission denied") from e
    except OSError as e:
        raise ResourceError(f"{path}: cannot be read: {e.strerror}") from e


class _Raw(io.RawIOBase):
    """A stream that has ``read`` alone, as a raw one, so that it can be looked into ahead."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]  # what BufferedReader gives is a buffer
        data = self._stream.read(len(view))
        view[: len(data)] = data
        return len(data)


class _DamagedError(Exception):
    """Data that is not what it says it is."""


class _Zstd(_Raw):
    """A zstd stream, unpacked by pyarrow, with errors that say whose they are."""

    def __init__(self, stream: BinaryIO) -> None:
        import pyarrow as pa

        super().__init__(pa.CompressedInputStream(pa.PythonFile(stream, mode="r"), "zstd"))
        self._errors = pa.ArrowException

    def readinto(self, buffer: object) -> int:
        try:
            return super().readinto(buffer)
        except self._errors as e:
            raise _DamagedError(str(e)) from e
        except OSError as e:
            if e.errno is None:  # Arrow's own, not the machine's
                raise _DamagedError(str(e)) from e
            raise


def _reader(plain: io.BufferedReader, kind: str) -> io.BufferedReader:
    if kind == "gzip":
        return io.BufferedReader(gzip.GzipFile(fileobj=plain), _BUFFER_BYTES)
    if kind == "zstd":
        return io.BufferedReader(_Zstd(plain), _BUFFER_BYTES)
    return plain


def _fault(where: str, problem: str) -> InvalidInputError:
    return InvalidInputError([Fault(where=where, problem=problem, file=where)])
