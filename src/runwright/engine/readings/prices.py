"""Questions about the price of what is paid again and again: now, before, since when.

A price that only a document names is left to the readings after this one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from runwright.engine.around import Around
from runwright.engine.days import moved
from runwright.engine.ledger.asking import Asked
from runwright.engine.ledger.questions import Question, without
from runwright.engine.ledger.ranges import find_range
from runwright.engine.ledger.selection import Days, Selection
from runwright.engine.ledger.spellings import spelled_out
from runwright.engine.ledger.subjects import subject_in
from runwright.engine.patterns import lazily
from runwright.engine.periods import Period, find_periods
from runwright.engine.readings.money import LONGEST, steps_for
from runwright.engine.types import Step

_NOWADAYS = (
    r"(?:right\s+now|now(?:adays)?|currently|these\s+days|at\s+(?:the\s+moment|present)|today"
    r"|as\s+of\s+(?:now|today))"
)
_DEARER = r"(?:more\s+expensive|dearer|pricier|cheaper|less\s+expensive)"
_MOVED = (
    rf"(?:(?:get|got|gotten|become|became|getting|turn(?:ed)?)\s+(?:so\s+|much\s+|any\s+)?{_DEARER}"
    r"|(?:go|gone|went|goes|going)\s+(?:up|down)|increas(?:e[ds]?|ing)|decreas(?:e[ds]?|ing)|rise[ns]?"
    r"|rose|rais(?:e[ds]?|ing)|drop(?:ped|s)?|chang(?:e[ds]?|ing)|f[ae]ll(?:en)?|(?:put|jack)\s+up)"
)
_PRICE = (
    r"(?:prices?|costs?|fees?|rates?|tariffs?|premiums?|subscription|charges?|rent|contract|salary|wages?"
    r"|pension|allowance)"
)
_BEFORE = (
    r"\bbefore\s+(?:the|that|it|its|they|this|my|their)\b.{0,40}\b(?:price|went|got|increase[ds]?|rise"
    r"|raised?|changed?|hike|became|rose)\b"
    rf"|\b(?:old|previous|former|earlier|original)\s+"
    rf"(?!(?:year|month|quarter|week|day)\b)(?:[\w-]+\s+){{0,2}}?{_PRICE}\b"
    r"|\bused\s+to\s+(?:pay|cost|be|charge)\b"
)
_WHICH = (
    r"\b(?:which|what|any|anything|some)\b.{0,40}\b(?:subscriptions?|memberships?|prices?|contracts?|things?"
    r"|fixed\s+costs?|(?:regular|recurring|monthly|standing)\s+\w+)\b"
    rf".{{0,40}}\b{_MOVED}\b"
    rf"|\b(?:what|who|anything)\s+(?:has\s+|have\s+)?(?:got|gotten|become|became)\s+{_DEARER}"
)
_THAN = (
    rf"\b(?:how\s+much|what)\b.{{0,20}}\b(?:more|less|higher|lower|{_DEARER})\b.{{0,20}}"
    r"\b(?:is|are|do|does|am|has|have)\b.*\bthan\b"
    rf"|^\W*(?:is|are|do|am)\b.*\b(?:{_DEARER}|pay(?:ing)?\s+(?:more|less)|higher|lower)\b.*\bthan\b"
)
_WHEN = (
    r"\b(?:when|on\s+what\s+(?:day|date)|(?:in\s+)?(?:which|what)\s+month)\b"
    rf".*\b{_MOVED}\b"
    r"|\bsince\s+when\b.*\b(?:pay|cost|charge|more|less)\w*\b"
    r"|\bwhen\b.*\b(?:start|beg[ai]n)\w*\s+(?:paying|charging|costing|to\s+(?:pay|charge|cost))\s+"
    r"(?:me\s+)?(?:more|less)\b"
)
_WHETHER = (
    rf"^\W*(?:has|have|had|did|does|do|is|are)\b.*\b{_PRICE}\b.*\b{_MOVED}\b"
    rf"|^\W*(?:has|have|did)\b.*\b{_MOVED}\b.*\b{_PRICE}\b"
    r"|^\W*(?:has|have|did|is|are)\b.*\b(?:get|got|gotten|become|became|getting)\s+(?:any\s+|much\s+)?"
    rf"{_DEARER}\b"
)
_NOW = (
    r"\b(?:what|how\s+much)\b.*\b(?:pay|paying|pays|costs?|costing|charges?|charging|is|are)\b"
    rf".*\b{_NOWADAYS}\b"
    rf"|\b(?:what|how\s+much)\b.*\b{_NOWADAYS}\b.*\b(?:pay|paying|pays|costs?|charges?)\b"
    r"|\b(?:what(?:'s|\u2019s|\s+is)|how\s+(?:much|high)\s+is)\b"
    rf".*\b(?:current|present|latest)\s+(?:monthly\s+)?{_PRICE}\b"
)
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("before", lazily(_BEFORE, re.I)),
    ("which", lazily(_WHICH, re.I)),
    ("than", lazily(_THAN, re.I)),
    ("when", lazily(_WHEN, re.I)),
    ("whether", lazily(_WHETHER, re.I)),
    ("now", lazily(_NOW, re.I)),
)
"""What each form asks for; the first that fits."""
_MINE = lazily(r"\b(?:i|we|my|our|me|us)\b", re.I)
_OF_A_PRICE = lazily(rf"\b(?:{_PRICE}|{_DEARER}|(?:go|gone|went)\s+(?:up|down))\b", re.I)
_HOUSEHOLD = lazily(r"\b(?:current|present)\s+(?:monthly\s+)?(?:rent|salary|subscription)\b", re.I)
_SINCE = lazily(r"\bsince\s+(?!when\b)", re.I)
_PAST = lazily(r"\b(?:did|was|were|had)\b", re.I)
_UP = lazily(r"\b(?:more\s+expensive|dearer|pricier|up|increas\w+|ris\w+|rose|rais\w+)\b", re.I)
_DOWN = lazily(r"\b(?:cheaper|less\s+expensive|down|decreas\w+|drop\w*|f[ae]ll\w*)\b", re.I)
_ELSEWHERE = lazily(
    r"\b(?:according\s+to|in\s+(?:my|the)\s+(?:lease|contract|notes?|documents?|policy|agreement))\b"
    r"|\b(?:how\s+often|how\s+many|more\s+(?:on|at|often)|spen[dt])\b",
    re.I,
)
_CUES = lazily(
    rf"\b(?:{_NOWADAYS}|{_DEARER}|{_MOVED}|before\s+(?:the|that|it|its|they|this|my|their)\b.*"
    r"|(?:old|previous|former|earlier|original|current|present|latest|new)\b|used\s+to|since\s+when"
    r"|by\s+how\s+much|how\s+much|per\s+(?:month|week|year|quarter)|a\s+month|each\s+month|every\s+month"
    r"|monthly|prices?|costs?|costing|charges?|charging|charged?|pay(?:s|ing)?|than|more|less|higher|lower"
    r"|start(?:ed)?|began|begin|percent(?:age)?|per\s+cent|in\s+which|which|month|regular|recurring|standing"
    r"|payments?|anything|things?|some|any|lately|recently|been|yet|already|ever)\b",
    re.I,
)


def read(part: str, around: Around) -> Sequence[Step] | None:
    """Choose what is paid again and again, then tell its price."""
    if "finance" not in around.sources or len(part) > LONGEST or _ELSEWHERE.search(part):
        return None
    mode = next((name for name, form in _FORMS if form.search(part)), "")
    if not mode or (mode == "now" and _PAST.search(part)) or not _is_own(part, mode, around):
        return None
    asked = _asked(part, mode, around.moment.now.astimezone(around.moment.zone).date())
    return steps_for(part, asked) if asked else None


def _is_own(part: str, mode: str, around: Around) -> bool:
    """Whether it is asked of bookings: documents and the world have prices too."""
    if set(around.sources) == {"finance"} or _MINE.search(part):
        return True
    return (_HOUSEHOLD if mode == "now" else _OF_A_PRICE).search(part) is not None


def _asked(part: str, mode: str, today: date) -> Question | None:
    text = spelled_out(part)
    sizes = find_range(text)
    text = without(text, [sizes.span]) if sizes else text
    periods = find_periods(text, today, -1)
    bare = without(text, [period.span for period in periods])
    subject = subject_in(_CUES.sub(" ", bare))
    if not subject.alternatives and mode != "which":
        return None
    if len(periods) > 1 or (mode == "than" and not periods):
        return None
    direction = "in" if subject.is_income() else "out"
    open_end = "since" if _SINCE.search(part) else mode
    days = _days(periods[0], open_end) if periods and mode in ("than", "which", "whether") else ()
    order = _claim(part) if mode in ("which", "whether") else mode
    by = "merchant" if mode == "which" else ""
    return Question(Asked("prices", direction, by, 0, order), Selection(subject, days, direction))


def _days(period: Period, mode: str) -> tuple[Days, ...]:
    """From some days on; what changed in them is told by the month before as well."""
    if mode in ("than", "since"):
        return ((period.start, date.max),)
    begin = moved(period.start, -1, "month") if period.start.year > 1 else date.min
    return ((begin, period.end),)


def _claim(part: str) -> str:
    return "up" if _UP.search(part) else "down" if _DOWN.search(part) else "any"
