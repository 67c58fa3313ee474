"""Parts that do not say where their answer lies: "what's on today?", "average power bill?".

Where several sources may be read, they are read as they would be if the bookings, or the calendar,
were all there is. What is found there must answer for every word; else the prose of all sources is
looked through, as it is for everything else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from runwright.context.index.words import word_set
from runwright.engine.agenda.vocabulary import tokens
from runwright.engine.around import ATTACHED, Around
from runwright.engine.ledger.plainly import put_plainly
from runwright.engine.ledger.questions import Question, question
from runwright.engine.patterns import lazily
from runwright.engine.readings import calendar, money, prices
from runwright.engine.types import Step

_LONGEST = 240
"""Characters: a longer part has words enough to say what it is about."""
_PAPERS = lazily(
    r"\b(?:contracts?|agreements?|lease|polic(?:y|ies)|documents?|reports?|papers?|according\s+to|files?|pdf"
    r"|letters?|e-?mails?|notes?|attach\w+|offers?|quotes?|minutes|itinerary|says?|article|chapter|page"
    r"|text|passage|why|explain|summari[sz]e|left\s+(?:on|of)|tenders?)\b",
    re.I,
)
"""Matches what is asked of something that somebody wrote."""
_HOW_MUCH = lazily(
    r"\bhow\s+(?:much|often|many\s+times)\b|\bwhat['\u2019]?s?\s+(?:did|does|do|is|was|were)?.{0,40}\bcosts?\b",
    re.I,
)
_FIGURE = lazily(
    r"\b(?:total|sum|average|mean|median|largest|biggest|highest|smallest|lowest|cheapest|most|least|bigger|larger|smaller"
    r"|more|less|higher|lower|cheaper|dearer|compared?|versus|vs|bills?|costs?|spend\w*|spent|receipts?"
    r"|per|by\s+month|monthly|month\s+by\s+month|trend|paid|pay|payments?|refund\w*|income|earn\w*|expensive"
    r"|went|gone|came|bought|charged?|list|show|all|every|top|increase\w*|go\s+up|went\s+up|visits?|trips?)\b",
    re.I,
)
_DID = lazily(r"\b(?:did|was|were|has|had|ago|since|been|went|came|have\s+(?:i|we|they))\b", re.I)
_TIMES = lazily(
    r"\b(?:overlap\w*|conflict\w*|clash\w*|collid\w+|double[- ]?book\w*|free|busy|busiest"
    r"|hours?|minutes?"
    r"|calendar|diary|agenda|appointments?|meetings?|events?|what['\u2019]?s\s+on|tomorrow|tonight|upcoming)\b",
    re.I,
)
"""Matches what is rather asked of a calendar."""
_WHO_IS = lazily(r"\W*who(?:['\u2019]s|\s+(?:is|was|are))\s+(?:the|my|our|an?)\s+\w+\W*$", re.I)
_NOT_TIME = lazily(r"\bfree\s+(?:cash|of|copies|copy|trial)\b", re.I)
_SINCE_WHEN = lazily(r"\bsince\s+when\b|\bhow\s+long\s+has\b", re.I)
_ASKS_DAY = ("when", "ago", "whether")
_SURER = ("average", "max", "min", "changed", "pair", "list", "count")
_DATED = ("days", "clock", "weekdays", "order", "meetings")
_OF_ONE_EVENT = word_set("""
    when where who host long until status neighbour ago between overlap adjacent companion versus
    busiest quietest longest shortest hours count gaps free people
    """)


def read(part: str, around: Around) -> Sequence[Step] | None:
    """The steps of the likelier of the two, which leave the part to prose if they find nothing."""
    plain = len([source for source in around.sources if source != ATTACHED]) > 1
    if not plain or ATTACHED in around.sources or len(part) > _LONGEST or _PAPERS.search(part):
        return None
    first, then = (_of_calendar, _of_money) if _TIMES.search(part) else (_of_money, _of_calendar)
    return first(part, around) or then(part, around)


def _of_money(part: str, around: Around) -> Sequence[Step] | None:
    if "finance" not in around.sources:
        return None
    text = put_plainly(part)
    if not (_HOW_MUCH.search(text) or _FIGURE.search(text) or _DID.search(text)):
        return None
    alone = around._replace(sources=("finance",))
    if _SINCE_WHEN.search(part) and (steps := prices.read(part, alone)):
        return (*steps[:-1], _or_prose(steps[-1], around))
    asked = question(text, _today(around))
    if not _is_telling(text, asked):
        return None
    steps = tuple(prices.read(part, alone) or money.steps_for(text, asked))
    return (*steps[:-1], _or_prose(steps[-1], around))


def _is_telling(text: str, asked: Question) -> bool:
    """Whether bookings could answer it: a kind of spending, a shop, a stretch of days."""
    subject, figure = asked.selection.subject, asked.asked.figure
    if figure in _ASKS_DAY or figure == "balance":
        return bool(subject.alternatives) and _DID.search(text) is not None
    if subject.categories() or (asked.other and asked.other.subject.categories()):
        return bool(_HOW_MUCH.search(text) or _FIGURE.search(text) or asked.selection.days)
    if _HOW_MUCH.search(text) is None and asked.other is None:
        return bool(subject.alternatives) and figure in _SURER
    return bool(subject.alternatives) or bool(asked.asked.direction and asked.selection.days)


def _of_calendar(part: str, around: Around) -> Sequence[Step] | None:
    if "calendar" not in around.sources:
        return None
    alone = around._replace(sources=("calendar",), words=frozenset(tokens(part)))
    if _WHO_IS.match(part) or _NOT_TIME.search(part):
        return None
    steps = calendar.read(part, alone)
    if not steps or not all(map(_is_of_time, steps)):
        return None
    return (*steps[:-1], _or_prose(steps[-1], around))


def _is_of_time(step: Step) -> bool:
    """Whether it asks for days and hours, or for one event, and not for any text about it."""
    ask = step.arguments.get("ask", "")
    dated = any(name in step.arguments for name in _DATED)
    if step.action == "free_time":
        return True
    if ask in ("list", "exists") and " " in step.arguments.get("topic", ""):
        return any(name in step.arguments for name in ("order", "meetings"))
    return dated or ask in _OF_ONE_EVENT


def _or_prose(step: Step, around: Around) -> Step:
    return step._replace(arguments={**step.arguments, "or_prose": " ".join(around.sources)})


def _today(around: Around) -> date:
    return around.moment.now.astimezone(around.moment.zone).date()
