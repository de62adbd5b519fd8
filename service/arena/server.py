"""The arena's processes: one answers, another scores, so that scoring keeps nobody waiting."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import uvicorn

from extractor.errors import ResourceError
from service.arena.app import make_app
from service.arena.files import ArenaFiles
from service.arena.jobs import LEASE_S, Scorer
from service.arena.receiving import Receiver
from service.arena.refusals import StoreGoneError
from service.arena.store import Store
from service.arena.streaming import StreamedSubmissions

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

_LOOK_S = 5.0
_STOP_S = 10
_FIRST_PAUSE_S = 0.5
_LONGEST_PAUSE_S = 30.0
_LONG_LIFE_S = 300.0
_WAKE = b"!"
_log = logging.getLogger(__name__)


def serve(
    url: str,
    files: ArenaFiles,
    listener: socket.socket,
    *,
    scores: bool = True,
    tls: tuple[Path, Path] | None = None,
    grpc_address: str | None = None,
    on_ready: Callable[[int | None], None] = lambda _: None,
) -> None:
    """Serve an arena until the process is told to stop.

    Args:
        url: Of the store.
        files: Its folder.
        listener: Where it listens.
        scores: Whether a process beside this one scores what comes.
        tls: Files of the certificate and of its key, PEM.
        grpc_address: Where streams of captions are taken, too: ``HOST:PORT``; None for nowhere.
        on_ready: Called when all is checked, and what comes will be answered; with the port of gRPC.

    Raises:
        InvalidInputError: The store has no tables, or those of another version, or is another arena's.
        ResourceError: The store does not answer, or another server runs on the folder.
    """
    store = Store(url)
    with contextlib.closing(store), files.only_server():
        store.check_version()
        store.check_arena(files.arena_id)
        swept = files.sweep(store)
        if swept.n_removed:
            _log.info("%d files of uploads that never came to their end are removed", swept.n_removed)
        for submission_id in swept.lost:
            _log.error("the file of submission %s is not there", submission_id)
        with _scoring(url, files, scores=scores) as keeper, contextlib.ExitStack() as stack:
            grpc_port = None
            if grpc_address is not None:
                from service.rpc.evaluation.server import serving

                streamed = StreamedSubmissions(Receiver(store, files, keeper.wake), files)
                grpc_port = stack.enter_context(serving(streamed, grpc_address, tls=tls))
            app = make_app(store, files, on_received=keeper.wake)
            config = uvicorn.Config(
                app,
                http="h11",
                ws="none",
                log_level="warning",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=_STOP_S,
                ssl_certfile=None if tls is None else tls[0],
                ssl_keyfile=None if tls is None else tls[1],
            )
            on_ready(grpc_port)
            # uvicorn stops at the first Ctrl-C or SIGTERM, and passes it on when it has.
            with contextlib.suppress(KeyboardInterrupt), _terminable():
                uvicorn.Server(config).run(sockets=[listener])


def run_worker(url: str, folder: Path, heard: Connection, lease_s: float = LEASE_S) -> None:
    """The process that scores: whenever it is woken, and now and then; until the other end is closed."""
    from service.rpc.observe.logs import configure_worker_logs

    configure_worker_logs(level="info", form="text")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that answers
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    is_over = threading.Event()

    def listen(timeout_s: float) -> None:
        """Wait for a word; all that were said mean one thing."""
        try:
            while heard.poll(timeout_s):
                heard.recv_bytes()
                timeout_s = 0
        except (EOFError, OSError):
            is_over.set()

    def ends() -> bool:
        listen(0)
        return is_over.is_set()

    with contextlib.closing(Store(url)) as store:
        scorer = Scorer(store, ArenaFiles(folder), lease_s=lease_s, say=_log.info)
        while not is_over.is_set():
            try:
                scorer.run_pending(is_over=ends)
            except StoreGoneError as e:
                _log.error("%s; scoring goes on when it does", e)
            listen(_LOOK_S)


class WorkerKeeper:
    """Keeps a process that scores: starts another where it ends, which takes up what was begun.

    Args:
        url: Of the store.
        folder: Of the arena.
        first_pause_s: Before the first new start, in seconds; each further one waits twice as long.
    """

    def __init__(self, url: str, folder: Path, *, first_pause_s: float = _FIRST_PAUSE_S) -> None:
        self._url = url
        self._folder = folder
        self._first_pause_s = first_pause_s
        self._context = multiprocessing.get_context("spawn")
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._process: SpawnProcess | None = None
        self._word: Connection | None = None
        self._thread = threading.Thread(target=self._keep, name="keeper")

    @property
    def pid(self) -> int | None:
        """Of the process, while there is one."""
        process = self._process
        return None if process is None else process.pid

    def __enter__(self) -> Self:
        self._start()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        with self._lock:
            process = self._process
        if process is not None:
            process.terminate()  # what it was at is begun again at the next start
        self._thread.join()

    def wake(self) -> None:
        """Say that there is something to score."""
        with self._lock, contextlib.suppress(OSError):  # it looks now and then, too
            if self._word is not None:
                self._word.send_bytes(_WAKE)

    def _start(self) -> None:
        heard, word = self._context.Pipe(duplex=False)
        os.set_blocking(word.fileno(), False)
        process = self._context.Process(
            target=run_worker, args=(self._url, self._folder, heard), name="arena-scores", daemon=True
        )
        process.start()
        heard.close()
        with self._lock:
            if self._word is not None:
                self._word.close()
            self._process, self._word = process, word

    def _keep(self) -> None:
        pause_s = self._first_pause_s
        while True:
            process = self._process
            if process is None:
                return
            began = time.monotonic()
            process.join()
            if self._stop.is_set():
                return
            if time.monotonic() - began > _LONG_LIFE_S:
                pause_s = self._first_pause_s
            _log.error("the process that scores ended with %s; another one starts", process.exitcode)
            if self._stop.wait(pause_s):
                return
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
            self._start()
            if self._stop.is_set() and self._process is not None:
                self._process.terminate()


class _NoWorker:
    """Where scoring is done by ``captuple arena score``."""

    def wake(self) -> None:
        """Nobody is there."""


@contextmanager
def _scoring(url: str, files: ArenaFiles, *, scores: bool) -> Iterator[WorkerKeeper | _NoWorker]:
    if not scores:
        yield _NoWorker()
        return
    with WorkerKeeper(url, files.folder) as keeper:
        yield keeper


@contextmanager
def _terminable() -> Iterator[None]:
    """In the block SIGTERM, which uvicorn passes on when it has stopped, ends the block and not the process."""

    def stop(number: int, frame: object) -> None:
        del number, frame
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        ResourceError: It cannot.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as e:
        raise ResourceError(
            f"{host}:{port} cannot be listened on: {e.strerror or e}; --port 0 takes a free port"
        ) from e
