"""`/v1/events` over HTTP."""

from __future__ import annotations

from runwright.api.fields import id_pattern
from runwright.api.router import HeaderShape, Route
from runwright.events.service import Events
from runwright.events.types import EventList, EventShape, EventsQuery, StreamQuery, StreamShape
from runwright.trust.scopes import Scope

_LAST_EVENT_ID = HeaderShape(
    name="Last-Event-ID",
    schema={"type": "string", "pattern": f"^$|{id_pattern('evt')}"},
    description="The id of the last event that was received; the stream goes on after it.",
)


def routes(events: Events) -> list[Route]:
    """The routes of this noun."""
    return [
        Route(
            method="GET",
            path="/v1/events",
            action="events.list",
            scope=Scope.EVENTS_READ,
            handler=events.list,
            summary="List what happened in the last 30 days, newest first",
            query=EventsQuery,
            answer=EventList,
        ),
        Route(
            method="GET",
            path="/v1/events/stream",
            action="events.stream",
            scope=Scope.EVENTS_READ,
            handler=events.stream,
            summary="Follow what happens, as server-sent events",
            query=StreamQuery,
            answer=StreamShape,
            content="text/event-stream",
            request_headers=(_LAST_EVENT_ID,),
        ),
        Route(
            method="GET",
            path="/v1/events/{id}",
            action="events.read",
            scope=Scope.EVENTS_READ,
            handler=events.read,
            summary="Retrieve an event",
            answer=EventShape,
            problems=("not_found",),
        ),
    ]
