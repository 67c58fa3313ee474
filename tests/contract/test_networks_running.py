"""Networks on their way: a child's failure is contained and visible, the whole's is everybody's."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from chaos.conftest import LAUNCHER, Gated
from chaos.gates import Gates
from support import samples
from support.agents import SUM, actions, agent, network, parts, run, start
from support.client import Api, error_of
from support.server import Server

OWN = {"sequential": [], "parallel": ["merge"]}
LEASE = "When does the lease of the Oslo office end?"


@pytest.fixture(scope="module")
def shared_held(
    new_server: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory
) -> Gated:
    """A server with gates, on which one network is carried on at a time."""
    gates = Gates(tmp_path_factory.mktemp("gates"))
    settings = {"CHAOS_DIR": str(gates.folder), "RUNWRIGHT_JOB_SLOTS": "1"}
    return Gated(new_server(command=LAUNCHER, settings=settings).start(), gates)


@pytest.fixture
def held(shared_held: Gated) -> Iterator[Gated]:
    yield shared_held
    shared_held.gates.open_all()


@pytest.fixture
def here(held: Gated) -> Iterator[Api]:
    """A project on that server."""
    with held.server.project() as client:
        yield client


def at_a_step(held: Gated, api: Api, network_id: str, count: int = 1, **body: Any) -> Any:
    """A run of a network with so many children in the middle of a step."""
    held.gates.close("step", "17 + 1")
    whole = start(api, network_id, **body)
    held.gates.wait_for_arrival("step", count)
    return whole


def test_an_agent_that_is_deleted_before_its_turn_fails_alone(held: Gated, here: Api) -> None:
    agents = [agent(here, name) for name in ("Anna", "Bert", "Carl")]
    whole = at_a_step(held, here, network(here, agents))
    here.delete(f"/v1/agents/{agents[1]}")
    held.gates.open("step")
    ended = here.finished(whole["id"])
    assert ended["status"] == "completed"
    assert "18" in ended["result"]["summary"]
    first, second, third = parts(here, ended)
    assert (first["status"], third["status"]) == ("completed", "completed")
    assert (second["status"], second["error"]["code"]) == ("failed", "already_deleted")
    assert agents[1] in second["error"]["message"]


@pytest.mark.parametrize("act", ["cancel", "delete"])
@pytest.mark.parametrize("strategy", ["sequential", "parallel"])
def test_a_child_that_is_stopped_alone_leaves_the_others(
    held: Gated, here: Api, act: str, strategy: str
) -> None:
    agents = [agent(here, name) for name in ("Anna", "Bert")]
    whole = at_a_step(held, here, network(here, agents, strategy))
    stopped, other = whole["children"]
    if act == "cancel":
        assert here.post(f"/v1/runs/{stopped}/cancel").json()["status"] == "cancelled"
    else:
        assert here.delete(f"/v1/runs/{stopped}").status_code == 200
    held.gates.open("step")
    ended = here.finished(whole["id"])
    assert ended["status"] == "completed"
    assert "18" in ended["result"]["summary"]
    assert here.get(f"/v1/runs/{other}").json()["status"] == "completed"
    assert actions(ended) == ["calculate", *OWN[strategy]]
    if strategy == "parallel":
        assert "Anna" in ended["result"]["summary"], "whose part is missing is said"


@pytest.mark.parametrize("act", ["cancel", "delete"])
@pytest.mark.parametrize("strategy", ["sequential", "parallel"])
def test_what_ends_the_whole_ends_its_children(
    held: Gated, here: Api, act: str, strategy: str
) -> None:
    made = network(here, [agent(here), agent(here)], strategy)
    whole = at_a_step(held, here, made)
    ids = [whole["id"], *whole["children"]]
    if act == "cancel":
        answer = here.post(f"/v1/runs/{whole['id']}/cancel")
        assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    else:
        assert here.delete(f"/v1/runs/{whole['id']}").status_code == 200
    held.gates.open("step")
    # The one slot is free again, and nothing is written late.
    assert run(here, made)["status"] == "completed"
    for run_id in ids:
        shown = here.get(f"/v1/runs/{run_id}")
        if act == "delete":
            error_of(shown, 409, "already_deleted")
        else:
            assert shown.json()["status"] == "cancelled"
            assert actions(shown.json()) == []


def revoke(api: Api, key_id: str) -> None:
    assert api.delete(f"/v1/keys/{key_id}").status_code == 200


def narrow(api: Api, key_id: str) -> None:
    assert api.patch(f"/v1/keys/{key_id}", {"scopes": ["runs:read"]}).status_code == 200


@pytest.mark.parametrize("change", [revoke, narrow])
@pytest.mark.parametrize("strategy", ["sequential", "parallel"])
def test_a_key_that_may_not_run_any_more_fails_the_whole_and_its_children(
    held: Gated, here: Api, change: Callable[[Api, str], None], strategy: str
) -> None:
    prompt = "What is 17 + 1? Then: What is 17 + 2?"
    made = network(here, [agent(here), agent(here)], strategy)
    scopes = ["runs:write", "networks:read", "agents:read"]
    key = here.post("/v1/keys", {"name": "k", "scopes": scopes}).json()
    with Api(here.url, key["secret"]) as caller:
        whole = at_a_step(held, caller, made, prompt=prompt)
    change(here, key["id"])
    held.gates.open("step")
    ended = here.finished(whole["id"])
    for each in (ended, *parts(here, ended)):
        assert (each["status"], each["error"]["code"]) == ("failed", "scope_denied")


def test_a_whole_whose_key_is_gone_before_it_begins_leaves_no_child_behind(
    held: Gated, here: Api
) -> None:
    made = network(here, [agent(here), agent(here)])
    scopes = ["runs:write", "networks:read", "agents:read"]
    key = here.post("/v1/keys", {"name": "k", "scopes": scopes}).json()
    before = at_a_step(held, here, made)
    with Api(here.url, key["secret"]) as caller:
        waiting = start(caller, made)
    revoke(here, key["id"])
    held.gates.open("step")
    assert here.finished(before["id"])["status"] == "completed"
    ended = here.finished(waiting["id"])
    for each in (ended, *parts(here, ended)):
        assert (each["status"], each["error"]["code"]) == ("failed", "scope_denied")


def test_a_narrowed_key_fails_only_the_child_that_needed_more(held: Gated, here: Api) -> None:
    made = network(here, [agent(here, "Anna"), agent(here, "Bert", "Never use my finances.")])
    scopes = ["runs:write", "networks:read", "agents:read"]
    key = here.post("/v1/keys", {"name": "k", "scopes": [*scopes, "finance:read"]}).json()
    held.gates.close("fetch", "finance")
    with Api(here.url, key["secret"]) as caller:
        whole = start(caller, made, context=["finance"])
    held.gates.wait_for_arrival("fetch")
    assert here.patch(f"/v1/keys/{key['id']}", {"scopes": scopes}).status_code == 200
    held.gates.open("fetch")
    ended = here.finished(whole["id"])
    first, second = parts(here, ended)
    assert (first["status"], first["error"]["code"]) == ("failed", "scope_denied")
    assert (second["status"], ended["status"]) == ("completed", "completed")


def test_a_network_waits_for_a_child_that_must_begin_anew(held: Gated, here: Api) -> None:
    """What it had read is erased: it begins again before the next one has its turn."""
    file_id = here.file(samples.NOTE)["id"]
    made = network(here, [agent(here, "Anna"), agent(here, "Bert")])
    whole = at_a_step(held, here, made, prompt=f"{SUM} Then: {LEASE}", context=["documents"])
    assert here.delete(f"/v1/files/{file_id}").status_code == 200
    held.gates.open("step")
    ended = here.finished(whole["id"])
    first, second = parts(here, ended)
    assert [each["status"] for each in (ended, first, second)] == ["completed"] * 3
    assert actions(ended) == actions(first) + actions(second)
    assert "31 March 2027" not in json.dumps([ended, first, second])


def test_a_network_made_of_deleted_children_says_so(held: Gated, here: Api) -> None:
    whole = at_a_step(held, here, network(here, [agent(here)]))
    here.delete(f"/v1/runs/{whole['children'][0]}")
    held.gates.open("step")
    ended = here.finished(whole["id"])
    assert (ended["status"], ended["steps_used"]) == ("completed", 0)
    assert "deleted" in ended["result"]["summary"]
