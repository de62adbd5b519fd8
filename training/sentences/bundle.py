"""A base bundle and the files of a trained sentence encoder to a new bundle."""

from __future__ import annotations

import json
import re
from pathlib import Path

from extractor.bundle import TrainingData, find_bundle, read_manifest
from extractor.errors import Fault, InvalidInputError
from extractor.syntax.encoder.sentences import SENTENCE_FILES, SENTENCES_FOLDER, SentenceEncoder
from training.bundles.writer import TRAINING_DATA_FILE, rewrite_bundle
from training.sentences.train import EVALUATION_FILE

MAX_SENTENCES_BYTES = 24_000_000
_PART = "sentences: "


def add_sentences(
    trained: Path, *, base: str | Path, name: str | None, bundle_version: str, output: Path
) -> Path:
    """Write ``output/name/version``: the base with a sentence encoder, and manifest, figures and card to match.

    Args:
        trained: The working folder of ``training.sentences.train.train_sentences``.
        base: A model's name or folder; one that has a sentence encoder gets this one instead.
        name: Of the new model; None keeps the base's.
        bundle_version: Of the new model: three numbers.
        output: Folder of bundles.

    Returns:
        The new bundle's folder.

    Raises:
        InvalidInputError: The version exists or is none, files are missing, or the encoder is too large.
        BundleError: The base is none, or the encoder is damaged.
        ResourceError: The bundle cannot be written.
    """
    folder = Path(base) if Path(base).is_dir() else find_bundle(base)
    manifest = read_manifest(folder)
    needed = [trained / SENTENCES_FOLDER / file for file in SENTENCE_FILES]
    needed += [trained / EVALUATION_FILE, trained / TRAINING_DATA_FILE]
    faults = [Fault(where=str(path), problem="no such file") for path in needed if not path.is_file()]
    if not re.fullmatch(r"\d+\.\d+\.\d+", bundle_version):
        faults.append(
            Fault(where="version", problem=f"{bundle_version!r} is not three numbers such as 0.2.0")
        )
    if faults:
        raise InvalidInputError(faults)
    encoder = SentenceEncoder(trained / SENTENCES_FOLDER)
    files = {
        f"{SENTENCES_FOLDER}/{file}": (trained / SENTENCES_FOLDER / file).read_bytes()
        for file in SENTENCE_FILES
    }
    n_bytes = sum(map(len, files.values()))
    if n_bytes >= MAX_SENTENCES_BYTES:
        raise InvalidInputError(
            f"the sentence encoder has {n_bytes} bytes; allowed are {MAX_SENTENCES_BYTES - 1}"
        )
    evaluation = json.loads((folder / "eval.json").read_text(encoding="utf-8"))
    evaluation["sentences"] = {
        "digest": encoder.digest,
        **json.loads((trained / EVALUATION_FILE).read_text(encoding="utf-8")),
    }
    noted = json.loads((trained / TRAINING_DATA_FILE).read_text(encoding="utf-8"))
    return rewrite_bundle(
        folder,
        output / (name or manifest.name) / bundle_version,
        files=files,
        evaluation=evaluation,
        training_data=[
            *(entry for entry in manifest.training_data if not entry.name.startswith(_PART)),
            *(TrainingData(**entry) for entry in noted if entry["name"].startswith(_PART)),
        ],
    )
