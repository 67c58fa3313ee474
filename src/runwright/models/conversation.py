"""A conversation with a language model that can call tools: the values that cross the wire.

Everything that a reply depends on is in a `ModelRequest`, as plain tuples, so that its hash can be
journaled beside the reply. The stable part comes first (system text, then tools), so that a
provider's prompt cache can keep it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple


class ToolSpec(NamedTuple):
    """A tool that the model is offered."""

    name: str
    description: str
    schema: Mapping[str, Any]
    """The JSON Schema of its arguments."""


class ToolCall(NamedTuple):
    """A tool that the model calls."""

    id: str
    """The provider's own; made by us where it gives none."""
    name: str
    arguments: str
    """JSON as the model wrote it: it may be none."""


class Picture(NamedTuple):
    """An image that is shown to the model."""

    media_type: str
    content: bytes


class Message(NamedTuple):
    """One message. A `tool` message answers one call of the assistant's message before it."""

    role: Literal["user", "assistant", "tool"]
    text: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    pictures: tuple[Picture, ...] = ()


class ModelRequest(NamedTuple):
    """Everything that a reply depends on."""

    model: str
    system: str
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    choice: Literal["auto", "any", "none"] = "auto"
    """Whether the model may, must or must not call a tool."""
    max_tokens: int = 2048
    temperature: float | None = None
    seed: int | None = None
    effort: str | None = None
    """How hard a reasoning model thinks, in the provider's own word; None for its default."""
    context_window: int = 0
    weights: str | None = None
    """The SHA-256 of the weights, when they are a file."""


class Usage(NamedTuple):
    """What calls have used, for the bill."""

    input_tokens: int = 0
    """All that was sent, the cached part included."""
    output_tokens: int = 0
    calls: int = 0
    cached_tokens: int = 0
    """Of the input, what the provider's cache had, at its own price."""
    estimated: bool = False
    """Whether the provider named none and we reckoned them, upward."""

    def plus(self, other: Usage) -> Usage:
        """Both together."""
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.calls + other.calls,
            self.cached_tokens + other.cached_tokens,
            self.estimated or other.estimated,
        )


class ModelReply(NamedTuple):
    """What the model said, and which tools it calls."""

    text: str
    calls: tuple[ToolCall, ...]
    usage: Usage
