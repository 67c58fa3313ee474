"""The error catalog as data, and one exception for each of its codes.

Codes are the contract: they never change their meaning. The domain raises these
exceptions; `api.envelope` is the one place that renders them.

    Problem
     ├─ InvalidRequest    400  invalid_request (405 for a wrong method, 416 for a range)
     ├─ Unauthenticated   401  unauthenticated
     ├─ ScopeDenied       403  scope_denied
     ├─ NotFound          404  not_found
     ├─ AlreadyDeleted    409  already_deleted
     ├─ StepLimit         422  step_limit
     ├─ RateLimited       429  rate_limited
     ├─ Internal          500  internal
     └─ Overloaded        503  overloaded
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogEntry:
    """What the catalog says about one code."""

    status: int
    code: str
    retriable: bool
    listed: bool = True
    """Whether `GET /v1/errors` shows it; every code can be retrieved by its name."""
    description: str
    remediation: str


CATALOG: Mapping[str, CatalogEntry] = {
    entry.code: entry
    for entry in (
        CatalogEntry(
            status=400,
            code="invalid_request",
            retriable=False,
            description="Part of the request is invalid. `errors` names each offending "
            "field, query parameter, header or form part. A known path that is called with the "
            "wrong method gets this code with HTTP status 405.",
            remediation="Correct the named fields and send the request again.",
        ),
        CatalogEntry(
            status=401,
            code="unauthenticated",
            retriable=False,
            description="The API key is missing, malformed, unknown, expired or revoked.",
            remediation="Send `Authorization: Bearer <API_KEY>` with a valid key. Create one with "
            "`POST /v1/keys`, or with `runwright keys create` on the server's machine.",
        ),
        CatalogEntry(
            status=403,
            code="scope_denied",
            retriable=False,
            description="The requested context source or action exceeds the key's scopes. "
            "The message names every scope that is missing, and each denial is in the audit log.",
            remediation="Grant the scope named in the message to the key, or drop the context "
            "source from the request.",
        ),
        CatalogEntry(
            status=404,
            code="not_found",
            retriable=False,
            description="Nothing with that id or path exists in this key's project.",
            remediation="Check the id, and that the key belongs to the project that owns it.",
        ),
        CatalogEntry(
            status=409,
            code="already_deleted",
            retriable=False,
            listed=False,
            description="It was deleted. Its content is gone for good; its audit log entries "
            "remain.",
            remediation="Nothing to do. `GET /v1/erasures/:id` says what was erased and when.",
        ),
        CatalogEntry(
            status=422,
            code="step_limit",
            retriable=False,
            description="The plan does not fit within `max_steps`. No run was created.",
            remediation="Raise `max_steps` (16 at most) or narrow the prompt.",
        ),
        CatalogEntry(
            status=429,
            code="rate_limited",
            retriable=True,
            description="The key made too many requests.",
            remediation="Wait as many seconds as the `Retry-After` header says, then retry.",
        ),
        CatalogEntry(
            status=500,
            code="internal",
            retriable=True,
            description="Something went wrong in the server. It was logged under the request id.",
            remediation="Retry. Creation is idempotent per `Idempotency-Key`, so retrying with "
            "the same value is safe. If it persists, report the request id.",
        ),
        CatalogEntry(
            status=503,
            code="overloaded",
            retriable=True,
            description="The server cannot handle the request now: its queue is full, its storage "
            "is unreachable, a wait timed out, or it is shutting down.",
            remediation="Wait as many seconds as the `Retry-After` header says, then retry.",
        ),
    )
}


_MOST_LISTED = 3
"""Fields that a message names; `errors` has all of them."""


class Problem(Exception):
    """An error that the caller sees; each subclass is one code of the catalog."""

    code: str

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        return CATALOG[self.code].status


class InvalidRequest(Problem):
    """A field failed validation; `errors` maps each offending one to what is wrong with it."""

    code = "invalid_request"

    def __init__(self, errors: Mapping[str, list[str]], message: str | None = None) -> None:
        super().__init__(message or f"The request is invalid: {_listed(errors)}.")
        self.errors = dict(errors)


def _listed(errors: Mapping[str, list[str]]) -> str:
    """The first few fields, each with what is wrong with it."""
    shown = [f"{name} {reasons[0]}" for name, reasons in errors.items()][:_MOST_LISTED]
    more = len(errors) - len(shown)
    return "; ".join([*shown, f"and {more} more"] if more else shown)


class MethodNotAllowed(InvalidRequest):
    """A known path, called with a method that it does not have."""

    def __init__(self, method: str, allowed: tuple[str, ...]) -> None:
        methods = ", ".join(allowed)
        super().__init__(
            {"method": [f"must be one of {methods}"]}, f"This address does not support {method}."
        )
        self.allowed = allowed

    @property
    def status(self) -> int:
        """405, the one status that differs from its code's own."""
        return 405


class RangeNotSatisfiable(InvalidRequest):
    """A part of a file was asked for that it does not have."""

    def __init__(self, size: int) -> None:
        super().__init__({"Range": [f"must be within the {size} bytes of the file"]})
        self.size = size

    @property
    def status(self) -> int:
        """416, as HTTP has it."""
        return 416


class Unauthenticated(Problem):
    """No valid key; says nothing about what the key lacked."""

    code = "unauthenticated"

    def __init__(self) -> None:
        super().__init__("A valid API key is required: Authorization: Bearer <API_KEY>.")


class ScopeDenied(Problem):
    """The key may not do this."""

    code = "scope_denied"


class NotFound(Problem):
    """No such thing in this project."""

    code = "not_found"


class AlreadyDeleted(Problem):
    """It existed, and was erased."""

    code = "already_deleted"


class StepLimit(Problem):
    """The plan needs more steps than the request allows."""

    code = "step_limit"

    def __init__(self, needed: int | None, allowed: int) -> None:
        """`needed` is None when reading stopped at what is allowed."""
        steps = f"more than {allowed} steps" if needed is None else f"{needed} steps"
        super().__init__(
            f"The plan needs {steps} and max_steps allows {allowed}. "
            "Raise max_steps or narrow the prompt."
        )


class Waiting(Problem):
    """A problem that goes away by itself: says when to come back."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = max(1, retry_after)


class RateLimited(Waiting):
    """The key is out of tokens."""

    code = "rate_limited"


class Overloaded(Waiting):
    """The server cannot take this now."""

    code = "overloaded"

    def __init__(self, message: str, retry_after: int = 1) -> None:
        super().__init__(message, retry_after)


class Internal(Problem):
    """A fault of ours."""

    code = "internal"

    def __init__(self, message: str | None = None) -> None:
        super().__init__(
            message
            or "An internal error occurred. The server's log has the details under this request "
            "id. Retrying with the same Idempotency-Key is safe."
        )
