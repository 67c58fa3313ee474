"""Webhooks are told what happens: signed, at least once, and however the endpoint behaves."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from support.client import Api
from support.patience import until
from support.receiver import DROP, GARBAGE, GOOD, HUGE, Receiver, held, slow, status
from support.server import Server
from support.webhooks import (  # noqa: F401
    QUICK,
    given_path,
    given_receiver,
    given_teller,
    given_telling_server,
    subscribe,
)


@pytest.fixture(scope="module")
def patient_server(new_server: Callable[..., Server]) -> Server:
    """A server that waits long for an answer, so that a test decides when it comes."""
    return new_server(settings={**QUICK, "RUNWRIGHT_WEBHOOK_SECONDS": "60"}).start()


@pytest.fixture
def patient(patient_server: Server) -> Iterator[Api]:
    """A project of one's own on it."""
    with patient_server.project() as client:
        yield client


def ids_of(got: list[dict[str, Any]]) -> list[str]:
    return [each["headers"]["webhook-id"] for each in got]


def body_of(got: dict[str, Any]) -> dict[str, Any]:
    return dict(json.loads(got["body"]))


def verifies(secret: str, got: dict[str, Any]) -> bool:
    try:
        Webhook(secret).verify(got["body"], got["headers"])
    except WebhookVerificationError:
        return False
    return True


def test_an_event_is_told_as_the_list_of_events_shows_it(
    teller: Api, receiver: Receiver, path: str
) -> None:
    hook = subscribe(teller, receiver, path)
    run = teller.run(metadata={"team": "sales"})
    (got,) = receiver.wait_for(path)
    event = teller.get("/v1/events").json()["data"][0]
    assert body_of(got) == event
    assert event["type"] == "run.completed"
    assert event["data"]["object"]["id"] == run["id"]
    assert event["data"]["object"]["metadata"] == {"team": "sales"}
    assert got["headers"]["webhook-id"] == event["id"]
    assert verifies(hook.secret, got)
    (delivery,) = hook.settled()
    assert delivery["status"] == "succeeded"
    assert (delivery["event"], delivery["type"]) == (event["id"], "run.completed")
    (attempt,) = delivery["attempts"]
    assert (attempt["status_code"], attempt["error"]) == (204, None)
    assert attempt["ms"] >= 0


def test_only_the_types_that_were_asked_for_are_told(
    teller: Api, receiver: Receiver, path: str
) -> None:
    hook = subscribe(teller, receiver, path, "file.processed", "run.deleted")
    run = teller.run()
    file = teller.file(b"Some words.")
    teller.delete(f"/v1/runs/{run['id']}")
    got = receiver.wait_for(path, 2)
    told = {(body_of(each)["type"], body_of(each)["data"]["object"]["id"]) for each in got}
    assert told == {("file.processed", file["id"]), ("run.deleted", run["id"])}
    deleted = next(body_of(each) for each in got if body_of(each)["type"] == "run.deleted")
    assert deleted["data"] == {"object": {"id": run["id"]}}
    assert len(hook.settled(2)) == 2


def test_a_failure_is_tried_again_with_the_same_id(
    teller: Api, receiver: Receiver, path: str
) -> None:
    receiver.tell(path, status(500), DROP, GOOD)
    hook = subscribe(teller, receiver, path)
    teller.run()
    got = receiver.wait_for(path, 3)
    assert len(set(ids_of(got))) == 1
    assert all(verifies(hook.secret, each) for each in got)
    assert len({each["body"] for each in got}) == 1
    (delivery,) = hook.settled()
    assert delivery["status"] == "succeeded"
    assert [each["status_code"] for each in delivery["attempts"]] == [500, None, 204]
    assert delivery["next_attempt_at"] is None
    assert hook.now()["failing_since"] is None


