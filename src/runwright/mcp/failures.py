"""What an MCP client reads when a call fails: one or two sentences that say what to do."""

from __future__ import annotations

from pydantic import ValidationError

from runwright.client import ApiError, ConnectionFailed, ScopeDenied, Unauthenticated


class ToolError(Exception):
    """A failure that is already worded for whoever called the tool."""


def words(error: Exception, url: str) -> str:
    """The sentences for a failure."""
    if isinstance(error, Unauthenticated):
        return f"{url} rejects the key of this connection. It may have been revoked or expired."
    if isinstance(error, ScopeDenied):
        return f"{error.message} The key of this connection needs that scope."
    if isinstance(error, ApiError):
        fields = "; ".join(f"{name} {', '.join(each)}" for name, each in error.errors.items())
        return fields or error.message
    if isinstance(error, ConnectionFailed):
        return f"The Runwright server at {url} does not answer. Is it running?"
    if isinstance(error, ValidationError):
        return "; ".join(_field(each["loc"], each["msg"]) for each in error.errors())
    return str(error)


def _field(location: tuple[int | str, ...], message: str) -> str:
    name = ".".join(map(str, location))
    return f"{name}: {message}" if name else message
