"""The HTTP client that the vendors' packages are given: it decides what goes out and comes in.

The packages read variables of the environment (keys, organisations, headers) and describe the
machine in headers of their own. Whatever they make of a request, only the headers named here
leave, and the credentials are ours. A proxy is a setting; those of the environment are not used.
No redirect is followed. Certificates are the system's and certifi's, as for webhooks.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Mapping

import certifi
import httpx2

from runwright import __version__

CONNECT_SECONDS = 5.0
MOST_CONNECTIONS = 64
MOST_BYTES = 8 * 1024 * 1024
"""A reply is a few kilobytes; whoever sends more is not answering our question."""
_KEPT = frozenset({"host", "accept", "connection", "content-type", "content-length"})
_OWN = {
    "user-agent": f"Runwright/{__version__}",
    # A body of a few kilobytes could be unpacked to gigabytes.
    "accept-encoding": "identity",
}


class Unreadable(httpx2.StreamError):
    """The provider sent more than a reply can be, or sent it compressed."""


def client(headers: Mapping[str, str], proxy: str | None = None) -> httpx2.AsyncClient:
    """A client that sends these headers, and none that a package adds."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())  # a slim machine has none of its own
    # A connection that is kept may be closed by the server just when it is used again, and then
    # nobody knows whether the request was charged. A handshake is little beside a reply.
    limits = httpx2.Limits(max_connections=MOST_CONNECTIONS, max_keepalive_connections=0)
    inner = httpx2.AsyncHTTPTransport(verify=context, limits=limits, trust_env=False, proxy=proxy)
    return httpx2.AsyncClient(
        transport=_Guarded(inner, {**_OWN, **headers}),
        trust_env=False,
        follow_redirects=False,
        # How long it may take in all is the caller's to say.
        timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),
    )


class _Guarded(httpx2.AsyncBaseTransport):
    def __init__(self, inner: httpx2.AsyncBaseTransport, headers: Mapping[str, str]) -> None:
        self._inner = inner
        self._headers = dict(headers)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        kept = {name: value for name, value in request.headers.items() if name in _KEPT}
        request.headers = httpx2.Headers({**kept, **self._headers})
        response = await self._inner.handle_async_request(request)
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()
            raise Unreadable("the reply is compressed")
        if isinstance(response.stream, httpx2.AsyncByteStream):
            response.stream = _Bounded(response.stream)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for piece in self._inner:
            size += len(piece)
            if size > MOST_BYTES:
                raise Unreadable("the reply is too large")
            yield piece

    async def aclose(self) -> None:
        await self._inner.aclose()
