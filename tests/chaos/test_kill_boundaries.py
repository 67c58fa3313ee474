"""kill -9 at every boundary of a y0-deep run: it goes on, and never does a recorded step twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chaos.checker import check_all, check_computed_once, check_nothing_lost, check_prefix
from chaos.conftest import Gated
from chaos.storage import look
from support import calls
from support.client import Api
from support.patience import PATIENCE

LEASE = "3"
"""Seconds: no longer, since the job of a killed server waits for it; no shorter, since on a busy
machine a server that lives would lose its job and rightly see it done again."""


def _body(sources: list[str], steps: int) -> dict[str, Any]:
    parts = [f"What is {n} + {n}?" for n in range(1, steps + 1)]
    return {"model": "y0-deep", "prompt": " Then: ".join(parts), "context": sources}


def _calls(steps: int) -> list[tuple[str, dict[str, Any]]]:
    """Calls of tools that name the results before them."""
    expressions = ["1 + 1", *(f"r{n}.value + 1" for n in range(1, steps))]
    return [("calculate", {"expression": each}) for each in expressions]


def _make(api: Api, body: dict[str, Any]) -> str:
    made = api.post("/v1/runs", body)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def _read(api: Api, run_id: str) -> dict[str, Any]:
    shown = api.get(f"/v1/runs/{run_id}")
    assert shown.status_code == 200, shown.text
    return dict(shown.json())


def _let_die(gated: Gated) -> None:
    """Open the gate before the job, behind which the fault waits, and see the server die."""
    gated.gates.open("job")
    assert gated.server.process is not None
    assert gated.server.process.wait(timeout=PATIENCE) == -9
    gated.server.kill()  # it is dead: this closes its pipe


def _boundaries(sources: int, steps: int) -> Iterator[tuple[str, str]]:
    """Every stored entry in order, each with its two sides; the last is the end of the run."""
    entries = ["context"] * sources + ["step"] * steps + ["end"]
    for entry in entries:
        yield entry, "before"
        yield entry, "after"


def _check_result(run: dict[str, Any], sources: list[str], steps: int) -> list[str]:
    found = []
    kinds = [entry["type"] for entry in run["trace"]]
    if kinds != ["plan", *(["context"] * len(sources)), *(["step"] * steps), "result"]:
        found.append(f"its trace is {kinds}")
    if [entry["source"] for entry in run["trace"] if "source" in entry] != sources:
        found.append(f"its sources are not {sources}: {run['trace']}")
    if (run["status"], run["steps_used"]) != ("completed", steps):
        found.append(f"it ended {run['status']} after {run['steps_used']} steps")
    for n in range(1, steps + 1):
        if (
            run.get("result", {}).get("summary", "").count(f"{2 * n}.\nWorked out as {n} + {n}.")
            != 1
        ):
            found.append(f"step {n} is not once in its result: {run.get('result')}")
    return found


def _die_at_every_boundary(gated: Gated, sources: list[str], steps: int) -> None:
    """One run, killed on both sides of each of its commits, and finished by a plain server."""
    gated.gates.close("job")
    server, body = gated.server, _body(sources, steps)
    run_id, shown, lost = "", list[Any](), Counter[str]()
    for entry, side in _boundaries(len(sources), steps):
        gated.gates.close("job")
        gated.fault(CHAOS_KILL=f"{side}:1")
        server.start()
        with server.api() as api:
            run_id = run_id or _make(api, body)
            trace = _read(api, run_id)["trace"]
            assert check_prefix(shown, trace) == [], (entry, side)
            shown = trace
        gated.gates.wait_for_arrival("job")
        _let_die(gated)
        stored = look(server)
        assert check_all(stored) + check_nothing_lost(stored) == [], (entry, side)
        if (entry, side) == ("step", "before"):
            done = sum(1 for known in shown if known["type"] == "step")
            lost[f"What is {done + 1} + {done + 1}?"] += 1
    gated.fault()
    server.start()
    with server.api() as api:
        run = api.finished(run_id, PATIENCE)
    assert _check_result(run, sources, steps) + check_prefix(shown, run["trace"]) == []
    parts = [f"What is {n} + {n}?" for n in range(1, steps + 1)]
    assert check_computed_once(parts, gated.gates.computations(), lost) == []
    stored = look(server)
    assert check_all(stored) + check_nothing_lost(stored) == []
    assert stored.audit(run_id).count("context.read") == len(sources)
    server.kill()


def test_one_run_survives_a_kill_at_each_of_its_boundaries(
    new_gated: Callable[..., Gated],
) -> None:
    """Killed before and after each commit in turn, it has one result and no step done twice."""
    _die_at_every_boundary(new_gated({"RUNWRIGHT_LEASE": LEASE}), ["calendar"], 1)


@pytest.mark.slow
def test_a_longer_run_survives_a_kill_at_each_of_its_boundaries(
    new_gated: Callable[..., Gated],
) -> None:
    """The same with three sources and four steps: sixteen kills of one run."""
    sources = ["finance", "calendar", "documents"]
    _die_at_every_boundary(new_gated({"RUNWRIGHT_LEASE": LEASE}), sources, 4)


@pytest.mark.slow
def test_a_fresh_run_survives_a_kill_at_any_one_boundary(new_gated: Callable[..., Gated]) -> None:
    """A run that comes as far as its n-th commit in one go, and is killed there, goes on alone."""
    gated = new_gated({"RUNWRIGHT_LEASE": LEASE})
    sources, steps = ["calendar", "finance"], 2
    parts = [f"What is {n} + {n}?" for n in range(1, steps + 1)]
    for number, (entry, side) in enumerate(_boundaries(len(sources), steps)):
        gated.gates.close("job")
        gated.fault(CHAOS_KILL=f"{side}:{number // 2 + 1}")
        gated.server.start()
        already = len(gated.gates.computations())
        with gated.server.api() as api:
            run_id = _make(api, _body(sources, steps))
        gated.gates.wait_for_arrival("job")
        _let_die(gated)
        assert check_all(look(gated.server)) == [], (entry, side)
        gated.fault()
        gated.server.start()
        with gated.server.api() as api:
            run = api.finished(run_id, PATIENCE)
        assert _check_result(run, sources, steps) == [], (entry, side)
        lost = {parts[number // 2 - len(sources)]: 1} if (entry, side) == ("step", "before") else {}
        computed = gated.gates.computations()[already:]
        assert check_computed_once(parts, computed, lost) == [], (entry, side)
        assert check_all(look(gated.server)) == [], (entry, side)
        gated.server.kill()


@pytest.mark.slow
def test_tool_calls_survive_a_kill_at_each_of_their_boundaries(
    new_gated: Callable[..., Gated], tmp_path: Path
) -> None:
    """Each call has one result, which the call after it names; none is done twice."""
    models = str(calls.write_manifests(tmp_path / "models"))
    gated = new_gated({"RUNWRIGHT_LEASE": "1", "RUNWRIGHT_MODELS": models})
    server, sources, planned = gated.server, ["calendar"], _calls(3)
    body = {"model": calls.DEEP, "prompt": calls.plan(*planned), "context": sources}
    run_id, shown = "", list[Any]()
    for entry, side in _boundaries(len(sources), len(planned)):
        gated.gates.close("job")
        gated.fault(CHAOS_KILL=f"{side}:1")
        server.start()
        with server.api() as api:
            run_id = run_id or _make(api, body)
            steps = api.get(f"/v1/runs/{run_id}/steps").json()["data"]
            assert check_prefix(shown, steps) == [], (entry, side)
            shown = steps
        gated.gates.wait_for_arrival("job")
        _let_die(gated)
        stored = look(server)
        assert check_all(stored) + check_nothing_lost(stored) == [], (entry, side)
    gated.fault()
    server.start()
    with server.api() as api:
        run = api.finished(run_id, PATIENCE)
        steps = api.get(f"/v1/runs/{run_id}/steps").json()["data"]
        assert check_prefix(shown, steps) == []
        times = Counter(gated.gates.computations())
        assert api.post(f"/v1/runs/{run_id}/replay").json()["identical"] is True
    assert (run["status"], run["steps_used"]) == ("completed", len(planned))
    assert [step["result"]["value"] for step in steps] == ["2", "3", "4"]
    lost = 1  # each was computed once more: it was killed before its commit
    assert set(times.values()) == {1 + lost}
    server.kill()
