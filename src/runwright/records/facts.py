"""The facts of an item: one validated model for each kind of record.

A reader makes them from the file, the database keeps them as JSON beside the text that is made
from them, and everything that computes reads them. Nothing is ever parsed back out of the text.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Annotated, Any, Literal

import orjson
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

LONGEST_NAME = 300
MOST_PEOPLE = 100


def _day(text: str) -> str:
    if date.fromisoformat(text).isoformat() != text:
        raise ValueError("must be a day such as 2026-11-15")
    return text


def _decimal(text: str) -> str:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        raise ValueError("must be a decimal number such as -42.10") from None
    if not amount.is_finite():
        raise ValueError("must be a finite number")
    return text


Day = Annotated[str, AfterValidator(_day)]
"""A day, `2026-11-15`."""
Instant = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")]
"""An instant in UTC, `2026-11-15T09:00:00.000Z`."""
Amount = Annotated[str, Field(max_length=40), AfterValidator(_decimal)]
"""An exact decimal, `-42.10`."""
Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
"""ISO 4217."""
Name = Annotated[str, Field(max_length=LONGEST_NAME)]


class Record(BaseModel):
    """What all of them share: they never change, and have no field that is not named here."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Attendee(Record):
    """Somebody who was invited, and their answer."""

    name: Name
    """The name."""
    address: Name | None = None
    """The e-mail address, in lower case."""
    answer: Literal["accepted", "declined", "tentative", "none"] = "none"
    """What they answered."""


class Event(Record):
    """One occurrence in a calendar."""

    kind: Literal["event"] = "event"
    what: Literal["event", "task", "note"] = "event"
    """A task is due at its start; a note belongs to its day."""
    due: bool = True
    """Whether a task is due at its start; one for which no due day is named begins then."""
    title: Name
    """The title."""
    start: Instant | Day | None = None
    """When it begins: a day, or a time in UTC."""
    end: Instant | Day | None = None
    """When it ends, exclusive, in the same form as `start`."""
    all_day: bool = False
    """Whether it takes whole days."""
    zone: str | None = None
    """The IANA time zone it was entered in."""
    place: Name | None = None
    """Where it takes place."""
    organiser: Attendee | None = None
    """Who invites."""
    attendees: tuple[Attendee, ...] = Field(default=(), max_length=MOST_PEOPLE)
    """Who was invited."""
    more_attendees: int = Field(default=0, ge=0)
    """How many more were invited."""
    status: Literal["confirmed", "tentative", "cancelled", "done"] = "confirmed"
    """A cancelled event does not take place; only tasks are done."""
    busy: bool = True
    """Whether it blocks the attendees' time."""
    series: Name | None = None
    """The calendar's id of the series it belongs to."""
    endless: bool = False
    """Whether its series continues after the last occurrence on record."""
    moved_from: Instant | Day | None = None
    """The original date of an occurrence that was moved."""
    calendar: Name | None = None
    """The name of the calendar."""
    note: str | None = None
    """The description."""


TransactionType = Literal[
    "purchase", "transfer", "own_transfer", "card_settlement", "salary", "income", "refund",
    "cash", "fee", "interest", "tax", "investment", "other",
]  # fmt: skip
"""What a booking is for, as far as the file alone tells; `records.bookings` knows the rest."""


class Transaction(Record):
    """One booking on an account."""

    kind: Literal["transaction"] = "transaction"
    day: Day | None = None
    """The day it was booked."""
    valued: Day | None = None
    """The day it was made or counts from, when that is another one."""
    at: Instant | None = None
    """The instant, if the file knows it."""
    amount: Amount | None = None
    """Negative leaves the account; None when the file's figure cannot be read for certain."""
    currency: Currency | None = None
    """None when neither the file nor the account nor the bank's dialect tells it."""
    counterparty: Name = ""
    """The cleaned name: `REWE`."""
    counterparty_raw: str = ""
    """As the bank wrote it: `REWE SAGT DANKE 4711`."""
    counterparty_account: Name | None = None
    """The other account, as the file writes it."""
    purpose: str = ""
    """What the booking says it is for."""
    account: Name | None = None
    """The own account as the file writes it; an IBAN without spaces."""
    holder: Name | None = None
    """Whose account that is, where the file says it."""
    account_kind: (
        Literal["checking", "savings", "credit card", "cash", "loan", "investment"] | None
    ) = None
    """What kind of account it is on."""
    bank: Name | None = None
    """Who keeps the account, where the file or its name says it: `Nationwide`."""
    card: Name | None = None
    """The end of the number of the card that was used or settled, `4711`."""
    type: TransactionType = "other"
    """What the booking is for, as far as the file says."""
    category: Name | None = None
    """The file's own category; the file decides over any word list."""
    status: Literal["booked", "pending", "reversed"] = "booked"
    """Only what is booked counts: a pending line may come again as booked, a reversed one was
    taken back before it was. Money that came back as a booking of its own is booked."""
    balance: Amount | None = None
    """What the account held after it."""
    bank_id: Name | None = None
    """The bank's own id of the booking."""
    booking_key: str = ""
    """Equal for the same booking in two files; see `records.bookings`."""
    original_amount: Amount | None = None
    """The amount before currency conversion."""
    original_currency: Currency | None = None
    """The currency of that amount."""
    note: str = ""
    """What else the file says of it: a state in the bank's own word, a figure that is unclear."""

    @property
    def counted_on(self) -> str | None:
        """The day that it counts on: when something was bought by credit card, which is what
        people remember, else when it was booked."""
        is_bought = self.account_kind == "credit card" and self.valued and self.day
        return min(self.valued or "", self.day or "") if is_bought else self.day


