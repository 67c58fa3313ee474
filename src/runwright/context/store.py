"""All SQL on the context graph. Reading a source needs the grant of that source's scope."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from runwright.context.types import ContextItem
from runwright.db import schema
from runwright.db.transaction import Reader
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES

MOST_ITEMS = 200

_ITEMS = schema.context_items
_NEWEST = (
    select(_ITEMS.c.id, _ITEMS.c.source, _ITEMS.c.text, _ITEMS.c.at)
    .where(_ITEMS.c.project_id == bindparam("project_id"), _ITEMS.c.source == bindparam("source"))
    .order_by(_ITEMS.c.id.desc())
    .limit(bindparam("limit"))
)


def read_source(reader: Reader, grant: Grant, source: str) -> list[ContextItem]:
    """The newest items of one source, under a grant of its scope."""
    project_id = grant.project(SOURCES[source])
    rows = reader.all(_NEWEST, project_id=project_id, source=source, limit=MOST_ITEMS)
    return [ContextItem(**row._asdict()) for row in rows]
