"""MT940 and MT942, the statements that banks send each other: tags such as `:61:` and `:86:`.

An own parser: files in the wild break lines inside references, run over the lengths of the
standard and leave fields out, and one odd line must not cost the others. Each `:61:` is a
booking, whatever can be read of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from runwright.files.formats.bank import (
    bookings,
    business_codes,
    dates,
    details,
    money,
    transaction_types,
)
from runwright.files.formats.bank.bookings import Booking
from runwright.files.formats.bank.closing import Closing, with_balances
from runwright.files.formats.bank.details import Details
from runwright.files.formats.types import Draft, Part, Reading, Unreadable
from runwright.records.accounts import is_iban, shortened
from runwright.records.facts import TransactionType
from runwright.records.names import one_line
from runwright.records.wording import spelled_day

_TAG = re.compile(
    r"^[ \t]*:(20|21|25P?|28C?|28D|60[FM]|61|62[FM]|64|65|86|13D?|34F|90[CD]|NS):", re.M
)
_LINE = re.compile(
    r"((?:19|20)[0-9]{6}(?=[0-9]{4}[RCDE]|[RCDE])|[0-9]{6})\s*([0-9]{4})?\s*"
    r"(R?[CD]|E[CD])\s*([A-Z])??\s*([0-9][0-9 ]*(?:[.,][0-9.,]*)?)"
    r"(?:\s?([A-Z][A-Z0-9]{3}))?(.*)",
    re.S,
)
_BALANCE = re.compile(r"([CD])\s*([0-9]{6})\s*([A-Z]{3})\s*([0-9.,]+)")
_FIELDS = re.compile(r"\s*([0-9]{3})?([?>~<^@+])(?=[0-9]{2})")
_ABROAD = re.compile(r"/?O(?:CMT|AMT)[/+]([A-Z]{3})([0-9]{1,15}[.,][0-9]{0,2})")
_END = re.compile(r"^(?:-|-\}.*|\}|-XXX)\s*$", re.M)
_SEPA = re.compile(
    r"(EREF|KREF|MREF|CRED|DEBT|SVWZ|COAM|OAMT|ABWA|ABWE|IBAN|BIC|PURP|ANAM|RREF)[+]\s?"
)
_TELLING = ("25", "25P", "60F", "60M", "61", "62F", "62M")
_ACCOUNT = ("25", "25P")
_BALANCES = ("60F", "60M", "34F", "62F", "62M", "64", "65")
_PIECE = 27
"""A numbered field of this length goes on in the next one without a blank."""
_WIDTH = 60
"""A line this long was broken because it was full, not because a word ended."""


class _Statement(NamedTuple):
    fields: list[tuple[str, str]]

    @property
    def account(self) -> str:
        return next((v.split("\n")[0].strip() for tag, v in self.fields if tag in _ACCOUNT), "")

    @property
    def currency(self) -> str | None:
        """From the opening balance, or another one when that is missing."""
        found = (_currency(value) for tag, value in self.fields if tag in _BALANCES)
        return next(filter(None, found), None)


def looks_like(text: str) -> bool:
    """Whether lines begin with at least two tags of a statement, one of them telling."""
    found = {match[1] for match in _TAG.finditer(text[:20_000])}
    return len(found) >= 2 and any(tag in found for tag in _TELLING if tag not in _ACCOUNT)


def read(text: str, reading: Reading) -> Iterator[Part]:
    """The bookings of every statement in the file, then the closing balances."""
    now = reading.now.date()
    statements = list(_statements(_fields(text.replace("\r\n", "\n").replace("\r", "\n"))))
    if not any(tag in _TELLING for statement in statements for tag, _ in statement.fields):
        raise Unreadable("This file looks like MT940 but contains no statement. Export it again.")
    found = [booking for statement in statements for booking in _bookings(statement, now)]
    closings = [closing for each in statements if (closing := _closing(each, now))]
    yield from bookings.parts(with_balances(found, closings), filename=reading.filename)
    yield from map(_balance, closings)


def _statements(fields: Iterator[tuple[str, str]]) -> Iterator[_Statement]:
    """Cut before each `:20:`, or before a second account when a bank leaves that out."""
    current: list[tuple[str, str]] = []
    seen: set[str] = set()
    for tag, value in fields:
        if tag == "20" or (tag in _ACCOUNT and tag in seen):
            if current:
                yield _Statement(current)
            current, seen = [], set()
        current.append((tag, value))
        seen.add(tag)
    if current:
        yield _Statement(current)


def _fields(text: str) -> Iterator[tuple[str, str]]:
    """Each tag with what follows it, up to the next tag or the end of the message."""
    found = list(_TAG.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    for match, end in zip(found, ends, strict=True):
        value = text[match.end() : end]
        # A dash alone closes the message; what follows is the next one's envelope.
        yield match[1], _END.split(value, maxsplit=1)[0].strip("\n")


def _bookings(statement: _Statement, now: date) -> Iterator[Booking]:
    fields = statement.fields
    blank = Booking(account=statement.account, currency=statement.currency)
    for (tag, value), following in zip(fields, [*fields[1:], ("", "")], strict=True):
        if tag == "61":
            told = _details(following[1]) if following[0] == "86" else Details()
            yield _booking(value.strip(), blank, told, now)


def _currency(value: str) -> str | None:
    found = _BALANCE.match(value.strip())
    code = found[3] if found else value.strip()[:3]
    return code if code in money.CURRENCIES else None


def _booking(value: str, blank: Booking, told: Details, now: date) -> Booking:
    first, *rest = value.split("\n")
    extra = " ".join(line.strip() for line in rest)
    other = told.account or (extra if is_iban(extra) else "")
    original = _ABROAD.search(extra)
    blank = blank._replace(counterparty=told.name, counterparty_account=other)
    found = _LINE.match(value)
    if found is None:
        note = f"booking written as “{one_line(first)[:60]}”"
        return blank._replace(purpose=told.purpose, note=note)
    mark, amount = found[3], _amount(found[5])
    valued = _date(found[1][-6:], now)
    leaves = mark not in ("C", "RD", "EC")
    abroad = _amount(original[2]) if original and original[1] in money.CURRENCIES else None
    return blank._replace(
        day=_booked(found[2], valued),
        valued=valued,
        amount=-amount if amount is not None and leaves else amount,
        purpose=_purpose(told, extra, found[7].split("\n")[0]),
        note=_note(mark, amount, found[5]),
        type=_type(mark, leaves, told, found[6] or ""),
        bank_id=_bank_id(found[7].split("\n")[0]),
        original=(-abroad if leaves else abroad, original[1]) if abroad and original else None,
    )


def _type(mark: str, leaves: bool, told: Details, swift: str) -> TransactionType | None:
    if mark == "RD":
        return "refund"
    # Older messages have F for the first letter of the same codes.
    known = business_codes.meaning(told.code, f"N{swift[1:]}", leaves=leaves)
    return transaction_types.of_code(known, told.label)


def _bank_id(reference: str) -> str:
    """What the bank wrote behind the customer's own reference, if it is no filler."""
    own = reference.partition("//")[2].strip()
    return own if any(c in "123456789" for c in own) else ""


