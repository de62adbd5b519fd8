"""Entries to tuples, the one way: what is given is used, the rest is extracted, and what fails fails alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol, TypeVar

from extractor.bundle import DEFAULT_MODEL
from extractor.errors import Fault, InvalidInputError, ResourceError
from extractor.types import Caption, CaptionEntry, Extraction, SemanticTuple
from scoring.entries import Tuples, entry_faults, needs_lemmas

Reading = Extraction | Exception
"""What a caption says, or why that is not known: `InvalidInputError` for the caller's fault, else the model's."""

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


def read_entries(
    entries: Sequence[CaptionEntry],
    extractor: CaptionExtractor | None,
    *,
    min_confidence: float = 0.0,
    strict_language: bool = False,
) -> list[Reading]:
    """What each entry says, or what is wrong with it.

    Args:
        entries: Any number; like captions are extracted once.
        extractor: None is allowed where ``needs_extractor`` is false.
        min_confidence: For the extracted ones, from 0 to 1.
        strict_language: Whether a caption that is surely not English is a fault of its entry, instead of having no
            tuples and a ``language``.

    Raises:
        ResourceError: The machine failed, whatever the captions are.
    """
    faults_by_index: dict[int, list[Fault]] = defaultdict(list)
    for fault in entry_faults(entries):
        faults_by_index[fault.index or 0].append(fault)
    outcomes: list[Reading] = [
        InvalidInputError(faults_by_index[i]) if i in faults_by_index else _given(entry)
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
        read = found[key]
        if isinstance(read, Exception):
            outcomes[i] = read
        elif read.language is not None and strict_language:
            outcomes[i] = InvalidInputError([entries[i].fault(not_english(read.language))])
        else:
            outcomes[i] = replace(read, caption=entries[i].caption)
    annotated = [i for i in sound if needs_lemmas(entries[i])]
    if annotated:
        given = [entries[i].tuples or () for i in annotated]
        for i, outcome in zip(annotated, in_halves(extractor.lemmatize, given), strict=True):
            outcomes[i] = outcome if isinstance(outcome, Exception) else _given(entries[i], outcome)
    return outcomes


def not_english(language: str) -> str:
    """What is said of a caption in another language."""
    return f"the caption is not English (language {language}): it has no tuples"


def not_english_faults(entries: Sequence[CaptionEntry], read: Sequence[Reading]) -> list[Fault]:
    """What is to be said of the entries that are not English, each at its place."""
    return [
        entry.fault(not_english(item.language))
        for entry, item in zip(entries, read, strict=True)
        if not isinstance(item, Exception) and item.language is not None
    ]


def _given(entry: CaptionEntry, tuples: Tuples | None = None) -> Extraction:
    """What an entry says that came with its tuples, perhaps with lemmas that were filled in."""
    return Extraction(
        caption=entry.caption,
        model=entry.model or "",
        tuples=tuples or entry.tuples or (),
        entities=entry.entities,
    )


def surely(outcomes: Iterable[_Result | Exception]) -> list[_Result]:
    """The results of all.

    Raises:
        InvalidInputError: Captions are faulty; all faults are named.
        Exception: What the extractor raised over a caption, where none is faulty.
    """
    results: list[_Result] = []
    faults: list[Fault] = []
    failures: list[Exception] = []
    for outcome in outcomes:
        if isinstance(outcome, InvalidInputError):
            faults += outcome.faults
        elif isinstance(outcome, Exception):
            failures.append(outcome)
        else:
            results.append(outcome)
    if faults:
        raise InvalidInputError(faults)
    if failures:
        raise failures[0]
    return results


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
