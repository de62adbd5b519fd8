"""How a submission is taken, whichever way it comes: asked, received, checked, kept; in this order."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from extractor.errors import CaptupleError, Fault, InvalidInputError, UnknownNameError, shorten
from service.arena.files import ArenaFiles, Incoming
from service.arena.intake import check_submission
from service.arena.refusals import RefusedError, StoreGoneError
from service.arena.store import NewSubmission, Store, StoredTask, Submission, Team, new_submission_id
from service.arena.task import MAX_BYTES

if TYPE_CHECKING:
    from formats import FormatName

MAX_DESCRIPTION = 500
"""Code points of a submission's description."""


class FaultySubmissionError(InvalidInputError):
    """A submission that is understood and cannot be scored."""


class UnsureError(StoreGoneError):
    """The store went away while a submission was kept: whether it was is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Admitted:
    """Somebody who may submit now.

    Attributes:
        team: Who it is.
        task: To which.
        max_bytes: How much.
    """

    team: Team
    task: StoredTask
    max_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A submission that counts, and what was guessed of its fields."""

    submission: Submission
    notes: tuple[str, ...]


class Receiver:
    """Takes submissions; threads may share it.

    Args:
        store: Of the arena.
        files: Of the arena.
        on_received: Called when there is something to score.
    """

    def __init__(self, store: Store, files: ArenaFiles, on_received: Callable[[], None]) -> None:
        self._store = store
        self._files = files
        self._on_received = on_received

    def admit(
        self,
        authorization: str | None,
        task_name: str,
        *,
        n_bytes: int = 0,
        sha256: str | None = None,
    ) -> Admitted:
        """Ask all that can be asked before anything is read.

        Args:
            authorization: The header with the team's token.
            task_name: The task's.
            n_bytes: How much will come; 0 where that is not said.
            sha256: Of what will come; None where that is not said.

        Raises:
            UnauthenticatedError: It is no team's.
            UnknownNameError: There is no such task.
            RefusedError: It is too much, came before, the task is not open, or the team has had its share.
            ResourceError: The store does not answer.
        """
        team = self._store.team_of(authorization)
        task = self._store.task(task_name)
        admitted = Admitted(team=team, task=task, max_bytes=min(task.settings.max_bytes, MAX_BYTES))
        check_size(n_bytes, admitted)
        self._store.check_quota(task, team, sha256=sha256)
        return admitted

    def take(
        self,
        admitted: Admitted,
        incoming: Incoming,
        *,
        description: str,
        format_name: FormatName | None = None,
    ) -> Taken:
        """Check what came, and keep it: file first, then the row, by which it counts.

        Raises:
            FaultySubmissionError: It cannot be scored.
            RefusedError: As `admit`; now it holds.
            UnsureError: The store went away in the middle.
            ResourceError: The machine failed.
        """
        task = admitted.task
        try:
            checked = check_submission(
                incoming.path,
                images=task.images,
                missing=task.settings.scores.missing,
                match_ids=task.settings.match_ids,
                max_bytes=admitted.max_bytes,
                format_name=format_name,
            )
        except RefusedError:
            raise
        except InvalidInputError as e:
            raise FaultySubmissionError(e.faults) from e
        new = NewSubmission(
            id=new_submission_id(),
            sha256=incoming.sha256,
            n_bytes=incoming.n_bytes,
            format_name=checked.format_name,
            description=description,
        )
        path = self._files.keep(incoming, new.id)
        try:
            submission = self._store.receive(task, admitted.team, new)
        except StoreGoneError as e:
            # Whether the row was written is not known: the file stays, and is swept away where it was not.
            raise UnsureError(str(e)) from e
        except CaptupleError:
            path.unlink(missing_ok=True)
            raise
        self._on_received()
        return Taken(submission=submission, notes=checked.notes)

    def own(
        self, authorization: str | None, task_name: str, submission_id: str
    ) -> tuple[StoredTask, Submission]:
        """A submission of the asking team; another's is not there for it.

        Raises:
            UnauthenticatedError: The token is no team's.
            UnknownNameError: There is no such task, or none such of the team's.
            ResourceError: The store does not answer.
        """
        team = self._store.team_of(authorization)
        task = self._store.task(task_name)
        found = self._store.submission(submission_id)
        if found.team_id != team.id or found.task_id != task.id:
            raise UnknownNameError("submission", submission_id, ())
        return task, found


def check_size(n_bytes: int, admitted: Admitted) -> None:
    """Check how much comes, or has come.

    Raises:
        RefusedError: It is more than the task takes.
    """
    if n_bytes > admitted.max_bytes:
        raise RefusedError(f"the submission is more than {admitted.max_bytes} bytes", status=413)


def checked_description(text: str) -> str:
    """A description as it is kept.

    Raises:
        InvalidInputError: It is too long, or more than one line.
    """
    text = text.strip()
    if len(text) > MAX_DESCRIPTION or not text.isprintable():
        problem = f"{shorten(text)} is not allowed: at most {MAX_DESCRIPTION} printable characters"
        raise InvalidInputError([Fault(where="description", problem=problem)])
    return text


def checked_sha256(digest: str | None) -> str | None:
    """A hash that a team says of its file.

    Raises:
        InvalidInputError: It is none.
    """
    if digest is not None and not re.fullmatch("[0-9a-f]{64}", digest):
        problem = f"{shorten(digest)} is not allowed: 64 hexadecimal digits in lower case"
        raise InvalidInputError([Fault(where="sha256", problem=problem)])
    return digest
