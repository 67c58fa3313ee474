"""`get_balances`: what each account held on a day, and how old that knowledge is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from pydantic import Field

from runwright.records.entries import counted
from runwright.records.facts import Amount, Currency, Day
from runwright.text import period_wording
from runwright.text.calendars import day_period
from runwright.tools import ledger
from runwright.tools.base import Arguments, InvalidCall, Note, Read, Records, Result, Tool, Value
from runwright.tools.booking_texts import account_texts
from runwright.tools.fields import Match, Money, Period
from runwright.tools.ledger import Booking, Ledger, account_name, plain
from runwright.tools.ledger_wording import match_in_words
from runwright.tools.matching import fits


class GetBalancesArguments(Arguments):
    """Which accounts, and on which day."""

    account: Match = Field(
        default=Match(),
        description="Own accounts: an IBAN or its last four digits, the end of a card's number, "
        "or a kind such as `savings`; all if left out.",
    )
    day: Day | None = Field(
        default=None, description="At the end of this day; of today if left out."
    )
    currency: Currency | None = Field(default=None, description="Only this currency.")


class AccountBalance(Value):
    """What one account held."""

    account: str = Field(description="The account, shortened: `DE89…3000`.")
    kind: str | None = Field(default=None, description="Such as `savings`, where a file tells.")
    currency: Currency | None = Field(default=None, description="Left out when it is unknown.")
    balance: Amount | None = Field(
        default=None, description="What it held; left out when no file states any balance."
    )
    stated: Amount | None = Field(default=None, description="The balance that a file states.")
    stated_on: Day | None = Field(default=None, description="The day of which it states it.")
    bookings_since: int = Field(
        default=0,
        description="How many bookings between that day and the one asked for were added, or "
        "taken back where the file states a later balance.",
    )
    last_booking: Day | None = Field(
        default=None, description="The last day up to the one asked for that is on record."
    )
    age: int | None = Field(
        default=None, description="How many days before the day asked for that is."
    )


class GetBalancesResult(Result):
    """The balances, and their sums."""

    day: Day | None = Field(default=None, description="The day of which the balances are.")
    balances: tuple[AccountBalance, ...] = Field(default=(), description="One for each account.")
    totals: tuple[Money, ...] = Field(
        default=(),
        description="What all accounts of a currency held together, and each account whose "
        "currency is not known; debts of cards and loans are negative.",
    )


class _Account(NamedTuple):
    """The lines of one account, in the order in which they were booked."""

    key: str
    lines: Sequence[_Line]


class _Held(NamedTuple):
    """What an account held, and how that is known."""

    anchor: _Line
    """The line that states a balance."""
    amount: Decimal
    moved: Sequence[_Line]
    """The bookings between the two days."""


class _Line(NamedTuple):
    """A booked line of a file: also one that another file has too, since it may state a balance."""

    booking: Booking
    day: date
    balance: Decimal | None
    original: str
    """The item that counts; its own id unless it is a repetition."""

    @property
    def file(self) -> str:
        return self.booking.item.file


def run(arguments: GetBalancesArguments, records: Records) -> GetBalancesResult:
    """The balances of the accounts that the arguments mean."""
    day = date.fromisoformat(arguments.day) if arguments.day else records.today
    if day > records.today:
        raise InvalidCall("Balances of days to come are not on record.")
    [read] = reads(arguments)
    book = ledger.open_ledger(read, records)
    accounts = [a for a in _accounts(book) if _is_meant(a, arguments, book)]
    held = [_held(account, day) for account in accounts]
    balances = [
        _balance(account, each, day, book) for account, each in zip(accounts, held, strict=True)
    ]
    known = [balance for balance in balances if balance.balance is not None]
    lines = (line for each in held if each for line in (each.anchor, *each.moved))
    kept = tuple(dict.fromkeys(line.booking.id for line in lines))
    return GetBalancesResult(
        looked_at=len(book.bookings) + len(book.repeated),
        kept=len(kept),
        items=kept,
        notes=tuple(_notes(balances)),
        day=day.isoformat(),
        balances=tuple(balances),
        totals=tuple(_totals(known)),
    )


def _accounts(book: Ledger) -> list[_Account]:
    """The accounts with their lines, by name."""
    lines: dict[tuple[str, str], list[_Line]] = {}
    for booking in (*book.bookings, *book.repeated):
        if booking.day is not None and booking.facts.status == "booked":
            treatment, facts = booking.treatment, booking.facts
            balance = None if facts.balance is None else Decimal(facts.balance)
            original = treatment.of if treatment.reason == "duplicate" else None
            line = _Line(booking, _booked(booking), balance, original or booking.id)
            # One account may be held in several currencies, each with its own balance.
            lines.setdefault((treatment.account, treatment.unit), []).append(line)
    return [
        _Account(key, _in_order(own))
        for (key, _), own in sorted(
            lines.items(), key=lambda each: (book.names[each[0][0]], each[0])
        )
    ]


def _booked(booking: Booking) -> date:
    """What an account held goes by when bookings reached it."""
    return date.fromisoformat(booking.facts.day or "")


def _in_order(lines: Iterable[_Line]) -> list[_Line]:
    """Lines by day, and within a day as they followed each other in their file."""
    files: dict[str, list[_Line]] = {}
    for line in lines:
        files.setdefault(line.file, []).append(line)
    ordered: list[_Line] = []
    for _, own in sorted(files.items()):
        rows = sorted(own, key=lambda line: (line.booking.item.row or 0, line.booking.id))
        ordered += reversed(rows) if _is_newest_first(rows) else rows
    return sorted(ordered, key=lambda line: line.day)


def _is_newest_first(rows: Sequence[_Line]) -> bool:
    """Whether a file begins with its last booking; a file of one day shows it by its balances."""
    if rows[0].day != rows[-1].day:
        return rows[0].day > rows[-1].day
    pairs = list(pairwise(rows))
    return sum(_follows(b, a) for a, b in pairs) > sum(_follows(a, b) for a, b in pairs)


def _follows(before: _Line, after: _Line) -> bool:
    if before.balance is None or after.balance is None:
        return False
    return before.balance + after.booking.amount == after.balance


def _is_meant(account: _Account, arguments: GetBalancesArguments, book: Ledger) -> bool:
    first = account.lines[0].booking
    if arguments.currency is not None and first.treatment.currency != arguments.currency:
        return False
    return fits(arguments.account, account_texts(first.facts, book.names[account.key]))


def _balance(account: _Account, held: _Held | None, day: date, book: Ledger) -> AccountBalance:
    """What an account held at the end of a day."""
    first = account.lines[0].booking
    last = max((line.day for line in account.lines if line.day <= day), default=None)
    return AccountBalance(
        account=account_name(book.names[account.key]),
        kind=first.facts.account_kind,
        currency=first.treatment.currency,
        balance=plain(held.amount) if held else None,
        stated=plain(held.anchor.balance or Decimal()) if held else None,
        stated_on=held.anchor.day.isoformat() if held else None,
        bookings_since=len(held.moved) if held else 0,
        last_booking=last.isoformat() if last else None,
        age=(day - last).days if last else None,
    )


def _held(account: _Account, day: date) -> _Held | None:
    """What an account held, reckoned from the nearest balance before the day, else after it."""
    before = [line for line in account.lines if line.day <= day]
    for line in reversed(before):
        if line.balance is not None:
            added = _once(_after(line, before))
            return _Held(line, line.balance + _sum(added), added)
    later = [line for line in account.lines if line.day > day]
    for place, line in enumerate(later):
        if line.balance is not None:
            taken = _once(later[: place + 1])
            return _Held(line, line.balance - _sum(taken), taken)
    return None


def _after(anchor: _Line, lines: Sequence[_Line]) -> list[_Line]:
    """What was booked after the line that states a balance.

    Of its day, the balance includes what stands before it in a file, and all of a file that
    begins earlier and does not have it: statements may be cut in the middle of a day.
    """
    begins: dict[str, date] = {}
    same_day: dict[str, list[str]] = {}
    for line in lines:
        begins.setdefault(line.file, line.day)
        if line.day == anchor.day:
            same_day.setdefault(line.file, []).append(line.original)
    included: set[str] = set()
    for file, originals in same_day.items():
        if anchor.original in originals:
            included.update(originals[: originals.index(anchor.original) + 1])
        elif begins[file] < begins[anchor.file]:
            included.update(originals)
    return [
        line
        for line in lines
        if line.day > anchor.day or (line.day == anchor.day and line.original not in included)
    ]


def _once(lines: Iterable[_Line]) -> list[_Line]:
    return list({line.original: line for line in lines}.values())


def _sum(lines: Iterable[_Line]) -> Decimal:
    return sum((line.booking.amount for line in lines), Decimal())


def _totals(balances: Iterable[AccountBalance]) -> Iterable[Money]:
    """One sum for each currency, and one for each account whose currency is not known."""
    sums: dict[tuple[str, str], Decimal] = {}
    for balance in balances:
        unit = (balance.currency, "") if balance.currency else ("", balance.account)
        sums[unit] = sums.get(unit, Decimal()) + Decimal(balance.balance or 0)
    # What has a currency comes first.
    ordered = sorted(sums, key=lambda unit: (not unit[0], unit))
    return [
        Money(amount=plain(sums[unit]), currency=unit[0] or None, account=unit[1] or None)
        for unit in ordered
    ]


def _notes(balances: Sequence[AccountBalance]) -> Iterable[Note]:
    missing = sum(balance.balance is None for balance in balances)
    if missing:
        text = f"no file states a balance of {counted(missing, 'account')}"
        yield Note(code="balance_unknown", text=text, count=missing)
    unknown = sum(balance.currency is None for balance in balances)
    if unknown:
        text = f"the currency of {counted(unknown, 'account')} is not known"
        yield Note(code="currency_unknown", text=text, count=unknown)


def reads(_arguments: GetBalancesArguments) -> tuple[Read, ...]:
    """All bookings: the last balance of an account may be old."""
    return (ledger.read_of([Period()]),)


def describe(arguments: GetBalancesArguments) -> str:
    """The call in words."""
    words = ["balances", *match_in_words("of", arguments.account)]
    if arguments.currency is not None:
        words.append(f"in {arguments.currency}")
    if arguments.day is not None:
        day = day_period(date.fromisoformat(arguments.day))
        words.append(f"on {period_wording.describe(day)}")
    return " ".join(words)


TOOL = Tool(
    name="get_balances",
    description="What each account held at the end of a day: the last balance that a statement "
    "shows, and the bookings after it. Says how old that is.",
    arguments=GetBalancesArguments,
    result=GetBalancesResult,
    run=run,
    describe=describe,
    sources=("finance",),
    reads=reads,
)
