"""What the front makes of the images' agreements: those over all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from captuple.v1 import captuple_pb2 as pb
from captuple.wire.convert import COMPONENT_FROM_PROTO

from scoring import BastStatistics, Counts
from scoring.graded.score import signature_with_model
from service.rpc.workers.scoring import ScoreOptions, component_agreement


def add_image(statistics: BastStatistics, image: pb.ImageAgreement) -> None:
    """Add an image to those that the overall agreement is of."""
    statistics.add(
        {
            COMPONENT_FROM_PROTO[item.component]: Counts(
                item.matched_count, item.candidate_count, item.reference_count
            )
            for item in image.components
        }
    )


def fill_overall(
    message: pb.ScoreCaptionsResponse | pb.ScoreSummary, statistics: BastStatistics, options: ScoreOptions
) -> None:
    """Put all components over all images, and the overall F1, into a message."""
    scores = statistics.scores(options.conventions)
    message.components.extend(
        component_agreement(name, counts, scores[name])
        for name, counts in statistics.counts_by_component.items()
    )
    message.overall_f1 = scores.overall_f1
    message.overall_component_count = scores.n_components


def mean_grades(grades: Sequence[pb.GradedSummary], model: str) -> pb.GradedSummary:
    """The graded score over images.

    Args:
        grades: Of each image; at least one.
        model: That found the tuples, for the signature.
    """
    n = len(grades)
    return pb.GradedSummary(
        signature=signature_with_model(grades[0].signature, model),
        overall=pb.GradedAgreement(
            score=math.fsum(grade.overall.score for grade in grades) / n,
            summands=[
                pb.GradedSummand(
                    name=summand.name,
                    value=math.fsum(grade.overall.summands[i].value for grade in grades) / n,
                )
                for i, summand in enumerate(grades[0].overall.summands)
            ],
        ),
        wordless_image_count=sum(grade.wordless_image_count for grade in grades),
    )
