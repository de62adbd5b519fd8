"""Boxes of phrases: gold as Flickr30k Entities or JSON Lines, predictions as JSON Lines; all faults at once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from extractor.errors import Fault, InvalidInputError, shorten
from formats.corpora.flickr30k_entities import read_phrases
from formats.json_values import checked, parse_json
from formats.text import lines_of, opened
from scoring.localisation import LocatedPhrase, PhraseKey
from scoring.selection.baselines import Box

_N_FIRST = 5
_Numbers = tuple[float, float, float, float]


class _Line(msgspec.Struct, kw_only=True):
    """A phrase with its boxes, left, top, width, height; other fields are skipped."""

    image_id: str | int
    phrase_id: str | int
    boxes: list[_Numbers]
    types: list[str] = []


def read_gold_boxes(path: Path) -> dict[PhraseKey, LocatedPhrase]:
    """The phrases of a file.

    Args:
        path: Flickr30k Entities as a JSON list of phrases, as ``content-selection --entities`` takes it: the image of
            ``7#0`` is 7, a phrase's id its description and first token, ``0:5``. Or JSON Lines of ``image_id``,
            ``phrase_id``, ``boxes`` and ``types``; no boxes are those of what cannot be seen.

    Raises:
        InvalidInputError: The file is missing or faulty; every fault is named with its place.
        ResourceError: The machine failed while reading.
    """
    if not _is_list(path):
        return {key: LocatedPhrase(boxes=boxes, types=tuple(line.types)) for key, line, boxes in _lines(path)}
    faults: list[Fault] = []
    phrases: dict[PhraseKey, LocatedPhrase] = {}
    for image_id, found in read_phrases(path, faults=faults).items():
        for phrase in found:
            key = image_id, f"{phrase.image.partition('#')[2]}:{phrase.start}"
            before = phrases.get(key, LocatedPhrase(boxes=()))
            boxes = () if phrase.box is None else (_box(phrase.box),)
            types = tuple(dict.fromkeys((*before.types, *phrase.categories)))
            phrases[key] = LocatedPhrase(boxes=(*before.boxes, *boxes), types=types)
    if faults:
        raise InvalidInputError(faults)
    return phrases


def read_predicted_boxes(
    path: Path, gold: Mapping[PhraseKey, LocatedPhrase]
) -> dict[PhraseKey, tuple[Box, ...]]:
    """The boxes that a system gives phrases, the surest first.

    Args:
        path: JSON Lines of ``image_id``, ``phrase_id`` and ``boxes``.
        gold: The phrases that there are.

    Raises:
        InvalidInputError: The file is missing or faulty, has phrases that are none, or lacks phrases that have a gold
            box (``"boxes": []`` says that a system found none); of many the first are named, with their number.
        ResourceError: The machine failed while reading.
    """
    predicted = {key: boxes for key, _, boxes in _lines(path)}
    unknown = [key for key in predicted if key not in gold]
    missing = [key for key, phrase in gold.items() if phrase.boxes and key not in predicted]
    faults = [*_few(path, unknown, "is no phrase of the gold"), *_few(path, missing, "has no line")]
    if faults:
        raise InvalidInputError(faults)
    return predicted


def _is_list(path: Path) -> bool:
    with opened(path) as stream:
        return stream.peek(64).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"["


def _lines(path: Path) -> Iterator[tuple[PhraseKey, _Line, tuple[Box, ...]]]:
    """The lines of a file.

    Raises:
        InvalidInputError: Lines are faulty, or there is none; all are named.
    """
    faults: list[Fault] = []
    read: dict[PhraseKey, tuple[_Line, tuple[Box, ...]]] = {}
    with opened(path) as stream:
        for text in lines_of(stream):
            if text.text is not None and not text.text.strip():
                continue
            try:
                line = _line(text.text, text.problem)
                key = str(line.image_id), str(line.phrase_id)
                if key in read:
                    raise ValueError(f"phrase {_name(key)} stands here twice")
                read[key] = line, tuple(map(_box, line.boxes))
            except ValueError as e:
                where = f"{path}:{text.number}"
                faults.append(Fault(where=where, problem=str(e), file=str(path), line=text.number))
    if not read and not faults:
        faults.append(Fault(where=str(path), problem="holds no phrase", file=str(path)))
    if faults:
        raise InvalidInputError(faults)
    yield from ((key, line, boxes) for key, (line, boxes) in read.items())


def _line(text: str | None, problem: str) -> _Line:
    if text is None:
        raise ValueError(problem)
    value: Any = parse_json(text)
    return checked(value, _Line)


def _box(numbers: _Numbers) -> Box:
    x, y, width, height = numbers
    if not all(map(math.isfinite, numbers)) or width < 0 or height < 0:
        raise ValueError(f"boxes: left, top, width and height are needed, not {shorten(list(numbers))}")
    return Box(x=x, y=y, width=width, height=height)


def _few(path: Path, keys: Sequence[PhraseKey], problem: str) -> list[Fault]:
    faults = [
        Fault(where=str(path), problem=f"phrase {_name(key)} {problem}", file=str(path))
        for key in keys[:_N_FIRST]
    ]
    if len(keys) > _N_FIRST:
        rest = f"{len(keys) - _N_FIRST} more such phrases, {len(keys)} in all"
        faults.append(Fault(where=str(path), problem=rest, file=str(path)))
    return faults


def _name(key: PhraseKey) -> str:
    return f"{shorten(key[1])} of image {shorten(key[0])}"
