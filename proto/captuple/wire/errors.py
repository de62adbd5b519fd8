"""Our exceptions to ``google.rpc.Status`` and back: the one map.

::

    InvalidInputError     INVALID_ARGUMENT     ErrorInfo INVALID_INPUT, BadRequest with every field path
    UnknownNameError      INVALID_ARGUMENT     ErrorInfo UNKNOWN_NAME with the names that exist, BadRequest
    BundleError           FAILED_PRECONDITION  ErrorInfo BUNDLE_UNUSABLE
    ResourceError         UNAVAILABLE          ErrorInfo RESOURCE_FAILED
    ├── OverloadedError   UNAVAILABLE          ErrorInfo OVERLOADED, RetryInfo
    ├── NotReadyError     UNAVAILABLE          ErrorInfo NOT_READY, RetryInfo
    ├── NoWorkersError    UNAVAILABLE          ErrorInfo NO_WORKERS, RetryInfo
    ├── DrainingError     UNAVAILABLE          ErrorInfo DRAINING, RetryInfo
    ├── QuotaError        RESOURCE_EXHAUSTED   ErrorInfo TOO_MANY_STREAMS, RetryInfo
    │   └── CallQuotaError                     ErrorInfo TOO_MANY_CALLS, RetryInfo
    └── DeadlineError     DEADLINE_EXCEEDED    ErrorInfo DEADLINE
    UnauthenticatedError  UNAUTHENTICATED      ErrorInfo TOKEN_REFUSED
    anything else         INTERNAL             ErrorInfo INTERNAL

BundleError, a bare ResourceError and what is unknown keep their cause to the server's log; the client gets a request id
to ask for it by.
"""

from __future__ import annotations

from collections.abc import Sequence

import grpc
import grpc.aio
from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.rpc import code_pb2, error_details_pb2, status_pb2

from captuple.errors import (
    BundleError,
    CallQuotaError,
    CaptupleError,
    DeadlineError,
    DrainingError,
    Fault,
    InvalidInputError,
    NotReadyError,
    NoWorkersError,
    OverloadedError,
    QuotaError,
    ResourceError,
    UnauthenticatedError,
    UnknownNameError,
)

ERROR_DOMAIN = "captuple"
DETAILS_TRAILER = "grpc-status-details-bin"
"""Where gRPC keeps the ``google.rpc.Status`` of a failed call."""

# A failing call's details travel in HTTP/2 trailers. Clients accept 8 KiB; base64 takes a third of that.
_MAX_TRAILER_BYTES = 5_000
_MAX_TEXT_CHARS = 500
_MESSAGE_HEAD_BYTES = 4  # of a message within another: its field's number, and its length

_Detail = error_details_pb2.ErrorInfo | error_details_pb2.BadRequest | error_details_pb2.RetryInfo


_OVERLOADS = (OverloadedError, NotReadyError, NoWorkersError, DrainingError, QuotaError, CallQuotaError)


def status_of(error: BaseException, *, request_id: str, field: str = "") -> status_pb2.Status:
    """The status that a client gets for an error.

    Args:
        error: What was raised.
        request_id: The call's id in the server's log.
        field: The request's field that an unknown name stands in.
    """
    match error:
        case InvalidInputError():
            return fault_status(error.faults)
        case UnknownNameError():
            metadata = {"kind": error.kind, "name": error.name[:100], "known": ",".join(error.known)}
            return _status(
                code_pb2.INVALID_ARGUMENT,
                str(error),
                _error_info("UNKNOWN_NAME", metadata),
                _bad_request([Fault(where=field, problem=str(error))]),
            )
        case UnauthenticatedError():
            return _status(code_pb2.UNAUTHENTICATED, str(error), _error_info("TOKEN_REFUSED", {}))
        case OverloadedError():
            retry = error_details_pb2.RetryInfo(retry_delay=_duration(error.retry_after_s or 0.0))
            code = code_pb2.RESOURCE_EXHAUSTED if isinstance(error, QuotaError) else code_pb2.UNAVAILABLE
            return _status(code, str(error), _error_info(error.reason, {}), retry)
        case DeadlineError():
            return _status(code_pb2.DEADLINE_EXCEEDED, str(error), _error_info("DEADLINE", {}))
        case BundleError():
            code, reason = code_pb2.FAILED_PRECONDITION, "BUNDLE_UNUSABLE"
            message = "the server's model bundle cannot be used"
        case ResourceError():
            code, reason = code_pb2.UNAVAILABLE, "RESOURCE_FAILED"
            message = "the server lacks a resource; try again later"
        case _:
            code, reason = code_pb2.INTERNAL, "INTERNAL"
            message = "the server failed"
    info = _error_info(reason, {"request_id": request_id})
    return _status(code, f"{message} (request {request_id})", info)


def is_expected(error: BaseException) -> bool:
    """Whether an error says all there is to say to the client: its cause is not worth a line of the log."""
    return isinstance(
        error,
        InvalidInputError | UnknownNameError | UnauthenticatedError | OverloadedError | DeadlineError,
    )


