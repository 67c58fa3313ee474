"""Questions that lean on the one before: "And in May?", "what about rent?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from runwright.engine.ledger.asking import Asked
from runwright.engine.ledger.currencies import named_currencies
from runwright.engine.ledger.questions import Question, question, without
from runwright.engine.ledger.spellings import spelled_out
from runwright.engine.ledger.subjects import subject_in
from runwright.engine.periods import find_periods
from runwright.engine.vocabulary import words_in

_LEANS = re.compile(
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
_OF_IT = re.compile(
    r"\W*(?:and\s+)?(?:how\s+much|what)\s+(?:did|was|were|is|has|have|does|do)\s+"
    r"(?:(?:i|we|it|that|this|they)\s+)?(?:pay|paid|spend|spent|costs?|it|that)"
    r"(?:\s+(?:me|us|for|on|there|then|it|that|in\s+total|altogether))*\W*",
    re.I,
)
_MOST_WORDS = 7
_WORD = re.compile(r"[a-z]+")


def leans(part: str) -> bool:
    """Whether a part can only be understood with the question before it."""
    found = _LEANS.fullmatch(part)
    words = _WORD.findall(found["rest"].lower()) if found else []
    return 0 < len(words) <= _MOST_WORDS and _OF_ITS_OWN.isdisjoint(words)


def asks_cost_of_it(part: str) -> bool:
    """Whether a part asks for the amount of what the one before was about."""
    return _OF_IT.fullmatch(part) is not None


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
