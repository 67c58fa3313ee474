"""The bare path: the floor that the service is measured against, as fast as clear code gets.

A stack as many services have it (Starlette and pydantic on uvicorn with uvloop and httptools,
orjson, SQLite in WAL mode with synchronous=FULL), doing only what a trustworthy run cannot do
without: a bearer key, validation, a frozen trace, two chained audit entries, one group-committed
transaction; and a read of the frozen bytes with one chained audit entry.
No engine, limits, versions, retries, metrics, logs.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import sqlite3
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Literal

import orjson
import uvicorn
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

GROUP_LIMIT = 256
SCHEMA = """
CREATE TABLE IF NOT EXISTS runs (
    id TEXT PRIMARY KEY, created_at TEXT, request BLOB, body BLOB, trace BLOB, sha256 TEXT
);
CREATE TABLE IF NOT EXISTS audit_log (
    seq INTEGER PRIMARY KEY, id TEXT, at TEXT, request_id TEXT, key TEXT, action TEXT,
    resource TEXT, scope TEXT, decision TEXT, prev_hash TEXT, hash TEXT
);
CREATE UNIQUE INDEX IF NOT EXISTS audit_log_by_id ON audit_log (id);
"""
_ADD_RUN = "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?)"
_ADD_ENTRY = "INSERT INTO audit_log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_READ_RUN = "SELECT body, trace FROM runs WHERE id = ?"
_LAST = "SELECT seq, hash FROM audit_log ORDER BY seq DESC LIMIT 1"

Row = tuple[Any, ...]
Entry = tuple[str, str, str, str, str]
"""Request id, key, action, resource, scope."""


class CreateRun(BaseModel):
    """What a run is made from, by the same rules as the service's."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    model: Literal["y0-fast", "y0-deep"]
    prompt: str = Field(min_length=1, max_length=4000)
    context: list[Literal["calendar", "documents", "finance"]] = []
    max_steps: int = Field(default=4, ge=1, le=16)
    metadata: dict[str, str] = Field(default={}, max_length=16)


class Write:
    """One request's part of a group: a run to store or to read, and its audit entries."""

    __slots__ = ("entries", "found", "future", "read", "run")

    def __init__(
        self,
        future: asyncio.Future[Row | None],
        entries: tuple[Entry, ...],
        run: Row | None = None,
        read: str | None = None,
    ) -> None:
        self.future = future
        self.entries = entries
        self.run = run
        self.read = read
        self.found: Row | None = None


