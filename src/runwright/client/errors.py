"""What can go wrong, one class for each code of the API and for each way to get no answer.

RunwrightError
 ├─ ApiError               the server refused; by its code:
 │   ├─ InvalidRequest      400  `errors` says what is wrong with each field
 │   ├─ Unauthenticated     401
 │   ├─ ScopeDenied         403  the message names the missing scope
 │   ├─ NotFound            404
 │   ├─ AlreadyDeleted      409
 │   ├─ StepLimit           422
 │   ├─ RateLimited         429  `retry_after` says when to come back
 │   ├─ Internal            500
 │   └─ Overloaded          503
 ├─ ConnectionFailed       no answer came
 │   └─ TimedOut            not in time
 ├─ MalformedAnswer        an answer came that is not this API's
 ├─ NotEndedYet            `wait` was told to wait no longer
 └─ NotOurs                a webhook's signature does not hold
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any


class RunwrightError(Exception):
    """Base of everything that this client raises by itself."""


class ApiError(RunwrightError):
    """The server refused. Its own class when the code is not one of the nine."""

    code: str = "unknown"

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str | None = None,
        request_id: str | None = None,
        doc_url: str | None = None,
        retry_after: float | None = None,
        errors: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code or type(self).code
        self.request_id = request_id
        self.doc_url = doc_url
        self.retry_after = retry_after
        """Seconds, when the server named any."""
        self.errors = dict(errors or {})
        """By field: what is wrong with it."""

    def __str__(self) -> str:
        fields = "".join(f"; {name} {', '.join(said)}" for name, said in self.errors.items())
        request = f" (request {self.request_id})" if self.request_id else ""
        return f"{self.status} {self.code}: {self.message}{fields}{request}"


class InvalidRequest(ApiError):
    """A part of the request is wrong; `errors` names each."""

    code = "invalid_request"


class Unauthenticated(ApiError):
    """No valid key."""

    code = "unauthenticated"


class ScopeDenied(ApiError):
    """The key's scopes do not allow it."""

    code = "scope_denied"


class NotFound(ApiError):
    """No such thing in the key's project."""

    code = "not_found"


class AlreadyDeleted(ApiError):
    """It existed, and was erased."""

    code = "already_deleted"


class StepLimit(ApiError):
    """The plan does not fit within `max_steps`; no run was made."""

    code = "step_limit"


class RateLimited(ApiError):
    """Too many requests, or a budget is used up."""

    code = "rate_limited"


class Internal(ApiError):
    """A fault of the server."""

    code = "internal"


class Overloaded(ApiError):
    """The server cannot take it now."""

    code = "overloaded"


class ConnectionFailed(RunwrightError):
    """No answer came; whether the server acted is not known."""


class TimedOut(ConnectionFailed):
    """No answer came in time."""


class MalformedAnswer(RunwrightError):
    """An answer came that cannot be understood."""

    def __init__(self, message: str, *, request_id: str | None = None) -> None:
        super().__init__(message)
        self.request_id = request_id


class NotEndedYet(RunwrightError):
    """The time to wait is over, and what was waited for goes on."""


class NotOurs(RunwrightError):
    """What claims to be a webhook's delivery is not signed with its secret, or is too old."""


_BY_CODE: Mapping[str, type[ApiError]] = {
    each.code: each
    for each in (
        InvalidRequest,
        Unauthenticated,
        ScopeDenied,
        NotFound,
        AlreadyDeleted,
        StepLimit,
        RateLimited,
        Internal,
        Overloaded,
    )
}


def api_error(status: int, headers: Mapping[str, str], content: bytes) -> ApiError:
    """The error that an answer carries; also when somebody on the way made it."""
    said = _envelope(content)
    code = str(said.get("code") or "")
    return _BY_CODE.get(code, ApiError)(
        str(said.get("message") or f"The server answered {status} without saying why."),
        status=status,
        code=code or None,
        request_id=said.get("request_id") or headers.get("request-id"),
        doc_url=said.get("doc_url"),
        retry_after=retry_after(headers),
        errors=said.get("errors"),
    )


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that `Retry-After` asks to wait, as a number or as a date."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        then = datetime.strptime(text, "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC)
    except ValueError:
        return None
    return max(0.0, (then - datetime.now(UTC)).total_seconds())


def _envelope(content: bytes) -> dict[str, Any]:
    try:
        found = json.loads(content)
    except ValueError:
        return {}
    said = found.get("error") if isinstance(found, dict) else None
    return said if isinstance(said, dict) else {}
