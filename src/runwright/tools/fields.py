"""The pieces that arguments and results of several tools are made of."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Literal

from pydantic import Field, model_validator

from runwright.records.facts import Amount, Currency, Day
from runwright.text.calendars import Period as Days
from runwright.text.calendars import span
from runwright.tools.base import Value

_ONE_DAY = timedelta(days=1)
Grouping = Literal["day", "week", "month", "quarter", "year", "weekday"]
"""Stretches of the calendar that results are grouped by; weeks begin on Monday."""


MOST_TERMS = 1000
"""A payee may have as many spellings: banks write clocks and references into names."""


class Period(Value):
    """Days from `start` to before `end`."""

    start: Day | None = Field(default=None, description="The first day; open if left out.")
    end: Day | None = Field(
        default=None, description="The day after the last one; open if left out."
    )

    @model_validator(mode="after")
    def _in_order(self) -> Period:
        if self.start is not None and self.end is not None and self.start >= self.end:
            raise ValueError("must end after it starts")
        return self

    @property
    def days(self) -> Days:
        """As the calendar reckons with it."""
        return span(_day(self.start), _day(self.end))

    def widened(self) -> tuple[Day | None, Day | None]:
        """A day more on either side, for a fetch: it goes by days of UTC, which begin and end up
        to fourteen hours before or after those of the project's zone."""
        start, end = _day(self.start), _day(self.end)
        return (
            None if start is None or start == date.min else (start - _ONE_DAY).isoformat(),
            None if end is None or end == date.max else (end + _ONE_DAY).isoformat(),
        )


class Match(Value):
    """Names or words that records must, or must not, have. Case, accents and order of words do
    not matter: `rewe` fits `REWE City`, `city` fits it too, `rew` does not."""

    any_of: tuple[str, ...] = Field(
        default=(),
        max_length=MOST_TERMS,
        description="At least one of these must fit; empty for all.",
    )
    none_of: tuple[str, ...] = Field(
        default=(), max_length=MOST_TERMS, description="None of these may fit."
    )


class AmountRange(Value):
    """Bounds of an amount without its sign, both included."""

    least: Amount | None = Field(default=None, description="At least so much.")
    most: Amount | None = Field(default=None, description="At most so much.")

    def __contains__(self, amount: Decimal) -> bool:
        size = abs(amount)
        return (self.least is None or size >= Decimal(self.least)) and (
            self.most is None or size <= Decimal(self.most)
        )


class Money(Value):
    """An exact amount in one currency. Amounts of different currencies are never added."""

    amount: Amount = Field(description="An exact decimal, such as 42.10.")
    currency: Currency | None = Field(
        default=None, description="ISO 4217; left out when nothing tells it."
    )
    account: str | None = Field(
        default=None, description="The account whose currency is unknown, if it is."
    )


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
