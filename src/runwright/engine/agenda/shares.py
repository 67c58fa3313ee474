"""What part of one's events or of their time something is, and how many there are on average."""

from __future__ import annotations

import re
from datetime import date, timedelta
from decimal import Decimal

from runwright.engine.agenda.answers import Answer, Asked, ahead, look, looked, missing
from runwright.engine.agenda.request import Request
from runwright.engine.agenda.telling import agenda_told, counted, subject_of
from runwright.engine.numbers import plain
from runwright.engine.patterns import lazily

_SHARE = lazily(
    r"\b(?:what|which|how\s(?:big|large|high)\san?)\s(?:is\sthe\s)?(?:percent(?:age)?|share|proportion|fraction"
    r"|part)\s(?:of|is)\b|\bhow\smany\spercent\b|\bwhat\s%|\b(?:percentage|share|proportion)\sof\s(?:my|our|the|all)",
    re.I,
)
_TIME = lazily(r"\b(?:time|hours)\b", re.I)
_PER = lazily(
    r"\b(?:per|an?|each|every)\s(?P<unit>day|week|month)\b(?=.*\b(?:average|mean|usually|typically|normally)\b)"
    r"|\b(?:average|mean|usually|typically|normally)\b.*?\b(?:per|an?|each|every)\s(?P<later>day|week|month)\b"
    r"|\bper\s(?P<bare>day|week|month)\b",
    re.I,
)
_DAYS = {"day": Decimal(1), "week": Decimal(7), "month": Decimal("30.4375")}


def parted(text: str) -> tuple[str, str, str] | None:
    """The question, its unit and the text without its words; None if no share is asked for."""
    if share := _SHARE.search(text):
        unit = "time" if _TIME.search(text) else "events"
        return "share", unit, text[: share.start()] + "which of " + text[share.end() :]
    if per := _PER.search(text):
        unit = (per["unit"] or per["later"] or per["bare"]).lower()
        plain_text = re.sub(r"\b(?:on\s)?average\b|\bper\s\w+", " ", text, flags=re.I)
        return "per", unit, plain_text
    return None


def tell_share(asked: Asked) -> Answer:
    """How large a part of the events of the days fits."""
    request = asked.request
    bare = Request(ask="list", days=request.days, meetings=request.meetings, past=request.past)
    every = ahead(look(asked.events, bare._replace(whenever=request.whenever), asked.now))
    found = ahead(asked)
    if not every or not (request.topic or request.people):
        return missing(asked)
    if request.unit == "time":
        part, whole = (sum(e.minutes for e in own if not e.all_day) for own in (found, every))
        told = f"{_hours(part)} of {_hours(whole)} hours"
    else:
        part, whole = len(found), len(every)
        told = f"{part} of {counted(whole)}"
    if not whole:
        return missing(asked)
    percent = plain(round(Decimal(100 * part) / whole, 1))
    rest = f": {agenda_told(found)}" if found else ""
    text = f"{percent} %: {told}{looked(asked)}{subject_of(request)}{rest}."
    return Answer(text, tuple(found), percent)


def _hours(minutes: int) -> str:
    return plain(round(Decimal(minutes) / 60, 2))


def tell_per(asked: Asked) -> Answer:
    """How many there are on average of each day, week or month."""
    found = ahead(asked)
    if not found:
        return missing(asked)
    first, after = _span(asked, found[0].start.date(), found[-1].start.date())
    units = max(Decimal(1), Decimal((after - first).days) / _DAYS[asked.request.unit])
    mean = plain(round(len(found) / units, 1))
    told = f"{counted(len(found))} in {(after - first).days} days{looked(asked)}"
    return Answer(f"{mean} per {asked.request.unit} on average: {told}.", tuple(found), mean)


def _span(asked: Asked, first: date, last: date) -> tuple[date, date]:
    known = [(a, b) for a, b in asked.days if a != date.min and b != date.max]
    if known:
        return min(a for a, _ in known), max(b for _, b in known)
    return first, last + timedelta(days=1)
