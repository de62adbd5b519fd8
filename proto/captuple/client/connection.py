"""How to reach a server: channels with TLS, a token and retries."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import grpc
import grpc.aio

from captuple.client.retries import FIRST_PAUSE_S, LAST_PAUSE_S, MAX_ATTEMPTS
from captuple.errors import Fault, InvalidInputError, ResourceError, shorten
from captuple.wire.address import stays_on_this_machine

_FIRST_RECONNECT_MS = 100
_LAST_RECONNECT_MS = 1_000
_RETRY_BUFFER_BYTES = 64 * 1024 * 1024
_SERVICE_CONFIG = {
    "loadBalancingConfig": [{"round_robin": {}}],
    "methodConfig": [
        {
            "name": [{"service": "captuple.v1.SemanticTupleService"}],
            "retryPolicy": {
                "maxAttempts": MAX_ATTEMPTS,
                "initialBackoff": f"{FIRST_PAUSE_S}s",
                "maxBackoff": f"{LAST_PAUSE_S}s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE"],
            },
        }
    ],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """How to reach a server.

    Attributes:
        address: ``HOST:PORT``, or any name that gRPC resolves, such as ``dns:///captuple:50051``.
        n_channels: Connections to keep: one is enough for most, many threads gain by more.
        timeout_s: How long a call may take where it does not say, in seconds; None is for ever.
        wait_for_ready: Whether calls wait for a server that cannot be reached yet.
        token: Bearer token; None sends none. It is sent over TLS, and to this machine's loopback without.
        allow_plaintext_token: Send the token without TLS to other hosts, too, where whoever listens on the way can read
            it.
        tls: Whether to speak TLS; implied by ``ca`` and ``cert``.
        ca: Authorities that signed the server's certificate, PEM; None takes the system's.
        cert: The client's certificate for mutual TLS, PEM.
        key: Its private key, PEM.
    """

    address: str
    n_channels: int = 1
    timeout_s: float | None = None
    wait_for_ready: bool = False
    token: str | None = None
    allow_plaintext_token: bool = False
    tls: bool = False
    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None

    def __post_init__(self) -> None:
        faults = [*_timeout_faults(self.timeout_s), *_pair_faults(self.cert, self.key)]
        if self.n_channels < 1:
            faults.append(Fault(where="n_channels", problem=f"is {self.n_channels}; at least 1 is needed"))
        is_open = self.token is not None and not self._speaks_tls
        if is_open and not self.allow_plaintext_token and not stays_on_this_machine(self.address):
            problem = (
                f"would go to {shorten(self.address)} in clear text; allowed are TLS (tls, ca) and this machine's "
                "loopback, and other hosts with allow_plaintext_token"
            )
            faults.append(Fault(where="token", problem=problem))
        if faults:
            raise InvalidInputError(faults)

    @property
    def _speaks_tls(self) -> bool:
        return self.tls or self.ca is not None or self.cert is not None

    def timeout_of_call_s(self, timeout_s: float | None) -> float | None:
        """The time of a call that says ``timeout_s``, where None says nothing.

        Raises:
            InvalidInputError: It is no time.
        """
        faults = _timeout_faults(timeout_s)
        if faults:
            raise InvalidInputError(faults)
        return self.timeout_s if timeout_s is None else timeout_s

    def channel(self) -> grpc.Channel:
        """A new connection, for threads."""
        if not self._speaks_tls:
            return grpc.insecure_channel(self.address, options=self._options)
        credentials = channel_credentials(self.ca, self.cert, self.key)
        return grpc.secure_channel(self.address, credentials, options=self._options)

    def async_channel(self) -> grpc.aio.Channel:
        """A new connection, for asyncio."""
        if not self._speaks_tls:
            return grpc.aio.insecure_channel(self.address, options=self._options)
        credentials = channel_credentials(self.ca, self.cert, self.key)
        return grpc.aio.secure_channel(self.address, credentials, options=self._options)

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """Headers of every call."""
        return () if self.token is None else (("authorization", f"Bearer {self.token}"),)

    @property
    def _options(self) -> list[tuple[str, str | int]]:
        return [
            ("grpc.max_send_message_length", -1),
            ("grpc.max_receive_message_length", -1),
            ("grpc.service_config", json.dumps(_SERVICE_CONFIG)),
            ("grpc.enable_retries", 1),
            ("grpc.per_rpc_retry_buffer_size", _RETRY_BUFFER_BYTES),
            # A server that is back after a restart is found before the one that is restarted next has gone.
            ("grpc.initial_reconnect_backoff_ms", _FIRST_RECONNECT_MS),
            ("grpc.max_reconnect_backoff_ms", _LAST_RECONNECT_MS),
            ("grpc.keepalive_time_ms", 60_000),
            ("grpc.keepalive_timeout_ms", 20_000),
            # Channels of the same address would else share one connection.
            ("grpc.use_local_subchannel_pool", 1),
        ]


def _timeout_faults(timeout_s: float | None) -> list[Fault]:
    if timeout_s is None or timeout_s > 0:
        return []
    return [Fault(where="timeout_s", problem=f"is {timeout_s}; allowed are more than 0 seconds, and None")]


def channel_credentials(
    ca: Path | None, cert: Path | None = None, key: Path | None = None
) -> grpc.ChannelCredentials:
    """Credentials of a client.

    Args:
        ca: Authorities that may have signed the server's certificate, PEM; None takes the system's.
        cert: The client's own certificate chain for mutual TLS, PEM.
        key: Its private key, PEM.

    Raises:
        InvalidInputError: One of certificate and key is given without the other.
        ResourceError: A file cannot be read.
    """
    faults = _pair_faults(cert, key)
    if faults:
        raise InvalidInputError(faults)
    return grpc.ssl_channel_credentials(
        root_certificates=None if ca is None else _read(ca),
        private_key=None if key is None else _read(key),
        certificate_chain=None if cert is None else _read(cert),
    )


def _pair_faults(cert: Path | None, key: Path | None) -> list[Fault]:
    """What is wrong with which files a client has; gRPC's core ends the process over one without the other."""
    if (cert is None) == (key is None):
        return []
    given, missing = ("key", "cert") if cert is None else ("cert", "key")
    problem = f"{key or cert} is given without {missing}; both are needed, or none"
    return [Fault(where=given, problem=problem)]


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as e:
        raise ResourceError(f"{file}: cannot be read: {e.strerror}") from e
