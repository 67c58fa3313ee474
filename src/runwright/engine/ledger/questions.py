"""A question about money taken apart: which bookings it means, what it wants to know of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta
from itertools import islice
from typing import NamedTuple

from runwright.engine.days import WEEKDAYS
from runwright.engine.ledger.asking import BY_UNIT, REGULAR, TOP, Asked, asked
from runwright.engine.ledger.categories import named_in
from runwright.engine.ledger.currencies import named_currencies
from runwright.engine.ledger.leftover import leftover_in
from runwright.engine.ledger.narrowing import (
    from_before,
    innermost,
    of_clients,
    one_before,
    up_to,
)
from runwright.engine.ledger.plainly import put_plainly
from runwright.engine.ledger.ranges import Range, find_range
from runwright.engine.ledger.selection import WEEKENDS, WORKING_DAYS, Days, Selection
from runwright.engine.ledger.shares import share_in
from runwright.engine.ledger.spellings import spelled_out
from runwright.engine.ledger.subjects import Subject, subject_in
from runwright.engine.ledger.words import stems
from runwright.engine.patterns import lazily
from runwright.engine.periods import Period, find_periods

_COMPARES = lazily(
    r"\b(?:compar(?:e[ds]?|ing|ison)|versus|vs\.?|than|diff(?:er(?:ence|ent|s)?)?|more|less"
    r"|fewer|higher"
    r"|lower|bigger|smaller|larger|greater|cheaper|chang(?:e[ds]?|ing)|increas(?:e[ds]?|ing)"
    r"|decreas(?:e[ds]?|ing)|rise|rose|risen|drop(?:ped)?|grow|grew|grown|fell|fallen"
    r"|up or down|(?:go|gone|goes|went) (?:up|down))\b",
    re.I,
)
_CHANGES = lazily(
    r"\b(?:compar\w+|versus|vs|diff\w*|chang\w+|increas\w+|decreas\w+|r[io]se|risen|drop\w*"
    r"|grow\w*|grew"
    r"|fell|(?:go|gone|goes|went) (?:up|down))\b",
    re.I,
)
_AND = lazily(r"\bbetween\b", re.I)
_TO = lazily(r"\b(?:to|until|through)\b", re.I)
_BEFORE = lazily(
    r"\b(?:the\s+)?(?:(?P<unit>month|year|week|quarter|day)\s+(?:before|prior)\b(?!\s+\w+\s+\d)"
    r"|previous\s+one)",
    re.I,
)
_CUTS = tuple(
    lazily(pattern, re.I)
    for pattern in (
        r"\b(?:as\s+)?compared\s+(?:to|with)\b|\bin\s+comparison\s+(?:to|with)\b",
        r"\bthan\b",
        r"\b(?:versus|vs)\b\.?",
        r",?\s\bor\b",
        r"\band\b",
        r"\b(?:with|to)\b",
    )
)
_ONE_BOOKING = lazily(
    r"\b(?:payments?|transactions?|purchases?|expenses?|bookings?|bills?|invoices?|anything|any"
    r"|something|charges?|transfers?|single|deposits?)\b",
    re.I,
)
_ARRIVALS = frozenset({"deposit", "deposits", "transfer", "transfers"})
"""Where money comes in, these say no more than that."""
_WHETHER = lazily(r"\W*(?:did|do|does|am|is|are|was|were|has|have)\b", re.I)
_THAN = lazily(r"\bthan\b", re.I)
_COMPARED = lazily(
    r"\b(?:more|less|higher|lower|cheaper|fewer)\b.*\b(?:compared|versus|vs)\b", re.I
)
_LESS = lazily(r"\b(?:less|lower|fewer|smaller|cheaper)\b", re.I)
_UP = lazily(
    r"\b(?:increas\w+|rais\w+|more expensive|r[io]se|risen|gr[eo]w\w*|(?:go|gone|went) up)\b", re.I
)
_DOWN = lazily(r"\b(?:decreas\w+|drop\w*|f[ae]ll\w*|(?:go|gone|went) down)\b", re.I)
_MOVED = lazily(
    r"\b(?:increas(?:e[ds]?|ing)|decreas(?:e[ds]?|ing)|rise[ns]?|rose"
    r"|(?<!\bi )(?<!\bwe )drop(?:ped|s)?|gr(?:ew|own?|ows)|rais(?:e[ds]?|ing)"
    r"|fell|fallen|chang(?:e[ds]?|ing)|(?:go|gone|goes|went|going) (?:up|down)"
    r"|(?:become|became|got|gotten|getting) (?:more expensive|cheaper))\b",
    re.I,
)
_PLACE = lazily(
    r"\W*(?:is|are|was|were)\s+(?P<subject>.{2,80}?)\s+(?:my|our|the)\s+(?:single\s+)?"
    r"(?:largest|biggest|highest|greatest|main|top|smallest|lowest|most\s+expensive|cheapest)\s+"
    r"(?:(?P<all>(?:\w+\s+)?(?:expenses?|costs?|spending|expenditures?|categor(?:y|ies)|bills?"
    r"|outgoings?"
    r"|merchant|shop|store|payee|item|income|source of income))|(?P<kind>\w+(?:\s+\w+)?))\b",
    re.I,
)
_SINCE_THE = lazily(
    r"\bsince\s+(?:the|my|our)\s+(?:[\w'\u2019-]+\s+){1,4}?(?:in|on|of|from)\s+(?=\w)", re.I
)
"""Matches what happened on a day from which on is counted."""
_ON_WEEKDAYS = lazily(
    r"\b(?:on|at|over|during|than|or|and|vs\.?|versus)\s+(?:on\s+|at\s+)?(?:the\s+)?"
    r"(?P<days>weekends?|weekdays|working days|workdays"
    rf"|{'|'.join(f'{name}s' for name in WEEKDAYS)})\b",
    re.I,
)
_REFUNDS = lazily(
    r"\b(?:net of|after|minus|less|including|excluding|without)\s+(?:any\s+|all\s+|the\s+)*"
    r"(?:refunds?|returns?)\b",
    re.I,
)
"""Refunds are told apart in any case."""
_NOW_THAN = lazily(
    r"\b(?:now|today|currently|these days|at present)\b.*"
    r"\b(?:than|compared (?:to|with)|versus|vs)\b"
    r"|\b(?:than|compared (?:to|with)|versus|vs)\b.*\b(?:now|today|currently|these days)\b",
    re.I,
)
_IS_SIZED = lazily(r"\W*(?:is|are)\s+(?:my|our|the)\b", re.I)
"""Matches what asks for the size of something that is paid again and again."""
_SPENDING = lazily(r"\b(?:spend\w*|spent|total|outgoings|expenses|expenditures?)\b", re.I)
"""Matches what asks for a sum, however it is held against an amount."""
_COMPARED_NAMES = lazily(
    r"\b(?:compar\w+|difference\s+between)\b.*\b(?:and|with|to|versus|vs)\b", re.I
)
_MORE_OFTEN = lazily(r"\b(?:more|less)\s+(?:often|frequently)\b|\bmore\s+(?:times|visits)\b", re.I)
_UNUSUAL = lazily(
    r"\b(?:than|compared\s+(?:to|with)|versus|vs\.?)\s+(?:(?:the|my|our|is|it\s+is|a)\s+)*"
    r"(?:usual(?:ly)?|normal(?:ly)?|average|on\s+average|typical(?:ly)?|most\s+months)\b"
    r"(?:\s+(?:month|week|quarter))?|\b(?:above|below)\s+(?:the\s+|my\s+|our\s+)?average\b",
    re.I,
)
_SUBSCRIBED = lazily(r"subscription|membership")
_MOST_CUTS = 4
_SUBJECTLESS = ("net", "balance")


class Question(NamedTuple):
    """What was understood."""

    asked: Asked
    selection: Selection
    other: Selection | None = None
    """The second side of a comparison."""
    limit: Selection | None = None
    """Amounts that a sum is held against."""
    claim: str = ""
    """Whether the first side is asked to be `more` or `less` than the second."""
    whole: Subject = Subject()
    """What a share is a share of; empty for all spending."""
    place: Subject = Subject()
    """What is asked to be the largest, or the smallest."""


def question(text: str, today: date) -> Question:
    """The question that a text asks."""
    text = _SINCE_THE.sub("since ", spelled_out(put_plainly(text)))
    sizes = find_range(text)
    rest = without(text, [sizes.span]) if sizes else text
    periods = [up_to(rest, period) for period in find_periods(rest, today, -1)]
    bare = without(rest, [period.span for period in periods])
    bare = _REFUNDS.sub(" ", bare)
    bare, weekdays = _weekdays(bare)
    wanted = asked(bare.lower())
    base = Selection(direction=wanted.direction, weekdays=weekdays)
    if special := _left_over(bare, wanted, periods) or _kinds_of_days(rest, wanted, periods):
        return special
    if special := _unusual(bare, wanted, periods):
        return special
    if _COMPARES.search(bare) and wanted.figure not in (*_SUBJECTLESS, "share", "pair"):
        sides = _two_of(rest, bare, periods, today)
        if sides is not None:
            sides = [side._replace(direction=base.direction, weekdays=weekdays) for side in sides]
            if _MORE_OFTEN.search(bare):
                wanted = wanted._replace(figure="count")
            return _compared(wanted, sides)._replace(claim=_claim(bare))
    days = _until_now(bare, periods, today) or innermost(tuple(map(_days, periods)))
    found = of_clients(bare, base._replace(subject=_subject(bare, wanted), days=days))
    if special := _of_a_part(bare, wanted, found) or _over_time(bare, wanted, found):
        return special
    if sizes and wanted.figure == "whether" and _is_of_sum(sizes, rest):
        return _held_against(wanted, found, sizes)
    if sizes and _IS_SIZED.match(bare) and _SPENDING.search(bare):
        return _held_against(wanted._replace(figure="sum", order=""), found, sizes)
    if sizes and wanted.figure in ("sum", "price") and _IS_SIZED.match(bare):
        latest = wanted._replace(figure="price", order="last")
        return _held_against(latest, found, sizes)
    if sizes is None:
        found = _in_currency(found, bare)
    return Question(*_directed(wanted, found.within(sizes)))


def _two_of(rest: str, bare: str, periods: list[Period], today: date) -> list[Selection] | None:
    """The two sides; two names in one stretch of days are held against each other by name."""
    if len(periods) == 1 and _COMPARED_NAMES.search(bare):
        return _two_subjects(bare, periods) or _two_periods(rest, periods, today)
    return _two_periods(rest, periods, today) or _two_subjects(bare, periods)


def _left_over(text: str, wanted: Asked, periods: list[Period]) -> Question | None:
    """What stays of the income once something is paid."""
    found = leftover_in(text)
    if found is None:
        return None
    days = tuple(map(_days, periods))
    left = Asked("left", "in", "month" if wanted.by == "month" else "")
    income = Selection(found.income, days, "in")
    return Question(left, income, Selection(found.costs, days, "out"))


def _unusual(text: str, wanted: Asked, periods: list[Period]) -> Question | None:
    """Some days held against all others: "more than usual in July"."""
    than = _UNUSUAL.search(text)
    if than is None or len(periods) != 1:
        return None
    claim = "less" if _LESS.search(text) or than[0].lower().startswith("below") else "more"
    subject = _subject(without(text, [than.span()]), Asked("sum"))
    asked_ = Asked("unusual", wanted.direction, "", 0, claim if _WHETHER.match(text) else "")
    asked_, found = _directed(asked_, Selection(subject, direction=wanted.direction or "out"))
    return Question(asked_, found, limit=Selection(days=(_days(periods[0]),)))


def _kinds_of_days(text: str, wanted: Asked, periods: list[Period]) -> Question | None:
    """Weekends against weekdays, Mondays against Fridays."""
    named = list(islice(_ON_WEEKDAYS.finditer(text), 3))
    if len(named) != 2 or not _COMPARES.search(text):
        return None
    bare = without(text, [*(period.span for period in periods), *(each.span() for each in named)])
    days = tuple(map(_days, periods))
    subject = _subject(bare, wanted)
    sides = [
        Selection(subject, days, wanted.direction or "out", weekdays=_numbers_of(each))
        for each in named
    ]
    return _compared(wanted, sides)._replace(claim=_claim(text))


def _of_a_part(text: str, wanted: Asked, found: Selection) -> Question | None:
    """A share of something named, or whether something is the largest."""
    if wanted.figure == "share" and (share := share_in(text)):
        found = _in_currency(found, text)._replace(subject=share.part, direction="")
        return Question(wanted, found, whole=share.whole)
    if (place := _PLACE.match(text)) and (subject := subject_in(place["subject"])).alternatives:
        order = "least" if asked(text.lower()).figure == "min" else "most"
        direction = "in" if subject.is_income() or wanted.direction == "in" else "out"
        among = Subject() if place["all"] else subject_in(place["kind"])
        if not place["all"] and not among.categories():
            return None
        found = _in_currency(found, text)._replace(subject=among, direction=direction)
        return Question(Asked("place", direction, "", 0, order), found, place=subject)
    return None


def _over_time(text: str, wanted: Asked, found: Selection) -> Question | None:
    """How one subject changed in the course of its days."""
    since = _NOW_THAN.search(text)
    if not found.subject.alternatives or not (since or _MOVED.search(text)):
        return None
    if not since:
        found = found._replace(days=from_before(found.days))
    if wanted.figure not in ("sum", "when", "whether", "price", "count"):
        return None
    claim = "up" if _UP.search(text) else "down" if _DOWN.search(text) else "any"
    order = claim if _WHETHER.match(text) else ""
    changed = Asked("changed", wanted.direction, "", 0, order)
    return Question(*_directed(changed, _in_currency(found, text)))


def _until_now(text: str, periods: list[Period], today: date) -> tuple[Days, ...]:
    """From some days on to now: "more now than in January"."""
    if len(periods) != 1 or not _NOW_THAN.search(text):
        return ()
    return ((periods[0].start, today + timedelta(days=1)),)


def without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with blanks in the place of what was read already."""
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def _subject(text: str, wanted: Asked) -> Subject:
    text = without(text, named_currencies(text)[1])
    text = without(text, [match.span() for match in TOP.finditer(text.lower())])
    text = without(text, [unit.span() for unit in BY_UNIT.finditer(text.lower()) if _is_bare(unit)])
    if wanted.figure == "regular":
        again = REGULAR.search(text.lower())
        text = without(text, [again.span()] if again and not _SUBSCRIBED.search(again[0]) else [])
    return Subject() if wanted.figure in _SUBJECTLESS else subject_in(text)


