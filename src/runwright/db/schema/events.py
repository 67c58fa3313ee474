"""What happened, whom it is told, and what became of telling it.

An event names the thing that it is about and holds no content: what is shown of that thing is
read when the event is. Only what endpoints answered is content; it is erased with the thing.
"""

from __future__ import annotations

from sqlalchemy import Column, Index, LargeBinary, PrimaryKeyConstraint, Table, Text

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

# What the endpoint answered to the last attempt of a delivery, if it did.
delivery_responses = Table(
    "delivery_responses",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("webhook_id", Ascii, nullable=False),
    Column("delivery_id", Ascii, nullable=False),
    Column("subject", Ascii, nullable=False),  # of the event: with it the response is erased
    Column("status_code", Number, nullable=False),
    Column("headers", Text, nullable=False),  # JSON, without those that carry secrets
    Column("body", LargeBinary, nullable=False),  # its beginning
    Column("truncated", Number, nullable=False),
    PrimaryKeyConstraint("project_id", "webhook_id", "delivery_id"),
    Index("delivery_responses_by_subject", "project_id", "subject"),
)
