"""A key works from when it is made until it expires or is revoked, and never rises above itself.

Revocation holds for the very next request here, and within a second on another server. A rotated
key's old secret works for its grace. No route lets a key make, change, rotate or revoke anything
that lies beyond its own scopes, rate or life; each attempt is denied and recorded.
"""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from runwright.cli import main
from support.client import Api, error_of
from support.patience import until
from support.server import Server

SHAPE = {
    "id",
    "object",
    "name",
    "scopes",
    "rate_limit",
    "budget",
    "expires_at",
    "version",
    "created_at",
    "last_used_at",
    "is_current",
    "created_by",
}
RUN = {"model": "y0-fast", "prompt": "What is 1 + 1?"}


def stamp(seconds: float) -> str:
    """So many seconds from now."""
    return (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat()


def make(api: Api, *scopes: str, **options: Any) -> dict[str, Any]:
    made = api.post("/v1/keys", {"name": "made", "scopes": list(scopes), **options})
    assert made.status_code == 201, made.text
    return dict(made.json())


def works(api: Api, secret: str) -> bool:
    """Whether a secret is a valid key now, whatever its scopes."""
    answer = api.get("/v1/errors", headers={"Authorization": f"Bearer {secret}"})
    assert answer.status_code in (200, 401)
    return answer.status_code == 200


def ends_within(api: Api, secret: str, seconds: float) -> None:
    """No request that is sent later than this is accepted, however long its answer takes."""
    began = sent = time.monotonic()
    while works(api, secret):
        assert sent - began < seconds, "it still works"
        time.sleep(0.02)
        sent = time.monotonic()


# Made, read, changed ----------------------------------------------------------------------------


def test_a_key_is_made_with_its_secret_and_shown_without(api: Api) -> None:
    made = make(api, "runs:write", "runs:read", rate_limit="30/min")
    assert set(made) == SHAPE | {"secret"}
    del made["secret"]
    assert made["object"] == "key"
    assert made["scopes"] == ["runs:read", "runs:write"]
    assert made["rate_limit"] == "30/min"
    assert made["expires_at"] is None
    assert made["created_by"] == api.get("/v1/auth/key").json()["id"]
    assert api.get(f"/v1/keys/{made['id']}").json() == made
    assert made in api.get("/v1/keys").json()["data"]


def test_a_key_that_another_project_made_does_not_name_it(api: Api) -> None:
    assert api.get("/v1/auth/key").json()["created_by"] is None


def test_a_changed_key_is_another_at_once(api: Api) -> None:
    made = make(api, "runs:read", "models:read")
    with Api(api.url, made["secret"]) as key:
        assert key.get("/v1/models").status_code == 200
        changed = api.patch(f"/v1/keys/{made['id']}", {"scopes": ["runs:read"], "name": "less"})
        assert changed.json()["scopes"] == ["runs:read"]
        assert changed.json()["name"] == "less"
        error_of(key.get("/v1/models"), 403, "scope_denied")
        assert key.get("/v1/runs").status_code == 200


def test_a_changed_rate_holds_at_once(api: Api) -> None:
    made = make(api, "runs:read", rate_limit="1000/min")
    with Api(api.url, made["secret"]) as key:
        assert key.get("/v1/runs").headers["X-RateLimit-Limit"] == "1000"
        api.patch(f"/v1/keys/{made['id']}", {"rate_limit": "7/min"})
        assert key.get("/v1/runs").headers["X-RateLimit-Limit"] == "7"


# Expiry, revocation, rotation -------------------------------------------------------------------


def test_a_key_ends_when_it_expires(api: Api) -> None:
    made = make(api, "runs:read", expires_at=stamp(0.6))
    until(lambda: not works(api, made["secret"]), "it has expired")
    assert datetime.now(UTC) >= datetime.fromisoformat(made["expires_at"])


def test_an_expiry_is_shown_in_utc(api: Api) -> None:
    made = make(api, "runs:read", expires_at="2999-05-01T12:00:00+02:00")
    assert made["expires_at"] == "2999-05-01T10:00:00.000Z"


@pytest.mark.parametrize(
    "expires_at",
    [
        "tomorrow",
        "2999-05-01T12:00:00",
        "",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-12:00",
    ],
)
def test_what_is_no_instant_is_no_expiry(api: Api, expires_at: str) -> None:
    body = {"name": "n", "scopes": ["runs:read"], "expires_at": expires_at}
    refused = error_of(api.post("/v1/keys", body), 400, "invalid_request")
    assert list(refused["errors"]) == ["expires_at"]


def test_revocation_holds_for_the_very_next_request(api: Api) -> None:
    for _ in range(10):
        made = make(api, "runs:read")
        assert works(api, made["secret"])
        gone = api.delete(f"/v1/keys/{made['id']}")
        assert not works(api, made["secret"])
        assert gone.json() == {"id": made["id"], "object": "key", "deleted": True}


def test_a_revoked_key_is_already_deleted(api: Api) -> None:
    path = f"/v1/keys/{make(api, 'runs:read')['id']}"
    api.delete(path)
    error_of(api.get(path), 409, "already_deleted")
    error_of(api.delete(path), 409, "already_deleted")
    error_of(api.patch(path, {"name": "n"}), 409, "already_deleted")
    error_of(api.post(f"{path}/rotate"), 409, "already_deleted")
    assert api.get(f"/v1/erasures/{path.rsplit('/')[-1]}").json()["what"] == "key"


def test_a_key_can_revoke_itself(api: Api) -> None:
    made = make(api, "keys:write")
    with Api(api.url, made["secret"]) as key:
        assert key.delete(f"/v1/keys/{made['id']}").status_code == 200
        error_of(key.delete(f"/v1/keys/{made['id']}"), 401, "unauthenticated")


def test_old_and_new_secret_work_during_the_grace(api: Api) -> None:
    made = make(api, "runs:read")
    rotated = api.post(f"/v1/keys/{made['id']}/rotate", {"grace_seconds": 600}).json()
    assert rotated["id"] == made["id"]
    assert rotated["secret"] != made["secret"]
    assert works(api, made["secret"])
    assert works(api, rotated["secret"])


def test_the_old_secret_ends_with_its_grace(api: Api) -> None:
    made = make(api, "runs:read")
    rotated = api.post(f"/v1/keys/{made['id']}/rotate", {"grace_seconds": 1}).json()
    assert works(api, made["secret"])
    ends_within(api, made["secret"], 2)
    assert works(api, rotated["secret"])


def test_a_grace_of_zero_ends_the_old_secret_at_once(api: Api) -> None:
    for _ in range(5):
        made = make(api, "runs:read")
        assert works(api, made["secret"])
        rotated = api.post(f"/v1/keys/{made['id']}/rotate", {"grace_seconds": 0}).json()
        assert not works(api, made["secret"])
        assert works(api, rotated["secret"])


def test_a_second_rotation_does_not_lengthen_the_first_ones_grace(api: Api) -> None:
    made = make(api, "runs:read")
    path = f"/v1/keys/{made['id']}/rotate"
    second = api.post(path, {"grace_seconds": 1}).json()
    third = api.post(path, {"grace_seconds": 600}).json()
    ends_within(api, made["secret"], 2)
    assert works(api, second["secret"])
    assert works(api, third["secret"])


def test_deleting_a_rotated_key_ends_every_secret_of_it(api: Api) -> None:
    made = make(api, "runs:read")
    rotated = api.post(f"/v1/keys/{made['id']}/rotate", {"grace_seconds": 600}).json()
    api.delete(f"/v1/keys/{made['id']}")
    assert not works(api, made["secret"])
    assert not works(api, rotated["secret"])


@pytest.fixture(scope="module")
def pair(new_server: Callable[..., Server], kind: str) -> Iterator[tuple[Server, Server]]:
    """Two servers on one PostgreSQL database."""
    if kind != "postgresql":
        pytest.skip("two servers need PostgreSQL")
    first = new_server().start()
    with Server(first.data.parent / "second", first.database_url, first.settings) as second:
        yield first, second
    first.stop()


def test_revocation_holds_within_a_second_on_another_server(pair: tuple[Server, Server]) -> None:
    first, second = pair
    with first.project() as api, Api(second.url, api.secret) as there:
        made = make(api, "runs:read")
        assert works(there, made["secret"])
        api.delete(f"/v1/keys/{made['id']}")
        ends_within(there, made["secret"], 1)
        assert not works(there, made["secret"])


def test_a_key_revoked_elsewhere_makes_no_key_and_no_project(pair: tuple[Server, Server]) -> None:
    """The second server may still remember the key, but power must not outlive it there."""
    first, second = pair
    with first.project() as api, Api(second.url, api.secret) as there:
        made = make(api, "keys:write", "projects:write")
        with Api(second.url, made["secret"]) as doomed:
            assert works(there, made["secret"])
            api.delete(f"/v1/keys/{made['id']}")
            key = doomed.post("/v1/keys", {"name": "n", "scopes": ["keys:write"]})
            assert works(there, made["secret"]), "the second server has forgotten it too early"
            project = doomed.post("/v1/projects", {"name": "n"})
    assert key.status_code == 401
    assert project.status_code == 401


# Never above oneself ----------------------------------------------------------------------------

OWN = ("keys:write", "keys:read", "projects:write", "runs:read")
SOON, LATE = stamp(3600), "2999-01-01T00:00:00Z"
Attempt = Callable[[Api, dict[str, str]], httpx.Response]
LIMITS = {"rate_limit": "100/min", "expires_at": SOON}

ATTEMPTS: dict[str, Attempt] = {
    "make one with more scopes": lambda k, _: k.post(
        "/v1/keys", {"name": "n", "scopes": ["runs:read", "runs:write"], **LIMITS}
    ),
    "make one with every scope": lambda k, _: k.post(
        "/v1/keys", {"name": "n", "scopes": ["audit:read"], **LIMITS}
    ),
    "make a faster one": lambda k, _: k.post(
        "/v1/keys", {"name": "n", "scopes": ["runs:read"], **LIMITS, "rate_limit": "101/min"}
    ),
    "make one that lives longer": lambda k, _: k.post(
        "/v1/keys", {"name": "n", "scopes": ["runs:read"], **LIMITS, "expires_at": LATE}
    ),
    "give oneself a scope": lambda k, ids: k.patch(
        f"/v1/keys/{ids['self']}", {"scopes": [*OWN, "runs:write"]}
    ),
    "make oneself faster": lambda k, ids: k.patch(
        f"/v1/keys/{ids['self']}", {"rate_limit": "101/min"}
    ),
    "give oneself the default rate": lambda k, ids: k.patch(
        f"/v1/keys/{ids['self']}", {"rate_limit": None}
    ),
    "live longer": lambda k, ids: k.patch(f"/v1/keys/{ids['self']}", {"expires_at": LATE}),
    "live for ever": lambda k, ids: k.patch(f"/v1/keys/{ids['self']}", {"expires_at": None}),
    "give a weaker one more": lambda k, ids: k.patch(
        f"/v1/keys/{ids['weaker']}", {"scopes": ["runs:write"]}
    ),
    "make a weaker one faster": lambda k, ids: k.patch(
        f"/v1/keys/{ids['weaker']}", {"rate_limit": "101/min"}
    ),
    "make a weaker one live longer": lambda k, ids: k.patch(
        f"/v1/keys/{ids['weaker']}", {"expires_at": None}
    ),
    "change a stronger one": lambda k, ids: k.patch(f"/v1/keys/{ids['stronger']}", {"name": "x"}),
    "narrow a stronger one": lambda k, ids: k.patch(
        f"/v1/keys/{ids['stronger']}", {"scopes": ["runs:read"], **LIMITS}
    ),
    "rotate a stronger one": lambda k, ids: k.post(f"/v1/keys/{ids['stronger']}/rotate"),
    "revoke a stronger one": lambda k, ids: k.delete(f"/v1/keys/{ids['stronger']}"),
    "rotate a faster one": lambda k, ids: k.post(f"/v1/keys/{ids['faster']}/rotate"),
    "rotate one that lives longer": lambda k, ids: k.post(f"/v1/keys/{ids['longer']}/rotate"),
}


@pytest.fixture
def ladder(api: Api) -> dict[str, dict[str, Any]]:
    """A key, and others below and above it in one way each."""
    return {
        "self": make(api, *OWN, **LIMITS),
        "weaker": make(api, "runs:read", **LIMITS),
        "stronger": make(api, *OWN, "runs:write", **LIMITS),
        "faster": make(api, "runs:read", rate_limit="101/min", expires_at=SOON),
        "longer": make(api, "runs:read", rate_limit="100/min"),
    }


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS)
def test_no_key_rises_above_itself(
    api: Api, ladder: dict[str, dict[str, Any]], attempt: Attempt
) -> None:
    before = api.get("/v1/keys").json()["data"]
    with Api(api.url, ladder["self"]["secret"]) as key:
        answer = attempt(key, {name: made["id"] for name, made in ladder.items()})
    error_of(answer, 403, "scope_denied")
    assert api.get("/v1/keys").json()["data"] == before
    assert all(works(api, made["secret"]) for made in ladder.values())
    denied = [
        entry
        for entry in api.audit(decision="denied")
        if entry["request_id"] == answer.headers["Request-Id"]
    ]
    assert len(denied) == 1
    assert denied[0]["key"] == ladder["self"]["id"]


