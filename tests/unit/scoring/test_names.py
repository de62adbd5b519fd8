from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import scoring

ROOT = Path(__file__).parents[3]


def test_public_names_exist_and_are_all() -> None:
    names = {
        name
        for name, value in vars(scoring).items()
        if not name.startswith("_") and name != "annotations" and not isinstance(value, ModuleType)
    }
    assert names == set(scoring.__all__)


def test_score_is_the_function_and_its_module_is_reached_by_name() -> None:
    from scoring.bast.score import score_images

    assert scoring.score.__module__ == "scoring.interfaces.captions"
    assert score_images is scoring.score_images


def test_importing_scoring_loads_neither_nltk_nor_grpc() -> None:
    code = (
        "import sys, scoring; scoring.list_groundings(); print({'nltk', 'grpc', 'torch'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "set()"
