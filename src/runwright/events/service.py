"""What can be asked about events: one, a list of them, or to be told as they happen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import orjson

from runwright import ids
from runwright.api.call import Answer, Call, Stream
from runwright.db.transaction import Reader
from runwright.errors import InvalidRequest, NotFound
from runwright.events import store
from runwright.events.feed import Feed, Follower
from runwright.events.show import Show
from runwright.events.types import KINDS, Event
from runwright.trust.kernel import Grant


class Events:
    """The service of this noun."""

    def __init__(self, *, show: Show, feed: Feed) -> None:
        self._show = show
        self._feed = feed

    async def read(self, call: Call) -> Answer:
        """One event, if the key may see what it is about."""
        event = await call.read(lambda reader: _find(reader, call, call.path["id"]))
        if event is None or KINDS[event.type].reads not in call.principal.scopes:
            raise NotFound("There is no event with that id in this project.")
        about = _about(call, {event.type})
        body = await call.read(lambda reader: self._shown(reader, call, about, event))
        return Answer(body=body)

    async def list(self, call: Call) -> Answer:
        """A page of events, of the nouns that the key may read."""
        query = call.query
        types = _types(call, query.type)
        about = _about(call, types)
        names = ("created_after", "created_before")
        filters = {name: value for name in names if (value := getattr(query, name)) is not None}

        def fetch(reader: Reader) -> bytes:
            found = store.list_events(reader, call.grant, query.page(), types, filters)
            shown = [self._shown(reader, call, about, event) for event in found.rows]
            edges = {
                "object": "list",
                "first_id": found.rows[0].id if shown else None,
                "last_id": found.rows[-1].id if shown else None,
                "has_more": found.has_more,
            }
            return orjson.dumps(edges)[:-1] + b',"data":[' + b",".join(shown) + b"]}"

        return Answer(body=await call.read(fetch))

    async def stream(self, call: Call) -> Answer:
        """Events as they happen, after the one that `Last-Event-ID` names, or from now on."""
        types = _types(call, call.query.type)
        follower = Follower(
            principal=call.principal,
            grant=call.grant,
            about=_about(call, types),
            types=types,
            version=call.version,
            seen=await call.read(lambda reader: _place(reader, call)),
        )
        return Answer(
            body=b"",
            headers=((b"x-accel-buffering", b"no"),),
            stream=Stream(
                pieces=self._feed.follow(follower),
                length=None,
                content_type=b"text/event-stream",
            ),
        )

    def _shown(self, reader: Reader, call: Call, about: Mapping[str, Grant], event: Event) -> bytes:
        return self._show(reader, about[KINDS[event.type].noun], event, call.version)


def _types(call: Call, asked: str | None) -> frozenset[str]:
    """The types that are asked for and may be seen."""
    wanted = asked.split(",") if asked else KINDS
    return frozenset(name for name in wanted if KINDS[name].reads in call.principal.scopes)


def _about(call: Call, types: Iterable[str]) -> dict[str, Grant]:
    """By noun: the right to see what events of these types are about."""
    nouns = sorted({KINDS[name] for name in types})
    return {kind.noun: call.caller.authorize(kind.reads) for kind in nouns}


def _find(reader: Reader, call: Call, event_id: str) -> Event | None:
    return store.read(reader, call.grant, event_id) if ids.is_id(event_id, "evt") else None


def _place(reader: Reader, call: Call) -> int:
    """The number of the event after which a stream begins."""
    last = call.headers.get(b"last-event-id")
    if not last:
        return store.last_seq(reader, call.grant)
    event = _find(reader, call, last.decode("latin-1"))
    if event is None:
        reason = "must be the id of an event of this project that is still kept"
        raise InvalidRequest({"Last-Event-ID": [reason]})
    return event.seq
