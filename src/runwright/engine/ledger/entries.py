"""One booking as the questions about money see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any, Generic, TypeVar
from zoneinfo import ZoneInfo

from runwright.context.index.words import fold
from runwright.engine.ledger import accounts
from runwright.engine.ledger.categories import categories_of, kinds_called
from runwright.engine.ledger.words import stems, tokens
from runwright.engine.patterns import lazily
from runwright.engine.types import Item
from runwright.records.bookings import resolve
from runwright.records.entries import Item as Record
from runwright.records.facts import Transaction, parse_facts

_LEAD = lazily(r"^[^:]{0,40}: (?:-?[\d.]+(?: [A-Z]{3})? )?(?:to |from |paid out|received)?")
_BEHIND_NAME = lazily(r"\s*\*|\s#|\s[0-9]{3,}|\s[0-9]{1,2}[/.][0-9]{1,2}")
_STARRED = lazily(r"\s?\*\s?([^\W\d_]{3,})\b")
_LONGEST_NAME = 48
_NEARLY_ALL = 0.8
Value = TypeVar("Value")


class once(Generic[Value]):  # noqa: N801 - it is used as a decorator
    """A property that is worked out when it is first asked for; one thread uses an entry."""

    def __init__(self, work_out: Callable[[Any], Value]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self.__doc__ = work_out.__doc__

    def __get__(self, entry: object, kind: type | None = None) -> Value:
        value = self._work_out(entry)
        entry.__dict__[self._name] = value
        return value


class Entry:
    """A booking; what costs to work out is worked out when somebody asks."""

    def __init__(self, item: Item, day: date, amount: Decimal) -> None:
        self.id = item.id
        self.day = day
        self.amount = amount
        self.currency = item.currency or ""
        self.is_assumed = False
        """Whether the file names no currency, and that of the other bookings was taken."""
        self.facts = _facts(item)
        self.file = item.file or ""
        self.is_own_move = False
        """Whether it is known to be money between own accounts, or a card's bill."""
        self._item = item

    @once
    def account(self) -> str:
        """The own account with its kind, as the text says it; empty if it does not."""
        return accounts.shown(self._item.text)

    @once
    def about(self) -> str:
        """The text without the day, the amount and the account."""
        text = accounts.IN_TEXT.sub("", self._item.text)
        return _LEAD.sub("", text, count=1).strip(" ,")

    @once
    def name(self) -> str:
        """Who the other side is, without the numbers that card payments carry."""
        whole = self._item.title or self.about or "an unnamed booking"
        whole = _STARRED.sub(r" \1", whole)
        short = _BEHIND_NAME.split(whole, maxsplit=1)[0].rstrip(" -,.:")
        short = short if sum(c.isalpha() for c in short) >= 2 else whole
        return short if len(short) <= _LONGEST_NAME else f"{short[: _LONGEST_NAME - 1].rstrip()}…"

    @once
    def spelling(self) -> str:
        """All of its text, folded: what is not in it is none of its words."""
        text = fold(f"{self._item.title} {self._item.text}")
        return text.replace("'", "").replace("\u2019", "")

    @once
    def words(self) -> tuple[str, ...]:
        """The stems of the counterparty and of what the booking says."""
        title, about = self._item.title, self.about
        return stems(about if about.startswith(title) else f"{title} {about}")

    @once
    def account_words(self) -> frozenset[str]:
        """The stems of the account's name and kind."""
        return frozenset(stems(self.account))

    @once
    def categories(self) -> tuple[str, ...]:
        """What it is about, the surest first; the counterparty tells more than the rest."""
        head = len(tokens(self._item.title))
        found = categories_of(self.words, self.amount > 0, head)
        given = (kind for said in self.about.split(", ")[1:] for kind in kinds_called(said))
        return tuple(dict.fromkeys((*found, *given)))


def between(items: Iterable[Item], first: date, last: date) -> list[Item]:
    """The items of some days, told by their text alone: a day to spare for every zone."""
    day = timedelta(days=1)
    begin = (first - day).isoformat() if first - date.min > day else ""
    end = (last + day + day).isoformat() if date.max - last > 2 * day else "A"
    return [item for item in items if item.at and begin <= item.at < end]


def entries_of(items: Iterable[Item], zone: ZoneInfo, beside: Iterable[Item] = ()) -> list[Entry]:
    """Every booking with a readable amount and day, oldest first.

    Some files name no currency: their bookings take the one that all others share, or else that
    of what lies beside; where there are several, the one that most of them have.
    """
    found = _once([entry for item in items if (entry := _entry(item, zone)) is not None])
    nameless = [entry for entry in found if not entry.currency]
    if nameless:
        around = [item.currency or "" for item in beside if item.kind == "transaction"]
        shared = _usual(around) or _usual([entry.currency for entry in found])
        for entry in nameless:
            entry.currency, entry.is_assumed = shared, bool(shared)
    return sorted(found, key=lambda entry: (entry.day, entry.id))


def _once(entries: list[Entry]) -> list[Entry]:
    """Each booking that counts, once; and which of them are own money moved."""
    known = [entry for entry in entries if entry.facts is not None]
    if not known:
        return entries
    treated = resolve(
        Record(entry.id, entry.file, entry.facts) for entry in known if entry.facts is not None
    ).treatments
    for entry in known:
        entry.is_own_move = treated[entry.id].reason in ("own_transfer", "card_settlement")
    uncounted = ("duplicate", "pending", "reversed")
    left_out = {item for item, each in treated.items() if each.reason in uncounted}
    return [entry for entry in entries if entry.id not in left_out]


def _usual(currencies: Iterable[str]) -> str:
    """The currency of nearly all; travels bring a few bookings in others."""
    named = Counter(filter(None, currencies))
    [(first, count)] = named.most_common(1) or [("", 0)]
    return first if count >= _NEARLY_ALL * named.total() else ""


def assumed(entries: Iterable[Entry]) -> str:
    """The sentence that says which bookings name no currency; empty when all of them do."""
    taken = [entry for entry in entries if entry.is_assumed]
    if not taken:
        return ""
    some = "One booking names" if len(taken) == 1 else f"{len(taken):,} bookings name"
    are = "is" if len(taken) == 1 else "are"
    return f"{some} no currency and {are} taken as {taken[0].currency}, like the others."


def day_of(at: str | None, zone: ZoneInfo) -> date | None:
    """The day of an instant or a day, in the zone."""
    if not at:
        return None
    try:
        if len(at) == 10:
            return date.fromisoformat(at)
        instant = datetime.fromisoformat(at)
        return (instant.astimezone(zone) if instant.tzinfo else instant).date()
    except (ValueError, OverflowError):
        return None


def _facts(item: Item) -> Transaction | None:
    facts = parse_facts(item.facts) if item.facts else None
    return facts if isinstance(facts, Transaction) else None


def _entry(item: Item, zone: ZoneInfo) -> Entry | None:
    if item.source != "finance" or item.kind != "transaction" or item.amount is None:
        return None
    day = day_of(item.at, zone)
    try:
        amount = Decimal(item.amount)
    except InvalidOperation:
        return None
    return Entry(item, day, amount) if day is not None and amount.is_finite() else None
