"""Rubbish in the queue and beside it: it is cleared away or left alone, and nothing wedges."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import pytest

from chaos.checker import check_all
from chaos.conftest import Gated
from chaos.storage import Row, execute, look
from support.client import Api
from support.patience import PATIENCE, until
from support.queued import plant, remove
from support.server import Server


def _jobs_of(server: Server, subject: str) -> list[Row]:
    return [job for job in look(server).jobs if job["subject"] == subject]


def _still_works(api: Api) -> None:
    """Both kinds of run, from end to end."""
    assert api.run("What is 1 + 2?")["status"] == "completed"
    deep = api.run("What is 3 + 4?", model="y0-deep")["id"]
    assert api.finished(deep)["status"] == "completed"


def test_a_job_without_a_run_is_cleared_away(gated: Gated, gated_api: Api) -> None:
    """Nobody waits for it, so it goes, and leaves no entry in any log."""
    plant(gated.server, "run_nobody", project=gated_api.project_id or "")
    until(lambda: not _jobs_of(gated.server, "run_nobody"), "the job is gone")
    assert look(gated.server).audit("run_nobody") == []
    _still_works(gated_api)


def test_a_job_of_another_project_is_cleared_away(gated: Gated, gated_api: Api) -> None:
    """A job that names a run under a wrong project touches neither."""
    run_id = gated_api.run("What is 5 + 5?")["id"]
    before = gated_api.get(f"/v1/runs/{run_id}").content
    plant(gated.server, run_id, project="proj_other")
    until(lambda: not _jobs_of(gated.server, run_id), "the job is gone")
    assert gated_api.get(f"/v1/runs/{run_id}").content == before


def test_a_job_for_a_finished_run_is_cleared_away(gated: Gated, gated_api: Api) -> None:
    """The run stays in the very bytes that it ended with."""
    run_id = gated_api.run("What is 6 + 6?", model="y0-deep")["id"]
    gated_api.finished(run_id)
    before = gated_api.get(f"/v1/runs/{run_id}").content
    plant(gated.server, run_id, project=gated_api.project_id or "")
    until(lambda: not _jobs_of(gated.server, run_id), "the job is gone")
    assert gated_api.get(f"/v1/runs/{run_id}").content == before


def test_a_second_job_for_a_run_in_work_does_no_harm(gated: Gated, gated_api: Api) -> None:
    """Two jobs for one run: the later claim goes on, the earlier one is fenced; one result.

    On PostgreSQL the second waits until the first is over, and then finds nothing to do.
    """
    second = "What is 201 + 2?"
    gated.gates.close("step", second)
    prompt = f"What is 201 + 1? Then: {second} Then: What is 201 + 3?"
    run_id = gated_api.run(prompt, model="y0-deep")["id"]
    gated.gates.wait_for_arrival("step")
    plant(gated.server, run_id, project=gated_api.project_id or "")
    if gated.server.database_url is None:
        gated.gates.wait_for_arrival("step", count=2)
    gated.gates.open("step")
    run = gated_api.finished(run_id)
    assert (run["status"], run["steps_used"]) == ("completed", 3)
    assert _jobs_of(gated.server, run_id) == []


@pytest.fixture
def fresh(new_server: Callable[..., Server]) -> Iterator[Server]:
    """A server of its own: rubbish that may stop it must not stop other tests."""
    server = new_server(settings={"RUNWRIGHT_LEASE": "1"}).start()
    yield server
    server.kill()


def test_jobs_of_an_unknown_kind_do_not_stop_the_others(fresh: Server) -> None:
    """More of them than there are slots, as an older process meets them beside a newer one: they
    stay, and stay free for those who know them."""
    for n in range(20):
        plant(fresh, f"thing_{n}", kind="from_the_future")
    with fresh.api() as api:
        for _ in range(3):
            _still_works(api)
    unknown = [job for job in look(fresh).jobs if job["kind"] == "from_the_future"]
    assert len(unknown) == 20
    assert {job["is_taken"] for job in unknown} == {0}, "held by a worker that cannot do them"
    assert "Task exception was never retrieved" not in fresh.log.read_text()


def test_a_run_in_a_project_without_a_chain_does_not_stop_the_writer(fresh: Server) -> None:
    """As after a restored backup with a hole: that run cannot be audited, all others still can."""
    with fresh.api() as api:
        run_id = api.run("What is 7 + 7?")["id"]
        execute(
            fresh,
            "INSERT INTO runs (project_id, id, key_id, status, model, snapshot, created_at,"
            " metadata, request, steps_used, fence, next_seq, plan)"
            " SELECT 'proj_hole', 'run_hole', 'key_gone', 'running', model, snapshot, created_at,"
            " metadata, request, 0, 0, 0, request FROM runs WHERE id = :id",
            {"id": run_id},
        )
        plant(fresh, "run_hole", project="proj_hole")
        until(lambda: _jobs_of(fresh, "run_hole")[0]["attempts"] >= 1, "it was tried")
        assert httpx.get(f"{fresh.url}/readyz", timeout=PATIENCE).status_code == 200
        made = httpx.post(
            f"{fresh.url}/v1/runs",
            json={"model": "y0-fast", "prompt": "What is 1 + 1?"},
            headers={"Authorization": f"Bearer {fresh.owner_key}"},
            timeout=PATIENCE,
        )
        assert made.status_code == 201


def _orphan(gated: Gated, api: Api) -> str:
    """A run in work whose job is gone; its worker was refused and has let go of it."""
    gated.gates.close("job")
    run_id = str(api.run("What is 8 + 8?", model="y0-deep")["id"])
    gated.gates.wait_for_arrival("job")
    return run_id


def test_a_start_picks_up_a_run_without_a_job(new_gated: Callable[..., Gated]) -> None:
    """A run in work that nobody has to do is queued again by the next start."""
    gated = new_gated()
    server = gated.server.start()
    with server.api() as api:
        run_id = _orphan(gated, api)
    server.kill()
    remove(server, run_id)
    gated.gates.open("job")
    server.start()
    with server.api() as api:
        assert api.finished(run_id)["status"] == "completed"
    assert check_all(look(server)) == []
    server.kill()


@pytest.mark.slow
def test_the_sweep_picks_up_a_run_without_a_job(new_gated: Callable[..., Gated]) -> None:
    """Without a restart too, within its half minute."""
    gated = new_gated()
    server = gated.server.start()
    with server.api() as api:
        run_id = _orphan(gated, api)
        server.kill()
        server.start()  # swept now; the gate still holds the job
        remove(server, run_id)
    with server.api() as api:
        gated.gates.wait_for_arrival("job", count=2)
        gated.gates.open("job")
        assert api.finished(run_id)["status"] == "completed"
    assert check_all(look(server)) == []
    server.kill()


def test_a_job_left_to_its_lease_is_tried_again_though_its_worker_is_busy(
    new_gated: Callable[..., Gated],
) -> None:
    """It failed and could not be put off: its lease runs out, whatever else the worker does."""
    gated = new_gated({"RUNWRIGHT_LEASE": "1"})
    if gated.server.database_url is not None:
        pytest.skip("there a worker says it until it is heard; see tests/jobs")
    gated.fault(CHAOS_BREAK_FIRST="What is 301 + 1?", CHAOS_LOSE_POSTPONEMENTS="1")
    server = gated.server.start()
    gated.gates.close("step", "What is 302 + 1?")
    with server.api() as api:
        busy = api.run("What is 302 + 1?", model="y0-deep")["id"]
        gated.gates.wait_for_arrival("step")
        left = api.run("What is 301 + 1?", model="y0-deep")["id"]
        try:
            assert api.finished(left)["status"] == "completed"
        finally:
            gated.gates.open("step")
        assert api.finished(busy)["status"] == "completed"
    server.kill()
