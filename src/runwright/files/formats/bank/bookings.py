"""One booking on an account, and how it becomes an item: its facts, its names, its table.

Every bank format makes `Booking` values, as the file says it; what they mean is worked out here
alone, for all formats in the same way.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Literal, NamedTuple

from runwright.context.types import EntityKind, Mention
from runwright.files.formats.bank import money, names, transaction_types
from runwright.files.formats.types import Draft, Part, Table
from runwright.records.accounts import account_key, is_iban, of_new_zealand, with_suffix
from runwright.records.banks import bank_in, home_currency
from runwright.records.booking_keys import with_booking_keys
from runwright.records.facts import LONGEST_NAME, Passage, Transaction, TransactionType
from runwright.records.names import folded, one_line
from runwright.records.wording import transaction_text

AccountKind = Literal["", "credit card", "checking", "savings", "cash", "loan", "investment"]
Status = Literal["booked", "pending", "reversed"]

HEADER = (
    "Date", "Amount", "Currency", "Counterparty", "Description", "Account", "Counterparty account",
)  # fmt: skip
_LONGEST_PURPOSE = 2_000
_LONGEST_NAME = 140
_ORGANISATION = re.compile(
    r"(?i)\b(?:gmbh|ag|kg|kgaa|ohg|gbr|ug|e\.?\s?v|se|eg|ltd|limited|llc|llp|plc|inc|corp|corporation"
    r"|company|co|s\.?a\.?r\.?l|sarl|s\.?a\.?s|s\.?a|s\.?l|s\.?r\.?l|s\.?p\.?a|n\.?v|b\.?v|ab|oy|aps"
    r"|a/s|sp\.? z o\.?o|pty|bank|sparkasse|versicherung|insurance|stadtwerke|finanzamt|markt|shop"
    r"|store|restaurant|hotel|university|universität|verein|stichting|foundation)\b"
)
_PERSON = re.compile(
    r"(?i)^(?:mr|mrs|ms|miss|dr|herr|frau|hr|fr|m|mme|mlle|sr|sra|sig|dhr|mevr)\b\.?\s"
)
_FULL_NAME = re.compile(r"[^\W\d_][\w'’-]*\.?(?: [^\W\d_][\w'’-]*\.?){1,3}")
"""`Anna-Lena M. Vogel`; but neither `Rundfunk ARD, ZDF` nor `Parkhaus 3`."""
_SURNAME_FIRST = re.compile(r"([^\W\d_][\w'’-]+), ?([^\W\d_][\w'’-]+)")
_IBAN = re.compile(r"\bIBAN:? ?([A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{1,4}){3,10})\b")
_CARD = re.compile(
    r"(?i)\b(?:card|karte|kreditkarte|visa|mastercard|amex|carte|tarjeta|kaart|crd|(?-i:CD))"
    r"(?:\s(?:no|nr|number|ending|ending in|ends in|mit der endziffer))?[.:]?\s?[#x*•….\-\s]{0,19}"
    r"(?<![0-9.,])([0-9]{4})\b(?![.,:/-]?[0-9])"
    r"|(?<!\bID:)(?<![x*•])(?:[x*•]{2,}|…)[ -]?([0-9]{4})\b"
)
"""`Visa 4711`, `card ending in 4711`, `XXXX-4711`; not `Visa 12.03.2026`."""

_SORT_CODE = re.compile(r"\b[0-9]{2}-[0-9]{2}-[0-9]{2} ([0-9]{8})\b")
_SUFFIX = re.compile(r"(?i)\btransfer\b.* - ?([0-9]{2,3})$")
_FOREIGN = re.compile(
    r"\b(?:FRGN|FGN|FOREIGN) (?:CURR(?:ENCY)? )?(?:AMT|AMOUNT)[-: ]{0,2}"
    r"(?P<code>[A-Z]{3}) ?(?P<amount>[0-9][0-9,]*(?:\.[0-9]{2})?)\b"
)


_JOINT = re.compile(r"(?<![a-z])[Jj]oint(?![a-z])|JOINT")


class Booking(NamedTuple):
    """Money that moved on an account, as the file says it."""

    day: date | None = None
    at: str | None = None
    """The day again, or the instant when the file knows it."""
    amount: Decimal | None = None
    """Negative leaves the account; None when the file's figure cannot be read for certain."""
    currency: str | None = None
    counterparty: str = ""
    """As the bank writes it, with whatever stands around the name."""
    purpose: str = ""
    account: str = ""
    """The own account, as the file writes it."""
    kind: AccountKind = ""
    """What kind of account that is."""
    bank: str = ""
    """Who keeps it, as the file says it or its layout shows."""
    counterparty_account: str = ""
    note: str = ""
    """What else must be said: a reversal, a pending booking, a figure that cannot be read."""
    valued: date | None = None
    holder: str = ""
    card: str = ""
    """The number of the card, or its end."""
    type: TransactionType | None = None
    """What the bank's own code says that it is for."""
    category: str = ""
    """The file's own word for what it was for."""
    status: Status = "booked"
    balance: Decimal | None = None
    bank_id: str = ""
    original: tuple[Decimal, str] | None = None
    """What was paid abroad, and in which currency."""
    fee: Decimal | None = None
    """What was taken in addition to the amount; it becomes a booking of its own."""


