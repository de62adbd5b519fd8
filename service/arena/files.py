"""The folder of an arena: tasks, submissions as they came, statistics of each image, and who works there.

A file has its name when it is whole and on the disk, and not before. What counts is the row in the store alone: a file
without one is swept away when the server starts.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Self

from extractor.errors import InvalidInputError, ResourceError
from formats.files import whole_file, whole_folder
from service.arena.task import TASK_FILE, Task, file_sha256

if TYPE_CHECKING:
    from service.arena.store import Store, StoredTask

STORE_FILE = "arena.sqlite"
_ID_FILE = "arena.id"
_INCOMING, _SUBMISSIONS, _STATISTICS = "incoming", "submissions", "statistics"
_TASKS, _WORKERS, _CACHE = "tasks", "workers", "cache"
_FOLDERS = (_INCOMING, _SUBMISSIONS, _STATISTICS, _TASKS, _WORKERS)
_ONLY_US = 0o700


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """What a sweep found.

    Attributes:
        n_removed: Files that no submission has: of uploads that never came to their end.
        lost: Ids of submissions whose file is not there.
    """

    n_removed: int
    lost: tuple[str, ...]


class ArenaFiles:
    """The folder; `make` makes it.

    Args:
        folder: Of one arena alone. Who can read it can read the hidden references.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def default_store(self) -> str:
        """The URL of the store where none is named: SQLite, in the folder."""
        return f"sqlite:///{self.folder.resolve() / STORE_FILE}"

    @property
    def cache(self) -> Path:
        """The tuples of captions, so that none is extracted twice."""
        return self.folder / _CACHE

    @property
    def arena_id(self) -> str:
        """What the store has, too; empty where this is no arena's folder."""
        try:
            return (self.folder / _ID_FILE).read_text()
        except OSError:
            return ""

    def make(self) -> None:
        """Make the folder and what is in it, where it is not there.

        Raises:
            ResourceError: It cannot be made.
        """
        try:
            self.folder.mkdir(mode=_ONLY_US, parents=True, exist_ok=True)
            for name in _FOLDERS:
                (self.folder / name).mkdir(mode=_ONLY_US, exist_ok=True)
            with contextlib.suppress(FileExistsError), (self.folder / _ID_FILE).open("x") as file:
                file.write(secrets.token_hex(16))
        except OSError as e:
            raise ResourceError(f"{self.folder} cannot be made: {e.strerror or e}") from e

    def check(self) -> None:
        """Check that this is the folder of an arena.

        Raises:
            InvalidInputError: It is not.
        """
        if not all((self.folder / name).is_dir() for name in _FOLDERS) or not self.arena_id:
            raise InvalidInputError(
                f"{self.folder} is no folder of an arena: captuple arena create makes one"
            )

    # ---- tasks

    def task_folder(self, name: str) -> Path:
        """Where a task's files lie."""
        return self.folder / _TASKS / name

    def add_task(self, task: Task) -> None:
        """Copy the files of a task; those of a task that was never registered are replaced.

        Raises:
            ResourceError: They cannot be written.
        """
        target = self.task_folder(task.settings.name)
        shutil.rmtree(target, ignore_errors=True)
        with whole_folder(target) as folder:
            folder.chmod(_ONLY_US)
            for name, digest in task.sha256_by_file.items():
                shutil.copyfile(task.folder / name, folder / name)
                if file_sha256(folder / name) != digest:
                    raise InvalidInputError(f"{task.folder / name} changed while it was read")

    def check_task(self, task: StoredTask) -> Path:
        """The folder of a task, whose files are what they were when it was registered.

        Raises:
            ResourceError: Files are not there, or are others by now.
        """
        folder = self.task_folder(task.name)
        for name, digest in task.sha256_by_file.items():
            if not (folder / name).is_file():
                raise ResourceError(f"task {task.name}: {name} is not in {folder} any more")
            if file_sha256(folder / name) != digest:
                raise ResourceError(f"task {task.name}: {name} in {folder} is not what it was")
        return folder

    # ---- submissions

    def incoming(self) -> Incoming:
        """A file that is being received."""
        return Incoming(self.folder / _INCOMING / f"{secrets.token_hex(16)}.tmp")

    def submission(self, submission_id: str, sha256: str) -> Path:
        """The file of a submission."""
        return self.folder / _SUBMISSIONS / f"{submission_id}-{sha256}"

    def keep(self, incoming: Incoming, submission_id: str) -> Path:
        """Give a received file its name.

        Raises:
            ResourceError: The machine failed.
        """
        path = self.submission(submission_id, incoming.sha256)
        try:
            incoming.path.replace(path)
            _sync_folder(path.parent)
        except OSError as e:
            raise ResourceError(f"{path} cannot be written: {e.strerror or e}") from e
        return path

    def checked_submission(self, submission_id: str, sha256: str) -> Path:
        """The file of a submission, which is what was received.

        Raises:
            ResourceError: It is not there, or another one by now.
        """
        path = self.submission(submission_id, sha256)
        if not path.is_file():
            raise ResourceError("the submission's file is not there any more")
        if file_sha256(path) != sha256:
            raise ResourceError("the submission's file is not what was received")
        return path

    def sweep(self, store: Store) -> Swept:
        """Remove the files that no submission has; only while nothing is received.

        Raises:
            ResourceError: The store does not answer; nothing is removed then.
        """
        found = {path.name.partition("-")[0]: path for path in (self.folder / _SUBMISSIONS).iterdir()}
        known = store.known_submissions(found)
        stray = [path for submission_id, path in found.items() if submission_id not in known]
        stray += (self.folder / _INCOMING).iterdir()
        if not any(map(self.is_alive, store.lease_owners())):
            stray += (self.folder / _STATISTICS).glob(".*.tmp")
        for path in stray:
            path.unlink(missing_ok=True)
        lost = [
            item.id
            for item in (*store.submissions(state="received"), *store.submissions(state="scoring"))
            if not self.submission(item.id, item.sha256).is_file()
        ]
        return Swept(n_removed=len(stray), lost=tuple(lost))

    # ---- statistics

    def statistics(self, submission_id: str) -> Path:
        """Where the figures of each image of a submission lie."""
        return self.folder / _STATISTICS / f"{submission_id}.npz"

    @contextmanager
    def new_statistics(self, submission_id: str) -> Iterator[BinaryIO]:
        """Write the figures of each image, whole and on the disk when the block has ended."""
        path = self.statistics(submission_id)
        with whole_file(path, durable=True) as file:
            yield file
        _sync_folder(path.parent)

    # ---- who works here

    def only_server(self) -> contextlib.AbstractContextManager[None]:
        """Be the one server of this folder, for a block.

        Raises:
            ResourceError: Another one is.
        """
        return _only_one(self.folder / "server.lock", f"another server runs on {self.folder}")

    def only_admin(self) -> contextlib.AbstractContextManager[None]:
        """Be the one who makes a task in this folder, for a block.

        Raises:
            ResourceError: Another one is.
        """
        return _only_one(self.folder / "create.lock", f"another task is being made in {self.folder}")

    def worker(self) -> Worker:
        """Somebody who scores, for a block: alive as long as its process is."""
        return Worker(self.folder / _WORKERS)

    def is_alive(self, owner: str) -> bool:
        """Whether a worker's process still is; the system unlocks its file when that ends, however it ends."""
        path = self.folder / _WORKERS / f"{owner}.lock"
        try:
            with path.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False
        path.unlink(missing_ok=True)
        return False


