"""All SQL on the records of one file, as its extraction shows them."""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import bindparam, func, select

from runwright.context.generations.store import is_shown
from runwright.db import schema
from runwright.db.transaction import Reader
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_ITEMS = schema.context_items
_ELSEWHERE = _ITEMS.alias("elsewhere")
_OF_FILE = (
    (_ITEMS.c.project_id == bindparam("project"))
    & (_ITEMS.c.file_id == bindparam("file"))
    & is_shown(_ITEMS)
)
_RECORDS = (
    select(_ITEMS.c.id, _ITEMS.c.source, _ITEMS.c.page, _ITEMS.c.row, _ITEMS.c.text, _ITEMS.c.facts)
    .where(_OF_FILE)
    .order_by(_ITEMS.c.source, _ITEMS.c.number)
)
_DUPLICATES = select(func.count()).where(
    _OF_FILE,
    _ITEMS.c.booking_key.is_not(None),
    select(_ELSEWHERE.c.number)
    .where(
        _ELSEWHERE.c.project_id == bindparam("project"),
        _ELSEWHERE.c.booking_key == _ITEMS.c.booking_key,
        _ELSEWHERE.c.file_id != bindparam("file"),
        is_shown(_ELSEWHERE),
    )
    .exists(),
)


def read_records(reader: Reader, grant: Grant, file_id: str) -> list[dict[str, Any]]:
    """A file's items with their facts; whoever sees them was checked for their sources."""
    project = grant.project(Scope.FILES_READ)
    return [
        {
            "item": row.id,
            "source": row.source,
            "page": row.page,
            "row": row.row,
            "text": row.text,
            "facts": orjson.loads(row.facts),
        }
        for row in reader.all(_RECORDS, project=project, file=file_id)
    ]


def count_duplicates(reader: Reader, grant: Grant, file_id: str) -> int:
    """How many bookings of a file other files have, too."""
    project = grant.project(Scope.FILES_READ)
    row = reader.one(_DUPLICATES, project=project, file=file_id)
    return 0 if row is None else int(row[0])
