"""The audit log holds every decision, cannot be edited, and shows it when somebody does.

Entries form one hash chain a project that anybody can recompute from the API's JSON alone. The
database itself refuses to change them; whoever gets around that is found out by `verify`.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from db.raw import Raw
from support.client import Api, error_of
from support.server import Server

FIELDS = {
    "id",
    "object",
    "seq",
    "at",
    "request_id",
    "key",
    "action",
    "resource",
    "scope",
    "decision",
    "detail",
    "prev_hash",
    "hash",
}


def canonical(value: Any) -> str:
    """RFC 8785, written here once more so that the product does not check itself."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{canonical(n)}:{canonical(value[n])}" for n in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def check_chain(entries: Iterable[dict[str, Any]]) -> str:
    """The hash of the last entry, if everything from the first on follows."""
    previous = "0" * 64
    for seq, entry in enumerate(entries, 1):
        assert set(entry) == FIELDS
        assert (entry["seq"], entry["prev_hash"]) == (seq, previous)
        content = {name: value for name, value in entry.items() if name != "hash"}
        assert hashlib.sha256(canonical(content).encode()).hexdigest() == entry["hash"]
        previous = entry["hash"]
    return previous


def verdict(api: Api) -> dict[str, Any]:
    answer = api.get("/v1/audit_log/verify")
    assert answer.status_code == 200
    return dict(answer.json())


def some_traffic(api: Api) -> None:
    for _ in range(3):
        run = api.run(context=["calendar"])["id"]
        api.get(f"/v1/runs/{run}")
    with api.key("runs:read") as narrow:
        narrow.post("/v1/runs", {"model": "y0-fast", "prompt": "x"})


# The chain --------------------------------------------------------------------------------------


def test_the_chain_can_be_recomputed_from_the_answers_alone(api: Api) -> None:
    some_traffic(api)
    entries = api.audit()
    head = check_chain(entries)
    found = verdict(api)
    assert found["valid"] is True
    assert found["entries"] >= len(entries) >= 8
    assert check_chain(api.audit()[: found["entries"]]) == found["head_hash"]
    assert head in {entry["prev_hash"] for entry in api.audit()}


def test_the_first_entry_follows_from_64_zeros(api: Api) -> None:
    api.run()
    first = api.audit()[0]
    assert (first["seq"], first["prev_hash"]) == (1, "0" * 64)


def test_verification_says_what_it_found(api: Api) -> None:
    api.run()
    found = verdict(api)
    assert found == {
        "object": "audit_verification",
        "valid": True,
        "entries": 1,
        "head_hash": api.audit()[0]["hash"],
        "broken_seq": None,
        "reason": None,
    }


# What is recorded -------------------------------------------------------------------------------

_RUN = {"model": "y0-fast", "prompt": "What is 1 + 1?"}
_KEY = {"name": "n", "scopes": ["models:read"]}
CALLS: dict[str, tuple[Callable[[Api, str], httpx.Response], str]] = {
    "runs.create": (lambda a, _: a.post("/v1/runs", _RUN), "runs:write"),
    "runs.read": (lambda a, run: a.get(f"/v1/runs/{run}"), "runs:read"),
    "runs.list": (lambda a, _: a.get("/v1/runs"), "runs:read"),
    "runs.timeline": (lambda a, run: a.get(f"/v1/runs/{run}/timeline"), "runs:read"),
    "runs.cancel": (lambda a, run: a.post(f"/v1/runs/{run}/cancel"), "runs:write"),
    "runs.delete": (lambda a, run: a.delete(f"/v1/runs/{run}"), "runs:write"),
    "tools.list": (lambda a, _: a.get("/v1/tools"), "runs:read"),
    "models.list": (lambda a, _: a.get("/v1/models"), "models:read"),
    "models.read": (lambda a, _: a.get("/v1/models/y0-fast"), "models:read"),
    "keys.list": (lambda a, _: a.get("/v1/keys"), "keys:read"),
    "keys.create": (lambda a, _: a.post("/v1/keys", _KEY), "keys:write"),
    "projects.list": (lambda a, _: a.get("/v1/projects"), "projects:read"),
    "projects.read": (lambda a, _: a.get(f"/v1/projects/{a.project_id}"), "projects:read"),
    "projects.change": (
        lambda a, _: a.patch(f"/v1/projects/{a.project_id}", {"name": "n"}),
        "projects:write",
    ),
    "audit.list": (lambda a, _: a.get("/v1/audit_log"), "audit:read"),
    "audit.verify": (lambda a, _: a.get("/v1/audit_log/verify"), "audit:read"),
}


