"""Other people's libraries without a trace in the process that the extractor is a guest of.

Importing and loading spaCy, stanza and torch adds filters of warnings, sets levels of loggers and draws random numbers.
A training that somebody runs beside the extractor must not notice. What a process does for itself (its threads, its
garbage collector) the main of that process decides: see `use_threads` and ``service.process``.
"""

from __future__ import annotations

import logging
import random
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec


@contextmanager
def unnoticed() -> Iterator[None]:
    """Import and load in the block, quietly; warnings, log levels and random numbers are as before behind it.

    Warnings are process-wide in Python: those of other threads are silent, too, while the block runs.
    """
    log = logging.getLogger("stanza")
    level = log.level
    numbers = random.getstate()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they warn about their own internals
            yield
    finally:
        log.setLevel(level)
        random.setstate(numbers)


@contextmanager
def unnoticed_by_torch() -> Iterator[None]:
    """As `unnoticed`, and torch's random numbers, from which new layers are made, go on as before."""
    with unnoticed():
        import torch

        with torch.random.fork_rng(devices=[]):
            yield


def use_threads(n: int) -> None:
    """Let torch, where it is installed, use so many threads, in the whole process: for mains, not for libraries.

    Two processes of one thread beat one process of two.
    """
    if find_spec("torch") is None:
        return
    with unnoticed():
        import torch

        torch.set_num_threads(n)


@contextmanager
def one_thread() -> Iterator[None]:
    """One thread of torch in the block, so that sums have one order; then as many as before."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def import_spacy_without_torch() -> None:
    """Import spaCy for its tokenizer so that it leaves torch alone, which takes two seconds and 200 MB: for mains.

    spaCy cannot run pipelines of torch in this process afterwards. Where either is loaded already, nothing happens.
    """
    if "torch" in sys.modules or "thinc" in sys.modules:
        return
    sys.modules["torch"] = None  # type: ignore[assignment]  # then an import fails as if it were not installed
    try:
        with unnoticed():
            import spacy  # noqa: F401  # for later
    finally:
        del sys.modules["torch"]
