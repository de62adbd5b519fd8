"""What every corpus reader gives: captions with their human tuples, and a report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from extractor.errors import Fault
from extractor.types import Caption, CaptionId, SemanticTuple

CaptionKey = tuple[CaptionId, CaptionId]
"""The ids of an image and one of its captions."""


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

    @property
    def key(self) -> CaptionKey:
        """The ids of the image and the caption."""
        return (self.caption.image_id, self.caption.caption_id)


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