def entry_of(api: Api, answer: httpx.Response) -> dict[str, Any]:
    request_id = answer.headers["Request-Id"]
    (entry,) = [e for e in api.audit() if e["request_id"] == request_id]
    return entry


@pytest.mark.parametrize("action", CALLS)
def test_an_allowed_call_is_recorded_under_its_request_id(api: Api, action: str) -> None:
    call, scope = CALLS[action]
    answer = call(api, api.run()["id"])
    assert answer.is_success
    entry = entry_of(api, answer)
    expected = {"action": action, "scope": scope, "decision": "allowed"}
    assert {name: entry[name] for name in expected} == expected
    # A run that ends within its request leaves the hash over it there.
    assert list(entry["detail"]) == (["sha256", "status"] if action == "runs.create" else [])
    assert entry["key"].startswith("key_")


@pytest.mark.parametrize("action", CALLS)
def test_a_denied_call_is_recorded_under_its_request_id(api: Api, action: str) -> None:
    call, scope = CALLS[action]
    allowed = "models:read" if scope != "models:read" else "runs:read"
    with api.key(allowed) as narrow:
        narrow.project_id = api.project_id
        answer = call(narrow, api.run()["id"])
    assert scope in error_of(answer, 403, "scope_denied")["message"]
    entry = entry_of(api, answer)
    expected = {"action": action, "scope": scope, "decision": "denied"}
    assert {name: entry[name] for name in expected} == expected


def test_every_entry_of_a_runs_life_carries_its_id(api: Api) -> None:
    run = api.run(context=["finance", "calendar"])["id"]
    api.get(f"/v1/runs/{run}")
    api.get(f"/v1/runs/{run}/timeline")
    api.delete(f"/v1/runs/{run}")
    life = [(e["action"], e["scope"]) for e in api.audit(resource=run)]
    assert life == [
        ("runs.create", "runs:write"),
        ("context.read", "finance:read"),
        ("context.read", "calendar:read"),
        ("runs.read", "runs:read"),
        ("runs.timeline", "runs:read"),
        ("runs.delete", "runs:write"),
    ]


def test_a_background_run_records_each_fetch_under_the_runs_id(api: Api) -> None:
    made = api.post("/v1/runs", {**_RUN, "model": "y0-deep", "context": ["documents", "finance"]})
    run = api.finished(made.json()["id"])["id"]
    fetched = api.audit(resource=run, action="context.read")
    assert [e["scope"] for e in fetched] == ["documents:read", "finance:read"]
    assert {e["key"] for e in fetched} == {api.audit(resource=run)[0]["key"]}


def test_a_denied_source_is_recorded_and_makes_no_run(api: Api) -> None:
    with api.key("runs:write", "calendar:read") as narrow:
        answer = narrow.post("/v1/runs", {**_RUN, "context": ["calendar", "finance"]})
    assert "finance:read" in error_of(answer, 403, "scope_denied")["message"]
    mine = [e for e in api.audit() if e["request_id"] == answer.headers["Request-Id"]]
    assert ("context.read", "finance:read", "denied") in [
        (e["action"], e["scope"], e["decision"]) for e in mine
    ]
    assert api.get("/v1/runs").json()["data"] == []


