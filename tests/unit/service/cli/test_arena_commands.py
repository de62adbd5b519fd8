"""``captuple arena`` for who runs it: what its commands print, refuse and leave behind."""

from __future__ import annotations

import csv
import json
import logging
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import click.testing
import pytest
import sqlalchemy as sa

pytest.importorskip("sqlalchemy", reason="pip install 'captuple[arena]'")
from service.arena.files import ArenaFiles
from service.arena.store import Store
from service.cli.group import cli
from tests.arena import SECRET, SYSTEM_A, Arena, arena, write_task
from tests.certificates import Authority


def run(*arguments: object) -> click.testing.Result:
    return click.testing.CliRunner().invoke(cli, ["arena", *map(str, arguments)])


@pytest.fixture
def one(filled_arena: Path, tmp_path: Path) -> Iterator[Arena]:
    with arena(filled_arena, tmp_path) as made:
        yield made


def test_create_makes_an_arena_and_keeps_its_files_to_itself(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "arena"
    result = run("create", write_task(tmp_path / "task"), "--files", folder)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("tiny: 6 images, 13 references, 2 labels; en-captions@")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert (folder / "tasks" / "tiny" / "references.jsonl").is_file() and (folder / "arena.sqlite").is_file()
    again = run("create", tmp_path / "task", "--files", folder)
    assert again.exit_code == 2 and "there is a task tiny already" in again.stderr
    other = run("create", write_task(tmp_path / "other", name="other"), "--files", folder)
    assert other.exit_code == 0, other.output
    store = Store(ArenaFiles(folder).default_store)
    assert [task.name for task in store.tasks()] == ["other", "tiny"]
    store.close()


def test_a_task_is_made_by_one_at_a_time(one: Arena, tmp_path: Path) -> None:
    task = write_task(tmp_path / "second", name="second")
    with one.files.only_admin():
        result = run("create", task, "--files", one.files.folder)
    assert result.exit_code == 1 and "another task is being made in" in result.stderr
    assert run("create", task, "--files", one.files.folder).exit_code == 0


def test_a_faulty_task_makes_nothing(tmp_path: Path) -> None:
    task = write_task(tmp_path / "task", references="none.jsonl", closes="never", speed=1)
    result = run("create", task, "--files", tmp_path / "arena")
    assert result.exit_code == 2
    for part in ("closes: Invalid RFC3339", "speed: no such field"):
        assert part in result.stderr
    assert not (tmp_path / "arena").exists()
    result = run("create", tmp_path / "nowhere", "--files", tmp_path / "arena")
    assert result.exit_code == 2 and "task.json: no such file" in result.stderr
    without = run(
        "create", write_task(tmp_path / "w", references="none.jsonl"), "--files", tmp_path / "arena"
    )
    assert without.exit_code == 2 and "references: there is no file 'none.jsonl'" in without.stderr


def test_teams_come_and_go(one: Arena) -> None:
    files = ("--files", one.files.folder)
    added = run("team", "add", "Green", *files)
    assert added.exit_code == 0 and len(added.stdout.strip()) == 43
    assert one.store.team_of(f"Bearer {added.stdout.strip()}").name == "Green"
    rotated = run("team", "rotate", "Green", *files)
    assert one.store.team_of(f"Bearer {rotated.stdout.strip()}").name == "Green"
    assert run("team", "remove", "Red", *files).exit_code == 0
    assert run("team", "list", *files).stdout == "Blue\tactive\nGreen\tactive\nRed\tremoved\n"
    for arguments, problem in (
        (("add", "Blue"), "a team 'Blue' already"),
        (("remove", "Purple"), "unknown team 'Purple'"),
        (("add",), "Give the name of the team to add."),
    ):
        result = run("team", *arguments, *files)
        assert result.exit_code == 2 and problem in result.stderr


def test_what_waits_is_scored_and_a_closed_task_is_exported(one: Arena, tmp_path: Path) -> None:
    files, item = ("--files", one.files.folder), one.submit(SYSTEM_A)
    assert run("score", *files).stdout == "1 scored\n"
    assert run("score", *files).stdout == "0 scored\n"
    assert run("close", "tiny", *files).exit_code == 0
    assert one.task().closed_at_ms is not None
    assert run("export", "--task", "tiny", "--output", tmp_path / "out", *files).exit_code == 0
    [row] = csv.DictReader((tmp_path / "out" / "board.csv").read_text().splitlines())
    assert row["team"] == "Blue" and 0 < float(row["overall"]) < 1
    exact = json.loads((tmp_path / "out" / "submissions.json").read_text())["submissions"]
    assert [entry["id"] for entry in exact] == [item.id]
    assert SECRET not in (tmp_path / "out" / "submissions.json").read_text()
    again = run("export", "--task", "tiny", "--output", tmp_path / "out", *files)
    assert again.exit_code == 2 and "exists" in again.stderr


def test_what_could_not_be_scored_is_tried_again(one: Arena, caplog: pytest.LogCaptureFixture) -> None:
    files, item = ("--files", one.files.folder), one.submit(SYSTEM_A)
    references = one.files.task_folder("tiny") / "references.jsonl"
    kept = references.read_bytes()
    references.write_bytes(kept + b"\n")
    with caplog.at_level(logging.ERROR):
        assert run("score", *files).stdout == "0 scored\n"
    assert "references.jsonl in" in caplog.text and "is not what it was" in caplog.text
    failed = one.store.submission(item.id)
    assert failed.state == "failed" and failed.failure.startswith(
        "could not be scored, by a fault of the server"
    )
    references.write_bytes(kept)
    assert run("score", *files).stdout == "0 scored\n"
    assert run("score", "--retry", *files).stdout == "1 scored\n"
    [path] = (one.files.folder / "submissions").iterdir()
    path.write_bytes(b"another")
    other = one.submit(SYSTEM_A, team="Red")
    one.files.submission(other.id, other.sha256).unlink()
    with caplog.at_level(logging.ERROR):
        assert run("score", *files).stdout == "0 scored\n"
    assert "the submission's file is not there any more" in caplog.text


@pytest.mark.parametrize("command", ["migrate", "score", ("close", "tiny"), ("team", "list"), "serve"])
def test_a_folder_that_is_no_arena_is_named(command: str | tuple[str, ...], tmp_path: Path) -> None:
    words = (command,) if isinstance(command, str) else command
    result = run(*words, "--files", tmp_path)
    assert result.exit_code == 2 and "is no folder of an arena: captuple arena create" in result.stderr


def test_a_store_of_an_earlier_version_is_brought_up(one: Arena) -> None:
    files = ("--files", one.files.folder)
    with one.store._engine.begin() as connection:
        for table in ("submissions", "teams", "tasks", "arena", "alembic_version"):
            connection.execute(sa.text(f"DROP TABLE {table}"))
    result = run("team", "list", *files)
    assert result.exit_code == 2 and "the store has no tables" in result.stderr
    assert run("migrate", *files).exit_code == 0
    assert run("team", "list", *files).exit_code == 0


def test_a_store_of_another_arena_is_refused_and_nothing_is_swept(
    one: Arena, filled_arena: Path, tmp_path: Path
) -> None:
    item = one.submit()
    with arena(filled_arena, tmp_path / "other") as other:
        for words in (("serve", "--port", 0), ("score",), ("team", "list"), ("migrate",)):
            result = run(*words, "--files", one.files.folder, "--store", other.url)
            assert result.exit_code == 2 and "the store is that of another arena's folder" in result.stderr
    assert one.files.checked_submission(item.id, item.sha256).is_file()
    assert run("score", "--files", one.files.folder).stdout == "1 scored\n"


def test_a_server_guards_its_tokens(one: Arena, tmp_path: Path) -> None:
    files = ("--files", one.files.folder)
    pair = Authority(tmp_path, "authority").issue("server")
    for options, problem in (
        (("--host", "0.0.0.0"), "0.0.0.0 is not this machine's loopback"),  # noqa: S104  # is refused
        (("--grpc-address", "0.0.0.0:0"), "--grpc-address: 0.0.0.0 is not this machine's loopback"),
        (("--grpc-address", "nowhere"), "allowed is HOST:PORT"),
        (("--tls-cert", pair.cert), "are given together or not at all"),
        (("--tls-cert", pair.key, "--tls-key", pair.key), "holds no certificate in PEM"),
        (("--store", "mysql://x"), "the store cannot be 'mysql'"),
    ):
        result = run("serve", *files, *options)
        assert result.exit_code == 2 and problem in result.stderr
    result = run("serve", *files, "--store", f"postgresql://me:secret@/x?host={tmp_path}")
    assert result.exit_code == 1 and "does not answer" in result.stderr and "secret" not in result.stderr


def test_without_the_libraries_the_extra_is_named(one: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("service.arena.store", "service.arena.files", "sqlalchemy"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    result = run("team", "list", "--files", one.files.folder)
    assert (
        result.exit_code == 1 and "the arena needs sqlalchemy: pip install 'captuple[arena]'" in result.stderr
    )
