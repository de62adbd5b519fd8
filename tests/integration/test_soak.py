"""The soak, for some calls instead of half an hour: every kind of call beside every other, and disturbances."""

from __future__ import annotations

import json
import subprocess
import sys


def test_a_short_soak_fails_no_call() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.soak", "--calls", "3", "--disturb-s", "2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "{" in done.stdout, done.stderr
    record = json.loads(done.stdout[done.stdout.index("{") :])
    assert record["failures"] == []
    assert len(record["calls"]) == 6 and min(record["calls"].values()) >= 3, record  # by kind
    assert sum(record["disturbances"].values()) >= 1, record
    # Caches still fill in the first minute; a leak of whole requests would show even here.
    assert record["growth"] < 0.3, record
