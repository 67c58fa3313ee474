"""`resolve_period`: turns words such as `last week` into days."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from runwright.text import calendars, period_wording, periods
from runwright.text.calendars import Viewpoint
from runwright.tools import base
from runwright.tools.base import InvalidCall, Records, Tool, Value
from runwright.tools.fields import Period


class Arguments(base.Arguments):
    """The words, and how they are meant."""

    words: str = Field(
        min_length=1,
        max_length=200,
        description="The words that name a period: `last week`, `since March`, `3 to 9 May`.",
    )
    tense: Literal["past", "future"] | None = Field(
        default=None,
        description=(
            "Whether the task looks back or ahead: decides which `Friday` or `May` is meant."
        ),
    )
    date_order: Literal["day", "month"] = Field(
        default="day", description="What comes first in dates such as 11/12/2026."
    )


class Reading(Value):
    """One period that the words may mean."""

    period: Period = Field(description="Its days.")
    words: str = Field(description="The same in words: `9 to 15 November 2026`.")


class Result(base.Result):
    """The period that is meant, and what else it may be."""

    reading: Reading = Field(description="The likeliest reading.")
    alternative: Reading | None = Field(
        default=None, description="The next likely one, if the words can be read in two ways."
    )


def run(arguments: Arguments, records: Records) -> Result:
    """The likeliest reading of the words, and the next one."""
    viewpoint = Viewpoint(records.today, order=arguments.date_order, tense=arguments.tense)
    readings = _readings(arguments.words, viewpoint)
    if not readings:
        raise InvalidCall(f"“{arguments.words}” names no period that can be read.")
    likeliest, *others = map(_reading, readings)
    return Result(reading=likeliest, alternative=others[0] if others else None)


def _readings(words: str, viewpoint: Viewpoint) -> tuple[calendars.Period, ...]:
    """The readings of words that are a period, or that have exactly one in them."""
    alone = periods.read(words, viewpoint)
    if alone:
        return alone
    found = periods.find(words, viewpoint)
    if len(found) > 1:
        names = ", ".join(f"“{words[each.start : each.end]}”" for each in found)
        raise InvalidCall(f"There are several periods: {names}. Resolve one at a time.")
    return found[0].readings if found else ()


def _reading(period: calendars.Period) -> Reading:
    days = Period(
        start=period.start.isoformat() if period.start else None,
        end=period.end.isoformat() if period.end else None,
    )
    return Reading(period=days, words=period_wording.describe(period))


def describe(arguments: Arguments) -> str:
    """The words themselves."""
    return f"“{arguments.words}”"


TOOL = Tool(
    name="resolve_period",
    description=(
        "Turns words for a period into days, seen from the day of the run. "
        "Free: it does not count as a step."
    ),
    arguments=Arguments,
    result=Result,
    run=run,
    describe=describe,
    is_step=False,
)
