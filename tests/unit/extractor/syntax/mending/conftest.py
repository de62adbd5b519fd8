"""The lexicon by which trees are mended."""

from __future__ import annotations

import pytest

from extractor.bundle import find_bundle
from extractor.lexicon import Lexicon


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    return Lexicon.load(find_bundle("en-captions") / "lexicon.json.gz")