def parts(bookings: Sequence[Booking], *, page: int = 1, filename: str = "") -> Iterator[Part]:
    """The table of what was read, then one item for each booking."""
    yield Table(page, (HEADER, *map(_row, bookings)))
    yield from drafts(bookings, filename=filename)


def drafts(
    bookings: Iterable[Booking], *, page: int | None = None, filename: str = ""
) -> Iterator[Draft]:
    """One item for each booking of a file, numbered from 1; its name may tell the bank, and that
    the account is a joint one."""
    bank = bank_in(filename.rpartition(".")[0])
    if _JOINT.search(filename):
        bookings = [each if each.holder else each._replace(holder="Joint") for each in bookings]
    bookings = _with_unique_ids([each for booking in bookings for each in _with_fee(booking)])
    found = with_booking_keys([facts_of(booking, bank or booking.bank) for booking in bookings])
    for row, facts in enumerate(found, start=1):
        yield Draft(
            source="finance",
            facts=facts,
            text=transaction_text(facts),
            title=facts.counterparty[:_LONGEST_NAME],
            page=page,
            row=row,
            mentions=mentions(facts),
        )


def _with_fee(booking: Booking) -> Iterator[Booking]:
    """The booking, then the fee that was taken beside it: fees are asked for, and are spent."""
    yield booking._replace(fee=None)
    if booking.fee:
        yield Booking(
            day=booking.day,
            at=booking.at,
            amount=-booking.fee,
            currency=booking.currency,
            purpose=f"Fee for {booking.counterparty or booking.purpose}",
            account=booking.account,
            kind=booking.kind,
            bank=booking.bank,
            valued=booking.valued,
            holder=booking.holder,
            type="fee",
            status=booking.status,
            note=booking.note,
        )


def _with_unique_ids(bookings: list[Booking]) -> list[Booking]:
    """Without what a bank writes into several rows: that is no id of any of them."""
    times = Counter((booking.account, booking.bank_id) for booking in bookings)
    return [
        booking._replace(bank_id="")
        if booking.bank_id and times[booking.account, booking.bank_id] > 1
        else booking
        for booking in bookings
    ]


def facts_of(booking: Booking, bank: str = "") -> Transaction:
    """What is known of a booking, typed; without its key, which needs the rows around it."""
    raw = one_line(booking.counterparty)
    purpose = one_line(booking.purpose)
    found = names.cleaned(
        booking.counterparty[: 2 * _LONGEST_NAME],
        purpose[:_LONGEST_NAME],
        at_shop=not _names_account(booking),
    )
    if found.manner and found.manner.casefold() not in purpose.casefold():
        purpose = ", ".join(filter(None, [found.manner, purpose]))
    currency = booking.currency or home_currency(bank)
    original = booking.original or _paid_abroad(booking, currency) or (None, None)
    day = booking.day.isoformat() if booking.day else None
    return Transaction(
        day=day,
        valued=_other_day(booking),
        at=booking.at if booking.at and "T" in booking.at else None,
        amount=_written(booking.amount),
        currency=currency,
        counterparty=found.name[:LONGEST_NAME],
        counterparty_raw=raw[:_LONGEST_PURPOSE],
        counterparty_account=_other_account(booking.counterparty_account)
        or _iban_in(booking)
        or _number_in(booking),
        purpose=purpose[:_LONGEST_PURPOSE],
        account=_account(booking.account) or None,
        holder=one_line(booking.holder)[:LONGEST_NAME] or None,
        account_kind=booking.kind or None,
        bank=bank or None,
        card=_card(booking) or None,
        type=transaction_types.decide(
            amount=booking.amount,
            code=booking.type,
            category=booking.category,
            text=f"{booking.counterparty} {booking.purpose}",
            is_card=booking.kind == "credit card",
            to_person=_pays_person(booking, found.name),
        ),
        category=one_line(booking.category)[:LONGEST_NAME] or None,
        status=booking.status,
        balance=_written(booking.balance),
        bank_id=one_line(booking.bank_id)[:LONGEST_NAME] or None,
        original_amount=_written(original[0]),
        original_currency=original[1],
        note=one_line(booking.note)[:_LONGEST_PURPOSE],
    )


def _names_account(booking: Booking) -> bool:
    """Whether money went to or came from an account, which may be a person's."""
    text = f"{booking.counterparty} {booking.purpose}"
    return bool(_other_account(booking.counterparty_account)) or transaction_types.pays_people(text)


