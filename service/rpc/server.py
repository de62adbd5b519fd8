"""The gRPC server: one process, one extractor, health and reflection, a graceful end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import grpc.aio
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc
from grpc_health.v1 import health_pb2
from grpc_health.v1.health import SERVICE_NAME as HEALTH_SERVICE_NAME
from grpc_health.v1.health import aio as health_aio
from grpc_health.v1.health_pb2_grpc import add_HealthServicer_to_server
from grpc_reflection.v1alpha import reflection

from extractor.errors import InvalidInputError, ResourceError, shorten
from service.rpc.servicer import SemanticTupleServicer

if TYPE_CHECKING:
    from extractor import Extractor

DEFAULT_ADDRESS = "127.0.0.1:50051"
MAX_MESSAGE_BYTES = 64 * 1024 * 1024
SERVICE_NAME: str = pb.DESCRIPTOR.services_by_name["SemanticTupleService"].full_name

_log = logging.getLogger(__name__)


def parse_address(address: str) -> tuple[str, int]:
    """Host and port of ``HOST:PORT``; an IPv6 host stands in square brackets; port 0 is any free one.

    Raises:
        InvalidInputError: The host or the port is missing, or the port is no number from 0 to 65535.
    """
    host, colon, port = address.rpartition(":")
    bracketed = host.startswith("[") and host.endswith("]")
    if not colon or not host or (":" in host and not bracketed):
        raise InvalidInputError(
            f"address {shorten(address)}: allowed is HOST:PORT, such as {DEFAULT_ADDRESS}"
        )
    if not (port.isascii() and port.isdecimal() and int(port) <= 65_535):
        problem = f"address {shorten(address)}: the port is a number from 0 to 65535, not {shorten(port)}"
        raise InvalidInputError(problem)
    return host, int(port)


async def serve(
    address: str,
    *,
    load_extractor: Callable[[], Extractor],
    on_ready: Callable[[int], None],
    stop: asyncio.Event,
    grace_s: float = 10.0,
) -> None:
    """Serve until ``stop`` is set, then refuse new calls and let running ones end.

    Args:
        address: ``HOST:PORT``; port 0 takes a free one.
        load_extractor: Called once the port is taken, so that a port in use shows at once.
        on_ready: Called with the bound port once calls are answered.
        stop: Ends the server.
        grace_s: How long running calls may take to end, in seconds.

    Raises:
        InvalidInputError: The address is no address.
        ResourceError: The port is in use, may not be used, or the host is none of this machine's.
        BundleError: The extractor cannot be loaded.
    """
    host, port = parse_address(address)
    server = grpc.aio.server(
        options=[
            ("grpc.so_reuseport", 0),
            ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
            ("grpc.max_send_message_length", -1),
        ],
    )
    try:
        bound_port = server.add_insecure_port(f"{host}:{port}")
    except RuntimeError as e:
        problem = "the port is in use or not allowed, or the host is none of this machine's"
        raise ResourceError(f"cannot listen on {host}:{port}: {problem}") from e
    extractor = await asyncio.to_thread(load_extractor)
    servicer = SemanticTupleServicer(extractor)
    pb_grpc.add_SemanticTupleServiceServicer_to_server(servicer, server)
    health = health_aio.HealthServicer()
    add_HealthServicer_to_server(health, server)
    reflection.enable_server_reflection((SERVICE_NAME, HEALTH_SERVICE_NAME, reflection.SERVICE_NAME), server)
    await server.start()
    for name in ("", SERVICE_NAME):
        await health.set(name, health_pb2.HealthCheckResponse.SERVING)
    on_ready(bound_port)
    await stop.wait()
    _log.info("stopping: running calls have %g s", grace_s)
    await health.enter_graceful_shutdown()
    await server.stop(grace_s)
    servicer.close()
