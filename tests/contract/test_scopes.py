"""A call beyond a key's scopes is 403, names the missing scope, and is in the audit log."""

from __future__ import annotations

from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from api.ledger import added, ledger
from support.client import Api, error_of

pytestmark = pytest.mark.usefixtures("conforming")

PROMPT = {"model": "y0-fast", "prompt": "What is 2 + 2?"}
NO_RUN = "run_01k00000000000000000000000"
NO_FILE = "file_01k00000000000000000000000"
DENIED: list[tuple[str, str, str, str, str | None]] = [
    ("GET", "/v1/runs", "runs:read", "runs.list", None),
    ("GET", f"/v1/runs/{NO_RUN}", "runs:read", "runs.read", NO_RUN),
    ("POST", "/v1/runs", "runs:write", "runs.create", "run_"),
    ("DELETE", f"/v1/runs/{NO_RUN}", "runs:write", "runs.delete", NO_RUN),
    ("GET", f"/v1/runs/{NO_RUN}/proof", "runs:read", "runs.proof", NO_RUN),
    ("POST", f"/v1/runs/{NO_RUN}/replay", "runs:read", "runs.replay", NO_RUN),
    ("GET", f"/v1/runs/{NO_RUN}/feedback", "runs:read", "runs.read_feedback", NO_RUN),
    ("GET", "/v1/keys", "keys:read", "keys.list", None),
    ("POST", "/v1/keys", "keys:write", "keys.create", "key_"),
    ("GET", "/v1/audit_log", "audit:read", "audit.list", None),
    ("GET", f"/v1/erasures/{NO_RUN}", "audit:read", "erasures.read", NO_RUN),
    ("POST", "/v1/projects", "projects:write", "projects.create", "proj_"),
    ("GET", "/v1/files", "files:read", "files.list", None),
    ("POST", "/v1/files", "files:write", "files.create", "file_"),
    ("GET", f"/v1/files/{NO_FILE}", "files:read", "files.read", NO_FILE),
    ("GET", f"/v1/files/{NO_FILE}/content", "files:read", "files.content", NO_FILE),
    ("GET", f"/v1/files/{NO_FILE}/extracted", "files:read", "files.extracted", NO_FILE),
    ("POST", f"/v1/files/{NO_FILE}/extract", "files:write", "files.reextract", NO_FILE),
    ("DELETE", f"/v1/files/{NO_FILE}", "files:write", "files.delete", NO_FILE),
    ("GET", "/v1/context/search?source=finance", "finance:read", "context.search", None),
    ("GET", "/v1/context/items?source=calendar", "calendar:read", "context.items", None),
    ("GET", "/v1/context/entities?source=documents", "documents:read", "context.entities", None),
]


@pytest.mark.parametrize(("method", "path", "scope", "action", "resource"), DENIED)
def test_a_denial_names_the_scope_and_is_recorded(
    api: Api, method: str, path: str, scope: str, action: str, resource: str | None
) -> None:
    with api.key("models:read") as narrow:
        error = error_of(narrow.http.request(method, path), 403, "scope_denied")
    assert scope in error["message"]
    (entry,) = api.audit(decision="denied")
    assert (entry["scope"], entry["action"]) == (scope, action)
    assert entry["request_id"] == error["request_id"]
    assert (entry["resource"] or "").startswith(resource or "")
    assert (entry["resource"] is None) == (resource is None)


def test_an_allowed_call_is_recorded_with_its_scope(api: Api) -> None:
    before = ledger(api)
    response = api.get("/v1/models")
    (entry,) = added(api, before)
    assert entry["decision"] == "allowed"
    assert (entry["scope"], entry["action"]) == ("models:read", "models.list")
    assert entry["request_id"] == response.headers["Request-Id"]


@pytest.mark.parametrize("source", ["calendar", "documents", "finance"])
def test_a_source_beyond_the_scopes_is_denied_and_makes_no_run(api: Api, source: str) -> None:
    others = [f"{other}:read" for other in ("calendar", "documents", "finance") if other != source]
    with api.key("runs:write", *others) as narrow:
        before = ledger(api)
        response = narrow.post("/v1/runs", {**PROMPT, "context": [source]})
        error = error_of(response, 403, "scope_denied")
    assert f"{source}:read" in error["message"]
    entries = added(api, before)
    assert [(e["scope"], e["decision"]) for e in entries] == [
        ("runs:write", "allowed"),
        (f"{source}:read", "denied"),
    ]
    assert len({e["resource"] for e in entries}) == 1


