"""Several names, one figure for each and one for all of them together."""

from __future__ import annotations

from runwright.minds.embedded.conditions import EACH
from runwright.minds.embedded.finance import phrases, saying
from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.program import Answer, Do, Program
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import InvalidCall
from runwright.tools.measure_transactions import MeasureTransactionsResult

MOST = 6
NAMES = ("M", "MP", "C", "PL", "PS", "T")
_EACH = word_set("each separately respectively individually apiece jeweils einzeln")


def is_asked(query: Query) -> bool:
    """Whether each of several names is asked about for itself: `Lidl and Aldi, how much each`."""
    if query.measure not in ("sum", "count") or query.group or query.form in ("csv", "chart"):
        return False
    says_each = EACH in query.flags or bool(_EACH & set(split_words(fold(query.text))))
    return says_each and 1 < len(query.words(*NAMES)) < MOST


def tools(query: Query) -> tuple[str, ...]:
    """The calls that it takes: one for each name, and one for all."""
    return ("measure_transactions",) * (len(query.words(*NAMES)) + 1)


def answer(request: Request) -> Program:
    """All together first, then each."""
    whole = yield Do("measure_transactions", request.arguments())
    if empty := saying.unfound(request, whole):
        return empty
    lines = []
    for target in request.targets[:MOST]:
        result = yield Do("measure_transactions", request.arguments(target))
        if isinstance(result, InvalidCall):
            return saying.failed(result)
        lines.append(f"- {target.wanted}: {_figure(request, result)}")
    head = phrases.sentence(
        f"{_figure(request, whole)} together", saying.subject(request),
        saying.when(request) if request.is_timed else "",
    )  # fmt: skip
    text = phrases.lines(f"{head.rstrip('.')}:", *lines, saying.details(request, whole))
    return Answer(text, items=whole.items)


def _figure(request: Request, result: MeasureTransactionsResult) -> str:
    number = saying.noun(request, sum(unit.count for unit in result.units))
    if request.query.measure == "count":
        return number
    return saying.sums(result.units) or "nothing"
