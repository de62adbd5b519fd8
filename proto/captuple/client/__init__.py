"""Typed clients of ``SemanticTupleService``: `CaptupleClient` for threads, `AsyncCaptupleClient` for asyncio.

Both retry calls that the server is UNAVAILABLE for, with growing pauses, keep to deadlines, and may keep several
connections. Their streams resume after a broken connection without losing or doubling an item.
"""

from captuple.client.for_asyncio import AsyncCaptupleClient
from captuple.client.for_threads import CaptupleClient

__all__ = ["AsyncCaptupleClient", "CaptupleClient"]
