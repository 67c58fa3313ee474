"""What an MCP client reads when a call fails: one or two sentences that say what to do."""

from __future__ import annotations

from pydantic import ValidationError

from runwright.client import (
    APIConnectionError,
    APIError,
    APITimeoutError,
    AuthenticationError,
    MalformedResponseError,
    PermissionDeniedError,
    WaitTimeoutError,
)


class ToolError(Exception):
    """A failure that is already worded for whoever called the tool."""


def words(error: Exception, url: str) -> str:
    """The sentences for a failure."""
    if isinstance(error, AuthenticationError):
        return (
            f"{url} rejects the key of this connection. It may have been revoked or expired: "
            "put another into the settings of the MCP client."
        )
    if isinstance(error, PermissionDeniedError):
        return f"{error.message} The key of this connection needs that scope."
    if isinstance(error, APIError):
        return _refusal(error)
    if isinstance(error, APITimeoutError):
        return f"The Runwright server at {url} did not answer in time. Try again later."
    if isinstance(error, APIConnectionError):
        return f"The Runwright server at {url} does not answer. Is it running?"
    if isinstance(error, MalformedResponseError):
        return f"The answer from {url} is not that of a Runwright server. Check --server."
    if isinstance(error, ValidationError):
        return "; ".join(_field(each["loc"], each["msg"]) for each in error.errors())
    if isinstance(error, ToolError | WaitTimeoutError):
        return str(error)
    return "`runwright mcp` failed on this call. Its standard error has the details."


def _refusal(error: APIError) -> str:
    fields = "; ".join(f"{name} {', '.join(each)}" for name, each in error.errors.items())
    if error.retry_after is None:
        return fields or error.message
    return f"{fields or error.message} Try again in {error.retry_after:.0f} seconds."


def _field(location: tuple[int | str, ...], message: str) -> str:
    name = ".".join(map(str, location))
    return f"{name}: {message}" if name else message
