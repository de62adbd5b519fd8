"""``captuple batch`` as a process, with the real extractor: killed, stopped, on a full disk, locally and on Ray."""

from __future__ import annotations

import json
import os
import resource
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import psutil
import pyarrow.parquet as pq
import pytest

from extractor import Extractor
from service.cli.group import cli
from tests.killed_jobs import results
from tests.processes import ROOT

BATCH = [sys.executable, "-m", "service.cli", "batch"]
N_ROWS, SHARD_ROWS = 60, 5
NAMES = ["dog", "cat", "girl", "man", "boy", "woman"]
VERBS = ["sleeps", "sits", "stands", "waits"]
PLACES = ["on a sofa", "in the park", "near the river", "behind a car", "under a tree"]


def captions() -> list[str]:
    return [f"A {NAMES[i % 6]} {VERBS[i % 4]} {PLACES[i % 5]}." for i in range(N_ROWS)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Input of two files, and a cache that the undisturbed run fills: later workers need not load the model."""
    folder = tmp_path_factory.mktemp("batch")
    (folder / "rows").mkdir()
    texts = captions()
    for name, part in (("a", texts[:42]), ("b", texts[42:])):
        rows = [
            {"image_id": i, "caption": text, "references": [texts[i], "A cat waits."]}
            for i, text in enumerate(part)
        ]
        (folder / "rows" / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    return folder


def batch(
    folder: Path,
    output: str,
    *options: str,
    task: str = "extract",
    largest_file: int | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    command = [*BATCH, task, "--input", str(folder / "rows"), "--output", str(folder / output)]
    command += ["--shard-rows", str(SHARD_ROWS), *options]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={
            **os.environ,
            "OMP_NUM_THREADS": "1",
            "CAPTUPLE_CACHE": str(folder / "cache"),
            **(environment or {}),
        },
    )
    if largest_file is not None:
        # Long before it writes. Not between fork and exec: gRPC's threads of other tests end such a child.
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (largest_file, largest_file))
    return process


def run(
    folder: Path,
    output: str,
    *options: str,
    task: str = "extract",
    environment: Mapping[str, str] | None = None,
) -> str:
    process = batch(folder, output, *options, task=task, environment=environment)
    out, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert "ray" in options or errors == b""  # Ray has things to say
    return out.decode()


def wait_for_parts(process: subprocess.Popen[bytes], output: Path, n: int) -> bool:
    """Wait until there are so many parts; false where the process ended before."""
    while process.poll() is None:
        if len(list(output.glob("part-*"))) >= n:
            return True
        time.sleep(0.005)
    return False


@pytest.fixture(scope="module")
def undisturbed(folder: Path) -> dict[str, bytes]:
    assert "60 rows, 0 failed, 0 from earlier runs" in run(folder, "undisturbed", "--workers", "1")
    return results(folder / "undisturbed")


def test_parts_are_what_extract_prints(
    folder: Path, undisturbed: dict[str, bytes], extractor: Extractor
) -> None:
    import click.testing

    names = sorted(name for name in undisturbed if name.startswith("part-"))
    found = b"".join(undisturbed[name] for name in names).decode()
    expected = "".join(
        click.testing.CliRunner()
        .invoke(cli, ["extract", "--input", str(folder / "rows" / f"{name}.jsonl"), "--format", "jsonl"])
        .output
        for name in "ab"
    )
    assert found == expected
    assert len(names) == 9 + 4


def test_killed_at_many_moments_and_run_again(folder: Path, undisturbed: dict[str, bytes]) -> None:
    output = folder / "killed"
    n_killed = 0
    for n_parts in (0, 1, 2, 4, 7, 9, 11):
        process = batch(folder, "killed", "--workers", "2")
        wait_for_parts(process, output, n_parts)
        children = psutil.Process(process.pid).children() if process.poll() is None else []
        process.kill()
        process.communicate()
        n_killed += process.returncode == -signal.SIGKILL
        # Workers do not outlive their parent.
        assert not psutil.wait_procs(children, timeout=20)[1]
    assert n_killed >= 5
    assert "60 rows, 0 failed" in run(folder, "killed")
    assert results(output) == undisturbed


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_by_a_signal(folder: Path, undisturbed: dict[str, bytes], number: signal.Signals) -> None:
    name = f"stopped-{number.name}"
    process = batch(folder, name, "--workers", "1", "--shard-rows", "1")
    assert wait_for_parts(process, folder / name, 1)
    process.send_signal(number)
    out, errors = process.communicate(timeout=60)
    assert (process.returncode, out) == (1, b"")
    assert b"stopping when the running shards are done" in errors
    assert b"run the same command again to go on" in errors
    assert b"Traceback" not in errors
    n_done = len(list((folder / name).glob("part-*")))
    assert 1 <= n_done < N_ROWS
    assert not list((folder / name).glob(".*.tmp"))
    assert f"60 rows, 0 failed, {n_done} from earlier runs" in run(
        folder, name, "--shard-rows", "1", "--workers", "1"
    )  # more shards than a worker lives for
    lines = [p.read_bytes() for p in sorted((folder / name).glob("part-*"))]
    assert b"".join(lines) == b"".join(undisturbed[n] for n in sorted(undisturbed) if n.startswith("part-"))


def test_a_killed_worker_ends_the_job_and_the_next_run_goes_on(
    folder: Path, undisturbed: dict[str, bytes]
) -> None:
    process = batch(folder, "worker", "--workers", "1")
    assert wait_for_parts(process, folder / "worker", 1)
    for child in psutil.Process(process.pid).children():
        if "resource_tracker" not in " ".join(child.cmdline()):
            child.kill()
    _, errors = process.communicate(timeout=60)
    assert process.returncode in (0, 1)  # 0 where the last shard was done already
    if process.returncode:
        assert b"Error: a worker died (killed, or out of memory); run the job again to go on" in errors
    run(folder, "worker")
    assert results(folder / "worker") == undisturbed


def test_a_full_disk(folder: Path, undisturbed: dict[str, bytes]) -> None:
    # Without the cache, whose file is larger than that from the start.
    process = batch(folder, "full", "--cache", str(folder / "no-cache"), largest_file=2_500)
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 1
    assert b"Traceback" not in errors
    assert b"cannot be" in errors
    assert "60 rows, 0 failed" in run(folder, "full")
    assert results(folder / "full") == undisturbed


_RAY_CLUSTER = """
import sys
import ray
cluster = ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
print(cluster.address_info["gcs_address"], flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[dict[str, str]]:
    """A Ray cluster of one machine: the variables with which a job joins it."""
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'captuple[ray]'")
    token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    with subprocess.Popen(
        [sys.executable, "-c", _RAY_CLUSTER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1", **token},
    ) as process:
        assert process.stdout is not None
        yield {"RAY_ADDRESS": process.stdout.readline().decode().strip(), **token}
        process.communicate(timeout=60)  # it ends with its input


@pytest.mark.parametrize("task", ["extract", "score"])
def test_ray_gives_what_this_machine_gives(
    folder: Path, undisturbed: dict[str, bytes], cluster: dict[str, str], task: str
) -> None:
    local = run(folder, f"local-{task}", "--workers", "1", task=task)
    on_ray = ("--engine", "ray", "--workers", "2")
    output = folder / f"ray-{task}"
    # One job starts a cluster of its own, which takes as long as the job; the others join one.
    first = run(folder, output.name, *on_ray, task=task, environment=cluster if task == "score" else {})
    assert results(output) == results(folder / f"local-{task}")
    assert first.splitlines()[1:] == local.splitlines()[1:]
    # Some shards are gone: what is done is left alone.
    kept = {path.name: path.stat().st_mtime_ns for path in output.glob("part-00001-*")}
    for path in output.glob("part-00000-*"):
        path.unlink()
    second = run(folder, output.name, *on_ray, task=task, environment=cluster)
    assert "60 rows, 0 failed, 18 from earlier runs" in second
    assert results(output) == results(folder / f"local-{task}")
    assert {path.name: path.stat().st_mtime_ns for path in output.glob("part-00001-*")} == kept


def test_parquet_holds_the_tuples_of_json_lines(folder: Path, undisturbed: dict[str, bytes]) -> None:
    run(folder, "parquet", "--output-format", "parquet")
    rows = [row for p in sorted((folder / "parquet").glob("part-*")) for row in pq.read_table(p).to_pylist()]
    parts = b"".join(undisturbed[n] for n in sorted(undisturbed) if n.startswith("part-"))
    for row, line in zip(rows, parts.splitlines(), strict=True):
        expected = json.loads(line)
        assert row.pop("error") is None
        assert row.pop("language") is None
        assert row == {**expected, "image_id": str(expected["image_id"])}
