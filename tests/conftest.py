"""What many tests share: the real extractor, loaded once, a real server of it, and a client in a hurry."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest

from tests.skips import pytest_addoption, pytest_configure

if TYPE_CHECKING:
    from extractor import Extractor
    from tests.arena import Arena
    from tests.postgres import Postgres
    from tests.serving import RunningServer

# How long an example takes is the machine's affair.
hypothesis.settings.register_profile("captuple", deadline=None)
hypothesis.settings.load_profile("captuple")

__all__ = ["pytest_addoption", "pytest_configure"]  # hooks of --no-skips

SHIPPED = Path(__file__).parents[1] / "models"


@pytest.fixture(scope="session", autouse=True)
def _shipped_bundles_are_loaded_once() -> Iterator[None]:
    """Loading takes two seconds, and the files of shipped bundles do not change; other bundles are loaded each time."""
    from extractor import Extractor
    from extractor.bundle import find_bundle

    load = Extractor.load
    load_shipped = functools.cache(load)
    default = inspect.signature(load).parameters["model"].default

    def load_once(model: str | Path = default) -> Extractor:
        folder = find_bundle(model)
        return load_shipped(folder) if folder.is_relative_to(SHIPPED) else load(folder)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Extractor, "load", load_once)
        yield


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


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL."""
    pytest.importorskip("psycopg", reason="pip install 'captuple[arena]'")
    from tests import postgres as module

    if module.INITDB is None or module.PG_CTL is None:
        pytest.skip("no PostgreSQL: tests/install_postgres installs Debian's")
    server = module.Postgres()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def filled_arena(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that arenas of tests are copied from."""
    pytest.importorskip("sqlalchemy", reason="pip install 'captuple[arena]'")
    from tests.arena import fill

    folder = tmp_path_factory.mktemp("arena")
    fill(folder)
    return folder


@pytest.fixture(params=["sqlite", "postgresql"])
def small_arena(request: pytest.FixtureRequest, filled_arena: Path, tmp_path: Path) -> Iterator[Arena]:
    """A small arena, on SQLite and on PostgreSQL."""
    from tests.arena import arena

    url = request.getfixturevalue("postgres").new_database() if request.param == "postgresql" else None
    with arena(filled_arena, tmp_path, url=url) as one:
        yield one


@pytest.fixture
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients try as often as ever, with a tenth of the pauses."""
    from captuple.client import connection, retries

    policy: dict[str, Any] = connection._SERVICE_CONFIG["methodConfig"][0]["retryPolicy"]  # type: ignore[index]
    pause_s = retries.FIRST_PAUSE_S / 10
    monkeypatch.setattr(retries, "FIRST_PAUSE_S", pause_s)
    monkeypatch.setitem(policy, "initialBackoff", f"{pause_s}s")
