"""Writes the account, the card and the calendar of the third set: run as a module."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from bench.eval.own.third import diary, household
from bench.eval.own.third.diary import Event

FOLDER = Path(__file__).resolve().parent
PAPERS = (
    *("notes.md", "contract-kowhai.md", "invoice-h-118.txt", "invoice-h-121.txt"),
    *("invoice-td-5507.txt", "letter-council.txt", "letter-mortgage.txt", "policy-car.md"),
    *("itinerary-melbourne.md", "minutes-marlowe.md"),
)


def files() -> dict[str, str]:
    """The files that are made; the papers are written by hand."""
    return {"everyday.csv": _account(), "visa.csv": _card(), "calendar.ics": _calendar()}


def _account() -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["Date", "Payee", "Particulars", "Debit", "Credit", "Currency"])
    for one in household.account():
        sums = ("", f"{one.amount:.2f}") if one.amount > 0 else (f"{-one.amount:.2f}", "")
        rows.writerow([f"{one.day:%d/%m/%Y}", one.name, one.note, *sums, one.currency])
    return out.getvalue()


def _card() -> str:
    out = io.StringIO()
    rows = csv.writer(out, delimiter=";", lineterminator="\n")
    rows.writerow(["Transaction date", "Merchant", "Details", "Category", "Amount", "Currency"])
    for one in household.card():
        amount = f"{one.amount:.2f}"
        rows.writerow([one.day, one.name, one.note, one.category, amount, one.currency])
    return out.getvalue()


def _calendar() -> str:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//invented household//EN"]
    for number, one in enumerate(diary.planned()):
        lines += [
            "BEGIN:VEVENT",
            f"UID:third-{number:03}@invented.example",
            *_said(one),
            "END:VEVENT",
        ]
    return "\r\n".join([*lines, "END:VCALENDAR"]) + "\r\n"


def _said(one: Event) -> Iterator[str]:
    yield "DTSTAMP:20260101T000000Z"
    kind = ";VALUE=DATE" if one.whole_days else f";TZID={diary.ZONE}"
    shape = "%Y%m%d" if one.whole_days else "%Y%m%dT%H%M%S"
    yield f"DTSTART{kind}:{one.start:{shape}}"
    yield f"DTEND{kind}:{one.end:{shape}}"
    yield f"SUMMARY:{one.title}"
    if one.place:
        yield f"LOCATION:{one.place}"
    if one.rule:
        yield f"RRULE:{one.rule}"
    for day in one.left_out:
        yield f"EXDATE;TZID={diary.ZONE}:{day:%Y%m%d}T{one.start:%H%M%S}"
    if one.cancelled:
        yield "STATUS:CANCELLED"
    for name in one.people:
        yield f"ATTENDEE;CN={name}:mailto:{diary.PEOPLE[name]}"


def main() -> None:
    """Write them."""
    for name, content in files().items():
        (FOLDER / name).write_bytes(content.encode())


if __name__ == "__main__":
    main()