def _in_currency(found: Selection, text: str) -> Selection:
    return found._replace(currency=named_currencies(text)[0])


def _is_bare(unit: re.Match[str]) -> bool:
    """ "By restaurant" also says what is meant; "by shop" does not."""
    return not named_in(stems(unit["unit"]))


def _directed(wanted: Asked, found: Selection) -> tuple[Asked, Selection]:
    """Money of some kinds comes in, however it is asked for."""
    if wanted.figure in _SUBJECTLESS:
        return wanted, found._replace(direction="")
    said = set(found.subject.said().lower().split())
    if wanted.direction == "in" and said <= _ARRIVALS:
        found = found._replace(subject=found.subject._replace(alternatives=()))
    if found.subject.is_income() and wanted.direction != "in":
        if wanted.pays:
            return wanted, found._replace(subject=found.subject.by_words())
        return wanted._replace(direction="in"), found._replace(direction="in")
    if not wanted.direction and found.subject.is_spending():
        return wanted._replace(direction="out"), found._replace(direction="out")
    return wanted, found


def _is_of_sum(sizes: Range, text: str) -> bool:
    exact = sizes.least is not None and sizes.least == sizes.most
    return not exact and not _ONE_BOOKING.search(text)


def _held_against(wanted: Asked, found: Selection, sizes: Range) -> Question:
    limit = Selection().within(sizes)
    found = found._replace(currency=sizes.currency)
    figure = "price" if wanted.order == "last" else "sum"
    wanted, found = _directed(wanted._replace(figure=figure), found)
    return Question(wanted, found, limit=limit)


