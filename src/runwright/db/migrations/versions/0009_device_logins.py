"""Command-line logins that wait for somebody's approval."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

Ascii = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "device_logins",
        sa.Column("device_sha256", Ascii, nullable=False),
        sa.Column("user_code", Ascii, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("address", Ascii, nullable=False),
        sa.Column("created_at", Ascii, nullable=False),
        sa.Column("expires_at", Ascii, nullable=False),
        sa.Column("key_id", Ascii),
        sa.Column("scopes", Ascii),
        sa.PrimaryKeyConstraint("device_sha256"),
    )
    op.create_index("device_logins_by_code", "device_logins", ["user_code"], unique=True)
    op.create_index("device_logins_by_age", "device_logins", ["expires_at"])
