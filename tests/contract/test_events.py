"""`/v1/events`: what happened, written with what it reports, shown to those who may see it."""

from __future__ import annotations

from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from contract.test_runs import THREE_STEPS, computing_stopped, deep
from db.raw import Raw
from support.agents import agent, network, run
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

NEVER_WAS = "evt_01k00000000000000000000000"


def events(api: Api, **query: Any) -> list[dict[str, Any]]:
    """The project's events, oldest first."""
    answer = api.get("/v1/events", params={"order": "asc", "limit": 100, **query})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["data"])


def types(api: Api, **query: Any) -> list[str]:
    return [event["type"] for event in events(api, **query)]


def test_a_run_that_completes_is_told_with_its_metadata_and_without_its_trace(api: Api) -> None:
    made = api.run(metadata={"team": "blue"})
    (event,) = events(api)
    assert event["object"] == "event"
    assert event["type"] == "run.completed"
    assert event["api_version"] == "2026-11-15"
    assert event["created_at"] >= made["created_at"]
    shown = api.get(f"/v1/runs/{made['id']}", params={"include_trace": "false"}).json()
    assert event["data"] == {"object": shown}
    assert shown["metadata"] == {"team": "blue"}
    assert "trace" not in shown
    assert api.get(f"/v1/events/{event['id']}").json() == event


def test_background_runs_and_files_are_told(api: Api) -> None:
    deep = api.finished(api.run("What is 3 + 3?", model="y0-deep")["id"])
    good = api.file(b"The plumber comes on Monday.", metadata={"box": "7"})
    bad = api.file(b"%PDF-1.7 and nothing else", filename="x.pdf", is_readable=False)
    told = {(event["type"], event["data"]["object"]["id"]) for event in events(api)}
    assert told == {
        ("run.completed", deep["id"]),
        ("file.processed", good["id"]),
        ("file.failed", bad["id"]),
    }
    (processed,) = events(api, type="file.processed")
    assert processed["data"]["object"] == good


def test_runs_that_are_cancelled_or_fail_are_told(api: Api, server: Server) -> None:
    made = api.post("/v1/keys", {"name": "k", "scopes": ["runs:read", "runs:write"]}).json()
    with computing_stopped(server, api), Api(api.url, made["secret"]) as other:
        cancelled, failed = deep(api)["id"], deep(other, THREE_STEPS)["id"]
        api.post(f"/v1/runs/{cancelled}/cancel")
        api.delete(f"/v1/keys/{made['id']}")
    assert api.finished(failed)["status"] == "failed"
    (event,) = events(api, type="run.cancelled")
    assert event["data"]["object"]["id"] == cancelled
    (event,) = events(api, type="run.failed")
    assert event["data"]["object"]["error"]["code"] == "scope_denied"


def test_a_running_run_that_is_deleted_is_told_as_that_alone(api: Api, server: Server) -> None:
    with computing_stopped(server, api):
        run_id = deep(api)["id"]
        api.delete(f"/v1/runs/{run_id}")
    told = [each["type"] for each in events(api) if each["data"]["object"]["id"] == run_id]
    assert told == ["run.deleted"]


def test_each_run_of_a_network_is_told(api: Api) -> None:
    whole = run(api, network(api, [agent(api), agent(api, name="Other")]))
    told = [event["data"]["object"]["id"] for event in events(api)]
    assert sorted(told) == sorted([whole["id"], *whole["children"]])


def test_a_deletion_is_told_and_earlier_events_keep_the_id_alone(api: Api) -> None:
    made = api.run("What is 5 + 5?", metadata={"team": "blue"})
    before = events(api)
    api.delete(f"/v1/runs/{made['id']}")
    after = events(api)
    assert [event["type"] for event in after] == ["run.completed", "run.deleted"]
    assert [event["data"] for event in after] == [{"object": {"id": made["id"]}}] * 2
    assert after[0]["id"] == before[0]["id"]
    file = api.file(b"The plumber comes on Monday.")
    api.delete(f"/v1/files/{file['id']}")
    assert events(api, type="file.processed,file.deleted")[-1]["data"] == {
        "object": {"id": file["id"]}
    }


