"""Whether records are true: planted statements, invoices and calendars against what they mean.

The files of each set were written by somebody who had not seen the readers. Each has the shape of
a real exporter; the truth beside them says every booking, every total and every occurrence. The
first counts, before anybody looked at a set, are in `sets/README.md`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

import orjson

from bench.report import Figure
from runwright import clock
from runwright.files.formats.text import reader as text
from runwright.files.formats.types import Draft, Reading, Unreadable
from runwright.records import bookings
from runwright.records.entries import Item
from runwright.records.facts import Document, Event, Table, Transaction
from runwright.records.names import folded

SETS = Path(__file__).parent / "sets"
_NOW = "2026-11-15T12:00:00.000Z"
_ANSWERS = {"needs-action": "none", "delegated": "none"}
_HORIZON = timedelta(days=365)
"""So far ahead of the upload an endless series is written down for certain."""
Kind = TypeVar("Kind", Event, Transaction, Document, Table)


class _Row(NamedTuple):
    """A booking as it was read, and as it is."""

    item: str
    file: str
    facts: Transaction
    truth: Mapping[str, Any]
    type: str = ""
    """What it is, over all files of the household."""


def measure(_data: Path) -> list[Figure]:
    """Shares of what is right; `data` holds public sets and is not needed here."""
    first, second, third, fourth = (SETS / name for name in ("first", "second", "third", "fourth"))
    return [
        *_statements(first, "first"),
        *_invoices(first / "invoices", "first"),
        *_calendars(first / "calendars"),
        *_statements(second, "second", None),
        *_invoices(second / "invoices", "second", None),
        *_statements(third, "third", None),
        *_invoices(third / "invoices", "third", None),
        *_statements(fourth, "fourth", None),
        *_invoices(fourth / "invoices", "fourth", None),
    ]


def _share(name: str, right: Iterable[bool], at_least: float | None = 1.0) -> Figure:
    known = list(right)
    share = sum(known) / max(1, len(known))
    print(f"  {name}: {sum(known)} of {len(known)}")
    return Figure(name=name, value=share, unit="share", at_least=at_least)


def _facts(path: Path, kind: type[Kind], zone: str = "UTC", now: str = _NOW) -> list[Kind]:
    reading = Reading(path.name, datetime.fromisoformat(now), ZoneInfo(zone))
    try:
        parts = list(text.read(path, reading))
    except Unreadable:
        return []
    return [p.facts for p in parts if isinstance(p, Draft) and isinstance(p.facts, kind)]


# Statements -------------------------------------------------------------------------------------


def _statements(folder: Path, name: str, at_least: float | None = 1.0) -> Iterator[Figure]:
    files: list[bool] = []
    rows: list[_Row] = []
    counted: list[bool] = []
    totals: list[bool] = []
    for household in sorted((folder / "statements").iterdir()):
        truth = orjson.loads((household / "truth.json").read_bytes())
        own: list[_Row] = []
        for file, expected in truth["files"].items():
            found = _facts(household / file, Transaction)
            wanted = [each for booking in expected["bookings"] for each in _with_fee(booking)]
            files.append(_key(found) == [(b["day"], b["amount"]) for b in wanted])
            own += _paired(file, found, wanted)
        resolved = bookings.resolve(
            [Item(row.item, row.file, row.facts, n) for n, row in enumerate(own, 1)],
            own_names=truth["owners"],
        ).treatments
        rows += [row._replace(type=resolved[row.item].type) for row in own]
        counted += _counted(own, resolved)
        totals += [_is_total_right(total, own, resolved) for total in truth["totals"]]
    yield _share(f"{name} set: statements with every booking", files, at_least)
    for field in ("currency", "counterparty", "type", "category", "balance", "status"):
        # What a shop is called is a matter of taste.
        bar = at_least and (0.9 if field == "counterparty" else at_least)
        yield _share(f"{name} set: bookings with the right {field}", _field(rows, field), bar)
    yield _share(f"{name} set: bookings that count as they should", counted, at_least)
    yield _share(f"{name} set: totals that are right", totals, at_least)


def _with_fee(booking: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A booking, and the fee in a column of its own, which is a booking too."""
    yield booking
    if fee := booking.get("fee"):
        own = {"id": f"{booking['id']}-fee", "amount": f"-{fee}", "type": "fee"}
        yield own | {key: booking[key] for key in ("day", "currency", "status") if key in booking}


def _key(found: Iterable[Transaction]) -> list[tuple[str | None, str | None]]:
    return [(facts.day, facts.amount) for facts in found]


def _paired(name: str, found: list[Transaction], expected: list[dict[str, Any]]) -> Iterator[_Row]:
    """Bookings with their truth, by day and amount; what was not found or not there is left out."""
    waiting: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for booking in expected:
        waiting.setdefault((booking["day"], booking["amount"]), []).append(booking)
    for n, facts in enumerate(found):
        if same := waiting.get((facts.day or "", facts.amount or "")):
            yield _Row(f"{name}#{n}", name, facts, same.pop(0))


def _field(rows: Iterable[_Row], name: str) -> Iterator[bool]:
    for row in rows:
        if name == "status":
            yield row.facts.status == row.truth.get("status", "booked")
        elif name in row.truth:
            accepted = [row.truth[name], *row.truth.get(f"{name}_also", [])]
            # Only all files together tell own transfers, settlements and some refunds.
            value = row.type if name == "type" else getattr(row.facts, name)
            if name == "counterparty":
                yield _spelled(value) in map(_spelled, accepted)
            else:
                yield _same(value, accepted)


def _spelled(name: str | None) -> str:
    """A name as it is compared: banks write no accents, apostrophes or small letters."""
    return folded(name or "")


