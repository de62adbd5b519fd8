"""Which addresses stay on this machine, for doors that know no gRPC."""

from captuple.wire.address import is_loopback, parse_address

__all__ = ["is_loopback", "parse_address"]
