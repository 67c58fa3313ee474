"""`GET /v1/runs` finds runs by their words, what they read, who made them and what came of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from api.conforming import conforming, document  # noqa: F401
from support import samples
from support.agents import agent, network, run
from support.client import Api, error_of
from support.patience import until
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

LEASE = "When does the lease of the Oslo office end?"
UNKNOWN = "01k00000000000000000000001"


def listed(api: Api, **query: Any) -> list[str]:
    found = api.get("/v1/runs", params=query)
    assert found.status_code == 200, found.text
    return [each["id"] for each in found.json()["data"]]


def finds(api: Api, wanted: list[str], **query: Any) -> None:
    """Wait until a search finds just that: words are written in the background."""
    until(lambda: listed(api, **query) == wanted, f"{query} finds {wanted}")


def test_a_run_is_found_by_words_of_its_prompt_and_of_its_summary(api: Api) -> None:
    one = api.run("Send the letter to Zürich")["id"]
    two = api.run("What is 17 + 1?")["id"]
    finds(api, [one], q="zurich LETTER")
    finds(api, [one], q="only reads")
    finds(api, [two], q="18")
    assert listed(api, q="zurich 18") == []


def test_a_search_is_paged_and_combined_with_every_other_filter(api: Api) -> None:
    made = [api.run(f"What is {n} + 1?", metadata={"n": str(n % 2)})["id"] for n in range(5)]
    newest = made[::-1]
    finds(api, newest, q="what")
    page = api.get("/v1/runs", params={"q": "what", "limit": 2}).json()
    assert [each["id"] for each in page["data"]] == newest[:2]
    assert page["has_more"] is True
    assert listed(api, q="what", after=page["last_id"]) == newest[2:]
    assert listed(api, q="what", order="asc") == made
    assert listed(api, q="what", **{"metadata.n": "1"}) == [made[3], made[1]]
    assert listed(api, q="what", status="failed") == []
    assert listed(api, q="what", status="completed", model="y0-fast", answered="true") == newest


@pytest.mark.parametrize("query", ["", "?!", " ".join(map(str, range(17))), "x" * 401])
def test_a_search_needs_a_word_and_not_too_many(api: Api, query: str) -> None:
    error = error_of(api.get("/v1/runs", params={"q": query}), 400, "invalid_request")
    assert set(error["errors"]) == {"q"}


def test_words_that_were_not_written_before_a_kill_are_written_after_it(
    new_server: Callable[..., Server],
) -> None:
    server = new_server().start()
    with server.api() as api:
        made = [api.run(f"What is {n} + 1?")["id"] for n in range(20)]
    server.kill()
    with server, server.api() as api:
        finds(api, made[::-1], q="what is")


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_runs_are_told_apart_by_whether_they_have_an_answer(api: Api, model: str) -> None:
    good = api.finished(api.run("What is 17 + 1?", model=model)["id"])["id"]
    bad = api.finished(api.run("Send an e-mail to Anna.", model=model)["id"])["id"]
    assert listed(api, answered="true") == [good]
    assert listed(api, answered="false") == [bad]
    assert listed(api) == [bad, good]


def test_runs_are_found_by_the_file_that_they_read(api: Api) -> None:
    file_id, other = api.file(samples.NOTE)["id"], api.file(samples.NOTE + b" Again.")["id"]
    reader = api.run(LEASE, files=[file_id])["id"]
    api.run()
    assert listed(api, file=file_id) == [reader]
    assert listed(api, file=file_id, answered="false") == []
    assert listed(api, file=other) == []
    finds(api, [reader], file=file_id, q="oslo")


def test_runs_are_found_by_the_key_that_made_them_also_when_it_is_revoked(api: Api) -> None:
    with api.key("runs:read", "runs:write") as other:
        own, others = api.run()["id"], other.run()["id"]
    keys = [each["id"] for each in api.get("/v1/keys").json()["data"]]
    (key_id,) = [each for each in keys if listed(api, key=each) == [others]]
    assert api.delete(f"/v1/keys/{key_id}").status_code == 200
    assert listed(api, key=key_id) == [others]
    assert listed(api) == [others, own]


def test_parts_of_a_networks_run_are_listed_only_when_asked_for(api: Api) -> None:
    one, two = agent(api, "One"), agent(api, "Two")
    of_both = network(api, [one, two])
    whole = run(api, of_both)
    parts = sorted(whole["children"], reverse=True)
    everything = sorted([whole["id"], *parts], reverse=True)
    assert listed(api) == [whole["id"]]
    assert listed(api, network=of_both) == [whole["id"]]
    assert listed(api, children="true") == everything
    assert listed(api, network=of_both, children="true") == everything
    assert listed(api, agent=one) == [whole["children"][0]]
    own = api.get(f"/v1/agents/{two}/runs").json()["data"]
    assert [each["id"] for each in own] == [whole["children"][1]]
    assert listed(api, answered="true") == [whole["id"]]
    finds(api, [whole["id"]], q="17")
    finds(api, everything, q="17", children="true")


@pytest.mark.parametrize(
    ("name", "prefix"),
    [
        ("file", "file"),
        ("key", "key"),
        ("network", "net"),
        ("agent", "ag"),
        ("previous_run", "run"),
    ],
)
def test_what_runs_are_listed_by_must_be_there(api: Api, name: str, prefix: str) -> None:
    for value in ("nope", f"{prefix}_{UNKNOWN}"):
        query = {name: value}
        both = api.get("/v1/runs", params={**query, "limit": 0})
        assert set(error_of(both, 400, "invalid_request")["errors"]) == {name, "limit"}
        error = error_of(api.get("/v1/runs", params=query), 400, "invalid_request")
        assert set(error["errors"]) == {name}


def test_a_file_of_another_project_is_not_there(api: Api, server: Server) -> None:
    with server.project() as stranger:
        foreign = stranger.upload(samples.NOTE).json()["id"]
    error = error_of(api.get("/v1/runs", params={"file": foreign}), 400, "invalid_request")
    assert set(error["errors"]) == {"file"}


# What is shown ----------------------------------------------------------------------------------


def test_the_request_is_shown_when_it_is_asked_for(api: Api) -> None:
    file_id = api.file(samples.NOTE, purpose="attachment")["id"]
    made = api.run(LEASE, context=["documents", "calendar"], files=[file_id])
    found = api.get(f"/v1/runs/{made['id']}", params={"expand": "request"}).json()
    assert found["request"] == {
        "prompt": LEASE,
        "context": ["documents", "calendar"],
        "files": [file_id],
        "previous_run": None,
        "output_schema": None,
    }
    assert (found["agent_name"], found["network"], found["network_name"]) == (None, None, None)
    plain = api.get(f"/v1/runs/{made['id']}")
    assert {name: found[name] for name in plain.json()} == plain.json()
    added = {"request", "agent_name", "network", "network_name", "parent", "key", "answered"}
    assert set(found) - set(plain.json()) == added


@pytest.mark.parametrize("expand", ["request,usage", ["request", "usage"], ["usage,request"]])
def test_request_and_usage_are_shown_together(api: Api, expand: Any) -> None:
    made = api.run("What is 17 + 1?")
    (found,) = api.get("/v1/runs", params={"expand": expand}).json()["data"]
    assert found["request"]["prompt"] == "What is 17 + 1?"
    ms_total = api.get(f"/v1/runs/{made['id']}").json()["trace"][-1]["ms_total"]
    assert found["usage"] == {
        "cost": api.get("/v1/analytics/costs").json()["total"],
        "currency": "USD",
        "input_tokens": 0,
        "output_tokens": 0,
        "ms_total": ms_total,
    }


def test_what_cannot_be_expanded_is_refused(api: Api) -> None:
    made = api.run()
    for path in ("/v1/runs", f"/v1/runs/{made['id']}"):
        error = error_of(api.get(path, params={"expand": "trace"}), 400, "invalid_request")
        assert all(name.startswith("expand") for name in error["errors"])


def test_a_networks_run_shows_its_name_and_what_its_parts_used(api: Api) -> None:
    one = agent(api, "One")
    desk = network(api, [one])
    whole = run(api, desk)
    query = {"expand": "request,usage"}
    found = api.get(f"/v1/runs/{whole['id']}", params=query).json()
    assert (found["network"], found["network_name"]) == (desk, "Desk")
    assert found["usage"]["cost"] == api.get("/v1/analytics/costs").json()["total"]
    (part,) = api.get(f"/v1/agents/{one}/runs", params=query).json()["data"]
    assert (part["agent_name"], part["network"]) == ("One", desk)
    assert (part["parent"], found["parent"]) == (whole["id"], None)


def test_a_run_shows_whether_it_has_an_answer_and_which_key_created_it(api: Api) -> None:
    with api.key("runs:read", "runs:write") as other:
        other.run("Send an e-mail to Anna.")
        api.run("What is 17 + 1?")
    good, bad = api.get("/v1/runs", params={"expand": "request"}).json()["data"]
    assert (good["answered"], bad["answered"]) == (True, False)
    assert good["key"] != bad["key"]
    assert listed(api, key=bad["key"]) == [bad["id"]]


def test_the_runs_that_follow_up_on_a_run_are_found(api: Api) -> None:
    first, other = api.run("What is 17 + 1?")["id"], api.run("What is 1 + 1?")["id"]
    later = [api.run("And times two?", previous_run=first)["id"] for _ in range(2)]
    assert listed(api, previous_run=first) == later[::-1]
    assert listed(api, previous_run=first, status="failed") == []
    assert listed(api, previous_run=other) == []


def test_an_agents_runs_show_the_name_of_the_version_that_ran(api: Api) -> None:
    clerk = agent(api, "Clerk", model="y0-fast")
    api.post(f"/v1/agents/{clerk}/run", {"prompt": "What is 2 + 2?"})
    api.patch(f"/v1/agents/{clerk}", {"name": "Chief"})
    path, query = f"/v1/agents/{clerk}/runs", {"expand": "request"}
    (found,) = api.get(path, params=query).json()["data"]
    assert (found["agent_name"], found["agent_version"]) == ("Clerk", 1)
    with api.key("runs:read") as narrow:
        api.delete(f"/v1/agents/{clerk}")
        (found,) = narrow.get("/v1/runs", params=query).json()["data"]
    assert found["agent_name"] is None
    assert "agent_name" not in api.get("/v1/runs").json()["data"][0]


def test_a_run_in_work_has_used_nothing_that_is_known_yet(api: Api) -> None:
    made = api.run(model="y0-deep", prompt=f"What is 2 + 2? {uuid4().hex}")
    found = api.get(f"/v1/runs/{made['id']}", params={"expand": "usage"}).json()
    assert (found["usage"] is None) == (found["status"] == "running")
