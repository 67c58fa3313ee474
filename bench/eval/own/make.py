"""Writes the files of the set beside this module: `python -m bench.eval.own.make`.

The same bytes come out every time; a test holds the committed files against them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from bench.eval.own import diary, ledger, papers
from bench.eval.own.diary import Event, Series
from bench.eval.own.questions import as_lines

FOLDER = Path(__file__).resolve().parent
_WIDTH = 72
"""Characters of a line in a calendar file, before it is folded."""
_STAMP = "%Y%m%dT%H%M%S"


def files() -> dict[str, bytes]:
    """Every file of the set by its name."""
    written = {
        "calendar.ics": _calendar(),
        "bank.csv": _bank(),
        "card.ofx": _card(),
        **papers.PAPERS,
        "questions.jsonl": as_lines(),
    }
    return {name: text.encode() for name, text in written.items()}


def main() -> None:
    """Write them."""
    for name, content in files().items():
        (FOLDER / name).write_bytes(content)
        print(f"{name:<24} {len(content):>8,} bytes")


def _bank() -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["Booking date", "Counterparty", "Category", "Description", "Amount", "Currency"])
    for one in ledger.bank():
        amount = f"{one.amount:.2f}"
        rows.writerow([one.day, one.name, one.category, one.note, amount, one.currency])
    return out.getvalue()


def _card() -> str:
    lines = [
        *("OFXHEADER:100", "DATA:OFXSGML", "VERSION:102", "ENCODING:UTF-8", "CHARSET:NONE", ""),
        "<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><TRNUID>1<CCSTMTRS><CURDEF>EUR",
        "<CCACCTFROM><ACCTID>5412 0091 4417</CCACCTFROM><BANKTRANLIST>",
        f"<DTSTART>{ledger.FIRST:%Y%m%d}<DTEND>{ledger.LAST:%Y%m%d}",
        *(_line(number, one) for number, one in enumerate(ledger.card(), start=1)),
        "</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>",
    ]
    return "\n".join(lines) + "\n"


def _line(number: int, one: ledger.Booking) -> str:
    kind = "CREDIT" if one.amount > 0 else "DEBIT"
    foreign = f"<CURRENCY><CURRATE>1<CURSYM>{one.currency}</CURRENCY>"
    return (
        f"<STMTTRN><TRNTYPE>{kind}<DTPOSTED>{one.day:%Y%m%d}<TRNAMT>{one.amount:.2f}"
        f"<FITID>{number:05}<NAME>{one.name}<MEMO>{one.note}"
        f"{'' if one.currency == 'EUR' else foreign}</STMTTRN>"
    )


def _calendar() -> str:
    lines = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//invented year//EN"),
        *(line for zone in _ZONES for line in _zone(*zone)),
        *(line for number, one in enumerate(diary.once()) for line in _single(number, one)),
        *(line for one in diary.series() for line in _series(one)),
        "END:VCALENDAR",
    ]
    return "\r\n".join(folded for line in lines for folded in _folded(line)) + "\r\n"


# Name, offsets in winter and summer, and the Sundays on which the clocks change.
_ZONES = (
    ("Europe/Berlin", ("+0100", "+0200"), ("10;BYDAY=-1SU", "3;BYDAY=-1SU")),
    ("Europe/Lisbon", ("+0000", "+0100"), ("10;BYDAY=-1SU", "3;BYDAY=-1SU")),
    ("America/New_York", ("-0500", "-0400"), ("11;BYDAY=1SU", "3;BYDAY=2SU")),
)


def _zone(name: str, offsets: tuple[str, str], changes: tuple[str, str]) -> Iterator[str]:
    yield from ("BEGIN:VTIMEZONE", f"TZID:{name}")
    for kind, place in (("STANDARD", 0), ("DAYLIGHT", 1)):
        yield f"BEGIN:{kind}"
        yield "DTSTART:19961027T030000" if place == 0 else "DTSTART:19810329T020000"
        yield f"TZOFFSETFROM:{offsets[1 - place]}"
        yield f"TZOFFSETTO:{offsets[place]}"
        yield f"RRULE:FREQ=YEARLY;BYMONTH={changes[place]}"
        yield f"END:{kind}"
    yield "END:VTIMEZONE"


def _single(number: int, one: Event) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:once-{number:03}@invented.example"
    yield from _said(one)
    yield "END:VEVENT"


def _series(one: Series) -> Iterator[str]:
    key = f"UID:{one.key}@invented.example"
    left_out = [_at("EXDATE", _on(one.first, day)) for day in one.left_out]
    yield from ("BEGIN:VEVENT", key, *_said(one.first), one.rule, *left_out, "END:VEVENT")
    for day, moved in one.moved:
        instead_of = _at("RECURRENCE-ID", _on(one.first, day))
        yield from ("BEGIN:VEVENT", key, instead_of, *_said(moved), "END:VEVENT")


def _on(first: Event, day: date) -> Event:
    start = datetime.combine(day, first.start.time(), diary.BERLIN)
    return first._replace(start=start, end=start + (first.end - first.start))


def _said(one: Event) -> Iterator[str]:
    yield f"DTSTAMP:{datetime(2025, 12, 1, tzinfo=UTC):{_STAMP}}Z"
    yield _at("DTSTART", one)
    yield _at("DTEND", one._replace(start=one.end))
    yield f"SUMMARY:{_escaped(one.title)}"
    if one.place:
        yield f"LOCATION:{_escaped(one.place)}"
    if one.cancelled:
        yield "STATUS:CANCELLED"
    for name in one.people:
        yield f"ATTENDEE;CN={name}:mailto:{diary.MAIL[name]}"


def _at(name: str, one: Event) -> str:
    if one.whole_days:
        return f"{name};VALUE=DATE:{one.start:%Y%m%d}"
    return f"{name};TZID={one.zone}:{one.start.astimezone(ZoneInfo(one.zone)):{_STAMP}}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(",", "\\,").replace(";", "\\;")


def _folded(line: str) -> Sequence[str]:
    pieces = [line[at : at + _WIDTH] for at in range(0, len(line), _WIDTH)] or [""]
    return [pieces[0], *(f" {piece}" for piece in pieces[1:])]


if __name__ == "__main__":
    main()
