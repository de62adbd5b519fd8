"""``captuple serve`` as a process, and load on it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil
from captuple import CaptupleClient

from extractor import Caption, Extraction
from extractor.bundle import find_bundle
from extractor.errors import CaptupleError

ROOT = Path(__file__).resolve().parents[1]
SERVE = [sys.executable, "-m", "service.cli", "serve"]


@dataclass
class ServerProcess:
    """A running server; its log is read by a thread, so that it never blocks on it."""

    process: subprocess.Popen[bytes]
    address: str = ""
    lines: list[str] = field(default_factory=list)
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def read_log(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            with self._changed:
                self.lines.append(line.decode())
                self._changed.notify_all()
        with self._changed:
            self.lines.append("(end)")
            self._changed.notify_all()

    def wait_for_log(self, text: str, *, n_times: int = 1, timeout_s: float = 120.0) -> str:
        """The line of the log that holds a text for the n-th time, once it is there."""

        def found() -> list[str]:
            return [line for line in self.lines if text in line]

        with self._changed:
            there = self._changed.wait_for(
                lambda: len(found()) >= n_times or "(end)" in self.lines, timeout=timeout_s
            )
        assert there, self.lines
        assert len(found()) >= n_times, self.lines
        return found()[n_times - 1]

    def workers(self) -> list[psutil.Process]:
        """The processes that run the model."""
        return [
            child
            for child in psutil.Process(self.process.pid).children()
            if "resource_tracker" not in " ".join(child.cmdline())
        ]


@contextlib.contextmanager
def server_process(*options: str, port: int = 0, **environment: str) -> Iterator[ServerProcess]:
    """A server that answers, until the block ends; port 0 takes a free one."""
    process = subprocess.Popen(
        [*SERVE, "--address", f"127.0.0.1:{port}", *options],
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1", **environment},
    )
    server = ServerProcess(process)
    reader = threading.Thread(target=server.read_log)
    reader.start()
    try:
        line = server.wait_for_log("captuple serves on ")
        server.address = served_address(line)
        yield server
    finally:
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(timeout=60)
        finally:
            process.kill()
            reader.join(timeout=10)
            if process.stderr is not None:
                process.stderr.close()


def served_address(line: str) -> str:
    """The address in the line of a log (of JSON) that says where a server listens."""
    event: str = json.loads(line)["event"]
    return event.removeprefix("captuple serves on ")


class Load:
    """Clients in threads that call until they are stopped, and note what comes back."""

    def __init__(self, address: str, *, n_clients: int = 4, captions_per_call: int = 2) -> None:
        self.answers: list[set[str]] = []
        self.errors: list[CaptupleError] = []
        self._address = address
        self._captions = [
            Caption(text=f"A dog and {i + 2} cats sleep on a sofa.") for i in range(captions_per_call)
        ]
        self._stop = threading.Event()
        self._changed = threading.Condition()
        self._threads = [threading.Thread(target=self._call) for _ in range(n_clients)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=60)

    def wait_for_answers(self, n: int, *, timeout_s: float = 120.0) -> None:
        """Wait until so many more calls are answered."""
        with self._changed:
            wanted = len(self.answers) + n
            there = self._changed.wait_for(
                lambda: len(self.answers) >= wanted or bool(self.errors), timeout=timeout_s
            )
        assert there

    def _call(self) -> None:
        with CaptupleClient(self._address, timeout_s=60) as client:
            while not self._stop.is_set():
                try:
                    results = client.extract(self._captions)
                except CaptupleError as e:
                    with self._changed:
                        self.errors.append(e)
                        self._changed.notify_all()
                    return
                with self._changed:
                    failed = [r for r in results if not isinstance(r, Extraction)]
                    self.errors += failed
                    self.answers.append({r.model for r in results if isinstance(r, Extraction)})
                    self._changed.notify_all()


def copy_of_bundle(folder: Path, *, version: str) -> Path:
    """The shipped bundle under another version, in ``folder/en-captions/VERSION``, whole from the first moment."""
    source = find_bundle("en-captions")
    target = folder / "en-captions" / version
    building = folder / f".{version}.new"
    for file in source.rglob("*"):
        if file.is_file() and file.name != "manifest.json":
            copy = building / file.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.symlink_to(file)
    manifest = json.loads((source / "manifest.json").read_text())
    (building / "manifest.json").write_text(json.dumps({**manifest, "version": version}))
    target.parent.mkdir(parents=True, exist_ok=True)
    building.rename(target)
    return target
