"""When a call that failed is made again, and a stream that broke is opened again."""

from __future__ import annotations

import time
from collections.abc import Iterable

import grpc
import grpc.aio

from captuple.errors import (
    CaptupleError,
    DeadlineError,
    DrainingError,
    NotReadyError,
    OverloadedError,
    QuotaError,
)
from captuple.wire.errors import DETAILS_TRAILER, error_from_call

MAX_ATTEMPTS = 5
"""How often a call is tried, with ever longer pauses, while the server is UNAVAILABLE."""

FIRST_PAUSE_S = 0.1
LAST_PAUSE_S = 5.0
_MAX_UNREACHED = 2
_OF_CONNECTIONS = frozenset(
    {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.INTERNAL, grpc.StatusCode.CANCELLED}
)


class Tries:
    """The tries of one call within its time, which gRPC's own retries are part of.

    A server that shuts down or starts did not begin the call, and another one will, though all of gRPC's own tries may
    have met this one; nor did one that was not reached, or whose connection broke. What a server answers otherwise is
    its answer.

    Args:
        timeout_s: How long all tries may take; None is for ever.
    """

    def __init__(self, timeout_s: float | None) -> None:
        self._until = None if timeout_s is None else time.monotonic() + timeout_s
        self._n_failures = 0

    def left_s(self) -> float | None:
        """What is left of the time, in seconds; never nothing, which would be no time at all; None is for ever."""
        return None if self._until is None else max(0.001, self._until - time.monotonic())

    def pause_s(self, failure: grpc.RpcError, error: CaptupleError) -> float:
        """How long to wait before the call is made again, in seconds.

        Args:
            failure: What gRPC says.
            error: What it stands for.

        Raises:
            CaptupleError: ``error``, where trying again is of no use or has been tried enough.
            DeadlineError: There is no time for another try.
        """
        self._n_failures += 1
        most = (
            MAX_ATTEMPTS
            if isinstance(error, DrainingError | NotReadyError)
            else _MAX_UNREACHED
            if _is_unreached(failure)
            else 0
        )
        pause_s = FIRST_PAUSE_S * 2.0 ** (self._n_failures - 1)
        if self._n_failures >= most:
            raise error from failure
        if self._until is not None and time.monotonic() + pause_s >= self._until:
            raise DeadlineError(f"the call's time is over before another try: {error}") from failure
        return pause_s


class Resumption:
    """When a broken stream is opened again: as long as answers come every now and then.

    A stream is opened again, and what was not answered is sent again, where the connection broke or the server is
    overloaded, starts or shuts down.

    Args:
        patience_s: How long it is tried without an answer, in seconds, before the error is raised; None is for ever.
    """

    def __init__(self, patience_s: float | None) -> None:
        self._patience_s = patience_s
        self.answered()

    def answered(self) -> None:
        """An answer came."""
        self._n_failures = 0
        self._failed_since: float | None = None

    def pause_s(self, failure: grpc.RpcError) -> float:
        """How long to wait before the stream is opened again, in seconds.

        Raises:
            CaptupleError: What the failure stands for, where trying again is of no use or has been tried enough.
        """
        error = error_from_call(failure)
        now = time.monotonic()
        since = self._failed_since = now if self._failed_since is None else self._failed_since
        self._n_failures += 1
        is_over = self._patience_s is not None and now - since >= self._patience_s
        if is_over or not (_is_unavailable(failure) or isinstance(error, QuotaError)):
            raise error from failure
        if isinstance(error, DrainingError) and self._n_failures == 1:
            return 0.0
        pause_s = min(FIRST_PAUSE_S * 2.0**self._n_failures, LAST_PAUSE_S)
        asked_s = error.retry_after_s if isinstance(error, OverloadedError) else None
        return max(pause_s, asked_s or 0.0)


def _is_unavailable(failure: grpc.RpcError) -> bool:
    """Whether another try may find a server that answers: it was not reached, or says that it is UNAVAILABLE."""
    return _is_unreached(failure) or (
        isinstance(failure, grpc.Call | grpc.aio.AioRpcError)
        and failure.code() is grpc.StatusCode.UNAVAILABLE
    )


def _is_unreached(failure: grpc.RpcError) -> bool:
    """Whether no server answered: what gRPC itself says of connections that fail, break or end under a call.

    What our server says always has details.
    """
    if not isinstance(failure, grpc.Call | grpc.aio.AioRpcError):
        return False
    trailers: Iterable[tuple[str, str | bytes]] = failure.trailing_metadata() or ()
    if any(key == DETAILS_TRAILER for key, _ in trailers):
        return False
    return failure.code() in _OF_CONNECTIONS
