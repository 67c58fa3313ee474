"""What every table is made of: one `metadata`, and the kinds of columns."""

from __future__ import annotations

from sqlalchemy import BigInteger, Integer, MetaData, Text

metadata = MetaData()

# Ids and timestamps are ASCII and sort by their bytes, whatever the database's locale.
Ascii = Text().with_variant(Text(collation="C"), "postgresql")
Number = Integer().with_variant(BigInteger(), "postgresql")
WHERE = "where"
"""In an index's `info`: of which rows it is. The arguments that SQLAlchemy has for it would load
the dialects of both databases, and the migrations make the indexes."""
