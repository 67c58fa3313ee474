"""One booking on an account, and how it becomes an item: its line of text, its names, its table.

Every bank format makes `Booking` values; what a person reads and searches is worded here alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from runwright.context.types import EntityKind, Mention
from runwright.files.formats.bank import dates, money, names
from runwright.files.formats.types import Draft, Part, Table

HEADER = (
    "Date", "Amount", "Currency", "Counterparty", "Description", "Account", "Counterparty account",
)  # fmt: skip
_LONGEST_PURPOSE = 2_000
_LONGEST_NAME = 140
_IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
_ORGANISATION = re.compile(
    r"(?i)\b(?:gmbh|ag|kg|kgaa|ohg|gbr|ug|e\.?\s?v|se|eg|ltd|limited|llc|llp|plc|inc|corp|corporation"
    r"|company|co|s\.?a\.?r\.?l|sarl|s\.?a\.?s|s\.?a|s\.?l|s\.?r\.?l|s\.?p\.?a|n\.?v|b\.?v|ab|oy|aps"
    r"|a/s|sp\.? z o\.?o|pty|bank|sparkasse|versicherung|insurance|stadtwerke|finanzamt|markt|shop"
    r"|store|restaurant|hotel|university|universität|verein|stichting|foundation)\b"
)
_PERSON = re.compile(
    r"(?i)^(?:mr|mrs|ms|miss|dr|herr|frau|hr|fr|m|mme|mlle|sr|sra|sig|dhr|mevr)\b\.?\s"
)
_BEHIND_NAME = re.compile(r"\s*\*|\s#|\s[0-9]{3,}|\s[0-9]{1,2}[/.][0-9]{1,2}|\s[A-Z]{2,4}:")


class Booking(NamedTuple):
    """Money that moved on an account, as the file says it."""

    day: date | None = None
    at: str | None = None
    """The day again, or the instant when the file knows it."""
    amount: Decimal | None = None
    """Negative leaves the account; None when the file's figure cannot be read for certain."""
    currency: str | None = None
    counterparty: str = ""
    purpose: str = ""
    account: str = ""
    """The own account, as the file writes it."""
    kind: str = ""
    """What kind of account that is: "credit card", "checking", "savings"."""
    counterparty_account: str = ""
    note: str = ""
    """What else must be said: a reversal, a pending booking, a figure that cannot be read."""


def parts(bookings: Sequence[Booking], *, page: int = 1) -> Iterator[Part]:
    """The table of what was read, then one item for each booking."""
    yield Table(page, (HEADER, *map(_row, bookings)))
    yield from drafts(bookings)


def drafts(bookings: Iterable[Booking], *, page: int | None = None) -> Iterator[Draft]:
    """One item for each booking, numbered from 1."""
    return (draft(booking, row, page=page) for row, booking in enumerate(bookings, start=1))


def draft(booking: Booking, row: int, *, page: int | None = None) -> Draft:
    """The item for a booking."""
    booking = _with_bare_name(booking)
    return Draft(
        source="finance",
        kind="transaction",
        text=line(booking),
        title=clean(booking.counterparty)[:_LONGEST_NAME],
        page=page,
        row=row,
        at=booking.at or (booking.day.isoformat() if booking.day else None),
        amount=None if booking.amount is None else money.written(booking.amount),
        currency=booking.currency,
        mentions=mentions(booking),
    )


def line(booking: Booking) -> str:
    """One readable line: when, how much, whose, what for, on which account."""
    name = clean(booking.counterparty)[:_LONGEST_NAME]
    purpose = clean(booking.purpose)[:_LONGEST_PURPOSE]
    if purpose.startswith(name):
        # Many banks repeat the beginning of the purpose as the name.
        name, purpose = ("", purpose) if not name else (purpose, "")
    said = [_money(booking, name), purpose, booking.note]
    said.append(_account(booking))
    when = dates.spelled(booking.day) if booking.day else "Undated"
    return f"{when}: {', '.join(filter(None, said))}"


