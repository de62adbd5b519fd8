"""Scores of submissions and the board made of them: those of ``captuple score``, in order, rounded."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click.testing
import msgspec
import numpy as np
import pytest

pytest.importorskip("sqlalchemy", reason="pip install 'captuple[arena]'")
from extractor.errors import InvalidInputError
from service.arena.board import board_csv, board_record, load_board, make_board, public, submission_record
from service.arena.export import export_files
from service.arena.scoring import ReadyTask, load_statistics
from service.arena.store import Submission
from service.cli.group import cli
from tests.arena import (
    EXAMPLES,
    N_IMAGES,
    SCENES,
    SECRET,
    SYSTEM_A,
    SYSTEM_B,
    Arena,
    arena,
    lines,
    write_lines,
)

SCORES = {"groundings": ["lemma.v1", "entity_type.v1"], "graded": "thesaurus.v1", "resamples": 200, "seed": 5}


@pytest.fixture(scope="module")
def scored(filled_arena: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """Red's good one; Blue's worse one, then its better one."""
    folder = tmp_path_factory.mktemp("scored")
    with arena(filled_arena, folder, scores=SCORES) as one:
        one.submit(SYSTEM_A, team="Red", now_ms=1_000)
        one.submit(SYSTEM_B, team="Blue", now_ms=2_000)
        one.submit(SYSTEM_A, team="Blue", now_ms=3_000)
        assert one.score() == 3
        yield one


def command(*arguments: object) -> Any:
    result = click.testing.CliRunner().invoke(cli, [*map(str, arguments), "--format", "json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def results(one: Arena) -> list[Any]:
    return [msgspec.json.decode(item.results) for item in every(one)]


def every(one: Arena) -> list[Submission]:
    return [one.store.submission(item.id) for item in one.store.submissions()]


def test_figures_are_those_of_captuple_score(scored: Arena, tmp_path: Path) -> None:
    references = scored.files.task_folder("tiny") / "references.jsonl"
    candidates = write_lines(tmp_path / "b.jsonl", lines(SYSTEM_B)[:N_IMAGES])
    expected = command(
        *("score", "--candidates", candidates, "--references", references, "--by", references),
        *("--grounding", "lemma.v1", "--grounding", "entity_type.v1", "--graded", "thesaurus.v1"),
        *("--resamples", 200, "--seed", 5, "--cache", scored.files.cache),
    )
    by = expected.pop("by")
    found = results(scored)[1]
    assert found["score"] == expected and found["by"] == by
    assert found["score"]["signature"] == expected["signature"]


def test_tests_are_those_of_captuple_compare(scored: Arena, tmp_path: Path) -> None:
    references = scored.files.task_folder("tiny") / "references.jsonl"
    best, own = (
        write_lines(tmp_path / f"{name}.jsonl", lines(system)[:N_IMAGES])
        for name, system in (("a", SYSTEM_A), ("b", SYSTEM_B))
    )
    expected = command(
        *("compare", "--references", references, best, own, "--graded", "thesaurus.v1"),
        *("--seed", 5, "--cache", scored.files.cache),
    )
    first, second, third = (item["tests"] for item in results(scored))
    assert first == {} and set(second) == {"best"} and second["best"]["against"] == "Red"
    for found, item in zip(second["best"]["figures"], expected["comparisons"], strict=True):
        assert found["figure"] == item["figure"]
        assert found["difference"] == pytest.approx(item["difference"])
        assert found["interval"] == pytest.approx(item["interval"])
        assert found["p_randomization_corrected"] == pytest.approx(item["p_randomization_corrected"])
    assert third["best"]["against"] == "Red" and third["last"]["against"] == "Blue"
    assert all(item["difference"] == 0 for item in third["best"]["figures"])  # the same captions
    assert [-item["difference"] for item in third["last"]["figures"]] == pytest.approx(
        [item["difference"] for item in second["best"]["figures"]]
    )


def test_the_board_has_each_team_s_best_in_order(scored: Arena) -> None:
    board = load_board(scored.store, scored.task(), at_ms=0)
    assert [(row.rank, row.team, row.n_submissions) for row in board.rows] == [(1, "Red", 1), (1, "Blue", 2)]
    assert [row.received_at_ms for row in board.rows] == [
        1_000,
        3_000,
    ]  # equal ones share a rank, the earlier first
    exact = results(scored)[0]["score"]["overall_f1"]
    figure = board.rows[0].figure
    assert figure is not None and figure.value == round(exact, 3) != exact
    assert board.labels == ["indoors", "outdoors"]


def test_the_board_is_ordered_by_any_figure(scored: Arena) -> None:
    task, (red, worse, _) = scored.task(), scored.store.submissions()
    found = scored.store.results([red.id, worse.id])
    for name in task.settings.scores.figures:
        rows = make_board(task, [red, worse], found, at_ms=0, figure=name).rows
        values = [row.figure.value for row in rows if row.figure is not None]
        assert values == sorted(values, reverse=True) and len(values) == 2
    with pytest.raises(InvalidInputError, match="figure 'speed' is not allowed; allowed: overall, PA"):
        make_board(task, [], {}, at_ms=0, figure="speed")


def test_what_failed_or_waits_is_not_on_the_board(scored: Arena) -> None:
    task, (red, worse, better) = scored.task(), scored.store.submissions()
    waiting = dataclasses.replace(better, state="scoring", rank_value=None)
    failed = dataclasses.replace(red, state="failed", rank_value=None)
    board = make_board(task, [failed, worse, waiting], scored.store.results([worse.id]), at_ms=0)
    assert [(row.team, row.n_submissions) for row in board.rows] == [("Blue", 2)]
    assert board.n_waiting == 1


def floats(value: object) -> Iterator[float]:
    if isinstance(value, float):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from floats(item)


def test_what_leaves_is_rounded_and_holds_no_counts(scored: Arena) -> None:
    task = scored.task()
    record = board_record(load_board(scored.store, task, at_ms=0))
    own = submission_record(every(scored)[2], task, at_ms=0)
    for shown in (record, own):
        text = json.dumps(shown)
        assert all(round(value, 3) == value for value in floats(shown))
        for secret in ("matched", "n_reference", "n_candidate", "wordless", SECRET):
            assert secret not in text
    assert len(list(floats(own))) > 100  # and yet there are figures
    assert public({"matched": 3, "a": [0.12345]}, 2) == {"a": [0.12]}


def test_figures_are_hidden_until_the_task_closes(filled_arena: Path, tmp_path: Path) -> None:
    closes = "1970-01-01T00:01:00Z"
    with arena(filled_arena, tmp_path, shown={"before_closing": False}, closes=closes) as one:
        for team, system, at_ms in (("Red", SYSTEM_A, 1_000), ("Blue", SYSTEM_B, 2_000)):
            one.submit(system, team=team, now_ms=at_ms)
        one.score()
        task, submissions = one.task(), every(one)
        hidden = load_board(one.store, task, at_ms=59_999)
        assert [(row.team, row.rank, row.figure, row.record) for row in hidden.rows] == [
            (name, None, None, None) for name in ("Blue", "Red")
        ]
        assert list(floats(board_record(hidden))) == []
        assert submission_record(submissions[0], task, at_ms=59_999)["results"] is None
        shown = load_board(one.store, task, at_ms=60_000)
        assert [row.rank for row in shown.rows] == [1, 2]
        assert submission_record(submissions[0], task, at_ms=60_000)["results"] is not None


def test_an_export_has_everything_but_the_references(scored: Arena) -> None:
    found = export_files(scored.store, "tiny")
    assert set(found) == {"board.json", "board.csv", "submissions.json"}
    rows = list(csv.DictReader(io.StringIO(found["board.csv"].decode())))
    assert [(row["rank"], row["team"]) for row in rows] == [("1", "Red"), ("1", "Blue")]
    assert {"overall", "overall low", "overall indoors", "overall outdoors high"} < set(rows[0])
    exact = json.loads(found["submissions.json"])["submissions"]
    assert [item["results"] for item in exact] == results(scored)
    assert exact[0]["results"]["score"]["overall_f1"] != float(rows[0]["overall"])
    assert all(SECRET.encode() not in content for content in found.values())


def test_cells_of_a_table_are_no_formulas(scored: Arena) -> None:
    submission: Submission = dataclasses.replace(every(scored)[0], team="=1+1", description='@x,"y"')
    text = board_csv(make_board(scored.task(), [submission], {submission.id: submission.results}, at_ms=0))
    assert "'=1+1" in text and '"\'@x,""y"""' in text


