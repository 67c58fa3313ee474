"""One request by a vendor's package, plain or streamed; every failure is named.

The packages take seconds to import, so a thread does it, when a provider is opened or first asked.
They are given everything explicitly, make no retries of their own, log nothing, and reach the
network through `transport`. They get a response that is not read yet: how much of it is read, and
how, is ours, since a server that is broken or hostile must not fill the memory.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

import structlog

from runwright.models.conversation import Usage
from runwright.models.providers import failures
from runwright.models.providers.failures import Refusal
from runwright.models.providers.replies import parsed
from runwright.models.providers.streaming import DONE, events
from runwright.models.providers.types import Failure, Kind

Package = Literal["openai", "anthropic"]
OnEvent = Callable[[dict[str, Any]], None]
FINISHED: dict[str, Any] = {"type": "[DONE]"}
"""The event that stands for OpenAI's mark of the end, which is no JSON."""
_UNUSED = "set-by-the-transport"
"""What the packages are given as a key, so that they look for none; it never leaves."""
_TALKATIVE = ("httpx2", "httpcore2")

log = structlog.get_logger()


class Endpoint(NamedTuple):
    """Where a provider is, and what every request to it carries."""

    url: str
    headers: Mapping[str, str]
    query: Mapping[str, str] = {}
    proxy: str | None = None


class Streamed(NamedTuple):
    """A reply whose events were handed on."""


class _Loaded(NamedTuple):
    """A package's client, and the modules whose errors it raises."""

    package: Any
    http: Any
    unreadable: type[Exception]
    client: Any


class Vendor:
    """The client of one package."""

    def __init__(self, package: Package, endpoint: Endpoint) -> None:
        self._package = package
        self._endpoint = endpoint
        self._loaded: _Loaded | None = None
        self._loading = asyncio.Lock()

    async def open(self) -> None:
        """Import the package, in a thread."""
        await self._opened()

    async def close(self) -> None:
        """Close every connection."""
        loaded, self._loaded = self._loaded, None
        if loaded is not None:
            await loaded.client.close()

    async def ask(
        self,
        path: str,
        body: Mapping[str, Any],
        *,
        seconds: float,
        charge: Usage,
        on_event: OnEvent | None = None,
    ) -> dict[str, Any] | Streamed | Refusal | Failure:
        """The JSON object of the reply; when streamed, each event is handed on instead.

        `charge` is what a reply that is lost may have used.
        """
        try:
            async with asyncio.timeout(seconds):
                loaded = await self._opened()
                try:
                    return await _ask(loaded, path, body, charge, on_event)
                except Exception as error:
                    failure = _failure_of(error, loaded, charge)
                    if failure is None:
                        raise
                    return failure
        except TimeoutError:
            return failures.late(seconds, charge)

    async def _opened(self) -> _Loaded:
        async with self._loading:
            if self._loaded is None:
                self._loaded = await asyncio.to_thread(_load, self._package, self._endpoint)
            return self._loaded


async def _ask(
    loaded: _Loaded,
    path: str,
    body: Mapping[str, Any],
    charge: Usage,
    on_event: OnEvent | None,
) -> dict[str, Any] | Streamed | Failure:
    sent = {**body, "stream": True} if on_event else dict(body)
    response = await loaded.client.post(path, cast_to=loaded.http.Response, body=sent, stream=True)
    try:
        # A server that cannot stream answers at once, and is understood all the same.
        is_stream = response.headers.get("content-type", "").startswith("text/event-stream")
        if on_event is None or not is_stream:
            value = parsed(await response.aread())
            return value if isinstance(value, dict) else failures.malformed(charge)
        async for data in events(response.aiter_raw()):
            event = FINISHED if data.strip() == DONE else parsed(data)
            if not isinstance(event, dict):
                return failures.malformed(charge)
            if error := event.get("error"):
                return failures.in_reply(error, charge)
            on_event(event)
        return Streamed()
    finally:
        await response.aclose()


def _failure_of(error: Exception, loaded: _Loaded, charge: Usage) -> Refusal | Failure | None:
    """What an error of the package or of its HTTP client means; None when it is neither's."""
    package, http = loaded.package, loaded.http
    causes: list[BaseException] = [error]
    while causes[-1].__cause__ is not None:
        causes.append(causes[-1].__cause__)
    if any(isinstance(cause, loaded.unreadable) for cause in causes):
        return failures.malformed(charge)
    if isinstance(error, package.APIStatusError):
        return Refusal(error.status_code, error.response.headers, error.body)
    if not isinstance(error, package.APIConnectionError | http.HTTPError | http.StreamError):
        return None
    log.warning("provider_unreachable", reason=type(causes[-1]).__name__)
    if any(isinstance(cause, http.ConnectError | http.ConnectTimeout) for cause in causes):
        return Failure(Kind.UNREACHABLE, "it cannot be reached")
    return failures.broken(charge)


def _load(name: Package, endpoint: Endpoint) -> _Loaded:
    import httpx2

    from runwright.models.providers import transport

    package = _imported(name)
    for each in (name, *_TALKATIVE):
        # Variables of the environment can make them log whole requests.
        logging.getLogger(each).setLevel(logging.CRITICAL + 1)
    options: dict[str, Any] = {
        "base_url": endpoint.url,
        "api_key": _UNUSED,
        "default_headers": {"Authorization": _UNUSED},
        "default_query": dict(endpoint.query),
        "max_retries": 0,
        "timeout": None,
        "http_client": transport.client(endpoint.headers, endpoint.proxy),
    }
    if name == "openai":
        # An empty text each, since None is looked up in the environment.
        more = {"webhook_secret": "", "admin_api_key": "", "organization": "", "project": ""}
        client = package.AsyncOpenAI(**options, **more)
    else:
        tracing = {"traces": False, "propagation": False}
        client = package.AsyncAnthropic(**options, webhook_key="", open_telemetry=tracing)
    return _Loaded(package, httpx2, transport.Unreadable, client)


def _imported(name: Package) -> Any:
    if name == "openai":
        import openai

        return openai
    import anthropic

    return anthropic
