"""One connection to an endpoint: a POST, the answer's head, and little of its body.

HTTP/1.1 by `h11` over the event loop's own streams: a connection is made to an address, and its
certificate must be the name's.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from typing import Any, NamedTuple

import h11

from runwright.events.webhooks.deliveries.types import MOST_BYTES

BODY_SECONDS = 2.0
"""How long the body of an answer is read once its status is known."""
MOST_HEAD_BYTES = 64 * 1024
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
    body: bytes
    """At most one byte more than is kept."""
    is_whole: bool
    """Whether the body is all that there was."""


class Connection:
    """An open connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._state = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_HEAD_BYTES)
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
        """Send a request and wait for its answer, of whose body the beginning is read."""
        try:
            self._send(h11.Request(method=b"POST", target=target, headers=list(headers)), body)
            head = await self._head()
        except h11.RemoteProtocolError as error:
            if self._state.trailing_data[1] and not self._state.trailing_data[0]:
                raise Cut(self._answers > 0) from error
            raise Malformed from error
        except ConnectionError as error:
            raise Cut(self._answers > 0) from error
        self._answers += 1
        return Reply(head.status_code, list(head.headers), *await self._body())

    def _send(self, request: h11.Request, body: bytes) -> None:
        parts = (request, h11.Data(data=body), h11.EndOfMessage())
        self._writer.write(b"".join(self._state.send(part) or b"" for part in parts))

    async def _head(self) -> h11.Response:
        while True:
            event = await self._next()
            if isinstance(event, h11.Response):
                return event
            if not isinstance(event, h11.InformationalResponse):
                raise ConnectionResetError

    async def _body(self) -> tuple[bytes, bool]:
        """The beginning of the answer's body, and whether that is all of it.

        Only a connection whose answer was read to its end can be used again.
        """
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while isinstance(event := await self._next(), h11.Data):
                    body += event.data
                    if len(body) > MOST_BYTES:
                        return bytes(body[: MOST_BYTES + 1]), False
        except (TimeoutError, ConnectionError, h11.RemoteProtocolError):
            return bytes(body), False  # the status is what counts, and it is known
        if self._state.our_state is h11.DONE and self._state.their_state is h11.DONE:
            self._state.start_next_cycle()
        return bytes(body), True

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
