"""Endpoints for the sender, inside the test's own event loop: each does just what it is told."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

from runwright.events.webhooks import addresses
from runwright.events.webhooks.sending import Answer, Endpoint, Sender

Act = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Listening:
    """A server and what came to it."""

    port: int = 0
    requests: list[bytes] = field(default_factory=list)
    connections: int = 0


async def read_request(reader: asyncio.StreamReader) -> bytes:
    """A request with its body; empty when the other end has closed."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return b""
    length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
    return head + await reader.readexactly(length)


@contextlib.asynccontextmanager
async def listening(
    *answers: bytes | Act, host: str = "127.0.0.1", port: int = 0, tls: ssl.SSLContext | None = None
) -> AsyncIterator[Listening]:
    """A server that gives these answers, one a request; the last stays."""
    at, left, open_ones = Listening(), list(answers), set[asyncio.StreamWriter]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        at.connections += 1
        open_ones.add(writer)
        with contextlib.suppress(ConnectionError):
            while request := await read_request(reader):
                at.requests.append(request)
                answer = left.pop(0) if len(left) > 1 else left[0]
                if callable(answer):
                    await answer(reader, writer)
                else:
                    writer.write(answer)
        writer.close()

    server = await asyncio.start_server(serve, host, port, ssl=tls)
    at.port = server.sockets[0].getsockname()[1]
    try:
        yield at
    finally:
        server.close()
        for writer in open_ones:
            writer.transport.abort()
        await server.wait_closed()
        await asyncio.sleep(0.01)


async def opened(sender: Sender, url: str) -> Endpoint:
    """An endpoint by its address."""
    return await sender.open(addresses.read(url))


async def post(sender: Sender, url: str, body: bytes = b"{}") -> Answer:
    """One POST over a connection of its own."""
    endpoint = await opened(sender, url)
    try:
        return await endpoint.post([("webhook-id", "evt_1")], body)
    finally:
        endpoint.close()


def private(**options: object) -> Sender:
    """A sender that may go anywhere."""
    return Sender(**{"allow_private": True, "seconds": 5.0, **options})  # type: ignore[arg-type]
