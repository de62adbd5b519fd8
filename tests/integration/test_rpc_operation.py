"""Who may call, how much, and what a server tells of itself: with a stand-in extractor, through real sockets."""

from __future__ import annotations

import contextlib
import logging
import queue
import socket
import threading
import time
from collections.abc import Iterator
from concurrent import futures
from pathlib import Path
from typing import Any

import grpc
import pytest
from captuple import CaptupleClient
from captuple.errors import DeadlineError, OverloadedError, UnauthenticatedError
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc
from google.rpc import code_pb2, error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_status import rpc_status

from extractor.errors import BundleError, InvalidInputError, ResourceError
from extractor.types import Caption, Extraction
from service.rpc.probe import main as probe
from service.rpc.security.tokens import Tokens
from service.rpc.workers.pool import ModelSource
from tests.certificates import Authority
from tests.fakes import FakeExtractor
from tests.metrics import samples_once
from tests.proxy import FlakyProxy
from tests.serving import RunningServer, free_port, serving, source_of

TOKEN = "a-token-for-tests-1"
DOG = [Caption(text="run dog")]
NO_RETRIES = [("grpc.enable_retries", 0)]


@pytest.fixture
def fake() -> Iterator[FakeExtractor]:
    extractor = FakeExtractor()
    yield extractor
    extractor.gate.set()


def ask(address: str, request: pb.ExtractTuplesRequest, **options: object) -> pb.ExtractTuplesResponse:
    with grpc.insecure_channel(address, options=NO_RETRIES) as channel:
        stub = pb_grpc.SemanticTupleServiceStub(channel)
        response: pb.ExtractTuplesResponse = stub.ExtractTuples(request, **{"timeout": 20, **options})
        return response


def one(text: str) -> pb.ExtractTuplesRequest:
    return pb.ExtractTuplesRequest(captions=[pb.Caption(text=text)])


def details(error: grpc.RpcError) -> tuple[error_details_pb2.ErrorInfo, error_details_pb2.RetryInfo]:
    status = rpc_status.from_call(error)
    assert status is not None
    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    for detail in status.details:
        detail.Unpack(info) or detail.Unpack(retry)
    return info, retry


def trailers(error: Any) -> dict[str, str]:
    return {key: value for key, value in error.trailing_metadata() if isinstance(value, str)}


# --- Who may call


def test_tls(tmp_path: Path, fake: FakeExtractor) -> None:
    authority = Authority(tmp_path, "authority")
    pair = authority.issue("server")
    with serving(fake, tls_cert=pair.cert, tls_key=pair.key) as server:
        with CaptupleClient(server.address, ca=authority.cert) as client:
            assert isinstance(client.extract(DOG)[0], Extraction)
        assert probe(server.address, "--ca", str(authority.cert)) == 0
        assert probe(server.address) == 1
        stranger = Authority(tmp_path, "stranger")
        with (
            CaptupleClient(server.address, ca=stranger.cert, timeout_s=5) as client,
            pytest.raises(ResourceError, match="UNAVAILABLE"),
        ):
            client.extract(DOG)


def test_a_renewed_certificate_serves_new_connections(tmp_path: Path, fake: FakeExtractor) -> None:
    old, new = Authority(tmp_path, "old"), Authority(tmp_path, "new")
    pair = old.issue("server")
    with serving(fake, tls_cert=pair.cert, tls_key=pair.key) as server:
        with CaptupleClient(server.address, ca=old.cert) as client:
            client.extract(DOG)
        new.issue("server")
        with CaptupleClient(server.address, ca=new.cert) as client:
            client.extract(DOG)


def test_mutual_tls_asks_for_a_certificate(tmp_path: Path, fake: FakeExtractor) -> None:
    authority = Authority(tmp_path, "authority")
    server_pair, client_pair = authority.issue("server"), authority.issue("client")
    settings = {
        "tls_cert": server_pair.cert,
        "tls_key": server_pair.key,
        "tls_client_ca": authority.cert,
    }
    with serving(fake, **settings) as server:
        own = {"cert": client_pair.cert, "key": client_pair.key}
        with CaptupleClient(server.address, ca=authority.cert, **own) as client:
            client.extract(DOG)
        with (
            CaptupleClient(server.address, ca=authority.cert, timeout_s=5) as client,
            pytest.raises(ResourceError, match="UNAVAILABLE"),
        ):
            client.extract(DOG)


