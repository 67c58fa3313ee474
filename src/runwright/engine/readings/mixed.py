"""Questions that join sources: what an event of the calendar cost; invoices are in `invoices`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from runwright.context.index.words import STOP
from runwright.engine.around import Around
from runwright.engine.ledger.asking import asked
from runwright.engine.ledger.currencies import named_currencies
from runwright.engine.ledger.following import asks_cost_of_it
from runwright.engine.ledger.frame import FRAME
from runwright.engine.ledger.questions import without
from runwright.engine.ledger.selection import Selection
from runwright.engine.ledger.subjects import subject_in
from runwright.engine.periods import find_periods
from runwright.engine.readings import invoices
from runwright.engine.readings.money import LONGEST, SURE, asks
from runwright.engine.types import Step, Want
from runwright.engine.vocabulary import words_in

_COSTS = SURE | words_in(["cost costs price expensive cost me how much"]) - {"how", "me"}
_CALENDAR = re.compile(
    r",?\s*\(?\b(?:(?:that(?:'s| is| was)\s+)?(?:on|in|from|per|according to)\s+"
    r"(?:my|the|our)\s+calendar"
    r"|calendar)\b(?:\s+(?:trip|event|entry))?\)?",
    re.I,
)
_EVENT = (
    r"offsite|off-site|trip|conference|workshop|retreat|meeting|appointment|kick-?off|wedding|party"
    r"|concert|festival|holiday|vacation|getaway|summit|seminar|training|course|visit|birthday|dinner"
    r"|lunch|breakfast|brunch|event|excursion|tour|stay|reunion|meet-?up|hackathon|congress|exhibition|weekend"
    r"|fair|show|match|interview|check-?up|session|lesson|class|anniversary|celebration"
    r"|weekend away"
    r"|dentist|barbecue|picnic|camp|hike|game|opera|webinar|demo|review|call"
)
_IS_EVENT = re.compile(rf"\b(?:{_EVENT})s?\b", re.I)
_END = r"(?=[?.!,;]|$)"
_DURING = re.compile(
    r"\b(?:while|when)\s+(?:i|we)\s+(?:was|were|am|are|went|stayed|visited|attended)\s+"
    rf"(?:(?:away\s+)?(?:in|at|on|to|visiting|attending)\s+)?(?P<name>[^?.!,;]{{2,80}}?)\s*{_END}"
    rf"|\b(?:during|throughout)\s+(?P<during>[^?.!,;]{{2,80}}?)\s*{_END}"
    r"|\bon\s+the\s+(?:same\s+)?day\s+(?:of|as)\s+(?P<day>[^?.!,;]{2,80}?)\s*"
    rf"{_END}|\bthe\s+day\s+(?P<side>before|after)\s+(?P<near>[^?.!,;]{{2,80}}?)\s*{_END}"
    r"|\b(?:in|during|over|for)?\s*the\s+(?P<span>week|month|weekend)\s+"
    r"(?:of|with|when\s+(?:i|we)\s+had|(?:that\s+)?(?:i|we)\s+had|(?:i|we)\s+(?:was|were)\s+at)\s+"
    rf"(?P<within>[^?.!,;]{{2,80}}?)\s*{_END}",
    re.I,
)
_COST = re.compile(
    r"\b(?:did|does|has|have|was|were|is)\s+(?P<subject>[^?.!,;]{2,80}?)\s+costs?\b(?!\s+of)"
    r"|\b(?:spen[dt]|pay|paid|cost)\s+(?:(?:any\s+|some\s+)?money\s+)?(?:on|for|at|of)\s+(?P<object>[^?.!,;]{2,80}?)\s*"
    rf"{_END}|\bhow\s+(?:much|expensive)\s+(?:was|were)\s+(?P<was>[^?.!,;]{{2,80}}?)\s*{_END}"
    rf"|\bcosts?\s+of\s+(?P<of>[^?.!,;]{{2,80}}?)\s*{_END}",
    re.I,
)
_PAID = re.compile(r"^\W*(?:did|have|has|was|were)\b", re.I)
_ARTICLE = re.compile(r"^(?:(?:my|the|our|that|this|a|an|last|latest)\s+)+", re.I)
_DEFINITE = re.compile(r"^(?:my|the|our|that|this|last|latest)\b|\bwith\s+(?-i:[A-Z])", re.I)
"""Matches one particular event: "the workshop", "lunch with Ann"."""
_COMPOUND = re.compile(r"(\w{3,}|off|on)(off|up|out|site)")
_WORD = re.compile(r"[\w'\u2019-]+")


class _Named(NamedTuple):
    """An event that a question names."""

    name: str
    mode: str
    """`days`: all that was spent on them; `cost`: what belongs to it; `paid`: whether it was."""
    offset: int = 0
    span: str = ""
    """The week or month that it lies in, where all of it is meant."""
    sure: bool = True
    """Whether it must be an event, not just a purchase."""
    rest: str = ""
    """What the question says beside it."""


def read(part: str, around: Around) -> Sequence[Step] | None:
    """An event, its payments and their sum; or a document, its payments and whether they match."""
    if len(part) > LONGEST:
        return None
    if steps := invoices.read(part, around):
        return steps
    if "finance" not in around.sources or _COSTS.isdisjoint(around.words):
        return None
    if around.before and asks_cost_of_it(part) and not asks(around.before[-1], around):
        return _cost_of_it(part, around)
    return _event(part, around) if "calendar" in around.sources else None


def _cost_of_it(part: str, around: Around) -> Sequence[Step] | None:
    """ "And what did it cost?", after a question about an event."""
    words = (word for word in _WORD.findall(around.before[-1]) if word.lower() not in FRAME)
    name = " ".join(words)
    if not name or "calendar" not in around.sources:
        return None
    return _event(f"what did the event {name} cost", around)


def _event(part: str, around: Around) -> Sequence[Step] | None:
    today = around.moment.now.astimezone(around.moment.zone).date()
    found = find_periods(part, today, -1)
    text = without(part, [period.span for period in found])
    named = _named(text)
    if named is None:
        return None
    days = tuple((period.start, period.end) for period in found)
    # On its days only some spending may be meant; a purchase may be no event at all.
    about = named.rest if named.mode == "days" else named.name
    currency, places = named_currencies(about)
    subject = subject_in(without(about, places))
    selection = Selection(subject, direction="out", currency=currency)
    when = Selection(days=days).encoded()
    kept = {"event": named.name, "mode": named.mode, "offset": str(named.offset), **when}
    if named.span:
        kept["span"] = named.span
    sure = {"sure": "yes"} if named.sure else {}
    figure = asked(text.lower()).figure
    calendar = Want("calendar", text=named.name, whole=True, words=_spellings(named.name))
    choosing = {"around": named.mode, "offset": str(named.offset), "keep": "yes", **sure}
    choosing |= {"span": named.span} if named.span else {}
    return (
        Step("filter", "", {"of": "calendar", "words": named.name, **when}, wants=(calendar,)),
        Step(
            "filter",
            "",
            {**choosing, **selection.encoded()},
            wants=(Want("finance", text=part, whole=True),),
        ),
        Step("aggregate", "", {**selection.encoded(), **kept, "figure": figure}),
    )


def _named(text: str) -> _Named | None:
    on_calendar = _CALENDAR.search(text) is not None
    text = _CALENDAR.sub(" ", text)
    if match := _DURING.search(text):
        said = ("name", "during", "day", "near", "within")
        name = _clean(next(filter(None, (match[group] for group in said))))
        offset = {"before": -1, "after": 1}.get((match["side"] or "").lower(), 0)
        rest = without(text, [match.span()])
        span = (match["span"] or "").lower()
        return _Named(name, "days", offset, span, rest=rest) if _words(name) else None
    for match in _COST.finditer(text):
        said = next(filter(None, match.groups()))
        name = _clean(said)
        definite = _DEFINITE.search(said.strip()) and _IS_EVENT.search(name)
        if _words(name) and (on_calendar or definite):
            mode = "paid" if _PAID.search(text) else "cost"
            return _Named(name, mode, sure=on_calendar)
    return None


def _clean(name: str) -> str:
    name = re.sub(
        r"\s+(?:cost|me|us|in total|altogether|overall)\b.*$", "", name.strip(), flags=re.I
    )
    return _ARTICLE.sub("", " ".join(name.split())).strip(" '\"“”")


def _words(name: str) -> list[str]:
    return [word for word in _WORD.findall(name.lower()) if word not in STOP]


def _spellings(name: str) -> tuple[str, ...]:
    """The words of a name, and compounds in one word and in two: "kickoff", "kick-off"."""
    words = _words(name)
    joined = [word.replace("-", "") for word in words if "-" in word]
    parts = [part for word in words if (cut := _COMPOUND.fullmatch(word)) for part in cut.groups()]
    return tuple(dict.fromkeys((*words, *joined, *parts)))
