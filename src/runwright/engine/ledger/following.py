"""Questions that lean on the one before: "And in May?", "what about rent?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from runwright.engine.days import MONTHS, moved
from runwright.engine.ledger.asking import Asked
from runwright.engine.ledger.currencies import named_currencies
from runwright.engine.ledger.frame import FRAME
from runwright.engine.ledger.questions import Question, question, without
from runwright.engine.ledger.spellings import spelled_out
from runwright.engine.ledger.subjects import subject_in
from runwright.engine.patterns import lazily
from runwright.engine.periods import find_periods
from runwright.engine.vocabulary import words_in

_LEANS = lazily(
    r"\W*(?:(?:and|or|but|so)\s+)?(?:(?:what|how)\s+about\s+|(?:and\s+)?(?:the\s+)?same\s+"
    r"(?:thing\s+|question\s+)?(?=for|in|on|at|with)|(?:how\s+much|what)\s+(?=in|on|at|for))?"
    r"(?P<rest>.{1,80}?)\W*",
    re.I | re.S,
)
_OF_ITS_OWN = words_in(
    [
        "did do does have has had is are was were am will spend spent pay paid cost costs earn"
        " earned receive received get got buy bought show list give tell find compare count when"
        " where who which why many often average total sum percent percentage"
    ]
)
"""Words of a question that can stand alone."""
_OF_IT = lazily(
    r"\W*(?:and\s+)?(?:how\s+much|what)\s+(?:did|was|were|is|has|have|does|do)\s+"
    r"(?:(?:i|we|it|that|this|they|he|she|you|the\s+whole\s+thing)\s+)?"
    r"(?:pay|paid|spend|spent|costs?|charged?|billed?|it|that)"
    r"(?:\s+(?:me|us|for|on|there|then|it|that|in\s+total|altogether))*\W*",
    re.I,
)
_WHEN_IT = lazily(
    r"\W*(?:and\s+)?(?:when|(?:on|at)?\s*(?:which|what)\s+(?:day|date))\s+"
    r"(?:exactly\s+)?(?:(?:was|were|is)\s+(?:it|that|this|they|those|these)"
    r"|did\s+(?:it|that|this|they|those|these)\s+(?:happen|take\s+place|occur))"
    r"(?:\s+(?:paid|made|done|bought|sent|booked|charged|exactly|again|for))*\W*",
    re.I,
)
_THAT_TIME = lazily(
    r"\b(?:(?:in|during|on|for|over)\s+)?(?:that|the\s+same|the\s+very\s+same)\s+"
    r"(?:very\s+)?(?P<unit>day|week|weekend|month|quarter|year)\b",
    re.I,
)
_PAYS_IT = lazily(
    r"\b(?:pay|paid|paying|buy|bought|settle|settled|transfer|transferred|spend|spent|order|ordered)\s+"
    r"(?:for\s+|on\s+|to\s+|at\s+)?(?P<it>it|that|them|this|him|her|there|those|these)\b"
    r"|\b(?:pay|paid|spend|spent)\s+(?P<there>there)\b",
    re.I,
)
_ONE = lazily(
    r"\b(?:last|latest|previous|first|next|other|cheapest|largest|biggest)\s+(?P<one>ones?)\b", re.I
)
_WORDS = lazily(r"[\w$]+(?:['\u2019&.-]\w+)*")
_NO_NAME = words_in(["invoice invoices bill bills due payable contact appointment person"])
_LENGTHS = {
    unit: timedelta(days=days)
    for unit, days in (
        ("day", 1), ("weekend", 7), ("week", 7), ("month", 31), ("quarter", 92), ("year", 366)
    )
}  # fmt: skip
_MOST_WORDS = 7
_WORD = lazily(r"[a-z]+")


def leans(part: str) -> bool:
    """Whether a part can only be understood with the question before it."""
    found = _LEANS.fullmatch(part)
    words = _WORD.findall(found["rest"].lower()) if found else []
    return 0 < len(words) <= _MOST_WORDS and _OF_ITS_OWN.isdisjoint(words)


def asks_cost_of_it(part: str) -> bool:
    """Whether a part asks for the amount of what the one before was about."""
    return _OF_IT.fullmatch(part) is not None


def asks_when_it_was(part: str) -> bool:
    """Whether a part asks for the day of what the one before was about."""
    return _WHEN_IT.fullmatch(part) is not None


def pays_it(part: str) -> bool:
    """Whether a part speaks of paying what the one before was about."""
    return _PAYS_IT.search(part) is not None


def with_name_of(part: str, before: str, today: date) -> str:
    """The part with what the one before names in the place of its "it"."""
    found = _PAYS_IT.search(part)
    name = name_in(before, today)
    if found is None or not name:
        return part
    group = "it" if found["it"] else "there"
    start, end = found.span(group)
    return f"{part[:start]}{'at ' if found[group].lower() == 'there' else ''}{name}{part[end:]}"


def name_in(text: str, today: date) -> str:
    """The words of a part that tell what it is about."""
    bare = without(text, [period.span for period in find_periods(text, today, -1)])
    words = (word.removesuffix("'s").removesuffix("\u2019s") for word in _WORDS.findall(bare))
    telling = (w for w in words if w.lower() not in FRAME and w.lower() not in _NO_NAME)
    return " ".join(dict.fromkeys(telling))


def with_one_of(part: str, before: Sequence[str], today: date) -> str:
    """The part with what the one before names in "the last one"."""
    found = _ONE.search(part) if before else None
    name = name_in(before[-1], today) if found else ""
    if found is None or not name:
        return part
    return f"{part[: found.start('one')]}{name}{part[found.end('one') :]}"


def with_days_of(part: str, before: Sequence[str], today: date) -> str:
    """The part with the days of an earlier one in the place of "that month"."""
    that = _THAT_TIME.search(part) if before else None
    if that is None:
        return part
    unit = that["unit"].lower()
    name = name_in(before[-1], today)
    found = find_periods(before[-1], today, -1)
    longest = _LENGTHS[unit] if name else max(_LENGTHS.values())
    if len(found) == 1 and found[0].end - found[0].start <= longest:
        said = _around(found[0].start, found[0].end, unit)
    elif name and unit not in ("year", "quarter"):
        # The day is that of what the part before names: the calendar may know it.
        said = f"on the day of the {name}" if unit == "day" else f"in the {unit} of the {name}"
    else:
        return part
    return f"{part[: that.start()]}{said}{part[that.end() :]}"


def _around(start: date, end: date, unit: str) -> str:
    """The unit that some days begin in, in words; the days themselves, if they are longer."""
    month = MONTHS[start.month - 1]
    if unit == "month" and end <= moved(start.replace(day=1), 1, "month"):
        return f"in {month} {start.year}"
    if unit == "year":
        return f"in {start.year}"
    last = end - timedelta(days=1)
    if unit in ("week", "weekend"):
        monday = start - timedelta(days=start.weekday())
        start = monday + timedelta(days=5 if unit == "weekend" else 0)
        last = max(last, monday + timedelta(days=6))
    first = f"{start.day} {MONTHS[start.month - 1]} {start.year}"
    return f"from {first} to {last.day} {MONTHS[last.month - 1]} {last.year}"


def cost_of(before: Question) -> Question:
    """The amount of the bookings that the question before meant."""
    order = before.asked.order if before.asked.order in ("last", "first") else ""
    figure = "price" if order else "sum"
    direction = before.selection.direction or "out"
    wanted = Asked(figure, direction, "", 0, order)
    return Question(wanted, before.selection._replace(direction=direction))


def taken_up(part: str, before: Question, today: date) -> Question | None:
    """The question before with other days, another subject or another currency."""
    found = _LEANS.fullmatch(part)
    if found is None or before.other is not None or before.whole.alternatives:
        return None
    rest = spelled_out(found["rest"])
    if rest in ("March", "May"):
        rest = f"in {rest}"  # alone they could be other words
    periods = find_periods(rest, today, -1)
    rest = without(rest, [period.span for period in periods])
    currency, places = named_currencies(rest)
    subject = subject_in(without(rest, places))
    if not periods and not subject.alternatives and not currency:
        return None
    selection = before.selection
    if periods:
        selection = selection._replace(days=tuple((each.start, each.end) for each in periods))
    if subject.alternatives:
        selection = selection._replace(subject=subject)
    if currency:
        selection = selection._replace(currency=currency)
    return before._replace(selection=selection)


def last_question(texts: Sequence[str], today: date) -> Question | None:
    """What the last of some questions asked, each understood with those before it."""
    found: Question | None = None
    for text in texts:
        if not leans(text):
            found = question(text, today)
        elif found is not None:
            found = taken_up(text, found, today) or found
    return found
