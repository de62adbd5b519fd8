from __future__ import annotations

import json
import shutil
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import numpy as np
import pytest

from extractor.bundle import find_bundle, load_bundle, read_state
from extractor.errors import BundleError, UnknownNameError
from training.bundles.writer import write_state


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of a shipped bundle that a test may damage."""
    folder = tmp_path / "en-captions-stanza" / "9.9.9"
    shutil.copytree(find_bundle("en-captions-stanza"), folder)
    return folder


def edit_manifest(folder: Path, **changes: object) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), **changes}), encoding="utf-8")


def test_the_shipped_bundle_is_whole_and_small() -> None:
    folder = find_bundle("en-captions")
    bundle = load_bundle(folder)
    assert bundle.model.startswith("en-captions@")
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert {str(path.relative_to(folder)) for path in files} == {*bundle.manifest.files, "manifest.json"}
    assert sum(path.stat().st_size for path in files) < 40_000_000


@pytest.mark.parametrize("name", ["links.npz", "syntax/depparse.pt"])
def test_a_truncated_file_is_named(copy: Path, name: str) -> None:
    data = (copy / name).read_bytes()
    (copy / name).write_bytes(data[: len(data) // 2])
    with pytest.raises(BundleError, match=f"{name} differs from its SHA-256"):
        load_bundle(copy)


def test_all_missing_files_are_named(copy: Path) -> None:
    (copy / "roles.npz").unlink()
    (copy / "lexicon.json.gz").unlink()
    with pytest.raises(BundleError, match=r"lexicon\.json\.gz is missing; roles\.npz is missing"):
        load_bundle(copy)


def test_another_stanza_is_refused(copy: Path) -> None:
    edit_manifest(copy, versions={"stanza": "1.2.3", "scikit-learn": "1.9.1"})
    with pytest.raises(BundleError, match=r"stanza 1\.2\.3 made its models"):
        load_bundle(copy)


def test_a_parser_that_is_not_installed_is_named(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def version(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr("extractor.bundle.version", version)
    with pytest.raises(
        BundleError, match=r"stanza, which is not installed: pip install 'captuple\[stanza\]'"
    ):
        load_bundle(copy)


def test_another_feature_schema_is_refused(copy: Path) -> None:
    edit_manifest(copy, feature_schema=0)
    with pytest.raises(BundleError, match="feature schema 0"):
        load_bundle(copy)


def test_a_file_outside_the_bundle_is_refused(copy: Path) -> None:
    manifest = json.loads((copy / "manifest.json").read_text(encoding="utf-8"))
    edit_manifest(copy, files={**manifest["files"], "../../secret": "00"})
    with pytest.raises(BundleError, match="lies outside the bundle"):
        load_bundle(copy)


def test_a_broken_manifest_is_named(copy: Path) -> None:
    (copy / "manifest.json").write_text('{"name": 3}', encoding="utf-8")
    with pytest.raises(BundleError, match=r"manifest\.json is no manifest"):
        load_bundle(copy)


def test_unknown_models_say_which_there_are() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'en-captions'"):
        find_bundle("en-caption")


def test_a_folder_without_manifest_is_no_bundle(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match=r"has no manifest\.json"):
        find_bundle(tmp_path)


def test_states_round_trip_and_are_the_same_bytes_each_time(tmp_path: Path) -> None:
    state = {"labels": ["a", "b"], "weights": np.arange(6, dtype=np.float32).reshape(2, 3), "t": {"x": 0.5}}
    write_state(state, tmp_path / "one.npz")
    write_state({**state, "weights": state["weights"].copy()}, tmp_path / "two.npz")
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    found = read_state(tmp_path / "one.npz")
    assert found["labels"] == state["labels"] and found["t"] == state["t"]
    np.testing.assert_array_equal(found["weights"], state["weights"])


def test_anything_but_plain_values_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "bad.npz", state=np.array([Path("x")], dtype=object))
    with pytest.raises(BundleError, match="allow_pickle=False"):
        read_state(tmp_path / "bad.npz")
    np.savez(
        tmp_path / "lacking.npz", state=np.frombuffer(b'{"weights": {"$array": "array0"}}', dtype=np.uint8)
    )
    with pytest.raises(BundleError, match="array0"):
        read_state(tmp_path / "lacking.npz")
    (tmp_path / "torn.npz").write_bytes((tmp_path / "lacking.npz").read_bytes()[:-40])
    with pytest.raises(BundleError, match=r"torn\.npz is no readable model file"):
        read_state(tmp_path / "torn.npz")
    (tmp_path / "none.npz").write_bytes(b"")
    with pytest.raises(BundleError, match=r"none\.npz is no readable model file"):
        read_state(tmp_path / "none.npz")
