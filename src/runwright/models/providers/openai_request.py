"""What is sent to a server that speaks OpenAI's chat completions."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from runwright.models.conversation import Message, ModelRequest, ToolCall
from runwright.models.providers.replies import MOST_CALLS, parsed

MOST_ITEMS = 32
"""Of a list among the arguments of a tool, where a grammar holds the model to its schema."""
MAX_TOKENS = "max_tokens"
MAX_COMPLETION_TOKENS = "max_completion_tokens"
_CHOICES = {"auto": "auto", "any": "required", "none": "none"}
_HOW_TO_CALL = (
    "You can call these tools. To call some, reply with one JSON object and nothing else: "
    '{{"calls": [{{"name": "…", "arguments": {{…}}}}]}}. To answer, reply with {{"text": "…"}}.'
    "{must}\n{tools}"
)
_MUST = " This time you must call a tool."


def body(request: ModelRequest, limit: str = MAX_TOKENS) -> dict[str, Any]:
    """The body of a request; what is None is left out."""
    is_native = request.replies == "tools"
    system = request.system if is_native else _described(request)
    messages = [*map(_native, request.messages)] if is_native else _in_words(request.messages)
    made: dict[str, Any] = {
        "model": request.model,
        "messages": [{"role": "system", "content": system}, *messages] if system else messages,
        limit: request.max_tokens,
    }
    if is_native and request.tools:
        made["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.schema,
                },
            }
            for tool in request.tools
        ]
        made["tool_choice"] = _CHOICES[request.choice]
    optional = {
        "temperature": request.temperature,
        "seed": request.seed,
        "reasoning_effort": request.effort,
    }
    return made | {name: value for name, value in optional.items() if value is not None}


def _native(message: Message) -> dict[str, Any]:
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.call_id, "content": message.text}
    made: dict[str, Any] = {"role": message.role, "content": _content(message)}
    if message.calls:
        made["content"] = message.text or None
        made["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in message.calls
        ]
    return made


def _content(message: Message) -> str | list[dict[str, Any]]:
    if not message.pictures:
        return message.text
    parts: list[dict[str, Any]] = [{"type": "text", "text": message.text}] if message.text else []
    for picture in message.pictures:
        data = base64.b64encode(picture.content).decode()
        url = f"data:{picture.media_type};base64,{data}"
        parts.append({"type": "image_url", "image_url": {"url": url}})
    return parts


# For servers that know no tools -----------------------------------------------------------------


def _described(request: ModelRequest) -> str:
    if not request.tools or request.choice == "none":
        return request.system
    tools = [
        {"name": tool.name, "description": tool.description, "arguments": tool.schema}
        for tool in request.tools
    ]
    must = _MUST if request.choice == "any" else ""
    how = _HOW_TO_CALL.format(must=must, tools=orjson.dumps(tools).decode())
    return f"{request.system}\n{how}" if request.system else how


def _in_words(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """Messages in which calls and results are text; by turns, as many chat templates insist."""
    made: list[dict[str, Any]] = []
    for message in messages:
        role = "assistant" if message.role == "assistant" else "user"
        content = _worded(message)
        last = made[-1] if made and made[-1]["role"] == role else None
        if last and isinstance(last["content"], str) and isinstance(content, str):
            last["content"] += f"\n{content}"
        else:
            made.append({"role": role, "content": content})
    return made


def _worded(message: Message) -> str | list[dict[str, Any]]:
    if message.role == "tool":
        return f"Result of {message.call_id}: {message.text}"
    if message.calls:
        calls = [
            {"id": call.id, "name": call.name, "arguments": _given(call)} for call in message.calls
        ]
        return orjson.dumps({"calls": calls}).decode()
    return _content(message)


def _given(call: ToolCall) -> Any:
    value = parsed(call.arguments)
    return call.arguments if value is None else value


def reply_schema(request: ModelRequest) -> dict[str, Any]:
    """The JSON Schema of a reply in JSON, for a grammar; the list of calls has a bound."""
    items = [
        {
            "type": "object",
            "properties": {"name": {"const": tool.name}, "arguments": _inlined(tool.schema)},
            "required": ["name", "arguments"],
            "additionalProperties": False,
        }
        for tool in request.tools
    ]
    listed = {"type": "array", "items": {"anyOf": items}, "minItems": 1, "maxItems": MOST_CALLS}
    calls, text = _only("calls", listed), _only("text", {"type": "string"})
    return calls if request.choice == "any" else {"anyOf": [calls, text]}


def _only(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {name: schema},
        "required": [name],
        "additionalProperties": False,
    }


def _bounds(schema: Mapping[str, Any]) -> dict[str, Any]:
    """What keeps a small model from writing without end."""
    if schema.get("type") == "array":
        return {"maxItems": MOST_ITEMS}
    return {"additionalProperties": False} if "properties" in schema else {}


_WITHOUT_GRAMMAR = frozenset({"$defs", "pattern", "format", "title", "description", "default"})
"""What a grammar cannot hold to, or that says nothing to it."""


def _inlined(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema without references, since it becomes a part of another one; all in it is bounded."""
    definitions = schema.get("$defs", {})

    def walk(value: Any, within: tuple[str, ...], is_names: bool) -> Any:
        if isinstance(value, list | tuple):
            return [walk(each, within, False) for each in value]
        if not isinstance(value, Mapping):
            return value
        name = str(value.get("$ref", "")).removeprefix("#/$defs/")
        if "$ref" in value and not is_names:
            # What holds itself may be anything from there on.
            is_known = name in definitions and name not in within
            return walk(definitions[name], (*within, name), False) if is_known else {}
        made = {
            key: walk(inner, within, key == "properties" and not is_names)
            for key, inner in value.items()
            if is_names or key not in _WITHOUT_GRAMMAR
        }
        return made if is_names else {**_bounds(made), **made}

    inlined: dict[str, Any] = walk(schema, (), False)
    return inlined
