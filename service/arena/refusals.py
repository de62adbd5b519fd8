"""Why a submission is not taken, or the store cannot answer; each with what HTTP calls it."""

from __future__ import annotations

from extractor.errors import InvalidInputError, ResourceError


class RefusedError(InvalidInputError):
    """A submission that is not taken, whatever it holds.

    Attributes:
        status: Of HTTP.
        retry_after_s: How long to wait before it may be taken, in seconds; None where waiting changes nothing.
        submission_id: The one that it is the same as; empty otherwise.
    """

    def __init__(
        self, message: str, *, status: int, retry_after_s: int | None = None, submission_id: str = ""
    ) -> None:
        self.status = status
        self.retry_after_s = retry_after_s
        self.submission_id = submission_id
        super().__init__(message)


class StoreGoneError(ResourceError):
    """The database does not answer: it is not there, has gone, or is locked for too long."""


class LeaseLostError(ResourceError):
    """Another one scores the submission by now: what was found here is not written."""
