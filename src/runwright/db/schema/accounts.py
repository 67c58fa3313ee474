"""What runs cost and how good they were: a ledger that outlives them, and sums over it.

No content is in here. Money is counted in millionths of a millionth (see `money`), so that sums
are exact on both databases.
"""

from __future__ import annotations

from sqlalchemy import Column, PrimaryKeyConstraint, Table, Text

from runwright.db.schema.base import Ascii, Number, metadata

ROLLUP_KEY = (
    "project_id",
    "pair_key",
    "day",
    "pair_value",
    "model",
    "agent",
    "network",
    "key_id",
)
"""In this order the rows of one query lie side by side."""
LATENCY = tuple(f"took_{number:02}" for number in range(22))
"""Counts of runs by how long they took; `runs.accounts.latency` says what each of them counts."""

# What a key or an agent has spent and promised in one period.
budgets = Table(
    "budgets",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("holder", Ascii, nullable=False),  # the id of a key or an agent
    Column("start", Ascii, nullable=False),  # of the period
    Column("spent", Number, nullable=False),
    Column("reserved", Number, nullable=False),
    PrimaryKeyConstraint("project_id", "holder", "start"),
)

# One row for each run that has ended, deleted ones too. When it was created is in its id.
run_accounts = Table(
    "run_accounts",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("run_id", Ascii, nullable=False),
    Column("day", Ascii, nullable=False),  # under which it is counted in `rollups`
    Column("status", Ascii, nullable=False),
    Column("model", Ascii, nullable=False),
    Column("agent", Ascii, nullable=False),  # empty when there is none, here and below
    Column("network", Ascii, nullable=False),
    Column("key_id", Ascii, nullable=False),
    Column("metadata", Text, nullable=False),  # values say `(erased)` once the run is deleted
    Column("steps", Number, nullable=False),
    Column("useful_steps", Number, nullable=False),  # whose findings stand in the answer
    Column("input_tokens", Number, nullable=False),
    Column("output_tokens", Number, nullable=False),
    Column("cost", Number, nullable=False),
    Column("duration_us", Number, nullable=False),
    Column("claims", Number, nullable=False),
    Column("supported", Number, nullable=False),  # of the claims, by the run's evidence
    Column("rating", Ascii),  # up, down
    PrimaryKeyConstraint("project_id", "run_id"),
    sqlite_with_rowid=False,
)

# Sums over the ledger by days of the project's time zone. A row without a pair sums all runs of its
# group; one with a pair those that carry it as metadata. Databases keep copies of what they find
# rows by, so keys and values are hashes there (see `runs.accounts.metadata_hashes`).
rollups = Table(
    "rollups",
    metadata,
    *(Column(name, Ascii, nullable=False) for name in ROLLUP_KEY),
    Column("value", Text, nullable=False),  # what `pair_value` is the hash of
    Column("runs", Number, nullable=False),
    Column("completed", Number, nullable=False),
    Column("failed", Number, nullable=False),
    Column("steps", Number, nullable=False),
    Column("useful_steps", Number, nullable=False),
    Column("input_tokens", Number, nullable=False),
    Column("output_tokens", Number, nullable=False),
    Column("cost", Number, nullable=False),
    Column("claims", Number, nullable=False),
    Column("supported", Number, nullable=False),
    Column("ups", Number, nullable=False),
    Column("downs", Number, nullable=False),
    *(Column(name, Number, nullable=False) for name in LATENCY),
    PrimaryKeyConstraint(*ROLLUP_KEY),
    sqlite_with_rowid=False,
)

# What people said of a run; erased with it.
run_feedback = Table(
    "run_feedback",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("run_id", Ascii, nullable=False),
    Column("key_id", Ascii, nullable=False),
    Column("rating", Ascii, nullable=False),
    Column("comment", Text, nullable=False),
    Column("at", Ascii, nullable=False),
    PrimaryKeyConstraint("project_id", "run_id"),
)
