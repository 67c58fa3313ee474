"""Requests about the calendar: what is on, when and where something is, free time, changes.

A part is taken only when the run may read the calendar and the part speaks of events or of the
asker's time. What is about money is left to the reading of money, even if it names an event.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from runwright.context.index.words import word_set
from runwright.engine.agenda import asking, tense
from runwright.engine.agenda.hours import DAY, in_figures
from runwright.engine.agenda.limits import Limits, limited
from runwright.engine.agenda.local_time import clocks_of
from runwright.engine.agenda.questions import (
    AFTERWARDS,
    OF_ONE,
    is_of_events,
    of_events,
    signs_of,
    when_of,
)
from runwright.engine.agenda.request import Request
from runwright.engine.agenda.vocabulary import EVENTS, MEETINGS, telling, tokens
from runwright.engine.agenda.wants import wants_of
from runwright.engine.agenda.wishes import free_time, is_about_free_time, wished
from runwright.engine.around import Around
from runwright.engine.day_words import MONTH, MONTH_NUMBER
from runwright.engine.days import Unclear, read_day
from runwright.engine.patterns import lazily
from runwright.engine.types import Step

_LONGEST = 700
"""Characters: a longer part is a text about something, not a question to a calendar."""
_MONEY = word_set("""
    spend spent spending cost costs paid pay pays paying charged bought buy earned earn
    """)
_MONEY_TOO = word_set("""
    payment payments expense expenses purchase purchases refund refunds price prices invoice
    invoices transaction transactions balance salary income
    """)
"""Words that the name of an event may have as well: the salary review."""
_OF_AN_EVENT = lazily(
    r"(?:when|where|who|what\stime|how\slong|cancel|delete|move|reschedule|postpone|push|delay)\b",
    re.I,
)
_MONEY_SIGN = lazily(
    r"\bset\s+(?:me|us)\s+back\b|\b(?:fork|shell)(?:ed)?\s+out\b|\bthe\s+damage\b"
    r"|\b(?:supermarket|grocery|shopping|petrol|fuel)\s(?:trip|run|visit)s?\b|"
    r"[$€£¥]\s?\d|\d\s?[$€£¥]|\bhow much\b(?!\s+(?:of\s+my\s+|free\s+|travel\s+)*"
    r"(?:time|breaks?|buffer|gap|room|space|rest|pause)\b"
    r"|\s+of\s+(?:my\s|the\s|next\s|this\s)*(?:\w+day|tomorrow|week|morning|afternoon|month)\b)",
    re.I,
)
_TIME_SPENT = lazily(
    r"\b(?:time|hours|minutes|long)\b.{0,60}\bspen[dt]\b|\bspend.{0,20}\bin\s(?:meetings|calls)"
    r"|\bspen[dt]\s(?:\w+\s){0,3}?(?:time|hours)\b",
    re.I,
)
_PAPERS = lazily(
    r"\b(?:according\sto|in|from|of)\s(?:my|the|our|this|that|these)\s(?:\w+\s)?(?:documents?|contracts?"
    r"|lease|polic(?:y|ies)|reports?|files?|handbook|minutes|letters?|statements?|notes)\b",
    re.I,
)
_SENDS = lazily(
    r",?\s(?:and\s|then\s|please\s)*\b(?:send|email|e-mail|text|message|notify|assign)\s"
    r"(?:them|him|her|an?|the|it|me|everyone|all)\b",
    re.I,
)
_ALSO = lazily(
    r",?\s+and\s+(?:also\s+)?(?=(?:when|where|who|what|which|how|am\si|do\si|is\sthere|are\sthere|will\si)\b)",
    re.I,
)
_OF_IT = lazily(
    r"(?:and\s|so\s)?(?:when|where|who|what\stime|what\sday|on\swhich\sday|how\slong)\s"
    r"(?:is|was|are|were|will|would|does|did)\s(?:it|that|this|they|those)\b"
    r"(?:\s(?:be|been|start|begin|end|take|last|take\splace|happen))?\W*",
    re.I,
)
_BESIDES = lazily(
    r"(?P<who>^\W*who\b.{2,200}?)\s(?:besides|other\sthan|apart\sfrom|aside\sfrom)\s"
    r"(?:me|myself|(?-i:[A-Z])[^\s?]*(?:\s(?-i:[A-Z])[^\s?]*)?)(?=\W*$)",
    re.I,
)
"""Matches who else there is: whoever is named is told with the others."""
_COULD_I = lazily(
    r"^(?P<lead>\W*)(?:could|can|might)\s(?:i|we)\s(?:see|meet(?:\swith)?|fit\s(?:in\s)?|squeeze\s(?:in\s)?)\s?"
    r"(?!.*\b(?:list|schedule|calendar|events|meetings|agenda)\b)[^?]*?\s"
    r"(?=(?:on|at|next|this|tomorrow|today|before|after|between)\b)",
    re.I,
)
_AGAIN = lazily(
    r"\b(?:next|last|previous|first|second)\s(?:time|one)s?\b|\b(?:next|last)\W*$", re.I
)
_MOST_PIECES = 3
_SHOUTED = 8
_LONGEST_MONTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_WRITTEN = lazily(
    rf"\b(?P<a>\d\d?)(?:st|nd|rd|th)?\s(?:of\s)?(?P<c>{MONTH})\b|\b(?P<d>{MONTH})\s(?P<b>\d\d?)\b(?!:)",
    re.I,
)
_SLASHED = lazily(r"\b\d{1,2}/\d{1,2}/\d{4}\b")


def read(part: str, around: Around) -> Sequence[Step] | None:
    """The step that answers from the calendar, with what it must have read."""
    if "calendar" not in around.sources or len(part) > _LONGEST or _is_elsewhere(part, around):
        return None
    text = _BESIDES.sub(r"\g<who>", " ".join(part.split()))
    text = _COULD_I.sub(_free_at, in_figures(text))
    text = text.capitalize() if text.isupper() and len(text) > _SHOUTED else text
    pieces = _ALSO.split(text)
    if 1 < len(pieces) <= _MOST_PIECES and (steps := _several(pieces, around)):
        return steps
    request = _request(text, around)
    return None if request is None else (_step(request, text, around),)


def _free_at(asked: re.Match[str]) -> str:
    """ "Could I see Ann on Tuesday?" asks for room on that day, not for an event."""
    return f"{asked['lead']}Am I free "


def follow_up(part: str, around: Around) -> Sequence[Step] | None:
    """ "When was it?" after a question to the calendar: taken before anything else reads it."""
    if "calendar" not in around.sources or not around.before or not _OF_IT.fullmatch(part.strip()):
        return None
    return read(part, around) if _before(around) is not None else None


def _several(pieces: Sequence[str], around: Around) -> Sequence[Step] | None:
    """ "What is on tomorrow and when am I free": each is a question to the calendar."""
    steps: list[Step] = []
    days = ""
    for at, piece in enumerate(pieces):
        words = frozenset(tokens(piece))
        known = (*around.before, *pieces[:at])
        own = around._replace(words=words, follows=around.follows or bool(steps), before=known)
        request = None if _is_elsewhere(piece, own) else _request(piece, own)
        if request is None:
            return None
        if days and not (request.days or request.topic or request.people or request.earlier):
            request = request._replace(days=days)
        days = days or request.days
        steps.append(_step(request, piece, around)._replace(part=piece))
    return steps


def _afterwards(request: Request, before: Request, ask: str) -> Request:
    """What comes first after the hours that were asked about."""
    if not before.clock or not before.days:
        return request
    end = before.clock.partition("-")[2]
    clock = f"{end}-{DAY}"
    return request._replace(
        ask=ask, days=before.days, clock=clock, order="first", take="1", side="begin"
    )


def _request(text: str, around: Around) -> Request | None:
    unread = " ".join(source for source in around.sources if source != "calendar")
    today = _today(around)
    text, zone = clocks_of(text, around.moment.zone)
    limits = limited(text, today)
    text = limits.text
    request = _understood(limits, around, today, alone=not unread)
    request = _leaning(request, text, around)
    if request is None and not unread and _unclear(text, today):
        request = Request(ask="list")
    if request is None:
        return None
    earlier = "1" if around.follows and _is_about_it(request) else ""
    request = request._replace(elsewhere=unread, unclear=_unclear(text, today), earlier=earlier)
    return request._replace(**limits.found(), zone=zone)


def _leaning(request: Request | None, text: str, around: Around) -> Request | None:
    """The request with what the question before it said: "And on Tuesday?", "When am I free?"."""
    if request and around.before and (other := _another(request, text, around)):
        return other
    if not around.before or (request and asking.ask_of(text) and _stands_alone(request)):
        return request
    back = any(map(tense.is_past, around.before[-1:]))
    said = asking.hear(text, _today(around), -1 if back else 1)
    bare = not said.periods or bool(telling(said.rest))
    if bare and (request is None or _stands_alone(request)):
        return request
    before = _before(around)
    if before is None:
        return request
    if bare and request is not None:
        return request._replace(days=before.days, yearless=before.yearless)
    days, clock = when_of(said, around, bool(before.past), True)
    return before._replace(days=days, clock=clock or before.clock, named="")


def _before(around: Around) -> Request | None:
    """The question before this one, if it was one for the calendar."""
    words = frozenset(tokens(around.before[-1]))
    setting = around._replace(before=around.before[:-1], words=words, follows=False)
    return _request(around.before[-1], setting)


def _another(request: Request, text: str, around: Around) -> Request | None:
    """ "And when is the next one?", "where must I be afterwards?": of what was named before."""
    again = _AGAIN.search(text) and request.order and not (request.topic or request.people)
    after = AFTERWARDS.search(text)
    before = _before(around) if again or after else None
    if before is None:
        return None
    if after:
        return _afterwards(request, before, asking.ask_of(text)) if before.ask == "free" else None
    return request._replace(topic=before.topic, people=before.people, loose=before.loose)


def _stands_alone(request: Request) -> bool:
    """Whether it says itself which days or which event it is about."""
    named = request.topic or request.people or request.order or request.change
    return bool(request.days or request.clock or named) or request.ask in OF_ONE


def _step(request: Request, text: str, around: Around) -> Step:
    action = "free_time" if request.ask == "free" else "agenda"
    return Step(action, "", request.arguments(), wants_of(request, text, _today(around)))


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


def _understood(limits: Limits, around: Around, today: date, alone: bool) -> Request | None:
    text = limits.text
    signs = signs_of(text, around, alone=alone)
    wish = wished(text, today) if any(signs) else None
    if wish is not None:
        return wish
    sends = _SENDS.search(text, 12)
    text = text[: sends.start()] if sends else text
    ask, past = asking.ask_of(text), tense.is_past(text)
    said = asking.hear(text, today, -1 if past else 0 if tense.is_open(ask or "list", text) else 1)
    others = ask == "overlap" or is_of_events(said)
    if not others and is_about_free_time(said.text, alone):
        return free_time(said, today, each=bool(limits.weekdays))
    request = of_events(limits._replace(text=text), around, today, signs)
    return request._replace(also="1") if request and sends else request


def _is_about_it(request: Request) -> bool:
    """ "And where is it?": nothing says which event is meant."""
    named = request.topic or request.people or request.days or request.clock or request.order
    return not named and (request.ask in OF_ONE or request.change in ("cancel", "move", "change"))


def _unclear(text: str, today: date) -> str:
    """Why a day in figures cannot be told."""
    for written in _SLASHED.findall(text):
        try:
            read_day(written, today)
        except Unclear as unclear:
            return str(unclear)
    for match in _WRITTEN.finditer(text):
        if not _exists(int(match["a"] or match["b"]), match["c"] or match["d"]):
            return (
                f"there is no {match['a'] or match['b']} {(match['c'] or match['d']).capitalize()}"
            )
    return ""


def _exists(day: int, month: str) -> bool:
    return 0 < day <= _LONGEST_MONTHS[MONTH_NUMBER[month.lower()] - 1]
