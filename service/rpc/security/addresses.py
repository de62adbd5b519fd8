"""Which addresses stay on this machine, for doors that know no gRPC."""

from captuple.wire.address import is_loopback

__all__ = ["is_loopback"]
