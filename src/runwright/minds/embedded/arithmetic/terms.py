"""The typed terms of a sum: what the words of a clause are once they are read one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from runwright.text.calendars import Period
from runwright.text.durations import Duration

ValueKind = Literal["number", "fraction", "percent", "money", "measure", "rate"]


class Value(NamedTuple):
    """A figure as `calculate` writes it."""

    expression: str
    kind: ValueKind = "number"
    noun: str = ""
    """What is counted, if the words say so and it is no unit: `23 players`."""
    unit: str = ""
    """Of a measure: the unit that it was said in."""
    plain: str = ""
    """The figure without unit and currency."""


class Term(NamedTuple):
    """One piece of a clause: a figure, a day, a word that does something, or a word unknown."""

    kind: str
    """`VALUE`, `DAY`, `PERIOD`, `CLOCK`, `UNIT`, `ZONE`, `WEEKDAYS`, `WORD`, or one of the kinds
    of `lexicon.PHRASES`."""
    text: str
    value: Value | None = None
    periods: tuple[Period, ...] = ()
    """What a day or a period may be, the likeliest first."""
    minutes: int = 0
    """Of a time of day: minutes after midnight, as it is written."""
    is_twelve_hour: bool = False
    """Whether that leaves open which half of the day is meant."""
    length: Duration | None = None
    """Of a figure that is a length of time."""
    number: int = 0
    """Of `Mondays`: which weekday."""
    zone: str = ""
    """Of a city: its time zone."""
    start: int = 0
    """Where it begins in the clause."""
    end: int = 0


class Reading(NamedTuple):
    """What a clause asks to have worked out."""

    expression: str
    """For `calculate`."""
    form: Literal["value", "clock", "split", "weekday", "is_weekday", "age", "truth", "zone"] = (
        "value"
    )
    """How the result is said."""
    unit: str = ""
    """The unit that was asked for, in one word."""
    label: str = ""
    """What was worked out, where the expression does not show it."""
    currency: str = ""
    """The sign or name of the currency that the person wrote."""


class Unread(Exception):
    """The clause cannot be read as a sum."""

    def __init__(self, rest: Sequence[Term] = (), question: str = "") -> None:
        super().__init__(question)
        self.rest = rest
        """The terms that are left over."""
        self.question = question
        """What to ask instead, if that is known."""
