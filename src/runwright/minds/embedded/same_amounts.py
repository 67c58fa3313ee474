"""A sum that documents name, found among the bookings: whether what a contract asks for or a
committee decided was paid, to whom, and when.

Bookings seldom say what they are for, and people seldom know the sum. The document that is spoken
of names it, and a booking of exactly that sum, to somebody whom the words may mean, is likely it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from runwright.context.index import reader
from runwright.minds.embedded import weighing
from runwright.minds.embedded.finance import phrases
from runwright.minds.embedded.program import Answer, Attempt, Do, Look, Surroundings
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.searching import searched
from runwright.records.facts import Document, Transaction
from runwright.text import amounts, periods
from runwright.text.calendars import Period, Viewpoint
from runwright.text.folding import fold
from runwright.text.sentences import sentences
from runwright.text.stems import stem
from runwright.text.words import split_words, word_set
from runwright.tools.base import InvalidCall, Item
from runwright.tools.find_transactions import FindTransactionsResult
from runwright.tools.name_agreement import is_telling, name_words

_SOURCES = {"documents", "finance"}
_READ, _MOST_NAMES = 6, 24
"""So many of the best passages are looked through, and so many names are weighed."""
_MEANT, _BEHIND = 0.5, 0.2
"""How likely somebody must be meant, and by how much less likely the next must be."""
_POSSIBLE = 0.2
"""The same of somebody whom the words name."""
_BEST = 1
"""So many passages may fit better than one whose sentence shares no word with the question."""
_LISTED = 3
_AGREEING = word_set("""
    match matches matched agree agrees agreed same right correct correctly really actually tally
    tallies
    """)
"""What asks whether two things are the same."""
_WHETHER = re.compile(
    r"(?:^|[,.;:?] |\b(?:and|so|but) )(?:did|does|do|is|was|were|are|have|has) "
    r"|\b(?:if|whether) "
)
"""What asks whether what is written was done."""
_ACCOUNT = word_set("account accounts card")
_DIFFERING = word_set("""
    wrong more less over under short extra different differ differs difference missing too balance
    late overdue time deadline days inside within
    """)
"""What asks how far two things are apart, or how long after each other they came: no sum that both
have tells that."""
_WHOM = ("M", "MP", "PS")


class _Sum(NamedTuple):
    """An amount that is written down."""

    size: Decimal
    currency: str | None
    sentence: str
    passage: Item[Any]
    place: int
    """How many passages fit the question better."""


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
    if not _DIFFERING.isdisjoint(split_words(fold(query.text))):
        return None
    near: Sequence[Item[Any]] = yield Look("search_documents", searched(query.whole))
    passages = [each for each in near if not isinstance(each.facts, Document)][:_READ]
    written = [
        each
        for place, passage in enumerate(passages)
        for each in _sums_in(passage, place, surroundings.currency)
    ]
    if not written:
        return None
    records: Sequence[Item[Any]] = yield Look("find_transactions", {})
    within = _period(query, surroundings)
    bookings = list(_bookings(records, query.direction, within))
    paid = list(_paid(written, bookings))
    named = _named(query, paid)
    meant = named or _meant(query, paid)
    if not meant or (within is None and _is_over(meant, bookings)):
        return None
    one = meant[0].written
    result: FindTransactionsResult | InvalidCall = yield Do("find_transactions", _choice(meant))
    if isinstance(result, InvalidCall):
        return None
    place = f" ({one.passage.title})" if one.passage.title else ""
    lead = "Yes: " if asks_whether(query) else ""
    text = f"{lead}{_told(meant, query)}\nWritten down is “{one.sentence}”{place}."
    items = (*(each.booking.id for each in meant), one.passage.id)
    told = Answer(text, items=tuple(dict.fromkeys(items)))
    is_plain = bool(named) and query.route == "mixed"
    return told if is_plain or weighing.is_sure_of_several(query, told) else None


def _sums_in(passage: Item[Any], place: int, home: str | None) -> Iterator[_Sum]:
    text = passage.text
    for start, end in sentences(text):
        own = text[start:end]
        for each in amounts.find(own, home):
            money = each.likeliest
            sentence = " ".join(own.split()).strip("-–—*•·|#> ")
            yield _Sum(abs(money.amount), money.currency, sentence, passage, place)


def _period(query: Query, surroundings: Surroundings) -> Period | None:
    """The days that the question names, if it names any."""
    viewpoint = Viewpoint(surroundings.today, tense="past")
    named = [period for words in query.words("P") for period in periods.read(words, viewpoint)]
    return named[0] if named else None


def _bookings(
    records: Sequence[Item[Any]], direction: str, within: Period | None
) -> Iterator[Item[Transaction]]:
    """Those of the direction and the days that are asked about."""
    for item in records:
        facts = item.facts
        if not isinstance(facts, Transaction) or not facts.amount or not facts.day:
            continue
        amount = Decimal(facts.amount)
        if (direction == "in" and amount < 0) or (direction == "out" and amount > 0):
            continue
        if within is None or _lies_in(facts.day, within):
            yield item


def _paid(written: Sequence[_Sum], bookings: Sequence[Item[Transaction]]) -> Iterator[_Paid]:
    for item in bookings:
        facts = item.facts
        for each in written:
            is_same = facts.currency is None or each.currency in (None, facts.currency)
            if abs(Decimal(facts.amount or 0)) == each.size and is_same:
                yield _Paid(each, item)
                break


def _is_over(meant: Sequence[_Paid], bookings: Sequence[Item[Transaction]]) -> bool:
    """Whether the sum was paid until another one was: what a policy before the last one asked."""
    name, last = meant[-1].name, meant[-1].booking.facts
    own = [each.facts for each in bookings if name in (each.facts.counterparty, each.facts.purpose)]
    newest = max(own, key=lambda each: each.day or "", default=last)
    return abs(Decimal(newest.amount or 0)) != meant[-1].written.size


def _lies_in(day: str, within: Period) -> bool:
    is_after = within.start is None or day >= within.start.isoformat()
    return is_after and (within.end is None or day < within.end.isoformat())


def _named(query: Query, paid: Sequence[_Paid]) -> list[_Paid]:
    """The bookings of the one payee whom the words name; of several sums, those of the last that
    was paid, if what they are written for may be what is asked about."""
    read = query.others[0] if query.others else query
    whom = _stems(" ".join(read.words(*_WHOM)) or query.text)
    words = whom - _stems(" ".join(read.words("C", "T")))
    named: dict[str, list[_Paid]] = {}
    for each in paid:
        own = {word for word in name_words(each.name) if is_telling(frozenset({word}))}
        if not words.isdisjoint(map(stem, own)):
            named.setdefault(each.name, []).append(each)
    if len(named) != 1 or reader.meant(query.text, "", list(named))[0] < _POSSIBLE:
        return []
    [own_ones] = named.values()
    ordered = sorted(own_ones, key=lambda each: each.booking.facts.day or "")
    last = ordered[-1]
    known = _stems(f"{last.name} {last.written.sentence} {last.written.passage.title}")
    is_other = any(known.isdisjoint(_stems(thing)) for thing in read.words("C", "T"))
    beside = _stems(query.text) - _stems(last.name)
    is_far = last.written.place > _BEST and known.isdisjoint(beside)
    if is_other or is_far:
        return []
    return [each for each in ordered if each.written.size == last.written.size]


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, name_words(text)))


def asks_whether(query: Query) -> bool:
    """Whether it asks if what was paid is what is written: `does it match the invoice?`"""
    text = fold(query.text)
    return not _AGREEING.isdisjoint(split_words(text)) or _WHETHER.search(text) is not None


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


def _told(meant: Sequence[_Paid], query: Query) -> str:
    first, last = meant[0].booking.facts, meant[-1].booking.facts
    size, number = abs(Decimal(first.amount or 0)), len(meant)
    way = "came in from" if Decimal(first.amount or 0) > 0 else "went out to"
    currency = first.currency or meant[0].written.currency
    said = f"{phrases.money(size, currency)} {way} {meant[0].name}"
    accounts = {each.booking.facts.account for each in meant} - {None}
    if len(accounts) == 1 and not _ACCOUNT.isdisjoint(split_words(fold(query.text))):
        said = f"{said} ({accounts.pop()})"
    if number <= _LISTED:
        return f"{said} on {phrases.join([phrases.day(each.booking.facts.day) for each in meant])}."
    whole = phrases.money(size * number, currency)
    ends = f"first on {phrases.day(first.day)}, last on {phrases.day(last.day)}"
    return f"{said} {phrases.times(number)}, {whole} in all: {ends}."
