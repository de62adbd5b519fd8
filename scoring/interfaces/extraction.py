"""Entries to tuples, the one way: what is given is used, the rest is extracted, and what fails fails alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from extractor.bundle import DEFAULT_MODEL
from extractor.errors import Fault, InvalidInputError, ResourceError
from extractor.types import Caption, CaptionEntry, Extraction, SemanticTuple
from scoring.entries import Tuples, entry_faults, needs_lemmas

Outcome = Tuples | Exception
"""The tuples of a caption, or why there are none: `InvalidInputError` for the caller's fault, else the model's."""

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


class CaptionExtractor(Protocol):
    """What scoring needs of an extractor: ``extractor.Extractor``, or anything like it."""

    @property
    def model(self) -> str:
        """``name@version``."""

    def extract(self, captions: Sequence[Caption], *, min_confidence: float = 0.0) -> list[Extraction]:
        """The tuples of captions, in order."""

    def lemmatize(self, tuple_lists: Sequence[Sequence[SemanticTuple]]) -> list[Tuples]:
        """Given tuples with the lemmas that they lack."""


def load_extractor(model: str | Path | None = None) -> CaptionExtractor:
    """The extractor with a model; None is the installed one."""
    from extractor import Extractor  # types are all that scoring takes otherwise; this is its convenience

    return Extractor.load(DEFAULT_MODEL if model is None else model)


def extract_entries(
    entries: Sequence[CaptionEntry],
    extractor: CaptionExtractor | None,
    *,
    min_confidence: float = 0.0,
    strict_language: bool = False,
    foreign: Callable[[CaptionEntry, str], None] | None = None,
) -> list[Outcome]:
    """The tuples of each entry, or what is wrong with it.

    Args:
        entries: Any number; like captions are extracted once.
        extractor: None is allowed where ``needs_extractor`` is false.
        min_confidence: For the extracted ones, from 0 to 1.
        strict_language: Whether a caption that is surely not English is a fault of its entry, instead of having no
            tuples.
        foreign: Told of each such entry, and of its language, where that is no fault.

    Raises:
        ResourceError: The machine failed, whatever the captions are.
    """
    faults_by_index: dict[int, list[Fault]] = defaultdict(list)
    for fault in entry_faults(entries):
        faults_by_index[fault.index or 0].append(fault)
    outcomes: list[Outcome] = [
        InvalidInputError(faults_by_index[i]) if i in faults_by_index else entry.tuples or ()
        for i, entry in enumerate(entries)
    ]
    if extractor is None:
        return outcomes
    sound = [i for i in range(len(entries)) if i not in faults_by_index]
    bare = [i for i in sound if entries[i].tuples is None]
    keys = [_what_is_read(entries[i].caption) for i in bare]
    caption_by_key = {key: entries[i].caption for key, i in zip(keys, bare, strict=True)}

    def extract(captions: Sequence[Caption]) -> list[Extraction]:
        # Somebody's own extractor may have no confidences.
        least = {"min_confidence": min_confidence} if min_confidence else {}
        return extractor.extract(captions, **least)

    found = dict(zip(caption_by_key, in_halves(extract, list(caption_by_key.values())), strict=True))
    for i, key in zip(bare, keys, strict=True):
        extraction = found[key]
        if isinstance(extraction, Exception):
            outcomes[i] = extraction
            continue
        outcomes[i] = extraction.tuples
        if extraction.language is not None and strict_language:
            outcomes[i] = InvalidInputError([entries[i].fault(not_english(extraction.language))])
        elif extraction.language is not None and foreign is not None:
            foreign(entries[i], extraction.language)
    annotated = [i for i in sound if needs_lemmas(entries[i])]
    if annotated:
        given = [entries[i].tuples or () for i in annotated]
        for i, outcome in zip(annotated, in_halves(extractor.lemmatize, given), strict=True):
            outcomes[i] = outcome
    return outcomes


def not_english(language: str) -> str:
    """What is said of a caption in another language."""
    return f"the caption is not English (language {language}): it has no tuples"


def surely(outcomes: Iterable[Outcome]) -> list[Tuples]:
    """The tuples of all.

    Raises:
        InvalidInputError: Captions are faulty; all faults are named.
        Exception: What the extractor raised over a caption, where none is faulty.
    """
    tuples: list[Tuples] = []
    faults: list[Fault] = []
    failures: list[Exception] = []
    for outcome in outcomes:
        if isinstance(outcome, InvalidInputError):
            faults += outcome.faults
        elif isinstance(outcome, Exception):
            failures.append(outcome)
        else:
            tuples.append(outcome)
    if faults:
        raise InvalidInputError(faults)
    if failures:
        raise failures[0]
    return tuples


def in_halves(
    run: Callable[[Sequence[_Item]], Sequence[_Result]], items: Sequence[_Item]
) -> list[_Result | Exception]:
    """The result of each item; where a batch fails its halves are tried, until only what makes it fail has failed.

    Raises:
        ResourceError, MemoryError: The machine failed, which no smaller batch mends.
    """
    if not items:
        return []
    try:
        return list(run(items))
    except (ResourceError, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001  # whatever a model says of one caption is that caption's
        if len(items) == 1:
            return [error]
    middle = len(items) // 2
    return [*in_halves(run, items[:middle]), *in_halves(run, items[middle:])]


def _what_is_read(caption: Caption) -> tuple[str, tuple[str, ...] | None]:
    return caption.text, caption.tokens
