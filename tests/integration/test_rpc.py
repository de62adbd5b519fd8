"""The server through real sockets, with a stand-in extractor that can block and fail on demand."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from typing import Any

import grpc
import pytest
from captuple import CaptionAgreement, CaptupleClient, ImageAgreement
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc
from captuple.wire.address import parse_address
from captuple.wire.convert import COMPONENT_FROM_PROTO
from captuple.wire.errors import error_from_status, fault_status, fit_trailers, status_of
from google.protobuf import descriptor_pb2
from google.rpc import code_pb2, error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2
from grpc_status import rpc_status

from extractor.errors import (
    BundleError,
    CaptupleError,
    InvalidInputError,
    ResourceError,
    UnknownNameError,
)
from extractor.types import Argument, Caption, CaptionEntry, Extraction, Predicate, SemanticTuple
from scoring import COMPONENTS, BastScores, Conventions, Counts, score_images
from scoring.bast.components import ALL_COMPONENTS
from service.rpc.probe import main as probe
from tests.fakes import FakeExtractor
from tests.serving import RunningServer, serving


@pytest.fixture
def fake() -> FakeExtractor:
    return FakeExtractor()


@pytest.fixture
def running(fake: FakeExtractor) -> Iterator[RunningServer]:
    with serving(fake, reflection=True) as server:
        yield server
    fake.gate.set()


@pytest.fixture
def client(running: RunningServer) -> Iterator[CaptupleClient]:
    with CaptupleClient(running.address, timeout_s=20) as connection:
        yield connection


@pytest.fixture
def channel(running: RunningServer) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(running.address) as connection:
        yield connection


def caption(text: str) -> CaptionEntry:
    return CaptionEntry(caption=Caption(text=text), where=text)


def violations(error: grpc.RpcError) -> dict[str, str]:
    status = rpc_status.from_call(error)
    assert status is not None
    found: dict[str, str] = {}
    for detail in status.details:
        bad_request = error_details_pb2.BadRequest()
        if detail.Unpack(bad_request):
            found |= {v.field: v.description for v in bad_request.field_violations}
    return found


# --- ExtractTuples


def test_results_come_in_the_order_of_the_captions(client: CaptupleClient) -> None:
    captions = [Caption(text=f"run w{i} park", caption_id=i) for i in range(700)]
    results = client.extract(captions)
    assert [r.caption for r in results if isinstance(r, Extraction)] == captions
    assert [r.tuples[0].agents[0].lemma for r in results if isinstance(r, Extraction)] == [
        f"w{i}" for i in range(700)
    ]


def test_ids_of_both_types_and_odd_text_survive(client: CaptupleClient) -> None:
    captions = [
        Caption(text="run dog\n\u2028\x00park", image_id=7, caption_id="7"),
        Caption(text="run \U0001f415", image_id="7", caption_id=-(2**63)),
        Caption(text=""),
    ]
    results = client.extract(captions)
    assert [r.caption for r in results if isinstance(r, Extraction)] == captions


def test_a_faulty_caption_fails_alone(client: CaptupleClient) -> None:
    good = Caption(text="run dog park")
    bad = Caption(text="run dog", tokens=("run", "cat"))
    too_long = Caption(text="a" * 100_001)
    first, second, third, fourth = client.extract([good, bad, too_long, good])
    assert isinstance(first, Extraction)
    assert isinstance(fourth, Extraction)
    assert isinstance(second, InvalidInputError)
    assert second.faults[0].where == "captions[1].tokens[1]"
    assert isinstance(third, InvalidInputError)
    assert third.faults[0].where == "captions[2]"


def test_a_caption_that_breaks_the_model_fails_alone_and_says_nothing_of_the_inside(
    client: CaptupleClient,
) -> None:
    results = client.extract([Caption(text="run dog"), Caption(text="explode dog"), Caption(text="run cat")])
    assert [type(r) for r in results] == [Extraction, ResourceError, Extraction]
    assert "request" in str(results[1])
    assert "secret" not in str(results[1])


def test_all_faults_of_an_extract_request_are_named(channel: grpc.Channel) -> None:
    stub = pb_grpc.SemanticTupleServiceStub(channel)
    with pytest.raises(grpc.RpcError) as raised:
        stub.ExtractTuples(pb.ExtractTuplesRequest(min_confidence=1.5), timeout=20)
    assert raised.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert violations(raised.value).keys() == {"captions", "min_confidence"}


@pytest.mark.parametrize("confidence", [float("nan"), -0.1, float("inf")])
def test_confidence_is_a_probability(client: CaptupleClient, confidence: float) -> None:
    with pytest.raises(InvalidInputError, match=r"min_confidence.*allowed: 0 to 1"):
        client.extract([Caption(text="run dog")], min_confidence=confidence)


def test_too_many_captions_are_refused_before_any_work(client: CaptupleClient, fake: FakeExtractor) -> None:
    with pytest.raises(InvalidInputError, match=r"captions: 10001 captions; allowed: 1 to 10000"):
        client.extract([Caption(text="a")] * 10_001)
    assert fake.n_extracted == 0


def test_text_that_cannot_be_sent_is_named_by_the_client(client: CaptupleClient) -> None:
    captions = [Caption(text="a \ud800"), Caption(text="b", caption_id=2**63, image_id="\udfff")]
    with pytest.raises(InvalidInputError) as raised:
        client.extract(captions)
    assert [fault.where for fault in raised.value.faults] == [
        "captions[0]",
        "captions[1].image_id",
        "captions[1].caption_id",
    ]


# --- ScoreCaptions


def test_score_is_what_the_library_gives(client: CaptupleClient) -> None:
    candidates = {1: caption("run dog park"), "b": caption("sit cat"), "none": caption("")}
    references = {
        1: [caption("run dog street"), caption("run dog")],
        "b": [caption("sit cat")],
        "none": [caption("eat man table")],
    }
    conventions = Conventions(null="locative", empty="zero", average="micro")
    with pytest.raises(InvalidInputError, match="the caption is empty"):
        client.score(candidates, references, conventions=conventions)
    found = client.score(candidates, references, conventions=conventions, missing_candidates="empty")
    fake = FakeExtractor()
    expected = score_images(
        {k: fake.extract([v.caption])[0].tuples for k, v in candidates.items()},
        {k: [e.tuples for e in fake.extract([v.caption for v in vs])] for k, vs in references.items()},
        conventions=conventions,
        missing_candidates="empty",
        model="fake@1",
    )
    assert (found.signature, found.model, found.conventions) == (expected.signature, "fake@1", conventions)
    assert_same_scores(found, expected.scores, expected.statistics.counts_by_component)
    assert list(found.images) == list(expected.images)
    for image_id, image in found.images.items():
        library = expected.images[image_id]
        assert image.image_id == image_id
        assert_same_scores(image, library.scores("zero"), library.counts_by_component)
        for name in COMPONENTS:
            assert (image.candidate[name], image.reference[name]) == (
                library.candidate[name],
                library.reference[name],
            )
            assert image.matched(name) == library.matched(name)
            assert image.missed(name) == library.missed(name)
            assert image.spurious(name) == library.spurious(name)


def assert_same_scores(
    found: CaptionAgreement | ImageAgreement, scores: BastScores, counts_by_component: Mapping[str, Counts]
) -> None:
    assert (found.overall_f1, found.n_components) == (scores.overall_f1, scores.n_components)
    assert {
        name: (c.precision, c.recall, c.f1, c.n_matched, c.n_candidate, c.n_reference)
        for name, c in found.components.items()
    } == {
        name: (prf.precision, prf.recall, prf.f1, counts.matched, counts.n_candidate, counts.n_reference)
        for name, prf in scores.by_component.items()
        for counts in [counts_by_component[name]]
    }


def test_components_have_the_names_of_the_library() -> None:
    assert tuple(COMPONENT_FROM_PROTO.values()) == ALL_COMPONENTS
    assert list(COMPONENT_FROM_PROTO) == pb.Component.values()[1:]


def test_texts_are_captions_too(client: CaptupleClient) -> None:
    assert client.extract(["run dog park"]) == client.extract([Caption(text="run dog park")])
    given = client.score({1: "run dog"}, {1: ["run dog", Caption(text="run cat")]})
    assert given == client.score({1: caption("run dog")}, {1: [caption("run dog"), caption("run cat")]})
    for call in (
        lambda: client.extract("run dog"),
        lambda: list(client.extract_stream("run dog")),
        lambda: client.score({1: "run dog"}, {1: "run dog"}),
    ):
        with pytest.raises(InvalidInputError, match="is one text"):
            call()


def test_faults_of_scores_stand_at_the_callers_places(client: CaptupleClient) -> None:
    bad = Caption(text="run dog", tokens=("run", "cat"))
    with pytest.raises(InvalidInputError) as raised:
        client.score({7: "run dog", "b": bad}, {7: ["run dog", bad], "b": ["sit cat"]})
    assert [fault.where for fault in raised.value.faults] == [
        "references[7][1].caption.tokens[1]",
        "candidates['b'].caption.tokens[1]",
    ]
    with pytest.raises(InvalidInputError, match=r"candidates\['7'\]: the image has another candidate"):
        client.score({7: "run dog", "7": "run dog"}, {7: ["run dog"]})
    assert list(client.score({"7": "run dog"}, {7: ["run dog"]}).images) == [7]


def test_given_tuples_need_no_model_and_the_signature_says_so(
    client: CaptupleClient, fake: FakeExtractor
) -> None:
    item = SemanticTuple(
        predicate=Predicate(text="runs", lemma="run"), agents=(Argument(text="dog", lemma="dog"),)
    )
    given = CaptionEntry(caption=Caption(text=""), tuples=(item,))
    by_model = CaptionEntry(caption=Caption(text=""), tuples=(item,), model="other@2")
    assert "|model:none|" in client.score({1: given}, {1: [given]}).signature
    assert "|model:other-2|" in client.score({1: by_model}, {1: [given]}).signature
    assert fake.n_extracted == 0


def test_tuples_without_lemmas_are_lemmatized(client: CaptupleClient) -> None:
    item = SemanticTuple(
        predicate=Predicate(text="RUN", lemma=None, start=0, end=3),
        agents=(Argument(text="Dog", lemma=None, start=4, end=7),),
    )
    human = CaptionEntry(caption=Caption(text="RUN Dog"), tuples=(item,))
    report = client.score({1: caption("run dog")}, {1: [human]})
    assert report.overall_f1 == 1.0
    assert "|model:fake-1|" in report.signature


def test_all_faults_of_a_score_request_are_named(channel: grpc.Channel) -> None:
    stub = pb_grpc.SemanticTupleServiceStub(channel)
    request = pb.ScoreCaptionsRequest(
        grounding="lema.v1",
        null_convention=9,
        images=[
            pb.ImageInput(candidate=pb.ScoreInput(caption=pb.Caption(text="run dog"))),
            pb.ImageInput(
                references=[
                    pb.ScoreInput(caption=pb.Caption(text="run dog", tokens=["cat"])),
                    pb.ScoreInput(
                        tuples=pb.CaptionTuples(
                            tuples=[
                                pb.SemanticTuple(agents=[pb.Argument(text="dog", start=3)]),
                                pb.SemanticTuple(
                                    predicate=pb.Predicate(text="run", lemma="run", start=4, end=4)
                                ),
                            ]
                        )
                    ),
                ]
            ),
        ],
    )
    with pytest.raises(grpc.RpcError) as raised:
        stub.ScoreCaptions(request, timeout=20)
    assert violations(raised.value).keys() == {
        "grounding",
        "null_convention",
        "images[0].references",
        "images[1].candidate",
        "images[1].references[0].caption.tokens[0]",
        "images[1].references[1].tuples.tuples[0].predicate",
        "images[1].references[1].tuples.tuples[0].agents[0]",
        "images[1].references[1].tuples.tuples[0].agents[0].lemma",
        "images[1].references[1].tuples.tuples[1].predicate",
    }


def test_unknown_grounding_lists_what_exists(client: CaptupleClient) -> None:
    with pytest.raises(UnknownNameError, match=r"'lema\.v1'.*known: .*Did you mean 'lemma\.v1'") as raised:
        client.score({1: caption("run dog")}, {1: [caption("run dog")]}, grounding="lema.v1")
    assert "lemma.v1" in raised.value.known


def test_values_come_only_where_asked_for(channel: grpc.Channel) -> None:
    stub = pb_grpc.SemanticTupleServiceStub(channel)
    image = pb.ImageInput(
        image_number=7,
        candidate=pb.ScoreInput(caption=pb.Caption(text="run dog park")),
        references=[pb.ScoreInput(caption=pb.Caption(text="run dog street"))],
    )
    bare = stub.ScoreCaptions(pb.ScoreCaptionsRequest(images=[image]), timeout=20)
    assert bare.images[0].image_number == 7
    assert not bare.images[0].HasField("candidate_bast")
    assert not any(c.matched or c.missed or c.spurious for c in bare.images[0].components)
    full = stub.ScoreCaptions(
        pb.ScoreCaptionsRequest(
            images=[image], return_matched=True, return_missed=True, return_spurious=True, return_basts=True
        ),
        timeout=20,
    )
    assert [c.component for c in full.components] == list(range(1, 8))
    assert len(COMPONENTS) == 7
    locatives = full.images[0].components[2]
    assert [list(v.parts) for v in locatives.missed] == [["street"]]
    assert [list(v.parts) for v in locatives.spurious] == [["park"]]
    assert [list(v.parts) for v in full.images[0].components[3].matched] == [["dog", "run"]]
    assert [list(v.parts) for v in full.images[0].candidate_bast.components[6].values] == [
        ["dog", "run", "park"]
    ]


def test_images_of_one_side_only_are_named(client: CaptupleClient) -> None:
    with pytest.raises(
        InvalidInputError,
        match=r"candidates\[2\]: is required: a caption or tuples\nreferences\[1\]: empty; at least one",
    ):
        client.score({1: caption("run dog")}, {2: [caption("run dog")]})


# --- Deadlines, cancellation, the worker


def test_deadline(client: CaptupleClient, fake: FakeExtractor) -> None:
    fake.gate.clear()
    with pytest.raises(ResourceError, match="DEADLINE_EXCEEDED"):
        client.extract([Caption(text="run dog")], timeout_s=0.2)
    fake.gate.set()
    assert isinstance(client.extract([Caption(text="run dog")])[0], Extraction)


def test_cancelled_call_stops_at_the_next_chunk(channel: grpc.Channel, fake: FakeExtractor) -> None:
    fake.gate.clear()
    stub = pb_grpc.SemanticTupleServiceStub(channel)
    request = pb.ExtractTuplesRequest(captions=[pb.Caption(text="run dog")] * 2_000)
    call = stub.ExtractTuples.future(request)
    assert fake.entered.wait(timeout=20)
    call.cancel()
    # The server learns of it on the same connection, before it answers this.
    health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=20)
    fake.gate.set()
    response = stub.ExtractTuples(pb.ExtractTuplesRequest(captions=[pb.Caption(text="a b")]), timeout=20)
    assert response.results[0].HasField("tuples")
    assert fake.n_extracted <= 2 * 256 + 1


def test_health_answers_while_the_model_works(channel: grpc.Channel, fake: FakeExtractor) -> None:
    fake.gate.clear()
    stub = pb_grpc.SemanticTupleServiceStub(channel)
    call = stub.ExtractTuples.future(pb.ExtractTuplesRequest(captions=[pb.Caption(text="run dog")]))
    assert fake.entered.wait(timeout=20)
    health = health_pb2_grpc.HealthStub(channel)
    for name in ("", "captuple.v1.SemanticTupleService"):
        answer = health.Check(health_pb2.HealthCheckRequest(service=name), timeout=20)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
    fake.gate.set()
    assert len(call.result(timeout=20).results) == 1


def test_a_running_call_ends_before_the_server_does(running: RunningServer, fake: FakeExtractor) -> None:
    fake.gate.clear()
    with CaptupleClient(running.address, timeout_s=20) as client:
        results: list[Extraction | CaptupleError] = []
        caller = threading.Thread(target=lambda: results.extend(client.extract([Caption(text="run dog")])))
        caller.start()
        assert fake.entered.wait(timeout=20)
        running.stop()
        fake.gate.set()
        caller.join(timeout=20)
        running.thread.join(timeout=20)
        assert isinstance(results[0], Extraction)
        assert not running.thread.is_alive()
        with pytest.raises(ResourceError, match="UNAVAILABLE"):
            client.extract([Caption(text="run dog")])


def test_a_message_over_the_limit_is_refused(client: CaptupleClient) -> None:
    captions = [Caption(text="\U0001f415" * 100_000)] * 200
    with pytest.raises(ResourceError, match="RESOURCE_EXHAUSTED"):
        client.extract(captions)


# --- Health, reflection, addresses


def test_probe(running: RunningServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert probe(running.address) == 0
    running.stop()
    running.thread.join(timeout=20)
    assert probe(running.address) == 1
    assert "UNAVAILABLE" in capsys.readouterr().err


@pytest.mark.parametrize("version", ["v1", "v1alpha"])
def test_reflection_describes_the_services(channel: grpc.Channel, version: str) -> None:
    ask: Any = channel.stream_stream(
        f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo",
        request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
    )
    services = [
        "captuple.v1.SemanticTupleService",
        "grpc.health.v1.Health",
        "grpc.reflection.v1.ServerReflection",
        "grpc.reflection.v1alpha.ServerReflection",
    ]
    request = reflection_pb2.ServerReflectionRequest
    questions = [
        request(list_services=""),
        *(request(file_containing_symbol=name) for name in services),
        request(file_by_filename="google/rpc/status.proto"),
    ]
    listed, *described = ask(iter(questions), timeout=20)
    assert sorted(service.name for service in listed.list_services_response.service) == services
    files = [
        descriptor_pb2.FileDescriptorProto.FromString(part)
        for answer in described
        for part in answer.file_descriptor_response.file_descriptor_proto
    ]
    found = {f"{file.package}.{service.name}" for file in files for service in file.service}
    assert found >= set(services)
    assert "google/rpc/status.proto" in {file.name for file in files}


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("localhost", "allowed is HOST:PORT"),
        (":50051", "allowed is HOST:PORT"),
        ("", "allowed is HOST:PORT"),
        ("::1:50051", "allowed is HOST:PORT"),
        ("localhost:", "port is a number from 0 to 65535"),
        ("localhost:http", "port is a number from 0 to 65535"),
        ("localhost:65536", "port is a number from 0 to 65535"),
        ("localhost:-1", "port is a number from 0 to 65535"),
    ],
)
def test_bad_addresses(address: str, problem: str) -> None:
    with pytest.raises(InvalidInputError, match=problem):
        parse_address(address)


def test_good_addresses() -> None:
    assert parse_address("localhost:0") == ("localhost", 0)
    assert parse_address("[::1]:50051") == ("[::1]", 50051)


# --- The map of errors


@pytest.mark.parametrize(
    ("error", "code", "reason"),
    [
        (InvalidInputError("x"), code_pb2.INVALID_ARGUMENT, "INVALID_INPUT"),
        (UnknownNameError("grounding", "x", ["y"]), code_pb2.INVALID_ARGUMENT, "UNKNOWN_NAME"),
        (BundleError("secret"), code_pb2.FAILED_PRECONDITION, "BUNDLE_UNUSABLE"),
        (ResourceError("secret"), code_pb2.UNAVAILABLE, "RESOURCE_FAILED"),
        (CaptupleError("secret"), code_pb2.INTERNAL, "INTERNAL"),
        (RuntimeError("secret"), code_pb2.INTERNAL, "INTERNAL"),
    ],
)
def test_every_error_has_its_status(error: Exception, code: int, reason: str) -> None:
    status = status_of(error, request_id="r1")
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    assert (status.code, info.reason, info.domain) == (code, reason, "captuple")
    assert "secret" not in str(status)
    back = error_from_status(status)
    if isinstance(error, InvalidInputError | UnknownNameError | BundleError):
        assert type(back) is type(error)
    else:
        assert isinstance(back, ResourceError)
        assert "r1" in str(back)


def test_trailers_hold_as_many_faults_as_fit_and_count_all(client: CaptupleClient) -> None:
    bad = Caption(text="run dog", tokens=("cat",))
    with pytest.raises(InvalidInputError) as raised:
        client.score(dict.fromkeys(range(500), bad), {image_id: [bad] for image_id in range(500)})
    faults = raised.value.faults
    assert len(faults) > 10
    assert faults[-1].problem == f"and {1000 - (len(faults) - 1)} more faults"
    small = fault_status(faults[:3])
    assert fit_trailers(small) == small
