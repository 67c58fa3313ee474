"""A conversation with a language model that can call tools: the values that cross the wire.

Everything that a reply depends on is in a `ModelRequest`, as plain tuples, so that its hash can be
journaled beside the reply. The stable part comes first (system text, then tools), so that a
provider's prompt cache can keep it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from runwright import canonical


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
    replies: Literal["tools", "json"] = "tools"
    """`json` for a server that knows no tools: they are described in words, and calls are JSON."""


class Usage(NamedTuple):
    """What calls have used, for the bill."""

    input_tokens: int = 0
    """All that was sent, the cached part included."""
    output_tokens: int = 0
    calls: int = 0
    cached_tokens: int = 0
    """Of the input, what the provider's cache had, at its own price."""
    estimated: bool = False
    """Whether the provider did not name them all and we estimated, upward."""
    cache_write_tokens: int = 0
    """Of the input, what was written to the provider's cache, at its own price."""

    def plus(self, other: Usage) -> Usage:
        """Both together."""
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.calls + other.calls,
            self.cached_tokens + other.cached_tokens,
            self.estimated or other.estimated,
            self.cache_write_tokens + other.cache_write_tokens,
        )


class ModelReply(NamedTuple):
    """What the model said, and which tools it calls."""

    text: str
    calls: tuple[ToolCall, ...]
    usage: Usage


def request_to_json(request: ModelRequest) -> list[Any]:
    """A request as it crosses a pipe; pictures do not."""
    messages = [
        [each.role, each.text, [list(call) for call in each.calls], each.call_id]
        for each in request.messages
    ]
    tools = [list(each) for each in request.tools]
    return list(request._replace(messages=messages, tools=tools))  # type: ignore[arg-type]


def request_from(values: Sequence[Any]) -> ModelRequest:
    """A request that has crossed a pipe."""
    request = ModelRequest(*values)
    return request._replace(
        messages=tuple(_message_from(each) for each in request.messages),
        tools=tuple(ToolSpec(*each) for each in request.tools),
    )


def _message_from(values: Sequence[Any]) -> Message:
    message = Message(*values)
    return message._replace(calls=tuple(ToolCall(*call) for call in message.calls))


def request_sha256(request: ModelRequest) -> str:
    """The hash of everything that a reply depends on; pictures count by their own hash."""
    value = request._asdict()
    value["messages"] = [_hashed(message) for message in request.messages]
    value["tools"] = [[tool.name, tool.description, tool.schema] for tool in request.tools]
    return canonical.sha256(canonical.dumps(_without_floats(value)))


def _hashed(message: Message) -> dict[str, Any]:
    pictures = [[each.media_type, canonical.sha256(each.content)] for each in message.pictures]
    calls = [list(call) for call in message.calls]
    return {**message._asdict(), "calls": calls, "pictures": pictures}


def _without_floats(value: Any) -> Any:
    """The same with floats as marked text (canonical JSON holds none) and plain containers."""
    if isinstance(value, float):
        return {"float": repr(value)}
    if isinstance(value, Mapping):
        return {name: _without_floats(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without_floats(inner) for inner in value]
    return value
