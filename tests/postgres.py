"""A PostgreSQL of the tests' own: Debian's programs, a folder that is thrown away, a socket in it."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import psycopg

USER = "arena"
_INSTALLED = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
_PATH = os.pathsep.join([os.environ.get("PATH", ""), *map(str, reversed(_INSTALLED))])
INITDB, PG_CTL = (shutil.which(name, path=_PATH) for name in ("initdb", "pg_ctl"))
OPTIONS = "-c listen_addresses= -c fsync=off -c shared_buffers=16MB -c max_connections=40"


class Postgres:
    """A server that can be stopped and started; root's is another user's, as PostgreSQL will have it."""

    def __init__(self) -> None:
        # Short, as the path of a socket must be; and not below a folder that is root's alone.
        self._folder = Path(tempfile.mkdtemp(prefix="captuple-pg-", dir="/tmp"))  # as said
        if os.geteuid() == 0:
            shutil.chown(self._folder, "postgres", "postgres")
        self._numbers = itertools.count(1)
        options = ["--auth=trust", f"--username={USER}", "--encoding=UTF8", "--no-locale", "--no-sync"]
        self._run([str(INITDB), "--pgdata", str(self._data), *options])
        self.start()

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def start(self) -> None:
        """Start it; it answers then."""
        log = str(self._folder / "log")
        options = f"-k {self._folder} {OPTIONS}"
        self._run([str(PG_CTL), "start", "-D", str(self._data), "-l", log, "-w", "-o", options])

    def stop(self) -> None:
        """Stop it as a power cut would: nobody is told, nothing is tidied up."""
        self._run([str(PG_CTL), "stop", "-D", str(self._data), "-m", "immediate", "-w"])

    def remove(self) -> None:
        """Stop it and throw everything away."""
        self.stop()
        shutil.rmtree(self._folder)

    def new_database(self) -> str:
        """The URL of a new database."""
        name = f"arena{next(self._numbers)}"
        with psycopg.connect(host=str(self._folder), user=USER, dbname="postgres", autocommit=True) as admin:
            admin.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]  # a name of ours
        return f"postgresql://{USER}@/{name}?host={self._folder}"

    def _run(self, command: Sequence[str]) -> None:
        who = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        with tempfile.TemporaryFile() as said:
            # Not a pipe: the server, which stays, would keep it open.
            done = subprocess.run(
                command,
                stdout=said,
                stderr=said,
                stdin=subprocess.DEVNULL,
                cwd="/",
                check=False,
                timeout=60,
                **who,  # type: ignore[call-overload]  # arguments of one kind
            )
            said.seek(0)
            assert done.returncode == 0, said.read().decode()
