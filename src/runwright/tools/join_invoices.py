"""Bills joined with the bookings that pay them, and how each of them stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import product
from typing import NamedTuple

from runwright.records.facts import Document
from runwright.text.folding import fold
from runwright.tools.base import Item
from runwright.tools.counted_bookings import Booking
from runwright.tools.join_parties import parties_of
from runwright.tools.match_arguments import State
from runwright.tools.match_results import Match, Reason, Sure
from runwright.tools.name_agreement import agreement, is_cut_off, stands_in

_PIECE = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"(?:19|20)\d\d")


class Payment(NamedTuple):
    """A booking that may pay a bill."""

    invoice: Item[Document]
    booking: Booking
    reasons: tuple[Reason, ...]
    days: int | None

    @property
    def has_number(self) -> bool:
        return "number" in self.reasons

    @property
    def is_full(self) -> bool:
        return "amount" in self.reasons or "original_amount" in self.reasons

    @property
    def order(self) -> tuple[int, int, int, str, str]:
        """The best first: by number, in full, and near the day of the bill."""
        near = abs(self.days) if self.days is not None else 10**6
        return -self.has_number, -self.is_full, near, self.invoice.id, self.booking.id


def with_bookings(
    invoices: Sequence[Item[Document]], bookings: Sequence[Booking], window: tuple[int, int]
) -> list[Match]:
    """Which bookings pay which bills. A booking pays one bill at most."""
    possible = list(_possible(invoices, bookings, window))
    chosen = _assigned(possible)
    rivals_of_invoice = _count(payment.invoice.id for payment in possible if payment.is_full)
    rivals_of_booking = _count(payment.booking.id for payment in possible if payment.is_full)
    matches = []
    for payment in chosen:
        has_rivals = (
            rivals_of_invoice.get(payment.invoice.id, 0) > 1
            or rivals_of_booking.get(payment.booking.id, 0) > 1
        )
        sure = _sureness(payment, has_rivals=has_rivals)
        matches.append(
            Match(payment.invoice.id, payment.booking.id, sure, payment.reasons, payment.days)
        )
    return matches


def _sureness(payment: Payment, *, has_rivals: bool) -> Sure:
    """The bill's own number with its amount is proof; the amount and the name only if nothing
    else has both, and the currency is known."""
    if not payment.is_full:
        return "likely"
    if payment.has_number:
        return "certain"
    is_clear = "currency" in payment.reasons and "incoming" not in payment.reasons
    return "certain" if is_clear and not has_rivals else "likely"


def _count(ids: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for each in ids:
        counts[each] = counts.get(each, 0) + 1
    return counts


def _assigned(possible: Iterable[Payment]) -> list[Payment]:
    """The best payments, so that no bill is paid twice and no booking pays two bills."""
    used: set[str] = set()
    left: dict[str, Decimal] = {}
    chosen = []
    for payment in sorted(possible, key=lambda payment: payment.order):
        invoice, booking = payment.invoice, payment.booking
        total = abs(Decimal(invoice.facts.total or 0))
        rest = left.setdefault(invoice.id, total)
        amount = rest if payment.is_full else abs(booking.amount)
        if booking.id in used or (payment.is_full and rest < total):
            continue
        if invoice.facts.total is not None and (amount > rest or not rest):
            continue
        used.add(booking.id)
        left[invoice.id] = rest - amount
        chosen.append(payment)
    return chosen


# What speaks for a pair ---------------------------------------------------------------------------


def _possible(
    invoices: Iterable[Item[Document]], bookings: Sequence[Booking], window: tuple[int, int]
) -> Iterator[Payment]:
    invoices = list(invoices)
    patterns = {item.id: number_pattern(item.facts.number) for item in invoices}
    keys = {item.id: _keys(item.facts.number or "") for item in invoices if patterns[item.id]}
    wanted = frozenset().union(*keys.values())
    by_amount: dict[Decimal, set[int]] = {}
    by_piece: dict[str, set[int]] = {}
    for number, booking in enumerate(bookings):
        by_amount.setdefault(abs(booking.amount), set()).add(number)
        if booking.item.facts.original_amount:
            original = abs(Decimal(booking.item.facts.original_amount))
            by_amount.setdefault(original, set()).add(number)
        for piece in wanted & set(_PIECE.findall(fold(booking.line))):
            by_piece.setdefault(piece, set()).add(number)
    for invoice in invoices:
        total = invoice.facts.total
        near = set(by_amount.get(abs(Decimal(total)), ())) if total is not None else set()
        for piece in keys.get(invoice.id, ()):
            near |= by_piece.get(piece, set())
        for number in sorted(near):
            payment = _payment(invoice, bookings[number], patterns[invoice.id], window)
            if payment is not None:
                yield payment
        yield from _in_two(invoice, bookings, by_amount, window)


def _in_two(
    invoice: Item[Document],
    bookings: Sequence[Booking],
    by_amount: Mapping[Decimal, set[int]],
    window: tuple[int, int],
) -> Iterator[Payment]:
    """Two bookings to the issuer that come to the total together, if no others do."""
    total = abs(Decimal(invoice.facts.total or 0))
    halves = [a for a in by_amount if 0 < a <= total - a and total - a in by_amount]
    found: list[list[Payment]] = []
    for amount in halves:
        for one, other in product(sorted(by_amount[amount]), sorted(by_amount[total - amount])):
            # Of two equal amounts each pair is looked at once.
            if one == other or (amount == total - amount and one > other):
                continue
            pair = [_half(invoice, bookings[at], window) for at in (one, other)]
            paid = [payment for payment in pair if payment is not None]
            found += [paid] if len(paid) == len(pair) else []
        if len(found) > 1:
            return
    yield from (payment for paid in found for payment in paid)


def _half(invoice: Item[Document], booking: Booking, window: tuple[int, int]) -> Payment | None:
    facts = invoice.facts
    if not facts.date or not _may_be_part(facts, booking):
        return None
    days = (booking.made - date.fromisoformat(facts.date)).days
    name = _name_reason(facts, booking, is_incoming=False)
    if name is None or not -window[0] <= days <= window[1]:
        return None
    return Payment(invoice, booking, ("part_payment", name, "near"), days)


def _keys(number: str) -> set[str]:
    """What a line that has the number must have: its longest piece, or all pieces as one."""
    pieces = _PIECE.findall(fold(number))
    with_digits = [piece for piece in pieces if any(map(str.isdigit, piece))]
    return {max(with_digits, key=len), "".join(pieces)}


def number_pattern(number: str | None) -> re.Pattern[str] | None:
    """How a bill's number may be written in a line; None if it is too short to tell anything."""
    pieces = _PIECE.findall(fold(number or ""))
    glued = "".join(pieces)
    if sum(map(str.isdigit, glued)) < 3 or len(glued) < 4 or _YEAR.fullmatch(glued):
        return None
    inner = r"[\W_]*".join(map(re.escape, pieces))
    return re.compile(rf"(?<![^\W_]){inner}(?![^\W_])")


