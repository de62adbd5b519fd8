"""Bytes to numbered lines of text: gzip, byte order mark, UTF-8."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path

from extractor.errors import Fault, InvalidInputError, ResourceError

_GZIP_MAGIC = b"\x1f\x8b"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_bytes(path: Path) -> bytes:
    """The content of a file, as it is on disk.

    Raises:
        InvalidInputError: There is no such file, it is a folder, or it may not be read.
        ResourceError: The machine failed while reading.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError as e:
        raise _fault(str(path), "no such file") from e
    except IsADirectoryError as e:
        raise _fault(str(path), "is a folder; a file is needed") from e
    except PermissionError as e:
        raise _fault(str(path), "may not be read: permission denied") from e
    except OSError as e:
        raise ResourceError(f"{path}: cannot be read: {e.strerror}") from e


def plain_bytes(data: bytes, *, where: str) -> bytes:
    """The data unpacked where it is gzip, and without its byte order mark.

    Raises:
        InvalidInputError: The gzip data is damaged or ends early.
    """
    if data.startswith(_GZIP_MAGIC):
        try:
            data = gzip.GzipFile(fileobj=io.BytesIO(data)).read()
        except EOFError as e:
            raise _fault(where, "the gzip data ends early: the file is truncated") from e
        except (gzip.BadGzipFile, zlib.error) as e:
            raise _fault(where, f"the gzip data is damaged: {e}") from e
    return data.removeprefix(_BYTE_ORDER_MARK)


def numbered_lines(data: bytes, *, where: str, faults: list[Fault]) -> Iterator[tuple[int, str]]:
    """The lines of ``data`` with their numbers from 1; a line that is no UTF-8 becomes a fault instead.

    A line ends at a line feed, with or without a carriage return before it, and nowhere else: U+2028 and its
    like are text.
    """
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    for number, line in enumerate(lines, start=1):
        try:
            yield number, line.removesuffix(b"\r").decode()
        except UnicodeDecodeError as e:
            problem = f"not UTF-8: byte 0x{line[e.start]:02x} at position {e.start + 1} of the line"
            faults.append(Fault(where=f"{where}:{number}", problem=problem))


def _fault(where: str, problem: str) -> InvalidInputError:
    return InvalidInputError([Fault(where=where, problem=problem)])
