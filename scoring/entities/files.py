"""Where a bundle keeps its coreference model, known without loading it."""

from __future__ import annotations

from pathlib import Path

from extractor.bundle import read_manifest
from extractor.errors import BundleError
from scoring.graded.thesaurus import THESAURUS_FILE

COREFERENCE_FILE = "coreference.npz"


def check_has_coreference(folder: Path) -> None:
    """Check that a bundle has a coreference model, and the thesaurus that it knows words by.

    Raises:
        BundleError: It lacks one of them.
    """
    manifest = read_manifest(folder)
    for name, command in ((COREFERENCE_FILE, "coreference"), (THESAURUS_FILE, "thesaurus")):
        if name not in manifest.files or not (folder / name).is_file():
            raise BundleError(f"{folder} has no {name}: make one with 'captuple train {command}'")