@pytest.mark.parametrize(
    ("act", "code", "said"),
    [
        (status(302, location="http://127.0.0.1:9/"), 302, "redirects are not followed"),
        (status(404), 404, "404"),
        (slow(3), None, "no answer within 1 s"),
        (GARBAGE, None, "no HTTP"),
        (DROP, None, "cut"),
    ],
)
def test_whatever_is_no_2xx_is_logged_as_a_failure_and_tried_again(
    teller: Api, receiver: Receiver, path: str, act: dict[str, Any], code: int | None, said: str
) -> None:
    receiver.tell(path, act, GOOD)
    hook = subscribe(teller, receiver, path)
    teller.run()
    (delivery,) = hook.settled()
    first, second = delivery["attempts"]
    assert first["status_code"] == code
    assert said in first["error"]
    assert second["status_code"] == 204


def test_a_huge_answer_is_not_read_to_its_end(teller: Api, receiver: Receiver, path: str) -> None:
    receiver.tell(path, HUGE)
    hook = subscribe(teller, receiver, path)
    teller.run()
    (delivery,) = hook.settled()
    assert delivery["status"] == "succeeded"


def test_410_disables_at_once_and_the_others_are_told(
    teller: Api, receiver: Receiver, path: str
) -> None:
    receiver.tell(path, status(410))
    hook = subscribe(teller, receiver, path)
    other = subscribe(teller, receiver, path + "-other", "webhook.disabled")
    teller.run()
    assert "410" in hook.disabled()["disabled_reason"]
    (told,) = receiver.wait_for(other.path)
    about = body_of(told)["data"]["object"]
    assert (about["id"], about["status"]) == (hook.id, "disabled")
    assert "secret" not in about
    witness = subscribe(teller, receiver, path + "-witness")
    teller.run()
    witness.settled()
    assert len(receiver.got(path)) == 1
    (delivery,) = hook.deliveries()
    assert (delivery["status"], delivery["next_attempt_at"]) == ("failed", None)
    listed = teller.get("/v1/events", params={"type": "webhook.disabled"}).json()["data"]
    assert [each["data"]["object"]["id"] for each in listed] == [hook.id]


def test_a_dead_endpoint_is_disabled_when_every_try_has_failed(
    teller: Api, receiver: Receiver, path: str
) -> None:
    hook = subscribe(teller, receiver, path, url="http://127.0.0.1:9/")
    teller.run()
    found = hook.disabled()
    assert "every try" in found["disabled_reason"]
    (delivery,) = hook.deliveries()
    assert delivery["status"] == "failed"
    assert [each["error"] for each in delivery["attempts"]] == ["No connection could be made."] * 3


def test_failures_between_successes_do_not_disable(
    teller: Api, receiver: Receiver, path: str
) -> None:
    receiver.tell(path, status(500), GOOD, status(500), GOOD, status(500), GOOD)
    hook = subscribe(teller, receiver, path)
    for _ in range(3):
        teller.run()
    hook.settled(3)
    assert hook.now()["status"] == "enabled"


def test_a_rotation_signs_with_both_secrets_until_it_is_over(
    teller: Api, receiver: Receiver, path: str
) -> None:
    hook = subscribe(teller, receiver, path)
    rotated = teller.post(f"{hook.at}/rotate_secret", {"grace_seconds": 3600}).json()
    assert rotated["secret"] not in (hook.secret, None)
    assert rotated["old_secret_until"] is not None
    teller.run()
    (got,) = receiver.wait_for(path)
    assert verifies(hook.secret, got)
    assert verifies(rotated["secret"], got)
    assert len(got["headers"]["webhook-signature"].split()) == 2
    last = teller.post(f"{hook.at}/rotate_secret", {"grace_seconds": 0}).json()
    teller.run()
    got = receiver.wait_for(path, 2)[1]
    assert [verifies(s, got) for s in (hook.secret, rotated["secret"], last["secret"])] == [
        *(False, False, True)
    ]


def test_a_test_is_told_whatever_the_types_are_and_is_in_no_list(
    teller: Api, receiver: Receiver, path: str
) -> None:
    hook = subscribe(teller, receiver, path, "file.failed")
    made = teller.post(f"{hook.at}/test").json()
    assert (made["type"], made["status"], made["attempts"]) == ("webhook.test", "pending", [])
    (got,) = receiver.wait_for(path)
    assert verifies(hook.secret, got)
    assert body_of(got)["data"]["object"]["id"] == hook.id
    assert body_of(got)["id"] == made["event"]
    assert teller.get("/v1/events").json()["data"] == []
    assert hook.settled()[0]["id"] == made["id"]


