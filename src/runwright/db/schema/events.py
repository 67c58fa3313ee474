"""What happened, whom it is told, and what became of telling it.

None of them holds content: an event names the thing that it is about, and what is shown of that
thing is read when the event is.
"""

from __future__ import annotations

from sqlalchemy import Column, Index, PrimaryKeyConstraint, Table, Text

from runwright.db.schema.base import WHERE, Ascii, Number, metadata

# The number of a project's last event: events are numbered without gaps, in order of commit.
event_heads = Table(
    "event_heads",
    metadata,
    Column("project_id", Ascii, primary_key=True),
    Column("seq", Number, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("seq", Number, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("type", Ascii, nullable=False),
    Column("subject", Ascii, nullable=False),  # the id of what it is about
    Column("created_at", Ascii, nullable=False),
    PrimaryKeyConstraint("project_id", "seq"),
    # An event is looked for among the few types that there are, so one index serves both.
    Index("events_by_type", "project_id", "type", "id", unique=True),
    Index("events_by_age", "created_at"),
    sqlite_with_rowid=False,
)

webhooks = Table(
    "webhooks",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("url", Text, nullable=False),
    Column("events", Ascii, nullable=False),  # types, space-separated, sorted
    Column("status", Ascii, nullable=False),  # enabled, disabled
    Column("disabled_reason", Text),
    Column("key_id", Ascii, nullable=False),  # that made it, and with whose scopes it is told
    Column("version", Ascii, nullable=False),  # of the interface, in which it is told
    Column("secret_number", Number, nullable=False),  # the secret itself is derived from it
    Column("old_secret_until", Ascii),  # until then the one before signs, too
    Column("seen_seq", Number, nullable=False),  # events up to here have their deliveries
    Column("failing_since", Ascii),  # the first failure since the last success
    Column("created_at", Ascii, nullable=False),
    PrimaryKeyConstraint("project_id", "id"),
    Index("webhooks_by_id", "id", unique=True),
    # Those that have not got all events are found without looking at the others.
    Index("webhooks_behind", *("project_id", "seen_seq"), info={WHERE: "status = 'enabled'"}),
)

# One row for each event and webhook; a copy of the event's own row, which may be dropped before.
deliveries = Table(
    "deliveries",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("webhook_id", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("event_id", Ascii, nullable=False),
    Column("type", Ascii, nullable=False),
    Column("subject", Ascii, nullable=False),
    Column("happened_at", Ascii, nullable=False),
    Column("status", Ascii, nullable=False),  # pending, succeeded, failed
    Column("tries", Number, nullable=False),  # by the schedule; a redelivery begins anew
    Column("next_at", Ascii),  # when it is tried (again); null when it is over
    Column("attempts", Text, nullable=False),  # JSON: when, which answer, how long it took
    Column("created_at", Ascii, nullable=False),
    PrimaryKeyConstraint("project_id", "webhook_id", "id"),
    Index(
        "deliveries_due",
        *("project_id", "webhook_id", "next_at", "id"),
        info={WHERE: "next_at IS NOT NULL"},
    ),
    Index("deliveries_by_status", "project_id", "webhook_id", "status", "id"),
    Index("deliveries_by_age", "created_at"),
)
