"""Reading a reply of a language model: JSON, and nothing else, of just the shape asked for.

Providers promise to keep to a schema, and do not always. So every reply is looked at as if it
came from a stranger, and what is wrong is said in words that the model can be told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

LONGEST = 200_000


class Malformed(Exception):
    """A reply that is not what was asked for; the text says why."""


def read_object(text: str) -> dict[str, Any]:
    """The JSON object that the reply is; a fence of code around it is forgiven."""
    if len(text) > LONGEST:
        raise Malformed("the reply is far too long")
    text = text.strip()
    if text.startswith("```") and text.endswith("```"):
        text = text[3:-3].removeprefix("json")
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise Malformed("the reply is not JSON") from None
    if not isinstance(value, dict):
        raise Malformed("the reply is not a JSON object")
    return value


def only(value: Any, names: Sequence[str], where: str) -> Mapping[str, Any]:
    """An object with just these fields."""
    if not isinstance(value, dict):
        raise Malformed(f"{where} must be an object")
    missing = [name for name in names if name not in value]
    if missing:
        raise Malformed(f"{where} lacks {missing[0]}")
    # A name that is not ours is not repeated: it may be anything.
    if len(value) != len(names):
        raise Malformed(f"{where} must have no other fields than {', '.join(names)}")
    return value


def text_of(value: Any, where: str, longest: int) -> str:
    """A text with something in it."""
    if not isinstance(value, str) or not value.strip():
        raise Malformed(f"{where} must be a text that is not empty")
    if len(value) > longest:
        raise Malformed(f"{where} must have at most {longest} characters")
    return " ".join(value.split())


def list_of(value: Any, where: str, most: int) -> list[Any]:
    """A list that is not too long."""
    if not isinstance(value, list):
        raise Malformed(f"{where} must be a list")
    if len(value) > most:
        raise Malformed(f"{where} must have at most {most} entries")
    return value


def strict(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Schema of an object with just these fields, as strict providers want it."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def array(items: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a list."""
    return {"type": "array", "items": dict(items)}
