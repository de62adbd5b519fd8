"""Entries to tuples with a model, a cache and progress: what every command does with the captions that it has read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from extractor.errors import InvalidInputError
from extractor.types import CaptionEntry, Entity, Extraction
from scoring.entries import Tuples, entry_faults, needs_extractor
from scoring.interfaces.extraction import read_entries, surely
from service.process import load_extractor

if TYPE_CHECKING:
    from service.pipeline.tuple_cache import TupleCache

_CHUNK_SIZE = 500


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
    """

    entries: list[CaptionEntry]
    tuples: list[Tuples]
    entities: list[tuple[Entity, ...]]
    extractor_model: str | None


def extracted(
    entries: Sequence[CaptionEntry],
    *,
    model: str,
    min_confidence: float = 0.0,
    progress: Progress | None = None,
    cache: Path | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Extracted:
    """The tuples of entries: given ones are used, known ones come from the cache, the rest is extracted.

    The model is loaded where something is to be extracted; what is extracted is kept chunk by chunk.

    Args:
        entries: Any number.
        model: ``NAME``, ``NAME@VERSION`` or the folder of a bundle.
        min_confidence: For the extracted ones, from 0 to 1.
        progress: Shows how far it is.
        cache: Folder that keeps the tuples of captions; None keeps none.
        say: Told what becomes of the cache, where that is worth a line.

    Raises:
        InvalidInputError: Captions are faulty; all faults are named, and nothing is extracted.
        CaptupleError: The model cannot be used, or fails over a caption.
    """
    faults = entry_faults(entries)
    if faults:
        raise InvalidInputError(faults)
    with _opened(cache, model, say) as store:
        filled = list(entries) if store is None else store.fill(entries, min_confidence=min_confidence)
        extractor = load_extractor(model) if needs_extractor(filled) else None
        read: list[Extraction] = []
        for start in range(0, len(filled), _CHUNK_SIZE):
            chunk = filled[start : start + _CHUNK_SIZE]
            found = surely(read_entries(chunk, extractor, min_confidence=min_confidence))
            if store is not None and extractor is not None:
                store.keep(chunk, found, min_confidence=min_confidence)
            read += found
            if progress is not None:
                progress(len(read), len(filled))
    return Extracted(
        entries=filled,
        tuples=[item.tuples for item in read],
        entities=[item.entities for item in read],
        extractor_model=None if extractor is None else extractor.model,
    )


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
