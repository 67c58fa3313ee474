"""The spine: projects, keys, the audit log, runs, jobs, stored answers, snapshots."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

Ascii = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
Number = sa.Integer().with_variant(sa.BigInteger(), "postgresql")

APPEND_ONLY = "the audit log is append-only"


def upgrade() -> None:
    """Make every table, and make the database itself refuse to change the audit log."""
    op.create_table(
        "audit_heads",
        sa.Column("project_id", Ascii, nullable=False),
        sa.Column("seq", Number, nullable=False),
        sa.Column("hash", Ascii, nullable=False),
        sa.Column("at", Ascii, nullable=False),
        sa.PrimaryKeyConstraint("project_id"),
    )
    op.create_table(
        "audit_log",
        sa.Column("project_id", Ascii, nullable=False),
        sa.Column("seq", Number, nullable=False),
        sa.Column("id", Ascii, nullable=False),
        sa.Column("at", Ascii, nullable=False),
        sa.Column("request_id", Ascii, nullable=True),
        sa.Column("key_id", Ascii, nullable=True),
        sa.Column("action", Ascii, nullable=False),
        sa.Column("resource", Ascii, nullable=True),
        sa.Column("scope", Ascii, nullable=True),
        sa.Column("decision", Ascii, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("prev_hash", Ascii, nullable=False),
        sa.Column("hash", Ascii, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "seq"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "audit_clock_steps",
        sa.Column("project_id", Ascii, nullable=False),
        sa.Column("seq", Number, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "seq"),
    )
    op.create_index("audit_log_by_id", "audit_log", ["id"], unique=True)
    op.create_index("audit_log_by_action", "audit_log", ["project_id", "decision", "action", "seq"])
    op.create_index("audit_log_by_key", "audit_log", ["project_id", "key_id", "action", "seq"])
    about_something = sa.text("resource IS NOT NULL")
    op.create_index(
        "audit_log_by_resource",
        "audit_log",
        ["project_id", "resource", "seq"],
        sqlite_where=about_something,
        postgresql_where=about_something,
    )
    op.create_table(
        "context_items",
        sa.Column("project_id", Ascii, nullable=False),
        sa.Column("source", Ascii, nullable=False),
        sa.Column("id", Ascii, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", Ascii, nullable=True),
        sa.PrimaryKeyConstraint("project_id", "source", "id"),
    )
    op.create_table(
        "erased_runs",
        sa.Column("project_id", Ascii, nullable=False),
        sa.Column("id", Ascii, nullable=False),
        sa.Column("run_id", Ascii, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "id", "run_id"),
    )
    op.create_table(
        "erasures",
        sa.Column("project_id", Ascii, nullable=False),
        sa.Column("id", Ascii, nullable=False),
        sa.Column("what", Ascii, nullable=False),
        sa.Column("counts", Ascii, nullable=False),
        sa.Column("runs", Ascii, nullable=False),
        sa.Column("audit_id", Ascii, nullable=False),
        sa.Column("at", Ascii, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "id"),
    )
    op.create_table(
        "idempotency",
        sa.Column("project_id", Ascii, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("fingerprint", Ascii, nullable=False),
        sa.Column("expires_at", Ascii, nullable=False),
        sa.Column("status", Number, nullable=True),
        sa.Column("body", sa.LargeBinary, nullable=True),
        sa.Column("resource", Ascii, nullable=True),
        sa.Column("reach", Ascii, nullable=True),
        sa.Column("erased_at", Ascii, nullable=True),
        sa.PrimaryKeyConstraint("project_id", "key"),
    )
    op.create_index("idempotency_by_expiry", "idempotency", ["expires_at"], unique=False)
    op.create_index(
        "idempotency_by_resource", "idempotency", ["project_id", "resource"], unique=False
    )
    op.create_table(
        "jobs",
        sa.Column("id", Ascii, nullable=False),
        sa.Column("kind", Ascii, nullable=False),
        sa.Column("project_id", Ascii, nullable=False),
        sa.Column("subject", Ascii, nullable=False),
        sa.Column("run_at", Ascii, nullable=False),
        sa.Column("owner", Ascii, nullable=True),
        sa.Column("attempts", Number, nullable=False),
        sa.Column("waits_for", Ascii, nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("jobs_by_wait", "jobs", ["waits_for"], unique=False)
    op.create_index("jobs_by_subject", "jobs", ["subject"], unique=False)
    op.create_index("jobs_by_time", "jobs", ["run_at", "id"], unique=False)
    op.create_table(
        "key_secrets",
        sa.Column("sha256", Ascii, nullable=False),
        sa.Column("key_id", Ascii, nullable=False),
        sa.Column("expires_at", Ascii, nullable=True),
        sa.PrimaryKeyConstraint("sha256"),
    )
    op.create_index("key_secrets_by_key", "key_secrets", ["key_id"], unique=False)
    op.create_table(
        "keys",
        sa.Column("project_id", Ascii, nullable=False),
        sa.Column("id", Ascii, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scopes", Ascii, nullable=False),
        sa.Column("version", Ascii, nullable=False),
        sa.Column("previous_version", Ascii, nullable=True),
        sa.Column("version_changed_at", Ascii, nullable=True),
        sa.Column("expires_at", Ascii, nullable=True),
        sa.Column("created_at", Ascii, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "id"),
    )
    op.create_index("keys_by_id", "keys", ["id"], unique=True)
    op.create_table(
        "key_limits",
        sa.Column("key_id", Ascii, nullable=False),
        sa.Column("project_id", Ascii, nullable=False),
        sa.Column("maker", Ascii, nullable=True),
        sa.Column("rate_limit", Number, nullable=True),
        sa.PrimaryKeyConstraint("key_id"),
    )
    op.create_index("key_limits_by_maker", "key_limits", ["maker"], unique=False)
    op.create_table(
        "metadata_pairs",
        sa.Column("project_id", Ascii, nullable=False),
        sa.Column("pair", Ascii, nullable=False),
        sa.Column("id", Ascii, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "pair", "id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "probes",
        sa.Column("name", Ascii, nullable=False),
        sa.Column("at", Ascii, nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "projects",
        sa.Column("id", Ascii, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("time_zone", sa.Text, nullable=False),
        sa.Column("created_at", Ascii, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "runs",
        sa.Column("project_id", Ascii, nullable=False),
        sa.Column("id", Ascii, nullable=False),
        sa.Column("key_id", Ascii, nullable=False),
        sa.Column("status", Ascii, nullable=False),
        sa.Column("model", Ascii, nullable=False),
        sa.Column("snapshot", Ascii, nullable=False),
        sa.Column("created_at", Ascii, nullable=False),
        sa.Column("metadata", sa.Text, nullable=False),
        sa.Column("request", sa.LargeBinary, nullable=False),
        sa.Column("steps_used", Number, nullable=False),
        sa.Column("fence", Number, nullable=False),
        sa.Column("next_seq", Number, nullable=False),
        sa.Column("plan", sa.LargeBinary, nullable=True),
        sa.Column("body", sa.LargeBinary, nullable=True),
        sa.Column("trace", sa.LargeBinary, nullable=True),
        sa.Column("timeline", sa.LargeBinary, nullable=True),
        sa.Column("sha256", Ascii, nullable=True),
        sa.PrimaryKeyConstraint("project_id", "id"),
    )
    op.create_index("runs_by_status", "runs", ["project_id", "status", "model", "id"])
    op.create_index(
        "runs_in_work",
        "runs",
        ["id"],
        unique=False,
        sqlite_where=sa.text("status = 'running'"),
        postgresql_where=sa.text("status = 'running'"),
    )
    op.create_table(
        "snapshots",
        sa.Column("id", Ascii, nullable=False),
        sa.Column("sha256", Ascii, nullable=False),
        sa.Column("manifest", sa.LargeBinary, nullable=False),
        sa.Column("first_seen_at", Ascii, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "trace_entries",
        sa.Column("project_id", Ascii, nullable=False),
        sa.Column("run_id", Ascii, nullable=False),
        sa.Column("seq", Number, nullable=False),
        sa.Column("entry", sa.LargeBinary, nullable=False),
        sa.Column("start_us", Number, nullable=False),
        sa.Column("duration_us", Number, nullable=False),
        sa.Column("output", sa.LargeBinary, nullable=True),
        sa.PrimaryKeyConstraint("project_id", "run_id", "seq"),
    )

    if op.get_bind().dialect.name == "sqlite":
        _protect_on_sqlite()
        _tell_sqlite_how_long_logs_are()
    else:
        _protect_on_postgresql()


def _tell_sqlite_how_long_logs_are() -> None:
    """Without a hint SQLite takes a project for ten rows, and reads them all instead of an index.

    The numbers are the rows of the table, then those that share one, two, three columns.
    """
    op.execute("ANALYZE audit_log")  # which makes the table of statistics
    for index, rows in (
        ("audit_log", "1000000 100000 1"),
        ("audit_log_by_action", "1000000 100000 50000 1000 1"),
        ("audit_log_by_key", "1000000 100000 10000 1000 1"),
        ("audit_log_by_resource", "1000000 100000 3 1"),
    ):
        op.execute(f"INSERT INTO sqlite_stat1 VALUES ('audit_log', '{index}', '{rows}')")


def _protect_on_sqlite() -> None:
    for event in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER audit_log_refuses_{event.lower()} BEFORE {event} ON audit_log "
            f"BEGIN SELECT RAISE(ABORT, '{APPEND_ONLY}'); END"
        )


def _protect_on_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION audit_log_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{APPEND_ONLY}'; END $$"
    )
    op.execute(
        "CREATE TRIGGER audit_log_refuses_change BEFORE UPDATE OR DELETE ON audit_log "
        "FOR EACH ROW EXECUTE FUNCTION audit_log_refuse()"
    )
    op.execute(
        "CREATE TRIGGER audit_log_refuses_truncate BEFORE TRUNCATE ON audit_log "
        "FOR EACH STATEMENT EXECUTE FUNCTION audit_log_refuse()"
    )
