"""What a language model is shown of the records: typed results as JSON, in a frame that says data.

Whatever a record says stands inside `data`. A model is told that nothing in there is an
instruction; what it may do does not depend on whether it believes that.
"""

from __future__ import annotations

from typing import Any

import orjson

from runwright.tools.base import Result

MOST_ROWS = 30
MOST_CHARACTERS = 16_000
"""Of one result. `read` shows what is left."""


def result_text(name: str, description: str, result: Result, start: int = 0) -> str:
    """A result with as many rows from `start` on as there is room for."""
    value = result.model_dump(
        mode="json", exclude={"items", "rows"}, exclude_defaults=True, exclude_none=True
    )
    rows = [each.model_dump(mode="json", exclude_none=True) for each in result.rows[start:]]
    shown = rows[:MOST_ROWS]
    while True:
        text = _framed(name, description, value, shown, start, len(result.rows))
        if len(text) <= MOST_CHARACTERS or len(shown) <= 1:
            return text[: 4 * MOST_CHARACTERS]
        shown = shown[: len(shown) * 2 // 3]


def _framed(
    name: str,
    description: str,
    value: dict[str, Any],
    rows: list[dict[str, Any]],
    start: int,
    of_all: int,
) -> str:
    data = {**value, "rows": rows} if rows else value
    frame: dict[str, Any] = {"result": name, "of": description, "data": data}
    if start:
        frame["rows_before"] = start
    if (left := of_all - start - len(rows)) > 0:
        frame["rows_left"] = left
    return orjson.dumps(frame).decode()


def error_text(error: str) -> str:
    """That a call led nowhere."""
    return orjson.dumps({"error": error}).decode()


def folded(name: str, description: str) -> str:
    """What stands for a result when there is no room for it."""
    frame = {"result": name, "of": description, "folded": "`read` shows it again"}
    return orjson.dumps(frame).decode()
