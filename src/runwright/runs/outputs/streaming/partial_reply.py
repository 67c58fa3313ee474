"""Reading the model's own words out of an answer that is not finished. Pure functions.

An answer is the JSON of a tool call, which comes in pieces. Only `text` parts are shown early:
what the records say is shown when it was checked. A slot is shown when it is filled.
"""

from __future__ import annotations

import re
from typing import Any

from pydantic_core import from_json

from runwright.minds.language.parts import NAME

_SLOT = re.compile(r"\{[^{}]*\}?")
_NOT_YET = "…"


def own_words(name: str, arguments: str) -> str:
    """The text parts of an answer, as far as they are written; empty for any other call."""
    if name != NAME or not arguments.strip():
        return ""
    try:
        value = from_json(arguments, allow_partial="trailing-strings")
    except ValueError:
        return ""
    parts = value.get("parts") if isinstance(value, dict) else None
    texts = [_text(part) for part in parts] if isinstance(parts, list) else []
    return "\n\n".join(filter(None, texts))


def _text(part: Any) -> str:
    if not isinstance(part, dict) or part.get("type") != "text":
        return ""
    text = part.get("text")
    return _SLOT.sub(_NOT_YET, text) if isinstance(text, str) else ""
