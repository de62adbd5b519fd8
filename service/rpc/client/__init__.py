"""The typed clients of `captuple.v1`: `CaptupleClient`, and `AsyncCaptupleClient` for asyncio."""

from service.rpc.client.clients import AsyncCaptupleClient, CaptupleClient

__all__ = ["AsyncCaptupleClient", "CaptupleClient"]