def test_within_its_own_power_a_key_may_do_all_that(
    api: Api, ladder: dict[str, dict[str, Any]]
) -> None:
    weaker = f"/v1/keys/{ladder['weaker']['id']}"
    with Api(api.url, ladder["self"]["secret"]) as key:
        made = make(key, "runs:read", rate_limit="100/min")
        assert made["expires_at"] == ladder["self"]["expires_at"]
        assert key.patch(weaker, {"scopes": ["keys:read"]}).status_code == 200
        assert key.post(f"{weaker}/rotate").status_code == 200
        assert key.delete(weaker).status_code == 200
        assert key.patch(f"/v1/keys/{ladder['self']['id']}", {"scopes": ["runs:read"]}).is_success
        error_of(key.get("/v1/keys"), 403, "scope_denied")


def test_a_new_project_gives_no_more_than_its_maker_had(
    api: Api, ladder: dict[str, dict[str, Any]]
) -> None:
    with Api(api.url, ladder["self"]["secret"]) as key:
        first = key.post("/v1/projects", {"name": "mine"}).json()["key"]
    assert first["scopes"] == sorted(OWN)
    assert first["rate_limit"] == "100/min"
    assert first["expires_at"] == ladder["self"]["expires_at"]
    with Api(api.url, first["secret"]) as key:
        error_of(key.post("/v1/runs", RUN), 403, "scope_denied")


