"""Python's garbage collector in processes that live long."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_YOUNG_OBJECTS = 10_000


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
    a tenth of its time. For the main of a process, after the model is loaded; libraries leave the collector alone.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG_OBJECTS)
