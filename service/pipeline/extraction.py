"""Entries to tuples with a model, a cache and progress: what every command does with the captions that it has read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from extractor.errors import InvalidInputError, shorten
from extractor.types import Caption, CaptionEntry, Entity, Extraction
from scoring.entries import Tuples, entry_faults, needs_extractor
from scoring.graded.words import DescribedCaption
from scoring.interfaces.extraction import read_entries, surely
from service.process import load_extractor

if TYPE_CHECKING:
    from extractor import Extractor
    from service.pipeline.tuple_cache import TupleCache

_CHUNK_SIZE = 500
_N_NAMED = 5


class Progress(Protocol):
    """Is told how many of how many captions are done."""

    def __call__(self, n_done: int, n_captions: int, /) -> None:
        """Called after each chunk, and once at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """What came of entries.

    Attributes:
        entries: The entries; those that the cache knew have its tuples and the model's name.
        tuples: Of each entry, in order.
        entities: Of each entry; none of one that came with tuples alone.
        extractor_model: ``name@version`` of the model where it was used; None where all was known.
        language_by_caption: Of the captions that are surely not English.
    """

    entries: list[CaptionEntry]
    tuples: list[Tuples]
    entities: list[tuple[Entity, ...]]
    extractor_model: str | None
    language_by_caption: Mapping[Caption, str]

    def described(self) -> list[DescribedCaption]:
        """Each entry for the graded score."""
        return [
            DescribedCaption(text=entry.caption.text, tuples=tuples, entities=entities)
            for entry, tuples, entities in zip(self.entries, self.tuples, self.entities, strict=True)
        ]


def extracted(
    entries: Sequence[CaptionEntry],
    *,
    model: str,
    min_confidence: float = 0.0,
    progress: Progress | None = None,
    cache: Path | None = None,
    strict_language: bool = False,
    say: Callable[[str], None] = lambda _: None,
    load: Callable[[str], Extractor] = load_extractor,
) -> Extracted:
    """The tuples of entries: given ones are used, known ones come from the cache, the rest is extracted.

    The model is loaded where something is to be extracted; what is extracted is kept chunk by chunk.

    Args:
        entries: Any number.
        model: ``NAME``, ``NAME@VERSION`` or the folder of a bundle.
        min_confidence: For the extracted ones, from 0 to 1.
        progress: Shows how far it is.
        cache: Folder that keeps the tuples of captions; None keeps none.
        strict_language: Whether a caption that is surely not English is a fault, instead of having no tuples.
        say: Told what becomes of the cache, where that is worth a line, and which captions are not English.
        load: Loads the model; who extracts again and again keeps it.

    Raises:
        InvalidInputError: Captions are faulty; all faults are named, and nothing is extracted.
        CaptupleError: The model cannot be used, or fails over a caption.
    """
    faults = entry_faults(entries)
    if faults:
        raise InvalidInputError(faults)
    with _opened(cache, model, say) as store:
        filled = list(entries) if store is None else store.fill(entries, min_confidence=min_confidence)
        extractor = load(model) if needs_extractor(filled) else None
        read: list[Extraction] = []
        for start in range(0, len(filled), _CHUNK_SIZE):
            chunk = filled[start : start + _CHUNK_SIZE]
            found = surely(
                read_entries(chunk, extractor, min_confidence=min_confidence, strict_language=strict_language)
            )
            if store is not None and extractor is not None:
                store.keep(chunk, found, min_confidence=min_confidence)
            read += found
            if progress is not None:
                progress(len(read), len(filled))
    places = [
        f"{entry.where or shorten(entry.caption.text)} ({item.language})"
        for entry, item in zip(filled, read, strict=True)
        if item.language is not None
    ]
    if places:
        say(_not_english(places))
    return Extracted(
        entries=filled,
        tuples=[item.tuples for item in read],
        entities=[item.entities for item in read],
        extractor_model=None if extractor is None else extractor.model,
        language_by_caption={item.caption: item.language for item in read if item.language is not None},
    )


def _not_english(places: Sequence[str]) -> str:
    rest = len(places) - _N_NAMED
    shown = ", ".join(places[:_N_NAMED]) + (f" and {rest} more" if rest > 0 else "")
    return f"warning: not English, so without tuples: {shown}"


@contextmanager
def _opened(folder: Path | None, model: str, say: Callable[[str], None]) -> Iterator[TupleCache | None]:
    if folder is None:
        yield None
        return
    from service.pipeline.tuple_cache import TupleCache

    with TupleCache(folder, model) as cache:
        if cache.rebuilt:
            say(cache.rebuilt)
        yield cache
