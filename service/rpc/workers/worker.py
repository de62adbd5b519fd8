"""Where the model runs: a batch of jobs in, outcomes out; in a process of its own, or in a thread of this one."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import pickle
import select
import signal
import socket
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, BinaryIO, Protocol, TypeVar, cast

from captuple.v1 import captuple_pb2 as pb
from captuple.wire.convert import (
    caption_from_proto,
    entities_from_proto,
    entities_to_proto,
    tuples_from_proto,
    tuples_to_proto,
)

from extractor.errors import BundleError, CaptupleError, ResourceError
from extractor.types import CaptionEntry
from scoring.interfaces.extraction import Reading, read_entries
from service.process import loading
from service.rpc.workers.batcher import Job, JobKind, Outcome
from service.rpc.workers.grading import Grader
from service.rpc.workers.scoring import Scorer

if TYPE_CHECKING:
    from extractor import Extractor
    from service.pipeline.tuple_cache import CachingExtractor

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
_HEADER_BYTES = 8  # the length of what follows
_READ_AHEAD_BYTES = 1 << 20
# One caption after the other is called for within so much of the last answer.
_AWAKE_S = 0.005
WorkItem = tuple[JobKind, bytes, float]
"""Kind, payload and least confidence of a job, as they go to a worker."""


class WorkerDiedError(ResourceError):
    """A worker's process ended, or took too long and was ended, before it answered."""


class Worker(Protocol):
    """Runs batches, one at a time."""

    @property
    def cache_lost(self) -> str:
        """Why its cache was given up; empty while it was not."""

    async def start(self) -> str:
        """Load and warm up the model; gives its name.

        Raises:
            BundleError: The model cannot be loaded.
            ResourceError: The worker cannot run.
        """

    async def run(self, jobs: Sequence[Job]) -> list[Outcome]:
        """The outcome of each job.

        Raises:
            WorkerDiedError: The worker is gone.
        """

    async def died(self) -> None:
        """Return when the worker has ended."""

    async def close(self) -> None:
        """End the worker, whatever it does."""


class BatchRunner:
    """Runs the jobs of a batch with one extractor.

    Args:
        extractor: The model.
    """

    def __init__(self, extractor: Extractor | CachingExtractor) -> None:
        self._extractor = extractor
        self._grader: Grader | None = None
        self._scorer = Scorer(getattr(extractor, "folder", None))

    @property
    def model(self) -> str:
        """``name@version``."""
        return self._extractor.model

    @property
    def cache_lost(self) -> str:
        """Why the extractor's cache was given up; empty while it was not, or where there is none."""
        return str(getattr(self._extractor, "cache_lost", ""))

    def run(self, items: Sequence[WorkItem]) -> list[Outcome]:
        """The outcome of each item, in order; whatever one caption does to the model, the others go on."""
        indices_by_confidence: dict[float, list[int]] = defaultdict(list)
        outcomes: dict[int, Outcome] = {}
        for kind, run in (("score", self._scorer.run), ("grade", self._grade)):
            like = [i for i, item in enumerate(items) if item[0] == kind]
            outcomes |= zip(like, run([items[i][1] for i in like]), strict=True)
        for i, (kind, _, min_confidence) in enumerate(items):
            if kind in ("extract", "lemmatize"):
                indices_by_confidence[min_confidence].append(i)
        for min_confidence, indices in indices_by_confidence.items():
            entries = [_entry(*items[i][:2]) for i in indices]
            found = read_entries(entries, self._extractor, min_confidence=min_confidence)
            outcomes |= zip(indices, map(_outcome, found), strict=True)
        return [outcomes[i] for i in range(len(items))]

    def _grade(self, payloads: Sequence[bytes]) -> list[Outcome]:
        if not payloads:
            return []
        self._grader = self._grader or Grader(self._extractor.folder)
        return self._grader.run(payloads)


def _entry(kind: JobKind, payload: bytes) -> CaptionEntry:
    if kind == "extract":
        return CaptionEntry(caption=caption_from_proto(pb.Caption.FromString(payload)))
    message = pb.CaptionTuples.FromString(payload)
    return CaptionEntry(
        caption=caption_from_proto(message.caption),
        tuples=tuples_from_proto(message.tuples),
        entities=entities_from_proto(message.entities),
    )


