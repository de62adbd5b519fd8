"""The similarity of a name for the words of a model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from extractor.bundle import Manifest, file_sha256, find_bundle, installed_bundles, read_manifest
from extractor.errors import BundleError, UnknownNameError
from scoring.graded.similarity import (
    ENCODER_SIMILARITY,
    ExactSimilarity,
    Similarity,
    ThesaurusSimilarity,
    get_similarity,
    similarity_names,
)
from scoring.graded.thesaurus import THESAURUS_FILE, Thesaurus

if TYPE_CHECKING:
    from extractor.syntax.encoder.sentences import SentenceEncoder

_SENTENCES = "sentences"
_ENCODER_FILE = f"{_SENTENCES}/encoder.onnx"


def load_similarity(name: str, model: str | Path) -> Similarity:
    """The similarity of a name; ``thesaurus.v1`` and ``encoder.v1`` with what the model's bundle has for them.

    Args:
        name: A registered name.
        model: ``NAME``, ``NAME@VERSION`` or the folder of a bundle.

    Raises:
        UnknownNameError: There is no such similarity or model.
        BundleError: The bundle has no thesaurus, or that of another bundle; or no sentence encoder, and the message
            names the bundles that have one; or its encoder is damaged.
    """
    if name not in (ThesaurusSimilarity.name, ENCODER_SIMILARITY):
        return get_similarity(name)
    folder = find_bundle(model)
    encoder = _encoder(folder) if name == ENCODER_SIMILARITY else None
    lexicon = file_sha256(folder / "lexicon.json.gz")
    thesaurus = Thesaurus.load(folder / THESAURUS_FILE, lexicon_sha256=lexicon)
    return get_similarity(name, thesaurus=thesaurus, encoder=encoder)


def best_similarity(model: str | Path) -> str:
    """The best similarity that a model's bundle has what it takes for: ``encoder.v1``, ``thesaurus.v1``, ``exact.v1``.

    Raises:
        UnknownNameError: There is no such model.
    """
    files = read_manifest(find_bundle(model)).files
    if THESAURUS_FILE not in files:
        return ExactSimilarity.name
    return ENCODER_SIMILARITY if _ENCODER_FILE in files else ThesaurusSimilarity.name


def check_similarity(name: str, model: str | Path) -> None:
    """Check that there is a similarity of a name and that the model's bundle has what it needs; nothing is loaded.

    Raises:
        UnknownNameError: There is no such similarity or model.
        BundleError: As `load_similarity`.
    """
    if name not in similarity_names():
        raise UnknownNameError("similarity", name, similarity_names())
    folder = find_bundle(model)
    if name in (ThesaurusSimilarity.name, ENCODER_SIMILARITY) and not (folder / THESAURUS_FILE).is_file():
        Thesaurus.load(folder / THESAURUS_FILE)  # raises what is missing
    if name == ENCODER_SIMILARITY:
        _check_has_encoder(folder)


def _check_has_encoder(folder: Path) -> Manifest:
    manifest = read_manifest(folder)
    name = f"{manifest.name}@{manifest.version}"
    if _ENCODER_FILE not in manifest.files:
        having = [
            model
            for model, place in installed_bundles().items()
            if _ENCODER_FILE in read_manifest(place).files
        ]
        advice = (
            f"choose {' or '.join(having)}"
            if having
            else "no installed model has one: captuple train sentences"
        )
        raise BundleError(f"similarity {ENCODER_SIMILARITY}: {name} has no sentence encoder; {advice}")
    return manifest


def _encoder(folder: Path) -> SentenceEncoder:
    manifest = _check_has_encoder(folder)
    damaged = [
        file
        for file, digest in manifest.files.items()
        if file.startswith(f"{_SENTENCES}/")
        and not ((folder / file).is_file() and file_sha256(folder / file) == digest)
    ]
    if damaged:
        raise BundleError(
            f"{folder} is damaged: {', '.join(damaged)} are missing or differ from the manifest"
        )
    from extractor.syntax.encoder.sentences import SentenceEncoder  # loads ONNX Runtime

    return SentenceEncoder(folder / _SENTENCES)