def test_a_test_says_at_once_that_it_failed(teller: Api, receiver: Receiver, path: str) -> None:
    receiver.tell(path, status(500))
    hook = subscribe(teller, receiver, path)
    teller.post(f"{hook.at}/test")
    (delivery,) = hook.settled()
    assert (delivery["status"], len(delivery["attempts"])) == ("failed", 1)
    assert hook.now()["status"] == "enabled"


def test_a_redelivery_sends_the_same_event_again(
    teller: Api, receiver: Receiver, path: str
) -> None:
    hook = subscribe(teller, receiver, path)
    teller.run()
    (delivery,) = hook.settled()
    receiver.tell(path, status(500), GOOD)
    again = teller.post(f"{hook.at}/deliveries/{delivery['id']}/redeliver").json()
    assert (again["id"], again["status"]) == (delivery["id"], "pending")
    got = receiver.wait_for(path, 3)
    assert len(set(ids_of(got))) == 1
    until(lambda: hook.deliveries()[0]["status"] == "succeeded", "it arrives again")
    assert [a["status_code"] for a in hook.deliveries()[0]["attempts"]] == [204, 500, 204]


def test_what_was_erased_between_two_tries_is_not_told(
    patient: Api, receiver: Receiver, path: str
) -> None:
    receiver.tell(path, held(500), GOOD)
    hook = subscribe(patient, receiver, path)
    run = patient.run("What is 17 * 23?", metadata={"name": "Ingrid"})
    receiver.wait_for(path)
    assert patient.delete(f"/v1/runs/{run['id']}").status_code == 200
    receiver.release(path)
    first, second = receiver.wait_for(path, 2)
    assert "Ingrid" in first["body"]
    assert body_of(second)["data"] == {"object": {"id": run["id"]}}
    assert body_of(second)["id"] == body_of(first)["id"]
    hook.settled()


def test_a_slow_endpoint_does_not_delay_the_others(
    patient: Api, receiver: Receiver, path: str
) -> None:
    hanging = [subscribe(patient, receiver, f"{path}-slow-{n}") for n in range(5)]
    for hook in hanging:
        receiver.tell(hook.path, held(204))
    subscribe(patient, receiver, path)
    for _ in range(20):
        patient.run()
    receiver.wait_for(path, 20)
    assert all(hook.deliveries(status="succeeded") == [] for hook in hanging)
    for hook in hanging:
        receiver.release(hook.path)


def test_one_answer_that_does_not_come_holds_up_no_other_event(
    patient: Api, receiver: Receiver, path: str
) -> None:
    receiver.tell(path, held(204), GOOD)
    hook = subscribe(patient, receiver, path)
    patient.run()
    receiver.wait_for(path)
    patient.run()
    receiver.wait_for(path, 2)
    hook.settled(1)
    assert [each["status"] for each in hook.deliveries()] == ["succeeded", "pending"]
    receiver.release(path)
    hook.settled(2)


def test_each_try_is_one_entry_in_the_audit_log(teller: Api, receiver: Receiver, path: str) -> None:
    receiver.tell(path, status(500), GOOD)
    hook = subscribe(teller, receiver, path)
    run = teller.run()
    hook.settled()
    told = [e for e in teller.audit(resource=run["id"]) if e["action"] == "webhooks.deliver"]
    assert [(e["scope"], e["decision"]) for e in told] == [("runs:read", "allowed")] * 2
    assert {e["key"] for e in told} == {hook.now()["key"]}
    assert {e["detail"]["webhook"] for e in told} == {hook.id}


# The key that it is told with -------------------------------------------------------------------

READS = ("webhooks:write", "webhooks:read", "runs:read", "keys:read")


