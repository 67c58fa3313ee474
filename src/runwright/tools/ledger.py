"""The bookings that the finance tools compute with: which are read, which are kept, as what.

What counts is decided over all files (`records.bookings`), so more is read than was asked for: a
year on either side of the period shows the other side of a transfer, the bookings that a card's
bill pays for, the shop that a refund comes from, and which accounts are the person's own. What was
decided is then cut to the period and to what the arguments select.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Literal, NamedTuple

from pydantic import Field

from runwright.records import bookings, entries
from runwright.records.accounts import shortened
from runwright.records.bookings import Reason, Treatment
from runwright.records.facts import Currency, Transaction, TransactionType
from runwright.text.folding import name_key
from runwright.tools.base import Item, Note, Read, Records, Value
from runwright.tools.booking_texts import account_texts, fits_place, is_asked, names_of
from runwright.tools.fields import AmountRange, Match, Money, Period
from runwright.tools.hours import WEEKDAYS, Weekdays
from runwright.tools.matching import fits

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

    def value(self, direction: Direction) -> Decimal:
        """What it adds to a total: of one direction, or of what is left of both."""
        match direction:
            case "spent":
                return self.spent
            case "received":
                return self.received
            case "any":
                return self.received - self.spent


class Ledger(NamedTuple):
    """The bookings that were read, and what was assumed."""

    bookings: Sequence[Booking]
    repeated: Sequence[Booking]
    """The same bookings in further files, which count nowhere."""
    notes: Sequence[entries.Note]
    unreadable: Sequence[date | None]
    """The days of bookings without an amount that can be read; they are in no list."""
    names: dict[str, str]
    """By key of an account, its name as the first file writes it."""

    def within(self, period: Period) -> list[Booking]:
        """Those of a period; what has no day is in the one that has no bounds."""
        is_within = _is_within(period)
        return [booking for booking in self.bookings if is_within(booking.day)]


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
    items = records.read(read)
    resolved = bookings.resolve(
        (entries.Item(item.id, item.file, item.facts, item.row) for item in items),
        currency=records.currency,
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
    wanted = list(filter(_Selector(selection, ledger).means, within))
    kept = [booking for booking in wanted if _is_kept(booking, selection, status)]
    notes = [*_notes(ledger, wanted, kept), *_beyond(ledger, within)]
    if unreadable := sum(map(_is_within(period), ledger.unreadable)):
        notes.append(_unreadable(unreadable))
    return Kept(len(within), kept, tuple(notes))


class _Selector:
    """A selection that is applied to many bookings: what it does not ask for is not looked at."""

    def __init__(self, selection: Selection, ledger: Ledger) -> None:
        self._selection = selection
        self._names = ledger.names
        self._has_bounds = selection.amount != _ANY_AMOUNT
        self._has_days = bool(selection.weekdays or selection.outside)
        self._has_account = is_asked(selection.account)
        names = (selection.who, selection.about, selection.place)
        words = (*names, selection.category, selection.category_names)
        self._has_words = any(map(is_asked, words))

    def means(self, booking: Booking) -> bool:
        """Whether the selection means a booking, own transfer or not."""
        selection, treatment = self._selection, booking.treatment
        if selection.direction != "any" and not booking.value(selection.direction):
            # Own money is noted as left out in the direction in which it went.
            return False
        if selection.types and treatment.type not in selection.types:
            return False
        if treatment.type in selection.types_left_out:
            return False
        if selection.currency is not None and treatment.currency != selection.currency:
            return False
        if self._has_bounds and booking.amount not in selection.amount:
            return False
        if self._has_days and not _fits_day(selection, booking.day):
            return False
        if self._has_words and not _fits_words(selection, booking.facts):
            return False
        return not self._has_account or self._is_on_account(booking)

    def _is_on_account(self, booking: Booking) -> bool:
        name = self._names[booking.treatment.account]
        return fits(self._selection.account, account_texts(booking.facts, name))


def _fits_day(selection: Selection, day: date | None) -> bool:
    """Whether the day is of the wanted weekdays and in no period that is left out."""
    if selection.weekdays and (day is None or WEEKDAYS[day.weekday()] not in selection.weekdays):
        return False
    return not any(day in period.days for period in selection.outside)


def _fits_words(selection: Selection, facts: Transaction) -> bool:
    names = names_of(facts)
    if is_asked(selection.place) and not fits_place(selection.place, facts):
        return False
    if is_asked(selection.who) and not fits(selection.who, names):
        return False
    if is_asked(selection.about) and not fits(selection.about, (facts.category, *names)):
        return False
    by_category, by_name = is_asked(selection.category), is_asked(selection.category_names)
    if not by_category and not by_name:
        return True
    if facts.category is None:
        if not by_name:
            return not selection.category.any_of
        return fits(selection.category_names, names)
    # The file's own category decides; names stand in where there is none.
    has_category = by_category or not selection.category_names.any_of
    return has_category and fits(selection.category, (facts.category,))


def account_name(name: str) -> str:
    """An own account as results call it: `DE89…3000`, `credit card`."""
    return shortened(name) if name else "an account without a name"


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


def _unreadable(count: int) -> Note:
    text = f"{entries.counted(count, 'booking')} without a readable amount left out"
    return Note(code="amount_unreadable", text=text, count=count)


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
