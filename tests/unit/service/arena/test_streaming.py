"""``EvaluationService``: captions as a stream become the submission that a file of them is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

pytest.importorskip("sqlalchemy", reason="pip install 'captuple[arena]'")
from captuple.v1 import captuple_pb2, evaluation_pb2, evaluation_pb2_grpc
from captuple.wire.convert import caption_to_proto
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from extractor.types import Caption
from service.arena.board import load_board
from service.arena.receiving import Receiver
from service.arena.streaming import StreamedSubmissions
from service.rpc.evaluation.server import MAX_CAPTIONS, serving
from tests.arena import SECRET, SYSTEM_A, SYSTEM_B, Arena, arena, captions

SUBMIT = evaluation_pb2.SubmitCaptionsRequest
Stub = evaluation_pb2_grpc.EvaluationServiceStub


@pytest.fixture
def one(filled_arena: Path, tmp_path: Path) -> Iterator[Arena]:
    with arena(filled_arena, tmp_path, max_bytes=20_000, quota={"per_day": 3}) as made:
        yield made


@pytest.fixture
def stub(one: Arena) -> Iterator[Stub]:
    backend = StreamedSubmissions(Receiver(one.store, one.files, lambda: None), one.files)
    with serving(backend, "127.0.0.1:0") as port, grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield Stub(channel)


def messages(system: Path = SYSTEM_A, *, task: str = "tiny") -> list[SUBMIT]:
    """Two messages, of which the first names the task."""
    given = [
        caption_to_proto(Caption(text=record["caption"], image_id=record["image_id"]))
        for record in captions(system)
    ]
    return [SUBMIT(task=task, description="as a stream", captions=given[:2]), SUBMIT(captions=given[2:])]


def header(one: Arena, team: str = "Blue") -> list[tuple[str, str]]:
    return [("authorization", f"Bearer {one.tokens[team]}")]


def refusal(stub: Stub, sent: list[SUBMIT], metadata: list[tuple[str, str]]) -> tuple[str, str, str]:
    """Code, reason and message of a submission that is not taken."""
    with pytest.raises(grpc.RpcError) as caught:
        stub.SubmitCaptions(iter(sent), metadata=metadata, timeout=30)
    return _said(caught.value)


def _said(error: grpc.RpcError) -> tuple[str, str, str]:
    status = rpc_status.from_call(error)
    assert status is not None and isinstance(error, grpc.Call)
    info = error_details_pb2.ErrorInfo()
    assert next(detail for detail in status.details if detail.Is(info.DESCRIPTOR)).Unpack(info)
    return error.code().name, info.reason, " ".join([status.message, *info.metadata.values(), str(status)])


def test_a_stream_is_a_submission_as_a_file_is(one: Arena, stub: Stub) -> None:
    other = one.submit(SYSTEM_B, team="Red")
    taken = stub.SubmitCaptions(iter(messages()), metadata=header(one)).submission
    assert (taken.task, taken.team, taken.state) == ("tiny", "Blue", evaluation_pb2.SUBMISSION_STATE_RECEIVED)
    assert taken.description == "as a stream" and not taken.figures
    one.submit(SYSTEM_A, team="Red")
    assert one.score() == 3
    asked = evaluation_pb2.GetSubmissionRequest(task="tiny", submission_id=taken.id)
    found = stub.GetSubmission(asked, metadata=header(one)).submission
    assert found.state == evaluation_pb2.SUBMISSION_STATE_SCORED
    assert found.receive_time.ToMilliseconds() == one.store.submission(taken.id).received_at_ms
    board = {row.team: row for row in load_board(one.store, one.task(), at_ms=0).rows}
    figures = {(figure.name, figure.label): figure for figure in found.figures}
    assert {label for _, label in figures} == {"", "indoors", "outdoors"}
    expected = board["Red"].figure  # the same captions as a file
    assert expected is not None
    shown = figures["overall", ""]
    assert (shown.value, shown.low, shown.high) == (expected.value, expected.low, expected.high)
    assert figures["overall", "indoors"].value == board["Red"].by_label["indoors"].value
    [overall] = [test for test in found.tests if test.figure == "overall"]
    assert overall.opponent == evaluation_pb2.SUBMISSION_OPPONENT_BEST and overall.team == "Red"
    theirs = evaluation_pb2.GetSubmissionRequest(task="tiny", submission_id=other.id)
    with pytest.raises(grpc.RpcError) as caught:
        stub.GetSubmission(theirs, metadata=header(one))
    code, reason, said = _said(caught.value)
    assert (code, reason) == ("INVALID_ARGUMENT", "UNKNOWN_NAME") and "Red" not in said
    assert SECRET not in str(found)


def test_what_is_refused_has_its_code_and_reason(one: Arena, stub: Stub) -> None:
    assert refusal(stub, messages(), [])[:2] == ("UNAUTHENTICATED", "TOKEN_REFUSED")
    assert refusal(stub, messages(task="no"), header(one))[:2] == ("INVALID_ARGUMENT", "UNKNOWN_NAME")
    taken = stub.SubmitCaptions(iter(messages()), metadata=header(one)).submission
    code, reason, said = refusal(stub, messages(), header(one))
    assert (code, reason) == ("ALREADY_EXISTS", "SUBMITTED_BEFORE") and taken.id in said
    large = [*messages(), SUBMIT(captions=[captuple_pb2.Caption(text="x" * 30_000, image_id="x")])]
    assert refusal(stub, large, header(one))[:2] == ("RESOURCE_EXHAUSTED", "TOO_LARGE")
    one.submit(SYSTEM_B)
    stub.SubmitCaptions(iter([messages(SYSTEM_B)[0], messages()[1]]), metadata=header(one))
    code, reason, said = refusal(stub, messages(SYSTEM_B), header(one))
    assert (code, reason) == ("RESOURCE_EXHAUSTED", "QUOTA_USED") and "RetryInfo" in said
    one.store.close_task("tiny")
    assert refusal(stub, messages(), header(one, "Red"))[:2] == ("FAILED_PRECONDITION", "TASK_NOT_OPEN")
    assert len(one.store.submissions()) == 3


def test_faults_are_named_and_cost_nothing(one: Arena, stub: Stub) -> None:
    nameless = SUBMIT(captions=[captuple_pb2.Caption(text="A dog.")])
    many = SUBMIT(
        captions=[captuple_pb2.Caption(text="A dog.", image_number=i) for i in range(MAX_CAPTIONS + 1)]
    )
    for sent, problem in (
        ([], "task: the stream has no message"),
        (messages()[:1], "has no candidate"),
        ([*messages(), nameless], "submission:7: has no image_id"),
        ([*messages(), SUBMIT(task="other")], "task: is not that of the first message"),
        ([messages()[0], many], f"{MAX_CAPTIONS + 1} captions; allowed are {MAX_CAPTIONS} in one message"),
        ([SUBMIT(task="tiny", description="a\nb")], "description: 'a\\\\nb' is not allowed"),
    ):
        code, reason, said = refusal(stub, sent, header(one))
        assert (code, reason) == ("INVALID_ARGUMENT", "INVALID_INPUT"), said
        assert problem in said or problem.replace("\\\\", "\\") in said, said
        assert SECRET not in said and str(one.files.folder) not in said
    assert one.store.submissions() == []
    for name in ("incoming", "submissions"):
        assert list((one.files.folder / name).iterdir()) == []


def test_a_stream_that_does_not_go_on_is_ended(one: Arena) -> None:
    backend = StreamedSubmissions(Receiver(one.store, one.files, lambda: None), one.files)
    with (
        serving(backend, "127.0.0.1:0", upload_s=0.1) as port,
        grpc.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        ended = threading.Event()

        def half() -> Iterator[SUBMIT]:
            yield messages()[0]
            ended.wait(30)

        try:
            with pytest.raises(grpc.RpcError) as caught:
                Stub(channel).SubmitCaptions(half(), metadata=header(one), timeout=30)
        finally:
            ended.set()
        assert isinstance(caught.value, grpc.Call) and caught.value.code() is grpc.StatusCode.CANCELLED
    assert one.store.submissions() == []
    assert list((one.files.folder / "incoming").iterdir()) == []
