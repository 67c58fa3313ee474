"""`previous_run`: a run that follows up on an earlier one, under every scope that one had used."""

from __future__ import annotations

from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from support import samples
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")


def follow(api: Api, run_id: str, **body: Any) -> Any:
    asked = {"model": "y0-fast", "prompt": "What is 2 + 2?", "previous_run": run_id, **body}
    return api.post("/v1/runs", asked)


def test_a_run_follows_one_that_has_ended(api: Api) -> None:
    earlier = api.run("What is 6 * 7?")
    assert follow(api, earlier["id"]).status_code == 201
    (entry,) = [e for e in api.audit() if e["action"] == "runs.follow"]
    assert entry["scope"] == "runs:read"


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_a_follow_up_changes_only_what_it_names(api: Api, model: str) -> None:
    api.file(samples.BANK, filename="bank.csv")
    asked = "How much did I spend on rent in October 2026?"
    earlier = api.run(asked, context=["finance"])
    assert "1,200" in earlier["result"]["summary"]
    body = {"model": model, "prompt": "and on groceries?", "context": ["finance"]}
    run = api.finished(follow(api, earlier["id"], **body).json()["id"])
    assert "42.10" in run["result"]["summary"]
    assert "October 2026" in run["result"]["summary"]
    (step,) = api.get(f"/v1/runs/{run['id']}/steps").json()["data"]
    assert step["arguments"]["period"] == {"start": "2026-10-01", "end": "2026-11-01"}


def test_an_agent_that_leaves_the_choice_of_its_model_understands_a_follow_up(api: Api) -> None:
    api.file(samples.BANK, filename="bank.csv")
    asked = "How much did I spend on rent in October 2026?"
    earlier = api.run(asked, context=["finance"])
    made = {"name": "A", "model": "auto", "instructions": "Be brief."}
    agent = api.post("/v1/agents", made).json()["id"]
    body = {"prompt": "and on groceries?", "context": ["finance"], "previous_run": earlier["id"]}
    run = api.post(f"/v1/agents/{agent}/run", body).json()
    assert "42.10" in api.finished(run["id"])["result"]["summary"]


def test_an_agent_follows_too(api: Api) -> None:
    earlier = api.run("What is 6 * 7?")
    agent = api.post(
        "/v1/agents", {"name": "A", "model": "y0-fast", "instructions": "Be brief."}
    ).json()["id"]
    body = {"prompt": "What is 2 + 2?", "previous_run": earlier["id"]}
    assert api.post(f"/v1/agents/{agent}/run", body).status_code == 201


def test_what_has_not_ended_is_not_there_or_is_somebody_elses_is_refused(
    api: Api, server: Server
) -> None:
    gone = api.run("What is 1 + 1?")["id"]
    assert api.delete(f"/v1/runs/{gone}").status_code == 200
    with server.project() as other:
        foreign = other.run("What is 1 + 1?")["id"]
    for run_id in (gone, foreign, "run_01k0000000000000000000000a"):
        error = error_of(follow(api, run_id), 400, "invalid_request")
        assert error["errors"] == {
            "previous_run": ["must be the id of a run of this project that has ended"]
        }
    assert set(error_of(follow(api, "x"), 400, "invalid_request")["errors"]) == {"previous_run"}


def test_it_takes_every_scope_that_the_earlier_run_had_used(api: Api) -> None:
    file_id = api.file(samples.BANK, filename="bank.csv")["id"]
    earlier = api.run("What did I spend?", context=["calendar"], files=[file_id])
    with api.key("runs:write") as writer:
        error = error_of(follow(writer, earlier["id"]), 403, "scope_denied")
        assert "runs:read" in error["message"]
    with api.key("runs:write", "runs:read", "files:read") as reader:
        error = error_of(follow(reader, earlier["id"]), 403, "scope_denied")
        assert "calendar:read" in error["message"]
        assert "finance:read" in error["message"]
    allowed = ("runs:write", "runs:read", "files:read", "calendar:read", "finance:read")
    with api.key(*allowed) as reader:
        assert follow(reader, earlier["id"]).status_code == 201


def test_the_receipt_of_the_earlier_run_names_its_followers_and_they_stay(api: Api) -> None:
    earlier = api.run("What is 6 * 7?")["id"]
    followers = [follow(api, earlier).json()["id"] for _ in range(2)]
    assert api.delete(f"/v1/runs/{earlier}").status_code == 200
    receipt = api.get(f"/v1/erasures/{earlier}").json()
    assert receipt["runs"] == followers
    for run_id in followers:
        assert api.get(f"/v1/runs/{run_id}").json()["status"] == "completed"
