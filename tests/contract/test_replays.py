"""`POST /v1/runs/{id}/replay`: a run is done again under the caller's scopes, and compared."""

from __future__ import annotations

from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from contract.test_replay import misunderstand, settle
from contract.test_runs import computing_stopped, deep
from support import samples
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")


def replay(api: Api, run_id: str, **options: Any) -> dict[str, Any]:
    answer = api.post(f"/v1/runs/{run_id}/replay", **options)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_a_run_over_sources_and_files_is_identical(server: Server, api: Api, model: str) -> None:
    settle(server, api.file(samples.BANK, filename="b.csv")["id"])
    note = api.file(samples.NOTE, purpose="attachment")["id"]
    prompt = "How much did I spend in October 2026?"
    made = api.run(prompt, model=model, context=["finance"], files=[note])
    run = api.finished(made["id"])
    found = replay(api, run["id"])
    assert found == {
        "object": "replay",
        "run": run["id"],
        "identical": True,
        "reason": None,
        "differences": [],
        "compared": found["compared"],
    }
    assert {"snapshot", "read", "steps", "summary"} <= {each["name"] for each in found["compared"]}
    assert api.get(f"/v1/runs/{run['id']}").json() == run


def test_differences_are_named(server: Server, api: Api) -> None:
    run = api.run("What is 6 * 7?")
    misunderstand(server, run["id"])
    found = replay(api, run["id"])
    assert (found["identical"], found["reason"], found["compared"]) == (False, None, [])
    differences = {each["name"]: each["value"] for each in found["differences"]}
    assert differences["summary was"].startswith("42.")
    assert differences["summary is"].startswith("48.")


def test_a_run_whose_records_are_gone_says_why_nothing_is_proved(server: Server, api: Api) -> None:
    note = api.file(samples.NOTE)["id"]
    settle(server, note)
    run = api.run("When does the lease of the Oslo office end?", context=["documents"])["id"]
    assert api.delete(f"/v1/files/{note}").status_code == 200
    found = replay(api, run)
    assert (found["identical"], found["differences"], found["compared"]) == (None, [], [])
    assert found["reason"].endswith("erased since.")


def test_a_run_that_has_not_ended_proves_nothing(server: Server, api: Api) -> None:
    with computing_stopped(server, api):
        found = replay(api, deep(api)["id"])
    assert (found["identical"], "running" in found["reason"]) == (None, True)


def test_it_takes_the_scope_of_everything_that_the_run_read(api: Api) -> None:
    api.file(samples.BANK, filename="b.csv")
    note = api.file(samples.NOTE, purpose="attachment")["id"]
    run = api.run("How much did I spend?", context=["finance", "calendar"], files=[note])["id"]
    with api.key("runs:read", "calendar:read") as narrow:
        refused = error_of(narrow.post(f"/v1/runs/{run}/replay"), 403, "scope_denied")
    assert "files:read and finance:read" in refused["message"]
    denied = api.audit(resource=run, action="runs.replay", decision="denied")
    assert {entry["scope"] for entry in denied} == {"finance:read", "files:read"}
    assert len({entry["key"] for entry in denied} - {None}) == 1


def test_an_attached_file_that_fed_a_source_is_guarded_by_it(api: Api) -> None:
    bank = api.file(samples.BANK, filename="b.csv")["id"]
    run = api.run("What is the largest amount?", files=[bank])["id"]
    with api.key("runs:read", "files:read") as narrow:
        refused = error_of(narrow.post(f"/v1/runs/{run}/replay"), 403, "scope_denied")
    assert "finance:read" in refused["message"]


def test_each_read_is_recorded_under_the_key(api: Api) -> None:
    run = api.run("What is on?", context=["calendar"])["id"]
    replay(api, run)
    entries = api.audit(resource=run, action="runs.replay")
    assert [entry["scope"] for entry in entries] == ["runs:read", "calendar:read"]
    assert None not in {entry["key"] for entry in entries}


def test_a_repeated_request_gets_the_stored_answer(api: Api) -> None:
    run = api.run("What is 6 * 7?")["id"]
    key = {"Idempotency-Key": "again"}
    first = api.post(f"/v1/runs/{run}/replay", headers=key)
    second = api.post(f"/v1/runs/{run}/replay", headers=key)
    assert second.headers["Idempotent-Replayed"] == "true"
    assert second.json() == first.json()
    api.delete(f"/v1/runs/{run}")
    error_of(api.post(f"/v1/runs/{run}/replay", headers=key), 409, "already_deleted")


def test_a_run_of_nobody_is_not_found(api: Api) -> None:
    absent = "run_01k00000000000000000000000"
    error_of(api.post(f"/v1/runs/{absent}/replay"), 404, "not_found")
