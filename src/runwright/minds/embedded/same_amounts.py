"""A sum that documents name, found among the bookings: whether what a contract asks for or a
committee decided was paid, to whom, and when.

Bookings seldom say what they are for, and people seldom know the sum. The document that is spoken
of names it, and a booking of exactly that sum, to somebody whom the words may mean, is likely it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from runwright.context.index import reader
from runwright.minds.embedded.finance import phrases
from runwright.minds.embedded.program import Answer, Attempt, Do, Look, Surroundings
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.searching import searched
from runwright.records.facts import Document, Transaction
from runwright.text import amounts, periods
from runwright.text.calendars import Period, Viewpoint
from runwright.text.sentences import sentences
from runwright.tools.base import InvalidCall, Item
from runwright.tools.find_transactions import FindTransactionsResult

_SOURCES = {"documents", "finance"}
_READ, _MOST_NAMES = 6, 24
"""So many of the best passages are looked through, and so many names are weighed."""
_MEANT, _BEHIND = 0.5, 0.2
"""How likely somebody must be meant, and by how much less likely the next must be."""
_LISTED = 3


class _Sum(NamedTuple):
    """An amount that is written down."""

    size: Decimal
    currency: str | None
    sentence: str
    passage: Item[Any]


class _Paid(NamedTuple):
    """A booking of just that amount."""

    written: _Sum
    booking: Item[Transaction]

    @property
    def name(self) -> str:
        """Whom it is to or from."""
        return self.booking.facts.counterparty or self.booking.facts.purpose


def answer(query: Query, surroundings: Surroundings) -> Attempt:
    """The bookings of the one sum that is meant; None where none surely is."""
    if not _SOURCES.issubset(surroundings.sources) or not reader.is_available():
        return None
    near: Sequence[Item[Any]] = yield Look("search_documents", searched(query.whole))
    passages = [each for each in near if not isinstance(each.facts, Document)][:_READ]
    written = [each for passage in passages for each in _sums_in(passage, surroundings.currency)]
    if not written:
        return None
    records: Sequence[Item[Any]] = yield Look("find_transactions", {})
    within = _period(query, surroundings)
    paid = list(_paid(written, records, query.direction, within))
    meant = _meant(query, paid)
    if not meant:
        return None
    one = meant[0].written
    result: FindTransactionsResult | InvalidCall = yield Do("find_transactions", _choice(meant))
    if isinstance(result, InvalidCall):
        return None
    place = f" ({one.passage.title})" if one.passage.title else ""
    text = f"{_told(meant)}\nWritten down is “{one.sentence}”{place}."
    items = (*(each.booking.id for each in meant), one.passage.id)
    return Answer(text, items=tuple(dict.fromkeys(items)))


def _sums_in(passage: Item[Any], home: str | None) -> Iterator[_Sum]:
    text = passage.text
    for start, end in sentences(text):
        own = text[start:end]
        for each in amounts.find(own, home):
            money = each.likeliest
            sentence = " ".join(own.split()).strip("-–—*•·|#> ")
            yield _Sum(abs(money.amount), money.currency, sentence, passage)


def _period(query: Query, surroundings: Surroundings) -> Period | None:
    """The days that the question names, if it names any."""
    viewpoint = Viewpoint(surroundings.today, tense="past")
    named = [period for words in query.words("P") for period in periods.read(words, viewpoint)]
    return named[0] if named else None


def _paid(
    written: Sequence[_Sum], records: Sequence[Item[Any]], direction: str, within: Period | None
) -> Iterator[_Paid]:
    for item in records:
        facts = item.facts
        if not isinstance(facts, Transaction) or not facts.amount or not facts.day:
            continue
        amount = Decimal(facts.amount)
        if (direction == "in" and amount < 0) or (direction == "out" and amount > 0):
            continue
        if within is not None and not _lies_in(facts.day, within):
            continue
        for each in written:
            is_same = facts.currency is None or each.currency in (None, facts.currency)
            if abs(amount) == each.size and is_same:
                yield _Paid(each, item)
                break


def _lies_in(day: str, within: Period) -> bool:
    is_after = within.start is None or day >= within.start.isoformat()
    return is_after and (within.end is None or day < within.end.isoformat())


def _meant(query: Query, paid: Sequence[_Paid]) -> list[_Paid]:
    """The bookings of one name and one sum that the words surely mean."""
    names = list(dict.fromkeys(each.name for each in paid if each.name))[:_MOST_NAMES]
    likely = dict(zip(names, reader.meant(query.text, "", names), strict=True))
    groups: dict[tuple[str, Decimal], list[_Paid]] = {}
    for each in paid:
        if each.name in likely:
            groups.setdefault((each.name, each.written.size), []).append(each)
    ordered = sorted(groups, key=lambda key: -likely[key[0]])
    if not ordered or likely[ordered[0][0]] < _MEANT:
        return []
    if len(ordered) > 1 and likely[ordered[1][0]] > likely[ordered[0][0]] - _BEHIND:
        return []
    return sorted(groups[ordered[0]], key=lambda each: each.booking.facts.day or "")


def _choice(meant: Sequence[_Paid]) -> dict[str, Any]:
    size = f"{meant[0].written.size:f}"
    return {
        "who": {"any_of": [meant[0].name]},
        "amount": {"least": size, "most": size},
        "direction": "any",
        "own_transfers": "include",
    }


def _told(meant: Sequence[_Paid]) -> str:
    first, last = meant[0].booking.facts, meant[-1].booking.facts
    money = phrases.money(abs(Decimal(first.amount or 0)), first.currency)
    way = "came in from" if Decimal(first.amount or 0) > 0 else "went out to"
    if len(meant) <= _LISTED:
        days = phrases.join([phrases.day(each.booking.facts.day) for each in meant])
        return f"{money} {way} {meant[0].name} on {days}."
    count = phrases.times(len(meant))
    ends = f"first on {phrases.day(first.day)}, last on {phrases.day(last.day)}"
    return f"{money} {way} {meant[0].name} {count}: {ends}."
