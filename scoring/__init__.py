"""Scoring: semantic tuples -> grounding -> BAST -> agreement, with statistics that merge and a signature."""

from scoring.bast.agreement import PRF, Counts, count_agreement, f1, precision, prf, recall
from scoring.bast.bag import Bast, Value, build_bast, build_basts, value_sources
from scoring.bast.components import COMPONENTS
from scoring.bast.score import ImageScore, ScoreReport, score_images
from scoring.bast.statistics import BastScores, BastStatistics, count_basts
from scoring.conventions import DEFAULT_CONVENTIONS, Conventions, captuple_version, signature
from scoring.graded.score import GradedReport, grade_images
from scoring.graded.words import DescribedCaption
from scoring.grounding import (
    GroundingFunction,
    GroundingInfo,
    UngroundableError,
    get_grounding,
    list_groundings,
)
from scoring.grounding.tuples import NULL, ValueSource
from scoring.images import ImageId
from scoring.interfaces.captions import CaptionScores, score
from scoring.interfaces.metric import CaptupleMetric

__all__ = [
    "COMPONENTS",
    "DEFAULT_CONVENTIONS",
    "NULL",
    "PRF",
    "Bast",
    "BastScores",
    "BastStatistics",
    "CaptionScores",
    "CaptupleMetric",
    "Conventions",
    "Counts",
    "DescribedCaption",
    "GradedReport",
    "GroundingFunction",
    "GroundingInfo",
    "ImageId",
    "ImageScore",
    "ScoreReport",
    "UngroundableError",
    "Value",
    "ValueSource",
    "build_bast",
    "build_basts",
    "captuple_version",
    "count_agreement",
    "count_basts",
    "f1",
    "get_grounding",
    "grade_images",
    "list_groundings",
    "precision",
    "prf",
    "recall",
    "score",
    "score_images",
    "signature",
    "value_sources",
]
