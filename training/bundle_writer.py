"""Write model bundles: the same models give the same bytes, and nothing is left half-written."""

from __future__ import annotations

import io
import json
import shutil
import tempfile
import zipfile
from collections.abc import Collection, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
import skops.io

from extractor.bundle import MANIFEST, Manifest, TrainingData, file_sha256, read_manifest
from extractor.errors import InvalidInputError, ResourceError
from extractor.features import FEATURE_SCHEMA
from extractor.links import LinkModel
from extractor.parser import parser_of
from scoring.coreference.model import COREFERENCE_FILE
from scoring.thesaurus import THESAURUS_FILE
from training.card import write_card

_EPOCH = (1980, 1, 1, 0, 0, 0)
LEXICON_FILE = "lexicon.json.gz"
ROLES_FILE = "roles.skops"
TRAINING_DATA_FILE = "training-data.json"
ROLES_EVALUATION_FILE = "roles.eval.json"


def write_state(state: Mapping[str, Any], path: Path) -> None:
    """Write strings, numbers and arrays with skops, the same bytes for the same state.

    skops names arrays after memory addresses and stamps them with the time; both are made constant.
    """
    buffer = io.BytesIO()
    skops.io.dump(state, buffer)
    with zipfile.ZipFile(buffer) as source:
        schema = json.loads(source.read("schema.json"))
        names: dict[str, str] = {}
        _renumber(schema, {}, names)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
            for old, new in names.items():
                target.writestr(zipfile.ZipInfo(new, _EPOCH), source.read(old), zipfile.ZIP_DEFLATED, 9)
            entry = zipfile.ZipInfo("schema.json", _EPOCH)
            target.writestr(entry, json.dumps(schema, sort_keys=True), zipfile.ZIP_DEFLATED, 9)


def _renumber(node: Any, ids: dict[int, int], names: dict[str, str]) -> None:
    """Replace object ids, and the file names made of them, by their order of appearance."""
    if isinstance(node, dict):
        if isinstance(node.get("__id__"), int):
            node["__id__"] = ids.setdefault(node["__id__"], len(ids))
        if isinstance(node.get("file"), str):
            suffix = Path(node["file"]).suffix
            node["file"] = names.setdefault(node["file"], f"{len(names)}{suffix}")
        for key in sorted(node):
            _renumber(node[key], ids, names)
    elif isinstance(node, list):
        for value in node:
            _renumber(value, ids, names)


def add_training_data(folder: Path, part: str, files: Sequence[Path]) -> None:
    """Note in a working folder what a part was trained on; what was noted of that part before is replaced.

    Args:
        folder: Where the parts of a bundle are made.
        part: ``syntax`` or ``roles``.
        files: The corpora's files.
    """
    path = folder / TRAINING_DATA_FILE
    entries = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    kept = [entry for entry in entries if not entry["name"].startswith(f"{part}: ")]
    added = [
        {"name": f"{part}: {file.parent.name}/{file.name}", "sha256": file_sha256(file)} for file in files
    ]
    path.write_text(json.dumps([*kept, *added], indent=1) + "\n", encoding="utf-8")


def write_bundle(
    output: Path,
    *,
    name: str,
    bundle_version: str,
    base: Path,
    links: LinkModel,
    evaluation: Mapping[str, Any],
    card: str,
    seed: int,
    training_data: Sequence[TrainingData],
) -> Path:
    """Write ``output/name/version``.

    Args:
        output: Folder of bundles.
        name: Of the model.
        bundle_version: Three numbers; a version that is there already is never written over.
        base: A bundle, or a folder with ``syntax/``, ``lexicon.json.gz`` and ``roles.skops``: copied.
        links: The link models.
        evaluation: For ``eval.json``.
        card: For ``README.md``.
        seed: Of the training.
        training_data: What all of its models were trained on.

    Returns:
        The bundle's folder.

    Raises:
        InvalidInputError: The version exists.
        ResourceError: The folder cannot be written.
    """
    target = output / name / bundle_version
    if target.exists():
        raise InvalidInputError(f"{target} exists: bundles are immutable, choose another version")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".new-") as folder_name:
            folder = Path(folder_name) / bundle_version
            shutil.copytree(base / "syntax", folder / "syntax")
            for file in (LEXICON_FILE, ROLES_FILE):
                shutil.copyfile(base / file, folder / file)
            for file in (THESAURUS_FILE, COREFERENCE_FILE):
                if (base / file).is_file():
                    shutil.copyfile(base / file, folder / file)
            write_state(links.to_state(), folder / "links.skops")
            (folder / "eval.json").write_text(json.dumps(evaluation, indent=1) + "\n", encoding="utf-8")
            (folder / "README.md").write_text(card, encoding="utf-8")
            parser = parser_of(folder / "syntax")
            files = sorted(path for path in folder.rglob("*") if path.is_file())
            manifest = Manifest(
                name=name,
                version=bundle_version,
                parser=parser,
                files={str(path.relative_to(folder)): file_sha256(path) for path in files},
                versions={name: version(name) for name in (parser, "scikit-learn")},
                feature_schema=FEATURE_SCHEMA,
                labels={
                    "slots": list(links.slots.labels),
                    "kind": list(links.kind.labels),
                    "roles": list(links.roles.labels),
                },
                seed=seed,
                training_data=list(training_data),
            )
            text = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
            (folder / MANIFEST).write_bytes(text + b"\n")
            folder.rename(target)
    except OSError as error:
        raise ResourceError(f"cannot write {target}: {error}") from error
    return target


def rewrite_bundle(
    base: Path,
    target: Path,
    *,
    files: Mapping[str, bytes],
    without: Collection[str] = (),
    evaluation: Mapping[str, Any],
    training_data: Sequence[TrainingData],
) -> Path:
    """Write a new bundle: the base with other files, and manifest, figures and card to match.

    Args:
        base: A bundle.
        target: ``.../name/version`` of the new bundle.
        files: What is new or takes the place of a file of the base, by its path in the bundle.
        without: Files of the base that are left out.
        evaluation: For ``eval.json``.
        training_data: What all models of the new bundle were trained on.

    Returns:
        The new bundle's folder.

    Raises:
        InvalidInputError: The target exists.
        ResourceError: The bundle cannot be written.
    """
    if target.exists():
        raise InvalidInputError(f"{target} exists: bundles are immutable, choose another version")
    manifest = read_manifest(base)
    card = write_card(
        name=target.parent.name,
        bundle_version=target.name,
        evaluation=evaluation,
        training_data=training_data,
    )
    made = {
        **files,
        "eval.json": (json.dumps(evaluation, indent=1) + "\n").encode(),
        "README.md": card.encode(),
    }
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".new-") as temporary:
            folder = Path(temporary) / target.name
            for file in {*manifest.files, *made} - set(without):
                path = folder / file
                path.parent.mkdir(parents=True, exist_ok=True)
                if file in made:
                    path.write_bytes(made[file])
                else:
                    shutil.copyfile(base / file, path)
            written = sorted(path for path in folder.rglob("*") if path.is_file())
            new_manifest = msgspec.structs.replace(
                manifest,
                name=target.parent.name,
                version=target.name,
                files={str(path.relative_to(folder)): file_sha256(path) for path in written},
                training_data=list(training_data),
            )
            text = msgspec.json.format(msgspec.json.encode(new_manifest), indent=1)
            (folder / MANIFEST).write_bytes(text + b"\n")
            folder.rename(target)
    except OSError as error:
        raise ResourceError(f"cannot write {target}: {error}") from error
    return target
