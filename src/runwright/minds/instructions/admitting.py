"""Which records standing filters and forbidden topics let through.

A record is only ever looked at, never obeyed: what its text says decides nothing but whether it
fits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cached_property

from runwright.minds.embedded.finance import categories
from runwright.minds.embedded.finance.category import Category
from runwright.minds.instructions import topics
from runwright.minds.instructions.objects import DOCUMENT, OLDER
from runwright.minds.instructions.subjects import Alternative, Demand, stems_of
from runwright.minds.instructions.types import Filter, Standing
from runwright.minds.values import Item, Moment
from runwright.records import bookings, entries
from runwright.records.facts import Event, Facts, Transaction, parse_facts
from runwright.text import periods
from runwright.text.calendars import DAY, Viewpoint

_NO_SIGN = re.compile(r"[^0-9A-Z]")
_LONGEST_END = 8
"""So many signs of a number may stand for the whole of it."""
_OPEN = re.compile(r"^(?:since|after|as of|starting|on or after|from .* on)\b", re.IGNORECASE)
_DAY = len("2026-11-16")
_SAVED = frozenset({"own_transfer", "card_settlement"})

Days = tuple[date, date]


class Admission:
    """The items of one read, held against the rules."""

    def __init__(self, standing: Standing, items: Sequence[Item], moment: Moment) -> None:
        self._standing = standing
        self._items = items
        self._zone = moment.zone
        self._today = moment.now.astimezone(moment.zone).date()
        self._facts: Mapping[str, Facts] = {
            item.id: parse_facts(item.facts) for item in items if item.facts
        }

    def admitted(self) -> tuple[Item, ...]:
        """What the run may see, in its order."""
        return tuple(
            item
            for item in self._items
            if all(self._passes(each, item) for each in self._standing.filters)
            and not self._is_forbidden(item)
        )

    def _passes(self, rule: Filter, item: Item) -> bool:
        if rule.kinds and self._kind(item) not in rule.kinds:
            return True
        verdicts = [look(rule, item) for look in self._looks(rule)]
        if rule.only:
            return all(verdict is not False for verdict in verdicts)
        return not all(verdicts)

    def _kind(self, item: Item) -> str:
        facts = self._facts.get(item.id)
        return facts.kind if isinstance(facts, Event | Transaction) else DOCUMENT

    def _looks(self, rule: Filter) -> list[Callable[[Filter, Item], bool | None]]:
        """One look for each thing that the rule names; None when it does not speak of the item."""
        sized = rule.has_bounds or rule.currency or rule.direction
        named = (
            (rule.accounts, self._is_of_account),
            (sized, self._is_sized),
            (rule.days, self._is_dated),
            (rule.cancelled, self._is_called_off),
            (rule.transfers, self._is_move),
            (rule.subject.alternatives or rule.subject.but, self._is_about),
        )
        return [look for given, look in named if given]

    def _is_of_account(self, rule: Filter, item: Item) -> bool | None:
        """What names no account is of none, if it is a booking."""
        facts = self._facts.get(item.id)
        if not isinstance(facts, Transaction):
            return None
        named = (facts.account, facts.bank, facts.account_kind, facts.card)
        return any(_is_account(said, own) for said in rule.accounts for own in named if own)

    def _is_sized(self, rule: Filter, item: Item) -> bool | None:
        facts = self._facts.get(item.id)
        if not isinstance(facts, Transaction) or facts.amount is None:
            return None
        amount = Decimal(facts.amount)
        if rule.currency and (facts.currency or "") not in rule.currency.split():
            return False
        if rule.direction and (not amount or (amount < 0) != (rule.direction == "out")):
            return False
        return rule.is_sized(abs(amount))

    def _is_dated(self, rule: Filter, item: Item) -> bool | None:
        days = self._days(item)
        if days is None:
            return None
        first, last = days
        within = periods_of(rule.days, self._today)
        if rule.only:
            return any(first < end and last >= start for start, end in within)
        return any(start <= first and last < end for start, end in within)

    def _days(self, item: Item) -> Days | None:
        """The first and the last day of an event or a booking."""
        facts = self._facts.get(item.id)
        if isinstance(facts, Transaction) and facts.day:
            return date.fromisoformat(facts.day), date.fromisoformat(facts.day)
        if isinstance(facts, Event) and facts.start:
            first = self._day(facts.start)
            # What ends at a midnight is not on that day any more.
            return first, max(first, self._day(facts.end, before=True)) if facts.end else first
        return None

    def _day(self, moment: str, *, before: bool = False) -> date:
        if len(moment) == _DAY:
            return date.fromisoformat(moment) - (DAY if before else timedelta())
        instant = datetime.fromisoformat(moment) - timedelta(microseconds=before)
        return instant.astimezone(self._zone).date()

    def _is_called_off(self, _rule: Filter, item: Item) -> bool | None:
        facts = self._facts.get(item.id)
        return facts.status == "cancelled" if isinstance(facts, Event) else None

    def _is_move(self, _rule: Filter, item: Item) -> bool | None:
        facts = self._facts.get(item.id)
        if not isinstance(facts, Transaction):
            return None
        return facts.type == "own_transfer" or self._moves[item.id].reason in _SAVED

    @cached_property
    def _moves(self) -> Mapping[str, bookings.Treatment]:
        known = ((item, self._facts.get(item.id)) for item in self._items)
        own = (
            entries.Item(item.id, item.file or "", facts, n)
            for n, (item, facts) in enumerate(known, 1)
            if isinstance(facts, Transaction)
        )
        return bookings.resolve(own).treatments

    def _is_about(self, rule: Filter, item: Item) -> bool:
        wanted, but = rule.subject
        facts, said = self._facts.get(item.id), stems_of(_text(item))

        def meets(alternatives: Sequence[Alternative]) -> bool:
            return any(all(_has(each, facts, said) for each in own) for own in alternatives)

        return (not wanted or meets(wanted)) and not (but and meets(but))

    def _is_forbidden(self, item: Item) -> bool:
        forbidden = self._standing.forbidden
        if not forbidden:
            return False
        facts = self._facts.get(item.id)
        if isinstance(facts, Transaction):
            named = {topics.topic(each).category for each in forbidden}
            if any(_is_spent_on(each, facts) for each in named if each):
                return True
            return topics.touched(forbidden, _text(item)) is not None
        titled = topics.touched(forbidden, item.title)
        return bool(titled or topics.touched(forbidden, _text(item)))


def periods_of(said: str, today: date) -> list[Days]:
    """The days that standing words mean today."""
    viewpoint = Viewpoint(today, tense="past")
    if older := OLDER.search(said):
        count = re.sub(r"^an?\b", "1", older["span"], flags=re.IGNORECASE)
        found = periods.find(f"last {count}", viewpoint)
        return [(date.min, each.likeliest.start or date.min) for each in found]
    # A standing "since" does not end today: what lies ahead is since then as well.
    is_open = _OPEN.search(said) is not None
    days = [each.likeliest for each in periods.find(said, viewpoint)]
    return [
        (each.start or date.min, date.max if is_open or each.end is None else each.end)
        for each in days
    ]


def _is_account(said: str, shown: str) -> bool:
    """Whether a name or number means an account, of which perhaps only the ends are shown."""
    if not any(map(str.isdigit, said)):
        return stems_of(said) <= stems_of(shown)
    number = _NO_SIGN.sub("", said.upper())
    pieces = [_NO_SIGN.sub("", piece) for piece in re.split(r"[…*]+", shown.upper())]
    if not any(pieces):
        return False
    is_whole = number.startswith(pieces[0]) and number.endswith(pieces[-1])
    return is_whole or (len(number) <= _LONGEST_END and pieces[-1].endswith(number))


def _has(demand: Demand, facts: Facts | None, said: frozenset[str]) -> bool:
    if demand.category and isinstance(facts, Transaction):
        return _is_spent_on(demand.category, facts)
    return stems_of(demand.said) <= said


def _is_spent_on(category: str, facts: Transaction) -> bool:
    """Whether a booking is of a kind of spending, by its type, its names or what it was for."""
    wanted = _parts(category)
    if facts.type != "other" and any(facts.type in each.types for each in wanted):
        return True
    texts = f"{facts.counterparty} {facts.counterparty_raw} {facts.purpose}"
    own = categories.of_counterparty(texts, facts.category)
    said = stems_of(texts)
    called = any(stems_of(call) <= said for each in wanted for call in each.calls)
    return called or not own.isdisjoint(each.name for each in wanted)


def _parts(name: str) -> tuple[Category, ...]:
    found = categories.lookup(name)
    return categories.whole(found) if found else ()


def _text(item: Item) -> str:
    return f"{item.title}\n{item.text}"
