"""QIF, the old exchange format of Quicken: one letter a line, `^` after each record.

It names no currency but in the description of an account, and no order of day and month; both
orders are in use, so the file as a whole decides. Every record of an account's register is a
booking, investments included; lists of categories, securities, prices and memorised payments are
not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from runwright.files.formats.bank import bookings, dates, kinds, money
from runwright.files.formats.bank.bookings import Booking
from runwright.files.formats.types import Part, Reading
from runwright.records.facts import TransactionType

_REGISTERS = ("bank", "cash", "ccard", "invst", "oth a", "oth l", "port", "401(k)")
_LEAVES = (
    "buy", "cvrshrt", "margint", "miscexp", "xout", "withdrw", "exercis", "cash out", "debit",
)  # fmt: skip
_BEGINS = re.compile(
    r"[\ufeff\s]*(?:!(?:type|account|option|clear)\b"
    r"|D[0-9][^\r\n]{3,12}[\r\n]+(?:[A-Z$][^\r\n]{0,200}[\r\n]+){1,12}\^)",
    re.IGNORECASE,
)
_LINES = re.compile(r"\r\n|\r|\n")
_NO_MONEY = ("reinv", "shrs", "stksplit", "grant", "vest", "expire", "reminder")


class _Account(NamedTuple):
    """What the list of accounts says of one."""

    name: str = ""
    kind: bookings.AccountKind = ""
    currency: str | None = None


class _Record(NamedTuple):
    account: _Account
    investment: bool
    fields: dict[str, list[str]]

    def first(self, letter: str) -> str:
        return self.fields.get(letter, [""])[0].strip()


def looks_like(text: str) -> bool:
    """Whether the text begins with a section of QIF, or with a whole record."""
    return _BEGINS.match(text[:5_000]) is not None


def read(text: str, reading: Reading) -> Iterator[Part]:
    """The bookings of every register in the file."""
    records = list(_records(text))
    figures = [value for record in records for letter in "TU$" for value in _values(record, letter)]
    comma = money.proven_sign(figures) == ","
    written = [w for record in records if (w := dates.cut(record.first("D")))]
    currency = money.currency_in(" ".join(figures[:1000]))
    hints = dates.Hints(comma, True, currency, reading.zone.key or "", otherwise="month")
    order = dates.order_of(written, reading.now.date(), hints)
    found = [_booking(r, order, "," if comma else ".", reading) for r in records]
    yield from bookings.parts(found, filename=reading.filename)


def _values(record: _Record, letter: str) -> list[str]:
    return record.fields.get(letter, [])


def _records(text: str) -> Iterator[_Record]:
    """The records of registers; the rest of the file is lists and options."""
    section, account, fields = "bank", _Account(), dict[str, list[str]]()
    for line in _LINES.split(text):
        line = line.strip("\ufeff\x00\x1a \t")
        if line.startswith("!"):
            yield from _record(section, account, fields)
            section, fields = _section(line, section), {}
        elif line.startswith("^"):
            yield from _record(section, account, fields)
            if section == "account":
                account = _account(fields)
            fields = {}
        elif line:
            fields.setdefault(line[0].upper() if line[0].isalpha() else line[0], []).append(
                line[1:]
            )
    yield from _record(section, account, fields)


def _account(fields: dict[str, list[str]]) -> _Account:
    name, described, code = (fields.get(letter, [""])[0].strip() for letter in "NDT")
    kind = kinds.of_code(code) or kinds.said_in(name) or kinds.said_in(described)
    return _Account(name, kind, money.currency_in(f"{name} {described}"))


def _section(line: str, before: str) -> str:
    head, _, kind = line[1:].lower().partition(":")
    if head.startswith("type"):
        return kind.strip()
    return "account" if head.startswith("account") else before


def _record(section: str, account: _Account, fields: dict[str, list[str]]) -> Iterator[_Record]:
    if section.startswith(_REGISTERS) and ("D" in fields or "T" in fields or "U" in fields):
        kind = kinds.of_code(section) or account.kind
        yield _Record(account._replace(kind=kind), section.startswith("invst"), fields)


def _booking(
    record: _Record, order: dates.Order, sign: money.DecimalSign, reading: Reading
) -> Booking:
    written = dates.cut(record.first("D"))
    day = dates.day_of(written, order, reading.now.date()) if written else None
    amount, figure = _amount(record, sign)
    return Booking(
        day=day,
        amount=amount,
        currency=_currency(figure, reading) or money.known(record.account.currency, reading.zone),
        counterparty=record.first("P") or (record.first("Y") if record.investment else ""),
        purpose=_purpose(record),
        account=record.account.name,
        kind=record.account.kind or kinds.of_filename(reading.filename),
        note=_note(record, day, amount, figure),
        type=_type(record),
        category=record.first("L").strip("[]"),
    )


def _currency(figure: str, reading: Reading) -> str | None:
    found = money.figure(figure)
    return money.known(found.currency if found else None, reading.zone)


def _type(record: _Record) -> TransactionType | None:
    """A category in brackets is the name of another account in the same books."""
    if record.first("L").startswith("["):
        return "own_transfer"
    return "investment" if record.investment else None


def _amount(record: _Record, sign: money.DecimalSign) -> tuple[Decimal | None, str]:
    """The total; what splits it is only summed when there is no total."""
    total = record.first("T") or record.first("U")
    if total:
        value = money.exact(money.figure(total), sign)
        return (_signed(record, value) if record.investment else value), total
    splits = _values(record, "$")
    values = [money.exact(money.figure(split), sign) for split in splits]
    known = [value for value in values if value is not None]
    if not known or len(known) < len(values):
        return None, " ".join(splits)[:40]
    return sum(known, Decimal()), splits[0]


def _signed(record: _Record, value: Decimal | None) -> Decimal | None:
    """An investment's total has no sign: what was done with it tells where the money went."""
    action = record.first("N").lower()
    if value is None or action.startswith(_NO_MONEY):
        return None
    return -abs(value) if action.startswith(_LEAVES) else value


def _purpose(record: _Record) -> str:
    said = [record.first("M")]
    if record.investment:
        said = [record.first("N"), record.first("Y"), *_counted(record), *said]
    elif re.fullmatch(r"[0-9]+", record.first("N")):
        said.append(f"check {record.first('N')}")
    parts = zip(_values(record, "S"), _values(record, "$"), strict=False)
    said += [f"{name.strip('[]')} {amount}" for name, amount in parts if name]
    said += [memo.strip() for memo in _values(record, "E")]
    return ", ".join(filter(None, said))


def _counted(record: _Record) -> list[str]:
    named = [("Q", "quantity"), ("I", "price"), ("O", "commission")]
    return [f"{word} {record.first(letter)}" for letter, word in named if record.first(letter)]


def _note(record: _Record, day: date | None, amount: Decimal | None, figure: str) -> str:
    said = []
    if day is None and record.first("D"):
        said.append(f"dated “{record.first('D')[:20]}”")
    if amount is None and figure:
        moved = record.investment and record.first("N").lower().startswith(_NO_MONEY)
        said.append(f"worth {figure[:40]}" if moved else f"amount written as “{figure[:40]}”")
    return ", ".join(said)
