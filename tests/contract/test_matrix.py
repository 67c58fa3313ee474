"""Every route, with a key of every single scope, in two projects.

A call is refused exactly when the key lacks the route's own scope; with it, another project's
id is as unknown as one that never was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from api.conforming import Document, conforming, document  # noqa: F401
from runwright.trust.scopes import Scope
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

RUN = {"model": "y0-fast", "prompt": "What is 2 + 2?"}
NEVER_WAS = {
    "runs": "run_01k00000000000000000000000",
    "keys": "key_01k00000000000000000000000",
    "projects": "proj_01k00000000000000000000000",
    "erasures": "run_01k00000000000000000000001",
    "files": "file_01k00000000000000000000000",
    "artifacts": "art_01k00000000000000000000000",
    "agents": "ag_01k00000000000000000000000",
    "networks": "net_01k00000000000000000000000",
    "webhooks": "wh_01k00000000000000000000000",
}
AGENT = {"name": "a", "instructions": "Answer in one sentence.", "model": "y0-fast"}
WEBHOOK = {"url": "https://hooks.example/", "events": ["run.completed"]}
DELIVERIES: dict[str, str] = {}
"""By webhook: a delivery of it."""
FURTHER = {
    ("POST", "/v1/webhooks"): "runs:read",
    ("POST", "/v1/webhooks/{id}/rotate_secret"): "runs:read",
    ("POST", "/v1/webhooks/{id}/test"): "runs:read",
    ("POST", "/v1/webhooks/{id}/deliveries/{did}/redeliver"): "runs:read",
    ("GET", "/v1/runs/{id}/proof"): "audit:read",
    ("POST", "/v1/agents/{id}/run"): "agents:read",
    ("POST", "/v1/networks/{id}/run"): "networks:read",
}
"""Routes that reach further than their own scope, and what they need besides."""
HIDING = "/v1/events/{id}"
"""Shows nothing of a noun that the key may not read, not even that it is there."""
ASKING, APPROVING = "/v1/auth/device", "/v1/auth/approvals"
GIVING_UP = ("DELETE", "/v1/auth/key")
"""Ends the key that calls it."""
WITHOUT_SCOPE = {"errors", "versions", "context", "auth"}
BY_SOURCE = ("calendar", "documents", "finance")


@dataclass(frozen=True, slots=True)
class World:
    """Two projects, and one key of each scope in the first."""

    own: Api
    other: Api
    keys: dict[str, Api]


@pytest.fixture(scope="module")
def world(server: Server) -> Iterator[World]:
    """The two projects, for the whole file."""
    with server.project("own") as own, server.project("other") as other:
        keys = {scope.value: own.key(scope.value) for scope in Scope}
        yield World(own, other, keys)
        for key in keys.values():
            key.http.close()


def fresh(owner: Api, noun: str, scope: str) -> str:  # noqa: C901 - one branch for each noun
    """The id of something of a project that a key with just this scope may act on."""
    if noun == "runs":
        run_id = str(owner.run()["id"])
        assert owner.post(f"/v1/runs/{run_id}/feedback", {"rating": "up"}).status_code == 201
        return run_id
    if noun == "artifacts":
        return str(owner.exported()["result"]["artifacts"][0])
    if noun == "files":
        return str(owner.upload(b"Some words.", purpose="attachment").json()["id"])
    if noun == "keys":
        return str(owner.post("/v1/keys", {"name": "k", "scopes": [scope]}).json()["id"])
    if noun == "agents":
        return str(owner.post("/v1/agents", AGENT).json()["id"])
    if noun == "networks":
        network = {"name": "n", "agents": [fresh(owner, "agents", scope)], "strategy": "router"}
        return str(owner.post("/v1/networks", network).json()["id"])
    if noun == "webhooks":
        made = str(owner.post("/v1/webhooks", WEBHOOK).json()["id"])
        DELIVERIES[made] = str(owner.post(f"/v1/webhooks/{made}/test").json()["id"])
        return made
    if noun == "erasures":
        run = owner.run()
        assert owner.delete(f"/v1/runs/{run['id']}").status_code == 200
        return str(run["id"])
    if noun == "projects":
        return str(owner.project_id)
    if noun == "auth":
        return str(owner.post("/v1/auth/device").json()["user_code"])
    if noun == "audit_log":
        return "1"
    if noun == "events":
        owner.run()
        return str(owner.get("/v1/events").json()["data"][0]["id"])
    return {"models": "y0-fast", "errors": "internal"}[noun]


def body_of(method: str, path: str, scope: str, agent: str = "") -> dict[str, Any] | None:
    """A body that the route accepts."""
    if method not in ("POST", "PATCH"):
        return None
    bodies: dict[tuple[str, str], dict[str, Any]] = {
        ("POST", "/v1/runs"): RUN,
        ("POST", "/v1/runs/{id}/feedback"): {"rating": "up"},
        ("POST", "/v1/agents"): AGENT,
        ("POST", "/v1/agents/interpret"): {"instructions": "Only use finance."},
        ("POST", "/v1/agents/{id}/run"): {"prompt": "What is 2 + 2?"},
        ("POST", "/v1/networks"): {"name": "n", "agents": [agent], "strategy": "router"},
        ("POST", "/v1/networks/{id}/run"): {"prompt": "What is 2 + 2?"},
        ("POST", "/v1/keys"): {"name": "k", "scopes": [scope]},
        ("POST", "/v1/webhooks"): WEBHOOK,
        ("POST", "/v1/projects"): {"name": "third"},
        ("PATCH", "/v1/keys/{id}"): {"name": "renamed"},
        ("PATCH", "/v1/projects/{id}"): {"name": "own"},
        ("POST", "/v1/keys/{id}/rotate"): {"grace_seconds": 0},
    }
    return bodies.get((method, path), {})


def call(key: Api, method: str, path: str, id: str, scope: str, agent: str = "") -> Any:
    """Call a route, naming one thing."""
    filled = path.replace("{id}", id).replace("{code}", id).replace("{seq}", id)
    filled = filled.replace("{did}", DELIVERIES.get(id, "dlv_01k00000000000000000000000"))
    if (method, path) == ("POST", "/v1/files"):
        return key.upload(b"Some words.", purpose="attachment")
    if noun_of(path) == "auth" and method == "POST":
        return key.post(path, asked_for(key, path, scope))
    filled += "?from=1" if path.endswith("/consistency") else ""
    if path == "/v1/events/stream":
        return opened(key, filled)
    return key.http.request(method, filled, json=body_of(method, path, scope, agent))


def asked_for(key: Api, path: str, scope: str) -> dict[str, Any]:
    """A body for a login that waits."""
    if path == ASKING or (path == APPROVING and scope != "keys:write"):
        return {}
    login = key.post(ASKING).json()
    if path == APPROVING:
        return {"user_code": login["user_code"], "scopes": [scope]}
    return {"device_code": login["device_code"]}


def opened(key: Api, path: str) -> httpx.Response:
    """The answer of a stream that would never end."""
    with key.http.stream("GET", path) as answer:
        said = b"" if answer.status_code == 200 else answer.read()
        return httpx.Response(answer.status_code, content=said)


def in_source(path: str, source: str) -> str:
    """A route of the context graph, asked about one source."""
    return f"{path}?source={source}" + ("&q=words" if path.endswith("/search") else "")


def noun_of(path: str) -> str:
    return path.split("/")[2]


def test_the_table_is_whole(document: Document) -> None:  # noqa: F811
    scopes = {operation.get("x-scope") for _, _, operation in document.operations}
    assert {"runs:read", "runs:write", "keys:read", "keys:write", "models:read"} <= scopes
    assert {"audit:read", "projects:read", "projects:write", None} <= scopes
    assert {"files:read", "files:write"} <= scopes
    assert scopes - {None} <= {scope.value for scope in Scope}
    for _, path, operation in document.operations:
        assert "x-scope" in operation or noun_of(path) in WITHOUT_SCOPE


@pytest.mark.parametrize("scope", [scope.value for scope in Scope])
def test_a_key_of_one_scope_reaches_exactly_the_routes_of_that_scope(
    world: World,
    document: Document,  # noqa: F811
    scope: str,
) -> None:
    key = world.keys[scope]
    for method, path, operation in document.operations:
        needed = operation.get("x-scope")
        noun = noun_of(path)
        if noun == "context":
            continue
        if needed in (None, scope):
            named = fresh(world.own, noun, scope) if "{" in path else ""
            agent = fresh(world.own, "agents", scope) if path == "/v1/networks" else ""
            if (method, path) == GIVING_UP:
                with world.own.key(scope) as another:
                    response = call(another, method, path, named, scope)
            else:
                response = call(key, method, path, named, scope, agent)
            if (method, path) in FURTHER:
                further = error_of(response, 403, "scope_denied")
                assert FURTHER[method, path] in further["message"]
                continue
            if path == HIDING:
                error_of(response, 404, "not_found")
                continue
            assert response.status_code in (200, 201), (method, path, response.text)
        else:
            named = NEVER_WAS.get(noun, "y0-fast")
            error = error_of(call(key, method, path, named, scope), 403, "scope_denied")
            assert needed in error["message"], (method, path)


@pytest.mark.parametrize("source", BY_SOURCE)
@pytest.mark.parametrize("path", ["search", "items", "entities"])
def test_a_key_of_one_scope_reaches_exactly_the_source_of_that_scope(
    world: World, path: str, source: str
) -> None:
    asked = in_source(f"/v1/context/{path}", source)
    for scope, key in world.keys.items():
        if scope == f"{source}:read":
            assert key.get(asked).status_code == 200
        else:
            error = error_of(key.get(asked), 403, "scope_denied")
            assert f"{source}:read" in error["message"]


def test_without_the_scope_nothing_shows_whether_a_thing_is_there(
    world: World,
    document: Document,  # noqa: F811
) -> None:
    for method, path, operation in document.operations:
        noun, needed = noun_of(path), operation.get("x-scope")
        if "{id}" not in path or noun not in NEVER_WAS:
            continue
        other = next(scope.value for scope in Scope if scope.value not in (needed, "keys:write"))
        messages = set()
        for named in (fresh(world.own, noun, other), fresh(world.other, noun, other), "run_x"):
            response = call(world.keys[other], method, path, named, other)
            messages.add(error_of(response, 403, "scope_denied")["message"])
        assert len(messages) == 1, (method, path)


def test_with_the_scope_a_foreign_id_is_as_unknown_as_any(
    world: World,
    document: Document,  # noqa: F811
) -> None:
    checked = 0
    for method, path, operation in document.operations:
        noun = noun_of(path)
        if "{id}" not in path or noun not in NEVER_WAS or (method, path) in FURTHER:
            continue
        scope = operation["x-scope"]
        foreign = fresh(world.other, noun, scope)
        errors = []
        for named in (foreign, NEVER_WAS[noun]):
            error = error_of(call(world.keys[scope], method, path, named, scope), 404, "not_found")
            errors.append(error["message"])
        assert errors[0] == errors[1], (method, path)
        if noun != "projects":
            assert world.other.get(f"/v1/{noun}/{foreign}").status_code == 200
        checked += 1
    assert checked >= 15


def test_lists_show_nothing_of_another_project(world: World) -> None:
    foreign = {world.other.run()["id"], fresh(world.other, "keys", "models:read")}
    foreign.add(fresh(world.other, "files", "files:read"))
    seen = set()
    for path in ("/v1/runs", "/v1/files", "/v1/keys", "/v1/projects", "/v1/audit_log"):
        for item in world.own.get(path, params={"limit": 100}).json()["data"]:
            seen |= {item["id"], item.get("resource"), item.get("key")}
    assert seen
    assert not foreign & seen
    projects = world.own.get("/v1/projects").json()["data"]
    assert [project["id"] for project in projects] == [world.own.project_id]


@pytest.mark.parametrize("name", ["after", "before"])
def test_a_foreign_cursor_shows_nothing_of_its_project(world: World, name: str) -> None:
    foreign = world.other.run()["id"]
    mine = {run["id"] for run in world.own.get("/v1/runs", params={"limit": 100}).json()["data"]}
    page = world.own.get("/v1/runs", params={name: foreign, "limit": 100}).json()
    assert {run["id"] for run in page["data"]} <= mine


def test_filters_of_the_audit_log_reach_no_other_project(world: World) -> None:
    foreign = world.other.run()["id"]
    assert world.other.audit(resource=foreign) != []
    assert world.own.audit(resource=foreign) == []
