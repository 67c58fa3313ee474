"""One POST to an endpoint: to a checked address, within a deadline.

Nothing is followed, remembered or taken from the environment: no redirects, no cookies, no proxy.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Iterable, Sequence
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import NamedTuple

import certifi

from runwright import clock
from runwright.events.webhooks.addresses import Target
from runwright.events.webhooks.connection import Connection, Cut, Malformed, Reply, connect
from runwright.events.webhooks.deliveries.types import DeliveryResponse, response_of
from runwright.events.webhooks.resolving import Forbidden, Resolve, Unknown, allowed, look_up
from runwright.events.webhooks.types import SENT_HEADERS

CONNECT_SECONDS = 5.0
MOST_IDLE = 16
"""Connections to one endpoint that are kept while it is told more."""
_UNREACHABLE = "The address does not resolve to a host that this server may connect to."
"""One wording for a private address and for none: who may read it must not learn which names the
network inside knows."""


class Answer(NamedTuple):
    """How one POST ended."""

    status_code: int | None
    """None when there was no answer."""
    error: str | None
    ms: int
    retry_after: float | None = None
    response: DeliveryResponse | None = None
    """What is kept of the answer."""

    @property
    def is_good(self) -> bool:
        """Whether the endpoint has taken the event."""
        return self.status_code is not None and 200 <= self.status_code < 300


class Sender:
    """Opens endpoints; one for a process."""

    def __init__(
        self,
        *,
        allow_private: bool,
        seconds: float,
        resolve: Resolve = look_up,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.seconds = seconds
        self.resolve = resolve
        self.allow_private = allow_private
        self._tls = tls

    async def open(self, target: Target) -> Endpoint:
        """An endpoint, to which connections are kept until it is closed."""
        if target.scheme == "http":
            return Endpoint(self, target, None)
        if self._tls is None:
            self._tls = await asyncio.to_thread(_trusted)
        return Endpoint(self, target, self._tls)


class Endpoint:
    """Where one webhook leads."""

    def __init__(self, sender: Sender, target: Target, tls: ssl.SSLContext | None) -> None:
        self._sender = sender
        self._target = target
        self._tls = tls
        self._path = target.path.encode()
        self._idle: list[Connection] = []
        self._headers = (
            (b"host", target.authority.encode()),
            *_encoded(SENT_HEADERS.items()),
        )

    async def post(self, headers: Iterable[tuple[str, str]], body: bytes) -> Answer:
        """Send a body; whatever happens is an answer."""
        begun = time.perf_counter()
        reply, error = await self._try([*_encoded(headers)], body)
        ms = round((time.perf_counter() - begun) * 1000)
        if reply is None:
            return Answer(None, error, ms)
        response = response_of(*reply)
        return Answer(reply.status, _said(reply.status), ms, _retry_after(reply), response)

    def close(self) -> None:
        """Let go of every connection."""
        idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    async def _try(
        self, headers: Sequence[tuple[bytes, bytes]], body: bytes
    ) -> tuple[Reply | None, str | None]:
        whole = [*self._headers, *headers, (b"content-length", b"%d" % len(body))]
        try:
            async with asyncio.timeout(self._sender.seconds):
                return await self._post(whole, body), None
        except TimeoutError:
            return None, f"There was no answer within {self._sender.seconds:g} s."
        except (Forbidden, Unknown):
            return None, _UNREACHABLE
        except Malformed:
            return None, "The answer was no HTTP."
        except Cut:
            return None, "The connection was cut before an answer came."
        except ssl.SSLCertVerificationError as error:
            return None, f"The certificate was not accepted: {error.verify_message}."
        except ssl.SSLError:
            return None, "No secure connection could be made."
        except OSError:
            return None, "No connection could be made."

    async def _post(self, headers: Sequence[tuple[bytes, bytes]], body: bytes) -> Reply:
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_usable:
                connection.close()
                continue
            try:
                return await self._post_over(connection, headers, body)
            except Cut as cut:
                if not cut.is_stale:
                    raise
                # It was closed while it was idle; a fresh one may do.
        return await self._post_over(await self._connected(), headers, body)

    async def _post_over(
        self, connection: Connection, headers: Sequence[tuple[bytes, bytes]], body: bytes
    ) -> Reply:
        try:
            return await connection.post(self._path, headers, body)
        finally:
            if connection.is_usable and len(self._idle) < MOST_IDLE:
                self._idle.append(connection)
            else:
                connection.close()

    async def _connected(self) -> Connection:
        """A connection to an address that was checked: the name is resolved once, and not again."""
        host, port = self._target.host, self._target.port
        addresses = await allowed(host, self._sender.resolve, self._sender.allow_private)
        failed: OSError = OSError()
        for address in addresses:
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    return await connect(address, port, self._tls, host)
            except ssl.SSLError:
                raise
            except (OSError, TimeoutError) as error:
                failed = error
        raise OSError("no address could be connected to") from failed


def _trusted() -> ssl.SSLContext:
    """The certificates that the machine trusts, and the usual ones: a slim machine has none."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def _encoded(headers: Iterable[tuple[str, str]]) -> Iterable[tuple[bytes, bytes]]:
    return ((name.encode(), value.encode()) for name, value in headers)


def _said(status: int) -> str | None:
    if 200 <= status < 300:
        return None
    if 300 <= status < 400:
        return f"The answer was {status}, and redirects are not followed."
    return f"The answer was {status}."


def _retry_after(reply: Reply) -> float | None:
    """Seconds that the endpoint asks for, when it is busy."""
    if reply.status not in (429, 503):
        return None
    for name, value in reply.headers:
        if name == b"retry-after":
            return _seconds(value.decode("latin-1").strip())
    return None


def _seconds(text: str) -> float | None:
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        when = parsedate_to_datetime(text)
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - clock.now()).total_seconds())
