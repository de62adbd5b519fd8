"""What leaves the server: the board of a task, and a team's own results; rounded, and nothing of the references."""

from __future__ import annotations

import csv
import dataclasses
import datetime as dt
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from extractor.errors import InvalidInputError, shorten
from service.arena.scoring import figure_of, interval_of
from service.arena.store import Store, StoredTask, Submission

BOARD_SCHEMA = "captuple.arena-board/1"
SUBMISSION_SCHEMA = "captuple.arena-submission/1"

# Sums and counts are exact: who may ask twice would see what one caption changes.
_KEPT_BACK = frozenset({"matched", "n_candidate", "n_reference", "wordless_images"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure as it is shown."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A team on the board: its best submission.

    Attributes:
        rank: From 1; equal figures share one. None where figures are not shown.
        team: The team's name.
        description: The submission's, in the team's words.
        received_at_ms: Of the submission.
        n_submissions: Of the team, in all; those that failed do not count.
        figure: The chosen figure.
        by_label: The chosen figure of each label.
        record: All figures.
    """

    rank: int | None
    team: str
    description: str
    received_at_ms: int
    n_submissions: int
    figure: Figure | None
    by_label: Mapping[str, Figure]
    record: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A board, in order.

    Attributes:
        task: Its task.
        figure: By which it is ordered.
        shows_figures: Whether figures leave the server now.
        labels: Of the task's images.
        rows: One for each team that has submitted something that was scored.
        n_waiting: Submissions that wait for their scores.
    """

    task: StoredTask
    figure: str
    shows_figures: bool
    labels: Sequence[str]
    rows: Sequence[Row]
    n_waiting: int


def load_board(store: Store, task: StoredTask, *, at_ms: int, figure: str | None = None) -> Board:
    """The board of a task, as it stands in a store; see `make_board`.

    Raises:
        InvalidInputError: There is no such figure.
        ResourceError: The store does not answer.
    """
    submissions = store.submissions(task_id=task.id)
    best = best_by_team(submissions, decimals=task.settings.shown.decimals)
    results = store.results([item.id for item in best.values()])
    return make_board(task, submissions, results, at_ms=at_ms, figure=figure)


def best_by_team(submissions: Iterable[Submission], *, decimals: int) -> dict[str, Submission]:
    """The best submission of each team, as rounded; of equal ones the earlier."""
    best: dict[str, Submission] = {}
    for item in submissions:
        if item.state != "scored" or item.rank_value is None:
            continue
        known = best.get(item.team)
        if known is None or round(item.rank_value, decimals) > round(known.rank_value or 0.0, decimals):
            best[item.team] = item
    return best


def make_board(
    task: StoredTask,
    submissions: Iterable[Submission],
    results: Mapping[str, str],
    *,
    at_ms: int,
    figure: str | None = None,
) -> Board:
    """The board of a task.

    Each team's best submission by the task's own figure, ordered by the chosen one, as rounded; of equal ones the
    earlier comes first.

    Args:
        task: The task.
        submissions: All of it, in their order.
        results: Of each team's best, by id.
        at_ms: Now: figures may be hidden until the task has closed.
        figure: One of ``task.settings.scores.figures``; None for the task's own.

    Raises:
        InvalidInputError: There is no such figure.
    """
    scores = task.settings.scores
    chosen = scores.rank_by if figure is None else figure
    if chosen not in scores.figures:
        raise InvalidInputError(
            f"figure {shorten(chosen)} is not allowed; allowed: {', '.join(scores.figures)}"
        )
    all_of = list(submissions)
    counted = [item for item in all_of if item.state != "failed"]
    decimals = task.settings.shown.decimals
    best = best_by_team(counted, decimals=decimals)
    n_by_team = Counter(item.team for item in counted)
    shows = task.shows_figures(at_ms)
    rows = [
        _row(
            item,
            msgspec.json.decode(results[item.id]),
            chosen,
            decimals,
            shows=shows,
            n_submissions=n_by_team[item.team],
        )
        for item in best.values()
    ]
    if shows:
        rows.sort(key=lambda row: (-_value(row), row.received_at_ms))
        rows = _ranked(rows)
    else:
        rows.sort(key=lambda row: row.team)
    labels = list(dict.fromkeys(label for row in rows for label in row.by_label))
    return Board(
        task=task,
        figure=chosen,
        shows_figures=shows,
        labels=labels,
        rows=rows,
        n_waiting=sum(item.state in {"received", "scoring"} for item in counted),
    )


def board_record(board: Board) -> dict[str, object]:
    """The JSON of a board."""
    return {
        "schema": BOARD_SCHEMA,
        "task": task_record(board.task),
        "figure": board.figure,
        "figures_shown": board.shows_figures,
        "n_waiting": board.n_waiting,
        "rows": [
            {
                "rank": row.rank,
                "team": row.team,
                "description": row.description,
                "received_at": iso(row.received_at_ms),
                "n_submissions": row.n_submissions,
                "figure": None if row.figure is None else _figure_record(row.figure),
                "by_label": {label: _figure_record(figure) for label, figure in row.by_label.items()},
                "results": row.record,
            }
            for row in board.rows
        ],
    }


def board_csv(board: Board) -> str:
    """The board as CSV: the chosen figure with its interval, and of each label."""
    file = io.StringIO()
    writer = csv.writer(file)
    names = [board.figure, *(f"{board.figure} {label}" for label in board.labels)]
    writer.writerow(
        ["rank", "team", "received_at", "n_submissions", "description"]
        + [f"{name}{part}" for name in names for part in ("", " low", " high")]
    )
    for row in board.rows:
        figures = [row.figure, *(row.by_label.get(label) for label in board.labels)]
        cells = [
            value
            for figure in figures
            for value in (("", "", "") if figure is None else (figure.value, figure.low, figure.high))
        ]
        text = [
            _no_formula(row.team),
            iso(row.received_at_ms),
            row.n_submissions,
            _no_formula(row.description),
        ]
        writer.writerow([row.rank, *text, *cells])
    return file.getvalue()


def task_record(task: StoredTask) -> dict[str, object]:
    """What everybody may know of a task."""
    settings = task.settings
    closes, opens = task.closes_at_ms(), task.opens_at_ms()
    return {
        "name": settings.name,
        "title": settings.title,
        "description": settings.description,
        "n_images": len(task.images),
        "model": task.model,
        "scores": msgspec.to_builtins(settings.scores),
        "figures": list(settings.scores.figures),
        "quota": msgspec.to_builtins(settings.quota),
        "shown": msgspec.to_builtins(settings.shown),
        "max_bytes": settings.max_bytes,
        "opens": None if opens is None else iso(opens),
        "closes": None if closes is None else iso(closes),
    }


def submission_record(submission: Submission, task: StoredTask, *, at_ms: int) -> dict[str, object]:
    """What a team may know of its own submission."""
    shows = task.shows_figures(at_ms)
    results = None
    if shows and submission.results:
        results = public(msgspec.json.decode(submission.results), task.settings.shown.decimals)
    return {
        "schema": SUBMISSION_SCHEMA,
        "id": submission.id,
        "task": task.name,
        "team": submission.team,
        "state": submission.state,
        "received_at": iso(submission.received_at_ms),
        "sha256": submission.sha256,
        "n_bytes": submission.n_bytes,
        "description": submission.description,
        "failure": submission.failure or None,
        "figures_shown": shows,
        "results": results,
    }


def public(value: Any, decimals: int) -> Any:
    """Results as they may leave: figures rounded, exact counts left out."""
    if isinstance(value, dict):
        return {name: public(item, decimals) for name, item in value.items() if name not in _KEPT_BACK}
    if isinstance(value, list):
        return [public(item, decimals) for item in value]
    return round(value, decimals) if isinstance(value, float) else value


def iso(at_ms: int) -> str:
    """A time as text, in UTC."""
    return dt.datetime.fromtimestamp(at_ms / 1000, dt.UTC).isoformat(timespec="seconds")


def _row(
    item: Submission, results: Any, figure: str, decimals: int, *, shows: bool, n_submissions: int
) -> Row:
    return Row(
        rank=None,
        team=item.team,
        description=item.description,
        received_at_ms=item.received_at_ms,
        n_submissions=n_submissions,
        figure=_figure(results["score"], figure, decimals) if shows else None,
        by_label={
            label: _figure(record, figure, decimals) for label, record in results["by"].items() if shows
        },
        record=public({"score": results["score"], "by": results["by"]}, decimals) if shows else None,
    )


def _ranked(rows: Sequence[Row]) -> list[Row]:
    ranked: list[Row] = []
    for place, row in enumerate(rows, start=1):
        is_tie = bool(ranked) and _value(ranked[-1]) == _value(row)
        ranked.append(dataclasses.replace(row, rank=ranked[-1].rank if is_tie else place))
    return ranked


def _value(row: Row) -> float:
    return 0.0 if row.figure is None else row.figure.value


def _figure(record: Mapping[str, Any], figure: str, decimals: int) -> Figure:
    low, high = interval_of(record, figure) or (None, None)
    return Figure(
        value=round(figure_of(record, figure), decimals),
        low=None if low is None else round(low, decimals),
        high=None if high is None else round(high, decimals),
    )


def _figure_record(figure: Figure) -> dict[str, object]:
    interval = None if figure.low is None else [figure.low, figure.high]
    return {"value": figure.value, "interval": interval}


def _no_formula(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in {"=", "+", "-", "@", "\t", "\r"} else text
