"""``EvaluationService`` on a port of its own."""

from __future__ import annotations

import logging
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import grpc
from captuple.v1 import evaluation_pb2 as pb
from captuple.v1 import evaluation_pb2_grpc as pb_grpc
from captuple.wire.address import parse_address
from captuple.wire.convert import caption_from_proto
from captuple.wire.errors import ERROR_DOMAIN, fit_trailers, is_expected, status_of
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from extractor.errors import Fault, InvalidInputError, ResourceError
from extractor.types import Caption
from service.rpc.evaluation.backend import EvaluationBackend, Refusal, SubmissionStatus

MAX_CAPTIONS = 1_000
"""In one message."""

_THREADS = 16
_UPLOAD_S = 900.0
_STOP_S = 10.0
_STATES = {
    "received": pb.SUBMISSION_STATE_RECEIVED,
    "scoring": pb.SUBMISSION_STATE_SCORING,
    "scored": pb.SUBMISSION_STATE_SCORED,
    "failed": pb.SUBMISSION_STATE_FAILED,
}
_OPPONENTS = {"best": pb.SUBMISSION_OPPONENT_BEST, "last": pb.SUBMISSION_OPPONENT_LAST}
_Result = TypeVar("_Result")
_log = logging.getLogger(__name__)


@contextmanager
def serving(
    backend: EvaluationBackend,
    address: str,
    *,
    tls: tuple[Path, Path] | None = None,
    upload_s: float = _UPLOAD_S,
) -> Iterator[int]:
    """Answer on an address for a block, which gets the port.

    Args:
        backend: Keeps the submissions.
        address: ``HOST:PORT``; port 0 takes a free one.
        tls: Files of the certificate and of its key, PEM.
        upload_s: How long a submission may take to come, in seconds.

    Raises:
        InvalidInputError: The address is none.
        ResourceError: It cannot be listened on.
    """
    host, port = parse_address(address)
    threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="evaluation")
    server = grpc.server(threads, maximum_concurrent_rpcs=2 * _THREADS)
    pb_grpc.add_EvaluationServiceServicer_to_server(_Servicer(backend, upload_s), server)
    try:
        if tls is None:
            bound = server.add_insecure_port(f"{host}:{port}")
        else:
            pair = (tls[1].read_bytes(), tls[0].read_bytes())
            bound = server.add_secure_port(f"{host}:{port}", grpc.ssl_server_credentials([pair]))
    except RuntimeError as e:
        raise ResourceError(f"{address} cannot be listened on") from e
    server.start()
    try:
        yield bound
    finally:
        server.stop(_STOP_S).wait()
        threads.shutdown()


class _Servicer(pb_grpc.EvaluationServiceServicer):
    def __init__(self, backend: EvaluationBackend, upload_s: float) -> None:
        self._backend = backend
        self._upload_s = upload_s

    def SubmitCaptions(  # noqa: N802  # as the API has it
        self, requests: Iterator[pb.SubmitCaptionsRequest], context: grpc.ServicerContext
    ) -> pb.SubmitCaptionsResponse:
        """See ``evaluation.proto``."""
        # Who sends nothing would keep a thread for ever.
        limit = threading.Timer(self._upload_s, context.cancel)
        limit.start()
        try:
            status = self._answer(context, lambda: self._submit(requests, context))
        finally:
            limit.cancel()
        return pb.SubmitCaptionsResponse(submission=_message(status))

    def GetSubmission(  # noqa: N802  # as the API has it
        self, request: pb.GetSubmissionRequest, context: grpc.ServicerContext
    ) -> pb.GetSubmissionResponse:
        """See ``evaluation.proto``."""
        status = self._answer(
            context,
            lambda: self._backend.submission(_authorization(context), request.task, request.submission_id),
        )
        return pb.GetSubmissionResponse(submission=_message(status))

    def _submit(
        self, requests: Iterator[pb.SubmitCaptionsRequest], context: grpc.ServicerContext
    ) -> SubmissionStatus:
        first = next(requests, None)
        if first is None:
            raise InvalidInputError([Fault(where="task", problem="the stream has no message")])

        def batches() -> Iterator[Sequence[Caption]]:
            yield _captions(first)
            for request in requests:
                if request.task not in {"", first.task}:
                    problem = "is not that of the first message"
                    raise InvalidInputError([Fault(where="task", problem=problem)])
                yield _captions(request)

        return self._backend.submit(_authorization(context), first.task, first.description, batches())

    def _answer(self, context: grpc.ServicerContext, answer: Callable[[], _Result]) -> _Result:
        try:
            return answer()
        except grpc.RpcError:  # the client has gone: there is nobody to tell
            context.abort(grpc.StatusCode.CANCELLED, "the call ended")
        except Exception as e:  # noqa: BLE001  # every error has a status
            refusal = self._backend.refusal(e)
            request_id = uuid.uuid4().hex
            if refusal is None and not is_expected(e):
                _log.error("call %s failed", request_id, exc_info=e)
            status = status_of(e, request_id=request_id) if refusal is None else _refused(e, refusal)
            context.abort_with_status(rpc_status.to_status(fit_trailers(status)))
        raise AssertionError  # abort raises


def _authorization(context: grpc.ServicerContext) -> str | None:
    for key, value in context.invocation_metadata() or ():
        if key == "authorization" and isinstance(value, str):
            return value
    return None


def _captions(request: pb.SubmitCaptionsRequest) -> list[Caption]:
    if len(request.captions) > MAX_CAPTIONS:
        problem = f"{len(request.captions)} captions; allowed are {MAX_CAPTIONS} in one message"
        raise InvalidInputError([Fault(where="captions", problem=problem)])
    return [caption_from_proto(message) for message in request.captions]


def _refused(error: Exception, refusal: Refusal) -> status_pb2.Status:
    status = status_pb2.Status(code=code_pb2.Code.Value(refusal.code), message=str(error))
    metadata = {"submission_id": refusal.submission_id} if refusal.submission_id else {}
    info = error_details_pb2.ErrorInfo(reason=refusal.reason, domain=ERROR_DOMAIN, metadata=metadata)
    status.details.add().Pack(info)
    if refusal.retry_after_s is not None:
        delay = Duration()
        delay.FromMilliseconds(round(1000 * refusal.retry_after_s))
        status.details.add().Pack(error_details_pb2.RetryInfo(retry_delay=delay))
    return status


def _message(status: SubmissionStatus) -> pb.Submission:
    received = Timestamp()
    received.FromMilliseconds(status.received_at_ms)
    return pb.Submission(
        id=status.id,
        task=status.task,
        team=status.team,
        state=_STATES[status.state],
        receive_time=received,
        description=status.description,
        failure=status.failure,
        figures_shown=status.figures_shown,
        figures=[
            pb.SubmissionFigure(name=f.name, label=f.label, value=f.value, low=f.low, high=f.high)
            for f in status.figures
        ],
        tests=[
            pb.SubmissionTest(
                opponent=_OPPONENTS[t.opponent],
                team=t.team,
                figure=t.figure,
                difference=t.difference,
                low=t.low,
                high=t.high,
                p_value=t.p_value,
            )
            for t in status.tests
        ],
    )
