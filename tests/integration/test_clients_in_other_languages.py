"""Clients in Node and Go, made of the proto folder alone, against a real server."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from captuple import CaptupleClient, Extraction

from tests.serving import RunningServer

ROOT = Path(__file__).parents[2]
CLIENTS = ROOT / "tests" / "clients"
PROTO = ROOT / "proto"
GO_LIBRARIES = Path("/usr/share/gocode")  # where Debian has them
NODE_MODULES = Path(os.environ.get("CAPTUPLE_NODE_MODULES", CLIENTS / "node" / "node_modules"))

CAPTIONS = [
    f"A dog and {i + 2} cats {verb} on a sofa." for i in range(250) for verb in ("sit", "sleep", "wait")
]
CAPTIONS += [f"{i} goats climb a wall." for i in range(250)]

needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not NODE_MODULES.is_dir(),
    reason="needs node, and CAPTUPLE_NODE_MODULES: mkdir FOLDER && tests/install_node FOLDER",
)
needs_go = pytest.mark.skipif(
    shutil.which("go") is None
    or shutil.which("protoc-gen-go-grpc") is None
    or not (GO_LIBRARIES / "src" / "google.golang.org" / "grpc").is_dir(),
    reason="needs Debian's Go with its gRPC: tests/install_go",
)


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("clients") / "input.json"
    references = ["A dog sits on a sofa.", "Cats sleep."]
    file.write_text(
        json.dumps(
            {
                "captions": CAPTIONS,
                "candidate": "A dog sleeps on a sofa.",
                "references": references,
                "chunk": 50,
            }
        )
    )
    return file


@pytest.fixture(scope="module")
def expected(real_server: RunningServer, given: Path) -> dict[str, Any]:
    """What the client in Python gets."""
    asked = json.loads(given.read_text())
    with CaptupleClient(real_server.address) as client:
        results = list(client.extract_stream(asked["captions"]))
        agreement = client.score({7: asked["candidate"]}, {7: asked["references"]})
    lemmas = [
        [item.predicate.lemma for item in result.tuples]
        for result in results
        if isinstance(result, Extraction)
    ]
    assert len(lemmas) == 1000
    assert len({tuple(item) for item in lemmas}) > 3
    return {
        "model": agreement.model,
        "extracted": lemmas[:10],
        "signature": agreement.signature,
        "overall_f1": agreement.overall_f1,
        "faults": ["captions", "min_confidence"],
        "streamed": lemmas,
    }


@needs_node
def test_node_extracts_scores_and_streams(
    real_server: RunningServer, given: Path, expected: dict[str, Any]
) -> None:
    command = ["node", CLIENTS / "node" / "client.js", real_server.address, PROTO, given]
    assert output_of(command, NODE_PATH=str(NODE_MODULES)) == expected


@needs_go
def test_go_extracts_scores_and_streams(
    real_server: RunningServer, given: Path, expected: dict[str, Any], tmp_path: Path
) -> None:
    source = tmp_path / "src"
    shutil.copytree(CLIENTS / "go", source / "client")
    generate = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", f"--go_out={source}"]
    subprocess.run(
        [*generate, f"--go-grpc_out={source}", "captuple/v1/captuple.proto"], check=True, timeout=60
    )
    program = tmp_path / "client_in_go"
    offline = {"GO111MODULE": "off", "GOPATH": f"{tmp_path}:{GO_LIBRARIES}", "GOFLAGS": ""}
    environment = {**os.environ, **offline, "GOCACHE": str(tmp_path / "cache")}
    build = ["go", "build", "-o", program, "client"]
    subprocess.run(build, check=True, timeout=300, env=environment, cwd=source / "client")
    assert output_of([program, real_server.address, given]) == expected


def output_of(command: list[str | Path], **environment: str) -> Any:
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **environment}, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
