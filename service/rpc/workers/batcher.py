"""Dynamic micro-batching: the captions of many calls, a batch at a time, each call in its turn.

Workers take batches (`Batcher.next_batch`), calls give jobs (`BatchCall.submit`). What decides who goes first:

* A worker that is free takes what is there at once; of several that are free the one that worked last, whose caches
  are warm. Only where the batch before answered several small calls, so that more are likely, does a batch wait for
  company: while calls keep coming in, up to ``max_queue_delay_ms``.
* Small calls go before large ones and streams, but every fourth batch is for these. Within each of the two, every
  call gives one caption in its turn.
* Where small calls were seen within the last two seconds, batches of large calls are short, so that nobody waits long
  behind one.
* A batch is closed early where its captions are long, so that one endless caption holds up few others.
* Very long captions go alone, and of several workers a share is never busy with them: it is there for short ones.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from captuple.errors import DeadlineError, OverloadedError

from extractor.errors import Fault, InvalidInputError
from service.rpc.workers.suspects import REMEMBERED_S, Suspects, Suspicion

SMALL_CALL_CAPTIONS = 16
"""A call of up to so many captions is small."""

_SHARED_BATCH_SIZE = 4
_SHARED_S = 2.0
# A batch stops waiting for company when no call came for so much of the longest wait.
_PAUSE_SHARE = 0.25
_SMALL_BATCHES_IN_A_ROW = 3
_MAX_BATCH_CODE_POINTS = 16_384
LONG_CODE_POINTS = _MAX_BATCH_CODE_POINTS // 2
"""A longer caption goes alone: it takes a worker for seconds."""

_SHARE_WITHOUT_LONG = 4  # one of so many workers, and one of fewer, takes no long captions

JobKind = Literal["extract", "lemmatize", "score", "grade"]


class Outcome(NamedTuple):
    """What a worker made of a job. A tuple, as it goes from process to process.

    Attributes:
        data: The tuples, a serialized ``SemanticTupleList``; of an image its ``ImageAgreement`` or ``GradedSummary``.
            None where the job failed.
        n_tuples: How many they are.
        trace: Why the job failed, for the log alone.
        language: Of a caption that is surely not English; empty for all others.
        faults: What is wrong with the caller's data, where the job failed over that.
    """

    data: bytes | None
    n_tuples: int = 0
    trace: str = ""
    language: str = ""
    faults: tuple[Fault, ...] = ()


@dataclass(slots=True, eq=False)
class Job:
    """One caption's work.

    Attributes:
        kind: What is to be done with the payload.
        payload: A serialized ``Caption`` (extract) or ``CaptionTuples`` (lemmatize), a ``ScoreTask`` (score) or a
            ``GradeTask`` (grade).
        length: Of the caption, in code points.
        min_confidence: Of an extraction, from 0 to 1.
        future: Gets the outcome.
        expires_at: Monotonic time after which nobody waits for it.
        content: What the caption says, by which it is known again in another call; empty: the payload.
        queued_at: Monotonic time of its submission.
    """

    kind: JobKind
    payload: bytes
    length: int
    min_confidence: float
    expires_at: float
    future: asyncio.Future[Outcome] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    content: str = ""
    queued_at: float = field(default_factory=time.monotonic)

    @property
    def wanted(self) -> bool:
        """Whether anybody waits for the outcome; an expired job is ended here."""
        if not self.future.done() and time.monotonic() >= self.expires_at:
            self.future.set_exception(DeadlineError("the call's time is over"))
        return not self.future.done()


class BatchMeter(Protocol):
    """Hears of batches."""

    def batch_taken(self, jobs: Sequence[Job], *, delay_s: Sequence[float]) -> None:
        """A worker takes a batch whose jobs waited for so long."""

    def caption_refused(self, *, length: int) -> None:
        """A caption of so many code points is refused, as workers ended over it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchLimits:
    """See ``ServeSettings``."""

    max_batch_size: int = 128
    max_queue_delay_ms: float = 20.0
    max_queue_size: int = 2048


class BatchCall:
    """One call's place in the queue.

    Attributes:
        waiting: Its jobs that no worker has taken, but for those of long captions.
        waiting_long: Those.
        is_large: Whether it is a stream or a large call.
    """

    def __init__(self, batcher: Batcher, *, is_large: bool) -> None:
        self._batcher = batcher
        self._window = asyncio.Semaphore(batcher.window)
        self._undone: set[asyncio.Future[Outcome]] = set()
        self.waiting: deque[Job] = deque()
        self.waiting_long: deque[Job] = deque()
        self.is_large = is_large

    @property
    def n_waiting(self) -> int:
        """Its jobs that no worker has taken."""
        return len(self.waiting) + len(self.waiting_long)

    async def submit(self, job: Job) -> asyncio.Future[Outcome]:
        """Queue a job, as soon as the call has few enough in the works; its outcome comes by the future."""
        await self._window.acquire()
        self._undone.add(job.future)
        job.future.add_done_callback(self._done)
        job.queued_at = time.monotonic()
        self._batcher.add(self, job)
        return job.future

    def drop(self) -> None:
        """Nobody waits for what is not done."""
        self.waiting.clear()
        self.waiting_long.clear()
        for future in tuple(self._undone):
            future.cancel()

    def _done(self, future: asyncio.Future[Outcome]) -> None:
        self._undone.discard(future)
        self._window.release()
        if not future.cancelled():
            future.exception()  # seen, should nobody wait for it


