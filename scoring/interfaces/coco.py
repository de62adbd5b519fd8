"""A scorer with ``compute_score(gts, res)``, as those of pycocoevalcap, for COCO evaluation scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from extractor.errors import Fault, InvalidInputError, shorten
from scoring.conventions import DEFAULT_CONVENTIONS, Conventions
from scoring.graded.similarity import Similarity
from scoring.images import ImageId
from scoring.interfaces.captions import CaptionExtractor, check_lists, load_extractor, score

CocoCaptions = Mapping[ImageId, Sequence[str | Mapping[str, object]]]
"""By image id a list of captions, or of objects with a ``caption``: before and after COCO's tokenizer."""


class Captuple:
    """The overall BAST F1, or the graded score where a similarity is given.

    It takes captions as they are: COCO's tokenizer, which lower-cases and drops punctuation, is not needed, and does no
    harm.

    Args:
        grounding: Registered name of a grounding.
        conventions: The options of the score.
        graded: A similarity: ``compute_score`` gives the graded score instead of the overall F1.
        extractor: Finds the tuples; None loads the installed model when it is needed.
    """

    def __init__(
        self,
        *,
        grounding: str = "lemma.v1",
        conventions: Conventions = DEFAULT_CONVENTIONS,
        graded: Similarity | str | None = None,
        extractor: CaptionExtractor | None = None,
    ) -> None:
        self.grounding = grounding
        self.conventions = conventions
        self.graded = graded
        self.extractor = extractor
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
        check_lists("gts", gts)
        check_lists("res", res)
        faults = [
            Fault(
                where=f"res[{shorten(image_id)}]",
                problem=f"{len(captions)} candidates; one per image is allowed",
            )
            for image_id, captions in res.items()
            if len(captions) != 1
        ]
        if faults:
            raise InvalidInputError(faults)
        if self.extractor is None:
            self.extractor = load_extractor()
        scores = score(
            {image_id: _text(captions[0]) for image_id, captions in res.items()},
            {image_id: [_text(caption) for caption in captions] for image_id, captions in gts.items()},
            grounding=self.grounding,
            conventions=self.conventions,
            graded=self.graded,
            extractor=self.extractor,
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


def _text(caption: str | Mapping[str, object]) -> str:
    text = caption if isinstance(caption, str) else caption.get("caption")
    return text if isinstance(text, str) else ""
