"""A server in this process, on a free loopback port."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from service.rpc import server

if TYPE_CHECKING:
    from extractor import Extractor
    from tests.fakes import FakeExtractor


@dataclass(frozen=True)
class RunningServer:
    """A server and the way to stop it."""

    address: str
    thread: threading.Thread
    loop: asyncio.AbstractEventLoop
    stop_event: asyncio.Event

    def stop(self) -> None:
        """Begin to stop; ``thread`` ends when the server has."""
        self.loop.call_soon_threadsafe(self.stop_event.set)


@contextlib.contextmanager
def serving(extractor: Extractor | FakeExtractor, *, grace_s: float = 5.0) -> Iterator[RunningServer]:
    """Serve ``extractor`` until the block ends."""
    ready = threading.Event()
    ports: list[int] = []
    failures: list[BaseException] = []
    started: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    def announce(port: int) -> None:
        ports.append(port)
        ready.set()

    async def run() -> None:
        stop = asyncio.Event()
        started.append((asyncio.get_running_loop(), stop))
        await server.serve(
            "127.0.0.1:0",
            load_extractor=lambda: cast("Extractor", extractor),
            on_ready=announce,
            stop=stop,
            grace_s=grace_s,
        )

    def run_thread() -> None:
        try:
            asyncio.run(run())
        except BaseException as e:  # noqa: BLE001  shown by the test instead
            failures.append(e)
            ready.set()

    thread = threading.Thread(target=run_thread, name="server")
    thread.start()
    assert ready.wait(timeout=60)
    if failures:
        raise failures[0]
    loop, stop_event = started[0]
    running = RunningServer(f"127.0.0.1:{ports[0]}", thread, loop, stop_event)
    try:
        yield running
    finally:
        if thread.is_alive():
            running.stop()
        thread.join(timeout=30)
        assert not thread.is_alive()
        assert not failures, failures
