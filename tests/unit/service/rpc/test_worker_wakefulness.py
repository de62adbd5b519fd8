"""A worker that one caller calls again and again waits awake; one that nobody calls sleeps."""

from __future__ import annotations

import socket
import time
from typing import cast

import pytest
from captuple.v1 import captuple_pb2 as pb

from extractor import Extractor
from service.rpc.workers import worker as worker_module
from service.rpc.workers.worker import BatchRunner, WorkItem
from tests.fakes import FakeExtractor

CAPTION: WorkItem = ("extract", pb.Caption(text="A dog runs.").SerializeToString(), 0.0)


def waits(monkeypatch: pytest.MonkeyPatch, sizes: list[int], *, awake_s: float) -> int:
    """How often a worker waits awake that gets batches of these sizes, one behind the other."""
    waited: list[socket.socket] = []
    monkeypatch.setattr(worker_module, "_AWAKE_S", awake_s)
    monkeypatch.setattr(worker_module, "_stay_awake", waited.append)
    runner = BatchRunner(cast("Extractor", FakeExtractor()))
    ours, theirs = socket.socketpair()
    with ours, theirs, theirs.makefile("rb") as batches:
        for size in sizes:
            ours.sendall(worker_module._framed([CAPTION] * size))
        ours.shutdown(socket.SHUT_WR)
        worker_module._answer(theirs, batches, runner)
    return len(waited)


@pytest.mark.parametrize(
    ("sizes", "awake_s", "expected"),
    [
        ([1, 1, 1, 1], 60.0, 3),  # not behind the first: nobody knows that more will come
        ([1, 1, 1, 1], 0.0, 0),  # calls that come later than so much after the last answer
        ([3, 3, 3], 60.0, 0),  # many callers, or a stream: what comes next is there already
        ([3, 1, 3, 1], 60.0, 2),
    ],
)
def test_awake_between_single_calls_in_a_row(
    monkeypatch: pytest.MonkeyPatch, sizes: list[int], awake_s: float, expected: int
) -> None:
    assert waits(monkeypatch, sizes, awake_s=awake_s) == expected


def test_what_has_come_is_read_at_once_and_nothing_is_waited_for_long() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        began = time.monotonic()
        worker_module._stay_awake(theirs)
        assert time.monotonic() - began >= worker_module._AWAKE_S
        ours.send(b"x")
        polls = time.process_time()
        worker_module._stay_awake(theirs)
        assert time.process_time() - polls < worker_module._AWAKE_S
