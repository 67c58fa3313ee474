"""The context graph.

A shelf is one source of one project; its items are numbered densely, and the index speaks of those
numbers. An entity is found like a word, as the term `@key`.
"""

from __future__ import annotations

from sqlalchemy import Column, Index, LargeBinary, PrimaryKeyConstraint, Table, Text

from runwright.db.schema.base import WHERE, Ascii, Number, metadata

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
    Column("recipe", Ascii, nullable=False),  # of its vectors, those that wait included
    Column("nearest", Ascii),  # the recipe whose vectors have an index of their own
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
    Column("generation", Number, nullable=False),  # shown if it is that of its file
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
    Column("type", Ascii),  # of a transaction
    Column("status", Ascii),
    Column("counterparty", Text),
    Column("account", Text),
    Column("booking_key", Ascii),  # equal for one booking in two files
    Column("facts", Text, nullable=False),  # see `records.facts`
    Column("mentions", Text, nullable=False),  # keys of entities, a JSON list
    Column("length", Number, nullable=False),  # in terms
    PrimaryKeyConstraint("project_id", "source", "number"),
    Index("context_items_by_id", "project_id", "source", "id", unique=True),
    Index("context_items_by_file", "project_id", "file_id", "source", "id"),
    Index("context_items_by_kind", "project_id", "source", "kind", "id"),
    Index("context_items_by_time", "project_id", "source", "at"),
    Index(
        "context_items_by_end",
        *("project_id", "source", "until"),
        info={WHERE: "until IS NOT NULL"},
    ),
    Index("context_items_by_amount", "project_id", "source", "amount_key"),
    Index(
        "context_items_by_booking",
        *("project_id", "booking_key", "file_id"),
        info={WHERE: "booking_key IS NOT NULL"},
    ),
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
    Column("recipe", Ascii, nullable=False),  # that made it: see `context.index.weights`
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
    Index("context_entities_by_kind", "project_id", "source", "kind", "id"),
    Index("context_entities_by_alias", "project_id", "source", "alias"),
)
