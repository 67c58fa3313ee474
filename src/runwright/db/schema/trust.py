"""Projects, keys, the audit log, receipts of erasures: what the trust kernel keeps.

The audit log has no foreign key to anything that can be erased.
"""

from __future__ import annotations

from sqlalchemy import Column, Index, LargeBinary, PrimaryKeyConstraint, Table, Text

from runwright.db.schema.base import WHERE, Ascii, Number, metadata

projects = Table(
    "projects",
    metadata,
    Column("id", Ascii, primary_key=True),
    Column("name", Text, nullable=False),
    Column("time_zone", Text, nullable=False),
    Column("created_at", Ascii, nullable=False),
    Column("currency", Ascii),  # of bookings whose file does not tell it
    Column("zone_since", Ascii),  # when it was moved to its time zone, if it ever was
)

keys = Table(
    "keys",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("name", Text, nullable=False),
    Column("scopes", Ascii, nullable=False),  # space-separated, sorted
    Column("version", Ascii, nullable=False),
    Column("previous_version", Ascii),
    Column("version_changed_at", Ascii),
    Column("expires_at", Ascii),
    Column("created_at", Ascii, nullable=False),
    Column("last_used_at", Ascii),  # the hour; null until its first request
    PrimaryKeyConstraint("project_id", "id"),
    Index("keys_by_id", "id", unique=True),
)

# What bounds a key and every key that descends from it. It outlives the key: revoking a maker
# frees nobody.
key_limits = Table(
    "key_limits",
    metadata,
    Column("key_id", Ascii, primary_key=True),
    Column("project_id", Ascii, nullable=False),
    Column("maker", Ascii),  # the key that made it, perhaps of another project
    Column("rate_limit", Number),  # requests a minute; the server's default when null
    Column("budget_amount", Number),  # in millionths of a millionth (see `money`)
    Column("budget_period", Ascii),
    Index("key_limits_by_maker", "maker"),
)

key_secrets = Table(
    "key_secrets",
    metadata,
    Column("sha256", Ascii, primary_key=True),
    Column("key_id", Ascii, nullable=False),
    Column("expires_at", Ascii),  # set when a rotation gives it a last day
    Index("key_secrets_by_key", "key_id"),
)

# Browsers that are signed in to the dashboard: neither key nor cookie can be read out of it.
sessions = Table(
    "sessions",
    metadata,
    Column("sha256", Ascii, primary_key=True),  # of the cookie
    Column("key_sha256", Ascii, nullable=False),  # of the secret of the key that it stands for
    Column("expires_at", Ascii, nullable=False),
    Index("sessions_by_age", "expires_at"),
)

device_logins = Table(
    "device_logins",
    metadata,
    Column("device_sha256", Ascii, primary_key=True),
    Column("user_code", Ascii, nullable=False),
    Column("name", Text, nullable=False),
    Column("address", Ascii, nullable=False),  # of the asker, for the person to recognise
    Column("created_at", Ascii, nullable=False),
    Column("expires_at", Ascii, nullable=False),
    Column("key_id", Ascii),  # the key that approved it
    Column("scopes", Ascii),  # what it approved, space-separated, sorted
    Index("device_logins_by_code", "user_code", unique=True),
    Index("device_logins_by_age", "expires_at"),
)

audit_heads = Table(
    "audit_heads",
    metadata,
    Column("project_id", Ascii, primary_key=True),
    Column("seq", Number, nullable=False),
    Column("hash", Ascii, nullable=False),
    Column("at", Ascii, nullable=False),  # of the last entry; empty before the first
    Column("tree_size", Number, nullable=False),  # behind `seq` for ever, once the log was forged
    Column("frontier", LargeBinary, nullable=False),  # 32 bytes for each full subtree of the tree
    Column("broken", Text),  # what a verification found; while it stands, nothing is signed
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
    # A list skips over the few values of what is not asked: decisions, or actions.
    Index("audit_log_by_action", "project_id", "decision", "action", "seq"),
    Index("audit_log_by_key", "project_id", "key_id", "action", "seq"),
    Index(
        "audit_log_by_resource",
        *("project_id", "resource", "seq"),
        info={WHERE: "resource IS NOT NULL"},
    ),
    sqlite_with_rowid=False,
)

# Where the clock went back: between two such places entries are in order of time.
audit_clock_steps = Table(
    "audit_clock_steps",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("seq", Number, nullable=False),  # the first entry by the new time
    PrimaryKeyConstraint("project_id", "seq"),
)

audit_tiles = Table(
    "audit_tiles",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("level", Number, nullable=False),
    Column("place", Number, nullable=False),  # the how-manieth of its level, from 0
    Column("root", LargeBinary, nullable=False),  # before the wide column: it is read alone
    Column("hashes", LargeBinary, nullable=False),  # 256 of them
    PrimaryKeyConstraint("project_id", "level", "place"),
)

audit_checkpoints = Table(
    "audit_checkpoints",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("size", Number, nullable=False),
    Column("note", Text, nullable=False),
    Column("at", Ascii, nullable=False),
    PrimaryKeyConstraint("project_id", "size"),
)

signing_keys = Table(
    "signing_keys",
    metadata,
    Column("number", Number, primary_key=True, autoincrement=False),  # the last one is in use
    Column("public_key", LargeBinary, nullable=False),
    Column("fingerprint", Ascii, nullable=False),  # see `trust.signing`
    Column("since", Ascii, nullable=False),
)

erasures = Table(
    "erasures",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),  # of the erased thing
    Column("what", Ascii, nullable=False),
    Column("counts", Ascii, nullable=False),
    Column("runs", Ascii, nullable=False),  # ids of runs that had read it and stay
    Column("audit_id", Ascii, nullable=False),
    Column("at", Ascii, nullable=False),
    PrimaryKeyConstraint("project_id", "id"),
)

# The runs that went with a thing: rows of their own, as they are erased a few a transaction.
erased_runs = Table(
    "erased_runs",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),  # of the thing
    Column("run_id", Ascii, nullable=False),
    PrimaryKeyConstraint("project_id", "id", "run_id"),
)
