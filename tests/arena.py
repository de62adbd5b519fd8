"""A small arena for tests, made once and copied: captions of our own, whose tuples are in its cache."""

from __future__ import annotations

import contextlib
import functools
import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from service.arena.files import ArenaFiles, task_json
from service.arena.intake import read_submission
from service.arena.jobs import Scorer
from service.arena.scoring import prepare
from service.arena.store import NewSubmission, Store, StoredTask, Submission, Team, new_submission_id
from service.arena.task import read_task
from service.pipeline.extraction import extracted
from tests.processes import ROOT

EXAMPLES = ROOT / "examples" / "arena"
SCENES = EXAMPLES / "scenes"
SYSTEM_A, SYSTEM_B = EXAMPLES / "system-a.jsonl", EXAMPLES / "system-b.jsonl"
N_IMAGES = 6
CLI = [sys.executable, "-m", "service.cli"]

SECRET = "xylophone"
"""A word of the hidden references alone."""


def lines(path: Path) -> list[dict[str, Any]]:
    """The records of JSON Lines."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def write_lines(path: Path, records: list[dict[str, Any]]) -> Path:
    """JSON Lines of records."""
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return path


def write_task(folder: Path, **changes: Any) -> Path:
    """A task of a few images, with what is changed of its settings."""
    folder.mkdir(parents=True)
    references = lines(SCENES / "references.jsonl")[:N_IMAGES]
    references[0]["captions"].append(f"An {SECRET} stands beside the bench.")
    write_lines(folder / "references.jsonl", references)
    settings = {
        "schema": "captuple.task/1",
        "name": "tiny",
        "title": "A <b>tiny</b> task",
        "description": "Six & more.",
        "references": "references.jsonl",
        "labels": "references.jsonl",
        "scores": {"resamples": 100},
        "quota": {"per_day": 100},
    }
    (folder / "task.json").write_text(json.dumps({**settings, **changes}))
    return folder


@functools.cache
def captions(system: Path) -> list[dict[str, Any]]:
    """A system's captions of the tiny task."""
    return lines(system)[:N_IMAGES]


def body(system: Path = SYSTEM_A) -> bytes:
    """A submission to the tiny task."""
    return "".join(f"{json.dumps(record)}\n" for record in captions(system)).encode()


def fill(folder: Path) -> None:
    """Make the folder from which `arena` copies: the cache knows all captions."""
    files = ArenaFiles(folder / "files")
    files.make()
    task = read_task(write_task(folder / "task"))
    prepare(task, cache=files.cache)
    for system in (SYSTEM_A, SYSTEM_B):
        entries = read_submission(system).entries[:N_IMAGES]
        extracted(entries, model=task.model, cache=files.cache)


@dataclass
class Arena:
    """An arena with a task and two teams."""

    url: str
    store: Store
    files: ArenaFiles
    tokens: dict[str, str]

    def task(self, name: str = "tiny") -> StoredTask:
        return self.store.task(name)

    def team(self, name: str = "Blue") -> Team:
        return self.store.team_of(f"Bearer {self.tokens[name]}")

    def header(self, name: str = "Blue") -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[name]}"}

    def submit(self, system: Path = SYSTEM_A, *, team: str = "Blue", now_ms: int | None = None) -> Submission:
        """What the server does with a fit file, without the server."""
        new_id = new_submission_id()
        with self.files.incoming() as incoming:
            incoming.write(body(system))
            incoming.finish()
            self.files.keep(incoming, new_id)
        new = NewSubmission(id=new_id, sha256=incoming.sha256, n_bytes=incoming.n_bytes, format_name="jsonl")
        return self.store.receive(self.task(), self.team(team), new, now_ms=now_ms)

    def score(self) -> int:
        """Score what waits, in this process."""
        return Scorer(self.store, self.files).run_pending()


@contextlib.contextmanager
def arena(filled: Path, folder: Path, *, url: str | None = None, **changes: Any) -> Iterator[Arena]:
    """A new arena: its folder is a copy; ``changes`` are those of the task."""
    shutil.copytree(filled / "files", folder / "files", ignore=shutil.ignore_patterns("arena.id"))
    files = ArenaFiles(folder / "files")
    files.make()
    url = url or files.default_store
    store = Store(url)
    with contextlib.closing(store):
        store.migrate()
        store.bind(files.arena_id)
        task = read_task(write_task(folder / "task", **changes))
        files.add_task(task)
        store.add_task(task, json=task_json(files.task_folder(task.settings.name)))
        tokens = {name: store.add_team(name) for name in ("Blue", "Red")}
        yield Arena(url, store, files, tokens)


@dataclass
class ServerProcess:
    """``captuple arena serve``, running."""

    process: subprocess.Popen[str]
    address: str
    log: list[str] = field(default_factory=list)

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2].rstrip("/"))


@contextlib.contextmanager
def server_process(arena: Arena, *options: str) -> Iterator[ServerProcess]:
    """A server of an arena, until the block ends."""
    command = [*CLI, "arena", "serve", "--port", "0", "--files", str(arena.files.folder), *options]
    process = subprocess.Popen(
        [*command, "--store", arena.url],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    stderr = process.stderr
    address = process.stdout.readline().strip()
    assert address, stderr.read()
    server = ServerProcess(process, address)
    reader = threading.Thread(target=lambda: server.log.extend(stderr))
    reader.start()
    try:
        yield server
    finally:
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(timeout=30)
        finally:
            process.kill()
            reader.join(timeout=10)
            process.stdout.close()
            stderr.close()
