"""Requests about the calendar: what is on, when and where something is, free time, changes.

A part is taken only when the run may read the calendar and the part speaks of events or of the
asker's time. What is about money is left to the reading of money, even if it names an event.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from runwright.context.index.words import word_set
from runwright.engine.agenda import asking, tense
from runwright.engine.agenda.apart import paired
from runwright.engine.agenda.asking import Said
from runwright.engine.agenda.hours import in_figures
from runwright.engine.agenda.request import (
    OTHER_YEARS,
    Request,
    in_year,
    widened,
    write_days,
)
from runwright.engine.agenda.versus import compared
from runwright.engine.agenda.vocabulary import (
    CALENDAR,
    EVENTS,
    MEETINGS,
    joined,
    searched,
    stems,
    telling,
    tokens,
)
from runwright.engine.agenda.wishes import free_time, is_about_free_time, wished
from runwright.engine.around import Around
from runwright.engine.days import Unclear, read_day
from runwright.engine.types import Step, Want

_LONGEST = 700
"""Characters: a longer part is a text about something, not a question to a calendar."""
_SOON = timedelta(days=92)
_YEAR = timedelta(days=366)
_MONEY = word_set("""
    spend spent spending cost costs paid pay pays paying charged bought buy earned earn
    """)
_MONEY_TOO = word_set("""
    payment payments expense expenses purchase purchases refund refunds price prices invoice
    invoices transaction transactions balance salary income
    """)
"""Words that the name of an event may have as well: the salary review."""
_OF_AN_EVENT = re.compile(
    r"(?:when|where|who|what\stime|how\slong|cancel|delete|move|reschedule|postpone|push|delay)\b",
    re.I,
)
_MONEY_SIGN = re.compile(
    r"[$€£¥]\s?\d|\d\s?[$€£¥]|\bhow much\b(?!\s+(?:of\s+my\s+)?(?:free\s+)?time"
    r"|\s+of\s+(?:my\s|the\s|next\s|this\s)*(?:\w+day|tomorrow|week|morning|afternoon|month)\b)",
    re.I,
)
_TIME_SPENT = re.compile(
    r"\b(?:time|hours|minutes|long)\b.{0,60}\bspen[dt]\b|\bspend.{0,20}\bin\s(?:meetings|calls)",
    re.I,
)
_PAPERS = re.compile(
    r"\b(?:according\sto|in|from|of)\s(?:my|the|our|this|that|these)\s(?:\w+\s)?(?:documents?|contracts?"
    r"|lease|polic(?:y|ies)|reports?|files?|handbook|minutes|letters?|statements?|notes)\b",
    re.I,
)
_MEET = re.compile(r"\b(?:i|we)\b(?:\s\w+){0,3}\s(?:meet|meeting|met|see|seen|saw|seeing)\b", re.I)
_PLANS = re.compile(
    r"\b(?:i|we|my|our|me|happening|happened|planned|coming\sup|going\son|plans?|anything|on)\b",
    re.I,
)
_MINE = re.compile(r"\b(?:i|we|my|our)\b", re.I)
_LISTS = re.compile(
    r"^(?:list|show|display|name|give|all)\b|\b(?:all|every\w*)\s(?:of\s)?my\b", re.I
)
_TOOK_PLACE = re.compile(r"\b(?:took|takes?|taken|taking)\splace\b|\bhappen(?:s|ed|ing)?\b", re.I)
_OF_ONE = frozenset(
    {"when", "where", "who", "host", "long", "until", "status", "neighbour", "ago", "between"}
)
_OVER_ALL = frozenset(
    {
        "overlap",
        "adjacent",
        "companion",
        "versus",
        "busiest",
        "quietest",
        "longest",
        "shortest",
        "hours",
    }
)
_STRONG = MEETINGS | {"calendar", "agenda", "diary"}
_SENDS = re.compile(
    r",?\s(?:and\s|then\s|please\s)*\b(?:send|email|e-mail|text|message|notify|assign)\s"
    r"(?:them|him|her|an?|the|it|me|everyone|all)\b",
    re.I,
)
_ALSO = re.compile(
    r",?\s+and\s+(?:also\s+)?(?=(?:when|where|who|what|which|how|am\si|do\si|is\sthere|are\sthere|will\si)\b)",
    re.I,
)
_MOST_PIECES = 3
_SHOUTED = 8
_SOME_WEEKDAY = re.compile(
    r"\s(?:on\s|an?\s){1,2}(?<=\ba\s)(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.I
)
_SLASHED = re.compile(r"\b\d{1,2}/\d{1,2}/\d{4}\b")


def read(part: str, around: Around) -> Sequence[Step] | None:
    """The step that answers from the calendar, with what it must have read."""
    if "calendar" not in around.sources or len(part) > _LONGEST or _is_elsewhere(part, around):
        return None
    text = " ".join(part.split())
    text = in_figures(text)
    text = text.capitalize() if text.isupper() and len(text) > _SHOUTED else text
    pieces = _ALSO.split(text)
    if 1 < len(pieces) <= _MOST_PIECES and (steps := _several(pieces, around)):
        return steps
    request = _request(text, around)
    return None if request is None else (_step(request, text, around),)


def _several(pieces: Sequence[str], around: Around) -> Sequence[Step] | None:
    """ "What is on tomorrow and when am I free": each is a question to the calendar."""
    steps: list[Step] = []
    days = ""
    for piece in pieces:
        words = frozenset(tokens(piece))
        own = around._replace(words=words, follows=around.follows or bool(steps))
        request = None if _is_elsewhere(piece, own) else _request(piece, own)
        if request is None:
            return None
        if days and not (request.days or request.topic or request.people or request.earlier):
            request = request._replace(days=days)
        days = days or request.days
        steps.append(_step(request, piece, around)._replace(part=piece))
    return steps


def _request(text: str, around: Around) -> Request | None:
    unread = " ".join(source for source in around.sources if source != "calendar")
    today = _today(around)
    request = _understood(text, around, today, alone=not unread)
    request = _leaning(request, text, around)
    if request is None:
        return None
    earlier = "1" if around.follows and _is_about_it(request) else ""
    return request._replace(elsewhere=unread, unclear=_unclear(text, today), earlier=earlier)


def _leaning(request: Request | None, text: str, around: Around) -> Request | None:
    """The request with what the question before it said: "And on Tuesday?", "When am I free?"."""
    if not around.before or (request and asking.ask_of(text) and _stands_alone(request)):
        return request
    back = any(map(tense.is_past, around.before[-1:]))
    said = asking.hear(text, _today(around), -1 if back else 1)
    bare = not said.periods or bool(telling(said.rest))
    if bare and (request is None or _stands_alone(request)):
        return request
    words = frozenset(tokens(around.before[-1]))
    before = _request(around.before[-1], around._replace(before=around.before[:-1], words=words))
    if before is None:
        return request
    if bare and request is not None:
        return request._replace(days=before.days, yearless=before.yearless)
    days, clock = _when(said, around, bool(before.past), True)
    return before._replace(days=days, clock=clock or before.clock, named="")


def _stands_alone(request: Request) -> bool:
    """Whether it says itself which days or which event it is about."""
    named = request.topic or request.people or request.order or request.change
    return bool(request.days or request.clock or named) or request.ask in _OF_ONE


def _step(request: Request, text: str, around: Around) -> Step:
    action = "free_time" if request.ask == "free" else "agenda"
    return Step(action, "", request.arguments(), _wants(request, text, _today(around)))


def _today(around: Around) -> date:
    return around.moment.now.astimezone(around.moment.zone).date()


def _is_elsewhere(part: str, around: Around) -> bool:
    """Whether it is about money, or about what some paper says."""
    if _TIME_SPENT.search(part):
        return False
    if _MONEY_SIGN.search(part) or not _MONEY.isdisjoint(around.words):
        return True
    if not _MONEY_TOO.isdisjoint(around.words):
        named = not (EVENTS | MEETINGS).isdisjoint(around.words)
        return not (named and _OF_AN_EVENT.match(part))
    return len(around.sources) > 1 and _PAPERS.search(part) is not None


def _understood(text: str, around: Around, today: date, alone: bool) -> Request | None:
    named = _names_events(around.words | joined(text))
    strong = not _STRONG.isdisjoint(around.words) or _MEET.search(text) is not None
    wish = wished(text, today) if strong or named or alone else None
    if wish is not None:
        return wish
    sends = _SENDS.search(text, 12)
    text = text[: sends.start()] if sends else text
    ask, past = asking.ask_of(text), tense.is_past(text)
    said = asking.hear(text, today, -1 if past else 0 if tense.is_open(ask or "list", text) else 1)
    pair = paired(said, Request(ask="between")) is not None
    if ask != "overlap" and not pair and is_about_free_time(said.text, alone):
        return free_time(said, today)
    if not ask and alone and said.periods:
        ask = "list"
    if ask == "exists" and (weekday := _SOME_WEEKDAY.search(text)):
        # "Is it on a Friday?" names no Friday: its day answers.
        ask, said = "when", asking.hear(text[: weekday.start()] + text[weekday.end() :], today, 1)
    if not ask:
        return None
    request = _question(ask, said, around, past)._replace(also="1" if sends else "")
    request = paired(said, request) or compared(said, request) or request
    return request if _is_ours(request, said, strong, named, alone) else None


def _names_events(words: frozenset[str]) -> bool:
    return not (EVENTS | CALENDAR).isdisjoint(words | stems(words))


def _is_ours(request: Request, said: Said, strong: bool, named: bool, alone: bool) -> bool:
    dated = bool(request.days or request.clock)
    if alone:
        known = dated or request.people or (request.order and not request.topic)
        asked = request.ask in _OF_ONE | _OVER_ALL | {"count"} or _TOOK_PLACE.search(said.text)
        return strong or named or bool(known or asked)
    if strong:
        # "What did the meeting decide about …" is asked of the minutes as well.
        asks_text = request.ask in ("list", "about") and request.topic
        return not asks_text or dated or bool(request.order)
    if named and (request.ask in _OF_ONE or (dated and request.ask != "about")):
        return True
    own = _MINE.search(said.text) is not None
    if named and own and (request.ask == "count" or _LISTS.search(said.text)):
        return True
    if dated and _TOOK_PLACE.search(said.text):
        return True
    plans = request.ask in ("list", "exists", "count") and _PLANS.search(said.rest)
    return bool(dated and plans and not request.topic and not request.people)


def _is_about_it(request: Request) -> bool:
    """ "And where is it?": nothing says which event is meant."""
    named = request.topic or request.people or request.days or request.clock or request.order
    return not named and (request.ask in _OF_ONE or request.change in ("cancel", "move", "change"))


def _question(ask: str, said: Said, around: Around, past: bool) -> Request:
    back = past or tense.asks_back(said.text)
    side, about = (
        asking.neighbour_of(said.rest) if ask in ("list", "exists", "who", "where") else ("", "")
    )
    people, rest = asking.people_of(about or said.rest)
    order, take = ("", "") if ask in _OVER_ALL or side else asking.order_of(rest)
    topic, loose = asking.topic_of(said, rest)
    days, clock = _when(said, around, back, bool(topic or people))
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
        meetings="1" if asking.only_meetings(around.words) else "",
        past="1" if back else "",
        whenever="1" if tense.is_open(ask, said.text) else "",
        unit=asking.unit_of(ask, said.text),
    )
    return _edge_of_day(request)


def _when(said: Said, around: Around, back: bool, named: bool) -> tuple[str, str]:
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


def _unclear(text: str, today: date) -> str:
    """Why a day in figures cannot be told."""
    for written in _SLASHED.findall(text):
        try:
            read_day(written, today)
        except Unclear as unclear:
            return str(unclear)
    return ""


# What must be read ------------------------------------------------------------------------------


def _wants(request: Request, text: str, today: date) -> tuple[Want, ...]:
    stretches = request.stretches()
    wants = [_whole(stretch) for stretch in stretches]
    if request.yearless:
        wants += [_whole(in_year(each, years)) for each in stretches for years in OTHER_YEARS]
    if request.to_days:
        wants += [_whole(stretch) for stretch in request._replace(days=request.to_days).stretches()]
    words = searched(f"{request.topic} {request.people}")
    if request.topic:
        # A topic has lost its hyphens: "kick-off" is looked up as "kickoff" too.
        words = tuple(dict.fromkeys((*words, *sorted(joined(text)))))
    if not stretches and words and request.ask != "free":
        wants.append(Want("calendar", whole=True, words=words))
    if not stretches and (not words or _needs_others(request)):
        wants.append(_whole(_around_today(request, today)))
    # The first also brings what fits best, wherever it lies.
    return (wants[0]._replace(text=text), *wants[1:])


def _needs_others(request: Request) -> bool:
    """Whether the events beside the one that is named matter too."""
    return bool(request.ask in ("free", "neighbour", "overlap") or request.change)


def _around_today(request: Request, today: date) -> tuple[date, date]:
    if request.change or request.ask == "neighbour":
        return today - timedelta(days=7), today + _SOON
    if request.ask == "free":
        return today, today + _SOON
    if request.past or request.order in ("last", "previous"):
        return today - _YEAR, today + timedelta(days=1)
    return today, today + _YEAR


def _whole(stretch: tuple[date, date]) -> Want:
    start, end = widened(stretch)
    return Want("calendar", whole=True, start=start, end=end)
