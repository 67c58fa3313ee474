"""One request does not stop the server: costly prompts and large ledgers are other processes' work.

What the server does itself is bounded by structure: which process does what is looked at here, not
how long anything takes.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.agents import agent, network
from support.client import Api, error_of
from support.server import Server

HOSTILE = ("How many November or Monday? " * 140)[:3999] + "!"
ALL = ["calendar", "documents", "finance"]
CUT = "The plan needs more than 4 steps and max_steps allows 4."
BOOKINGS = 2_000


def processes(server: Server) -> set[str]:
    """What the server's computing processes are for."""
    assert server.process is not None
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    commands = [Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0") for child in children]
    return {words[3].decode() for words in commands if b"runwright.jobs.compute_process" in words}


def asked(api: Api, path: str, **body: Any) -> Any:
    return api.post(path, {"prompt": HOSTILE, "context": ALL, **body})


def test_a_prompt_of_too_many_parts_is_refused_without_reading_them_all(
    api: Api, server: Server
) -> None:
    refused = asked(api, "/v1/runs", model="y0-fast")
    assert CUT in error_of(refused, 422, "step_limit")["message"]
    assert "planning" in processes(server)


@pytest.mark.parametrize("model", ["auto", "y0-deep"])
def test_so_is_one_that_an_agent_is_asked(api: Api, model: str) -> None:
    refused = asked(api, f"/v1/agents/{agent(api, model=model)}/run")
    assert CUT in error_of(refused, 422, "step_limit")["message"]


@pytest.mark.parametrize("strategy", ["sequential", "parallel", "router"])
def test_so_is_one_that_a_network_of_sixteen_is_asked(api: Api, strategy: str) -> None:
    agents = [agent(api, f"Agent {n}", "Be brief. " * n, model="auto") for n in range(1, 17)]
    refused = asked(api, f"/v1/networks/{network(api, agents, strategy)}/run", max_steps=4)
    assert CUT in error_of(refused, 422, "step_limit")["message"]


def test_planning_that_takes_too_long_is_refused_and_the_next_request_is_served(
    new_server: Callable[..., Server],
) -> None:
    server = new_server(settings={"RUNWRIGHT_PLAN_SECONDS": "0.00001"}).start()
    with server.project() as api:
        refused = asked(api, "/v1/runs", model="y0-fast")
        problem = error_of(refused, 503, "overloaded")
        assert "was not planned within 1e-05 seconds" in problem["message"]
        assert int(refused.headers["Retry-After"]) >= 1
        assert api.get("/v1/runs").json()["data"] == []


def test_a_large_ledger_is_computed_in_a_process_of_its_own(api: Api, server: Server) -> None:
    rows = [f"2026-10-{n % 28 + 1:02},Shop {n},-1.25,EUR" for n in range(BOOKINGS)]
    content = "\n".join(["Date,Description,Amount,Currency", *rows]).encode()
    api.file(content, filename="bank.csv")
    made = api.run("What did I spend in October 2026?", context=["finance"])
    assert "€2,500.00" in made["result"]["summary"]
    assert "ledgers" in processes(server)
    trace = api.get(f"/v1/runs/{made['id']}", params={"include_trace": "true"}).json()["trace"]
    assert [e["items"] for e in trace if e["type"] == "context"] == [BOOKINGS]
    sources = api.get(f"/v1/runs/{made['id']}/sources").json()["data"]
    assert len({source["id"] for source in sources}) == BOOKINGS