class Incoming:
    """A file that is being received: hashed on the way, removed unless it is kept.

    Args:
        path: Its temporary name.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.n_bytes = 0
        self._digest = hashlib.sha256()
        self._file: BinaryIO | None = None

    @property
    def sha256(self) -> str:
        """Of what was written."""
        return self._digest.hexdigest()

    def __enter__(self) -> Self:
        try:
            self._file = self.path.open("xb")
        except OSError as e:
            raise ResourceError(f"submissions cannot be kept: {e.strerror or e}") from e
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()
        self.path.unlink(missing_ok=True)

    def write(self, data: bytes) -> None:
        """Add data.

        Raises:
            ResourceError: The disk is full, or fails.
        """
        if self._file is None:
            raise ValueError("the file is not open")
        try:
            self._file.write(data)
        except OSError as e:
            raise ResourceError(f"submissions cannot be kept: {e.strerror or e}") from e
        self._digest.update(data)
        self.n_bytes += len(data)

    def finish(self) -> None:
        """Have it on the disk.

        Raises:
            ResourceError: The disk is full, or fails.
        """
        if self._file is None:
            raise ValueError("the file is not open")
        try:
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as e:
            raise ResourceError(f"submissions cannot be kept: {e.strerror or e}") from e


class Worker:
    """Somebody who scores; others see whether it is alive."""

    def __init__(self, folder: Path) -> None:
        self.name = secrets.token_hex(8)
        self._path = folder / f"{self.name}.lock"
        self._lock = _only_one(self._path, f"{self._path} is locked")

    def __enter__(self) -> str:
        self._lock.__enter__()
        return self.name

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._path.unlink(missing_ok=True)
        self._lock.__exit__(kind, error, trace)


@contextmanager
def _only_one(path: Path, refusal: str) -> Iterator[None]:
    try:
        file = path.open("ab")
    except OSError as e:
        raise ResourceError(f"{path} cannot be written: {e.strerror or e}") from e
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as e:
            raise ResourceError(refusal) from e
        yield


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def task_json(folder: Path) -> str:
    """The text of a task's settings."""
    return (folder / TASK_FILE).read_text(encoding="utf-8")
