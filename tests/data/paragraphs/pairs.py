"""Read the paragraphs with hallucinations: ``hallucinations.txt`` and ``fresh.txt``, which people edit and review.

::

    @ 7                                                     a paragraph of source.txt
    A dog is asleep.                                        a reference by another hand, in one line
      object | A dog | A cat                                what becomes what is not in the picture, and its kind

    @ yard                                                  a paragraph of its own, by a name
    P A dog is asleep.                                      the paragraph
    R A sleeping dog.                                       references by other hands, one a line
      object | A dog | A cat
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from tests.data.paragraphs.build import SOURCE, paragraphs

FILE = Path(__file__).with_name("hallucinations.txt")
FRESH = Path(__file__).with_name("fresh.txt")
Part = Literal["train", "held_out", "fresh"]
PARTS: tuple[Part, ...] = get_args(Part)
Kind = Literal["object", "attribute", "count", "relation", "role", "text", "invented"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A paragraph and the same with one thing that is not in the picture.

    Attributes:
        name: Of the paragraph.
        part: Of the paragraphs with numbers, odd ones are for development, even ones are held back.
        kind: What is wrong.
        references: What others say of the picture, at least one.
        right: The paragraph.
        wrong: The paragraph with the hallucination.
    """

    name: str
    part: Part
    kind: Kind
    references: tuple[str, ...]
    right: str
    wrong: str


def all_pairs(part: Part | None = None) -> list[Pair]:
    """The pairs of both files, of one part or of all."""
    pairs = [pair for file in (FILE, FRESH) for pair in read_pairs(file.read_text("utf-8"))]
    return [pair for pair in pairs if part in (None, pair.part)]


def read_pairs(source: str) -> list[Pair]:
    """The pairs of a source.

    Raises:
        ValueError: A line cannot be read, or what changes does not stand once in its paragraph; the line is named.
    """
    text_by_number = {p.number: p.text for p in paragraphs(SOURCE.read_text(encoding="utf-8"))}
    pairs: list[Pair] = []
    described = _Described()
    for place, line in _lines(source):
        if line.startswith("@ "):
            described = _Described(name=line[2:])
            if described.name.isdigit():
                if int(described.name) not in text_by_number:
                    raise ValueError(f"line {place}: there is no paragraph {described.name}")
                described.text = text_by_number[int(described.name)]
        elif line.startswith("P ") and not described.name.isdigit():
            described.text = line[2:]
        elif not line.startswith("  "):
            described.references.append(line.removeprefix("R "))
        else:
            pairs.append(_pair(described, line, place))
    return pairs


@dataclass(slots=True, kw_only=True)
class _Described:
    name: str = ""
    text: str = ""
    references: list[str] = field(default_factory=list)

    @property
    def part(self) -> Part:
        if not self.name.isdigit():
            return "fresh"
        return "train" if int(self.name) % 2 else "held_out"


def _lines(source: str) -> Iterator[tuple[int, str]]:
    for place, line in enumerate(source.splitlines(), start=1):
        if line.strip() and not line.startswith("%"):
            yield place, line


def _pair(described: _Described, line: str, place: int) -> Pair:
    kind, *change = (part.strip() for part in line.split("|"))
    if kind not in KINDS or len(change) != 2 or not described.references:
        raise ValueError(f"line {place}: no change: kind | what | becomes what, behind a reference")
    if described.text.count(change[0]) != 1:
        raise ValueError(f"line {place}: {change[0]!r} does not stand once in paragraph {described.name}")
    return Pair(
        name=described.name,
        part=described.part,
        kind=kind,
        references=tuple(described.references),
        right=described.text,
        wrong=described.text.replace(*change),
    )
