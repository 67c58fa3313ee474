"""A command-line login gives one key, once, to whoever asked, with no more than its approver has.

Nobody gets anything by asking alone. The person who approves types the code; the key is made when
it is fetched, as if the approving key had made it then; and no secret is ever stored.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from db.raw import Raw
from support.client import Api, error_of
from support.patience import PATIENCE
from support.server import Server

LOGIN = {"object", "user_code", "name", "address", "status", "created_at", "expires_at", "scopes"}


def ask(server: Server, **body: Any) -> dict[str, Any]:
    """Begin a login, without any key."""
    asked = httpx.post(f"{server.url}/v1/auth/device", json=body)
    assert asked.status_code == 200, asked.text
    return dict(asked.json())


def fetch(server: Server, login: dict[str, Any]) -> httpx.Response:
    return httpx.post(
        f"{server.url}/v1/auth/token", json={"device_code": login["device_code"]}, timeout=PATIENCE
    )


def approve(api: Api, login: dict[str, Any], *scopes: str) -> httpx.Response:
    body = {"user_code": login["user_code"], "scopes": list(scopes or ("runs:read",))}
    return api.post("/v1/auth/approvals", body)


def refused(answer: httpx.Response, reason: str, field: str = "device_code") -> None:
    error = error_of(answer, 400, "invalid_request")
    assert reason in error["errors"][field][0]


# Asking -----------------------------------------------------------------------------------------


def test_asking_gives_a_code_to_show_and_one_to_keep(server: Server) -> None:
    login = ask(server, name="laptop")
    assert set(login) == {
        *("device_code", "user_code", "verification_uri", "expires_in", "interval"),
    }
    assert login["verification_uri"] == f"{server.url}/login"
    assert login["expires_in"] == 600
    assert len(login["device_code"]) >= 40
    assert set(login["user_code"]) <= set("BCDFGHJKLMNPQRSTVWXZ-")
    assert len(login["user_code"]) == 9


def test_until_somebody_approves_it_is_pending(server: Server) -> None:
    login = ask(server)
    for _ in range(3):
        assert fetch(server, login).json() == {"status": "pending"}


def test_a_code_that_nobody_gave_out_fetches_nothing(server: Server) -> None:
    refused(fetch(server, {"device_code": "made-up"}), "is not pending")


@pytest.mark.parametrize("body", [{}, {"device_code": ""}, {"device_code": 7}, {"code": "x"}])
def test_a_wrong_request_names_its_field(server: Server, body: dict[str, Any]) -> None:
    answer = httpx.post(f"{server.url}/v1/auth/token", json=body)
    error_of(answer, 400, "invalid_request")


def test_asking_needs_no_key_and_a_wrong_one_does_not_matter(server: Server) -> None:
    headers = {"Authorization": "Bearer rw_wrong"}
    assert httpx.post(f"{server.url}/v1/auth/device", json={}, headers=headers).status_code == 200


def test_an_address_can_ask_only_so_often(new_server: Callable[..., Server]) -> None:
    with new_server() as server, server.api() as owner:
        taken = 0
        while (answer := owner.post("/v1/auth/device")).status_code == 200:
            taken += 1
            assert taken < 5000
        error = error_of(answer, 429, "rate_limited")
        assert "This address may make 120 requests per minute." in error["message"]
        assert int(answer.headers["Retry-After"]) >= 1
        assert taken >= 120
        assert owner.get("/v1/runs").status_code == 200


# Approving --------------------------------------------------------------------------------------


def test_an_approved_login_gives_one_key_once(server: Server, api: Api) -> None:
    login = ask(server, name="laptop")
    approved = approve(api, login, "runs:write", "runs:read")
    assert approved.status_code == 200
    assert approved.json()["status"] == "approved"
    assert approved.json()["scopes"] == ["runs:read", "runs:write"]
    fetched = fetch(server, login).json()
    assert fetched["status"] == "approved"
    with Api(server.url, fetched["secret"]) as key:
        assert key.run()["status"] == "completed"
        error_of(key.get("/v1/models"), 403, "scope_denied")
    refused(fetch(server, login), "it was used")
    made = [key for key in api.get("/v1/keys").json()["data"] if key["name"] == "laptop"]
    assert [key["scopes"] for key in made] == [["runs:read", "runs:write"]]


def test_two_that_fetch_at_once_get_one_key(server: Server, api: Api) -> None:
    for _ in range(5):
        login = ask(server, name="twice")
        approve(api, login)
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda _, login=login: fetch(server, login), range(4)))
        assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]
    names = [key["name"] for key in api.get("/v1/keys").json()["data"]]
    assert names.count("twice") == 5


def test_whoever_approves_sees_who_asks(server: Server, api: Api) -> None:
    login = ask(server, name="laptop")
    shown = api.get(f"/v1/auth/approvals/{login['user_code']}").json()
    assert set(shown) == LOGIN
    assert shown["name"] == "laptop"
    assert shown["address"] == "127.0.0.1"
    assert shown["status"] == "pending"
    assert shown["scopes"] is None
    assert "device_code" not in shown


@pytest.mark.parametrize(
    "typed", [str.lower, lambda code: f" {code.replace('-', ' ')} ", lambda c: c.replace("-", "")]
)
def test_a_code_may_be_typed_as_people_type(
    server: Server, api: Api, typed: Callable[[str], str]
) -> None:
    login = ask(server)
    code = typed(login["user_code"])
    assert api.get(f"/v1/auth/approvals/{code}").json()["user_code"] == login["user_code"]
    assert approve(api, {"user_code": code}).status_code == 200
    assert fetch(server, login).json()["status"] == "approved"


@pytest.mark.parametrize("code", ["BCDF-GHJK", "x", "BCDF-GHJKL", "ABCD-EFGH"])
def test_a_wrong_code_finds_nobody(api: Api, code: str) -> None:
    error_of(api.get(f"/v1/auth/approvals/{code}"), 404, "not_found")
    error_of(api.delete(f"/v1/auth/approvals/{code}"), 404, "not_found")
    error = error_of(approve(api, {"user_code": code}), 400, "invalid_request")
    assert set(error["errors"]) == {"user_code"}


def test_nobody_approves_more_than_they_have(server: Server, api: Api) -> None:
    login = ask(server)
    with api.key("keys:write", "runs:read") as narrow:
        error = error_of(approve(narrow, login, "runs:read", "runs:write"), 403, "scope_denied")
        assert "runs:write" in error["message"]
        assert fetch(server, login).json()["status"] == "pending"
        assert approve(narrow, login, "runs:read").status_code == 200
    (denied,) = api.audit(action="auth.approve", decision="denied")
    assert denied["resource"] == login["user_code"]


def test_without_the_scope_nobody_approves(server: Server, api: Api) -> None:
    login = ask(server)
    with api.key("keys:read", "runs:read") as reader:
        error_of(approve(reader, login), 403, "scope_denied")
        error_of(reader.get(f"/v1/auth/approvals/{login['user_code']}"), 403, "scope_denied")
        error_of(reader.delete(f"/v1/auth/approvals/{login['user_code']}"), 403, "scope_denied")


def test_what_one_approved_another_can_neither_see_nor_take(server: Server, api: Api) -> None:
    login = ask(server)
    assert approve(api, login).status_code == 200
    with server.project("other") as other:
        refused(approve(other, login), "used", "user_code")
        error_of(other.get(f"/v1/auth/approvals/{login['user_code']}"), 404, "not_found")
        error_of(other.delete(f"/v1/auth/approvals/{login['user_code']}"), 404, "not_found")
        other_names = [key["name"] for key in other.get("/v1/keys").json()["data"]]
    assert fetch(server, login).json()["status"] == "approved"
    assert "command line" not in other_names


def test_a_refused_login_is_over(server: Server, api: Api) -> None:
    login = ask(server)
    gone = api.delete(f"/v1/auth/approvals/{login['user_code']}")
    assert gone.json() == {"id": login["user_code"], "object": "login", "deleted": True}
    refused(fetch(server, login), "denied")
    refused(approve(api, login), "denied", "user_code")


# Between approving and fetching -----------------------------------------------------------------


@pytest.mark.parametrize("is_approved", [False, True])
def test_a_login_lives_ten_minutes(server: Server, api: Api, is_approved: bool) -> None:
    login = ask(server)
    if is_approved:
        approve(api, login)
    changed = Raw(server).run(
        "UPDATE device_logins SET expires_at = ? WHERE user_code = ?",
        "2026-01-01T00:00:00.000Z",
        login["user_code"],
    )
    assert changed == 1
    refused(fetch(server, login), "expired")
    refused(approve(api, login), "expired", "user_code")


def test_a_revoked_approver_gives_nothing(server: Server, api: Api) -> None:
    login = ask(server)
    with api.key("keys:write", "runs:read") as approver:
        assert approve(approver, login).status_code == 200
        own = approver.get("/v1/auth/key").json()["id"]
        assert api.delete(f"/v1/keys/{own}").status_code == 200
    refused(fetch(server, login), "revoked since")


@pytest.mark.parametrize("left", [["keys:write"], ["runs:read"]])
def test_a_narrowed_approver_gives_nothing(server: Server, api: Api, left: list[str]) -> None:
    login = ask(server)
    with api.key("keys:write", "runs:read") as approver:
        assert approve(approver, login, "runs:read").status_code == 200
        own = approver.get("/v1/auth/key").json()["id"]
        assert api.patch(f"/v1/keys/{own}", {"scopes": left}).status_code == 200
        refused(fetch(server, login), "lost scopes since")
    denied = api.audit(action="keys.create", decision="denied", key=own)
    assert len(denied) == 1


def test_the_key_has_its_approvers_life_rate_and_budget(server: Server, api: Api) -> None:
    limits = {
        "expires_at": "2999-01-01T00:00:00.000Z",
        "rate_limit": "50/min",
        "budget": {"amount": "1.50", "period": "day"},
    }
    login = ask(server)
    with api.key("keys:write", "runs:read", **limits) as approver:
        assert approve(approver, login, "runs:read").status_code == 200
    secret = fetch(server, login).json()["secret"]
    with Api(server.url, secret) as key:
        made = key.get("/v1/auth/key").json()
    assert {name: made[name] for name in ("expires_at", "rate_limit")} == {
        name: limits[name] for name in ("expires_at", "rate_limit")
    }
    assert made["budget"]["period"] == "day"
    assert float(made["budget"]["amount"]) == 1.5


# What is left of it -----------------------------------------------------------------------------


def test_no_secret_and_no_device_code_is_stored(server: Server, api: Api) -> None:
    login = ask(server)
    approve(api, login)
    raw = Raw(server)
    assert raw.tables_with(login["user_code"]) >= {"device_logins"}
    assert raw.tables_with(login["device_code"]) == set()
    secret = fetch(server, login).json()["secret"]
    assert raw.tables_with(secret) == set()
    assert "device_logins" not in raw.tables_with(login["user_code"])


def test_the_audit_log_has_who_approved_and_what_came_of_it(server: Server, api: Api) -> None:
    login = ask(server)
    approve(api, login, "runs:read")
    secret = fetch(server, login).json()["secret"]
    with Api(server.url, secret) as key:
        made = key.get("/v1/auth/key").json()
    (approved,) = api.audit(action="auth.approve")
    (created,) = api.audit(action="keys.create", resource=made["id"])
    assert approved["resource"] == login["user_code"]
    assert approved["decision"] == created["decision"] == "allowed"
    assert created["key"] == approved["key"]
    assert created["detail"] == {"login": login["user_code"], "address": "127.0.0.1"}
    assert created["request_id"].startswith("req_")


# The calling key --------------------------------------------------------------------------------


def test_a_key_can_be_told_what_it_is_whatever_its_scopes(api: Api) -> None:
    with api.key("models:read") as key:
        own = key.get("/v1/auth/key").json()
    seen = api.get(f"/v1/keys/{own['id']}").json()
    assert (own.pop("is_current"), seen.pop("is_current")) == (True, False)
    assert own.pop("last_used_at") is not None
    seen.pop("last_used_at")  # stored within 30 seconds
    assert own == seen
    assert own["scopes"] == ["models:read"]
    (entry,) = api.audit(action="auth.own_key")
    assert (entry["key"], entry["resource"]) == (own["id"], own["id"])
    assert entry["request_id"].startswith("req_")


def test_a_key_can_give_itself_up_whatever_its_scopes(api: Api) -> None:
    with api.key("models:read") as key:
        own = key.get("/v1/auth/key").json()["id"]
        gone = key.delete("/v1/auth/key")
        assert gone.json() == {"id": own, "object": "key", "deleted": True}
        error_of(key.get("/v1/models"), 401, "unauthenticated")
        error_of(key.delete("/v1/auth/key"), 401, "unauthenticated")
    error_of(api.get(f"/v1/keys/{own}"), 409, "already_deleted")
    assert api.get(f"/v1/erasures/{own}").json()["what"] == "key"
    (entry,) = api.audit(action="auth.give_up")
    assert (entry["decision"], entry["key"], entry["resource"]) == ("allowed", own, own)


def test_nobody_else_can_be_given_up(api: Api) -> None:
    with api.key("models:read") as key, api.key("models:read") as other:
        assert key.delete("/v1/auth/key").status_code == 200
        assert other.get("/v1/models").status_code == 200
    assert api.get("/v1/runs").status_code == 200


@pytest.mark.parametrize("key", ["twice", "k" * 256])
def test_an_idempotency_key_means_nothing_to_who_has_no_key_yet(server: Server, key: str) -> None:
    first, second = (
        httpx.post(f"{server.url}/v1/auth/device", json={}, headers={"Idempotency-Key": key})
        for _ in range(2)
    )
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json()["device_code"] != second.json()["device_code"]
