"""What worker processes of tests load: stand-ins that fail as machines do. Picklable."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from extractor.errors import BundleError
from extractor.types import Caption, Extraction
from tests.fakes import FakeExtractor

if TYPE_CHECKING:
    from extractor import Extractor
    from service.pipeline.tuple_cache import CachingExtractor


@dataclass(frozen=True)
class LoadWithFullDisk:
    """A stand-in extractor before whose cache the disk is full: files of this process may not grow."""

    cache: Path

    def __call__(self) -> CachingExtractor:
        import resource
        import signal

        from service.pipeline.tuple_cache import CachingExtractor, TupleCache

        cache = TupleCache(self.cache, "en-captions")
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, 1))
        return CachingExtractor(lambda: cast("Extractor", FakeExtractor(model=cache.model)), cache)


@dataclass(frozen=True)
class LoadWhileThere:
    """A stand-in extractor that can be loaded while a file is there, as a bundle can."""

    file: Path

    def __call__(self) -> Extractor:
        if not self.file.exists():
            raise BundleError("the bundle is gone")
        return cast("Extractor", FakeExtractor())


class DeadlyExtractor(FakeExtractor):
    """Ends its process over a caption with the word ``poison``."""

    def extract(self, captions: Sequence[Caption], *, min_confidence: float = 0.0) -> list[Extraction]:
        if any("poison" in caption.text for caption in captions):
            os._exit(1)
        return super().extract(captions, min_confidence=min_confidence)


def load_deadly() -> Extractor:
    """A ``DeadlyExtractor``."""
    return cast("Extractor", DeadlyExtractor())
