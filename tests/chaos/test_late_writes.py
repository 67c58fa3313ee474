"""Whatever a worker still does for a run that is no longer its own leaves nothing behind."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator

import pytest

from chaos.checker import check_all, check_computed_once, check_prefix
from chaos.conftest import Gated
from chaos.storage import look
from support.client import Api, error_of
from support.patience import until
from support.server import Server

DEEP = {"model": "y0-deep", "context": ["calendar"]}


def _in_the_middle(gated: Gated, api: Api, mark: str) -> str:
    """A run whose worker has computed its second step and has not stored it yet."""
    second = f"What is {mark} + 2?"
    gated.gates.close("step", second)
    made = api.post("/v1/runs", {**DEEP, "prompt": f"What is {mark} + 1? Then: {second}"})
    assert made.status_code == 201, made.text
    gated.gates.wait_for_arrival("step")
    return str(made.json()["id"])


def _let_go_on(gated: Gated, run_id: str) -> None:
    """Open the gate, and wait until the worker has left the run."""
    gated.gates.open("step")
    _wait_for(gated.server, "run_left", run_id)


def _wait_for_refusal(server: Server, run_id: str) -> None:
    _wait_for(server, "run_fenced", run_id)


def _wait_for(server: Server, event: str, run_id: str) -> None:
    def is_logged() -> bool:
        lines = server.log.read_text().splitlines()
        return any(f'"{event}"' in line and run_id in line for line in lines)

    until(is_logged, f"{event} was logged for {run_id}")


def test_a_run_deleted_in_the_middle_of_a_step_leaves_nothing(gated: Gated, gated_api: Api) -> None:
    """No row, no journal, no job, no audit entry after the deletion, and 409 for ever."""
    run_id = _in_the_middle(gated, gated_api, "101")
    assert gated_api.delete(f"/v1/runs/{run_id}").json()["deleted"] is True
    before = look(gated.server)
    _let_go_on(gated, run_id)
    stored = look(gated.server)
    assert stored.run(run_id) is None
    assert stored.entries(run_id) == []
    assert [job for job in stored.jobs if job["subject"] == run_id] == []
    assert stored.audit(run_id) == before.audit(run_id)
    assert stored.audit(run_id)[-1] == "runs.delete"
    error_of(gated_api.get(f"/v1/runs/{run_id}"), 409, "already_deleted")


def test_a_run_cancelled_in_the_middle_of_a_step_stays_as_it_was_shown(
    gated: Gated, gated_api: Api
) -> None:
    """The cancelled run keeps the entries that it had, in the very bytes, and gains none."""
    run_id = _in_the_middle(gated, gated_api, "102")
    shown = gated_api.get(f"/v1/runs/{run_id}").json()["trace"]
    answered = gated_api.post(f"/v1/runs/{run_id}/cancel")
    assert answered.json()["status"] == "cancelled"
    frozen = gated_api.get(f"/v1/runs/{run_id}").content
    before = look(gated.server).audit(run_id)
    _let_go_on(gated, run_id)
    assert gated_api.get(f"/v1/runs/{run_id}").content == frozen
    run = gated_api.get(f"/v1/runs/{run_id}").json()
    assert run["trace"] == shown
    assert [entry["type"] for entry in shown] == ["plan", "context", "step"]
    assert (run["steps_used"], run["status"]) == (1, "cancelled")
    assert "result" not in run
    stored = look(gated.server)
    assert stored.entries(run_id) == []
    assert [job for job in stored.jobs if job["subject"] == run_id] == []
    assert stored.audit(run_id)[: len(before)] == before
    assert set(stored.audit(run_id)[len(before) :]) <= {"runs.read"}


@pytest.mark.parametrize("how", ["cancel", "delete"])
def test_a_run_that_ended_is_not_failed_by_its_late_worker(
    gated: Gated, gated_api: Api, how: str
) -> None:
    """Ended while its worker waited, its key revoked: the log holds no failure that never was."""
    narrow = gated_api.key("runs:write", "runs:read", "calendar:read")
    gated.gates.close("fetch")
    with narrow:
        run_id = narrow.post("/v1/runs", {**DEEP, "prompt": "What is 7 + 7?"}).json()["id"]
    gated.gates.wait_for_arrival("fetch")
    if how == "cancel":
        assert gated_api.post(f"/v1/runs/{run_id}/cancel").json()["status"] == "cancelled"
    else:
        assert gated_api.delete(f"/v1/runs/{run_id}").status_code == 200
    key_id = gated_api.get("/v1/keys", params={"limit": 1}).json()["data"][0]["id"]
    assert gated_api.delete(f"/v1/keys/{key_id}").status_code == 200
    gated.gates.open("fetch")
    # A whole other run, from its first to its last entry, takes longer than the late worker.
    gated_api.finished(gated_api.run("What is 8 + 8?", model="y0-deep")["id"])
    assert "runs.fail" not in look(gated.server).audit(run_id)


# Two servers on one database --------------------------------------------------------------------


@pytest.fixture
def pair(kind: str, new_gated: Callable[..., Gated]) -> Iterator[tuple[Gated, Gated]]:
    """Two servers on one PostgreSQL database, with gates in common; only the first is started."""
    if kind == "sqlite":
        pytest.skip("one SQLite file has one server: its lock refuses a second")
    first = new_gated()
    first.server.start()
    second = first.second()
    yield first, second
    for gated in (first, second):
        gated.gates.open_all()
        if gated.server.process is not None:
            os.kill(gated.server.process.pid, signal.SIGCONT)
            gated.server.kill()


def test_a_sleeper_whose_job_was_taken_over_writes_nothing(pair: tuple[Gated, Gated]) -> None:
    """Paused for longer than its lease, it wakes up to a finished run, and leaves it so."""
    sleeper, other = pair
    with sleeper.server.api() as api:
        run_id = _in_the_middle(sleeper, api, "103")
        shown = api.get(f"/v1/runs/{run_id}").json()["trace"]
    assert sleeper.server.process is not None
    os.kill(sleeper.server.process.pid, signal.SIGSTOP)
    sleeper.gates.open("step")
    other.server.start()
    with other.server.api(sleeper.server.owner_key) as api:
        run = api.finished(run_id)
        frozen = api.get(f"/v1/runs/{run_id}").content
        os.kill(sleeper.server.process.pid, signal.SIGCONT)
        _wait_for_refusal(sleeper.server, run_id)
        assert api.get(f"/v1/runs/{run_id}").content == frozen
    assert (run["status"], run["steps_used"]) == ("completed", 2)
    assert check_prefix(shown, run["trace"]) == []
    computed = sleeper.gates.computations()
    parts = ["What is 103 + 1?", "What is 103 + 2?"]
    assert check_computed_once(parts, computed, {parts[1]: 1}) == []
    stored = look(other.server)
    assert check_all(stored) == []
    assert stored.audit(run_id).count("context.read") == 1


def test_a_sleeper_does_not_fail_a_run_that_another_has_taken_over(
    pair: tuple[Gated, Gated],
) -> None:
    """Refused a source, it falls asleep before it can say so; the scope comes back and another
    goes on: what the sleeper then says comes too late, and the run completes."""
    sleeper, other = pair
    gates, narrow = sleeper.gates, ["runs:read", "runs:write"]
    with sleeper.server.api() as owner:
        key = owner.post("/v1/keys", {"name": "n", "scopes": [*narrow, "calendar:read"]}).json()
        gates.close("fetch")
        with sleeper.server.api(key["secret"]) as api:
            body = {**DEEP, "prompt": "What is 104 + 1? Then: What is 104 + 2?"}
            run_id = api.post("/v1/runs", body).json()["id"]
        gates.wait_for_arrival("fetch")
        assert owner.patch(f"/v1/keys/{key['id']}", {"scopes": narrow}).status_code == 200
    gates.close("fail")
    gates.open("fetch")
    gates.wait_for_arrival("fail")
    assert sleeper.server.process is not None
    os.kill(sleeper.server.process.pid, signal.SIGSTOP)
    gates.close("job")
    gates.close("step", "What is 104 + 2?")
    other.server.start()
    gates.wait_for_arrival("job")
    with other.server.api(sleeper.server.owner_key) as owner:
        wide = [*narrow, "calendar:read"]
        assert owner.patch(f"/v1/keys/{key['id']}", {"scopes": wide}).status_code == 200
        gates.open("job")
        gates.wait_for_arrival("step")
        gates.open("fail")
        os.kill(sleeper.server.process.pid, signal.SIGCONT)
        time.sleep(1)  # what it has to say, it says within milliseconds
        gates.open("step")
        run = owner.finished(run_id)
    assert run["status"] == "completed", run
    assert "runs.fail" not in look(other.server).audit(run_id)
