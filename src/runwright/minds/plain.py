"""Results in plain words, for a run whose language model could not word its answer.

Nothing is interpreted: a line for each call with the figures of its result, and its first rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pydantic import BaseModel

from runwright.tools.base import Result
from runwright.tools.fields import Money

MOST_ROWS = 10
_FRAME = frozenset(Result.model_fields)


class Outcome(NamedTuple):
    """A call, and what it gave."""

    description: str
    result: Result


def lines(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """What was found, a block for each call."""
    for description, result in outcomes:
        figures = ", ".join(_figures(result))
        counts = f"{result.kept} of {result.looked_at} records"
        yield f"**{description}**: {figures or counts}"
        yield from (f"- {_row(row)}" for row in result.rows[:MOST_ROWS])
        if (left := len(result.rows) + result.more - MOST_ROWS) > 0:
            yield f"- and {left} more"


def _figures(result: Result) -> Iterator[str]:
    for name in type(result).model_fields:
        if name not in _FRAME:
            yield from _named(name, getattr(result, name))


def _row(row: BaseModel) -> str:
    values = (_value(getattr(row, name)) for name in type(row).model_fields if name != "id")
    return ", ".join(value for value in values if value)


def _named(name: str, value: Any) -> Iterator[str]:
    if text := _value(value):
        yield f"{name.replace('_', ' ')} {text}"


def _value(value: Any) -> str:
    """A plain value, or a sum of money; nothing of what is empty or holds further values."""
    if isinstance(value, Money):
        return f"{value.amount} {value.currency or '(currency unknown)'}"
    if value is None or value == "" or value == 0 or isinstance(value, BaseModel | tuple | list):
        return ""
    return str(value)
