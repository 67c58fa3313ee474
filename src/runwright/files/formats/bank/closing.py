"""The balance with which a statement ends, which is what its account held after its last booking.

Many files state it once, at their head or end, and not beside each booking.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from runwright.files.formats.bank import dates, money
from runwright.files.formats.bank.bookings import Booking
from runwright.records.accounts import account_key

_LONGEST_QUIET = timedelta(days=31)
"""A balance of so long after the last booking is rather that of the day of the export."""
_LABEL = re.compile(
    r"(?im)^\W*(?:neuer |aktueller )?(?:kontostand|saldo|solde|endsaldo|schlusssaldo"
    r"|(?:account|closing|current|ending|statement) balance|balance)\b(?P<rest>[^\n]*)$"
)


class Closing(NamedTuple):
    """What an account held at the end of a day."""

    amount: Decimal
    day: date | None
    account: str = ""
    currency: str | None = None


def with_balances(bookings: Sequence[Booking], closings: Iterable[Closing]) -> list[Booking]:
    """The bookings, the last one before each closing with what the account held after it."""
    known = list(bookings)
    for closing in closings:
        own = [n for n, booking in enumerate(known) if _is_before(booking, closing)]
        if not own:
            continue
        last = _last(known, own)
        if known[last].balance is None:
            known[last] = known[last]._replace(balance=closing.amount)
    return known


def _is_before(booking: Booking, closing: Closing) -> bool:
    if booking.day is None or closing.day is None or booking.day > closing.day:
        return False
    if booking.status != "booked":
        return False
    if account_key(booking.account) != account_key(closing.account):
        return False
    return closing.currency is None or booking.currency in (None, closing.currency)


def _last(bookings: Sequence[Booking], own: Sequence[int]) -> int:
    """The place of the last one, whichever end of the file the newest stand at."""
    days = {n: bookings[n].day or date.min for n in own}
    is_newest_first = days[own[0]] > days[own[-1]]
    latest = max(days.values())
    same_day = [n for n in own if days[n] == latest]
    return same_day[0] if is_newest_first else same_day[-1]


def in_words(
    words: str, bookings: Sequence[Booking], order: dates.Order, sign: money.DecimalSign
) -> list[Closing]:
    """The balance that the words above a table state, if it is that after its last booking.

    A file of days long past may state what the account holds when it is exported.
    """
    booked = [each.day for each in bookings if each.day and each.status == "booked"]
    if not booked or any(each.balance is not None for each in bookings):
        return []
    last = max(booked)
    for found in _LABEL.finditer(words):
        written = next(iter(dates.dates_in(found["rest"])), "")
        day = _day(written, order)
        amount = _amount(found["rest"].partition(written)[2], sign) if day else None
        others = [_day(each, order) for each in dates.dates_in(words.replace(found[0], ""))]
        ends = max((each for each in others if each), default=last + _LONGEST_QUIET)
        if day and amount is not None and last <= day <= ends:
            first = bookings[0]
            return [Closing(amount, day, first.account, first.currency)]
    return []


def _day(written: str, order: dates.Order) -> date | None:
    read = dates.cut(written) if written else None
    return dates.day_of(read, order, date.max) if read else None


def _amount(text: str, sign: money.DecimalSign) -> Decimal | None:
    figure = money.figure(text.strip(" :;="))
    return money.exact(figure, money.vote(figure.digits) or sign) if figure else None
