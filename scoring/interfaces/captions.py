"""Captions in, scores out: `score`, and what the metric object and the COCO scorer share."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from extractor.errors import Fault, InvalidInputError, NotEnglishWarning, shorten
from extractor.types import Caption, CaptionEntry, Extraction
from scoring.bast.score import ScoreReport, score_images
from scoring.conventions import DEFAULT_CONVENTIONS, Conventions, MissingCandidates
from scoring.entries import (
    NO_REFERENCES,
    all_entries,
    by_image,
    is_empty,
    model_name,
    needs_extractor,
    pair_by_image,
)
from scoring.graded.score import GRADED_VERSIONS, GradedReport, GradedVersion, grade_images
from scoring.graded.similarity import Similarity
from scoring.graded.words import DescribedCaption
from scoring.grounding.protocol import GroundingFunction
from scoring.grounding.registry import get_grounding
from scoring.images import ImageId
from scoring.interfaces.extraction import (
    CaptionExtractor,
    load_extractor,
    not_english_faults,
    read_entries,
    surely,
)
from scoring.matching import MatchIds

# Stands where no caption is, so that its image pairs and nothing else is said to be wrong with it.
_STAND_IN = "?"
_N_NAMED = 5
CaptionLike = str | Caption | Extraction
"""A text; a caption, whose tokens are used where it has them; or a caption with its tuples, which are used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionScores:
    """The scores of captions.

    Attributes:
        bast: The BAST score.
        graded: The graded score; None where it was not asked for.
    """

    bast: ScoreReport
    graded: GradedReport | None = None


def score(
    candidates: Mapping[ImageId, CaptionLike] | Sequence[CaptionLike],
    references: Mapping[ImageId, Sequence[CaptionLike]] | Sequence[Sequence[CaptionLike]],
    *,
    grounding: GroundingFunction | str = "lemma.v1",
    conventions: Conventions = DEFAULT_CONVENTIONS,
    missing_candidates: MissingCandidates = "error",
    match_ids: MatchIds = "exact",
    graded: Similarity | str | None = None,
    graded_version: GradedVersion = GRADED_VERSIONS[0],
    extractor: CaptionExtractor | None = None,
    strict_language: bool = False,
) -> CaptionScores:
    """Score candidate captions against reference captions.

    Args:
        candidates: One caption for each image: by id, or in order (ids are then 0, 1, ...).
        references: At least one caption for each image, by id or in order. Ids compare as text: 7 and "7" are one
            image.
        grounding: A grounding function or its registered name.
        conventions: The options of the score.
        missing_candidates: What an image without a candidate, or with an empty one, is: an error, or a candidate
            without tuples (``empty``).
        match_ids: What must be equal for two ids to be one image's; see ``scoring.matching.id_key``.
        graded: A similarity, or the name of one that needs no thesaurus: adds the graded score. For
            ``thesaurus.v1`` and ``encoder.v1`` see ``service.similarities.load_similarity``.
        graded_version: Of the graded score; see ``scoring.graded.score``.
        extractor: Finds the tuples; None loads the installed model, where tuples are not given.
        strict_language: Whether a caption that is surely not English is a fault; else it has no tuples, and a
            ``NotEnglishWarning`` names it.

    Returns:
        The scores; at least one image.

    Raises:
        InvalidInputError: Ids do not match, an image has no references, captions are empty, or there are no images; all
            faults are named.
        UnknownNameError: ``grounding`` or ``graded`` is not registered.

    References:
        Ellebracht et al. 2015, the BAST metric. The graded score is ours.
    """
    candidate_by_image, references_by_image = _paired(candidates, references, missing_candidates, match_ids)
    entries = all_entries(candidate_by_image, references_by_image)
    used = (extractor or load_extractor()) if needs_extractor(entries) else None
    read = read_entries(entries, used, strict_language=strict_language)
    foreign = [str(fault) for fault in not_english_faults(entries, read)]
    found = surely(read)
    if foreign:
        warnings.warn("; ".join(foreign[:_N_NAMED]), NotEnglishWarning, stacklevel=2)
    return score_entries(
        candidate_by_image,
        references_by_image,
        found,
        grounding=_grounding_of(grounding, extractor),
        conventions=conventions,
        missing_candidates=missing_candidates,
        graded=graded,
        graded_version=graded_version,
        model=model_name(entries, None if used is None else used.model),
    )


