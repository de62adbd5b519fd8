"""Limits that a call meets, and what the server's books say of it: with a stand-in extractor, through real sockets."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from captuple import CaptupleClient
from captuple.errors import CallQuotaError
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc
from captuple.wire.errors import error_from_call
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_status import rpc_status

from extractor.bundle import find_bundle, read_manifest
from extractor.errors import InvalidInputError
from extractor.types import Caption, Extraction
from service.rpc.probe import main as probe
from service.rpc.workers.pool import ModelSource
from tests.fakes import FakeExtractor
from tests.loaders import LoadWithFullDisk
from tests.metrics import samples_at, samples_once
from tests.processes import server_process
from tests.serving import free_port, serving

DOG = [Caption(text="run dog")]


@pytest.fixture
def fake() -> Iterator[FakeExtractor]:
    extractor = FakeExtractor()
    yield extractor
    extractor.gate.set()


def one(text: str) -> pb.ExtractTuplesRequest:
    return pb.ExtractTuplesRequest(captions=[pb.Caption(text=text)])


def reason_of(error: Any) -> str:
    status = rpc_status.from_call(error)
    assert status is not None
    info = error_details_pb2.ErrorInfo()
    assert any(detail.Unpack(info) for detail in status.details)
    return info.reason


def test_deadlines_that_clients_set_are_booked_as_met(fake: FakeExtractor) -> None:
    port = free_port()
    with (
        serving(fake, metrics_address=f"127.0.0.1:{port}") as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        stub = pb_grpc.SemanticTupleServiceStub(channel)
        fake.gate.clear()
        for timeout_s in (0.05, 0.3, 1.0):
            with pytest.raises(grpc.RpcError) as raised:
                stub.ExtractTuples(one("run dog"), timeout=timeout_s)
            assert raised.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        stream = stub.StreamExtractTuples(
            iter([pb.StreamExtractTuplesRequest(captions=[pb.Caption(text="run dog")])]), timeout=0.3
        )
        with pytest.raises(grpc.RpcError):
            next(stream)
        gone = stub.ExtractTuples.future(one("run cow"), timeout=20)
        samples_once(port, lambda s: s["captuple_calls_in_progress", ("method", "ExtractTuples")] == 1)
        gone.cancel()
        samples = samples_once(
            port, lambda s: ("captuple_calls_total", ("code", "CANCELLED"), ("method", "ExtractTuples")) in s
        )
        fake.gate.set()
    calls = {key[1:]: value for key, value in samples.items() if key[0] == "captuple_calls_total" and value}
    assert calls == {
        (("code", "DEADLINE_EXCEEDED"), ("method", "ExtractTuples")): 3,
        (("code", "DEADLINE_EXCEEDED"), ("method", "StreamExtractTuples")): 1,
        (("code", "CANCELLED"), ("method", "ExtractTuples")): 1,
    }


def test_calls_beyond_the_maximum_are_refused_and_booked_and_health_checks_are_not(
    fake: FakeExtractor, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    port = free_port()
    with (
        serving(fake, max_calls=2, metrics_address=f"127.0.0.1:{port}") as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        stub = pb_grpc.SemanticTupleServiceStub(channel)
        fake.gate.clear()
        running = [stub.ExtractTuples.future(one(f"run w{i}"), timeout=20) for i in range(2)]
        in_progress = ("captuple_calls_in_progress", ("method", "ExtractTuples"))
        samples_once(port, lambda s: s.get(in_progress) == 2)
        refused_calls: list[Callable[[], object]] = [
            lambda: stub.ExtractTuples(one("run dog"), timeout=20),
            lambda: next(stub.StreamExtractTuples(iter([]), timeout=20)),
        ]
        for call in refused_calls:
            with pytest.raises(grpc.RpcError) as raised:
                call()
            assert raised.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert reason_of(raised.value) == "TOO_MANY_CALLS"
        with CaptupleClient(server.address) as client, pytest.raises(CallQuotaError, match="2 calls run"):
            client.model()
        assert probe(server.address) == 0
        watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(), timeout=20)
        assert next(watch).status == health_pb2.HealthCheckResponse.SERVING
        fake.gate.set()
        assert all(call.result(timeout=20).results for call in running)
        assert stub.ExtractTuples(one("run dog"), timeout=20).results
        samples = samples_at(port)
        watch.cancel()
    for method in ("ExtractTuples", "StreamExtractTuples", "GetModel"):
        assert samples["captuple_calls_total", ("code", "RESOURCE_EXHAUSTED"), ("method", method)] == 1
    refused = [r for r in caplog.records if getattr(r, "code", "") == "RESOURCE_EXHAUSTED"]
    assert len(refused) == 3


def test_calls_that_come_at_once_do_not_pass_the_maximum(fake: FakeExtractor) -> None:
    with serving(fake, max_calls=3) as server, grpc.insecure_channel(server.address) as channel:
        stub = pb_grpc.SemanticTupleServiceStub(channel)
        fake.gate.clear()
        calls = [stub.ExtractTuples.future(one(f"run w{i}"), timeout=20) for i in range(40)]
        refused = 0
        ended = threading.Semaphore(0)
        for call in calls:
            call.add_done_callback(lambda _: ended.release())
        for _ in range(37):
            assert ended.acquire(timeout=20)
        refused = sum(c.done() and c.code() is grpc.StatusCode.RESOURCE_EXHAUSTED for c in calls)
        assert refused == 37
        fake.gate.set()
        assert sum(c.code() is grpc.StatusCode.OK for c in calls) == 3


def test_a_stream_that_works_is_not_idle(fake: FakeExtractor) -> None:
    idle_s = 0.2
    with serving(fake, stream_idle_s=idle_s) as server, grpc.insecure_channel(server.address) as channel:
        fake.gate.clear()
        done = threading.Event()

        def requests() -> Iterator[pb.StreamExtractTuplesRequest]:
            yield pb.StreamExtractTuplesRequest(captions=[pb.Caption(text="run dog")])
            done.wait(timeout=20)

        stream = pb_grpc.SemanticTupleServiceStub(channel).StreamExtractTuples(requests(), timeout=20)
        assert fake.entered.wait(timeout=20)
        timer = threading.Timer(5 * idle_s, fake.gate.set)  # the length of the work is what is tested
        timer.start()
        assert len(next(stream).results) == 1
        done.set()
        assert list(stream) == []
        timer.join()


@pytest.mark.parametrize("n_faults", [1, 60, 600, 5000])
def test_many_faults_are_named_first_and_counted(fake: FakeExtractor, n_faults: int) -> None:
    images = [
        pb.ImageInput(
            image_id="i" * 1001,
            candidate=pb.ScoreInput(caption=pb.Caption(text="run dog")),
            references=[pb.ScoreInput(caption=pb.Caption(text="run dog"))],
        )
        for _ in range(n_faults)
    ]
    with (
        serving(fake) as server,
        grpc.insecure_channel(server.address) as channel,
        pytest.raises(grpc.RpcError) as raised,
    ):
        pb_grpc.SemanticTupleServiceStub(channel).ScoreCaptions(
            pb.ScoreCaptionsRequest(images=images, grounding="lemma.v1"), timeout=20
        )
    error = error_from_call(raised.value)
    assert isinstance(error, InvalidInputError)
    assert error.faults[0].where == "images[0].image_id"
    if len(error.faults) != n_faults:
        n_named = len(error.faults) - 1
        assert n_named >= 30
        assert str(error.faults[-1]) == f"and {n_faults - n_named} more faults"


def test_a_full_disk_ends_the_workers_cache_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    manifest = read_manifest(find_bundle("en-captions"))
    source = ModelSource(model=f"{manifest.name}@{manifest.version}", load=LoadWithFullDisk(tmp_path))
    port = free_port()
    with (
        serving(find=lambda: source, workers=2, metrics_address=f"127.0.0.1:{port}") as server,
        CaptupleClient(server.address, timeout_s=60) as client,
    ):
        given_up = ("captuple_caches_given_up_total",)
        n_calls = 0
        while samples_at(port)[given_up] < 2 and n_calls < 50:  # until either worker has had one
            texts = [f"run w{n_calls}x{i}" for i in range(512)]
            results = client.extract([Caption(text=text) for text in texts])
            assert all(isinstance(result, Extraction) and result.tuples for result in results)
            n_calls += 1
        samples = samples_at(port)
    assert samples[given_up] == 2
    assert samples["captuple_captions_total", ("outcome", "failed")] == 0
    assert samples[("captuple_worker_deaths_total",)] == 0
    said = [r.getMessage() for r in caplog.records if "without their cache" in r.getMessage()]
    assert len(said) == 1
    assert "cache cannot be" in said[0]


def test_every_line_of_a_servers_log_is_json(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    with server_process("--workers", "1", "--cache", str(folder), "--log-level", "debug") as server:
        with CaptupleClient(server.address, timeout_s=60) as client:
            client.extract(DOG)
        [worker] = server.workers()
        worker.kill()
        server.wait_for_log("another takes its place")
    events = [json.loads(line)["event"] for line in server.lines if line != "(end)"]
    assert any(event.startswith("captuple serves on 127.0.0.1:") for event in events)
    assert "call" in events
