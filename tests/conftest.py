"""What many tests share: the real extractor, loaded once, and a real server of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.skips import pytest_addoption, pytest_configure

if TYPE_CHECKING:
    from extractor import Extractor
    from tests.serving import RunningServer

__all__ = ["pytest_addoption", "pytest_configure"]  # hooks of --no-skips


@pytest.fixture(scope="session")
def extractor() -> Extractor:
    """The bundled extractor."""
    from extractor import Extractor

    return Extractor.load()


@pytest.fixture(scope="session")
def real_server(extractor: Extractor) -> Iterator[RunningServer]:
    """A server of the bundled extractor."""
    from tests.serving import serving

    with serving(extractor) as running:
        yield running
