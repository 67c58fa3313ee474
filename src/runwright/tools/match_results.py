"""What `match_records` gives: pairs with their reasons, and what they come to."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pydantic import Field

from runwright.records.facts import Amount, Currency, Day
from runwright.tools import base
from runwright.tools.base import Value
from runwright.tools.fields import Money
from runwright.tools.match_arguments import State

Reason = Literal[
    "during", "near", "place_name", "title_name", "person_name", "amount", "original_amount",
    "currency", "number", "same_name", "part_of_name", "name_in_line", "part_payment", "incoming",
    "same_day", "title_in_title", "title_in_text",
]  # fmt: skip
Sure = Literal["certain", "likely"]


class Pair(Value):
    """Two records that belong together."""

    left: str = Field(description="The id of the event or document.")
    right: str = Field(description="The id of the booking or document.")
    sure: Sure = Field(description="Whether it is certain or only likely.")
    reasons: tuple[Reason, ...] = Field(description="Why they match, as codes.")
    days: int | None = Field(
        default=None, description="How many days the second is after the first."
    )


class Group(Value):
    """What was matched with one event or document."""

    left: str = Field(description="The id of the event or document.")
    count: int = Field(description="How many records were matched with it.")
    spent: tuple[Money, ...] = Field(default=(), description="What was spent, by currency.")
    received: tuple[Money, ...] = Field(default=(), description="What came in, by currency.")


class Bill(Value):
    """How one bill stands."""

    id: str = Field(description="The id of the document.")
    state: State = Field(description="Paid, open, overdue, or unknown.")
    total: Money | None = Field(default=None, description="What it comes to.")
    due: Day | None = Field(default=None, description="The day on which it is due.")
    paid_on: Day | None = Field(default=None, description="The day of the last payment.")


class StateTotal(Money):
    """What the bills in one state come to in one currency."""

    state: State = Field(description="The state.")
    count: int = Field(description="How many bills.")


class Row(base.Row):
    """One of the records that were matched."""

    kind: Literal["event", "transaction", "document"] = Field(description="What it is.")
    name: str = Field(default="", description="The title, the counterparty or the issuer.")
    day: Day | None = Field(default=None, description="Its day; of an event in UTC.")
    amount: Amount | None = Field(default=None, description="The amount or total.")
    currency: Currency | None = Field(default=None, description="As the record names it.")
    number: str | None = Field(default=None, description="The number of a bill.")
    file: str = Field(default="", description="The id of its file.")


class Result(base.Result):
    """The pairs, the certain ones first; groups, bills and totals are of all pairs."""

    pairs: tuple[Pair, ...] = Field(default=(), description="The pairs.")
    groups: tuple[Group, ...] = Field(
        default=(), description="What was matched with each event or document, 100 at most."
    )
    spent: tuple[Money, ...] = Field(
        default=(), description="What all matched bookings take away; each counts once."
    )
    received: tuple[Money, ...] = Field(default=(), description="What they bring.")
    bills: tuple[Bill, ...] = Field(default=(), description="How each bill stands, 100 at most.")
    states: tuple[StateTotal, ...] = Field(
        default=(), description="What bills come to, by state and currency."
    )
    unmatched: int = Field(
        default=0, description="How many events or documents have no match at all."
    )
    rows: tuple[Row, ...] = Field(default=(), description="The records of the listed pairs.")


class Match(NamedTuple):
    """A pair while it is worked with: there may be very many."""

    left: str
    right: str
    sure: Sure
    reasons: tuple[Reason, ...]
    days: int | None = None

    def pair(self) -> Pair:
        """As the result lists it."""
        return Pair(**self._asdict())
