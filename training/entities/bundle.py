"""From annotated mentions and a base bundle to a new bundle with a coreference model."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any

from extractor.bundle import TrainingData, file_sha256, find_bundle, read_manifest
from extractor.errors import InvalidInputError
from scoring.entities.files import COREFERENCE_FILE
from scoring.entities.mention import EntityImage
from scoring.entities.metrics import METRICS, CoreferenceFigures
from scoring.graded.thesaurus import THESAURUS_FILE, Thesaurus
from training.bundles.writer import rewrite_bundle
from training.entities.coreference import (
    BASELINES,
    DEFAULT_OPTIONS,
    N_FOLDS,
    CoreferenceOptions,
    cross_validate_coreference,
    figures_of,
    train_coreference,
)
from training.progress import Report, silent

OURS = "linear SVM and clustering"


def compare_with_baselines(
    images: Sequence[EntityImage],
    *,
    thesaurus: Thesaurus,
    options: CoreferenceOptions = DEFAULT_OPTIONS,
    report: Report = silent,
) -> dict[str, CoreferenceFigures]:
    """The figures of the baselines, and those of a model in cross-validation, by name.

    Raises:
        InvalidInputError: There are too few images.
    """
    entities: dict[str, Sequence[Sequence[Hashable]]] = {
        name: [baseline(image) for image in images] for name, baseline in BASELINES.items()
    }
    entities[OURS] = cross_validate_coreference(images, thesaurus=thesaurus, options=options, report=report)
    return {name: figures_of(images, found) for name, found in entities.items()}


def figures_record(figures: CoreferenceFigures) -> dict[str, Any]:
    """Precision, recall and F1 of each metric, and the CoNLL F1, rounded to four digits."""
    record: dict[str, Any] = {
        name: [round(value, 4) for value in (figures[name].precision, figures[name].recall, figures[name].f1)]
        for name in METRICS
    }
    return {**record, "conll_f1": round(figures.conll_f1, 4)}


def train_coreference_bundle(
    images: Sequence[EntityImage],
    *,
    base: str,
    name: str | None,
    bundle_version: str,
    output: Path,
    data_files: Mapping[Path, str],
    types: str,
    options: CoreferenceOptions = DEFAULT_OPTIONS,
    report: Report = silent,
) -> Path:
    """Cross-validate, train and write ``output/name/version``: the base with this coreference model.

    Args:
        images: With annotated mentions.
        base: A model's name or folder; it has a thesaurus.
        name: Of the new model; None keeps the base's.
        bundle_version: Of the new model: three numbers.
        output: Folder of bundles.
        data_files: The mentions' files with the names that manifest and card give them.
        types: Whether the mentions' types are ``annotated`` or ``predicted``, for the card.
        options: What the training may choose from.
        report: Called with lines of progress.

    Returns:
        The new bundle's folder.

    Raises:
        InvalidInputError: There are too few images, or the version exists or is none.
        BundleError: The base is none, or has no thesaurus.
        ResourceError: The bundle cannot be written.
    """
    if not re.fullmatch(r"\d+\.\d+\.\d+", bundle_version):
        raise InvalidInputError(f"version {bundle_version!r} is not three numbers such as 0.2.0")
    folder = Path(base) if Path(base).is_dir() else find_bundle(base)
    manifest = read_manifest(folder)
    target = output / (name or manifest.name) / bundle_version
    if target.exists():
        raise InvalidInputError(f"{target} exists: bundles are immutable, choose another version")
    thesaurus = Thesaurus.load(folder / THESAURUS_FILE)
    figures = compare_with_baselines(images, thesaurus=thesaurus, options=options, report=report)
    meta = {
        "data": sorted(data_files.values()),
        "options": dataclasses.asdict(options),
        "types": types,
    }
    model = train_coreference(images, thesaurus=thesaurus, options=options, meta=meta, report=report)
    evaluation = json.loads((folder / "eval.json").read_text(encoding="utf-8"))
    evaluation["coreference"] = {
        "data": meta["data"],
        "types": types,
        "n_images": len(images),
        "n_mentions": sum(len(image.mentions) for image in images),
        "n_folds": N_FOLDS,
        "digest": model.digest,
        "thesaurus_digest": model.thesaurus_digest,
        "threshold": model.threshold,
        "figures": {kind: figures_record(found) for kind, found in figures.items()},
    }
    training_data = [
        *(entry for entry in manifest.training_data if not entry.name.startswith("coreference: ")),
        *(
            TrainingData(name=f"coreference: {data_name}", sha256=file_sha256(path))
            for path, data_name in data_files.items()
        ),
    ]
    return rewrite_bundle(
        folder,
        target,
        files={COREFERENCE_FILE: model.to_bytes()},
        evaluation=evaluation,
        training_data=training_data,
    )
