"""Pay that a question means without a span for it: `when did I last get paid`, `my take-home`,
`the last six pays`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.query import Query, Span
from runwright.text import numbers
from runwright.text.calendars import DAY, span
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

PAYS = "PAYS"
"""The code of how many paydays a question goes back."""
UNTOLD = (
    "I cannot tell which payments are your wages: no booking says so, and nobody pays you "
    "regularly as an employer does. Whose payments do you mean?"
)
_NAMED = ("M", "MP", "C", "PL", "PS", "T", "ACC")
_PAID = word_set("get gets got getting gotten been be am was were")
_SELF = word_set("i we")
_NEAR = 3
"""How many words may stand between the parts of a verb."""
_PAY = word_set("""
    pays paydays paychecks paycheques salaries wages payslips packets paycheck salary pay wage
    """)
WORK = word_set("work job employer employers jobs")
"""Where wages come from, if money comes from it."""
_HOME = frozenset({("take", "home"), ("pay", "packet"), ("pay", "packets"), ("pay", "slip"),
                   ("net", "pay"), ("my", "pay")})  # fmt: skip


def beside_spans(query: Query) -> str:
    """The clause without its spans; a comma stands where one was."""
    text = query.text
    for each in sorted(query.spans, key=lambda own: -len(own.text)):
        text = text.replace(each.text, ", ", 1)
    return text


def reread(query: Query) -> Query:
    """With a span for wages, where the words beside the spans speak of nothing else."""
    counted = [each for each in query.spans if each.code == "P" and _number(each.text)]
    if counted:
        others = tuple(each for each in query.spans if each not in counted)
        query = query._replace(spans=(*others, Span(PAYS, str(_number(counted[0].text)), -1)))
    if query.words(*_NAMED) or query.measure in ("share", "balance", "why"):
        return query
    if query.direction != "in" or query.state:
        return query
    words = split_words(fold(beside_spans(query)))
    if counted or set(pairwise(words)) & _HOME or _is_paid(words):
        return query._replace(spans=(*query.spans, Span("C", "wages", -1)))
    return query


def _is_paid(words: Sequence[str]) -> bool:
    """Whether the person gets paid: `when was I last paid`, but not `what was paid in`."""
    is_self = any(word.partition("'")[0] in _SELF for word in words)
    near = [set(words[max(n - _NEAR, 0) : n]) for n, word in enumerate(words) if word == "paid"]
    return is_self and any(_PAID & before for before in near)


def is_any_income(query: Query) -> bool:
    """Whether to be paid may be to get any money, where no wages can be told: a total is of all."""
    return Span("C", "wages", -1) in query.spans and query.measure not in ("last", "first", "avg")


def _number(words: str) -> int:
    """How many paydays words count: `over the last 6 pays`; none if they speak of other things."""
    said = split_words(fold(words))
    if not said or said[-1] not in _PAY or "last" not in said:
        return 0
    found = numbers.find(words)
    number = int(found[0].readings[0].decimal) if len(found) == 1 else 0
    return number if 1 < number < 100 else 0


def bounded(request: Request) -> Request:
    """The request from so many paydays ago on."""
    number = int(request.query.word(PAYS) or 0)
    if not number:
        return request
    past = [day for day in request.book.paydays if day <= request.today]
    if len(past) < number:
        known = f"only {len(past)} of them are" if past else "none is"
        return request._replace(problem=f"I cannot go back {number} paydays: {known} on record.")
    return request._replace(period=span(past[-number], request.today + DAY), is_timed=True)