def _outcome(found: Reading) -> Outcome:
    if isinstance(found, Exception):
        return Outcome(data=None, trace="".join(traceback.format_exception(found)))
    message = pb.SemanticTupleList(
        tuples=tuples_to_proto(found.tuples), entities=entities_to_proto(found.entities)
    )
    return Outcome(
        data=message.SerializeToString(), n_tuples=len(message.tuples), language=found.language or ""
    )


class ThreadWorker:
    """Runs the model in a thread of this process.

    Args:
        load: Gives the extractor.
    """

    cache_lost = ""

    def __init__(self, load: Callable[[], Extractor | CachingExtractor]) -> None:
        self._load = load
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="captuple-model")
        self._runner: BatchRunner | None = None

    async def start(self) -> str:
        """See ``Worker``."""
        return await self._in_thread(self._start)

    def _start(self) -> str:
        self._runner = BatchRunner(self._load())
        return self._runner.model

    async def run(self, jobs: Sequence[Job]) -> list[Outcome]:
        """See ``Worker``."""
        if self._runner is None:
            raise WorkerDiedError("the worker has not started")
        runner, items = self._runner, _items(jobs)
        return await self._in_thread(lambda: runner.run(items))

    async def died(self) -> None:
        """Never returns: a thread does not end on its own."""
        await asyncio.get_running_loop().create_future()

    async def close(self) -> None:
        """See ``Worker``; a batch that runs is left to end on its own."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _in_thread(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


class ProcessWorker:
    """Runs the model in a process of its own, started by ``spawn``.

    It is spoken to through a pair of sockets that the event loop itself reads: a thread for each worker would cost two
    changes of threads a batch.

    Args:
        load: Gives the extractor; called in the process, so it must be picklable.
        batch_timeout_s: A process that takes longer over one batch is ended.
        start_timeout_s: A process that takes longer to load its model is ended.
        prepare: Called first in the process, to set up its logs; picklable, too.

    Attributes:
        cache_lost: See ``Worker``.
    """

    def __init__(
        self,
        load: Callable[[], Extractor | CachingExtractor],
        *,
        batch_timeout_s: float,
        start_timeout_s: float,
        prepare: Callable[[], None],
    ) -> None:
        self.cache_lost = ""
        self._load = load
        self._prepare = prepare
        self._batch_timeout_s = batch_timeout_s
        self._start_timeout_s = start_timeout_s
        self._process: multiprocessing.process.BaseProcess | None = None
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._ended: asyncio.Future[None] | None = None

    @property
    def pid(self) -> int | None:
        """The process's number; None before it starts."""
        return None if self._process is None else self._process.pid

    async def start(self) -> str:
        """See ``Worker``."""
        loop = asyncio.get_running_loop()
        self._ended = loop.create_future()
        context = multiprocessing.get_context("spawn")
        ours, theirs = socket.socketpair()
        process = context.Process(
            target=_run_process, args=(theirs, self._load, self._prepare), name="captuple-worker", daemon=True
        )
        try:
            await asyncio.to_thread(process.start)
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self._process = process  # one that could not be started cannot be ended either
        self._reader, self._writer = await asyncio.open_connection(sock=ours, limit=_READ_AHEAD_BYTES)
        loop.add_reader(self._process.sentinel, self._end)
        answer = await self._receive(self._reader, self._start_timeout_s, "its start")
        if isinstance(answer, CaptupleError):
            raise answer
        return str(answer)

    async def run(self, jobs: Sequence[Job]) -> list[Outcome]:
        """See ``Worker``."""
        if self._reader is None or self._writer is None:
            raise WorkerDiedError("the worker has not started")
        try:
            self._writer.write(_framed(_items(jobs)))
            await self._writer.drain()
        except OSError as e:
            raise WorkerDiedError("the worker ended") from e
        answer = await self._receive(self._reader, self._batch_timeout_s, "a batch")
        if not isinstance(answer, list):
            raise WorkerDiedError("the worker gave no outcomes")
        return answer

    async def died(self) -> None:
        """See ``Worker``."""
        if self._ended is not None:
            await asyncio.shield(self._ended)

    async def close(self) -> None:
        """See ``Worker``."""
        if self._process is not None:
            self._process.kill()
            await self.died()
            await asyncio.to_thread(self._process.join)
        if self._writer is not None:
            self._writer.close()

    def _end(self) -> None:
        if self._process is not None and self._ended is not None and not self._ended.done():
            asyncio.get_running_loop().remove_reader(self._process.sentinel)
            self._ended.set_result(None)

    async def _receive(self, reader: asyncio.StreamReader, timeout_s: float, over: str) -> object:
        try:
            async with asyncio.timeout(timeout_s):
                n_bytes = int.from_bytes(await reader.readexactly(_HEADER_BYTES))
                message = await reader.readexactly(n_bytes)
        except TimeoutError as e:
            if self._process is not None:
                self._process.kill()
            raise WorkerDiedError(
                f"the worker took more than {timeout_s:g} s over {over} and was ended"
            ) from e
        except (OSError, EOFError) as e:
            raise WorkerDiedError("the worker ended") from e
        answer, self.cache_lost = pickle.loads(message)  # noqa: S301  our own process wrote it
        return cast("object", answer)


