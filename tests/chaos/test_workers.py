"""`--workers 2`: two API processes on PostgreSQL, and a clear refusal on SQLite."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest

from chaos.checker import check_all, check_nothing_lost
from chaos.load import creations, fire
from chaos.processes import COMPUTING, in_session, kill
from chaos.storage import look
from support.patience import until
from support.server import Server

TWO = ["--workers", "2"]
SPAWNED = "spawn_main"


@pytest.fixture
def server(kind: str, new_server: Callable[..., Server]) -> Iterator[Server]:
    """A started server of two processes."""
    if kind == "sqlite":
        pytest.skip("on SQLite it is refused: see the test of that")
    made = new_server(arguments=TWO, settings={"RUNWRIGHT_SHUTDOWN_GRACE": "5"}).start()
    assert made.process is not None
    until(lambda: len(_processes(made)) == 2, "two processes serve")
    for pid in _processes(made):
        with _asleep(*(other for other in _processes(made) if other != pid)):
            until(lambda: _answers(made), f"{pid} is ready")
    yield made
    if made.process is not None:
        made.kill()


def _processes(server: Server) -> list[int]:
    assert server.process is not None
    found = in_session(server.process.pid)
    return [pid for pid, command in found.items() if SPAWNED in command]


@contextmanager
def _asleep(*pids: int) -> Iterator[None]:
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def _answers(server: Server) -> bool:
    try:
        return httpx.get(f"{server.url}/readyz", timeout=2).status_code == 200
    except httpx.TransportError:
        return False


def test_both_processes_answer_and_share_everything(server: Server) -> None:
    """Each alone serves what the other stored, background runs work, there is one owner key."""
    outcome = fire(server.url, server.owner_key, creations("two", 200), at_once=32)
    assert outcome.refused == []
    assert outcome.cut_off == []
    runs = [answer.run_id for answer in outcome.answered]
    for awake in _processes(server):
        with (
            _asleep(*(pid for pid in _processes(server) if pid != awake)),
            server.api() as api,
        ):
            assert api.run()["status"] == "completed"
            assert api.get(f"/v1/runs/{runs[0]}").status_code == 200
            deep = api.run("What is 2 + 3?", model="y0-deep")["id"]
            assert api.finished(deep)["result"]["summary"].startswith("5.")
    with server.api() as api:
        for run in runs:
            assert api.finished(run)["status"] == "completed"
    stored = look(server)
    assert check_all(stored, outcome.answered) + check_nothing_lost(stored) == []
    assert sum(1 for row in stored.audit_log if row["action"] == "keys.create") == 1


def test_sigterm_stops_every_process(server: Server) -> None:
    """The parent, both processes and their computing children: none is left, the exit is 0."""
    assert server.process is not None
    leader = server.process.pid
    with server.api() as api:
        for n in range(6):
            api.finished(api.run(f"What is {n} + 3?", model="y0-deep")["id"])
    assert any(COMPUTING in command for command in in_session(leader).values())
    code = server.stop()
    until(lambda: in_session(leader) == {}, "every process is gone")
    assert check_all(look(server)) == []
    assert code == 0


@pytest.mark.slow
def test_a_killed_process_is_replaced_and_nothing_answered_is_lost(server: Server) -> None:
    """kill -9 on one of the two under load: the other goes on, a new one takes its place."""
    victim, *_ = _processes(server)

    def strike(outcome: object) -> None:
        if victim in _processes(server) and len(outcome.answered) >= 100:  # type: ignore[attr-defined]
            kill(victim)

    outcome = fire(
        server.url, server.owner_key, creations("one", 400), at_once=16, on_answer=strike
    )
    assert outcome.refused == []
    until(lambda: victim not in _processes(server), "the victim is gone")
    until(lambda: len(_processes(server)) == 2, "it is replaced")
    with server.api() as api:
        for answer in outcome.answered:
            assert api.finished(answer.run_id)["status"] == "completed"
        until(
            lambda: not api.get("/v1/runs", params={"status": "running"}).json()["data"],
            "background runs have ended",
        )
    stored = look(server)
    assert check_all(stored, outcome.answered) + check_nothing_lost(stored) == []


def test_two_processes_on_sqlite_are_refused(kind: str, new_server: Callable[..., Server]) -> None:
    """One clear line, a non-zero exit, and no database is made."""
    if kind == "postgresql":
        pytest.skip("there it is allowed")
    server = new_server(is_empty=True)
    server.data.mkdir(parents=True)
    done = server.run("serve", "--port", "0", "--data", str(server.data), *TWO)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("runwright: ")
    assert "PostgreSQL" in line
    assert list(server.data.iterdir()) == []