def _with_bare_name(booking: Booking) -> Booking:
    """The counterparty without what the bank wrote in front of it, which the purpose keeps."""
    found = names.bare(clean(booking.counterparty)[: 2 * _LONGEST_NAME])
    if found.manner and found.manner.casefold() not in booking.purpose.casefold():
        purpose = ", ".join(filter(None, [found.manner, booking.purpose]))
        booking = booking._replace(purpose=purpose)
    return booking._replace(counterparty=found.name)


def _account(booking: Booking) -> str:
    """The own account with its kind: "savings account DE89…3000", "account credit card"."""
    if not booking.account:
        return f"account {booking.kind}" if booking.kind else ""
    name = shortened(booking.account)
    kind = "" if booking.kind in folded(name) else f"{booking.kind} "
    return f"{kind}account {name}"


def _money(booking: Booking, name: str) -> str:
    if booking.amount is None:
        return f"unknown amount with {name}" if name else "unknown amount"
    figure = " ".join(filter(None, [money.written(booking.amount), booking.currency]))
    leaves = booking.amount < 0
    if name:
        return f"{figure} {'to' if leaves else 'from'} {name}"
    return f"{figure} {'paid out' if leaves else 'received'}"


def _row(booking: Booking) -> tuple[str, ...]:
    return (
        booking.day.isoformat() if booking.day else "",
        "" if booking.amount is None else money.written(booking.amount),
        booking.currency or "",
        clean(booking.counterparty),
        clean(", ".join(filter(None, [booking.purpose, booking.note]))),
        booking.account,
        booking.counterparty_account,
    )


def remark(text: str, *, account: str = "", title: str = "", day: date | None = None) -> Draft:
    """What a statement says beside its bookings: a balance, a trade, an error of the bank."""
    own = (own_account(account),) if account else ()
    at = day.isoformat() if day else None
    return Draft("finance", "passage", clean(text), clean(title), at=at, mentions=own)


def mentions(booking: Booking) -> tuple[Mention, ...]:
    """The accounts on both sides, and the counterparty."""
    found = []
    if booking.account:
        found.append(own_account(booking.account))
    if name := clean(booking.counterparty)[:_LONGEST_NAME]:
        found.append(_named(name))
    if booking.counterparty_account:
        found.append(own_account(booking.counterparty_account))
    return tuple(mention for mention in found if mention.key)


@lru_cache(maxsize=4096)
def own_account(written: str) -> Mention:
    """An account as the file writes it; its key is the same however it is spaced."""
    return Mention("account", clean(written)[:_LONGEST_NAME], account_key(written))


@lru_cache(maxsize=4096)
def _named(name: str) -> Mention:
    # Card payments carry shop numbers, days and references behind the name.
    short = _BEHIND_NAME.split(name, maxsplit=1)[0].rstrip(" -,.:")
    name = short if sum(c.isalpha() for c in short) >= 3 else name
    kind: EntityKind = "name"
    if _ORGANISATION.search(name):
        kind = "organisation"
    elif _PERSON.match(name):
        kind = "person"
    return Mention(kind, name, folded(name))


def account_key(written: str) -> str:
    """An IBAN or account number without spaces, points and dashes, in capitals."""
    key = re.sub(r"[\s.\-]", "", written).upper()
    # Some banks write the currency behind the IBAN.
    if key[-3:] in money.CURRENCIES and is_iban(key[:-3]):
        return key[:-3]
    return key[:_LONGEST_NAME]


def is_iban(text: str) -> bool:
    """Whether the letters and digits are an IBAN with a right checksum."""
    text = re.sub(r"\s", "", text)
    if not _IBAN.fullmatch(text):
        return False
    turned = text[4:] + text[:4]
    return int("".join(str(int(c, 36)) for c in turned)) % 97 == 1


def shortened(account: str) -> str:
    """The two ends of an account number, as letters show it: `DE89…3000`."""
    key = account_key(account)
    return f"{key[:4]}…{key[-4:]}" if len(key) > 12 else clean(account)


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """A name without accents, case and punctuation: equal for spellings of the same."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return " ".join(letters.split())


def clean(text: str) -> str:
    """The text on one line, without control characters."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
