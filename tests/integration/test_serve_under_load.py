"""The server's promises under load, with real processes and the bundled model."""

from __future__ import annotations

import itertools
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import grpc
import psutil
import pytest
from captuple import CaptupleClient
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc

from extractor import Caption, Extraction
from tests.processes import Load, ServerProcess, copy_of_bundle, server_process


class CallsWithoutRetries:
    """Clients in threads, each with one call under way, until the server takes no more."""

    def __init__(self, address: str, *, n_clients: int = 8) -> None:
        self.n_answers = 0
        self.refusals: list[str] = []
        self.failures: list[str] = []
        self._address = address
        self._changed = threading.Condition()
        self._threads = [threading.Thread(target=self._call) for _ in range(n_clients)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        for thread in self._threads:
            thread.join(timeout=60)

    def wait_for_answers(self, n: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: self.n_answers >= n, timeout=120)

    def _call(self) -> None:
        request = pb.ExtractTuplesRequest(captions=[pb.Caption(text="A girl and two boys fly a kite.")])
        with grpc.insecure_channel(self._address, options=[("grpc.enable_retries", 0)]) as channel:
            stub = pb_grpc.SemanticTupleServiceStub(channel)
            while True:
                try:
                    response = stub.ExtractTuples(request, timeout=60)
                except grpc.RpcError as e:
                    # A call that the server says it does not take, or that finds no server, was not accepted.
                    refused = e.code() is grpc.StatusCode.UNAVAILABLE and (
                        "shuts down" in e.details() or "failed to connect" in e.details()
                    )
                    with self._changed:
                        (self.refusals if refused else self.failures).append(f"{e.code()}: {e.details()}")
                    return
                with self._changed:
                    self.n_answers += len(response.results[0].tuples.tuples) > 0
                    self._changed.notify_all()


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of bundles that tests add to."""
    folder = tmp_path_factory.mktemp("models")
    copy_of_bundle(folder, version="1.0.1")
    return folder


@pytest.fixture(scope="module")
def server(models: Path) -> Iterator[ServerProcess]:
    with server_process("--workers", "2", "--reflection", CAPTUPLE_MODELS=str(models)) as running:
        yield running


def test_a_killed_worker_is_replaced_and_no_call_fails(server: ServerProcess) -> None:
    before = {worker.pid for worker in server.workers()}
    assert len(before) == 2
    with Load(server.address) as load:
        load.wait_for_answers(5)
        for worker in server.workers():
            worker.kill()
            load.wait_for_answers(10)
            server.wait_for_log("a worker of en-captions@1.0.1 ended")
        load.wait_for_answers(10)
    assert load.errors == []
    after = {worker.pid for worker in server.workers()}
    assert not before & after
    assert after


def test_a_bundle_is_exchanged_under_load_and_every_reply_names_one_model(
    server: ServerProcess, models: Path
) -> None:
    with Load(server.address, n_clients=3, captions_per_call=20) as load:
        stream_results: list[Extraction] = []
        done = threading.Event()

        def stream() -> None:
            with CaptupleClient(server.address) as client:
                texts = (Caption(text=f"A cat and {i} dogs run.") for i in range(10**6))
                for result in client.extract_stream(texts, chunk_size=16):
                    assert isinstance(result, Extraction)
                    stream_results.append(result)
                    if done.is_set() and result.model == "en-captions@1.1.0":
                        return

        streaming = threading.Thread(target=stream)
        streaming.start()
        load.wait_for_answers(3)
        copy_of_bundle(models, version="1.1.0")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for_log("model en-captions@1.1.0 answers")
        load.wait_for_answers(6)
        done.set()
        streaming.join(timeout=60)
    assert load.errors == []
    assert {frozenset(models) for models in load.answers} == {
        frozenset({"en-captions@1.0.1"}),
        frozenset({"en-captions@1.1.0"}),
    }
    assert {r.model for r in stream_results} == {"en-captions@1.0.1", "en-captions@1.1.0"}
    changes = [a.model for a, b in itertools.pairwise(stream_results) if a.model != b.model]
    assert changes == ["en-captions@1.0.1"]


def test_a_bad_bundle_leaves_the_old_one_serving(server: ServerProcess, models: Path) -> None:
    folder = copy_of_bundle(models, version="1.2.0")
    links = folder / "links.npz"
    links.unlink()
    links.write_bytes(b"nothing")
    with Load(server.address) as load:
        load.wait_for_answers(1)
        server.process.send_signal(signal.SIGHUP)
        refusal = server.wait_for_log("the new bundle is refused")
        load.wait_for_answers(3)
    assert load.errors == []
    assert "links.npz differs from its SHA-256" in refusal
    with CaptupleClient(server.address) as client:
        assert client.model() == "en-captions@1.1.0"


def test_sigterm_under_load_fails_no_accepted_call_and_leaves_no_process(server: ServerProcess) -> None:
    processes = psutil.Process(server.process.pid).children(recursive=True)
    with CallsWithoutRetries(server.address) as calls, CaptupleClient(server.address, timeout_s=60) as client:
        large = [Caption(text=f"A boy feeds {i} ducks at the lake.") for i in range(300)]
        results: list[object] = []
        caller = threading.Thread(target=lambda: results.extend(client.extract(large)))
        stream = client.extract_stream(large * 10, chunk_size=50)
        answered = [next(stream)]
        caller.start()
        with CaptupleClient(server.address) as other:
            other.extract(large[:1])
        calls.wait_for_answers(20)
        server.process.send_signal(signal.SIGTERM)
        caller.join(timeout=60)
    assert len(results) == 300
    assert calls.failures == []
    assert calls.refusals  # it was under load to the end
    assert all(isinstance(r, Extraction) for r in [*results, *answered])
    assert server.process.wait(timeout=60) == 0
    assert psutil.wait_procs(processes, timeout=10)[1] == []
    assert not any("Traceback" in line for line in server.lines)
