"""`/v1/webhooks`: made, read, changed, removed; never above the caller's scopes.

Deliveries are in `test_webhooks_delivery`; here no address is ever connected to.
They are listed by `GET /v1/webhooks/{id}/deliveries`, and made by `POST /v1/webhooks/{id}/test`
and `POST /v1/webhooks/{id}/deliveries/{did}/redeliver`; `POST /v1/webhooks/{id}/rotate_secret`
changes what they are signed with.
"""

from __future__ import annotations

from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

URL = "https://hooks.example/runwright"
TYPES = ["run.completed", "run.failed"]
NEVER_WAS = "wh_01k00000000000000000000000"
ALL_TYPES = [
    *("file.deleted", "file.failed", "file.processed"),
    *("run.cancelled", "run.completed", "run.deleted", "run.failed"),
    "webhook.disabled",
]


def made(api: Api, **body: Any) -> dict[str, Any]:
    answer = api.post("/v1/webhooks", {"url": URL, "events": TYPES, **body})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def test_a_webhook_is_made_with_a_secret_that_is_shown_once(api: Api) -> None:
    webhook = made(api)
    secret = webhook.pop("secret")
    assert secret.startswith("whsec_")
    assert webhook == {
        "id": webhook["id"],
        "object": "webhook",
        "url": URL,
        "events": TYPES,
        "status": "enabled",
        "disabled_reason": None,
        "failing_since": None,
        "key": webhook["key"],
        "api_version": webhook["api_version"],
        "old_secret_until": None,
        "created_at": webhook["created_at"],
        "secret_hint": f"whsec_…{secret[-4:]}",
    }
    assert webhook["id"].startswith("wh_")
    assert api.get(f"/v1/webhooks/{webhook['id']}").json() == webhook
    assert api.get("/v1/webhooks").json()["data"] == [webhook]


def test_a_replay_makes_nothing_and_lacks_the_secret(api: Api) -> None:
    headers = {"Idempotency-Key": "once"}
    body = {"url": URL, "events": TYPES}
    first = api.post("/v1/webhooks", body, headers=headers).json()
    again = api.post("/v1/webhooks", body, headers=headers)
    assert again.headers["idempotent-replayed"] == "true"
    assert again.json() == {name: first[name] for name in first if name != "secret"}
    assert len(api.get("/v1/webhooks").json()["data"]) == 1


def test_types_are_shown_sorted_and_each_once(api: Api) -> None:
    webhook = made(api, events=[*reversed(ALL_TYPES), "run.failed"])
    assert webhook["events"] == ALL_TYPES


def test_webhooks_are_listed_by_pages_and_status(api: Api) -> None:
    webhooks = [made(api)["id"] for _ in range(3)]
    api.patch(f"/v1/webhooks/{webhooks[1]}", {"status": "disabled"})
    page = api.get("/v1/webhooks", params={"limit": 2}).json()
    assert [each["id"] for each in page["data"]] == webhooks[:0:-1]
    assert page["has_more"]
    rest = api.get("/v1/webhooks", params={"limit": 2, "after": page["last_id"]}).json()
    assert [each["id"] for each in rest["data"]] == webhooks[:1]
    off = api.get("/v1/webhooks", params={"status": "disabled"}).json()
    assert [each["id"] for each in off["data"]] == [webhooks[1]]


def test_a_change_keeps_what_it_does_not_name(api: Api) -> None:
    webhook = made(api)
    at = f"/v1/webhooks/{webhook['id']}"
    assert api.patch(at, {}).json()["url"] == URL
    changed = api.patch(at, {"events": ["file.failed"]}).json()
    assert (changed["url"], changed["events"]) == (URL, ["file.failed"])
    changed = api.patch(at, {"url": URL + "/2"}).json()
    assert (changed["url"], changed["events"]) == (URL + "/2", ["file.failed"])
    assert api.get(at).json() == changed


