"""JSON text to checked values, with messages that name the fault."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TypeVar

import msgspec

from extractor.errors import shorten

_T = TypeVar("_T")
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_PATH = re.compile(r"^(?P<problem>.*?)(?: - at `\$\.?(?P<path>.*)`)?$", re.DOTALL)


def parse_json(text: str) -> object:
    """The value of a JSON text.

    Raises:
        ValueError: The text is no JSON, has a key of one object twice, of which one would be lost, or holds what no
            caption can: a surrogate without its other half.
    """
    try:
        value: object = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_unique)
        if _SURROGATE_ESCAPE.search(text):
            _refuse_lone_surrogates(value)
    except json.JSONDecodeError as e:
        place = f"line {e.lineno}, column {e.colno}" if e.lineno > 1 else f"column {e.colno}"
        raise ValueError(f"not JSON: {e.msg} at {place}") from e
    except RecursionError as e:
        raise ValueError("not readable: JSON nested too deeply") from e
    except ValueError as e:
        raise ValueError(f"not readable: {e}") from e
    return value


def checked(value: object, type_: type[_T]) -> _T:
    """``value`` as a ``type_``.

    Raises:
        ValueError: It has another shape; the message names the field.
    """
    try:
        return msgspec.convert(value, type_)
    except msgspec.ValidationError as e:
        match = _PATH.match(str(e))
        path = match["path"] if match else None
        problem = match["problem"] if match else str(e)
        problem = problem[:1].lower() + problem[1:]
        raise ValueError(f"{path}: {problem}" if path else problem) from e


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON value")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        twice = [name for name, n in Counter(name for name, _ in pairs).items() if n > 1]
        more = f", and {len(twice) - 1} more keys" if len(twice) > 1 else ""
        raise ValueError(f"{shorten(twice[0])}{more} twice in one object: which one counts is not known")
    return value


def _refuse_lone_surrogates(value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as e:
        raise ValueError(
            f"lone surrogate \\u{ord(e.object[e.start]):04x}: half of a character, not text"
        ) from e
