"""The receiving end of webhooks, against deliveries that a real server made."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest
from standardwebhooks import Webhook as Standard

from runwright.client import (
    Client,
    MalformedResponseError,
    Run,
    SignatureVerificationError,
    sign_webhook,
    verify_webhook,
)
from support.receiver import Receiver
from support.server import Server


class Delivered(NamedTuple):
    """What a receiver got, and the secrets that it may be signed with."""

    body: bytes
    headers: dict[str, str]
    secret: str
    older: str
    run: Run


@pytest.fixture(scope="module")
def delivered(server: Server) -> Iterator[Delivered]:
    """The delivery of a run's end to a webhook whose secret was just rotated."""
    with Receiver() as receiver, server.project() as api, Client(server.url, api.secret) as us:
        hook = us.webhooks.create(url=f"{receiver.url}/hook", events=["run.completed"])
        newer = us.webhooks.rotate_secret(hook.id, grace_seconds=600)
        run = us.runs.create(model="y0-fast", prompt="What is 2 + 2?", metadata={"team": "blue"})
        got = receiver.wait_for("/hook")[0]
        assert newer.secret is not None
        assert hook.secret is not None
        yield Delivered(got["body"].encode(), got["headers"], newer.secret, hook.secret, run)


def test_a_delivery_is_the_event(delivered: Delivered) -> None:
    event = verify_webhook(delivered.body, delivered.headers, delivered.secret)
    assert (event.type, event.subject) == ("run.completed", delivered.run)
    assert verify_webhook(delivered.body.decode(), delivered.headers, delivered.secret) == event
    upper = {name.title(): value for name, value in delivered.headers.items()}
    assert verify_webhook(delivered.body, upper, delivered.secret) == event


def test_either_secret_will_do_while_both_sign(delivered: Delivered) -> None:
    strange = "whsec_" + base64.b64encode(b"x" * 32).decode()
    for secrets in (delivered.older, [strange, delivered.older], [delivered.secret, strange]):
        assert verify_webhook(delivered.body, delivered.headers, secrets).type == "run.completed"
    with pytest.raises(SignatureVerificationError, match="signature"):
        verify_webhook(delivered.body, delivered.headers, strange)
    with pytest.raises(SignatureVerificationError, match="signature"):
        verify_webhook(delivered.body, delivered.headers, [])


CHANGES: dict[str, dict[str, str]] = {
    "another id": {"webhook-id": "evt_other"},
    "another time": {"webhook-timestamp": str(int(time.time()) + 1)},
    "another signature": {"webhook-signature": "v1,AAAA"},
    "a signature of another kind": {"webhook-signature": "v2,AAAA é"},
    "no signature": {"webhook-signature": ""},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_is_changed_shows(delivered: Delivered, change: dict[str, str]) -> None:
    with pytest.raises(SignatureVerificationError):
        verify_webhook(delivered.body, {**delivered.headers, **change}, delivered.secret)


def test_a_changed_body_shows(delivered: Delivered) -> None:
    with pytest.raises(SignatureVerificationError, match="signature"):
        verify_webhook(delivered.body + b" ", delivered.headers, delivered.secret)


@pytest.mark.parametrize("name", ["webhook-id", "webhook-timestamp", "webhook-signature"])
def test_a_missing_header_shows(delivered: Delivered, name: str) -> None:
    headers = {key: value for key, value in delivered.headers.items() if key != name}
    with pytest.raises(SignatureVerificationError, match=name):
        verify_webhook(delivered.body, headers, delivered.secret)


@pytest.mark.parametrize("later", [-301, 301])
def test_what_was_kept_back_shows(delivered: Delivered, later: int) -> None:
    then = int(delivered.headers["webhook-timestamp"])
    with pytest.raises(SignatureVerificationError, match="too old"):
        verify_webhook(delivered.body, delivered.headers, delivered.secret, now=then + later)
    event = verify_webhook(
        delivered.body, delivered.headers, delivered.secret, now=then + later, tolerance=302
    )
    assert event.type == "run.completed"


def signed(body: str, secret: str, stamp: str | None = None) -> dict[str, Any]:
    """Headers of a delivery, by somebody else's library."""
    now = datetime.now(UTC)
    signature = Standard(secret).sign("evt_1", now, body)
    return {
        "webhook-id": "evt_1",
        "webhook-timestamp": stamp or str(int(now.timestamp())),
        "webhook-signature": signature,
    }


def test_what_we_sign_holds_for_us_and_for_somebody_elses_library(delivered: Delivered) -> None:
    headers = sign_webhook(delivered.body, delivered.secret, event_id="evt_1")
    assert verify_webhook(delivered.body, headers, delivered.secret).subject == delivered.run
    Standard(delivered.secret).verify(delivered.body, headers)
    then = sign_webhook(delivered.body, delivered.secret, event_id="evt_1", now=1000)
    with pytest.raises(SignatureVerificationError, match="too old"):
        verify_webhook(delivered.body, then, delivered.secret)


def test_somebody_elses_signature_holds_too_but_must_be_of_an_event(delivered: Delivered) -> None:
    body = json.dumps(json.loads(delivered.body))
    event = verify_webhook(body, signed(body, delivered.secret), delivered.secret)
    assert event.subject == delivered.run
    for wrong in ("{nonsense", "[]", "{}"):
        with pytest.raises(MalformedResponseError):
            verify_webhook(wrong, signed(wrong, delivered.secret), delivered.secret)


def test_a_secret_that_is_none_is_the_callers_mistake(delivered: Delivered) -> None:
    with pytest.raises(ValueError, match="whsec_"):
        verify_webhook(delivered.body, delivered.headers, "whsec_é")
