"""The bookings that the finance tools compute with: which are read, which are kept, as what.

What counts is decided over all files (`records.bookings`), so more is read than was asked for: a
year on either side of the period shows the other side of a transfer, the bookings that a card's
bill pays for, the shop that a refund comes from, and which accounts are the person's own. What was
decided is then cut to the period and to what the arguments select.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from pydantic import Field

from runwright.records import bookings, entries
from runwright.records.accounts import shortened
from runwright.records.bookings import Reason, Treatment
from runwright.records.facts import Currency, Transaction, TransactionType
from runwright.text.folding import name_key
from runwright.tools.base import Item, Note, Read, Records, Value
from runwright.tools.batch import derive
from runwright.tools.booking_texts import account_texts, fits_place, is_asked
from runwright.tools.booking_words import BookingWords, index_of
from runwright.tools.fields import AmountRange, Match, Money, Period
from runwright.tools.hours import WEEKDAYS, Weekdays
from runwright.tools.matching import TextIndex, fits

Direction = Literal["spent", "received", "any"]
OwnTransfers = Literal["leave_out", "include", "only"]
Status = Literal["booked", "pending", "reversed", "any"]

WIDER = timedelta(days=400)
"""How far around the period bookings are read: a year, and what a yearly booking may be off."""
_NOTHING = Decimal()
_ANY_AMOUNT = AmountRange()
_OWN: frozenset[Reason] = frozenset({"own_transfer", "card_settlement"})
_LEFT_OUT = frozenset({"own_transfers", "one_sided_transfers", "card_left_out", "not_booked"})
"""Notes about what is left out; the others are about what is kept."""


class Selection(Value):
    """Which bookings, whenever they were made."""

    who: Match = Field(
        default=Match(),
        description="Who was paid or who paid: fits the counterparty's name, the bank's own line "
        "or the purpose.",
    )
    category: Match = Field(
        default=Match(), description="Fits the category that the file itself gives a booking."
    )
    category_names: Match = Field(
        default=Match(),
        description="For bookings to which the file gives no category: counterparties or words "
        "that stand for the wanted one, such as `rewe` for groceries.",
    )
    about: Match = Field(
        default=Match(),
        description="Fits the category, the counterparty or the purpose, whichever has it.",
    )
    place: Match = Field(
        default=Match(),
        description="Where it was: a town that stands in the bank's line, or a country by its ISO "
        "code in capitals, such as `ES`.",
    )
    account: Match = Field(
        default=Match(),
        description="Own accounts: an IBAN or its last four digits, the end of a card's number, "
        "a kind such as `savings` or `credit card`, a bank, or a currency.",
    )
    direction: Direction = Field(
        default="any",
        description="`spent` for money that left, less refunds; `received` for money that came "
        "in, without refunds.",
    )
    types: tuple[TransactionType, ...] = Field(
        default=(),
        description="Only these types, such as `salary` or `fee`; empty for all. A type that is "
        "named is kept although own transfers are left out.",
    )
    types_left_out: tuple[TransactionType, ...] = Field(
        default=(), description="None of these types."
    )
    amount: AmountRange = Field(
        default=AmountRange(), description="Bounds of a single booking, whatever its sign."
    )
    currency: Currency | None = Field(default=None, description="Only this currency.")
    weekdays: Weekdays = Field(
        default=(), description="Only bookings of these days of the week; empty for all."
    )
    outside: tuple[Period, ...] = Field(
        default=(), max_length=10, description="Periods whose bookings are left out."
    )
    own_transfers: OwnTransfers = Field(
        default="leave_out",
        description="Money between the person's own accounts, and card bills whose purchases are "
        "on record: neither spent nor received, so left out unless asked for.",
    )


class Booking(NamedTuple):
    """One booking with what was decided about it."""

    item: Item[Transaction]
    treatment: Treatment
    day: date | None
    amount: Decimal
    spent: Decimal
    """What it adds to the money spent; a refund takes away from it."""
    received: Decimal
    """What it adds to the money received."""

    @property
    def id(self) -> str:
        return self.item.id

    @property
    def facts(self) -> Transaction:
        return self.item.facts

    @property
    def name(self) -> str:
        """Who was paid or who paid, or the bank's line where no name was recognised."""
        return self.facts.counterparty or self.facts.counterparty_raw

    @property
    def is_refund(self) -> bool:
        return self.treatment.type == "refund" and self.amount > 0


