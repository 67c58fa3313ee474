"""API processes and workers on one PostgreSQL database, and what they spend of the machine."""

from __future__ import annotations

import base64
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from bench import processes
from bench.processes import Failed, Server
from bench.scale.postgres import Postgres

PATIENCE_SECONDS = 120.0


class Place:
    """One database with a project for each API process, so that they share no chain."""

    def __init__(
        self, folder: Path, postgres: Postgres, count: int, module: str = "runwright"
    ) -> None:
        """`module` is what is started: the service, or one that stands for it."""
        self.folder, self.postgres, self.count, self.module = folder, postgres, count, module
        self.url = postgres.new_database()
        self.settings = {
            "RUNWRIGHT_DATABASE_URL": self.url,
            "RUNWRIGHT_SIGNING_KEY": base64.b64encode(os.urandom(32)).decode(),
        }
        folder.mkdir(parents=True, exist_ok=True)
        self.secrets = [self._key(f"project {number}") for number in range(count)]

    def _key(self, project: str) -> str:
        options = ["--name", "bench", "--scopes", "all", "--rate-limit", "999999999/min"]
        where = ["--data", str(self.folder), "--project", project]
        return processes.runwright("keys", "create", *where, *options, settings=self.settings)

    @contextmanager
    def serving(self) -> Iterator[list[Server]]:
        """The API processes, each with the key of its own project."""
        command = [sys.executable, "-m", self.module, "serve", "--no-worker"]
        servers = []
        with ExitStack() as stack:
            for number, secret in enumerate(self.secrets):
                log = self.folder / f"serve-{number}.log"
                where = [*command, "--data", str(self.folder)]
                server = stack.enter_context(Server(where, log, secret, self.settings))
                stack.callback(server.stdin.close)
                servers.append(server)
            yield servers

    @contextmanager
    def working(self) -> Iterator[list[int]]:
        """As many workers; their processes."""
        command = [sys.executable, "-m", self.module, "worker", "--data", str(self.folder)]
        with ExitStack() as stack:
            yield [
                stack.enter_context(
                    _worker(command, self.folder / f"worker-{number}.log", self.settings)
                )
                for number in range(self.count)
            ]

    def connections(self) -> int:
        """How many connections our processes hold at the moment."""
        return int(
            self.ask(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND application_name LIKE 'runwright%'"
            )
        )

    def ask(self, statement: str) -> Any:
        """The one value that a statement gives."""
        with psycopg.connect(self.url) as connection:
            row = connection.execute(statement).fetchone()
        assert row is not None
        return row[0]


@contextmanager
def _worker(command: list[str], log: Path, settings: dict[str, str]) -> Iterator[int]:
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            stdout=out,
            stderr=out,
            env=processes.environment(settings),
            cwd=processes.ROOT,
        )
    try:
        until(lambda: "Runwright works" in log.read_text(), f"the worker of {log} did not start")
        yield process.pid
    finally:
        process.terminate()
        process.wait(processes.STOP_SECONDS)


def until(holds: Callable[[], bool], otherwise: str) -> None:
    deadline = time.perf_counter() + PATIENCE_SECONDS
    while not holds():
        if time.perf_counter() > deadline:
            raise Failed(otherwise)
        time.sleep(0.05)


# What they spend ---------------------------------------------------------------------------------


class Spent(NamedTuple):
    """CPU seconds so far, by whom."""

    at: float
    api: float
    worker: float
    database: float
    generator: float
    machine: float
    """Of everybody on this machine, us included."""

    def since(self, before: Spent) -> Spent:
        """What came since then."""
        return Spent(*(now - then for now, then in zip(self, before, strict=True)))

    def for_each(self, runs: int) -> dict[str, Any]:
        """By part: microseconds for each run; and how busy others kept the machine meanwhile."""
        ours = self.api + self.worker + self.database + self.generator
        return {
            "seconds": round(self.at, 3),
            "rate": round(runs / self.at, 2),
            **{
                f"{name}_cpu_us": round(getattr(self, name) / runs * 1e6, 1)
                for name in ("api", "worker", "database", "generator")
            },
            "our_cores": round(ours / self.at, 3),
            "other_cores": round(max(self.machine - ours, 0.0) / self.at, 3),
        }


def spent_by(place: Place, servers: Sequence[Server], workers: Sequence[int] = ()) -> Spent:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Spent(
        time.perf_counter(),
        sum(processes.cpu_seconds(server.pid) for server in servers),
        sum(processes.cpu_seconds(pid) for pid in workers),
        processes.cpu_seconds(place.postgres.pid),
        children.ru_utime + children.ru_stime,
        _machine_seconds(),
    )


def _machine_seconds() -> float:
    user, nice, system, _, _, irq, softirq, *_ = (
        int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    )
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")
