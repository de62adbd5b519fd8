"""Take a spaCy pipeline as the parser of a bundle to be."""

from __future__ import annotations

import shutil
from pathlib import Path

from extractor.bundle import find_bundle
from extractor.errors import BundleError, InvalidInputError
from extractor.syntax.spacy_parser import SpacyParser
from training.bundles.writer import LEXICON_FILE


def take_spacy_pipeline(pipeline: str, *, base: str, output: Path) -> None:
    """Make a working folder of a spaCy pipeline and a model's lexicon; roles and links are trained over it.

    Args:
        pipeline: The name of an installed pipeline, or its folder.
        base: A model's name, or a folder with ``lexicon.json.gz``.
        output: The working folder: gets ``syntax/`` and ``lexicon.json.gz``.

    Raises:
        InvalidInputError: The output has syntax models already.
        BundleError: There is no such pipeline, or it has no tagger or parser.
        UnknownNameError: There is no such base.
    """
    import spacy

    if (output / "syntax").exists():
        raise InvalidInputError(f"{output / 'syntax'} exists: choose another output folder")
    lexicon = (Path(base) if Path(base).is_dir() else find_bundle(base)) / LEXICON_FILE
    try:
        loaded = spacy.load(pipeline)
    except OSError as error:
        raise BundleError(
            f"no spaCy pipeline {pipeline!r} is installed, nor is it a folder of one"
        ) from error
    output.mkdir(parents=True, exist_ok=True)
    loaded.to_disk(output / "syntax")
    try:
        SpacyParser(output / "syntax")
    except BundleError:
        shutil.rmtree(output / "syntax")
        raise
    shutil.copyfile(lexicon, output / LEXICON_FILE)
