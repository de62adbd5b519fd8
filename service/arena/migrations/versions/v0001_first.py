"""Tasks, teams and submissions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "arena",
        sa.Column("id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_arena"),
    )
    op.create_table(
        "tasks",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(63), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("sha256_by_file", sa.Text, nullable=False),
        sa.Column("images", sa.Text, nullable=False),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
        sa.Column("closed_at_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_tasks"),
        sa.UniqueConstraint("name", name="uq_tasks_name"),
    )
    op.create_table(
        "teams",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("token_sha256", sa.String(64)),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_teams"),
        sa.UniqueConstraint("name", name="uq_teams_name"),
        sa.UniqueConstraint("token_sha256", name="uq_teams_token_sha256"),
    )
    op.create_table(
        "submissions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("task_id", sa.Integer, nullable=False),
        sa.Column("team_id", sa.Integer, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("n_bytes", sa.BigInteger, nullable=False),
        sa.Column("format_name", sa.String(16), nullable=False),
        sa.Column("description", sa.Text, nullable=False),
        sa.Column("received_at_ms", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("n_attempts", sa.Integer, nullable=False),
        sa.Column("lease_owner", sa.String(64)),
        sa.Column("lease_until_ms", sa.BigInteger),
        sa.Column("failure", sa.Text),
        sa.Column("rank_value", sa.Double),
        sa.Column("results", sa.Text),
        sa.Column("scored_at_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_submissions"),
        sa.ForeignKeyConstraint(["task_id"], ["tasks.id"], name="fk_submissions_task_id"),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name="fk_submissions_team_id"),
        sa.CheckConstraint(
            "state in ('received', 'scoring', 'scored', 'failed')", name=op.f("ck_submissions_state")
        ),
    )
    op.create_index(
        "ix_submissions_task_id_team_id_received_at_ms",
        "submissions",
        ["task_id", "team_id", "received_at_ms"],
    )
    op.create_index("ix_submissions_state_received_at_ms", "submissions", ["state", "received_at_ms"])
