"""The store, on SQLite and on a real PostgreSQL alike: tables, tokens, quotas, leases."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("sqlalchemy", reason="pip install 'captuple[arena]'")
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from captuple.errors import UnauthenticatedError

from extractor.errors import CaptupleError, InvalidInputError, UnknownNameError
from service.arena.refusals import LeaseLostError, RefusedError, StoreGoneError
from service.arena.store import MAX_ATTEMPTS, NewSubmission, Store, new_submission_id
from service.arena.tables import metadata, submissions
from tests.arena import SYSTEM_A, SYSTEM_B, Arena, arena

if TYPE_CHECKING:
    from tests.postgres import Postgres

NOON_MS = 1_800_014_400_000  # 2027-01-15 12:00 UTC
DAY_MS = 86_400_000


def new(digest: str = "a" * 64) -> NewSubmission:
    return NewSubmission(id=new_submission_id(), sha256=digest, n_bytes=3, format_name="jsonl")


def set_up(tmp_path: Path, filled: Path, url: str | None, **changes: object) -> Arena:
    with arena(filled, tmp_path, url=url, **changes) as one:
        return one  # its connections open again when they are asked


# ---- tables


def test_migrations_make_what_the_code_says(small_arena: Arena) -> None:
    with small_arena.store._engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == "0001"
    small_arena.store.migrate()  # again changes nothing
    small_arena.store.check_version()
    assert [task.name for task in small_arena.store.tasks()] == ["tiny"]


def test_a_store_of_another_version_is_named(small_arena: Arena, tmp_path: Path) -> None:
    with small_arena.store._engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    for ask in (small_arena.store.check_version, small_arena.store.migrate):
        with pytest.raises(InvalidInputError, match="'9999', which a newer Captuple made"):
            ask()
    empty = Store(f"sqlite:///{tmp_path}/empty.sqlite")
    with pytest.raises(InvalidInputError, match="no tables: captuple arena create makes them"):
        empty.check_version()
    empty.close()


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("nonsense", "no URL such as sqlite:///FILE"),
        ("mysql://host/db", "cannot be 'mysql'; allowed: sqlite:///FILE, postgresql://"),
        ("sqlite://", "must be a file"),
    ],
)
def test_other_urls_are_refused(url: str, problem: str) -> None:
    with pytest.raises(InvalidInputError, match=problem):
        Store(url)


def test_a_store_that_is_not_there_is_named_without_its_password(tmp_path: Path) -> None:
    for url in (
        f"postgresql://me:secret@/db?host={tmp_path}",
        f"sqlite:///{tmp_path}/no/such/folder/a.sqlite",
    ):
        store = Store(url)
        with pytest.raises(StoreGoneError, match="does not answer") as caught:
            store.tasks()
        assert "secret" not in str(caught.value)
        store.close()


def test_unknown_states_are_no_states(small_arena: Arena) -> None:
    item = small_arena.submit()
    change = sa.update(submissions).where(submissions.c.id == item.id).values(state="lost")
    with pytest.raises(sa.exc.IntegrityError), small_arena.store._engine.begin() as connection:
        connection.execute(change)


# ---- tasks and teams


def test_a_task_is_registered_once(small_arena: Arena) -> None:
    task = small_arena.task()
    assert (task.settings.title, len(task.images)) == ("A <b>tiny</b> task", 6)
    assert task.model.startswith("en-captions@") and set(task.sha256_by_file) == {
        "task.json",
        "references.jsonl",
    }
    with pytest.raises(InvalidInputError, match="there is a task tiny already"):
        small_arena.store.check_new_task("tiny")
    with pytest.raises(UnknownNameError, match="tiny"):
        small_arena.store.task("tyni")


def test_a_closed_task_takes_nothing(small_arena: Arena) -> None:
    store, task = small_arena.store, small_arena.task()
    closed = store.close_task("tiny", now_ms=NOON_MS)
    assert (
        closed.closes_at_ms() == NOON_MS and closed.is_closed(NOON_MS) and not closed.is_closed(NOON_MS - 1)
    )
    assert store.close_task("tiny", now_ms=NOON_MS + 1).closed_at_ms == NOON_MS  # the first time holds
    with pytest.raises(RefusedError, match="closed since 2027-01-15 12:00:00 UTC") as caught:
        store.receive(task, small_arena.team(), new(), now_ms=NOON_MS)  # as of a task that was read before
    assert caught.value.status == 403


def test_dates_are_kept(filled_arena: Path, tmp_path: Path) -> None:
    dates = {"opens": "2027-01-15T13:00:00+01:00", "closes": "2027-01-15T13:00:00Z"}
    one = set_up(tmp_path, filled_arena, None, **dates)
    task, team = one.task(), one.team()
    with pytest.raises(RefusedError, match="opens at 2027-01-15 12:00:00 UTC") as caught:
        one.store.check_quota(task, team, now_ms=NOON_MS - 1500)
    assert (caught.value.status, caught.value.retry_after_s) == (403, 2)
    one.store.check_quota(task, team, now_ms=NOON_MS)
    with pytest.raises(RefusedError, match="closed since 2027-01-15 13:00:00 UTC"):
        one.store.check_quota(task, team, now_ms=NOON_MS + 3_600_000)
    one.store.close()


def test_tokens_are_kept_as_hashes_and_change(small_arena: Arena) -> None:
    store, token = small_arena.store, small_arena.tokens["Blue"]
    with store._engine.connect() as connection:
        rows = connection.execute(sa.text("SELECT * FROM teams")).all()
    assert token not in str(rows) and len(token) > 40
    assert store.team_of(f"bearer {token}").name == "Blue"
    for header in (None, "", token, "Bearer", "Bearer ", f"Basic {token}", f"Bearer {token}x", "Bearer é"):
        with pytest.raises(UnauthenticatedError):
            store.team_of(header)
    renewed = store.rotate_token("Blue")
    assert store.team_of(f"Bearer {renewed}").name == "Blue"
    store.remove_team("Red")
    for gone in (token, small_arena.tokens["Red"]):
        with pytest.raises(UnauthenticatedError, match="no team's"):
            store.team_of(f"Bearer {gone}")
    assert [(team.name, team.is_active) for team in store.teams()] == [("Blue", True), ("Red", False)]
    with pytest.raises(InvalidInputError, match="a team 'Red' already; rotate"):
        store.add_team("Red")
    with pytest.raises(UnknownNameError, match="Did you mean 'Blue'"):
        store.remove_team("Blu")
    for name in ("", " ", "a" * 61, "a\nb"):
        with pytest.raises(InvalidInputError, match="no name of a team"):
            store.add_team(name)


def test_a_team_that_is_removed_while_it_submits_submits_nothing(small_arena: Arena) -> None:
    team = small_arena.team()
    small_arena.store.remove_team("Blue")
    with pytest.raises(UnauthenticatedError, match="removed"):
        small_arena.store.receive(small_arena.task(), team, new())
    assert small_arena.store.submissions() == []


# ---- quotas


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_of_many_submissions_at_once_the_quota_takes_its_number(
    database: str, filled_arena: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgres").new_database() if database == "postgresql" else None
    with arena(filled_arena, tmp_path, url=url, quota={"per_day": 3}) as one:
        task, team, all_here = one.task(), one.team(), threading.Barrier(8)

        def submit(number: int) -> int:
            store = Store(one.url)  # as another process has it
            all_here.wait()
            try:
                store.receive(task, team, new(f"{number:064}"))
            except RefusedError as e:
                return e.status
            finally:
                store.close()
            return 201

        with ThreadPoolExecutor(8) as threads:
            assert sorted(threads.map(submit, range(8))) == [201] * 3 + [429] * 5
        assert len(one.store.submissions()) == 3


def test_quotas_of_a_day_in_all_and_between(filled_arena: Path, tmp_path: Path) -> None:
    one = set_up(tmp_path, filled_arena, None, quota={"per_day": 2, "total": 3, "min_interval_s": 60})
    store, task, team = one.store, one.task(), one.team()
    store.receive(task, team, new("1"), now_ms=NOON_MS)
    with pytest.raises(RefusedError, match="60 seconds must lie between") as caught:
        store.receive(task, team, new("2"), now_ms=NOON_MS + 50_000)
    assert (caught.value.status, caught.value.retry_after_s) == (429, 10)
    store.receive(task, one.team("Red"), new("1"), now_ms=NOON_MS)  # another team's is its own
    failed = store.receive(task, team, new("2"), now_ms=NOON_MS + 60_000)
    with pytest.raises(RefusedError, match=r"all 2 submissions of this day \(UTC\) are used") as caught:
        store.check_quota(task, team, now_ms=NOON_MS + 200_000)
    assert caught.value.retry_after_s == 43_000  # until midnight
    store.claim("w", lease_s=9)
    store.claim("w2", lease_s=9)
    claimed = store.claim("w3", lease_s=9)
    assert claimed is not None and claimed.id == failed.id
    store.fail(failed.id, "w3", "the server's fault")
    store.receive(task, team, new("2"), now_ms=NOON_MS + 200_000)  # what failed does not count
    store.receive(task, team, new("3"), now_ms=NOON_MS + DAY_MS)
    with pytest.raises(RefusedError, match="all 3 submissions of the team are used") as caught:
        store.receive(task, team, new("4"), now_ms=NOON_MS + 9 * DAY_MS)
    assert caught.value.retry_after_s is None
    store.close()


def test_the_same_file_counts_once(small_arena: Arena) -> None:
    store, task, team = small_arena.store, small_arena.task(), small_arena.team()
    first = store.receive(task, team, new())
    with pytest.raises(RefusedError, match=f"submitted before, as {first.id}") as caught:
        store.receive(task, team, new())
    assert (caught.value.status, caught.value.submission_id) == (409, first.id)
    store.receive(task, small_arena.team("Red"), new())  # of another team it is another one
    assert store.claim("w", lease_s=9) is not None
    store.fail(first.id, "w", "a fault of the server")
    again = store.receive(task, team, new())
    assert store.retry_failed() == 0  # it came again
    assert store.submission(again.id).state == "received"


# ---- leases


def test_a_lease_is_one_process_s_until_it_ends(small_arena: Arena) -> None:
    store = small_arena.store
    first, second = (
        small_arena.submit(SYSTEM_A, now_ms=NOON_MS),
        small_arena.submit(SYSTEM_B, now_ms=NOON_MS + 1),
    )
    one = store.claim("one", lease_s=10, now_ms=NOON_MS)
    two = store.claim("two", lease_s=10, now_ms=NOON_MS)
    assert one is not None and two is not None and [one.id, two.id] == [first.id, second.id]
    assert store.claim("three", lease_s=10, now_ms=NOON_MS + 9_999) is None
    assert sorted(store.lease_owners()) == ["one", "two"]
    store.renew(first.id, "one", lease_s=10, now_ms=NOON_MS + 9_000)
    late = store.claim("three", lease_s=10, now_ms=NOON_MS + 10_000)
    assert late is not None and late.id == second.id and late.n_attempts == 2
    with pytest.raises(LeaseLostError):
        store.finish(second.id, "two", results="{}", rank_value=1.0)
    with pytest.raises(LeaseLostError):
        store.fail(second.id, "two", "no")
    with pytest.raises(LeaseLostError):
        store.renew(second.id, "two", lease_s=10)
    store.finish(second.id, "three", results="{}", rank_value=0.5)
    with pytest.raises(LeaseLostError):  # once
        store.finish(second.id, "three", results="{}", rank_value=0.9)
    assert (store.submission(second.id).state, store.submission(second.id).rank_value) == ("scored", 0.5)
    taken = store.claim("four", lease_s=10, dead_owners=["one"], now_ms=NOON_MS)
    assert taken is not None and taken.id == first.id  # its process is known to have ended


def test_what_ended_its_process_keeps_no_other_waiting(small_arena: Arena) -> None:
    store = small_arena.store
    first, second = small_arena.submit(SYSTEM_A, now_ms=1), small_arena.submit(SYSTEM_B, now_ms=2)
    owners = [f"dies {n}" for n in range(4)]
    claimed = [store.claim(owner, lease_s=60, dead_owners=owners[:n]) for n, owner in enumerate(owners)]
    assert [item.id for item in claimed if item is not None] == [first.id, second.id, first.id, second.id]


def test_what_never_comes_to_an_end_fails(small_arena: Arena) -> None:
    store, item = small_arena.store, small_arena.submit()
    for _ in range(MAX_ATTEMPTS):
        assert store.claim("w", lease_s=10) is not None  # one's own, begun again
    assert store.claim("w", lease_s=10) is None
    failed = store.submission(item.id)
    assert failed.state == "failed" and f"begun {MAX_ATTEMPTS} times" in failed.failure
    assert store.retry_failed() == 1
    assert store.claim("w", lease_s=10) is not None


def test_many_workers_take_each_submission_once(small_arena: Arena) -> None:
    task, team = small_arena.task(), small_arena.team()
    ids = {small_arena.store.receive(task, team, new(f"{i}")).id for i in range(12)}

    def work(name: str) -> list[str]:
        store, found = Store(small_arena.url), []
        while (item := store.claim(name, lease_s=60)) is not None:
            found.append(item.id)
            store.finish(item.id, name, results="{}", rank_value=0.0)
        store.close()
        return found

    with ThreadPoolExecutor(4) as threads:
        done = [item for found in threads.map(work, "abcd") for item in found]
    assert len(done) == 12 and set(done) == ids


def test_postgresql_that_comes_back_is_used_again(
    postgres: Postgres, filled_arena: Path, tmp_path: Path
) -> None:
    with arena(filled_arena, tmp_path, url=postgres.new_database()) as one:
        postgres.stop()
        try:
            with pytest.raises(StoreGoneError, match="does not answer"):
                one.store.tasks()
        finally:
            postgres.start()
        assert [task.name for task in one.store.tasks()] == ["tiny"]


def test_every_failure_is_of_our_tree() -> None:
    assert issubclass(StoreGoneError, CaptupleError) and issubclass(RefusedError, InvalidInputError)
