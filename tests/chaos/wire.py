"""HTTP/1.1 by hand: cheap enough for hundreds at once, and it shows what really came back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from support.patience import PATIENCE

"""No request may take longer, whatever happens to the server."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer, as it arrived."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """The code of an error."""
        return str(json.loads(self.body)["error"]["code"])


def request(
    method: str, path: str, secret: str, body: Any = None, headers: Mapping[str, str] | None = None
) -> bytes:
    """A request with a key and a JSON body, as bytes."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: localhost",
        f"Authorization: Bearer {secret}",
        "Content-Type: application/json",
        f"Content-Length: {len(content)}",
        *(f"{name}: {value}" for name, value in (headers or {}).items()),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + content


class Connection:
    """One connection to a server, opened when first needed and again after it broke."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        assert parts.hostname == "127.0.0.1", "traffic stays on this machine"
        self._address = (parts.hostname, parts.port)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def exchange(self, message: bytes) -> Reply:
        """Send one request and read its answer; `OSError` or `EOFError` when it breaks."""
        try:
            if self._streams is None:
                self._streams = await asyncio.open_connection(*self._address)
            reader, writer = self._streams
            writer.write(message)
            await writer.drain()
            reply = await read_reply(reader)
        except BaseException:
            await self.close()
            raise
        if reply.headers.get("connection") == "close":
            await self.close()
        return reply

    async def close(self) -> None:
        """Hang up."""
        streams, self._streams = self._streams, None
        if streams is not None:
            streams[1].transport.abort()
            await asyncio.sleep(0)


async def read_reply(reader: asyncio.StreamReader) -> Reply:
    """The next answer on a connection."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    fields = (line.partition(":") for line in head[1:] if line)
    headers = {name.lower(): value.strip() for name, _, value in fields}
    body = await reader.readexactly(int(headers["content-length"]))
    return Reply(int(head[0].split()[1]), headers, body)


def exchange_all(url: str, messages: Sequence[bytes], at_once: int = 16) -> list[Reply]:
    """The answers to many requests, in their order; each must have one."""
    replies: dict[int, Reply] = {}
    left = iter(enumerate(messages))

    async def client() -> None:
        connection = Connection(url)
        for place, message in left:
            async with asyncio.timeout(PATIENCE):
                replies[place] = await connection.exchange(message)
        await connection.close()

    async def everything() -> None:
        await asyncio.gather(*(client() for _ in range(at_once)))

    asyncio.run(everything())
    return [replies[place] for place in range(len(messages))]
