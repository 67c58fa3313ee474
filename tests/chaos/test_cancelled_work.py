"""Cancelling or deleting a run stops what is done for it, and revoking its key stops it too."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from chaos.checker import check_all
from chaos.conftest import Gated
from chaos.processes import computing_children
from chaos.slow import BUSY_SECONDS, ticks
from chaos.storage import look
from support.client import Api
from support.patience import until

SLOW = "What is 909 + 1?"
QUICK = "What is 5 + 5?"
PROMPT = f"{QUICK} Then: {SLOW} Then: What is 6 + 6?"


@pytest.fixture(scope="module")
def slow(new_gated: Callable[..., Gated]) -> Iterator[Gated]:
    """A server whose child computes for a minute on one part."""
    gated = new_gated({"CHAOS_SLOW": SLOW})
    gated.server.start()
    yield gated
    gated.server.kill()


def _computing(gated: Gated, api: Api, prompt: str = PROMPT) -> tuple[str, int]:
    """A run on whose slow step the child is busy, and that child."""
    before = ticks(gated.gates.folder)
    made = api.post("/v1/runs", {"model": "y0-deep", "prompt": prompt})
    assert made.status_code == 201, made.text
    until(lambda: ticks(gated.gates.folder) > before + 2, "the child computes")
    assert gated.server.process is not None
    (child,) = computing_children(gated.server.process.pid)
    return str(made.json()["id"]), child


def _has_stopped(gated: Gated, child: int) -> None:
    """The child is gone, and nobody computes on."""
    assert gated.server.process is not None
    leader = gated.server.process.pid
    until(lambda: child not in computing_children(leader), "the child stopped", BUSY_SECONDS / 2)
    said = ticks(gated.gates.folder)
    time.sleep(0.3)
    assert ticks(gated.gates.folder) == said


def test_a_cancelled_run_is_not_computed_any_further(slow: Gated) -> None:
    """Cancelled at once, its child stops, the next run is served, nothing is written later."""
    with slow.server.project() as api:
        run_id, child = _computing(slow, api)
        answered = api.post(f"/v1/runs/{run_id}/cancel")
        assert answered.json()["status"] == "cancelled"
        frozen = api.get(f"/v1/runs/{run_id}").content
        _has_stopped(slow, child)
        # Far sooner than the slow step would have ended by itself.
        quick = api.run(QUICK, model="y0-deep")["id"]
        assert api.finished(quick, BUSY_SECONDS / 2)["result"]["summary"].startswith("10.")
        assert api.get(f"/v1/runs/{run_id}").content == frozen
        kinds = [entry["type"] for entry in api.get(f"/v1/runs/{run_id}").json()["trace"]]
    assert kinds == ["plan", "step"]
    assert check_all(look(slow.server)) == []


def test_a_deleted_run_is_not_computed_any_further(slow: Gated) -> None:
    with slow.server.project() as api:
        run_id, child = _computing(slow, api)
        assert api.delete(f"/v1/runs/{run_id}").status_code == 200
        _has_stopped(slow, child)
    stored = look(slow.server)
    assert stored.run(run_id) is None
    assert stored.entries(run_id) == []
    assert check_all(stored) == []


def test_cancelling_one_run_leaves_the_one_that_is_computed(slow: Gated) -> None:
    """A run that waits for its turn is cancelled without touching the one before it."""
    with slow.server.project() as api:
        first, child = _computing(slow, api)
        waiting = api.run(QUICK, model="y0-deep")["id"]
        assert api.post(f"/v1/runs/{waiting}/cancel").json()["status"] == "cancelled"
        said = ticks(slow.gates.folder)
        until(lambda: ticks(slow.gates.folder) > said + 2, "the child computes on")
        assert slow.server.process is not None
        assert computing_children(slow.server.process.pid) == [child]
        assert api.get(f"/v1/runs/{first}").json()["status"] == "running"
        assert api.post(f"/v1/runs/{first}/cancel").json()["status"] == "cancelled"
        _has_stopped(slow, child)


def test_a_run_cancelled_on_another_server_stops_with_the_heartbeat(kind: str, slow: Gated) -> None:
    if kind == "sqlite":
        pytest.skip("one SQLite file has one server")
    other = slow.second()
    with slow.server.project() as api:
        # The other one comes when the run is in work, or it might take it itself.
        run_id, child = _computing(slow, api)
        with other.server, Api(other.server.url, api.secret) as elsewhere:
            assert elsewhere.post(f"/v1/runs/{run_id}/cancel").json()["status"] == "cancelled"
            _has_stopped(slow, child)
        quick = api.run(QUICK, model="y0-deep")["id"]
        assert api.finished(quick, BUSY_SECONDS / 2)["status"] == "completed"
    assert check_all(look(slow.server)) == []


# Keys ------------------------------------------------------------------------------------------


def _stopped_before_second_step(gated: Gated, api: Api, change: Callable[[str], Any]) -> Any:
    """A run whose key changes while its first step is done; how it ended."""
    scopes = ["runs:read", "runs:write"]
    made = api.post("/v1/keys", {"name": "narrow", "scopes": scopes}).json()
    gated.gates.close("step", "What is 71 + 1?")
    with Api(api.url, made["secret"]) as client:
        body = {"model": "y0-deep", "prompt": "What is 71 + 1? Then: What is 72 + 1?"}
        run_id = client.post("/v1/runs", body).json()["id"]
    gated.gates.wait_for_arrival("step")
    change(made["id"])
    gated.gates.open("step")
    run = api.finished(run_id)
    assert (run["status"], run["error"]["code"]) == ("failed", "scope_denied")
    assert [entry["type"] for entry in run["trace"]] == ["plan", "step"]
    assert "What is 72 + 1?" not in gated.gates.computations()
    return run


def test_a_revoked_key_stops_its_run_before_the_next_step(gated: Gated, gated_api: Api) -> None:
    """No source is read in between: the step itself is refused."""

    def revoke(key_id: str) -> None:
        assert gated_api.delete(f"/v1/keys/{key_id}").status_code == 200

    run = _stopped_before_second_step(gated, gated_api, revoke)
    assert "revoked" in run["error"]["message"]


def test_a_key_that_may_not_run_any_more_stops_its_run(gated: Gated, gated_api: Api) -> None:
    """Without `runs:write` the next step is refused, and the refusal is in the audit log."""

    def narrow(key_id: str) -> None:
        changed = gated_api.patch(f"/v1/keys/{key_id}", {"scopes": ["runs:read"]})
        assert changed.status_code == 200, changed.text

    run = _stopped_before_second_step(gated, gated_api, narrow)
    denied = gated_api.audit(resource=run["id"], decision="denied")
    assert [(e["action"], e["scope"]) for e in denied] == [("runs.execute", "runs:write")]
