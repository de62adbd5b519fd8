"""What may be imported where, in agreement with the tree; and what commands import.

Start-up is a matter of modules, which can be counted, unlike seconds.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.processes import ROOT

_REPORT = (
    "import atexit, json, sys\n"
    "atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr))\n"
    "from service.cli import main\n"
    "sys.argv = ['captuple', *sys.argv[1:]]\n"
    "main()\n"
)


def modules(*arguments: str) -> set[str]:
    result = subprocess.run(
        [sys.executable, "-c", _REPORT, *arguments], capture_output=True, check=True, cwd=ROOT, timeout=60
    )
    return set(json.loads(result.stderr.splitlines()[-1]))


def packages(names: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize(
    ("arguments", "most"),
    [
        (["--help"], 260),
        (["cache", "--help"], 260),
        (["batch", "--help"], 260),
        (["arena", "--help"], 260),
        (["submit", "--help"], 400),
        (["extract", "--help"], 400),
    ],
)
def test_help_imports_few_modules(arguments: list[str], most: int) -> None:
    found = modules(*arguments)
    assert len(found) < most
    heavy = {
        "torch",
        "stanza",
        "spacy",
        "sklearn",
        "scipy",
        "numpy",
        "nltk",
        "grpc",
        "google",
        "pyarrow",
        "lmdb",
        "sqlalchemy",
        "starlette",
    }
    assert not heavy & packages(found)


def test_extract_imports_what_extraction_needs_and_no_more() -> None:
    found = modules("extract", "A fox sits on a wall.")
    unwanted = {"grpc", "nltk", "training", "ray", "lmdb", "pydantic_settings"}
    slow = {"sklearn", "scipy", "pandas", "pyarrow", "sympy"}  # a second and a hundred megabytes, for nothing
    assert not (unwanted | slow) & packages(found)
    assert "torch._dynamo" not in found
    assert len(found) < 3_000
    unused = ("service.rpc", "service.batch", "captuple.client", "captuple.v1", "captuple.wire")
    assert not {name for name in found if name.startswith(unused)}


TOOLS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
CONTRACTS: list[dict[str, Any]] = TOOLS["importlinter"]["contracts"]
ALONE = {"captuple", "models"}  # the thin client, and data: they import nothing of ours
THIN = {"captuple.client", "captuple.v1", "captuple.wire"}
"""What of the thin client needs gRPC; its values and errors do not."""
MAY_IMPORT = {
    **{
        name: {*THIN, "service.rpc"}
        for name in ("google", "grpc", "grpc_health", "grpc_reflection", "grpc_status", *sorted(THIN))
    },
    **{name: {"service.arena"} for name in ("alembic", "psycopg", "sqlalchemy")},
    "nltk": {"training"},
    "onnx": {"training"},
    "onnxruntime": {"training"},
    "ray": set[str](),
    "safetensors": {"training"},
    "stanza": {"training"},
    **{name: {"service.arena", "service.cli", "service.play"} for name in ("starlette", "uvicorn")},
    "tokenizers": {"training"},
    "torch": {"training"},
}
"""Who is no source of the contract that forbids it; exceptions inside a source stand in ``ignore_imports``."""


def root_packages() -> set[str]:
    """The packages at the root and under ``proto``."""
    return {path.parent.name for folder in (ROOT, ROOT / "proto") for path in folder.glob("*/__init__.py")}


def members(package: str) -> set[str]:
    """The modules and packages right inside a package."""
    folder = ROOT / "proto" / package if package == "captuple" else ROOT / package
    paths = [*folder.glob("[!_]*.py"), *(path.parent for path in folder.glob("*/__init__.py"))]
    return {f"{package}.{path.stem}" for path in paths}


def test_import_linter_build_and_types_know_every_package() -> None:
    found = root_packages()
    assert {"extractor", "scoring", "service"} < found
    assert sorted(TOOLS["importlinter"]["root_packages"]) == sorted(found)
    built = TOOLS["setuptools"]["packages"]["find"]
    assert {Path(folder) for folder in built["where"]} == {Path(), Path("proto")}
    assert sorted(pattern.removesuffix("*") for pattern in built["include"]) == sorted(found)
    assert set(TOOLS["mypy"]["packages"]) == found | {"examples", "tests"}


def test_every_package_has_its_layer_or_stands_alone() -> None:
    [down] = [contract for contract in CONTRACTS if contract["name"] == "Imports point down"]
    assert set(down["layers"]) == root_packages() - ALONE
    [alone] = [contract for contract in CONTRACTS if set(contract.get("source_modules", ())) == ALONE]
    assert set(alone["forbidden_modules"]) == root_packages() - ALONE


@pytest.mark.parametrize(("library", "may"), MAY_IMPORT.items())
def test_every_package_that_may_not_import_a_library_is_named(library: str, may: set[str]) -> None:
    [contract] = [c for c in CONTRACTS if c["type"] == "forbidden" and library in c["forbidden_modules"]]
    expected = set[str]()
    for package in root_packages() - may:
        inside = {name for name in may if name.startswith(f"{package}.")}
        expected |= members(package) - inside if inside else {package}
    assert set(contract["source_modules"]) == expected


def test_every_library_that_a_contract_forbids_is_known() -> None:
    forbidden = {name for c in CONTRACTS for name in c.get("forbidden_modules", ())}
    assert packages(forbidden) == root_packages() - ALONE | packages(set(MAY_IMPORT))
