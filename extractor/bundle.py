"""Model bundles: one folder with everything an extractor needs.

::

    <name>/<version>/manifest.json    hashes of all files, versions, labels, seed, training data
                     syntax/          the parser's models: stanza's checkpoints, or the graphs of an encoder
                     roles.npz        the role model
                     links.npz        the link models
                     lexicon.json.gz  base forms and supersenses
                     README.md        the card        eval.json    its figures

Reading a bundle runs none of its code: arrays and strings come through numpy without pickle, stanza's checkpoints
through torch with ``weights_only``, an encoder's graphs through ONNX Runtime with its own operators alone.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from extractor.errors import BundleError, UnknownNameError
from extractor.lexicon import Lexicon
from extractor.linear.model import LinearModel
from extractor.links.caption_features import FEATURE_SCHEMA
from extractor.links.decisions import LinkModel

BUNDLE_SCHEMA = "captuple.bundle/1"
DEFAULT_MODEL = "en-captions"
MANIFEST = "manifest.json"
# A model file: arrays, and beside them a JSON document that names them where they belong.
STATE = "state"
ARRAY = "$array"
_VERSION = re.compile(r"\d+\.\d+\.\d+")


class TrainingData(msgspec.Struct, kw_only=True, frozen=True):
    """A file that a bundle was trained on.

    Attributes:
        name: The corpus and the file's name.
        sha256: Of the file.
    """

    name: str
    sha256: str


class Manifest(msgspec.Struct, kw_only=True, frozen=True):
    """What a bundle says of itself.

    Attributes:
        name: Of the model.
        version: Three numbers.
        parser: Registered name of the parser.
        files: Path within the bundle to SHA-256, of every file but the manifest.
        versions: ``stanza``, ``scikit-learn`` that made it.
        feature_schema: Of the features of links and roles.
        labels: Of each model.
        seed: Of the training.
        training_data: What it was trained on.
        schema: Of this record.
    """

    name: str
    version: str
    parser: str
    files: dict[str, str]
    versions: dict[str, str]
    feature_schema: int
    labels: dict[str, list[str]]
    seed: int
    training_data: list[TrainingData]
    schema: str = BUNDLE_SCHEMA


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """A bundle in memory, except for its syntax models, which the parser reads from ``folder``."""

    folder: Path
    manifest: Manifest
    lexicon: Lexicon
    links: LinkModel

    @property
    def model(self) -> str:
        """``name@version``."""
        return f"{self.manifest.name}@{self.manifest.version}"


def load_bundle(folder: Path) -> Bundle:
    """Read and verify a bundle.

    Raises:
        BundleError: The manifest is missing or of another schema, files are missing or differ from their hashes (all
            are named), or they were made by versions that this one cannot read.
    """
    manifest = read_manifest(folder)
    _verify_files(folder, manifest)
    _verify_versions(folder, manifest)
    roles = LinearModel.from_state(read_state(folder / "roles.npz"), where=f"{folder}/roles.npz")
    links_file = folder / "links.npz"
    return Bundle(
        folder=folder,
        manifest=manifest,
        lexicon=Lexicon.load(folder / "lexicon.json.gz"),
        links=LinkModel.from_state(read_state(links_file), roles=roles, where=str(links_file)),
    )


def read_manifest(folder: Path) -> Manifest:
    """The manifest of the bundle in a folder.

    Raises:
        BundleError: There is none, or it is none of ours.
    """
    path = folder / MANIFEST
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except OSError as error:
        raise BundleError(f"{folder} is no model bundle: {MANIFEST} cannot be read: {error}") from error
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BundleError(f"{path} is no manifest of {BUNDLE_SCHEMA}: {error}") from error
    if manifest.schema != BUNDLE_SCHEMA:
        raise BundleError(f"{path} has the schema {manifest.schema!r}, this version reads {BUNDLE_SCHEMA!r}")
    return manifest


def read_state(path: Path) -> Any:
    """The strings, numbers and arrays of a model file that ``training.bundles.writer.write_state`` wrote.

    Raises:
        BundleError: The file is damaged or holds anything else.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return _with_arrays(msgspec.json.decode(arrays[STATE].tobytes()), arrays)
    except Exception as error:  # numpy lets errors of zip through, and a wrong state can be anything
        raise BundleError(f"{path} is no readable model file: {type(error).__name__}: {error}") from error


