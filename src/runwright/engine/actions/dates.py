"""Questions about the calendar: today, weekdays, distances, moves, weeks and leap years.

`days` reads and moves the days. A day that can be read in two ways is asked back, not guessed.
"""

from __future__ import annotations

import re
from calendar import isleap, monthrange
from collections.abc import Callable, Mapping
from datetime import date

from runwright.engine.around import Around
from runwright.engine.days import (
    AMOUNT,
    DAY_WORDS,
    MONTHS,
    WEEKDAYS,
    Unclear,
    moved,
    read_amount,
    read_day,
    read_month,
    said,
    whole_months,
)
from runwright.engine.numbers import NUMBER_WORDS
from runwright.engine.patterns import lazily
from runwright.engine.types import Finding, Step, Work
from runwright.engine.vocabulary import words_in

_GATE_WORDS = """
    today tomorrow yesterday now day days date dates week weeks weekday month months quarter
    quarters year years leap fortnight fortnights ago when christmas halloween boxing valentine
"""
_GATE = frozenset(
    _GATE_WORDS.split()
    + [name.lower() for name in (*MONTHS, *WEEKDAYS)]
    + [name[:3].lower() for name in MONTHS]
)
_FIGURES = lazily(r"\d[-/.]\d{1,2}[-/.]\d")
_ASKING = (
    r"(?:(?:what|which|when)(?:'s|\u2019s| is| was| will be| would be)?(?: it| the)?"
    r"|calculate|compute|find|determine|get|show|the)"
)
_IS = r"(?: is it| was it| will it be| it is| is| was| will be| falls? on| of| for| on| does)*"
_THAT = lazily(r"(?:it|that|this|that day|that date|the (?:result|date|day))?")
_COUNTED = r"(?P<count>days|weeks|months|years|long)"
_HOW_MANY = rf"(?:{_ASKING} )?(?:how (?:many )?|(?:the )?(?:number of )?)?{_COUNTED}"
_THERE = (
    r"(?: (?:are there|are|is it|is there|have passed|passed|left|remain|remaining|do we have"
    r"|to go))*"
)
_NOUN = r"(?:the )?(?:date|day of the week|day|weekday)?"

_PATTERNS = tuple(
    (ask, lazily(pattern, re.S))
    for ask, pattern in (
        ("leap", r"(?:is|was|will)(?: the year)? (?P<year>\d{1,4})(?: be)? a leap year"),
        (
            "month_days",
            r"(?:how many |the )?(?:number of )?days (?:are )?(?:there )?(?:in|does) (?:the )?"
            r"(?P<month>.+?)(?: have)?(?: in (?P<year>\d{4}))?",
        ),
        (
            "between",
            rf"{_HOW_MANY}{_THERE} (?:between|from) (?P<a>.+?) (?:and|to|until|till) (?P<b>.+)",
        ),
        ("until", rf"{_HOW_MANY}{_THERE} (?:until|till|before|to) (?P<b>.+)"),
        ("since", rf"{_HOW_MANY}{_THERE} (?:since|after) (?P<a>.+)"),
        (
            "week",
            rf"(?:{_ASKING} )?(?:the )?(?:iso |calendar )*week(?: number| of the year)*{_IS}"
            r"(?: (?P<a>.+))?",
        ),
        (
            "weekday",
            rf"(?:on )?(?:{_ASKING} )?(?:the )?(?:day of the week|weekday){_IS}"
            r"(?: (?P<a>.+?))?(?: on)?",
        ),
        (
            "shift",
            rf"(?:{_ASKING} )?{_NOUN}{_IS} ?{AMOUNT}"
            r" (?P<way>after|before|from|ago)(?: (?P<a>.+))?",
        ),
        (
            "shift",
            rf"(?:{_ASKING} )?{_NOUN}{_IS} ?"
            rf"(?P<way>in) {AMOUNT}(?:'s? time)?",
        ),
        ("shift", rf"(?P<way>add|subtract) {AMOUNT} (?:to|from) (?P<a>.+)"),
        ("shift", rf"(?:{_ASKING} )?(?P<a>.+?) (?P<way>plus|minus|\+|-) {AMOUNT}"),
        (
            "day",
            rf"(?:{_ASKING} )?(?:current |today's |today\u2019s )?(?:date|day|year|month){_IS}"
            r"(?: (?P<a>.+))?",
        ),
        ("day", rf"(?:{_ASKING} )?(?P<a>.+)"),
    )
)
_VOCABULARY = (
    DAY_WORDS
    | NUMBER_WORDS
    | words_in([_THAT.pattern, *(pattern.pattern for _, pattern in _PATTERNS)])
)
_BACKWARDS = frozenset({"before", "ago", "subtract", "minus", "-"})