def _same(value: Any, accepted: list[Any]) -> bool:
    if isinstance(value, str):
        return value.casefold() in [str(each).casefold() for each in accepted]
    return value in accepted


def _counted(rows: list[_Row], resolved: Mapping[str, bookings.Treatment]) -> Iterator[bool]:
    """Each true booking counts once, or not at all."""
    groups: dict[str, list[_Row]] = {}
    for row in rows:
        groups.setdefault(row.truth["id"], []).append(row)
    for group in groups.values():
        counting = sum(resolved[row.item].counts for row in group)
        yield counting == int(_should_count(group[0].truth))


def _should_count(truth: Mapping[str, Any]) -> bool:
    if truth.get("status", "booked") != "booked" or truth["type"] == "own_transfer":
        return False
    return truth["type"] != "card_settlement" or bool(truth.get("counts"))


def _is_total_right(
    total: Mapping[str, Any], rows: list[_Row], resolved: Mapping[str, bookings.Treatment]
) -> bool:
    chosen = [row for row in rows if total["from"] <= (row.facts.day or "") < total["to"]]
    if total["currency"] is None:
        chosen = [row for row in chosen if row.file in total["files"]]
    chosen = [row for row in chosen if resolved[row.item].currency == total["currency"]]
    spent = sum((bookings.spent(resolved[r.item], _amount(r)) for r in chosen), Decimal())
    earned = sum((bookings.earned(resolved[r.item], _amount(r)) for r in chosen), Decimal())
    return (spent, earned) == (Decimal(total["spent"]), Decimal(total["received"]))


def _amount(row: _Row) -> Decimal:
    return Decimal(row.facts.amount or 0)


# Invoices ---------------------------------------------------------------------------------------


def _invoices(folder: Path, name: str, at_least: float | None = 1.0) -> Iterator[Figure]:
    truth = orjson.loads((folder / "truth.json").read_bytes())
    found = {file: _facts(folder / file, Document) for file in truth}
    for field in ("kind", "issuer", "number", "date", "total", "currency", "due"):
        right = (
            len(found[file]) == 1 and _is_field_right(found[file][0], field, expected)
            for file, expected in truth.items()
        )
        yield _share(f"{name} set: invoices with the right {field}", right, at_least)
    none = (not _facts(folder / file, Transaction) for file in truth)
    yield _share(f"{name} set: invoices whose lines are no bookings", none, at_least)
    lines = (
        sum(len(table.rows) for table in _facts(folder / file, Table)) >= expected["rows"]
        for file, expected in truth.items()
    )
    yield _share(f"{name} set: invoices with as many lines", lines, None)


def _is_field_right(document: Document, name: str, expected: Mapping[str, Any]) -> bool:
    value = document.document if name == "kind" else getattr(document, name)
    also = expected.get(f"{name}_also", [])
    accepted = [expected[name], *(also if isinstance(also, list) else [also])]
    if name == "total" and value is not None:
        return Decimal(value) in [Decimal(str(each)) for each in accepted if each is not None]
    return _same(value, accepted)


# Calendars --------------------------------------------------------------------------------------


def _calendars(folder: Path) -> Iterator[Figure]:
    truth = orjson.loads((folder / "truth.json").read_bytes())
    windows: list[bool] = []
    fields: dict[str, list[bool]] = {}
    for name, expected in truth.items():
        found = _facts(folder / name, Event, expected["zone"], expected["now"])
        zone = ZoneInfo(expected["zone"])
        horizon = datetime.fromisoformat(expected["now"]) + _HORIZON
        for window in expected["occurrences_between"]:
            if _local(window["from"], zone) > horizon:
                continue
            inside = [event for event in found if _is_inside(event, window, zone)]
            wanted = window["events"]
            windows.append(
                Counter((e.title, e.start, e.end) for e in inside)
                == Counter((e["title"], _stamp(e["start"]), _stamp(e["end"])) for e in wanted)
            )
            for event in wanted:
                _judge(event, inside, fields)
    yield _share("calendar windows with every occurrence", windows)
    for name in sorted(fields):
        yield _share(f"events with the right {name}", fields[name], 0.98)


def _is_inside(event: Event, window: Mapping[str, Any], zone: ZoneInfo) -> bool:
    if event.what != "event" or event.start is None:
        return False
    start, end = (_local(moment, zone) for moment in (event.start, event.end or event.start))
    return start < _local(window["to"], zone) and (
        end > _local(window["from"], zone) or start == end >= _local(window["from"], zone)
    )


def _local(moment: str, zone: ZoneInfo) -> datetime:
    if len(moment) == 10:
        return datetime.fromisoformat(moment).replace(tzinfo=zone)
    return datetime.fromisoformat(moment)


def _stamp(moment: str | None) -> str | None:
    if moment is None or len(moment) == 10:
        return moment
    return clock.stamp(datetime.fromisoformat(moment))


def _judge(wanted: Mapping[str, Any], inside: list[Event], fields: dict[str, list[bool]]) -> None:
    key = (wanted["title"], _stamp(wanted["start"]))
    event = next((e for e in inside if (e.title, e.start) == key), None)
    if event is None:
        return
    organiser = event.organiser.name if event.organiser else None
    known = {
        "all_day": event.all_day,
        "status": event.status,
        "moved": event.moved_from is not None,
        "place": event.place and " ".join(event.place.split()),
        "organiser": organiser,
        "attendees": sorted((a.name, a.answer) for a in event.attendees),
    }
    for name, value in known.items():
        if name in wanted:
            fields.setdefault(name, []).append(value == _wanted(wanted[name]))


def _wanted(value: Any) -> Any:
    if isinstance(value, list):
        return sorted(
            (each["name"], _ANSWERS.get(each["answer"], each["answer"])) for each in value
        )
    return " ".join(value.split()) if isinstance(value, str) else value
