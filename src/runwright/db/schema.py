"""Every table of the service, in one place.

Columns are text, integers and bytes only: what a statement is given is what the driver gets.
Timestamps are text (see `clock`), JSON is canonical bytes or text (see `canonical`).
Everything that belongs to a project carries `project_id` first in its primary key.
The audit log has no foreign key to anything that can be erased.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)

metadata = MetaData()

# Ids and timestamps are ASCII and sort by their bytes, whatever the database's locale.
Ascii = Text().with_variant(Text(collation="C"), "postgresql")
Number = Integer().with_variant(BigInteger(), "postgresql")

projects = Table(
    "projects",
    metadata,
    Column("id", Ascii, primary_key=True),
    Column("name", Text, nullable=False),
    Column("time_zone", Text, nullable=False),
    Column("created_at", Ascii, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("name", Text, nullable=False),
    Column("scopes", Ascii, nullable=False),  # space-separated, sorted
    Column("rate_limit", Number),  # requests a minute; the server's default when null
    Column("version", Ascii, nullable=False),
    Column("previous_version", Ascii),
    Column("version_changed_at", Ascii),
    Column("expires_at", Ascii),
    Column("created_at", Ascii, nullable=False),
    PrimaryKeyConstraint("project_id", "id"),
    Index("keys_by_id", "id", unique=True),
)

key_secrets = Table(
    "key_secrets",
    metadata,
    Column("sha256", Ascii, primary_key=True),
    Column("key_id", Ascii, nullable=False),
    Column("expires_at", Ascii),  # set when a rotation gives it a last day
    Index("key_secrets_by_key", "key_id"),
)

audit_heads = Table(
    "audit_heads",
    metadata,
    Column("project_id", Ascii, primary_key=True),
    Column("seq", Number, nullable=False),
    Column("hash", Ascii, nullable=False),
)

audit_log = Table(
    "audit_log",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("seq", Number, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("at", Ascii, nullable=False),
    Column("request_id", Ascii),
    Column("key_id", Ascii),
    Column("action", Ascii, nullable=False),
    Column("resource", Ascii),
    Column("scope", Ascii),
    Column("decision", Ascii, nullable=False),
    Column("detail", Text, nullable=False),
    Column("prev_hash", Ascii, nullable=False),
    Column("hash", Ascii, nullable=False),
    PrimaryKeyConstraint("project_id", "seq"),
    Index("audit_log_by_id", "id", unique=True),
    sqlite_with_rowid=False,
)

runs = Table(
    "runs",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("key_id", Ascii, nullable=False),
    Column("status", Ascii, nullable=False),
    Column("model", Ascii, nullable=False),
    Column("snapshot", Ascii, nullable=False),
    Column("created_at", Ascii, nullable=False),
    Column("metadata", Text, nullable=False),
    Column("request", LargeBinary, nullable=False),  # prompt, context, max_steps
    Column("steps_used", Number, nullable=False),
    Column("fence", Number, nullable=False),  # rises with each claim, cancel and delete
    Column("next_seq", Number, nullable=False),  # the place of the next trace entry
    Column("plan", LargeBinary),  # while the run is in work
    Column("body", LargeBinary),  # from here on: frozen when the run ends
    Column("trace", LargeBinary),
    Column("timeline", LargeBinary),
    Column("sha256", Ascii),
    Column("ran_on", Ascii),  # the snapshot that really ran, when it is not `snapshot`
    Column("inputs", LargeBinary),  # what it had read, by reference: see `runs.inputs`
    PrimaryKeyConstraint("project_id", "id"),
    Index(
        "runs_in_work",
        "id",
        sqlite_where=text("status = 'running'"),
        postgresql_where=text("status = 'running'"),
    ),
)

trace_entries = Table(
    "trace_entries",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("run_id", Ascii, nullable=False),
    Column("seq", Number, nullable=False),
    Column("entry", LargeBinary, nullable=False),
    Column("start_us", Number, nullable=False),  # after the run's creation
    Column("duration_us", Number, nullable=False),
    Column("output", LargeBinary),  # private to the run, dropped when it ends
    PrimaryKeyConstraint("project_id", "run_id", "seq"),
)

erasures = Table(
    "erasures",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),  # of the erased thing
    Column("what", Ascii, nullable=False),
    Column("counts", Ascii, nullable=False),
    Column("runs", Ascii, nullable=False),  # ids of runs that had read it
    Column("audit_id", Ascii, nullable=False),
    Column("at", Ascii, nullable=False),
    PrimaryKeyConstraint("project_id", "id"),
)

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
    Column("erased_at", Ascii),
    PrimaryKeyConstraint("project_id", "key"),
    Index("idempotency_by_resource", "project_id", "resource"),
    Index("idempotency_by_expiry", "expires_at"),
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", Ascii, primary_key=True),
    Column("kind", Ascii, nullable=False),
    Column("project_id", Ascii, nullable=False),
    Column("subject", Ascii, nullable=False),  # the id of what to work on, never content
    Column("run_at", Ascii, nullable=False),  # not before; while leased: when the lease ends
    Column("owner", Ascii),  # the worker that holds it
    Column("attempts", Number, nullable=False),
    Index("jobs_by_time", "kind", "run_at", "id"),
    Index("jobs_by_subject", "subject"),
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

files = Table(
    "files",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("key_id", Ascii, nullable=False),
    Column("created_at", Ascii, nullable=False),
    Column("filename", Text, nullable=False),
    Column("bytes", Number, nullable=False),
    Column("sha256", Ascii, nullable=False),
    Column("media", Ascii, nullable=False),  # what its content was found to be
    Column("purpose", Ascii, nullable=False),
    Column("status", Ascii, nullable=False),
    Column("metadata", Text, nullable=False),
    Column("sources", Ascii, nullable=False),  # space-separated: what it fed
    Column("fence", Number, nullable=False),  # rises with each claim
    Column("extracted", Ascii),  # counts, once processed
    Column("error", Text),  # code and message, when failed
    PrimaryKeyConstraint("project_id", "id"),
    Index(
        "files_in_work",
        "id",
        sqlite_where=text("status = 'processing'"),
        postgresql_where=text("status = 'processing'"),
    ),
)

file_parts = Table(
    "file_parts",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("file_id", Ascii, nullable=False),
    Column("seq", Number, nullable=False),
    Column("kind", Ascii, nullable=False),  # page, table, segment
    Column("body", LargeBinary, nullable=False),  # JSON, as `/extracted` shows it
    PrimaryKeyConstraint("project_id", "file_id", "seq"),
)

run_files = Table(
    "run_files",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("file_id", Ascii, nullable=False),  # which file
    Column("run_id", Ascii, nullable=False),  # was read by which run
    PrimaryKeyConstraint("project_id", "file_id", "run_id"),
    Index("run_files_by_run", "project_id", "run_id"),
)

run_sources = Table(
    "run_sources",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("run_id", Ascii, nullable=False),
    Column("seq", Number, nullable=False),
    Column("item_id", Ascii, nullable=False),  # an item of the graph, or a part of an attachment
    Column("source", Ascii, nullable=False),
    Column("scope", Ascii, nullable=False),  # by which right it was read
    Column("file_id", Ascii, nullable=False),
    Column("page", Number),
    PrimaryKeyConstraint("project_id", "run_id", "seq"),
)

artifacts = Table(
    "artifacts",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("run_id", Ascii, nullable=False),
    Column("seq", Number, nullable=False),  # its place among the artifacts of its run
    Column("kind", Ascii, nullable=False),
    Column("filename", Text, nullable=False),
    Column("media_type", Ascii, nullable=False),
    Column("bytes", Number, nullable=False),
    Column("sha256", Ascii, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("created_at", Ascii, nullable=False),
    PrimaryKeyConstraint("project_id", "id"),
    Index("artifacts_by_run", "project_id", "run_id", "seq"),
)

# What language models have used for a run. It outlives the run, so it holds no content.
run_usage = Table(
    "run_usage",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("run_id", Ascii, nullable=False),
    Column("model", Ascii, nullable=False),  # the snapshot that was really called
    Column("input_tokens", Number, nullable=False),
    Column("output_tokens", Number, nullable=False),
    Column("calls", Number, nullable=False),
    Column("cost", Ascii, nullable=False),  # an exact decimal
    PrimaryKeyConstraint("project_id", "run_id", "model"),
)

# The context graph. A shelf is one source of one project; its items are numbered densely, and
# the index speaks of those numbers. An entity is found like a word, as the term `@key`.

context_shelves = Table(
    "context_shelves",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("source", Ascii, nullable=False),
    Column("next_number", Number, nullable=False),
    Column("items", Number, nullable=False),
    Column("terms", Number, nullable=False),  # of all items together
    Column("change", Number, nullable=False),  # rises with every write
    Column("erasures", Number, nullable=False),  # rises with every erasure
    Column("nearest", Number, nullable=False),  # 1: its vectors have an index of their own
    PrimaryKeyConstraint("project_id", "source"),
)

context_items = Table(
    "context_items",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("source", Ascii, nullable=False),
    Column("number", Number, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("file_id", Ascii, nullable=False),
    Column("kind", Ascii, nullable=False),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("page", Number),
    Column("row", Number),  # the place in its table
    Column("at", Ascii),
    Column("until", Ascii),
    Column("amount", Ascii),  # an exact decimal
    Column("amount_key", Number),  # the same in ten-thousandths, for ranges
    Column("currency", Ascii),
    Column("mentions", Text, nullable=False),  # keys of entities, a JSON list
    Column("length", Number, nullable=False),  # in terms
    PrimaryKeyConstraint("project_id", "source", "number"),
    Index("context_items_by_id", "project_id", "source", "id", unique=True),
    Index("context_items_by_file", "project_id", "file_id"),
    Index("context_items_by_time", "project_id", "source", "at"),
    Index("context_items_by_amount", "project_id", "source", "amount_key"),
)

context_terms = Table(
    "context_terms",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("file_id", Ascii, nullable=False),
    Column("source", Ascii, nullable=False),
    Column("number", Number, nullable=False),
    Column("terms", LargeBinary, nullable=False),  # what to take out of the index at erasure
    PrimaryKeyConstraint("project_id", "file_id", "source", "number"),
)

context_postings = Table(
    "context_postings",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("source", Ascii, nullable=False),
    Column("term", Ascii, nullable=False),
    Column("block", Number, nullable=False),
    Column("body", LargeBinary, nullable=False),  # see `context.index.postings`
    PrimaryKeyConstraint("project_id", "source", "term", "block"),
    sqlite_with_rowid=False,
)

context_vectors = Table(
    "context_vectors",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("source", Ascii, nullable=False),
    Column("number", Number, nullable=False),
    Column("change", Number, nullable=False),  # of the shelf, when it was added
    Column("body", LargeBinary, nullable=False),  # signed bytes
    PrimaryKeyConstraint("project_id", "source", "number"),
    Index("context_vectors_by_change", "project_id", "source", "change"),
)

context_entities = Table(
    "context_entities",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("source", Ascii, nullable=False),
    Column("key", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("kind", Ascii, nullable=False),
    Column("name", Text, nullable=False),
    Column("alias", Ascii, nullable=False),  # entities that share it are the same one
    Column("items", Number, nullable=False),  # how many mention it
    PrimaryKeyConstraint("project_id", "source", "key"),
    Index("context_entities_by_id", "project_id", "source", "id", unique=True),
    Index("context_entities_by_alias", "project_id", "source", "alias"),
)