def recognise(part: str, around: Around) -> Mapping[str, str] | None:
    """The question and the days in it; only parts whose days can be read are taken."""
    if len(part) > 200 or (_GATE.isdisjoint(around.words) and not _FIGURES.search(part)):
        return None
    if not around.words <= _VOCABULARY:
        return None
    text = " ".join(part.lower().strip("?!. \n\t").split())
    today = around.moment.now.astimezone(around.moment.zone).date()
    for ask, pattern in _PATTERNS:
        match = pattern.fullmatch(text)
        if match:
            words = {name: value for name, value in match.groupdict().items() if value}
            if _makes_sense(ask, words, today, around):
                return {"ask": ask, **words}
    return None


def _makes_sense(ask: str, words: Mapping[str, str], today: date, around: Around) -> bool:
    if "size" in words and read_amount(words["size"], words["unit"]) is None:
        return False
    if "month" in words and not _span(words, today):
        return False
    return all(_readable(words[key], today, around) for key in ("a", "b") if key in words)


def _readable(text: str, today: date, around: Around) -> bool:
    if _THAT.fullmatch(text):
        return around.follows or text == "it"
    try:
        return read_day(text, today) is not None
    except Unclear:
        return True


def perform(step: Step, work: Work) -> Finding:
    """Answer from the calendar, or say what is unclear about the question."""
    moment = work.moment
    today = moment.now.astimezone(moment.zone).date()
    try:
        answer, value = _ANSWERS[step.arguments["ask"]](step.arguments, today, work)
    except Unclear as unclear:
        return Finding(action=step.action, part=step.part, reason=str(unclear))
    return Finding(action=step.action, part=step.part, answer=answer, value=value)


Answer = tuple[str, str]


def _day_of(words: Mapping[str, str], key: str, today: date, work: Work, ahead: int = 0) -> date:
    """The day under a key; nothing or "it" is the earlier step's day, and else today."""
    text = words.get(key, "")
    if not _THAT.fullmatch(text):
        day = read_day(text, today, ahead)
        if day is None:
            raise Unclear(f"“{text}” is not a date")
        return day
    earlier = work.earlier[-1].value if work.earlier else None
    try:
        day = date.fromisoformat((earlier or "")[:10])
    except ValueError:
        if text in ("", "it"):
            return today
        raise Unclear("the step before it gave no date") from None
    return day if text else today


def _day(words: Mapping[str, str], today: date, work: Work) -> Answer:
    day = _day_of(words, "a", today, work)
    verb = "was" if day < today else "is"
    near = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}.get((day - today).days)
    if near:
        zone = f" in {work.moment.zone.key}" if near == "Today" else ""
        return f"{near} {verb} {said(day)}{zone}.", day.isoformat()
    return f"That {verb} {said(day)}.", day.isoformat()


def _weekday(words: Mapping[str, str], today: date, work: Work) -> Answer:
    day = _day_of(words, "a", today, work)
    name = f"{day.day} {MONTHS[day.month - 1]} {day.year}"
    verb = "was" if day < today else "is"
    return f"{name} {verb} a {WEEKDAYS[day.weekday()]}.", day.isoformat()