def test_each_fetch_carries_the_scope_that_allowed_it(api: Api) -> None:
    with api.key("runs:write", "runs:read", "calendar:read", "finance:read") as narrow:
        before = ledger(api)
        run = narrow.run(context=["finance", "calendar"])
        trace = narrow.get(f"/v1/runs/{run['id']}").json()["trace"]
    fetched = [entry for entry in trace if entry["type"] == "context"]
    assert [(entry["source"], entry["scope"]) for entry in fetched] == [
        ("finance", "finance:read"),
        ("calendar", "calendar:read"),
    ]
    new = [e for e in ledger(api).audit if e not in before.audit and e["action"] == "context.read"]
    assert [(e["scope"], e["decision"], e["resource"]) for e in new] == [
        ("finance:read", "allowed", run["id"]),
        ("calendar:read", "allowed", run["id"]),
    ]


RUBBISH: list[dict[str, Any]] = [
    {"content": b"\xff", "headers": {"Content-Type": "application/json"}},
    {"content": b"{"},
    {"json": {"nonsense": 1}},
    {"json": {}, "params": {"x": "1"}},
    {"json": {}, "headers": {"Idempotency-Key": "k" * 256}},
    {"content": b" " * 2_000_000},
]


@pytest.mark.parametrize("rubbish", RUBBISH, ids=range(len(RUBBISH)))
def test_the_scope_is_checked_before_anything_is_read(api: Api, rubbish: dict[str, Any]) -> None:
    with api.key("runs:read") as narrow:
        error = error_of(narrow.http.post("/v1/runs", **rubbish), 403, "scope_denied")
    assert "runs:write" in error["message"]


@pytest.mark.parametrize("rubbish", RUBBISH, ids=range(len(RUBBISH)))
def test_the_scope_is_checked_before_any_of_an_upload_is_read(
    api: Api, rubbish: dict[str, Any]
) -> None:
    with api.key("files:read") as narrow:
        error = error_of(narrow.http.post("/v1/files", **rubbish), 403, "scope_denied")
    assert "files:write" in error["message"]


def test_the_body_is_checked_before_its_sources(api: Api) -> None:
    with api.key("runs:write") as narrow:
        response = narrow.post("/v1/runs", {**PROMPT, "context": ["finance"], "max_steps": 0})
    assert set(error_of(response, 400, "invalid_request")["errors"]) == {"max_steps"}


def test_the_version_is_checked_before_the_scope(api: Api) -> None:
    with api.key("models:read") as narrow:
        response = narrow.get("/v1/runs", headers={"Service-Version": "tomorrow"})
    error_of(response, 400, "invalid_request")


def test_a_scope_that_is_taken_away_is_gone_at_once(api: Api) -> None:
    made = api.post("/v1/keys", {"name": "k", "scopes": ["runs:read", "models:read"]}).json()
    with Api(api.url, made["secret"]) as narrow:
        assert narrow.get("/v1/runs").status_code == 200
        api.patch(f"/v1/keys/{made['id']}", {"scopes": ["models:read"]})
        error_of(narrow.get("/v1/runs"), 403, "scope_denied")
        assert narrow.get("/v1/models").status_code == 200


@pytest.mark.parametrize("name", ["*", "runs", "runs:*", "all", "admin", "RUNS:READ", ""])
def test_there_is_no_scope_that_means_everything(api: Api, name: str) -> None:
    response = api.post("/v1/keys", {"name": "k", "scopes": [name]})
    assert set(error_of(response, 400, "invalid_request")["errors"]) == {"scopes.0"}


def test_routes_without_a_scope_take_any_key(api: Api) -> None:
    with api.key("webhooks:read") as narrow:
        for path in ("/v1/errors", "/v1/errors/internal", "/v1/versions"):
            assert narrow.get(path).status_code == 200