def _compared(wanted: Asked, sides: list[Selection]) -> Question:
    left, right = (_directed(wanted, side)[1] for side in sides)
    figure = wanted.figure if wanted.figure in ("count", "average") else "sum"
    by = wanted.by if figure == "sum" and wanted.by in ("week", "month", "quarter") else ""
    return Question(wanted._replace(figure=figure, by=by, top=0), left, right)


def _weekdays(text: str) -> tuple[str, str]:
    """The text without its days of the week, and their numbers."""
    match = _ON_WEEKDAYS.search(text)
    if match is None:
        return text, ""
    return without(text, [match.span()]), _numbers_of(match)


def _numbers_of(match: re.Match[str]) -> str:
    named = match["days"].lower()
    known = {"weekends": WEEKENDS, "weekend": WEEKENDS}
    number = next((str(n) for n, name in enumerate(WEEKDAYS) if named == f"{name.lower()}s"), "")
    return known.get(named) or number or WORKING_DAYS


def _claim(text: str) -> str:
    """What a yes-or-no question holds of the two sides."""
    if not _WHETHER.match(text):
        return ""
    if _THAN.search(text) or _COMPARED.search(text):
        return "less" if _LESS.search(text) else "more"
    if _UP.search(text):
        return "less"
    return "more" if _DOWN.search(text) else ""


