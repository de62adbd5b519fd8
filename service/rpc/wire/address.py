"""Addresses as ``HOST:PORT``."""

from __future__ import annotations

from extractor.errors import InvalidInputError, shorten

DEFAULT_ADDRESS = "127.0.0.1:50051"


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
