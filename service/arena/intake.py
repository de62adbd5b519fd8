"""Whether a file can be scored, before it counts: read by the one reader, paired with the task's images.

The references have no part in it: of them their images' ids alone are known here, which teams know as well.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from extractor.errors import Fault, InvalidInputError
from extractor.types import Caption, CaptionEntry
from formats import CaptionFile, FormatName, read_rows
from formats.sources import format_of
from formats.text import opened
from scoring.conventions import MissingCandidates
from scoring.entries import pair_by_image
from scoring.images import ImageId
from scoring.matching import MatchIds
from service.arena.refusals import RefusedError

TAKEN_FORMATS: tuple[FormatName, ...] = ("json", "jsonl", "csv", "tsv", "token")
"""What is taken: text, which is as long as its file. ``captuple submit`` makes JSON Lines of any other format."""

MAX_FAULTS = 20
"""How many faults of a submission are named; the rest is counted."""

_FILE = "submission"
_BLOCK_BYTES = 1 << 20
_STAND_IN = "?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A file that can be scored.

    Attributes:
        format_name: How it is read.
        entries: Its captions.
        notes: What was guessed of its fields' names.
    """

    format_name: FormatName
    entries: Sequence[CaptionEntry]
    notes: tuple[str, ...]


def check_submission(
    path: Path,
    *,
    images: Sequence[ImageId],
    missing: MissingCandidates,
    match_ids: MatchIds,
    max_bytes: int,
    format_name: FormatName | None = None,
) -> Checked:
    """Check a file.

    Args:
        path: The file, which messages don't name.
        images: The task's images.
        missing: Whether images may lack a candidate.
        match_ids: By which rule ids are the task's.
        max_bytes: When it is unpacked.
        format_name: What it is; None tells it by its content.

    Raises:
        RefusedError: It is too large when it is unpacked.
        InvalidInputError: It cannot be read, an image has no caption or several, images are none of the task's, or
            captions are empty or come with tuples; all is counted, and what comes first is named.
        ResourceError: The machine failed while reading.
    """
    try:
        _check_size(path, max_bytes)
        checked = read_submission(path, format_name=format_name)
        pair_by_image(
            checked.entries, _stand_ins(tuple(images)), missing_candidates=missing, match_ids=match_ids
        )
    except RefusedError:
        raise
    except InvalidInputError as e:
        raise InvalidInputError(_bounded(_reworded(e.faults, str(path)))) from e
    return checked


def read_submission(path: Path, *, format_name: FormatName | None = None) -> Checked:
    """The captions of a submission, which were checked before or are now.

    Raises:
        InvalidInputError: See `check_submission`; places name the path.
        ResourceError: The machine failed while reading.
    """
    notes: dict[str, None] = {}
    if format_name is None:
        with opened(path) as stream:
            format_name = format_of(stream, name="")
    if format_name not in TAKEN_FORMATS:
        allowed = ", ".join(TAKEN_FORMATS)
        problem = f"is {format_name}; taken are {allowed}: captuple submit makes JSON Lines of other files"
        raise InvalidInputError([Fault(where=str(path), problem=problem)])
    faults: list[Fault] = []
    entries: list[CaptionEntry] = []
    for row in read_rows(CaptionFile(path, format_name), on_guess=notes.setdefault):
        faults += row.faults
        if row.entry is None:
            continue
        entries.append(row.entry)
        if row.entry.tuples is not None:
            faults.append(row.entry.fault("comes with tuples; the server finds its own, for all teams alike"))
    if not entries and not faults:
        faults.append(Fault(where=str(path), problem="holds no caption"))
    if faults:
        raise InvalidInputError(faults)
    return Checked(format_name=format_name, entries=entries, notes=tuple(notes))


def _check_size(path: Path, max_bytes: int) -> None:
    """A small file may unpack to one of terabytes."""
    size = 0
    with opened(path) as stream:
        while block := stream.read(_BLOCK_BYTES):
            size += len(block)
            if size > max_bytes:
                raise RefusedError(f"the file is more than {max_bytes} bytes when it is unpacked", status=413)
    if not size:
        raise InvalidInputError([Fault(where=str(path), problem="is empty")])


@functools.lru_cache(maxsize=16)
def _stand_ins(images: tuple[ImageId, ...]) -> list[CaptionEntry]:
    """An entry for each image, in the place of its references."""
    return [
        CaptionEntry(caption=Caption(text=_STAND_IN, image_id=image_id), where="task") for image_id in images
    ]


def _reworded(faults: Iterable[Fault], path: str) -> list[Fault]:
    """Faults without the server's paths, and without options that belong to a command."""
    found = []
    for fault in faults:
        where = fault.where.replace(path, _FILE)
        problem = fault.problem.replace(path, _FILE)
        if where == "image ids":
            problem = f"{problem.partition(': --match-ids')[0]}; this task takes ids as it names them"
        if where == "references":
            where = "task"
        found.append(Fault(where=where, problem=problem, line=fault.line))
    return found


def _bounded(faults: Sequence[Fault]) -> list[Fault]:
    rest = len(faults) - MAX_FAULTS
    if rest <= 0:
        return list(faults)
    return [*faults[:MAX_FAULTS], Fault(where="", problem=f"{rest} more faults, {len(faults)} in all")]
