"""`Call` and `Answer`: what a handler is given, and what it gives back."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import orjson

from runwright import canonical
from runwright.api import idempotency
from runwright.db.database import Database
from runwright.db.transaction import Reader, Tx
from runwright.errors import Problem, ScopeDenied
from runwright.trust.audit import Entry
from runwright.trust.kernel import Grant, Principal, Trail, authorize, named
from runwright.trust.scopes import Scope

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A 2xx or an envelope, ready to be sent."""

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


class Need(NamedTuple):
    """A scope that a request takes besides its route's own, and what for."""

    scope: Scope
    action: str


@dataclass(slots=True, kw_only=True)
class Call:
    """One authorised request, on its way through a handler."""

    action: str
    """The operation, as the audit log names it."""
    database: Database
    principal: Principal
    grant: Grant
    """Of the route's own scope."""
    grants: Mapping[str, Grant] = field(default_factory=dict)
    """Of each source that the key may read, when the query could have named one and did not."""
    request_id: str
    version: str
    """Of the interface, in which it is answered."""
    find_base_url: Callable[[], str]
    path: Mapping[str, str]
    address: str = ""
    """Where the request came from, as the connection says."""
    resource: str | None = None
    """The id that is acted on, or that is being made."""
    query: Any = None
    body: Any = None
    arrived: Any = None
    """The file of an upload (`uploads.Arrived`); what becomes of its bytes is the handler's."""
    headers: Mapping[bytes, bytes] = field(default_factory=dict)
    idempotency_key: str | None = None
    fingerprint: str = ""
    trail: Trail = field(default_factory=Trail)
    """Audit entries that are not stored yet; they are, before the answer leaves."""
    reach: set[Scope] = field(default_factory=set)
    """The scopes that this request turned out to need, besides the route's own."""

    @property
    def base_url(self) -> str:
        """Where the caller reached this server; worked out for the few answers that need it."""
        return self.find_base_url()

    @property
    def new_id(self) -> str:
        """The id of what is being made, on a route that makes something."""
        if self.resource is None:
            raise LookupError(f"{self.action} makes nothing")
        return self.resource

    def authorize(
        self,
        scope: Scope,
        *,
        action: str,
        detail: Mapping[str, Any] | None = None,
        trail: Tx | Trail | None = None,
        resource: str | None = None,
    ) -> Grant:
        """Check a further scope that this request needs, and record the decision."""
        grant = authorize(
            self.principal,
            scope,
            action=action,
            trail=self.trail if trail is None else trail,
            resource=resource or self.resource,
            request_id=self.request_id,
            detail=detail,
        )
        self.reach.add(scope)
        return grant

    def authorize_any(self, scopes: Mapping[str, Scope]) -> dict[str, Grant]:
        """The grants of those scopes that the key has, each recorded; refused if it has none."""
        held = {n: scope for n, scope in scopes.items() if scope in self.principal.scopes}
        if not held:
            self.refuse_lacking(Need(scope, self.action) for scope in scopes.values())
        return {n: self.authorize(scope, action=self.action) for n, scope in held.items()}

    def authorize_each(self, needs: Iterable[Need], trail: Tx | Trail | None = None) -> None:
        """Check several further scopes: whoever lacks some is told all of those."""
        needs = list(needs)
        self.refuse_lacking(needs, trail)
        for need in needs:
            self.authorize(need.scope, action=need.action, trail=trail)

    def refuse_lacking(
        self,
        needs: Iterable[Need],
        trail: Tx | Trail | None = None,
        resource: str | None = None,
    ) -> None:
        """Refuse, with an entry for each, the scopes that the key lacks; record no other."""
        lacking = {n.scope: n for n in needs if n.scope not in self.principal.scopes}
        for scope, need in sorted(lacking.items()):
            with suppress(ScopeDenied):  # raised below, for all of them
                self.authorize(scope, action=need.action, trail=trail, resource=resource)
        if lacking:
            raise ScopeDenied(f"This key lacks {named(lacking)}.")

    async def read(self, fn: Callable[[Reader], T]) -> T:
        """Read outside the writer; the audit entry follows before the answer leaves."""
        return await self.database.read(fn)

    async def replayed(self) -> Answer | None:
        """The stored answer, if this request was answered before: worth asking before work."""
        key = self.idempotency_key
        if key is None:
            return None
        stored = await self.database.glance(
            lambda reader: idempotency.look_up(reader, self.grant, key, self.fingerprint)
        )
        if stored is None:
            return None
        self._relabel(stored)
        self._check_reach(stored, self.trail)
        return _replay(stored)

    async def commit(self, act: Callable[[Tx], Answer]) -> Answer:
        """Do the request's one write: `act`, its audit entries and its replay, all or nothing."""
        # The list stays the same object: the gateway stores what is left in it.
        entries = self.trail[:]
        self.trail.clear()
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
            tx.audit(*(_as_replay(entry, self.resource, stored.resource) for entry in entries))
            self._check_reach(stored, tx)
            return _replay(stored)
        tx.audit(*entries)
        done = act(tx)
        kept = done.body if done.kept is None else done.kept
        self.keep(tx, key, done.status, kept)
        return done

    def keep(self, tx: Tx, key: str, status: int, body: bytes) -> None:
        """Store the answer of this request, for whoever repeats it with the same reach."""
        idempotency.keep(tx, self.grant, key, status, body, self.resource, self.reach)

    def _check_reach(self, stored: idempotency.Stored, trail: Tx | Trail) -> None:
        """Refuse a stored answer to a key that could not have had it: the key may be another."""
        needs = [Need(scope, self.action) for scope in stored.reach]
        self.refuse_lacking(needs, trail, stored.resource)

    def _relabel(self, stored: idempotency.Stored) -> None:
        self.trail[:] = [_as_replay(entry, self.resource, stored.resource) for entry in self.trail]


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
