"""Write model bundles: the same models give the same bytes, and nothing is left half-written."""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from extractor.bundle import ARRAY, MANIFEST, STATE, Manifest, TrainingData, file_sha256, read_manifest
from extractor.errors import InvalidInputError, ResourceError
from extractor.links.caption_features import FEATURE_SCHEMA
from extractor.links.decisions import LinkModel
from extractor.syntax.encoder.sentences import SENTENCES_FOLDER
from extractor.syntax.parser import PACKAGE_BY_PARSER, parser_of
from formats.files import whole_folder
from scoring.entities.files import COREFERENCE_FILE
from scoring.graded.thesaurus import THESAURUS_FILE
from training.bundles.card import write_card

LEXICON_FILE = "lexicon.json.gz"
ROLES_FILE = "roles.npz"
TRAINING_DATA_FILE = "training-data.json"
ROLES_EVALUATION_FILE = "roles.eval.json"


def write_state(state: Mapping[str, Any], path: Path) -> None:
    """Write strings, numbers and arrays for ``extractor.bundle.read_state``, the same bytes for the same state."""
    arrays: dict[str, Any] = {}
    document = _without_arrays(state, arrays)
    arrays[STATE] = np.frombuffer(msgspec.json.encode(document), dtype=np.uint8)
    np.savez_compressed(path, **arrays)


def _without_arrays(value: Any, arrays: dict[str, Any]) -> Any:
    """A value for JSON, with names in place of its arrays."""
    if isinstance(value, np.ndarray):
        name = f"array{len(arrays)}"
        arrays[name] = value
        return {ARRAY: name}
    if isinstance(value, Mapping):
        return {key: _without_arrays(item, arrays) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_arrays(item, arrays) for item in value]
    return value


def add_training_data(
    folder: Path, part: str, files: Sequence[Path], *, names: Mapping[Path, str] | None = None
) -> None:
    """Note in a working folder what a part was trained on; what was noted of that part before is replaced.

    Args:
        folder: Where the parts of a bundle are made.
        part: ``syntax`` or ``roles``.
        files: The corpora's files.
        names: What some of them are called; the others by their folder and name.
    """
    path = folder / TRAINING_DATA_FILE
    entries = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    kept = [entry for entry in entries if not entry["name"].startswith(f"{part}: ")]
    known = names or {}
    added = [
        {"name": f"{part}: {known.get(file, f'{file.parent.name}/{file.name}')}", "sha256": file_sha256(file)}
        for file in files
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
        base: A bundle, or a folder with ``syntax/``, ``lexicon.json.gz`` and ``roles.npz``: copied.
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
        with whole_folder(target) as folder:
            shutil.copytree(base / "syntax", folder / "syntax")
            for file in (LEXICON_FILE, ROLES_FILE):
                shutil.copyfile(base / file, folder / file)
            for file in (THESAURUS_FILE, COREFERENCE_FILE):
                if (base / file).is_file():
                    shutil.copyfile(base / file, folder / file)
            if (base / SENTENCES_FOLDER).is_dir():
                shutil.copytree(base / SENTENCES_FOLDER, folder / SENTENCES_FOLDER)
            write_state(links.to_state(), folder / "links.npz")
            (folder / "eval.json").write_text(json.dumps(evaluation, indent=1) + "\n", encoding="utf-8")
            (folder / "README.md").write_text(card, encoding="utf-8")
            parser = parser_of(folder / "syntax")
            files = sorted(path for path in folder.rglob("*") if path.is_file())
            manifest = Manifest(
                name=name,
                version=bundle_version,
                parser=parser,
                files={str(path.relative_to(folder)): file_sha256(path) for path in files},
                versions={
                    name: version(name) for name in (PACKAGE_BY_PARSER.get(parser, parser), "scikit-learn")
                },
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
        parser=manifest.parser,
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
        with whole_folder(target) as folder:
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
    except OSError as error:
        raise ResourceError(f"cannot write {target}: {error}") from error
    return target
