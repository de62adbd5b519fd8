"""TLS: the certificates of a server, read again when their files change; those of a client."""

from __future__ import annotations

import logging
from pathlib import Path

import grpc

from extractor.errors import Fault, InvalidInputError, ResourceError

_log = logging.getLogger(__name__)


def server_credentials(cert: Path, key: Path, client_ca: Path | None) -> grpc.ServerCredentials:
    """Credentials that follow their files: a renewed certificate serves the next connection.

    Args:
        cert: Certificate chain, PEM.
        key: Its private key, PEM.
        client_ca: Authorities whose certificates clients must show, PEM; None asks for none.

    Raises:
        ResourceError: A file cannot be read.
        InvalidInputError: Certificate and key are no pair.
    """
    files = [file for file in (cert, key, client_ca) if file is not None]
    stamp = _stamp(files)
    first = _configuration(cert, key, client_ca)

    def fetch() -> grpc.ServerCertificateConfiguration | None:
        nonlocal stamp
        try:
            now = _stamp(files)
            if now == stamp:
                return None
            configuration = _configuration(cert, key, client_ca)
        except (ResourceError, InvalidInputError, OSError) as e:
            _log.error("the certificate of before goes on: %s", e)
            return None
        stamp = now
        return configuration

    return grpc.dynamic_ssl_server_credentials(
        first,
        fetch,  # type: ignore[arg-type]  # None says: no news
        require_client_authentication=client_ca is not None,
    )


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
    faults = client_pair_faults(cert, key)
    if faults:
        raise InvalidInputError(faults)
    return grpc.ssl_channel_credentials(
        root_certificates=None if ca is None else _read(ca),
        private_key=None if key is None else _read(key),
        certificate_chain=None if cert is None else _read(cert),
    )


def client_pair_faults(cert: Path | None, key: Path | None) -> list[Fault]:
    """What is wrong with which files a client has; gRPC's core ends the process over one without the other."""
    if (cert is None) == (key is None):
        return []
    given, missing = ("key", "cert") if cert is None else ("cert", "key")
    problem = f"{key or cert} is given without {missing}; both are needed, or none"
    return [Fault(where=given, problem=problem)]


def _configuration(cert: Path, key: Path, client_ca: Path | None) -> grpc.ServerCertificateConfiguration:
    chain, private_key = _read(cert), _read(key)
    if b"-----BEGIN CERTIFICATE-----" not in chain or b"PRIVATE KEY-----" not in private_key:
        raise InvalidInputError(f"{cert} and {key} are no certificate and private key in PEM")
    authorities = None if client_ca is None else _read(client_ca)
    return grpc.ssl_server_certificate_configuration([(private_key, chain)], root_certificates=authorities)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as e:
        raise ResourceError(f"{file}: cannot be read: {e.strerror}") from e


def _stamp(files: list[Path]) -> list[tuple[int, int]]:
    return [((s := file.stat()).st_mtime_ns, s.st_ino) for file in files]