class Batcher:
    """The queue between calls and workers. Used from one event loop alone.

    Args:
        limits: Sizes.
        meter: Hears of batches.
        n_workers: That take batches.
    """

    def __init__(self, limits: BatchLimits, meter: BatchMeter, *, n_workers: int = 1) -> None:
        self._limits = limits
        self._meter = meter
        self._small: deque[BatchCall] = deque()
        self._large: deque[BatchCall] = deque()
        self._long: deque[BatchCall] = deque()
        self._max_long = max(1, n_workers - max(1, n_workers // _SHARE_WITHOUT_LONG))
        self._n_long = 0  # that workers have
        self._was_long = True
        self._alone: deque[Job] = deque()
        self._n_waiting = {False: 0, True: 0}  # by is_large
        self._n_small_in_a_row = 0
        self._n_company = 0
        self._small_seen_at = float("-inf")
        self._small_came = asyncio.Event()
        self._idle: list[asyncio.Future[None]] = []  # workers that wait for work, the last to come at the end
        self._is_gathering = False
        self._refusal: Callable[[], Exception] | None = None
        self._suspects = Suspects()

    def refuse(self, refusal: Callable[[], Exception]) -> None:
        """End all that waits with an error, and whatever comes, until ``accept``: there is no worker to take it."""
        self._refusal = refusal
        calls = (*self._small, *self._large, *self._long)
        waiting = (job for call in calls for job in (*call.waiting, *call.waiting_long))
        for job in (*self._alone, *waiting):
            if not job.future.done():
                job.future.set_exception(refusal())

    def accept(self) -> None:
        """Workers are there again."""
        self._refusal = None

    def n_waiting(self, *, is_large: bool) -> int:
        """How many captions wait, of small calls or of large ones."""
        return self._n_waiting[is_large]

    @property
    def window(self) -> int:
        """Captions that one call may have in the works: enough to keep several workers busy."""
        return 4 * self._limits.max_batch_size

    @contextmanager
    def open_call(self, *, is_large: bool, n_captions: int = 0) -> Iterator[BatchCall]:
        """A place in the queue; what still waits when the block ends is dropped.

        Args:
            is_large: Whether the call is a stream or has more than ``SMALL_CALL_CAPTIONS`` captions.
            n_captions: Of a small call.

        Raises:
            OverloadedError: The queue is full.
            NoWorkersError: There are no workers.
        """
        if self._refusal is not None:
            raise self._refusal()
        if not is_large and self._n_waiting[False] + n_captions > self._limits.max_queue_size:
            raise OverloadedError(f"the queue is full: {self._n_waiting[False]} captions wait")
        call = BatchCall(self, is_large=is_large)
        try:
            yield call
        finally:
            self._n_waiting[call.is_large] -= call.n_waiting
            call.drop()

    def add(self, call: BatchCall, job: Job) -> None:
        """Queue a call's job; `BatchCall.submit` does."""
        if self._refusal is not None:
            job.future.set_exception(self._refusal())
            return
        suspicion = self._suspects.of(job)
        if suspicion.is_proven:
            self._refuse_deadly(job, suspicion)
            return
        if suspicion.n_deaths:  # its call may have gone before it was tried alone
            self._alone.append(job)
            self._wake_worker()
            return
        self._n_waiting[call.is_large] += 1
        if _is_long(job):
            if not call.waiting_long:
                self._long.append(call)
            call.waiting_long.append(job)
            self._wake_worker()
            return
        if not call.waiting:
            (self._large if call.is_large else self._small).append(call)
        call.waiting.append(job)
        if not call.is_large:
            self._small_seen_at = time.monotonic()
            self._small_came.set()
        self._wake_worker()

    def give_back(self, jobs: Sequence[Job], *, worker_died: bool) -> None:
        """Queue jobs again that a worker took and did not finish, each to go alone where a worker died of them.

        A caption that two workers died of, the second of it alone, is refused, and in other calls, too, for a while.
        """
        self._n_long -= sum(map(_is_long, jobs))
        if worker_died:
            self._suspects.note_death(jobs)
        for job in reversed(jobs):
            suspicion = self._suspects.of(job)
            if self._refusal is not None and not job.future.done():
                job.future.set_exception(self._refusal())
            elif suspicion.is_proven:
                self._refuse_deadly(job, suspicion)
            else:
                self._alone.appendleft(job)
        self._wake_worker()

    def done(self, jobs: Sequence[Job]) -> None:
        """A worker has done jobs: there is nothing against them."""
        for job in jobs:
            self._suspects.clear(job)
        n_long = sum(map(_is_long, jobs))
        if n_long:
            self._n_long -= n_long
            self._wake_worker()

    def _refuse_deadly(self, job: Job, suspicion: Suspicion) -> None:
        self._meter.caption_refused(length=job.length)
        if not job.future.done():
            problem = (
                f"{suspicion.n_deaths} workers ended over this caption; "
                f"it is refused for {REMEMBERED_S / 60:g} minutes"
            )
            job.future.set_exception(InvalidInputError(problem))

    async def next_batch(self, ended: asyncio.Future[None] | None = None) -> list[Job]:
        """The next batch for a worker: at least one job, sorted by length; empty where the worker has ended.

        Args:
            ended: Done when the worker has ended; None where it does not.
        """
        while ended is None or not ended.done():
            if self._is_gathering or not self._has_work:
                await self._idle_until_woken(ended)
                continue
            self._is_gathering = True  # one worker at a time
            try:
                if self._small and not (self._large or self._alone or self._takes_long):
                    await self._wait_for_company()
                jobs = self._take()
            finally:
                self._is_gathering = False
                self._wake_worker()
            if jobs:
                self._n_long += sum(map(_is_long, jobs))
                now = time.monotonic()
                self._meter.batch_taken(jobs, delay_s=[now - job.queued_at for job in jobs])
                return sorted(jobs, key=lambda job: job.length)
        return []

    @property
    def _has_work(self) -> bool:
        return bool(self._small or self._large or self._alone or self._takes_long)

    @property
    def _takes_long(self) -> bool:
        """Whether a worker may take a long caption that waits."""
        return bool(self._long) and self._n_long < self._max_long

    async def _idle_until_woken(self, ended: asyncio.Future[None] | None) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._idle.append(woken)
        wake = functools.partial(_end, woken)
        if ended is not None:
            ended.add_done_callback(wake)
        is_fit = False
        try:
            await woken
            is_fit = ended is None or not ended.done()
        finally:
            if ended is not None:
                ended.remove_done_callback(wake)
            if woken in self._idle:
                self._idle.remove(woken)
            elif not is_fit:
                self._wake_worker()  # another must take what this one was woken for

    def _wake_worker(self) -> None:
        """Wake the worker that came last, where there is work and nobody gathers."""
        while self._has_work and not self._is_gathering and self._idle:
            worker = self._idle.pop()
            if not worker.done():  # one that is being cancelled is
                worker.set_result(None)
                return

    async def _wait_for_company(self) -> None:
        """Wait until as many small calls are there as the batch before answered, or no more come, or it is enough."""
        if self._n_company < 2:
            return
        oldest = self._small[0].waiting[0].queued_at if self._small[0].waiting else time.monotonic()
        longest_s = self._limits.max_queue_delay_ms / 1000
        until = oldest + longest_s
        while len(self._small) < self._n_company and not self._large:
            self._small_came.clear()
            left_s = min(until - time.monotonic(), _PAUSE_SHARE * longest_s)
            if left_s <= 0:
                return
            try:
                async with asyncio.timeout(left_s):
                    await self._small_came.wait()
            except TimeoutError:
                return

    def _take(self) -> list[Job]:
        while self._alone:
            job = self._alone.popleft()
            if job.wanted:
                return [job]
        takes_small = bool(self._small) and not (
            (self._large or self._takes_long) and self._n_small_in_a_row >= _SMALL_BATCHES_IN_A_ROW
        )
        if takes_small:
            self._n_small_in_a_row += 1
            n_calls = len(self._small)
            jobs = self._take_in_turn(self._small, self._limits.max_batch_size)
            self._n_company = min(n_calls, len(jobs))
            return jobs
        self._n_small_in_a_row = 0
        self._was_long = self._takes_long and not (self._large and self._was_long)
        if self._was_long:
            return self._take_long()
        shared = time.monotonic() - self._small_seen_at < _SHARED_S
        limit = (
            min(_SHARED_BATCH_SIZE, self._limits.max_batch_size) if shared else self._limits.max_batch_size
        )
        return self._take_in_turn(self._large, limit)

    def _take_long(self) -> list[Job]:
        """The next long caption, of the call whose turn it is."""
        while self._long:
            call = self._long.popleft()
            if not call.waiting_long:  # dropped by its call
                continue
            job = call.waiting_long.popleft()
            self._n_waiting[call.is_large] -= 1
            if call.waiting_long:
                self._long.append(call)
            if job.wanted:
                return [job]
        return []

    def _take_in_turn(self, calls: deque[BatchCall], limit: int) -> list[Job]:
        jobs: list[Job] = []
        n_code_points = 0
        while calls and len(jobs) < limit:
            call = calls[0]
            if not call.waiting:  # dropped by its call
                calls.popleft()
                continue
            if jobs and n_code_points + call.waiting[0].length > _MAX_BATCH_CODE_POINTS:
                break
            calls.rotate(-1)
            job = call.waiting.popleft()
            self._n_waiting[call.is_large] -= 1
            if not call.waiting:
                calls.pop()
            if job.wanted:
                jobs.append(job)
                n_code_points += job.length
        return jobs


def _end(waiting: asyncio.Future[None], _ended: object) -> None:
    if not waiting.done():
        waiting.set_result(None)


def _is_long(job: Job) -> bool:
    return job.length > LONG_CODE_POINTS
