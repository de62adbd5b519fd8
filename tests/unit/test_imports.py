"""What commands import: start-up is a matter of modules, which can be counted, unlike seconds."""

from __future__ import annotations

import json
import subprocess
import sys

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
    }
    assert not heavy & packages(found)


def test_extract_imports_what_extraction_needs_and_no_more() -> None:
    found = modules("extract", "A fox sits on a wall.")
    unwanted = {"grpc", "nltk", "training", "ray", "lmdb", "pydantic_settings", "captuple"}
    slow = {"sklearn", "scipy", "pandas", "pyarrow", "sympy"}  # a second and a hundred megabytes, for nothing
    assert not (unwanted | slow) & packages(found)
    assert "torch._dynamo" not in found
    assert len(found) < 3_000
    assert not {name for name in found if name.startswith(("service.rpc", "service.batch"))}
