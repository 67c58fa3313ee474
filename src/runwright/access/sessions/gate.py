"""The way of a dashboard's calls: from `/app/v1/…` and a cookie to `/v1/…` and a key.

A browser sends a cookie along with whatever any page asks of this server, so a cookie alone gives
nothing: each call must also carry a header that a page of another origin cannot send, and say no
other origin than ours. `/v1` itself looks at no cookie.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from runwright import clock
from runwright.access.sessions import cookies, store
from runwright.access.sessions.types import PATH, PREFIX
from runwright.api.authentication import KEY_SHA256
from runwright.api.gateway import Gateway
from runwright.api.hosts import Hosts
from runwright.db.database import Database
from runwright.errors import InvalidRequest, Problem
from runwright.trust import secrets

HEADER = b"runwright-dashboard"
_DROPPED = frozenset({b"cookie", b"authorization"})
"""What no call that is passed on to `/v1` takes along."""


class SessionGate:
    """The ASGI application of `/session` and `/app/v1`."""

    def __init__(self, gateway: Gateway, database: Database, hosts: Hosts) -> None:
        self._gateway = gateway
        self._database = database
        self._hosts = hosts

    @staticmethod
    def takes(path: str) -> bool:
        """Whether an address is one of these."""
        return path == PATH or path.startswith(f"{PREFIX}/v1/")

    def problem(self, scope: Mapping[str, Any]) -> Problem | None:
        """Why a call is not the dashboard's own, if it is not."""
        headers = dict(scope["headers"])
        if headers.get(b"sec-fetch-site", b"same-origin") != b"same-origin":
            return InvalidRequest({"Sec-Fetch-Site": ["must be same-origin"]})
        if not self._is_own_origin(headers.get(b"origin"), scope):
            return InvalidRequest({"Origin": ["must be this server's own"]})
        if HEADER not in headers:
            return InvalidRequest({"Runwright-Dashboard": ["is required"]})
        return None

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        """Pass a call on to the gateway, as the key that its session stands for."""
        path = str(scope["path"])
        # Signing in takes the key itself: a session must not prolong itself.
        known = None if path == PATH and self._has_key(scope) else await self._key_of(scope)
        passed: dict[str, Any] = {**scope, KEY_SHA256: known}
        if path != PATH:
            passed["path"] = path.removeprefix(PREFIX)
            passed["raw_path"] = passed["path"].encode()
            passed["headers"] = [each for each in scope["headers"] if each[0] not in _DROPPED]
        await self._gateway(passed, receive, send)

    def _is_own_origin(self, origin: bytes | None, scope: Mapping[str, Any]) -> bool:
        if origin is None:
            return True
        text, host = origin.decode("latin-1").lower(), dict(scope["headers"]).get(b"host", b"")
        base = urlsplit(self._hosts.base_url(scope))
        if text == f"{base.scheme}://{base.netloc}".lower():
            return True
        # Behind a proxy that ends TLS, the scheme is not to be seen here; the name is.
        return bool(host) and text == f"https://{host.decode('latin-1').lower()}"

    @staticmethod
    def _has_key(scope: Mapping[str, Any]) -> bool:
        is_sent = any(name == b"authorization" for name, _ in scope["headers"])
        return is_sent or scope["method"] == "POST"

    async def _key_of(self, scope: Mapping[str, Any]) -> str | None:
        """The hash of the key's secret; None when nobody is signed in."""
        header = dict(scope["headers"]).get(b"cookie", b"")
        cookie = cookies.value_in(header, self._hosts.base_url(scope))
        if cookie is None:
            return None
        sha256, now = secrets.digest(cookie), clock.stamp(clock.now())
        found = await self._database.read_inline(lambda reader: store.find(reader, sha256, now))
        return None if found is None else found.key_sha256