def fault_status(faults: Sequence[Fault]) -> status_pb2.Status:
    """INVALID_ARGUMENT with one field violation for every fault."""
    message = str(faults[0]) if len(faults) == 1 else f"{len(faults)} faults; the first: {faults[0]}"
    info = _error_info("INVALID_INPUT", {"fault_count": str(len(faults))})
    return _status(code_pb2.INVALID_ARGUMENT, message, info, _bad_request(faults))


def fit_trailers(status: status_pb2.Status) -> status_pb2.Status:
    """The status cut to what trailers hold: the first violations stay, ``fault_count`` counts them all."""
    fitting = status_pb2.Status(code=status.code, message=status.message[:_MAX_TEXT_CHARS])
    cut: list[error_details_pb2.BadRequest] = []
    for detail in status.details:
        violations = error_details_pb2.BadRequest()
        if detail.Unpack(violations):
            cut.append(violations)
        else:
            fitting.details.append(detail)
    left_bytes = _MAX_TRAILER_BYTES - fitting.ByteSize()
    for violations in cut:
        first = error_details_pb2.BadRequest()
        for violation in violations.field_violations:
            short = first.field_violations.add(
                field=violation.field[:_MAX_TEXT_CHARS], description=violation.description[:_MAX_TEXT_CHARS]
            )
            left_bytes -= short.ByteSize() + _MESSAGE_HEAD_BYTES
            if left_bytes < 0:
                first.field_violations.pop()
                break
        fitting.details.add().Pack(first)
    return fitting


def error_from_status(status: status_pb2.Status) -> CaptupleError:
    """The exception that a status stands for."""
    faults: list[Fault] = []
    info = error_details_pb2.ErrorInfo()
    retry = error_details_pb2.RetryInfo()
    retry_after_s: float | None = None
    for detail in status.details:
        violations = error_details_pb2.BadRequest()
        if detail.Unpack(violations):
            faults += (Fault(where=v.field, problem=v.description) for v in violations.field_violations)
        elif detail.Unpack(retry):
            retry_after_s = retry.retry_delay.ToNanoseconds() / 1e9
        else:
            detail.Unpack(info)
    if info.reason == "UNKNOWN_NAME":
        known = [name for name in info.metadata["known"].split(",") if name]
        return UnknownNameError(info.metadata["kind"], info.metadata["name"], known)
    for kind in _OVERLOADS:
        if info.reason == kind.reason:
            return kind(status.message, retry_after_s=retry_after_s)
    return _error_from_code(status, faults, n_faults=int(info.metadata.get("fault_count", "0")))


def _error_from_code(status: status_pb2.Status, faults: list[Fault], *, n_faults: int) -> CaptupleError:
    message = f"{code_pb2.Code.Name(status.code)}: {status.message}"
    match status.code:
        case code_pb2.INVALID_ARGUMENT:
            n_cut = n_faults - len(faults)
            if faults and n_cut > 0:
                faults.append(Fault(where="", problem=f"and {n_cut} more faults"))
            return InvalidInputError(faults or status.message)
        case code_pb2.FAILED_PRECONDITION:
            return BundleError(status.message)
        case code_pb2.UNAUTHENTICATED:
            return UnauthenticatedError(message)
        case code_pb2.DEADLINE_EXCEEDED:
            return DeadlineError(message)
    return ResourceError(message)


def error_from_call(error: grpc.RpcError) -> CaptupleError:
    """The exception that a failed call stands for."""
    if not isinstance(error, grpc.Call | grpc.aio.AioRpcError):
        return ResourceError(f"the call failed: {error}")
    for key, value in error.trailing_metadata() or ():
        if key == DETAILS_TRAILER and isinstance(value, bytes):
            return error_from_status(status_pb2.Status.FromString(value))
    # What gRPC itself says has no details.
    code = getattr(code_pb2, error.code().name, code_pb2.UNKNOWN)
    return _error_from_code(status_pb2.Status(code=code, message=error.details()), [], n_faults=0)


def _status(code: int, message: str, *details: _Detail) -> status_pb2.Status:
    status = status_pb2.Status(code=code, message=message)
    for detail in details:
        packed = Any()
        packed.Pack(detail)
        status.details.append(packed)
    return status


def _duration(seconds: float) -> Duration:
    duration = Duration()
    duration.FromNanoseconds(int(seconds * 1e9))
    return duration


def _error_info(reason: str, metadata: dict[str, str]) -> error_details_pb2.ErrorInfo:
    return error_details_pb2.ErrorInfo(reason=reason, domain=ERROR_DOMAIN, metadata=metadata)


def _bad_request(faults: Sequence[Fault]) -> error_details_pb2.BadRequest:
    violation = error_details_pb2.BadRequest.FieldViolation
    return error_details_pb2.BadRequest(
        field_violations=[violation(field=fault.where, description=fault.problem) for fault in faults]
    )
