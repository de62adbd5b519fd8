"""Submissions that come as a stream of captions: what ``EvaluationService`` asks of an arena."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from extractor.types import Caption
from service.arena.board import submission_record
from service.arena.files import ArenaFiles
from service.arena.receiving import Receiver, check_size, checked_description
from service.arena.refusals import RefusedError
from service.arena.scoring import figure_of, interval_of
from service.arena.store import StoredTask, Submission
from service.rpc.evaluation.backend import (
    DifferenceStatus,
    FigureStatus,
    Refusal,
    RefusalCode,
    SubmissionStatus,
)

_REFUSALS: dict[int, tuple[RefusalCode, str]] = {
    403: ("FAILED_PRECONDITION", "TASK_NOT_OPEN"),
    409: ("ALREADY_EXISTS", "SUBMITTED_BEFORE"),
    413: ("RESOURCE_EXHAUSTED", "TOO_LARGE"),
    429: ("RESOURCE_EXHAUSTED", "QUOTA_USED"),
}


class StreamedSubmissions:
    """An arena as `EvaluationBackend`.

    Args:
        receiver: Takes submissions.
        files: Of the arena.
    """

    def __init__(self, receiver: Receiver, files: ArenaFiles) -> None:
        self._receiver = receiver
        self._files = files

    def submit(
        self, authorization: str | None, task: str, description: str, batches: Iterable[Sequence[Caption]]
    ) -> SubmissionStatus:
        """Take captions; they are kept as JSON Lines, as a file of them would be."""
        admitted = self._receiver.admit(authorization, task)
        text = checked_description(description)
        with self._files.incoming() as incoming:
            for captions in batches:
                for caption in captions:
                    incoming.write(_line(caption))
                    check_size(incoming.n_bytes, admitted)
            incoming.finish()
            taken = self._receiver.take(admitted, incoming, description=text, format_name="jsonl")
        return _status(admitted.task, taken.submission)

    def submission(self, authorization: str | None, task: str, submission_id: str) -> SubmissionStatus:
        """A submission of the team."""
        return _status(*self._receiver.own(authorization, task, submission_id))

    def refusal(self, error: Exception) -> Refusal | None:
        """What a refusal is called."""
        if not isinstance(error, RefusedError):
            return None
        code, reason = _REFUSALS[error.status]
        return Refusal(
            code=code,
            reason=reason,
            retry_after_s=error.retry_after_s,
            submission_id=error.submission_id,
        )


def _line(caption: Caption) -> bytes:
    record: dict[str, object] = {"caption": caption.text}
    if caption.image_id is not None:
        record["image_id"] = caption.image_id
    if caption.tokens is not None:
        record["tokens"] = list(caption.tokens)
    return f"{json.dumps(record)}\n".encode()


def _status(task: StoredTask, submission: Submission) -> SubmissionStatus:
    record: dict[str, Any] = submission_record(submission, task, at_ms=time.time_ns() // 1_000_000)
    results = record["results"]
    return SubmissionStatus(
        id=submission.id,
        task=task.name,
        team=submission.team,
        state=submission.state,
        received_at_ms=submission.received_at_ms,
        description=submission.description,
        failure=submission.failure,
        figures_shown=record["figures_shown"],
        figures=() if results is None else tuple(_figures(task, results)),
        tests=() if results is None else tuple(_tests(results)),
    )


def _figures(task: StoredTask, results: dict[str, Any]) -> Iterator[FigureStatus]:
    for label, score in (("", results["score"]), *results["by"].items()):
        for name in task.settings.scores.figures:
            low, high = interval_of(score, name) or (None, None)
            yield FigureStatus(name=name, label=label, value=figure_of(score, name), low=low, high=high)


def _tests(results: dict[str, Any]) -> Iterator[DifferenceStatus]:
    for opponent, test in results["tests"].items():
        for item in test["figures"]:
            low, high = item["interval"]
            yield DifferenceStatus(
                opponent="best" if opponent == "best" else "last",
                team=test["against"],
                figure=item["figure"],
                difference=item["difference"],
                low=low,
                high=high,
                p_value=item["p_randomization_corrected"],
            )