def test_making_a_project_needs_its_scope(api: Api) -> None:
    with api.key("keys:write") as key:
        error_of(key.post("/v1/projects", {"name": "n"}), 403, "scope_denied")


# On the server's own machine --------------------------------------------------------------------


def create(server: Server, *arguments: str) -> Any:
    return server.run("keys", "create", "--data", str(server.data), *arguments)


def test_a_key_made_beside_a_running_server_is_accepted_at_once(server: Server) -> None:
    done = create(server, "--name", "ops", "--scopes", "runs:read,models:read")
    assert (done.returncode, done.stderr) == (0, "")
    secret = done.stdout.removesuffix("\n")
    assert secret.split() == [secret]
    with server.api(secret) as key, server.api() as owner:
        assert key.get("/v1/runs").status_code == 200
        error_of(key.post("/v1/runs", RUN), 403, "scope_denied")
        # No project was named, so it is the first one's.
        assert key_names(owner) >= {"ops", "owner"}


def key_names(api: Api) -> set[str]:
    return {key["name"] for key in api.get("/v1/keys?limit=100").json()["data"]}


def test_a_named_project_is_made_if_absent_and_found_again(server: Server) -> None:
    arguments = ("--name", "n", "--scopes", "all", "--project", "by the command line")
    projects = []
    for rate in (("--rate-limit", "77/min"), ()):
        with server.api(create(server, *arguments, *rate).stdout.strip()) as key:
            answer = key.get("/v1/projects")
            projects.append(answer.json()["data"][0])
            assert not rate or answer.headers["X-RateLimit-Limit"] == "77"
            assert key.get("/v1/audit_log/verify").json()["valid"] is True
    assert projects[0] == projects[1]
    assert projects[0]["name"] == "by the command line"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--name", "n", "--scopes", "runs:fly"), "runs:fly"),
        (("--name", "n", "--scopes", "*"), "--scopes"),
        (("--name", "n", "--scopes", ","), "--scopes"),
        (("--name", "n", "--scopes", "all", "--rate-limit", "fast"), "--rate-limit"),
        (("--name", "n", "--scopes", "all", "--rate-limit", "0/min"), "--rate-limit"),
        (("--name", "", "--scopes", "all"), "--name"),
        (("--scopes", "all"), "--name"),
    ],
)
def test_wrong_use_is_one_clear_line(
    arguments: tuple[str, ...],
    named: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["runwright", "keys", "create", "--data", str(tmp_path / "data"), *arguments]
    code, out, err = in_this_process(monkeypatch, capsys, command)
    assert (code, out) == (2, "")
    assert named in err
    assert len(err.splitlines()) == 1, err
    assert not (tmp_path / "data").exists()


def in_this_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str]
) -> tuple[object, str, str]:
    """The command without the second that a process of its own takes to start."""
    monkeypatch.setattr(sys, "argv", command)
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr()
    return ended.value.code, said.out, said.err


