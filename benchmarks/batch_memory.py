"""Memory of batch jobs of growing size: peak RSS of the parent and of each worker.

    python benchmarks/batch_memory.py --captions FILE --rows 10000 100000 300000 --output memory.json

Rows repeat: each shard of 2,000 rows holds as many distinct captions as ``--distinct`` says, so that large jobs end in
minutes. The last job has 10,000 rows without repetition, for the peak of a worker.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

_SHARD_ROWS = 2_000
_MIB = 1 << 20


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print; write the figures as JSON where asked to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--captions", type=Path, required=True, help="one caption a line")
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000, 100_000, 300_000])
    parser.add_argument("--distinct", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args(argv)
    captions = arguments.captions.read_text(encoding="utf-8").splitlines()
    jobs = []
    for n_rows, distinct in [*((n, arguments.distinct) for n in arguments.rows), (10_000, _SHARD_ROWS)]:
        jobs.append(_measure(captions, n_rows, distinct, arguments.workers))
        sys.stderr.write(f"{jobs[-1]}\n")
    record = {"schema": "captuple.benchmark-memory/1", "workers": arguments.workers, "jobs": jobs}
    print(json.dumps(record, indent=1))
    if arguments.output:
        arguments.output.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def _measure(captions: Sequence[str], n_rows: int, distinct: int, workers: int) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "rows.jsonl"
        with source.open("w", encoding="utf-8") as file:
            for number in range(n_rows):
                shard, place = divmod(number, _SHARD_ROWS)
                text = captions[(shard * distinct + place % distinct) % len(captions)]
                file.write(json.dumps({"image_id": number, "caption": text}) + "\n")
        command = [sys.executable, "-m", "service.cli", "batch", "extract", "--input", str(source)]
        command += ["--output", f"{folder}/job", "--workers", str(workers), "--output-format", "parquet"]
        start = time.perf_counter()
        process = subprocess.Popen(command, env={**os.environ, "OMP_NUM_THREADS": "1"})
        peaks: dict[int, int] = {}
        half: dict[int, int] = {}
        while process.poll() is None:
            for pid, rss in _memory(process.pid).items():
                peaks[pid] = max(peaks.get(pid, 0), rss)
            n_done = len(list(Path(folder, "job").glob("part-*")))
            if n_done * _SHARD_ROWS <= n_rows / 2:
                half = dict(peaks)
            time.sleep(0.1)
        if process.returncode:
            raise SystemExit(f"the job failed with {process.returncode}")
        seconds = time.perf_counter() - start
    parent = peaks.pop(process.pid)
    first_half = half.pop(process.pid, 0)
    return {
        "n_rows": n_rows,
        "distinct_per_shard": distinct,
        "rows_per_second": round(n_rows / seconds, 1),
        "parent_peak_mib": parent // _MIB,
        "parent_peak_of_first_half_mib": first_half // _MIB,
        "worker_peak_mib": max(peaks.values()) // _MIB,
        "worker_peak_of_first_half_mib": max(half.values(), default=0) // _MIB,
    }


def _memory(pid: int) -> dict[int, int]:
    found = {}
    try:
        parent = psutil.Process(pid)
        for process in [parent, *parent.children()]:
            found[process.pid] = process.memory_info().rss
    except psutil.Error:
        pass
    return found


if __name__ == "__main__":
    main()
