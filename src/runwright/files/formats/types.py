"""What reading a file gives: the values that every format yields, and nothing that computes.

A format is one module with `read(path, reading) -> Iterator[Part]`. It runs in a child process
with limits, yields parts as it finds them, and raises `Unreadable` with a sentence that the
person who uploaded the file can act on.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from runwright.context.types import Mention
from runwright.records.columns import columns_of
from runwright.records.facts import Facts, Kind

Source = Literal["calendar", "documents", "finance"]


class Unreadable(Exception):
    """The file cannot be read; the message says why, and what its owner can do."""


class NativelyParsed(Exception):
    """A native library would parse the file, which is forbidden here; nothing was parsed yet."""


class Reading(NamedTuple):
    """What a format is told beside the bytes."""

    filename: str
    """For the title of a document and what it says of an account; alone it never decides what
    the file is."""
    now: datetime
    """The upload, aware, in UTC: recurrences are expanded around it."""
    zone: ZoneInfo
    """The project's time zone: dates and times without one of their own are in it."""
    currency: str | None = None
    account: str | None = None
    """What the owner says of a statement, in the file's metadata."""


class Page(NamedTuple):
    """The text of one page; text, images and sheets without pages have one page, number 1."""

    n: int
    text: str


class Table(NamedTuple):
    """One table, cell by cell; every row has the same number of cells."""

    page: int
    rows: tuple[tuple[str, ...], ...]


class Segment(NamedTuple):
    """One stretch of speech, in seconds from the beginning."""

    start: float
    end: float
    text: str


class Draft(NamedTuple):
    """One item of the context graph, as the file says it."""

    source: Source
    facts: Facts
    text: str
    """Made from the facts for people and for search: whole sentences, dates spelled out."""
    title: str = ""
    """The heading, the event's summary or the counterparty: searched too, and weighs more."""
    page: int | None = None
    row: int | None = None
    """The place in its table or statement, from 1."""
    mentions: tuple[Mention, ...] = ()
    """Whom and what the file itself names: attendees, accounts, places."""

    @property
    def kind(self) -> Kind:
        """What kind of record it is."""
        return self.facts.kind

    @property
    def at(self) -> str | None:
        """When it begins or was booked."""
        return columns_of(self.facts).at

    @property
    def until(self) -> str | None:
        """When it ends, exclusive."""
        return columns_of(self.facts).until

    @property
    def amount(self) -> str | None:
        """The exact amount of a booking."""
        return columns_of(self.facts).amount

    @property
    def currency(self) -> str | None:
        """Of a booking, if it is known."""
        return columns_of(self.facts).currency


Part = Page | Table | Segment | Draft
