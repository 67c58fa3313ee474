"""`Grant` and `authorize`: the one way to reach anybody's data.

A store function takes a `Grant` and asks it for the project. Only this module can make one, and
only for who owns a trail: a transaction, or entries that a transaction will store. So no code path
reaches data unchecked or unrecorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, final

from runwright import ids
from runwright.db.transaction import Tx
from runwright.errors import ScopeDenied
from runwright.trust.audit import Entry
from runwright.trust.scopes import Scope
from runwright.trust.types import Budget, Maker

_SEAL: Final = object()


Bucket = tuple[str, int]
"""Whose it is, and how many requests a minute it allows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal:
    """A key that was recognised: what it may do, and in which project."""

    key_id: str
    project_id: str
    scopes: frozenset[Scope]
    rate_limit: int
    """Requests a minute: its own, or the server's default."""
    version: str
    time_zone: str
    currency: str | None = None
    """The project's, if it has named one."""
    expires_at: str | None = None
    budget: Budget | None = None
    own_rate: int | None = None
    """Its own alone: the default is the server's, and passes to nobody."""
    makers: tuple[Maker, ...] = ()
    """The keys that it descends from, the nearest first, whether they are limited or not."""
    buckets: tuple[Bucket, ...] = ()
    """What each of its requests takes a token from: its own bucket, then its makers'."""


class Trail(list[Entry]):
    """Decisions that are not in the log yet; whoever made the trail stores it in a transaction."""

    __slots__ = ()

    def audit(self, *entries: Entry) -> None:
        """Keep entries, as `Tx.audit` does."""
        self.extend(entries)


class GrantError(Exception):
    """A store was called with a grant for something else: a bug, never a user's mistake."""


@final
class Grant:
    """Proof that one scope was checked for one project, and that the check is recorded."""

    __slots__ = ("_project_id", "_scope", "entry")

    def __init__(self, seal: object, project_id: str, scope: Scope, entry: Entry) -> None:
        if seal is not _SEAL:
            raise GrantError("only the trust kernel makes grants")
        self._project_id = project_id
        self._scope = scope
        self.entry = entry

    @property
    def scope(self) -> Scope:
        """The scope that was checked."""
        return self._scope

    @property
    def key_id(self) -> str | None:
        """The key that it was checked for; None when the service itself acts."""
        return self.entry.key_id

    @property
    def acting_key(self) -> str:
        """The same where a key must act: `GrantError` when it is the service itself."""
        if self.entry.key_id is None:
            raise GrantError("the service itself acts here, and no key")
        return self.entry.key_id

    def project(self, scope: Scope) -> str:
        """The project that may be touched under this scope, which must be the one checked."""
        if scope is not self._scope:
            raise GrantError(f"this grant is for {self._scope}, not for {scope}")
        return self._project_id


def deny(grant: Grant, principal: Principal, *, resource: str, reason: str) -> Entry:
    """The record of a refusal that no scope decides, such as acting on a stronger key."""
    made = grant.entry
    return Entry(
        ids.new("aud"),
        made.project_id,
        made.action,
        "denied",
        made.request_id,
        principal.key_id,
        resource,
        made.scope,
        {"reason": reason},
    )


def authorize(
    principal: Principal,
    scope: Scope,
    *,
    action: str,
    trail: Tx | Trail,
    resource: str | None = None,
    request_id: str | None = None,
    detail: Mapping[str, Any] | None = None,
) -> Grant:
    """Check one scope of a key and record the decision; `ScopeDenied` names what is missing."""
    allowed = scope in principal.scopes
    entry = Entry(
        ids.new("aud"),
        principal.project_id,
        action,
        "allowed" if allowed else "denied",
        request_id,
        principal.key_id,
        resource,
        scope.text,
        detail or {},
    )
    trail.audit(entry)
    if not allowed:
        raise ScopeDenied(f"This key lacks {named([scope])}.")
    return Grant(_SEAL, principal.project_id, scope, entry)


def extend(grant: Grant, resource: str, *, action: str, trail: Tx | Trail) -> Grant:
    """The same right for a thing that goes with another, recorded under its own id."""
    entry = grant.entry._replace(id=ids.new("aud"), action=action, resource=resource, detail={})
    trail.audit(entry)
    return Grant(_SEAL, grant.project(grant.scope), grant.scope, entry)


def amend(grant: Grant, detail: Mapping[str, Any], *, tx: Tx) -> None:
    """Say more in the entry of a decision that the same transaction puts into the log."""
    entry = grant.entry
    place = tx.audit_entries.index(entry)
    tx.audit_entries[place] = entry._replace(detail={**entry.detail, **detail})


def named(scopes: Iterable[Scope]) -> str:
    """Scopes as a message names them: "the scope a", "the scopes a, b and c"."""
    *before, last = sorted(scopes)
    return f"the scopes {', '.join(before)} and {last}" if before else f"the scope {last}"


def act_as_service(  # noqa: PLR0913 - what its audit entry says, by name
    project_id: str,
    scope: Scope,
    *,
    action: str,
    trail: Tx | Trail,
    resource: str | None = None,
    key_id: str | None = None,
    request_id: str | None = None,
    detail: Mapping[str, Any] | None = None,
) -> Grant:
    """A grant for the service's own duties, such as failing a run whose key is gone.

    `key_id` names the key that asked for it, where one may ask whatever its scopes are.
    """
    entry = Entry(
        ids.new("aud"),
        project_id,
        action,
        "allowed",
        request_id,
        key_id,
        resource,
        scope.text,
        detail or {},
    )
    trail.audit(entry)
    return Grant(_SEAL, project_id, scope, entry)
