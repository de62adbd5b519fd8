"""Servers that stop, and are started again, under clients that go on calling: with a stand-in extractor."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import threading
import time
from collections import Counter
from pathlib import Path

import grpc
import pytest
from captuple import AsyncCaptupleClient, CaptupleClient
from captuple.v1 import captuple_pb2 as pb
from captuple.v1 import captuple_pb2_grpc as pb_grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from extractor.errors import CaptupleError
from extractor.types import Caption, Extraction
from tests.fakes import FakeExtractor
from tests.processes import ROOT, SERVE
from tests.serving import RunningServer, free_port, serving

DOG = [Caption(text="run dog")]
N_CLIENTS = 4


class Counted:
    """A number that grows, to wait for."""

    def __init__(self) -> None:
        self.n = 0
        self._changed = threading.Condition()

    def add(self) -> None:
        with self._changed:
            self.n += 1
            self._changed.notify_all()

    def wait_for(self, n_more: int) -> None:
        with self._changed:
            wanted = self.n + n_more
            assert self._changed.wait_for(lambda: self.n >= wanted, timeout=30)


@pytest.mark.parametrize("run", range(3))
def test_a_server_that_stops_cancels_nobody(run: int) -> None:
    """Four clients without retries, each in a tight loop, to the end and after it."""
    answers, refusals = Counted(), Counted()
    others: Counter[str] = Counter()
    done = threading.Event()

    def call(address: str) -> None:
        options = [("grpc.enable_retries", 0), ("grpc.use_local_subchannel_pool", 1)]
        request = pb.ExtractTuplesRequest(captions=[pb.Caption(text=f"run dog{run}")])
        with grpc.insecure_channel(address, options=options) as channel:
            stub = pb_grpc.SemanticTupleServiceStub(channel)
            while not done.is_set():
                try:
                    stub.ExtractTuples(request, timeout=20)
                except grpc.RpcError as e:
                    if e.code() is grpc.StatusCode.UNAVAILABLE:
                        refusals.add()
                    else:
                        others[f"{e.code()} {e.details()}"] += 1
                else:
                    answers.add()

    with serving(FakeExtractor()) as server:
        callers = [threading.Thread(target=call, args=(server.address,)) for _ in range(N_CLIENTS)]
        for caller in callers:
            caller.start()
        answers.wait_for(50)
        server.stop()
        server.thread.join(timeout=30)
        refusals.wait_for(N_CLIENTS)  # after the end
        done.set()
        for caller in callers:
            caller.join(timeout=30)
    assert not others
    assert refusals.n > 0


def test_who_watches_health_is_told_and_does_not_hold_up_the_end() -> None:
    with serving(FakeExtractor(), grace_s=20.0) as server, grpc.insecure_channel(server.address) as channel:
        states = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(), timeout=60)
        assert next(states).status == health_pb2.HealthCheckResponse.SERVING
        server.stop()
        assert next(states).status == health_pb2.HealthCheckResponse.NOT_SERVING
        with pytest.raises(grpc.RpcError) as raised:
            next(states)
        assert raised.value.code() is grpc.StatusCode.UNAVAILABLE
        server.thread.join(timeout=10)
        assert not server.thread.is_alive()


@pytest.mark.parametrize("kind", ["threads", "asyncio"])
def test_a_rolling_restart_of_two_servers_raises_nothing(kind: str) -> None:
    ports = [free_port(), free_port()]
    address = "ipv4:" + ",".join(f"127.0.0.1:{port}" for port in ports)
    answers = Counted()
    errors: list[CaptupleError] = []
    done = threading.Event()

    def call(client: CaptupleClient) -> None:
        while not done.is_set():
            try:
                assert isinstance(client.extract(DOG)[0], Extraction)
            except CaptupleError as e:
                errors.append(e)
            answers.add()

    async def call_async(client: AsyncCaptupleClient) -> None:
        while not done.is_set():
            try:
                assert isinstance((await client.extract(DOG))[0], Extraction)
            except CaptupleError as e:
                errors.append(e)
            answers.add()

    async def call_all() -> None:
        async with AsyncCaptupleClient(address, timeout_s=20) as client:
            await asyncio.gather(*(call_async(client) for _ in range(N_CLIENTS)))

    def start(port: int) -> tuple[contextlib.ExitStack, RunningServer]:
        stack = contextlib.ExitStack()
        return stack, stack.enter_context(serving(FakeExtractor(), address=f"127.0.0.1:{port}"))

    servers = [start(port) for port in ports]
    with CaptupleClient(address, timeout_s=20) as client:
        callers = (
            [threading.Thread(target=call, args=(client,)) for _ in range(N_CLIENTS)]
            if kind == "threads"
            else [threading.Thread(target=asyncio.run, args=(call_all(),))]
        )
        try:
            for caller in callers:
                caller.start()
            answers.wait_for(50)
            for i, port in enumerate(ports):
                servers[i][0].close()
                servers[i] = start(port)
                answers.wait_for(20)
        finally:
            done.set()
            for caller in callers:
                caller.join(timeout=30)
            for stack, _ in servers:
                stack.close()
    assert errors == []


def test_sighup_right_after_the_start_does_not_end_the_process(tmp_path: Path) -> None:
    port_file = tmp_path / "port"
    command = [*SERVE, "--address", "127.0.0.1:0", "--port-file", str(port_file)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stderr is not None
        until = time.monotonic() + 20
        while not ignores_sighup(process.pid):
            assert process.poll() is None
            assert time.monotonic() < until
        for _ in range(3):
            process.send_signal(signal.SIGHUP)
        first = process.stderr.readline()  # it lives on to say something
        while b"serves on" not in first:
            assert first, process.poll()
            process.send_signal(signal.SIGHUP)
            first = process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        process.stderr.read()
        assert process.wait(timeout=30) == 0
    assert port_file.exists()


def ignores_sighup(pid: int) -> bool:
    """Whether a process has got so far that SIGHUP does not end it."""
    status = Path(f"/proc/{pid}/status").read_text()
    command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    masks = {
        key: int(value, 16)
        for key, _, value in (line.partition(":") for line in status.splitlines())
        if key == "SigIgn"
    }
    return bool(masks["SigIgn"] & (1 << (signal.SIGHUP - 1))) and os.fsencode("serve") in command
