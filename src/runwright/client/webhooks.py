"""Deliveries of webhooks: verifying one that arrived, and signing one as the server would."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence

from runwright.client.errors import MalformedResponseError, SignatureVerificationError
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
    """Return the event in a delivery, once its signature has been verified.

    Raises SignatureVerificationError if it is not signed with the secret, or is too old.

    Args:
        body: The body exactly as it arrived, byte for byte.
        headers: The headers of the request.
        secret: The webhook's secret, or several while one replaces another.
        tolerance: How many seconds its timestamp may differ from the clock.
        now: The time to compare with, in seconds since 1970; the clock's by default.
    """
    content = body.encode() if isinstance(body, str) else body
    found = {name.lower(): value for name, value in headers.items()}
    sent = _header(found, "webhook-timestamp")
    signed = f"{_header(found, 'webhook-id')}.{sent}.".encode() + content
    wanted = [_signature(each, signed) for each in _several(secret)]
    given = _header(found, "webhook-signature").split()
    if not any(hmac.compare_digest(a.encode(), b.encode()) for a in wanted for b in given):
        raise SignatureVerificationError("The signature is not valid.")
    if not (sent.isascii() and sent.isdigit()):
        raise SignatureVerificationError("The timestamp is not a number.")
    if abs((time.time() if now is None else now) - int(sent)) > tolerance:
        raise SignatureVerificationError("The timestamp is too old, or in the future.")
    try:
        return Event.read(json.loads(content))
    except ValueError:
        raise MalformedResponseError("The delivery is not JSON") from None


def sign_webhook(
    body: bytes, secret: str, *, event_id: str, now: float | None = None
) -> dict[str, str]:
    """Return the headers of a delivery, signed as the server signs one.

    Args:
        body: The body, byte for byte as it will be sent.
        secret: The secret to sign with, such as `whsec_…`.
        event_id: The id of the event.
        now: The time of sending, in seconds since 1970; the clock's by default.
    """
    sent = int(time.time() if now is None else now)
    signed = f"{event_id}.{sent}.".encode() + body
    return {
        "content-type": "application/json",
        "webhook-id": event_id,
        "webhook-timestamp": str(sent),
        "webhook-signature": _signature(secret, signed),
    }


def _several(secret: str | Sequence[str]) -> Sequence[str]:
    return [secret] if isinstance(secret, str) else secret


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if value is None:
        raise SignatureVerificationError(f"The header {name} is missing.")
    return value


def _signature(secret: str, signed: bytes) -> str:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        raise ValueError("a webhook's secret begins with whsec_ and is base64") from None
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