def _days(period: Period) -> Days:
    return period.start, period.end


def _two_periods(text: str, periods: list[Period], today: date) -> list[Selection] | None:
    """The same subject in two stretches of days."""
    if len(periods) == 1 and _CHANGES.search(text):
        # "between March and April" is one stretch, unless the two are compared.
        loose = _TO.sub(lambda m: ",".ljust(len(m[0])), _AND.sub(" " * 7, text))
        again = find_periods(loose, today, -1)
        periods = again if len(again) == 2 else periods
    days = list(dict.fromkeys(map(_days, periods)))
    bare = without(text, [period.span for period in periods])
    if len(days) == 1 and (before := _BEFORE.search(bare)):
        days.append(one_before(days[0], before["unit"] or ""))
        bare = without(bare, [before.span()])
    if len(days) != 2:
        return None
    subject = _subject(bare, Asked("sum"))
    return [Selection(subject, (each,)) for each in days]


def _two_subjects(text: str, periods: list[Period]) -> list[Selection] | None:
    """Two subjects in the same days."""
    for cut in _CUTS:
        for match in islice(cut.finditer(text), _MOST_CUTS):
            sides = [subject_in(text[: match.start()]), subject_in(text[match.end() :])]
            if all(side.alternatives for side in sides):
                days = tuple(map(_days, periods))
                return [Selection(side, days) for side in sides]
    return None
