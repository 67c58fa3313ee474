"""The audit log as a transparency log: a Merkle tree over it, its checkpoints, signing keys."""

import hashlib
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

Ascii = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
Number = sa.Integer().with_variant(sa.BigInteger(), "postgresql")

CHUNK = 10_000
KEEPING = "signed checkpoints are kept"


def upgrade() -> None:
    """Make the tables, and grow the tree of every log that is there already."""
    _tables()
    bind = op.get_bind()
    empty = "x''" if bind.dialect.name == "sqlite" else "''::bytea"
    for name, kind, default in (("tree_size", Number, "0"), ("frontier", sa.LargeBinary(), empty)):
        op.add_column(
            "audit_heads",
            sa.Column(name, kind, nullable=False, server_default=sa.text(default)),
        )
    op.add_column("audit_heads", sa.Column("broken", sa.Text, nullable=True))
    for (project_id,) in bind.execute(sa.text("SELECT project_id FROM audit_heads")).fetchall():
        size, frontier = _grown(bind, project_id)
        bind.execute(
            sa.text(
                "UPDATE audit_heads SET tree_size = :size, frontier = :frontier "
                "WHERE project_id = :project_id"
            ),
            {"size": size, "frontier": frontier, "project_id": project_id},
        )
    _protect(bind.dialect.name)


def _tables() -> None:
    op.create_table(
        "audit_tiles",
        sa.Column("project_id", Ascii, nullable=False),
        sa.Column("level", Number, nullable=False),
        sa.Column("place", Number, nullable=False),
        sa.Column("root", sa.LargeBinary, nullable=False),
        sa.Column("hashes", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "level", "place"),
    )
    op.create_table(
        "audit_checkpoints",
        sa.Column("project_id", Ascii, nullable=False),
        sa.Column("size", Number, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("at", Ascii, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "size"),
    )
    op.create_table(
        "signing_keys",
        sa.Column("number", Number, nullable=False, autoincrement=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("fingerprint", Ascii, nullable=False),
        sa.Column("since", Ascii, nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )


def _grown(bind: Any, project_id: str) -> tuple[int, bytes]:
    """The tree over a log as far as it is dense: what stands behind a gap follows from nothing."""
    chunk = sa.text(
        "SELECT seq, hash FROM audit_log WHERE project_id = :project_id AND seq > :after "
        "ORDER BY seq LIMIT :limit"
    )
    size, frontier = 0, list[bytes]()
    while True:
        parameters = {"project_id": project_id, "after": size, "limit": CHUNK}
        rows = bind.execute(chunk, parameters).fetchall()
        for seq, entry_hash in rows:
            if seq != size + 1:
                return size, b"".join(frontier)
            _add(frontier, size, bytes.fromhex(entry_hash))
            size += 1
        if len(rows) < CHUNK:
            return size, b"".join(frontier)


def _add(frontier: list[bytes], size: int, data: bytes) -> None:
    """RFC 6962, as it stood when this revision was written."""
    node = hashlib.sha256(b"\x00" + data).digest()
    while size & 1:
        node = hashlib.sha256(b"\x01" + frontier.pop() + node).digest()
        size >>= 1
    frontier.append(node)


def _protect(dialect: str) -> None:
    if dialect == "sqlite":
        for event in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER audit_checkpoints_refuse_{event.lower()} "
                f"BEFORE {event} ON audit_checkpoints "
                f"BEGIN SELECT RAISE(ABORT, '{KEEPING}'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION audit_checkpoints_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{KEEPING}'; END $$"
    )
    for event, each in (("UPDATE OR DELETE", "ROW"), ("TRUNCATE", "STATEMENT")):
        name = "truncate" if event == "TRUNCATE" else "change"
        op.execute(
            f"CREATE TRIGGER audit_checkpoints_refuse_{name} BEFORE {event} ON audit_checkpoints "
            f"FOR EACH {each} EXECUTE FUNCTION audit_checkpoints_refuse()"
        )
