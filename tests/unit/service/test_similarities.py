"""Which similarity a model's bundle has what it takes for."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from extractor.bundle import MANIFEST, find_bundle
from extractor.errors import UnknownNameError
from service.similarities import best_similarity


@pytest.mark.parametrize(
    ("model", "name"), [("en-captions", "thesaurus.v1"), ("en-captions-large", "encoder.v1")]
)
def test_the_best_of_the_installed_bundles(model: str, name: str) -> None:
    assert best_similarity(model) == name


def test_a_bundle_without_thesaurus_and_an_unknown_one(tmp_path: Path) -> None:
    folder = tmp_path / "bare"
    folder.mkdir()
    manifest = json.loads((find_bundle("en-captions") / MANIFEST).read_text())
    manifest["files"].pop("thesaurus.npz")
    (folder / MANIFEST).write_text(json.dumps(manifest))
    assert best_similarity(folder) == "exact.v1"
    shutil.rmtree(folder)
    with pytest.raises(UnknownNameError, match="unknown model 'nowhere'"):
        best_similarity("nowhere")
