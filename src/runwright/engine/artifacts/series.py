"""The figures of a chart: what was found, added up by month, by name, or by another measure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from runwright.artifacts.chart import Bar, Series
from runwright.engine import periods
from runwright.engine.artifacts.material import (
    CannotMake,
    Material,
    amount_of,
    count,
    day_of,
    heading,
)
from runwright.engine.days import MONTHS, WEEKDAYS, moved
from runwright.engine.ledger.entries import entries_of
from runwright.engine.ledger.sums import grouped
from runwright.engine.patterns import lazily
from runwright.engine.types import Item

MOST_BARS = 40
MOST_POINTS = 120
MOST_NAMES = 12
_COARSER = {"day": "week", "week": "month", "month": "quarter", "quarter": "year"}
_LEAVES = lazily(r"\b(?:spen[dt]\w*|expen\w+|payments?|paid|pay|costs?|bills?|outgoings?)\b", re.I)
_COMES = lazily(r"\b(?:earn\w*|incom\w+|salar\w+|receiv\w+|revenue|deposits?)\b", re.I)
_FIGURE = lazily(r"[^\d.,\-\u2212+()]")


class _Point(NamedTuple):
    """One thing that is added up."""

    day: date | None
    name: str
    value: Decimal


class _Measured(NamedTuple):
    """What is added up, and in what."""

    points: list[_Point]
    unit: str
    counted: str
    """How many of what: "12 payments"."""
    note: str = ""


def series(material: Material) -> Series:
    """The figures in what was found; `CannotMake` when it has none."""
    if grid := next((item.rows for item in material.items if len(item.rows) > 1), None):
        return _of_table(grid, material)
    measured = _money(material) or _events(material)
    if measured is None:
        raise CannotMake("a chart needs amounts or events, and nothing that was found has them")
    per = material.per or _usual(measured)
    if per in ("merchant", "category"):
        return _by_name(measured, per, material)
    if per == "weekday":
        return _by_weekday(measured, material)
    return _over_time(measured, per, material)


def _money(material: Material) -> _Measured | None:
    known = [(item, found) for item in material.items if (found := amount_of(item)) is not None]
    if not known:
        return None
    currencies = Counter(item.currency or "" for item, _ in known)
    unit = min(currencies, key=lambda currency: (-currencies[currency], currency))
    kept = [(item, value) for item, value in known if (item.currency or "") == unit]
    left = len(known) - len(kept)
    is_are = "is" if left == 1 else "are"
    note = f"{count(left, 'amount')} in another currency {is_are} not in it." if left else ""
    sign, kept = _side(kept, material.topic)
    names = _names(material)
    points = [
        _Point(day_of(item, material.moment), names.get(item.id, item.title), sign * value)
        for item, value in kept
    ]
    counted = "payment" if sign < 0 else "amount"
    return _Measured(points, unit, count(len(points), counted), note)


def _names(material: Material) -> dict[str, str]:
    """What each booking is grouped under, as the answers group them."""
    entries = entries_of(material.items, material.moment.zone)
    groups = grouped(entries, "category" if material.per == "category" else "merchant")
    return {entry.id: group.name for group in groups for entry in group.entries}


def _side(known: list[tuple[Item, Decimal]], topic: str) -> tuple[int, list[tuple[Item, Decimal]]]:
    """Money that leaves is shown as what was spent; both ways together as they are."""
    leaving = [each for each in known if each[1] < 0]
    coming = [each for each in known if each[1] > 0]
    if leaving and (not coming or (_LEAVES.search(topic) and not _COMES.search(topic))):
        return -1, leaving
    if coming and leaving and _COMES.search(topic) and not _LEAVES.search(topic):
        return 1, coming
    return 1, known


def _events(material: Material) -> _Measured | None:
    found = [item for item in material.items if item.kind == "event"]
    points = [_Point(day_of(item, material.moment), item.title, Decimal(1)) for item in found]
    points = [point for point in points if point.day is not None]
    return _Measured(points, "events", count(len(points), "event")) if points else None


def _usual(measured: _Measured) -> str:
    """By what one adds up when nobody says so: months if there are some, else names or days."""
    dates = [point.day for point in measured.points if point.day is not None]
    names = {point.name for point in measured.points}
    if not dates:
        return "merchant"
    if len({(day.year, day.month) for day in dates}) >= 3:
        return "month"
    return "merchant" if measured.unit != "events" and len(names) > 1 else "day"


# Over time -------------------------------------------------------------------------------------


def _over_time(measured: _Measured, per: str, material: Material) -> Series:
    dated = [(point.day, point.value) for point in measured.points if point.day is not None]
    if not dated:
        raise CannotMake(f"nothing that was found has a day, so there is no chart by {per}")
    first, last = min(day for day, _ in dated), max(day for day, _ in dated)
    wanted, per = per, _fitting(per, first, last, MOST_POINTS if material.shape else MOST_BARS)
    coarser = f"By {wanted} there would be too much to show, so it is by {per}."
    start = _begin(first, per)
    sums: dict[date, Decimal] = {}
    while start <= last:
        sums[start] = Decimal(0)
        start = moved(start, 1, per)
    for day, value in dated:
        sums[_begin(day, per)] += value
    bars = tuple(_dated_bar(start, per, value) for start, value in sums.items())
    covered = periods.said(first, last + timedelta(days=1))
    return Series(
        title=_title(material, measured, per),
        subtitle=f"{measured.counted}, {covered}",
        unit=measured.unit,
        axis="Week from" if per == "week" else per.capitalize(),
        bars=bars,
        over_time=True,
        note=" ".join(filter(None, (measured.note, coarser if per != wanted else ""))),
    )


def _fitting(per: str, first: date, last: date, most: int) -> str:
    """The unit, or the next larger one of which there are few enough."""
    size = {"day": 1, "week": 7, "month": 30, "quarter": 91}
    while per in size and (last - first).days // size[per] >= most:
        per = _COARSER[per]
    return per


def _begin(day: date, per: str) -> date:
    if per == "week":
        return day - timedelta(days=day.weekday())
    if per == "month":
        return day.replace(day=1)
    if per == "quarter":
        return day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
    return day.replace(month=1, day=1) if per == "year" else day


def _dated_bar(start: date, per: str, value: Decimal) -> Bar:
    month = MONTHS[start.month - 1][:3]
    if per == "year":
        return Bar(str(start.year), value)
    if per == "quarter":
        return Bar(f"Q{(start.month + 2) // 3}", value, str(start.year))
    if per == "month":
        return Bar(month, value, str(start.year))
    return Bar(str(start.day), value, f"{month} {start.year}")


# By something else -----------------------------------------------------------------------------


def _by_weekday(measured: _Measured, material: Material) -> Series:
    sums = [Decimal(0)] * 7
    for point in measured.points:
        if point.day is not None:
            sums[point.day.weekday()] += point.value
    bars = tuple(Bar(name[:3], value) for name, value in zip(WEEKDAYS, sums, strict=True))
    return _plain(measured, bars, "Weekday", material, over_time=True)


def _by_name(measured: _Measured, per: str, material: Material) -> Series:
    sums: dict[str, Decimal] = {}
    for point in measured.points:
        name = " ".join(point.name.split()) or "(no name)"
        sums[name] = sums.get(name, Decimal(0)) + point.value
    return _plain(measured, _largest(sums), per.capitalize(), material)


def _plain(
    measured: _Measured,
    bars: tuple[Bar, ...],
    axis: str,
    material: Material,
    over_time: bool = False,
) -> Series:
    dates = [point.day for point in measured.points if point.day is not None]
    covered = periods.said(min(dates), max(dates) + timedelta(days=1)) if dates else ""
    return Series(
        title=_title(material, measured, axis.lower()),
        subtitle=", ".join(filter(None, (measured.counted, covered))),
        unit=measured.unit,
        axis=axis,
        bars=bars,
        over_time=over_time,
        note=measured.note,
    )


def _largest(sums: Mapping[str, Decimal]) -> tuple[Bar, ...]:
    """The largest by name, and the rest as one."""
    ranked = sorted(sums.items(), key=lambda each: (-abs(each[1]), each[0]))
    if len(ranked) <= MOST_NAMES:
        return tuple(Bar(name, value) for name, value in ranked)
    kept, rest = ranked[: MOST_NAMES - 1], ranked[MOST_NAMES - 1 :]
    together = sum((value for _, value in rest), Decimal(0))
    other = Bar(f"{len(rest)} others", together, is_rest=True)
    return (*(Bar(name, value) for name, value in kept), other)


def _title(material: Material, measured: _Measured, per: str) -> str:
    what = "Events" if measured.unit == "events" else "Amounts"
    return heading(material.topic, f"{what} per {per}")


# Tables ----------------------------------------------------------------------------------------


def _of_table(rows: Sequence[Sequence[str]], material: Material) -> Series:
    """The first column that is figures, named by the first that is not."""
    header, *body = rows
    columns = range(max(map(len, rows)))
    figures = next((n for n in columns if _mostly(body, n, _figure)), None)
    if figures is None:
        raise CannotMake("a chart needs figures, and the table that was found has none")
    names = next((n for n in columns if n != figures and not _mostly(body, n, _figure)), None)
    bars = [
        Bar(_cell(row, names) if names is not None else str(n), value)
        for n, row in enumerate(body, 1)
        if (value := _figure(_cell(row, figures))) is not None
    ]
    what = _cell(header, figures)
    return Series(
        title=heading(material.topic, what or "Table"),
        subtitle=count(len(bars), "row"),
        unit=what[:30],
        axis=_cell(header, names)[:30] if names is not None else "Row",
        bars=tuple(bars[:MOST_NAMES]),
        over_time=False,
        note=f"Only the first {MOST_NAMES} rows are in it." if len(bars) > MOST_NAMES else "",
    )


def _cell(row: Sequence[str], n: int) -> str:
    return " ".join(row[n].split()) if n < len(row) else ""


def _mostly(body: Iterable[Sequence[str]], n: int, read: Callable[[str], Decimal | None]) -> bool:
    filled = [cell for row in body if (cell := _cell(row, n))]
    years = all(re.fullmatch(r"(?:19|20)\d\d", cell) for cell in filled)
    read_well = sum(read(cell) is not None for cell in filled)
    return bool(filled) and not years and read_well * 5 >= len(filled) * 4


def _figure(cell: str) -> Decimal | None:
    """The number in a cell such as "1,234.50", "(120)" or "12 %"."""
    text = _FIGURE.sub("", cell).replace("\u2212", "-")
    if not text or sum(c.isalpha() for c in cell) > 3:
        return None
    negative = text.startswith("(") and text.endswith(")")
    try:
        found = Decimal(text.strip("()").replace(",", ""))
    except InvalidOperation:
        return None
    return -found if negative else found
