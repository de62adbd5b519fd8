"""A scorer with ``compute_score(gts, res)``, as those of pycocoevalcap, for COCO evaluation scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from extractor.errors import Fault, InvalidInputError, shorten
from scoring.conventions import DEFAULT_CONVENTIONS, Conventions, MissingCandidates, check_options
from scoring.graded.score import GRADED_VERSIONS, GradedVersion, check_graded_options
from scoring.graded.similarity import Similarity
from scoring.images import ImageId
from scoring.interfaces.captions import CaptionLike, list_fault, score
from scoring.interfaces.extraction import CaptionExtractor, load_extractor

CocoCaptions = Mapping[ImageId, Sequence[CaptionLike | Mapping[str, object]]]
"""By image id a list of captions, or of objects with a ``caption``: before and after COCO's tokenizer."""


class Captuple:
    """The overall BAST F1, or the graded score where a similarity is given.

    It takes captions as they are: COCO's tokenizer, which lower-cases and drops punctuation, is not needed, and does no
    harm.

    Args:
        grounding: Registered name of a grounding.
        conventions: The options of the score.
        missing_candidates: What an image without a candidate, or with an empty one, is: an error, or a candidate
            without tuples (``empty``).
        graded: A similarity: ``compute_score`` gives the graded score instead of the overall F1.
        graded_version: Of the graded score; see ``scoring.graded.score``.
        extractor: Finds the tuples; None loads the installed model when it is needed.
        strict_language: Whether a caption that is surely not English is a fault; see `scoring.score`.
    """

    def __init__(
        self,
        *,
        grounding: str = "lemma.v1",
        conventions: Conventions = DEFAULT_CONVENTIONS,
        missing_candidates: MissingCandidates = "error",
        graded: Similarity | str | None = None,
        graded_version: GradedVersion = GRADED_VERSIONS[0],
        extractor: CaptionExtractor | None = None,
        strict_language: bool = False,
    ) -> None:
        check_options(missing_candidates=missing_candidates)
        check_graded_options(version=graded_version)
        self.grounding = grounding
        self.conventions = conventions
        self.missing_candidates = missing_candidates
        self.graded = graded
        self.graded_version = graded_version
        self.extractor = extractor
        self.strict_language = strict_language
        self.signature = ""

    def compute_score(self, gts: CocoCaptions, res: CocoCaptions) -> tuple[float, list[float]]:
        """The score of all images, and of each.

        Args:
            gts: The references of each image.
            res: The candidate of each image: a list of one.

        Returns:
            The score over all images and one for each image, in the order of ``gts``; from 0 to 1.

        Raises:
            InvalidInputError: Ids do not match, an image has no references or not exactly one candidate, captions are
                empty; all faults are named.
        """
        faults = [
            fault
            for name, side in (("gts", gts), ("res", res))
            for image_id, captions in side.items()
            if (fault := list_fault(f"{name}[{shorten(image_id)}]", captions)) is not None
        ]
        faults += [
            Fault(
                where=f"res[{shorten(image_id)}]",
                problem=f"{len(captions)} candidates; one per image is allowed",
            )
            for image_id, captions in res.items()
            if list_fault("", captions) is None and len(captions) != 1
        ]
        if faults:
            raise InvalidInputError(faults)
        if self.extractor is None:
            self.extractor = load_extractor()
        scores = score(
            {image_id: _caption(captions[0]) for image_id, captions in res.items()},
            {image_id: [_caption(caption) for caption in captions] for image_id, captions in gts.items()},
            grounding=self.grounding,
            conventions=self.conventions,
            missing_candidates=self.missing_candidates,
            graded=self.graded,
            graded_version=self.graded_version,
            extractor=self.extractor,
            strict_language=self.strict_language,
        )
        if scores.graded is not None:
            self.signature = scores.graded.signature
            return scores.graded.score, [image.score for image in scores.graded.images.values()]
        self.signature = scores.bast.signature
        empty = self.conventions.empty
        return scores.bast.overall_f1, [
            image.scores(empty).overall_f1 for image in scores.bast.images.values()
        ]

    def method(self) -> str:
        """The name for reports."""
        return "Captuple" if self.graded is None else "Captuple-graded"


def _caption(caption: CaptionLike | Mapping[str, object]) -> Any:
    """The caption of an object with one; everything else is looked at by `score`."""
    return caption.get("caption") if isinstance(caption, Mapping) else caption
