"""Captions to semantic tuples: a library without gRPC, printing or network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.errors import (
    BundleError,
    CaptupleError,
    Fault,
    InvalidInputError,
    ResourceError,
    UnknownNameError,
)
from extractor.types import MAX_CAPTION_CHARS, Argument, Caption, Extraction, Predicate, SemanticTuple

if TYPE_CHECKING:
    from extractor.extractor import Extractor as Extractor

__all__ = [
    "MAX_CAPTION_CHARS",
    "Argument",
    "BundleError",
    "Caption",
    "CaptupleError",
    "Extraction",
    "Extractor",
    "Fault",
    "InvalidInputError",
    "Predicate",
    "ResourceError",
    "SemanticTuple",
    "UnknownNameError",
]


def __getattr__(name: str) -> object:
    # Types and errors are used without models: only the extractor itself is worth loading numpy for.
    if name == "Extractor":
        from extractor.extractor import Extractor

        return Extractor
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
