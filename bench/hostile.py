"""How others are served while one caller sends the worst that we know.

A light client reads `GET /v1/models` at a steady pace, in turns without and with a stream of the
costliest prompts (runs, an agent's, a network's of sixteen) and of questions over a large ledger.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import socket
import statistics
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import orjson

from bench import processes
from bench.processes import Failed, Server
from bench.report import Report

PROMPT = ("How many November or Monday? " * 140)[:3999] + "!"
"""Many short parts, each of which every reading has to look at."""
QUESTIONS = ("What did I spend in total?", "Did I spend more in May or in October?")
SOURCES = ["calendar", "documents", "finance"]
BOOKINGS, FEW_BOOKINGS = 20_000, 500
_AGENTS = 16
_ASKING = 2
"""How many ask about the ledger at once."""
_PACE_SECONDS = 0.01
_PATIENCE_SECONDS = 900.0
_BOUNDARY = "bench-boundary"


def hostile(work: Path, rounds: int, seconds: float, bookings: int, report: Report) -> None:
    """Latency of a plain read, quiet and under the load, round by round."""
    data = work / "hostile"
    secret = processes.set_up(data)
    with processes.service(data, secret) as server:
        upload(server, shops(bookings))
        paths = [path for path, _ in _prepared(server)]
        _probe(server, 1)
        quiet: list[list[float]] = []
        loaded: list[list[float]] = []
        sent: list[int] = []
        for _ in range(rounds):
            quiet.append(_probe(server, seconds))
            with _load(server, paths) as counted:
                time.sleep(min(2.0, seconds))
                loaded.append(_probe(server, seconds * 2))
            sent.append(sum(counter.value for counter in counted))
        _say(report, quiet, loaded, sent)


def _say(
    report: Report,
    quiet: Sequence[Sequence[float]],
    loaded: Sequence[Sequence[float]],
    sent: Sequence[int],
) -> None:
    where = "GET /v1/models"
    for name, rounds in (("quiet", quiet), ("under the worst prompts", loaded)):
        for share in (50, 99):
            value = statistics.median(_percentile(each, share) for each in rounds)
            report.add(f"{where} {name}: p{share}", value, "ms")
    ratios = [_percentile(b, 99) / _percentile(a, 99) for a, b in zip(quiet, loaded, strict=True)]
    report.add(
        f"{where} under the worst prompts: p99 / quiet", statistics.median(ratios), "×", at_most=3
    )
    report.add("hostile requests answered in a round", statistics.median(sent), "")
    report.rounds["hostile"] = {
        "quiet_p99_ms": [round(_percentile(each, 99), 3) for each in quiet],
        "loaded_p99_ms": [round(_percentile(each, 99), 3) for each in loaded],
        "loaded_worst_ms": [round(max(each), 3) for each in loaded],
    }


def _percentile(values: Sequence[float], share: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * share // 100)]


# The light client --------------------------------------------------------------------------------


def _probe(server: Server, seconds: float) -> list[float]:
    """The latencies of reads on one connection at a steady pace, in milliseconds."""
    request = (
        f"GET /v1/models HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Authorization: Bearer {server.secret}\r\n\r\n"
    ).encode()
    taken = []
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            began = time.perf_counter()
            connection.sendall(request)
            _receive(connection)
            taken.append((time.perf_counter() - began) * 1000)
            time.sleep(_PACE_SECONDS)
    return taken


def _receive(connection: socket.socket) -> None:
    received = b""
    while b"\r\n\r\n" not in received:
        received += connection.recv(65536)
    head, _, body = received.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise Failed(f"a read was refused: {head[:200]!r}")
    length = next(
        int(line.split(b":")[1])
        for line in head.lower().split(b"\r\n")
        if line.startswith(b"content-length:")
    )
    while len(body) < length:
        body += connection.recv(65536)


# The load ----------------------------------------------------------------------------------------


def _prepared(server: Server) -> list[tuple[str, dict[str, Any]]]:
    """Where the worst prompts go: a run, an agent, networks of sixteen agents."""
    made = [_agent(server, n) for n in range(_AGENTS)]
    found: list[tuple[str, dict[str, Any]]] = [
        ("/v1/runs", {"model": "y0-fast"}),
        (f"/v1/agents/{made[0]}/run", {}),
    ]
    for strategy in ("parallel", "router"):
        body = {"name": strategy, "agents": made, "strategy": strategy}
        found.append((f"/v1/networks/{call(server, '/v1/networks', body)['id']}/run", {}))
    return found


def _agent(server: Server, n: int) -> str:
    instructions = f"You are number {n}. " + "Do not use a, b, c, d, e, f, g, h, i, j, k, l. " * 20
    body = {"name": f"Agent {n}", "model": "auto", "instructions": instructions}
    return str(call(server, "/v1/agents", body)["id"])


@contextlib.contextmanager
def _load(server: Server, paths: Sequence[str]) -> Iterator[list[Any]]:
    """Send the worst prompts and the questions over and over, each from a process of its own."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    bodies: list[tuple[str, dict[str, Any]]] = [
        (path, {"prompt": PROMPT, "context": SOURCES, "max_steps": 16}) for path in paths
    ]
    bodies[0][1]["model"] = "y0-fast"
    for n in range(_ASKING):
        question = QUESTIONS[n % len(QUESTIONS)]
        body = {"prompt": question, "context": ["finance"], "model": "y0-fast"}
        bodies.append(("/v1/runs", body))
    counters = [context.Value("L", 0) for _ in bodies]
    senders = [
        context.Process(
            target=_send, args=(server.url, server.secret, path, body, stop, counter), daemon=True
        )
        for (path, body), counter in zip(bodies, counters, strict=True)
    ]
    for sender in senders:
        sender.start()
    while not all(counter.value for counter in counters):
        time.sleep(0.05)
    try:
        yield counters
    finally:
        stop.set()
        for sender in senders:
            sender.join(_PATIENCE_SECONDS)


