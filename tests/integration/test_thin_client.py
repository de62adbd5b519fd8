"""The distribution captuple-client, alone: its wheel and what it depends on, and a real server on loopback."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from extractor import Extractor
from tests import thin_client
from tests.serving import RunningServer

ROOT = Path(__file__).parents[2]
CAPTIONS = ["A brown dog runs in the park.", "Two goats climb a wall.", "No people are on the beach."]

USE = """
import asyncio, json, sys
import captuple
from captuple import AsyncCaptupleClient, Caption, CaptupleClient, Extraction, InvalidInputError
import service  # the project's own
assert service.OWN
for name in ("extractor", "scoring", "formats", "training", "models", "numpy", "torch", "spacy", "service.rpc"):
    try:
        __import__(name)
    except ImportError:
        continue
    raise AssertionError(f"{name} is there")
address, *texts = sys.argv[1:]

def lemmas(results):
    results = list(results)
    assert all(isinstance(result, Extraction) for result in results), results
    return [[t.predicate.lemma for t in result.tuples] for result in results]

with CaptupleClient(address) as client:
    batch = lemmas(client.extract(texts))
    stream = lemmas(client.extract_stream([Caption(text=text) for text in texts], chunk_size=2))
    agreement = client.score({1: texts[0]}, {1: [texts[0], texts[1]]})
    grades = client.grade({1: texts[0]}, {1: [texts[0]]}, similarity="exact.v1")
    model = client.model()
    try:
        client.extract([])
    except InvalidInputError as e:
        fault = e.faults[0].where

async def again():
    async with AsyncCaptupleClient(address) as client:
        results = [item async for item in client.extract_stream(texts)]
        return lemmas(await client.extract(texts)), lemmas(results)

assert asyncio.run(again()) == (batch, stream)
print(json.dumps({
    "batch": batch, "stream": stream, "model": model, "fault": fault, "graded": grades.score,
    "pa": sorted(agreement.images[1].matched("PA")), "recall": agreement.components["PA"].recall,
    "file": captuple.__file__,
}))
"""

VALUES = """
import sys
from captuple import Caption, ResourceError, OverloadedError
assert issubclass(OverloadedError, ResourceError)
Caption(text="A dog runs.")
heavy = {"grpc", "google"} & {name.partition(".")[0] for name in sys.modules}
assert not heavy, heavy
import captuple
assert captuple.CaptupleClient.__module__.startswith("captuple.client")
for name in captuple.__all__:
    assert getattr(captuple, name), name
try:
    captuple.Extractor
except AttributeError as e:
    assert "Extractor" in str(e)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    thin_client.install(folder, tmp_path_factory.mktemp("build"))
    return folder


def test_it_works_beside_a_project_with_a_service_of_its_own(
    site: Path, tmp_path: Path, real_server: RunningServer, extractor: Extractor
) -> None:
    (tmp_path / "service").mkdir()
    (tmp_path / "service" / "__init__.py").write_text("OWN = True\n")
    output = thin_client.run(site, USE, real_server.address, *CAPTIONS, folder=tmp_path)
    found = json.loads(output)
    from extractor import Caption

    expected = [
        [t.predicate.lemma for t in result.tuples]
        for result in extractor.extract([Caption(text=text) for text in CAPTIONS])
    ]
    assert found["batch"] == found["stream"] == expected
    assert found["model"] == extractor.model
    assert found["fault"] == "captions"
    assert found["graded"] > 0
    assert found["pa"] == [["dog"]]
    assert 0 < found["recall"] < 1
    assert Path(found["file"]).is_relative_to(site)


def test_values_and_errors_need_no_grpc(site: Path, tmp_path: Path) -> None:
    thin_client.run(site, VALUES, folder=tmp_path)


def test_it_is_one_small_package(site: Path) -> None:
    top = {path.name for path in site.iterdir()}
    of_others = {"__pycache__", "google", "grpc", "typing_extensions.py"}
    assert {name for name in top - of_others if not name.endswith(".dist-info")} == {"captuple"}
    assert (site / "captuple" / "py.typed").exists()
    assert (site / "captuple" / "v1" / "captuple.proto").exists()
    sizes = {path: path.stat().st_size for path in site.rglob("*.*") if "__pycache__" not in path.parts}
    assert sum(sizes.values()) < 22e6  # nearly all of it gRPC's
    assert sum(n for path, n in sizes.items() if path.is_relative_to(site / "captuple")) < 300e3
    assert set(thin_client.dependencies()) == {
        "googleapis-common-protos",
        "grpcio",
        "protobuf",
        "typing-extensions",
    }


def test_both_distributions_have_one_version_and_one_floor() -> None:
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    thin = tomllib.loads((thin_client.PROTO / "pyproject.toml").read_text())["project"]
    assert thin["version"] == whole["version"]

    def floors(dependencies: list[str]) -> dict[str, str]:
        return {name: rest.partition(",")[0] for name, _, rest in (d.partition(">=") for d in dependencies)}

    assert floors(thin["dependencies"]).items() <= floors(whole["dependencies"]).items()
    stubs = (thin_client.PROTO / "captuple" / "v1" / "captuple_pb2_grpc.py").read_text()
    generated = stubs.partition("GRPC_GENERATED_VERSION = '")[2].partition("'")[0]
    assert floors(thin["dependencies"])["grpcio"] == generated
