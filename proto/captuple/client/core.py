"""What both clients are made of: a connection, its channels in turn, and one way to make a call."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import grpc
import grpc.aio

from captuple.client.calls import Call
from captuple.client.connection import Connection
from captuple.client.retries import Tries
from captuple.errors import InvalidInputError
from captuple.v1 import captuple_pb2_grpc as pb_grpc
from captuple.wire.errors import error_from_call


class Core:
    """Calls over channels, which take turns, until the client is closed.

    Args:
        connection: Of the channels.
        channels: All for threads, or all for asyncio; what calls give is of the same kind.
    """

    def __init__(
        self, connection: Connection, channels: Iterable[grpc.Channel] | Iterable[grpc.aio.Channel]
    ) -> None:
        self.connection = connection
        self.is_closed = False
        self._stubs = itertools.cycle([pb_grpc.SemanticTupleServiceStub(channel) for channel in channels])

    def tries(self, timeout_s: float | None) -> Tries:
        """The tries of a call that says ``timeout_s``.

        Raises:
            InvalidInputError: It is no time, or the client is closed.
        """
        self._check_open()
        return Tries(self.connection.timeout_of_call_s(timeout_s))

    def begin(self, call: Call[Any], tries: Tries) -> Any:
        """Make a call: its response, or what is awaited for it.

        Raises:
            InvalidInputError: The client is closed.
        """
        return self._begin(call.method, call.request, timeout=tries.left_s())

    def stream(self, messages: Any) -> Any:
        """Open a stream of captions.

        Raises:
            InvalidInputError: The client is closed.
        """
        return self._begin("StreamExtractTuples", messages)

    def pause_s(self, call: Call[Any], tries: Tries, failure: grpc.RpcError) -> float:
        """How long to wait before a call is made again, in seconds.

        Raises:
            CaptupleError: What the failure stands for, where the call is not made again.
        """
        return tries.pause_s(
            failure, closed_error() if self.is_closed else call.own(error_from_call(failure))
        )

    def _begin(self, method: str, message: object, **options: float | None) -> Any:
        self._check_open()
        return getattr(next(self._stubs), method)(
            message,
            wait_for_ready=self.connection.wait_for_ready,
            metadata=self.connection.metadata,
            **options,
        )

    def _check_open(self) -> None:
        if self.is_closed:
            raise closed_error()


def closed_error() -> InvalidInputError:
    """A call on a client that is closed."""
    return InvalidInputError("the client is closed; make another one")
