"""A batch job that is killed at every one of its file operations, and run again.

    python -m tests.killed_jobs FOLDER [parquet]

The workers are stand-ins in this process, so that a kill ends everything at once and the moments can be counted.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from service.batch import ExtractOptions, JobOptions, run_job
from service.batch.engines import local as local_engine
from service.batch.shard import OutputFormat, Shard, ShardResult, ShardWorker, WorkerOptions
from tests.fakes import FakeExtractor

_OPERATIONS = ("open", "os.rename", "os.remove", "os.mkdir")


def run_inline(
    options: WorkerOptions, shards: Iterator[Shard], *, workers: int, should_stop: Callable[[], bool]
) -> Iterator[ShardResult]:
    """Work off shards in this process."""
    worker = ShardWorker(options, extractor=FakeExtractor())
    for shard in shards:
        if should_stop():
            return
        yield worker.run(shard)


def run(source: Path, output: Path, output_format: OutputFormat = "jsonl") -> None:
    """Run the job."""
    options = JobOptions(shard_rows=2, output_format=output_format, max_failure_rate=0.5)
    run_job(ExtractOptions(), input_pattern=str(source), output=output, options=options)


def results(output: Path) -> dict[str, bytes]:
    """All files of a job; the lines of its log sorted."""
    return {
        path.name: b"".join(sorted(path.read_bytes().splitlines(keepends=True)))
        if path.name == "shards.jsonl"
        else path.read_bytes()
        for path in output.iterdir()
    }


def kill_at(moment: int, action: Callable[[], None]) -> bool:
    """Run in a fork that kills itself before its n-th file operation; whether it came to that."""
    pid = os.fork()
    if pid == 0:
        n_left = moment

        def hook(event: str, arguments: tuple[object, ...]) -> None:
            nonlocal n_left
            if event in _OPERATIONS and str(arguments[0]).startswith(sys.argv[1]):
                n_left -= 1
                if n_left < 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(hook)
        action()
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    if not os.WIFSIGNALED(status) and os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit("the job failed by itself")
    return os.WIFSIGNALED(status)


def main() -> None:
    """Kill and compare until a run comes through; print the number of moments."""
    local_engine.run_locally = run_inline  # type: ignore[assignment]
    folder = Path(sys.argv[1])
    output_format: OutputFormat = "parquet" if sys.argv[2:] == ["parquet"] else "jsonl"
    source = folder / "rows.jsonl"
    lines = [f'{{"image_id": {i}, "caption": "run dog park{i}"}}' for i in range(5)]
    source.write_text("\n".join([*lines, "no row", '{"caption": "sit owl"}']) + "\n")
    run(source, folder / "undisturbed", output_format)
    wanted = results(folder / "undisturbed")
    moment, killed = 0, True
    while killed:
        output = folder / f"killed-{moment}"
        killed = kill_at(moment, lambda output=output: run(source, output, output_format))  # type: ignore[misc]
        # Once more in the same folder, a little later each time, then to the end.
        kill_at(moment // 2 + 1, lambda output=output: run(source, output, output_format))  # type: ignore[misc]
        run(source, output, output_format)
        if results(output) != wanted:
            raise SystemExit(f"killed before operation {moment}: the results differ")
        moment += 1
    sys.stdout.write(f"{moment - 1}\n")


if __name__ == "__main__":
    main()
