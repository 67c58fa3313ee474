"""How many deliveries one worker makes, and what each costs: real runs, told to real endpoints.

Events of stored runs are written beside the running server, as another process would; the clock
runs from the first arrival to the last, so fan-out, rendering, audit entries, signing, sending
and recording are all in it.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from bench import fill, processes
from bench.processes import Failed, Server
from bench.report import Report
from runwright import clock, config
from runwright.db.database import Database, driver_for
from runwright.db.transaction import Tx
from runwright.events.outbox import happened
from runwright.trust import audit, secrets
from runwright.trust import store as trust_store
from runwright.trust.kernel import Trail, act_as_service
from runwright.trust.scopes import Scope

RUNS = 200
WARM = 40
LEAST_RATE = 200.0
PATIENCE_SECONDS = 120.0
_SETTINGS = {"RUNWRIGHT_WEBHOOK_ALLOW_PRIVATE": "true"}


class Told(NamedTuple):
    """What one round gave."""

    rate: float
    """Deliveries a second."""
    cpu_us: float
    """CPU of the server, per delivery."""


def telling(work: Path, count: int, report: Report, endpoints: Sequence[int] = (1, 20)) -> None:
    """Deliveries a second and CPU for each, with one endpoint and with several."""
    data = work / "webhooks"
    secret = processes.set_up(data, _SETTINGS)
    fill.fill(data, secret, RUNS)
    runs = _run_ids(data, work / "webhooks.ids")
    with processes.service(data, secret, _SETTINGS) as server, _receiver() as port:
        for number in endpoints:
            hooks = [_subscribe(server, f"http://127.0.0.1:{port}/{n}") for n in range(number)]
            _round(server, data, port, runs, hooks, WARM)
            told = _round(server, data, port, runs, hooks, count)
            _say(report, number, told)
            for hook in hooks:
                _call(server, "DELETE", f"/v1/webhooks/{hook}")


def _say(report: Report, number: int, told: Told) -> None:
    where = f"webhooks, {number} endpoint{'s' if number > 1 else ''}"
    report.add(f"{where}: deliveries", told.rate, "/s", at_least=LEAST_RATE)
    report.add(f"{where}: CPU a delivery", told.cpu_us, "µs")
    report.rounds[where] = {name: round(value, 1) for name, value in told._asdict().items()}


def _round(
    server: Server, data: Path, port: int, runs: Sequence[str], hooks: Sequence[str], count: int
) -> Told:
    """Let so many events happen, and wait until all webhooks together have heard that often."""
    events = max(1, count // len(hooks))
    _counts(port)  # forgets what came before
    before = processes.cpu_seconds(server.pid)
    _happen(data, server.secret, [runs[n % len(runs)] for n in range(events)])
    deadline = time.perf_counter() + PATIENCE_SECONDS
    while (seen := _counts(port, keep=True))["count"] < events * len(hooks):
        if time.perf_counter() > deadline:
            raise Failed(f"only {seen['count']} of {events * len(hooks)} deliveries came")
        time.sleep(0.05)
    used = processes.cpu_seconds(server.pid) - before
    seconds = max(seen["last"] - seen["first"], 1e-6)
    return Told(seen["count"] / seconds, used / seen["count"] * 1e6)


def _happen(data: Path, secret: str, runs: Sequence[str]) -> None:
    """Write an event for each run, in one transaction beside the server's own."""
    settings = config.load(environ={}, data=data)
    database = Database(driver_for(settings), audit.append, settings.write_queue)
    database.start()
    try:
        now, digest = clock.stamp(clock.now()), secrets.digest(secret)
        principal = database.read_now(
            lambda reader: trust_store.principal_by_secret(reader, digest, now, 1)
        )
        assert principal is not None
        grant = act_as_service(principal.project_id, Scope.RUNS_READ, action="bench", trail=Trail())

        def write(tx: Tx) -> None:
            for run_id in runs:
                happened(tx, grant, "run.completed", run_id)

        database.write_now(write)
    finally:
        database.close()


def _run_ids(data: Path, file: Path) -> list[str]:
    return fill.sample_ids(data, RUNS, file).read_text().split()


def _subscribe(server: Server, url: str) -> str:
    made = _call(server, "POST", "/v1/webhooks", {"url": url, "events": ["run.completed"]})
    return str(made["id"])


def _call(server: Server, method: str, path: str, body: Any = None) -> dict[str, Any]:
    request = urllib.request.Request(f"{server.url}{path}", orjson.dumps(body or {}), method=method)
    request.add_header("Authorization", f"Bearer {server.secret}")
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=10) as answer:
        return dict(orjson.loads(answer.read()))


# The receiver: a process of its own that counts -------------------------------------------------


@contextlib.contextmanager
def _receiver() -> Iterator[int]:
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.webhooks"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()


def _counts(port: int, *, keep: bool = False) -> dict[str, Any]:
    """How many came, and when the first and the last did."""
    path = "counts" if keep else "forget"
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=10) as answer:
        return dict(orjson.loads(answer.read()))


class _Counter(asyncio.Protocol):
    """Takes POSTs with 204, as fast as it can; a GET tells the counts."""

    seen = {"count": 0, "first": 0.0, "last": 0.0}

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._buffer = b""

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while (end := self._buffer.find(b"\r\n\r\n")) >= 0:
            head = self._buffer[:end]
            begin = head.lower().find(b"content-length:")
            length = int(head[begin + 15 :].split(b"\r\n")[0]) if begin >= 0 else 0
            if len(self._buffer) < end + 4 + length:
                return
            self._buffer = self._buffer[end + 4 + length :]
            self._answer(head)

    def _answer(self, head: bytes) -> None:
        seen = _Counter.seen
        if head.startswith(b"POST"):
            now = time.perf_counter()
            seen["first"] = seen["first"] or now
            seen["last"] = now
            seen["count"] += 1
            self._transport.write(b"HTTP/1.1 204 No Content\r\n\r\n")
            return
        if head.startswith(b"GET /forget"):
            seen.update(count=0, first=0.0, last=0.0)
        body = orjson.dumps(seen)
        self._transport.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(body) + body)


async def _receive() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(_Counter, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_receive())
