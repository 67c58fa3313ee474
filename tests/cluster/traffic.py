"""Clients that do what clients do, and send again with the same key until they are answered."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Self

from chaos.wire import Connection, Reply, request
from cluster.record import Call, Record
from support import forms

PATIENCE = 8.0
"""A client hangs up after so long and asks again, most likely another node."""
LAST_CHANCE = 90.0
"""What is under way when the traffic ends must be answered within this."""
PAUSE = 0.05
SOURCES = ("calendar", "documents", "finance")
REFUSED = (500, 502, 503, 504)


@dataclass(frozen=True, slots=True)
class Account:
    """A project, and a key with every scope in it."""

    project: str
    secret: str


@dataclass(slots=True)
class Known:
    """What a client has made so far and not deleted."""

    runs: list[str] = field(default_factory=list)
    deep: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    requests: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """Creations that can be sent again, by their tag."""


class Client:
    """One client with dice of its own."""

    def __init__(self, name: str, url: str, account: Account, record: Record) -> None:
        self.name = name
        self._dice = random.Random(name)
        self._url = url
        self._account = account
        self._record = record
        self._connection = Connection(url)
        self._known = Known()
        self._made = 0
        self._acts: list[tuple[int, Callable[[], Awaitable[object]]]] = [
            (34, self.create_fast),
            (20, self.create_deep),
            (8, self.create_again),
            (14, self.read),
            (4, self.list_runs),
            (5, self.cancel),
            (6, self.delete_run),
            (6, self.upload),
            (3, self.delete_file),
        ]

    async def work(self, is_over: Callable[[], bool]) -> None:
        """One act after the other until it is over; the last one is brought to its end."""
        try:
            while not is_over():
                (act,) = self._dice.choices(
                    [act for _, act in self._acts], [weight for weight, _ in self._acts]
                )
                await act()
                await asyncio.sleep(PAUSE)
        finally:
            await self._connection.close()

    async def create_fast(self) -> None:
        """A run that is answered when it has ended."""
        await self._create(self._run("y0-fast"))

    async def create_deep(self) -> str | None:
        """A run that goes on in the background."""
        return await self._create(self._run("y0-deep"))

    async def create_again(self) -> None:
        """A request that was answered already, as a client does whose answer got lost."""
        if self._known.requests:
            tag, body = self._dice.choice(self._known.requests)
            await self._ask("POST", "/v1/runs", body, key=f"key-{tag}", tag=tag)

    async def read(self) -> None:
        """A run with its trace."""
        if self._known.runs:
            await self._ask("GET", f"/v1/runs/{self._dice.choice(self._known.runs[-20:])}")

    async def list_runs(self) -> None:
        """The newest runs."""
        await self._ask("GET", "/v1/runs?limit=5")

    async def cancel(self) -> None:
        """A background run, most likely in work."""
        run = await self.create_deep()
        if run is not None:
            await self._ask("POST", f"/v1/runs/{run}/cancel", {}, key=f"key-cancel-{run}")

    async def delete_run(self) -> None:
        """A run, in whatever state it is."""
        if self._known.runs:
            await self._delete("runs", self._known.runs)

    async def delete_file(self) -> None:
        """A file, in whatever state it is."""
        if self._known.files:
            await self._delete("files", self._known.files)

    async def upload(self) -> None:
        """A small file."""
        tag = self._tag()
        body = (
            forms.part("purpose", "context")
            + forms.part("metadata", json.dumps({"tag": tag}))
            + forms.part("file", f"A note of {tag}: the offsite is in Oslo.\n", f"{tag}.txt")
            + forms.END
        )
        call = await self._ask("POST", "/v1/files", body, key=f"key-{tag}", tag=tag)
        if call is not None and call.is_good:
            self._known.files.append(str(call.json()["id"]))

    # Asking ------------------------------------------------------------------------------------

    def _tag(self) -> str:
        self._made += 1
        return f"{self.name}-{self._made}"

    def _run(self, model: str) -> tuple[str, dict[str, Any]]:
        tag, a, b = self._tag(), self._dice.randrange(1000), self._dice.randrange(1000)
        body: dict[str, Any] = {
            "model": model,
            "prompt": f"What is {a} + {b}? Then: What is {b} + 7?",
            "metadata": {"tag": tag},
        }
        if self._dice.random() < 0.3:
            body["context"] = self._dice.sample(SOURCES, self._dice.randint(1, 2))
        return tag, body

    async def _create(self, wanted: tuple[str, dict[str, Any]]) -> str | None:
        tag, body = wanted
        call = await self._ask("POST", "/v1/runs", body, key=f"key-{tag}", tag=tag)
        if call is None or not call.is_good:
            return None
        run = str(call.json()["id"])
        self._known.runs.append(run)
        self._known.requests.append(wanted)
        return run

    async def _delete(self, noun: str, known: list[str]) -> None:
        subject = known.pop(self._dice.randrange(len(known)))
        await self._ask("DELETE", f"/v1/{noun}/{subject}", key=f"key-delete-{subject}")

    async def _ask(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | bytes | None = None,
        *,
        key: str | None = None,
        tag: str | None = None,
    ) -> Call | None:
        """Send until it is answered: with what was asked for, or with a refusal that stays."""
        message = self._message(method, path, body, key)
        asked = Call(project=self._account.project, method=method, path=path, key=key, tag=tag)
        deadline: float | None = None
        while True:
            call = await self._try(message, asked)
            self._record.add(call)
            if call.status is not None and call.status not in REFUSED:
                return call
            if call.status is not None and key is None:
                return call  # a read is not owed an answer
            await self._connection.close()  # the next one may lead to another node
            await asyncio.sleep(self._dice.uniform(0.1, 0.6))
            deadline = deadline or asyncio.get_running_loop().time() + LAST_CHANCE
            if asyncio.get_running_loop().time() > deadline:
                return None

    def _message(
        self, method: str, path: str, body: dict[str, Any] | bytes | None, key: str | None
    ) -> bytes:
        headers = {"Idempotency-Key": key} if key else {}
        if not isinstance(body, bytes):
            return request(method, path, self._account.secret, body, headers)
        lines = [
            f"{method} {path} HTTP/1.1",
            "Host: localhost",
            f"Authorization: Bearer {self._account.secret}",
            f"Content-Type: {forms.CONTENT_TYPE}",
            f"Content-Length: {len(body)}",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body

    async def _try(self, message: bytes, asked: Call) -> Call:
        try:
            async with asyncio.timeout(PATIENCE):
                return _answered(asked, await self._connection.exchange(message))
        except (OSError, EOFError) as error:
            return _replaced(asked, cut=type(error).__name__)


def _answered(asked: Call, reply: Reply) -> Call:
    return _replaced(
        asked,
        status=reply.status,
        request_id=reply.headers.get("request-id"),
        retry_after=reply.headers.get("retry-after"),
        body=reply.body,
    )


def _replaced(call: Call, **changed: Any) -> Call:
    known = {name: getattr(call, name) for name in ("project", "method", "path", "key", "tag")}
    return Call(**{**known, **changed})


class Traffic:
    """Clients at work in a thread of their own, from entering to leaving."""

    def __init__(self, clients: list[Client]) -> None:
        self._clients = clients
        self._is_over = threading.Event()
        self._failures: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, name="traffic")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()
        if self._failures:
            raise self._failures[0]

    def _run(self) -> None:
        async def everything() -> None:
            await asyncio.gather(*(each.work(self._is_over.is_set) for each in self._clients))

        try:
            asyncio.run(everything())
        except BaseException as failure:
            self._failures.append(failure)
