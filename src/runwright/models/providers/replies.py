"""Tolerant reading of what models write: JSON amid words, and calls of tools written as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import uuid4

import orjson

from runwright.models.conversation import ModelReply, ModelRequest, ToolCall, Usage
from runwright.models.providers.thoughts import without_thoughts
from runwright.models.providers.types import Failure, Kind

MOST_CALLS = 16
"""Calls in one reply; a grammar without a bound lets a small model list them without end."""
_INNER_TRIES = 3
"""How many pairs of braces around an object are peeled off when what they hold is no JSON."""
_SIGN = re.compile(r'[{}"\n]|\\.', re.S)
# Qwen, Hermes and kin write each call as `<tool_call>{…}</tool_call>`.
_TOOL_CALL = re.compile(r"</?tool_calls?>", re.I)
_FENCE = re.compile(r"```[a-z]*", re.I)
CALL_OPENINGS = ("{", "[", "```", "<tool_call")
"""How a text begins that may be a call of a tool."""


# JSON in a text ---------------------------------------------------------------------------------


def last_object(text: str) -> dict[str, Any] | None:
    """The last JSON object in a text, whatever words or fences stand around it."""
    return next(_objects(text, _INNER_TRIES), None)


def _objects(text: str, tries: int) -> Iterator[dict[str, Any]]:
    """The JSON objects of a text that lie in no other, the last first."""
    for start, end in reversed(_braced(text)):
        value = parsed(text[start:end])
        if isinstance(value, dict):
            yield value
        elif tries:
            yield from _objects(text[start + 1 : end - 1], tries - 1)


def _braced(text: str) -> list[tuple[int, int]]:
    """Where braces open and close again, the outermost pairs only, in one pass.

    Quotes count inside braces alone, and a line's end closes them: JSON has none in its strings,
    so a quote that nobody closed spoils one line and no more.
    """
    pairs: list[tuple[int, int]] = []
    opened: list[int] = []
    is_quoted = False
    for match in _SIGN.finditer(text):
        sign, place = match[0], match.start()
        if sign == '"':
            is_quoted = bool(opened) and not is_quoted
        elif sign == "\n":
            is_quoted = False
        elif sign == "{" and not is_quoted:
            opened.append(place)
        elif sign == "}" and not is_quoted and opened:
            start = opened.pop()
            while pairs and pairs[-1][0] > start:
                pairs.pop()
            pairs.append((start, place + 1))
    return pairs


def parsed(text: str | bytes) -> Any:
    """The JSON value of a text; None when it is none."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


# Calls ------------------------------------------------------------------------------------------


def tool_call(id: Any, name: Any, arguments: Any) -> ToolCall | None:
    """A call, however a server wrote it; None when it names no tool."""
    if not isinstance(name, str) or not name:
        return None
    if not isinstance(arguments, str):
        arguments = orjson.dumps({} if arguments is None else arguments).decode()
    return ToolCall(id if isinstance(id, str) else "", name, arguments.strip() or "{}")


def identified(calls: Sequence[ToolCall]) -> tuple[ToolCall, ...]:
    """The calls, each with an id of its own: some servers give none, or one for all."""
    ids: set[str] = set()
    made = []
    for call in calls:
        if not call.id or call.id in ids:
            call = call._replace(id=f"call_{uuid4().hex[:24]}")
        ids.add(call.id)
        made.append(call)
    return tuple(made)


def calls_in(text: str, names: frozenset[str], *, is_amid_words: bool) -> list[ToolCall]:
    """Calls that a model wrote as JSON: `{"calls": […]}`, or one object with a tool's name.

    Unless the model was asked to write them so, nothing but calls may stand there: an answer may
    well show an object.
    """
    if not is_amid_words and not _is_bare(text):
        return []
    values = list(_objects(text, 0 if not is_amid_words else _INNER_TRIES))
    if not _TOOL_CALL.search(text):
        values = values[:1] if is_amid_words else values
    calls = [call for value in reversed(values) for call in _calls_of(value)]
    return [call for call in calls if call.name in names][:MOST_CALLS]


def _is_bare(text: str) -> bool:
    """Whether a text is JSON from its first sign to its last, fences and tags aside."""
    inner = _FENCE.sub("", _TOOL_CALL.sub("", text)).strip()
    return inner[:1] + inner[-1:] in ("{}", "[]")


def _calls_of(value: dict[str, Any]) -> list[ToolCall]:
    listed = value.get("calls", value.get("tool_calls"))
    given = listed if isinstance(listed, list) else [value]
    calls = [_written(each) for each in given[:MOST_CALLS] if isinstance(each, dict)]
    return [call for call in calls if call is not None]


def _written(value: dict[str, Any]) -> ToolCall | None:
    inner = value.get("function")
    source = inner if isinstance(inner, dict) else value
    name = inner if isinstance(inner, str) else source.get("name", source.get("tool"))
    arguments = source.get("arguments", source.get("parameters", source.get("input")))
    return tool_call(value.get("id"), name, arguments)


# The reply --------------------------------------------------------------------------------------


def finished(
    request: ModelRequest, text: str, calls: Sequence[ToolCall], usage: Usage
) -> ModelReply | Failure:
    """The reply of what was read; calls in the text count when there are no others."""
    words = without_thoughts(text)
    may_call = bool(request.tools) and request.choice != "none"
    is_json = request.replies == "json"
    if not calls and may_call:
        names = frozenset(tool.name for tool in request.tools)
        calls = calls_in(words, names, is_amid_words=is_json)
        words = "" if calls else words
    if is_json and may_call and not calls:
        answer = (last_object(words) or {}).get("text")
        words = answer.strip() if isinstance(answer, str) else words
    if not calls and not words:
        return Failure(Kind.EMPTY, "it sent an empty answer", usage=usage)
    return ModelReply(words, identified(calls), usage)
