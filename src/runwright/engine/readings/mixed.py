"""Questions that join sources: what an event of the calendar cost; invoices are in `invoices`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from runwright.context.index.words import STOP
from runwright.engine.around import Around
from runwright.engine.ledger.asking import asked
from runwright.engine.ledger.currencies import named_currencies
from runwright.engine.ledger.events import EVENT_NOUN, LONG_AFTER, LONG_BEFORE
from runwright.engine.ledger.frame import EXCEPT, FRAME
from runwright.engine.ledger.ranges import find_range
from runwright.engine.ledger.selection import Days, Selection
from runwright.engine.ledger.subjects import subject_in
from runwright.engine.patterns import lazily
from runwright.engine.periods import find_periods, without
from runwright.engine.readings import invoices
from runwright.engine.types import Step, Want
from runwright.engine.vocabulary import words_in

_LONGEST = 1_000
"""A longer part tells a story; it is searched for as a whole."""
_COSTS = words_in(
    [
        "spend spends spent spending spendings expense expenses expenditure expenditures earn"
        " earned earnings paid pay paying payment payments transaction transactions salary"
        " wage wages refund refunds refunded purchase purchases withdrawal withdrawals merchant"
        " merchants payee payees outgoings bought income charged cashflow paycheck debited credited"
        " cost costs price expensive charge bill billed much"
    ]
)
"""Words that speak of money that moved."""
_CALENDAR = lazily(
    r",?\s*\(?\b(?:(?:that(?:'s| is| was)\s+)?(?:on|in|from|per|according to)\s+"
    r"(?:my|the|our)\s+calendar"
    r"|calendar)\b(?:\s+(?:trip|event|entry))?\)?",
    re.I,
)
_IS_EVENT = lazily(rf"\b(?:{EVENT_NOUN})s?\b", re.I)
_END = r"(?=[?.!,;]|$)"
_DURING = lazily(
    r"\b(?:while|when)\s+(?:(?:i|we)\s+(?:was|were|am|are|went|stayed|visited|attended)\s+"
    r"(?:(?:away\s+)?(?:in|at|on|to|visiting|attending|travelling\s+(?:in|to|around))\s+)?"
    r"|(?:away\s+|being\s+)?(?:in|at|on|visiting|attending|staying\s+(?:in|at)"
    r"|travell?ing\s+(?:in|to|around|through))\s+)"
    rf"(?P<name>[^?.!,;]{{2,80}}?)\s*{_END}"
    rf"|\b(?:during|throughout)\s+(?P<during>[^?.!,;]{{2,80}}?)\s*{_END}"
    r"|\bon\s+the\s+(?:same\s+)?(?:day|evening|night|morning|afternoon|date)\s+"
    r"(?:(?:of|as)\s+|(?:that\s+|when\s+)?(?:i|we)\s+(?:went\s+out|went|met|saw|had|were|was|ate|dined)"
    r"(?:\s+(?:to|at|for|in))?\s+)(?P<day>[^?.!,;]{2,80}?)\s*"
    rf"{_END}|\b(?:for|on)\s+the\s+(?P<eve>(?!(?:same|next|whole|entire|other|previous|following|first|last"
    r"|latest|busiest|very|one|exact)\b)(?:[\w'\u2019-]+\s+){1,3}?)(?:evening|night|day)\b"
    rf"|\bthe\s+day\s+(?P<side>before|after)\s+(?P<near>[^?.!,;]{{2,80}}?)\s*{_END}"
    r"|\b(?:in|during|over|for)?\s*the\s+(?P<span>week|month|weekend)\s+"
    r"(?:of|with|when\s+(?:i|we)\s+had|(?:that\s+)?(?:i|we)\s+had|(?:i|we)\s+(?:was|were)\s+at)\s+"
    rf"(?P<within>[^?.!,;]{{2,80}}?)\s*{_END}"
    rf"|\bsince\s+(?P<since>(?:the|my|our)\s+[^?.!,;]{{2,80}}?)\s*{_END}",
    re.I,
)
_COST = lazily(
    r"\b(?:did|does|has|have|was|were|is)\s+(?P<subject>[^?.!,;]{2,80}?)\s+(?:end(?:ed)?\s+up\s+)?"
    r"(?:costs?|costing|set\s+(?:me|us)\s+back|come\s+to)\b(?!\s+of)"
    r"|\b(?:spen[dt]|pay|paid|cost)\s+(?:(?:any\s+|some\s+)?money\s+)?(?:on|for|at|of)\s+(?P<object>[^?.!,;]{2,80}?)\s*"
    rf"{_END}|\bhow\s+(?:much|expensive)\s+(?:was|were)\s+(?P<was>[^?.!,;]{{2,80}}?)\s*{_END}"
    rf"|\bcosts?\s+of\s+(?P<of>[^?.!,;]{{2,80}}?)\s*{_END}",
    re.I,
)
_BUDGET = lazily(
    r"\b(?:within|under|over|above|below|exceed\w*|st[iu]ck\s+to|ke(?:ep|pt)\s+to|inside|beyond"
    r"|stay\w*|went|go|gone|blow|blew|on|left|remain\w*|break|broke|fit\w*)\b.{0,60}?\bbudget\b"
    r"|\b(?:stay\w*|ke(?:ep|pt)|remain\w*|c[ao]me)\s+(?:with)?(?:in|under|below|inside)\s+(?:(?:the|our|my|a)\s+)?"
    r"(?:limit\b|[$€£]?\d)"
    r"|\bbudget\b.{0,80}?\b(?:left|remain\w*|exceed\w*|used\s+up|kept|broken|over|spent|enough)\b",
    re.I,
)
_EXCEPT = lazily(EXCEPT, re.I)
_INCLUDED = lazily(
    r",?\s*(?:\b(?:including|with)\s+(?:the\s+)?[\w' -]{2,30}"
    r"|\b(?:the\s+)?[\w'-]+(?:\s+[\w'-]+)?\s+included)\s*"
    r"(?=[?.!,;]|$)",
    re.I,
)
"""Matches what is counted in any case, where all of some days is."""
_BUDGET_WORDS = lazily(
    r"\b(?:budget|within|under|over|above|below|exceed\w*|st[iu]ck|keep|kept|inside|beyond|stay\w*|blow"
    r"|blew|spending|money|left|remain\w*|break|broke|fit\w*|used|enough|went|go|gone|much|limit)\b",
    re.I,
)
_OVER = lazily(r"\b(?:over|above|exceed\w*|beyond|blow|blew|broke|broken)\b", re.I)
_COST_OF = lazily(r"costs?\s+of\b", re.I)
_GOT = lazily(
    r"\b(?:how\s+much|what)\s+did\s+(?!i\b|we\b).{2,40}?\s(?:get|take|charge|bill|ask\s+for)\b",
    re.I,
)
_PAID = lazily(r"^\W*(?:did|have|has|was|were|is|are|am|do|does)\b", re.I)
_ARTICLE = lazily(r"^(?:(?:my|the|our|that|this|a|an|last|latest)\s+)+", re.I)
_DEFINITE = lazily(r"^(?:my|the|our|that|this|last|latest)\b|\bwith\s+(?:the\s+)?(?-i:[A-Z])", re.I)
"""Matches one particular event: "the workshop", "lunch with Ann"."""
_COMPOUND = lazily(r"(\w{3,}|off|on)(off|up|out|site)")
_WORD = lazily(r"[\w'\u2019-]+")


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
    but: str = ""
    """What is to be left out."""
    maybe: bool = False
    """Whether it may be something that only documents speak of."""


def read(part: str, around: Around) -> Sequence[Step] | None:
    """An event, its payments and their sum; or a document, its payments and whether they match."""
    if len(part) > _LONGEST:
        return None
    if steps := invoices.terms(part, around) or invoices.read(part, around):
        return steps
    if "finance" not in around.sources:
        return None
    if steps := _budget(part, around):
        return steps
    if "calendar" not in around.sources:
        return None
    if _COSTS.isdisjoint(around.words) and not _GOT.search(part):
        return None
    return _event(part, around)


def _today(around: Around) -> date:
    return around.moment.now.astimezone(around.moment.zone).date()


def _budget(part: str, around: Around) -> Sequence[Step] | None:
    """Whether a budget was kept to: one that is named, or one that a document says."""
    if not _BUDGET.search(part):
        return None
    sizes = find_range(part)
    exact = sizes is not None and sizes.least is not None and sizes.least == sizes.most
    if sizes is not None and not exact:
        return None
    text = without(part, [sizes.span]) if sizes else part
    cut = _EXCEPT.search(text)
    text, but = (text[: cut.start()], text[cut.end() :]) if cut else (text, "")
    words = [word for word in _WORD.findall(_BUDGET_WORDS.sub(" ", text)) if _is_name(word)]
    found = find_periods(text, _today(around), -1)
    name = " ".join(w for w in words if w in without(text, [period.span for period in found]))
    if not name or (sizes is None and "documents" not in around.sources):
        return None
    limit = {"budget": str(sizes.least) if sizes else "stated"}
    limit |= {"budget_currency": sizes.currency} if sizes and sizes.currency else {}
    limit |= {"over": "yes"} if _OVER.search(part) else {}
    limit |= {"claim": "yes"} if _PAID.search(part) else {}
    days = tuple((period.start, period.end) for period in found)
    paper = () if sizes else (Want("documents", text=f"{name} budget"),)
    return _steps(_Named(name, "cost", sure=False, but=but), days, limit, paper)


def _is_name(word: str) -> bool:
    return word.lower() not in FRAME and word.lower() not in STOP


def _event(part: str, around: Around) -> Sequence[Step] | None:
    found = find_periods(part, _today(around), -1)
    text = without(part, [period.span for period in found])
    named = _named(text)
    if named is None:
        return None
    days = tuple((period.start, period.end) for period in found)
    wanted = asked(text.lower())
    if wanted.direction == "in":
        return None  # an event costs; what comes in is told by the bookings alone
    kept = {"figure": wanted.figure}
    kept |= {"or_search": " ".join(around.sources)} if named.maybe else {}
    return _steps(named, days, kept)


def _steps(
    named: _Named,
    days: tuple[Days, ...],
    kept: dict[str, str],
    papers: tuple[Want, ...] = (),
) -> Sequence[Step]:
    """The event, its payments, and what is asked of them."""
    # On its days only some spending may be meant; a purchase may be no event at all.
    about = named.rest if named.mode == "days" else named.name
    currency, places = named_currencies(about)
    subject = subject_in(without(about, places))
    if named.but:
        subject = subject._replace(but=subject_in(named.but).alternatives)
    selection = Selection(subject, direction="out", currency=currency)
    when = Selection(days=days).encoded()
    span = {"span": named.span} if named.span else {}
    sure = {"sure": "yes"} if named.sure else {}
    calendar = Want("calendar", text=named.name, whole=True, words=_spellings(named.name))
    choosing = {"around": named.mode, "offset": str(named.offset), "keep": "yes", **sure, **span}
    telling = {"event": named.name, "mode": named.mode, "offset": str(named.offset), **span}
    looking = {"of": "calendar", "words": named.name, **when}
    return (
        Step("filter", "", looking, wants=(calendar, *papers)),
        Step(
            "filter",
            "",
            {**choosing, **selection.encoded(), **when},
            wants=(_bookings(days),),
        ),
        Step("aggregate", "", {**selection.encoded(), **telling, **when, **kept}),
    )


def _bookings(days: tuple[Days, ...]) -> Want:
    """The bookings among which its payments are: around the days that are named, else all."""
    if not days or any(start == date.min or end == date.max for start, end in days):
        return Want("finance", whole=True)
    first = min(start for start, _ in days) - LONG_BEFORE
    last = max(end for _, end in days) + LONG_AFTER
    return Want("finance", whole=True, start=first.isoformat(), end=last.isoformat())


def _named(text: str) -> _Named | None:
    on_calendar = _CALENDAR.search(text) is not None
    text = _CALENDAR.sub(" ", text)
    if match := _DURING.search(text):
        said = ("name", "during", "day", "eve", "near", "within", "since")
        name = _clean(next(filter(None, (match[group] for group in said))))
        offset = {"before": -1, "after": 1}.get((match["side"] or "").lower(), 0)
        rest = _INCLUDED.sub(" ", without(text, [match.span()]))
        span = "since" if match["since"] else (match["span"] or "").lower()
        if match["since"] and not _IS_EVENT.search(name):
            return None
        return _Named(name, "days", offset, span, rest=rest) if _words(name) else None
    for match in _COST.finditer(text):
        said = next(filter(None, match.groups()))
        name = _clean(said)
        definite = _DEFINITE.search(said.strip()) and _IS_EVENT.search(name)
        proper = sum(word[:1].isupper() for word in _WORD.findall(name)) > 1
        if _words(name) and (on_calendar or definite or (proper and _COST_OF.match(match[0]))):
            mode = "paid" if _PAID.search(text) else "cost"
            maybe = not on_calendar and not definite
            return _Named(name, mode, sure=on_calendar, maybe=maybe)
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
