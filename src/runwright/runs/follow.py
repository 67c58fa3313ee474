"""Following a run while it is on its way: waiting for its end, or for each entry of its trace.

Whoever changes a run says so here after its commit, and those who wait look again at once. A run
that another process carries is looked at every second.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import orjson

from runwright.db.database import Database
from runwright.db.transaction import Reader
from runwright.runs import store
from runwright.runs.outputs.streaming import store as writing_store
from runwright.runs.types import StoredRun
from runwright.trust.kernel import Grant

LOOK_SECONDS = 1.0
LOOK_WRITING_SECONDS = 0.3
"""How often what a language model writes is looked at."""
SILENCE_SECONDS = 15.0
"""After so long something is sent, so that nobody on the way takes the stream for dead."""
LONGEST_WAIT = 60
DELETED = "deleted"


class Hub:
    """Who waits for which run, in this process."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._carrying: dict[str, set[asyncio.Task[Any]]] = {}
        """By run: the tasks that carry it on in this process."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self.is_closed = False

    def changed(self, run_id: str) -> None:
        """A run is not as it was; may be called from any thread."""
        if self._waiting and self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake, run_id)

    def ended(self, run_id: str) -> None:
        """A run was ended from outside: who carries it here stops; may be called from any thread.

        Only to be called after the commit that ended it, so that nothing is lost by stopping.
        """
        self.changed(run_id)
        if self._carrying and self._loop is not None:
            self._loop.call_soon_threadsafe(self._stop, run_id)

    def all_ended(self, run_ids: Iterable[str]) -> None:
        """The same of several."""
        for run_id in run_ids:
            self.ended(run_id)

    @contextmanager
    def carrying(self, run_id: str) -> Iterator[None]:
        """The task at hand carries a run on, and is cancelled if the run ends meanwhile."""
        self._loop = asyncio.get_running_loop()
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a run is carried on in a task")
        self._carrying.setdefault(run_id, set()).add(task)
        try:
            yield
        finally:
            self._carrying[run_id].discard(task)
            if not self._carrying[run_id]:
                del self._carrying[run_id]

    def close(self) -> None:
        """The server stops: nobody waits any longer."""
        self.is_closed = True
        for run_id in list(self._waiting):
            self.changed(run_id)

    async def wait(self, run_id: str, seconds: float) -> None:
        """Until the run changes, or so long."""
        self._loop = asyncio.get_running_loop()
        event = asyncio.Event()
        self._waiting.setdefault(run_id, set()).add(event)
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return
        finally:
            self._waiting[run_id].discard(event)
            if not self._waiting[run_id]:
                del self._waiting[run_id]

    def _stop(self, run_id: str) -> None:
        for task in self._carrying.get(run_id, ()):
            task.cancel()

    def _wake(self, run_id: str) -> None:
        for event in self._waiting.get(run_id, ()):
            event.set()


class Progress(NamedTuple):
    """How far a run has come."""

    status: str
    entries: list[dict[str, Any]]
    """Its trace, with the parts of a language model's answer before its result."""
    writing: str = ""
    """What its language model writes just now."""


class Follower:
    """Looks at runs until they end."""

    def __init__(self, database: Database, hub: Hub) -> None:
        self._database = database
        self._hub = hub

    async def until_ended(self, grant: Grant, run_id: str, seconds: float) -> None:
        """Wait for the end of a run, but no longer than so long."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        while not self._hub.is_closed and (left := deadline - loop.time()) > 0:
            if not await self._database.read(lambda reader: _is_running(reader, grant, run_id)):
                return
            await self._hub.wait(run_id, min(left, LOOK_SECONDS))

    async def events(self, grant: Grant, run_id: str, seen: int) -> AsyncGenerator[bytes, None]:
        """Server-sent events: each entry of the trace behind those seen, then how it ended.

        The parts of a language model's answer come before its result. What it writes meanwhile
        comes as it is written, without a number: it is not sent again.
        """
        silent, written = 0.0, ""
        while not self._hub.is_closed:
            now = await self._database.read(lambda reader: _look(reader, grant, run_id))
            for number, entry in enumerate(now.entries[seen:], seen + 1):
                yield _event(number, entry["type"], entry)
                seen, silent, written = number, 0.0, ""
            if now.writing and now.writing != written:
                yield _delta(now.writing, written)
                silent, written = 0.0, now.writing
            if now.status != "running":
                if seen <= len(now.entries) or now.status == DELETED:
                    yield _event(seen + 1, now.status, {"status": now.status})
                return
            if silent >= SILENCE_SECONDS:
                yield b": still running\n\n"
                silent = 0.0
            wait = LOOK_WRITING_SECONDS if written else LOOK_SECONDS
            await self._hub.wait(run_id, wait)
            silent += wait


def _is_running(reader: Reader, grant: Grant, run_id: str) -> bool:
    run = store.read_frozen(reader, grant, run_id)
    return run is not None and run.body is None


def _look(reader: Reader, grant: Grant, run_id: str) -> Progress:
    run = store.read(reader, grant, run_id)
    if run is None:
        return Progress(DELETED, [])
    if run.frozen is not None:
        return Progress(run.status, _with_parts(reader, grant, run))
    records = store.read_records(reader, grant, run_id)
    entries = [dict(record.entry) for record in records]
    return Progress(run.status, entries, writing_store.read(reader, grant, run_id))


def _with_parts(reader: Reader, grant: Grant, run: StoredRun) -> list[dict[str, Any]]:
    """The trace of a run that has ended, and before its result what a language model answered."""
    entries: list[dict[str, Any]] = orjson.loads(run.ending.trace)
    if run.status != "completed" or all(entry["type"] != "model" for entry in entries):
        return entries
    details = orjson.loads(store.read_details(reader, grant, run.head.id) or b"{}")
    parts = [{"type": "part", "part": part} for part in details.get("answer", ())]
    return [*entries[:-1], *parts, entries[-1]]


def _delta(now: str, before: str) -> bytes:
    """What was written since; from the beginning where it was written anew."""
    restarted = not now.startswith(before)
    data = {
        "type": "delta",
        "text": now if restarted else now[len(before) :],
        "restarted": restarted,
    }
    return b"event: delta\ndata: %s\n\n" % orjson.dumps(data)


def _event(number: int, name: str, data: dict[str, Any]) -> bytes:
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (number, name.encode(), orjson.dumps(data))
