"""Captions with or without tuples, and the rules by which they are paired: the same in every door.

Ids compare as text, or by a rule that is asked for. An empty candidate is a fault that is named, unless the caller
allows it, and then it has no tuples; an empty reference is a fault. Tokens and tuples that are given are used.
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
from scoring.images import MAX_NAMED_IDS, N_FIRST_IDS, ImageId
from scoring.matching import MatchIds, better_rule, check_rule, id_key

Tuples = tuple[SemanticTuple, ...]
EMPTY_PROBLEM = "the caption is empty: there is nothing to score"
NO_REFERENCES = "empty; at least one is needed"

_Id = TypeVar("_Id", bound=ImageId)
_Value = TypeVar("_Value")
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
    match_ids: MatchIds = "exact",
) -> tuple[dict[ImageId, CaptionEntry], dict[ImageId, list[CaptionEntry]]]:
    """One candidate and the references of each image, in the order of the references.

    Image ids compare as text, so the 7 of a JSON file and the 7 of a TSV file are one image, or by another rule; keys
    are the references'.

    Args:
        candidates: The captions under test.
        references: The gold captions.
        missing_candidates: Whether images of the references may lack a candidate, or have an empty one.
        match_ids: What must be equal for two ids to be one image's; see ``scoring.matching.id_key``.

    Raises:
        InvalidInputError: An entry has no image id, an image has several candidates or, unless allowed, none,
            a candidate has no reference, the rule takes two images for one, or captions are empty or faulty; of ids
            that do not match the first are named, with the count and the rule that would match them.
    """
    check_options(missing_candidates=missing_candidates)
    check_rule(match_ids)
    faults = image_faults(candidates, references, missing_candidates=missing_candidates)
    faults += [
        entry.fault("has no image_id, by which candidates and references are paired")
        for entry in (*candidates, *references)
        if entry.caption.image_id is None
    ]
    id_by_key: dict[str, ImageId] = {}
    references_by_image: dict[ImageId, list[CaptionEntry]] = defaultdict(list)
    for entry in references:
        key = _key(entry, match_ids, faults)
        if key is None or entry.caption.image_id is None:
            continue
        image_id = id_by_key.setdefault(key, entry.caption.image_id)
        if str(image_id) == str(entry.caption.image_id):
            references_by_image[image_id].append(entry)
        else:
            faults.append(
                entry.fault(_one_image(entry, image_id, references_by_image[image_id][0], match_ids))
            )
    candidate_by_image: dict[ImageId, CaptionEntry] = {}
    unknown: list[CaptionEntry] = []
    for entry in candidates:
        key = _key(entry, match_ids, faults)
        if key is None:
            continue
        if key not in id_by_key:
            unknown.append(entry)
            continue
        first = candidate_by_image.setdefault(id_by_key[key], entry)
        if first is not entry:
            shown = shorten(entry.caption.image_id)
            problem = f"image_id {shown} has a candidate at {first.where}; one per image is allowed"
            if str(first.caption.image_id) != str(entry.caption.image_id):
                problem = _one_image(entry, first.caption.image_id, first, match_ids)
            faults.append(entry.fault(problem))
    bare = {
        image_id: entries[0]
        for image_id, entries in references_by_image.items()
        if image_id not in candidate_by_image
    }
    missing = list(bare.values()) if missing_candidates == "error" else []
    faults += _first_few(unknown, "candidates", "has no reference", "have no reference")
    faults += _first_few(missing, "references", "has no candidate", "have no candidate")
    if unknown:
        faults += _hint([entry.caption.image_id for entry in unknown], list(bare), match_ids)
    if not references and not candidates:
        faults.append(Fault(where="references", problem="there are no images to score"))
    if faults:
        raise InvalidInputError(faults)
    return candidate_by_image, dict(references_by_image)


def _key(entry: CaptionEntry, rule: MatchIds, faults: list[Fault]) -> str | None:
    image_id = entry.caption.image_id
    if image_id is None:
        return None
    key = id_key(image_id, rule)
    if key is None:
        faults.append(
            entry.fault(f"image_id {shorten(image_id)} ends in no number, by which ids are matched")
        )
    return key


def _one_image(entry: CaptionEntry, other_id: object, other: CaptionEntry, rule: MatchIds) -> str:
    return (
        f"image_id {shorten(entry.caption.image_id)} is one with {shorten(other_id)} of {other.where} where ids are"
        f" matched by {rule}"
    )


def _first_few(entries: list[CaptionEntry], side: str, problem: str, problem_of_many: str) -> list[Fault]:
    """A fault for each, or for the first few, and then how many there are."""
    many = len(entries) > MAX_NAMED_IDS
    named = entries[:N_FIRST_IDS] if many else entries
    faults = [entry.fault(f"image_id {shorten(entry.caption.image_id)} {problem}") for entry in named]
    if many:
        rest = f"{len(entries) - len(named)} more images {problem_of_many}, {len(entries)} in all"
        faults.append(Fault(where=side, problem=rest))
    return faults


def _hint(unknown: list[ImageId | None], bare: list[ImageId], rule: MatchIds) -> list[Fault]:
    """The rule that would match ids that do not match, where there is one."""
    found = better_rule(list(dict.fromkeys(unknown)), bare, rule=rule)
    if found is None:
        return []
    name, n = found
    problem = f"{n} of these {len(unknown)} candidates would match by {name}: --match-ids {name}, match_ids={name!r}"
    return [Fault(where="image ids", problem=problem)]


def all_entries(
    candidates: Mapping[_Id, CaptionEntry], references: Mapping[_Id, Sequence[CaptionEntry]]
) -> list[CaptionEntry]:
    """The candidates, then the references, image by image."""
    return [*candidates.values(), *(entry for entries in references.values() for entry in entries)]


def by_image(
    candidates: Mapping[_Id, CaptionEntry],
    references: Mapping[_Id, Sequence[CaptionEntry]],
    values: Iterable[_Value],
) -> tuple[dict[_Id, _Value], dict[_Id, list[_Value]]]:
    """What belongs to each of ``all_entries``, put back to their images."""
    remaining = iter(values)
    of_candidates = {image_id: next(remaining) for image_id in candidates}
    of_references = {image_id: [next(remaining) for _ in entries] for image_id, entries in references.items()}
    return of_candidates, of_references


def _items(item: SemanticTuple) -> tuple[Predicate | Argument, ...]:
    return (item.predicate, *item.agents, *item.patients, *item.locatives)