def _shift(words: Mapping[str, str], today: date, work: Work) -> Answer:
    start = _day_of(words, "a", today, work)
    size, unit = read_amount(words["size"], words["unit"]) or (0, "day")
    end = moved(start, -size if words["way"] in _BACKWARDS else size, unit)
    way = "before" if words["way"] in _BACKWARDS else "after"
    return f"{_plural(size, unit)} {way} {said(start)} is {said(end)}.", end.isoformat()


def _between(words: Mapping[str, str], today: date, work: Work) -> Answer:
    start, end = _day_of(words, "a", today, work), _day_of(words, "b", today, work)
    distance, value = _distance(start, end, words["count"])
    return f"From {said(start)} to {said(end)} it is {distance}.", value


def _until(words: Mapping[str, str], today: date, work: Work) -> Answer:
    end = _day_of(words, "b", today, work, ahead=1)
    distance, value = _distance(today, end, words["count"])
    return f"Until {said(end)} it is {distance}.", value


def _since(words: Mapping[str, str], today: date, work: Work) -> Answer:
    start = _day_of(words, "a", today, work, ahead=-1)
    distance, value = _distance(start, today, words["count"])
    return f"Since {said(start)} it is {distance}.", value


def _distance(start: date, end: date, count: str) -> Answer:
    """The distance in the unit that was asked for; what does not come out even is added in days."""
    days = (end - start).days
    unit = count.removesuffix("s")
    if unit in ("day", "long"):
        return _plural(days, "day"), str(days)
    first, last = min(start, end), max(start, end)
    if unit == "week":
        whole, rest = divmod(abs(days), 7)
    else:
        size = 12 if unit == "year" else 1
        whole = whole_months(first, last) // size
        rest = (last - moved(first, whole * size, "month")).days
    sign = "-" if days < 0 else ""
    extra = f" and {_plural(rest, 'day')}" if rest else ""
    return f"{sign}{_plural(whole, unit)}{extra}", f"{sign}{whole}"


def _week(words: Mapping[str, str], today: date, work: Work) -> Answer:
    day = _day_of(words, "a", today, work)
    year, week, _ = day.isocalendar()
    return f"{said(day)} is in ISO week {week} of {year}.", str(week)


def _leap(words: Mapping[str, str], today: date, work: Work) -> Answer:
    year = int(words["year"])
    if isleap(year):
        return f"{year} is a leap year: February has 29 days.", "yes"
    return f"{year} is not a leap year: February has 28 days.", "no"


def _month_days(words: Mapping[str, str], today: date, work: Work) -> Answer:
    span = _span(words, today)
    if span is None:
        raise Unclear(f"“{words['month']}” is not a month")
    name, days = span
    return f"{name} has {_plural(days, 'day')}.", str(days)


def _span(words: Mapping[str, str], today: date) -> tuple[str, int] | None:
    """A month or a year with its number of days."""
    text = f"{words['month']} {words['year']}" if "year" in words else words["month"]
    year = {"this year": today.year, "next year": today.year + 1, "last year": today.year - 1}.get(
        text, int(text) if re.fullmatch(r"[1-9]\d{3}", text) else None
    )
    if year:
        return str(year), 366 if isleap(year) else 365
    month = read_month(text, today)
    if month is None:
        return None
    return f"{MONTHS[month[1] - 1]} {month[0]}", monthrange(*month)[1]


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if abs(number) == 1 else f"{number} {noun}s"


_ANSWERS: Mapping[str, Callable[[Mapping[str, str], date, Work], Answer]] = {
    "day": _day,
    "weekday": _weekday,
    "shift": _shift,
    "between": _between,
    "until": _until,
    "since": _since,
    "week": _week,
    "leap": _leap,
    "month_days": _month_days,
}