@dataclass(frozen=True)
class Ledger:
    """The bookings that were read, and what was assumed."""

    bookings: Sequence[Booking]
    repeated: Sequence[Booking]
    """The same bookings in further files, which count nowhere."""
    notes: Sequence[entries.Note]
    unreadable: Sequence[date | None]
    """The days of bookings without an amount that can be read; they are in no list."""
    names: dict[str, str]
    """By key of an account, its name as the first file writes it."""

    def within(self, period: Period) -> Sequence[Booking]:
        """Those of a period; what has no day is in the one that has no bounds."""
        start, end = period.days.start, period.days.end
        if start is None and end is None:
            return self.bookings
        days = period.days
        return [b for b in self.bookings if b.day is not None and b.day in days]

    @cached_property
    def texts(self) -> TextIndex:
        """Its names, lines, purposes and categories."""
        return index_of(booking.item.facts for booking in self.bookings)

    @cached_property
    def size_ranks(self) -> Mapping[str, int]:
        """By id, how large a booking is among all, whatever its sign: equal for equal amounts.
        Whole numbers are quicker to sort than decimals."""
        sizes = sorted({abs(booking.amount) for booking in self.bookings})
        ranks = {size: n for n, size in enumerate(sizes)}
        return {booking.id: ranks[abs(booking.amount)] for booking in self.bookings}

    @cached_property
    def time_ranks(self) -> Mapping[str, int]:
        """By id, the place of a booking in the order of days, then of ids; no day comes first."""
        ordered = sorted((booking.day or date.min, booking.id) for booking in self.bookings)
        return {booking_id: n for n, (_, booking_id) in enumerate(ordered)}


def _is_within(period: Period) -> Callable[[date | None], bool]:
    days = period.days
    is_open = days.start is None and days.end is None
    return lambda day: is_open if day is None else day in days


same_name = lru_cache(maxsize=8192)(name_key)
"""Equal for spellings of one name; books have few names and many bookings."""


class Kept(NamedTuple):
    """What is left of a period when a selection is applied."""

    looked_at: int
    bookings: list[Booking]
    notes: tuple[Note, ...]


def read_of(periods: Sequence[Period]) -> Read:
    """The one read that shows some periods, and as much around them as decides what counts."""
    starts = [period.days.start for period in periods]
    ends = [period.days.end for period in periods]
    first = min((day for day in starts if day), default=None) if all(starts) else None
    last = max((day for day in ends if day), default=None) if all(ends) else None
    return Read("finance", ("transaction",), _moved(first, -WIDER), _moved(last, WIDER))


def _moved(day: date | None, by: timedelta) -> str | None:
    try:
        return None if day is None else (day + by).isoformat()
    except OverflowError:
        return None  # the calendar ends there, so the period is open


def open_ledger(read: Read, records: Records) -> Ledger:
    """The bookings of a read, with what is decided about each of them."""
    return ledger_of(records.read(read), records.currency)


def ledger_of(items: Sequence[Item[Transaction]], currency: str | None) -> Ledger:
    """Some bookings, with what is decided about each of them; `currency` is the project's."""
    return derive(items, _ledger, currency)


def _ledger(items: Sequence[Item[Transaction]], currency: str | None) -> Ledger:
    resolved = bookings.resolve(
        (entries.Item(item.id, item.file, item.facts, item.row) for item in items),
        currency=currency,
    )
    treatments = resolved.treatments
    found = [_booking(item, treatments[item.id]) for item in items if item.facts.amount]
    single = [booking for booking in found if booking.treatment.reason != "duplicate"]
    repeated = [booking for booking in found if booking.treatment.reason == "duplicate"]
    names: dict[str, str] = {}
    for item in items:
        written = item.facts.account or item.facts.bank or item.facts.account_kind
        names.setdefault(treatments[item.id].account, written or "")
    unreadable = [_day(item.facts) for item in items if not item.facts.amount]
    return Ledger(single, repeated, resolved.notes, unreadable, names)


def _booking(item: Item[Transaction], treatment: Treatment) -> Booking:
    amount = Decimal(item.facts.amount or 0)
    if treatment.counts:
        spent, received = bookings.spent(treatment, amount), bookings.earned(treatment, amount)
    else:
        # Own money that was asked for goes by its sign.
        spent, received = max(-amount, _NOTHING), max(amount, _NOTHING)
    return Booking(item, treatment, _day(item.facts), amount, spent, received)


def _day(facts: Transaction) -> date | None:
    return date.fromisoformat(facts.counted_on) if facts.counted_on else None


def keep(
    ledger: Ledger, period: Period, selection: Selection, *, status: Status = "booked"
) -> Kept:
    """The bookings of a period that a selection means, and what is to be said of them."""
    within = ledger.within(period)
    wanted = _meant(within, selection, ledger)
    kept = _kept(wanted, selection, status)
    notes = [*_notes(ledger, wanted, kept), *_beyond(ledger, within)]
    if unreadable := sum(map(_is_within(period), ledger.unreadable)):
        text = f"{entries.counted(unreadable, 'booking')} without a readable amount left out"
        notes.append(Note(code="amount_unreadable", text=text, count=unreadable))
    return Kept(len(within), kept, tuple(notes))