@pytest.mark.parametrize(
    "call",
    [
        lambda api: api.get("/v1/runs/run_01k0000000000000000000000a"),
        lambda api: api.post("/v1/runs", {"model": "nothing"}),
        lambda api: api.post(
            "/v1/runs", {**_RUN, "prompt": "What is 1 + 1? What is 2 + 2?", "max_steps": 1}
        ),
    ],
    ids=["not found", "not valid", "step limit"],
)
def test_a_call_that_failed_after_its_check_is_recorded(
    api: Api, call: Callable[[Api], httpx.Response]
) -> None:
    answer = call(api)
    assert answer.status_code in (400, 404, 422)
    assert entry_of(api, answer)["decision"] == "allowed"


def test_no_bad_key_fills_the_log(api: Api) -> None:
    before = len(api.audit())
    with Api(api.url, "rw_nothing") as stranger:
        error_of(stranger.get("/v1/runs"), 401, "unauthenticated")
    assert len(api.audit()) == before + 1  # the reading of the log itself


def test_one_projects_log_never_shows_anothers(api: Api, server: Server) -> None:
    with server.project() as other:
        theirs = other.run()["id"]
        api.run()
        mine, foreign = api.audit(), other.audit()
        assert not {e["id"] for e in mine} & {e["id"] for e in foreign}
        assert api.audit(resource=theirs) == []
        after = api.get("/v1/audit_log", params={"after": foreign[0]["id"]})
        assert list(error_of(after, 400, "invalid_request")["errors"]) == ["after"]


# Filters ----------------------------------------------------------------------------------------


def test_the_log_can_be_filtered(api: Api) -> None:
    some_traffic(api)
    entries = api.audit()
    middle = entries[len(entries) // 2]
    filters: dict[str, tuple[str, Callable[[dict[str, Any]], bool]]] = {
        "action": ("runs.read", lambda e: e["action"] == "runs.read"),
        "decision": ("denied", lambda e: e["decision"] == "denied"),
        "resource": (middle["resource"], lambda e: e["resource"] == middle["resource"]),
        "key": (middle["key"], lambda e: e["key"] == middle["key"]),
        "since": (middle["at"], lambda e: e["at"] >= middle["at"]),
        "until": (middle["at"], lambda e: e["at"] < middle["at"]),
    }
    last = entries[-1]["seq"]
    for name, (value, matches) in filters.items():
        found = [e for e in api.audit(**{name: value}) if e["seq"] <= last]
        assert found == [e for e in entries if matches(e)], name
        assert found, name


def test_the_log_is_listed_newest_first_by_its_place_in_the_chain(api: Api) -> None:
    some_traffic(api)
    seen = [e["seq"] for e in api.get("/v1/audit_log", params={"limit": 5}).json()["data"]]
    assert seen == list(range(seen[0], seen[0] - 5, -1))


# Nobody edits it --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_log SET action = 'x' WHERE project_id = '{project}'",
        "DELETE FROM audit_log WHERE project_id = '{project}'",
        "TRUNCATE audit_log",
    ],
    ids=["update", "delete", "truncate"],
)
def test_the_database_itself_refuses_to_change_the_log(
    api: Api, server: Server, statement: str
) -> None:
    raw = Raw(server)
    if raw.is_sqlite and statement.startswith("TRUNCATE"):
        pytest.skip("SQLite has no TRUNCATE")
    api.run()
    before = api.audit()
    with pytest.raises(raw.error, match="append-only"):
        raw.run(statement.format(project=api.project_id))
    assert api.audit()[: len(before)] == before


def _insert(seq: str) -> str:
    """A forged entry: the second one once more, at another place."""
    columns = "at, request_id, key_id, action, resource, scope, decision, detail"
    place = f"(SELECT {seq} FROM audit_log WHERE project_id = '{{project}}')"
    head = "(SELECT hash FROM audit_heads WHERE project_id = '{project}')"
    if seq == "0":
        place, head = "0", f"'{'0' * 64}'"
    return (
        f"INSERT INTO audit_log (project_id, seq, id, {columns}, prev_hash, hash) "
        f"SELECT project_id, {place}, 'aud_{{project}}', {columns}, {head}, hash "
        "FROM audit_log WHERE {at} 2"
    )


