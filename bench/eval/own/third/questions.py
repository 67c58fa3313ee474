"""The questions of the third set, numbered; all of them may be looked at."""

from __future__ import annotations

from typing import Any

import orjson

from bench.eval.own.third import asks_calendar, asks_money, asks_papers

_PARTS = {"m": asks_money, "c": asks_calendar, "p": asks_papers}


def questions() -> list[dict[str, Any]]:
    """Each question as the file keeps it."""
    return [
        {
            "id": f"{letter}{number:02}",
            "prompt": ask.prompt,
            "context": list(ask.context),
            "kind": ask.kind,
            "expect": ask.expected(),
            "half": "dev",
        }
        for letter, part in _PARTS.items()
        for number, ask in enumerate(part.asks(), start=1)
    ]


def as_lines() -> str:
    """The file: one question a line."""
    return "".join(f"{orjson.dumps(row).decode()}\n" for row in questions())
