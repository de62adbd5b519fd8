"""``benchmarks/compare.py``: ratios of two runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.processes import ROOT


def compare(folder: Path, old: object, new: object) -> subprocess.CompletedProcess[str]:
    for name, record in (("old", old), ("new", new)):
        (folder / f"{name}.json").write_text(json.dumps(record))
    command = [sys.executable, "benchmarks/compare.py", folder / "old.json", folder / "new.json"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_ratios(tmp_path: Path) -> None:
    old = {"schema": "captuple.benchmark/1", "machine": {"cores": 2}, "rates": {"a": 100, "b": 0}, "n": [4]}
    new = {"schema": "captuple.benchmark/1", "machine": {"cores": 4}, "rates": {"a": 150.0, "b": 1}, "m": 1}
    result = compare(tmp_path, old, new)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        '# machine differ: {"cores": 2} / {"cores": 4}',
        "1.500\t100\t150\trates.a",
        "-\t0\t1\trates.b",
        "# only old: n[0]",
        "# only new: m",
    ]


def test_what_is_no_benchmark(tmp_path: Path) -> None:
    good = {"schema": "captuple.benchmark/1", "n": 1}
    assert "no record of a benchmark" in compare(tmp_path, good, {"n": 1}).stderr
    nothing = compare(tmp_path, good, {"schema": "captuple.benchmark/1", "m": 1})
    assert (nothing.returncode, "no figure in common" in nothing.stderr) == (2, True)
