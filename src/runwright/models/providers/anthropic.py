"""Messages, as Anthropic speaks them. The package of that name is imported in `vendor`."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from runwright.models.conversation import Message, ModelReply, ModelRequest, Usage
from runwright.models.providers import failures, usage
from runwright.models.providers.failures import Refusal
from runwright.models.providers.replies import finished, parsed, tool_call
from runwright.models.providers.streaming import TextStream
from runwright.models.providers.types import Failure, OnCall, OnText, unheard
from runwright.models.providers.usage import at_most
from runwright.models.providers.vendor import Endpoint, Streamed, Vendor

URL = "https://api.anthropic.com"
VERSION = "2023-06-01"
_CACHED = {"cache_control": {"type": "ephemeral"}}
_CACHE_READ = "cache_read_input_tokens"
_CACHE_WRITE = "cache_creation_input_tokens"


class Anthropic:
    """An endpoint that has `/v1/messages`."""

    def __init__(self, endpoint: Endpoint) -> None:
        headers = {"anthropic-version": VERSION, **endpoint.headers}
        self._vendor = Vendor("anthropic", endpoint._replace(headers=headers))

    async def open(self) -> None:
        """Load the vendor's package."""
        await self._vendor.open()

    async def close(self) -> None:
        """Close every connection."""
        await self._vendor.close()

    async def converse(
        self,
        request: ModelRequest,
        seconds: float,
        on_text: OnText | None = None,
        on_call: OnCall | None = None,
    ) -> ModelReply | Failure:
        """One attempt."""
        if on_text is None and on_call is None:
            return await self._ask(request, seconds, None)
        # Thoughts are blocks of their own here.
        stream = TextStream(request, on_text or unheard, is_certain=True)
        reply = await self._ask(request, seconds, Pieces(stream.add, on_call or unheard))
        stream.finish(reply)
        return reply

    async def _ask(
        self, request: ModelRequest, seconds: float, pieces: Pieces | None
    ) -> ModelReply | Failure:
        value = await self._vendor.ask(
            "/v1/messages",
            body(request),
            seconds=seconds,
            charge=at_most(request),
            on_event=pieces.add if pieces else None,
        )
        if isinstance(value, Refusal):
            return failures.failure_of(value)
        if isinstance(value, Failure):
            return value
        if isinstance(value, Streamed):
            whole = pieces.whole() if pieces else None
            return read(whole, request) if whole else failures.broken(at_most(request))
        return read(value, request)


# What is sent -----------------------------------------------------------------------------------


def body(request: ModelRequest) -> dict[str, Any]:
    """The body of a request; there is no seed to give. Tools and system text are cached."""
    made: dict[str, Any] = {
        "model": request.model,
        "max_tokens": request.max_tokens,
        "messages": _messages(request.messages),
    }
    if request.system:
        made["system"] = [{"type": "text", "text": request.system, **_CACHED}]
    if request.tools:
        made["tools"] = [
            {"name": tool.name, "description": tool.description, "input_schema": tool.schema}
            for tool in request.tools
        ]
        made["tools"][-1] |= _CACHED
        made["tool_choice"] = {"type": request.choice}
    if request.temperature is not None:
        made["temperature"] = request.temperature
    if request.effort is not None:
        made["output_config"] = {"effort": request.effort}
    return made


def _messages(messages: tuple[Message, ...]) -> list[dict[str, Any]]:
    """All results of one reply's calls are blocks of one message of the user."""
    made: list[dict[str, Any]] = []
    for message in messages:
        role = "assistant" if message.role == "assistant" else "user"
        blocks = _blocks(message)
        if made and made[-1]["role"] == role:
            made[-1]["content"] += blocks
        elif blocks:  # a message without content is refused
            made.append({"role": role, "content": blocks})
    return made


def _blocks(message: Message) -> list[dict[str, Any]]:
    if message.role == "tool":
        result = {"type": "tool_result", "tool_use_id": message.call_id, "content": message.text}
        return [result]
    blocks: list[dict[str, Any]] = []
    for picture in message.pictures:
        data = base64.b64encode(picture.content).decode()
        source = {"type": "base64", "media_type": picture.media_type, "data": data}
        blocks.append({"type": "image", "source": source})
    if message.text.strip():  # an empty text is refused
        blocks.append({"type": "text", "text": message.text})
    for call in message.calls:
        given = parsed(call.arguments)
        given = given if isinstance(given, dict) else {}
        blocks.append({"type": "tool_use", "id": call.id, "name": call.name, "input": given})
    return blocks


