"""Addresses as ``HOST:PORT``."""

from __future__ import annotations

import ipaddress
from urllib.parse import unquote

from captuple.errors import InvalidInputError, shorten

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


def is_loopback(host: str) -> bool:
    """Whether a host is this machine's loopback, by its name or number."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def stays_on_this_machine(target: str) -> bool:
    """Whether what is sent to a target, as gRPC reads it, leaves this machine in no case.

    That is a Unix socket, or hosts that are all this machine's loopback, with a scheme of gRPC's (``dns:///HOST:PORT``,
    ``ipv4:HOST:PORT,HOST:PORT``) or without; a target of any other kind is taken to lead elsewhere.
    """
    scheme, colon, rest = target.partition(":")
    if not colon or scheme not in {"dns", "ipv4", "ipv6", "unix", "unix-abstract"}:
        rest = target
    elif scheme.startswith("unix"):
        return True
    if rest.startswith("//"):  # an authority, which names the resolver, before the last part
        rest = rest[2:].partition("/")[2]
    hosts = [_host(part) for part in unquote(rest).removeprefix("/").split(",")]
    return all(is_loopback(host) for host in hosts)


def _host(part: str) -> str:
    try:
        return parse_address(part)[0]
    except InvalidInputError:  # without a port
        return part
