"""Agents, networks, budgets, and what runs cost and how good they were."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

Ascii = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
Number = sa.Integer().with_variant(sa.BigInteger(), "postgresql")

GROUP = ("project_id", "grain", "start", "pair_key", "pair_value")
GROUPED_BY = ("model", "agent", "network", "key_id")
SUMS = (
    "runs",
    "completed",
    "failed",
    "steps",
    "useful_steps",
    "input_tokens",
    "output_tokens",
    "cpu_us",
    "cost",
    "claims",
    "supported",
    "ups",
    "downs",
)


def _text(name: str) -> sa.Column[Any]:
    return sa.Column(name, Ascii, nullable=False)


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, Number, nullable=False)


def _words(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Text, nullable=False)


def upgrade() -> None:
    """Make the tables; runs that ended before this are in no account, since none was kept."""
    _columns()
    _agents()
    _accounts()
    _rollups()


def _columns() -> None:
    for table, column, kind in (
        ("projects", "zone_since", Ascii),
        ("key_limits", "budget_amount", Number),
        ("key_limits", "budget_period", Ascii),
        ("runs", "agent_id", Ascii),
        ("runs", "agent_version", Number),
        ("runs", "network_id", Ascii),
        ("runs", "parent_id", Ascii),
        ("runs", "reserved", Ascii),
        ("trace_entries", "cpu_us", Number),
    ):
        op.add_column(table, sa.Column(column, kind, nullable=True))
    for name, columns in (
        ("runs_by_agent", ["project_id", "agent_id", "status", "id"]),
        ("runs_by_network", ["project_id", "network_id", "status", "id"]),
        ("runs_by_parent", ["project_id", "parent_id"]),
    ):
        some = sa.text(f"{columns[1]} IS NOT NULL")
        op.create_index(name, "runs", columns, sqlite_where=some, postgresql_where=some)


def _agents() -> None:
    op.create_table(
        "agents",
        _text("project_id"),
        _text("id"),
        _number("version"),
        _text("model"),
        _text("created_at"),
        sa.PrimaryKeyConstraint("project_id", "id"),
    )
    op.create_index("agents_by_model", "agents", ["project_id", "model", "id"])
    op.create_table(
        "agent_versions",
        _text("project_id"),
        _text("agent_id"),
        _number("version"),
        _words("name"),
        _text("model"),
        _words("instructions"),
        _words("metadata"),
        sa.Column("budget_amount", Number),
        sa.Column("budget_period", Ascii),
        _text("made_at"),
        sa.PrimaryKeyConstraint("project_id", "agent_id", "version"),
    )
    op.create_table(
        "networks",
        _text("project_id"),
        _text("id"),
        _words("name"),
        _text("agents"),
        _text("strategy"),
        _number("max_steps"),
        _text("created_at"),
        _words("metadata"),
        sa.PrimaryKeyConstraint("project_id", "id"),
    )


def _accounts() -> None:
    op.create_table(
        "budgets",
        _text("project_id"),
        _text("holder"),
        _text("start"),
        _number("spent"),
        _number("reserved"),
        sa.PrimaryKeyConstraint("project_id", "holder", "start"),
    )
    op.create_table(
        "run_accounts",
        *map(_text, ("project_id", "run_id", "created_at", "status", *GROUPED_BY)),
        _words("metadata"),
        *map(_number, ("steps", "useful_steps", "input_tokens", "output_tokens", "cpu_us")),
        *map(_number, ("cost", "duration_us", "claims", "supported")),
        sa.Column("rating", Ascii),
        sa.PrimaryKeyConstraint("project_id", "run_id"),
    )
    op.create_table(
        "run_feedback",
        *map(_text, ("project_id", "run_id", "key_id", "rating")),
        _words("comment"),
        _text("at"),
        sa.PrimaryKeyConstraint("project_id", "run_id"),
    )


def _rollups() -> None:
    key = (*GROUP, *GROUPED_BY)
    op.create_table(
        "pair_values",
        _text("project_id"),
        _text("id"),
        _words("value"),
        _number("runs"),
        sa.PrimaryKeyConstraint("project_id", "id"),
    )
    for table, more, counts in (
        ("rollups", (), SUMS),
        ("rollup_latencies", ("bin",), ("runs",)),
    ):
        op.create_table(
            table,
            *map(_text, key),
            *map(_number, (*more, *counts)),
            sa.PrimaryKeyConstraint(*key, *more),
            sqlite_with_rowid=False,
        )
