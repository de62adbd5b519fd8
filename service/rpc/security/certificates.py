"""Certificates and keys in PEM files: what is wrong with them, and until when they hold."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from extractor.errors import Fault, InvalidInputError


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerPem:
    """The files of a server's TLS, read and fit for each other.

    Attributes:
        chain: Certificate chain, PEM.
        key: Private key of its first certificate, PEM.
        authorities: That signed clients' certificates, PEM; None asks clients for none.
        begins_at: From when all certificates of the chain hold.
        expires_at: Until when they all do.
    """

    chain: bytes
    key: bytes
    authorities: bytes | None
    begins_at: dt.datetime
    expires_at: dt.datetime

    def time_fault(self, cert: Path) -> Fault | None:
        """What is wrong with the chain of the file now, where it does not hold: expired, or not begun."""
        now = dt.datetime.now(dt.UTC)
        if now >= self.expires_at:
            problem = f"{cert} has expired: it held until {self.expires_at:%Y-%m-%d %H:%M:%S} UTC"
            return Fault(where="tls_cert", problem=problem)
        if now < self.begins_at:
            problem = f"{cert} does not hold before {self.begins_at:%Y-%m-%d %H:%M:%S} UTC"
            return Fault(where="tls_cert", problem=problem)
        return None


def read_server_pem(cert: Path, key: Path, client_ca: Path | None) -> ServerPem:
    """Read and check the files of a server's TLS; whether certificates hold today is left to ``time_fault``.

    Raises:
        InvalidInputError: A file cannot be read, holds something else, or certificate and key are no pair; all faults
            are named, by the settings' names.
    """
    faults: list[Fault] = []
    chain_data, key_data = _read("tls_cert", cert, faults), _read("tls_key", key, faults)
    authorities = None if client_ca is None else _read("tls_client_ca", client_ca, faults)
    chain = [] if chain_data is None else _certificates("tls_cert", cert, chain_data, faults)
    private = None if key_data is None else _private_key(key, key_data, faults)
    if client_ca is not None and authorities is not None:
        _certificates("tls_client_ca", client_ca, authorities, faults)
    if chain and private is not None and chain[0].public_key() != private.public_key():
        faults.append(Fault(where="tls_cert, tls_key", problem=f"{key} is not the key of {cert}"))
    if faults or chain_data is None or key_data is None:
        raise InvalidInputError(faults)
    return ServerPem(
        chain=chain_data,
        key=key_data,
        authorities=authorities,
        begins_at=max(certificate.not_valid_before_utc for certificate in chain),
        expires_at=min(certificate.not_valid_after_utc for certificate in chain),
    )


def _read(setting: str, file: Path, faults: list[Fault]) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError as e:
        faults.append(Fault(where=setting, problem=f"{file} cannot be read: {e.strerror}"))
        return None


def _certificates(setting: str, file: Path, data: bytes, faults: list[Fault]) -> list[x509.Certificate]:
    try:
        return x509.load_pem_x509_certificates(data)
    except ValueError:
        faults.append(Fault(where=setting, problem=f"{file} holds no certificate in PEM, or a damaged one"))
        return []


def _private_key(file: Path, data: bytes, faults: list[Fault]) -> PrivateKeyTypes | None:
    try:
        return load_pem_private_key(data, password=None)
    except TypeError:
        problem = f"{file} is encrypted; the key must be without a passphrase"
    except (ValueError, UnsupportedAlgorithm):
        problem = f"{file} holds no private key in PEM, or a damaged one"
    faults.append(Fault(where="tls_key", problem=problem))
    return None
