"""The streams, GetModel and ListGroundings, and what clients make of broken connections."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Iterator

import grpc
import pytest
from captuple import AsyncCaptupleClient, CaptupleClient
from captuple.errors import QuotaError
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc
from google.rpc import code_pb2

from extractor.errors import InvalidInputError, ResourceError
from extractor.types import Caption, Extraction
from tests.fakes import FakeExtractor
from tests.proxy import FlakyProxy
from tests.serving import RunningServer, serving


@pytest.fixture
def fake() -> FakeExtractor:
    return FakeExtractor()


@pytest.fixture
def running(fake: FakeExtractor) -> Iterator[RunningServer]:
    with serving(fake, max_streams=3) as server:
        yield server
    fake.gate.set()


@pytest.fixture
def stub(running: RunningServer) -> Iterator[pb_grpc.SemanticTupleServiceStub]:
    with grpc.insecure_channel(running.address) as connection:
        yield pb_grpc.SemanticTupleServiceStub(connection)


def captions(n: int) -> list[Caption]:
    return [Caption(text=f"run w{i} park", caption_id=i) for i in range(n)]


def message(*texts: str) -> pb.StreamExtractTuplesRequest:
    return pb.StreamExtractTuplesRequest(captions=[pb.Caption(text=text) for text in texts])


def image(candidate: str, *references: str) -> pb.ImageInput:
    return pb.ImageInput(
        candidate=pb.ScoreInput(caption=pb.Caption(text=candidate)),
        references=[pb.ScoreInput(caption=pb.Caption(text=text)) for text in references],
    )


def test_each_message_is_answered_in_order(stub: pb_grpc.SemanticTupleServiceStub) -> None:
    sizes = [1, 0, 700, 3, 64]
    numbers = itertools.count()
    requests = [message(*(f"run w{next(numbers)}" for _ in range(size))) for size in sizes]
    responses = list(stub.StreamExtractTuples(iter(requests), timeout=20))
    assert [len(r.results) for r in responses] == sizes
    assert [r.first_index for r in responses] == [0, 1, 1, 701, 704]
    assert {r.model for r in responses} == {"fake@1"}
    agents = [result.tuples.tuples[0].agents[0].lemma for r in responses for result in r.results]
    assert agents == [f"w{i}" for i in range(768)]


def test_a_stream_answers_while_it_is_open(stub: pb_grpc.SemanticTupleServiceStub) -> None:
    may_end = threading.Event()

    def requests() -> Iterator[pb.StreamExtractTuplesRequest]:
        yield message("run dog")
        assert may_end.wait(timeout=20)

    call = stub.StreamExtractTuples(requests(), timeout=20)
    assert next(call).results[0].HasField("tuples")
    may_end.set()
    assert list(call) == []


def test_a_faulty_caption_of_a_stream_fails_alone(stub: pb_grpc.SemanticTupleServiceStub) -> None:
    bad = pb.StreamExtractTuplesRequest(
        captions=[pb.Caption(text="run dog", tokens=["cat"]), pb.Caption(text="explode dog")]
    )
    first, second = stub.StreamExtractTuples(iter([bad, message("run dog")]), timeout=20)
    assert [r.error.code for r in first.results] == [code_pb2.INVALID_ARGUMENT, code_pb2.INTERNAL]
    assert "secret" not in str(first)
    assert second.results[0].HasField("tuples")


def test_a_faulty_message_ends_the_stream_after_the_answers_before_it(
    stub: pb_grpc.SemanticTupleServiceStub,
) -> None:
    bad = pb.StreamExtractTuplesRequest(min_confidence=2.0, captions=[pb.Caption()] * 1001)
    call = stub.StreamExtractTuples(iter([message("run dog"), bad]), timeout=20)
    assert next(call).results[0].HasField("tuples")
    with pytest.raises(grpc.RpcError) as raised:
        next(call)
    assert raised.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert (
        raised.value.details()
        == "2 faults; the first: captions: 1001 captions; allowed: 0 to 1000 in one message"
    )


def test_streams_over_the_limit_are_refused(
    stub: pb_grpc.SemanticTupleServiceStub, running: RunningServer, fake: FakeExtractor
) -> None:
    fake.gate.clear()
    may_end = threading.Event()

    def requests() -> Iterator[pb.StreamExtractTuplesRequest]:
        yield message("run dog")
        may_end.wait(timeout=20)

    calls = [stub.StreamExtractTuples(requests(), timeout=20) for _ in range(3)]
    fake.gate.set()
    for call in calls:
        next(call)
    with CaptupleClient(running.address, timeout_s=1) as client, pytest.raises(QuotaError) as raised:
        list(client.extract_stream(captions(1)))
    assert raised.value.retry_after_s is not None
    may_end.set()
    for call in calls:
        assert list(call) == []


def test_a_scoring_stream_gives_what_one_call_gives(stub: pb_grpc.SemanticTupleServiceStub) -> None:
    images = [
        image("run dog park", "run dog street", "run dog"),
        image("sit cat", "sit cat"),
        image("", "eat man"),
    ]
    whole = stub.ScoreCaptions(
        pb.ScoreCaptionsRequest(images=images, return_missed=True, allow_empty_candidates=True), timeout=20
    )
    requests = [
        pb.StreamScoreCaptionsRequest(images=images[:2], return_missed=True, allow_empty_candidates=True),
        pb.StreamScoreCaptionsRequest(),
        pb.StreamScoreCaptionsRequest(images=images[2:]),
    ]
    *parts, last = stub.StreamScoreCaptions(iter(requests), timeout=20)
    assert [r.first_index for r in parts] == [0, 2, 2]
    assert [result.agreement for r in parts for result in r.results] == list(whole.images)
    assert last.summary.signature == whole.signature
    assert list(last.summary.components) == list(whole.components)
    assert (last.summary.image_count, last.summary.failed_image_count) == (3, 0)
    assert last.summary.overall_f1 == whole.overall_f1


def test_an_image_of_a_stream_fails_alone(stub: pb_grpc.SemanticTupleServiceStub) -> None:
    images = [image("run dog", "run dog"), image("run dog"), image("explode dog", "run dog")]
    [answer, last] = stub.StreamScoreCaptions(
        iter([pb.StreamScoreCaptionsRequest(images=images)]), timeout=20
    )
    assert [r.WhichOneof("outcome") for r in answer.results] == ["agreement", "error", "error"]
    assert "images[1].references" in answer.results[1].error.message
    assert answer.results[2].error.code == code_pb2.INTERNAL
    assert (last.summary.image_count, last.summary.failed_image_count) == (1, 2)
    assert last.summary.overall_f1 == 1.0


def test_a_scoring_stream_without_images_has_a_summary_without_numbers(
    stub: pb_grpc.SemanticTupleServiceStub,
) -> None:
    [last] = stub.StreamScoreCaptions(iter(()), timeout=20)
    assert (last.summary.image_count, len(last.summary.components)) == (0, 0)


def test_tuples_and_spans_come_where_asked_for(stub: pb_grpc.SemanticTupleServiceStub) -> None:
    given = pb.SemanticTuple(
        predicate=pb.Predicate(text="run", lemma="run", start=4, end=7),
        agents=[pb.Argument(text="dog", lemma="dog", start=0, end=3)],
    )
    tuples = pb.CaptionTuples(caption=pb.Caption(text="dog run"), tuples=[given])
    asked = pb.ImageInput(
        candidate=pb.ScoreInput(tuples=tuples),
        references=[pb.ScoreInput(caption=pb.Caption(text="sit cat")), pb.ScoreInput(tuples=tuples)],
    )
    request = pb.ScoreCaptionsRequest(
        images=[asked], return_tuples=True, return_matched=True, return_missed=True, return_spans=True
    )
    [agreement] = stub.ScoreCaptions(request, timeout=20).images
    assert list(agreement.candidate_tuples.tuples) == [given]
    assert [len(t.tuples) for t in agreement.reference_tuples] == [1, 1]
    [pair] = agreement.components[3].matched
    assert list(pair.parts) == ["dog", "run"]
    sources = [
        (s.reference_index if s.HasField("reference_index") else None, s.slot, s.start, s.end)
        for s in pair.sources
    ]
    assert sources == [
        (None, pb.SLOT_AGENTS, 0, 3),
        (None, pb.SLOT_PREDICATE, 4, 7),
        (1, pb.SLOT_AGENTS, 0, 3),
        (1, pb.SLOT_PREDICATE, 4, 7),
    ]
    [missed] = agreement.components[0].missed
    assert (list(missed.parts), missed.sources[0].reference_index) == (["cat"], 0)
    assert not missed.sources[0].HasField("start")


def test_groundings_come_in_pages(stub: pb_grpc.SemanticTupleServiceStub) -> None:
    whole = stub.ListGroundings(pb.ListGroundingsRequest(), timeout=20)
    names = [g.name for g in whole.groundings]
    assert "lemma.v1" in names
    assert names == sorted(names)
    paged, token = [], ""
    for _ in names:
        page = stub.ListGroundings(pb.ListGroundingsRequest(page_size=1, page_token=token), timeout=20)
        paged += [g.name for g in page.groundings]
        token = page.next_page_token
    assert (paged, token) == (names, "")
    with pytest.raises(grpc.RpcError, match="page_size"):
        stub.ListGroundings(pb.ListGroundingsRequest(page_size=-1), timeout=20)


def test_the_model_is_named(running: RunningServer) -> None:
    with CaptupleClient(running.address) as client:
        assert client.model() == "fake@1"
        assert "lemma.v1" in client.groundings()


# --- The client's streams


def test_the_client_takes_captions_as_the_server_keeps_up(
    running: RunningServer, fake: FakeExtractor
) -> None:
    taken = itertools.count()
    source = (Caption(text=f"run w{next(taken)}") for _ in range(10_000))
    with CaptupleClient(running.address) as client:
        stream = client.extract_stream(source, chunk_size=2)
        assert isinstance(next(stream), Extraction)
        assert next(taken) <= 2 * 9 + 1
        stream.close()


def test_captions_that_cannot_be_sent_are_named_by_their_place(running: RunningServer) -> None:
    with CaptupleClient(running.address) as client:
        stream = client.extract_stream([*captions(5), Caption(text="\ud800")], chunk_size=2)
        with pytest.raises(InvalidInputError, match=r"captions\[5\]"):
            list(stream)


@pytest.mark.parametrize("n_channels", [1, 3])
def test_a_stream_resumes_after_dropped_connections(running: RunningServer, n_channels: int) -> None:
    wanted = captions(600)
    with FlakyProxy(running.address) as proxy, CaptupleClient(proxy.address, n_channels=n_channels) as client:
        results = []
        for i, result in enumerate(client.extract_stream(wanted, chunk_size=10)):
            results.append(result)
            if i in (95, 205, 400):
                proxy.drop_connections()
        assert proxy.n_dropped >= 3
    assert [r.caption for r in results if isinstance(r, Extraction)] == wanted
    assert [r.tuples[0].agents[0].lemma for r in results if isinstance(r, Extraction)] == [
        f"w{i}" for i in range(600)
    ]


def test_an_async_stream_resumes_too(running: RunningServer) -> None:
    wanted = captions(300)

    async def run(address: str, proxy: FlakyProxy) -> list[object]:
        results: list[object] = []
        async with AsyncCaptupleClient(address) as client:
            assert await client.model() == "fake@1"
            async for result in client.extract_stream(wanted, chunk_size=10):
                results.append(result)
                if len(results) in (50, 150):
                    proxy.drop_connections()
            assert await client.extract(wanted[:3]) == results[:3]
        return results

    with FlakyProxy(running.address) as proxy:
        results = asyncio.run(run(proxy.address, proxy))
        assert proxy.n_dropped >= 2
    assert [r.caption for r in results if isinstance(r, Extraction)] == wanted


def test_a_server_that_stays_away_is_an_error(running: RunningServer) -> None:
    with FlakyProxy(running.address) as proxy, CaptupleClient(proxy.address, timeout_s=1) as client:
        stream = client.extract_stream(captions(2000), chunk_size=1)
        next(stream)
        proxy.close()
        with pytest.raises(ResourceError, match="UNAVAILABLE"):
            list(stream)
