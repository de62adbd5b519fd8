"""What every call has in common: who may call, its id, deadline, errors, metrics, log line and trace.

One interceptor wraps every method, so that methods only answer or raise.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
import grpc.aio
import structlog
from captuple.errors import (
    CallQuotaError,
    DeadlineError,
    DrainingError,
    OverloadedError,
    UnauthenticatedError,
)
from captuple.wire.errors import fit_trailers, is_expected, status_of
from google.protobuf.message import DecodeError
from google.rpc import code_pb2, status_pb2
from grpc_status import rpc_status

from extractor.errors import InvalidInputError
from service.rpc.observe.metrics import Metrics
from service.rpc.observe.tracing import Tracer
from service.rpc.security.tokens import Tokens

REQUEST_ID_TRAILER = "captuple-request-id"
_REQUEST_ID_HEADER = "x-request-id"
_MAX_REQUEST_ID_CHARS = 100
_PUSHBACK_TRAILER = "grpc-retry-pushback-ms"
_HEALTH_PREFIX = "/grpc.health."
_OWN_PREFIX = "/captuple."

_MARGIN_SHARE = 0.1
_MAX_MARGIN_S = 0.1

_MALFORMED = object()  # stands for a message where the bytes are none

_Context = grpc.aio.ServicerContext[Any, Any]
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class CallGate:
    """Whether calls are taken: not any more while the server shuts down, nor beyond a number; and how many run.

    Attributes:
        max_calls: That may run at a time.
        is_draining: Set once the server takes no new calls.
        is_closing: Set once its connections are about to be closed: calls that are refused wait for it.
        closed: Set once clients have been told to use their connections no more.
    """

    max_calls: int = 2**62
    is_draining: bool = False
    is_closing: bool = False
    closed: asyncio.Event = field(default_factory=asyncio.Event)
    _refused_at: float = float("-inf")
    _n_running: int = 0
    _ended: asyncio.Event = field(default_factory=asyncio.Event)

    def check_room(self) -> None:
        """Raise where as many calls run as may.

        Raises:
            CallQuotaError: So it is.
        """
        if self._n_running >= self.max_calls:
            raise CallQuotaError(f"{self._n_running} calls run, as many as the server allows")

    @contextmanager
    def running(self) -> Iterator[None]:
        """A call runs until the block ends."""
        self._n_running += 1
        try:
            yield
        finally:
            self._n_running -= 1
            self._ended.set()

    async def hold_refused(self) -> None:
        """Wait with a refusal while connections are about to be closed.

        A client that calls again and again would else have a call on its way at that moment, which gRPC cuts off; held
        here it makes its next call after the connection has ended, and that finds no server.
        """
        self._refused_at = time.monotonic()
        if self.is_closing:
            await self.closed.wait()

    async def wait_until_quiet(self, quiet_s: float) -> None:
        """Return when no call was refused for so long: whoever called again and again is held."""
        began = time.monotonic()
        # No event tells of quiet.
        while (left_s := max(began, self._refused_at) + quiet_s - time.monotonic()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(left_s)

    async def wait_until_none_runs(self) -> None:
        """Return when no call runs any more."""
        while self._n_running:
            self._ended.clear()
            await self._ended.wait()


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRules:
    """What holds for every call.

    Attributes:
        metrics: Hears of calls.
        tracer: Makes spans.
        default_deadline_s: Of unary calls that bring none.
        stream_idle_s: How long a client may take to read an answer of a stream.
    """

    metrics: Metrics
    tracer: Tracer
    default_deadline_s: float
    stream_idle_s: float


class CallInterceptor(grpc.aio.ServerInterceptor):
    """Wraps every method of a server.

    Args:
        rules: What holds for every call.
        gate: Whether calls are taken.
        tokens: Who may call; None lets everybody. Health checks need no token.
    """

    def __init__(self, rules: CallRules, *, gate: CallGate, tokens: Tokens | None) -> None:
        self._rules = rules
        self._gate = gate
        self._tokens = tokens

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        """Wrap the handler of a call; a call that may not be made gets a handler that says so, and reads nothing."""
        method = handler_call_details.method
        headers = {
            key: value
            for key, value in handler_call_details.invocation_metadata or ()
            if isinstance(value, str)
        }
        call = _Call(self._rules, self._gate, method, headers)
        refusal = self._refusal(method, headers)
        if refusal is not None:
            return grpc.stream_stream_rpc_method_handler(functools.partial(call.refuse, refusal))
        handler = await continuation(handler_call_details)
        if handler is None:
            return None
        if handler.request_streaming:
            return grpc.stream_stream_rpc_method_handler(
                functools.partial(call.stream, handler.stream_stream),
                request_deserializer=_tolerant(handler.request_deserializer),
                response_serializer=handler.response_serializer,
            )
        if handler.response_streaming:
            return grpc.unary_stream_rpc_method_handler(
                functools.partial(call.watch, handler.unary_stream),
                request_deserializer=_tolerant(handler.request_deserializer),
                response_serializer=handler.response_serializer,
            )
        return grpc.unary_unary_rpc_method_handler(
            functools.partial(call.unary, handler.unary_unary),
            request_deserializer=_tolerant(handler.request_deserializer),
            response_serializer=handler.response_serializer,
        )

    def _refusal(self, method: str, headers: dict[str, str]) -> Exception | None:
        if method.startswith(_HEALTH_PREFIX):
            return None
        if self._tokens is not None:
            try:
                self._tokens.check(headers.get("authorization"))
            except UnauthenticatedError as e:
                return e
        if self._gate.is_draining and method.startswith(_OWN_PREFIX):
            return _draining()
        try:
            self._gate.check_room()
        except CallQuotaError as e:
            return e
        return None


class _Call:
    """One call, from its headers to its status."""

    def __init__(self, rules: CallRules, gate: CallGate, method: str, headers: dict[str, str]) -> None:
        self._rules = rules
        self._gate = gate
        self._method = method
        self._headers = headers
        given = headers.get(_REQUEST_ID_HEADER, "")
        is_plain = given.isascii() and given.isprintable() and 0 < len(given) <= _MAX_REQUEST_ID_CHARS
        self._request_id = given if is_plain else uuid.uuid4().hex

    async def unary(
        self, answer: Callable[[Any, _Context], Awaitable[Any]], request: Any, context: _Context
    ) -> Any:
        """Answer a unary call."""

        async def answered() -> Any:
            self._enter(running)
            _check(request)
            remaining_s = context.time_remaining()
            has_deadline = remaining_s is not None and remaining_s < 3.0e8  # gRPC's for ever
            try:
                async with asyncio.timeout(None if has_deadline else self._rules.default_deadline_s) as limit:
                    return await answer(request, context)
            except TimeoutError as e:
                if not limit.expired():
                    raise
                raise DeadlineError(
                    f"the server's own limit of {self._rules.default_deadline_s:g} s is over"
                ) from e

        with ExitStack() as running:
            return await self._run(answered, context)

    async def stream(
        self,
        answer: Callable[[Any, _Context], AsyncIterator[Any]],
        requests: AsyncIterator[Any],
        context: _Context,
    ) -> None:
        """Answer a stream; the client must read."""

        async def answered() -> None:
            self._enter(running)
            async for response in answer(_checked(requests), context):
                try:
                    async with asyncio.timeout(self._rules.stream_idle_s):
                        await context.write(response)
                except TimeoutError as e:
                    raise DeadlineError(
                        f"the client read no answer for {self._rules.stream_idle_s:g} s"
                    ) from e

        with ExitStack() as running:
            await self._run(answered, context)

    async def watch(
        self, answer: Callable[[Any, _Context], Awaitable[None]], request: Any, context: _Context
    ) -> None:
        """Answer a call of many responses, which the method writes itself: health's Watch."""

        async def answered() -> None:
            _check(request)
            answering = asyncio.ensure_future(answer(request, context))
            closed = asyncio.ensure_future(self._gate.closed.wait())
            try:
                await asyncio.wait({answering, closed}, return_when=asyncio.FIRST_COMPLETED)
                if not answering.done():
                    raise _draining()
                answering.result()
            finally:
                answering.cancel()
                closed.cancel()

        await self._run(answered, context)

    async def refuse(self, error: Exception, _requests: object, context: _Context) -> None:
        """End the call with an error, before anything of it is read."""

        async def answered() -> None:
            if isinstance(error, DrainingError):
                await self._gate.hold_refused()
            raise error

        await self._run(answered, context)

    def _enter(self, running: ExitStack) -> None:
        if self._method.startswith(_HEALTH_PREFIX):
            return
        self._gate.check_room()  # again: others have begun since the headers came
        running.enter_context(self._gate.running())

    async def _run(self, answer: Callable[[], Awaitable[Any]], context: _Context) -> Any:
        method = self._method.rpartition("/")[2] if self._method.startswith(_OWN_PREFIX) else "other"
        metrics = self._rules.metrics
        began = time.monotonic()
        given_s = context.time_remaining()
        code = "CANCELLED"
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=self._request_id)
        metrics.calls_in_progress.labels(method).inc()
        try:
            with self._rules.tracer.span(self._method.lstrip("/"), self._headers) as span:
                span.set_attribute("captuple.request_id", self._request_id)
                try:
                    response = await answer()
                    context.set_trailing_metadata(((REQUEST_ID_TRAILER, self._request_id),))
                    code = "OK"
                except grpc.aio.AbortError:  # a method of gRPC's own, such as health's, has given its status
                    code = "ABORTED_BY_METHOD"
                    raise
                except Exception as e:  # noqa: BLE001  every error has a status
                    status = self._status(e)
                    code = code_pb2.Code.Name(status.code)
                    span.set_attribute("rpc.grpc.status", code)
                    await self._abort(status, e, context)
                span.set_attribute("rpc.grpc.status", code)
                return response
        except asyncio.CancelledError:
            if given_s is not None and context.time_remaining() <= _margin_s(given_s):
                code = "DEADLINE_EXCEEDED"
            raise
        finally:
            seconds = time.monotonic() - began
            metrics.calls_in_progress.labels(method).dec()
            metrics.calls.labels(method, code).inc()
            metrics.call_seconds.labels(method).observe(seconds)
            facts = {
                "method": self._method,
                "code": code,
                "seconds": round(seconds, 4),
                "peer": context.peer(),
            }
            _log.log(logging.DEBUG if code == "OK" else logging.INFO, "call", extra=facts)

    def _status(self, error: Exception) -> status_pb2.Status:
        if not is_expected(error):
            _log.error("call failed", exc_info=error, extra={"method": self._method})
        return status_of(error, request_id=self._request_id, field="grounding")

    async def _abort(self, status: status_pb2.Status, error: Exception, context: _Context) -> None:
        rich = rpc_status.to_status(fit_trailers(status))
        trailers = [*rich.trailing_metadata, (REQUEST_ID_TRAILER, self._request_id)]
        if isinstance(error, OverloadedError) and error.retry_after_s is not None:
            trailers.append((_PUSHBACK_TRAILER, str(int(1000 * error.retry_after_s))))
        try:
            await context.abort(rich.code, rich.details, tuple(trailers))
        except grpc.aio.InternalError as e:  # the client has gone: there is nobody to tell
            raise asyncio.CancelledError from e


def current_request_id() -> str:
    """The id of the call that runs in this task."""
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))


def _draining() -> DrainingError:
    return DrainingError("the server shuts down", retry_after_s=0.1)


def _margin_s(given_s: float) -> float:
    """How long before its deadline a call that its client ends has met it.

    A client's clock began a little earlier, and it ends a call whose time is over before the server's own is.
    """
    return min(_MAX_MARGIN_S, _MARGIN_SHARE * given_s)


def _tolerant(deserialize: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    """Reads a message, or says that the bytes are none: gRPC itself would call that the server's fault."""

    def read(data: bytes) -> Any:
        try:
            return deserialize(data)
        except DecodeError:
            return _MALFORMED

    return read


def _check(request: Any) -> None:
    if request is _MALFORMED:
        raise InvalidInputError("the request is no message of the kind that the method takes")


async def _checked(requests: AsyncIterator[Any]) -> AsyncIterator[Any]:
    async for request in requests:
        _check(request)
        yield request
