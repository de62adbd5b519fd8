"""The tables of a store; ``migrations`` makes them."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# One row, with what stands in the arena's folder, too: a store and a folder of two arenas are never taken for one.
arena = sa.Table("arena", metadata, sa.Column("id", sa.String(32), primary_key=True))

# Times are milliseconds of Unix time: the same in every database.
tasks = sa.Table(
    "tasks",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(63), nullable=False, unique=True),
    sa.Column("settings", sa.Text, nullable=False),  # task.json, as it came
    sa.Column("model", sa.Text, nullable=False),  # with its version
    sa.Column("sha256_by_file", sa.Text, nullable=False),  # JSON
    sa.Column("images", sa.Text, nullable=False),  # JSON: ids in order, which teams may know
    sa.Column("created_at_ms", sa.BigInteger, nullable=False),
    sa.Column("closed_at_ms", sa.BigInteger),  # by an admin, ahead of its date
)

teams = sa.Table(
    "teams",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(60), nullable=False, unique=True),
    sa.Column("token_sha256", sa.String(64), unique=True),  # the token itself is kept nowhere; none: removed
    sa.Column("created_at_ms", sa.BigInteger, nullable=False),
)

submissions = sa.Table(
    "submissions",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("task_id", sa.ForeignKey("tasks.id"), nullable=False),
    sa.Column("team_id", sa.ForeignKey("teams.id"), nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.Column("n_bytes", sa.BigInteger, nullable=False),
    sa.Column("format_name", sa.String(16), nullable=False),
    sa.Column("description", sa.Text, nullable=False),
    sa.Column("received_at_ms", sa.BigInteger, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("n_attempts", sa.Integer, nullable=False),
    sa.Column("lease_owner", sa.String(64)),
    sa.Column("lease_until_ms", sa.BigInteger),
    sa.Column("failure", sa.Text),  # why there are no results
    sa.Column("rank_value", sa.Double),  # what boards choose a team's best by
    sa.Column("results", sa.Text),  # JSON
    sa.Column("scored_at_ms", sa.BigInteger),
    sa.CheckConstraint("state in ('received', 'scoring', 'scored', 'failed')", name="state"),
    sa.Index(None, "task_id", "team_id", "received_at_ms"),
    sa.Index(None, "state", "received_at_ms"),
)
