"""Scoring as a job that may end at any moment: one submission at a time, under a lease, and all its results at once.

Whoever is killed leaves a lease behind. The next one sees that its process has ended (or that the lease is over, where
that cannot be seen) and begins again; captions that were extracted are in the cache. What a late one finds is not
written, because the lease is not its own any more.
"""

from __future__ import annotations

import functools
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

import msgspec

from extractor.errors import CaptupleError, InvalidInputError, ResourceError
from service.arena.files import ArenaFiles
from service.arena.refusals import LeaseLostError, StoreGoneError
from service.arena.scoring import Opponent, ReadyTask
from service.arena.store import Store, StoredTask, Submission
from service.process import load_extractor

if TYPE_CHECKING:
    from formats import FormatName

LEASE_S = 60.0
_log = logging.getLogger(__name__)


class Scorer:
    """Scores what waits, for a block.

    Args:
        store: Where submissions wait.
        files: Their files.
        lease_s: How long a lease lasts unless it is renewed, which it is three times as often.
        say: Told what happens to the cache.
    """

    def __init__(
        self,
        store: Store,
        files: ArenaFiles,
        *,
        lease_s: float = LEASE_S,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._files = files
        self._lease_s = lease_s
        self._say = say
        self._load = functools.lru_cache(maxsize=1)(load_extractor)
        self._ready: tuple[int, ReadyTask] | None = None

    def run_pending(self, *, is_over: Callable[[], bool] = lambda: False) -> int:
        """Score until nothing waits.

        Args:
            is_over: Asked before each submission: whether to end.

        Returns:
            How many submissions got their scores.

        Raises:
            StoreGoneError: The database does not answer; what was begun is begun again later.
        """
        n_scored = 0
        with self._files.worker() as owner:
            while not is_over():
                dead = [
                    name
                    for name in self._store.lease_owners()
                    if name != owner and not self._files.is_alive(name)
                ]
                submission = self._store.claim(owner, lease_s=self._lease_s, dead_owners=dead)
                if submission is None:
                    break
                n_scored += self._score(submission, owner)
        return n_scored

    def _score(self, submission: Submission, owner: str) -> bool:
        with self._leased(submission, owner):
            try:
                self._score_leased(submission, owner)
            except LeaseLostError as e:
                _log.warning("%s; what was found is not written", e)
                return False
            except StoreGoneError:
                raise
            except (CaptupleError, OSError, MemoryError) as e:
                self._give_up(submission, owner, e)
                return False
        return True

    def _score_leased(self, submission: Submission, owner: str) -> None:
        task = next(task for task in self._store.tasks() if task.id == submission.task_id)
        path = self._files.checked_submission(submission.id, submission.sha256)
        scored = self._ready_task(task).score(
            path, cast("FormatName", submission.format_name), self._opponents(task, submission)
        )
        with self._files.new_statistics(submission.id) as file:
            scored.write_statistics(file)
        results = msgspec.json.encode(scored.results).decode()
        self._store.finish(submission.id, owner, results=results, rank_value=scored.rank_value)

    def _give_up(self, submission: Submission, owner: str, error: Exception) -> None:
        """What cannot be scored has failed, and does not count; admins read why in the log."""
        _log.error("submission %s of %s cannot be scored: %s", submission.id, submission.team, error)
        what = "its file" if isinstance(error, InvalidInputError) else "the server"
        try:
            self._store.fail(
                submission.id, owner, f"could not be scored, by a fault of {what}; it does not count"
            )
        except LeaseLostError as e:
            _log.warning("%s", e)

    def _ready_task(self, task: StoredTask) -> ReadyTask:
        """The task with its references; the last one stays in memory."""
        if self._ready is None or self._ready[0] != task.id:
            self._ready = None
            folder = self._files.check_task(task)
            self._ready = (
                task.id,
                ReadyTask(folder, task.model, cache=self._files.cache, say=self._say, load=self._load),
            )
        return self._ready[1]

    def _opponents(self, task: StoredTask, submission: Submission) -> dict[str, Opponent]:
        """The best of the board as it is, and the team's own last before this one."""
        scored = [
            item
            for item in self._store.submissions(task_id=task.id, state="scored")
            if item.id != submission.id and item.received_at_ms <= submission.received_at_ms
        ]
        found = {}
        if scored:
            found["best"] = max(scored, key=lambda item: (item.rank_value or 0.0, -item.received_at_ms))
        own = [item for item in scored if item.team_id == submission.team_id]
        if own:
            found["last"] = own[-1]
        return {
            name: Opponent(team=item.team, statistics=self._files.statistics(item.id))
            for name, item in found.items()
        }

    @contextmanager
    def _leased(self, submission: Submission, owner: str) -> Iterator[None]:
        """Renew the lease while the block runs."""
        is_done = threading.Event()

        def renew() -> None:
            while not is_done.wait(self._lease_s / 3):
                try:
                    self._store.renew(submission.id, owner, lease_s=self._lease_s)
                except LeaseLostError:
                    return  # the results will not be written
                except ResourceError as e:
                    _log.warning("the lease of %s is not renewed: %s", submission.id, e)

        thread = threading.Thread(target=renew, name="lease", daemon=True)
        thread.start()
        try:
            yield
        finally:
            is_done.set()
            thread.join()
