"""What stands behind the API: who keeps submissions, in plain values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from extractor.types import Caption

RefusalCode = Literal["ALREADY_EXISTS", "FAILED_PRECONDITION", "RESOURCE_EXHAUSTED"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a submission is not taken, as the API calls it.

    Attributes:
        code: Of gRPC.
        reason: Of ErrorInfo.
        retry_after_s: When to try again; None where that changes nothing.
        submission_id: The one that it is the same as; empty otherwise.
    """

    code: RefusalCode
    reason: str
    retry_after_s: float | None = None
    submission_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureStatus:
    """A figure of a submission; see ``evaluation.proto``."""

    name: str
    label: str
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceStatus:
    """A test of a submission; see ``evaluation.proto``."""

    opponent: Literal["best", "last"]
    team: str
    figure: str
    difference: float
    low: float
    high: float
    p_value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionStatus:
    """A submission as its team may see it; see ``evaluation.proto``."""

    id: str
    task: str
    team: str
    state: Literal["received", "scoring", "scored", "failed"]
    received_at_ms: int
    description: str
    failure: str
    figures_shown: bool
    figures: Sequence[FigureStatus] = ()
    tests: Sequence[DifferenceStatus] = ()


class EvaluationBackend(Protocol):
    """Keeps submissions."""

    def submit(
        self, authorization: str | None, task: str, description: str, batches: Iterable[Sequence[Caption]]
    ) -> SubmissionStatus:
        """Take the captions of a team; what comes is read as long as it is not refused."""

    def submission(self, authorization: str | None, task: str, submission_id: str) -> SubmissionStatus:
        """A submission of the team."""

    def refusal(self, error: Exception) -> Refusal | None:
        """What an error of the two calls is called; None where it is an error as everywhere."""
