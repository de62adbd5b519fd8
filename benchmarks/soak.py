"""Mixed load on ``captuple serve`` for some minutes: no call may fail that should not, and memory must not grow.

    python -m benchmarks.soak [--minutes 30] [--warm-up-minutes 3] [--workers 2] [--calls N]

Exit code 0: all is well; 1: a call failed, or the memory of front and workers at the end (median of the last fifth
of the samples) is 5% or more above that after the warm-up (median of the first fifth after it).
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import psutil
from captuple import CaptupleClient
from captuple.errors import DeadlineError

from benchmarks.serving import serving
from extractor import Caption, Extraction
from extractor.errors import InvalidInputError
from extractor.types import CaptionEntry

ROOT = Path(__file__).resolve().parents[1]
CAPTIONS = ROOT / "tests" / "data" / "captions" / "captions.jsonl"
MAX_GROWTH = 0.05


def main() -> None:
    """Run the load and judge."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--warm-up-minutes", type=float, default=3.0, help="before memory is compared")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--calls", type=int, help="end as soon as each kind of call was made so often; half of them warm up"
    )
    arguments = parser.parse_args()
    began = time.monotonic()

    def progress(load: MixedLoad) -> float:
        if arguments.calls is not None:
            return load.n_of_rarest() / arguments.calls
        return (time.monotonic() - began) / (60 * arguments.minutes)

    warm_up = 0.5 if arguments.calls is not None else arguments.warm_up_minutes / arguments.minutes
    with serving(arguments.workers) as (address, pid):
        began = time.monotonic()
        load, memory = run(address, pid, progress=progress, warm_up=warm_up)
    fifth = max(1, len(memory) // 5)
    before, after = statistics.median(memory[:fifth]), statistics.median(memory[-fifth:])
    growth = after / before - 1
    record = {
        "minutes": round((time.monotonic() - began) / 60, 2),
        "calls": dict(load.counts),
        "failures": load.failures[:5],
        "mib_after_warm_up": round(before / 2**20, 1),
        "mib_at_end": round(after / 2**20, 1),
        "growth": round(growth, 4),
    }
    print(json.dumps(record, indent=1))
    sys.exit(1 if load.failures or growth >= MAX_GROWTH else 0)


def run(
    address: str, pid: int, *, progress: Callable[[MixedLoad], float], warm_up: float
) -> tuple[MixedLoad, list[int]]:
    """The load until its progress is 1, and the memory after the warm-up in bytes, a sample a second."""
    load = MixedLoad(address)
    load.start()
    memory = []
    while progress(load) < 1 and not load.failures:
        time.sleep(1.0)
        if progress(load) >= warm_up:
            memory.append(memory_of(pid))
    load.stop()
    return load, memory or [memory_of(pid)]


def memory_of(pid: int) -> int:
    """Bytes of a server's front and workers that they share with nobody."""
    server = psutil.Process(pid)
    return sum(process.memory_full_info().uss for process in [server, *server.children()])


class MixedLoad:
    """Callers of every kind, each in a thread."""

    def __init__(self, address: str) -> None:
        self.counts: Counter[str] = Counter()
        self.failures: list[str] = []
        self._texts = [json.loads(line)["caption"] for line in CAPTIONS.read_text().splitlines()]
        self._client = CaptupleClient(address, n_channels=2, timeout_s=120)
        self._stopped = threading.Event()
        kinds: list[Callable[[random.Random], None]] = [
            self._small, self._small, self._small, self._large, self._stream, self._score, self._faulty, self._hasty
        ]  # fmt: skip
        self._names = {kind.__name__.lstrip("_") for kind in kinds}
        self._threads = [
            threading.Thread(target=self._repeat, args=(kind, random.Random(i)))
            for i, kind in enumerate(kinds)
        ]

    def start(self) -> None:
        """Begin to call."""
        for thread in self._threads:
            thread.start()

    def n_of_rarest(self) -> int:
        """How many calls there were of the kind with the fewest."""
        return min(self.counts[name] for name in self._names)

    def stop(self) -> None:
        """Let the calls that run end."""
        self._stopped.set()
        for thread in self._threads:
            thread.join(timeout=300)
        self._client.close()

    def _repeat(self, call: Callable[[random.Random], None], rng: random.Random) -> None:
        while not self._stopped.is_set() and not self.failures:
            try:
                call(rng)
            except Exception as e:  # noqa: BLE001  whatever it is, the soak has failed
                self.failures.append(f"{call.__name__}: {type(e).__name__}: {e}")
            self.counts[call.__name__.lstrip("_")] += 1

    def _captions(self, rng: random.Random, n: int) -> list[Caption]:
        return [Caption(text=rng.choice(self._texts)) for _ in range(n)]

    def _check(self, results: list[object], n: int) -> None:
        if len(results) != n or not all(isinstance(result, Extraction) for result in results):
            raise RuntimeError(f"{n} captions gave {results[:3]}")

    def _small(self, rng: random.Random) -> None:
        n = rng.randrange(1, 4)
        self._check(list(self._client.extract(self._captions(rng, n))), n)

    def _large(self, rng: random.Random) -> None:
        n = rng.randrange(20, 200)
        self._check(list(self._client.extract(self._captions(rng, n))), n)

    def _stream(self, rng: random.Random) -> None:
        n = rng.randrange(1, 500)
        results = itertools.islice(self._client.extract_stream(self._captions(rng, n)), n)
        self._check(list(results), n)

    def _score(self, rng: random.Random) -> None:
        candidates = {i: CaptionEntry(caption=caption) for i, caption in enumerate(self._captions(rng, 5))}
        references = {i: [CaptionEntry(caption=c) for c in self._captions(rng, 3)] for i in candidates}
        self._client.score(candidates, references)

    def _faulty(self, rng: random.Random) -> None:
        try:
            self._client.extract(self._captions(rng, 1), min_confidence=2.0)
        except InvalidInputError:
            time.sleep(0.05)
            return
        raise RuntimeError("a faulty request was answered")

    def _hasty(self, rng: random.Random) -> None:
        try:
            self._client.extract(self._captions(rng, 50), timeout_s=rng.choice([0.001, 0.01, 0.05]))
        except DeadlineError:
            time.sleep(0.05)


if __name__ == "__main__":
    main()
