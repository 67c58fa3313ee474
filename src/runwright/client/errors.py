"""Everything the client raises: one class for each error code of the API, and for each lost answer.

RunwrightError
 ├─ APIError                    the server refused; by its code:
 │   ├─ InvalidRequestError         400  `errors` says what is wrong with each field
 │   ├─ AuthenticationError         401
 │   ├─ PermissionDeniedError       403  the message names the missing scope
 │   ├─ NotFoundError               404
 │   ├─ AlreadyDeletedError         409
 │   ├─ StepLimitError              422
 │   ├─ RateLimitError              429  `retry_after` says when to try again
 │   ├─ InternalServerError         500
 │   └─ OverloadedError             503
 ├─ APIConnectionError          no response arrived
 │   └─ APITimeoutError             not in time
 ├─ MalformedResponseError      the response is not from this API
 ├─ RunFailedError              `ask` or `raise_for_status` met a run that failed or was cancelled
 ├─ WaitTimeoutError            `wait` reached its timeout
 └─ SignatureVerificationError  a webhook's signature is not valid
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any


class RunwrightError(Exception):
    """Base class of every error that this client raises."""


class APIError(RunwrightError):
    """The server refused the request; used itself for a code that has no class of its own."""

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
        """Seconds to wait before trying again, if the server named any."""
        self.errors = dict(errors or {})
        """What is wrong, by field."""

    @property
    def reason(self) -> str:
        """What is wrong, field by field where the server says so; else its message."""
        fields = (f"{name} {', '.join(reasons)}" for name, reasons in self.errors.items())
        return "; ".join(fields) or self.message

    def __str__(self) -> str:
        request = f" (request {self.request_id})" if self.request_id else ""
        return f"{self.status} {self.code}: {self.reason}{request}"


class InvalidRequestError(APIError):
    """Part of the request is not valid; `errors` names each field."""

    code = "invalid_request"


class AuthenticationError(APIError):
    """The key is missing or not valid."""

    code = "unauthenticated"


class PermissionDeniedError(APIError):
    """The key lacks a scope; the message names it."""

    code = "scope_denied"


class NotFoundError(APIError):
    """There is no such object in the key's project."""

    code = "not_found"


class AlreadyDeletedError(APIError):
    """The object existed and was deleted."""

    code = "already_deleted"


class StepLimitError(APIError):
    """The plan does not fit within `max_steps`; no run was created."""

    code = "step_limit"


class RateLimitError(APIError):
    """Too many requests, or a budget is spent."""

    code = "rate_limited"


class InternalServerError(APIError):
    """The server failed."""

    code = "internal"


class OverloadedError(APIError):
    """The server is overloaded or shutting down."""

    code = "overloaded"


class APIConnectionError(RunwrightError):
    """No response arrived; the server may or may not have acted."""


class APITimeoutError(APIConnectionError):
    """No response arrived in time."""


class MalformedResponseError(RunwrightError):
    """The response cannot be read."""

    def __init__(self, message: str, *, request_id: str | None = None) -> None:
        super().__init__(message)
        self.request_id = request_id


class RunFailedError(RunwrightError):
    """A run failed or was cancelled; `run` is the run."""

    def __init__(self, message: str, *, run: Any) -> None:
        super().__init__(message)
        self.run = run


class WaitTimeoutError(RunwrightError):
    """The timeout passed before the run, the file or the login was done."""


class SignatureVerificationError(RunwrightError):
    """A delivery is not signed with the webhook's secret, or its timestamp is too old."""


_BY_CODE: Mapping[str, type[APIError]] = {
    each.code: each
    for each in (
        InvalidRequestError,
        AuthenticationError,
        PermissionDeniedError,
        NotFoundError,
        AlreadyDeletedError,
        StepLimitError,
        RateLimitError,
        InternalServerError,
        OverloadedError,
    )
}


def api_error(status: int, headers: Mapping[str, str], content: bytes) -> APIError:
    """The error that an answer carries; also when somebody on the way made it."""
    said = _envelope(content)
    code = str(said.get("code") or "")
    return _BY_CODE.get(code, APIError)(
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
