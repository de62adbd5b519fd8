"""What every corpus reader gives: captions with their human tuples, and a report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from extractor.errors import Fault
from extractor.types import Caption, SemanticTuple

_CAPTION_NUMBER = re.compile(r"(?<=\.\w{3})#\d+$|(?<=\.\w{4})#\d+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatedCaption:
    """A caption and the tuples that people gave it; their lemmas are None, their spans are those of heads.

    Attributes:
        caption: The caption.
        tuples: Its tuples.
        where: Its place for messages, ``file:line``; empty where it has none.
    """

    caption: Caption
    tuples: tuple[SemanticTuple, ...]
    where: str = field(default="", compare=False)


def image_keys(captions: Sequence[Caption]) -> list[str]:
    """What the image of each caption is called: the text of its id, so that 7 and "7" are one image.

    An id that is a caption's, ``a.jpg#0`` as Flickr's token files have them, is that of its image. A caption without an
    image id is alone with its image, whose name no id can have.
    """
    return [
        f"\0{index}" if caption.image_id is None else _CAPTION_NUMBER.sub("", str(caption.image_id))
        for index, caption in enumerate(captions)
    ]


@dataclass(slots=True, kw_only=True)
class ReadReport:
    """What a reader met on its way.

    Attributes:
        n_rows: Rows read.
        skipped: Rows left out, with the reason.
        n_shifted: Indices that pointed at another word and were resolved by the word beside them.
        stripped_auxiliaries: Predicates as annotated whose auxiliaries were taken off.
    """

    n_rows: int = 0
    skipped: list[Fault] = field(default_factory=list)
    n_shifted: int = 0
    stripped_auxiliaries: list[str] = field(default_factory=list)

    def lines(self) -> Iterable[str]:
        """The report for people, a line at a time."""
        yield f"{self.n_rows} rows, {len(self.skipped)} skipped, {self.n_shifted} shifted indices resolved"
        yield f"{len(self.stripped_auxiliaries)} predicates stripped of auxiliaries"
        yield from (str(fault) for fault in self.skipped)