TAMPERING: dict[str, tuple[int, list[str]]] = {
    "alter": (2, ["UPDATE audit_log SET decision = 'denied' WHERE {at} 2"]),
    "alter a detail": (3, ["""UPDATE audit_log SET detail = '{{"a":1}}' WHERE {at} 3"""]),
    "alter the time": (1, ["UPDATE audit_log SET at = '2020-01-01T00:00:00.000Z' WHERE {at} 1"]),
    "alter a hash": (4, ["UPDATE audit_log SET hash = prev_hash WHERE {at} 4"]),
    "drop one": (3, ["DELETE FROM audit_log WHERE {at} 3"]),
    "drop the first": (1, ["DELETE FROM audit_log WHERE {at} 1"]),
    "drop and close the gap": (
        3,
        [
            "DELETE FROM audit_log WHERE {at} 3",
            "UPDATE audit_log SET seq = 3 WHERE {at} 4",
            "UPDATE audit_log SET seq = 4 WHERE {at} 5",
        ],
    ),
    "reorder": (
        2,
        [
            "UPDATE audit_log SET seq = -1 WHERE {at} 2",
            "UPDATE audit_log SET seq = 2 WHERE {at} 3",
            "UPDATE audit_log SET seq = 3 WHERE {at} -1",
        ],
    ),
    "insert before the first": (1, [_insert("0")]),
    "insert behind the last": (0, [_insert("max(seq) + 1")]),
    "insert further behind": (0, [_insert("max(seq) + 50")]),
    "cut the tail": (5, ["DELETE FROM audit_log WHERE project_id = '{project}' AND seq > 4"]),
    "empty it": (1, ["DELETE FROM audit_log WHERE project_id = '{project}'"]),
}


@pytest.mark.parametrize("how", TAMPERING)
def test_tampering_is_found(api: Api, server: Server, how: str) -> None:
    for _ in range(6):
        api.run()
    count = verdict(api)["entries"]
    place = f"project_id = '{api.project_id}' AND seq ="
    broken, statements = TAMPERING[how]
    # The verification itself was recorded, so the forged entry stands behind that one.
    broken = broken or count + 2
    Raw(server).tamper(*(s.format(at=place, project=api.project_id) for s in statements))
    found = verdict(api)
    assert found["valid"] is False
    assert found["broken_seq"] == broken
    assert found["reason"]
    assert found["entries"] == broken - 1


def test_tampering_with_one_project_is_no_other_projects_trouble(api: Api, server: Server) -> None:
    with server.project() as other:
        other.run()
        api.run()
        Raw(server).tamper(f"DELETE FROM audit_log WHERE project_id = '{api.project_id}'")
        assert verdict(api)["valid"] is False
        assert verdict(other)["valid"] is True


# Many at once -----------------------------------------------------------------------------------


def test_concurrent_writers_keep_every_chain_whole_and_dense(server: Server) -> None:
    projects = [server.project() for _ in range(4)]

    def work(api: Api) -> None:
        for _ in range(5):
            api.run(context=["calendar"])
            api.get("/v1/runs")

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(work, projects * 4))
    for api in projects:
        with api:
            entries = api.audit()
            check_chain(entries)
            assert len(entries) == 4 * 5 * 3
            assert verdict(api)["valid"] is True


def test_verification_raises_no_false_alarm_while_entries_are_being_written(api: Api) -> None:
    done = threading.Event()

    def keep_writing() -> None:
        with Api(api.url, api.secret) as writer:
            while not done.is_set():
                writer.get("/v1/models")

    with ThreadPoolExecutor(6) as pool:
        for _ in range(6):
            pool.submit(keep_writing)
        try:
            found = [verdict(api) for _ in range(60)]
        finally:
            done.set()
    assert [v["reason"] for v in found if not v["valid"]] == []
