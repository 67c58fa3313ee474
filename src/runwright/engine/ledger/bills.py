"""All invoices at once: what they add up to, and which of them are still open."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from runwright.engine.ledger import papers
from runwright.engine.ledger.currencies import bare, joined, written
from runwright.engine.ledger.entries import Entry, entries_of
from runwright.engine.ledger.papers import Stated
from runwright.engine.ledger.words import stems
from runwright.engine.patterns import lazily
from runwright.engine.types import Finding, Item, Step, Work

_SURE = 3
"""The weight from which on a figure is a total."""
_HEADING = lazily(r"(?i)^\W*(?:invoice|bill|rechnung|facture|tax invoice|quote|offer)\b")
_PARTS = {
    "vat": lazily(r"(?i)\b(?:vat|gst|hst|ust|mwst|tax|tva|iva|btw|moms)\b"),
    "net": lazily(r"(?i)\b(?:net|netto|subtotal|zwischensumme)\b"),
}
_LABELS = {"vat": "VAT", "net": "net amount"}
_SHORT = 60


class Bill(NamedTuple):
    """An invoice: who it is from, its number, and what it asks for."""

    name: str
    number: str
    total: Stated
    items: tuple[Item, ...]


def bills_in(items: Sequence[Item]) -> list[Bill]:
    """Every invoice among the passages, one for each file."""
    files: dict[str, list[Item]] = {}
    for item in items:
        if item.source in ("documents", "files"):
            files.setdefault(item.file or item.id, []).append(item)
    found = [_bill(own) for own in files.values()]
    return sorted((bill for bill in found if bill), key=lambda bill: (bill.name, bill.number))


def _bill(items: Sequence[Item]) -> Bill | None:
    # The first passage of a file has its heading; a note that only mentions one has no total.
    first = items[0]
    if not any(papers.BILLS.search(f"{item.title} {item.text}") for item in items):
        return None
    totals = sorted(papers.figures(items), key=lambda stated: -stated.weight)
    if not totals or totals[0].weight < _SURE:
        return None
    numbers = [
        match["number"] for item in items for match in papers.NUMBER.finditer(item.text[:2_000])
    ]
    return Bill(_sender(first), numbers[0] if numbers else "", totals[0], tuple(items))


def _sender(item: Item) -> str:
    """Who it is from: the first line that is no heading, up to its address."""
    for line in item.text.splitlines()[:8]:
        said = " ".join(line.split()).strip("# *")
        if said and not _HEADING.match(said):
            return said.partition(",")[0][:_SHORT]
    return item.title or "an invoice"


def summed(step: Step, work: Work) -> Finding:
    """What the invoices add up to, all or those that are named."""
    found = _meant(step, bills_in(work.items))
    if not found:
        reason = "nothing in your documents is an invoice with a total"
        return Finding(step.action, step.part, reason=reason)
    label = step.arguments.get("part", "")
    stated = [_stated(bill, label) for bill in found]
    sizes: dict[str, Decimal] = {}
    for each in filter(None, stated):
        sizes[each.currency] = sizes.get(each.currency, Decimal(0)) + each.amount
    what = f"{_LABELS[label]} of the " if label else ""
    lines = [
        f"- {_named(bill)}: {written(each.amount, each.currency)} (“{each.line}”)"
        for bill, each in zip(found, stated, strict=True)
        if each is not None
    ]
    count = f"{len(found)} invoice{'' if len(found) == 1 else 's'}"
    come = "comes" if label or len(found) == 1 else "come"
    answer = f"The {what}{count} {come} to {joined(sizes)}:\n" + "\n".join(lines)
    value = "; ".join(bare(size, currency) for currency, size in sizes.items())
    items = tuple(each.item.id for each in stated if each is not None)
    return Finding(step.action, step.part, answer=answer, value=value, items=items)


def _stated(bill: Bill, label: str) -> Stated | None:
    if not label:
        return bill.total
    return next((s for s in papers.figures(bill.items) if _PARTS[label].search(s.line)), None)


def _meant(step: Step, bills: Sequence[Bill]) -> list[Bill]:
    """Those whose sender or number the question names; all when it names none."""
    wanted = frozenset(stems(step.arguments.get("name", "")))
    named = [bill for bill in bills if wanted & set(stems(f"{bill.name} {bill.number}"))]
    return named if wanted else list(bills)


def still_open(step: Step, work: Work) -> Finding:
    """Which invoices are paid and which are not, and what is missing."""
    found = bills_in(work.items)
    if not found:
        reason = "nothing in your documents is an invoice with a total"
        return Finding(step.action, step.part, reason=reason)
    entries = entries_of(work.items, work.moment.zone)
    held = [(bill, paid_for(bill, entries)) for bill in found]
    gaps = [bill.total.amount - _paid(paid) for bill, paid in held]
    lines = [f"- {_line(*pair, gap)}" for pair, gap in zip(held, gaps, strict=True)]
    open_ = [bill for bill, gap in zip(found, gaps, strict=True) if gap > 0]
    answer = f"{_verdict(step, found, open_)}:\n" + "\n".join(lines)
    value = "; ".join(_named(bill) for bill in open_) or "none"
    items = [bill.total.item.id for bill in found]
    items += [entry.id for _, paid in held for entry in paid]
    return Finding(step.action, step.part, answer=answer, value=value, items=tuple(items))


def _verdict(step: Step, found: Sequence[Bill], open_: Sequence[Bill]) -> str:
    many = f"{len(open_)} of {len(found)} invoices {'is' if len(open_) == 1 else 'are'} still open"
    if step.arguments.get("claim") != "all_paid":
        return many if open_ else f"None of {len(found)} invoices is still open"
    return f"No, {many}" if open_ else f"Yes, all {len(found)} invoices are paid"


def paid_for(bill: Bill, entries: Sequence[Entry]) -> list[Entry]:
    """The payments of an invoice: by its number, else by its amount and who it is from or to."""
    currency = [e for e in entries if papers.same_currency(bill.total.currency, e.currency)]
    if bill.number:
        number = bill.number.lower()
        numbered = [entry for entry in currency if number in entry.about.lower()]
        if numbered:
            return numbered
    said = frozenset(word for item in bill.items for word in stems(item.text[:600]))
    same = [entry for entry in currency if abs(entry.amount) == bill.total.amount]
    return [entry for entry in same if _is_from(entry, bill, said)][:1]


def _is_from(entry: Entry, bill: Bill, said: frozenset[str]) -> bool:
    """Whether a booking is with somebody whom the invoice names."""
    own = [word for word in stems(entry.name) if len(word) > 2]
    return bool(own) and (own[0] in said or own[0] in stems(bill.name))


def _paid(entries: Sequence[Entry]) -> Decimal:
    return sum((abs(entry.amount) for entry in entries), Decimal(0))


def _line(bill: Bill, paid: Sequence[Entry], gap: Decimal) -> str:
    total = written(bill.total.amount, bill.total.currency)
    if gap <= 0:
        return f"{_named(bill)}: {total}, paid"
    left = written(gap, bill.total.currency)
    if not paid:
        return f"{_named(bill)}: {total}, no payment of it was found"
    return f"{_named(bill)}: {total}, of which {left} is left to pay"


def _named(bill: Bill) -> str:
    return f"{bill.name}, {bill.number}" if bill.number else bill.name
