"""The queue on PostgreSQL is Procrastinate's; rate limits are shared there; a view of the queue."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

Ascii = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
Number = sa.Integer().with_variant(sa.BigInteger(), "postgresql")

_PRIORITIES = {"run": 50, "network": 50, "erase": 40, "file": 30, "embed": 20, "deliver": 10}


def upgrade() -> None:
    """Make what is new; jobs that wait go over to the new queue."""
    op.create_table(
        "rate_buckets",
        sa.Column("key_id", Ascii, nullable=False),
        sa.Column("tokens", sa.Float(53), nullable=False),
        sa.Column("filled_at", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("key_id"),
    )
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        _to_procrastinate(connection)
    else:
        op.execute(
            "CREATE VIEW queued_jobs AS SELECT id, kind, project_id, subject, attempts,"
            " owner IS NOT NULL AS is_taken FROM jobs"
        )


def _to_procrastinate(connection: Any) -> None:
    from procrastinate.schema import SchemaManager

    # Without parameters, so that a percent sign is nothing but that.
    connection.connection.cursor().execute(SchemaManager.get_schema())
    priority = " ".join(f"WHEN '{kind}' THEN {number}" for kind, number in _PRIORITIES.items())
    op.execute(
        "INSERT INTO procrastinate_jobs"
        " (queue_name, task_name, priority, lock, args, scheduled_at, attempts)"
        f" SELECT kind, kind, CASE kind {priority} ELSE 0 END, subject,"
        " jsonb_build_object('project_id', project_id, 'subject', subject),"
        " CASE WHEN owner IS NULL THEN CAST(run_at AS timestamptz) END, attempts"
        " FROM jobs ORDER BY run_at, id"
    )
    op.drop_table("jobs")
    op.create_index("jobs_by_subject", "procrastinate_jobs", ["lock"])
    op.execute(
        "CREATE INDEX jobs_by_wait ON procrastinate_jobs ((args ->> 'waits_for'))"
        " WHERE (args ->> 'waits_for') IS NOT NULL"
    )
    op.execute(
        "CREATE VIEW queued_jobs AS"
        " SELECT CAST(id AS text) AS id, queue_name AS kind, args ->> 'project_id' AS project_id,"
        " lock AS subject, attempts, CAST(status = 'doing' AS integer) AS is_taken"
        " FROM procrastinate_jobs"
        " WHERE status IN ('todo', 'doing') AND lock IS NOT NULL"
    )
