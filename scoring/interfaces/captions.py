"""Captions in, scores out: `score`, and what the metric object and the COCO scorer share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from extractor.bundle import DEFAULT_MODEL
from extractor.errors import Fault, InvalidInputError, shorten
from extractor.types import Caption, Extraction
from scoring.bast.score import ScoreReport, score_images
from scoring.conventions import DEFAULT_CONVENTIONS, Conventions
from scoring.graded.score import DescribedCaption, GradedReport, grade_images
from scoring.graded.similarity import Similarity
from scoring.grounding.protocol import GroundingFunction
from scoring.grounding.registry import get_grounding
from scoring.images import ImageId, check_images

_T = TypeVar("_T")


class CaptionExtractor(Protocol):
    """What scoring needs of an extractor: ``extractor.Extractor``, or anything like it."""

    @property
    def model(self) -> str:
        """``name@version``."""

    def extract(self, captions: Sequence[Caption]) -> list[Extraction]:
        """The tuples of captions, in order."""


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
    candidates: Mapping[ImageId, str] | Sequence[str],
    references: Mapping[ImageId, Sequence[str]] | Sequence[Sequence[str]],
    *,
    grounding: GroundingFunction | str = "lemma.v1",
    conventions: Conventions = DEFAULT_CONVENTIONS,
    graded: Similarity | str | None = None,
    extractor: CaptionExtractor | None = None,
) -> CaptionScores:
    """Score candidate captions against reference captions.

    Args:
        candidates: One caption for each image: by id, or in order (ids are then 0, 1, ...).
        references: At least one caption for each image, by id or in order.
        grounding: A grounding function or its registered name.
        conventions: The options of the score.
        graded: A similarity, or the name of one that needs no thesaurus: adds the graded score. For
            ``thesaurus.v1`` see ``service.similarities.load_similarity``.
        extractor: Finds the tuples; None loads the installed model.

    Returns:
        The scores; at least one image.

    Raises:
        InvalidInputError: Ids do not match, an image has no references, captions are empty, or there are no images; all
            faults are named.
        UnknownNameError: ``grounding`` or ``graded`` is not registered.

    References:
        Ellebracht et al. 2015, the BAST metric. The graded score is ours.
    """
    candidate_by_image = _by_image(candidates)
    references_by_image = _by_image(references)
    check_captions(candidate_by_image, references_by_image)
    extractor = extractor or load_extractor()
    texts = list(
        dict.fromkeys(
            [
                *candidate_by_image.values(),
                *(t for captions in references_by_image.values() for t in captions),
            ]
        )
    )
    extractions = extractor.extract([Caption(text=text) for text in texts])
    tuples_by_text = {text: extraction.tuples for text, extraction in zip(texts, extractions, strict=True)}
    report = score_images(
        {image_id: tuples_by_text[text] for image_id, text in candidate_by_image.items()},
        {
            image_id: [tuples_by_text[text] for text in captions]
            for image_id, captions in references_by_image.items()
        },
        grounding=_grounding_of(grounding, extractor),
        conventions=conventions,
        model=extractor.model,
    )
    if graded is None:
        return CaptionScores(bast=report)

    def described(text: str) -> DescribedCaption:
        return DescribedCaption(tuples=tuples_by_text[text], text=text)

    grades = grade_images(
        {image_id: described(text) for image_id, text in candidate_by_image.items()},
        {
            image_id: [described(text) for text in captions]
            for image_id, captions in references_by_image.items()
        },
        similarity=graded,
        model=extractor.model,
    )
    return CaptionScores(bast=report, graded=grades)


def check_captions(candidates: Mapping[ImageId, str], references: Mapping[ImageId, Sequence[str]]) -> None:
    """Check that images match, every image has a list of references, and no caption is empty.

    Raises:
        InvalidInputError: All faults are named.
    """
    check_lists("references", references)
    faults: list[Fault] = []
    try:
        check_images(candidates, references, missing_candidates="error")
    except InvalidInputError as e:
        faults += e.faults
    places = [(f"candidates[{shorten(image_id)}]", text) for image_id, text in candidates.items()]
    places += [
        (f"references[{shorten(image_id)}][{index}]", text)
        for image_id, captions in references.items()
        for index, text in enumerate(captions)
    ]
    for where, text in places:
        if not isinstance(text, str):
            faults.append(Fault(where=where, problem=f"{shorten(text)} is no caption, which is a string"))
        elif not text.strip():
            faults.append(Fault(where=where, problem="the caption is empty: there is nothing to score"))
    if faults:
        raise InvalidInputError(faults)


def check_lists(where: str, captions_by_image: Mapping[ImageId, object]) -> None:
    """Check that every image has a list of captions; a string is a sequence too, of its letters.

    Args:
        where: What the captions are called, for messages.
        captions_by_image: What stands for each image.

    Raises:
        InvalidInputError: Something else stands there; all such images are named.
    """
    faults = [
        Fault(
            where=f"{where}[{shorten(image_id)}]",
            problem=(
                f"{shorten(captions)} is {_kind(captions)} where a list of captions belongs, such as ['A dog runs.']"
            ),
        )
        for image_id, captions in captions_by_image.items()
        if isinstance(captions, str | bytes) or not isinstance(captions, Sequence)
    ]
    if faults:
        raise InvalidInputError(faults)


def _kind(value: object) -> str:
    return "one string" if isinstance(value, str) else type(value).__name__


def load_extractor(model: str | Path | None = None) -> CaptionExtractor:
    """The extractor with a model; None is the installed one."""
    from extractor import Extractor  # types are all that scoring takes otherwise; this is its convenience

    return Extractor.load(DEFAULT_MODEL if model is None else model)


def _grounding_of(grounding: GroundingFunction | str, extractor: CaptionExtractor) -> GroundingFunction:
    """The grounding of a name with the bundle that found the tuples, where the extractor has one."""
    if not isinstance(grounding, str):
        return grounding
    return get_grounding(grounding, model=getattr(extractor, "folder", None))


def _by_image(captions: Mapping[ImageId, _T] | Sequence[_T]) -> dict[ImageId, _T]:
    if isinstance(captions, str):
        raise InvalidInputError("captions come in a sequence or by image, not as one string")
    return dict(captions) if isinstance(captions, Mapping) else dict(enumerate(captions))
