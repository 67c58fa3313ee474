"""Many items at once, written as JSON by the database itself: no Python object for each."""

from __future__ import annotations

from collections.abc import Sequence

import orjson
from sqlalchemy import LargeBinary, Text, bindparam, cast, func, literal_column, select

from runwright.db import schema
from runwright.db.sql import is_in
from runwright.db.transaction import Reader
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES

COLUMNS = (
    *("id", "source", "text", "at", "file_id", "page", "kind", "title", "until", "amount"),
    *("currency", "score", "facts", "number"),
)
"""What a row has, in this order; nobody searched for it, so its score is 0."""
_ITEMS = schema.context_items
_CELLS = [literal_column("0.0") if name == "score" else _ITEMS.c[name] for name in COLUMNS]
_WANTED = (
    _ITEMS.c.project_id == bindparam("project"),
    _ITEMS.c.source == bindparam("shelf"),
    is_in(_ITEMS.c.number, bindparam("wanted")),
    is_in(_ITEMS.c.kind, bindparam("kinds")),
)
_ROWS = {
    "sqlite": select(
        cast(func.json_group_array(func.json_array(*_CELLS)), LargeBinary).label("rows")
    ).where(*_WANTED),
    "postgresql": select(
        cast(func.json_agg(func.json_build_array(*_CELLS)), Text).label("rows")
    ).where(*_WANTED),
}
_FILES = select(_ITEMS.c.file_id).distinct().where(*_WANTED)


def read(
    reader: Reader, grant: Grant, source: str, numbers: Sequence[int], kinds: Sequence[str]
) -> tuple[bytes, frozenset[str]]:
    """Items by their numbers as one JSON list of rows (`COLUMNS`), and their files."""
    given = {
        "project": grant.project(SOURCES[source]),
        "shelf": source,
        "wanted": orjson.dumps(list(numbers)).decode(),
        "kinds": orjson.dumps(list(kinds)).decode(),
    }
    row = reader.one(_ROWS[reader.dialect], **given)
    rows = b"[]" if row is None or row.rows is None else row.rows
    files = frozenset(row.file_id for row in reader.all(_FILES, **given))
    return rows if isinstance(rows, bytes) else rows.encode(), files
