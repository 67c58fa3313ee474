"""What a request leaves out, and the weekdays it keeps to: "except Mondays", "not with Ana".

Such words are taken out of the text before the rest of it is read: a name that is to be left out
would otherwise be looked for. Which events remain is decided in `leaving`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from runwright.engine.agenda.hours import WORKING, find_hours
from runwright.engine.agenda.request import write_days
from runwright.engine.agenda.vocabulary import GENERIC, telling
from runwright.engine.day_words import MONTH, WEEKDAY_NUMBER
from runwright.engine.patterns import lazily
from runwright.engine.periods import Period, find_periods

GAP = "\x00"
BAR = " | "


class Limits(NamedTuple):
    """A text without its limits, and the limits as a request keeps them."""

    text: str
    weekdays: str = ""
    without: str = ""
    outside: str = ""
    not_days: str = ""
    not_clock: str = ""

    def found(self) -> dict[str, str]:
        """What there is, by the name of the request's field."""
        return {name: value for name, value in self._asdict().items() if value and name != "text"}


_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_ALL = frozenset(range(7))
_WEEKEND, _WORKDAYS = frozenset({5, 6}), frozenset(range(5))
_LIST = rf"{_DAY}s(?:(?:\s?,\s?|\s?,?\s(?:and|or|&)\s(?:on\s)?){_DAY}s)*"
_KEPT = lazily(
    rf"""\b(?:
      (?:(?:on|every|each|for|all|my|the)\s)?(?P<led>{_LIST})
    | (?:every|each)\s(?:(?:single|other|second)\s)?(?P<every>{_DAY})
    | (?:on\s)?(?P<part>{_DAY})(?=\s(?:mornings|afternoons|evenings|nights)\b)
    | (?:on|at|over|during|every|each)\s(?:an?\s|the\s)?(?P<weekends>weekends|(?<=a\s)weekend
        |(?<=every\s)weekend|(?<=each\s)weekend)
    | (?:on|every|each|during)\s(?:an?\s|the\s)?(?P<workdays>weekdays?|work(?:ing)?\s?days?)
    | (?P<noun>{_DAY})
      (?=\s(?:meetings|appointments|events|calls)\b.*\b(?:{MONTH}|month|quarter|year)\b)
    | (?P<some>(?:on|falls?\son|fall\son)\san?\s)(?P<one>{_DAY})
    )\b(?!['’])""",
    re.I | re.X,
)
# "Is it on a Friday?" asks on which day it is.
_ASKS_DAY = lazily(
    r"\W*(?:is|are|was|were|will|does|did|do)\s(?!there\b|i\b|we\b|any\b|some)", re.I
)
_TAKEN_OUT = lazily(
    r"""[,(]?\s?\b(?:
      (?P<plain>except(?:ing)?(?:\sfor)?|excluding|exclude|apart\sfrom|aside\sfrom|other\sthan|besides
        |without|leaving\s(?:out|aside)|minus|ignoring|disregarding|not\s(?:counting|including)
        |but\s(?:not|no|without|excluding)|(?P<but>but))
    | (?P<outside>outside(?:\sof)?)
    | (?P<said>(?:(?:that|which|who)(?:\s(?:are|is|were|was|do|does|did)|['’](?:s|re))\snot
        |(?:that|which|who)\s(?:are|is|were|was|do|does|did)n['’]?t
        |(?:are|is|were|was)(?:\snot|n['’]t)|(?:do|does|did)(?:\snot|n['’]t)
          (?=\s(?:involve|include|concern|take\splace|happen)))
        (?:\s(?:involve|include|have|concern|contain|take\splace|happen))?)
    | (?P<bare>not)(?=\s(?:with|at|in|on|about|involving|by|from)\s)
    )\s""",
    re.I | re.X,
)
_ASKS_WHETHER = lazily(r"\W*(?:is|are|was|were|am)(?:n['’]t)?\s(?!there\b|any\b)", re.I)
_EVERYTHING = lazily(r"\b(?:everything|anything|all|every|nothing|anyone|everyone)\b", re.I)
_OBJECT_ENDS = lazily(
    r"[,;?!)]|(?<!\bdr)(?<!\bmr)(?<!\bms)(?<!\bmrs)\.(?=\s|$)"
    r"|\s(?=(?:do|did|does|are|is|was|were|have|had|has|will|am|i|we|can|could|should|that|which"
    r"|when|if|so|please|pls|happen\w*|take|took|but|scheduled|planned|there)\b)|$",
    re.I,
)
_LEAD = lazily(
    r"(?:\s|,|&|\b(?:and|or|on|in|the|my|our|for|any|those|ones|at|of|during|nor|also)\b)*", re.I
)
_ONE_DAY = lazily(
    rf"(?:(?P<day>{_DAY})s?|(?P<end>weekends?)|(?P<work>weekdays|work(?:ing)?\s?days))\b(?!['’])"
    r"(?=\s*(?:$|[,&]|(?:and|or|in|of|this|next|last|from|between|until|for|during)\b))",
    re.I,
)
_PART_OF_DAY = lazily(r"(?:mornings?|afternoons?|evenings?)\b", re.I)
_WORK_HOURS = lazily(
    r"(?:(?:my|our|the|normal|usual|regular|core)\s)*"
    r"(?:work(?:ing)?|office|business|opening|school)\s(?:hours?|time|day)\b",
    re.I,
)
# "Days without meetings" and "without a break" leave nothing out.
_NOTHING = lazily(
    r"\W*(?:any\s|an?\s|the\s|my\s|being\s|having\s|much\s)*(?:meetings?|events?|appointments?"
    r"|entries|plans|anything|breaks?|overlap\w*|conflicts?|clash\w*|interruptions?|looking|asking"
    r"|me|cancell?ed|yet|over|sure|free|busy|available|possible|able|confirmed|attending|going)\b",
    re.I,
)


