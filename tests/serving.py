"""A server in this process, on a free loopback port."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from service.rpc.server import server
from service.rpc.server.settings import ServeSettings
from service.rpc.workers.pool import ModelSource

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
    reload_event: asyncio.Event

    def stop(self) -> None:
        """Begin to stop; ``thread`` ends when the server has."""
        self.loop.call_soon_threadsafe(self.stop_event.set)

    def reload(self) -> None:
        """Look for another model, as SIGHUP does."""
        self.loop.call_soon_threadsafe(self.reload_event.set)


def free_port() -> int:
    """A port of loopback that nobody has."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def source_of(extractor: Extractor | FakeExtractor) -> ModelSource:
    """An extractor of this process, as a server takes it."""
    return ModelSource(
        model=extractor.model, load=lambda: cast("Extractor", extractor), fingerprint=extractor.model
    )


@contextlib.contextmanager
def serving(
    extractor: Extractor | FakeExtractor | None = None,
    *,
    find: Callable[[], ModelSource] | None = None,
    **settings: object,
) -> Iterator[RunningServer]:
    """Serve ``extractor`` in a thread, or what ``find`` gives, until the block ends."""
    if extractor is not None:
        source = source_of(extractor)
        find = lambda: source  # noqa: E731
        settings.setdefault("workers", 0)
    settings = {"address": "127.0.0.1:0", "grace_s": 5.0, **settings}
    ready = threading.Event()
    ports: list[int] = []
    failures: list[BaseException] = []
    started: list[tuple[asyncio.AbstractEventLoop, asyncio.Event, asyncio.Event]] = []

    def announce(port: int) -> None:
        ports.append(port)
        ready.set()

    async def run() -> None:
        stop, reload = asyncio.Event(), asyncio.Event()
        started.append((asyncio.get_running_loop(), stop, reload))
        await server.serve(ServeSettings(**settings), on_ready=announce, stop=stop, reload=reload, find=find)

    def run_thread() -> None:
        try:
            asyncio.run(run())
        except BaseException as e:  # noqa: BLE001  shown by the test instead
            failures.append(e)
        finally:
            ready.set()

    thread = threading.Thread(target=run_thread, name="server")
    thread.start()
    assert ready.wait(timeout=120)
    if failures:
        raise failures[0]
    running = RunningServer(f"127.0.0.1:{ports[0]}", thread, *started[0])
    try:
        yield running
    finally:
        if thread.is_alive():
            running.stop()
        thread.join(timeout=60)
        assert not thread.is_alive()
        assert not failures, failures
