"""PostgreSQL goes away and comes back: 503 in between, nothing that was answered is lost."""

from __future__ import annotations

import json
import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from chaos.checker import check_all, check_nothing_lost
from chaos.conftest import LAUNCHER, Gated
from chaos.gates import Gates
from chaos.load import Creation, Outcome, creations, fire
from chaos.storage import look
from runwright.db.drivers import BUSY_SECONDS
from support.patience import until
from support.postgres import Postgres
from support.server import Server

PATIENCE = 30


class Restartable(Postgres):
    """A PostgreSQL of one test, which it may stop, freeze and start again."""

    connect_timeout = BUSY_SECONDS

    def take_away(self) -> None:
        """Stop it in an orderly way: clients are thrown out."""
        self._server.stop()

    def bring_back(self) -> None:
        """Start it on the same data."""
        self._server.ensure_postgres_running()

    @property
    def postmaster(self) -> int:
        """The process that takes connections."""
        pid = self._server.get_pid()
        assert pid is not None
        return pid


@pytest.fixture
def own_postgres() -> Iterator[Restartable]:
    """A PostgreSQL that nobody else uses.

    Not in pytest's folder: another pytest of the same user closes that to PostgreSQL's own user.
    """
    with tempfile.TemporaryDirectory(prefix="chaos-postgres-") as folder:
        server = Restartable(Path(folder) / "data")
        yield server
        server.bring_back()
        server.stop()


@pytest.fixture
def gated(own_postgres: Restartable, tmp_path: Path) -> Iterator[Gated]:
    """A started server with gates on it."""
    gates = Gates(tmp_path / "gates")
    settings = {
        "RUNWRIGHT_RATE_LIMIT": "1000000/min",
        "RUNWRIGHT_LEASE": "2",
        "CHAOS_DIR": str(gates.folder),
    }
    database = own_postgres.new_database()
    server = Server(tmp_path / "server" / "data", database, settings, command=LAUNCHER)
    yield Gated(server.start(), gates)
    gates.open_all()
    if server.process is not None:
        server.kill()


def _until_it_works(server: Server) -> None:
    def works() -> bool:
        return httpx.get(f"{server.url}/readyz", timeout=PATIENCE).status_code == 200

    until(works, "the server is ready again")


def _check_refusals(outcome: Outcome) -> list[str]:
    found = [f"cut off: {creation.tag} {how}" for creation, how in outcome.cut_off]
    for reply in outcome.refused:
        if reply.status != 503 or reply.code != "overloaded":
            found.append(f"answered {reply.status} {reply.body!r}")
        elif int(reply.headers.get("retry-after", "0")) < 1:
            found.append("answered 503 without Retry-After")
    if outcome.slowest > PATIENCE:
        found.append(f"a request took {outcome.slowest:.1f} s")
    return found


def test_a_restart_under_load_loses_nothing(gated: Gated, own_postgres: Restartable) -> None:
    """503 `overloaded` while it is away, never 500, no hang; then everything goes on."""
    server = gated.server
    gated.gates.close("step", "What is 55 + 1?")
    with server.api() as api:
        deep = api.run("What is 55 + 1? Then: What is 55 + 2?", model="y0-deep")["id"]
    gated.gates.wait_for_arrival("step")
    restart = threading.Thread(target=_restart, args=[own_postgres])

    def begin(outcome: Outcome) -> None:
        if not restart.ident and len(outcome.answered) >= 200:
            restart.start()
        if restart.ident and restart.is_alive() and outcome.refused:
            time.sleep(0.01)  # so that the volley outlasts the outage

    outcome = fire(
        server.url, server.owner_key, creations("away", 1500), at_once=32, on_answer=begin
    )
    restart.join()
    gated.gates.open("step")
    assert outcome.refused, "the volley did not meet the outage"
    assert _check_refusals(outcome) == []
    _until_it_works(server)
    with server.api() as api:
        assert api.finished(deep)["status"] == "completed"
        _wait_for_all(api)
    again = _retry_keyed(server, outcome)
    stored = look(server)
    assert check_all(stored, [*outcome.answered, *again.answered]) == []
    assert check_nothing_lost(stored) == []
    assert _unanswered_and_stored(outcome, again, stored) == []


def _restart(postgres: Restartable) -> None:
    time.sleep(0.05)
    postgres.take_away()
    time.sleep(2.5)  # longer than the lease
    postgres.bring_back()


def _wait_for_all(api: object) -> None:
    until(
        lambda: not api.get("/v1/runs", params={"status": "running"}).json()["data"],  # type: ignore[attr-defined]
        "background runs have ended",
        60,
    )


def _retry_keyed(server: Server, outcome: Outcome) -> Outcome:
    """Send again, after the outage, what has a key: answered or refused alike."""
    wanted = {c.tag: c for c in creations("away", 1500) if c.key}
    tags = [answer.tag for answer in outcome.answered if answer.key][-100:]
    stray: list[Creation] = list(wanted.values())[:100]
    again = fire(server.url, server.owner_key, [*(wanted[t] for t in tags), *stray], at_once=32)
    assert again.refused == []
    assert again.cut_off == []
    return again


def _unanswered_and_stored(outcome: Outcome, again: Outcome, stored: object) -> list[str]:
    """Runs of requests that were told that nothing was stored; an unknown outcome says so."""
    told = {answer.tag for answer in [*outcome.answered, *again.answered]}
    there = {json.loads(run["metadata"]).get("tag") for run in stored.runs} - {None}  # type: ignore[attr-defined]
    unknown = sum(b"the outcome is not known" in reply.body for reply in outcome.refused)
    extra = there - told
    return [] if len(extra) <= unknown else [f"refused, and stored: {sorted(extra)}"]


def test_the_server_stops_cleanly_while_the_database_is_away(
    gated: Gated, own_postgres: Restartable
) -> None:
    """SIGTERM during an outage, with a run in work: gone soon, exit 0, the run goes on later."""
    server = gated.server
    gated.gates.close("step", "What is 66 + 1?")
    with server.api() as api:
        deep = api.run("What is 66 + 1?", model="y0-deep")["id"]
    gated.gates.wait_for_arrival("step")
    own_postgres.take_away()
    code = server.stop()
    gated.gates.open("step")
    own_postgres.bring_back()
    server.start()
    with server.api() as api:
        assert api.finished(deep)["status"] == "completed"
    assert "Traceback" not in server.log.read_text()
    assert code == 0


@pytest.mark.slow
def test_a_database_that_accepts_and_says_nothing_does_not_hang_requests(
    gated: Gated, own_postgres: Restartable
) -> None:
    """Frozen in the middle of connecting, as behind a network that drops packets: 503 in 30 s."""
    server, postmaster = gated.server, own_postgres.postmaster
    assert fire(server.url, server.owner_key, creations("warm", 20), at_once=8).refused == []
    os.kill(postmaster, signal.SIGSTOP)
    try:
        _throw_clients_out(postmaster)
        outcome = fire(server.url, server.owner_key, creations("frozen", 40), at_once=40)
    finally:
        os.kill(postmaster, signal.SIGCONT)
    _until_it_works(server)
    assert _check_refusals(outcome) == []
    assert check_all(look(server), outcome.answered) == []


def _throw_clients_out(postmaster: int) -> None:
    """End the server processes of a PostgreSQL that we started, each by its id."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(stat[1]) == postmaster and b"postgres: postgres" in command:
            os.kill(int(folder.name), signal.SIGTERM)
