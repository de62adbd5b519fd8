"""Scores that take time and memory are the workers' matter: the front stays small, and answers health at once."""

from __future__ import annotations

import itertools
import threading
import time

import grpc
import psutil
import pytest
from captuple import Caption, CaptionEntry, CaptupleClient
from grpc_health.v1 import health_pb2, health_pb2_grpc

from scoring import score_images
from tests.processes import ServerProcess, server_process
from tests.scoring_cases import tuples

MIB = 2**20
NAMES = ("dog", "cat", "man", "woman", "boy", "girl", "horse", "goat", "heron", "fox")
N_IMAGES = 400
GROUNDINGS = ("coreference.v1", "wordnet_hypernym.v1")

ROWS = [
    [
        tuples(f"run; {agent}; -; {place}", f"see; {agent}; {patient}; -")
        for agent, patient, place in itertools.islice(
            itertools.product(NAMES[i % 10 :] + NAMES[: i % 10], NAMES, ("park", "street")), 4
        )
    ]
    for i in range(N_IMAGES)
]


class HealthWatch(threading.Thread):
    """Asks for health again and again, and notes how long answers took, and how large the front was at most."""

    def __init__(self, server: ServerProcess) -> None:
        super().__init__()
        self.seconds: list[float] = []
        self.most_bytes = 0
        self._server = server
        self._ended = threading.Event()

    def run(self) -> None:
        front = psutil.Process(self._server.process.pid)
        with grpc.insecure_channel(self._server.address) as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            while not self._ended.wait(0.01):
                began = time.monotonic()
                answer = stub.Check(health_pb2.HealthCheckRequest(), timeout=30)
                assert answer.status == health_pb2.HealthCheckResponse.SERVING
                self.seconds.append(time.monotonic() - began)
                self.most_bytes = max(self.most_bytes, front.memory_info().rss)

    def stop(self) -> None:
        self._ended.set()
        self.join(timeout=60)


def given(item: list) -> CaptionEntry:  # type: ignore[type-arg]
    return CaptionEntry(caption=Caption(text=""), tuples=tuple(item))


def test_the_front_stays_small_and_answers_while_workers_score() -> None:
    candidates = {i: given(row[0]) for i, row in enumerate(ROWS)}
    references = {i: [given(item) for item in row[1:]] for i, row in enumerate(ROWS)}
    with server_process("--workers", "1") as server, CaptupleClient(server.address, timeout_s=300) as client:
        front = psutil.Process(server.process.pid)
        [worker] = server.workers()
        client.score(candidates, references)  # what any score needs is there
        before, worker_before = front.memory_info().rss, worker.memory_info().rss
        watch = HealthWatch(server)
        watch.start()
        found = {name: client.score(candidates, references, grounding=name) for name in GROUNDINGS}
        watch.stop()
        assert worker.memory_info().rss - worker_before > 100 * MIB  # WordNet is there
    assert watch.most_bytes - before < 50 * MIB
    assert len(watch.seconds) > 20
    assert sorted(watch.seconds)[int(0.95 * len(watch.seconds))] < 0.25
    for name, agreement in found.items():
        expected = score_images(
            {i: row[0] for i, row in enumerate(ROWS)},
            {i: row[1:] for i, row in enumerate(ROWS)},
            grounding=name,
        )
        assert agreement.overall_f1 == pytest.approx(expected.overall_f1, abs=1e-12)
        assert agreement.signature == expected.signature