def test_bearer_tokens(tmp_path: Path, fake: FakeExtractor, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "tokens"
    file.write_text(f"# of the tests\n{TOKEN}\n")
    caplog.set_level(logging.DEBUG)
    with serving(fake, token_file=file) as server:
        with CaptupleClient(server.address, token=TOKEN) as client:
            client.extract(DOG)
            assert len(list(client.extract_stream(DOG))) == 1
        for wrong in (None, "Bearer another-token-here", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", TOKEN):
            headers = [] if wrong is None else [("authorization", wrong)]
            with pytest.raises(grpc.RpcError) as raised:
                ask(server.address, one("run dog"), metadata=headers)
            assert raised.value.code() is grpc.StatusCode.UNAUTHENTICATED
            assert details(raised.value)[0].reason == "TOKEN_REFUSED"
        assert probe(server.address) == 0
        file.write_text("the-token-of-tomorrow\n")
        server.reload()
        with CaptupleClient(server.address, token="the-token-of-tomorrow") as client:
            for _ in range(1000):
                try:
                    client.extract(DOG)
                    break
                except UnauthenticatedError:
                    continue
            else:
                pytest.fail("the new token is not known")
        with CaptupleClient(server.address, token=TOKEN) as client, pytest.raises(UnauthenticatedError):
            client.extract(DOG)
    assert TOKEN not in caplog.text
    assert "tomorrow" not in caplog.text


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "holds no token"),
        ("# only a comment\n", "holds no token"),
        ("# x\nshort\n", "look at line 2"),
        ("long-enough-but has-spaces\n", "look at line 1"),
    ],
)
def test_bad_token_files(tmp_path: Path, content: str, problem: str) -> None:
    file = tmp_path / "tokens"
    file.write_text(content)
    with pytest.raises(InvalidInputError, match=problem):
        Tokens(file)


