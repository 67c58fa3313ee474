"""Answers about one set of bookings: sums, counts, averages, the largest, lists, days."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from runwright.engine.ledger import wording
from runwright.engine.ledger.asking import Asked
from runwright.engine.ledger.currencies import bare, listed, rounded, written
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.selection import Selection, spelled
from runwright.engine.ledger.sums import (
    apart,
    grouped,
    length,
    median,
    ranked,
    signed_sums,
    sums,
    total,
)


class Told(NamedTuple):
    """An answer, its bare value, and the bookings it rests on."""

    answer: str
    value: str
    entries: tuple[Entry, ...]


class Ledger(NamedTuple):
    """Chosen bookings, oldest first, and how they were chosen."""

    entries: tuple[Entry, ...]
    selection: Selection
    today: date
    back: tuple[Entry, ...] = ()
    """Refunds of the spending that was chosen."""
    moves: tuple[Entry, ...] = ()
    """Moves between own accounts that were left out."""


def summed(ledger: Ledger, asked: Asked) -> Told:
    """The sum, and what was counted."""
    entries, selection = _picked(ledger, asked), ledger.selection
    if asked.order in ("last", "first"):
        return priced(ledger, asked)
    sizes = sums(entries)
    if not selection.direction:
        return netted(ledger, asked)
    answer = (
        f"{wording.verb(selection)} {wording.money(sizes)}{wording.on_what(selection)}"
        f"{_when(selection)}: {wording.counted(entries, selection)}."
        f"{_of_each(entries, selection)}{_notes(ledger, sizes)}"
    )
    return Told(answer, wording.value(sizes), (*entries, *ledger.back))


def _of_each(entries: Sequence[Entry], selection: Selection) -> str:
    """The sum of each stretch, where a question names several: "in May and in June"."""
    if len(selection.days) < 2:
        return ""
    each = [selection._replace(days=(days,)) for days in selection.days]
    said = [f"{wording.money(sums(one.chosen(entries))) or 'nothing'} {one.when()}" for one in each]
    return f" Of that, {listed(said)}."


def counted(ledger: Ledger, asked: Asked) -> Told:
    """How many there are."""
    entries, selection = ledger.entries, ledger.selection
    said = wording.counted(entries, selection)
    if len(entries) == 1:
        return Told(f"There is {said}.", "1", entries)
    answer = f"There are {said}{_when(selection)}, {wording.both_ways(entries)}."
    return Told(answer, str(len(entries)), entries)


def averaged(ledger: Ledger, asked: Asked) -> Told:
    """The average of a booking, or of a month and its kind."""
    entries, selection = ledger.entries, ledger.selection
    by = asked.by if asked.by in ("month", "week", "day", "year", "quarter") else ""
    said, values = [], []
    for currency, own in apart(entries):
        each = [(Decimal(len(own)), wording.noun(len(own), selection))]
        sizes = _over(ledger, own, by) if by else each
        shown = [f"{_shared(total(own), size, currency)} over {over}" for size, over in sizes]
        said.append(" or ".join(shown))
        values.append(bare(rounded(total(own) / sizes[0][0])[0], currency))
    what = f"per {by}" if by else "each time"
    on_what = wording.on_what(selection) if selection.direction == "out" else ""
    head = f"The average{on_what} {what}{_when(selection)} is {listed(said)}"
    answer = f"{head}: {wording.money(sums(entries))} in {wording.counted(entries, selection)}."
    return Told(answer, "; ".join(values), entries)


def _over(ledger: Ledger, own: Sequence[Entry], by: str) -> list[tuple[Decimal, str]]:
    """How many months (weeks, ...) an average is over: those with bookings, or all of them."""
    filled = len(grouped(own, by))
    every = length(ledger.selection.days, ledger.entries, by, ledger.today)
    said = f"{every} {by}{'s' if every != 1 else ''}"
    if filled == every:
        return [(Decimal(every), said)]
    whole = Decimal(every)
    if by == "week":
        # Weeks do not fill a month: its days are counted.
        days = length(ledger.selection.days, ledger.entries, "day", ledger.today)
        whole, said = Decimal(days) / 7, f"{days} days"
    having = f"the {filled} {by}{'s that have' if filled != 1 else ' that has'} any"
    both = [(whole, f"all {said}"), (Decimal(filled), having)]
    return both if ledger.selection.days else both[::-1]


def _shared(whole: Decimal, size: Decimal, currency: str) -> str:
    figure, was_rounded = rounded(whole / size)
    return f"{written(figure, currency)}{' (rounded)' if was_rounded else ''}"


def middle(ledger: Ledger, asked: Asked) -> Told:
    """The median of the bookings."""
    found = [(currency, *rounded(median(own))) for currency, own in apart(ledger.entries)]
    said = [f"{written(size, currency)}{' (rounded)' if r else ''}" for currency, size, r in found]
    counted_ = wording.counted(ledger.entries, ledger.selection)
    answer = f"The median{_when(ledger.selection)} is {listed(said)}, of {counted_}."
    return Told(answer, "; ".join(bare(size, c) for c, size, _ in found), ledger.entries)


def extreme(ledger: Ledger, asked: Asked) -> Told:
    """The largest or smallest, of each currency."""
    order = "least" if asked.figure == "min" else "most"
    best = [ranked(own, order)[0] for _, own in apart(ledger.entries)]
    word = "smallest" if order == "least" else "largest"
    noun = wording.noun(1, ledger.selection).removeprefix("one ")
    what = f"{noun}{wording.described(ledger.selection, several=False)}{_when(ledger.selection)}"
    said = listed([wording.one(entry) for entry in best])
    count = len(ledger.entries)
    of = f", of {count}" if count > 1 else ""
    answer = f"Your {word} {what} was {said}{of}."
    return Told(answer, "; ".join(_bare(entry) for entry in best), tuple(best))


def enumerated(ledger: Ledger, asked: Asked) -> Told:
    """A list, one line each."""
    entries, selection = _picked(ledger, asked), ledger.selection
    if len(entries) == 1:
        return Told(f"There is {wording.counted(entries, selection)}.", _bare(entries[0]), entries)
    lead = {"most": "The largest are", "least": "The smallest are", "last": "The latest are"}
    head = lead.get(asked.order, "There are")
    what = f"{wording.noun(len(entries), selection)}{wording.bounds(selection)}"
    what += wording.described(selection, several=True)
    sizes = sums(entries)
    answer = (
        f"{head} {what}{_when(selection)}, {wording.both_ways(entries)}:\n"
        f"{wording.lines(entries, selection.direction)}"
    )
    shown = sizes if selection.direction else signed_sums(entries)
    return Told(answer, wording.value(shown), entries)


def dated(ledger: Ledger, asked: Asked) -> Told:
    """On which day it was; of several, the latest unless the first is asked for."""
    ordered = ranked(ledger.entries, "first" if asked.order == "first" else "last")
    best, rest = ordered[0], ordered[1:]
    if asked.order == "usual" and rest:
        return _usual(ledger, ordered)
    paid = "paid" if best.amount < 0 else "received"
    picked = f" {asked.order}" if asked.order in ("last", "first") and rest else ""
    answer = f"You{picked} {paid} {wording.one(best)}"
    if not rest:
        return Told(f"{answer}.", best.day.isoformat(), (best,))
    if asked.order in ("last", "first"):
        total_ = wording.noun(len(ordered), ledger.selection)
        recognised = wording.described(ledger.selection, several=True)
        return Told(f"{answer}, of {total_}{recognised}.", best.day.isoformat(), (best,))
    days = "\n".join(f"- {wording.line(e, ledger.selection.direction)}" for e in ordered[:10])
    more = f"\n- and {len(ordered) - 10} earlier" if len(ordered) > 10 else ""
    head = f"There are {wording.noun(len(ordered), ledger.selection)}"
    head += wording.described(ledger.selection, several=True)
    return Told(f"{head}, the latest first:\n{days}{more}", best.day.isoformat(), tuple(ordered))


def _usual(ledger: Ledger, ordered: Sequence[Entry]) -> Told:
    """Around which day of the month something happens, with the latest of them."""
    numbers = sorted(entry.day.day for entry in ordered)
    edge = len(numbers) // 8  # a few strays tell nothing of the habit
    first, last = numbers[edge], numbers[-1 - edge]
    middle = numbers[len(numbers) // 2]
    span = f"on day {middle}" if first == last else f"between day {first} and day {last}"
    noun = wording.noun(len(ordered), ledger.selection)
    recognised = wording.described(ledger.selection, several=True)
    lines = "\n".join(f"- {wording.line(e, ledger.selection.direction)}" for e in ordered[:6])
    head = f"Mostly {span} of the month, judging by {noun}{recognised}; the latest"
    return Told(f"{head}:\n{lines}", str(middle), tuple(ordered))


def confirmed(ledger: Ledger, asked: Asked) -> Told:
    """Yes, with what shows it."""
    latest = ranked(ledger.entries, "last")
    shown = listed([wording.one(entry) for entry in latest[:3]])
    paid = "you paid" if latest[0].amount < 0 else "you received"
    rest = len(latest) - 3
    more = f", and {rest} more before" if rest > 0 else ""
    recognised = wording.described(ledger.selection, several=len(latest) > 1)
    noun = wording.noun(len(latest), ledger.selection)
    note = f" ({noun}{recognised})" if recognised else ""
    return Told(f"Yes: {paid} {shown}{more}{note}.", _bare(latest[0]), ledger.entries)


def priced(ledger: Ledger, asked: Asked) -> Told:
    """What something cost: one booking, the same amount each time, or a short list."""
    steady = asked.order == "now" and _is_steady(ledger.entries)
    entries = ledger.entries if steady else _picked(ledger, asked)
    paid = "You paid" if entries[0].amount < 0 else "You received"
    if len(entries) == 1:
        recognised = wording.described(ledger.selection, several=False)
        if asked.order in ("last", "first", "now") and len(ledger.entries) > 1:
            word = "first" if asked.order == "first" else "latest"
            recognised = wording.described(ledger.selection, several=True)
            recognised = f", the {word} of {len(ledger.entries)}{recognised}"
        else:
            recognised = f" (the one booking{recognised})" if recognised else ""
        return Told(f"{paid} {wording.one(entries[0])}{recognised}.", _bare(entries[0]), entries)
    if _is_steady(entries):
        each = wording.size(entries[0])
        together = f", {wording.money(sums(entries))} together"
        counted_ = wording.counted(entries, ledger.selection)
        answer = f"{paid} {each} each time{_when(ledger.selection)}: {counted_}{together}."
        return Told(answer, _bare(entries[0]), entries)
    if len(entries) <= wording.MOST_LINES:
        return enumerated(ledger, asked)
    return summed(ledger, asked)


def _is_steady(entries: Sequence[Entry]) -> bool:
    return len({(entry.amount, entry.currency) for entry in entries}) == 1


def netted(ledger: Ledger, asked: Asked) -> Told:
    """Income minus spending."""
    entries, selection = ledger.entries, ledger.selection
    arrived = sums(entry for entry in entries if entry.amount > 0)
    left = sums(entry for entry in entries if entry.amount < 0)
    net = signed_sums(entries)
    said = [f"{'+' if size > 0 else ''}{written(size, c)}" for c, size in net.items()]
    recognised = wording.described(selection, several=True)
    counted_ = f" in {wording.noun(len(entries), selection)}{recognised}" if recognised else ""
    verdict = ""
    if asked.order in ("more", "less"):
        held = [(c, (size > 0) == (asked.order == "more")) for c, size in net.items() if size]
        verdict = wording.verdict(held)
    answer = (
        f"{verdict}Net{_when(selection)}: {listed(said)} ({wording.money(arrived)} came in, "
        f"{wording.money(left)} left){counted_}{_span(entries, selection)}."
    )
    return Told(answer, wording.value(net), entries)


def _picked(ledger: Ledger, asked: Asked) -> tuple[Entry, ...]:
    if not asked.order:
        return ledger.entries
    if asked.order in ("most", "least"):
        count = asked.top or 5
        best = (
            entry for _, own in apart(ledger.entries) for entry in ranked(own, asked.order)[:count]
        )
        return tuple(best)
    order = "first" if asked.order == "first" else "last"
    return tuple(ranked(ledger.entries, order)[: asked.top or 1])


def _bare(entry: Entry) -> str:
    return bare(abs(entry.amount), entry.currency)


def _when(selection: Selection) -> str:
    return f" {selection.when()}" if selection.is_dated() else ""


def _span(entries: Sequence[Entry], selection: Selection) -> str:
    return "" if selection.is_dated() else f", {wording.covered(entries)}"


def _refunds(ledger: Ledger) -> list[Entry]:
    """Income that only came back."""
    if ledger.selection.direction != "in" or ledger.selection.subject.alternatives:
        return []
    return [entry for entry in ledger.entries if "refunds" in entry.categories]


def _notes(ledger: Ledger, sizes: dict[str, Decimal]) -> str:
    """What is told apart: money that came back, and moves between own accounts."""
    notes = ""
    if ledger.back:
        back = sums(ledger.back)
        net = {c: sizes.get(c, Decimal(0)) - back.get(c, Decimal(0)) for c in {**sizes, **back}}
        days = listed([spelled(entry.day) for entry in ledger.back[:3]])
        notes += f" {wording.money(back)} came back ({days}), so {wording.money(net)} net of that."
    if refunds := _refunds(ledger):
        notes += f" Of that, {wording.money(sums(refunds))} look like refunds."
    if ledger.moves:
        moved = wording.money(sums(ledger.moves))
        notes += f" Transfers between your own accounts ({moved}) are not counted."
    return notes


TALLIES: dict[str, Callable[[Ledger, Asked], Told]] = {
    "sum": summed,
    "count": counted,
    "average": averaged,
    "median": middle,
    "max": extreme,
    "min": extreme,
    "list": enumerated,
    "when": dated,
    "whether": confirmed,
    "price": priced,
    "net": netted,
}
