"""An invoice and its payments: whether all of it was paid, when, and which of two is higher."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from runwright.engine.ledger import papers, wording
from runwright.engine.ledger.bills import bills_in
from runwright.engine.ledger.currencies import written
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.papers import Held, Stated
from runwright.engine.ledger.selection import spelled
from runwright.engine.ledger.words import stems
from runwright.engine.patterns import lazily
from runwright.engine.periods import find_periods
from runwright.engine.types import Finding, Item, Step, Want, Work

_ISSUED = lazily(
    r"(?i)\b(?:invoice date|bill date|date of (?:the )?(?:invoice|issue)|issued(?: on)?|dated"
    r"|rechnungsdatum"
    r"|date de facture|date)\b"
)
_DUE = lazily(
    r"(?i)\b(?:payable by|pay by|payment by|due(?: date| by| on)?|deadline|f[aä]llig\w*"
    r"|zahlbar bis)\b"
)
_WITHIN = lazily(
    r"(?i)\b(?:within|in|binnen|innerhalb von|net)\s+(?P<days>\d{1,3})\s+(?:days|tagen?)\b"
)
_LATE = lazily(r"(?i)\b(?:late|overdue|after|past)\b")
_OWES = lazily(r"(?i)\bowe\b|\bleft to pay\b")
_HOLDS = lazily(r"(?i)\W*(?:is|are|was|were)\b")
_ASKED_FOR = lazily(r"(?i)\b(?:fee|rent|premium|deposit|price|honorarium)\b")
_LONGEST_LINE = 400
_READ = 40
_USUAL = timedelta(days=365)


class _Dated(NamedTuple):
    """A day that a document says, and its line."""

    day: date
    line: str
    item: Item


def in_full(step: Step, work: Work) -> Finding:
    """Whether the payments come to what the invoice says."""
    found = papers.held(work, step.arguments.get("name", ""))
    if missing := papers.lacking(step, found):
        return missing
    figure = _meant(found.stated, step.part)
    paid = _payments(found, figure, work)
    if not paid:
        return papers.lacking(step, found._replace(entries=[])) or Finding(step.action, step.part)
    total = sum((abs(entry.amount) for entry in paid), Decimal(0))
    gap = total - figure.amount
    asks_open = "open" in step.arguments or _OWES.search(step.part) is not None
    verdict = _verdict(gap, paid[0].currency, asks_open)
    if claim := step.arguments.get("claim", ""):
        verdict = _claimed(gap, paid[0].currency, claim)
    differs = (
        f", {written(abs(gap), paid[0].currency)} {'more' if gap > 0 else 'less'}" if gap else ""
    )
    said = wording.one(paid[0])
    if len(paid) > 1:
        each = "; ".join(wording.one(entry) for entry in paid[:5])
        said = f"{written(total, paid[0].currency)} in {len(paid)} payments ({each})"
    answer = f"{verdict}: {_says(figure)}, and {_did(paid)} {said}{differs}."
    value = written(abs(gap), paid[0].currency)
    items = (figure.item.id, *(entry.id for entry in paid))
    return Finding(step.action, step.part, answer=answer, value=value, items=items)


def _verdict(gap: Decimal, currency: str, asks_open: bool) -> str:
    if asks_open:
        return f"{written(-gap, currency)} is left to pay" if gap < 0 else "Nothing is left to pay"
    return "Yes, in full" if gap == 0 else "Yes, and more" if gap > 0 else "No, not in full"


def _meant(stated: Sequence[Stated], part: str) -> Stated:
    """The figure of a line that says what is asked for: "the fee"; else the surest."""
    asked = _ASKED_FOR.search(part)
    named = [each for each in stated if asked and asked[0].lower() in each.line.lower()]
    return max(named, key=lambda each: each.amount) if named else stated[0]


def _claimed(gap: Decimal, currency: str, claim: str) -> str:
    """Whether too much was paid, or too little."""
    if not gap:
        return "No, exactly what it asks for"
    held = (gap > 0) == (claim == "over")
    size = f"{written(abs(gap), currency)} too {'much' if gap > 0 else 'little'}"
    return f"{'Yes' if held else 'No'}, {size}"


def _payments(found: Held, figure: Stated, work: Work) -> list[Entry]:
    """The payments for this invoice: by its number, by its amount, else those since its day."""
    fitting = [e for e in found.entries if papers.same_currency(figure.currency, e.currency)]
    entries = fitting or found.entries
    first = found.papers[:1]
    numbers = [m["number"].lower() for i in first for m in papers.NUMBER.finditer(i.text[:2_000])]
    numbered = [e for e in found.booked if any(number in e.about.lower() for number in numbers)]
    if numbered:
        return numbered
    own = [e for e in entries if _is_with(e, found.papers)]
    if not own and found.is_by_number():
        own = [e for e in found.booked if _is_with(e, found.papers)]
        if not own:
            return []
    entries = own or entries
    if same := [e for e in entries if abs(e.amount) == figure.amount]:
        return same[-1:]
    issued = _dated(found.papers, _ISSUED, work)
    since = [e for e in entries if issued and issued.day <= e.day <= issued.day + _USUAL]
    return since or entries


def paid(step: Step, work: Work) -> Finding:
    """Whether an invoice was paid; where no document is there, what the bookings say."""
    found = papers.held(work)
    if found.stated or not found.entries:
        return in_full(step, work)
    last = found.entries[-3:]
    said = "; ".join(wording.one(entry) for entry in last)
    note = "Nothing in your documents says how much was due."
    answer = f"Yes: {_did(last)} {said}. {note}"
    items = tuple(entry.id for entry in last)
    return Finding(step.action, step.part, answer=answer, value=str(len(last)), items=items)


def dated(step: Step, work: Work) -> Finding:
    """The day on which an invoice is due, or was written."""
    items = papers.held(work).papers
    due = step.arguments.get("figure") == "due"
    day = _due(items, work) if due else _dated(items, _ISSUED, work)
    if day is None:
        # The document may say it in other words.
        return Finding(step.action, step.part, more=_elsewhere(step))
    name = step.arguments.get("name", "")
    said = "is due on" if due else "is dated"
    answer = f"The invoice of {name} {said} {spelled(day.day)}: “{day.line}”."
    return Finding(
        step.action, step.part, answer=answer, value=day.day.isoformat(), items=(day.item.id,)
    )


def _elsewhere(step: Step) -> tuple[Step, ...]:
    sources = step.arguments.get("sources", "documents")
    wants = tuple(Want(source, step.part, _READ) for source in sources.split())
    arguments = {"question": step.part, "sources": sources}
    return (Step("extract", step.part, arguments, wants),)


def _is_with(entry: Entry, items: Sequence[Item]) -> bool:
    """Whether a booking is with somebody whom the first lines of a document name."""
    own = [word for word in stems(entry.name) if len(word) > 2][:1]
    said = {word for item in items for word in stems(item.text[:_LONGEST_LINE])}
    return bool(own) and own[0] in said


def _did(paid: Sequence[Entry]) -> str:
    return "you paid" if paid[0].amount < 0 else "you received"


def _says(figure: Stated) -> str:
    return f"the document says {written(figure.amount, figure.currency)} (“{figure.line}”)"


def days_after(step: Step, work: Work) -> Finding:
    """How many days lie between the invoice and its payment."""
    due = re.search(r"(?i)\bdue\b|\bdeadline\b", step.part) is not None
    return _timed(step, work, "due" if due else "issued")


def in_time(step: Step, work: Work) -> Finding:
    """Whether it was paid by the day it was due."""
    return _timed(step, work, "verdict")


def _timed(step: Step, work: Work, mode: str) -> Finding:
    found = papers.held(work, step.arguments.get("name", ""))
    if missing := papers.lacking(step, found):
        return missing
    day = _dated(found.papers, _ISSUED, work) if mode == "issued" else _due(found.papers, work)
    if day is None:
        what = "the date of the invoice" if mode == "issued" else "when the invoice is due"
        name = step.arguments.get("name", "")
        return Finding(
            step.action, step.part, reason=f"nothing in your documents says {what} of {name}"
        )
    paid = _payments(found, found.stated[0], work)
    if not paid:
        return papers.lacking(step, found._replace(entries=[])) or Finding(step.action, step.part)
    last = paid[-1]
    days = (last.day - day.day).days
    says = f"the document says {spelled(day.day)} (“{day.line}”)"
    answer = f"{_lead(days, mode, step.part)}: {says}, and {_did(paid)}"
    answer = f"{answer} {wording.one(last)}{f', the last of {len(paid)}' if len(paid) > 1 else ''}."
    items = (day.item.id, *(entry.id for entry in paid))
    return Finding(step.action, step.part, answer=answer, value=str(abs(days)), items=items)


def _lead(days: int, mode: str, part: str) -> str:
    count = f"{abs(days)} day{'' if abs(days) == 1 else 's'}"
    side = f"{count} {'after' if days > 0 else 'before'}" if days else "on the same day"
    if mode != "verdict":
        return side[0].upper() + side[1:]
    said = f"{count} late" if days > 0 else f"{count} early" if days else "on the day it was due"
    asks_for_late = _LATE.search(part) is not None
    return f"{'Yes' if (days > 0) == asks_for_late else 'No'}, {said}"


def _due(items: Sequence[Item], work: Work) -> _Dated | None:
    if named := _dated(items, _DUE, work):
        return named
    issued = _dated(items, _ISSUED, work)
    for item in items if issued else ():
        for line in item.text.splitlines():
            if issued and (within := _WITHIN.search(line[:_LONGEST_LINE])):
                day = issued.day + timedelta(days=int(within["days"]))
                return _Dated(day, " ".join(line.split())[:160], item)
    return None


def _dated(items: Sequence[Item], label: re.Pattern[str], work: Work) -> _Dated | None:
    """The first day on a line that has the label."""
    today = work.moment.now.astimezone(work.moment.zone).date()
    for item in items:
        for line in item.text.splitlines():
            named = label.search(line[:_LONGEST_LINE])
            rest = line[named.start() : _LONGEST_LINE] if named else ""
            for period in find_periods(rest, today, -1) if rest else ():
                last = period.end - timedelta(days=1) if period.end < date.max else period.start
                day = last if label is _DUE else period.start
                if date.min < day < date.max:
                    return _Dated(day, " ".join(line.split())[:160], item)
    return None


def higher(step: Step, work: Work) -> Finding:
    """Which of two invoices asks for more."""
    found = papers.held(work)
    names = [step.arguments.get(side, "") for side in ("left", "right")]
    totals = [_total_of(name, found) for name in names]
    for name, total in zip(names, totals, strict=True):
        if total is None:
            reason = f"nothing in your documents says an amount for {name}"
            return Finding(step.action, step.part, reason=reason)
    first, second = (total for total in totals if total is not None)
    if not papers.same_currency(first.currency, second.currency):
        both = (
            f"{written(first.amount, first.currency)} and {written(second.amount, second.currency)}"
        )
        reason = f"{names[0]} and {names[1]} are in different currencies, {both}"
        return Finding(step.action, step.part, reason=reason)
    answer = _higher(names, (first, second), "order" in step.arguments)
    if _HOLDS.match(step.part):
        answer = f"{'Yes' if answer.startswith(names[0]) else 'No'}. {answer}"
    gap = written(abs(first.amount - second.amount), first.currency)
    items = tuple(dict.fromkeys((first.item.id, second.item.id)))
    return Finding(step.action, step.part, answer=answer, value=gap, items=items)


def _higher(names: Sequence[str], totals: tuple[Stated, Stated], low: bool) -> str:
    shown = [f"{written(t.amount, t.currency)} (“{t.line}”)" for t in totals]
    gap = totals[0].amount - totals[1].amount
    if not gap:
        return f"Both are the same: {names[0]} {shown[0]}, {names[1]} {shown[1]}."
    best = 0 if (gap > 0) != low else 1
    word = "lower" if low else "higher"
    return (
        f"{names[best]} is {word}: {shown[best]} against {shown[1 - best]} for {names[1 - best]}, "
        f"{written(abs(gap), totals[0].currency)} {'less' if low else 'more'}."
    )


def _total_of(name: str, found: Held) -> Stated | None:
    files = {i.file or i.id for i in found.papers if papers.is_about(i, name)}
    return next((each for each in found.stated if (each.item.file or each.item.id) in files), None)


def foremost(step: Step, work: Work) -> Finding:
    """The largest of all invoices, or the smallest: who sent it, and when it is due."""
    found = bills_in(work.items)
    if not found:
        reason = "nothing in your documents is an invoice with a total"
        return Finding(step.action, step.part, reason=reason)
    low = step.arguments.get("order") == "low"
    bill = (min if low else max)(found, key=lambda each: each.total.amount)
    due, issued = _due(bill.items, work), _dated(bill.items, _ISSUED, work)
    days = [f"due on {spelled(due.day)}"] if due else []
    days += [f"issued on {spelled(issued.day)}"] if issued else []
    word = "smallest" if low else "largest"
    number = f", {bill.number}" if bill.number else ""
    answer = (
        f"The {word} of {len(found)} invoices is from {bill.name}{number}: {_says(bill.total)}"
        f"{''.join(f', {day}' for day in days)}."
    )
    items = tuple(
        dict.fromkeys(i.id for i in (bill.total.item, *(d.item for d in (due, issued) if d)))
    )
    value = due.day.isoformat() if due else bill.name
    return Finding(step.action, step.part, answer=answer, value=value, items=items)
