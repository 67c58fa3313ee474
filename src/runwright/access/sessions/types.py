"""The frozen values and wire shapes of dashboard sessions."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from runwright.access.types import KeyShape, ProjectShape
from runwright.api.fields import Timestamp
from runwright.api.parsing import Shape

LIFE_SECONDS = 12 * 60 * 60
PATH = "/session"
"""Where sessions begin, are looked at and end."""
PREFIX = "/app"
"""What stands before `/v1` in the address of a call that is made with a session."""


class Session(NamedTuple):
    """A browser that is signed in: hashes and a time, no secret."""

    sha256: str
    """Of the cookie's value."""
    key_sha256: str
    """Of the secret of the key that the session stands for."""
    expires_at: str


class SessionShape(Shape):
    """Who is signed in, to which project of which server."""

    object: Literal["session"]
    key: KeyShape
    project: ProjectShape
    service: str
    """The server's own version."""
    expires_at: Timestamp | None
    """Null when the caller sent its key instead of a cookie."""


class EndedShape(Shape):
    """Confirmation that a session is over."""

    object: Literal["session"]
    deleted: Literal[True]


ENDED: dict[str, Any] = {"object": "session", "deleted": True}