def _meant(found: Sequence[Booking], selection: Selection, ledger: Ledger) -> Sequence[Booking]:
    """Those that a selection means, own transfers or not; what it does not ask for is not looked
    at: there may be tens of thousands."""
    # Own money is noted as left out in the direction in which it went.
    if selection.direction == "spent":
        found = [b for b in found if b.spent]
    elif selection.direction == "received":
        found = [b for b in found if b.received]
    if selection.types:
        found = [b for b in found if b.treatment.type in selection.types]
    if selection.types_left_out:
        found = [b for b in found if b.treatment.type not in selection.types_left_out]
    if selection.currency is not None:
        found = [b for b in found if b.treatment.currency == selection.currency]
    if selection.amount != _ANY_AMOUNT:
        found = [b for b in found if b.amount in selection.amount]
    if selection.weekdays or selection.outside:
        found = [b for b in found if _fits_day(selection, b.day)]
    return _named(found, selection, ledger)


def _named(found: Sequence[Booking], selection: Selection, ledger: Ledger) -> Sequence[Booking]:
    """Those with the words, at the place and on the account that a selection asks for."""
    words = (selection.who, selection.about, selection.category, selection.category_names)
    if any(map(is_asked, words)):
        has_words = BookingWords(*words, ledger.texts).fits
        found = [b for b in found if has_words(b.item.facts)]
    if is_asked(selection.place):
        found = [b for b in found if fits_place(selection.place, b.item.facts)]
    if is_asked(selection.account):
        named = ((b, account_texts(b.facts, ledger.names[b.treatment.account])) for b in found)
        found = [b for b, texts in named if fits(selection.account, texts)]
    return found


def _fits_day(selection: Selection, day: date | None) -> bool:
    """Whether the day is of the wanted weekdays and in no period that is left out."""
    if selection.weekdays and (day is None or WEEKDAYS[day.weekday()] not in selection.weekdays):
        return False
    return not any(day in period.days for period in selection.outside)


def account_name(name: str) -> str:
    """An own account as results call it: `DE89…3000`, `credit card`."""
    return shortened(name) if name else "an account without a name"


def _kept(wanted: Iterable[Booking], selection: Selection, status: Status) -> list[Booking]:
    """Those of a status, and of own money as it is asked for."""
    if status == "booked" and selection.own_transfers == "leave_out" and not selection.types:
        # What is booked and repeats nothing counts, unless it is own money.
        return [b for b in wanted if b.treatment.counts]
    return [b for b in wanted if _is_kept(b, selection, status)]


def _is_kept(booking: Booking, selection: Selection, status: Status) -> bool:
    reason = booking.treatment.reason
    if status not in ("any", booking.facts.status):
        return False
    if reason in _OWN:
        return selection.own_transfers != "leave_out" or booking.treatment.type in selection.types
    return selection.own_transfers != "only"


def _notes(ledger: Ledger, wanted: Iterable[Booking], kept: Iterable[Booking]) -> Iterable[Note]:
    """What was assumed about bookings that are kept, and which others are left out."""
    if not ledger.notes:
        return
    shown = {booking.id for booking in kept}
    hidden = {booking.id for booking in wanted} - shown
    for note in ledger.notes:
        about = note.among(hidden if note.code in _LEFT_OUT else shown)
        if about.items:
            yield Note(code=about.code, text=about.text, count=len(about.items))


def _beyond(ledger: Ledger, within: Sequence[Booking]) -> Iterable[Note]:
    """That a period has no bookings at all, where others are on record."""
    if within:
        return
    days = [booking.day for booking in ledger.bookings if booking.day]
    if days:
        nearest = f"{min(days).isoformat()} to {max(days).isoformat()}"
        text = f"no bookings on record then; the nearest are of {nearest}"
        yield Note(code="outside_records", text=text)


class Unit(NamedTuple):
    """What amounts are added within: a currency, or the unknown one of an account."""

    key: str
    currency: str | None
    account: str | None

    def money(self, amount: Decimal) -> Money:
        return Money(amount=plain(amount), currency=self.currency, account=self.account)


def unit_of(booking: Booking, ledger: Ledger) -> Unit:
    """The unit of a booking's amount."""
    treatment = booking.treatment
    if treatment.currency is not None:
        return Unit(treatment.unit, treatment.currency, None)
    return Unit(treatment.unit, None, account_name(ledger.names[treatment.account]))


def by_unit(found: Iterable[Booking], ledger: Ledger) -> dict[Unit, list[Booking]]:
    """Bookings by what their amounts are in, the unit of most of them first."""
    found = list(found)
    if found and len({booking.treatment.unit for booking in found}) == 1:
        return {unit_of(found[0], ledger): found}
    keys: dict[str, list[Booking]] = {}
    for booking in found:
        keys.setdefault(booking.treatment.unit, []).append(booking)
    ordered = sorted(keys.items(), key=lambda each: (-len(each[1]), each[0]))
    return {unit_of(own[0], ledger): own for _, own in ordered}


def plain(amount: Decimal) -> str:
    """An exact decimal without an exponent."""
    return f"{amount:f}" if amount else "0"


def rounded(amount: Decimal, places: int = 2) -> Decimal:
    """A quotient, which may have no end, to so many decimals."""
    return amount.quantize(Decimal(1).scaleb(-places))
