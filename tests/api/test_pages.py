"""Pages outside `/v1`: which one a path leads to, and what becomes of one that fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest

from runwright.api.call import Answer
from runwright.api.hosts import Hosts
from runwright.api.outside import Lifespan, Outside
from runwright.api.site.pages import Page, PageRequest, Pages, page_answer
from runwright.config import Settings


async def show(request: PageRequest) -> Answer:
    return page_answer(orjson.dumps(dict(request.parameters)), "text/plain")


async def show_nothing(_: PageRequest) -> Answer | None:
    return None


async def fail(_: PageRequest) -> Answer:
    raise RuntimeError("a fault of ours")


@asynccontextmanager
async def nothing() -> AsyncIterator[None]:
    yield


PAGES = [
    Page("/", show),
    Page("/one.txt", show),
    Page("/errors/{code}", show),
    Page("/docs/{name:path}", show),
    Page("/gone", show_nothing),
    Page("/broken", fail),
]


def outside(folder: Path, lifespan: Lifespan = nothing) -> Outside:
    return Outside(PAGES, Hosts(Settings(data=folder)), lifespan)


def asked(folder: Path, path: str, method: str = "GET") -> tuple[int, dict[bytes, bytes], bytes]:
    """Status, headers and body of an answer."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost")]
    scope = {"type": "http", "method": method, "path": path, "headers": headers}
    asyncio.run(outside(folder)(scope, None, send))
    start, body = sent
    return start["status"], dict(start["headers"]), body["body"]


@pytest.mark.parametrize(
    ("path", "parameters"),
    [
        ("/", {}),
        ("/one.txt", {}),
        ("/errors/a%b", {"code": "a%b"}),
        ("/docs/", {"name": ""}),
        ("/docs/a/b\n", {"name": "a/b\n"}),
    ],
)
def test_a_path_leads_to_its_page(path: str, parameters: dict[str, str]) -> None:
    assert Pages(PAGES).find(path) == (show, parameters)


@pytest.mark.parametrize(
    "path", ["", "//", "/oneXtxt", "/errors", "/errors/", "/errors/a/b", "/docs"]
)
def test_no_other_path_does(path: str) -> None:
    assert Pages(PAGES).find(path) is None


@pytest.mark.parametrize(
    ("path", "method", "status", "code"),
    [
        ("/nowhere", "GET", 404, "not_found"),
        ("/gone", "GET", 404, "not_found"),
        ("/", "POST", 405, "invalid_request"),
        ("/broken", "GET", 500, "internal"),
    ],
)
def test_a_problem_has_the_envelope(
    tmp_path: Path, path: str, method: str, status: int, code: str
) -> None:
    found, headers, body = asked(tmp_path, path, method)
    error = orjson.loads(body)["error"]
    assert (found, error["code"], b"a fault of ours" in body) == (status, code, False)
    assert error["request_id"].encode() == headers[b"request-id"]
    assert (headers[b"content-type"], headers[b"cache-control"]) == (
        b"application/json",
        b"no-store",
    )
    assert headers.get(b"allow") == (b"GET, HEAD" if status == 405 else None)


def test_a_head_has_the_length_of_the_body_that_it_lacks(tmp_path: Path) -> None:
    status, headers, body = asked(tmp_path, "/", "HEAD")
    assert (status, headers[b"content-length"], body) == (200, b"2", b"")


@pytest.mark.parametrize("stage", ["startup", "shutdown", None])
def test_a_server_is_told_how_the_application_began_and_ended(
    tmp_path: Path, stage: str | None
) -> None:
    sent: list[str] = []

    @asynccontextmanager
    async def life() -> AsyncIterator[None]:
        if stage == "startup":
            raise RuntimeError("it cannot begin")
        yield
        if stage == "shutdown":
            raise RuntimeError("it cannot end")

    async def receive() -> None:
        return None

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["type"])

    living = outside(tmp_path, life)({"type": "lifespan"}, receive, send)
    if stage is None:
        asyncio.run(living)
    else:
        with pytest.raises(RuntimeError):
            asyncio.run(living)
    assert (
        sent
        == {
            "startup": ["lifespan.startup.failed"],
            "shutdown": ["lifespan.startup.complete", "lifespan.shutdown.failed"],
            None: ["lifespan.startup.complete", "lifespan.shutdown.complete"],
        }[stage]
    )