def test_disabling_twice_tells_it_once(api: Api) -> None:
    webhook = made(api)
    for _ in range(2):
        off = api.patch(f"/v1/webhooks/{webhook['id']}", {"status": "disabled"}).json()
        assert off["disabled_reason"] == "It was disabled by a request."
    told = api.get("/v1/events", params={"type": "webhook.disabled"}).json()["data"]
    assert [each["data"]["object"]["id"] for each in told] == [webhook["id"]]


def test_a_rotation_shows_the_new_secret_once(api: Api) -> None:
    webhook = made(api)
    at = f"/v1/webhooks/{webhook['id']}"
    headers = {"Idempotency-Key": "rotate"}
    rotated = api.post(f"{at}/rotate_secret", {}, headers=headers).json()
    assert rotated["secret"] not in ("", webhook["secret"])
    assert rotated["old_secret_until"] > rotated["created_at"]
    again = api.post(f"{at}/rotate_secret", {}, headers=headers).json()
    assert "secret" not in again
    assert "secret" not in api.get(at).json()
    error_of(api.post(f"{at}/rotate_secret", {"grace_seconds": -1}), 400, "invalid_request")


def test_a_deleted_webhook_is_gone_and_leaves_a_receipt(api: Api) -> None:
    webhook = made(api)
    at = f"/v1/webhooks/{webhook['id']}"
    delivery = api.post(f"{at}/test").json()["id"]
    assert api.delete(at).json() == {"id": webhook["id"], "object": "webhook", "deleted": True}
    for answer in (
        *(api.get(at), api.delete(at), api.patch(at, {}), api.get(f"{at}/deliveries")),
        *(api.post(f"{at}/test"), api.post(f"{at}/rotate_secret")),
        api.get(f"{at}/deliveries/{delivery}"),
    ):
        error_of(answer, 409, "already_deleted")
    receipt = api.get(f"/v1/erasures/{webhook['id']}").json()
    assert receipt["what"] == "webhook"
    assert receipt["counts"]["webhooks"] == 1
    assert receipt["counts"]["deliveries"] == 1
    assert api.get("/v1/webhooks").json()["data"] == []


def test_nothing_is_sent_by_a_webhook_that_is_disabled(api: Api) -> None:
    webhook = made(api)
    at = f"/v1/webhooks/{webhook['id']}"
    delivery = api.post(f"{at}/test").json()
    api.patch(at, {"status": "disabled"})
    for path in (f"{at}/test", f"{at}/deliveries/{delivery['id']}/redeliver"):
        error = error_of(api.post(path), 400, "invalid_request")
        assert list(error["errors"]) == ["status"]
    (left,) = api.get(f"{at}/deliveries", params={"status": "failed"}).json()["data"]
    assert (left["id"], left["next_attempt_at"]) == (delivery["id"], None)


@pytest.mark.parametrize("id", [NEVER_WAS, "wh_x", "run_01k00000000000000000000000", "%00"])
def test_what_never_was_is_not_found(api: Api, id: str) -> None:
    at = f"/v1/webhooks/{id}"
    for answer in (
        *(api.get(at), api.delete(at), api.patch(at, {}), api.get(f"{at}/deliveries")),
        *(api.post(f"{at}/test"), api.post(f"{at}/rotate_secret")),
        api.post(f"{at}/deliveries/dlv_01k00000000000000000000000/redeliver"),
        api.get(f"{at}/deliveries/dlv_01k00000000000000000000000"),
    ):
        error_of(answer, 404, "not_found")


@pytest.mark.parametrize("id", ["dlv_01k00000000000000000000000", "dlv_x", "evt_1"])
def test_a_delivery_that_never_was_is_not_found(api: Api, id: str) -> None:
    at = f"/v1/webhooks/{made(api)['id']}"
    error_of(api.post(f"{at}/deliveries/{id}/redeliver"), 404, "not_found")
    error_of(api.get(f"{at}/deliveries/{id}"), 404, "not_found")


