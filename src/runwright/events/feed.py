"""Streams of what happens in a project, for as long as somebody follows.

Followers of a project wait together: after a commit with events of it each looks for what it has
not seen, and those who have seen as much share one look. Once a second all keys that follow are
looked at, so that a stream ends when its key is revoked, and the heads of projects, since another
process may have written.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

import structlog

from runwright import clock
from runwright.db.database import Database
from runwright.db.transaction import Reader
from runwright.errors import Overloaded
from runwright.events import store
from runwright.events.outbox import Happening
from runwright.events.show import Show
from runwright.events.types import KINDS
from runwright.trust import store as trust_store
from runwright.trust.kernel import Grant, Principal

LOOK_SECONDS = 1.0
SILENCE_SECONDS = 15.0
"""After so long something is sent, so that nobody on the way takes the stream for dead."""
AT_ONCE = 100
_STILL_THERE = b": still there\n\n"

log = structlog.get_logger()


@dataclass(slots=True, kw_only=True, eq=False)
class Follower:
    """Somebody who follows a project's events."""

    principal: Principal
    grant: Grant
    """To read events."""
    about: Mapping[str, Grant]
    """By noun: the right to see what events are about."""
    types: frozenset[str]
    version: str
    seen: int
    """The number of the last event it was told, or could have been."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False


class Told:
    """One event, ready to be sent."""

    __slots__ = ("body", "seq", "type")

    def __init__(self, seq: int, type: str, body: bytes) -> None:
        self.seq = seq
        self.type = type
        self.body = body


_Look = tuple[str, str, frozenset[str], int]
"""Who can share a look: project, version, nouns, and how far they have seen."""


class Feed:
    """All streams of this process."""

    def __init__(self, *, database: Database, show: Show, default_rate: int) -> None:
        self._database = database
        self._show = show
        self._default_rate = default_rate
        self._followers: dict[str, set[Follower]] = {}
        """By project."""
        self._looks: dict[_Look, asyncio.Task[Sequence[Told]]] = {}
        self._tending: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_closed = False

    def wake(self, happenings: Iterable[Happening]) -> None:
        """Something happened; may be called from any thread."""
        if self._followers:
            self._wake_soon({each.project_id for each in happenings})

    def close(self) -> None:
        """The server stops: every stream ends."""
        self._is_closed = True
        self._wake_soon(None)

    def count(self) -> int:
        """How many follow."""
        return sum(map(len, self._followers.values()))

    async def follow(self, follower: Follower) -> AsyncGenerator[bytes, None]:
        """Server-sent events from where the follower is, until it leaves or may not stay."""
        self._loop = asyncio.get_running_loop()
        project_id = follower.principal.project_id
        self._followers.setdefault(project_id, set()).add(follower)
        if self._tending is None or self._tending.done():
            self._tending = asyncio.create_task(self._tend())
        try:
            yield _STILL_THERE  # the headers leave with the first bytes
            while not (self._is_closed or follower.over):
                follower.news.clear()
                told = await self._look(follower)
                for each in told:
                    follower.seen = each.seq
                    if each.type in follower.types:
                        yield each.body
                if not told and not await _heard(follower.news):
                    yield _STILL_THERE
        finally:
            self._followers[project_id].discard(follower)
            if not self._followers[project_id]:
                del self._followers[project_id]

    async def _look(self, follower: Follower) -> Sequence[Told]:
        """What happened since; everyone who asks the same meanwhile gets the same answer."""
        project_id = follower.principal.project_id
        key = (project_id, follower.version, frozenset(follower.about), follower.seen)
        task = self._looks.get(key)
        if task is None:
            task = self._looks[key] = asyncio.create_task(self._read(follower))
            task.add_done_callback(lambda _: self._looks.pop(key, None))
        return await asyncio.shield(task)

    async def _read(self, follower: Follower) -> Sequence[Told]:
        grant, seen = follower.grant, follower.seen
        about, version = follower.about, follower.version

        def read(reader: Reader) -> list[Told]:
            found = []
            for event in store.since(reader, grant, seen, AT_ONCE):
                body = b""
                if may_see := about.get(KINDS[event.type].noun):
                    shown = self._show(reader, may_see, event, version)
                    head = f"id: {event.id}\nevent: {event.type}\ndata: ".encode()
                    body = head + shown + b"\n\n"
                found.append(Told(event.seq, event.type, body))
            return found

        return await self._database.read(read)

    async def _tend(self) -> None:
        """Once a second: end the streams of lost keys, and hear of other processes' events."""
        heads: dict[str, int] = {}
        while self._followers and not self._is_closed:
            try:
                await self._tend_once(heads)
            except Overloaded as problem:
                log.warning("streams_not_tended", reason=problem.message)
            await asyncio.sleep(LOOK_SECONDS)

    async def _tend_once(self, heads: dict[str, int]) -> None:
        followers = list(chain.from_iterable(self._followers.values()))
        keys = {each.principal.key_id for each in followers}
        projects = {each.principal.project_id for each in followers}
        now = clock.stamp(clock.now())

        def look(reader: Reader) -> tuple[dict[str, Principal | None], dict[str, int]]:
            found = {
                key: trust_store.principal_by_key(reader, key, now, self._default_rate)
                for key in keys
            }
            return found, {project: store.head_of(reader, project) for project in projects}

        principals, newest = await self._database.read(look)
        for follower in followers:
            if not _may_stay(follower, principals[follower.principal.key_id]):
                follower.over = True
                follower.news.set()
        moved = {project for project, head in newest.items() if heads.get(project) != head}
        heads.update(newest)
        self._wake(moved)

    def _wake_soon(self, projects: set[str] | None) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, projects)

    def _wake(self, projects: set[str] | None) -> None:
        """Those who follow some projects, or all."""
        for project_id in self._followers if projects is None else projects:
            for follower in self._followers.get(project_id, ()):
                follower.news.set()


def _may_stay(follower: Follower, now: Principal | None) -> bool:
    """Whether the key may still see all that the stream shows."""
    if now is None:
        return False
    needed = {follower.grant.scope, *(grant.scope for grant in follower.about.values())}
    return needed <= now.scopes


async def _heard(news: asyncio.Event) -> bool:
    """Wait for news, but not for ever; whether there was any."""
    try:
        async with asyncio.timeout(SILENCE_SECONDS):
            await news.wait()
    except TimeoutError:
        return False
    return True
