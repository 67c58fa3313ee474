"""Records of documents for the tests of tools, in few words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from runwright.records.facts import Document, Event, Passage, Table, Transaction
from runwright.tools.base import Item
from runwright.tools.memory import RecordList

TODAY = date(2026, 11, 16)
BERLIN = ZoneInfo("Europe/Berlin")


def over(*items: Item[Any], currency: str | None = None) -> RecordList:
    return RecordList(items=items, today=TODAY, zone=BERLIN, currency=currency)


def document(file: str, **facts: Any) -> Item[Document]:
    return Item(f"{file}/doc", "documents", Document(**facts), file, title=f"{file}.pdf")


def passage(
    file: str, n: int, text: str, *, page: int | None = None, **facts: Any
) -> Item[Passage]:
    return Item(
        f"{file}/{n}", "documents", Passage(**facts), file, page, title=f"{file}.pdf", text=text
    )


def table(
    file: str,
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    number: int = 1,
    chunk: int = 0,
    **facts: Any,
) -> list[Item[Table]]:
    """The records of one table, with `chunk` rows each."""
    size = chunk or max(len(rows), 1)
    return [
        Item(
            f"{file}/t{number}.{first}",
            "documents",
            Table(
                number=number,
                header=tuple(header),
                rows=tuple(map(tuple, rows[first : first + size])),
                first_row=first + 1,
                **facts,
            ),
            file,
            page=1 + first // size,
            title=f"{file}.pdf",
            text=" ".join([*header, *(cell for row in rows for cell in row)]),
        )
        for first in range(0, len(rows), size)
    ]


def booking(n: int, day: str, amount: str, counterparty: str, **facts: Any) -> Item[Transaction]:
    given = {"currency": "EUR", "account": "DE1", **facts}
    record = Transaction(day=day, amount=amount, counterparty=counterparty, **given)
    return Item(f"b{n}", "finance", record, "bank", row=n)


def event(n: int, title: str, start: str, end: str | None = None, **facts: Any) -> Item[Event]:
    return Item(f"e{n}", "calendar", Event(title=title, start=start, end=end, **facts), "cal")