def _with_arrays(value: Any, arrays: Mapping[str, Any]) -> Any:
    """A value of JSON with the arrays in their places."""
    if isinstance(value, dict):
        if value.keys() == {ARRAY}:
            return arrays[value[ARRAY]]
        return {key: _with_arrays(item, arrays) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_arrays(item, arrays) for item in value]
    return value


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def installed_bundles() -> dict[str, Path]:
    """Folders of the bundles that are found by name, by ``name@version``.

    They lie beside the package, in the folders of ``models``, and in the folders that the environment variable
    ``CAPTUPLE_MODELS`` lists (separated as in ``PATH``), which win.
    """
    extra = [Path(part) for part in os.environ.get("CAPTUPLE_MODELS", "").split(os.pathsep) if part]
    found: dict[str, Path] = {}
    for root in [Path(__file__).resolve().parents[1] / "models", *extra]:
        for folder in _bundle_folders(root):
            found[f"{folder.parent.name}@{folder.name}"] = folder
    return found


def find_bundle(model: str | Path) -> Path:
    """The folder of a model.

    Args:
        model: A folder, ``name@version``, or a name, which means its highest version.

    Raises:
        UnknownNameError: There is no such folder and no such name.
    """
    if isinstance(model, Path) or os.sep in model:
        if (Path(model) / MANIFEST).is_file():
            return Path(model)
        raise BundleError(f"{model} is no model bundle: it has no {MANIFEST}")
    bundles = installed_bundles()
    if model in bundles:
        return bundles[model]
    versions = [key for key in bundles if key.partition("@")[0] == model]
    if versions:
        return bundles[
            max(versions, key=lambda key: [int(part) for part in key.partition("@")[2].split(".")])
        ]
    raise UnknownNameError("model", model, [*bundles, *{key.partition("@")[0] for key in bundles}])


def _bundle_folders(root: Path) -> Iterator[Path]:
    if root.is_dir():
        for folder in sorted(root.glob("*/*")):
            if _VERSION.fullmatch(folder.name) and (folder / MANIFEST).is_file():
                yield folder


def _verify_files(folder: Path, manifest: Manifest) -> None:
    problems = []
    for name, digest in sorted(manifest.files.items()):
        path = folder / name
        if ".." in Path(name).parts or Path(name).is_absolute():
            problems.append(f"{name} lies outside the bundle")
        elif not path.is_file():
            problems.append(f"{name} is missing")
        elif file_sha256(path) != digest:
            problems.append(f"{name} differs from its SHA-256 in the manifest ({path.stat().st_size} bytes)")
    required = {"roles.npz", "links.npz", "lexicon.json.gz"} - set(manifest.files)
    problems += [f"{name} is not in the manifest" for name in sorted(required)]
    if problems:
        raise BundleError(f"{folder} is damaged or incomplete: " + "; ".join(problems))


def _verify_versions(folder: Path, manifest: Manifest) -> None:
    problems = []
    if manifest.feature_schema != FEATURE_SCHEMA:
        problems.append(f"feature schema {manifest.feature_schema}, this version has {FEATURE_SCHEMA}")
    if manifest.parser in ("spacy", "stanza"):
        made_by, here = manifest.versions.get(manifest.parser, "unknown"), _installed(manifest.parser)
        if here is None:
            problems.append(
                f"its parser needs the package {manifest.parser}, which is not installed: "
                f"pip install 'captuple[{manifest.parser}]'"
            )
        elif _series(made_by) != _series(here):
            problems.append(f"{manifest.parser} {made_by} made its models, installed is {here}")
    if problems:
        raise BundleError(f"{folder} cannot be used: " + "; ".join(problems))


def _installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _series(number: str) -> list[str]:
    return number.split(".")[:2]