# "Mondays agenda" is the agenda of one Monday, whose apostrophe was forgotten.
_ONE_MONDAY = lazily(
    rf"\b(?P<day>{_DAY})s(?=\s(?:agenda|schedule|calendar|plan|programme|program)\b)", re.I
)
_AFTER = lazily(r",?\s(?P<what>[^,?.;]{3,40})\s(?:excepted|excluded|aside)\b", re.I)


_ABSENT = lazily(
    r"\s(?:that|which|where)\s(?P<who>[A-Z][\w.-]*(?:\s[A-Z][\w.-]*)?)\s"
    r"(?:is|are|was|were)(?:\snot|n['’]t)\s(?:in|at|part\sof|attending|invited\sto|there)\b"
)


class _Taken(NamedTuple):
    """What one clause leaves out, and how far in the text it reaches."""

    end: int
    weekdays: frozenset[int] = frozenset()
    periods: tuple[Period, ...] = ()
    clock: str = ""
    phrase: str = ""


def limited(text: str, today: date) -> Limits:
    """The text without its limits, and what they are."""
    text = _ONE_MONDAY.sub(r"\g<day>", text)
    text = _AFTER.sub(r" except \g<what>", text)
    text = _ABSENT.sub(r" without \g<who>", text)
    if "not" not in text.lower() and not _TAKEN_OUT.search(text) and not _KEPT.search(text):
        return Limits(text)
    found: list[tuple[bool, _Taken]] = []
    for match in _TAKEN_OUT.finditer(text):
        if not _leaves_out(match, text):
            continue
        outside = bool(match["outside"])
        taken = _taken(text, match.end(), today, outside)
        if taken is not None:
            found.append((outside, taken))
            text = _blank(text, match.start(), taken.end)
    text, kept = _weekdays(text)
    return _limits(text, kept, found)


