"""What an arena keeps in its database: tasks, teams, submissions. SQLite in a file, or PostgreSQL.

Every change is one transaction. A submission is taken in one that has locked its team, so that of two at once one
alone gets the last place of a quota; results are written in one that holds only while the lease does.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from captuple.errors import UnauthenticatedError

from extractor.errors import InvalidInputError, ResourceError, UnknownNameError, shorten
from scoring.images import ImageId
from service.arena.refusals import LeaseLostError, RefusedError, StoreGoneError
from service.arena.tables import arena, submissions, tasks, teams
from service.arena.task import Quota, Task, TaskSettings, parse_settings

State = Literal["received", "scoring", "scored", "failed"]
MAX_ATTEMPTS = 20
"""How often scoring is begun before a submission counts as failed: where its process ends each time."""

MAX_TEAM_CHARS = 60
_TOKEN_BYTES = 32
_DAY_MS = 86_400_000
_AT_ONCE = 500
_WAIT_S = 10
_MIGRATION_LOCK = 6_227_875
_MIGRATIONS = Path(__file__).parent / "migrations"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTask:
    """A task, as it was registered.

    Attributes:
        id: Its number.
        settings: Its ``task.json``.
        model: The bundle, with its version.
        sha256_by_file: Of its files.
        images: The ids of its images, in order.
        closed_at_ms: When an admin closed it; None where nobody did.
    """

    id: int
    settings: TaskSettings
    model: str
    sha256_by_file: Mapping[str, str]
    images: Sequence[ImageId]
    closed_at_ms: int | None

    @property
    def name(self) -> str:
        """Its name."""
        return self.settings.name

    def opens_at_ms(self) -> int | None:
        """From when submissions are taken."""
        return None if self.settings.opens is None else _ms(self.settings.opens)

    def closes_at_ms(self) -> int | None:
        """Until when: its date, or when an admin closed it before."""
        dates = [self.closed_at_ms, None if self.settings.closes is None else _ms(self.settings.closes)]
        return min((date for date in dates if date is not None), default=None)

    def is_closed(self, at_ms: int) -> bool:
        """Whether it takes nothing more."""
        closes = self.closes_at_ms()
        return closes is not None and at_ms >= closes

    def shows_figures(self, at_ms: int) -> bool:
        """Whether figures may leave the server."""
        return self.settings.shown.before_closing or self.is_closed(at_ms)


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team; ``is_active`` is false where it has no token any more."""

    id: int
    name: str
    is_active: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSubmission:
    """A file that was found fit to be scored, and lies under its name.

    Attributes:
        id: 32 hexadecimal digits.
        sha256: Of the file.
        n_bytes: Of the file.
        format_name: How it is read.
        description: The team's words.
    """

    id: str
    sha256: str
    n_bytes: int
    format_name: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """A submission, as it stands.

    Attributes:
        id: See `NewSubmission`.
        task_id: Its task's.
        team_id: Its team's.
        team: The team's name.
        sha256: Of its file.
        n_bytes: Of its file.
        format_name: How it is read.
        description: The team's words.
        received_at_ms: When it was taken.
        state: How far it is.
        n_attempts: How often its scoring was begun.
        failure: Why it has no results; empty where that is not so.
        rank_value: The figure by which boards choose; None before it is scored.
        results: JSON; empty before it is scored, and where many are listed.
    """

    id: str
    task_id: int
    team_id: int
    team: str
    sha256: str
    n_bytes: int
    format_name: str
    description: str
    received_at_ms: int
    state: State
    n_attempts: int
    failure: str
    rank_value: float | None
    results: str


