"""Throughput and latency of ``captuple serve``, as ratios to the extractor's own, measured in one run.

    python benchmarks/serving.py --captions FILE [--model BUNDLE] [--workers 2] [--rounds 3] [--seconds 15]

Each round measures offline extraction and the server in turn, so that what else the machine does falls on both.
FILE holds one caption a line; the first 4,000 are used. The load generators run in processes of their own, on the
same cores.

An echo, a bare ``grpc.aio`` server that answers every call with the same bytes, says what calls themselves cost. Where
extraction and calls share the cores, 64 callers reach at most echo / (echo + offline) of the offline speed, both in
captions a second; ``64 clients / ceiling`` is the share of that.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

for variable in (
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
):  # one thread a process, before numpy and torch are loaded
    os.environ.setdefault(variable, "1")

import grpc
import grpc.aio
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc

from extractor import Caption, Extractor
from extractor.bundle import DEFAULT_MODEL
from service.process import load_extractor

ROOT = Path(__file__).resolve().parents[1]
CLIENTS = 64
BYSTANDERS = 4
CHUNK = 64
WINDOW = 8
START_S = 180


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--captions", type=Path, required=True, help="one caption a line")
    parser.add_argument("--model", default=DEFAULT_MODEL, help="a bundle's name or folder")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=15.0, help="of each measurement")
    arguments = parser.parse_args()
    captions = arguments.captions.read_text(encoding="utf-8").splitlines()[:4000]
    rows: list[dict[str, float]] = []
    with (
        Offline(arguments.workers, captions, model=arguments.model) as offline,
        serving(arguments.workers, model=arguments.model) as (address, _),
    ):
        for i in range(arguments.rounds):
            row = measure(offline, address, captions, arguments.seconds)
            rows.append(row)
            print(
                f"round {i + 1}: " + ", ".join(f"{name} {value:.2f}" for name, value in row.items()),
                flush=True,
            )
    print(
        json.dumps(
            {name: round(statistics.median(row[name] for row in rows), 3) for name in rows[0]}, indent=1
        )
    )


def measure(offline: Offline, address: str, captions: Sequence[str], seconds: float) -> dict[str, float]:
    """One round."""
    own = offline.captions_per_s(seconds)
    clients = run_clients(address, captions, n_clients=CLIENTS, seconds=seconds)
    stream = run_stream(address, captions, seconds=seconds)
    own_ms = offline.single_ms(captions[:150])
    alone = run_clients(address, captions[:150], n_clients=1, seconds=0.0)
    with echoing() as echo_address:
        echo = len(run_clients(echo_address, captions, n_clients=CLIENTS, seconds=seconds / 3)) / (
            seconds / 3
        )
        echo_alone = run_clients(echo_address, captions[:150], n_clients=1, seconds=0.0)
    idle = run_clients(address, captions, n_clients=BYSTANDERS, seconds=seconds)
    busy = run_beside_stream(address, captions, seconds=seconds)
    return {
        "offline captions/s": own,
        "64 clients / offline": len(clients) / seconds / own,
        "echo calls/s": echo,
        "64 clients / ceiling": len(clients) / seconds / own * (echo + own) / echo,
        "stream / offline": stream / own,
        "own ms": own_ms,
        "lone call ms": statistics.median(alone),
        "lone call / own": statistics.median(alone) / own_ms,
        "lone call / own and echo": statistics.median(alone) / (own_ms + statistics.median(echo_alone)),
        "idle p99 ms": percentile(idle, 99),
        "p99 beside a stream / idle": percentile(busy, 99) / percentile(idle, 99),
    }


def percentile(values: Sequence[float], percent: int) -> float:
    """A percentile, as the smallest value that so many do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


# --- The extractor on its own


class Offline:
    """Extraction without a server: as many processes as the server has workers."""

    def __init__(self, n_processes: int, captions: Sequence[str], *, model: str) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._model = model
        self._n_processes = n_processes
        self._captions = captions

    def __enter__(self) -> Offline:
        self._pool = self._context.Pool(self._n_processes, initializer=_load, initargs=(self._model,))
        self._pool.map(_extract_for, [(self._captions, 0.1)] * self._n_processes, chunksize=1)
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.terminate()
        self._pool.join()

    def captions_per_s(self, seconds: float) -> float:
        """Of all processes together."""
        work = [(self._captions, seconds)] * self._n_processes
        return sum(self._pool.map(_extract_for, work, chunksize=1))

    def single_ms(self, captions: Sequence[str]) -> float:
        """The median of one caption after the other, by one process."""
        return float(self._pool.apply(_median_single_ms, (captions,)))


_extractor: Extractor | None = None


def _load(model: str) -> None:
    global _extractor  # noqa: PLW0603  a process of a pool has no other place
    _extractor = load_extractor(model)


def _extract_for(work: tuple[Sequence[str], float]) -> float:
    captions, seconds = work
    if _extractor is None:
        raise RuntimeError("not loaded")
    n, began = 0, time.perf_counter()
    for start in itertools.cycle(range(0, len(captions), 500)):
        batch = [Caption(text=text) for text in captions[start : start + 500]]
        n += len(_extractor.extract(batch))
        if time.perf_counter() - began >= seconds:
            break
    return n / (time.perf_counter() - began)


def _median_single_ms(captions: Sequence[str]) -> float:
    if _extractor is None:
        raise RuntimeError("not loaded")
    times = []
    for text in captions:
        began = time.perf_counter()
        _extractor.extract([Caption(text=text)])
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


# --- The server


