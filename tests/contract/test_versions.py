"""A key is pinned to the version of its creation; `Service-Version` overrides it for a request.

Proved on an application with two versions more than the first: one that changed the shape of a
request, of an answer and of the error envelope, and one that changed nothing.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
import uvicorn
from sqlalchemy import bindparam, update

from runwright import clock
from runwright.api.protocol import Protocol
from runwright.api.versions import Change, Version, Versions
from runwright.app import Elsewhere, create_app
from runwright.config import Settings
from runwright.db import schema
from runwright.prepare import Prepared, prepare
from support.client import Api, error_of
from support.patience import PATIENCE

OLD, MIDDLE, NEW = "2026-11-15", "2027-02-01", "2027-05-01"
FIRST = {"input": "What is 2 + 2?", "model": "y0-fast"}
NOW = {"prompt": "What is 2 + 2?", "model": "y0-fast"}


def _renamed(value: Any, old: str, new: str) -> Any:
    if not isinstance(value, dict):
        return value
    return {new if name == old else name: inner for name, inner in value.items()}


def _upgrade(action: str, body: Any) -> Any:
    return _renamed(body, "input", "prompt") if action == "runs.create" else body


def _downgrade(action: str, body: Any) -> Any:
    if action == "error":
        return {"error": _renamed(body["error"], "code", "type")}
    if action == "runs.list":
        return {**body, "data": [_renamed(run, "status", "state") for run in body["data"]]}
    return _renamed(body, "status", "state")


CHANGE = Change(
    version=MIDDLE,
    actions=frozenset({"runs.create", "runs.read", "runs.list", "error"}),
    upgrade_request=_upgrade,
    downgrade_answer=_downgrade,
    notes="`input` is `prompt` now & `state` is `status`; the envelope's `type` is `code`.",
)
VERSIONS = Versions(
    [
        Version(id=NEW, released_at="2027-05-01T00:00:00.000Z"),
        Version(
            id=OLD,
            released_at="2026-11-15T00:00:00.000Z",
            supported_until="2028-02-01T00:00:00.000Z",
        ),
        Version(
            id=MIDDLE,
            released_at="2027-02-01T00:00:00.000Z",
            supported_until="2028-05-01T00:00:00.000Z",
        ),
    ],
    changes=[CHANGE],
)


class Serving:
    """The application, served from a thread."""

    def __init__(self, prepared: Prepared, settings: Settings) -> None:
        self.prepared = prepared
        app = create_app(settings, prepared, Elsewhere(), versions=VERSIONS)
        configuration = uvicorn.Config(
            app, port=0, http=Protocol, ws="none", interface="asgi3", lifespan="on", log_config=None
        )
        self._server = uvicorn.Server(configuration)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        deadline = time.monotonic() + PATIENCE
        while not self._server.started:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(20)


@pytest.fixture(scope="module")
def serving(
    kind: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Serving]:
    """One application for the whole file."""
    url = request.getfixturevalue("postgres").new_database() if kind == "postgresql" else None
    data: Path = tmp_path_factory.mktemp("versions") / "data"
    settings = Settings(data=data, database_url=url, rate_limit=1_000_000)
    prepared = prepare(settings, VERSIONS)
    with Serving(prepared, settings) as running:
        yield running


@pytest.fixture
def owner(serving: Serving) -> Iterator[Api]:
    """The owner key, which is pinned to the newest version."""
    assert serving.prepared.first_secret
    with Api(serving.url, serving.prepared.first_secret) as client:
        yield client


def make_key(owner: Api, **options: Any) -> dict[str, Any]:
    scopes = ["runs:read", "runs:write", "models:read"]
    made = owner.post("/v1/keys", {"name": "k", "scopes": scopes, **options})
    assert made.status_code == 201, made.text
    return dict(made.json())


@pytest.fixture
def pinned(owner: Api) -> Iterator[Api]:
    """A key that is pinned to the oldest version."""
    with Api(owner.url, make_key(owner, version=OLD)["secret"]) as client:
        yield client


def at(version: str) -> dict[str, str]:
    return {"Service-Version": version}


def test_a_key_is_pinned_to_the_version_of_its_creation(owner: Api) -> None:
    assert make_key(owner)["version"] == NEW
    assert owner.get("/v1/errors").headers["Service-Version"] == NEW


def test_the_pin_decides_the_shape_of_request_and_answer(owner: Api, pinned: Api) -> None:
    old, new = pinned.post("/v1/runs", FIRST), owner.post("/v1/runs", NOW)
    assert (old.status_code, new.status_code) == (201, 201)
    assert old.headers["Service-Version"] == OLD
    assert new.headers["Service-Version"] == NEW
    assert old.json()["state"] == new.json()["status"] == "completed"
    assert "status" not in old.json()
    assert "state" not in new.json()


def test_each_version_refuses_the_other_ones_request(owner: Api, pinned: Api) -> None:
    response = owner.post("/v1/runs", FIRST)
    assert set(error_of(response, 400, "invalid_request")["errors"]) == {"prompt", "input"}
    assert pinned.post("/v1/runs", FIRST, headers=at(MIDDLE)).status_code == 400


@pytest.mark.parametrize("version", [MIDDLE, NEW])
def test_the_header_overrides_the_pin_forwards(pinned: Api, version: str) -> None:
    made = pinned.post("/v1/runs", NOW, headers=at(version))
    assert made.status_code == 201
    assert made.json()["status"] == "completed"
    assert made.headers["Service-Version"] == version
    again = pinned.get(f"/v1/runs/{made.json()['id']}")
    assert again.json()["state"] == "completed"
    assert again.headers["Service-Version"] == OLD


def test_the_header_overrides_the_pin_backwards(owner: Api) -> None:
    made = owner.post("/v1/runs", FIRST, headers=at(OLD))
    assert made.status_code == 201
    assert made.json()["state"] == "completed"
    listed = owner.get("/v1/runs", headers=at(OLD)).json()["data"]
    assert listed
    assert all("state" in run and "status" not in run for run in listed)
    assert "status" in owner.get("/v1/runs").json()["data"][0]


def test_the_trace_is_the_same_in_every_version(owner: Api) -> None:
    run = owner.post("/v1/runs", NOW).json()
    new = owner.get(f"/v1/runs/{run['id']}").json()
    old = owner.get(f"/v1/runs/{run['id']}", headers=at(OLD)).json()
    assert {name: value for name, value in old.items() if name != "state"} == {
        name: value for name, value in new.items() if name != "status"
    }


def test_a_replay_comes_in_the_version_of_its_request(owner: Api) -> None:
    headers = {"Idempotency-Key": "replayed-in-two-versions"}
    first = owner.post("/v1/runs", NOW, headers=headers).json()
    replay = owner.post("/v1/runs", FIRST, headers={**headers, **at(OLD)})
    assert replay.headers["Idempotent-Replayed"] == "true"
    assert replay.json() == _renamed(first, "status", "state")


def no_run(api: Api) -> httpx.Response:
    return api.get("/v1/runs/run_01k00000000000000000000000")


def bad_body(api: Api) -> httpx.Response:
    return api.post("/v1/runs", {"input": ""})


def no_scope(api: Api) -> httpx.Response:
    return api.get("/v1/keys")


def no_path(api: Api) -> httpx.Response:
    return api.get("/v1/nothing")


def no_method(api: Api) -> httpx.Response:
    return api.http.put("/v1/runs", json={})


def too_many_headers(api: Api) -> httpx.Response:
    return api.get("/v1/runs", headers={f"X-{n}": "y" for n in range(100)})


def unknown_version(api: Api) -> httpx.Response:
    return api.get("/v1/runs", headers=at("tomorrow"))


ERRORS: list[tuple[Callable[[Api], httpx.Response], str]] = [
    (no_run, "not_found"),
    (bad_body, "invalid_request"),
    (no_scope, "scope_denied"),
    (no_path, "not_found"),
    (no_method, "invalid_request"),
    (too_many_headers, "invalid_request"),
    (unknown_version, "invalid_request"),
]


@pytest.mark.parametrize(("fail", "code"), ERRORS, ids=[row[0].__name__ for row in ERRORS])
def test_the_envelope_has_the_shape_of_the_pinned_version(
    pinned: Api, fail: Callable[[Api], httpx.Response], code: str
) -> None:
    response = fail(pinned)
    assert response.headers["Service-Version"] == OLD
    error = response.json()["error"]
    assert error["type"] == code
    assert "code" not in error


def test_a_key_over_its_limit_hears_so_in_its_own_version(owner: Api) -> None:
    key = make_key(owner, version=OLD, rate_limit="1/min")
    with Api(owner.url, key["secret"]) as slow:
        assert slow.get("/v1/models").status_code == 200
        response = slow.get("/v1/models")
    assert response.status_code == 429
    assert response.headers["Service-Version"] == OLD
    assert response.json()["error"].get("type") == "rate_limited"


@pytest.mark.parametrize("version", ["tomorrow", "2026-11-16", "", "2026-11-15x", "1"])
def test_an_unknown_date_is_refused_and_names_the_header(owner: Api, version: str) -> None:
    response = owner.get("/v1/runs", headers=at(version))
    error = error_of(response, 400, "invalid_request")
    assert set(error["errors"]) == {"Service-Version"}
    for known in (OLD, MIDDLE, NEW):
        assert known in error["errors"]["Service-Version"][0]
    assert response.headers["Service-Version"] == NEW


@pytest.mark.parametrize("version", [OLD, MIDDLE, NEW])
@pytest.mark.parametrize(
    "path", ["/v1/errors", "/v1/models", "/v1/runs/x", "/v1/runs?limit=0", "/v1/nothing", "/v1"]
)
def test_every_answer_echoes_the_version_used(owner: Api, path: str, version: str) -> None:
    assert owner.get(path, headers=at(version)).headers["Service-Version"] == version


def test_every_answer_has_a_version_even_without_a_key(serving: Serving) -> None:
    assert httpx.get(f"{serving.url}/v1/runs").headers["Service-Version"] == NEW


# Moving a key ----------------------------------------------------------------------------------


def move(owner: Api, key: dict[str, Any], version: str) -> httpx.Response:
    return owner.patch(f"/v1/keys/{key['id']}", {"version": version})


def wait(serving: Serving, key: dict[str, Any], hours: float) -> None:
    """Let it be so long ago that the key was moved."""
    table = schema.keys
    then = clock.stamp(clock.now() - timedelta(hours=hours))
    statement = (
        update(table)
        .where(table.c.id == bindparam("key"))
        .values(version_changed_at=bindparam("moved"))
    )
    rows = serving.prepared.database.write_now(
        lambda tx: tx.run(statement, key=key["id"], moved=then)
    )
    assert rows == 1


def refused(response: httpx.Response) -> None:
    assert set(error_of(response, 400, "invalid_request")["errors"]) == {"version"}


def test_a_key_moves_forward_at_once(owner: Api) -> None:
    key = make_key(owner, version=OLD)
    with Api(owner.url, key["secret"]) as client:
        assert client.get("/v1/models").headers["Service-Version"] == OLD
        assert move(owner, key, NEW).json()["version"] == NEW
        assert client.get("/v1/models").headers["Service-Version"] == NEW
        assert client.post("/v1/runs", NOW).json()["status"] == "completed"


@pytest.mark.parametrize("hours", [0, 71.9])
def test_a_key_goes_back_within_72_hours(serving: Serving, owner: Api, hours: float) -> None:
    key = make_key(owner, version=OLD)
    move(owner, key, NEW)
    wait(serving, key, hours)
    assert move(owner, key, OLD).json()["version"] == OLD


def test_a_key_does_not_go_back_after_72_hours(serving: Serving, owner: Api) -> None:
    key = make_key(owner, version=OLD)
    move(owner, key, NEW)
    wait(serving, key, 72.1)
    refused(move(owner, key, OLD))
    assert owner.get(f"/v1/keys/{key['id']}").json()["version"] == NEW


def test_a_key_goes_back_only_to_where_it_came_from(owner: Api) -> None:
    key = make_key(owner, version=MIDDLE)
    move(owner, key, NEW)
    refused(move(owner, key, OLD))
    assert move(owner, key, MIDDLE).status_code == 200


def test_a_key_that_never_moved_cannot_go_back(owner: Api) -> None:
    refused(move(owner, make_key(owner), OLD))


def test_moving_to_the_same_version_starts_no_new_72_hours(serving: Serving, owner: Api) -> None:
    key = make_key(owner, version=OLD)
    move(owner, key, NEW)
    wait(serving, key, 80)
    assert move(owner, key, NEW).status_code == 200
    refused(move(owner, key, OLD))


@pytest.mark.parametrize("version", ["2026-11-16", "2099-01-01", "newest", ""])
def test_a_key_moves_to_no_unknown_version(owner: Api, version: str) -> None:
    refused(move(owner, make_key(owner), version))
    refused(owner.post("/v1/keys", {"name": "k", "scopes": ["runs:read"], "version": version}))


# The list and the guides -----------------------------------------------------------------------


def test_the_versions_are_listed_newest_first(owner: Api) -> None:
    listing = owner.get("/v1/versions").json()
    assert listing["object"] == "list"
    assert [item["id"] for item in listing["data"]] == [NEW, MIDDLE, OLD]
    assert [item["status"] for item in listing["data"]] == ["current", "supported", "supported"]
    for item in listing["data"]:
        assert set(item) == {"id", "status", "released_at", "supported_until", "guide_url"}
        assert item["guide_url"] == f"{owner.url}/docs/versions/{item['id']}"
    assert listing["data"][0]["supported_until"] is None
    assert listing["data"][2]["supported_until"] == "2028-02-01T00:00:00.000Z"


@pytest.mark.parametrize(
    ("version", "says"),
    [
        (MIDDLE, "<code>input</code> is <code>prompt</code> now &amp; "),
        (OLD, "This is the first version"),
        (NEW, "Nothing changes"),
    ],
)
def test_each_version_has_a_guide(serving: Serving, version: str, says: str) -> None:
    page = httpx.get(f"{serving.url}/docs/versions/{version}")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert says in page.text


def test_the_guides_are_linked_and_an_unknown_one_is_not_found(serving: Serving) -> None:
    page = httpx.get(f"{serving.url}/docs/versions").text
    assert all(f"/docs/versions/{version}" in page for version in (OLD, MIDDLE, NEW))
    assert httpx.get(f"{serving.url}/docs/versions/2001-01-01").status_code == 404


def test_the_first_release_has_its_first_version(api: Api) -> None:
    (only,) = api.get("/v1/versions").json()["data"]
    assert (only["id"], only["status"]) == ("2026-11-15", "current")
    assert api.get("/v1/models").headers["Service-Version"] == "2026-11-15"


def test_a_change_of_an_unknown_version_cannot_be_made() -> None:
    with pytest.raises(ValueError, match=MIDDLE):
        Versions([Version(id=OLD, released_at="2026-11-15T00:00:00.000Z")], changes=[CHANGE])
