"""What comes back from a server that speaks OpenAI's chat completions.

Nothing is believed to have any particular shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from runwright.models.conversation import ModelReply, ModelRequest, ToolCall, Usage
from runwright.models.providers import failures, usage
from runwright.models.providers.replies import finished, tool_call
from runwright.models.providers.types import Failure, OnCall, OnText
from runwright.models.providers.vendor import FINISHED

_PARTS = ("text", "output_text")


def read(value: Mapping[str, Any], request: ModelRequest) -> ModelReply | Failure:
    """The reply in a chat completion."""
    choice = _first(value)
    message = choice.get("message")
    used = _usage(value.get("usage"), request, message)
    if error := value.get("error") or choice.get("error"):
        return failures.in_reply(error, used)
    if not isinstance(message, dict):
        return failures.malformed(used)
    finish = choice.get("finish_reason")
    if message.get("refusal") or finish == "content_filter":
        return failures.refused(used)
    if finish == "length":
        return failures.truncated(used)
    text = text_of(message.get("content"))
    if text is None:
        return failures.malformed(used)
    return finished(request, text, _calls(message.get("tool_calls")), used)


def written_in(value: Mapping[str, Any]) -> str:
    """The text of a completion as the model wrote it, thoughts and all."""
    message = _first(value).get("message")
    return (text_of(message.get("content")) if isinstance(message, dict) else None) or ""


def text_of(content: Any) -> str | None:
    """The words of a content, which may be a list of parts; None when it is neither."""
    if content is None or isinstance(content, str):
        return content or ""
    if not isinstance(content, list) or not all(isinstance(part, dict) for part in content):
        return None
    texts = (part.get("text") for part in content if part.get("type") in _PARTS)
    return "".join(text for text in texts if isinstance(text, str))


def _first(value: Mapping[str, Any]) -> dict[str, Any]:
    choices = value.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    return first if isinstance(first, dict) else {}


def _calls(listed: Any) -> list[ToolCall]:
    calls = []
    for each in listed if isinstance(listed, list) else []:
        function = each.get("function") if isinstance(each, dict) else None
        if isinstance(function, dict):
            calls.append(tool_call(each.get("id"), function.get("name"), function.get("arguments")))
    return [call for call in calls if call is not None]


def _usage(counts: Any, request: ModelRequest, message: Any) -> Usage:
    named: dict[str, Any] = counts if isinstance(counts, dict) else {}
    details = named.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, dict) else None
    if cached is None:
        cached = named.get("prompt_cache_hit_tokens")  # DeepSeek
    sent = usage.count(named.get("prompt_tokens"))
    received = usage.count(named.get("completion_tokens"))
    total = usage.count(named.get("total_tokens"))
    if sent and received is not None and total:
        # Some leave the reasoning out of what was completed, and have it in the total.
        received = max(received, total - sent)
    written = "" if message is None else str(message)
    return usage.completed(request, written, sent, received, usage.count(cached) or 0)


class Pieces:
    """Puts the events of a stream together to one completion."""

    def __init__(self, on_text: OnText, on_call: OnCall) -> None:
        self._on_text = on_text
        self._on_call = on_call
        self._texts: list[str] = []
        self._calls: dict[tuple[int, str], _CallPieces] = {}
        self._last: dict[int, tuple[int, str]] = {}
        self._refusal = False
        self._finish: Any = None
        self._usage: Any = None

    def add(self, event: dict[str, Any]) -> None:
        """Take the next event."""
        if event is FINISHED:
            # A server that names no reason and says that it is done has stopped.
            self._finish = self._finish or "stop"
            return
        self._usage = event.get("usage") or self._usage
        choice = _first(event)
        self._finish = choice.get("finish_reason") or self._finish
        delta = choice.get("delta")
        if not isinstance(delta, dict):
            return
        self._refusal = self._refusal or bool(delta.get("refusal"))
        if text := text_of(delta.get("content")):
            self._texts.append(text)
            self._on_text(text)
        listed = delta.get("tool_calls")
        for place, call in enumerate(listed if isinstance(listed, list) else []):
            if isinstance(call, dict):
                self._add_call(place, call)

    @property
    def is_whole(self) -> bool:
        """Whether the stream said that it is over."""
        return self._finish is not None

    def whole(self) -> dict[str, Any]:
        """The completion."""
        message = {
            "content": "".join(self._texts),
            "refusal": self._refusal,
            "tool_calls": [pieces.whole() for pieces in self._calls.values()],
        }
        return {
            "choices": [{"message": message, "finish_reason": self._finish}],
            "usage": self._usage,
        }

    def _add_call(self, place: int, call: dict[str, Any]) -> None:
        index = usage.count(call.get("index"))
        index = place if index is None else index
        given = call.get("id")
        call_id = given if isinstance(given, str) else ""
        key = self._last.get(index, (index, call_id))
        if call_id and key[1] and call_id != key[1]:
            # Some servers number every call the same, and tell them apart by their ids.
            key = (index, call_id)
        self._last[index] = key
        self._calls.setdefault(key, _CallPieces()).add(call, self._on_call)


class _CallPieces:
    """One call, of which the arguments come in pieces."""

    def __init__(self) -> None:
        self._id: Any = None
        self._name: Any = None
        self._arguments: list[str] = []

    def add(self, call: dict[str, Any], on_call: OnCall) -> None:
        function = call.get("function")
        given = function if isinstance(function, dict) else {}
        self._id = call.get("id") or self._id
        self._name = given.get("name") or self._name
        more = given.get("arguments")
        if isinstance(more, dict):
            more = orjson.dumps(more).decode()
        if isinstance(more, str):
            self._arguments.append(more)
            if isinstance(self._name, str):
                on_call(self._name, more)

    def whole(self) -> dict[str, Any]:
        function = {"name": self._name, "arguments": "".join(self._arguments)}
        return {"id": self._id, "function": function}
