"""Batch jobs with a stand-in extractor: what stands in parts, resuming, failures, folders of others, full disks."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pyarrow.parquet as pq
import pytest

from extractor.errors import BundleError, CaptupleError, InvalidInputError, ResourceError
from extractor.types import Caption, Extraction
from formats import FieldNames, read_captions
from scoring import score
from service.batch import (
    ExtractOptions,
    FailureRateError,
    JobOptions,
    JobProgress,
    ScoreOptions,
    StoppedError,
    run_job,
)
from service.batch.engines import local
from service.batch.shard import Shard, ShardResult, ShardWorker
from service.cli.commands.batch import progress_text
from tests.fakes import FakeExtractor
from tests.killed_jobs import results, run_inline

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture(autouse=True)
def inline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "run_locally", run_inline)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_text(
        '{"image_id": 7, "caption_id": "a", "caption": "run dog park"}\n'
        "no row\n"
        '{"image_id": "7", "caption": ""}\n'
        '{"image_id": 9, "caption": "explode dog"}\n'
        '{"image_id": 9, "caption": "sit owl"}\n'
    )
    return path


def lines(output: Path) -> list[dict[str, Any]]:
    return [
        json.loads(line) for part in sorted(output.glob("part-*")) for line in part.read_text().splitlines()
    ]


def test_failed_rows_have_an_error_and_no_tuples(source: Path, tmp_path: Path) -> None:
    options = JobOptions(shard_rows=10, max_failure_rate=0.5)
    result = run_job(ExtractOptions(), input_pattern=str(source), output=tmp_path / "job", options=options)
    assert (result.n_rows, result.n_failed, result.n_resumed) == (5, 2, 0)
    found = lines(tmp_path / "job")
    assert [(line["image_id"], "error" in line) for line in found] == [
        (7, False), (None, True), ("7", False), (9, True), (9, False),
    ]  # fmt: skip
    assert found[1]["tuples"] is None
    assert found[2]["tuples"] == []
    assert found[3]["tuples"] is None
    assert found[3]["caption"] == "explode dog"
    assert "the extractor failed: RuntimeError" in str(found[3]["error"])


def test_failed_rows_are_refused_by_readers(source: Path, tmp_path: Path) -> None:
    options = JobOptions(shard_rows=10, max_failure_rate=0.5)
    run_job(ExtractOptions(), input_pattern=str(source), output=tmp_path / "job", options=options)
    [part] = (tmp_path / "job").glob("part-*")
    with pytest.raises(InvalidInputError) as caught:
        read_captions(part)
    assert [fault.where for fault in caught.value.faults] == [f"{part}:2", f"{part}:4"]
    assert "the line is a failed extraction, so there are no tuples" in str(caught.value)
    good = [line for line in part.read_text().splitlines() if '"error"' not in line]
    part.write_text("\n".join([*good, good[0].replace('"tuples"', '"error": null, "tuples"')]))
    part.write_text(part.read_text().replace('"caption_id":"a"', '"caption_id":null'))
    assert [entry.tuples is not None for entry in read_captions(part)] == [True] * 4


def test_parquet_has_ids_as_text_and_null_tuples(source: Path, tmp_path: Path) -> None:
    options = JobOptions(shard_rows=10, max_failure_rate=0.5, output_format="parquet")
    run_job(ExtractOptions(), input_pattern=str(source), output=tmp_path / "job", options=options)
    [part] = (tmp_path / "job").glob("part-*")
    found = pq.read_table(part).to_pylist()
    assert [row["image_id"] for row in found] == ["7", None, "7", "9", "9"]
    assert [row["tuples"] is None for row in found] == [False, True, False, True, False]
    assert found[0]["tuples"][0]["locatives"][0]["lemma"] == "park"
    # A job over that output refuses its failed rows, too.
    again = run_job(ExtractOptions(), input_pattern=str(part), output=tmp_path / "again", options=options)
    assert again.n_failed == 2


def test_scores_are_those_of_scoring(tmp_path: Path) -> None:
    candidates = ["run dog park", "sit owl", "eat cat", "run dog"]
    references = [["run dog street", "run dog park"], ["sit cat"], ["eat cat"], ["walk dog park"]]
    rows = [
        {"image_id": i, "caption": caption, "references": golds}
        for i, (caption, golds) in enumerate(zip(candidates, references, strict=True))
    ]
    rows.append({"image_id": 9, "caption": "run dog", "references": []})
    rows.append({"image_id": 10, "caption": " ", "references": ["run dog"]})
    source = tmp_path / "rows.jsonl"
    source.write_text("\n".join(map(json.dumps, rows)))
    options = JobOptions(shard_rows=2, max_failure_rate=0.5)
    result = run_job(ScoreOptions(), input_pattern=str(source), output=tmp_path / "job", options=options)
    expected = score(candidates, references, extractor=FakeExtractor()).bast
    assert result.summary["overall_f1"] == expected.overall_f1
    assert result.summary["n_images"] == 4
    for name, figures in result.summary["components"].items():
        assert figures["f1"] == expected.scores[name].f1
    *found, without, empty = lines(tmp_path / "job")
    for line, image in zip(found, expected.images.values(), strict=True):
        assert line["overall_f1"] == image.scores().overall_f1
        assert str(line["signature"]).startswith("captuple|bast|ground:lemma.v1|")
    assert without["error"].endswith("rows.jsonl:5: references: empty; at least one is needed")
    assert "nothing to score" in str(empty["error"])
    parquet = JobOptions(shard_rows=2, max_failure_rate=0.5, output_format="parquet")
    again = run_job(ScoreOptions(), input_pattern=str(source), output=tmp_path / "pq", options=parquet)
    assert again.summary["components"] == result.summary["components"]


@pytest.mark.parametrize("output_format", ["jsonl", "parquet"])
def test_graded_scores_are_those_of_scoring(
    tmp_path: Path, output_format: Literal["jsonl", "parquet"]
) -> None:
    candidates = ["run dog park", "sit owl", "eat cat"]
    references = [["run dog street", "run dog park"], ["sit cat"], ["eat cat"]]
    rows = [
        {"image_id": i, "caption": caption, "references": golds}
        for i, (caption, golds) in enumerate(zip(candidates, references, strict=True))
    ]
    rows.append({"image_id": 9, "caption": "run dog", "references": []})
    source = tmp_path / "rows.jsonl"
    source.write_text("\n".join(map(json.dumps, rows)))
    task = ScoreOptions(graded="exact.v1")
    options = JobOptions(shard_rows=2, max_failure_rate=0.5, output_format=output_format)
    result = run_job(task, input_pattern=str(source), output=tmp_path / "job", options=options)
    expected = score(candidates, references, extractor=FakeExtractor(), graded="exact.v1").graded
    assert expected is not None
    graded = result.summary["graded"]
    assert graded["n_images"] == 3
    assert graded["score"] == pytest.approx(expected.score, abs=1e-9)
    assert graded["recall"] == pytest.approx(expected.recall, abs=1e-9)
    assert graded["signature"].split("|model")[0] == expected.signature.split("|model")[0]
    if output_format == "jsonl":
        *found, without = lines(tmp_path / "job")
        for line, image in zip(found, expected.images.values(), strict=True):
            assert line["graded"]["score"] == image.score
            assert sum(line["graded"]["summands"].values()) == pytest.approx(image.score)
        assert without["graded"] is None
    else:
        parts = sorted((tmp_path / "job").glob("*.parquet"))
        table = [row for part in parts for row in pq.read_table(part).to_pylist()]
        assert [row["graded"] and row["graded"]["score"] for row in table] == [
            *(image.score for image in expected.images.values()),
            None,
        ]


def test_a_similarity_that_the_model_lacks_is_named_before_anything_is_made(tmp_path: Path) -> None:
    source = tmp_path / "rows.jsonl"
    source.write_text(json.dumps({"image_id": 1, "caption": "run dog", "references": ["run dog"]}))
    with pytest.raises(BundleError, match="no sentence encoder; choose"):
        run_job(ScoreOptions(graded="encoder.v1"), input_pattern=str(source), output=tmp_path / "job")
    assert not (tmp_path / "job").exists()


@pytest.mark.parametrize("output_format", ["jsonl", "parquet"])
def test_killed_before_every_file_operation_and_run_again(tmp_path: Path, output_format: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.killed_jobs", str(tmp_path), output_format],
        capture_output=True,
        check=False,
        cwd=ROOT,
        timeout=60,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert int(run.stdout) > 20


def test_a_rerun_does_nothing_twice(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = JobOptions(shard_rows=1, max_failure_rate=0.5)
    output = tmp_path / "job"
    n_done = 0

    def count(progress: JobProgress) -> None:
        nonlocal n_done
        n_done = progress.n_rows

    def run(*, stop_at: int) -> object:
        return run_job(
            ExtractOptions(),
            input_pattern=str(source),
            output=output,
            options=options,
            progress=count,
            should_stop=lambda: n_done >= stop_at,
        )

    with pytest.raises(StoppedError, match=r"stopped after 2 rows, all kept in .*same command again"):
        run(stop_at=2)
    assert len(lines(output)) == 2
    worked: list[int] = []
    work = ShardWorker.run

    def noted(self: ShardWorker, item: Shard) -> ShardResult:
        worked.append(item.number)
        return work(self, item)

    monkeypatch.setattr(ShardWorker, "run", noted)
    result = run(stop_at=99)
    assert worked == [2, 3, 4]
    assert result.n_resumed == 2  # type: ignore[attr-defined]
    before = results(output)
    assert run(stop_at=99).summary == result.summary  # type: ignore[attr-defined]
    assert (worked, results(output)) == ([2, 3, 4], before)
    # A part that is gone or cut is made anew, even in a job that was done.
    (output / "part-00000-000001.jsonl").unlink()
    (output / "part-00000-000003.jsonl").write_bytes(b"{")
    run(stop_at=99)
    assert (worked, results(output)) == ([2, 3, 4, 1, 3], before)


def test_too_many_failures_stop_a_job_and_a_higher_limit_goes_on(tmp_path: Path) -> None:
    source = tmp_path / "rows.txt"
    source.write_text("run dog\n" * 1500 + "explode dog\n" * 500 + "run dog\n" * 2000)
    options = {"shard_rows": 500}
    with pytest.raises(FailureRateError, match=r"(?s)500 of 2000 rows failed.*0\.2.*part-00000-000003"):
        run_job(
            ExtractOptions(),
            input_pattern=str(source),
            output=tmp_path / "job",
            options=JobOptions(max_failure_rate=0.2, **options),
        )
    assert len(list((tmp_path / "job").glob("part-*"))) == 4
    result = run_job(
        ExtractOptions(),
        input_pattern=str(source),
        output=tmp_path / "job",
        options=JobOptions(max_failure_rate=0.3, **options),
    )
    assert (result.n_rows, result.n_failed, result.n_resumed) == (4000, 500, 2000)


def test_a_small_job_is_judged_at_its_end(source: Path, tmp_path: Path) -> None:
    with pytest.raises(FailureRateError, match="2 of 5 rows failed"):
        run_job(ExtractOptions(), input_pattern=str(source), output=tmp_path / "job")
    assert not (tmp_path / "job" / "summary.json").exists()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"task": ExtractOptions(min_confidence=0.5)}, "options: "),
        ({"task": ScoreOptions()}, 'task: "extract" there, "score" here'),
        ({"options": JobOptions(shard_rows=3, max_failure_rate=0.5)}, "shard_rows: 2 there, 3 here"),
        ({"options": JobOptions(shard_rows=2, output_format="parquet")}, 'output_format: "jsonl" there'),
        ({"input": True}, "input: "),
        ({"model": True}, "model_sha256: "),
    ],
)
def test_a_folder_of_another_job_is_left_alone(
    source: Path, tmp_path: Path, change: dict[str, object], problem: str
) -> None:
    output = tmp_path / "job"
    task, options = ExtractOptions(), JobOptions(shard_rows=2, max_failure_rate=0.5)
    run_job(task, input_pattern=str(source), output=output, options=options)
    before = results(output)
    if "input" in change:
        source.write_text(source.read_text() + '{"caption": "sit owl"}\n')
    if "model" in change:
        job = json.loads((output / "job.json").read_text())
        (output / "job.json").write_text(json.dumps({**job, "model_sha256": "0" * 64}))
        before = results(output)
    with pytest.raises(InvalidInputError, match="holds another job; nothing was changed") as caught:
        run_job(
            change.get("task", task),
            input_pattern=str(source),
            output=output,
            options=change.get("options", options),
        )
    assert problem in str(caught.value)
    assert results(output) == before


@pytest.mark.parametrize("name", ["notes.txt", "job.json", "."])
def test_a_folder_of_other_things_is_left_alone(source: Path, tmp_path: Path, name: str) -> None:
    output = tmp_path / "job"
    if name == ".":
        output.write_text("a file")
    else:
        output.mkdir()
        (output / name).write_text("mine")
    with pytest.raises(InvalidInputError, match=r"exists and holds no job|is damaged .*nothing was changed"):
        run_job(ExtractOptions(), input_pattern=str(source), output=output)
    assert output.read_text() == "a file" if name == "." else [p.name for p in output.iterdir()] == [name]


def test_nothing_is_made_where_there_is_nothing_to_do(tmp_path: Path) -> None:
    (tmp_path / "rows.txt").touch()
    with pytest.raises(InvalidInputError, match="no rows to work on"):
        run_job(ExtractOptions(), input_pattern=f"{tmp_path}/rows.txt", output=tmp_path / "job")
    assert not (tmp_path / "job").exists()


def test_two_runs_of_one_job_exclude_each_other(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = JobOptions(shard_rows=2, max_failure_rate=0.5)
    problems: list[str] = []

    def run_another(progress: JobProgress) -> None:
        if not problems:
            problems.append("")
            try:
                run_job(ExtractOptions(), input_pattern=str(source), output=tmp_path / "job", options=options)
            except CaptupleError as error:
                problems.append(str(error))

    run_job(
        ExtractOptions(),
        input_pattern=str(source),
        output=tmp_path / "job",
        options=options,
        progress=run_another,
    )
    assert problems[1:] == [f"another process is running the job in {tmp_path / 'job'}"]


@pytest.mark.parametrize("output_format", ["jsonl", "parquet"])
def test_a_full_disk_loses_nothing(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output_format: str
) -> None:
    options = JobOptions(shard_rows=2, max_failure_rate=0.5, output_format=output_format)
    output = tmp_path / "job"
    fsync = os.fsync
    n_left = 3

    def full(descriptor: int) -> None:
        nonlocal n_left
        n_left -= 1
        if n_left < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(descriptor)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(ResourceError, match="cannot be written: No space left on device"):
            run_job(ExtractOptions(), input_pattern=str(source), output=output, options=options)
    names = sorted(path.name for path in output.iterdir())
    parts = [f"part-00000-00000{i}.{output_format}" for i in range(2)]
    assert names == [".lock", "job.json", *parts, "shards.jsonl"]
    result = run_job(ExtractOptions(), input_pattern=str(source), output=output, options=options)
    assert (result.n_rows, result.n_resumed) == (5, 4)


def test_no_caption_is_extracted_twice_within_a_shard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def extract(
        self: FakeExtractor, captions: list[Caption], *, min_confidence: float = 0.0
    ) -> list[Extraction]:
        seen.extend(caption.text for caption in captions)
        return original(self, captions, min_confidence=min_confidence)

    original = FakeExtractor.extract
    monkeypatch.setattr(FakeExtractor, "extract", extract)
    source = tmp_path / "rows.txt"
    source.write_text("run dog\nsit owl\nrun dog\n")
    run_job(ExtractOptions(), input_pattern=str(source), output=tmp_path / "job")
    assert seen == ["run dog", "sit owl"]
    assert [line["caption"] for line in lines(tmp_path / "job")] == ["run dog", "sit owl", "run dog"]


@pytest.mark.parametrize(
    ("rows", "resumed", "expected", "seconds", "text"),
    [
        (0, 0, 100, 3.0, "loading the model"),
        (500, 500, 1000, 3.0, "loading the model"),
        (1500, 500, 9000, 10.0, "100 rows/s, 0:01:15 left, 2 failed"),
        (500_000, 0, 1_000_000, 10_000.0, "50 rows/s, 2:46:40 left, 2 failed"),
    ],
)
def test_progress_says_rate_and_time_left(
    rows: int, resumed: int, expected: int, seconds: float, text: str
) -> None:
    state = JobProgress(n_rows=rows, n_failed=2, n_resumed=resumed, n_expected=expected)
    assert progress_text(state, seconds=seconds) == text


def test_results_do_not_depend_on_the_size_of_shards(source: Path, tmp_path: Path) -> None:
    def run(shard_rows: int) -> Iterator[dict[str, object]]:
        output = tmp_path / f"job{shard_rows}"
        options = JobOptions(shard_rows=shard_rows, max_failure_rate=0.5)
        run_job(ExtractOptions(), input_pattern=str(source), output=output, options=options)
        return iter(lines(output))

    assert list(run(1)) == list(run(3)) == list(run(100))


def test_a_caption_edited_in_the_middle_of_a_large_file_is_another_input(tmp_path: Path) -> None:
    # Larger than any sample of its ends: the middle decides whether old tuples may stay.
    source = tmp_path / "rows.txt"
    filler = ["run dog park"] * 1_000 + ["sit cat", "x" * 90_000] * 30
    middle = len(filler) // 2
    source.write_text("\n".join([*filler[:middle], "eat fox den", *filler[middle:]]))
    assert source.stat().st_size > 2 << 20
    run_job(ExtractOptions(), input_pattern=str(source), output=tmp_path / "job")
    source.write_text("\n".join([*filler[:middle], "eat owl den", *filler[middle:]]))
    with pytest.raises(InvalidInputError, match="holds another job"):
        run_job(ExtractOptions(), input_pattern=str(source), output=tmp_path / "job")


@pytest.mark.parametrize("change", [b"\nsit owl tree", b""])
def test_an_input_that_changes_while_a_job_runs_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: bytes
) -> None:
    source = tmp_path / "rows.txt"
    source.write_text("run dog park\nsit cat mat\n")

    def run_and_change(*arguments: Any, **options: Any) -> Iterator[ShardResult]:
        yield from run_inline(*arguments, **options)
        source.write_bytes(source.read_bytes() + change)

    monkeypatch.setattr(local, "run_locally", run_and_change)
    if not change:
        run_job(ExtractOptions(), input_pattern=str(source), output=tmp_path / "job")
        return
    with pytest.raises(InvalidInputError, match="has changed while the job ran") as caught:
        run_job(ExtractOptions(), input_pattern=str(source), output=tmp_path / "job")
    assert [fault.file for fault in caught.value.faults] == [str(source)]
    assert not (tmp_path / "job" / "summary.json").exists()


def test_references_from_a_file_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "candidates.csv").write_text(
        "file,said\nval/COCO_0007.jpg,run dog park\nval/COCO_0008.jpg,sit owl\nval/COCO_0011.jpg,sit owl\n"
    )
    (tmp_path / "references.json").write_text('{"7": ["run dog street", "run dog park"], "8": ["sit cat"]}')
    fields = FieldNames(captions=("said",), image_ids=("file",))
    options = JobOptions(shard_rows=2, max_failure_rate=0.5)
    task = ScoreOptions(references=tmp_path / "references.json", match_ids="number", fields=fields)
    source = str(tmp_path / "candidates.csv")
    result = run_job(task, input_pattern=source, output=tmp_path / "job", options=options)
    expected = score(
        ["run dog park", "sit owl"],
        [["run dog street", "run dog park"], ["sit cat"]],
        extractor=FakeExtractor(),
    ).bast
    assert (result.n_failed, result.summary["overall_f1"]) == (1, expected.overall_f1)
    *_, unknown = lines(tmp_path / "job")
    assert "image_id 'val/COCO_0011.jpg' has no reference in" in str(unknown["error"])
    with pytest.raises(InvalidInputError, match="2 of them would match by number: --match-ids number"):
        run_job(replace(task, match_ids="exact"), input_pattern=source, output=tmp_path / "other")
    (tmp_path / "references.json").write_text('{"7": ["run dog"], "8": ["sit cat"]}')
    with pytest.raises(InvalidInputError, match="holds another job"):
        run_job(task, input_pattern=source, output=tmp_path / "job", options=options)
