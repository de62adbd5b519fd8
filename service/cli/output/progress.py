"""A progress bar on a terminal, silence elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from extractor.types import SemanticTuple

_MIN_CAPTIONS = 256


def gather(
    chunks: Iterable[dict[int, tuple[SemanticTuple, ...]]], *, n_captions: int
) -> list[tuple[SemanticTuple, ...]]:
    """The tuples of all chunks in the order of their indices."""
    found: dict[int, tuple[SemanticTuple, ...]] = {}
    for chunk in _shown(chunks, n_captions=n_captions):
        found |= chunk
    return [found[i] for i in range(n_captions)]


def _shown(
    chunks: Iterable[dict[int, tuple[SemanticTuple, ...]]], *, n_captions: int
) -> Iterator[dict[int, tuple[SemanticTuple, ...]]]:
    if not sys.stderr.isatty() or n_captions <= _MIN_CAPTIONS:
        yield from chunks
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("captions", total=n_captions)
        for chunk in chunks:
            yield chunk
            progress.advance(task, len(chunk))
