"""What can be asked about events: one, a list of them, or to be told as they happen."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Mapping

import orjson

from runwright import ids
from runwright.db.transaction import Reader
from runwright.errors import InvalidRequest, NotFound
from runwright.events import store
from runwright.events.feed import Feed, Follower
from runwright.events.show import Show
from runwright.events.types import KINDS, Event, EventsQuery
from runwright.trust.caller import Caller
from runwright.trust.kernel import Grant


class Events:
    """The service of this noun."""

    def __init__(self, *, show: Show, feed: Feed) -> None:
        self._show = show
        self._feed = feed

    def read(self, reader: Reader, caller: Caller, event_id: str, version: str) -> bytes:
        """One event, as JSON of a version, if the caller may see what it is about."""
        event = _find(reader, caller.grant, event_id)
        if event is None or KINDS[event.type].reads not in caller.principal.scopes:
            raise NotFound("There is no event with that id in this project.")
        return self._shown(reader, _about(caller, {event.type}), event, version)

    def list(self, reader: Reader, caller: Caller, query: EventsQuery, version: str) -> bytes:
        """A page of events of the nouns that the caller may read, as JSON of a version."""
        types = _types(caller, query.type)
        about = _about(caller, types)
        names = ("created_after", "created_before")
        filters = {name: value for name in names if (value := getattr(query, name)) is not None}
        found = store.list_events(reader, caller.grant, query.page(), types, filters)
        shown = [self._shown(reader, about, event, version) for event in found.rows]
        edges = {
            "object": "list",
            "first_id": found.rows[0].id if shown else None,
            "last_id": found.rows[-1].id if shown else None,
            "has_more": found.has_more,
        }
        return orjson.dumps(edges)[:-1] + b',"data":[' + b",".join(shown) + b"]}"

    def follow(
        self, reader: Reader, caller: Caller, asked: str | None, last: str | None, version: str
    ) -> AsyncGenerator[bytes, None]:
        """Events as they happen, after the one with the id `last`, or from now on."""
        types = _types(caller, asked)
        follower = Follower(
            principal=caller.principal,
            grant=caller.grant,
            about=_about(caller, types),
            types=types,
            version=version,
            seen=_place(reader, caller.grant, last),
        )
        return self._feed.follow(follower)

    def _shown(
        self, reader: Reader, about: Mapping[str, Grant], event: Event, version: str
    ) -> bytes:
        return self._show(reader, about[KINDS[event.type].noun], event, version)


def _types(caller: Caller, asked: str | None) -> frozenset[str]:
    """The types that are asked for and may be seen."""
    wanted = asked.split(",") if asked else KINDS
    return frozenset(name for name in wanted if KINDS[name].reads in caller.principal.scopes)


def _about(caller: Caller, types: Iterable[str]) -> dict[str, Grant]:
    """By noun: the right to see what events of these types are about."""
    nouns = sorted({KINDS[name] for name in types})
    return {kind.noun: caller.authorize(kind.reads) for kind in nouns}


def _find(reader: Reader, grant: Grant, event_id: str) -> Event | None:
    return store.read(reader, grant, event_id) if ids.is_id(event_id, "evt") else None


def _place(reader: Reader, grant: Grant, last: str | None) -> int:
    """The number of the event after which a stream begins."""
    if not last:
        return store.last_seq(reader, grant)
    event = _find(reader, grant, last)
    if event is None:
        reason = "must be the id of an event of this project that is still kept"
        raise InvalidRequest({"Last-Event-ID": [reason]})
    return event.seq