def _items(jobs: Sequence[Job]) -> list[WorkItem]:
    return [(job.kind, job.payload, job.min_confidence) for job in jobs]


def _framed(value: object) -> bytes:
    message = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return len(message).to_bytes(_HEADER_BYTES) + message


def _next_batch(front: BinaryIO) -> Sequence[WorkItem] | None:
    """What the front sends next; None where it is gone, in the middle of a message perhaps."""
    n_bytes = int.from_bytes(front.read(_HEADER_BYTES))
    message = front.read(n_bytes)
    if not n_bytes or len(message) < n_bytes:
        return None
    return cast("Sequence[WorkItem]", pickle.loads(message))  # noqa: S301  the front wrote it


def _run_process(
    front: socket.socket, load: Callable[[], Extractor | CachingExtractor], prepare: Callable[[], None]
) -> None:
    """The worker's process: says its model's name or why there is none, then answers batches until the front is gone.

    With every answer it says why its cache was given up, where it was.
    """
    # A terminal's Ctrl-C reaches the whole group; it is the server that ends its workers, by the end of the socket.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    prepare()
    with contextlib.suppress(OSError), front, front.makefile("rb") as batches:
        try:
            with loading():
                runner = BatchRunner(load())
        except (BundleError, ResourceError) as e:
            front.sendall(_framed((type(e)(*e.args), "")))
            return
        except Exception as e:  # noqa: BLE001  a bundle can fail in any way; the server says so and goes on
            problem = BundleError(f"the model cannot be run: {type(e).__name__}: {e}")
            front.sendall(_framed((problem, "")))
            return
        front.sendall(_framed((runner.model, runner.cache_lost)))
        _answer(front, batches, runner)


def _answer(front: socket.socket, batches: BinaryIO, runner: BatchRunner) -> None:
    """Answer batches until the front is gone, or the machine fails."""
    answered_at = float("-inf")
    while (items := _next_batch(batches)) is not None:
        is_next_call = time.monotonic() - answered_at < _AWAKE_S
        try:
            outcomes = runner.run(items)
        except Exception:  # noqa: BLE001  another worker takes its place
            _log.exception("the machine failed a worker, which ends")
            return
        front.sendall(_framed((outcomes, runner.cache_lost)))
        answered_at = time.monotonic()
        if is_next_call and len(items) == 1:
            _stay_awake(front)


def _stay_awake(front: socket.socket) -> None:
    """Wait for the next call without sleep, for as long as it takes who calls one caption after the other.

    A processor that slept in between has lost its caches, and takes a fifth longer over the next caption. Whoever else
    has something to run goes first.
    """
    arrival = select.poll()
    arrival.register(front, select.POLLIN)
    until = time.monotonic() + _AWAKE_S
    while not arrival.poll(0) and time.monotonic() < until:
        os.sched_yield()
