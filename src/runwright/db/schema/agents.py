"""Agents, each version of them, and networks of agents."""

from __future__ import annotations

from sqlalchemy import Column, Index, PrimaryKeyConstraint, Table, Text

from runwright.db.schema.base import Ascii, Number, metadata

agents = Table(
    "agents",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("version", Number, nullable=False),  # the newest
    Column("model", Ascii, nullable=False),  # of the newest
    Column("created_at", Ascii, nullable=False),
    PrimaryKeyConstraint("project_id", "id"),
    Index("agents_by_model", "project_id", "model", "id"),
)

agent_versions = Table(
    "agent_versions",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("agent_id", Ascii, nullable=False),
    Column("version", Number, nullable=False),
    Column("name", Text, nullable=False),
    Column("model", Ascii, nullable=False),
    Column("instructions", Text, nullable=False),
    Column("metadata", Text, nullable=False),
    Column("budget_amount", Number),  # in millionths of a millionth (see `money`)
    Column("budget_period", Ascii),
    Column("output_schema", Text),  # JSON
    Column("made_at", Ascii, nullable=False),
    PrimaryKeyConstraint("project_id", "agent_id", "version"),
)

networks = Table(
    "networks",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("name", Text, nullable=False),
    Column("agents", Ascii, nullable=False),  # ids, space-separated, in order
    Column("strategy", Ascii, nullable=False),
    Column("max_steps", Number, nullable=False),
    Column("created_at", Ascii, nullable=False),
    Column("metadata", Text, nullable=False),
    PrimaryKeyConstraint("project_id", "id"),
)
