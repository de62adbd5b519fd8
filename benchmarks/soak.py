"""Mixed load on two servers for some minutes: no call may fail that should not, none be wrong, no memory grow.

    python -m benchmarks.soak [--minutes 30] [--warm-up-minutes 3] [--workers 1] [--disturb-s 20] [--calls N]

Every ``--disturb-s`` seconds something happens to one of the servers, in turn: a worker is killed, the model bundle is
exchanged for one of the same content, the server ends by SIGTERM and another takes its place.

Exit code 0: all is well; 1: a call failed or had another answer than the first time, or the memory of all processes at
the end (median of the last fifth of the samples) is 5% or more above that after the warm-up (median of the first
fifth after it). Samples are taken between disturbances.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import random
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Self

import psutil
from captuple import CaptupleClient
from captuple.errors import DeadlineError

from extractor import Caption, Extraction
from extractor.errors import CaptupleError, InvalidInputError
from extractor.types import CaptionEntry, SemanticTuple
from tests.processes import ServerProcess, copy_of_bundle, server_process
from tests.serving import free_port

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
    parser.add_argument("--workers", type=int, default=1, help="of each server")
    parser.add_argument("--disturb-s", type=float, default=20.0, help="between disturbances; 0: none")
    parser.add_argument(
        "--calls", type=int, help="end as soon as each kind of call was made so often; half of them warm up"
    )
    arguments = parser.parse_args()

    def progress(load: MixedLoad) -> float:
        if arguments.calls is not None:
            return load.n_of_rarest() / arguments.calls
        return (time.monotonic() - began) / (60 * arguments.minutes)

    warm_up = 0.5 if arguments.calls is not None else arguments.warm_up_minutes / arguments.minutes
    with tempfile.TemporaryDirectory() as folder, Fleet(Path(folder), n_workers=arguments.workers) as fleet:
        load = MixedLoad(fleet.address)
        began = time.monotonic()
        memory = run(load, fleet, progress=progress, warm_up=warm_up, disturb_s=arguments.disturb_s)
    fifth = max(1, len(memory) // 5)
    before, after = statistics.median(memory[:fifth]), statistics.median(memory[-fifth:])
    growth = after / before - 1
    record = {
        "minutes": round((time.monotonic() - began) / 60, 2),
        "calls": dict(load.counts),
        "disturbances": dict(fleet.disturbances),
        "failures": load.failures[:5],
        "mib_after_warm_up": round(before / 2**20, 1),
        "mib_at_end": round(after / 2**20, 1),
        "growth": round(growth, 4),
    }
    print(json.dumps(record, indent=1))
    sys.exit(1 if load.failures or growth >= MAX_GROWTH else 0)


def run(
    load: MixedLoad,
    fleet: Fleet,
    *,
    progress: Callable[[MixedLoad], float],
    warm_up: float,
    disturb_s: float,
) -> list[int]:
    """The load until its progress is 1; gives the memory after the warm-up in bytes, a sample a second."""
    load.start()
    memory: list[int] = []
    disturbances = itertools.cycle([fleet.kill_a_worker, fleet.exchange_the_model, fleet.restart_a_server])
    next_at = time.monotonic() + disturb_s
    while progress(load) < 1 and not load.failures:
        time.sleep(1.0)
        if disturb_s and time.monotonic() >= next_at:
            next(disturbances)()
            next_at = time.monotonic() + disturb_s
        elif progress(load) >= warm_up:
            memory.append(fleet.memory())
    load.stop()
    return memory or [fleet.memory()]


class Fleet:
    """Two servers that clients share their calls between; at most one of them is disturbed at a time.

    Args:
        folder: For bundles.
        n_workers: Of each server.

    Attributes:
        address: Of both, for clients.
        disturbances: How many there were of each kind.
    """

    def __init__(self, folder: Path, *, n_workers: int) -> None:
        self._folder = folder
        self._n_workers = n_workers
        self._ports = [free_port(), free_port()]
        self.address = "ipv4:" + ",".join(f"127.0.0.1:{port}" for port in self._ports)
        self.disturbances: Counter[str] = Counter()
        self._rng = random.Random(0)
        self._servers: list[ServerProcess] = []
        self._ends: list[contextlib.ExitStack] = []

    def __enter__(self) -> Self:
        copy_of_bundle(self._folder, version="1.0.0")
        try:
            for i in range(len(self._ports)):
                self._servers.append(self._started(i))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for end in self._ends:
            end.close()

    def _started(self, i: int) -> ServerProcess:
        end = contextlib.ExitStack()
        options = ["--workers", str(self._n_workers), "--log-level", "info"]
        server = end.enter_context(
            server_process(*options, port=self._ports[i], CAPTUPLE_MODELS=str(self._folder))
        )
        self._ends[i : i + 1] = [end]
        return server

    def kill_a_worker(self) -> None:
        """End a worker of a server, as the kernel does where memory is short."""
        server = self._rng.choice(self._servers)
        self._rng.choice(server.workers()).kill()
        self.disturbances["worker killed"] += 1

    def exchange_the_model(self) -> None:
        """Have both servers take a newer bundle, and wait until they have."""
        n = self.disturbances["model exchanged"] + 1
        folder = copy_of_bundle(self._folder, version=f"1.{n}.0")
        for server in self._servers:
            server.process.send_signal(signal.SIGHUP)
            server.wait_for_log(f"model en-captions@{folder.name} answers")
        self.disturbances["model exchanged"] += 1

    def restart_a_server(self) -> None:
        """End a server by SIGTERM, and start another in its place."""
        i = self.disturbances["server restarted"] % 2
        self._ends[i].close()
        self._servers[i] = self._started(i)
        self.disturbances["server restarted"] += 1

    def memory(self) -> int:
        """Bytes of fronts and workers that they share with nobody."""
        return sum(memory_of(server.process.pid) for server in self._servers)


def memory_of(pid: int) -> int:
    """Bytes of a server's front and workers that they share with nobody."""
    server = psutil.Process(pid)
    n_bytes = 0
    for process in [server, *server.children()]:
        with contextlib.suppress(psutil.NoSuchProcess):  # one that was killed, a moment ago
            n_bytes += process.memory_full_info().uss
    return n_bytes


class MixedLoad:
    """Callers of every kind, each in a thread."""

    def __init__(self, address: str) -> None:
        self.counts: Counter[str] = Counter()
        self.failures: list[str] = []
        self._texts = [json.loads(line)["caption"] for line in CAPTIONS.read_text().splitlines()]
        self._tuples: dict[str, tuple[SemanticTuple, ...]] = {}
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

    def _check(self, results: list[Extraction | CaptupleError], captions: list[Caption]) -> None:
        """Raise what is wrong: a caption without answer, in another place, or with other tuples than the first time."""
        if len(results) != len(captions):
            raise RuntimeError(f"{len(captions)} captions gave {len(results)} results")
        for caption, result in zip(captions, results, strict=True):
            if not isinstance(result, Extraction):
                raise result
            if self._tuples.setdefault(caption.text, result.tuples) != result.tuples:
                raise RuntimeError(f"{caption.text!r} has other tuples than before")

    def _small(self, rng: random.Random) -> None:
        captions = self._captions(rng, rng.randrange(1, 4))
        self._check(self._client.extract(captions), captions)

    def _large(self, rng: random.Random) -> None:
        captions = self._captions(rng, rng.randrange(20, 200))
        self._check(self._client.extract(captions), captions)

    def _stream(self, rng: random.Random) -> None:
        captions = self._captions(rng, rng.randrange(1, 500))
        self._check(list(self._client.extract_stream(captions)), captions)

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