@pytest.mark.parametrize("version", ["v1", "v1alpha"])
def test_reflection_is_off_unless_asked_for(fake: FakeExtractor, version: str) -> None:
    with serving(fake) as server, grpc.insecure_channel(server.address) as channel:
        call: Any = channel.stream_stream(f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo")
        with pytest.raises(grpc.RpcError) as raised:
            list(call(iter([b""]), timeout=20))
        assert raised.value.code() is grpc.StatusCode.UNIMPLEMENTED


def test_connections_of_an_age_end_and_no_call_with_them(fake: FakeExtractor) -> None:
    with (
        serving(fake, max_connection_age_s=0.2) as server,
        FlakyProxy(server.address) as proxy,
        grpc.insecure_channel(proxy.address) as channel,
    ):
        stub = pb_grpc.SemanticTupleServiceStub(channel)
        messages: queue.SimpleQueue[pb.StreamExtractTuplesRequest | None] = queue.SimpleQueue()
        stream = stub.StreamExtractTuples(iter(messages.get, None), timeout=30)
        while proxy.n_accepted < 4:
            assert stub.ExtractTuples(one("run dog"), timeout=20).results[0].HasField("tuples")
            messages.put(pb.StreamExtractTuplesRequest(captions=[pb.Caption(text="run dog")]))
            assert next(stream).results[0].HasField("tuples")  # on the first connection
        messages.put(None)
        assert list(stream) == []


# --- How much


def test_a_full_queue_answers_at_once_and_says_when_to_try_again(fake: FakeExtractor) -> None:
    with serving(fake, max_queue_size=8) as server, grpc.insecure_channel(server.address) as channel:
        fake.gate.clear()
        stub = pb_grpc.SemanticTupleServiceStub(channel)
        running = [stub.ExtractTuples.future(one("run dog"))]
        assert fake.entered.wait(timeout=20)
        waiting = [stub.ExtractTuples.future(one(f"run w{i}")) for i in range(9)]
        first_refused = next(call for call in iter_done(waiting) if call.code() is not grpc.StatusCode.OK)
        assert first_refused.code() is grpc.StatusCode.UNAVAILABLE
        info, retry = details(first_refused.exception())
        assert (info.reason, retry.retry_delay.ToMilliseconds()) == ("OVERLOADED", 500)
        assert trailers(first_refused.exception())["grpc-retry-pushback-ms"] == "500"
        fake.gate.set()
        codes = sorted(call.code().name for call in [*running, *waiting])
        assert codes == ["OK"] * 9 + ["UNAVAILABLE"]


def iter_done(calls: list[Any]) -> Iterator[Any]:
    """Calls as they end."""
    ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
    for call in calls:
        call.add_done_callback(ended.put)
    for _ in calls:
        yield ended.get(timeout=20)


def test_the_client_waits_out_an_overload(fake: FakeExtractor) -> None:
    with serving(fake, max_queue_size=1) as server, CaptupleClient(server.address) as client:
        callers = [threading.Thread(target=client.extract, args=(DOG,)) for _ in range(3)]
        fake.gate.clear()
        for caller in callers:
            caller.start()
        assert fake.entered.wait(timeout=20)
        fake.gate.set()
        for caller in callers:
            caller.join(timeout=20)
        assert fake.n_extracted == 3


def test_expired_and_cancelled_calls_never_reach_the_model(fake: FakeExtractor) -> None:
    with serving(fake) as server, grpc.insecure_channel(server.address) as channel:
        fake.gate.clear()
        stub = pb_grpc.SemanticTupleServiceStub(channel)
        running = stub.ExtractTuples.future(one("run dog"))
        assert fake.entered.wait(timeout=20)
        late = stub.ExtractTuples.future(one("run cat"), timeout=0.2)
        assert late.exception(timeout=20).code() is grpc.StatusCode.DEADLINE_EXCEEDED
        gone = stub.ExtractTuples.future(one("run cow"))
        health = health_pb2_grpc.HealthStub(channel)
        health.Check(health_pb2.HealthCheckRequest(), timeout=20)
        gone.cancel()
        health.Check(health_pb2.HealthCheckRequest(), timeout=20)
        fake.gate.set()
        assert running.result(timeout=20).results
        ask(server.address, one("run hen"))
        assert fake.n_extracted == 2


def test_calls_without_a_deadline_get_one(fake: FakeExtractor) -> None:
    with serving(fake, default_deadline_s=0.2) as server:
        fake.gate.clear()
        with pytest.raises(grpc.RpcError) as raised:
            ask(server.address, one("run dog"), timeout=None)
        assert raised.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        assert details(raised.value)[0].reason == "DEADLINE"
        fake.gate.set()


def test_limits_can_be_set_lower(fake: FakeExtractor) -> None:
    limits = {"max_captions_per_request": 20, "max_caption_code_points": 10, "max_message_mib": 1}
    with serving(fake, **limits) as server, CaptupleClient(server.address) as client:
        with pytest.raises(InvalidInputError, match="captions: 21 captions; allowed: 1 to 20"):
            client.extract(DOG * 21)
        [error] = client.extract([Caption(text="run a long way")])
        assert "14 code points, allowed are at most 10" in str(error)
        with pytest.raises(InvalidInputError, match="3 captions; allowed: 0 to 2"):
            list(client.extract_stream(DOG * 3, chunk_size=3))
        with pytest.raises(ResourceError, match="RESOURCE_EXHAUSTED"):
            client.extract([Caption(text="a" * 2_000_000)])


def test_documented_maxima_are_enforced_together(fake: FakeExtractor) -> None:
    argument = pb.Argument(text="dog", lemma="dog", modifiers=["x"] * 101)
    crowd = pb.SemanticTuple(
        predicate=pb.Predicate(text="run", lemma="run"), agents=[argument] * 101, locatives=[argument] * 100
    )
    image = pb.ImageInput(
        image_id="i" * 1001,
        candidate=pb.ScoreInput(tuples=pb.CaptionTuples(tuples=[crowd], model="m" * 101)),
        references=[pb.ScoreInput(caption=pb.Caption(text="a", caption_id="c" * 1001))] * 2,
    )
    with serving(fake) as server, grpc.insecure_channel(server.address) as channel:
        with pytest.raises(grpc.RpcError) as raised:
            pb_grpc.SemanticTupleServiceStub(channel).ScoreCaptions(pb.ScoreCaptionsRequest(images=[image]))
        status = rpc_status.from_call(raised.value)
        assert status is not None
        violations = error_details_pb2.BadRequest()
        assert any(detail.Unpack(violations) for detail in status.details)
        fields = [v.field for v in violations.field_violations]
        assert fields[:4] == [
            "images[0].image_id",
            "images[0].candidate.tuples.model",
            "images[0].candidate.tuples.tuples",
            "images[0].candidate.tuples.tuples[0].agents[0].modifiers",
        ]


def test_spans_of_modifiers_are_checked(fake: FakeExtractor) -> None:
    def image(*spans: tuple[int, int]) -> pb.ImageInput:
        argument = pb.Argument(text="dog", lemma="dog", modifiers=["red", "big"])
        argument.modifier_spans.extend(pb.TextSpan(start=start, end=end) for start, end in spans)
        item = pb.SemanticTuple(predicate=pb.Predicate(text="run", lemma="run"), agents=[argument])
        given = pb.CaptionTuples(caption=pb.Caption(text="red big dog"), tuples=[item])
        return pb.ImageInput(
            candidate=pb.ScoreInput(tuples=given),
            references=[pb.ScoreInput(caption=pb.Caption(text="run dog"))],
        )

    with serving(fake) as server, grpc.insecure_channel(server.address) as channel:
        stub = pb_grpc.SemanticTupleServiceStub(channel)
        stub.ScoreCaptions(pb.ScoreCaptionsRequest(images=[image((0, 3), (4, 7)), image()]))
        for spans, problem in (
            (((0, 3),), "1 spans for 2 modifiers; allowed: 0 or 2"),
            (((0, 3), (4, 12)), "span 4-12 lies outside the caption, or is empty"),
            (((0, 3), (4, 4)), "span 4-4 lies outside the caption, or is empty"),
        ):
            with pytest.raises(grpc.RpcError) as raised:
                stub.ScoreCaptions(pb.ScoreCaptionsRequest(images=[image(*spans)]))
            status = rpc_status.from_call(raised.value)
            assert status is not None
            assert problem in str(status)


def test_a_stream_that_sends_nothing_is_ended(fake: FakeExtractor) -> None:
    with serving(fake, stream_idle_s=0.3) as server, grpc.insecure_channel(server.address) as channel:
        done = threading.Event()

        def requests() -> Iterator[pb.StreamExtractTuplesRequest]:
            yield pb.StreamExtractTuplesRequest(captions=[pb.Caption(text="run dog")])
            done.wait(timeout=20)

        call = pb_grpc.SemanticTupleServiceStub(channel).StreamExtractTuples(requests())
        next(call)
        with pytest.raises(grpc.RpcError) as raised:
            next(call)
        assert raised.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        done.set()


def test_200_slow_readers_do_not_stop_others(fake: FakeExtractor) -> None:
    message = pb.StreamExtractTuplesRequest(captions=[pb.Caption(text="run dog " + "park " * 400)])
    n_messages = 40
    # The client takes in next to nothing that it is not asked to read.
    small_window = [("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 1024)]
    with serving(fake) as server, grpc.insecure_channel(server.address, options=small_window) as channel:
        stub = pb_grpc.SemanticTupleServiceStub(channel)
        calls = [stub.StreamExtractTuples(iter([message] * n_messages), timeout=120) for _ in range(200)]
        for call in calls:
            call.initial_metadata()
        with CaptupleClient(server.address, timeout_s=20) as client:
            for i in range(20):
                [result] = client.extract([Caption(text=f"run w{i}")])
                assert isinstance(result, Extraction)
        # What is not read is not made either, but for what the server keeps ready.
        assert fake.n_extracted < 200 * n_messages * 0.75
        for call in calls:
            call.cancel()


def test_who_says_nothing_is_cut_off(fake: FakeExtractor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.rpc.server.server._HANDSHAKE_TIMEOUT_MS", 300)
    with serving(fake) as server:
        host, _, port = server.address.rpartition(":")
        with socket.create_connection((host, int(port)), timeout=20) as silent:
            while silent.recv(4096):  # the server's settings, then the end
                pass
        assert len(ask(server.address, one("run dog")).results) == 1


def test_who_pings_without_end_is_cut_off(fake: FakeExtractor) -> None:
    settings = bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
    ping = bytes([0, 0, 8, 6, 0, 0, 0, 0, 0]) + bytes(8)
    with serving(fake) as server:
        host, _, port = server.address.rpartition(":")
        with socket.create_connection((host, int(port)), timeout=20) as noisy:
            noisy.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + settings + ping * 50)
            received = b""
            with contextlib.suppress(ConnectionResetError):
                while data := noisy.recv(4096):
                    received += data
        assert b"too_many_pings" in received  # the reason of its GOAWAY
        assert len(ask(server.address, one("run dog")).results) == 1


# --- What a server tells


def test_health_is_not_serving_until_the_model_is_loaded() -> None:
    fake = FakeExtractor()
    statuses: list[int] = []
    refusals: list[grpc.RpcError] = []

    def find() -> ModelSource:
        # The port is taken by now: ask before the model is there.
        with grpc.insecure_channel(f"127.0.0.1:{port}", options=NO_RETRIES) as channel:
            health = health_pb2_grpc.HealthStub(channel)
            statuses.append(health.Check(health_pb2.HealthCheckRequest(), timeout=20).status)
            try:
                pb_grpc.SemanticTupleServiceStub(channel).ExtractTuples(one("run dog"), timeout=20)
            except grpc.RpcError as e:
                refusals.append(e)
        return source_of(fake)

    port = free_port()
    with serving(find=find, workers=0, address=f"127.0.0.1:{port}") as server:
        assert statuses == [health_pb2.HealthCheckResponse.NOT_SERVING]
        assert details(refusals[0])[0].reason == "NOT_READY"
        assert probe(server.address) == 0


def test_a_model_that_cannot_be_loaded_ends_the_server() -> None:
    def find() -> ModelSource:
        raise BundleError("this bundle is damaged")

    with pytest.raises(BundleError, match="this bundle is damaged"), serving(find=find, workers=0):
        pass


def test_models_are_exchanged_and_calls_keep_theirs() -> None:
    old, new = FakeExtractor(model="fake@1"), FakeExtractor(model="fake@2")
    sources = [source_of(old), source_of(new)]
    with (
        serving(find=lambda: sources[0] if len(sources) == 2 else sources[-1], workers=0) as server,
        CaptupleClient(server.address) as client,
    ):
        old.gate.clear()
        results: list[object] = []
        caller = threading.Thread(target=lambda: results.extend(client.extract(DOG * 100)))
        caller.start()
        assert old.entered.wait(timeout=20)
        del sources[0]
        server.reload()
        while client.model() != "fake@2":
            pass
        [after] = client.extract(DOG)
        assert isinstance(after, Extraction)
        assert after.model == "fake@2"
        old.gate.set()
        caller.join(timeout=20)
        assert {r.model for r in results if isinstance(r, Extraction)} == {"fake@1"}
        assert len(results) == 100


def test_a_watched_model_is_exchanged_without_a_signal() -> None:
    sources = [source_of(FakeExtractor(model=f"fake@{n}")) for n in (1, 2)]
    with (
        serving(
            find=lambda: sources[0] if len(sources) == 2 else sources[-1], workers=0, reload_interval_s=0.05
        ) as server,
        CaptupleClient(server.address) as client,
    ):
        assert client.model() == "fake@1"
        del sources[0]
        until = time.monotonic() + 20
        while client.model() != "fake@2":
            assert time.monotonic() < until


def test_health_says_no_before_new_calls_are_refused(fake: FakeExtractor) -> None:
    with serving(fake, drain_delay_s=2.0) as server, grpc.insecure_channel(server.address) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        states = health.Watch(health_pb2.HealthCheckRequest(service=""), timeout=20)
        assert next(states).status == health_pb2.HealthCheckResponse.SERVING
        server.stop()
        assert next(states).status == health_pb2.HealthCheckResponse.NOT_SERVING
        # Balancers have yet to hear of it: their calls are answered.
        assert len(ask(server.address, one("run dog")).results) == 1
        states.cancel()
        server.thread.join(timeout=20)
        with pytest.raises(grpc.RpcError) as raised:
            ask(server.address, one("run dog"))
        assert raised.value.code() is grpc.StatusCode.UNAVAILABLE


def test_metrics_are_on_a_port_of_their_own(fake: FakeExtractor) -> None:
    port = free_port()
    with serving(fake, metrics_address=f"127.0.0.1:{port}") as server:
        with CaptupleClient(server.address) as client:
            client.extract([*DOG, Caption(text="explode")])
            with pytest.raises(InvalidInputError):
                client.extract([])
        method = ("method", "ExtractTuples")
        samples = samples_once(port, lambda s: s.get(("captuple_call_seconds_count", method)) == 2)
    assert samples["captuple_calls_total", ("code", "OK"), method] == 1
    assert samples["captuple_calls_total", ("code", "INVALID_ARGUMENT"), method] == 1
    assert samples["captuple_call_seconds_count", method] == 2
    assert samples["captuple_captions_total", ("outcome", "done")] == 1
    assert samples["captuple_captions_total", ("outcome", "failed")] == 1
    assert samples[("captuple_tuples_total",)] == 1
    assert samples[("captuple_batch_captions_sum",)] == 2
    assert samples[("captuple_queue_delay_seconds_count",)] == 2
    assert samples["captuple_model_info", ("model", "fake@1")] == 1
    assert samples[("captuple_workers",)] == 1


def test_every_answer_has_a_request_id(fake: FakeExtractor, caplog: pytest.LogCaptureFixture) -> None:
    with serving(fake) as server, grpc.insecure_channel(server.address) as channel:
        stub = pb_grpc.SemanticTupleServiceStub(channel)
        response, call = stub.ExtractTuples.with_call(
            one("explode dog"), timeout=20, metadata=[("x-request-id", "mine-1")]
        )
        assert dict(call.trailing_metadata())["captuple-request-id"] == "mine-1"
        assert response.results[0].error.code == code_pb2.INTERNAL
        assert "mine-1" in response.results[0].error.message
        assert "secret" not in str(response)
        with pytest.raises(grpc.RpcError) as raised:
            stub.ExtractTuples(pb.ExtractTuplesRequest(), timeout=20, metadata=[("x-request-id", "x" * 101)])
        assert len(trailers(raised.value)["captuple-request-id"]) == 32
    assert "secret of the inside" in caplog.text


def test_overload_errors_come_back_as_what_they_are(fake: FakeExtractor) -> None:
    with serving(fake, max_queue_size=1) as server, CaptupleClient(server.address) as client:
        with pytest.raises(OverloadedError) as raised:
            client.extract(DOG * 2)
        assert raised.value.retry_after_s == 0.5
        fake.gate.clear()
        with pytest.raises(DeadlineError):
            client.extract(DOG, timeout_s=0.2)


def test_traces_go_to_a_collector(fake: FakeExtractor) -> None:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.grpc")
    from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc

    spans: list[Any] = []

    class Collector(trace_service_pb2_grpc.TraceServiceServicer):
        def Export(self, request, context):  # type: ignore[no-untyped-def]  # noqa: N802
            spans.extend(s for r in request.resource_spans for scope in r.scope_spans for s in scope.spans)
            return trace_service_pb2.ExportTraceServiceResponse()

    collector = grpc.server(futures.ThreadPoolExecutor(1))
    trace_service_pb2_grpc.add_TraceServiceServicer_to_server(Collector(), collector)  # type: ignore[no-untyped-call]
    port = collector.add_insecure_port("127.0.0.1:0")
    collector.start()
    parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    with serving(fake, otlp_endpoint=f"http://127.0.0.1:{port}") as server:
        ask(server.address, one("run dog"), metadata=[("traceparent", parent)])
    collector.stop(None).wait()
    [span] = spans
    assert span.name == "captuple.v1.SemanticTupleService/ExtractTuples"
    assert span.trace_id.hex() == "0af7651916cd43dd8448eb211c80319c"
    attributes = {a.key: a.value.string_value for a in span.attributes}
    assert attributes["rpc.grpc.status"] == "OK"


def test_a_server_stops_while_streams_are_open(
    running_stream: tuple[RunningServer, Iterator[object]],
) -> None:
    server, stream = running_stream
    server.stop()
    server.thread.join(timeout=20)
    assert not server.thread.is_alive()
    with pytest.raises(ResourceError):
        list(stream)


@pytest.fixture
def running_stream(fake: FakeExtractor) -> Iterator[tuple[RunningServer, Iterator[object]]]:
    with serving(fake) as server, CaptupleClient(server.address, timeout_s=1) as client:
        stream = client.extract_stream(DOG * 5000, chunk_size=1)
        next(stream)
        yield server, stream