def _payment(
    invoice: Item[Document],
    booking: Booking,
    pattern: re.Pattern[str] | None,
    window: tuple[int, int],
) -> Payment | None:
    facts = invoice.facts
    days = (booking.made - date.fromisoformat(facts.date)).days if facts.date else None
    has_number = pattern is not None and pattern.search(fold(booking.line)) is not None
    amount = _amount_reasons(facts, booking)
    is_incoming = "incoming" in amount
    name = _name_reason(facts, booking, is_incoming=is_incoming)
    is_in_window = days is not None and -window[0] <= days <= window[1]
    if amount and not has_number and not (name and is_in_window):
        return None
    if not amount:
        # Where nothing tells who sent the bill, its number alone must do.
        if not (has_number and (name or not _issuer(facts)) and _may_be_part(facts, booking)):
            return None
        amount = () if facts.total is None else ("part_payment",)
    number: tuple[Reason, ...] = ("number",) if has_number else ()
    names: tuple[Reason, ...] = (name,) if name else ()
    near: tuple[Reason, ...] = ("near",) if is_in_window else ()
    return Payment(invoice, booking, (*number, *amount, *names, *near), days)


def _amount_reasons(facts: Document, booking: Booking) -> tuple[Reason, ...]:
    """Why the amounts agree; empty if they do not."""
    if facts.total is None:
        return ()
    total, record = Decimal(facts.total), booking.item.facts
    known = booking.treatment.currency
    if record.original_amount and record.original_currency == facts.currency is not None:
        sign = -1 if booking.amount < 0 else 1
        if sign * abs(Decimal(record.original_amount)) == -total:
            return "original_amount", "currency"
    if facts.currency and known and facts.currency != known:
        return ()
    currency: tuple[Reason, ...] = ("currency",) if facts.currency and known else ()
    if booking.amount == -total and total:
        return "amount", *currency
    if booking.amount == total and total > 0:
        return "amount", *currency, "incoming"
    return ()


def _name_reason(facts: Document, booking: Booking, *, is_incoming: bool) -> Reason | None:
    """Who issued it is paid; where money comes in, whoever the bill went to has paid."""
    issuer = _issuer(facts)
    others = [name for name in parties_of(facts) if not issuer or not agreement(name, issuer)]
    names = others if is_incoming else [issuer] if issuer else []
    found = {agreement(name, booking.item.facts.counterparty) for name in names}
    if "same" in found:
        return "same_name"
    if "part" in found:
        return "part_of_name"
    if any(stands_in(name, booking.line) for name in names):
        return "name_in_line"
    told = (booking.item.facts.counterparty, booking.line)
    if any(is_cut_off(name, each) for name in names for each in told):
        return "part_of_name"
    return None


def _issuer(facts: Document) -> str | None:
    return facts.issuer or (facts.parties[0] if facts.parties else None)


def _may_be_part(facts: Document, booking: Booking) -> bool:
    """Whether a booking may be one of several payments of a bill."""
    if facts.currency and booking.treatment.currency not in (None, facts.currency):
        return False
    if facts.total is None:
        return booking.amount < 0
    total = Decimal(facts.total)
    return booking.amount * total < 0 and abs(booking.amount) < abs(total)


# How bills stand ----------------------------------------------------------------------------------


def state_of(invoice: Item[Document], paid: Sequence[tuple[Match, Booking]], today: date) -> State:
    """Paid, if the bookings that were matched come to the total."""
    facts = invoice.facts
    is_full = any({"amount", "original_amount"} & set(match.reasons) for match, _ in paid)
    if facts.document == "receipt" or is_full:
        return "paid"
    if facts.total is None:
        return "unknown"
    if sum((abs(booking.amount) for _, booking in paid), Decimal()) >= abs(Decimal(facts.total)):
        return "paid"
    return "overdue" if facts.due and date.fromisoformat(facts.due) < today else "open"
