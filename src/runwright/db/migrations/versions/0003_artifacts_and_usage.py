"""Files that runs make, and what the language models that runs called have used."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

Ascii = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
Number = sa.Integer().with_variant(sa.BigInteger(), "postgresql")


def _text(name: str) -> sa.Column[Any]:
    return sa.Column(name, Ascii, nullable=False)


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, Number, nullable=False)


def upgrade() -> None:
    """Make the tables; a run that stayed with its snapshot has no `ran_on`."""
    op.add_column("runs", sa.Column("ran_on", Ascii, nullable=True))
    op.add_column("runs", sa.Column("inputs", sa.LargeBinary, nullable=True))
    op.create_table(
        "artifacts",
        _text("project_id"),
        _text("id"),
        _text("run_id"),
        _number("seq"),
        _text("kind"),
        sa.Column("filename", sa.Text, nullable=False),
        _text("media_type"),
        _number("bytes"),
        _text("sha256"),
        sa.Column("content", sa.LargeBinary, nullable=False),
        _text("created_at"),
        sa.PrimaryKeyConstraint("project_id", "id"),
    )
    op.create_index("artifacts_by_run", "artifacts", ["project_id", "run_id", "seq"])
    op.create_table(
        "run_usage",
        _text("project_id"),
        _text("run_id"),
        _text("model"),
        _number("input_tokens"),
        _number("output_tokens"),
        _number("calls"),
        _text("cost"),
        sa.PrimaryKeyConstraint("project_id", "run_id", "model"),
    )