class Turn(Record):
    """What one person says before the next one does."""

    speaker: Name
    """Who speaks."""
    said: Instant | Day | None = None
    """When it was said."""
    begin: int = Field(ge=0)
    """Its first character, counted from the beginning of the text."""
    end: int = Field(ge=0)
    """The first character after it."""


class Passage(Record):
    """A piece of prose, in whole sentences."""

    kind: Literal["passage"] = "passage"
    headings: tuple[Name, ...] = ()
    """The path to it: chapter, section, paragraph."""
    speaker: Name | None = None
    """Who says all of it, in a transcript or a chat; None when several speak."""
    said: Instant | Day | None = None
    """When it was said first, as far as the file tells, or the day that its heading bears."""
    turns: tuple[Turn, ...] = ()
    """Who says which part of it, in a transcript or a chat."""
    start: float | None = None
    """Where it begins in a recording, in seconds."""
    end: float | None = None
    """Where it ends in a recording, in seconds."""


class Table(Record):
    """Some rows of a table, with its header."""

    kind: Literal["table"] = "table"
    number: int = Field(ge=1)
    """Which table of the file it is, from 1."""
    title: str = ""
    """The title of the table."""
    headings: tuple[Name, ...] = ()
    """The headings that it stands under."""
    header: tuple[str, ...] = ()
    """The names of the columns."""
    rows: tuple[tuple[str, ...], ...]
    """The cells, row by row."""
    first_row: int = Field(default=1, ge=1)
    """The place of the first of these rows among the rows below the header, from 1."""
    units: tuple[str, ...] = ()
    """The unit of each column, `EUR`, `%`, `kg`; empty where there is none."""
    scale: int = 1
    """What figures are to be multiplied by: 1000000 where the table says "in millions"."""


DocumentKind = Literal[
    "contract", "letter", "invoice", "receipt", "statement", "policy", "minutes", "note", "report",
    "manual", "form", "chat", "transcript", "article", "table", "other",
]  # fmt: skip


class Document(Record):
    """A whole document: its kind, parties and date."""

    kind: Literal["document"] = "document"
    document: DocumentKind = "other"
    """What kind of document it is."""
    title: str = ""
    """The title."""
    date: Day | None = None
    """The day that the document bears."""
    parties: tuple[Name, ...] = ()
    """Whom it is from, then whom it is to; or whom it is between, as it names them."""
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}$")] | None = None
    """ISO 639, when it was recognised."""
    pages: int = Field(default=1, ge=1)
    """How many pages it has."""
    issuer: Name | None = None
    """Who issued an invoice, bill or receipt."""
    number: Name | None = None
    """The number of an invoice, bill or receipt, or of the policy of which this is a version."""
    total: Amount | None = None
    """The total of an invoice, bill or receipt."""
    currency: Currency | None = None
    """The currency of the total."""
    due: Day | None = None
    """When it must be paid."""


Facts = Event | Transaction | Passage | Table | Document
Kind = Literal["event", "transaction", "passage", "table", "document"]

AnyFacts = Annotated[Facts, Field(discriminator="kind")]


@cache
def _adapter() -> TypeAdapter[Facts]:
    """Made when first needed: it costs more than a start should."""
    return TypeAdapter(AnyFacts)


def read_facts(value: Any) -> Facts:
    """Facts from JSON values; `ValueError` when they are not as their kind must be."""
    return _adapter().validate_python(value)


def parse_facts(text: str | bytes) -> Facts:
    """Facts from the JSON that the database keeps."""
    return _adapter().validate_json(text)


def dump_facts(facts: Facts) -> dict[str, Any]:
    """As JSON values, without those that are as they always are."""
    return {"kind": facts.kind, **facts.model_dump(mode="json", exclude_defaults=True)}


def write_facts(facts: Facts) -> str:
    """As JSON, without what is as it always is."""
    return orjson.dumps(dump_facts(facts)).decode()
