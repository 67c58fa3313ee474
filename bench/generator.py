"""A load generator of our own, for machines without `wrk`: asyncio, keep-alive, no pipelining.

It takes the same settings as the Lua scripts, and prints the same line.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import orjson

PATH = "/v1/runs"


class Tally:
    """What was seen so far."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.not_2xx = 0
        self.broken = 0


async def drive(url: str, make: Callable[[], bytes], connections: int, seconds: float) -> Tally:
    """Send requests on so many connections for so long."""
    tally, until = Tally(), time.perf_counter() + seconds
    address = urlsplit(url)
    assert address.hostname is not None
    clients = [
        _client(address.hostname, address.port or 80, make, until, tally)
        for _ in range(connections)
    ]
    await asyncio.gather(*clients)
    return tally


async def _client(
    host: str, port: int, make: Callable[[], bytes], until: float, tally: Tally
) -> None:
    try:
        reader, writer = await asyncio.open_connection(host, port)
        while (begun := time.perf_counter()) < until:
            writer.write(make())
            status = await asyncio.wait_for(_answer(reader), 10)
            tally.latencies.append(time.perf_counter() - begun)
            tally.not_2xx += not 200 <= status < 300
        writer.close()
    except (OSError, TimeoutError, asyncio.IncompleteReadError):
        tally.broken += 1


async def _answer(reader: asyncio.StreamReader) -> int:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
    await reader.readexactly(length)
    return int(head.split(b" ", 2)[1])


def _requests(what: str) -> Callable[[], bytes]:
    head = f"Host: 127.0.0.1\r\nAuthorization: Bearer {os.environ['BENCH_KEY']}\r\n"
    if what == "post":
        body = os.environ["BENCH_BODY"].encode()
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        whole = f"POST {PATH} HTTP/1.1\r\n{head}".encode() + body
        return lambda: whole
    ids = Path(os.environ["BENCH_IDS"]).read_text().split()
    return lambda: f"GET {PATH}/{random.choice(ids)} HTTP/1.1\r\n{head}\r\n".encode()


def main() -> None:
    """`python -m bench.generator post|get URL CONNECTIONS SECONDS`"""
    what, url, connections, seconds = sys.argv[1:]
    begun = time.perf_counter()
    tally = asyncio.run(drive(url, _requests(what), int(connections), float(seconds)))
    taken, latencies = time.perf_counter() - begun, sorted(tally.latencies) or [0.0]
    seen = {
        "requests": len(tally.latencies),
        "seconds": taken,
        "not_2xx": tally.not_2xx,
        "broken": tally.broken,
        "p50_ms": latencies[len(latencies) // 2] * 1e3,
        "p99_ms": latencies[len(latencies) * 99 // 100] * 1e3,
    }
    print("BENCH " + orjson.dumps(seen).decode())


if __name__ == "__main__":
    main()
