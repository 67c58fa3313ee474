"""What taking in many small text files costs: CPU of the server and of its readers, together.

The files are real uploads to a real server. What making their vectors costs is told apart: it
depends on the number of passages and not on how files are read, and `files` measures it.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from bench import processes
from bench.processes import Failed, Server
from bench.report import Report

FILES, FEW_FILES = 1_000, 40
MOST_CPU_SECONDS = 240.0
"""For a thousand files."""
_SENDERS = 4
_PATIENCE_SECONDS = 3_000.0
_EMBEDDING = b"embedding"
"""Stands in the command line of the process that makes vectors."""


def ingestion(work: Path, count: int, report: Report) -> None:
    """CPU seconds for a thousand notes, Markdown pages, statements and calendars."""
    data = work / "ingestion"
    secret = processes.set_up(data)
    with processes.service(data, secret) as server:
        _take_in(server, 8, "warm")
        begun, before, vectors = time.perf_counter(), _cpu(server), _embedding_cpu(server)
        _take_in(server, count, "measured")
        spent, seconds = _cpu(server) - before, time.perf_counter() - begun
        embedding = _embedding_cpu(server) - vectors
    scale = 1_000 / count
    name = "1,000 small text files taken in"
    report.add(name, (spent - embedding) * scale, "CPU-s", at_most=MOST_CPU_SECONDS)
    report.add(f"{name}: embedding beside it", embedding * scale, "CPU-s")
    report.add(f"{name}: clock", seconds * scale, "s")


def content(n: int) -> bytes:
    """The bytes of the n-th file: four kinds in turn, no two files alike."""
    return (_note, _page, _statement, _calendar)[n % 4](n).encode()


def _note(n: int) -> str:
    return "\n\n".join(
        f"Note {n}.{part}: Ingrid Solberg rang about the lease of flat {n + part}. The rent rises "
        f"by {part + 2} percent in March, and the caretaker wants the keys back by Friday. "
        "We agreed to look at the heating before the winter."
        for part in range(4)
    )


def _page(n: int) -> str:
    return (
        f"# Minutes {n}\n\nPresent: Harald Nygaard, Ingrid Solberg.\n\n## Budget\n\n"
        f"The budget of project {n} is {n * 17} EUR. It was accepted.\n\n## Next steps\n\n"
        "- Harald asks for three offers.\n- Ingrid writes to the landlord.\n\n"
        "| task | owner | due |\n|---|---|---|\n"
        f"| offers | Harald | week {n % 52} |\n| letter | Ingrid | week {n % 50} |\n"
    )


def _statement(n: int) -> str:
    rows = "".join(
        f"2026-10-{day:02d},Shop {n + day},-{n % 90 + day}.50,EUR\n" for day in range(1, 16)
    )
    return f"Date,Description,Amount,Currency\n{rows}"


def _calendar(n: int) -> str:
    events = "".join(
        f"BEGIN:VEVENT\r\nUID:{n}-{day}@example.org\r\nDTSTAMP:20261001T080000Z\r\n"
        f"DTSTART:202611{day:02d}T090000Z\r\nDTEND:202611{day:02d}T100000Z\r\n"
        f"SUMMARY:Meeting {n} of day {day}\r\nLOCATION:Room {day}\r\nEND:VEVENT\r\n"
        for day in range(1, 9)
    )
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//\r\n{events}END:VCALENDAR\r\n"


def _take_in(server: Server, count: int, name: str) -> None:
    """Upload so many files, and wait until all are read."""
    headers = {"Authorization": f"Bearer {server.secret}"}
    with httpx.Client(base_url=server.url, headers=headers, timeout=60) as client:

        def send(n: int) -> None:
            sent = {"file": (f"{name}-{n}.txt", content(n))}
            while True:
                made = client.post("/v1/files", files=sent, data={"purpose": "context"})
                if made.status_code != 503:  # the queue is full for now
                    break
                time.sleep(1)
            if made.status_code != 200:
                raise Failed(f"an upload was answered with {made.status_code}: {made.text}")

        with ThreadPoolExecutor(_SENDERS) as pool:
            list(pool.map(send, range(count)))
        _wait(client)


def _wait(client: httpx.Client) -> None:
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while client.get("/v1/files", params={"status": "processing", "limit": 1}).json()["data"]:
        if time.monotonic() > deadline:
            raise Failed(f"files are still being read after {_PATIENCE_SECONDS} s")
        time.sleep(0.5)
    if failed := client.get("/v1/files", params={"status": "failed", "limit": 1}).json()["data"]:
        raise Failed(f"a file could not be read: {failed[0]['error']}")


def _cpu(server: Server) -> float:
    return processes.cpu_seconds(server.pid)


def _embedding_cpu(server: Server) -> float:
    return sum(
        processes.cpu_seconds(pid)
        for pid in processes.family(server.pid)
        if _EMBEDDING in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    )
