"""Which names this server answers to, and the address that it gives of itself.

A browser can be led to any server under a name of somebody else's choosing; whatever such a name
would get, its pages could read. So a `Host` is believed only if it cannot be such a name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address
from typing import Any
from urllib.parse import urlsplit

from runwright.config import Settings

_HOST = re.compile(r"(?:\[(?P<v6>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(?::[0-9]{1,5})?", re.ASCII)
_LOOPBACK = frozenset({"localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback"})
_MOST_PASSED = 1_000
EXEMPT = frozenset({"/healthz", "/readyz"})
"""Probes come under any name, and these say nothing."""
REFUSAL = {"Host": ["must name this server: RUNWRIGHT_HOSTS lists further names"]}


class Hosts:
    """The names of this server."""

    def __init__(self, settings: Settings) -> None:
        self._public_url = settings.public_url
        names = [*settings.hosts.split(","), settings.host]
        if settings.public_url is not None:
            names.append(urlsplit(settings.public_url).hostname or "")
        self._names = _LOOPBACK | {_plain(name) for name in names if name}
        self._passed: set[bytes] = set()
        """Headers as they came: looking one up again costs nothing."""

    def passes(self, scope: Mapping[str, Any]) -> bool:
        """Whether a request names this server, in one `Host` header."""
        return self.names_this(scope, dict(scope["headers"]))

    def names_this(self, scope: Mapping[str, Any], headers: Mapping[bytes, bytes]) -> bool:
        """The same, for whoever has the headers by their names already."""
        given = scope["headers"]
        if len(headers) != len(given) and sum(name == b"host" for name, _ in given) > 1:
            return False
        host = headers.get(b"host")
        if host is None:
            return str(scope.get("http_version", "1.1")) < "1.1"
        return self.is_ours(host)

    def base_url(self, scope: Mapping[str, Any]) -> str:
        """Where people reach this server: as it is set, or as the request says believably."""
        if self._public_url is not None:
            return self._public_url
        host = dict(scope["headers"]).get(b"host")
        if host is None or not self.passes(scope):
            address, port = scope.get("server") or ("127.0.0.1", 80)
            host = (f"[{address}]:{port}" if ":" in address else f"{address}:{port}").encode()
        return f"{scope.get('scheme', 'http')}://{host.decode('latin-1')}"

    def is_ours(self, host: bytes) -> bool:
        """Whether a `Host` header, as it came, names this server."""
        if host in self._passed:
            return True
        match = _HOST.fullmatch(host.decode("latin-1").lower())
        if match is None or not self._is_name(match["name"], match["v6"]):
            return False
        if len(self._passed) >= _MOST_PASSED:
            self._passed.clear()
        self._passed.add(host)
        return True

    def _is_name(self, name: str | None, v6: str | None) -> bool:
        if name is None:
            return _is_address(IPv6Address, v6 or "")
        plain = _plain(name)
        return (
            plain in self._names or plain.endswith(".localhost") or _is_address(IPv4Address, plain)
        )


def _plain(name: str) -> str:
    """A name in its one form: small, without the dot of the root."""
    return name.strip().lower().removesuffix(".")


def _is_address(kind: type[IPv4Address | IPv6Address], text: str) -> bool:
    try:
        kind(text)
    except ValueError:
        return False
    return True
