"""`Client` and `AsyncClient`: a server's address, a key, and the nouns."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, Self

from runwright.client.calls import D, Options
from runwright.client.drivers import Blocking, Concurrent
from runwright.client.nouns.access import Keys, Projects
from runwright.client.nouns.agents import Agents, Networks
from runwright.client.nouns.analytics import Analytics
from runwright.client.nouns.artifacts import Artifacts
from runwright.client.nouns.audit import Audit, Erasures
from runwright.client.nouns.auth import Auth
from runwright.client.nouns.catalog import Errors, Models, Tools, Versions
from runwright.client.nouns.context import Context
from runwright.client.nouns.events import Events, Webhooks
from runwright.client.nouns.files import Files
from runwright.client.nouns.runs import Runs
from runwright.client.retries import Retries

if TYPE_CHECKING:
    import httpx

URL = "RUNWRIGHT_URL"
API_KEY = "RUNWRIGHT_API_KEY"
DEFAULT_URL = "http://127.0.0.1:8080"


class Nouns(Generic[D]):
    """What both clients have."""

    def __init__(self, driver: D, options: Options) -> None:
        self._driver: D = driver
        self._options = options
        self.runs = Runs(driver, options)
        self.artifacts = Artifacts(driver, options)
        self.files = Files(driver, options)
        self.context = Context(driver, options)
        self.agents = Agents(driver, options)
        self.networks = Networks(driver, options)
        self.models = Models(driver, options)
        self.tools = Tools(driver, options)
        self.analytics = Analytics(driver, options)
        self.events = Events(driver, options)
        self.webhooks = Webhooks(driver, options)
        self.keys = Keys(driver, options)
        self.projects = Projects(driver, options)
        self.auth = Auth(driver, options)
        self.audit = Audit(driver, options)
        self.erasures = Erasures(driver, options)
        self.errors = Errors(driver, options)
        self.versions = Versions(driver, options)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._options.url!r})"

    def with_options(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        version: str | None = None,
    ) -> Self:
        """Return the same client over the same connections, with other options.

        Args:
            timeout: Seconds without progress after which a request fails.
            max_retries: How often a failed request is sent again.
            version: The dated version of the API to use.
        """
        options = self._options
        other = object.__new__(type(self))
        Nouns.__init__(
            other,
            self._driver,
            replace(
                options,
                timeout=options.timeout if timeout is None else timeout,
                retries=_retries(options.retries, max_retries),
                version=version or options.version,
            ),
        )
        return other


class Client(Nouns[Blocking]):
    """The blocking client. Safe to share between threads; close it, or use it with `with`.

    Args:
        url: The server's address; `RUNWRIGHT_URL` or `http://127.0.0.1:8080` by default.
        api_key: The key; `RUNWRIGHT_API_KEY` by default.
        timeout: Seconds without progress after which a request fails.
        max_retries: How often a failed request is sent again.
        version: The dated version of the API to use; the key's own by default.
        http_client: Your own `httpx.Client`, for proxies and certificates.
        needs_key: False for a client without a key, which can only log in.
    """

    def __init__(
        self,
        url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = 60.0,
        max_retries: int = 3,
        version: str | None = None,
        http_client: httpx.Client | None = None,
        needs_key: bool = True,
    ) -> None:
        from runwright.client.transport import HttpxTransport

        options = _options(url, api_key, timeout, max_retries, version, needs_key)
        super().__init__(Blocking(HttpxTransport(options.url, http_client)), options)

    def close(self) -> None:
        """Close the connections, except those of your own `http_client`."""
        self._driver.wires.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncClient(Nouns[Concurrent]):
    """The client for asyncio; close it, or use it with `async with`.

    Args:
        url: The server's address; `RUNWRIGHT_URL` or `http://127.0.0.1:8080` by default.
        api_key: The key; `RUNWRIGHT_API_KEY` by default.
        timeout: Seconds without progress after which a request fails.
        max_retries: How often a failed request is sent again.
        version: The dated version of the API to use; the key's own by default.
        http_client: Your own `httpx.AsyncClient`, for proxies and certificates.
        needs_key: False for a client without a key, which can only log in.
    """

    def __init__(
        self,
        url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = 60.0,
        max_retries: int = 3,
        version: str | None = None,
        http_client: httpx.AsyncClient | None = None,
        needs_key: bool = True,
    ) -> None:
        from runwright.client.transport import AsyncHttpxTransport

        options = _options(url, api_key, timeout, max_retries, version, needs_key)
        super().__init__(Concurrent(AsyncHttpxTransport(options.url, http_client)), options)

    async def close(self) -> None:
        """Close the connections, except those of your own `http_client`."""
        await self._driver.wires.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _options(
    url: str | None,
    api_key: str | None,
    timeout: float,
    max_retries: int,
    version: str | None,
    needs_key: bool,
) -> Options:
    address = (url or os.environ.get(URL) or DEFAULT_URL).rstrip("/")
    if not address.startswith(("http://", "https://")):
        raise ValueError(f"the address must begin with http:// or https://: {address}")
    key = (api_key or os.environ.get(API_KEY) or "").strip()
    if not key and needs_key:
        raise ValueError(f"an API key is needed: pass api_key, or set {API_KEY}")
    if not (key.isascii() and key.isprintable()):
        # Said here, since whoever finds it later would show the key.
        raise ValueError("the API key contains characters that no key has")
    return Options(
        url=address,
        api_key=key,
        version=version,
        timeout=timeout,
        retries=_retries(Retries(), max_retries),
    )


def _retries(retries: Retries, most: int | None) -> Retries:
    return retries if most is None else replace(retries, most=most)
