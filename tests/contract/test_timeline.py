"""`GET /v1/runs/:id/timeline` says when each trace entry happened, frozen with the trace."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from support.agents import agent, network
from support.agents import run as run_network
from support.client import Api

PROMPT = "What is 2 + 3? What is 5 * 2?"


def timeline(api: Api, run: str) -> dict[str, Any]:
    answer = api.get(f"/v1/runs/{run}/timeline")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep", "y0-deep-2026-11"])
def test_a_timeline_has_one_entry_for_each_of_the_trace(api: Api, model: str) -> None:
    run = api.finished(api.run(PROMPT, model=model, context=["calendar", "finance"])["id"])
    found = timeline(api, run["id"])
    assert set(found) == {"object", "run", "snapshot", "entries", "details_sha256"}
    assert (found["object"], found["run"]) == ("timeline", run["id"])
    assert found["snapshot"] == (model if model[-1].isdigit() else f"{model}-2026-11")
    entries = found["entries"]
    assert [e["type"] for e in entries] == [e["type"] for e in run["trace"]]
    assert all(set(e) == {"type", "start_us", "duration_us"} for e in entries)


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_entries_follow_one_another_and_end_within_the_total(api: Api, model: str) -> None:
    run = api.finished(api.run(PROMPT, model=model, context=["documents"])["id"])
    entries = timeline(api, run["id"])["entries"]
    starts = [e["start_us"] for e in entries]
    assert starts == sorted(starts)
    assert all(e["duration_us"] >= 0 for e in entries)
    for one, two in pairwise(entries):
        assert one["start_us"] + one["duration_us"] <= two["start_us"]
    end = (entries[-1]["start_us"] + entries[-1]["duration_us"]) / 1000
    assert abs(end - run["trace"][-1]["ms_total"]) <= 2


def test_a_timeline_is_frozen(api: Api) -> None:
    run = api.finished(api.run(PROMPT, model="y0-deep")["id"])["id"]
    seen = {api.get(f"/v1/runs/{run}/timeline").content for _ in range(20)}
    assert len(seen) == 1


def test_a_cancelled_run_keeps_the_timeline_of_what_it_did(api: Api) -> None:
    run = api.run(PROMPT, model="y0-deep")["id"]
    api.post(f"/v1/runs/{run}/cancel")
    trace = api.get(f"/v1/runs/{run}").json()["trace"]
    assert [e["type"] for e in timeline(api, run)["entries"]] == [e["type"] for e in trace]


@pytest.mark.parametrize("strategy", ["sequential", "parallel"])
def test_what_a_network_does_itself_begins_when_its_agents_have_ended(
    api: Api, strategy: str
) -> None:
    agents = [agent(api, name) for name in ("Anna", "Bert")]
    whole = run_network(api, network(api, agents, strategy), context=["calendar"])
    entries = timeline(api, whole["id"])["entries"]
    own = [at for at, entry in enumerate(whole["trace"]) if entry.get("action") == "merge"]
    for at in [*own, len(entries) - 1]:
        ends = [e["start_us"] + e["duration_us"] for e in entries[:at]]
        assert entries[at]["start_us"] >= max(ends)
    assert len(own) == (strategy == "parallel")
    total = whole["trace"][-1]["ms_total"] * 1000
    assert entries[-1]["start_us"] + entries[-1]["duration_us"] <= total + 1000
