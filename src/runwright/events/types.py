"""The kinds of events, and their wire shapes."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, Field, WithJsonSchema

from runwright.api.fields import EventId, Timestamp, VersionDate, one_of
from runwright.api.pages import Instant, ListShape, PageQuery
from runwright.api.parsing import Query, Shape
from runwright.trust.scopes import Scope

KEPT_DAYS = 30
DELETED = ".deleted"
"""How the types of erasures end."""


class Kind(NamedTuple):
    """What an event of one type is about."""

    noun: str
    reads: Scope
    """Without it the event is not shown."""


KINDS: dict[str, Kind] = {
    "run.completed": Kind("run", Scope.RUNS_READ),
    "run.failed": Kind("run", Scope.RUNS_READ),
    "run.cancelled": Kind("run", Scope.RUNS_READ),
    "run.deleted": Kind("run", Scope.RUNS_READ),
    "file.processed": Kind("file", Scope.FILES_READ),
    "file.failed": Kind("file", Scope.FILES_READ),
    "file.deleted": Kind("file", Scope.FILES_READ),
    "webhook.disabled": Kind("webhook", Scope.WEBHOOKS_READ),
}


class Event(NamedTuple):
    """Something that happened. What it is about is shown as it is when the event is read."""

    id: str
    type: str
    subject: str
    created_at: str
    seq: int = 0
    """Its number in its project: no gaps, in order of commit. Webhooks' own tests have none."""


def _types(text: str) -> str:
    names = text.split(",")
    unknown = [name for name in names if name not in KINDS]
    if unknown:
        raise ValueError(f"must be one or more of {', '.join(KINDS)}, separated by commas")
    return text


_KNOWN = "|".join(map(re.escape, KINDS))
Types = Annotated[
    str,
    Field(max_length=400),
    AfterValidator(_types),
    WithJsonSchema({"type": "string", "pattern": f"^({_KNOWN})(,({_KNOWN}))*$", "maxLength": 400}),
]


class EventsQuery(PageQuery):
    """Which events are listed."""

    lists = "evt"

    type: Types | None = None
    """Only events of these types, separated by commas."""
    created_after: Instant | None = None
    """Only events after this time."""
    created_before: Instant | None = None
    """Only events before this time."""


class StreamQuery(Query):
    """Which events are followed."""

    type: Types | None = None
    """Only events of these types, separated by commas."""


class EventData(Shape):
    """The object of an event."""

    object: dict[str, Any]
    """The run, file or webhook as it is now. Of a deleted one, only its id."""


class EventShape(Shape):
    """Something that happened."""

    id: EventId
    object: Literal["event"]
    type: Annotated[str, WithJsonSchema(one_of(KINDS))]
    """What happened."""
    created_at: Timestamp
    """When it happened."""
    api_version: VersionDate
    """The API version of `data`."""
    data: EventData
    """What it happened to."""


class EventList(ListShape):
    """One page of events."""

    data: list[EventShape]


class StreamShape(Shape):
    """Server-sent events; not JSON."""
