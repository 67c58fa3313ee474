"""JSON over HTTP to a provider: one request, one value back, every failure named.

Neither the provider's words nor ours reach the log: an error may quote the prompt or the key.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

import orjson
import structlog

from runwright import clock
from runwright.models.providers.types import Failure, Kind

if TYPE_CHECKING:
    import httpx

CONNECT_SECONDS = 5.0
MOST_CONNECTIONS = 64
MOST_BYTES = 8 * 1024 * 1024
"""A reply is a few kilobytes; whoever sends more is not answering our question."""
_SLUG = re.compile(r"[a-zA-Z0-9_.-]{1,64}", re.ASCII)

log = structlog.get_logger()


class Wire:
    """A connection to one provider, made when it is first used."""

    def __init__(self, url: str, headers: Mapping[str, str]) -> None:
        self._url = url.rstrip("/")
        self._headers = headers
        self._client: httpx.AsyncClient | None = None

    async def post(self, path: str, body: Any, seconds: float) -> dict[str, Any] | Failure:
        """The JSON object that the provider answers."""
        import httpx

        try:
            async with asyncio.timeout(seconds):
                return await self._post(path, orjson.dumps(body))
        except (TimeoutError, httpx.TimeoutException):
            return Failure(Kind.TIMEOUT, f"it did not answer within {max(1, round(seconds))} s")
        except httpx.HTTPError as error:
            log.warning("provider_unreachable", reason=type(error).__name__)
            return Failure(Kind.UNREACHABLE, "it cannot be reached")

    async def close(self) -> None:
        """Close every connection."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _post(self, path: str, content: bytes) -> dict[str, Any] | Failure:
        async with self._opened().stream("POST", self._url + path, content=content) as response:
            data = bytearray()
            async for piece in response.aiter_bytes():
                data += piece
                if len(data) > MOST_BYTES:
                    return Failure(Kind.MALFORMED, "it sent far too much")
        if response.status_code != 200:
            return _refusal(response.status_code, response.headers, bytes(data))
        return _object(bytes(data)) or Failure(Kind.MALFORMED, "it sent no JSON object")

    def _opened(self) -> httpx.AsyncClient:
        import httpx

        if self._client is None:
            self._client = httpx.AsyncClient(
                headers={**self._headers, "content-type": "application/json"},
                # How long it may take in all is the caller's to say.
                timeout=httpx.Timeout(None, connect=CONNECT_SECONDS),
                limits=httpx.Limits(max_connections=MOST_CONNECTIONS),
            )
        return self._client


def _refusal(status: int, headers: Mapping[str, str], data: bytes) -> Failure:
    log.warning("provider_refused", status=status, error=_slug(data))
    wait = _retry_after(headers.get("retry-after"))
    if status in (401, 403):
        return Failure(Kind.DENIED, "it does not accept this server's credentials")
    if status == 429:
        return Failure(Kind.RATE_LIMITED, "it takes no more requests for now", wait)
    if status in (408, 425) or status >= 500:
        return Failure(Kind.FAILING, f"it failed with HTTP status {status}", wait)
    return Failure(Kind.REJECTED, f"it refused the request with HTTP status {status}")


def _object(data: bytes) -> dict[str, Any] | None:
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None
    return value if isinstance(value, dict) else None


def _slug(data: bytes) -> str:
    """The provider's own name for its error, if it is only a name."""
    error = (_object(data) or {}).get("error")
    named = error if isinstance(error, dict) else {}
    found = named.get("code") or named.get("type")
    return found if isinstance(found, str) and _SLUG.fullmatch(found) else ""


def _retry_after(header: str | None) -> float | None:
    """Seconds, from either way of writing them."""
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        return _until(header)
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _until(header: str) -> float | None:
    try:
        when = parsedate_to_datetime(header)
    except ValueError:
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return max(0.0, (when - clock.now()).total_seconds())