class Writer(threading.Thread):
    """Takes all that wait, stores it in one transaction, wakes every caller."""

    def __init__(self, path: Path, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(name="writer", daemon=True)
        self.queue: SimpleQueue[Write] = SimpleQueue()
        self._path = path
        self._loop = loop
        self._seq, self._hash = 0, "0" * 64

    def run(self) -> None:
        """Write groups for ever."""
        connection = _connect(self._path)
        self._seq, self._hash = connection.execute(_LAST).fetchone() or (0, "0" * 64)
        cursor = connection.cursor()
        while True:
            group = self._take()
            self._store(cursor, group)
            self._loop.call_soon_threadsafe(_wake, group)

    def _take(self) -> list[Write]:
        group = [self.queue.get()]
        try:
            while len(group) < GROUP_LIMIT:
                group.append(self.queue.get_nowait())
        except Empty:
            pass
        return group

    def _store(self, cursor: sqlite3.Cursor, group: list[Write]) -> None:
        cursor.execute("BEGIN IMMEDIATE")
        for write in group:
            if write.read is not None:
                write.found = cursor.execute(_READ_RUN, (write.read,)).fetchone()
        cursor.executemany(_ADD_RUN, [write.run for write in group if write.run is not None])
        cursor.executemany(_ADD_ENTRY, self._chain(group))
        cursor.execute("COMMIT")

    def _chain(self, group: list[Write]) -> list[Row]:
        """The group's audit entries, each with the hash of the one before it."""
        at, rows = _now(), []
        for write in group:
            for request_id, key, action, resource, scope in write.entries:
                entry = {
                    "seq": self._seq + 1,
                    "id": _new_id("aud"),
                    "at": at,
                    "request_id": request_id,
                    "key": key,
                    "action": action,
                    "resource": resource,
                    "scope": scope,
                    "decision": "allowed",
                    "prev_hash": self._hash,
                }
                self._seq, self._hash = self._seq + 1, _sha256(_canonical(entry))
                rows.append((*entry.values(), self._hash))
        return rows


def _wake(group: list[Write]) -> None:
    for write in group:
        if not write.future.done():
            write.future.set_result(write.found)


class Application:
    """`POST /v1/runs` and `GET /v1/runs/{id}`."""

    def __init__(self, data: Path, secret: str) -> None:
        self._path = data / "bare.db"
        self._keys = {_sha256(secret.encode()): "key_bare"}
        self._put: Callable[[Write], None]
        self._loop: asyncio.AbstractEventLoop

    def asgi(self) -> Starlette:
        """The application, as a server takes it."""
        routes = [
            Route("/v1/runs", self.create, methods=["POST"]),
            Route("/v1/runs/{id}", self.read, methods=["GET"]),
        ]
        return Starlette(routes=routes, lifespan=self._live)

    @asynccontextmanager
    async def _live(self, _: Starlette) -> AsyncIterator[None]:
        """Open the database and begin to write."""
        self._loop = asyncio.get_running_loop()
        _connect(self._path).executescript(SCHEMA).close()
        writer = Writer(self._path, self._loop)
        self._put = writer.queue.put
        writer.start()
        yield

    async def create(self, request: Request) -> Response:
        """Store a finished run."""
        key = self._key(request)
        if key is None:
            return _answer(401, b'{"error":"unauthenticated"}')
        try:
            asked = CreateRun.model_validate_json(await request.body())
        except ValidationError as error:
            return _answer(400, error.json().encode())
        request_id, run_id, created_at = _new_id("req"), _new_id("run"), _now()
        body, trace = _freeze(run_id, created_at, asked)
        sha256 = _sha256(body[:-1] + b',"trace":' + trace + b"}")
        stored = asked.model_dump_json().encode()
        entries = (
            (request_id, key, "runs.create", run_id, "runs:write"),
            (request_id, key, "context.read", run_id, "calendar:read"),
        )
        future: asyncio.Future[Row | None] = self._loop.create_future()
        self._put(Write(future, entries, run=(run_id, created_at, stored, body, trace, sha256)))
        await future
        return _answer(201, body)

    async def read(self, request: Request) -> Response:
        """Give a run's frozen bytes."""
        key, run_id = self._key(request), request.path_params["id"]
        if key is None:
            return _answer(401, b'{"error":"unauthenticated"}')
        entry = (_new_id("req"), key, "runs.read", run_id, "runs:read")
        future: asyncio.Future[Row | None] = self._loop.create_future()
        self._put(Write(future, (entry,), read=run_id))
        found = await future
        if found is None:
            return _answer(404, b'{"error":"not_found"}')
        return _answer(200, found[0][:-1] + b',"trace":' + found[1] + b"}")

    def _key(self, request: Request) -> str | None:
        scheme, _, secret = request.headers.get("authorization", "").partition(" ")
        return self._keys.get(_sha256(secret.encode())) if scheme == "Bearer" else None


def _answer(status: int, body: bytes) -> Response:
    return Response(body, status, media_type="application/json")


def _freeze(run_id: str, created_at: str, request: CreateRun) -> tuple[bytes, bytes]:
    """A completed run and its trace, as canonical JSON."""
    body = {
        "id": run_id,
        "object": "run",
        "status": "completed",
        "model": request.model,
        "steps_used": 1,
        "max_steps": request.max_steps,
        "created_at": created_at,
        "metadata": request.metadata,
        "result": {"summary": request.prompt, "artifacts": []},
    }
    trace = [
        {"type": "plan", "ms": 0, "steps": 1},
        {"type": "context", "source": "calendar", "scope": "calendar:read", "items": 0},
        {"type": "step", "n": 1, "action": "search"},
        {"type": "result", "ms_total": 0},
    ]
    return _canonical(body), _canonical(trace)


def _canonical(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _new_id(prefix: str) -> str:
    """Sorts by time, as the service's ids do, so that inserts go to the end of an index."""
    return f"{prefix}_{time.time_ns():016x}{os.urandom(10).hex()}"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "cache_size = -16384"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    given = parser.parse_args()
    secret = (given.data / "bare.key").read_text().strip()
    sys.setswitchinterval(0.0005)  # as the service does, for the writer's sake
    uvicorn.run(
        Application(given.data, secret).asgi(),
        port=given.port,
        loop="uvloop",
        http="httptools",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )


if __name__ == "__main__":
    main()