def test_a_revoked_key_disables_its_webhooks(teller: Api, receiver: Receiver, path: str) -> None:
    key = teller.post("/v1/keys", {"name": "hooks", "scopes": list(READS)}).json()
    with Api(teller.url, key["secret"]) as client:
        made = subscribe(client, receiver, path)
    hook = made._replace(api=teller)
    teller.delete(f"/v1/keys/{key['id']}")
    teller.run()
    assert "revoked" in hook.disabled()["disabled_reason"]
    assert receiver.got(path) == []


def test_a_narrowed_key_disables_its_webhooks_and_the_denial_is_recorded(
    teller: Api, receiver: Receiver, path: str
) -> None:
    key = teller.post("/v1/keys", {"name": "hooks", "scopes": list(READS)}).json()
    with Api(teller.url, key["secret"]) as client:
        made = subscribe(client, receiver, path)
    hook = made._replace(api=teller)
    teller.patch(f"/v1/keys/{key['id']}", {"scopes": ["webhooks:write"]})
    run = teller.run()
    assert "runs:read" in hook.disabled()["disabled_reason"]
    assert receiver.got(path) == []
    denied = [e for e in teller.audit(resource=run["id"]) if e["decision"] == "denied"]
    assert [(e["action"], e["scope"]) for e in denied] == [("webhooks.deliver", "runs:read")]
    assert teller.get("/v1/events", params={"type": "webhook.disabled"}).json()["data"]


def test_a_rotated_key_goes_on_telling(teller: Api, receiver: Receiver, path: str) -> None:
    key = teller.post("/v1/keys", {"name": "hooks", "scopes": list(READS)}).json()
    with Api(teller.url, key["secret"]) as client:
        subscribe(client, receiver, path)
    teller.post(f"/v1/keys/{key['id']}/rotate", {"grace_seconds": 0})
    teller.run()
    receiver.wait_for(path)


# Changing it ------------------------------------------------------------------------------------


def test_a_webhook_that_is_enabled_again_goes_on_from_then(
    teller: Api, receiver: Receiver, path: str
) -> None:
    hook = subscribe(teller, receiver, path)
    stopped = teller.patch(hook.at, {"status": "disabled"}).json()
    assert (stopped["status"], stopped["disabled_reason"]) == (
        *("disabled", "It was disabled by a request."),
    )
    teller.run()
    started = teller.patch(hook.at, {"status": "enabled"}).json()
    assert (started["status"], started["disabled_reason"]) == ("enabled", None)
    run = teller.run()
    (got,) = receiver.wait_for(path)
    assert body_of(got)["data"]["object"]["id"] == run["id"]
    assert len(hook.settled()) == 1


def test_a_changed_address_gets_what_is_still_to_be_told(
    patient: Api, receiver: Receiver, path: str
) -> None:
    receiver.tell(path, held(500))
    hook = subscribe(patient, receiver, path)
    patient.run()
    receiver.wait_for(path)
    patient.patch(hook.at, {"url": receiver.url + path + "-new"})
    receiver.release(path)
    receiver.wait_for(path + "-new")
    assert hook.settled()[0]["status"] == "succeeded"


def test_a_deleted_webhook_is_told_nothing_more(teller: Api, receiver: Receiver, path: str) -> None:
    receiver.tell(path, status(500))
    hook = subscribe(teller, receiver, path)
    teller.run()
    receiver.wait_for(path)
    assert teller.delete(hook.at).json() == {"id": hook.id, "object": "webhook", "deleted": True}
    count = len(receiver.got(path))
    witness = subscribe(teller, receiver, path + "-witness")
    teller.run()
    witness.settled()
    assert len(receiver.got(path)) <= count + 1
    receipt = teller.get(f"/v1/erasures/{hook.id}").json()
    assert (receipt["what"], receipt["counts"]["deliveries"]) == ("webhook", 1)


def test_other_projects_hear_nothing(
    teller: Api, telling_server: Any, receiver: Receiver, path: str
) -> None:
    hook = subscribe(teller, receiver, path)
    with telling_server.project("other") as other:
        foreign = subscribe(other, receiver, path + "-other")
        run = teller.run()
        receiver.wait_for(path)
        hook.settled()
        assert foreign.deliveries() == []
        assert receiver.got(path + "-other") == []
    assert run["id"] in receiver.got(path)[0]["body"]