def test_statistics_that_are_damaged_end_no_scoring(scored: Arena, tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    assert load_statistics(path) == {}
    path.write_bytes(b"PK\x03\x04 nothing")
    assert load_statistics(path) == {}
    np.savez(path, images=np.array([object()], dtype=object))
    assert load_statistics(path) == {}  # no pickle is read


def test_captions_in_other_languages_are_named_without_paths(filled_arena: Path, tmp_path: Path) -> None:
    with arena(filled_arena, tmp_path) as one:
        ready = ReadyTask(one.files.task_folder("tiny"), one.task().model, cache=one.files.cache)
        records = lines(SYSTEM_A)[:N_IMAGES]
        records[2]["caption"] = (
            "Ein kleiner Hund läuft mit seinem Ball über die grüne Wiese und bellt dabei laut."
        )
        path = write_lines(tmp_path / "german.jsonl", records)
        notes = ready.score(path, "jsonl").results["notes"]
        assert notes == ["warning: not English, so without tuples: submission:3 (de)"]


def test_the_example_s_systems_differ() -> None:
    a, b = (lines(EXAMPLES / f"system-{name}.jsonl") for name in "ab")
    ids = [record["image_id"] for record in lines(SCENES / "references.jsonl")]
    assert [record["image_id"] for record in a] == [record["image_id"] for record in b] == ids
    assert sum(x["caption"] != y["caption"] for x, y in zip(a, b, strict=True)) == 14
