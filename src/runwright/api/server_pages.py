"""The pages about the server itself: its health, its numbers, its interface, its documentation."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Any

import orjson

from runwright import __version__
from runwright.api import dashboard, docs, html, openapi
from runwright.api.call import Answer
from runwright.api.gateway import Gateway
from runwright.api.hosts import Hosts
from runwright.api.metrics import CONTENT_TYPE, Metrics
from runwright.api.site import assets
from runwright.api.site.pages import Page, PageRequest, Show, page_answer
from runwright.api.versions import Versions
from runwright.db.database import Database
from runwright.db.probe import probe

_PLAIN = "text/plain; charset=utf-8"


def health_pages(database: Database) -> list[Page]:
    """Whether the server lives, and whether it can do its work."""

    async def healthz(_: PageRequest) -> Answer:
        return page_answer("ok\n", _PLAIN)

    async def readyz(_: PageRequest) -> Answer:
        await database.write(probe)
        return page_answer("ready\n", _PLAIN)

    return [Page("/healthz", healthz), Page("/readyz", readyz)]


def metrics_page(metrics: Metrics) -> Page:
    """The numbers, where they have no address of their own."""

    async def numbers(_: PageRequest) -> Answer:
        return page_answer(metrics.render(), CONTENT_TYPE)

    return Page("/metrics", numbers)


def description_page(gateway: Gateway, hosts: Hosts, versions: Versions) -> Page:
    """The OpenAPI document."""

    @cache
    def described() -> dict[str, Any]:
        known = [version.id for version in versions.all]
        return openapi.document(gateway.router.routes, __version__, known)

    async def description(request: PageRequest) -> Answer:
        # It takes a good part of a second to make, once.
        value = openapi.served_at(hosts.base_url(request.scope), await asyncio.to_thread(described))
        return page_answer(orjson.dumps(value), "application/json")

    return Page("/openapi.json", description)


def readable_pages(versions: Versions) -> list[Page]:
    """The dashboard, the documentation, and what this server says of its errors and versions."""
    of_dashboard = dashboard.pages()
    library = docs.Library(docs.folder(), has_dashboard=bool(of_dashboard))

    def framed(make: Callable[[PageRequest], html.Content | None]) -> Show:
        async def show(request: PageRequest) -> Answer | None:
            shown = make(request)
            if shown is None:
                return None
            frame = await asyncio.to_thread(lambda: library.frame)
            whole = frame.page(shown.title, shown.content, address=request.path)
            return page_answer(whole, headers=assets.HEADERS)

        return show

    made: dict[str, Callable[[PageRequest], html.Content | None]] = {
        "/": lambda _: html.home(),
        "/docs/errors": lambda _: html.error_list(),
        "/docs/errors/{code}": lambda request: html.error_page(request.parameters["code"]),
        "/docs/versions": lambda _: html.version_list(versions),
        "/docs/versions/{version}": lambda request: html.version_page(
            versions, request.parameters["version"]
        ),
    }
    return [
        *of_dashboard,
        *(Page(path, framed(make)) for path, make in made.items()),
        *docs.pages(library),
    ]
