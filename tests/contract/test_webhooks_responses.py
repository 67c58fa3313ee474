"""`GET /v1/webhooks/{id}/deliveries/{did}`: what was sent, and what came back.

The request is rendered again and no copy of it is kept. The response is kept without secrets, and
goes with the thing that the event is about, whichever of the two comes first.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest

from db.raw import Raw
from support.client import Api, error_of
from support.patience import until
from support.receiver import DROP, GOOD, HUGE, Receiver, answering, held, status
from support.server import Server
from support.webhooks import (  # noqa: F401
    QUICK,
    given_path,
    given_receiver,
    given_teller,
    given_telling_server,
    subscribe,
)

SHOWN = 8 * 1024


@pytest.fixture(scope="module")
def patient_server(new_server: Callable[..., Server]) -> Server:
    """A server that waits long for an answer, so that a test decides when it comes."""
    return new_server(settings={**QUICK, "RUNWRIGHT_WEBHOOK_SECONDS": "60"}).start()


@pytest.fixture
def patient(patient_server: Server) -> Iterator[Api]:
    """A project of one's own on it."""
    with patient_server.project() as client:
        yield client


@pytest.fixture
def word() -> str:
    """A word that stands nowhere yet."""
    return f"zq{uuid4().hex}"


# What is shown ----------------------------------------------------------------------------------


def test_a_delivery_is_shown_with_its_request_and_its_response(
    teller: Api, receiver: Receiver, path: str
) -> None:
    receiver.tell(path, answering("Schön, danke.".encode(), 201, x_trace="abc"))
    hook = subscribe(teller, receiver, path)
    teller.run(metadata={"team": "sales"})
    (listed,) = hook.settled()
    (got,) = receiver.got(path)
    shown = hook.delivery(listed["id"])
    request, response = shown.pop("request"), shown.pop("response")
    assert shown == listed
    assert (request["body"], request["truncated"]) == (got["body"], False)
    sent = {name for name in got["headers"] if name not in ("host", "webhook-signature")}
    assert request["headers"] == {name: got["headers"][name] for name in sent}
    assert response["headers"]["x-trace"] == "abc"
    assert {name: response[name] for name in response if name != "headers"} == {
        "status_code": 201,
        "body": "Schön, danke.",
        "truncated": False,
        "erased": False,
    }


def test_headers_of_a_response_that_carry_secrets_are_not_kept(
    teller: Api, telling_server: Server, receiver: Receiver, path: str, word: str
) -> None:
    names = ("set_cookie", "authorization", "www_authenticate", "proxy_authenticate", "proxy_x")
    receiver.tell(path, status(204, x_plain="yes", **dict.fromkeys(names, word)))
    hook = subscribe(teller, receiver, path)
    teller.run()
    headers = hook.delivery(hook.settled()[0]["id"])["response"]["headers"]
    assert headers["x-plain"] == "yes"
    assert not {name.replace("_", "-") for name in names} & headers.keys()
    assert Raw(telling_server).tables_with(word) == set()


@pytest.mark.parametrize(
    ("act", "body", "truncated"),
    [
        (answering(b"x" * SHOWN), "x" * SHOWN, False),
        (answering(b"x" * (SHOWN + 1)), "x" * SHOWN, True),
        (
            answering("xé".encode() * SHOWN),
            ("xé" * SHOWN).encode()[:SHOWN].decode("utf-8", "ignore"),
            True,
        ),
        (HUGE, "x" * SHOWN, True),
        (answering(b"a\xff\x00\xe9"), "a\ufffd\x00\ufffd", False),
        (GOOD, "", False),
    ],
    ids=["just fits", "one byte more", "cut through a character", "huge", "no text", "empty"],
)
def test_of_a_body_8_kb_are_shown_as_text(
    teller: Api, receiver: Receiver, path: str, act: dict[str, object], body: str, truncated: bool
) -> None:
    receiver.tell(path, act)
    hook = subscribe(teller, receiver, path)
    teller.run()
    response = hook.delivery(hook.settled()[0]["id"])["response"]
    assert (response["body"], response["truncated"]) == (body, truncated)


def test_of_a_long_request_8_kb_are_shown(teller: Api, receiver: Receiver, path: str) -> None:
    hook = subscribe(teller, receiver, path)
    teller.run(metadata={f"key{n}": "é" * 512 for n in range(16)})
    (delivery,) = hook.settled()
    (got,) = receiver.got(path)
    request = hook.delivery(delivery["id"])["request"]
    assert got["body"].startswith(request["body"])
    assert SHOWN - 2 < len(request["body"].encode()) <= SHOWN
    assert request["truncated"]
    assert request["headers"]["content-length"] == str(len(got["body"].encode()))


def test_what_was_not_sent_yet_has_neither_request_nor_response(
    patient: Api, receiver: Receiver, path: str
) -> None:
    receiver.tell(path, held(204))
    hook = subscribe(patient, receiver, path)
    patient.run()
    receiver.wait_for(path)
    shown = hook.delivery(hook.deliveries()[0]["id"])
    assert (shown["request"], shown["response"]) == (None, None)
    receiver.release(path)


