"""`/v1/agents`: made, changed by versions, erased; each route with its scope and its retries."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from api.conforming import conforming, document  # noqa: F401
from db.raw import Raw
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

AGENT = {"name": "Clerk", "instructions": "Be brief."}
SUM = {"prompt": "What is 2 + 2?"}
NOBODY = "ag_01k00000000000000000000000"
SHAPE = {
    *("id", "object", "name", "model", "instructions"),
    *("version", "created_at", "metadata", "budget"),
}
READ = {"understood", "ignored"}


def make(api: Api, **fields: Any) -> dict[str, Any]:
    made = api.post("/v1/agents", {**AGENT, **fields})
    assert made.status_code == 201, made.text
    return dict(made.json())


def stored(agent: dict[str, Any]) -> dict[str, Any]:
    """An agent as a GET shows it: without how its instructions were read."""
    return {name: value for name, value in agent.items() if name not in READ}


def run(api: Api, agent: dict[str, Any], prompt: str = SUM["prompt"], **body: Any) -> Any:
    """A run of an agent, once it has ended."""
    made = api.post(f"/v1/agents/{agent['id']}/run", {"prompt": prompt, **body})
    assert made.status_code == 201, made.text
    return api.finished(made.json()["id"])


def key(name: str) -> dict[str, str]:
    return {"Idempotency-Key": name}


# Made, read, listed -----------------------------------------------------------------------------


def test_an_agent_is_shown_as_it_was_made(api: Api) -> None:
    made = make(api, metadata={"team": "blue"})
    assert set(made) == SHAPE | READ
    assert made["id"].startswith("ag_")
    assert (made["object"], made["version"], made["model"]) == ("agent", 1, "auto")
    assert (made["name"], made["instructions"]) == ("Clerk", "Be brief.")
    assert (made["metadata"], made["budget"]) == ({"team": "blue"}, None)
    assert made["created_at"].endswith("Z")
    assert api.get(f"/v1/agents/{made['id']}").json() == stored(made)


@pytest.mark.parametrize("model", ["auto", "y0-fast", "y0-deep", "y0-fast-2026-11"])
def test_an_agent_runs_on_what_a_run_accepts_or_leaves_the_choice(api: Api, model: str) -> None:
    assert make(api, model=model)["model"] == model


def test_name_and_instructions_are_required(api: Api) -> None:
    error = error_of(api.post("/v1/agents", {}), 400, "invalid_request")
    assert set(error["errors"]) == {"name", "instructions"}


def test_sentences_that_are_no_rules_are_named(api: Api) -> None:
    made = make(api, instructions="Only use finance. Think like a poet about whales.")
    assert made["understood"] == ["Only use finance"]
    assert made["ignored"] == ["Think like a poet about whales"]
    path = f"/v1/agents/{made['id']}"
    assert api.patch(path, {}).json() == made
    renamed = api.patch(path, {"name": "Aide"}).json()
    assert (renamed["version"], renamed["ignored"]) == (2, made["ignored"])
    changed = api.patch(path, {"instructions": "Answer in one sentence."}).json()
    assert (changed["understood"], changed["ignored"]) == (["Answer in one sentence"], [])


def test_instructions_are_interpreted_without_making_an_agent(api: Api) -> None:
    asked = {"instructions": "Only use finance. Think like a poet about whales."}
    found = api.post("/v1/agents/interpret", asked)
    assert (found.status_code, found.json()) == (
        200,
        {
            "object": "interpretation",
            "understood": ["Only use finance"],
            "ignored": ["Think like a poet about whales"],
        },
    )
    assert api.get("/v1/agents").json()["data"] == []
    error = error_of(api.post("/v1/agents/interpret", {}), 400, "invalid_request")
    assert set(error["errors"]) == {"instructions"}


def test_a_repeated_request_is_answered_with_the_same_sentences(api: Api) -> None:
    body = {**AGENT, "instructions": "Think like a poet about whales."}
    first, second = (api.post("/v1/agents", body, headers=key("poet")).json() for _ in range(2))
    assert first == second
    assert first["ignored"] == ["Think like a poet about whales"]


WRONG: list[tuple[str, Any, str]] = [
    ("name", "", "name"),
    ("name", "n" * 101, "name"),
    ("name", 7, "name"),
    ("name", None, "name"),
    ("instructions", "", "instructions"),
    ("instructions", "i" * 8001, "instructions"),
    ("instructions", ["Be brief."], "instructions"),
    ("model", "y0-vision", "model"),
    ("model", "gpt", "model"),
    ("model", 1, "model"),
    ("metadata", {"a": 1}, "metadata.a"),
    ("metadata", [], "metadata"),
    ("metadata", {f"k{n}": "v" for n in range(17)}, "metadata"),
    ("budget", "2.50", "budget"),
    ("budget", {"amount": "1"}, "budget.period"),
    ("budget", {"amount": "1", "period": "week"}, "budget.period"),
    ("budget", {"amount": "1", "period": "day", "x": 1}, "budget.x"),
    ("version", 2, "version"),
    ("id", NOBODY, "id"),
    ("colour", "red", "colour"),
]


@pytest.mark.parametrize(("field", "value", "named"), WRONG)
def test_each_wrong_field_is_named(api: Api, field: str, value: Any, named: str) -> None:
    error = error_of(api.post("/v1/agents", {**AGENT, field: value}), 400, "invalid_request")
    assert set(error["errors"]) == {named}
    assert api.get("/v1/agents").json()["data"] == []


def test_every_wrong_field_is_named_at_once(api: Api) -> None:
    body = {"name": 1, "instructions": 2, "model": 3, "metadata": 4, "budget": 5, "other": 6}
    error = error_of(api.post("/v1/agents", body), 400, "invalid_request")
    assert set(error["errors"]) == set(body)


def test_agents_are_listed_page_by_page_newest_first(api: Api) -> None:
    ids = [make(api, name=f"A{n}")["id"] for n in range(5)][::-1]
    first = api.get("/v1/agents", params={"limit": 2}).json()
    assert [each["id"] for each in first["data"]] == ids[:2]
    assert (first["first_id"], first["last_id"], first["has_more"]) == (ids[0], ids[1], True)
    rest = api.get("/v1/agents", params={"limit": 10, "after": ids[1]}).json()
    assert ([each["id"] for each in rest["data"]], rest["has_more"]) == (ids[2:], False)
    back = api.get("/v1/agents", params={"before": ids[2], "limit": 2}).json()
    assert [each["id"] for each in back["data"]] == ids[:2]
    oldest = api.get("/v1/agents", params={"order": "asc", "limit": 1}).json()
    assert [each["id"] for each in oldest["data"]] == ids[-1:]


def test_a_list_is_filtered_by_the_newest_version(api: Api) -> None:
    fast = make(api, model="y0-fast", metadata={"team": "blue"})
    deep = make(api, model="y0-fast", metadata={"team": "red"})
    api.patch(f"/v1/agents/{deep['id']}", {"model": "y0-deep"})

    def listed(**query: str) -> list[str]:
        return [each["id"] for each in api.get("/v1/agents", params=query).json()["data"]]

    assert listed(model="y0-fast") == [fast["id"]]
    assert listed(model="y0-deep") == [deep["id"]]
    assert listed(**{"metadata.team": "red"}) == [deep["id"]]
    assert listed(created_after="2999-01-01T00:00:00Z") == []
    assert listed(created_before="2999-01-01T00:00:00Z") == [deep["id"], fast["id"]]
    assert listed(created_after=fast["created_at"], model="y0-fast") == []


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "after=run_x", "order=up", "colour=red", "created_after=now"]
)
def test_a_wrong_list_parameter_is_named(api: Api, query: str) -> None:
    error = error_of(api.get(f"/v1/agents?{query}"), 400, "invalid_request")
    assert set(error["errors"]) == {query.partition("=")[0]}


# Versions ---------------------------------------------------------------------------------------


def test_a_change_makes_a_version_and_the_old_one_stays_readable(api: Api) -> None:
    first = make(api, metadata={"a": "b"}, budget={"amount": "1", "period": "day"})
    path = f"/v1/agents/{first['id']}"
    second = api.patch(path, {"instructions": "Answer in bullets."}).json()
    assert stored(second) == {
        **stored(first),
        "version": 2,
        "instructions": "Answer in bullets.",
    }
    third = api.patch(path, {"name": "Aide", "model": "y0-deep", "budget": None}).json()
    assert third == {**second, "version": 3, "name": "Aide", "model": "y0-deep", "budget": None}
    assert api.get(path).json() == stored(third)
    for old in (first, second, third):
        assert api.get(path, params={"version": old["version"]}).json() == stored(old)
    error_of(api.get(path, params={"version": 4}), 404, "not_found")
    for wrong in ("0", "x", "1.5", "-1"):
        error = error_of(api.get(path, params={"version": wrong}), 400, "invalid_request")
        assert set(error["errors"]) == {"version"}
    assert [each["id"] for each in api.get("/v1/agents").json()["data"]] == [first["id"]]


@pytest.mark.parametrize(("field", "value", "named"), [w for w in WRONG if w[1] is not None])
def test_a_wrong_change_is_named_and_makes_no_version(
    api: Api, field: str, value: Any, named: str
) -> None:
    path = f"/v1/agents/{make(api)['id']}"
    error = error_of(api.patch(path, {field: value}), 400, "invalid_request")
    assert set(error["errors"]) == {named}
    assert api.get(path).json()["version"] == 1


def test_a_run_records_the_version_that_it_acted_for(api: Api) -> None:
    agent = make(api, model="y0-fast")
    one = run(api, agent)
    api.patch(f"/v1/agents/{agent['id']}", {"name": "Aide"})
    two = run(api, agent)
    assert [(each["agent"], each["agent_version"]) for each in (one, two)] == [
        (agent["id"], 1),
        (agent["id"], 2),
    ]
    assert api.get(f"/v1/runs/{one['id']}").json()["agent_version"] == 1


# Erased -----------------------------------------------------------------------------------------


def test_a_deleted_agent_is_gone_with_all_its_versions(api: Api) -> None:
    agent = make(api, model="y0-fast")
    path = f"/v1/agents/{agent['id']}"
    api.patch(path, {"instructions": "Be very brief."})
    kept = run(api, agent)
    assert api.delete(path).json() == {"id": agent["id"], "object": "agent", "deleted": True}
    for answer in (
        api.get(path),
        api.get(path, params={"version": 1}),
        api.patch(path, {"name": "x"}),
        api.delete(path),
        api.post(f"{path}/run", SUM),
        api.get(f"{path}/runs"),
    ):
        error_of(answer, 409, "already_deleted")
    assert api.get("/v1/agents").json()["data"] == []
    receipt = api.get(f"/v1/erasures/{agent['id']}").json()
    assert receipt["what"] == "agent"
    assert (receipt["counts"]["agents"], receipt["counts"]["versions"]) == (1, 2)
    assert api.get(f"/v1/runs/{kept['id']}").json() == kept


def test_erasing_an_agent_erases_its_stored_answers(api: Api) -> None:
    made = api.post("/v1/agents", AGENT, headers=key("make"))
    path = f"/v1/agents/{made.json()['id']}"
    api.patch(path, {"name": "x"}, headers=key("change"))
    api.delete(path)
    error_of(api.post("/v1/agents", AGENT, headers=key("make")), 409, "already_deleted")
    error_of(api.patch(path, {"name": "x"}, headers=key("change")), 409, "already_deleted")
    counts = api.get(f"/v1/erasures/{made.json()['id']}").json()["counts"]
    assert counts["stored_answers"] == 2


def test_nothing_of_a_deleted_agents_instructions_is_left(api: Api, server: Server) -> None:
    marker = "zanzibarquartz"
    agent = make(api, instructions=f"Never mention {marker}.")
    assert "agent_versions" in Raw(server).tables_with(marker)
    api.delete(f"/v1/agents/{agent['id']}")
    assert Raw(server).tables_with(marker) == set()


# Whose agents these are -------------------------------------------------------------------------


def calls(api: Api, agent_id: str) -> list[httpx.Response]:
    path = f"/v1/agents/{agent_id}"
    return [
        api.get(path),
        api.patch(path, {"name": "x"}),
        api.delete(path),
        api.post(f"{path}/run", SUM),
        api.get(f"{path}/runs"),
    ]


def test_another_projects_agent_is_not_found(api: Api, server: Server) -> None:
    agent = make(api)
    with server.project() as other:
        for answer in calls(other, agent["id"]):
            error_of(answer, 404, "not_found")
        assert other.get("/v1/agents").json()["data"] == []
    assert api.get(f"/v1/agents/{agent['id']}").json() == stored(agent)


@pytest.mark.parametrize("nothing", [NOBODY, "ag_x", "run_01k00000000000000000000000", "%00"])
def test_what_is_no_agent_is_not_found(api: Api, nothing: str) -> None:
    for answer in calls(api, nothing):
        error_of(answer, 404, "not_found")


DENIED = [
    ("POST", "/v1/agents", "agents:write", "agents.create"),
    ("GET", "/v1/agents", "agents:read", "agents.list"),
    ("GET", f"/v1/agents/{NOBODY}", "agents:read", "agents.read"),
    ("PATCH", f"/v1/agents/{NOBODY}", "agents:write", "agents.change"),
    ("DELETE", f"/v1/agents/{NOBODY}", "agents:write", "agents.delete"),
    ("POST", f"/v1/agents/{NOBODY}/run", "runs:write", "agents.run"),
    ("GET", f"/v1/agents/{NOBODY}/runs", "runs:read", "agents.runs"),
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
    assert entry["request_id"] == error["request_id"]


def test_running_an_agent_takes_the_right_to_read_it(api: Api) -> None:
    agent = make(api)
    with api.key("runs:write", "runs:read") as narrow:
        error = error_of(narrow.post(f"/v1/agents/{agent['id']}/run", SUM), 403, "scope_denied")
        assert narrow.get(f"/v1/agents/{agent['id']}/runs").json()["data"] == []
    assert "agents:read" in error["message"]
    assert api.get("/v1/runs").json()["data"] == []


def test_a_run_has_its_callers_scopes_and_never_its_makers(api: Api) -> None:
    agent = make(api, instructions="Always look into my finances.", model="y0-fast")
    with api.key("runs:write", "runs:read", "agents:read") as narrow:
        path = f"/v1/agents/{agent['id']}/run"
        denied = narrow.post(path, {**SUM, "context": ["finance"]})
        assert "finance:read" in error_of(denied, 403, "scope_denied")["message"]
        attached = narrow.post(path, {**SUM, "files": ["file_01k00000000000000000000000"]})
        assert "files:read" in error_of(attached, 403, "scope_denied")["message"]
        made = run(narrow, agent)
    assert not [entry for entry in made["trace"] if entry["type"] == "context"]
    kept = [e for e in api.audit(resource=made["id"]) if e["action"] == "agents.run"]
    assert {(e["scope"], e["decision"]) for e in kept} == {
        ("runs:write", "allowed"),
        ("agents:read", "allowed"),
    }


def test_the_bodys_scopes_are_checked_before_the_agent_is_looked_for(api: Api) -> None:
    with api.key("runs:write", "agents:read") as narrow:
        denied = narrow.post(f"/v1/agents/{NOBODY}/run", {**SUM, "context": ["finance"]})
    error_of(denied, 403, "scope_denied")


# Safe retries -----------------------------------------------------------------------------------


def replayed(first: httpx.Response, second: httpx.Response) -> None:
    assert first.is_success, first.text
    assert "Idempotent-Replayed" not in first.headers
    assert second.headers["Idempotent-Replayed"] == "true"
    assert (second.status_code, second.content) == (first.status_code, first.content)


def test_each_change_happens_once_for_its_key(api: Api) -> None:
    replayed(*(api.post("/v1/agents", AGENT, headers=key("a")) for _ in range(2)))
    (agent,) = api.get("/v1/agents").json()["data"]
    path = f"/v1/agents/{agent['id']}"
    replayed(*(api.patch(path, {"name": "x"}, headers=key("b")) for _ in range(2)))
    assert api.get(path).json()["version"] == 2
    replayed(*(api.post(f"{path}/run", SUM, headers=key("c")) for _ in range(2)))
    assert len(api.get(f"{path}/runs").json()["data"]) == 1
    replayed(*(api.delete(path, headers=key("d")) for _ in range(2)))
    error = error_of(api.post("/v1/agents", AGENT, headers=key("b")), 400, "invalid_request")
    assert set(error["errors"]) == {"Idempotency-Key"}


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_a_repeated_run_is_answered_though_its_agent_is_gone(api: Api, model: str) -> None:
    """The run is still there: only what was erased is no longer told."""
    path = f"/v1/agents/{make(api, model=model)['id']}"
    first = api.post(f"{path}/run", SUM, headers=key("a"))
    api.delete(path)
    replayed(first, api.post(f"{path}/run", SUM, headers=key("a")))
    api.delete(f"/v1/runs/{first.json()['id']}")
    error_of(api.post(f"{path}/run", SUM, headers=key("a")), 409, "already_deleted")
