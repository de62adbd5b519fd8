"""Captions with or without tuples, paired by image, and filled with the tuples that they lack.

Files, the command line and the server all come down to this: some captions must be extracted, some tuples of
people need lemmas, the rest is complete.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

from extractor.errors import Fault, InvalidInputError, shorten
from extractor.types import Argument, Caption, Predicate, SemanticTuple

if TYPE_CHECKING:
    from extractor import Extractor

ImageId = str | int
_Id = TypeVar("_Id", bound=ImageId)
CHUNK_SIZE = 256
_FAULT_PLACE = re.compile(r"captions\[(\d+)\](.*)", re.DOTALL)
_NO_SIGNATURE = re.compile(r"[^A-Za-z0-9._+@-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionEntry:
    """One caption with what is known of it.

    Attributes:
        caption: The caption with its ids; its text may be empty where complete tuples are given.
        tuples: Its tuples where they are given; None where they are to be extracted.
        model: The model that found the given tuples; None for human annotation and where there are none.
        where: Its place for messages: ``file:line``, ``file: [index]`` or a request's field path.
    """

    caption: Caption
    tuples: tuple[SemanticTuple, ...] | None = None
    model: str | None = None
    where: str = ""


def needs_lemmas(entry: CaptionEntry) -> bool:
    """Whether given tuples hold a written argument or predicate without a lemma."""
    return any(item.lemma is None and not item.tacit for t in entry.tuples or () for item in _items(t))


def needs_extractor(entries: Sequence[CaptionEntry]) -> bool:
    """Whether any entry needs tuples or lemmas."""
    return any(entry.tuples is None or needs_lemmas(entry) for entry in entries)


def entry_faults(entries: Sequence[CaptionEntry], extractor: Extractor) -> list[tuple[int, Fault]]:
    """What the extractor will not take, as index of the entry and fault at the entry's place."""
    faults = []
    for fault in extractor.validate([entry.caption for entry in entries]):
        match = _FAULT_PLACE.fullmatch(fault.where)
        if match is None:
            raise RuntimeError(f"a fault of a caption names no caption: {fault}")
        index = int(match[1])
        faults.append((index, replace(fault, where=f"{entries[index].where}{match[2]}")))
    return faults


def complete_tuples(
    entries: Sequence[CaptionEntry],
    extractor: Extractor | None,
    *,
    min_confidence: float = 0.0,
) -> Iterator[dict[int, tuple[SemanticTuple, ...]]]:
    """The complete tuples of entries that ``entry_faults`` finds nothing wrong with, a chunk at a time.

    Args:
        entries: Any number of entries.
        extractor: None is allowed where ``needs_extractor`` is false.
        min_confidence: For the extracted ones, from 0 to 1.

    Yields:
        Tuples by index of the entry; every entry comes exactly once.
    """
    given = {
        i: entry.tuples
        for i, entry in enumerate(entries)
        if entry.tuples is not None and not needs_lemmas(entry)
    }
    yield given
    if extractor is None:
        return
    rest = [i for i in range(len(entries)) if i not in given]
    for start in range(0, len(rest), CHUNK_SIZE):
        chunk = rest[start : start + CHUNK_SIZE]
        unextracted = [i for i in chunk if entries[i].tuples is None]
        annotated = [(i, tuples) for i in chunk if (tuples := entries[i].tuples) is not None]
        found: dict[int, tuple[SemanticTuple, ...]] = {}
        if unextracted:
            extractions = extractor.extract(
                [entries[i].caption for i in unextracted], min_confidence=min_confidence
            )
            found |= zip(unextracted, (extraction.tuples for extraction in extractions), strict=True)
        if annotated:
            lemmatized = extractor.lemmatize([tuples for _, tuples in annotated])
            found |= zip((i for i, _ in annotated), lemmatized, strict=True)
        yield found


class HasModel(Protocol):
    """What has the name of a model: an extractor, or what stands for one."""

    @property
    def model(self) -> str:
        """``name@version``."""


