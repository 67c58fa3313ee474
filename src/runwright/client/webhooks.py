"""The receiving end of webhooks: is this delivery really from our server, and fresh?"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence

from runwright.client.errors import MalformedAnswer, NotOurs
from runwright.client.types.events import Event

TOLERANCE = 300.0


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> Event:
    """The event in a delivery; NotOurs when it is not signed with the secret, or is not fresh.

    Give the body as it came, byte for byte. Several secrets may be given while one replaces the
    other. `tolerance` is in seconds, for clocks that differ and deliveries that were kept back.
    """
    content = body.encode() if isinstance(body, str) else body
    found = {name.lower(): value for name, value in headers.items()}
    sent = _header(found, "webhook-timestamp")
    signed = f"{_header(found, 'webhook-id')}.{sent}.".encode() + content
    wanted = [_signature(each, signed) for each in _several(secret)]
    given = _header(found, "webhook-signature").split()
    if not any(hmac.compare_digest(a.encode(), b.encode()) for a in wanted for b in given):
        raise NotOurs("The signature does not hold.")
    if not (sent.isascii() and sent.isdigit()):
        raise NotOurs("The timestamp is no number.")
    if abs((time.time() if now is None else now) - int(sent)) > tolerance:
        raise NotOurs("The delivery is too old, or from the future.")
    try:
        return Event.read(json.loads(content))
    except ValueError:
        raise MalformedAnswer("The delivery is no JSON") from None


def _several(secret: str | Sequence[str]) -> Sequence[str]:
    return [secret] if isinstance(secret, str) else secret


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if value is None:
        raise NotOurs(f"The header {name} is missing.")
    return value


def _signature(secret: str, signed: bytes) -> str:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        raise ValueError("a webhook's secret begins with whsec_ and is base64") from None
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
