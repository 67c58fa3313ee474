"""Files and what was extracted from them."""

from __future__ import annotations

from sqlalchemy import Column, Index, LargeBinary, PrimaryKeyConstraint, Table, Text

from runwright.db.schema.base import WHERE, Ascii, Number, metadata

files = Table(
    "files",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("key_id", Ascii, nullable=False),
    Column("created_at", Ascii, nullable=False),
    Column("filename", Text, nullable=False),
    Column("bytes", Number, nullable=False),
    Column("sha256", Ascii, nullable=False),
    Column("media", Ascii, nullable=False),  # what its content was found to be
    Column("purpose", Ascii, nullable=False),
    Column("status", Ascii, nullable=False),
    Column("metadata", Text, nullable=False),
    Column("sources", Ascii, nullable=False),  # space-separated: what it fed
    Column("fence", Number, nullable=False),  # rises with each claim
    Column("extracted", Ascii),  # counts, once processed
    Column("error", Text),  # code and message, when failed
    Column("generation", Number, nullable=False),  # of the parts and items that are shown
    Column("reread", Ascii),  # `reading` the next generation, or `erasing` one that is not shown
    Column("reread_error", Text),  # code and message, when the last reading anew failed
    PrimaryKeyConstraint("project_id", "id"),
    Index("files_by_status", "project_id", "status", "purpose", "id"),
    Index("files_by_content", "project_id", "sha256", "id"),
    Index("files_in_work", "id", info={WHERE: "status = 'processing'"}),
    Index("files_reread", "project_id", "id", info={WHERE: "reread IS NOT NULL"}),
)

file_parts = Table(
    "file_parts",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("file_id", Ascii, nullable=False),
    Column("seq", Number, nullable=False),  # never used again, since runs cite it
    Column("generation", Number, nullable=False),
    Column("kind", Ascii, nullable=False),  # page, table, segment
    Column("body", LargeBinary, nullable=False),  # JSON, as `/extracted` shows it
    PrimaryKeyConstraint("project_id", "file_id", "seq"),
)