def _amount(text: str) -> Decimal | None:
    """Digits with a decimal comma; some banks write a point, and the last of the two counts."""
    digits = text.replace(" ", "")
    value = money.exact(money.Figure(False, digits), "," if "," in digits else ".")
    return value if value is not None else money.exact(money.Figure(False, digits), ".")


def _date(text: str, now: date) -> date | None:
    year, month, day = int(text[:2]), int(text[2:4]), int(text[4:6])
    # Banks that count thirty days to a month have a 30 February: the last day is meant.
    for last in (day, *(n for n in (30, 29, 28) if n < day <= 31)):
        written = dates.Written(month, last, year, settled=True, short_year=True)
        if found := dates.day_of(written, "day", now):
            return found
    return None


def _booked(text: str | None, valued: date | None) -> date | None:
    """The day of booking, which has no year: the one nearest to the value date."""
    if text is None or valued is None:
        return valued
    written = dates.Written(int(text[:2]), int(text[2:]), None, settled=True)
    near = [
        day
        for year in (valued.year - 1, valued.year, valued.year + 1)
        if (day := dates.day_of(written._replace(year=year), "day", date.max))
    ]
    return min(near, key=lambda day: abs((day - valued).days), default=valued)


def _note(mark: str, amount: Decimal | None, text: str) -> str:
    if amount is None:
        return f"amount written as “{text[:40]}”"
    return {"RD": "reversal of a debit", "RC": "reversal of a credit"}.get(mark, "")


