"""`Caller`: who asks in one request, and the trail of all that is decided for it.

It is what a service is told of a request besides plain values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from runwright.db.transaction import Tx
from runwright.errors import ScopeDenied
from runwright.trust.kernel import Grant, Principal, Trail, authorize, named
from runwright.trust.scopes import Scope


class Need(NamedTuple):
    """A scope that a request takes besides its route's own, and what for."""

    scope: Scope
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """A key that asks for one thing; every grant of its request is made here."""

    principal: Principal
    grant: Grant
    """Of the route's own scope."""
    action: str
    """The operation, as the audit log names it."""
    request_id: str
    resource: str | None = None
    """The id that is acted on, or that is being made."""
    trail: Trail = field(default_factory=Trail)
    """Audit entries that are not stored yet; they are, before the answer leaves."""
    reach: set[Scope] = field(default_factory=set)
    """The scopes that this request turned out to need, besides the route's own."""

    @property
    def new_id(self) -> str:
        """The id of what is being made, in a request that makes something."""
        if self.resource is None:
            raise LookupError(f"{self.action} makes nothing")
        return self.resource

    def authorize(
        self,
        scope: Scope,
        *,
        action: str | None = None,
        detail: Mapping[str, Any] | None = None,
        trail: Tx | Trail | None = None,
        resource: str | None = None,
    ) -> Grant:
        """Check a further scope that this request needs, and record the decision."""
        grant = authorize(
            self.principal,
            scope,
            action=action or self.action,
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
        return {n: self.authorize(scope) for n, scope in held.items()}

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
