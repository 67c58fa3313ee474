"""The HTTP/1.1 protocol of the server: uvicorn's, with bounds and with our envelope.

uvicorn collects a request's head without an end, waits for ever for the rest of a request, and
answers what is no HTTP in plain text. Here a head that grows too large is cut off while it
arrives, a head that is not complete in time and a body that stalls end the connection, and all of
them get the one envelope.
"""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from runwright import ids
from runwright.api.envelope import envelope
from runwright.errors import InvalidRequest

MOST_HEAD_BYTES = 65_536
CYCLE = "runwright.cycle"
"""In the scope of a request: uvicorn's own state of it, for `take_body` and `send_whole`."""

HEADER_SECONDS = 30.0
BODY_SECONDS = 60.0
_LATE_SECONDS = 1.0
"""A timer that rings so late has waited for us: what the client sent may not be read yet."""


class _Flow(FlowControl):
    """uvicorn's flow control, which knows since when the client may send again."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(transport)
        self._loop = loop
        self.resumed_at = loop.time()

    def resume_reading(self) -> None:
        if self.read_paused:
            self.resumed_at = self._loop.time()
            super().resume_reading()


class Protocol(HttpToolsProtocol):
    """One connection."""

    flow: _Flow
    in_body = False
    head_ended = False
    head_bytes = 0
    refused = False

    def __init__(
        self,
        *args: Any,
        header_seconds: float = HEADER_SECONDS,
        body_seconds: float = BODY_SECONDS,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self._header_seconds = header_seconds
        self._body_seconds = body_seconds
        self._look_seconds = min(header_seconds, body_seconds)
        self._timer: asyncio.TimerHandle | None = None
        self._received_at = 0.0
        self._head_since: float | None = None
        """Since when a head has been awaited; None when none is, or when uvicorn's timer for
        idle connections does it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head."""
        super().connection_made(transport)
        self.flow = _Flow(transport, self.loop)
        self._head_since = self.loop.time()
        self._look_at(self._head_since + self._look_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """There is nothing left to wait for."""
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes from the network; none are looked at once the request was refused."""
        if self.refused:
            return
        self._received_at = self.loop.time()
        if self._head_since is None and not self.in_body:
            self._head_since = self._received_at
        began_in_body, self.head_ended = self.in_body, False
        super().data_received(data)
        if began_in_body or self.head_ended:
            self.head_bytes = 0
            return
        self.head_bytes += len(data)
        if self.head_bytes > MOST_HEAD_BYTES:
            self._refuse("headers", f"must have at most {MOST_HEAD_BYTES} bytes")

    def on_headers_complete(self) -> None:
        """The head is whole."""
        self.in_body = self.head_ended = True
        self._head_since = None
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """A request can be answered: in messages, as ASGI has it, or without them."""
        cycle.scope[CYCLE] = cycle  # type: ignore[literal-required]
        super()._start_asgi_task(cycle, app)

    def on_message_complete(self) -> None:
        """The body is whole; what follows is another head."""
        self.in_body = False
        super().on_message_complete()

    # Waiting ------------------------------------------------------------------------------------

    def _look_at(self, when: float) -> None:
        """Look at `when` whether there is still something to wait for.

        One timer serves a whole connection: it is not moved with each request, but looks where
        things stand when it rings, and when it has to ring next.
        """
        self._timer = self.loop.call_at(when, self._look, when)

    def _look(self, when: float) -> None:
        now = self.loop.time()
        if self.refused or self.transport.is_closing():
            return
        if now > when + _LATE_SECONDS:
            self._look_at(now + self._look_seconds)
        elif (due := self._gives_up_at(now)) > now:
            self._look_at(due)
        elif self.in_body:
            self._refuse("body", f"must not pause for {self._body_seconds:g} seconds")
        elif self.head_bytes:
            self._refuse("headers", f"must be complete within {self._header_seconds:g} seconds")
        else:
            self.transport.close()

    def _gives_up_at(self, now: float) -> float:
        """Until when the client has time for what it sends; a later look if nothing is awaited."""
        if self.in_body:
            if self.flow.read_paused or self.cycle.waiting_for_100_continue:
                return now + self._look_seconds  # it is the client that waits for us
            return max(self._received_at, self.flow.resumed_at) + self._body_seconds
        if self._head_since is None or self._is_answering:
            return now + self._look_seconds
        return self._head_since + self._header_seconds

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    # Refusing -----------------------------------------------------------------------------------

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's signature
        """What uvicorn says to anything that is no HTTP."""
        self._refuse("request", "must be valid HTTP/1.1")

    def _refuse(self, field: str, reason: str) -> None:
        """Say what is wrong and end the connection; an answer that is on its way comes first."""
        self.refused = True
        if self.transport.is_closing():
            return
        if self._is_answering and not self.in_body:
            self.cycle.keep_alive = False  # what is wrong came behind a request that is not
            return
        if not (self.in_body and (self.pipeline or self.cycle.response_started)):
            self._send_refusal(InvalidRequest({field: [reason]}))
        if self._is_answering:
            # Whoever reads the body learns that there will be no more of it, and says nothing.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    def _send_refusal(self, problem: InvalidRequest) -> None:
        request_id = ids.new("req")
        host, port = self.server or ("127.0.0.1", 80)
        body = orjson.dumps(envelope(problem, request_id, f"http://{host}:{port}"))
        self.transport.write(_head(request_id, body) + body)


def take_body(cycle: RequestResponseCycle) -> bytes | None:
    """What uvicorn's `receive` gives of a body that has arrived whole; None while it has not."""
    if cycle.more_body or cycle.disconnected:
        return None
    body, cycle.body = bytes(cycle.body), bytearray()
    cycle.message_event.clear()
    cycle.flow.resume_reading()
    return body


async def send_whole(cycle: RequestResponseCycle, status: int, head: bytes, body: bytes) -> None:
    """What uvicorn's `send` does with the two messages of an answer that is known whole.

    Its head is as it goes over the wire: uvicorn looks at each header twice, and writes head and
    body apart.
    """
    if cycle.flow.write_paused and not cycle.disconnected:
        await cycle.flow.drain()
    if cycle.disconnected:
        return
    cycle.response_started = cycle.response_complete = True
    cycle.waiting_for_100_continue = False
    content = [STATUS_LINE[status], head]
    for name, value in cycle.default_headers:
        content += (name, b": ", value, b"\r\n")
    if not cycle.keep_alive:
        content.append(b"connection: close\r\n")
    content += (b"\r\n", body)
    cycle.transport.write(b"".join(content))
    cycle.message_event.set()
    if not cycle.keep_alive:
        cycle.transport.close()
    cycle.on_response()


def _head(request_id: str, body: bytes) -> bytes:
    lines = (
        "HTTP/1.1 400 Bad Request",
        "content-type: application/json",
        f"content-length: {len(body)}",
        "cache-control: no-store",
        f"request-id: {request_id}",
        "connection: close",
        "\r\n",
    )
    return "\r\n".join(lines).encode()
