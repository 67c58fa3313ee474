"""The computing child may die at any time: runs complete all the same, and it never outlives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from chaos.checker import check_all
from chaos.conftest import Gated
from chaos.processes import COMPUTING, computing_children, in_session, kill
from chaos.storage import look
from support.client import Api
from support.patience import until
from support.server import Server

STEPS = 12
LONG = " Then: ".join(f"What is {n} * {n}?" for n in range(1, STEPS + 1))


def _make_long(api: Api) -> str:
    body = {"model": "y0-deep", "prompt": LONG, "max_steps": STEPS}
    return str(api.post("/v1/runs", body).json()["id"])


def _check_long(run: dict[str, Any]) -> None:
    assert (run["status"], run["steps_used"]) == ("completed", STEPS), run
    numbers = [entry["n"] for entry in run["trace"] if entry["type"] == "step"]
    assert numbers == list(range(1, STEPS + 1))
    for n in range(1, STEPS + 1):
        assert f"{n * n}.\n" in run["result"]["summary"]


def test_a_child_killed_in_the_middle_of_a_run_is_replaced(gated: Gated, gated_api: Api) -> None:
    """Killed between two steps of a run, another one computes the rest."""
    gated.gates.close("step", "What is 6 * 6?")
    run_id = _make_long(gated_api)
    gated.gates.wait_for_arrival("step")
    assert gated.server.process is not None
    (child,) = computing_children(gated.server.process.pid)
    kill(child)
    gated.gates.open("step")
    _check_long(gated_api.finished(run_id))
    (replaced,) = computing_children(gated.server.process.pid)
    assert replaced != child


@pytest.mark.slow
def test_children_killed_again_and_again_do_not_stop_runs(gated: Gated, gated_api: Api) -> None:
    """Ten children killed while runs are computed; each run has its one result in the end."""
    assert gated.server.process is not None
    leader = gated.server.process.pid
    runs = [_make_long(gated_api) for _ in range(6)]
    for _ in range(10):
        until(lambda: computing_children(leader) or _all_ended(gated_api, runs), "one computes")
        for child in computing_children(leader):
            kill(child)
    for run_id in runs:
        _check_long(gated_api.finished(run_id, 60))


def _all_ended(api: Api, runs: list[str]) -> bool:
    return all(api.get(f"/v1/runs/{run}").json()["status"] != "running" for run in runs)


def test_a_child_does_not_outlive_a_killed_server(new_server: Callable[..., Server]) -> None:
    """kill -9 on the server alone: its child goes by itself."""
    server = new_server().start()
    assert server.process is not None
    leader = server.process.pid
    with server.api() as api:
        api.finished(_make_long(api))
    (child,) = computing_children(leader)
    kill(leader)
    until(lambda: child not in in_session(leader), f"{COMPUTING} ended")
    server.kill()
    assert check_all(look(server)) == []