def test_a_try_without_an_answer_leaves_none_of_the_try_before(
    teller: Api, telling_server: Server, receiver: Receiver, path: str, word: str
) -> None:
    receiver.tell(path, answering(word.encode(), 500), DROP)
    hook = subscribe(teller, receiver, path)
    teller.run()
    hook.disabled()
    shown = hook.delivery(hook.deliveries()[0]["id"])
    assert [each["status_code"] for each in shown["attempts"]] == [500, None, None]
    assert shown["request"]["headers"]["webhook-id"] == shown["event"]
    assert shown["response"] is None
    assert Raw(telling_server).tables_with(word) == set()


def test_the_response_is_that_of_the_last_try(teller: Api, receiver: Receiver, path: str) -> None:
    receiver.tell(path, answering(b"not yet", 503), answering(b"now", 200))
    hook = subscribe(teller, receiver, path)
    teller.run()
    response = hook.delivery(hook.settled()[0]["id"])["response"]
    assert (response["status_code"], response["body"]) == (200, "now")


# Erasing ----------------------------------------------------------------------------------------


def test_a_response_is_erased_with_the_run_that_it_is_about(
    teller: Api, telling_server: Server, receiver: Receiver, path: str, word: str
) -> None:
    receiver.tell(path, answering(word.encode(), 200, x_echo=word))
    hook = subscribe(teller, receiver, path)
    run = teller.run(metadata={"name": "Ingrid"})
    (delivery,) = hook.settled()
    raw = Raw(telling_server)
    assert raw.tables_with(word) == {"delivery_responses"}
    teller.delete(f"/v1/runs/{run['id']}")
    assert raw.tables_with(word) == set()
    until(lambda: raw.files_with(word) == [], "no file has it any more")
    shown = hook.delivery(delivery["id"])
    assert shown["response"] == {
        "status_code": 200,
        "headers": None,
        "body": None,
        "truncated": False,
        "erased": True,
    }
    assert json.loads(shown["request"]["body"])["data"] == {"object": {"id": run["id"]}}


def test_a_response_that_comes_after_the_erasure_is_not_kept(
    patient: Api, patient_server: Server, receiver: Receiver, path: str, word: str
) -> None:
    receiver.tell(path, held(200, word.encode()))
    hook = subscribe(patient, receiver, path)
    run = patient.run()
    receiver.wait_for(path)
    patient.delete(f"/v1/runs/{run['id']}")
    receiver.release(path)
    (delivery,) = hook.settled()
    response = hook.delivery(delivery["id"])["response"]
    assert (response["status_code"], response["erased"]) == (200, True)
    assert Raw(patient_server).tables_with(word) == set()


def test_a_response_is_erased_with_the_file_that_it_is_about(
    teller: Api, telling_server: Server, receiver: Receiver, path: str, word: str
) -> None:
    receiver.tell(path, answering(word.encode()))
    hook = subscribe(teller, receiver, path, "file.processed", "file.deleted")
    file = teller.file(b"Some words.")
    hook.settled()
    raw = Raw(telling_server)
    assert raw.tables_with(word) == {"delivery_responses"}
    teller.delete(f"/v1/files/{file['id']}")
    # What answers the event of the erasure itself is not kept either.
    hook.settled(2)
    assert raw.tables_with(word) == set()


def test_a_response_goes_with_its_webhook(
    teller: Api, telling_server: Server, receiver: Receiver, path: str, word: str
) -> None:
    receiver.tell(path, answering(word.encode()))
    hook = subscribe(teller, receiver, path)
    teller.run()
    hook.settled()
    teller.delete(hook.at)
    assert Raw(telling_server).tables_with(word) == set()


# Scopes -----------------------------------------------------------------------------------------


def test_a_delivery_takes_the_scope_of_what_its_event_is_about(
    teller: Api, receiver: Receiver, path: str
) -> None:
    hook = subscribe(teller, receiver, path)
    run = teller.run()
    (told,) = hook.settled()
    at = f"{hook.at}/deliveries/{told['id']}"
    with teller.key("webhooks:read", "files:read") as narrow:
        assert "runs:read" in error_of(narrow.get(at), 403, "scope_denied")["message"]
    with teller.key("webhooks:read", "runs:read") as enough:
        assert enough.get(at).status_code == 200
    entries = teller.audit(action="webhooks.delivery", resource=run["id"])
    assert sorted((e["scope"], e["decision"]) for e in entries) == [
        ("runs:read", "allowed"),
        ("runs:read", "denied"),
    ]
    assert {e["detail"]["webhook"] for e in entries} == {hook.id}


def test_a_test_is_shown_to_whoever_may_read_webhooks(
    teller: Api, receiver: Receiver, path: str
) -> None:
    hook = subscribe(teller, receiver, path)
    teller.post(f"{hook.at}/test")
    (told,) = hook.settled()
    with teller.key("webhooks:read") as narrow:
        shown = narrow.get(f"{hook.at}/deliveries/{told['id']}").json()
    assert json.loads(shown["request"]["body"])["data"]["object"]["id"] == hook.id
    assert shown["response"]["status_code"] == 204
