"""Ending a run in the very moment in which a worker elsewhere changes it: neither is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import httpx
import psycopg
import pytest

from chaos.checker import check_all
from chaos.storage import look
from support.patience import until
from support.postgres import Postgres
from support.server import Server

Act = Callable[[psycopg.Connection, str], None]
STEP = b'{"action":"calculate","n":1,"type":"step"}'


@pytest.fixture
def server(postgres: Postgres, new_server_on: Callable[[str], Server]) -> Iterator[Server]:
    """A server without a worker: what a worker would do, the test does."""
    made = new_server_on(postgres.new_database())
    yield made.start()
    made.kill()


def _claim(worker: psycopg.Connection, run_id: str) -> None:
    worker.execute("UPDATE runs SET fence = fence + 1 WHERE id = %s", [run_id])


def _append(worker: psycopg.Connection, run_id: str) -> None:
    worker.execute(
        "UPDATE runs SET next_seq = next_seq + 1, steps_used = steps_used + 1 WHERE id = %s",
        [run_id],
    )
    worker.execute(
        "INSERT INTO trace_entries (project_id, run_id, seq, entry, start_us, duration_us)"
        " SELECT project_id, id, 1, %s, 0, 0 FROM runs WHERE id = %s",
        [STEP, run_id],
    )


def _while_a_worker(
    server: Server,
    act: Act,
    end: Callable[[], httpx.Response],
    run_id: str,
) -> httpx.Response:
    """End a run while a worker's change of it is made and not committed yet."""
    assert server.database_url is not None
    with psycopg.connect(server.database_url) as worker, ThreadPoolExecutor(1) as pool:
        act(worker, run_id)
        ending: Future[httpx.Response] = pool.submit(end)
        until(lambda: _waits_for(worker), "the server waits for the worker")
        worker.commit()
        return ending.result(30)


def _waits_for(worker: psycopg.Connection) -> bool:
    row = worker.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    ).fetchone()
    return row is not None and row[0] > 0


@pytest.mark.parametrize("act", [_claim, _append])
def test_a_run_can_be_cancelled_while_a_worker_changes_it(server: Server, act: Act) -> None:
    """200, and the trace has what the worker stored before."""
    with server.api() as api:
        run_id = api.run("What is 1 + 1?", model="y0-deep")["id"]
        path = f"/v1/runs/{run_id}/cancel"
        answered = _while_a_worker(server, act, lambda: api.post(path), run_id)
        assert answered.status_code == 200, answered.text
        run = api.get(f"/v1/runs/{run_id}").json()
    assert run["status"] == "cancelled"
    shown = [entry["type"] for entry in run["trace"]]
    assert shown == (["plan", "step"] if act is _append else ["plan"])
    assert check_all(look(server)) == []


@pytest.mark.parametrize("act", [_claim, _append])
def test_a_run_can_be_deleted_while_a_worker_changes_it(server: Server, act: Act) -> None:
    """200, and nothing of it is left, whatever the worker stored before."""
    with server.api() as api:
        run_id = api.run("What is 1 + 1?", model="y0-deep")["id"]
        path = f"/v1/runs/{run_id}"
        answered = _while_a_worker(server, act, lambda: api.delete(path), run_id)
        assert answered.status_code == 200, answered.text
    stored = look(server)
    assert stored.run(run_id) is None
    assert stored.entries(run_id) == []
    assert check_all(stored) == []
