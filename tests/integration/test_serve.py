"""``captuple serve`` as a process, with the bundled extractor."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from captuple import CaptupleClient

from extractor import Caption, Extraction, Extractor
from service.pipeline.tuple_cache import cache_info
from tests.processes import served_address, server_process
from tests.serving import RunningServer

ROOT = Path(__file__).resolve().parents[2]
SERVE = [sys.executable, "-m", "service.cli", "serve"]


def test_a_port_in_use_is_a_run_time_failure() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        result = subprocess.run(
            [*SERVE, "--address", address], capture_output=True, check=False, timeout=60, cwd=ROOT
        )
    assert result.returncode == 1
    assert f"Error: cannot listen on {address}: the port is in use" in result.stderr.decode()
    assert b"Traceback" not in result.stderr


def test_a_host_that_is_not_here_is_a_run_time_failure() -> None:
    result = subprocess.run(
        [*SERVE, "--address", "192.0.2.1:0", "--insecure"],
        capture_output=True,
        check=False,
        timeout=60,
        cwd=ROOT,
    )
    assert result.returncode == 1
    assert b"cannot listen on 192.0.2.1:0" in result.stderr


def test_the_process_serves_and_ends_at_sigterm(tmp_path: Path) -> None:
    port_file = tmp_path / "port"
    command = [*SERVE, "--address", "127.0.0.1:0", "--port-file", str(port_file)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stderr is not None
        lines = []
        for line in process.stderr:
            lines.append(line)
            if b"captuple serves on " in line:
                break
        else:
            pytest.fail(f"the server did not start: {lines}")
        address = served_address(line.decode())
        with CaptupleClient(address) as client:
            [result] = client.extract([Caption(text="A heron waits in a pond.")])
        assert isinstance(result, Extraction)
        process.send_signal(signal.SIGTERM)
        rest = process.stderr.read()
        assert process.wait(timeout=30) == 0
    assert port_file.read_text() == f"{address.rpartition(':')[2]}\n"
    assert b"Traceback" not in rest


def test_the_server_gives_what_the_library_gives(real_server: RunningServer, extractor: Extractor) -> None:
    captions = [
        Caption(text="A baker slides a tray of rolls into a hot oven. He smiles."),
        Caption(text="Zwei Hunde im Schnee"),
        Caption(text="\U0001f415\U0001f415"),
        Caption(text="A"),
        Caption(text="Two goats\u2028climb\na wall\x00 ."),
        Caption(text=""),
    ]
    with CaptupleClient(real_server.address) as client:
        assert client.extract(captions) == extractor.extract(captions)


def test_workers_share_a_cache(tmp_path: Path, extractor: Extractor) -> None:
    captions = [Caption(text="A fox sleeps in the shed."), Caption(text="Two men carry a ladder.")]
    with server_process("--workers", "2", "--cache", str(tmp_path)) as server:
        assert server.address
        with CaptupleClient(server.address, timeout_s=60) as client:
            for _ in range(6):  # whichever worker takes them
                assert client.extract(captions) == extractor.extract(captions)
        assert cache_info(tmp_path).n_entries == 2
