"""The common cursor shape of every list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, WithJsonSchema, field_validator

from runwright import ids
from runwright.api.fields import AnyId
from runwright.api.parsing import Query, QueryInt, Shape
from runwright.clock import parse, stamp
from runwright.db.paging import Page, Slice


def _instant(text: str) -> str:
    try:
        return stamp(parse(text))
    except ValueError:
        raise ValueError("must be an ISO 8601 timestamp such as 2026-11-15T09:00:00Z") from None


Instant = Annotated[
    str, AfterValidator(_instant), WithJsonSchema({"type": "string", "format": "date-time"})
]


class PageQuery(Query):
    """Which part of a list is wanted."""

    lists: ClassVar[str]
    """The id prefix of what is listed: a cursor is one of its ids."""

    limit: QueryInt = Field(default=20, ge=1, le=100)
    """How many entries to return."""
    after: str | None = None
    """Entries after the one with this id: the `last_id` of the page before."""
    before: str | None = None
    """Entries before the one with this id: the `first_id` of the page after."""
    order: Literal["asc", "desc"] = "desc"
    """`desc` for newest first, `asc` for oldest first."""

    @field_validator("after", "before")
    @classmethod
    def _cursor(cls, value: str | None) -> str | None:
        if value is not None and not ids.is_id(value, cls.lists):
            raise ValueError(f"must be an id that starts with {cls.lists}_")
        return value

    def page(self) -> Page:
        """The same as a value for a store."""
        return Page(limit=self.limit, after=self.after, before=self.before, order=self.order)


class ListShape(Shape):
    """One page of a list."""

    object: Literal["list"]
    data: list[Any]
    """The entries on this page."""
    first_id: AnyId | None
    """The id of the first entry; `null` on an empty page."""
    last_id: AnyId | None
    """The id of the last entry; `null` on an empty page."""
    has_more: bool
    """Whether there are further entries."""


def render(found: Slice, show: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    """One page as JSON."""
    data = [show(row) for row in found.rows]
    return {
        "object": "list",
        "data": data,
        "first_id": data[0]["id"] if data else None,
        "last_id": data[-1]["id"] if data else None,
        "has_more": found.has_more,
    }
