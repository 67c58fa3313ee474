"""Events as the interface shows them: what one is about is read when it is shown.

So no event keeps a copy of anything: when a run is erased, its events say its id and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import orjson

from runwright.api.versions import Versions
from runwright.db.transaction import Reader, Tx
from runwright.events.types import DELETED, KINDS, Event
from runwright.trust.kernel import Grant

Read = Callable[[Reader, Grant, str], bytes | None]
"""A thing of the grant's project by its id, as JSON in the newest version; None when it is gone."""
Lock = Callable[[Tx, Grant, str], bool]
"""Whether a thing is there, by its id; if so, nobody erases it before the commit."""


class Shown(NamedTuple):
    """How one noun is shown, and kept from being erased meanwhile."""

    action: str
    """The operation that answers with the same shape: versions differ by operation."""
    read: Read
    lock: Lock


class Show:
    """Shows events in a version of the interface."""

    def __init__(self, nouns: Mapping[str, Shown], versions: Versions) -> None:
        self._nouns = nouns
        self._versions = versions

    def __call__(self, reader: Reader, grant: Grant, event: Event, version: str) -> bytes:
        """An event as JSON; the grant is for what it is about."""
        gone = event.type.endswith(DELETED)
        about = None if gone else self._about(reader, grant, event, version)
        head = {
            "id": event.id,
            "object": "event",
            "type": event.type,
            "created_at": event.created_at,
            "api_version": version,
        }
        data = about or orjson.dumps({"id": event.subject})
        return orjson.dumps(head)[:-1] + b',"data":{"object":' + data + b"}}"

    def lock(self, tx: Tx, grant: Grant, event_type: str, subject: str) -> bool:
        """Whether the subject of an event is there; if so, nobody erases it before the commit."""
        return self._noun(event_type).lock(tx, grant, subject)

    def _noun(self, event_type: str) -> Shown:
        kind = KINDS.get(event_type)
        return self._nouns[kind.noun if kind else event_type.partition(".")[0]]

    def _about(self, reader: Reader, grant: Grant, event: Event, version: str) -> bytes | None:
        shown = self._noun(event.type)
        body = shown.read(reader, grant, event.subject)
        if body is None or not self._versions.concerns(version, shown.action):
            return body
        return orjson.dumps(self._versions.downgrade(version, shown.action, orjson.loads(body)))