def fails_in_one_line(server: Server, *arguments: str) -> str:
    done = server.run(*arguments)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return str(done.stderr)


@pytest.fixture
def unreachable(new_server: Callable[..., Server], kind: str) -> Server:
    """A server whose database is not there, or is none."""
    server = new_server(is_empty=True)
    server.data.mkdir(parents=True)
    if kind == "postgresql":
        server.database_url = "postgresql://nobody:s3cret@127.0.0.1:1/nothing"
    else:
        (server.data / "runwright.db").write_bytes(b"this is no database. " * 500)
    return server


def test_serving_a_database_that_cannot_be_reached_is_one_clear_line(unreachable: Server) -> None:
    if unreachable.database_url:
        pytest.skip("it waits until PostgreSQL is there")
    said = fails_in_one_line(unreachable, "serve", "--port", "0", "--data", str(unreachable.data))
    assert "s3cret" not in said


def test_a_key_in_a_database_that_cannot_be_reached_is_one_clear_line(
    unreachable: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if unreachable.database_url:
        monkeypatch.setenv("RUNWRIGHT_DATABASE_URL", unreachable.database_url)
    data = str(unreachable.data)
    command = ["runwright", "keys", "create", "--data", data, "--name", "n", "--scopes", "all"]
    code, out, err = in_this_process(monkeypatch, capsys, command)
    assert (code, out) == (1, "")
    assert len(err.splitlines()) == 1, err
    assert "s3cret" not in err


def test_two_servers_on_one_data_folder_are_refused(server: Server, kind: str) -> None:
    if kind != "sqlite":
        pytest.skip("PostgreSQL serves many")
    said = fails_in_one_line(server, "serve", "--port", "0", "--data", str(server.data))
    assert str(server.data) in said


def test_a_taken_port_is_one_clear_line(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = fails_in_one_line(server, "serve", "--port", port, "--data", str(server.data))
    assert port in said


def test_the_command_knows_its_version(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = in_this_process(monkeypatch, capsys, ["runwright", "--version"])
    assert code == 0
    name, number = out.split()
    assert name == "runwright"
    assert [part.isdigit() for part in number.split(".")] == [True] * 3


def test_a_list_says_which_key_asks_and_when_each_was_last_used(
    new_server: Callable[..., Server],
) -> None:
    server = new_server()
    with server, server.api() as owner:
        used, unused = make(owner, "runs:read"), make(owner, "runs:read")
        assert works(owner, used["secret"])
    with server, server.api() as owner:
        keys = {key["id"]: key for key in owner.get("/v1/keys").json()["data"]}
    assert keys[used["id"]]["last_used_at"].endswith(":00:00.000Z")
    assert keys[unused["id"]]["last_used_at"] is None
    (current,) = [key for key in keys.values() if key["is_current"]]
    assert current["id"] not in (used["id"], unused["id"])
    assert current["last_used_at"] is not None
