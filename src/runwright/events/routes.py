"""`/v1/events` over HTTP."""

from __future__ import annotations

from runwright.api.call import EVENT_STREAM, Answer, Call, Stream
from runwright.api.fields import id_pattern
from runwright.api.router import HeaderShape, Route
from runwright.events.service import Events
from runwright.events.types import EventList, EventShape, EventsQuery, StreamQuery, StreamShape
from runwright.trust.scopes import Scope

_LAST_EVENT_ID = HeaderShape(
    name="Last-Event-ID",
    schema={"type": "string", "pattern": f"^$|{id_pattern('evt')}"},
    description="The id of the last event received. The stream continues after it.",
)


def routes(events: Events) -> list[Route]:
    """The routes of this noun."""

    async def read(call: Call) -> Answer:
        event_id = call.path["id"]
        return Answer(
            body=await call.read(
                lambda reader: events.read(reader, call.caller, event_id, call.version)
            )
        )

    async def list_events(call: Call) -> Answer:
        return Answer(
            body=await call.read(
                lambda reader: events.list(reader, call.caller, call.query, call.version)
            )
        )

    async def stream(call: Call) -> Answer:
        asked, last = call.query.type, call.headers.get(b"last-event-id", b"").decode("latin-1")
        pieces = await call.read(
            lambda reader: events.follow(reader, call.caller, asked, last, call.version)
        )
        return Answer(
            body=b"",
            headers=((b"x-accel-buffering", b"no"),),
            stream=Stream(pieces=pieces, length=None, content_type=EVENT_STREAM.encode()),
        )

    return [
        Route(
            method="GET",
            path="/v1/events",
            action="events.list",
            scope=Scope.EVENTS_READ,
            handler=list_events,
            summary="List the events of the last 30 days, newest first",
            query=EventsQuery,
            answer=EventList,
        ),
        Route(
            method="GET",
            path="/v1/events/stream",
            action="events.stream",
            scope=Scope.EVENTS_READ,
            handler=stream,
            summary="Stream events as they happen",
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
            handler=read,
            summary="Retrieve an event",
            answer=EventShape,
            problems=("not_found",),
        ),
    ]
