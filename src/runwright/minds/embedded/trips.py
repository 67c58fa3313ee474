"""What a trip or an event cost: the bookings of its days, which the calendar tells, and those
around them that name where it went to.

An event is named by its title or place, else by what a network that learned which records words
mean (`context.index.reader`) takes them for: `the meet in San Diego` is `SD INVITATIONAL`.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any, NamedTuple

from runwright.context.index import reader
from runwright.minds.embedded import finance
from runwright.minds.embedded.finance import phrases, saying, stays
from runwright.minds.embedded.program import (
    Answer,
    Attempt,
    Do,
    Look,
    Program,
    Surroundings,
    Wants,
)
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Event, Transaction
from runwright.text import periods
from runwright.text.calendars import Viewpoint
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set
from runwright.tools.base import InvalidCall, Item
from runwright.tools.find_transactions import FindTransactionsResult, TransactionRow
from runwright.tools.measure_transactions import MeasureTransactionsResult
from runwright.tools.name_agreement import is_telling, name_words

_SOURCES = {"calendar", "finance"}
_NAMES = ("PE", "T", "PL", "C", "M", "MP", "PS")
_STAYS = ("T", "PL", "C")
"""What may name a stay: a person or a firm that has gone along is none."""
_AROUND = ("P", "WD", "D", "N")
"""What says of a trip how long it was, where it is no period by itself: `the three days`."""
_ASKING = STOP_WORDS | word_set("""
    much cost costs spend spent pay paid total altogether overall money bill set run come
    """)
"""What asks for a cost."""
_WHOLE = word_set("cost costs altogether overall all everything total")
"""What asks for a trip with all that was paid for it, and not for its days."""
_ALL_IN = (("all", "in"), ("all", "told"), ("the", "lot"), ("and", "everything"))
"""What says that the things which are listed beside it are no more than examples."""
_COMPANY = re.compile(r"\s(?:with|w/)\s.*|\b\w+['’]s\b", re.IGNORECASE)
"""Who is in the title of a trip, and no place: `Lisbon with Eilidh`, `Finlay's stag`."""
_MEANT, _MOST = 0.6, 60
"""How likely the one event must be meant that words do not name plainly, and of how many of the
newest stays it is chosen."""
_AHEAD, _BEHIND = timedelta(days=180), timedelta(days=30)
"""How long before its first day a trip may be paid for, and how long after its last."""
_NOT_PLACES = STOP_WORDS | word_set("""
    trip trips holiday holidays vacation break visit stay weekend week days team offsite conference
    course retreat stag hen party wedding birthday meet match game tour family reunion camp school
    class work flight flights hotel resort airport station street avenue road house home
    """)
"""What titles and places of events say that is no name of where they are."""
_RARE = 6
"""In how many bookings around the days a place may stand, and still be that of the trip: the town
in which somebody lives stands in more."""


class _Measured(NamedTuple):
    """An answer, and the figures that it tells."""

    answer: Answer
    figures: MeasureTransactionsResult | None
    chosen: Mapping[str, Any]
    """What its bookings were chosen by, beside their days: the account, if one was named."""


def answer(query: Query, surroundings: Surroundings) -> Attempt:
    """What was spent on the days of the one event that a question names; None if it names none."""
    if not _is_cost(query, surroundings):
        return None
    events = yield from _events()
    named = [span for span in query.spans if span.code in _NAMES] or [_rest(query)]
    for span in named:
        event = stays.event_of(span.text, events, None, surroundings.zone)
        if event is not None:
            return (yield from _spent(query, [span], event, surroundings))
    event = _likeliest(query, named, events, surroundings)
    if event is None:
        return None
    places = [each for each in named if each.code in ("PE", "T", "PL", "C")]
    return (yield from _spent(query, places, event, surroundings))


def of_a_stay(query: Query, surroundings: Surroundings) -> Attempt:
    """The same where all that a question names is one stay of several days that is over. Few of the
    bookings of a trip name its place: what was spent in Lisbon is what was spent on its days."""
    named = [span for span in query.spans if span.code in _NAMES]
    if any(span.code not in _STAYS for span in named):
        return None
    # `During the trip` and `the week of the trip` are days that the finance tools know to find.
    if not named or query.words("PE", "P") or not _is_cost(query, surroundings):
        return None
    events = yield from _events()
    found = [stays.event_of(each.text, events, None, surroundings.zone) for each in named]
    event = found[0]
    if event is None or any(each is not event for each in found):
        return None
    if not _is_past_stay(event, surroundings):
        return None
    return (yield from _spent(query, named, event, surroundings))


def _is_cost(query: Query, surroundings: Surroundings) -> bool:
    """Whether money is asked for that was spent on no days that are named, as far as is known."""
    is_cost = query.measure == "sum" and query.direction != "in" and not query.group
    viewpoint = Viewpoint(surroundings.today, tense="past")
    is_dated = any(periods.read(words, viewpoint) for words in query.words("P"))
    return is_cost and not is_dated and _SOURCES.issubset(surroundings.sources)


def _events() -> Generator[Wants, Any, list[Event]]:
    items: Sequence[Item[Any]] = yield Look("find_events", {})
    return [item.facts for item in items if isinstance(item.facts, Event)]


def _spent(
    query: Query, named: Sequence[Span], event: Event, surroundings: Surroundings
) -> Program:
    during = _during(query, named, event, surroundings)
    told, figures, chosen = yield from _measured(finance.answer(during, surroundings))
    if not told.is_answer:
        return told
    days = f"These are the days of “{event.title}” in your calendar."
    told = told._replace(text=f"{told.text}\n{days}", query=during)
    is_all = _is_all(during) and _wants_whole(query)
    if figures is None or len(figures.units) != 1 or not is_all:
        return told
    around = yield from _around(event, chosen, surroundings)
    return _together(told, figures, around) if around else told


def _measured(program: Program) -> Generator[Wants, Any, _Measured]:
    """What a program answers, and the figures that it was told."""
    sent: Any = None
    figures: MeasureTransactionsResult | None = None
    chosen: Mapping[str, Any] = {}
    while True:
        try:
            wants = program.send(sent)
        except StopIteration as stop:
            return _Measured(stop.value, figures, chosen)
        sent = yield wants
        if isinstance(wants, Do) and isinstance(sent, MeasureTransactionsResult):
            figures = sent
            chosen = {key: each for key, each in wants.arguments.items() if key == "account"}


def _wants_whole(query: Query) -> bool:
    return not _WHOLE.isdisjoint(split_words(fold(query.text)))


def _is_all(during: Query) -> bool:
    """Whether all that was spent is asked for, and not what went to one name."""
    return {each.code for each in during.spans} <= {"P", "ACC"}


def _around(
    event: Event, chosen: Mapping[str, Any], surroundings: Surroundings
) -> Generator[Wants, Any, list[TransactionRow]]:
    """What was paid before a trip and soon after it, and names where it went to."""
    first, last = stays.days_of(event, surroundings.zone)
    begin, end = first - _AHEAD, min(last + _BEHIND, surroundings.today)
    items: Sequence[Item[Any]] = yield Look("find_transactions", {})
    around = [
        item.facts
        for item in items
        if isinstance(item.facts, Transaction) and item.facts.counted_on
        and begin.isoformat() <= item.facts.counted_on <= end.isoformat()
        and not first.isoformat() <= item.facts.counted_on <= last.isoformat()
    ]  # fmt: skip
    places = list(_places(event, around))
    if not places:
        return []
    result: FindTransactionsResult | InvalidCall = yield Do("find_transactions", {
        **chosen,
        "about": {"any_of": places},
        "period": {"start": begin.isoformat(), "end": end.isoformat()},
    })  # fmt: skip
    if isinstance(result, InvalidCall):
        return []
    days = first.isoformat(), last.isoformat()
    outside = [row for row in result.rows if row.day and not days[0] <= row.day <= days[1]]
    return [row for row in outside if Decimal(row.amount or 0) < 0]


def _places(event: Event, around: Sequence[Transaction]) -> Iterator[str]:
    """Where a trip went to, as its title or place says and bookings around it do."""
    texts = [
        name_words(f"{each.counterparty} {each.counterparty_raw} {each.purpose}") for each in around
    ]
    title = _COMPANY.sub(" ", event.title)
    town = (event.place or "").rpartition(",")[2]
    people = frozenset().union(*(name_words(each.name) for each in event.attendees))
    words = name_words(f"{title} {town}") - people - _NOT_PLACES
    for word in sorted(words):
        number = sum(word in text for text in texts)
        if is_telling(frozenset({word})) and 0 < number <= _RARE:
            yield word


def _together(
    told: Answer, figures: MeasureTransactionsResult, around: Sequence[TransactionRow]
) -> Answer:
    """What the days of a trip and what was paid around them come to."""
    [unit] = figures.units
    beside = sum((-Decimal(row.amount or 0) for row in around), Decimal())
    if not beside or any(row.currency != unit.currency for row in around):
        return told
    whole = phrases.money(Decimal(unit.total) + beside, unit.currency)
    number = phrases.counted(len(around), "booking")
    verb = "names" if len(around) == 1 else "name"
    lead = f"{whole} in all, with {number} outside its days that {verb} where it went."
    text = phrases.lines(lead, told.text, "Outside its days:", saying.rows_text(around, 0))
    return told._replace(text=text, items=(*told.items, *(row.id for row in around)))


def _rest(query: Query) -> Span:
    """What a question says beside that it asks for a cost, where nothing in it is a name."""
    words = (word for word in split_words(fold(query.text)) if word not in _ASKING)
    return Span("T", " ".join(words), -1)


def _during(query: Query, named: Sequence[Span], event: Event, surroundings: Surroundings) -> Query:
    """The question about bookings, on the days of an event in place of its name."""
    first, last = stays.days_of(event, surroundings.zone)
    days = f"from {first.isoformat()} to {last.isoformat()}" if last > first else first.isoformat()
    said = set(pairwise(split_words(fold(query.text))))
    aside = _AROUND if said.isdisjoint(_ALL_IN) else (*_AROUND, *_NAMES)
    kept = (each for each in query.spans if each not in named and each.code not in aside)
    spans = (Span("P", days, -1), *kept)
    return query._replace(route="finance", spans=spans, others=())


def _likeliest(
    query: Query, named: Sequence[Span], events: Sequence[Event], surroundings: Surroundings
) -> Event | None:
    """The one stay of more than a day before today that the words surely mean."""
    if not reader.is_available():
        return None
    stays_before = [
        event
        for event in events
        if event.status != "cancelled" and event.start and not event.series
        and _is_past_stay(event, surroundings)
    ][-_MOST:]  # fmt: skip
    words = " ".join(span.text for span in named)
    texts = [" | ".join((event.title, event.place or "")) for event in stays_before]
    likely = sorted(
        zip(reader.meant(words, query.text, texts), range(len(texts)), strict=True), reverse=True
    )
    is_one = bool(likely) and likely[0][0] >= _MEANT
    if not is_one or (len(likely) > 1 and likely[1][0] >= _MEANT):
        return None
    return stays_before[likely[0][1]]


def _is_past_stay(event: Event, surroundings: Surroundings) -> bool:
    first, last = stays.days_of(event, surroundings.zone)
    return first < last < surroundings.today + timedelta(days=1)
