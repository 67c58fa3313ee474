"""Events, webhooks and what was delivered to them."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

Ascii = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
Number = sa.Integer().with_variant(sa.BigInteger(), "postgresql")


def _text(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, Ascii, nullable=nullable)


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, Number, nullable=False)


def upgrade() -> None:
    """Make the tables; what happened before this is in no event."""
    _events()
    _webhooks()
    _deliveries()


def _events() -> None:
    op.create_table(
        "event_heads", _text("project_id"), _number("seq"), sa.PrimaryKeyConstraint("project_id")
    )
    op.create_table(
        "events",
        _text("project_id"),
        _number("seq"),
        _text("id"),
        _text("type"),
        _text("subject"),
        _text("created_at"),
        sa.PrimaryKeyConstraint("project_id", "seq"),
        sqlite_with_rowid=False,
    )
    op.create_index("events_by_type", "events", ["project_id", "type", "id"], unique=True)
    op.create_index("events_by_age", "events", ["created_at"])


def _webhooks() -> None:
    op.create_table(
        "webhooks",
        _text("project_id"),
        _text("id"),
        sa.Column("url", sa.Text, nullable=False),
        _text("events"),
        _text("status"),
        sa.Column("disabled_reason", sa.Text),
        _text("key_id"),
        _text("version"),
        _number("secret_number"),
        _text("old_secret_until", nullable=True),
        _number("seen_seq"),
        _text("failing_since", nullable=True),
        _text("created_at"),
        sa.PrimaryKeyConstraint("project_id", "id"),
    )
    op.create_index("webhooks_by_id", "webhooks", ["id"], unique=True)
    op.create_index(
        "webhooks_behind",
        "webhooks",
        ["project_id", "seen_seq"],
        sqlite_where=sa.text("status = 'enabled'"),
        postgresql_where=sa.text("status = 'enabled'"),
    )


def _deliveries() -> None:
    op.create_table(
        "deliveries",
        _text("project_id"),
        _text("webhook_id"),
        _text("id"),
        _text("event_id"),
        _text("type"),
        _text("subject"),
        _text("happened_at"),
        _text("status"),
        _number("tries"),
        _text("next_at", nullable=True),
        sa.Column("attempts", sa.Text, nullable=False),
        _text("created_at"),
        sa.PrimaryKeyConstraint("project_id", "webhook_id", "id"),
    )
    op.create_index(
        "deliveries_due",
        "deliveries",
        ["project_id", "webhook_id", "next_at", "id"],
        sqlite_where=sa.text("next_at IS NOT NULL"),
        postgresql_where=sa.text("next_at IS NOT NULL"),
    )
    op.create_index(
        "deliveries_by_status", "deliveries", ["project_id", "webhook_id", "status", "id"]
    )
    op.create_index("deliveries_by_age", "deliveries", ["created_at"])
