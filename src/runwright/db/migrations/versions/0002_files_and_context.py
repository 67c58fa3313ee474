"""Files, what was read from them, and the context graph with its index."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

Ascii = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
Number = sa.Integer().with_variant(sa.BigInteger(), "postgresql")


def _text(name: str, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, Ascii, nullable=nullable)


def _number(name: str, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, Number, nullable=nullable)


def upgrade() -> None:
    """Make the tables; `context_items` is made anew, since nothing could enter it before."""
    op.drop_index("jobs_by_time", "jobs")
    op.create_index("jobs_by_time", "jobs", ["kind", "run_at", "id"])
    _files()
    _items()
    _index()


def _files() -> None:
    op.create_table(
        "files",
        _text("project_id"),
        _text("id"),
        _text("key_id"),
        _text("created_at"),
        sa.Column("filename", sa.Text, nullable=False),
        _number("bytes"),
        _text("sha256"),
        _text("media"),
        _text("purpose"),
        _text("status"),
        sa.Column("metadata", sa.Text, nullable=False),
        _text("sources"),
        _number("fence"),
        _text("extracted", nullable=True),
        sa.Column("error", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("project_id", "id"),
    )
    op.create_index("files_by_status", "files", ["project_id", "status", "purpose", "id"])
    in_work = sa.text("status = 'processing'")
    op.create_index(
        "files_in_work", "files", ["id"], sqlite_where=in_work, postgresql_where=in_work
    )
    op.create_table(
        "file_parts",
        _text("project_id"),
        _text("file_id"),
        _number("seq"),
        _text("kind"),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "file_id", "seq"),
    )
    op.create_table(
        "run_files",
        _text("project_id"),
        _text("file_id"),
        _text("run_id"),
        sa.PrimaryKeyConstraint("project_id", "file_id", "run_id"),
    )
    op.create_index("run_files_by_run", "run_files", ["project_id", "run_id"])
    op.create_table(
        "run_sources",
        _text("project_id"),
        _text("run_id"),
        sa.Column("cited", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "run_id"),
    )


def _items() -> None:
    op.drop_table("context_items")
    op.create_table(
        "context_shelves",
        _text("project_id"),
        _text("source"),
        _number("next_number"),
        _number("items"),
        _number("terms"),
        _number("change"),
        _number("erasures"),
        _text("recipe"),
        _text("nearest", nullable=True),
        sa.PrimaryKeyConstraint("project_id", "source"),
    )
    op.create_table(
        "context_items",
        _text("project_id"),
        _text("source"),
        _number("number"),
        _text("id"),
        _text("file_id"),
        _text("kind"),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        _number("page", nullable=True),
        _number("row", nullable=True),
        _text("at", nullable=True),
        _text("until", nullable=True),
        _text("amount", nullable=True),
        _number("amount_key", nullable=True),
        _text("currency", nullable=True),
        sa.Column("mentions", sa.Text, nullable=False),
        _number("length"),
        sa.PrimaryKeyConstraint("project_id", "source", "number"),
    )
    shelf = ["project_id", "source"]
    op.create_index("context_items_by_id", "context_items", [*shelf, "id"], unique=True)
    op.create_index(
        "context_items_by_file", "context_items", ["project_id", "file_id", "source", "id"]
    )
    op.create_index("context_items_by_kind", "context_items", [*shelf, "kind", "id"])
    has_end = sa.text("until IS NOT NULL")
    op.create_index(
        "context_items_by_end",
        "context_items",
        [*shelf, "until"],
        sqlite_where=has_end,
        postgresql_where=has_end,
    )
    op.create_index("context_items_by_time", "context_items", [*shelf, "at"])
    op.create_index("context_items_by_amount", "context_items", [*shelf, "amount_key"])
    op.create_table(
        "context_entities",
        _text("project_id"),
        _text("source"),
        _text("key"),
        _text("id"),
        _text("kind"),
        sa.Column("name", sa.Text, nullable=False),
        _text("alias"),
        _number("items"),
        sa.PrimaryKeyConstraint("project_id", "source", "key"),
    )
    op.create_index("context_entities_by_id", "context_entities", [*shelf, "id"], unique=True)
    op.create_index("context_entities_by_kind", "context_entities", [*shelf, "kind", "id"])
    op.create_index("context_entities_by_alias", "context_entities", [*shelf, "alias"])


def _index() -> None:
    op.create_table(
        "context_terms",
        _text("project_id"),
        _text("file_id"),
        _text("source"),
        _number("number"),
        sa.Column("terms", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "file_id", "source", "number"),
    )
    op.create_table(
        "context_postings",
        _text("project_id"),
        _text("source"),
        _text("term"),
        _number("block"),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "source", "term", "block"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "context_vectors",
        _text("project_id"),
        _text("source"),
        _number("number"),
        _number("change"),
        _text("recipe"),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "source", "number"),
    )
    op.create_index(
        "context_vectors_by_change", "context_vectors", ["project_id", "source", "change"]
    )