def test_another_projects_webhook_does_not_exist(api: Api, server: Server) -> None:
    webhook = made(api)
    at = f"/v1/webhooks/{webhook['id']}"
    delivery = api.post(f"{at}/test").json()
    with server.project("other") as other:
        for answer in (
            *(other.get(at), other.delete(at), other.patch(at, {"url": URL})),
            *(other.post(f"{at}/test"), other.post(f"{at}/rotate_secret")),
            other.get(f"{at}/deliveries"),
            other.get(f"{at}/deliveries/{delivery['id']}"),
            other.post(f"{at}/deliveries/{delivery['id']}/redeliver"),
        ):
            error_of(answer, 404, "not_found")
        own = made(other)
        foreign = f"/v1/webhooks/{own['id']}/deliveries/{delivery['id']}"
        error_of(other.get(foreign), 404, "not_found")
        error_of(other.post(f"{foreign}/redeliver"), 404, "not_found")
        assert [each["id"] for each in other.get("/v1/webhooks").json()["data"]] == [own["id"]]


# Scopes -----------------------------------------------------------------------------------------


def test_a_key_subscribes_only_to_what_it_may_read(api: Api) -> None:
    with api.key("webhooks:write", "runs:read") as key:
        made(key, events=["run.completed"])
        for types, scope in (
            (["file.processed"], "files:read"),
            (["run.completed", "webhook.disabled"], "webhooks:read"),
        ):
            error = error_of(
                key.post("/v1/webhooks", {"url": URL, "events": types}), 403, "scope_denied"
            )
            assert scope in error["message"]
    denied = [e for e in api.audit(action="webhooks.subscribe") if e["decision"] == "denied"]
    assert [e["scope"] for e in denied] == ["files:read", "webhooks:read"]
    assert len(api.get("/v1/webhooks").json()["data"]) == 1


def test_a_weaker_key_cannot_lead_a_webhook_elsewhere(api: Api) -> None:
    webhook = made(api)
    at = f"/v1/webhooks/{webhook['id']}"
    with api.key("webhooks:write") as key:
        for body in ({"url": URL + "/mine"}, {"events": TYPES}, {"status": "enabled"}):
            error_of(key.patch(at, body), 403, "scope_denied")
        assert api.get(at).json() == {n: v for n, v in webhook.items() if n != "secret"}
        # To stop it shows nothing to anybody.
        assert key.patch(at, {"status": "disabled"}).json()["key"] == webhook["key"]


@pytest.mark.parametrize("path", ["rotate_secret", "test", "redeliver"])
def test_a_key_that_could_not_make_a_webhook_cannot_sign_for_it(api: Api, path: str) -> None:
    at = f"/v1/webhooks/{made(api)['id']}"
    delivery = api.post(f"{at}/test").json()["id"]
    address = f"{at}/{path}" if path != "redeliver" else f"{at}/deliveries/{delivery}/redeliver"
    with api.key("webhooks:write", "webhooks:read") as narrow:
        error = error_of(narrow.post(address), 403, "scope_denied")
        assert "runs:read" in error["message"]
    assert api.get(at).json()["old_secret_until"] is None
    assert len(api.get(f"{at}/deliveries").json()["data"]) == 1
    (denied,) = api.audit(action="webhooks.subscribe", decision="denied")
    assert (denied["scope"], denied["resource"]) == ("runs:read", at[-29:])
    with api.key("webhooks:write", "runs:read") as enough:
        assert enough.post(address).status_code == 200


def test_a_secret_is_not_replayed_to_a_key_that_could_not_rotate_it(api: Api) -> None:
    at = f"/v1/webhooks/{made(api)['id']}/rotate_secret"
    headers = {"Idempotency-Key": "once"}
    assert api.post(at, headers=headers).status_code == 200
    with api.key("webhooks:write") as narrow:
        error_of(narrow.post(at, headers=headers), 403, "scope_denied")


