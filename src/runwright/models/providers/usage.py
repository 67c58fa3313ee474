"""Tokens: those that a provider names, and those that are estimated, upward, when it names none."""

from __future__ import annotations

from typing import Any

from runwright.models.conversation import ModelRequest, Usage

BYTES_PER_TOKEN = 3
"""Most texts have four."""
FRAME_TOKENS = 8
"""What surrounds each message and each tool."""
PICTURE_TOKENS = 1_600
"""Anthropic's largest picture counts 1,568."""
MOST_TOKENS = 2**31


def count(value: Any) -> int | None:
    """A number of tokens that a provider names; None when it is none."""
    return value if type(value) is int and 0 <= value < MOST_TOKENS else None


def at_most(request: ModelRequest) -> Usage:
    """The most that a request can have used, for a reply that was lost."""
    return Usage(input_tokens(request), request.max_tokens, 1, estimated=True)


def completed(
    request: ModelRequest,
    written: str,
    sent: int | None,
    received: int | None,
    cached: int = 0,
    cache_write: int = 0,
) -> Usage:
    """What a reply has used; what the provider does not name is estimated."""
    is_estimated = not sent or received is None
    return Usage(
        sent or input_tokens(request),
        text_tokens(written) if received is None else received,
        1,
        min(cached, sent or 0),
        is_estimated,
        min(cache_write, sent or 0),
    )


def text_tokens(text: str) -> int:
    """Tokens of a text, estimated upward."""
    return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)


def input_tokens(request: ModelRequest) -> int:
    """Tokens of a request, estimated upward."""
    texts = [request.system]
    for message in request.messages:
        texts += [message.text, *(call.name + call.arguments for call in message.calls)]
    texts += [f"{tool.name}{tool.description}{tool.schema}" for tool in request.tools]
    pictures = sum(len(message.pictures) for message in request.messages)
    frames = FRAME_TOKENS * (len(request.messages) + len(request.tools) + 1)
    return sum(map(text_tokens, texts)) + frames + pictures * PICTURE_TOKENS
