"""What every table is made of: one `metadata`, and the kinds of columns."""

from __future__ import annotations

from sqlalchemy import BigInteger, Integer, MetaData, Text

metadata = MetaData()

# Ids and timestamps are ASCII and sort by their bytes, whatever the database's locale.
Ascii = Text().with_variant(Text(collation="C"), "postgresql")
Number = Integer().with_variant(BigInteger(), "postgresql")
