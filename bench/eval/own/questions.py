"""The questions of every kind together, numbered.

All of them are `dev`: they are looked at when the embedded mind is worked on.
"""

from __future__ import annotations

from typing import Any

import orjson

from bench.eval.own import asks_calendar, asks_finance, asks_mixed, asks_refused
from bench.eval.own.asking import Ask

_LETTERS = {"finance": "f", "calendar": "c", "mixed": "m", "refused": "r"}


def questions() -> list[dict[str, Any]]:
    """Each question as the file keeps it."""
    parts = {
        "finance": asks_finance.asks(),
        "calendar": asks_calendar.asks(),
        "mixed": asks_mixed.asks(),
        "refused": asks_refused.asks(),
    }
    return [
        _row(f"{_LETTERS[part]}{number:02}", ask)
        for part, asks in parts.items()
        for number, ask in enumerate(asks, start=1)
    ]


def _row(id: str, ask: Ask) -> dict[str, Any]:
    return {
        "id": id,
        "prompt": ask.prompt,
        "context": list(ask.context),
        "kind": ask.kind,
        "expect": ask.expected(),
        "half": "dev",
    }


def as_lines() -> str:
    """The file: one question a line."""
    return "".join(f"{orjson.dumps(row).decode()}\n" for row in questions())
