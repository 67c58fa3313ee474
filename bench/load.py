"""Drives a server with `wrk`, or with our own generator where there is no `wrk`.

Every answer must be 2xx and none may be missing; anything else is a failure, not a figure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson

from bench import generator
from bench.processes import Failed, Server, cpu_seconds

BODY = orjson.dumps(
    {
        "model": "y0-fast",
        "prompt": "What is 17 * 23?",
        "context": ["calendar"],
        "metadata": {"team": "bench"},
    }
)
"""One step and one context source: two audit entries, as on the bare path.

The step is next to nothing, since the bare path thinks about nothing: what thinking costs is
measured by `python -m bench.eval --only speed`."""
_LUA = Path(__file__).resolve().parent / "lua"
_MARK = "BENCH "


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What one round of load gave."""

    requests: int
    rate: float
    """Requests a second."""
    cpu_us: float
    """CPU of the server and its children, per request."""
    p50_ms: float
    p99_ms: float

    def as_json(self) -> dict[str, Any]:
        """For the report."""
        return {name: round(value, 3) for name, value in asdict(self).items()}


def has_wrk() -> bool:
    """Whether `wrk` is here, after an attempt to install it if that is possible."""
    if shutil.which("wrk") is None and os.geteuid() == 0 and shutil.which("apt-get"):
        command = ["apt-get", "install", "--yes", "--quiet", "wrk"]
        subprocess.run(command, capture_output=True, timeout=300, check=False)
    if shutil.which("wrk") is None:
        print("wrk is missing (install it with: apt-get install wrk); using our own generator")
        return False
    return True


def posts(server: Server, connections: int, seconds: float) -> Measured:
    """POST runs as fast as so many connections can."""
    return _measure(server, "post", connections, seconds, {})


def gets(server: Server, connections: int, seconds: float, ids: Path) -> Measured:
    """GET runs at random, of those whose ids are in a file."""
    return _measure(server, "get", connections, seconds, {"BENCH_IDS": str(ids)})


def make_ids(server: Server, count: int, file: Path) -> Path:
    """Create some runs one by one, so that there is something to GET."""
    found = []
    for _ in range(count):
        request = urllib.request.Request(f"{server.url}/v1/runs", BODY, method="POST")
        request.add_header("Authorization", f"Bearer {server.secret}")
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=10) as answer:
            found.append(orjson.loads(answer.read())["id"])
    file.write_text("\n".join(found) + "\n")
    return file


def _measure(
    server: Server, what: str, connections: int, seconds: float, extra: Mapping[str, str]
) -> Measured:
    settings = {"BENCH_KEY": server.secret, "BENCH_BODY": BODY.decode(), "BENCH_LUA": str(_LUA)}
    before = cpu_seconds(server.pid)
    seen = _drive(server.url, what, connections, seconds, {**settings, **extra})
    used = cpu_seconds(server.pid) - before
    if seen["not_2xx"] or seen["broken"] or not seen["requests"]:
        raise Failed(f"{what} at {connections} connections went wrong: {seen}")
    return Measured(
        requests=seen["requests"],
        rate=seen["requests"] / seen["seconds"],
        cpu_us=used / seen["requests"] * 1e6,
        p50_ms=seen["p50_ms"],
        p99_ms=seen["p99_ms"],
    )


def _drive(
    url: str, what: str, connections: int, seconds: float, settings: Mapping[str, str]
) -> dict[str, Any]:
    if shutil.which("wrk") is None:
        command = [sys.executable, "-m", "bench.generator", what, url, str(connections)]
        command.append(str(seconds))
    else:
        command = ["wrk", "--threads", "1", "--connections", str(connections)]
        command += ["--duration", f"{max(1, round(seconds))}s", "--timeout", "10s"]
        command += ["--script", str(_LUA / f"{what}.lua"), url + generator.PATH]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=seconds + 60,
        env={**os.environ, **settings},
        check=False,
    )
    for line in done.stdout.splitlines():
        if line.startswith(_MARK):
            seen: dict[str, Any] = orjson.loads(line.removeprefix(_MARK))
            return seen
    raise Failed(f"the load generator failed: {done.stdout[-500:]}{done.stderr[-500:]}")
