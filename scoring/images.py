"""Images by their ids: what candidates and references must have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from extractor.errors import Fault, InvalidInputError, shorten
from scoring.conventions import MissingCandidates, check_options

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

MAX_NAMED_IDS = 20
"""How many ids a message names before it only counts the rest."""

N_FIRST_IDS = 5
"""How many of more than that are named."""

ImageId = str | int
"""The name of an image, as given: ``7`` and ``"7"`` are two images."""

_Id = TypeVar("_Id", bound=ImageId)


def check_images(
    candidates: Mapping[_Id, object],
    references: Mapping[_Id, Sequence[object]],
    *,
    missing_candidates: MissingCandidates,
) -> None:
    """Check that candidates and references are of the same images.

    Raises:
        InvalidInputError: Candidates without references, references without a candidate (unless ``empty``), images
            with no reference captions, or no images at all; all are named, long lists of ids shortened.
    """
    check_options(missing_candidates=missing_candidates)
    faults: list[Fault] = []
    unknown = [image_id for image_id in candidates if image_id not in references]
    if unknown:
        faults.append(Fault(where="candidates", problem=f"no references for {_named(unknown)}"))
    missing = [image_id for image_id in references if image_id not in candidates]
    if missing and missing_candidates == "error":
        faults.append(Fault(where="references", problem=f"no candidate for {_named(missing)}"))
    bare = [image_id for image_id, captions in references.items() if not captions]
    if bare:
        faults.append(Fault(where="references", problem=f"no reference captions for {_named(bare)}"))
    if not references and not candidates:
        faults.append(Fault(where="references", problem="there are no images to score"))
    if faults:
        raise InvalidInputError(faults)


def _named(image_ids: Sequence[Hashable]) -> str:
    names = ", ".join(shorten(image_id) for image_id in image_ids[:MAX_NAMED_IDS])
    n_rest = len(image_ids) - MAX_NAMED_IDS
    rest = f", and {n_rest} more" if n_rest > 0 else ""
    return f"{len(image_ids)} image{'s' if len(image_ids) > 1 else ''}: {names}{rest}"
