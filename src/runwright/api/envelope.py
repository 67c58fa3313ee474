"""The one envelope that every non-2xx answer carries."""

from __future__ import annotations

from typing import Any

import orjson

from runwright.api.call import Answer, Header
from runwright.errors import (
    InvalidRequest,
    MethodNotAllowed,
    Problem,
    RangeNotSatisfiable,
    Waiting,
)


def doc_url(base_url: str, code: str) -> str:
    """The readable page about a code."""
    return f"{base_url}/docs/errors/{code}"


def envelope(problem: Problem, request_id: str, base_url: str) -> dict[str, Any]:
    """A problem as JSON."""
    error: dict[str, Any] = {
        "status": problem.status,
        "code": problem.code,
        "message": problem.message,
        "doc_url": doc_url(base_url, problem.code),
        "request_id": request_id,
    }
    if isinstance(problem, InvalidRequest):
        error["errors"] = problem.errors
    return {"error": error}


def render(problem: Problem, request_id: str, base_url: str) -> Answer:
    """A problem as an answer, with the headers that go with it."""
    headers: list[Header] = []
    if isinstance(problem, Waiting):
        headers.append((b"retry-after", b"%d" % problem.retry_after))
    if isinstance(problem, MethodNotAllowed):
        headers.append((b"allow", ", ".join(problem.allowed).encode()))
    if isinstance(problem, RangeNotSatisfiable):
        headers.append((b"content-range", b"bytes */%d" % problem.size))
    if problem.status == 401:
        headers.append((b"www-authenticate", b'Bearer realm="runwright"'))
    body = orjson.dumps(envelope(problem, request_id, base_url))
    return Answer(body=body, status=problem.status, headers=tuple(headers))
