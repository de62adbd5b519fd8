"""Shards on this machine: processes that each load the model once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for

from extractor.errors import ResourceError
from service.batch.shard import Shard, ShardResult, ShardWorker, WorkerOptions
from service.process import collect_seldom

# Shards that wait for a worker, so that none is idle and few rows are in memory.
_WAITING_PER_WORKER = 1
# Then processes are exchanged: the memory of one grows slowly with what it has read, and a new one loads in seconds.
_SHARDS_PER_WORKER = 50
_ORPHANED = 1
_state: dict[str, WorkerOptions | ShardWorker] = {}


def run_locally(
    options: WorkerOptions, shards: Iterator[Shard], *, workers: int, should_stop: Callable[[], bool]
) -> Generator[ShardResult]:
    """Work off shards in processes of this machine.

    Args:
        options: Of the workers.
        shards: Read as workers become free; an error while reading is raised when what runs is done.
        workers: Processes, at least 1.
        should_stop: Asked before each shard: whether no more are to be started.

    Yields:
        Results in the order in which shards are done.

    Raises:
        ResourceError: A worker died.
    """
    # Two processes of one thread beat one of two.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    there_is_more = True
    while there_is_more:
        there_is_more = yield from _run_pool(options, shards, workers, should_stop)


def _run_pool(
    options: WorkerOptions, shards: Iterator[Shard], workers: int, should_stop: Callable[[], bool]
) -> Generator[ShardResult, None, bool]:
    """Work off shards in one set of processes; whether there may be more when these have had their share."""
    problem: Exception | None = None
    there_is_more = True
    running: set[Future[ShardResult]] = set()
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _start, (options,)) as pool:
        try:
            for _ in range(workers * _SHARDS_PER_WORKER):
                try:
                    shard = None if should_stop() else next(shards, None)
                except Exception as error:  # noqa: BLE001  # raised below, when nothing is lost by it
                    problem, shard = error, None
                if shard is None:
                    there_is_more = False
                    break
                running.add(pool.submit(_run, shard))
                if len(running) >= workers * (1 + _WAITING_PER_WORKER):
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            if should_stop():
                running = {future for future in running if not future.cancel()}
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        except BrokenProcessPool as error:
            raise ResourceError(
                "a worker died (killed, or out of memory); run the job again to go on"
            ) from error
        finally:
            for future in running:
                future.cancel()
    if problem is not None:
        raise problem
    return there_is_more


def _start(options: WorkerOptions) -> None:
    # Ctrl-C is for the parent: it stops handing out shards, and the running ones end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _state["options"] = options
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A killed parent cannot end its workers, and they would wait for shards for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(_ORPHANED)


def _run(shard: Shard) -> ShardResult:
    worker = _state.get("worker")
    if not isinstance(worker, ShardWorker):
        options = _state["options"]
        if not isinstance(options, WorkerOptions):
            raise ResourceError("the worker was not started")
        # Here and not in ``_start``, whose errors would only be a broken pool.
        worker = _state["worker"] = ShardWorker(options)
        collect_seldom()
    return worker.run(shard)