def test_events_hold_no_content(api: Api, server: Server) -> None:
    api.run("What is 7 + 7?", metadata={"secret": "parsnip"})
    rows = Raw(server).rows("SELECT * FROM events WHERE project_id = ?", api.project_id)
    assert len(rows) == 1
    assert "parsnip" not in str([tuple(row) for row in rows])


def test_a_refused_request_is_no_event(api: Api) -> None:
    api.post("/v1/runs", {"model": "y0-fast", "prompt": ""})
    api.post("/v1/runs", {"model": "y0-fast", "prompt": "What is 1 + 1? " * 3, "max_steps": 1})
    assert events(api) == []


def test_a_repeated_request_is_one_event(api: Api) -> None:
    body = {"model": "y0-fast", "prompt": "What is 1 + 1?"}
    for _ in range(3):
        api.post("/v1/runs", body, headers={"Idempotency-Key": "same"})
    assert types(api) == ["run.completed"]


def test_only_nouns_that_the_key_may_read_are_shown(api: Api) -> None:
    run_id = api.run()["id"]
    api.file(b"The plumber comes on Monday.")
    of_run, of_file = events(api)
    with api.key("events:read", "files:read") as narrow:
        assert types(narrow) == ["file.processed"]
        assert types(narrow, type="run.completed") == []
        error_of(narrow.get(f"/v1/events/{of_run['id']}"), 404, "not_found")
        assert narrow.get(f"/v1/events/{of_file['id']}").status_code == 200
    with api.key("runs:read") as narrow:
        error_of(narrow.get("/v1/events"), 403, "scope_denied")
    with api.key("events:read") as narrow:
        assert types(narrow) == []
    # What was read along the way is on record, under the scope that allowed it.
    seen = [entry for entry in api.audit(action="events.list") if entry["scope"] == "files:read"]
    assert seen
    assert all(entry["decision"] == "allowed" for entry in seen)
    assert run_id


def test_pages_and_filters(api: Api) -> None:
    made = [api.run()["id"] for _ in range(5)]
    whole = events(api)
    assert [event["data"]["object"]["id"] for event in whole] == made
    first = api.get("/v1/events", params={"limit": 2}).json()
    assert first["has_more"] is True
    assert [event["id"] for event in first["data"]] == [whole[4]["id"], whole[3]["id"]]
    rest = api.get("/v1/events", params={"after": first["last_id"]}).json()
    assert [event["id"] for event in rest["data"]] == [whole[n]["id"] for n in (2, 1, 0)]
    assert events(api, created_after=whole[-1]["created_at"]) == []
    assert len(events(api, created_before="2999-01-01T00:00:00Z")) == 5


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"type": "run.exploded"}, "type"),
        ({"type": "run.completed,"}, "type"),
        ({"limit": "0"}, "limit"),
        ({"after": "run_01k00000000000000000000000"}, "after"),
        ({"created_after": "yesterday"}, "created_after"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_bad_queries_are_named(api: Api, query: dict[str, str], field: str) -> None:
    error = error_of(api.get("/v1/events", params=query), 400, "invalid_request")
    assert set(error["errors"]) == {field}


@pytest.mark.parametrize("wrong", [NEVER_WAS, "evt_x", "run_01k00000000000000000000000"])
def test_an_event_that_never_was_is_not_found(api: Api, wrong: str) -> None:
    error_of(api.get(f"/v1/events/{wrong}"), 404, "not_found")


def test_another_projects_events_are_not_there(api: Api, server: Server) -> None:
    api.run()
    (event,) = events(api)
    with server.project() as other:
        assert events(other) == []
        error_of(other.get(f"/v1/events/{event['id']}"), 404, "not_found")
