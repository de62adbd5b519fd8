"""Captions with or without tuples, and the rules by which they are paired: the same in every door.

Ids compare as text. An empty candidate is a fault that is named, unless the caller allows it, and then it has no
tuples; an empty reference is a fault. Tokens and tuples that are given are used.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from extractor.errors import Fault, InvalidInputError, shorten
from extractor.syntax.tokenization import caption_faults
from extractor.types import Argument, CaptionEntry, Predicate, SemanticTuple
from scoring.conventions import MissingCandidates, check_options
from scoring.images import MAX_NAMED_IDS, ImageId
from scoring.languages import foreign_captions

Tuples = tuple[SemanticTuple, ...]
EMPTY_PROBLEM = "the caption is empty: there is nothing to score"
NO_REFERENCES = "empty; at least one is needed"

_Id = TypeVar("_Id", bound=ImageId)
_NO_SIGNATURE = re.compile(r"[^A-Za-z0-9._+@-]+")


def needs_lemmas(entry: CaptionEntry) -> bool:
    """Whether given tuples hold a written argument or predicate without a lemma."""
    return any(item.lemma is None and not item.tacit for t in entry.tuples or () for item in _items(t))


def needs_extractor(entries: Iterable[CaptionEntry]) -> bool:
    """Whether any entry needs tuples or lemmas."""
    return any(entry.tuples is None or needs_lemmas(entry) for entry in entries)


def is_empty(entry: CaptionEntry) -> bool:
    """Whether an entry says nothing: no text, and no tuples given in its place."""
    return entry.tuples is None and not entry.caption.text.strip()


def entry_faults(entries: Sequence[CaptionEntry]) -> list[Fault]:
    """What no extractor takes, each fault at its entry's place and with the entry's index."""
    return [
        entries[fault.index].fault(fault.problem, field=fault.field, index=fault.index)
        for fault in caption_faults([entry.caption for entry in entries])
        if fault.index is not None
    ]


def empty_faults(
    candidates: Iterable[CaptionEntry],
    references: Iterable[CaptionEntry],
    *,
    missing_candidates: MissingCandidates = "error",
) -> list[Fault]:
    """A fault for each empty candidate, unless that is allowed (``empty``), and for each empty reference."""
    checked = references if missing_candidates == "empty" else (*candidates, *references)
    return [entry.fault(EMPTY_PROBLEM) for entry in checked if is_empty(entry)]


def language_faults(references: Sequence[CaptionEntry]) -> list[Fault]:
    """A fault for each reference of one image that is of another language than its fellows."""
    foreign = foreign_captions([entry.caption.text for entry in references])
    return [
        references[i].fault(
            f"is {language}, other references of its image are {usual}: one language is allowed"
        )
        for i, (language, usual) in foreign.items()
    ]


def image_faults(
    candidates: Sequence[CaptionEntry],
    references: Sequence[CaptionEntry],
    *,
    missing_candidates: MissingCandidates = "error",
) -> list[Fault]:
    """Everything wrong with captions that are to be scored, each alone: empty ones, and what no extractor takes."""
    return [
        *empty_faults(candidates, references, missing_candidates=missing_candidates),
        *entry_faults([*candidates, *references]),
    ]


def model_name(entries: Iterable[CaptionEntry], model: str | None = None) -> str:
    """Every model that had a part in the tuples, joined by ``+`` for a signature; ``none`` without any.

    Args:
        entries: Those whose tuples are given name the model that found these.
        model: That of the extractor, where one was used.
    """
    models = {entry.model for entry in entries if entry.model}
    if model is not None:
        models.add(model)
    names = (_NO_SIGNATURE.sub("-", name).lstrip("._+@-") for name in sorted(models))
    return "+".join(name for name in names if name) or "none"


def pair_by_image(
    candidates: Sequence[CaptionEntry],
    references: Sequence[CaptionEntry],
    *,
    missing_candidates: MissingCandidates = "error",
) -> tuple[dict[ImageId, CaptionEntry], dict[ImageId, list[CaptionEntry]]]:
    """One candidate and the references of each image, in the order of the references.

    Image ids compare as text, so the 7 of a JSON file and the 7 of a TSV file are one image; keys are the
    references'.

    Args:
        candidates: The captions under test.
        references: The gold captions.
        missing_candidates: Whether images of the references may lack a candidate, or have an empty one.

    Raises:
        InvalidInputError: An entry has no image id, an image has several candidates or, unless allowed, none,
            a candidate has no reference, or captions are empty or faulty; every such entry is named.
    """
    check_options(missing_candidates=missing_candidates)
    faults = image_faults(candidates, references, missing_candidates=missing_candidates)
    faults += [
        entry.fault("has no image_id, by which candidates and references are paired")
        for entry in (*candidates, *references)
        if entry.caption.image_id is None
    ]
    id_by_text: dict[str, ImageId] = {}
    references_by_image: dict[ImageId, list[CaptionEntry]] = defaultdict(list)
    for entry in references:
        image_id = entry.caption.image_id
        if image_id is not None:
            references_by_image[id_by_text.setdefault(str(image_id), image_id)].append(entry)
    faults += [fault for group in references_by_image.values() for fault in language_faults(group)]
    candidate_by_image: dict[ImageId, CaptionEntry] = {}
    unknown: list[Fault] = []
    for entry in candidates:
        image_id = entry.caption.image_id
        if image_id is None:
            continue
        if str(image_id) not in id_by_text:
            unknown.append(entry.fault(f"image_id {shorten(image_id)} has no reference"))
            continue
        first = candidate_by_image.setdefault(id_by_text[str(image_id)], entry)
        if first is not entry:
            problem = (
                f"image_id {shorten(image_id)} has a candidate at {first.where}; one per image is allowed"
            )
            faults.append(entry.fault(problem))
    missing = [
        entries[0].fault(f"image_id {shorten(image_id)} has no candidate")
        for image_id, entries in references_by_image.items()
        if missing_candidates == "error" and image_id not in candidate_by_image
    ]
    faults += _first_few(unknown, "candidates", "have no reference")
    faults += _first_few(missing, "references", "have no candidate")
    if not references and not candidates:
        faults.append(Fault(where="references", problem="there are no images to score"))
    if faults:
        raise InvalidInputError(faults)
    return candidate_by_image, dict(references_by_image)


def _first_few(faults: list[Fault], side: str, problem: str) -> list[Fault]:
    n_rest = len(faults) - MAX_NAMED_IDS
    if n_rest <= 0:
        return faults
    return [*faults[:MAX_NAMED_IDS], Fault(where=side, problem=f"{n_rest} more images {problem}")]


def all_entries(
    candidates: Mapping[_Id, CaptionEntry], references: Mapping[_Id, Sequence[CaptionEntry]]
) -> list[CaptionEntry]:
    """The candidates, then the references, image by image."""
    return [*candidates.values(), *(entry for entries in references.values() for entry in entries)]


def tuples_by_image(
    candidates: Mapping[_Id, CaptionEntry],
    references: Mapping[_Id, Sequence[CaptionEntry]],
    tuples: Iterable[Tuples],
) -> tuple[dict[_Id, Tuples], dict[_Id, list[Tuples]]]:
    """The tuples of ``all_entries``, put back to their images."""
    remaining = iter(tuples)
    candidate_tuples = {image_id: next(remaining) for image_id in candidates}
    reference_tuples = {
        image_id: [next(remaining) for _ in entries] for image_id, entries in references.items()
    }
    return candidate_tuples, reference_tuples


def _items(item: SemanticTuple) -> tuple[Predicate | Argument, ...]:
    return (item.predicate, *item.agents, *item.patients, *item.locatives)