def score_entries(
    candidates: Mapping[ImageId, CaptionEntry],
    references: Mapping[ImageId, Sequence[CaptionEntry]],
    read: Sequence[Extraction],
    *,
    grounding: GroundingFunction | str,
    conventions: Conventions,
    missing_candidates: MissingCandidates,
    graded: Similarity | str | None,
    graded_version: GradedVersion = GRADED_VERSIONS[0],
    model: str,
) -> CaptionScores:
    """The scores of paired entries, of which it is known what they say, in the order of ``all_entries``."""
    candidate_tuples, reference_tuples = by_image(candidates, references, [item.tuples for item in read])
    report = score_images(
        candidate_tuples,
        reference_tuples,
        grounding=grounding,
        conventions=conventions,
        missing_candidates=missing_candidates,
        model=model,
    )
    if graded is None:
        return CaptionScores(bast=report)
    grades = grade_images(
        *by_image(candidates, references, map(described, read)),
        similarity=graded,
        version=graded_version,
        missing_candidates=missing_candidates,
        model=model,
    )
    return CaptionScores(bast=report, graded=grades)


def described(read: Extraction) -> DescribedCaption:
    """What a caption says, for the graded score."""
    return DescribedCaption(tuples=read.tuples, text=read.caption.text, entities=read.entities)


def _paired(
    candidates: Mapping[ImageId, CaptionLike] | Sequence[CaptionLike],
    references: Mapping[ImageId, Sequence[CaptionLike]] | Sequence[Sequence[CaptionLike]],
    missing_candidates: MissingCandidates,
    match_ids: MatchIds,
) -> tuple[dict[ImageId, CaptionEntry], dict[ImageId, list[CaptionEntry]]]:
    """The entries of what a caller gave, by image; everything that is wrong is named."""
    faults: list[Fault] = []
    candidate_entries: list[CaptionEntry] = []
    reference_entries: list[CaptionEntry] = []
    for image_id, caption in _by_image(candidates, "candidates"):
        where = f"candidates[{shorten(image_id)}]"
        candidate_entries += _entry(caption, image_id, where, faults)
    for image_id, captions in _by_image(references, "references"):
        where = f"references[{shorten(image_id)}]"
        fault = list_fault(where, captions)
        if fault is None and not captions:
            fault = Fault(where=where, problem=NO_REFERENCES)
        if fault is not None or not isinstance(captions, Sequence):
            faults += [fault] if fault is not None else []
            captions = [Caption(text=_STAND_IN)]
        for index, caption in enumerate(captions):
            reference_entries += _entry(caption, image_id, f"{where}[{index}]", faults)
    try:
        paired = pair_by_image(
            candidate_entries,
            reference_entries,
            missing_candidates=missing_candidates,
            match_ids=match_ids,
        )
    except InvalidInputError as e:
        raise InvalidInputError([*faults, *e.faults]) from e
    if faults:
        raise InvalidInputError(faults)
    return paired


def _by_image(captions: object, side: str) -> Iterator[tuple[ImageId, object]]:
    if isinstance(captions, str) or not isinstance(captions, Mapping | Sequence):
        raise InvalidInputError(
            f"{side}: a sequence or a mapping by image is needed, not {shorten(captions)}"
        )
    yield from captions.items() if isinstance(captions, Mapping) else enumerate(captions)


def says_nothing(caption: CaptionLike) -> bool:
    """Whether a caption is empty, and has no tuples given in its place."""
    entries = _entry(caption, 0, "", [])
    return is_empty(entries[0])


def list_fault(where: str, captions: object) -> Fault | None:
    """What is wrong where something else stands for a list of captions; a string is a sequence too, of its letters."""
    if isinstance(captions, Sequence) and not isinstance(captions, str | bytes):
        return None
    kind = "one string" if isinstance(captions, str) else type(captions).__name__
    problem = f"{shorten(captions)} is {kind} where a list of captions belongs, such as ['A dog runs.']"
    return Fault(where=where, problem=problem)


def _grounding_of(
    grounding: GroundingFunction | str, extractor: CaptionExtractor | None
) -> GroundingFunction:
    """The grounding of a name with the bundle that found the tuples, where the extractor has one."""
    if not isinstance(grounding, str):
        return grounding
    return get_grounding(grounding, model=getattr(extractor, "folder", None))


def _entry(caption: object, image_id: ImageId, where: str, faults: list[Fault]) -> list[CaptionEntry]:
    if isinstance(caption, Extraction):
        given = replace(caption.caption, image_id=image_id)
        return [
            CaptionEntry(
                caption=given,
                tuples=caption.tuples,
                entities=caption.entities,
                model=caption.model or None,
                where=where,
            )
        ]
    if isinstance(caption, Caption):
        return [CaptionEntry(caption=replace(caption, image_id=image_id), where=where)]
    if isinstance(caption, str):
        return [CaptionEntry(caption=Caption(text=caption, image_id=image_id), where=where)]
    faults.append(Fault(where=where, problem=f"{shorten(caption)} is no caption, which is a string"))
    return [CaptionEntry(caption=Caption(text=_STAND_IN, image_id=image_id), where=where)]