def _purpose(told: Details, extra: str, reference: str) -> str:
    customer, _, _bank = reference.partition("//")
    customer = "" if customer.strip() in ("NONREF", "N", "EREF", "KREF+") else customer.strip()
    return ", ".join(filter(None, [told.purpose or extra, customer and f"reference {customer}"]))


def _details(value: str) -> Details:
    joined = "".join(value.split("\n"))
    marked = _FIELDS.match(joined)
    if marked is not None:
        told = _structured(joined[marked.start(2) :], marked[2])
        return told._replace(code=marked[1] or "")
    text = _unwrapped(value)
    return details.of_text(text) or Details(text, details.named_in(text))


def _unwrapped(value: str) -> str:
    """The lines as one: a full line goes on without a blank, a shorter one ended with a word."""
    lines = value.split("\n")
    return "".join(line if len(line) >= _WIDTH else f"{line} " for line in lines).strip()


def _structured(text: str, mark: str) -> Details:
    """The numbered fields: 00 what it is, 20-29 and 60-63 what for, 31 and 32-33 with whom."""
    fields: dict[int, str] = {}
    for piece in re.split(rf"{re.escape(mark)}(?=[0-9]{{2}})", text)[1:]:
        fields.setdefault(int(piece[:2]), piece[2:])
    pieces = (fields.get(n, "") for n in [*range(20, 30), *range(60, 64)])
    purpose = "".join(p + (" " if len(p) < _PIECE else "") for p in pieces if p)
    said = [fields.get(0, ""), _sepa(purpose)]
    name = (fields.get(32, "") + fields.get(33, "")).strip()
    account = fields.get(38, "") or fields.get(31, "")
    return Details(", ".join(filter(None, said)), name, account.strip(), label=fields.get(0, ""))


def _sepa(purpose: str) -> str:
    """The purpose first, then its references, which are written without blanks around them."""
    pieces = _SEPA.split(purpose)
    if len(pieces) == 1:
        return purpose.strip()
    named = list(zip(pieces[1::2], pieces[2::2], strict=True))
    said = [text.strip() for key, text in named if key == "SVWZ"]
    said += [pieces[0].strip()]
    said += [f"{key} {text.strip()}" for key, text in named if key != "SVWZ" and text.strip()]
    return ", ".join(filter(None, said))


def _closing(statement: _Statement, now: date) -> Closing | None:
    """The balance with which a statement ends."""
    closing = next((value for tag, value in statement.fields if tag == "62F"), "")
    found = _BALANCE.match(closing.strip())
    amount = _amount(found[4]) if found else None
    if found is None or amount is None:
        return None
    amount = -amount if found[1] == "D" else amount
    return Closing(amount, _date(found[2], now), statement.account, found[3])


def _balance(closing: Closing) -> Draft:
    on = f" on {spelled_day(closing.day)}" if closing.day else ""
    figure = f"{money.written(closing.amount)} {closing.currency}"
    text = f"Balance of account {shortened(closing.account)}{on}: {figure}"
    return bookings.remark(text, account=closing.account, title="Account balance", day=closing.day)
