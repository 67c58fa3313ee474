"""`Call` and `Answer`: what a handler is given, and what it gives back."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import orjson

from runwright import canonical
from runwright.api import idempotency
from runwright.db.database import Database
from runwright.db.transaction import Reader, Tx
from runwright.errors import Problem
from runwright.trust import audit_tree
from runwright.trust.audit import Entry
from runwright.trust.audit_tree import Signed
from runwright.trust.caller import Caller, Need
from runwright.trust.kernel import Grant, Principal, Trail

Header = tuple[bytes, bytes]
EVENT_STREAM = "text/event-stream"
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """A body that is sent as it is read."""

    pieces: AsyncGenerator[bytes, None]
    length: int | None
    """None when it ends when it ends."""
    content_type: bytes


class Answer(NamedTuple):
    """A 2xx or an envelope, ready to be sent. A tuple: every request makes one."""

    body: bytes
    status: int = 200
    headers: tuple[Header, ...] = ()
    kept: bytes | None = None
    """What a replay gives instead of `body`, when `body` carries a secret."""
    stream: Stream | None = None
    """The body piece by piece, when it is not JSON; `body` is then empty."""


def answer(value: Any, status: int = 200, **options: Any) -> Answer:
    """An answer with a JSON body."""
    return Answer(body=orjson.dumps(value), status=status, **options)


@dataclass(slots=True, kw_only=True)
class Call:
    """One authorised request, on its way through a handler."""

    caller: Caller
    """Who asks, and by which right: this and values are what services are told."""
    database: Database
    grants: Mapping[str, Grant] = field(default_factory=dict)
    """Of each source that the key may read, when the query could have named one and did not."""
    version: str
    """Of the interface, in which it is answered."""
    find_base_url: Callable[[], str]
    path: Mapping[str, str]
    address: str = ""
    """Where the request came from, as the connection says."""
    query: Any = None
    body: Any = None
    arrived: Any = None
    """The file of an upload (`uploads.Arrived`); what becomes of its bytes is the handler's."""
    headers: Mapping[bytes, bytes] = field(default_factory=dict)
    idempotency_key: str | None = None
    fingerprint: str = ""

    @property
    def principal(self) -> Principal:
        """The key that asks."""
        return self.caller.principal

    @property
    def grant(self) -> Grant:
        """Of the route's own scope."""
        return self.caller.grant

    @property
    def base_url(self) -> str:
        """Where the caller reached this server; worked out for the few answers that need it."""
        return self.find_base_url()

    @property
    def new_id(self) -> str:
        """The id of what is being made, on a route that makes something."""
        return self.caller.new_id

    async def read(self, fn: Callable[[Reader], T]) -> T:
        """Read outside the writer; the audit entry follows before the answer leaves."""
        return await self.database.read(fn)

    async def replayed(self) -> Answer | None:
        """The stored answer, if this request was answered before: worth asking before work."""
        key = self.idempotency_key
        if key is None:
            return None
        stored = await self.database.read_inline(
            lambda reader: idempotency.look_up(reader, self.grant, key, self.fingerprint)
        )
        if stored is None:
            return None
        self._relabel(stored)
        self._check_reach(stored, self.caller.trail)
        return _replay(stored)

    async def commit(self, act: Callable[[Tx], Answer]) -> Answer:
        """Do the request's one write: `act`, its audit entries and its replay, all or nothing."""
        # The list stays the same object: the gateway stores what is left in it.
        entries = self.caller.trail[:]
        self.caller.trail.clear()
        key, order = self.idempotency_key, ""
        if key is None:

            def step(tx: Tx) -> Answer:
                tx.audit(*entries)
                return act(tx)

        else:
            order = key

            def step(tx: Tx) -> Answer:
                return self._act_once(tx, key, entries, act)

        return await self.database.write(step, order)

    def _act_once(
        self, tx: Tx, key: str, entries: list[Entry], act: Callable[[Tx], Answer]
    ) -> Answer:
        try:
            stored = idempotency.claim(tx, self.grant, key, self.fingerprint)
        except Problem:
            tx.audit(*entries)
            raise
        if stored is not None:
            tx.audit(
                *(_as_replay(entry, self.caller.resource, stored.resource) for entry in entries)
            )
            self._check_reach(stored, tx)
            return _replay(stored)
        tx.audit(*entries)
        done = act(tx)
        self.keep(tx, done)
        return done

    def made(self, body: bytes) -> Answer:
        """The answer that shows what was made."""
        return Answer(body=body, status=201)

    def keep(self, tx: Tx, done: Answer) -> None:
        """Store the answer of this request, for whoever repeats it with the same reach."""
        if (key := self.idempotency_key) is not None:
            kept = done.body if done.kept is None else done.kept
            caller = self.caller
            idempotency.keep(
                tx, caller.grant, key, done.status, kept, caller.resource, caller.reach
            )

    def _check_reach(self, stored: idempotency.Stored, trail: Tx | Trail) -> None:
        """Refuse a stored answer to a key that could not have had it: the key may be another."""
        needs = [Need(scope, self.caller.action) for scope in stored.reach]
        self.caller.refuse_lacking(needs, trail, stored.resource)

    def _relabel(self, stored: idempotency.Stored) -> None:
        self.caller.trail[:] = [
            _as_replay(entry, self.caller.resource, stored.resource) for entry in self.caller.trail
        ]


def secret_answer(shown: Mapping[str, Any], secret: str, status: int = 200) -> Answer:
    """Something with its secret; what is kept for replays lacks it."""
    return answer({**shown, "secret": secret}, status, kept=answer(shown).body)


async def signed_answer(call: Call, shown: Any, signed: Signed | None) -> Answer:
    """An answer with a checkpoint in it, once that is kept; None if it was kept before."""
    if signed is None:
        return answer(shown)

    def keep(tx: Tx) -> Answer:
        audit_tree.keep(tx, signed)
        return answer(shown)

    return await call.commit(keep)


def _replay(stored: idempotency.Stored) -> Answer:
    return Answer(
        body=stored.body, status=stored.status, headers=((b"idempotent-replayed", b"true"),)
    )


def _as_replay(entry: Entry, fresh: str | None, stored: str | None) -> Entry:
    """The entry of a replay names what the first request made, not the id that came to nothing."""
    resource = stored if entry.resource == fresh else entry.resource
    return entry._replace(resource=resource, detail={**entry.detail, "replayed": True})


def fingerprint(method: str, path: str, body: Any) -> str:
    """What makes two requests the same request."""
    value = orjson.dumps([method, path, body], option=orjson.OPT_SORT_KEYS)
    return canonical.sha256(value)
