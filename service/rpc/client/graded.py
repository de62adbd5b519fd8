"""What clients make of the graded score in an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from captuple.v1 import captuple_pb2 as pb

from scoring.images import ImageId


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedScores:
    """The graded score of a call.

    Attributes:
        signature: How it was made.
        score: The mean over images, from 0 to 1.
        summands: By name the mean of what each measure adds to the score.
        score_by_image: Of each image.
        n_wordless: Images that hold no word of content on one side; they score 0.
    """

    signature: str
    score: float
    summands: Mapping[str, float]
    score_by_image: Mapping[ImageId, float] = field(repr=False)
    n_wordless: int


def graded_scores(response: pb.ScoreCaptionsResponse, image_ids: Sequence[ImageId]) -> GradedScores:
    """The graded score of a response to a request that asked for it."""
    return GradedScores(
        signature=response.graded.signature,
        score=response.graded.overall.score,
        summands={summand.name: summand.value for summand in response.graded.overall.summands},
        score_by_image={
            image_id: image.graded.score for image_id, image in zip(image_ids, response.images, strict=True)
        },
        n_wordless=response.graded.wordless_image_count,
    )
