"""The cookie of a dashboard session: what it is called, how it is set, how it is read.

Cookies of one host are shared by all of its ports, so the name holds the port: two servers on one
machine do not sign each other out.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from runwright.access.sessions.types import LIFE_SECONDS

_FIXED = "Path=/; HttpOnly; SameSite=Strict"


def name_at(base_url: str) -> str:
    """What the cookie is called at an address; over HTTPS, no other host can set it."""
    address = urlsplit(base_url)
    if address.scheme == "https":
        return f"__Host-runwright_{address.port or 443}"
    return f"runwright_{address.port or 80}"


def setting(base_url: str, value: str) -> tuple[bytes, bytes]:
    """The header that gives a browser its session."""
    return _header(base_url, value, LIFE_SECONDS)


def clearing(base_url: str) -> tuple[bytes, bytes]:
    """The header that takes it away again."""
    return _header(base_url, "", 0)


def value_in(header: bytes, base_url: str) -> str | None:
    """The session that a `Cookie` header carries, if any."""
    wanted = name_at(base_url)
    for pair in header.decode("latin-1").split(";"):
        name, _, value = pair.strip().partition("=")
        if name == wanted and value:
            return value
    return None


def _header(base_url: str, value: str, seconds: int) -> tuple[bytes, bytes]:
    secure = "; Secure" if base_url.startswith("https:") else ""
    text = f"{name_at(base_url)}={value}; {_FIXED}; Max-Age={seconds}{secure}"
    return b"set-cookie", text.encode("latin-1")
