"""Files and folders that are written whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from extractor.errors import InvalidInputError, ResourceError


def write_file(path: Path, content: bytes) -> None:
    """Write a file; one of this name is replaced when the new one is complete.

    Raises:
        InvalidInputError: There is a folder of this name, or none to write into.
        ResourceError: The machine failed while writing.
    """
    _check_parent(path)
    if path.is_dir():
        raise InvalidInputError(f"{path} is a folder; a file is written")
    try:
        descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
            Path(temporary).chmod(0o666 & ~_umask())
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as e:
        raise ResourceError(f"{path}: cannot be written: {e.strerror}") from e


def write_folder(path: Path, content_by_name: Mapping[str, bytes]) -> None:
    """Write a new folder of files.

    Raises:
        InvalidInputError: The name is taken (people may have worked there), or there is no folder to write into.
        ResourceError: The machine failed while writing.
    """
    _check_parent(path)
    if path.exists():
        raise InvalidInputError(f"{path} exists; a new folder is written, for nobody's work to be lost")
    try:
        temporary = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
        try:
            for name, content in content_by_name.items():
                (temporary / name).write_bytes(content)
            temporary.chmod(0o777 & ~_umask())
            temporary.rename(path)
        except BaseException:
            shutil.rmtree(temporary, ignore_errors=True)
            raise
    except OSError as e:
        raise ResourceError(f"{path}: cannot be written: {e.strerror}") from e


def _check_parent(path: Path) -> None:
    if not path.parent.is_dir():
        raise InvalidInputError(f"{path.parent} is no folder: {path.name} cannot be written there")


def _umask() -> int:
    """The mask of new files; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
