"""One connection to an endpoint: a POST, the answer's status, and little of the rest.

HTTP/1.1 by `h11` over the event loop's own streams: a connection is made to an address, and its
certificate must be the name's.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from typing import Any, NamedTuple

import h11

DRAIN_SECONDS = 2.0
"""How long the rest of an answer is read once its status is known."""
MOST_BYTES = 64 * 1024
_PIECE = 16 * 1024

Header = tuple[bytes, bytes]


class Cut(Exception):
    """The other end closed before an answer came; `is_stale` when it had been used before."""

    def __init__(self, is_stale: bool) -> None:
        super().__init__()
        self.is_stale = is_stale


class Malformed(Exception):
    """The answer is no HTTP."""


class Reply(NamedTuple):
    """The beginning of an answer."""

    status: int
    headers: Sequence[Header]


class Connection:
    """An open connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._state = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_BYTES)
        self._answers = 0

    @property
    def is_usable(self) -> bool:
        """Whether a request can be sent, as far as this end knows."""
        return (
            self._state.our_state is h11.IDLE
            and not self._writer.is_closing()
            and not self._reader.at_eof()
        )

    def close(self) -> None:
        """Let go of it: as one should when nothing is under way, and else at once."""
        if self.is_usable:
            self._writer.close()
        else:
            self._writer.transport.abort()

    async def post(self, target: bytes, headers: Sequence[Header], body: bytes) -> Reply:
        """Send a request and wait for its answer, whose body is thrown away."""
        try:
            self._send(h11.Request(method=b"POST", target=target, headers=list(headers)), body)
            reply = await self._reply()
        except h11.RemoteProtocolError as error:
            if self._state.trailing_data[1] and not self._state.trailing_data[0]:
                raise Cut(self._answers > 0) from error
            raise Malformed from error
        except ConnectionError as error:
            raise Cut(self._answers > 0) from error
        self._answers += 1
        await self._drain()
        return reply

    def _send(self, request: h11.Request, body: bytes) -> None:
        parts = (request, h11.Data(data=body), h11.EndOfMessage())
        self._writer.write(b"".join(self._state.send(part) or b"" for part in parts))

    async def _reply(self) -> Reply:
        while True:
            event = await self._next()
            if isinstance(event, h11.Response):
                return Reply(event.status_code, list(event.headers))
            if not isinstance(event, h11.InformationalResponse):
                raise ConnectionResetError

    async def _drain(self) -> None:
        """Read a small answer to its end, so that the connection can be used again."""
        size = 0
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                while isinstance(event := await self._next(), h11.Data) and size <= MOST_BYTES:
                    size += len(event.data)
        except (TimeoutError, ConnectionError, h11.RemoteProtocolError):
            return  # the status is what counts, and it is known
        if self._state.our_state is h11.DONE and self._state.their_state is h11.DONE:
            self._state.start_next_cycle()

    async def _next(self) -> Any:
        while (event := self._state.next_event()) is h11.NEED_DATA:
            self._state.receive_data(await self._reader.read(_PIECE))
        return event


async def connect(address: str, port: int, tls: ssl.SSLContext | None, name: str) -> Connection:
    """A connection to an address; over TLS, the certificate must be the name's."""
    reader, writer = await asyncio.open_connection(
        address, port, ssl=tls, server_hostname=name if tls else None
    )
    return Connection(reader, writer)
