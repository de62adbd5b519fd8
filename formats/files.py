"""Files and folders that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from extractor.errors import InvalidInputError, ResourceError


@contextmanager
def whole_file(path: Path, *, durable: bool = False) -> Iterator[BinaryIO]:
    """Write a file in the block; it is there, in place of one of its name, when the block has ended without an error.

    Args:
        path: The file; its folder is there.
        durable: Wait until it is on the disk, so that not even a power cut leaves half of it.

    Raises:
        ResourceError: The machine failed while writing; nothing is left of it.
    """
    temporary = _beside(path)  # of its own for each writer, so that two never write into one
    try:
        with temporary.open("xb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as e:
        raise ResourceError(f"{path} cannot be written: {e.strerror or e}") from e
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """Write into a new folder in the block; it gets its name when the block has ended without an error.

    Args:
        path: The folder, which is not there; its parent is.

    Raises:
        ResourceError: The machine failed while writing; nothing is left of it.
    """
    temporary = _beside(path)
    try:
        temporary.mkdir()
        yield temporary
        temporary.rename(path)
    except OSError as e:
        raise ResourceError(f"{path} cannot be written: {e.strerror or e}") from e
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def write_file(path: Path, content: bytes) -> None:
    """Write a file; one of this name is replaced when the new one is complete.

    Raises:
        InvalidInputError: There is a folder of this name, or none to write into.
        ResourceError: The machine failed while writing.
    """
    _check_parent(path)
    if path.is_dir():
        raise InvalidInputError(f"{path} is a folder; a file is written")
    with whole_file(path) as file:
        file.write(content)


def write_folder(path: Path, content_by_name: Mapping[str, bytes]) -> None:
    """Write a new folder of files.

    Raises:
        InvalidInputError: The name is taken (people may have worked there), or there is no folder to write into.
        ResourceError: The machine failed while writing.
    """
    _check_parent(path)
    if path.exists():
        raise InvalidInputError(f"{path} exists; a new folder is written, for nobody's work to be lost")
    with whole_folder(path) as folder:
        for name, content in content_by_name.items():
            (folder / name).write_bytes(content)


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")


def _check_parent(path: Path) -> None:
    if not path.parent.is_dir():
        raise InvalidInputError(f"{path.parent} is no folder: {path.name} cannot be written there")
