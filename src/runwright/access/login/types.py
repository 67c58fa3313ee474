"""The wire shapes of a command-line login, and the login itself."""

from __future__ import annotations

import secrets
from typing import Annotated, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from runwright.access.types import Name, Scopes
from runwright.api.fields import ScopeName, Timestamp, Uri
from runwright.api.parsing import Body, Shape

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so no words; no figures, so nothing to mistake for a letter."""
LIFE_SECONDS = 600
INTERVAL_SECONDS = 2


class Login(NamedTuple):
    """Somebody who waits for a key: `key_id` is the one that approved it, once one has."""

    device_sha256: str
    user_code: str
    name: str
    address: str
    created_at: str
    expires_at: str
    key_id: str | None = None
    scopes: str | None = None


def new_user_code() -> str:
    """What a person types: eight letters, about 2^34 of them."""
    letters = [secrets.choice(ALPHABET) for _ in range(8)]
    return f"{''.join(letters[:4])}-{''.join(letters[4:])}"


def typed(code: object) -> object:
    """A code as it was given out, however it was typed."""
    if not isinstance(code, str):
        return code
    letters = "".join(code.upper().replace("-", "").split())
    return f"{letters[:4]}-{letters[4:]}"


UserCode = Annotated[
    str,
    BeforeValidator(typed),
    Field(pattern=f"^[{ALPHABET}]{{4}}-[{ALPHABET}]{{4}}$", examples=["BCDF-GHJK"]),
]


class AskForLogin(Body):
    """The name of the new key."""

    name: Name = "command line"
    """The name of the key that the login creates."""


class DeviceShape(Shape):
    """A login that has started: what to show to the person, and how to poll."""

    device_code: str
    """The secret to poll `POST /v1/auth/token` with."""
    user_code: str
    """The code to show to the person."""
    verification_uri: Uri
    """The page on which to approve the code."""
    expires_in: int
    """How many seconds the codes are valid."""
    interval: int
    """How many seconds to wait between two polls."""


class AskForToken(Body):
    """Which login to poll."""

    device_code: str = Field(min_length=1, max_length=200)
    """The `device_code` of the login."""


class TokenShape(Shape):
    """Whether a login was approved, with the secret of the new key, shown only once."""

    status: Literal["pending", "approved"]
    """Whether the login was approved."""
    secret: str | None = None
    """The secret of the new key, once approved. Shown only once."""


class Approve(Body):
    """The code to approve, and what the new key may do."""

    user_code: UserCode
    """The code that the command line shows."""
    scopes: Scopes
    """What the new key may do. All must be scopes of the approving key."""


class LoginShape(Shape):
    """A login that waits for approval."""

    object: Literal["login"]
    user_code: str
    """The code that the command line shows."""
    name: str
    """The name of the key that the login creates."""
    address: str
    """The network address that the login came from."""
    status: Literal["pending", "approved"]
    """Whether the login was approved."""
    created_at: Timestamp
    """When the login began."""
    expires_at: Timestamp
    """When the code stops being valid."""
    scopes: list[ScopeName] | None
    """What the new key may do; `null` until approved."""


def show_login(login: Login) -> dict[str, object]:
    """A login as JSON."""
    return {
        "object": "login",
        "user_code": login.user_code,
        "name": login.name,
        "address": login.address,
        "status": "pending" if login.key_id is None else "approved",
        "created_at": login.created_at,
        "expires_at": login.expires_at,
        "scopes": None if login.scopes is None else login.scopes.split(),
    }