@contextlib.contextmanager
def serving(n_workers: int, *, model: str = DEFAULT_MODEL) -> Iterator[tuple[str, int]]:
    """A server in a process of its own; gives its address and the process's number."""
    with tempfile.TemporaryDirectory() as folder:
        port_file = Path(folder) / "port"
        command = [
            sys.executable,
            "-m",
            "service.cli",
            "serve",
            "--model",
            model,
            "--address",
            "127.0.0.1:0",
            "--log-level",
            "warning",
        ]
        process = subprocess.Popen(
            [*command, "--workers", str(n_workers), "--port-file", str(port_file)], cwd=ROOT
        )
        try:
            until = time.monotonic() + START_S
            while not port_file.exists():
                if process.poll() is not None or time.monotonic() > until:
                    sys.exit("the server did not start")
                time.sleep(0.1)
            yield f"127.0.0.1:{port_file.read_text().strip()}", process.pid
        finally:
            process.terminate()
            process.wait(timeout=60)


@contextlib.contextmanager
def echoing() -> Iterator[str]:
    """A server in a process of its own that does nothing but answer; gives its address."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_echo, args=(theirs,), daemon=True)
    process.start()
    try:
        yield f"127.0.0.1:{ours.recv()}"
    finally:
        process.kill()
        process.join()


def _echo(connection: Connection) -> None:
    """Answer every ``ExtractTuples`` with two tuples, and every ``GetModel`` with nothing."""
    noun = pb.Argument(text="dog", lemma="dog", start=2, end=5, phrase_start=0, phrase_end=5, confidence=0.9)
    predicate = pb.Predicate(text="runs", lemma="run", start=6, end=10, confidence=0.9)
    item = pb.SemanticTuple(predicate=predicate, agents=[noun], locatives=[noun])
    result = pb.ExtractTuplesResult(tuples=pb.SemanticTupleList(tuples=[item, item]))
    answer = pb.ExtractTuplesResponse(results=[result], model="echo@0.0.0")

    class Echo(pb_grpc.SemanticTupleServiceServicer):
        async def ExtractTuples(self, request: object, context: object) -> pb.ExtractTuplesResponse:  # noqa: N802
            return answer

        async def GetModel(self, request: object, context: object) -> pb.GetModelResponse:  # noqa: N802
            return pb.GetModelResponse()

    async def serve() -> None:
        server = grpc.aio.server()
        pb_grpc.add_SemanticTupleServiceServicer_to_server(Echo(), server)
        connection.send(server.add_insecure_port("127.0.0.1:0"))
        await server.start()
        await server.wait_for_termination()

    asyncio.run(serve())


# --- Load, each in a process of its own


def run_clients(address: str, captions: Sequence[str], *, n_clients: int, seconds: float) -> list[float]:
    """Milliseconds of each single-caption call; ``seconds`` 0: each caption once."""
    return _in_process(_clients, address, list(captions), n_clients, seconds)


def run_stream(address: str, captions: Sequence[str], *, seconds: float) -> float:
    """Captions a second of one stream."""
    return float(_in_process(_stream, address, list(captions), seconds))


def run_beside_stream(address: str, captions: Sequence[str], *, seconds: float) -> list[float]:
    """Milliseconds of single-caption calls while one client streams all the time."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(2) as pool:
        stream = pool.apply_async(_stream, (address, list(captions), seconds + 10))
        time.sleep(1.0)
        bystanders = pool.apply_async(_clients, (address, list(captions), BYSTANDERS, seconds))
        times: list[float] = bystanders.get()
        stopped = stream.ready()
        stream.get()
    if stopped:
        sys.exit("the stream ended before the calls beside it: give it more captions")
    return times


def _in_process(function, *arguments):  # type: ignore[no-untyped-def]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(function, arguments)


def _clients(address: str, captions: Sequence[str], n_clients: int, seconds: float) -> list[float]:
    async def run() -> list[float]:
        times: list[float] = []
        texts = iter(captions) if seconds == 0 else itertools.cycle(captions)
        async with grpc.aio.insecure_channel(address) as channel:
            stub = pb_grpc.SemanticTupleServiceStub(channel)
            await stub.GetModel(pb.GetModelRequest())
            until = time.perf_counter() + seconds if seconds else float("inf")

            async def client() -> None:
                for text in texts:
                    began = time.perf_counter()
                    if began >= until:
                        break
                    await stub.ExtractTuples(pb.ExtractTuplesRequest(captions=[pb.Caption(text=text)]))
                    times.append(1000 * (time.perf_counter() - began))

            await asyncio.gather(*(client() for _ in range(n_clients)))
        return times

    return asyncio.run(run())


def _stream(address: str, captions: Sequence[str], seconds: float) -> float:
    chunks = [
        pb.StreamExtractTuplesRequest(captions=[pb.Caption(text=t) for t in captions[i : i + CHUNK]])
        for i in range(0, len(captions), CHUNK)
    ]
    began = time.perf_counter()

    window = threading.Semaphore(WINDOW)  # gRPC itself would take in megabytes

    def requests() -> Iterator[pb.StreamExtractTuplesRequest]:
        for chunk in itertools.cycle(chunks):
            window.acquire()
            if time.perf_counter() - began >= seconds:
                return
            yield chunk

    n = 0
    with grpc.insecure_channel(address) as channel:
        for response in pb_grpc.SemanticTupleServiceStub(channel).StreamExtractTuples(requests()):
            n += len(response.results)
            window.release()
    return n / (time.perf_counter() - began)


if __name__ == "__main__":
    main()