class Store:
    """The database of an arena; threads may share it.

    Args:
        url: As SQLAlchemy has it: ``sqlite:///FILE``, ``postgresql://USER@HOST/NAME``.

    Raises:
        InvalidInputError: The URL is none, or of another database.
        ResourceError: The driver of the database is not installed.
    """

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        self._reader = self._engine.execution_options(captuple_reads=True)

    def close(self) -> None:
        """Close its connections."""
        self._engine.dispose()

    def migrate(self) -> None:
        """Make the tables, or bring them to this version.

        Raises:
            InvalidInputError: A newer version made them.
            ResourceError: The database failed.
        """
        config = _config()
        with self._transaction() as connection:
            if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATION_LOCK)))
            current = MigrationContext.configure(connection).get_current_revision()
            if current is not None and current not in _revisions(config):
                raise InvalidInputError(_newer(current))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def check_version(self) -> None:
        """Check that the tables are those of this version.

        Raises:
            InvalidInputError: There are none, or they are of another version; the message says what to do.
            ResourceError: The database failed.
        """
        config = _config()
        with self._reading() as connection:
            current = MigrationContext.configure(connection).get_current_revision()
        if current is None:
            raise InvalidInputError("the store has no tables: captuple arena create makes them")
        if current not in _revisions(config):
            raise InvalidInputError(_newer(current))
        if current != ScriptDirectory.from_config(config).get_current_head():
            raise InvalidInputError(f"the store is of version {current}: captuple arena migrate brings it up")

    def bind(self, arena_id: str) -> None:
        """Be the store of an arena from now on.

        Raises:
            InvalidInputError: It is another's.
        """
        with self._transaction() as connection:
            if connection.scalar(sa.select(arena.c.id)) is None:
                connection.execute(sa.insert(arena).values(id=arena_id))
        self.check_arena(arena_id)

    def check_arena(self, arena_id: str) -> None:
        """Check whose store it is: with another arena's folder, files that count would be taken for strays.

        Raises:
            InvalidInputError: It is another's.
        """
        with self._reading() as connection:
            if connection.scalar(sa.select(arena.c.id)) != arena_id:
                raise InvalidInputError(
                    "the store is that of another arena's folder: --files and --store must fit"
                )

    # ---- tasks

    def add_task(self, task: Task, *, json: str, now_ms: int | None = None) -> None:
        """Register a task.

        Raises:
            InvalidInputError: There is one of this name.
        """
        name = task.settings.name
        with self._transaction() as connection:
            _check_new(connection, name)
            connection.execute(
                sa.insert(tasks).values(
                    name=name,
                    settings=json,
                    model=task.model,
                    sha256_by_file=_json(task.sha256_by_file),
                    images=_json(list(task.references)),
                    created_at_ms=_now_ms() if now_ms is None else now_ms,
                )
            )

    def check_new_task(self, name: str) -> None:
        """Check that there is no task of a name, ahead of `add_task`.

        Raises:
            InvalidInputError: There is one.
        """
        with self._reading() as connection:
            _check_new(connection, name)

    def tasks(self) -> list[StoredTask]:
        """All tasks, by name."""
        with self._reading() as connection:
            rows = connection.execute(sa.select(tasks).order_by(tasks.c.name)).mappings().all()
        return [_task(row) for row in rows]

    def task(self, name: str) -> StoredTask:
        """The task of a name.

        Raises:
            UnknownNameError: There is none.
        """
        with self._reading() as connection:
            row = connection.execute(sa.select(tasks).where(tasks.c.name == name)).mappings().first()
            if row is None:
                raise UnknownNameError("task", name, connection.scalars(sa.select(tasks.c.name)).all())
        return _task(row)

    def close_task(self, name: str, *, now_ms: int | None = None) -> StoredTask:
        """End a task, unless it has ended.

        Raises:
            UnknownNameError: There is none of this name.
        """
        task, now = self.task(name), _now_ms() if now_ms is None else now_ms
        if not task.is_closed(now):
            with self._transaction() as connection:
                connection.execute(sa.update(tasks).where(tasks.c.id == task.id).values(closed_at_ms=now))
        return self.task(name)

    # ---- teams

    def add_team(self, name: str) -> str:
        """Make a team.

        Returns:
            Its token, which is kept nowhere.

        Raises:
            InvalidInputError: The name is taken, or none.
        """
        if not name.strip() or len(name) > MAX_TEAM_CHARS or not name.isprintable():
            raise InvalidInputError(
                f"{shorten(name)} is no name of a team: 1 to {MAX_TEAM_CHARS} printable characters are allowed"
            )
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        with self._transaction() as connection:
            if connection.scalar(sa.select(teams.c.id).where(teams.c.name == name)) is not None:
                raise InvalidInputError(
                    f"there is a team {shorten(name)} already; rotate gives it a new token"
                )
            connection.execute(
                sa.insert(teams).values(name=name, token_sha256=_digest(token), created_at_ms=_now_ms())
            )
        return token

    def rotate_token(self, name: str) -> str:
        """Give a team a new token, in the place of any before.

        Raises:
            UnknownNameError: There is no such team.
        """
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        self._set_token(name, _digest(token))
        return token

    def remove_team(self, name: str) -> None:
        """Take a team's token away; what it submitted stays.

        Raises:
            UnknownNameError: There is no such team.
        """
        self._set_token(name, None)

    def teams(self) -> list[Team]:
        """All teams, by name."""
        with self._reading() as connection:
            rows = connection.execute(sa.select(teams).order_by(teams.c.name)).mappings().all()
        return [
            Team(id=row["id"], name=row["name"], is_active=row["token_sha256"] is not None) for row in rows
        ]

    def team_of(self, authorization: str | None) -> Team:
        """The team whose bearer token a header ``Authorization`` holds.

        The token is looked up by its hash, so how long that takes says nothing of a guess.

        Raises:
            UnauthenticatedError: There is none, or it is no team's.
        """
        scheme, _, token = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            raise UnauthenticatedError("a team's bearer token is needed, in the header Authorization")
        with self._reading() as connection:
            query = sa.select(teams).where(teams.c.token_sha256 == _digest(token.strip()))
            row = connection.execute(query).mappings().first()
        if row is None:
            raise UnauthenticatedError("the bearer token is no team's")
        return Team(id=row["id"], name=row["name"])

    def _set_token(self, name: str, digest: str | None) -> None:
        with self._transaction() as connection:
            changed = connection.execute(
                sa.update(teams).where(teams.c.name == name).values(token_sha256=digest)
            )
            if changed.rowcount == 0:
                raise UnknownNameError("team", name, connection.scalars(sa.select(teams.c.name)).all())

    # ---- submissions

    def check_quota(
        self, task: StoredTask, team: Team, *, sha256: str | None = None, now_ms: int | None = None
    ) -> None:
        """Whether a team may submit now; `receive` asks again, and then it holds.

        Args:
            task: The task.
            team: The team.
            sha256: Of the file, where it is known by now.
            now_ms: The time.

        Raises:
            RefusedError: The team submitted the file before, the task is not open, or the team has had its share.
        """
        now = _now_ms() if now_ms is None else now_ms
        with self._reading() as connection:
            if sha256 is not None:
                _check_same(connection, task, team, sha256)
            _check_open(task, now)
            _check_quota(connection, task, team, now)

    def receive(
        self, task: StoredTask, team: Team, submission: NewSubmission, *, now_ms: int | None = None
    ) -> Submission:
        """Take a submission: from here on it counts, and will be scored.

        Raises:
            RefusedError: The task is closed, the team has had its share, or submitted the same file before.
            UnauthenticatedError: The team is one no more.
            StoreGoneError: The database has gone. Whether the submission was taken is then not known.
        """
        with self._transaction() as connection:
            locked = connection.execute(
                sa.select(teams.c.token_sha256).where(teams.c.id == team.id).with_for_update()
            ).first()
            if locked is None or locked[0] is None:
                raise UnauthenticatedError("the team has been removed")
            row = connection.execute(sa.select(tasks).where(tasks.c.id == task.id)).mappings().one()
            now = _now_ms() if now_ms is None else now_ms
            _check_same(connection, task, team, submission.sha256)
            _check_open(_task(row), now)
            _check_quota(connection, task, team, now)
            connection.execute(
                sa.insert(submissions).values(
                    id=submission.id,
                    task_id=task.id,
                    team_id=team.id,
                    sha256=submission.sha256,
                    n_bytes=submission.n_bytes,
                    format_name=submission.format_name,
                    description=submission.description,
                    received_at_ms=now,
                    state="received",
                    n_attempts=0,
                )
            )
        return self.submission(submission.id)

    def submission(self, submission_id: str) -> Submission:
        """The submission of an id.

        Raises:
            UnknownNameError: There is none.
        """
        with self._reading() as connection:
            row = connection.execute(_SUBMISSIONS.where(submissions.c.id == submission_id)).mappings().first()
        if row is None:
            raise UnknownNameError("submission", submission_id, ())
        return _submission(row)

    def submissions(
        self, *, task_id: int | None = None, team_id: int | None = None, state: State | None = None
    ) -> list[Submission]:
        """Submissions, in the order in which they were taken, without their results, which `results` has."""
        query = _BARE_SUBMISSIONS.order_by(submissions.c.received_at_ms, submissions.c.id)
        for column, value in (
            (submissions.c.task_id, task_id),
            (submissions.c.team_id, team_id),
            (submissions.c.state, state),
        ):
            if value is not None:
                query = query.where(column == value)
        with self._reading() as connection:
            return [_submission(row) for row in connection.execute(query).mappings()]

    def results(self, ids: Collection[str]) -> dict[str, str]:
        """The results of submissions, JSON, by id; empty before they are scored. Unknown ids are left out."""
        some = sorted(ids)
        found: dict[str, str] = {}
        with self._reading() as connection:
            for start in range(0, len(some), _AT_ONCE):
                part = some[start : start + _AT_ONCE]
                query = sa.select(submissions.c.id, submissions.c.results).where(submissions.c.id.in_(part))
                found.update({row.id: row.results or "" for row in connection.execute(query)})
        return found

    def known_submissions(self, ids: Collection[str]) -> set[str]:
        """Which of some ids are submissions'."""
        some = sorted(ids)
        found: set[str] = set()
        with self._reading() as connection:
            for start in range(0, len(some), _AT_ONCE):
                part = some[start : start + _AT_ONCE]
                found.update(
                    connection.scalars(sa.select(submissions.c.id).where(submissions.c.id.in_(part)))
                )
        return found

    def lease_owners(self) -> list[str]:
        """Who says to be scoring something."""
        query = sa.select(submissions.c.lease_owner).where(submissions.c.state == "scoring").distinct()
        with self._reading() as connection:
            return [owner for owner in connection.scalars(query) if owner is not None]

    def claim(
        self, owner: str, *, lease_s: float, dead_owners: Collection[str] = (), now_ms: int | None = None
    ) -> Submission | None:
        """Take the oldest submission that waits, or whose scoring has ended without a result.

        What was begun more often comes later: one that ends every process that scores it keeps no other waiting.

        Args:
            owner: Who takes it.
            lease_s: How long it is the owner's, unless `renew` makes it longer.
            dead_owners: Whose leases have ended, whatever they say.
            now_ms: The time.

        Returns:
            None where nothing waits.
        """
        column = submissions.c
        while True:
            with self._transaction() as connection:
                now = _now_ms() if now_ms is None else now_ms
                ended = sa.or_(column.lease_until_ms <= now, column.lease_owner.in_([owner, *dead_owners]))
                waiting = sa.or_(column.state == "received", sa.and_(column.state == "scoring", ended))
                query = (
                    sa.select(column.id, column.n_attempts)
                    .where(waiting)
                    .order_by(column.n_attempts, column.received_at_ms, column.id)
                    .limit(1)
                    .with_for_update(skip_locked=True)
                )
                found = connection.execute(query).first()
                if found is None:
                    return None
                submission_id, n_attempts = found
                if n_attempts < MAX_ATTEMPTS:
                    values: dict[str, Any] = {
                        "state": "scoring",
                        "n_attempts": n_attempts + 1,
                        "lease_owner": owner,
                        "lease_until_ms": now + round(lease_s * 1000),
                    }
                else:
                    failure = f"scoring was begun {n_attempts} times and never came to an end"
                    values = {"state": "failed", "failure": failure, "lease_owner": None}
                connection.execute(sa.update(submissions).where(column.id == submission_id).values(values))
            if n_attempts < MAX_ATTEMPTS:
                return self.submission(submission_id)

    def renew(self, submission_id: str, owner: str, *, lease_s: float, now_ms: int | None = None) -> None:
        """Make a lease longer.

        Raises:
            LeaseLostError: It is another's.
        """
        now = _now_ms() if now_ms is None else now_ms
        self._as_owner(submission_id, owner, {"lease_until_ms": now + round(lease_s * 1000)})

    def finish(self, submission_id: str, owner: str, *, results: str, rank_value: float) -> None:
        """Write all results of a submission, once.

        Raises:
            LeaseLostError: Another one scores it, or has scored it.
        """
        values = {
            "state": "scored",
            "results": results,
            "rank_value": rank_value,
            "scored_at_ms": _now_ms(),
            "lease_owner": None,
            "lease_until_ms": None,
        }
        self._as_owner(submission_id, owner, values)

    def fail(self, submission_id: str, owner: str, failure: str) -> None:
        """End a submission that cannot be scored; it does not count against the quota.

        Raises:
            LeaseLostError: Another one scores it.
        """
        self._as_owner(submission_id, owner, {"state": "failed", "failure": failure, "lease_owner": None})

    def retry_failed(self) -> int:
        """Let submissions that failed wait for scoring again, unless the same file came again; how many they are."""
        again = submissions.alias()
        came_again = sa.exists().where(
            again.c.task_id == submissions.c.task_id,
            again.c.team_id == submissions.c.team_id,
            again.c.sha256 == submissions.c.sha256,
            again.c.id != submissions.c.id,
            sa.or_(again.c.state != "failed", again.c.received_at_ms < submissions.c.received_at_ms),
        )
        with self._transaction() as connection:
            changed = connection.execute(
                sa.update(submissions)
                .where(submissions.c.state == "failed", ~came_again)
                .values(state="received", n_attempts=0, failure=None, lease_owner=None)
            )
            return changed.rowcount

    def _as_owner(self, submission_id: str, owner: str, values: Mapping[str, object]) -> None:
        with self._transaction() as connection:
            changed = connection.execute(
                sa.update(submissions)
                .where(
                    submissions.c.id == submission_id,
                    submissions.c.state == "scoring",
                    submissions.c.lease_owner == owner,
                )
                .values(values)
            )
            if changed.rowcount != 1:
                raise LeaseLostError(f"submission {submission_id} is scored by another process")

    # ---- connections

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        with self._named_failures(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        with self._named_failures(), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def _named_failures(self) -> Iterator[None]:
        try:
            yield
        except (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.InternalError) as e:
            place = self._engine.url.render_as_string(hide_password=True)
            reason = str(e.orig).strip().splitlines()[0] if e.orig is not None else type(e).__name__
            raise StoreGoneError(f"the store {place} does not answer: {reason}") from e
        except sa.exc.TimeoutError as e:
            place = self._engine.url.render_as_string(hide_password=True)
            raise StoreGoneError(f"the store {place} does not answer in time") from e


def new_submission_id() -> str:
    """An id that nobody can guess."""
    return secrets.token_hex(16)


_SUBMISSIONS = sa.select(submissions, teams.c.name.label("team")).join_from(submissions, teams)
_BARE_SUBMISSIONS = sa.select(
    *(column for column in submissions.c if column.name != "results"), teams.c.name.label("team")
).join_from(submissions, teams)


def _check_new(connection: sa.Connection, name: str) -> None:
    if connection.scalar(sa.select(tasks.c.id).where(tasks.c.name == name)) is not None:
        raise InvalidInputError(f"there is a task {name} already: tasks do not change once they are made")


def _check_open(task: StoredTask, now_ms: int) -> None:
    opens = task.opens_at_ms()
    if opens is not None and now_ms < opens:
        message = f"the task opens at {_date(opens)}"
        raise RefusedError(message, status=403, retry_after_s=_seconds(opens - now_ms))
    if task.is_closed(now_ms):
        raise RefusedError(f"the task is closed since {_date(task.closes_at_ms() or now_ms)}", status=403)


def _check_same(connection: sa.Connection, task: StoredTask, team: Team, sha256: str) -> None:
    column = submissions.c
    query = sa.select(column.id).where(
        column.task_id == task.id,
        column.team_id == team.id,
        column.sha256 == sha256,
        column.state != "failed",
    )
    same = connection.scalar(query)
    if same is not None:
        message = f"this file was submitted before, as {same}; it is not counted again"
        raise RefusedError(message, status=409, submission_id=same)


def _check_quota(connection: sa.Connection, task: StoredTask, team: Team, now_ms: int) -> None:
    quota: Quota = task.settings.quota
    today = now_ms // _DAY_MS * _DAY_MS
    column = submissions.c
    query = sa.select(
        sa.func.count(),
        sa.func.count().filter(column.received_at_ms >= today),
        sa.func.max(column.received_at_ms),
    ).where(column.task_id == task.id, column.team_id == team.id, column.state != "failed")
    n_all, n_today, last = connection.execute(query).one()
    if quota.total is not None and n_all >= quota.total:
        raise RefusedError(f"all {quota.total} submissions of the team are used", status=429)
    if n_today >= quota.per_day:
        message = f"all {quota.per_day} submissions of this day (UTC) are used"
        raise RefusedError(message, status=429, retry_after_s=_seconds(today + _DAY_MS - now_ms))
    due = 0 if last is None else last + quota.min_interval_s * 1000
    if now_ms < due:
        message = f"{quota.min_interval_s} seconds must lie between two submissions"
        raise RefusedError(message, status=429, retry_after_s=_seconds(due - now_ms))


def _engine(url: str) -> sa.Engine:
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError as e:
        raise InvalidInputError("the store is no URL such as sqlite:///FILE or postgresql://HOST/NAME") from e
    backend = parsed.get_backend_name()
    if backend not in ("sqlite", "postgresql"):
        raise InvalidInputError(
            f"the store cannot be {shorten(backend)}; allowed: sqlite:///FILE, postgresql://..."
        )
    if backend == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise InvalidInputError("the store must be a file: sqlite:///FILE")
        engine = sa.create_engine(
            parsed.set(drivername="sqlite"), connect_args={"timeout": _WAIT_S}, pool_timeout=_WAIT_S
        )
        sa.event.listen(engine, "connect", _set_up_sqlite)
        sa.event.listen(engine, "begin", _begin_sqlite)
        return engine
    limits = f"-c statement_timeout={2 * _WAIT_S}s -c lock_timeout={_WAIT_S}s"
    given = parsed.query.get("options", "")
    options = " ".join([*([given] if isinstance(given, str) else given), limits]).strip()
    try:
        return sa.create_engine(
            parsed.set(drivername="postgresql+psycopg").difference_update_query(["options"]),
            pool_pre_ping=True,
            pool_timeout=_WAIT_S,
            connect_args={"connect_timeout": _WAIT_S, "options": options},
        )
    except ImportError as e:
        raise ResourceError("PostgreSQL needs psycopg: pip install 'captuple[arena]'") from e


def _set_up_sqlite(connection: Any, record: object) -> None:
    """Transactions are ours to begin; what is committed is on the disk; foreign keys hold."""
    del record
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    """A transaction that will write has the lock from its first moment: what it reads stays true."""
    reads = connection.get_execution_options().get("captuple_reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _revisions(config: Config) -> set[str]:
    return {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}


def _newer(revision: str) -> str:
    return f"the store is of version {shorten(revision)}, which a newer Captuple made: update Captuple"


def _task(row: sa.RowMapping) -> StoredTask:
    return StoredTask(
        id=row["id"],
        settings=parse_settings(row["settings"].encode()),
        model=row["model"],
        sha256_by_file=msgspec.json.decode(row["sha256_by_file"]),
        images=msgspec.json.decode(row["images"]),
        closed_at_ms=row["closed_at_ms"],
    )


def _submission(row: sa.RowMapping) -> Submission:
    return Submission(
        id=row["id"],
        task_id=row["task_id"],
        team_id=row["team_id"],
        team=row["team"],
        sha256=row["sha256"],
        n_bytes=row["n_bytes"],
        format_name=row["format_name"],
        description=row["description"],
        received_at_ms=row["received_at_ms"],
        state=row["state"],
        n_attempts=row["n_attempts"],
        failure=row["failure"] or "",
        rank_value=row["rank_value"],
        results=row.get("results") or "",
    )


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _ms(date: dt.datetime) -> int:
    return round(date.timestamp() * 1000)


def _date(at_ms: int) -> str:
    return f"{dt.datetime.fromtimestamp(at_ms / 1000, dt.UTC):%Y-%m-%d %H:%M:%S} UTC"


def _seconds(ms: int) -> int:
    return max(1, -(-ms // 1000))
