from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import scoring

ROOT = Path(__file__).parents[2]


def test_public_names_exist_and_are_all() -> None:
    names = {name for name in vars(scoring) if not name.startswith("_") and name != "annotations"}
    modules = {"agreement", "bast", "conventions", "grounding", "score", "significance", "statistics"}
    assert names - modules == set(scoring.__all__)


def test_importing_scoring_loads_neither_nltk_nor_grpc() -> None:
    code = (
        "import sys, scoring; scoring.list_groundings(); print({'nltk', 'grpc', 'torch'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "set()"
