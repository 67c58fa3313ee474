"""Every table as `runwright.db.schema` has it, and what the database itself must refuse.

Until the first release this is the only revision and follows the schema. At the release its
statements are written out, and each change after that is a revision of its own.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from runwright.db import schema
from runwright.db.schema.base import WHERE

revision = "0001"
down_revision = None

_APPEND_ONLY = {
    "audit_log": "the audit log is append-only",
    "audit_checkpoints": "signed checkpoints are kept",
}


def upgrade() -> None:
    """Make the tables, the queue, and the triggers that keep the audit log as it is."""
    connection = op.get_bind()
    on_postgresql = connection.dialect.name == "postgresql"
    # The queue of PostgreSQL is Procrastinate's.
    ours = [each for each in schema.metadata.sorted_tables if not (on_postgresql and each is _JOBS)]
    for index in (index for table in ours for index in table.indexes if WHERE in index.info):
        for dialect in ("sqlite", "postgresql"):
            index.dialect_options[dialect]["where"] = sa.text(index.info[WHERE])
    schema.metadata.create_all(connection, tables=ours, checkfirst=False)
    if on_postgresql:
        _make_queue(connection)
        _protect_on_postgresql()
    else:
        op.execute(
            "CREATE VIEW queued_jobs AS SELECT id, kind, project_id, subject, attempts,"
            " owner IS NOT NULL AS is_taken FROM jobs"
        )
        _protect_on_sqlite()
        _tell_planner()


_JOBS = schema.metadata.tables["jobs"]
_HISTORY = (
    *("status_events_insert", "status_events_update"),
    *("scheduled_events", "abort_requested_events"),
)
"""Triggers that write down what becomes of a job. Nobody reads it, and it goes with the job."""


def _make_queue(connection: Any) -> None:
    from procrastinate.schema import SchemaManager

    # Without parameters, so that a percent sign is nothing but that.
    connection.connection.cursor().execute(SchemaManager.get_schema())
    for name in _HISTORY:
        op.execute(f"DROP TRIGGER procrastinate_trigger_{name}_v1 ON procrastinate_jobs")
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


def _tell_planner() -> None:
    """Tell SQLite how large the audit log becomes, so that it chooses its indexes well.

    The numbers are the rows of the table, then those that share one, two, three columns.
    """
    op.execute("ANALYZE audit_log")  # which makes the table of statistics
    for index, rows in (
        ("audit_log", "1000000 100000 1"),
        ("audit_log_by_action", "1000000 100000 50000 1000 1"),
        ("audit_log_by_key", "1000000 100000 10000 1000 1"),
        ("audit_log_by_resource", "1000000 100000 3 1"),
    ):
        op.execute(f"INSERT INTO sqlite_stat1 VALUES ('audit_log', '{index}', '{rows}')")  # noqa: S608 - constants


def _protect_on_sqlite() -> None:
    for table, reason in _APPEND_ONLY.items():
        for event in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_refuses_{event.lower()} BEFORE {event} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{reason}'); END"
            )


def _protect_on_postgresql() -> None:
    for table, reason in _APPEND_ONLY.items():
        op.execute(
            f"CREATE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{reason}'; END $$"
        )
        for event, each in (("UPDATE OR DELETE", "ROW"), ("TRUNCATE", "STATEMENT")):
            name = "truncate" if event == "TRUNCATE" else "change"
            op.execute(
                f"CREATE TRIGGER {table}_refuses_{name} BEFORE {event} ON {table} "
                f"FOR EACH {each} EXECUTE FUNCTION {table}_refuse()"
            )
