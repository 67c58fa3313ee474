"""How bookings run over time: how long ago the last was, how an amount changed, its place."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from typing import NamedTuple

from runwright.engine.ledger import wording
from runwright.engine.ledger.asking import Asked
from runwright.engine.ledger.currencies import bare, written
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.selection import Days, Selection, spelled
from runwright.engine.ledger.subjects import Subject
from runwright.engine.ledger.sums import (
    Group,
    apart,
    by_size,
    grouped,
    number_of,
    ranked,
    total,
)
from runwright.engine.ledger.tallies import Ledger, Told

_PERCENT = Decimal("0.01")
_DAYS_IN = {"week": 7}
_PLACES = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}


class _Point(NamedTuple):
    """An amount and when it was paid."""

    when: str
    size: Decimal


def ago(ledger: Ledger, asked: Asked) -> Told:
    """How long it is since the latest booking, or the first."""
    order = "first" if asked.order == "first" else "last"
    best = ranked(ledger.entries, order)[0]
    days = (ledger.today - best.day).days
    said = "today" if not days else f"{_counted(days, 'day')} ago"
    if asked.by in ("week", "month") and days:
        said = f"{_in_units(best.day, ledger.today, asked.by)} ago ({_counted(days, 'day')})"
    paid = "paid" if best.amount < 0 else "received"
    recognised = wording.described(ledger.selection, several=len(ledger.entries) != 1)
    of = f", of {wording.noun(len(ledger.entries), ledger.selection)}{recognised}"
    which = f"{order} " if len(ledger.entries) > 1 else ""
    rest = of if len(ledger.entries) > 1 else ""
    answer = f"{said[0].upper()}{said[1:]}: you {which}{paid} {wording.one(best)}{rest}."
    return Told(answer, str(days), (best,))


def _in_units(first: date, last: date, unit: str) -> str:
    """Whole weeks or months between two days."""
    if unit == "week":
        return _counted((last - first).days // _DAYS_IN[unit], unit)
    months = (last.year - first.year) * 12 + last.month - first.month
    return _counted(months - (last.day < first.day), unit)


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'}"


def changed(ledger: Ledger, asked: Asked) -> Told:
    """Whether an amount rose or fell over time, by how much, and when."""
    said, values = [], []
    for currency, own in apart(ledger.entries):
        points = _points(own, ledger.today)
        said.append(_course(points, currency, asked.order))
        values.append(bare(points[-1].size - points[0].size, currency))
    counted = wording.counted(ledger.entries, ledger.selection)
    return Told(f"{' '.join(said)} Counted: {counted}.", "; ".join(values), ledger.entries)


def _points(entries: Sequence[Entry], today: date) -> list[_Point]:
    """Each booking, or each full month where a month has several of different sizes."""
    months = grouped(entries, "month")
    turns = sum(one.amount != other.amount for one, other in pairwise(entries))
    if len(months) == len(entries) or turns * 4 <= len(entries):
        return [_Point(f"on {spelled(entry.day)}", abs(entry.amount)) for entry in entries]
    last = months[-1].entries[-1].day
    if len(months) > 1 and (last.year, last.month) == (today.year, today.month):
        months = months[:-1]
    return [_Point(f"in {month.name}", total(month.entries)) for month in months]


def _course(points: Sequence[_Point], currency: str, claim: str) -> str:
    first, last = points[0], points[-1]
    gap = last.size - first.size
    verdict = _verdict(claim, gap)
    if not gap:
        size = written(first.size, currency)
        if len(points) == 1:
            return f"{verdict}there is only one amount to go by, {size} {first.when}."
        return f"{verdict}it was {size} {first.when} and {size} {last.when}."
    word = "more" if gap > 0 else "less"
    share = gap / first.size * 100 if first.size else Decimal(0)
    percent = share.quantize(_PERCENT, ROUND_HALF_UP)
    sign = "+" if percent > 0 else ""
    note = ", rounded" if percent != share else ""
    told = (
        f"{verdict}from {written(first.size, currency)} {first.when} to "
        f"{written(last.size, currency)} {last.when}, {written(abs(gap), currency)} {word} "
        f"({sign}{percent} %{note})."
    )
    return f"{told}{_turns(points, currency)}"


def _verdict(claim: str, gap: Decimal) -> str:
    if not claim:
        return "It changed: " if gap else "It did not change: "
    held = gap > 0 if claim == "up" else gap < 0 if claim == "down" else gap != 0
    return "Yes: " if held else "No: "


def _turns(points: Sequence[_Point], currency: str) -> str:
    """When it changed, where that was seldom."""
    found = [
        f"to {written(now.size, currency)} {now.when}"
        for before, now in pairwise(points)
        if now.size != before.size
    ]
    return f" It changed {', '.join(found)}." if len(found) <= len(points) // 2 else ""


def pair(ledger: Ledger, asked: Asked) -> Told:
    """How the two bookings differ, in size and in days; of several, the last two."""
    entries = ledger.entries[-2:]
    if len(entries) < 2:
        return Told(f"There is only one: {wording.one(entries[0])}.", "", entries)
    first, last = entries
    days = (last.day - first.day).days
    counted = wording.counted(ledger.entries, ledger.selection)
    gap = abs(abs(last.amount) - abs(first.amount))
    said = written(gap, last.currency) if first.currency == last.currency else "no common currency"
    answer = (
        f"{said} and {_counted(days, 'day')} lie between {wording.one(first)} and "
        f"{wording.one(last)}. Counted: {counted}."
    )
    return Told(answer, bare(gap, last.currency), tuple(entries))


def unusual(ledger: Ledger, days: Days, asked: Asked) -> Told:
    """Some days held against the average of the others that are as long."""
    length = (days[1] - days[0]).days
    by = "week" if length <= 7 else "month" if length <= 31 else "quarter"
    said = []
    for currency, own in apart(ledger.entries):
        groups = grouped(own, by)
        meant = [e for e in own if days[0] <= e.day < days[1]]
        now = number_of(ledger.today, by)
        rest = [
            total(group.entries)
            for group in groups
            if number_of(group.entries[0].day, by) not in (number_of(days[0], by), now)
        ]
        if rest:
            said.append(_against_rest(total(meant), rest, currency, asked.order, by))
    when = Selection(days=(days,)).when()
    counted = wording.counted(ledger.entries, ledger.selection)
    if not said:
        return Told(f"There is nothing to hold it against. Counted: {counted}.", "", ())
    answer = " ".join(said).replace("{when}", when)
    return Told(f"{answer} Counted: {counted}.", "", ledger.entries)


def _against_rest(
    size: Decimal, rest: Sequence[Decimal], currency: str, claim: str, by: str
) -> str:
    average = (sum(rest, Decimal()) / len(rest)).quantize(_PERCENT, ROUND_HALF_UP)
    every = ((sum(rest, Decimal()) + size) / (len(rest) + 1)).quantize(_PERCENT, ROUND_HALF_UP)
    more = size > average
    verdict = f"{'Yes' if more == (claim == 'more') else 'No'}: " if claim else ""
    gap = f"{written(abs(size - average), currency)} {'more' if more else 'less'}"
    return (
        f"{verdict}{written(size, currency)} {{when}}, {gap} than in the other {len(rest)} {by}s "
        f"on average ({written(average, currency)}; {written(every, currency)} with it)."
    )


def place(ledger: Ledger, subject: Subject, asked: Asked) -> Told:
    """Whether a subject is the largest of its kind, and what is."""
    by = "category" if subject.categories() else "merchant"
    least = asked.order == "least"
    said, used = [], list[Entry]()
    name = subject.said()
    for _, own in apart(ledger.entries):
        mine = [entry for entry in own if subject.fits(entry)]
        if not mine:
            continue
        rest = by_size(grouped([e for e in own if e not in mine], by), asked.order)
        before = [g for g in rest if (total(g.entries) < total(mine)) == least]
        said.append(_placed(name, mine, rest, len(before), asked, by))
        used += [*mine, *(rest[0].entries if rest else ())]
    if not said:
        return Told("", "", ())
    when = ledger.selection
    span = f" {when.when()}" if when.is_dated() else f", {wording.covered(ledger.entries)}"
    answer = f"{' '.join(said)} Counted: all {wording.noun(len(ledger.entries), when)}{span}."
    return Told(answer, "yes" if said[0].startswith("Yes") else "no", tuple(used))


def _placed(
    name: str, mine: Sequence[Entry], rest: Sequence[Group], before: int, asked: Asked, by: str
) -> str:
    word = "smallest" if asked.order == "least" else "biggest"
    own = f"{name} comes to {wording.money({mine[0].currency: total(mine)})}"
    if not rest:
        return f"Yes: {own}, and there is nothing else."
    first = rest[0]
    other = f"{first.name} ({wording.money({mine[0].currency: total(first.entries)})})"
    if not before:
        return f"Yes: {own}, and next comes {other}."
    place_ = _PLACES.get(before + 1, f"number {before + 1}")
    return f"No: the {word} {by} is {other}; {own}, {place_} in order."
