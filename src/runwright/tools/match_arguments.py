"""What `match_records` joins, and which records of each side."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from runwright.records.facts import DocumentKind
from runwright.tools import base
from runwright.tools.base import Value
from runwright.tools.fields import AmountRange, Match, Period

Join = Literal["event_bookings", "invoice_bookings", "party_bookings", "event_documents"]
State = Literal["paid", "open", "overdue", "unknown"]
"""How a bill stands on the day of the run; unknown, if its total could not be read."""
MOST_PAIRS = 50
"""Each has two records, and a result lists a hundred."""


class EventChoice(Value):
    """Which events of the calendar; cancelled ones do not take place and are left out."""

    title: Match = Field(default=Match(), description="Words of the title, such as `Lisbon`.")
    place: Match = Field(default=Match(), description="Words of the place.")
    people: Match = Field(default=Match(), description="Who was invited or invites.")
    period: Period | None = Field(default=None, description="On these days, in part at least.")


class DocumentChoice(Value):
    """Which documents."""

    kinds: tuple[DocumentKind, ...] = Field(
        default=(), description="Of these kinds; for bills `invoice` if left out."
    )
    title: Match = Field(default=Match(), description="Words of the title.")
    parties: Match = Field(default=Match(), description="From, to or between whom.")
    issuer: Match = Field(default=Match(), description="Who issued the bill.")
    number: str = Field(default="", description="The number of the bill.")
    dates: Period | None = Field(default=None, description="The day that the document bears.")
    due: Period | None = Field(default=None, description="The day on which a bill is due.")
    files: tuple[str, ...] = Field(default=(), max_length=50, description="These files, by id.")


class BookingChoice(Value):
    """Which bookings; what does not count as spent or earned is left out anyway."""

    counterparty: Match = Field(default=Match(), description="From or to whom.")
    account: Match = Field(default=Match(), description="On these accounts.")
    period: Period | None = Field(default=None, description="Booked on these days.")
    amount: AmountRange = Field(default=AmountRange(), description="Bounds of the amount.")
    direction: Literal["out", "in"] | None = Field(
        default=None, description="Money that leaves the account, or comes in; both if left out."
    )


_SIDES: dict[Join, tuple[str, str]] = {
    "event_bookings": ("events", "bookings"),
    "invoice_bookings": ("documents", "bookings"),
    "party_bookings": ("documents", "bookings"),
    "event_documents": ("events", "documents"),
}
_WINDOWS: dict[Join, tuple[int, int]] = {
    "event_bookings": (0, 0),
    # Whoever pays by card has paid before the bill is written.
    "invoice_bookings": (5, 120),
    "party_bookings": (0, 0),
    "event_documents": (0, 0),
}


class Arguments(base.Arguments):
    """Which kinds of records are joined, which of them, and how near in days."""

    join: Join = Field(
        description="`event_bookings`: what was paid on the days of events; `invoice_bookings`: "
        "which bookings pay which bills, and which bills are paid, open or overdue; "
        "`party_bookings`: bookings with the parties of contracts and other documents; "
        "`event_documents`: documents of the day of an event that name it.",
    )
    events: EventChoice = Field(default=EventChoice(), description="Which events.")
    documents: DocumentChoice = Field(default=DocumentChoice(), description="Which documents.")
    bookings: BookingChoice = Field(default=BookingChoice(), description="Which bookings.")
    days_before: int | None = Field(
        default=None,
        ge=0,
        le=366,
        description="How many days before the event or the date of the bill to include. Default: "
        "5 for bills, otherwise 0.",
    )
    days_after: int | None = Field(
        default=None,
        ge=0,
        le=366,
        description="How many days after the event or the date of the bill to include. Default: "
        "120 for bills, otherwise 0.",
    )
    by_name: bool = Field(
        default=False,
        description="For `event_bookings`: only bookings whose counterparty the event names.",
    )
    states: tuple[State, ...] = Field(
        default=(), description="For `invoice_bookings`: only bills in these states."
    )
    limit: int = Field(
        default=MOST_PAIRS, ge=1, le=MOST_PAIRS, description="How many pairs are listed at most."
    )

    @property
    def window(self) -> tuple[int, int]:
        """Days before and after."""
        before, after = _WINDOWS[self.join]
        return (
            before if self.days_before is None else self.days_before,
            after if self.days_after is None else self.days_after,
        )

    @model_validator(mode="after")
    def _fits_together(self) -> Arguments:
        for side in {"events", "documents", "bookings"} - set(_SIDES[self.join]):
            if getattr(self, side) != type(self).model_fields[side].default:
                raise ValueError(f"{self.join} joins no {side}")
        if self.by_name and self.join != "event_bookings":
            raise ValueError("by_name is for event_bookings")
        if self.states and self.join != "invoice_bookings":
            raise ValueError("states are for invoice_bookings")
        if self.join == "party_bookings" and (self.days_before or self.days_after):
            raise ValueError("party_bookings has no window of days; use the period of bookings")
        return self
