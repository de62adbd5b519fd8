"""The file into which corrections go, ``captuple.annotation/1``: a line for each caption, no caption twice."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from extractor.errors import Fault, InvalidInputError, ResourceError, shorten
from formats.files import whole_file
from formats.records import AnnotationRecord, annotation_tuples

Key = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """Where a correction stands: its line, from 1, and whether it took an earlier one's place."""

    line: int
    replaced: bool
    n_lines: int


def record_key(record: AnnotationRecord) -> Key:
    """What two annotations of one caption share; ids compare as text."""
    return str(record.image_id), str(record.caption_id)


class AnnotationFile:
    """Corrections on disk. Every save is whole or not at all, whoever else writes by this class into the same file.

    Args:
        path: A file that is there, or that the first save makes in a folder that is.

    Raises:
        InvalidInputError: It is a folder, there is no folder for it, or it holds other lines than annotations.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        if path.is_dir():
            raise InvalidInputError(f"{path} is a folder; a file is written")
        if not path.parent.is_dir():
            raise InvalidInputError(f"{path.parent} is no folder: {path.name} cannot be written there")
        self.records()

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    def records(self) -> dict[Key, AnnotationRecord]:
        """What is saved, in the order of the file; nothing where there is no file yet.

        Raises:
            InvalidInputError: Lines are no annotations, or of one caption; all are named.
        """
        found: dict[Key, AnnotationRecord] = {}
        faults: list[Fault] = []
        for number, line in enumerate(self._lines(), start=1):
            if not line.strip():
                continue
            where = f"{self._path}:{number}"
            try:
                record = msgspec.json.decode(line, type=AnnotationRecord)
                annotation_tuples(record, where=where)
            except InvalidInputError as e:
                faults += e.faults
                continue
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
                faults.append(Fault(where=where, problem=f"no captuple.annotation/1: {e}"))
                continue
            if record_key(record) in found:
                problem = f"caption_id {shorten(record.caption_id)} is taken by a line before"
                faults.append(Fault(where=where, problem=problem))
            found[record_key(record)] = record
        if faults:
            raise InvalidInputError(faults)
        return found

    def save(self, record: AnnotationRecord) -> Saved:
        """Append a correction, or put it in the place of the caption's earlier one.

        Raises:
            InvalidInputError: The annotation's spans or tuples are faulty, or its ids are those of another caption; all
                faults are named, and nothing is written.
            ResourceError: The file cannot be written; it is as it was.
        """
        faults: list[Fault] = []
        if not record.caption.strip():
            faults.append(Fault(where="annotation.caption", problem="the caption is empty"))
        try:
            annotation_tuples(record, where="annotation")
        except InvalidInputError as e:
            faults += e.faults
        if faults:
            raise InvalidInputError(faults)
        with self._alone():
            records = self.records()
            lines = [item for item in self._lines() if item.strip()]
            key = record_key(record)
            line = msgspec.json.encode(record)
            replaced = key in records
            if replaced:
                if records[key].caption != record.caption:
                    other = shorten(records[key].caption)
                    problem = (
                        f"image {record.image_id}, caption {record.caption_id} is taken by another, {other}"
                    )
                    raise InvalidInputError([Fault(where="annotation.caption_id", problem=problem)])
                number = list(records).index(key)
                lines[number] = line
            else:
                number = len(lines)
                lines.append(line)
            with whole_file(self._path, durable=True) as file:
                file.write(b"".join(item + b"\n" for item in lines))
        return Saved(line=number + 1, replaced=replaced, n_lines=len(lines))

    def _lines(self) -> list[bytes]:
        try:
            return self._path.read_bytes().splitlines()
        except FileNotFoundError:
            return []
        except OSError as e:
            raise ResourceError(f"{self._path} cannot be read: {e.strerror or e}") from e

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the folder, as the file itself is exchanged by every save."""
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)
