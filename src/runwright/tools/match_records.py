"""`match_records`: records of two sources that belong together, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from runwright.records.facts import Document, Event, Transaction
from runwright.tools import join_events, join_invoices, join_parties
from runwright.tools.base import MOST_ROWS, Item, Note, Read, Records, Tool
from runwright.tools.counted_bookings import Booking, Ledger, counted, received, spent
from runwright.tools.documents import count_words, is_chosen, period_words, wording
from runwright.tools.fields import Money, Period
from runwright.tools.invoices import once
from runwright.tools.match_arguments import Arguments, DocumentChoice, Join, State
from runwright.tools.match_results import Bill, Group, Match, Result, Row, StateTotal

_READS: dict[Join, tuple[Read, ...]] = {
    "event_bookings": (Read("calendar", ("event",)), Read("finance", ("transaction",))),
    "invoice_bookings": (Read("documents", ("document",)), Read("finance", ("transaction",))),
    "party_bookings": (Read("documents", ("document",)), Read("finance", ("transaction",))),
    "event_documents": (Read("calendar", ("event",)), Read("documents", ("document", "passage"))),
}


class _Sides(NamedTuple):
    """The records of both sources, as they were read."""

    left: Sequence[Item[Any]]
    right: Sequence[Item[Any]]


def run(arguments: Arguments, records: Records) -> Result:
    """The pairs of the join that was asked for."""
    left, right = (records.read(read) for read in reads(arguments))
    result = _JOINS[arguments.join](arguments, records, _Sides(left, right))
    by_id = {item.id: item for item in (*left, *right)}
    listed = [side for pair in result.pairs for side in (pair.left, pair.right)]
    bills = [bill.id for bill in result.bills]
    shown = list(dict.fromkeys((*listed, *bills)))[:MOST_ROWS]
    return result.model_copy(
        update={
            "looked_at": len(left) + len(right),
            "rows": tuple(row(by_id[each]) for each in shown),
        }
    )


def _result(
    arguments: Arguments, matches: Iterable[Match], lefts: Sequence[str], notes: Sequence[Note] = ()
) -> tuple[Result, list[Match]]:
    """What every join gives: the pairs, the certain ones first."""
    ordered = sorted(matches, key=lambda match: match.sure)
    matched = {match.left for match in ordered}
    listed = ordered[: arguments.limit]
    ids = dict.fromkeys(side for match in ordered for side in (match.left, match.right))
    result = Result(
        kept=len(ordered),
        items=tuple(ids),
        notes=tuple(notes),
        more=len(ordered) - len(listed),
        pairs=tuple(match.pair() for match in listed),
        unmatched=sum(left not in matched for left in lefts),
    )
    return result, ordered


def _with_money(result: Result, matches: Sequence[Match], ledger: Ledger) -> Result:
    """With what the bookings come to: for each event or document, and each booking once."""
    by_id = {booking.id: booking for booking in ledger.bookings}
    groups: dict[str, list[Booking]] = {}
    for match in matches:
        groups.setdefault(match.left, []).append(by_id[match.right])
    everything = {match.right: by_id[match.right] for match in matches}
    shared = len(matches) - len(everything)
    notes = list(ledger.notes_on(set(everything)))
    if shared:
        text = "bookings that match several records count once in the whole"
        notes.append(Note(code="shared_bookings", text=text, count=shared))
    return result.model_copy(
        update={
            "groups": tuple(
                Group(left=left, count=len(some), spent=spent(some), received=received(some))
                for left, some in list(groups.items())[:MOST_ROWS]
            ),
            "spent": spent(everything.values()),
            "received": received(everything.values()),
            "notes": (*result.notes, *notes),
        }
    )


# The joins --------------------------------------------------------------------------------------


def _event_bookings(arguments: Arguments, records: Records, sides: _Sides) -> Result:
    events = join_events.chosen_events(sides.left, arguments.events, records.zone)
    ledger = counted(sides.right, arguments.bookings, records.currency)
    found = join_events.with_bookings(
        events, ledger.bookings, arguments.window, by_name=arguments.by_name
    )
    result, matches = _result(arguments, found, [event.item.id for event in events])
    return _with_money(result, matches, ledger)


def _party_bookings(arguments: Arguments, records: Records, sides: _Sides) -> Result:
    documents = _chosen(sides.left, arguments.documents)
    ledger = counted(sides.right, arguments.bookings, records.currency)
    found = join_parties.with_bookings(documents, ledger.bookings)
    result, matches = _result(arguments, found, [item.id for item in documents])
    return _with_money(result, matches, ledger)


def _event_documents(arguments: Arguments, records: Records, sides: _Sides) -> Result:
    events = join_events.chosen_events(sides.left, arguments.events, records.zone)
    documents = _chosen(sides.right, arguments.documents)
    files = {item.file for item in documents}
    passages = [item for item in sides.right if item.facts.kind == "passage" and item.file in files]
    found = join_events.with_documents(events, documents, passages, arguments.window)
    result, _ = _result(arguments, found, [event.item.id for event in events])
    return result


def _invoice_bookings(arguments: Arguments, records: Records, sides: _Sides) -> Result:
    choice = arguments.documents
    if not choice.kinds:
        choice = choice.model_copy(update={"kinds": ("invoice",)})
    # Bills that were not asked for are matched too: a booking that pays one pays no other.
    every = once(_chosen(sides.left, DocumentChoice(kinds=choice.kinds)))
    wanted = {item.id for item in _chosen(every.single, choice)}
    ledger = counted(sides.right, arguments.bookings, records.currency)
    found = join_invoices.with_bookings(every.single, ledger.bookings, arguments.window)
    bills = _bills(every.single, found, ledger, records)
    kept = {
        bill.id: bill
        for bill in bills
        if bill.id in wanted and (not arguments.states or bill.state in arguments.states)
    }
    repeated = len(_chosen(every.repeated, choice))
    matches = [match for match in found if match.left in kept]
    notes = (*_bill_notes(kept.values(), repeated, ledger, records),)
    result, _ = _result(arguments, matches, list(kept), notes)
    ids = {match.right for match in matches}
    return result.model_copy(
        update={
            "items": tuple(dict.fromkeys((*kept, *result.items))),
            "notes": (*result.notes, *ledger.notes_on(ids)),
            "bills": tuple(kept.values())[:MOST_ROWS],
            "states": _state_totals(kept.values()),
        }
    )


_JOINS: dict[Join, Callable[[Arguments, Records, _Sides], Result]] = {
    "event_bookings": _event_bookings,
    "invoice_bookings": _invoice_bookings,
    "party_bookings": _party_bookings,
    "event_documents": _event_documents,
}


def _chosen(items: Iterable[Item[Any]], choice: DocumentChoice) -> list[Item[Document]]:
    documents = (item for item in items if item.facts.kind == "document")
    return [
        item
        for item in documents
        if (not choice.files or item.file in choice.files) and is_chosen(choice, item)
    ]


# Bills ------------------------------------------------------------------------------------------


def _bills(
    invoices: Iterable[Item[Document]], matches: Iterable[Match], ledger: Ledger, records: Records
) -> list[Bill]:
    """How each stands, the one that is due first first."""
    by_id = {booking.id: booking for booking in ledger.bookings}
    paid: dict[str, list[tuple[Match, Booking]]] = {}
    for match in matches:
        paid.setdefault(match.left, []).append((match, by_id[match.right]))
    bills = []
    for invoice in invoices:
        payments = paid.get(invoice.id, [])
        state = join_invoices.state_of(invoice, payments, records.today)
        last = max((booking.day for _, booking in payments), default=None)
        bills.append(
            Bill(
                id=invoice.id,
                state=state,
                total=_total(invoice, records.currency),
                due=invoice.facts.due,
                paid_on=last.isoformat() if last and state == "paid" else None,
            )
        )
    return sorted(bills, key=lambda bill: (bill.due or "9999", bill.id))


def _total(invoice: Item[Document], home: str | None) -> Money | None:
    facts = invoice.facts
    if facts.total is None:
        return None
    currency = facts.currency or home
    issuer = None if currency else facts.issuer or invoice.title
    return Money(amount=facts.total, currency=currency, account=issuer)


def _state_totals(bills: Iterable[Bill]) -> tuple[StateTotal, ...]:
    sums: dict[tuple[State, str | None, str | None], tuple[Decimal, int]] = {}
    for bill in bills:
        total = bill.total or Money(amount="0")
        unit = bill.state, total.currency, total.account
        amount, count = sums.get(unit, (Decimal(), 0))
        sums[unit] = amount + Decimal(total.amount), count + 1
    return tuple(
        StateTotal(
            state=state, currency=currency, account=account, amount=f"{amount:f}", count=count
        )
        for (state, currency, account), (amount, count) in sorted(
            sums.items(), key=lambda each: tuple(part or "" for part in each[0])
        )
    )


def _bill_notes(
    bills: Iterable[Bill], repeated: int, ledger: Ledger, records: Records
) -> Iterable[Note]:
    if repeated:
        text = f"{count_words(repeated, 'document')} left out that repeat a bill"
        yield Note(code="repeated_invoices", text=text, count=repeated)
    unpaid = sum(bill.state in ("open", "overdue") for bill in bills)
    last = ledger.last_day
    if unpaid and (last is None or last < records.today):
        # An open bill may have been paid since: whoever reads the answer must know.
        period = Period(end=date.fromordinal(last.toordinal() + 1).isoformat()) if last else None
        text = (
            f"bookings are on record {period_words(period)}" if period else "no bookings on record"
        )
        yield Note(code="bookings_end", text=text, count=unpaid)


# Showing ----------------------------------------------------------------------------------------


def row(item: Item[Any]) -> Row:
    """An event, a booking or a document as it is listed."""
    facts: Event | Transaction | Document = item.facts
    if isinstance(facts, Event):
        day = facts.start[:10] if facts.start else None
        return Row(id=item.id, kind="event", name=facts.title, day=day, file=item.file)
    if isinstance(facts, Transaction):
        return Row(
            id=item.id,
            kind="transaction",
            name=facts.counterparty,
            day=facts.day,
            amount=facts.amount,
            currency=facts.currency,
            file=item.file,
        )
    return Row(
        id=item.id,
        kind="document",
        name=facts.issuer or facts.title or item.title,
        day=facts.date,
        amount=facts.total,
        currency=facts.currency,
        number=facts.number,
        file=item.file,
    )


def reads(arguments: Arguments) -> tuple[Read, ...]:
    """Both sides of the join. All bookings are needed to tell which of them count."""
    return _READS[arguments.join]


def describe(arguments: Arguments) -> str:
    """Such as `payments of invoices from Telco, due up to and including 30 November 2026`."""
    events, documents, bookings = arguments.events, arguments.documents, arguments.bookings
    kinds = " or ".join(documents.kinds) or "document"
    named = {
        "event_bookings": "bookings on the days of events",
        "invoice_bookings": "payments of bills",
        "party_bookings": f"bookings with the parties of each {kinds}",
        "event_documents": f"each {kinds} of the day of an event",
    }[arguments.join]
    names = (events.title, events.place, events.people, documents.title, documents.parties)
    parts = [wording(match) for match in (*names, documents.issuer, bookings.counterparty)]
    due = f"due {period_words(documents.due)}" if documents.due else ""
    periods = (events.period, documents.dates, bookings.period)
    states = " or ".join(arguments.states)
    return ", ".join(filter(None, (named, states, *parts, *map(period_words, periods), due)))


TOOL = Tool(
    name="match_records",
    description="Joins records of two sources: events with the bookings of their days, bills "
    "with the bookings that pay them (paid, open, overdue), parties of documents with bookings, "
    "events with documents that name them. Every pair says why it matches and how sure it is.",
    arguments=Arguments,
    result=Result,
    run=run,
    describe=describe,
    sources=("calendar", "documents", "finance"),
    reads=reads,
    row=row,
)
