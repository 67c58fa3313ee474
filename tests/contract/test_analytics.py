"""`/v1/analytics`: what runs have cost and how good they were, as decided."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from contract.test_runs import computing_stopped, deep
from runwright import clock
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

BOTH = pytest.mark.parametrize("what", ["costs", "quality"])
COST_FIELDS = {"start", "end", "group", "runs", "steps", "input_tokens", "output_tokens", "cost"}
QUALITY_FIELDS = {
    "start",
    "end",
    "group",
    "runs",
    "score",
    "completion",
    "groundedness",
    "step_economy",
    "latency_ms",
    "feedback",
    "votes",
}
PARTS = ("score", "completion", "groundedness", "step_economy", "feedback")


def costs(api: Api, **query: str) -> dict[str, Any]:
    """Costs; the request must be accepted."""
    found = api.get("/v1/analytics/costs", params=query)
    assert found.status_code == 200, found.text
    return dict(found.json())


def quality(api: Api, **query: str) -> list[dict[str, Any]]:
    """The rows of quality."""
    found = api.get("/v1/analytics/quality", params=query)
    assert found.status_code == 200, found.text
    assert set(found.json()) == {"object", "data"}
    return list(found.json()["data"])


def groups(answer: dict[str, Any]) -> dict[tuple[str | None, ...], int]:
    """How many runs each group has."""
    return {tuple(row["group"].values()): row["runs"] for row in answer["data"] if row["runs"]}


# Costs ------------------------------------------------------------------------------------------


def test_costs_of_the_last_thirty_days_by_day(api: Api) -> None:
    first, second = api.run("What is 2 + 2?"), api.run("What is 17 % of 300?")
    answer = costs(api)
    assert set(answer) == {"object", "data", "currency", "total"}
    assert (answer["object"], answer["currency"]) == ("list", "USD")
    assert len(answer["data"]) == 30
    *before, today = answer["data"]
    assert all(set(row) == COST_FIELDS for row in answer["data"])
    assert {(row["runs"], row["cost"]) for row in before} == {(0, "0.000000")}
    assert today["runs"] == 2
    assert today["steps"] == first["steps_used"] + second["steps_used"]
    assert Decimal(today["cost"]) == Decimal(answer["total"]) > 0
    assert today["start"].endswith("T00:00:00.000Z")
    assert all(row["group"] == {} for row in answer["data"])
    assert [row["end"] for row in before] == [row["start"] for row in answer["data"][1:]]


def test_every_grouping_adds_up_to_the_total(api: Api) -> None:
    with api.key("runs:write", "runs:read") as other:
        api.run(metadata={"team": "blue", "n": "1"})
        other.run(metadata={"team": "red"})
        api.finished(deep(api, metadata={"n": "2"})["id"])
    for grouping in (
        "model",
        "agent",
        "network",
        "key",
        "metadata.team",
        "metadata.nothing",
        "model,key",
        "key,metadata.n,agent,model",
        "model,agent,network,key,metadata.team",
        "metadata.n,key,network,agent,model",
    ):
        answer = costs(api, group_by=grouping)
        assert sum(Decimal(row["cost"]) for row in answer["data"]) == Decimal(answer["total"])
        assert sum(groups(answer).values()) == 3
        names = {tuple(row["group"]) for row in answer["data"] if row["runs"]}
        assert names == {tuple(grouping.split(","))}
    assert groups(costs(api, group_by="model")) == {("y0-fast",): 2, ("y0-deep",): 1}
    assert groups(costs(api, group_by="metadata.team")) == {
        ("blue",): 1,
        ("red",): 1,
        (None,): 1,
    }
    assert groups(costs(api, group_by="agent")) == {(None,): 3}
    assert len(groups(costs(api, group_by="key"))) == 2


def test_a_running_run_is_in_no_sum_until_it_ends(api: Api, server: Server) -> None:
    with computing_stopped(server, api):
        run = deep(api, "Add 2 and 3, then add 4")["id"]
        assert groups(costs(api)) == {(): 1}
    api.finished(run)
    assert groups(costs(api)) == {(): 2}


def test_a_deleted_run_still_costs_what_it_did(api: Api) -> None:
    run = api.run(metadata={"team": "blue"})["id"]
    before = costs(api, group_by="model,key")
    assert api.delete(f"/v1/runs/{run}").status_code == 200
    assert costs(api, group_by="model,key") == before
    assert groups(costs(api, group_by="metadata.team")) == {("(erased)",): 1}
    assert quality(api, bucket="none", group_by="metadata.team")[0]["completion"] == 1.0


def test_a_running_run_that_is_deleted_is_counted_as_cancelled(api: Api, server: Server) -> None:
    with computing_stopped(server, api):
        run = deep(api, metadata={"team": "blue"})["id"]
        api.delete(f"/v1/runs/{run}")
    assert groups(costs(api, group_by="metadata.team"))[("(erased)",)] == 1


def test_another_project_sees_nothing_of_it(api: Api, server: Server) -> None:
    api.run()
    with server.project() as stranger:
        assert groups(costs(stranger)) == {}
        assert costs(stranger)["total"] == "0.000000"


# Buckets ----------------------------------------------------------------------------------------


def test_days_are_those_of_the_projects_time_zone(server: Server) -> None:
    with server.project(time_zone="Europe/Berlin") as api:
        rows = costs(api, start="2026-10-24T00:00:00Z", end="2026-10-26T12:00:00Z")["data"]
        assert [(row["start"], row["end"]) for row in rows] == [
            ("2026-10-23T22:00:00.000Z", "2026-10-24T22:00:00.000Z"),
            ("2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"),
            ("2026-10-25T23:00:00.000Z", "2026-10-26T23:00:00.000Z"),
        ]


def test_hours_are_those_of_a_clock_in_the_time_zone(server: Server) -> None:
    with server.project(time_zone="Asia/Kathmandu") as api:
        query = {"start": "2026-11-01T00:00:00Z", "end": "2026-11-01T02:00:00Z"}
        rows = costs(api, bucket="hour", **query)["data"]
        assert [row["start"][11:16] for row in rows] == ["23:15", "00:15", "01:15"]


def test_sums_stay_right_when_the_project_moves(api: Api) -> None:
    api.run()
    project = f"/v1/projects/{api.project_id}"
    for zone in ("Asia/Kathmandu", "America/St_Johns", "UTC"):
        assert api.patch(project, {"time_zone": zone}).status_code == 200
        assert groups(costs(api)) == {(): 1}
        assert groups(costs(api, bucket="hour", start=_ago(hours=5))) == {(): 1}
        assert groups(costs(api, bucket="none", group_by="model")) == {("y0-fast",): 1}


def _ago(**much: float) -> str:
    now: datetime = clock.now()
    return clock.stamp(now - timedelta(**much))


@BOTH
def test_a_hundred_years_can_be_asked_for_in_one(api: Api, what: str) -> None:
    api.run()
    query = {"start": "1950-01-01T00:00:00Z", "end": "2050-01-01T00:00:00Z", "bucket": "none"}
    (row,) = api.get(f"/v1/analytics/{what}", params=query).json()["data"]
    assert (row["start"], row["runs"]) == ("1950-01-01T00:00:00.000Z", 1)


@BOTH
def test_a_range_without_runs_shows_empty_buckets(api: Api, what: str) -> None:
    query = {"start": "2020-01-01T00:00:00Z", "end": "2020-01-08T00:00:00Z", "group_by": "model"}
    rows = api.get(f"/v1/analytics/{what}", params=query).json()["data"]
    assert [row["group"] for row in rows] == [{}] * 7
    assert {row["runs"] for row in rows} == {0}


# Quality ----------------------------------------------------------------------------------------


def test_quality_has_shares_and_percentiles(api: Api) -> None:
    api.run("What is 2 + 2?")
    (row,) = quality(api, bucket="none")
    assert set(row) == QUALITY_FIELDS
    assert (row["runs"], row["completion"]) == (1, 1.0)
    assert row["feedback"] is None
    assert all(row[name] is None or 0 <= row[name] <= 1 for name in PARTS)
    assert 0 < row["latency_ms"]["p50"] == row["latency_ms"]["p95"] < 60_000


def test_quality_of_nothing_is_null(api: Api) -> None:
    (row,) = quality(api, bucket="none")
    assert row["runs"] == 0
    assert {row[name] for name in PARTS} == {None}
    assert row["latency_ms"] == {"p50": None, "p95": None}


def test_quality_is_told_by_group(api: Api) -> None:
    api.run(metadata={"team": "blue"})
    api.finished(deep(api)["id"])
    rows = quality(api, bucket="none", group_by="model,metadata.team")
    assert [row["group"] for row in rows] == [
        {"model": "y0-deep", "metadata.team": None},
        {"model": "y0-fast", "metadata.team": "blue"},
    ]
    assert all(row["latency_ms"]["p50"] > 0 for row in rows)


# Bad input --------------------------------------------------------------------------------------

NOVEMBER, OCTOBER = "2026-11-01T00:00:00Z", "2026-10-01T00:00:00Z"
BAD = [
    ({"start": NOVEMBER, "end": OCTOBER}, "end"),
    ({"start": NOVEMBER, "end": NOVEMBER}, "end"),
    ({"start": "2090-01-01T00:00:00Z"}, "start"),
    ({"start": "1926-11-01T00:00:00Z", "end": NOVEMBER}, "start"),
    ({"start": "1926-11-01T00:00:00Z", "end": NOVEMBER, "bucket": "hour"}, "start"),
    ({"start": "2026-09-20T00:00:00Z", "end": NOVEMBER, "bucket": "hour"}, "start"),
    ({"start": "0001-01-01T00:00:00Z", "bucket": "none"}, "start"),
    ({"end": "9999-12-31T23:59:59Z", "bucket": "none"}, "end"),
    ({"start": "yesterday"}, "start"),
    ({"end": "2026-11-01"}, "end"),
    ({"end": "2026-11-01T00:00:00"}, "end"),
    ({"bucket": "week"}, "bucket"),
    ({"bucket": ""}, "bucket"),
    ({"group_by": "colour"}, "group_by"),
    ({"group_by": "model,colour"}, "group_by"),
    ({"group_by": "key_id"}, "group_by"),
    ({"group_by": "model,model"}, "group_by"),
    ({"group_by": "metadata.a,metadata.a"}, "group_by"),
    ({"group_by": "metadata.a,metadata.b"}, "group_by"),
    ({"group_by": "metadata."}, "group_by"),
    ({"group_by": "metadata." + "k" * 65}, "group_by"),
    ({"group_by": "metadata"}, "group_by"),
    ({"group_by": ""}, "group_by"),
    ({"group_by": "model,"}, "group_by"),
    ({"group_by": "model, agent"}, "group_by"),
    ({"limit": "5"}, "limit"),
    ({"metadata.team": "blue"}, "metadata.team"),
]


@BOTH
@pytest.mark.parametrize(("query", "named"), BAD)
def test_bad_input_is_refused_by_name(
    api: Api, what: str, query: dict[str, str], named: str
) -> None:
    found = api.get(f"/v1/analytics/{what}", params=query)
    assert set(error_of(found, 400, "invalid_request")["errors"]) == {named}


@BOTH
def test_everything_that_is_wrong_is_named_at_once(api: Api, what: str) -> None:
    query = {"start": "x", "end": "y", "bucket": "z", "group_by": "colour", "page": "1"}
    found = api.get(f"/v1/analytics/{what}", params=query)
    assert set(error_of(found, 400, "invalid_request")["errors"]) == set(query)


@BOTH
def test_the_most_that_can_be_asked_for_is_answered(api: Api, what: str) -> None:
    query = {"start": "2024-02-06T00:00:00Z", "end": NOVEMBER, "group_by": "model"}
    path = f"/v1/analytics/{what}"
    assert len(api.get(path, params=query).json()["data"]) == 999
    longest = {"group_by": "metadata." + "k" * 64 + ",model,agent,network,key"}
    assert api.get(path, params=longest).status_code == 200


@BOTH
def test_the_scope_is_needed_and_the_access_recorded(api: Api, what: str) -> None:
    with api.key("runs:read", "runs:write") as without:
        refused = error_of(without.get(f"/v1/analytics/{what}"), 403, "scope_denied")
        assert "analytics:read" in refused["message"]
    with api.key("analytics:read") as alone:
        assert alone.get(f"/v1/analytics/{what}").status_code == 200
    entries = api.audit(action=f"analytics.{what}")
    assert [entry["decision"] for entry in entries] == ["denied", "allowed"]
