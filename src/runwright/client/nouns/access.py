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
        """Create a key; its `secret` is returned only once.

        Args:
            name: What it is for.
            scopes: What it may do, such as `runs:read`; never more than the key that creates it.
            expires_at: When it expires; never by default.
            rate_limit: Requests a minute, such as `600/min`; the server's limit by default.
            budget: What its runs may cost in a period; unlimited by default.
            version: The dated API version it uses; the newest by default.
            idempotency_key: Your own key for repeating this call safely; one is made for you.
        """
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
        """Return a key, without its secret.

        Args:
            id: The id of the key.
        """
        return self._get(path("/v1/keys/{}", id), Key.read)

    @flow
    def list(
        self,
        *,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[Key]:
        """Iterate over the project's keys, newest first.

        Args:
            order: `desc` (the default, newest first) or `asc`.
            after: The id to continue after.
            page_size: How many to fetch at a time, at most 100.
        """
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
        """Change a key; what is not given stays as it is.

        Args:
            id: The id of the key.
            name: What it is for.
            scopes: What it may do; replaces its scopes.
            expires_at: When it expires; None is never.
            rate_limit: Requests a minute, such as `600/min`; None is the server's limit.
            budget: What its runs may cost in a period; None removes the limit.
            version: The dated API version it uses.
        """
        body = given(name=name, scopes=scopes, version=version)
        body |= changed(expires_at=expires_at, rate_limit=rate_limit, budget=budget)
        return self._act("PATCH", path("/v1/keys/{}", id), Key.read, body=body)

    @call
    def revoke(self, id: str) -> Steps[Deleted]:
        """Revoke a key at once.

        Args:
            id: The id of the key.
        """
        return self._act("DELETE", path("/v1/keys/{}", id), Deleted.read)

    @call
    def rotate(self, id: str, *, grace_seconds: int | None = None) -> Steps[Key]:
        """Give a key a new secret, which is returned only once.

        Args:
            id: The id of the key.
            grace_seconds: How long the old secret still works.
        """
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
        """Create a project with its first `key`, whose secret is returned only once.

        Args:
            name: What it is called.
            time_zone: Its time zone, such as `Europe/Berlin`; UTC by default.
            currency: The currency of bookings that name none, such as `EUR`.
            idempotency_key: Your own key for repeating this call safely; one is made for you.
        """
        body = given(name=name, time_zone=time_zone, currency=currency)
        return self._act(
            "POST", "/v1/projects", Project.read, body=body, idempotency_key=idempotency_key
        )

    @call
    def retrieve(self, id: str) -> Steps[Project]:
        """Return the key's project.

        Args:
            id: The id of the project.
        """
        return self._get(path("/v1/projects/{}", id), Project.read)

    @flow
    def list(
        self,
        *,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[Project]:
        """Iterate over the projects that the key can see.

        Args:
            order: `desc` (the default, newest first) or `asc`.
            after: The id to continue after.
            page_size: How many to fetch at a time, at most 100.
        """
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
        """Change the project; what is not given stays as it is.

        Args:
            id: The id of the project.
            name: What it is called.
            time_zone: Its time zone, such as `Europe/Berlin`.
            currency: The currency of bookings that name none, such as `EUR`.
        """
        body = given(name=name, time_zone=time_zone, currency=currency)
        return self._act("PATCH", path("/v1/projects/{}", id), Project.read, body=body)
