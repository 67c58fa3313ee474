"""What a question to the calendar asks of events, once it is known to be no wish for a change.

Whether the question is one for the calendar at all is decided here too: a part may speak of days
and of meetings, and yet be about what some paper says.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import NamedTuple

from runwright.context.index.words import word_set
from runwright.engine.agenda import asking, tense
from runwright.engine.agenda.apart import paired
from runwright.engine.agenda.asking import Said
from runwright.engine.agenda.gaps import spaced
from runwright.engine.agenda.lasting import bounded
from runwright.engine.agenda.limits import Limits
from runwright.engine.agenda.recurring import as_recurring, returning
from runwright.engine.agenda.request import Request, write_days
from runwright.engine.agenda.shares import parted
from runwright.engine.agenda.versus import compared
from runwright.engine.agenda.vocabulary import CALENDAR, EVENTS, MEETINGS, joined, stems, tokens
from runwright.engine.around import Around
from runwright.engine.patterns import lazily

_MEET = lazily(r"\b(?:i|we)\b(?:\s\w+){0,3}\s(?:meet|meeting|met|see|seen|saw|seeing)\b", re.I)
_PLANS = lazily(
    r"\b(?:i|we|my|our|me|happening|happened|planned|coming\sup|going\son|plans?|anything|on)\b",
    re.I,
)
_MINE = lazily(r"\b(?:i|we|my|our)\b", re.I)
_LISTS = lazily(r"^(?:list|show|display|name|give|all)\b|\b(?:all|every\w*)\s(?:of\s)?my\b", re.I)
_TOOK_PLACE = lazily(r"\b(?:took|takes?|taken|taking)\splace\b|\bhappen(?:s|ed|ing)?\b", re.I)
OF_ONE = word_set("""
    when where who host long until status neighbour ago between leave
    """)
"""Questions that are about one event."""
_OVER_ALL = word_set("""
    overlap adjacent companion versus busiest quietest longest shortest hours gaps middle recurring
    share per people
    """)
_STRONG = MEETINGS | {"calendar", "agenda", "diary"}
AFTERWARDS = lazily(r"\b(?:afterwards?|after\s(?:that|it)|thereafter)\b", re.I)
_EACH = frozenset({"1", "7", "30", "365"})
"""Days: "every week this year" is said of single events as well."""
_SOME_WEEKDAY = lazily(
    r"\s(?:on\s|an?\s){1,2}(?<=\ba\s)(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.I
)


_DAY_BESIDE = lazily(r"\bday\s(?:after|before|following)\b", re.I)
_WHOM = lazily(
    r"\b(?:meet|met|see|saw|seen|meeting|seeing|with|call|speak\sto|talk\sto)\s(?:him|her|them)\b",
    re.I,
)


class Signs(NamedTuple):
    """What speaks for the calendar."""

    strong: bool
    """Meetings or the calendar itself are named."""
    named: bool
    """Kinds of events are named."""
    alone: bool
    """There is no other source."""


def signs_of(text: str, around: Around, *, alone: bool) -> Signs:
    """What in a text speaks for the calendar."""
    words = around.words | joined(text)
    named = not (EVENTS | CALENDAR).isdisjoint(words | stems(words))
    strong = not _STRONG.isdisjoint(around.words) or _MEET.search(text) is not None
    return Signs(strong, named, alone)


def of_events(limits: Limits, around: Around, today: date, signs: Signs) -> Request | None:
    """The question, or None when it is none for the calendar."""
    text, lasting = bounded(limits.text)
    ask, past = asking.ask_of(text), tense.is_past(text)
    side = -1 if past else 0 if tense.is_open(ask or "list", text) else 1
    said = asking.hear(text, today, side)
    if not ask and ((signs.alone and (said.periods or limits.weekdays)) or is_of_events(said)):
        ask = "list"
    if ask == "exists" and (weekday := _SOME_WEEKDAY.search(text)):
        # "Is it on a Friday?" names no Friday: its day answers.
        ask, said = "when", asking.hear(text[: weekday.start()] + text[weekday.end() :], today, 1)
    if not ask:
        return None
    figure = _figure(ask, said, around, today)
    if figure is not None:
        return figure._replace(lasting=lasting) if any(signs) else None
    request = question(ask, said, around, past, each=bool(limits.weekdays))
    request = request._replace(weekdays=limits.weekdays, lasting=lasting)
    request = paired(said, request) or spaced(said, request) or compared(said, request) or request
    return request if _is_ours(request, said, signs) else None


def _figure(ask: str, said: Said, around: Around, today: date) -> Request | None:
    """A share, an average, or what comes back at intervals; None if none of them is asked for."""
    past = tense.is_past(said.text)
    if parts := parted(said.text):
        heard = asking.hear(parts[2], today, -1 if past else 0)
        return question("list", heard, around, past)._replace(ask=parts[0], unit=parts[1])
    counts = ask in ("list", "exists", "count") and not asking.asks_how_often(said.text)
    back = returning(said.text) if counts else None
    if back is None or (back[0] in _EACH and said.periods):
        return None
    heard = asking.hear(back[1], today, 0)
    return as_recurring(question("list", heard, around, past=False), back[0])


def is_of_events(said: Said) -> bool:
    """Whether it asks how events lie to each other, even if it speaks of free time."""
    plain = Request(ask="between")
    return bool(paired(said, plain) or spaced(said, plain))


def _is_ours(request: Request, said: Said, signs: Signs) -> bool:
    strong, named, alone = signs
    dated = bool(request.days or request.clock or request.weekdays)
    if alone:
        known = dated or request.people or (request.order and not request.topic)
        asked = request.ask in OF_ONE | _OVER_ALL | {"count"} or _TOOK_PLACE.search(said.text)
        return strong or named or bool(known or asked)
    if strong:
        # "What did the meeting decide about …" is asked of the minutes as well.
        asks_text = request.ask in ("list", "about") and request.topic
        return not asks_text or dated or bool(request.order)
    if named and (request.ask in OF_ONE or (dated and request.ask != "about")):
        return True
    own = _MINE.search(said.text) is not None
    if named and own and (request.ask == "count" or _LISTS.search(said.text)):
        return True
    if dated and _TOOK_PLACE.search(said.text):
        return True
    plans = request.ask in ("list", "exists", "count") and _PLANS.search(said.rest)
    return bool(dated and plans and not request.topic and not request.people)


def question(ask: str, said: Said, around: Around, past: bool, *, each: bool = False) -> Request:
    """What is asked, of which events; `each` when some weekdays are meant each time."""
    back = past or tense.asks_back(said.text)
    side, about = (
        asking.neighbour_of(said.rest) if ask in ("list", "exists", "who", "where") else ("", "")
    )
    if not side and around.follows and AFTERWARDS.search(said.rest):
        side, about = "after", " "
    people, rest = asking.people_of(about or said.rest)
    order, take = ("", "") if ask in _OVER_ALL or side else asking.order_of(rest)
    topic, loose = asking.topic_of(said, rest)
    days, clock = when_of(said, around, back, bool(topic or people or each))
    request = Request(
        ask="neighbour" if side else ask,
        days=days,
        yearless="1" if any(period.yearless for period in said.periods) else "",
        clock=clock,
        topic=topic,
        loose=loose,
        named=asking.named_of(said) if topic and said.periods else "",
        people=people,
        order=order,
        take=take,
        side=side or asking.side_of(ask, said.text),
        meetings="1" if asking.only_meetings(frozenset(tokens(said.text))) else "",
        past="1" if back else "",
        whenever="1" if tense.is_open(ask, said.text) else "",
        unit=asking.unit_of(ask, said.text),
    )
    if side and _DAY_BESIDE.search(said.rest):
        request = request._replace(unit="day")
    if around.follows and not (topic or people) and _WHOM.search(said.rest):
        return request._replace(whom="1")
    return _edge_of_day(request)


def when_of(said: Said, around: Around, back: bool, named: bool) -> tuple[str, str]:
    """The days and the hours; "before Friday" begins today unless the past is asked about.

    Hours alone are those of today, unless an event is named: it has them on its own day.
    """
    local = around.moment.now.astimezone(around.moment.zone)
    today = local.date()
    days = [(period.start, period.end) for period in said.periods]
    if not days and not said.hours and tense.speaks_of_now(said.text):
        minute = local.hour * 60 + local.minute
        return write_days([(today, today + timedelta(days=1))]), f"{minute}-{minute}"
    if not days and said.hours and not named:
        days = [(today, today + timedelta(days=1))]
    if not back:
        days = [(today if start == date.min else start, end) for start, end in days]
    days = [stretch for stretch in days if stretch[0] < stretch[1]]
    return write_days(days), f"{said.hours.start}-{said.hours.end}" if said.hours else ""


def _edge_of_day(request: Request) -> Request:
    """ "When does my day start": its first event; "when do I finish": its last."""
    nameless = not (request.topic or request.people or request.order or request.clock)
    if request.ask != "when" or not nameless or not request.days:
        return request
    order = "last" if request.side == "end" else "first"
    return request._replace(order=order, take="1", meetings="1")
