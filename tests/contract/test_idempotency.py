"""A request that is sent again with its `Idempotency-Key` happens once.

The stored answer comes back for 24 hours, marked as a replay; another request under the same
key is refused; only 2xx answers are stored, and none holds a secret.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from db.raw import Raw
from support.agents import agent, network
from support.client import Api, error_of
from support.queued import NEVER, plant, remove
from support.server import Server

RUN = {"model": "y0-fast", "prompt": "What is 6 * 7?", "metadata": {"team": "blue"}}
DEEP = {"model": "y0-deep", "prompt": "What is 6 * 7?"}
REPLAYED = "Idempotent-Replayed"
TOO_LONG = "What is 1 + 2? What is 3 * 2? What is 6 * 2?"


def key(name: str) -> dict[str, str]:
    return {"Idempotency-Key": name}


def same(first: httpx.Response, second: httpx.Response) -> None:
    """The second is a replay of the first."""
    assert first.is_success, first.text
    assert REPLAYED not in first.headers
    assert second.headers[REPLAYED] == "true"
    assert (second.status_code, second.content) == (first.status_code, first.content)


@pytest.mark.parametrize("extra", [{}, {"context": ["calendar", "finance"]}, {"model": "y0-deep"}])
def test_a_repeated_create_gives_the_first_answer_and_makes_one_run(
    api: Api, extra: dict[str, Any]
) -> None:
    first, second = (api.post("/v1/runs", {**RUN, **extra}, headers=key("a")) for _ in range(2))
    same(first, second)
    assert first.status_code == 201
    assert [run["id"] for run in api.get("/v1/runs").json()["data"]] == [first.json()["id"]]


PAID = b"Date,Description,Amount,Currency\n2026-10-02,SALARY SECRETCORP,5400.20,EUR\n"
ABOUT_PAY = {"prompt": "What was paid by SECRETCORP?"}


def of_a_run(_api: Api) -> tuple[str, dict[str, Any]]:
    return "/v1/runs", {"model": "y0-fast"}


def of_an_agent(api: Api) -> tuple[str, dict[str, Any]]:
    return f"/v1/agents/{agent(api, model='y0-fast')}/run", {}


def of_a_network(api: Api) -> tuple[str, dict[str, Any]]:
    return f"/v1/networks/{network(api, [agent(api)])}/run", {}


@pytest.mark.parametrize("is_erased", [False, True], ids=["file", "erased file"])
@pytest.mark.parametrize("made_by", [of_a_run, of_an_agent, of_a_network])
def test_a_replay_needs_the_scopes_of_the_files_it_rests_on(
    api: Api, made_by: Callable[[Api], tuple[str, dict[str, Any]]], is_erased: bool
) -> None:
    path, more = made_by(api)
    file_id = api.file(PAID, filename="bank.csv")["id"]
    body = {**ABOUT_PAY, **more, "files": [file_id]}
    first = api.post(path, body, headers=key("pay"))
    assert first.status_code == 201, first.text
    if is_erased:
        assert api.delete(f"/v1/files/{file_id}").status_code == 200
    with api.key("runs:write", "files:read", "agents:read", "networks:read") as narrow:
        refused = narrow.post(path, body, headers=key("pay"))
        assert "finance:read" in error_of(refused, 403, "scope_denied")["message"]
    denied = api.audit(decision="denied")[-1]
    assert (denied["scope"], denied["resource"]) == ("finance:read", first.json()["id"])
    same(first, api.post(path, body, headers=key("pay")))


def test_the_order_of_the_fields_does_not_make_another_request(api: Api) -> None:
    first = api.post("/v1/runs", RUN, headers=key("a"))
    second = api.post("/v1/runs", dict(reversed(RUN.items())), headers=key("a"))
    same(first, second)


def test_without_a_key_every_request_is_a_new_one(api: Api) -> None:
    assert api.run()["id"] != api.run()["id"]


def other_body(api: Api, _run: str) -> httpx.Response:
    return api.post("/v1/runs", {**RUN, "prompt": "What is 6 * 8?"}, headers=key("a"))


def other_resource(api: Api, run: str) -> httpx.Response:
    return api.post(f"/v1/runs/{run}/cancel", headers=key("a"))


def other_method(api: Api, run: str) -> httpx.Response:
    return api.delete(f"/v1/runs/{run}", headers=key("a"))


@pytest.mark.parametrize("other", [other_body, other_resource, other_method])
def test_the_key_of_another_request_is_refused_by_name(
    api: Api, other: Callable[[Api, str], httpx.Response]
) -> None:
    first = api.post("/v1/runs", RUN, headers=key("a"))
    refused = error_of(other(api, first.json()["id"]), 400, "invalid_request")
    assert list(refused["errors"]) == ["Idempotency-Key"]
    assert api.get(f"/v1/runs/{first.json()['id']}").json()["status"] == "completed"
    same(first, api.post("/v1/runs", RUN, headers=key("a")))


def test_a_key_used_for_another_path_with_the_same_body_is_refused(api: Api) -> None:
    one, two = api.run()["id"], api.run()["id"]
    assert api.post(f"/v1/runs/{one}/cancel", headers=key("a")).status_code == 200
    refused = error_of(api.post(f"/v1/runs/{two}/cancel", headers=key("a")), 400, "invalid_request")
    assert list(refused["errors"]) == ["Idempotency-Key"]


@pytest.mark.parametrize(
    "body", [RUN, DEEP, {**RUN, "context": ["documents"]}], ids=["fast", "deep", "context"]
)
def test_fifty_duplicates_at_once_make_one_run(api: Api, body: dict[str, Any]) -> None:
    count = 50
    barrier = threading.Barrier(count)

    def send(_: int) -> httpx.Response:
        barrier.wait()
        return api.post("/v1/runs", body, headers=key("storm"))

    with ThreadPoolExecutor(count) as pool:
        answers = list(pool.map(send, range(count)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sum(REPLAYED not in answer.headers for answer in answers) == 1
    (only,) = api.get("/v1/runs").json()["data"]
    assert only["id"] == answers[0].json()["id"]
    created = api.audit(action="runs.create")
    assert {entry["resource"] for entry in created} == {only["id"]}
    assert sum("replayed" not in entry["detail"] for entry in created) == 1
    assert len(created) == count


def test_another_projects_same_key_is_its_own(api: Api, server: Server) -> None:
    with server.project() as other:
        first = api.post("/v1/runs", RUN, headers=key("shared"))
        theirs = other.post("/v1/runs", {**RUN, "prompt": "What is 1 + 1?"}, headers=key("shared"))
    assert (first.status_code, theirs.status_code) == (201, 201)
    assert REPLAYED not in theirs.headers
    assert first.json()["id"] != theirs.json()["id"]


def test_keys_of_one_project_share_its_idempotency_keys(api: Api) -> None:
    with api.key("runs:write") as second:
        same(
            api.post("/v1/runs", RUN, headers=key("a")),
            second.post("/v1/runs", RUN, headers=key("a")),
        )


def not_valid(api: Api) -> httpx.Response:
    return api.post("/v1/runs", {**RUN, "max_steps": 17}, headers=key("a"))


def not_fitting(api: Api) -> httpx.Response:
    return api.post("/v1/runs", {**RUN, "prompt": TOO_LONG, "max_steps": 1}, headers=key("a"))


def not_there(api: Api) -> httpx.Response:
    return api.delete("/v1/runs/run_01k0000000000000000000000a", headers=key("a"))


def not_allowed(api: Api) -> httpx.Response:
    with api.key("runs:write") as narrow:
        return narrow.post("/v1/runs", {**RUN, "context": ["finance"]}, headers=key("a"))


def too_often(api: Api) -> httpx.Response:
    with api.key("runs:read", rate_limit="1/min") as slow:
        slow.get("/v1/runs")
        return slow.post("/v1/runs", RUN, headers=key("a"))


@pytest.mark.parametrize(
    ("fail", "status"),
    [(not_valid, 400), (not_allowed, 403), (not_there, 404), (not_fitting, 422), (too_often, 429)],
)
def test_a_failed_request_leaves_its_key_free_for_the_corrected_one(
    api: Api, fail: Callable[[Api], httpx.Response], status: int
) -> None:
    assert fail(api).status_code == status
    again = fail(api)
    assert again.status_code == status
    assert REPLAYED not in again.headers
    corrected = api.post("/v1/runs", RUN, headers=key("a"))
    assert corrected.status_code == 201
    assert REPLAYED not in corrected.headers


def test_an_overloaded_answer_is_not_stored(new_server: Callable[..., Server]) -> None:
    with new_server(settings={"RUNWRIGHT_JOB_QUEUE": "1"}) as server, server.api() as api:
        plant(server, "run_x", at=NEVER)
        error_of(api.post("/v1/runs", DEEP, headers=key("a")), 503, "overloaded")
        remove(server, "run_x")
        made = api.post("/v1/runs", DEEP, headers=key("a"))
        assert made.status_code == 201
        assert REPLAYED not in made.headers
        assert len(api.get("/v1/runs").json()["data"]) == 1


def test_a_replay_after_deletion_is_already_deleted(api: Api) -> None:
    run = api.post("/v1/runs", RUN, headers=key("a")).json()["id"]
    cancelled = api.post(f"/v1/runs/{run}/cancel", headers=key("b"))
    assert cancelled.status_code == 200
    api.delete(f"/v1/runs/{run}")
    error_of(api.post("/v1/runs", RUN, headers=key("a")), 409, "already_deleted")
    error_of(api.post(f"/v1/runs/{run}/cancel", headers=key("b")), 409, "already_deleted")
    assert api.get("/v1/runs").json()["data"] == []
    assert api.post("/v1/runs", RUN, headers=key("c")).status_code == 201


def test_a_repeated_delete_is_replayed(api: Api) -> None:
    run = api.run()["id"]
    first, second = (api.delete(f"/v1/runs/{run}", headers=key("a")) for _ in range(2))
    same(first, second)
    error_of(api.delete(f"/v1/runs/{run}"), 409, "already_deleted")


def test_a_repeated_change_is_replayed(api: Api) -> None:
    path = f"/v1/projects/{api.project_id}"
    first = api.patch(path, {"name": "one"}, headers=key("a"))
    api.patch(path, {"name": "two"})
    second = api.patch(path, {"name": "one"}, headers=key("a"))
    same(first, second)
    assert api.get(path).json()["name"] == "two"


def test_a_key_can_be_used_again_after_24_hours(api: Api, server: Server) -> None:
    first = api.post("/v1/runs", RUN, headers=key("old"))
    raw = Raw(server)
    ((expires_at,),) = raw.rows("SELECT expires_at FROM idempotency WHERE resource = ?", _id(first))
    assert expires_at[:10] > first.json()["created_at"][:10]
    raw.run(
        "UPDATE idempotency SET expires_at = ? WHERE resource = ?",
        "2020-01-01T00:00:00.000Z",
        _id(first),
    )
    other = api.post("/v1/runs", {**RUN, "prompt": "What is 1 + 1?"}, headers=key("old"))
    assert other.status_code == 201
    assert REPLAYED not in other.headers
    assert _id(other) != _id(first)


def test_the_audit_entry_of_a_replay_names_the_first_run(api: Api) -> None:
    body = {**RUN, "context": ["calendar"]}
    first, second = (api.post("/v1/runs", body, headers=key("a")) for _ in range(2))
    mine = [e for e in api.audit() if e["request_id"] == second.headers["Request-Id"]]
    assert [(e["action"], e["resource"]) for e in mine] == [("runs.create", _id(first))]
    assert mine[0]["detail"] == {"replayed": True}


def _id(answer: httpx.Response) -> str:
    return str(answer.json()["id"])


def _first_key(api: Api) -> str:
    return str(api.get("/v1/keys").json()["data"][-1]["id"])


SECRETS: dict[str, Callable[[Api], httpx.Response]] = {
    "key": lambda api: api.post(
        "/v1/keys", {"name": "n", "scopes": ["runs:read"]}, headers=key("k")
    ),
    "project": lambda api: api.post("/v1/projects", {"name": "n"}, headers=key("k")),
    "rotation": lambda api: api.post(f"/v1/keys/{_first_key(api)}/rotate", headers=key("k")),
}


@pytest.mark.parametrize("make", SECRETS.values(), ids=SECRETS)
def test_a_replay_holds_everything_but_the_secret(
    api: Api, server: Server, make: Callable[[Api], httpx.Response]
) -> None:
    first, second = make(api), make(api)
    assert second.headers[REPLAYED] == "true"
    assert second.status_code == first.status_code
    shown, replayed = first.json(), second.json()
    secret = (shown.get("key") or shown).pop("secret")
    assert replayed == shown
    assert secret.startswith("rw_")
    assert secret not in second.text
    assert Raw(server).tables_with(secret) == set()
    assert Raw(server).tables_with(secret.split("_")[1]) == set()


def test_no_row_of_the_database_holds_any_secret(api: Api, server: Server) -> None:
    made = api.post("/v1/keys", {"name": "n", "scopes": ["runs:read"]}, headers=key("k")).json()
    raw = Raw(server)
    assert raw.tables_with(made["id"]) >= {"keys", "key_secrets", "idempotency", "audit_log"}
    for secret in (made["secret"], api.secret, server.owner_key):
        assert raw.tables_with(secret) == set()


def test_a_deleted_keys_creation_is_not_replayed(api: Api) -> None:
    body = {"name": "n", "scopes": ["runs:read"]}
    made = api.post("/v1/keys", body, headers=key("k"))
    assert api.delete(f"/v1/keys/{_id(made)}").status_code == 200
    error_of(api.post("/v1/keys", body, headers=key("k")), 409, "already_deleted")


def test_a_replay_survives_a_restart(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    with server.api() as api:
        first = api.post("/v1/runs", RUN, headers=key("a"))
    server.kill()
    with server, server.api() as api:
        same(first, api.post("/v1/runs", RUN, headers=key("a")))
        refused = api.post("/v1/runs", DEEP, headers=key("a"))
        assert "Idempotency-Key" in error_of(refused, 400, "invalid_request")["errors"]


@pytest.mark.parametrize("length", [1, 255])
def test_a_key_may_have_1_to_255_characters(api: Api, length: int) -> None:
    name = "k" * length
    same(*(api.post("/v1/runs", RUN, headers=key(name)) for _ in range(2)))
