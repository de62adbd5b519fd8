"""What the main of a process does for itself: the threads of its models, and Python's garbage collector.

Libraries leave both alone; so these are called by mains alone: of the command line, of the server and its workers, of a
job's workers on this machine or on Ray.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from extractor import Extractor

_YOUNG_OBJECTS = 10_000


def load_extractor(model: str | Path) -> Extractor:
    """Load a model for the work of this process; see ``Extractor.load``.

    The model has one thread: there are as many processes as there is work for. Where its parser needs no torch, none is
    loaded.
    """
    with loading():
        from extractor import Extractor
        from extractor.bundle import find_bundle, read_manifest
        from extractor.syntax.guest import import_spacy_without_torch, use_threads

        if read_manifest(find_bundle(model)).parser == "encoder":
            import_spacy_without_torch()
        else:
            use_threads(1)
        return Extractor.load(model)


@contextmanager
def loading() -> Iterator[None]:
    """Load a model in the block without the collector, which is a tenth of the time, and then ``collect_seldom``."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
    collect_seldom()


def collect_seldom() -> None:
    """Let the collector skip what is loaded by now, and run a tenth as often as it does by default.

    Extraction makes many small objects and no circles: walking the model and the tuples of a batch again and again took
    a tenth of its time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG_OBJECTS)
