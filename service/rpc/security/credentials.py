"""TLS: the certificates of a server, read again when their files change."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

import grpc

from extractor.errors import InvalidInputError
from service.rpc.security.certificates import ServerPem, read_server_pem

_log = logging.getLogger(__name__)


class ServerCertificates:
    """Credentials that follow their files: a renewed certificate serves the next connection.

    Args:
        cert: Certificate chain, PEM.
        key: Its private key, PEM.
        client_ca: Authorities whose certificates clients must show, PEM; None asks for none.
        on_read: Told until when the certificates hold, in seconds of Unix time, whenever they were read.

    Raises:
        InvalidInputError: A file cannot be read or holds something else, or certificate and key are no pair.
    """

    def __init__(
        self, cert: Path, key: Path, client_ca: Path | None, *, on_read: Callable[[float], None]
    ) -> None:
        self._cert, self._key, self._client_ca = cert, key, client_ca
        self._on_read = on_read
        self._lock = threading.Lock()  # gRPC asks in threads of its own
        self._stamp = self._stamp_now()
        self._pem = self._served = read_server_pem(cert, key, client_ca)
        self._told_of: ServerPem | None = None
        on_read(self._pem.expires_at.timestamp())
        self._tell_times()

    @property
    def credentials(self) -> grpc.ServerCredentials:
        """For a port."""
        return grpc.dynamic_ssl_server_credentials(
            _configuration(self._pem),
            self._fetch,  # type: ignore[arg-type]  # None says: no news
            require_client_authentication=self._client_ca is not None,
        )

    def look(self) -> None:
        """Read the files again where they have changed; what is wrong, also that time is over, is logged once."""
        with self._lock:
            now = self._stamp_now()
            if now != self._stamp:
                self._stamp = now
                try:
                    self._pem = read_server_pem(self._cert, self._key, self._client_ca)
                except InvalidInputError as e:
                    _log.error("the certificate of before goes on: %s", e)
                else:
                    self._on_read(self._pem.expires_at.timestamp())
            self._tell_times()

    def _tell_times(self) -> None:
        fault = self._pem.time_fault(self._cert)
        if fault is not None and self._told_of is not self._pem:
            _log.error("clients will refuse the certificate: %s", fault.problem)
            self._told_of = self._pem

    def _fetch(self) -> grpc.ServerCertificateConfiguration | None:
        self.look()
        with self._lock:
            if self._pem is self._served:
                return None
            self._served = self._pem
            return _configuration(self._pem)

    def _stamp_now(self) -> list[tuple[int, int] | None]:
        files = [file for file in (self._cert, self._key, self._client_ca) if file is not None]
        return [_stamp(file) for file in files]


def _configuration(pem: ServerPem) -> grpc.ServerCertificateConfiguration:
    return grpc.ssl_server_certificate_configuration(
        [(pem.key, pem.chain)], root_certificates=pem.authorities
    )


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        stat = file.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_ino
