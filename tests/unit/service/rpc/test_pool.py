"""Workers that cannot be made, or not be started: their keeper goes on."""

from __future__ import annotations

import asyncio
import errno
import os
import threading
from collections.abc import Callable, Sequence
from typing import cast

import pytest

from extractor.errors import BundleError, ResourceError
from service.rpc.observe.metrics import Metrics
from service.rpc.workers import pool
from service.rpc.workers.batcher import BatchLimits, Job, Outcome
from service.rpc.workers.pool import Generation, ModelSource
from service.rpc.workers.worker import ProcessWorker, ThreadWorker, Worker
from tests.fakes import FakeExtractor


def full() -> OSError:
    return OSError(errno.EMFILE, os.strerror(errno.EMFILE))


class MortalWorker:
    """Dies when it is told to; fails as it is told to."""

    cache_lost = ""

    def __init__(self, failure: Exception | None = None) -> None:
        self.dead = asyncio.Event()
        self._failure = failure

    async def start(self) -> str:
        if self._failure is not None:
            raise self._failure
        return "fake@1"

    async def run(self, jobs: Sequence[Job]) -> list[Outcome]:
        return [Outcome(data=b"") for _ in jobs]

    async def died(self) -> None:
        await self.dead.wait()

    async def close(self) -> None:
        if self._failure is not None:
            raise full()


@pytest.mark.parametrize(
    "failures",
    [
        [full()],
        [MemoryError("none left")],
        [RuntimeError("can't start new thread")],
        [BundleError("gone"), full(), full()],
    ],
)
@pytest.mark.parametrize("when", ["made", "started"])
def test_whatever_fails_a_worker_its_keeper_tries_again(
    failures: list[Exception], when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_FIRST_RESTART_S", 0.001)
    metrics = Metrics()
    made: list[MortalWorker] = []

    def make(_: Callable[[], object], **_options: object) -> Worker:
        failure = failures[len(made) - 1] if 0 < len(made) <= len(failures) else None
        made.append(MortalWorker(failure if when == "started" else None))
        if failure is not None and when == "made":
            raise failure
        return cast("Worker", made[-1])

    monkeypatch.setattr(pool, "ProcessWorker", make)

    async def main() -> None:
        generation = Generation(
            ModelSource(model="fake@1", load=FakeExtractor),  # type: ignore[arg-type,return-value]
            n_workers=1,
            limits=BatchLimits(),
            batch_timeout_s=1.0,
            start_timeout_s=1.0,
            worker_wait_s=60.0,
            metrics=metrics,
            prepare_worker=lambda: None,
        )
        await generation.start()
        made[0].dead.set()
        async with asyncio.timeout(20):
            # Nothing tells of a worker that is added.
            while len(made) < 2 + len(failures) or not generation.workers:  # noqa: ASYNC110
                await asyncio.sleep(0)
        with generation.batcher.open_call(is_large=False, n_captions=1) as call:
            future = await call.submit(Job("extract", b"", 1, 0.0, float("inf")))
            assert (await future).data == b""
        assert not generation.is_ill
        await generation.close()

    asyncio.run(main())
    assert metrics.registry.get_sample_value("captuple_worker_start_failures_total") == len(failures)
    assert metrics.registry.get_sample_value("captuple_workers") == 0


def test_a_process_that_cannot_be_started_can_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    import multiprocessing.context

    def refuse(*_: object) -> None:
        raise full()

    async def main() -> None:
        worker = ProcessWorker(ThreadWorker, batch_timeout_s=1.0, start_timeout_s=1.0, prepare=lambda: None)  # type: ignore[arg-type]
        monkeypatch.setattr(multiprocessing.context.SpawnProcess, "start", refuse)
        with pytest.raises(OSError, match="Too many open files"):
            await worker.start()
        async with asyncio.timeout(5):
            await worker.close()

    asyncio.run(main())


def hang() -> None:
    """A load that does not come to an end."""
    threading.Event().wait()


def test_a_worker_whose_load_hangs_is_ended_in_time() -> None:
    async def main() -> None:
        worker = ProcessWorker(hang, batch_timeout_s=60.0, start_timeout_s=0.5, prepare=int)  # type: ignore[arg-type]
        async with asyncio.timeout(30):
            with pytest.raises(ResourceError, match=r"took more than 0\.5 s over its start and was ended"):
                await worker.start()
            await worker.died()
            await worker.close()

    asyncio.run(main())
