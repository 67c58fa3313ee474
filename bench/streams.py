"""A thousand streams of events on one process: memory, CPU at rest, and telling all of them."""

from __future__ import annotations

import asyncio
import json
import math
import time
import urllib.request
from pathlib import Path

from bench import load, processes
from bench.processes import Failed, Server
from bench.report import Report
from runwright.trust.rates.streams import MOST

STREAMS = 1_000
TOLD = 10
_REST_SECONDS = 5.0
_PATIENCE_SECONDS = 60.0

_Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def streams(work: Path, report: Report, count: int = STREAMS) -> None:
    """Open streams, as many a key as it may, let them rest, then make runs that all hear of."""
    data = work / "streams"
    secret = processes.set_up(data)
    with processes.service(data, secret) as server:
        asyncio.run(_measure(server, report, count))


async def _measure(server: Server, report: Report, count: int) -> None:
    for _ in range(20):
        await asyncio.to_thread(_post, server)
    before = processes.resident_mb(server.pid)
    keys = [await asyncio.to_thread(_key, server) for _ in range(math.ceil(count / MOST))]
    opened = [await _open(server, keys[n // MOST]) for n in range(count)]
    resting = processes.cpu_seconds(server.pid)
    await asyncio.sleep(_REST_SECONDS)
    at_rest = (processes.cpu_seconds(server.pid) - resting) / _REST_SECONDS * 100
    grown = processes.resident_mb(server.pid) - before
    report.add(f"{count} event streams: memory beside the rest", grown, "MB", at_most=100)
    report.add(f"{count} event streams: CPU at rest", at_rest, "%")
    spent, began = processes.cpu_seconds(server.pid), time.perf_counter()
    hearing = asyncio.gather(*(_hear(reader) for reader, _ in opened))
    for _ in range(TOLD):
        await asyncio.to_thread(_post, server)
    async with asyncio.timeout(_PATIENCE_SECONDS):
        await hearing
    told = count * TOLD
    cpu = (processes.cpu_seconds(server.pid) - spent) / told * 1e6
    report.add(f"{count} event streams: CPU of telling one", cpu, "µs")
    rate = told / (time.perf_counter() - began)
    report.add(f"{count} event streams: told", rate, "/s")
    after = processes.resident_mb(server.pid)
    report.add(f"{count} event streams: resident, all in all", after, "MB")
    for _, writer in opened:
        writer.close()


async def _open(server: Server, secret: str) -> _Stream:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    request = (
        f"GET /v1/events/stream HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Authorization: Bearer {secret}\r\n\r\n"
    )
    writer.write(request.encode())
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise Failed(f"a stream was refused: {head[:200]!r}")
    return reader, writer


async def _hear(reader: asyncio.StreamReader) -> None:
    """Read until everything was told."""
    heard = 0
    while heard < TOLD:
        heard += (await reader.readline()).startswith(b"event: ")


def _post(server: Server) -> None:
    _send(server, "/v1/runs", load.BODY)


def _key(server: Server) -> str:
    """The secret of a new key."""
    body = {"name": "streams", "scopes": ["events:read", "runs:read"]}
    return str(json.loads(_send(server, "/v1/keys", json.dumps(body).encode()))["secret"])


def _send(server: Server, path: str, body: bytes) -> bytes:
    request = urllib.request.Request(
        server.url + path,
        data=body,
        headers={
            "Authorization": f"Bearer {server.secret}",
            "Content-Type": "application/json",
        },
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return bytes(answer.read())
