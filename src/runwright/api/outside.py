"""The ASGI application of everything outside `/v1`: pages, refusals, starting and stopping."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any

import structlog

from runwright import ids
from runwright.api import dashboard
from runwright.api.call import Answer
from runwright.api.envelope import render
from runwright.api.hosts import EXEMPT, REFUSAL, Hosts
from runwright.api.site.pages import METHODS, Page, PageRequest, Pages
from runwright.errors import Internal, InvalidRequest, MethodNotAllowed, NotFound, Problem

Lifespan = Callable[[], AbstractAsyncContextManager[None]]
_JSON = (b"content-type", b"application/json")

log = structlog.get_logger()


class Outside:
    """Answers with pages, and with problems in the same envelope as `/v1`."""

    def __init__(self, pages: Iterable[Page], hosts: Hosts, lifespan: Lifespan) -> None:
        self._pages = Pages(pages)
        self._hosts = hosts
        self._lifespan = lifespan

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        """Answer one request, or begin and end with the server."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        request_id = ids.new("req")
        try:
            answer = await self._answer(scope)
        except Problem as problem:
            answer = self._rendered(scope, problem, request_id)
        except Exception:
            log.exception("unhandled", request_id=request_id)
            answer = self._rendered(scope, Internal(), request_id)
        await _send(scope, answer, request_id, send)

    async def refuse(self, scope: Mapping[str, Any], problem: Problem, send: Any) -> None:
        """Answer with a problem."""
        request_id = ids.new("req")
        await _send(scope, self._rendered(scope, problem, request_id), request_id, send)

    async def _answer(self, scope: Mapping[str, Any]) -> Answer:
        path, method = scope["path"], scope["method"]
        if path not in EXEMPT and not self._hosts.passes(scope):
            raise InvalidRequest(REFUSAL)
        show, parameters = self._pages.find(path) or (None, {})
        request = PageRequest(scope=scope, headers=dict(scope["headers"]), parameters=parameters)
        if show is not None and method not in METHODS:
            raise MethodNotAllowed(method, METHODS)
        answer = None if show is None else await show(request)
        if answer is None and method == "GET":
            answer = dashboard.not_found(request)
        if answer is None:
            raise NotFound("There is nothing at this path.")
        return answer

    def _rendered(self, scope: Mapping[str, Any], problem: Problem, request_id: str) -> Answer:
        answer = render(problem, request_id, self._hosts.base_url(scope))
        return Answer(body=answer.body, status=answer.status, headers=(_JSON, *answer.headers))

    async def _live(self, receive: Any, send: Any) -> None:
        """The server starts with what the application needs, and stops when that has ended."""
        await receive()
        stage = "startup"
        try:
            async with self._lifespan():
                await send({"type": "lifespan.startup.complete"})
                stage = "shutdown"
                await receive()
        except BaseException:
            message = traceback.format_exc()
            await send({"type": f"lifespan.{stage}.failed", "message": message})
            raise
        await send({"type": "lifespan.shutdown.complete"})


async def _send(scope: Mapping[str, Any], answer: Answer, request_id: str, send: Any) -> None:
    """With the request's id; nobody keeps a copy unless the page itself says for how long."""
    headers = [*answer.headers, (b"request-id", request_id.encode())]
    if not any(name == b"cache-control" for name, _ in headers):
        headers.append((b"cache-control", b"no-store"))
    if answer.status != 304:
        headers.append((b"content-length", b"%d" % len(answer.body)))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    body = b"" if scope["method"] == "HEAD" else answer.body
    await send({"type": "http.response.body", "body": body})