def _send(
    url: str, secret: str, path: str, body: dict[str, Any], stop: Event, counter: Any
) -> None:
    while not stop.is_set():
        with contextlib.suppress(urllib.error.HTTPError):  # a refusal is what is expected
            _request(url + path, secret, orjson.dumps(body))
        counter.value += 1


# Setting up --------------------------------------------------------------------------------------


def shops(bookings: int) -> Iterator[str]:
    """As many payees as bookings."""
    for n in range(bookings):
        yield f"2026-{n % 10 + 1:02}-{n % 28 + 1:02},Shop {n},-{n % 90 + 1}.25,EUR"


def upload(server: Server, rows: Iterable[str]) -> None:
    """A ledger, read and indexed."""
    content = "\r\n".join(["Date,Description,Amount,Currency", *rows])
    form = (
        f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\ncontext\r\n'
        f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="bank.csv"\r\n'
        f"Content-Type: text/csv\r\n\r\n{content}\r\n--{_BOUNDARY}--\r\n"
    )
    kind = f"multipart/form-data; boundary={_BOUNDARY}"
    file_id = _request(f"{server.url}/v1/files", server.secret, form.encode(), kind)["id"]
    until = time.monotonic() + _PATIENCE_SECONDS
    while not _is_settled(server, file_id):
        if time.monotonic() > until:
            raise Failed("the ledger was not read and indexed in time")
        time.sleep(0.5)


def _is_settled(server: Server, file_id: str) -> bool:
    """Whether a file was read, and nothing is left to do for it."""
    status = _request(f"{server.url}/v1/files/{file_id}", server.secret)["status"]
    if status == "failed":
        raise Failed("the ledger could not be read")
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    working = next(line for line in lines if "jobs_in_work" in line and not line.startswith("#"))
    return bool(status == "processed") and float(working.split()[-1]) == 0


def call(server: Server, path: str, body: dict[str, Any]) -> Any:
    return _request(server.url + path, server.secret, orjson.dumps(body))


def _request(
    url: str, secret: str, data: bytes | None = None, kind: str = "application/json"
) -> Any:
    request = urllib.request.Request(url, data)
    request.add_header("Authorization", f"Bearer {secret}")
    if data is not None:
        request.add_header("Content-Type", kind)
    with urllib.request.urlopen(request, timeout=_PATIENCE_SECONDS) as answer:
        return orjson.loads(answer.read())
