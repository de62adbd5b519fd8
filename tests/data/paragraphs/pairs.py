"""Read the paragraphs with hallucinations: ``hallucinations.txt``, which is what people edit and review.

::

    @ 7                                                     a paragraph of source.txt
    A dog is asleep.                                        a reference by another hand, in one line
      object | A dog | A cat                                what becomes what is not in the picture, and its kind
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from tests.data.paragraphs.build import SOURCE, paragraphs

FILE = Path(__file__).with_name("hallucinations.txt")
Kind = Literal["object", "attribute", "count", "relation", "role"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A paragraph and the same with one thing that is not in the picture.

    Attributes:
        number: Of the paragraph; odd ones are for development, even ones are held back.
        kind: What is wrong.
        reference: What somebody else says of the picture.
        right: The paragraph.
        wrong: The paragraph with the hallucination.
    """

    number: int
    kind: Kind
    reference: str
    right: str
    wrong: str

    @property
    def held_out(self) -> bool:
        """Whether it is held back."""
        return self.number % 2 == 0


def read_pairs(source: str) -> list[Pair]:
    """The pairs of a source.

    Raises:
        ValueError: A line cannot be read, or what changes does not stand once in its paragraph; the line is named.
    """
    text_by_number = {p.number: p.text for p in paragraphs(SOURCE.read_text(encoding="utf-8"))}
    pairs: list[Pair] = []
    number, reference = 0, ""
    for place, line in enumerate(source.splitlines(), start=1):
        if line.startswith("%") or not line.strip():
            continue
        if line.startswith("@ "):
            number, reference = int(line[2:]), ""
            if number not in text_by_number:
                raise ValueError(f"line {place}: there is no paragraph {number}")
        elif not line.startswith("  "):
            reference = line
        else:
            kind, *change = (part.strip() for part in line.split("|"))
            if kind not in KINDS or len(change) != 2 or not reference:
                raise ValueError(f"line {place}: no change: kind | what | becomes what, behind a reference")
            right = text_by_number[number]
            if right.count(change[0]) != 1:
                raise ValueError(f"line {place}: {change[0]!r} does not stand once in paragraph {number}")
            pairs.append(
                Pair(
                    number=number,
                    kind=kind,
                    reference=reference,
                    right=right,
                    wrong=right.replace(*change),
                )
            )
    return pairs