def test_a_webhook_passes_to_the_key_that_changed_it(api: Api) -> None:
    webhook = made(api)
    with api.key("webhooks:write", "runs:read") as key:
        changed = key.patch(f"/v1/webhooks/{webhook['id']}", {"events": ["run.failed"]}).json()
    assert changed["key"] != webhook["key"]


# Bad input --------------------------------------------------------------------------------------

GOOD = {"url": URL, "events": TYPES}


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, ["events", "url"]),
        ({**GOOD, "url": None}, ["url"]),
        ({**GOOD, "url": 1}, ["url"]),
        ({**GOOD, "url": ""}, ["url"]),
        ({**GOOD, "url": "hooks.example"}, ["url"]),
        ({**GOOD, "url": "ftp://hooks.example/"}, ["url"]),
        ({**GOOD, "url": "https://user:pass@hooks.example/"}, ["url"]),
        ({**GOOD, "url": "https://hooks.example/#part"}, ["url"]),
        ({**GOOD, "url": "https://hooks.example/" + "a" * 2048}, ["url"]),
        ({**GOOD, "url": "https://hooks.example/\n"}, ["url"]),
        ({**GOOD, "events": []}, ["events"]),
        ({**GOOD, "events": None}, ["events"]),
        ({**GOOD, "events": "run.completed"}, ["events"]),
        ({**GOOD, "events": ["*"]}, ["events"]),
        ({**GOOD, "events": ["run.completed", "run.exploded"]}, ["events"]),
        ({**GOOD, "events": ["webhook.test"]}, ["events"]),
        ({**GOOD, "events": [1]}, ["events.0"]),
        ({**GOOD, "events": ["run.failed"] * 101}, ["events"]),
        ({**GOOD, "secret": "whsec_mine"}, ["secret"]),
        ({**GOOD, "status": "enabled"}, ["status"]),
        ({"url": "http://127.0.0.1/", "events": ["nothing"], "x": 1}, ["events", "url", "x"]),
        ([], ["body"]),
    ],
)
def test_every_offending_field_is_named(api: Api, body: Any, fields: list[str]) -> None:
    error = error_of(api.http.post("/v1/webhooks", json=body), 400, "invalid_request")
    assert sorted(error["errors"]) == fields


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "2130706433", "0177.0.0.1", "0x7f.1", "127.1", "[::1]", "0.0.0.0"),
        *("[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "169.254.169.254"),
        *("10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "[fd00::1]", "[fe80::1]"),
        *("224.0.0.1", "localhost", "metadata.google.internal", "LOCALHOST."),
    ],
)
def test_a_private_address_is_refused_at_once(api: Api, host: str) -> None:
    for url in (f"http://{host}/hook", f"https://{host}:8443/hook"):
        error = error_of(
            api.post("/v1/webhooks", {"url": url, "events": TYPES}), 400, "invalid_request"
        )
        assert list(error["errors"]) == ["url"]
        assert "public address" in error["errors"]["url"][0]


def test_a_change_is_checked_as_a_creation_is(api: Api) -> None:
    at = f"/v1/webhooks/{made(api)['id']}"
    for body, field in (
        ({"url": "http://10.0.0.1/"}, "url"),
        ({"url": "x"}, "url"),
        ({"events": []}, "events"),
        ({"status": "paused"}, "status"),
        ({"key": "key_1"}, "key"),
    ):
        error = error_of(api.patch(at, body), 400, "invalid_request")
        assert list(error["errors"]) == [field]


@pytest.mark.parametrize("query", ["status=pendin", "limit=0", "after=evt_1", "type=run.failed"])
def test_a_wrong_query_is_refused(api: Api, query: str) -> None:
    at = f"/v1/webhooks/{made(api)['id']}"
    error = error_of(api.get(f"{at}/deliveries?{query}"), 400, "invalid_request")
    assert list(error["errors"]) == [query.split("=")[0]]