def _pays_person(booking: Booking, name: str) -> bool:
    """Whether somebody's account or app was paid, and not a shop by card or direct debit."""
    if _ORGANISATION.search(booking.counterparty):
        return False
    if _SURNAME_FIRST.fullmatch(name):
        # `Vogel, Anna` with an account alone may be a shop and its town.
        return transaction_types.pays_people(f"{booking.counterparty} {booking.purpose}")
    return bool(_FULL_NAME.fullmatch(name)) and _names_account(booking)


def _written(value: Decimal | None) -> str | None:
    return None if value is None else money.written(value)


def _other_day(booking: Booking) -> str | None:
    return booking.valued.isoformat() if booking.valued not in (None, booking.day) else None


def _account(written: str) -> str:
    """As the file writes it, but an IBAN without blanks."""
    key = account_key(written)
    return key if is_iban(key) else one_line(written)[:LONGEST_NAME]


def _other_account(written: str) -> str | None:
    """The account of the other side; banks fill in zeros where there is none."""
    return account_key(written) if written.strip("0 ") else None


def _paid_abroad(booking: Booking, currency: str | None) -> tuple[Decimal, str] | None:
    """What was paid in another currency where only the text has it: `FRGN AMT-NZD 318.00`."""
    found = _FOREIGN.search(f"{booking.counterparty} {booking.purpose}"[:_LONGEST_PURPOSE])
    if found is None or booking.amount is None or found["code"] in (currency, None):
        return None
    value = Decimal(found["amount"].replace(",", ""))
    return (-value if booking.amount < 0 else value), found["code"]


def _iban_in(booking: Booking) -> str | None:
    """The other account where only the text names it: `Konto-Nr. IBAN: CH62 …`."""
    own = account_key(booking.account)
    for found in _IBAN.finditer(booking.purpose[:_LONGEST_PURPOSE]):
        # Words in capitals may follow it.
        written = found[1].split()
        keys = ("".join(written[:end]) for end in range(len(written), 0, -1))
        if (key := next(filter(is_iban, keys), own)) != own:
            return key
    return None


def _number_in(booking: Booking) -> str | None:
    """An account where only the text names it: `Transfer to A OKAFOR 30-94-57 44120968` in
    Britain, `TRANSFER TO A WALKER - 01` in New Zealand, which is the customer's own."""
    text = f"{booking.counterparty} {booking.purpose}"[:_LONGEST_PURPOSE]
    own = account_key(booking.account)
    if (found := _SORT_CODE.search(text)) is not None:
        return found[1] if not own.endswith(found[1]) else None
    if suffixed := _SUFFIX.search(booking.counterparty):
        return with_suffix(booking.account.strip(), suffixed[1])
    named = of_new_zealand(text)
    return named if named and account_key(named) != own else None


def _card(booking: Booking) -> str:
    if booking.card:
        digits = "".join(c for c in booking.card if c.isdigit())
        return digits[-4:]
    text = f"{booking.counterparty} {booking.purpose}"[:_LONGEST_PURPOSE]
    found = _CARD.search(text)
    return (found[1] or found[2]) if found else ""


def _row(booking: Booking) -> tuple[str, ...]:
    return (
        booking.day.isoformat() if booking.day else "",
        "" if booking.amount is None else money.written(booking.amount),
        booking.currency or "",
        one_line(booking.counterparty),
        one_line(", ".join(filter(None, [booking.purpose, booking.note]))),
        booking.account,
        booking.counterparty_account,
    )


def remark(text: str, *, account: str = "", title: str = "", day: date | None = None) -> Draft:
    """What a statement says beside its bookings: a balance, a trade, an error of the bank."""
    own = (own_account(account),) if account else ()
    at = day.isoformat() if day else None
    return Draft("finance", Passage(said=at), one_line(text), one_line(title), mentions=own)


def mentions(facts: Transaction) -> tuple[Mention, ...]:
    """The accounts on both sides, and the counterparty."""
    found = []
    if facts.account:
        found.append(own_account(facts.account))
    if facts.counterparty:
        named = names.with_form(facts.counterparty, facts.counterparty_raw)
        found.append(_named(named[:_LONGEST_NAME]))
    if facts.counterparty_account:
        found.append(own_account(facts.counterparty_account))
    return tuple(mention for mention in found if mention.key)


@lru_cache(maxsize=4096)
def own_account(written: str) -> Mention:
    """An account as the file writes it; its key is the same however it is spaced."""
    return Mention("account", one_line(written)[:_LONGEST_NAME], account_key(written))


@lru_cache(maxsize=4096)
def _named(name: str) -> Mention:
    kind: EntityKind = "name"
    if _ORGANISATION.search(name):
        kind = "organisation"
    elif _PERSON.match(name):
        kind = "person"
    return Mention(kind, name, folded(name))
