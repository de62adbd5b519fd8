"""Scoring as a job: what becomes of a submission when its lease, its store or its files go in the middle."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("sqlalchemy", reason="pip install 'captuple[arena]'")
from service.arena.jobs import Scorer
from service.arena.refusals import StoreGoneError
from service.arena.scoring import ReadyTask
from service.arena.store import Store
from tests.arena import SYSTEM_A, SYSTEM_B, Arena, arena

if TYPE_CHECKING:
    from tests.postgres import Postgres


@pytest.fixture
def one(filled_arena: Path, tmp_path: Path) -> Iterator[Arena]:
    with arena(filled_arena, tmp_path) as made:
        yield made


def before(patch: pytest.MonkeyPatch, owner: type, name: str, act: Callable[[], object]) -> None:
    """Do something, once, before a method runs."""
    plain, is_done = getattr(owner, name), threading.Event()

    def wrapped(*arguments: Any, **options: Any) -> Any:
        if not is_done.is_set():
            is_done.set()
            act()
        return plain(*arguments, **options)

    patch.setattr(owner, name, wrapped)


def test_what_a_late_one_finds_is_not_written(
    small_arena: Arena, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    item = small_arena.submit()

    def overtake() -> None:
        """Another process takes the lease, as it would after a long sleep of this machine, and is done first."""
        other = Store(small_arena.url)
        [owner] = other.lease_owners()
        assert other.claim("another", lease_s=60, dead_owners=[owner]) is not None
        other.finish(item.id, "another", results='{"by": "another"}', rank_value=0.25)
        other.close()

    before(monkeypatch, Store, "finish", overtake)
    with caplog.at_level(logging.WARNING):
        assert small_arena.score() == 0
    assert "is scored by another process; what was found is not written" in caplog.text
    found = small_arena.store.submission(item.id)
    assert (found.state, found.results, found.rank_value) == ("scored", '{"by": "another"}', 0.25)


def test_a_lease_is_renewed_while_scoring_takes_long(one: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    one.submit()
    renewed, plain = threading.Event(), Store.renew

    def renew(store: Store, *arguments: Any, **options: Any) -> None:
        plain(store, *arguments, **options)
        renewed.set()

    monkeypatch.setattr(Store, "renew", renew)
    before(monkeypatch, ReadyTask, "score", lambda: renewed.wait(30))
    assert Scorer(one.store, one.files, lease_s=0.3).run_pending() == 1
    assert renewed.is_set()


def test_a_store_that_goes_before_the_results_are_written_gets_them_later(
    postgres: Postgres, filled_arena: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with arena(filled_arena, tmp_path, url=postgres.new_database()) as made:
        item = made.submit()
        scorer = Scorer(made.store, made.files)
        before(monkeypatch, Store, "finish", postgres.stop)
        try:
            with pytest.raises(StoreGoneError, match="does not answer"):
                scorer.run_pending()
        finally:
            postgres.start()
        assert made.store.submission(item.id).state == "scoring"
        assert scorer.run_pending() == 1
        found = made.store.submission(item.id)
        assert (found.state, found.n_attempts) == ("scored", 2)


def test_the_oldest_is_scored_first_and_one_that_fails_stops_no_other(
    one: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = one.submit(SYSTEM_A, now_ms=1_000), one.submit(SYSTEM_B, now_ms=2_000)
    one.files.submission(first.id, first.sha256).write_bytes(b"another file")
    order: list[str] = []
    plain = Store.claim

    def claim(store: Store, *arguments: Any, **options: Any) -> Any:
        item = plain(store, *arguments, **options)
        order.append("" if item is None else item.id)
        return item

    monkeypatch.setattr(Store, "claim", claim)
    assert one.score() == 1
    assert order == [first.id, second.id, ""]
    failed = one.store.submission(first.id)
    assert failed.state == "failed" and str(one.files.folder) not in failed.failure
    assert one.store.submission(second.id).state == "scored"


def test_nothing_more_is_begun_when_it_is_over(one: Arena) -> None:
    one.submit()
    assert Scorer(one.store, one.files).run_pending(is_over=lambda: True) == 0
    assert one.store.submissions(state="received") != []
    assert list((one.files.folder / "workers").iterdir()) == []


def test_a_worker_is_alive_as_long_as_it_is(one: Arena) -> None:
    with one.files.worker() as owner:
        assert one.files.is_alive(owner)
    assert not one.files.is_alive(owner)
    assert not one.files.is_alive("nobody")
