"""A server whose workers are all gone: what it says of itself, what its callers get, and that it comes back."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from typing import Any

import grpc
import pytest
from captuple import CaptupleClient
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_status import rpc_status

from extractor.errors import InvalidInputError
from extractor.types import Caption, CaptionEntry, Extraction
from service.rpc.probe import main as probe
from service.rpc.server.server import SERVICE_NAME
from service.rpc.workers.pool import ModelSource
from tests.loaders import LoadWhileThere, load_deadly
from tests.metrics import samples_at, samples_once
from tests.serving import free_port, serving

NO_RETRIES = [("grpc.enable_retries", 0)]
SERVING, NOT_SERVING = (
    health_pb2.HealthCheckResponse.SERVING,
    health_pb2.HealthCheckResponse.NOT_SERVING,
)


def kill_workers() -> None:
    workers = [child for child in multiprocessing.active_children() if child.name == "captuple-worker"]
    assert workers
    for worker in workers:
        worker.kill()


def reason_of(error: Any) -> str:
    status = rpc_status.from_call(error)
    assert status is not None
    info = error_details_pb2.ErrorInfo()
    assert any(detail.Unpack(info) for detail in status.details)
    return info.reason


def test_a_total_outage_looks_ill_refuses_calls_and_ends(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bundle = tmp_path / "bundle"
    bundle.touch()
    source = ModelSource(model="fake@1", load=LoadWhileThere(bundle))
    request = pb.ExtractTuplesRequest(captions=[pb.Caption(text="run dog")])
    message = pb.StreamExtractTuplesRequest(captions=[pb.Caption(text="run dog")])
    port = free_port()
    with (
        serving(
            find=lambda: source, workers=2, worker_wait_s=0.5, metrics_address=f"127.0.0.1:{port}"
        ) as server,
        grpc.insecure_channel(server.address, options=NO_RETRIES) as channel,
    ):
        stub = pb_grpc.SemanticTupleServiceStub(channel)
        health = health_pb2_grpc.HealthStub(channel)
        watches = [
            health.Watch(health_pb2.HealthCheckRequest(service=name), timeout=60)
            for name in ("", SERVICE_NAME)
        ]
        assert [next(watch).status for watch in watches] == [SERVING, SERVING]
        assert stub.ExtractTuples(request).results
        bundle.unlink()
        kill_workers()
        samples_once(port, lambda samples: samples[("captuple_workers",)] == 0)
        # None of these has a deadline.
        waiting = stub.ExtractTuples.future(request)
        stream = stub.StreamExtractTuples(iter([message]))
        assert [next(watch).status for watch in watches] == [NOT_SERVING, NOT_SERVING]
        assert probe(server.address) == 1
        ended = [
            waiting.result,
            lambda: next(stream),
            lambda: stub.ExtractTuples(request),
            lambda: next(stub.StreamExtractTuples(iter([message]))),
        ]
        for call in ended:
            with pytest.raises(grpc.RpcError) as raised:
                call()
            assert raised.value.code() is grpc.StatusCode.UNAVAILABLE
            assert reason_of(raised.value) == "NO_WORKERS"
        samples_once(port, lambda samples: samples[("captuple_worker_start_failures_total",)] >= 2)
        assert "a worker cannot start: BundleError: the bundle is gone; next try in 0.1 s" in caplog.text
        bundle.touch()
        assert [next(watch).status for watch in watches] == [SERVING, SERVING]
        assert stub.ExtractTuples(request).results
        assert probe(server.address) == 0
        for watch in watches:
            watch.cancel()


def test_a_caption_that_ends_workers_is_refused_alone_and_remembered() -> None:
    source = ModelSource(model="fake@1", load=load_deadly)
    port = free_port()
    deaths = ("captuple_worker_deaths_total",)
    poison = Caption(text="poison cat", caption_id=1)
    with (
        serving(find=lambda: source, workers=2, metrics_address=f"127.0.0.1:{port}") as server,
        CaptupleClient(server.address, timeout_s=60) as client,
    ):
        results = client.extract([Caption(text="run dog"), poison, Caption(text="run cow")])
        assert isinstance(results[0], Extraction)
        assert isinstance(results[2], Extraction)
        assert isinstance(results[1], InvalidInputError)
        assert results[1].faults[0].where == "captions[1]"
        assert "2 workers ended over this caption" in str(results[1])
        samples_once(port, lambda samples: samples[deaths] == 2)
        # Again, and in every door: no worker ends any more.
        again = Caption(text="poison cat", caption_id=2)
        [refused] = client.extract([again])
        assert isinstance(refused, InvalidInputError)
        streamed = list(client.extract_stream([Caption(text="run dog"), again]))
        assert isinstance(streamed[0], Extraction)
        assert isinstance(streamed[1], InvalidInputError)
        with pytest.raises(InvalidInputError, match="2 workers ended over this caption"):
            client.score(
                {"7": CaptionEntry(caption=again)}, {"7": [CaptionEntry(caption=Caption(text="run dog"))]}
            )
        assert samples_at(port)[deaths] == 2
        assert samples_at(port)["captuple_captions_total", ("outcome", "refused")] == 4
