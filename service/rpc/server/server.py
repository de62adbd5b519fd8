"""The gRPC server: one front process with the queue, workers behind it, health, metrics, a graceful end."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING

import grpc.aio
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc
from captuple.wire.address import parse_address
from grpc_health.v1 import health_pb2
from grpc_health.v1.health import SERVICE_NAME as HEALTH_SERVICE_NAME
from grpc_health.v1.health import aio as health_aio
from grpc_health.v1.health_pb2_grpc import add_HealthServicer_to_server

from extractor.errors import InvalidInputError, ResourceError
from service.rpc.observe.logs import configure_worker_logs
from service.rpc.observe.metrics import Metrics
from service.rpc.observe.tracing import NoTracer, OtlpTracer, Tracer
from service.rpc.security.credentials import ServerCertificates
from service.rpc.security.tokens import Tokens
from service.rpc.server.calls import CallGate, CallInterceptor, CallRules
from service.rpc.server.checks import named_faults
from service.rpc.server.reflection import add_reflection
from service.rpc.server.servicer import SemanticTupleServicer
from service.rpc.workers.batcher import BatchLimits
from service.rpc.workers.pool import Generation, ModelSource, Pool, find_model

if TYPE_CHECKING:
    from service.rpc.server.reflection import add_reflection
from service.rpc.server.settings import ServeSettings

SERVICE_NAME: str = pb.DESCRIPTOR.services_by_name["SemanticTupleService"].full_name

_KEEPALIVE_MS = 60_000
_KEEPALIVE_TIMEOUT_MS = 20_000
_MIN_CLIENT_PING_MS = 10_000
_HANDSHAKE_TIMEOUT_MS = 20_000
_MAX_METADATA_BYTES = 16 * 1024
_CERTIFICATE_LOOK_S = 60.0
# How the end of connections is timed: see Server._drain.
_QUIET_S = 0.1
_LONGEST_HOLD_S = 1.0
_GOAWAY_S = 0.02
_LAST_WORDS_S = 1.0
_log = logging.getLogger(__name__)


class Server:
    """A server from its port to its end.

    Args:
        settings: Everything that it can be told.
        find: Gives the model to serve, as it is now; by default the bundle that the settings name.

    Raises:
        InvalidInputError: Files that the settings name are bad.
    """

    def __init__(self, settings: ServeSettings, *, find: Callable[[], ModelSource] | None = None) -> None:
        self._settings = settings
        self.metrics = Metrics()
        self.pool = Pool(
            find or (lambda: find_model(settings.model, cache=settings.cache)),
            self._new_generation,
            self.metrics,
        )
        self.metrics.follow_queue(self.pool.n_waiting)
        self._draining = asyncio.Event()
        self._gate = CallGate(max_calls=settings.max_calls)
        self._health = health_aio.HealthServicer()
        faults = named_faults(settings, with_times=False)
        if faults:
            raise InvalidInputError(faults)
        self._tokens = None if settings.token_file is None else Tokens(settings.token_file)
        self._tracer: Tracer = OtlpTracer(settings.otlp_endpoint) if settings.otlp_endpoint else NoTracer()
        self._certificates: ServerCertificates | None = None
        if settings.tls_cert is not None and settings.tls_key is not None:
            self._certificates = ServerCertificates(
                settings.tls_cert,
                settings.tls_key,
                settings.tls_client_ca,
                on_read=self.metrics.certificate_expiry.labels("tls_cert").set,
            )
        self._watches: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def running(self, on_ready: Callable[[int], None]) -> AsyncIterator[None]:
        """Serve until the block ends, then refuse new calls and let running ones end.

        The port is taken at once, so that a port in use shows at once; health says NOT_SERVING until the model is
        loaded.

        Args:
            on_ready: Called with the bound port once calls are answered.

        Raises:
            InvalidInputError: The address is no address.
            UnknownNameError: There is no such model.
            ResourceError: A port is in use, may not be used, or the host is none of this machine's.
            BundleError: The model cannot be loaded.
        """
        server = self._new_server()
        port = self._listen(server)
        async with contextlib.AsyncExitStack() as stack:
            stack.callback(self._tracer.close)
            if self._settings.metrics_address:
                stack.callback(self.metrics.serve(*parse_address(self._settings.metrics_address)).close)
            await self._set_health(health_pb2.HealthCheckResponse.NOT_SERVING)
            await server.start()
            stack.push_async_callback(server.stop, None)
            stack.push_async_callback(self.pool.close)
            await self.pool.start()
            await self._follow_workers()
            self.pool.on_change = lambda: self._start_watch(self._follow_workers())
            interval_s = self._settings.reload_interval_s
            if interval_s > 0:
                self._start_watch(self.pool.watch(interval_s))
                if self._tokens is not None:
                    self._start_watch(_every(interval_s, self._tokens_changed))
            if self._certificates is not None:
                self._start_watch(_every(_CERTIFICATE_LOOK_S, self._certificates.look))
            stack.callback(self._end_watches)
            on_ready(port)
            yield
            await self._drain(server)

    async def reload(self) -> None:
        """Read the tokens again, and exchange the model where there is another bundle; what is bad stays as it was."""
        if self._tokens is not None:
            _logging_faults(self._tokens.reload)
        if self._certificates is not None:
            await asyncio.to_thread(self._certificates.look)
        await self.pool.reload()

    def _tokens_changed(self) -> None:
        if self._tokens is not None:
            _logging_faults(self._tokens.reload_if_changed)

    def _start_watch(self, watch: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(watch)
        self._watches.add(task)
        task.add_done_callback(self._watches.discard)

    def _end_watches(self) -> None:
        for watch in self._watches:
            watch.cancel()

    async def _drain(self, server: grpc.aio.Server) -> None:
        _log.info("stopping: running calls have %g s", self._settings.grace_s)
        self._end_watches()
        await self._health.enter_graceful_shutdown()
        await asyncio.sleep(self._settings.drain_delay_s)
        self._gate.is_draining = True
        self._draining.set()
        until = time.monotonic() + self._settings.grace_s
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._settings.grace_s):
                await self._gate.wait_until_none_runs()
        # gRPC cancels what has arrived but not begun when it stops. So clients that call again and again are held, each
        # by its refusal, until gRPC has told them that their connections end.
        self._gate.is_closing = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LONGEST_HOLD_S):
                await self._gate.wait_until_quiet(_QUIET_S)
        stopping = asyncio.create_task(server.stop(max(_LAST_WORDS_S, until - time.monotonic())))
        await asyncio.sleep(_GOAWAY_S)
        self._gate.closed.set()
        await stopping

    async def _follow_workers(self) -> None:
        status = health_pb2.HealthCheckResponse
        await self._set_health(status.NOT_SERVING if self.pool.is_ill else status.SERVING)

    async def _set_health(self, status: int) -> None:
        for name in ("", SERVICE_NAME):
            await self._health.set(name, status)

    def _new_server(self) -> grpc.aio.Server:
        settings = self._settings
        rules = CallRules(
            metrics=self.metrics,
            tracer=self._tracer,
            default_deadline_s=settings.default_deadline_s,
            stream_idle_s=settings.stream_idle_s,
        )
        server = grpc.aio.server(
            interceptors=[CallInterceptor(rules, gate=self._gate, tokens=self._tokens)],
            options=[
                ("grpc.so_reuseport", 0),
                ("grpc.max_receive_message_length", settings.max_message_bytes),
                ("grpc.max_send_message_length", -1),
                ("grpc.max_metadata_size", _MAX_METADATA_BYTES),
                ("grpc.keepalive_time_ms", _KEEPALIVE_MS),
                ("grpc.keepalive_timeout_ms", _KEEPALIVE_TIMEOUT_MS),
                ("grpc.http2.min_ping_interval_without_data_ms", _MIN_CLIENT_PING_MS),
                ("grpc.server_handshake_timeout_ms", _HANDSHAKE_TIMEOUT_MS),
                *_age_option(settings),
            ],
        )
        servicer = SemanticTupleServicer(self.pool, settings, draining=self._draining)
        pb_grpc.add_SemanticTupleServiceServicer_to_server(servicer, server)
        add_HealthServicer_to_server(self._health, server)
        if settings.reflection:
            add_reflection(server, (SERVICE_NAME, HEALTH_SERVICE_NAME))
        return server

    def _listen(self, server: grpc.aio.Server) -> int:
        settings = self._settings
        host, port = parse_address(settings.address)
        try:
            if self._certificates is None:
                return server.add_insecure_port(f"{host}:{port}")
            return server.add_secure_port(f"{host}:{port}", self._certificates.credentials)
        except RuntimeError as e:
            problem = "the port is in use or not allowed, or the host is none of this machine's"
            raise ResourceError(f"cannot listen on {host}:{port}: {problem}") from e

    def _new_generation(self, source: ModelSource) -> Generation:
        settings = self._settings
        return Generation(
            source,
            n_workers=settings.workers,
            limits=BatchLimits(
                max_batch_size=settings.max_batch_size,
                max_queue_delay_ms=settings.max_queue_delay_ms,
                max_queue_size=settings.max_queue_size,
            ),
            batch_timeout_s=settings.batch_timeout_s,
            start_timeout_s=settings.start_timeout_s,
            worker_wait_s=settings.worker_wait_s,
            metrics=self.metrics,
            prepare_worker=functools.partial(
                configure_worker_logs, level=settings.log_level, form=settings.log_format
            ),
        )


def _logging_faults(reload: Callable[[], None]) -> None:
    try:
        reload()
    except InvalidInputError as e:
        _log.error("the tokens of before go on: %s", e)


async def _every(interval_s: float, look: Callable[[], None]) -> None:
    """Look at something, in a thread, again and again, until cancelled."""
    while True:
        await asyncio.sleep(interval_s)
        await asyncio.to_thread(look)


async def serve(
    settings: ServeSettings,
    *,
    on_ready: Callable[[int], None],
    stop: asyncio.Event,
    reload: asyncio.Event,
    find: Callable[[], ModelSource] | None = None,
) -> None:
    """Serve until ``stop`` is set, also while the model is still loading; see ``Server``.

    Args:
        settings: Everything that a server can be told.
        on_ready: Called with the bound port once calls are answered.
        stop: Ends the server.
        reload: Set when tokens and model are to be looked at again; cleared here.
        find: Gives the model to serve; by default the bundle that the settings name.

    Raises:
        CaptupleError: See ``Server.running``.
    """
    server = Server(settings, find=find)
    is_ready = asyncio.Event()

    def ready(port: int) -> None:
        is_ready.set()
        on_ready(port)

    async def run() -> None:
        async with server.running(ready):
            while not stop.is_set():
                await _first(stop.wait(), reload.wait())
                if reload.is_set() and not stop.is_set():
                    reload.clear()
                    await _first(stop.wait(), server.reload())

    running = asyncio.ensure_future(run())
    await _first(asyncio.shield(running), is_ready.wait(), stop.wait())
    if stop.is_set() and not is_ready.is_set():
        running.cancel()  # nobody was told that calls are answered
        await asyncio.wait([running])
        return
    await running


async def _first(*awaitables: Awaitable[object]) -> None:
    """Wait for the first of some; the others are cancelled."""
    tasks = [asyncio.ensure_future(awaitable) for awaitable in awaitables]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _age_option(settings: ServeSettings) -> list[tuple[str, int]]:
    """When connections end on their own; gRPC lets their calls end first, and spreads the time by a tenth."""
    age_ms = round(1000 * settings.max_connection_age_s)
    return [("grpc.max_connection_age_ms", age_ms)] if age_ms else []
