"""Secrets of webhooks, and signatures as Standard Webhooks has them.

No secret is stored: each is derived from the server's own key, the webhook's id and a number
that a rotation raises.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable, Sequence

PURPOSE = "webhooks"
PREFIX = "whsec_"

Derive = Callable[[str], bytes]
"""A secret for a purpose, as `trust.signing.SigningKey.derive` gives it."""


class Secrets:
    """The secrets of all webhooks."""

    def __init__(self, derive: Derive) -> None:
        self._root = derive(PURPOSE)

    def key(self, webhook_id: str, number: int) -> bytes:
        """The 32 bytes that sign."""
        return hmac.digest(self._root, f"{webhook_id} {number}".encode(), hashlib.sha256)

    def shown(self, webhook_id: str, number: int) -> str:
        """The same as it is handed to whoever receives."""
        return PREFIX + base64.b64encode(self.key(webhook_id, number)).decode()


def headers(keys: Sequence[bytes], event_id: str, at: int, body: bytes) -> list[tuple[str, str]]:
    """The headers that say which event a body is, when it was sent, and that it was us."""
    signed = f"{event_id}.{at}.".encode() + body
    signatures = (base64.b64encode(hmac.digest(key, signed, hashlib.sha256)) for key in keys)
    return [
        ("webhook-id", event_id),
        ("webhook-timestamp", str(at)),
        ("webhook-signature", " ".join(f"v1,{each.decode()}" for each in signatures)),
    ]
