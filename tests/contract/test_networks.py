"""`/v1/networks`: agents that work together as one run, under one ceiling and its caller's scopes.

What happens to it on its way is in `test_networks_running`.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from db.raw import Raw
from support import samples
from support.agents import actions, agent, network, parts, run, start
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

NOBODY = "ag_01k00000000000000000000000"
NOWHERE = "net_01k00000000000000000000000"
SHAPE = {"id", "object", "name", "agents", "strategy", "max_steps", "created_at", "metadata"}
STRATEGIES = ["sequential", "parallel", "router"]
OWN = {"sequential": [], "parallel": ["merge"], "router": ["route"]}
SUM = {"prompt": "What is 17 + 1?"}
LEASE = "When does the lease of the Oslo office end?"


# Made, read, listed, erased ---------------------------------------------------------------------


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_network_is_shown_as_it_was_made(api: Api, strategy: str) -> None:
    agents = [agent(api, name) for name in ("One", "Two")]
    body = {"name": "Desk", "agents": agents, "strategy": strategy, "metadata": {"a": "b"}}
    made = api.post("/v1/networks", body)
    shown = made.json()
    assert (made.status_code, set(shown), shown["object"]) == (201, SHAPE, "network")
    assert {name: shown[name] for name in body} == body
    assert shown["id"].startswith("net_")
    assert shown["max_steps"] == 16
    assert api.get(f"/v1/networks/{shown['id']}").json() == shown


def test_networks_are_listed_page_by_page_and_filtered(api: Api) -> None:
    one = agent(api)
    ids = [network(api, [one], metadata={"n": str(n)}) for n in range(3)][::-1]
    first = api.get("/v1/networks", params={"limit": 2}).json()
    assert ([each["id"] for each in first["data"]], first["has_more"]) == (ids[:2], True)
    rest = api.get("/v1/networks", params={"after": first["last_id"]}).json()
    assert ([each["id"] for each in rest["data"]], rest["has_more"]) == (ids[2:], False)
    found = api.get("/v1/networks", params={"metadata.n": "1"}).json()
    assert [each["id"] for each in found["data"]] == [ids[1]]
    late = {"created_after": "2999-01-01T00:00:00Z"}
    assert api.get("/v1/networks", params=late).json()["data"] == []
    wrong = error_of(api.get("/v1/networks?strategy=router"), 400, "invalid_request")
    assert set(wrong["errors"]) == {"strategy"}


def test_a_deleted_network_is_gone_and_its_agents_and_runs_stay(api: Api) -> None:
    one = agent(api)
    body = {"name": "Desk", "agents": [one], "strategy": "sequential"}
    made = api.post("/v1/networks", body, headers={"Idempotency-Key": "make"}).json()
    path = f"/v1/networks/{made['id']}"
    ended = run(api, made["id"])
    assert api.delete(path).json() == {"id": made["id"], "object": "network", "deleted": True}
    gone = [api.get(path), api.delete(path), api.post(f"{path}/run", SUM), api.get(f"{path}/runs")]
    for answer in gone:
        error_of(answer, 409, "already_deleted")
    again = api.post("/v1/networks", body, headers={"Idempotency-Key": "make"})
    error_of(again, 409, "already_deleted")
    receipt = api.get(f"/v1/erasures/{made['id']}").json()
    assert (receipt["what"], receipt["counts"]["stored_answers"]) == ("network", 1)
    assert api.get(f"/v1/agents/{one}").status_code == 200
    assert api.get(f"/v1/runs/{ended['id']}").json() == ended


# Bad input --------------------------------------------------------------------------------------

WRONG: list[tuple[dict[str, Any], set[str]]] = [
    ({"agents": []}, {"agents"}),
    ({"agents": NOBODY}, {"agents"}),
    ({"agents": [7]}, {"agents.0"}),
    ({"agents": ["ag_x", "run_01k00000000000000000000000"]}, {"agents.0", "agents.1"}),
    ({"agents": [NOWHERE]}, {"agents.0"}),
    ({"agents": [NOBODY]}, {"agents.0"}),
    ({"agents": [NOBODY, NOBODY]}, {"agents", "agents.0", "agents.1"}),
    ({"agents": [f"ag_01k000000000000000000000{n:02}" for n in range(17)]}, {"agents"}),
    ({"strategy": "voting"}, {"strategy"}),
    ({"strategy": None}, {"strategy"}),
    ({"max_steps": 0}, {"max_steps"}),
    ({"max_steps": 17}, {"max_steps"}),
    ({"max_steps": "4"}, {"max_steps"}),
    ({"name": ""}, {"name"}),
    ({"metadata": {"a": 1}}, {"metadata.a"}),
    ({"model": "y0-fast", "budget": {}}, {"model", "budget"}),
]


@pytest.mark.parametrize(("wrong", "named"), WRONG)
def test_what_makes_no_network_is_named(api: Api, wrong: dict[str, Any], named: set[str]) -> None:
    body = {"name": "Desk", "agents": [agent(api)], "strategy": "parallel", **wrong}
    error = error_of(api.post("/v1/networks", body), 400, "invalid_request")
    assert set(error["errors"]) == named
    assert api.get("/v1/networks").json()["data"] == []


def test_name_agents_and_strategy_are_required(api: Api) -> None:
    error = error_of(api.post("/v1/networks", {}), 400, "invalid_request")
    assert set(error["errors"]) == {"name", "agents", "strategy"}


def test_each_agent_that_is_not_there_is_named(api: Api, server: Server) -> None:
    """Deleted, foreign and unknown ones alike; a network in place of an agent makes no circle."""
    here, gone = agent(api), agent(api)
    api.delete(f"/v1/agents/{gone}")
    with server.project() as other:
        foreign = agent(other)
    agents = [gone, here, foreign, NOBODY]
    body = {"name": "Desk", "agents": agents, "strategy": "parallel"}
    error = error_of(api.post("/v1/networks", body), 400, "invalid_request")
    assert set(error["errors"]) == {"agents.0", "agents.2", "agents.3"}
    itself = {**body, "agents": [network(api, [here])]}
    error = error_of(api.post("/v1/networks", itself), 400, "invalid_request")
    assert set(error["errors"]) == {"agents.0"}


def test_sixteen_agents_work_together(api: Api) -> None:
    agents = [agent(api, f"A{n}", model="y0-fast") for n in range(16)]
    ended = run(api, network(api, agents))
    assert (ended["status"], ended["steps_used"], len(ended["children"])) == ("completed", 16, 16)


def test_a_network_that_has_lost_an_agent_is_not_run(api: Api) -> None:
    one, two = agent(api), agent(api)
    made = network(api, [one, two])
    api.delete(f"/v1/agents/{two}")
    error = error_of(api.post(f"/v1/networks/{made}/run", SUM), 400, "invalid_request")
    assert set(error["errors"]) == {"agents.1"}
    assert api.get("/v1/runs").json()["data"] == []


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({}, {"prompt"}),
        ({**SUM, "model": "y0-deep", "strategy": "router"}, {"model", "strategy"}),
        ({**SUM, "max_steps": 17, "context": ["mail"]}, {"max_steps", "context.0"}),
        ({**SUM, "files": ["file_01k00000000000000000000000"]}, {"files.0"}),
    ],
)
def test_a_wrong_field_of_a_network_run_is_named(api: Api, body: Any, named: set[str]) -> None:
    answer = api.post(f"/v1/networks/{network(api, [agent(api)])}/run", body)
    assert set(error_of(answer, 400, "invalid_request")["errors"]) == named


def test_another_projects_network_is_not_found(api: Api, server: Server) -> None:
    path = f"/v1/networks/{network(api, [agent(api)])}"
    with server.project() as other:
        for each in (path, f"/v1/networks/{NOWHERE}", "/v1/networks/x"):
            for answer in (
                other.get(each),
                other.delete(each),
                other.post(f"{each}/run", SUM),
                other.get(f"{each}/runs"),
            ):
                error_of(answer, 404, "not_found")


DENIED = [
    ("POST", "/v1/networks", "networks:write", "networks.create"),
    ("GET", "/v1/networks", "networks:read", "networks.list"),
    ("GET", f"/v1/networks/{NOWHERE}", "networks:read", "networks.read"),
    ("DELETE", f"/v1/networks/{NOWHERE}", "networks:write", "networks.delete"),
    ("POST", f"/v1/networks/{NOWHERE}/run", "runs:write", "networks.run"),
    ("GET", f"/v1/networks/{NOWHERE}/runs", "runs:read", "networks.runs"),
]


@pytest.mark.parametrize(("method", "path", "scope", "action"), DENIED)
def test_a_denial_names_the_scope_and_is_recorded(
    api: Api, method: str, path: str, scope: str, action: str
) -> None:
    with api.key("models:read") as narrow:
        error = error_of(narrow.http.request(method, path, json={}), 403, "scope_denied")
    assert scope in error["message"]
    (entry,) = api.audit(decision="denied")
    assert (entry["scope"], entry["action"]) == (scope, action)


@pytest.mark.parametrize("missing", ["networks:read", "finance:read", "files:read"])
def test_running_a_network_takes_every_right_that_it_reaches_for(api: Api, missing: str) -> None:
    made = network(api, [agent(api)])
    body = {**SUM, "context": ["finance"], "files": ["file_01k00000000000000000000000"]}
    needed = {"runs:write", "networks:read", "finance:read", "files:read"}
    with api.key(*(needed - {missing})) as narrow:
        error = error_of(narrow.post(f"/v1/networks/{made}/run", body), 403, "scope_denied")
    assert missing in error["message"]


def test_a_replay_takes_the_rights_of_the_first_request(api: Api) -> None:
    made = network(api, [agent(api)])
    file_id = api.file(samples.NOTE, purpose="attachment")["id"]
    path, body = f"/v1/networks/{made}/run", {**SUM, "files": [file_id]}
    first = api.post(path, body, headers={"Idempotency-Key": "a"})
    with api.key("runs:write", "networks:read", "agents:read") as narrow:
        second = narrow.post(path, body, headers={"Idempotency-Key": "a"})
        assert "files:read" in error_of(second, 403, "scope_denied")["message"]
    third = api.post(path, body, headers={"Idempotency-Key": "a"})
    assert (third.headers["Idempotent-Replayed"], third.content) == ("true", first.content)
    assert len(api.get(f"/v1/networks/{made}/runs").json()["data"]) == 1


# One run with children --------------------------------------------------------------------------


def _durations(server: Server) -> dict[str, int]:
    """How long each run took, by its account."""
    return dict(Raw(server).rows("SELECT run_id, duration_us FROM run_accounts"))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_networks_run_is_one_run_made_of_its_agents_runs(
    api: Api, server: Server, strategy: str
) -> None:
    agents = [agent(api, name) for name in ("One", "Two", "Three")]
    made = network(api, agents, strategy)
    first = start(api, made, metadata={"team": "blue"})
    assert (first["status"], first["metadata"]) == ("running", {"team": "blue"})
    ended = api.finished(first["id"])
    assert (ended["status"], ended["children"]) == ("completed", first["children"])
    assert "agent" not in ended
    found = parts(api, ended)
    chosen = agents[:1] if strategy == "router" else agents
    assert [part["agent"] for part in found] == chosen
    assert {(part["status"], part["agent_version"]) for part in found} == {("completed", 1)}
    assert {part["metadata"]["team"] for part in found} == {"blue"}
    assert all("children" not in part for part in found)
    assert "18" in ended["result"]["summary"]
    listed = api.get(f"/v1/networks/{made}/runs").json()["data"]
    assert [each["id"] for each in listed] == [ended["id"]]
    lasted = _durations(server)
    assert lasted[ended["id"]] >= max(lasted[child] for child in ended["children"])
    history = api.get(f"/v1/agents/{agents[0]}/runs").json()["data"]
    assert [each["id"] for each in history] == [ended["children"][0]]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_trace_of_the_whole_is_that_of_its_children_in_order(api: Api, strategy: str) -> None:
    api.file(samples.NOTE)
    made = network(api, [agent(api, "One"), agent(api, "Two", model="y0-fast")], strategy)
    ended = run(api, made, prompt=LEASE, context=["documents", "calendar"])
    trace, found = ended["trace"], parts(api, ended)
    assert (trace[0]["type"], trace[-1]["type"]) == ("plan", "result")
    inner = trace[1:-1]
    assert {entry["type"] for entry in inner} == {"context", "step"}
    numbers = [entry["n"] for entry in inner if entry["type"] == "step"]
    assert numbers == list(range(1, ended["steps_used"] + 1))
    reads = [entry for entry in inner if entry["type"] == "context"]
    assert reads == [e for part in found for e in part["trace"] if e["type"] == "context"]
    assert all(entry["scope"] == f"{entry['source']}:read" for entry in reads)
    theirs = [action for part in found for action in actions(part)]
    own = OWN[strategy]
    assert actions(ended) == (own + theirs if strategy == "router" else theirs + own)
    timeline = api.get(f"/v1/runs/{ended['id']}/timeline").json()["entries"]
    assert [entry["type"] for entry in timeline] == [entry["type"] for entry in trace]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_one_ceiling_is_shared(api: Api, strategy: str) -> None:
    api.file(samples.NOTE)
    made = network(api, [agent(api, "One"), agent(api, "Two")], strategy, max_steps=7)
    for asked, ceiling in ((16, 7), (5, 5)):
        ended = run(api, made, prompt=LEASE, context=["documents"], max_steps=asked)
        found, own = parts(api, ended), len(OWN[strategy])
        assert ended["max_steps"] == ceiling
        assert ended["steps_used"] == sum(part["steps_used"] for part in found) + own
        assert ended["steps_used"] <= ceiling
        assert sum(part["max_steps"] for part in found) + own <= ceiling


@pytest.mark.parametrize(
    ("strategy", "needed"), [("sequential", 4), ("parallel", 5), ("router", 3)]
)
def test_plans_that_do_not_fit_together_are_step_limit_and_no_run(
    api: Api, strategy: str, needed: int
) -> None:
    made = network(api, [agent(api), agent(api)], strategy, max_steps=needed - 1)
    body = {"prompt": "What is 1 + 1? Then: What is 2 + 2?"}
    error = error_of(api.post(f"/v1/networks/{made}/run", body), 422, "step_limit")
    assert f" {needed} " in error["message"]
    assert str(needed - 1) in error["message"]
    assert api.get("/v1/runs").json()["data"] == []
    wide = network(api, [agent(api), agent(api)], strategy, max_steps=needed)
    assert run(api, wide, **body)["steps_used"] == needed


def test_each_agent_of_a_sequence_is_given_the_result_before_it(api: Api) -> None:
    file_id = api.file(samples.NOTE)["id"]
    papers = agent(api, "Papers", "Only use my documents.")
    diary = agent(api, "Diary", "Only use my calendar.")
    ended = run(api, network(api, [papers, diary]), prompt=LEASE, context=["documents", "calendar"])
    first, second = parts(api, ended)
    assert "31 March 2027" in first["result"]["summary"]
    assert "31 March 2027" in second["result"]["summary"]
    (given,) = api.get(f"/v1/runs/{second['id']}/sources").json()["data"]
    assert (given["id"], given["source"], given["scope"]) == (first["id"], "runs", "runs:read")
    found = api.get(f"/v1/runs/{ended['id']}/sources").json()["data"]
    assert file_id in {each.get("file") for each in found}
    assert first["id"] in {each["id"] for each in found}
    # Whoever rests on a result has read what it was read from.
    api.delete(f"/v1/files/{file_id}")
    readers = api.get(f"/v1/erasures/{file_id}").json()["runs"]
    assert set(readers) == {ended["id"], first["id"], second["id"]}


def test_agents_side_by_side_are_each_named_in_the_result(api: Api) -> None:
    made = network(api, [agent(api, "Anna"), agent(api, "Bert")], "parallel")
    summary = run(api, made)["result"]["summary"]
    assert "18" in summary
    assert {"Anna", "Bert"} <= set(summary.replace(":", " ").replace(",", " ").split())


@pytest.mark.parametrize(
    ("prompt", "chosen"),
    [
        (LEASE, 1),
        ("When is the dentist appointment?", 0),
        ("How much did I spend on groceries in October?", 2),
    ],
)
def test_a_router_takes_the_agent_whose_instructions_fit(
    api: Api, prompt: str, chosen: int
) -> None:
    agents = [
        agent(api, "Diary", "You keep the calendar and answer about appointments."),
        agent(api, "Papers", "You know our contracts and documents, such as leases."),
        agent(api, "Money", "You answer about bank bookings and spending."),
    ]
    body = {"prompt": prompt, "context": ["calendar", "documents", "finance"]}
    ended = run(api, network(api, agents, "router"), **body)
    (part,) = parts(api, ended)
    assert part["agent"] == agents[chosen]


def test_the_children_act_under_the_callers_key(api: Api) -> None:
    made = network(api, [agent(api), agent(api)])
    with api.key("runs:write", "networks:read", "agents:read", "documents:read") as caller:
        whole = start(caller, made, context=["documents"])
    api.finished(whole["id"])
    for run_id in (whole["id"], *whole["children"]):
        entries = api.audit(resource=run_id)
        assert entries[0]["action"] == "networks.run"
        assert len({entry["key"] for entry in entries if entry["action"] != "runs.read"}) == 1
    for child in whole["children"]:
        reads = api.audit(resource=child, action="context.read")
        assert [(e["scope"], e["decision"]) for e in reads] == [("documents:read", "allowed")]


def test_a_networks_run_can_be_followed_and_waited_for(api: Api) -> None:
    made = network(api, [agent(api), agent(api)], "parallel")
    run_id = start(api, made)["id"]
    with api.http.stream("GET", f"/v1/runs/{run_id}/events") as answer:
        lines = [line for line in answer.iter_lines() if line and not line.startswith(":")]
    events = [line.partition(": ")[2] for line in lines if line.startswith("event")]
    data = [json.loads(line.partition(": ")[2]) for line in lines if line.startswith("data")]
    ids = [int(line.partition(": ")[2]) for line in lines if line.startswith("id")]
    trace = api.get(f"/v1/runs/{run_id}").json()["trace"]
    assert (events[-1], data[:-1]) == ("completed", trace)
    assert ids == list(range(1, len(trace) + 2))
    waited = api.get(f"/v1/runs/{start(api, made)['id']}", headers={"Prefer": "wait=30"})
    assert waited.json()["status"] == "completed"


def test_an_attached_file_is_read_by_each_agent(api: Api) -> None:
    file_id = api.file(samples.NOTE, purpose="attachment")["id"]
    ended = run(api, network(api, [agent(api), agent(api)]), prompt=LEASE, files=[file_id])
    for part in parts(api, ended):
        assert "31 March 2027" in part["result"]["summary"]
    found = api.get(f"/v1/runs/{ended['id']}/sources").json()["data"]
    assert file_id in {each["id"] for each in found}


def test_erasing_the_whole_erases_its_children(api: Api) -> None:
    ended = run(api, network(api, [agent(api), agent(api)], "parallel"))
    assert api.delete(f"/v1/runs/{ended['id']}").status_code == 200
    for run_id in (ended["id"], *ended["children"]):
        error_of(api.get(f"/v1/runs/{run_id}"), 409, "already_deleted")
        assert api.get(f"/v1/erasures/{run_id}").json()["what"] == "run"
    assert api.get("/v1/runs").json()["data"] == []
