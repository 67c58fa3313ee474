"""Messages, as Anthropic speaks them. The schema is that of a tool which the model must use."""

from __future__ import annotations

from typing import Any

import orjson

from runwright.models.providers.openai_compatible import tokens
from runwright.models.providers.types import Failure, Kind, Question, Reply, Usage
from runwright.models.providers.wire import Wire

URL = "https://api.anthropic.com"
VERSION = "2023-06-01"
_TOOL = "reply"


class Anthropic:
    """An endpoint that has `/v1/messages`."""

    def __init__(self, url: str, key: str | None) -> None:
        headers = {"anthropic-version": VERSION}
        self._wire = Wire(url, {**headers, "x-api-key": key} if key else headers)

    async def complete(self, question: Question, seconds: float) -> Reply | Failure:
        """One attempt."""
        found = await self._wire.post("/v1/messages", request(question), seconds)
        return found if isinstance(found, Failure) else read(found)

    async def close(self) -> None:
        """Close every connection."""
        await self._wire.close()


def request(question: Question) -> dict[str, Any]:
    """The body of the request; there is no seed to give."""
    body: dict[str, Any] = {
        "model": question.model,
        "max_tokens": question.max_tokens,
        "system": question.system,
        "messages": [{"role": turn.role, "content": turn.text} for turn in question.turns],
    }
    if question.has_schema_replies:
        body["tools"] = [
            {"name": _TOOL, "description": "Give the reply.", "input_schema": question.schema}
        ]
        body["tool_choice"] = {"type": "tool", "name": _TOOL}
    if question.temperature is not None:
        body["temperature"] = question.temperature
    return body


def read(found: dict[str, Any]) -> Reply | Failure:
    """The reply in a message; it is not believed to have any particular shape."""
    usage = _usage(found.get("usage"))
    stop, blocks = found.get("stop_reason"), found.get("content")
    if stop == "refusal":
        return Failure(Kind.REFUSED, "it refused to answer", usage=usage)
    if stop == "max_tokens":
        return Failure(Kind.TRUNCATED, "its answer ran into the limit of tokens", usage=usage)
    if not isinstance(blocks, list):
        return Failure(Kind.MALFORMED, "it sent no message", usage=usage)
    text = _text(blocks)
    if not text.strip():
        return Failure(Kind.EMPTY, "it sent an empty answer", usage=usage)
    return Reply(text, usage)


def _text(blocks: list[Any]) -> str:
    """What the tool was given, or else the words."""
    known = [block for block in blocks if isinstance(block, dict)]
    for block in known:
        if block.get("type") == "tool_use" and block.get("name") == _TOOL:
            return orjson.dumps(block.get("input")).decode()
    words = (block.get("text") for block in known if block.get("type") == "text")
    return "".join(text for text in words if isinstance(text, str))


def _usage(found: Any) -> Usage:
    counts = found if isinstance(found, dict) else {}
    # What was written to or read from the provider's cache was input too.
    read_in = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    given = sum(tokens(counts.get(name)) for name in read_in)
    return Usage(given, tokens(counts.get("output_tokens")), 1)