def model_name(entries: Sequence[CaptionEntry], extractor: HasModel | None) -> str:
    """Every model that had a part in the tuples, joined by ``+`` for a signature; ``none`` without any."""
    models = {entry.model for entry in entries if entry.model}
    if extractor is not None:
        models.add(extractor.model)
    names = (_NO_SIGNATURE.sub("-", model).lstrip("._+@-") for model in sorted(models))
    return "+".join(name for name in names if name) or "none"


def pair_by_image(
    candidates: Sequence[CaptionEntry],
    references: Sequence[CaptionEntry],
    *,
    allow_missing_candidates: bool = False,
) -> tuple[dict[ImageId, CaptionEntry], dict[ImageId, list[CaptionEntry]]]:
    """One candidate and the references of each image, in the order of the references.

    Image ids compare as text, so the 7 of a JSON file and the 7 of a TSV file are one image; keys are the
    references'.

    Args:
        candidates: The captions under test.
        references: The gold captions.
        allow_missing_candidates: Whether images of the references may lack a candidate.

    Raises:
        InvalidInputError: An entry has no image id, an image has several candidates or, unless allowed, none,
            or a candidate has no reference; every such entry is named.
    """
    faults = [
        Fault(where=entry.where, problem="has no image_id, by which candidates and references are paired")
        for entry in (*candidates, *references)
        if entry.caption.image_id is None
    ]
    id_by_text: dict[str, ImageId] = {}
    references_by_image: dict[ImageId, list[CaptionEntry]] = defaultdict(list)
    for entry in references:
        image_id = entry.caption.image_id
        if image_id is not None:
            references_by_image[id_by_text.setdefault(str(image_id), image_id)].append(entry)
    candidate_by_image: dict[ImageId, CaptionEntry] = {}
    for entry in candidates:
        image_id = entry.caption.image_id
        if image_id is None:
            continue
        if str(image_id) not in id_by_text:
            problem = f"image_id {shorten(image_id)} has no reference"
            faults.append(Fault(where=entry.where, problem=problem))
            continue
        first = candidate_by_image.setdefault(id_by_text[str(image_id)], entry)
        if first is not entry:
            problem = (
                f"image_id {shorten(image_id)} has a candidate at {first.where}; one per image is allowed"
            )
            faults.append(Fault(where=entry.where, problem=problem))
    if not allow_missing_candidates:
        for image_id, entries in references_by_image.items():
            if image_id not in candidate_by_image:
                problem = f"image_id {shorten(image_id)} has no candidate"
                faults.append(Fault(where=entries[0].where, problem=problem))
    if faults:
        raise InvalidInputError(faults)
    return candidate_by_image, dict(references_by_image)


def tuples_by_image(
    candidates: Mapping[_Id, CaptionEntry],
    references: Mapping[_Id, Sequence[CaptionEntry]],
    tuples: Sequence[tuple[SemanticTuple, ...]],
) -> tuple[dict[_Id, tuple[SemanticTuple, ...]], dict[_Id, list[tuple[SemanticTuple, ...]]]]:
    """The tuples of ``all_entries``, put back to their images."""
    remaining = iter(tuples)
    candidate_tuples = {image_id: next(remaining) for image_id in candidates}
    reference_tuples = {
        image_id: [next(remaining) for _ in entries] for image_id, entries in references.items()
    }
    return candidate_tuples, reference_tuples


def all_entries(
    candidates: Mapping[_Id, CaptionEntry], references: Mapping[_Id, Sequence[CaptionEntry]]
) -> list[CaptionEntry]:
    """The candidates, then the references, image by image."""
    return [*candidates.values(), *(entry for entries in references.values() for entry in entries)]


def _items(item: SemanticTuple) -> tuple[Predicate | Argument, ...]:
    return (item.predicate, *item.agents, *item.patients, *item.locatives)
