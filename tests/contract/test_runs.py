"""A run does what the contract says, from its creation to its end.

`y0-fast` is complete in its 201, `y0-deep` goes on in the background; sources are fetched once
each under the scope that allows them; lists can be filtered; a cancel holds at once.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from db.raw import Raw
from support import samples
from support.client import Api, error_of
from support.server import Server

FIELDS = {
    "id",
    "object",
    "status",
    "model",
    "steps_used",
    "max_steps",
    "created_at",
    "result",
    "metadata",
}
ENTRIES = {
    "plan": {"type", "ms", "steps"},
    "context": {"type", "source", "scope", "items"},
    "step": {"type", "n", "action"},
    "result": {"type", "ms_total"},
}
THREE_STEPS = "What is 2 + 3? What is 5 * 2? What is 10 - 1?"


def deep(api: Api, prompt: str = "What is 2 + 2?", **body: Any) -> dict[str, Any]:
    return api.run(prompt, model="y0-deep", **body)


def get(api: Api, run: str, **query: str) -> dict[str, Any]:
    answer = api.get(f"/v1/runs/{run}", params=query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


# Created and read -------------------------------------------------------------------------------


def test_a_fast_run_is_complete_in_its_201(api: Api) -> None:
    run = api.run("What is 6 * 7?", metadata={"a": "b"})
    assert set(run) == FIELDS
    assert re.fullmatch(r"run_[0-9a-z]{26}", run.pop("id"))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", run.pop("created_at"))
    result = run.pop("result")
    assert run == {
        "object": "run",
        "status": "completed",
        "model": "y0-fast",
        "steps_used": 1,
        "max_steps": 4,
        "metadata": {"a": "b"},
    }
    assert set(result) == {"summary", "artifacts"}
    assert "42" in result["summary"]
    assert result["artifacts"] == []


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_a_read_run_has_the_four_kinds_of_entries_in_order(api: Api, model: str) -> None:
    made = api.run(THREE_STEPS, model=model, context=["calendar"])
    run = api.finished(made["id"])
    trace = run["trace"]
    kinds = [entry["type"] for entry in trace]
    assert kinds == ["plan", "context", "step", "step", "step", "result"]
    assert all(set(entry) == ENTRIES[entry["type"]] for entry in trace)
    assert [entry["n"] for entry in trace if entry["type"] == "step"] == [1, 2, 3]
    assert trace[0]["steps"] == run["steps_used"] == 3
    assert 0 <= trace[0]["ms"] <= trace[-1]["ms_total"]
    assert "9" in run["result"]["summary"]


@pytest.mark.parametrize(("value", "shown"), [("true", True), ("false", False)])
def test_include_trace_decides_about_the_trace_alone(api: Api, value: str, shown: bool) -> None:
    made = api.run()
    run = get(api, made["id"], include_trace=value)
    assert ("trace" in run) is shown
    run.pop("trace", None)
    assert run == made


def test_a_snapshot_is_echoed_as_it_was_sent(api: Api) -> None:
    made = api.run(model="y0-fast-2026-11")
    assert made["model"] == get(api, made["id"])["model"] == "y0-fast-2026-11"


# Sources ----------------------------------------------------------------------------------------


QUINCES = b"# First\n\nThe quince is ripe.\n\n# Second\n\nThe quince is sour.\n"


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_each_source_is_fetched_in_the_order_given(api: Api, model: str) -> None:
    for content in (samples.CALENDAR, samples.BANK):
        api.file(content)
    asked = ["finance", "documents", "finance", "calendar", "documents"]
    prompt = (
        "What did I pay for rent in October 2026? What does the lease say about pets?"
        " What events do I have in the next two months? What did I spend in October 2026?"
    )
    made = api.run(prompt, model=model, context=asked, max_steps=16)
    trace = api.finished(made["id"])["trace"]
    # What is read later adds further entries.
    assert [entry for entry in trace if entry["type"] == "context"][:3] == [
        {"type": "context", "source": "finance", "scope": "finance:read", "items": 4},
        {"type": "context", "source": "documents", "scope": "documents:read", "items": 0},
        {"type": "context", "source": "calendar", "scope": "calendar:read", "items": 2},
    ]


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_a_source_tells_how_many_items_were_read(api: Api, model: str) -> None:
    file = api.file(QUINCES)
    assert file["extracted"]["graph_items"] == 3
    made = api.run("Is the quince ripe or sour?", model=model, context=["documents"])
    assert api.finished(made["id"])["trace"][1]["items"] == 3


def test_a_run_reads_no_other_projects_items(api: Api, server: Server) -> None:
    with server.project() as other:
        other.file(QUINCES)
    run = api.run("Is the quince ripe?", context=["documents"])
    assert get(api, run["id"])["trace"][1]["items"] == 0
    assert "quince is" not in run["result"]["summary"]


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_an_answer_comes_from_what_was_read(api: Api, model: str) -> None:
    api.file(samples.NOTE)
    question = "When does the lease of the Oslo office end?"
    for sources, told in ((["documents"], True), ([], False), (["finance"], False)):
        run = api.finished(api.run(question, model=model, context=sources)["id"])
        assert ("31 March 2027" in run["result"]["summary"]) is told


# Steps ------------------------------------------------------------------------------------------
# `test_steps.py` has the bounds of `max_steps`.


# Lists ------------------------------------------------------------------------------------------


def listed(api: Api, **filters: str) -> list[str]:
    answer = api.get("/v1/runs", params={"order": "asc", "limit": 100, **filters})
    assert answer.status_code == 200, answer.text
    return [run["id"] for run in answer.json()["data"]]


def test_a_list_shows_runs_without_their_traces(api: Api) -> None:
    made = api.run()
    page = api.get("/v1/runs").json()
    assert page == {
        "object": "list",
        "data": [made],
        "first_id": made["id"],
        "last_id": made["id"],
        "has_more": False,
    }


def test_a_list_can_be_filtered_by_status_and_model(api: Api) -> None:
    fast, pinned = api.run()["id"], api.run(model="y0-fast-2026-11")["id"]
    slow = api.finished(deep(api)["id"])["id"]
    assert set(listed(api, status="completed")) == {fast, pinned, slow}
    assert listed(api, status="failed") == []
    assert listed(api, model="y0-fast") == [fast]
    assert listed(api, model="y0-fast-2026-11") == [pinned]
    assert listed(api, model="y0-deep", status="completed") == [slow]
    assert listed(api, model="y0-deep", status="running") == []


def moved(created_at: str, milliseconds: int) -> str:
    """A time as the API tells it, a little earlier or later."""
    return (datetime.fromisoformat(created_at) + timedelta(milliseconds=milliseconds)).isoformat()


def test_a_list_can_be_filtered_by_time(api: Api) -> None:
    first, second = api.run(), api.run()
    before, after = moved(first["created_at"], -1), moved(first["created_at"], 1)
    assert listed(api, created_before=first["created_at"]) == []
    assert listed(api, created_before=after) == [first["id"]]
    assert listed(api, created_after=first["created_at"]) == [second["id"]]
    assert listed(api, created_after=before) == [first["id"], second["id"]]
    assert listed(api, created_after=before, created_before=after) == [first["id"]]
    in_paris = datetime.fromisoformat(before).astimezone(timezone(timedelta(hours=2)))
    assert listed(api, created_after=in_paris.isoformat()) == [first["id"], second["id"]]


AWKWARD = [
    {"plain": "value"},
    {"quote": 'say "hi"', 'key "quoted"': "x"},
    {"comma": "a,b", "a,b": "comma"},
    {"braces": "{}", "{": "}"},
    {"backslash": "\\", "back\\slash": '\\"'},
    {"unicode": "Grüße 東京 🚆", "ключ": "да", "🔑": "𝄞"},
    {"like": "100%_", "control": "a\tb\nc"},
    {"dotted.key.name": "a.b", "empty": ""},
    {"space key": " leading and trailing "},
    {"looks": '","like":"json', "like": "json2"},
    {"é": "composed", "e\u0301": "decomposed"},
    {"&": "=", "+": "%2B", "#": "?"},
]


@pytest.mark.parametrize("pairs", AWKWARD, ids=[next(iter(pairs)) for pairs in AWKWARD])
def test_a_list_can_be_filtered_by_several_awkward_metadata_pairs(
    api: Api, pairs: dict[str, str]
) -> None:
    api.run(metadata={})
    for other in AWKWARD:
        if other != pairs:
            api.run(metadata=other)
    wanted = [api.run(metadata={**pairs, "~also": "x"})["id"] for _ in range(2)]
    filters = {f"metadata.{key}": value for key, value in pairs.items()}
    assert listed(api, **filters) == sorted(wanted)
    for key, value in pairs.items():
        assert listed(api, **{f"metadata.{key}": value}) == sorted(wanted)
    first = next(iter(filters))
    assert listed(api, **{**filters, first: filters[first] + "x"}) == []


def test_no_metadata_filter_matches_across_two_pairs(api: Api) -> None:
    """`{"!": ",", ":": "v"}` holds the bytes `,",":":"`, which is how `{",": ":"}` would look."""
    api.run(metadata={"!": ",", ":": "v"})
    real = api.run(metadata={",": ":"})["id"]
    assert listed(api, **{"metadata.,": ":"}) == [real]


@pytest.mark.parametrize(
    "filters",
    [{"metadata.a": "b", "metadata.c": "x"}, {"metadata.a": ""}, {"metadata.": "b"}],
    ids=["one of two", "other value", "no key"],
)
def test_a_metadata_filter_that_matches_nothing_finds_nothing(
    api: Api, filters: dict[str, str]
) -> None:
    api.run(metadata={"a": "b", "c": "d"})
    answer = api.get("/v1/runs", params=filters)
    assert answer.status_code == 400 or answer.json()["data"] == []


# In the background ------------------------------------------------------------------------------


def computing_children(pid: int) -> list[int]:
    """The processes that do the steps of background runs."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    children = map(int, path.read_text().split())
    return [
        child for child in children if b"\0runs\0" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


@contextmanager
def computing_stopped(server: Server, api: Api) -> Iterator[None]:
    """Freeze the server's computing child, so that a background run stays in its first step."""
    api.finished(deep(api)["id"])
    assert server.process is not None
    stopped = computing_children(server.process.pid)
    assert stopped
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in stopped:
            with suppress(ProcessLookupError):  # a cancel ends the child with its work
                os.kill(pid, signal.SIGCONT)


def test_a_deep_run_is_running_and_then_completed(api: Api, server: Server) -> None:
    with computing_stopped(server, api):
        made = deep(api, THREE_STEPS, metadata={"a": "b"})
        assert set(made) == FIELDS - {"result"}
        assert (made["status"], made["steps_used"]) == ("running", 0)
        seen = get(api, made["id"])
        assert seen.pop("trace")[0]["type"] == "plan"
        assert seen == made
        assert listed(api, status="running") == [made["id"]]
    done = api.finished(made["id"])
    assert set(done) == FIELDS | {"trace"}
    assert (done["status"], done["steps_used"]) == ("completed", 3)
    assert done["created_at"] == made["created_at"]


def test_a_cancel_holds_at_once_and_for_good(api: Api, server: Server) -> None:
    with computing_stopped(server, api):
        run = deep(api, THREE_STEPS)["id"]
        cancelled = api.post(f"/v1/runs/{run}/cancel")
        assert cancelled.status_code == 200
        assert cancelled.json()["status"] == "cancelled"
        assert not {"result", "error", "trace"} & set(cancelled.json())
        frozen = api.get(f"/v1/runs/{run}").content
    api.finished(deep(api)["id"])  # the worker that held the cancelled run went on
    assert api.get(f"/v1/runs/{run}").content == frozen
    assert get(api, run)["trace"][0]["type"] == "plan"
    assert get(api, run)["trace"][-1]["type"] != "result"
    assert Raw(server).rows("SELECT id FROM queued_jobs WHERE subject = ?", run) == []
    assert Raw(server).rows("SELECT seq FROM trace_entries WHERE run_id = ?", run) == []


def test_a_running_run_can_be_deleted_and_nothing_comes_after(api: Api, server: Server) -> None:
    with computing_stopped(server, api):
        run = deep(api, THREE_STEPS, context=["calendar"])["id"]
        assert api.delete(f"/v1/runs/{run}").json() == {
            "id": run,
            "object": "run",
            "deleted": True,
        }
        error_of(api.get(f"/v1/runs/{run}"), 409, "already_deleted")
    api.finished(deep(api)["id"])
    raw = Raw(server)
    assert raw.tables_with(run) == {"audit_log", "erasures", "events", "run_accounts"}
    assert api.get(f"/v1/erasures/{run}").json()["counts"]["runs"] == 1
    error_of(api.post(f"/v1/runs/{run}/cancel"), 409, "already_deleted")


@pytest.mark.parametrize("make", [Api.run, deep], ids=["fast", "deep"])
def test_cancelling_a_finished_run_changes_nothing(
    api: Api, make: Callable[[Api], dict[str, Any]]
) -> None:
    run = api.finished(make(api)["id"])
    before = api.get(f"/v1/runs/{run['id']}").content
    cancelled = api.post(f"/v1/runs/{run['id']}/cancel")
    assert cancelled.status_code == 200
    assert cancelled.json() == {name: run[name] for name in run if name != "trace"}
    assert api.get(f"/v1/runs/{run['id']}").content == before


def test_a_run_whose_key_was_revoked_fails_with_scope_denied(api: Api, server: Server) -> None:
    slots = 8
    with computing_stopped(server, api), api.key("runs:write", "runs:read") as doomed:
        blockers = [deep(api)["id"] for _ in range(slots)]
        run = deep(doomed)["id"]
        (key,) = [k for k in api.get("/v1/keys").json()["data"] if k["name"] == "narrow"]
        assert api.delete(f"/v1/keys/{key['id']}").status_code == 200
    failed = api.finished(run)
    assert failed["status"] == "failed"
    assert failed["error"]["code"] == "scope_denied"
    assert set(failed) == (FIELDS - {"result"}) | {"error", "trace"}
    assert failed["trace"][-1]["type"] != "result"
    assert {api.finished(blocker)["status"] for blocker in blockers} == {"completed"}
