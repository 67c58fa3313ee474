"""Which items standing filters and forbidden topics let through.

An item is only ever looked at, never obeyed: what its text says decides nothing but whether it
fits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation

from runwright.context.index.words import word_set
from runwright.engine.ledger.entries import Entry, day_of, entries_of
from runwright.engine.ledger.selection import Selection
from runwright.engine.ledger.subjects import Alternative, Demand
from runwright.engine.ledger.transfers import own_moves
from runwright.engine.ledger.words import stems
from runwright.engine.patterns import lazily
from runwright.engine.periods import find_periods
from runwright.engine.standing import topics
from runwright.engine.standing.events import is_called_off
from runwright.engine.standing.objects import DOCUMENT, OLDER
from runwright.engine.standing.types import Filter, Standing
from runwright.engine.types import Item, Moment

_ACCOUNT = lazily(r"\baccount ([^\s,:;]+(?: [^\s,:;]+){0,5}?)(?=$|[,:;]| on )", re.I)
_KEY = lazily(r"[^0-9A-Z…*]")
_HIDDEN = lazily(r"[…*]+")
_MOVES = word_set("transfer xfer umbuchung ubertrag virement")
"""Stems by which a booking calls itself a move of money, and not a payment."""
_OPEN = lazily(r"^(?:since|after|as of|starting|on or after|from .* on)\b", re.I)
_PAPERS = ("passage", "page", "table")

Days = tuple[date, date]


class Admission:
    """The items of one read, held against the rules."""

    def __init__(self, standing: Standing, items: Sequence[Item], moment: Moment) -> None:
        self._standing = standing
        self._items = items
        self._zone = moment.zone
        self._today = moment.now.astimezone(moment.zone).date()
        entries = entries_of(items, moment.zone)
        self._entries = {entry.id: entry for entry in entries}
        self._moves = own_moves(entries) if any(f.transfers for f in standing.filters) else ()

    def admitted(self) -> tuple[Item, ...]:
        """What the run may see, in its order."""
        return tuple(
            item
            for item in self._items
            if all(self._passes(each, item) for each in self._standing.filters)
            and not self._is_forbidden(item)
        )

    def _passes(self, rule: Filter, item: Item) -> bool:
        if rule.kinds and _kind(item) not in rule.kinds:
            return True
        verdicts = [look(rule, item) for look in self._looks(rule)]
        if rule.only:
            return all(verdict is not False for verdict in verdicts)
        return not all(verdicts)

    def _looks(self, rule: Filter) -> list[Callable[[Filter, Item], bool | None]]:
        """One look for each thing that the rule names; None when it does not speak of the item."""
        sized = _selection(rule).has_bounds() or rule.currency or rule.direction
        named = (
            (rule.accounts, _is_of_account),
            (sized, _is_sized),
            (rule.days, self._is_dated),
            (rule.cancelled, _is_called_off),
            (rule.transfers, self._is_move),
            (rule.subject.alternatives or rule.subject.but, self._is_about),
        )
        return [look for given, look in named if given]

    def _is_dated(self, rule: Filter, item: Item) -> bool | None:
        first = day_of(item.at, self._zone)
        if first is None:
            return None
        last = max(first, day_of(_before(item.until), self._zone) or first)
        within = periods_of(rule.days, self._today)
        if rule.only:
            return any(first < end and last >= start for start, end in within)
        return any(start <= first and last < end for start, end in within)

    def _is_move(self, _rule: Filter, item: Item) -> bool | None:
        entry = self._entries.get(item.id)
        if entry is None:
            return None
        return item.id in self._moves or not _MOVES.isdisjoint(entry.words)

    def _is_about(self, rule: Filter, item: Item) -> bool:
        entry = self._entries.get(item.id)
        if entry is not None:
            return rule.subject.fits(entry)
        said = frozenset(stems(_text(item)))
        wanted, but = rule.subject
        return (not wanted or _meets(wanted, said)) and not (but and _meets(but, said))

    def _is_forbidden(self, item: Item) -> bool:
        forbidden = self._standing.forbidden
        if not forbidden:
            return False
        entry = self._entries.get(item.id)
        if entry is not None and _is_booked_as(entry, forbidden):
            return True
        titled = item.kind != "transaction" and topics.touched(forbidden, item.title)
        return bool(titled or topics.touched(forbidden, _text(item)))


def periods_of(said: str, today: date) -> list[Days]:
    """The days that standing words mean today."""
    if older := OLDER.search(said):
        count = re.sub(r"^an?\b", "1", older["span"], flags=re.I)
        return [(date.min, each.start) for each in find_periods(f"last {count}", today, -1)]
    found = find_periods(said, today, -1)
    # A standing "since" does not end today: what lies ahead is since then as well.
    open_end = _OPEN.search(said) is not None
    return [(each.start, date.max if open_end else each.end) for each in found]


def _before(until: str | None) -> str | None:
    """The last instant of what ends at a midnight: it is not on that day any more."""
    if until is None or len(until) == 10:
        return _day_before(until)
    try:
        return (datetime.fromisoformat(until) - timedelta(microseconds=1)).isoformat()
    except (ValueError, OverflowError):
        return None


def _day_before(until: str | None) -> str | None:
    try:
        return (date.fromisoformat(until) - timedelta(days=1)).isoformat() if until else None
    except (ValueError, OverflowError):
        return None


def _kind(item: Item) -> str:
    if item.kind in _PAPERS:
        return "transaction" if item.source == "finance" else DOCUMENT
    return item.kind


def _text(item: Item) -> str:
    cells = "\n".join(" ".join(row) for row in item.rows) if not item.text else ""
    return f"{item.title}\n{item.text}{cells}"


def _is_of_account(rule: Filter, item: Item) -> bool | None:
    """What names no account is of none, if it is a booking; other texts may speak of anything."""
    if item.source != "finance":
        return None
    named = _ACCOUNT.findall(item.text)
    if not named:
        return False if item.kind == "transaction" else None
    return any(_is_account(said, named[-1]) for said in rule.accounts)


def _is_account(said: str, shown: str) -> bool:
    """Whether a name or number means an account, of which perhaps only the ends are shown."""
    if any(c.isdigit() for c in said):
        number, key = _KEY.sub("", said.upper()), _KEY.sub("", shown.upper())
        ends = _HIDDEN.split(key)
        whole = number.startswith(ends[0]) and number.endswith(ends[-1])
        tail = _HIDDEN.split(number)[-1]
        return bool(key) and (whole or (len(tail) <= 8 and key.endswith(tail)))
    return frozenset(stems(said)) <= frozenset(stems(shown))


def _is_called_off(_rule: Filter, item: Item) -> bool | None:
    return is_called_off(item) if item.kind == "event" else None


def _selection(rule: Filter) -> Selection:
    return Selection(above=rule.above, least=rule.least, below=rule.below, most=rule.most)


def _is_sized(rule: Filter, item: Item) -> bool | None:
    if item.amount is None:
        return None
    try:
        amount = Decimal(item.amount)
    except InvalidOperation:
        return None
    if rule.currency and (item.currency or "") not in rule.currency.split():
        return False
    if rule.direction and (not amount or (amount < 0) != (rule.direction == "out")):
        return False
    return _selection(rule).is_sized(abs(amount))


def _meets(alternatives: Sequence[Alternative], said: frozenset[str]) -> bool:
    return any(all(_has(demand, said) for demand in each) for each in alternatives)


def _has(demand: Demand, said: frozenset[str]) -> bool:
    return frozenset(stems(demand.said)) <= said


def _is_booked_as(entry: Entry, forbidden: Sequence[str]) -> bool:
    """Whether the ledger takes a booking for something forbidden."""
    return any(not topics.topic(each).categories.isdisjoint(entry.categories) for each in forbidden)
