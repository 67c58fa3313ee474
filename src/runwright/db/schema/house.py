"""What the service keeps for itself: stored answers, jobs, snapshots, its own pulse."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Float,
    Index,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)

from runwright.db.schema.base import Ascii, Number, metadata

idempotency = Table(
    "idempotency",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("key", Text, nullable=False),
    Column("fingerprint", Ascii, nullable=False),
    Column("expires_at", Ascii, nullable=False),
    Column("status", Number),
    Column("body", LargeBinary),
    Column("resource", Ascii),
    Column("reach", Ascii),  # the scopes that the answer took, space-separated, sorted
    Column("erased_at", Ascii),
    PrimaryKeyConstraint("project_id", "key"),
    Index("idempotency_by_resource", "project_id", "resource"),
    Index("idempotency_by_expiry", "expires_at"),
)

# Which run, file, agent or network carries which metadata: hashes, see `db.pairs`.
metadata_pairs = Table(
    "metadata_pairs",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("pair", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),
    PrimaryKeyConstraint("project_id", "pair", "id"),
    sqlite_with_rowid=False,
)

jobs = Table(  # of SQLite; on PostgreSQL the queue is Procrastinate's
    "jobs",
    metadata,
    Column("id", Ascii, primary_key=True),
    Column("kind", Ascii, nullable=False),
    Column("project_id", Ascii, nullable=False),
    Column("subject", Ascii, nullable=False),  # the id of what to work on, never content
    Column("run_at", Ascii, nullable=False),  # not before; while leased: when the lease ends
    Column("owner", Ascii),  # the worker that holds it
    Column("attempts", Number, nullable=False),
    Column("waits_for", Ascii),  # the id of what makes it due before its time
    Index("jobs_by_time", "kind", "run_at", "id"),
    Index("jobs_by_subject", "subject"),
    Index("jobs_by_wait", "waits_for"),
)

queued_jobs = Table(  # a view of either queue
    "queued_jobs",
    MetaData(),
    Column("id", Ascii),
    Column("kind", Ascii),
    Column("project_id", Ascii),
    Column("subject", Ascii),
    Column("attempts", Number),
    Column("is_taken", Number),
)

rate_buckets = Table(  # of PostgreSQL, where processes share a key's limit
    "rate_buckets",
    metadata,
    Column("key_id", Ascii, primary_key=True),
    Column("tokens", Float(53), nullable=False),
    Column("filled_at", Float(53), nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("id", Ascii, primary_key=True),
    Column("sha256", Ascii, nullable=False),
    Column("manifest", LargeBinary, nullable=False),
    Column("first_seen_at", Ascii, nullable=False),
)

probes = Table(
    "probes",
    metadata,
    Column("name", Ascii, primary_key=True),
    Column("at", Ascii, nullable=False),
)