def _limits(text: str, kept: frozenset[int], found: Iterable[tuple[bool, _Taken]]) -> Limits:
    every = [taken for _, taken in found]
    days = (kept or _ALL).difference(*(taken.weekdays for taken in every))
    periods = [(p.start, p.end) for taken in every for p in taken.periods]
    phrases = [(outside, taken.phrase) for outside, taken in found if taken.phrase]
    return Limits(
        text,
        weekdays=" ".join(map(str, sorted(days))) if days and days != _ALL else "",
        without=BAR.join(phrase for outside, phrase in phrases if not outside),
        outside=BAR.join(phrase for outside, phrase in phrases if outside),
        not_days=write_days(periods),
        not_clock=" ".join(taken.clock for taken in every if taken.clock),
    )


def _leaves_out(match: re.Match[str], text: str) -> bool:
    before = text[: match.start()]
    if not before.strip():
        return bool(match["plain"] and not match["but"])
    if match["but"]:
        return _EVERYTHING.search(before) is not None
    relative = match["said"] and re.match(r"\W*(?:that|which|who)", match["said"], re.I)
    negated = bool(match["said"] or match["bare"]) and not relative
    return not (negated and _ASKS_WHETHER.match(text))


def _taken(text: str, at: int, today: date, outside: bool) -> _Taken | None:
    """What the clause that begins here leaves out; None when it leaves nothing out."""
    ends = _OBJECT_ENDS.search(text, at)
    object_ = text[at : ends.start() if ends else len(text)]
    if outside and (hours := _WORK_HOURS.match(object_)):
        return _Taken(at + hours.end(), clock=f"{WORKING[0]}-{WORKING[1]}")
    if _NOTHING.match(object_):
        return None
    periods = find_periods(object_, today, 0)
    taken = _days_taken(object_, at, periods)
    if taken is not None:
        return taken
    first = min((period.span[0] for period in periods), default=len(object_))
    phrase = object_[:first].strip()
    known = telling(phrase) or [w for w in phrase.split() if w.lower() in GENERIC]
    return _Taken(at + first, phrase=phrase) if known else None


def _days_taken(object_: str, at: int, periods: list[Period]) -> _Taken | None:
    """Days and parts of the day at the beginning of what is left out."""
    weekdays: frozenset[int] = frozenset()
    days: list[Period] = []
    clock, reached = "", 0
    while lead := _LEAD.match(object_, reached):
        begin = lead.end()
        period = next((p for p in periods if reached <= p.span[0] <= begin < p.span[1]), None)
        if one := _ONE_DAY.match(object_, begin):
            weekdays |= _named(one["day"], one["end"])
            reached = one.end()
        elif part := _PART_OF_DAY.match(object_, begin):
            hours = find_hours(part[0])
            clock, reached = f"{hours.start}-{hours.end}" if hours else "", part.end()
        elif period is not None:
            days.append(period)
            reached = period.span[1]
        else:
            break
    return _Taken(at + reached, weekdays, tuple(days), clock) if reached else None


def _named(day: str | None, weekend: str | None) -> frozenset[int]:
    if day:
        return frozenset({WEEKDAY_NUMBER[day.lower()]})
    return _WEEKEND if weekend else _WORKDAYS


def _weekdays(text: str) -> tuple[str, frozenset[int]]:
    """The weekdays that are meant each time, and the text without them."""
    kept: frozenset[int] = frozenset()
    for match in _KEPT.finditer(text):
        if match["some"] and _ASKS_DAY.match(text):
            continue
        names = match["led"] or match["every"] or match["part"]
        names = names or match["noun"] or match["one"]
        if names:
            days = re.findall(_DAY, names, re.I)
            kept |= frozenset(WEEKDAY_NUMBER[day.lower()] for day in days)
        else:
            kept |= _WEEKEND if match["weekends"] else _WORKDAYS
        text = _blank(text, match.start(), match.end())
    return text, kept


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + GAP * (end - start) + text[end:]
