"""A worker that one caller calls again and again waits awake; one that nobody calls sleeps."""

import asyncio
import time
from pathlib import Path

from captuple.v1 import captuple_pb2 as pb

from service.rpc.workers import worker as worker_module
from service.rpc.workers.batcher import Job
from service.rpc.workers.worker import ProcessWorker
from tests.fakes import FakeExtractor

AWAKE_S = worker_module._AWAKE_S


def prepare() -> None:
    """No logs to set up."""


def processor_s(pid: int) -> float:
    """Of a process so far, from the scheduler's own count."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def used(calls: int, *, apart_s: float) -> float:
    """Processor time that a worker takes for calls of one caption, and for a while after them."""

    async def main() -> float:
        worker = ProcessWorker(FakeExtractor, batch_timeout_s=60.0, start_timeout_s=60.0, prepare=prepare)  # type: ignore[arg-type]
        await worker.start()
        try:
            assert worker.pid is not None
            payload = pb.Caption(text="A dog runs.").SerializeToString()
            await worker.run([Job("extract", payload, 11, 0.0, float("inf"))])
            await asyncio.sleep(0.1)
            before = processor_s(worker.pid)
            for _ in range(calls):
                (outcome,) = await worker.run([Job("extract", payload, 11, 0.0, float("inf"))])
                assert outcome.data is not None
                await asyncio.sleep(apart_s)
            await asyncio.sleep(0.5)
            return processor_s(worker.pid) - before
        finally:
            await worker.close()

    return asyncio.run(main())


def test_awake_between_calls_in_a_row_and_asleep_soon_after_them() -> None:
    in_a_row, sparse = used(20, apart_s=AWAKE_S / 5), used(20, apart_s=4 * AWAKE_S)
    waits_s = 19 * AWAKE_S / 5  # all but the first; after the last one it sleeps
    assert sparse + waits_s / 5 < in_a_row < 0.25
    assert sparse < waits_s


def test_what_has_come_is_read_at_once() -> None:
    import socket

    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.send(b"x")
        began = time.monotonic()
        worker_module._stay_awake(theirs)
        assert time.monotonic() - began < AWAKE_S
        theirs.recv(1)
        began = time.monotonic()
        worker_module._stay_awake(theirs)
        assert AWAKE_S <= time.monotonic() - began < 1.0
