"""Answers outside `/v1`: their fixed headers, and refusals in the one envelope."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from runwright.api import dashboard
from runwright.api.envelope import render
from runwright.api.hosts import Hosts
from runwright.errors import MethodNotAllowed, NotFound, Problem

REQUEST_ID = "runwright.request_id"


def with_fixed_headers(send: Any, request_id: str) -> Any:
    """The request's id, and that nobody keeps a copy unless the page itself says for how long."""

    async def send_with_headers(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = message["headers"]
            headers.append((b"request-id", request_id.encode()))
            if not any(name == b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-store"))
        await send(message)

    return send_with_headers


def no_page(hosts: Hosts) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What is not there, or not with that method, outside `/v1`."""

    async def refuse(request: Request, error: Exception) -> Response:
        if page := dashboard.not_found(request):
            return page
        problem: Problem = NotFound("There is nothing at this path.")
        if isinstance(error, HTTPException) and error.status_code == 405:
            allowed = (error.headers or {}).get("Allow", "GET")
            problem = MethodNotAllowed(request.method, tuple(allowed.split(", ")))
        return refusal(hosts, request.scope, problem)

    return refuse


def refusal(hosts: Hosts, scope: Any, problem: Problem) -> Response:
    """A problem outside `/v1`, in the same envelope."""
    answer = render(problem, scope[REQUEST_ID], hosts.base_url(scope))
    headers = {name.decode(): value.decode() for name, value in answer.headers}
    return Response(answer.body, answer.status, headers, "application/json")
