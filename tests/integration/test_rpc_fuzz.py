"""Requests that no honest client sends: the server refuses or answers them, and goes on: no INTERNAL, no crash."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc
from google.rpc import code_pb2
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from extractor import Extractor
from tests.fakes import FakeExtractor
from tests.serving import RunningServer, serving

SERVICE = "/captuple.v1.SemanticTupleService/"
UNARY = ("ExtractTuples", "ScoreCaptions", "ListGroundings", "GetModel")
STREAMS = ("StreamExtractTuples", "StreamScoreCaptions")
HEALTH = "/grpc.health.v1.Health/Check"
N_RAW = 8_000
N_SHAPED = 500  # of each of two kinds, two calls each
ALLOWED = {grpc.StatusCode.OK, grpc.StatusCode.INVALID_ARGUMENT}

argument = pb.Argument(text="dog", lemma="dog", start=4, end=7, modifiers=["brown"])
semantic_tuple = pb.SemanticTuple(
    predicate=pb.Predicate(text="run", lemma="run", start=0, end=3), agents=[argument]
)
given_tuples = pb.ScoreInput(
    tuples=pb.CaptionTuples(caption=pb.Caption(text="run dog"), tuples=[semantic_tuple], model="m@1")
)
caption = pb.ScoreInput(
    caption=pb.Caption(text="run dog", image_id="i", caption_number=7, tokens=["run", "dog"])
)
image = pb.ImageInput(image_number=1, candidate=caption, references=[given_tuples, caption])
SEEDS = {
    "ExtractTuples": pb.ExtractTuplesRequest(
        captions=[caption.caption] * 2, min_confidence=0.5
    ).SerializeToString(),
    "ScoreCaptions": pb.ScoreCaptionsRequest(
        images=[image], grounding="lemma.v1", null_convention="NULL_CONVENTION_LOCATIVE", return_spans=True
    ).SerializeToString(),
    "ListGroundings": pb.ListGroundingsRequest(page_size=3, page_token="1").SerializeToString(),
}


@pytest.fixture(scope="module")
def running() -> Iterator[RunningServer]:
    model = os.environ.get("CAPTUPLE_FUZZ_MODEL")  # the real thing takes some minutes
    with serving(Extractor.load(model) if model else FakeExtractor()) as server:
        yield server


@pytest.fixture(scope="module")
def channel(running: RunningServer) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(running.address) as connection:
        yield connection


@pytest.fixture(scope="module")
def stub(channel: grpc.Channel) -> pb_grpc.SemanticTupleServiceStub:
    return pb_grpc.SemanticTupleServiceStub(channel)


def mutated(rng: random.Random, method: str) -> bytes:
    """Bytes near to a good request of a method, or far from any."""
    if rng.random() < 0.2:
        return rng.randbytes(rng.randrange(200))
    fitting = [seed for name, seed in SEEDS.items() if name in method]
    data = bytearray(rng.choice(fitting or list(SEEDS.values())))
    for _ in range(rng.randrange(4)):
        place = rng.randrange(len(data) + 1)
        match rng.randrange(4):
            case 0:
                data[place : place + 1] = rng.randbytes(1)
            case 1:
                del data[place : place + rng.randrange(1, 8)]
            case 2:
                data[place:place] = rng.randbytes(rng.randrange(1, 8))
            case _:
                data[place:place] = data[place : place + rng.randrange(1, 30)]
    return bytes(data)


def code_of(channel: grpc.Channel, method: str, data: bytes) -> grpc.StatusCode:
    """How the server answers to bytes."""
    try:
        if method in STREAMS:
            list(channel.stream_stream(SERVICE + method)(iter([data]), timeout=30))
        else:
            path = method if method.startswith("/") else SERVICE + method
            channel.unary_unary(path)(data, timeout=30)
    except grpc.RpcError as e:
        return e.code()
    return grpc.StatusCode.OK


def test_bytes_are_answered_or_refused(channel: grpc.Channel) -> None:
    rng = random.Random(20150401)  # noqa: S311  the same bytes in every run
    methods = [*UNARY, *STREAMS, HEALTH]
    codes: Counter[tuple[str, grpc.StatusCode]] = Counter()
    for i in range(N_RAW):
        method = methods[i % len(methods)]
        data = mutated(rng, method)
        code = code_of(channel, method, data)
        allowed = ALLOWED | ({grpc.StatusCode.NOT_FOUND} if method == HEALTH else set())
        assert code in allowed, (method, data, code)
        codes[method, code] += 1
    # The test reaches what it means to: both outcomes of every method that reads its request.
    for method in ("ExtractTuples", "ScoreCaptions", *STREAMS):
        assert all(codes[method, code] > 20 for code in ALLOWED), codes


texts = st.text(max_size=30) | st.sampled_from(
    ["run dog park", "a\x00b", "\U0001f415 dog", " " * 20, "run " * 200]
)
ints = st.sampled_from([-(2**31), -1, 0, 1, 3, 7, 2**31 - 1])
captions = st.builds(
    pb.Caption,
    text=texts,
    image_id=texts,
    caption_number=st.integers(-(2**63), 2**63 - 1),
    tokens=st.lists(texts, max_size=3),
)
arguments = st.builds(
    pb.Argument,
    text=texts,
    lemma=st.none() | texts,
    start=st.none() | ints,
    end=st.none() | ints,
    phrase_start=st.none() | ints,
    preposition=st.none() | texts,
    kind=st.integers(-1, 9),
    tacit=st.booleans(),
    negated=st.booleans(),
    confidence=st.none() | st.floats(),
)
predicates = st.builds(
    pb.Predicate,
    text=texts,
    lemma=st.none() | texts,
    start=st.none() | ints,
    end=st.none() | ints,
    tacit=st.booleans(),
)
tuples = st.builds(
    pb.SemanticTuple,
    predicate=st.none() | predicates,
    agents=st.lists(arguments, max_size=2),
    patients=st.lists(arguments, max_size=1),
    locatives=st.lists(arguments, max_size=2),
)
inputs = st.builds(pb.ScoreInput, caption=captions) | st.builds(
    pb.ScoreInput,
    tuples=st.builds(
        pb.CaptionTuples, caption=st.none() | captions, tuples=st.lists(tuples, max_size=2), model=texts
    ),
)
images = st.builds(
    pb.ImageInput, image_id=texts, candidate=st.none() | inputs, references=st.lists(inputs, max_size=2)
)
flags = {
    name: st.booleans()
    for name in (
        "return_basts",
        "return_matched",
        "return_missed",
        "return_spurious",
        "return_tuples",
        "return_spans",
    )
}
score_fields = {
    "images": st.lists(images, max_size=2),
    "grounding": st.sampled_from(["", "lemma.v1", "lema.v1", "os.system", "x" * 20_000, "\n\u2028ü" * 400]),
    "null_convention": st.integers(0, 4),
    "empty_convention": st.integers(0, 4),
    "average_convention": st.integers(-2, 4),
    **flags,
}


def answered(call: Any) -> list[Any]:
    try:
        return list(call())
    except grpc.RpcError as e:
        if e.code() not in ALLOWED:
            raise
        return []


def check_errors(results: Any) -> None:
    assert all(r.error.code in (0, code_pb2.INVALID_ARGUMENT) for r in results), results


shaped = settings(
    max_examples=N_SHAPED, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@shaped
@given(st.lists(captions, max_size=3), st.floats())
def test_shaped_extract_requests(
    stub: pb_grpc.SemanticTupleServiceStub, captions: list[pb.Caption], confidence: float
) -> None:
    request = {"captions": captions, "min_confidence": confidence}
    for response in answered(lambda: [stub.ExtractTuples(pb.ExtractTuplesRequest(**request))]):
        check_errors(response.results)
    stream = iter([pb.StreamExtractTuplesRequest(**request)] * 2)
    for response in answered(lambda: stub.StreamExtractTuples(stream)):
        check_errors(response.results)


@shaped
@given(st.fixed_dictionaries(score_fields))
def test_shaped_score_requests(stub: pb_grpc.SemanticTupleServiceStub, fields: dict[str, Any]) -> None:
    answered(lambda: [stub.ScoreCaptions(pb.ScoreCaptionsRequest(**fields))])
    for response in answered(
        lambda: stub.StreamScoreCaptions(iter([pb.StreamScoreCaptionsRequest(**fields)]))
    ):
        check_errors(response.results)
