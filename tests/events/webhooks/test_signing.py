"""Signatures, judged by the reference implementation of Standard Webhooks."""

from __future__ import annotations

import base64
import time

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from runwright.events.webhooks.signing import Secrets, headers

BODY = '{"id":"evt_1","data":{"object":{"text":"Zürich – 2 + 2 = 4"}}}'.encode()
SECRETS = Secrets(lambda purpose: purpose.encode().ljust(32, b"."))


def signed(*numbers: int, webhook_id: str = "wh_1", at: int | None = None) -> dict[str, str]:
    keys = [SECRETS.key(webhook_id, number) for number in numbers]
    return dict(headers(keys, "evt_1", int(time.time()) if at is None else at, BODY))


def test_a_signature_is_accepted_by_the_reference() -> None:
    secret = SECRETS.shown("wh_1", 1)
    assert Webhook(secret).verify(BODY, signed(1))["id"] == "evt_1"


def test_the_secret_is_32_bytes_with_the_usual_prefix() -> None:
    prefix, _, value = SECRETS.shown("wh_1", 1).partition("_")
    assert prefix == "whsec"
    assert len(base64.b64decode(value, validate=True)) == 32


def test_each_webhook_and_each_rotation_has_a_secret_of_its_own() -> None:
    made = {SECRETS.shown(hook, n) for hook in ("wh_1", "wh_11", "wh_2") for n in (1, 2, 11)}
    assert len(made) == 9
    other = Secrets(lambda _purpose: b"x" * 32)
    assert other.shown("wh_1", 1) not in made


def test_during_a_rotation_both_secrets_verify() -> None:
    both = signed(2, 1)
    for number in (1, 2):
        assert Webhook(SECRETS.shown("wh_1", number)).verify(BODY, both)
    with pytest.raises(WebhookVerificationError):
        Webhook(SECRETS.shown("wh_1", 3)).verify(BODY, both)


@pytest.mark.parametrize("change", ["body", "id", "timestamp", "secret", "age"])
def test_anything_else_is_refused(change: str) -> None:
    given = signed(1, at=int(time.time()) - (600 if change == "age" else 0))
    body, secret = BODY, SECRETS.shown("wh_1", 1)
    if change == "body":
        body = BODY.replace(b"4", b"5")
    if change == "id":
        given["webhook-id"] = "evt_2"
    if change == "timestamp":
        given["webhook-timestamp"] = str(int(given["webhook-timestamp"]) - 1)
    if change == "secret":
        secret = SECRETS.shown("wh_2", 1)
    with pytest.raises(WebhookVerificationError):
        Webhook(secret).verify(body, given)
