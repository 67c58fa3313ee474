"""HTTP by httpx, for either client. Loaded with the first client: it takes its time to import."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from typing import Any

import httpx

from runwright.client.drivers import AsyncWire, Wire
from runwright.client.requests import Answer, Ask, Lost, Open, Pause, Read, Reply, Request, Send
from runwright.client.uploads import Counter, Form

CONNECT_SECONDS = 10.0
_HOPELESS = (httpx.UnsupportedProtocol, httpx.LocalProtocolError, httpx.DecodingError)


class HttpxTransport:
    """Connections that block; those of a client of httpx's that was given, or of a new one."""

    def __init__(self, url: str, http: httpx.Client | None) -> None:
        self._http = http or httpx.Client(verify=_verify(url), trust_env=True)
        self._is_own = http is None

    def wire(self) -> Wire:
        """For one call."""
        return _BlockingWire(self._http)

    def close(self) -> None:
        """Close all connections, unless they are somebody else's."""
        if self._is_own:
            self._http.close()


class AsyncHttpxTransport:
    """Connections for asyncio."""

    def __init__(self, url: str, http: httpx.AsyncClient | None) -> None:
        self._http = http or httpx.AsyncClient(verify=_verify(url), trust_env=True)
        self._is_own = http is None

    def wire(self) -> AsyncWire:
        """For one call."""
        return _AsyncioWire(self._http)

    async def aclose(self) -> None:
        """Close all connections, unless they are somebody else's."""
        if self._is_own:
            await self._http.aclose()


class _BlockingWire:
    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        self._open: httpx.Response | None = None
        self._pieces: Iterator[bytes] = iter(())

    def do(self, ask: Ask) -> Reply:
        if isinstance(ask, Pause):
            time.sleep(ask.seconds)
            return None
        if isinstance(ask, Send | Open | Read):
            try:
                return self._speak(ask)
            except httpx.RequestError as error:
                return _lost(error)
        ask.work()
        return None

    def close(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    def _speak(self, ask: Send | Open | Read) -> Reply:
        if isinstance(ask, Read):
            return next(self._pieces, None)
        self.close()
        request = _built(self._http, ask.request, _blocking_body(ask.request))
        response = self._http.send(request, stream=isinstance(ask, Open), follow_redirects=False)
        if isinstance(ask, Open) and response.is_success:
            self._open, self._pieces = response, response.iter_bytes()
            return _answer(response, b"")
        return _answer(response, response.read())


class _AsyncioWire:
    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http
        self._open: httpx.Response | None = None
        self._pieces = _no_pieces()

    async def do(self, ask: Ask) -> Reply:
        if isinstance(ask, Pause):
            await asyncio.sleep(ask.seconds)
            return None
        if isinstance(ask, Send | Open | Read):
            try:
                return await self._speak(ask)
            except httpx.RequestError as error:
                return _lost(error)
        await asyncio.to_thread(ask.work)
        return None

    async def aclose(self) -> None:
        if self._open is not None:
            await self._open.aclose()
            self._open = None

    async def _speak(self, ask: Send | Open | Read) -> Reply:
        if isinstance(ask, Read):
            return await anext(self._pieces, None)
        await self.aclose()
        request = _built(self._http, ask.request, _asyncio_body(ask.request))
        is_open = isinstance(ask, Open)
        response = await self._http.send(request, stream=is_open, follow_redirects=False)
        if is_open and response.is_success:
            self._open, self._pieces = response, response.aiter_bytes()
            return _answer(response, b"")
        return _answer(response, await response.aread())


async def _no_pieces() -> AsyncIterator[bytes]:
    """The body of nothing."""
    nothing: tuple[bytes, ...] = ()
    for piece in nothing:
        yield piece


def _built(http: httpx.Client | httpx.AsyncClient, request: Request, content: Any) -> httpx.Request:
    return http.build_request(
        request.method,
        request.url,
        params=request.query or None,
        headers=request.headers,
        content=content,
        timeout=httpx.Timeout(request.timeout, connect=min(request.timeout, CONNECT_SECONDS)),
    )


def _answer(response: httpx.Response, content: bytes) -> Answer:
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Answer(status=response.status_code, headers=headers, content=content)


def _lost(error: httpx.RequestError) -> Lost:
    return Lost(
        error=error,
        timed_out=isinstance(error, httpx.TimeoutException),
        hopeless=isinstance(error, _HOPELESS),
    )


def _verify(url: str) -> ssl.SSLContext | bool:
    """Trust in the usual authorities; in none where no TLS is spoken, as loading them is slow."""
    try:
        httpx.URL(url)
    except httpx.InvalidURL as error:
        raise ValueError(f"{url} is not an address: {error}") from None
    return True if url.startswith("https:") else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _blocking_body(request: Request) -> bytes | Iterator[bytes] | None:
    return request.body if request.form is None else _blocking_pieces(request.form)


def _asyncio_body(request: Request) -> bytes | AsyncIterator[bytes] | None:
    return request.body if request.form is None else _asyncio_pieces(request.form)


def _blocking_pieces(form: Form) -> Iterator[bytes]:
    pieces = form.source.pieces
    if isinstance(pieces, AsyncIterable):
        raise TypeError("only AsyncClient can upload from an asynchronous iterator")
    counter = Counter(form)
    yield form.head
    for piece in pieces():
        yield piece
        counter.took(piece)
    yield form.tail


async def _asyncio_pieces(form: Form) -> AsyncIterator[bytes]:
    pieces = form.source.pieces
    counter = Counter(form)
    yield form.head
    async for piece in pieces if isinstance(pieces, AsyncIterable) else _in_threads(pieces()):
        yield piece
        counter.took(piece)
    yield form.tail


async def _in_threads(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Reads each piece where it keeps nobody waiting."""
    while (piece := await asyncio.to_thread(next, pieces, None)) is not None:
        yield piece