# What is read -----------------------------------------------------------------------------------


def read(value: Mapping[str, Any], request: ModelRequest) -> ModelReply | Failure:
    """The reply in a message; it is not believed to have any particular shape."""
    blocks, stop = value.get("content"), value.get("stop_reason")
    used = _usage(value.get("usage"), request, blocks)
    if value.get("type") == "error" or value.get("error"):
        return failures.in_reply(value.get("error"), used)
    if stop == "refusal":
        return failures.refused(used)
    if stop == "max_tokens":
        return failures.truncated(used)
    if stop == "model_context_window_exceeded":
        return failures.too_long(used)
    if isinstance(blocks, str):
        blocks = [{"type": "text", "text": blocks}]
    if not isinstance(blocks, list):
        return failures.malformed(used)
    known = [block for block in blocks if isinstance(block, dict)]
    if blocks and not known:
        return failures.malformed(used)
    texts = (block.get("text") for block in known if block.get("type") == "text")
    calls = (
        tool_call(block.get("id"), block.get("name"), block.get("input"))
        for block in known
        if block.get("type") == "tool_use"
    )
    text = "".join(each for each in texts if isinstance(each, str))
    return finished(request, text, [call for call in calls if call], used)


def _usage(counts: Any, request: ModelRequest, blocks: Any) -> Usage:
    named = counts if isinstance(counts, dict) else {}
    fresh, received, cached, cache_write = (
        usage.count(named.get(name))
        for name in ("input_tokens", "output_tokens", _CACHE_READ, _CACHE_WRITE)
    )
    sent = (fresh or 0) + (cached or 0) + (cache_write or 0)
    written = "" if blocks is None else str(blocks)
    return usage.completed(request, written, sent, received, cached or 0, cache_write or 0)


class Pieces:
    """Puts the events of a stream together to one message."""

    def __init__(self, on_text: OnText, on_call: OnCall) -> None:
        self._on_text = on_text
        self._on_call = on_call
        self._blocks: dict[int, dict[str, Any]] = {}
        self._texts: dict[int, list[str]] = {}
        self._inputs: dict[int, list[str]] = {}
        self._usage: dict[str, int] = {}
        self._stop: Any = None
        self._is_over = False

    def add(self, event: dict[str, Any]) -> None:
        """Take the next event."""
        message, delta, block = (event.get(name) for name in ("message", "delta", "content_block"))
        self._count(event.get("usage"))
        if isinstance(message, dict):
            self._count(message.get("usage"))
        self._is_over = self._is_over or event.get("type") == "message_stop"
        index = usage.count(event.get("index")) or 0
        if event.get("type") == "content_block_start" and isinstance(block, dict):
            self._blocks[index] = block
        if isinstance(delta, dict):
            self._stop = delta.get("stop_reason") or self._stop
            self._add_delta(index, delta)

    def whole(self) -> dict[str, Any] | None:
        """The message; None when the stream ended before it did."""
        if self._stop is None and not self._is_over:
            return None
        blocks = [self._block(index) for index in sorted(self._blocks)]
        return {"content": blocks, "stop_reason": self._stop, "usage": self._usage}

    def _count(self, counts: Any) -> None:
        for name, value in counts.items() if isinstance(counts, dict) else ():
            if number := usage.count(value):
                self._usage[name] = number

    def _add_delta(self, index: int, delta: dict[str, Any]) -> None:
        text, more = delta.get("text"), delta.get("partial_json")
        if isinstance(text, str) and text:
            self._texts.setdefault(index, []).append(text)
            self._on_text(text)
        if isinstance(more, str):
            self._inputs.setdefault(index, []).append(more)
            name = self._blocks.get(index, {}).get("name")
            if isinstance(name, str):
                self._on_call(name, more)

    def _block(self, index: int) -> dict[str, Any]:
        block = dict(self._blocks[index])
        if index in self._texts:
            block["text"] = "".join([str(block.get("text") or ""), *self._texts[index]])
        if index in self._inputs:
            block["input"] = "".join(self._inputs[index]) or block.get("input")
        return block
