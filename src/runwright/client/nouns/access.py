"""`client.keys` and `client.projects`."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.client.calls import D, Noun, call, changed, flow, given, path
from runwright.client.requests import Flow, Steps
from runwright.client.types.access import Key, Project
from runwright.client.types.common import KEEP, Budget, Deleted, Keep, Order, When


class Keys(Noun[D]):
    """Keys of the project."""

    @call
    def create(
        self,
        *,
        name: str,
        scopes: Sequence[str],
        expires_at: When | None = None,
        rate_limit: str | int | None = None,
        budget: Budget | None = None,
        version: str | None = None,
        idempotency_key: str | None = None,
    ) -> Steps[Key]:
        """Make a key; its `secret` is shown this once."""
        body = given(
            name=name,
            scopes=scopes,
            expires_at=expires_at,
            rate_limit=rate_limit,
            budget=budget,
            version=version,
        )
        return self._act("POST", "/v1/keys", Key.read, body=body, idempotency_key=idempotency_key)

    @call
    def retrieve(self, id: str) -> Steps[Key]:
        """A key, without its secret."""
        return self._get(path("/v1/keys/{}", id), Key.read)

    @flow
    def list(
        self,
        *,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[Key]:
        """The project's keys, newest first."""
        return self._pages("/v1/keys", Key.read, page_size, order=order, after=after)

    @call
    def update(
        self,
        id: str,
        *,
        name: str | None = None,
        scopes: Sequence[str] | None = None,
        expires_at: When | Keep | None = KEEP,
        rate_limit: str | int | Keep | None = KEEP,
        budget: Budget | Keep | None = KEEP,
        version: str | None = None,
    ) -> Steps[Key]:
        """Change a key; None takes away an expiry, a rate of its own or a budget."""
        body = given(name=name, scopes=scopes, version=version)
        body |= changed(expires_at=expires_at, rate_limit=rate_limit, budget=budget)
        return self._act("PATCH", path("/v1/keys/{}", id), Key.read, body=body)

    @call
    def delete(self, id: str) -> Steps[Deleted]:
        """Revoke a key at once."""
        return self._act("DELETE", path("/v1/keys/{}", id), Deleted.read)

    @call
    def rotate(self, id: str, *, grace_seconds: int | None = None) -> Steps[Key]:
        """Give a key a new secret; the old one works for a grace period."""
        body = given(grace_seconds=grace_seconds)
        return self._act("POST", path("/v1/keys/{}/rotate", id), Key.read, body=body)


class Projects(Noun[D]):
    """Projects: a key sees its own."""

    @call
    def create(
        self,
        *,
        name: str,
        time_zone: str | None = None,
        currency: str | None = None,
        idempotency_key: str | None = None,
    ) -> Steps[Project]:
        """Make a project with its first `key`, whose secret is shown this once."""
        body = given(name=name, time_zone=time_zone, currency=currency)
        return self._act(
            "POST", "/v1/projects", Project.read, body=body, idempotency_key=idempotency_key
        )

    @call
    def retrieve(self, id: str) -> Steps[Project]:
        """The key's project."""
        return self._get(path("/v1/projects/{}", id), Project.read)

    @flow
    def list(
        self,
        *,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[Project]:
        """The projects that the key can see."""
        return self._pages("/v1/projects", Project.read, page_size, order=order, after=after)

    @call
    def update(
        self,
        id: str,
        *,
        name: str | None = None,
        time_zone: str | None = None,
        currency: str | None = None,
    ) -> Steps[Project]:
        """Rename the project, move it to another time zone, or give it a currency."""
        body = given(name=name, time_zone=time_zone, currency=currency)
        return self._act("PATCH", path("/v1/projects/{}", id), Project.read, body=body)
