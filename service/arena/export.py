"""What an admin takes from an arena: a task's board, and all its submissions with their exact results."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from service.arena.board import board_csv, board_record, iso, load_board, task_record
from service.arena.store import Store, Submission

EXPORT_SCHEMA = "captuple.arena-submissions/1"


def export_files(store: Store, name: str, *, at_ms: int | None = None) -> dict[str, bytes]:
    """The files of an export: ``board.json``, ``board.csv``, ``submissions.json``.

    The board is as the server shows it now; submissions have all figures, unrounded, whatever the task shows.

    Raises:
        UnknownNameError: There is no such task.
        ResourceError: The store does not answer.
    """
    task = store.task(name)
    submissions = store.submissions(task_id=task.id)
    board = load_board(store, task, at_ms=time.time_ns() // 1_000_000 if at_ms is None else at_ms)
    results = store.results([item.id for item in submissions])
    record = {
        "schema": EXPORT_SCHEMA,
        "task": task_record(task),
        "sha256_by_file": task.sha256_by_file,
        "submissions": [_record(item, results[item.id]) for item in submissions],
    }
    return {
        "board.json": _json(board_record(board)),
        "board.csv": board_csv(board).encode(),
        "submissions.json": _json(record),
    }


def _record(item: Submission, results: str) -> dict[str, Any]:
    return {
        "id": item.id,
        "team": item.team,
        "state": item.state,
        "received_at": iso(item.received_at_ms),
        "sha256": item.sha256,
        "n_bytes": item.n_bytes,
        "description": item.description,
        "failure": item.failure or None,
        "results": msgspec.json.decode(results) if results else None,
    }


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"
