"""Two names or two periods set against each other, trends, and why a period was dear."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from runwright.minds.embedded.finance import groups, phrases, prices, saying, totals
from runwright.minds.embedded.finance.groups import name_of
from runwright.minds.embedded.finance.request import Request, days
from runwright.minds.embedded.finance.targets import Target
from runwright.minds.embedded.finance.times import PERIODS_BEFORE
from runwright.minds.embedded.program import Answer, Do, Program
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import InvalidCall
from runwright.tools.measure_transactions import (
    GroupFigures,
    MeasureTransactionsResult,
    UnitFigures,
)

MOST_COMPARED = 4
NAMES = ("M", "MP", "C", "PL", "PS", "T")
_SAME = Decimal("0.05")
"""Less of a change than this part is none worth the name."""
_MOST_CAUSES = 4
_AUXILIARIES = word_set("""
    do did does is are was were has have had am can could will would should didnt isnt wasnt arent
    """)
"""What a question begins with that is answered by yes or no."""
_MORE = word_set("""
    more higher dearer pricier costlier bigger larger up expensive rise risen rose increase
    increased increasing grow grown grew rising growing greater most
    """)
_LESS = word_set("""
    less lower cheaper fewer smaller down drop dropped fall fallen fell decrease decreased falling
    shrink shrunk cut
    """)


def compare(request: Request) -> Program:
    """Names against each other, or one period against another."""
    if len(request.targets) > 1 and request.compared is None:
        return (yield from _names(request))
    is_of_names = len(request.query.words(*NAMES)) > 1 and not request.query.words("P2")
    if len(request.targets) == 1 and is_of_names:
        # The other one stands nowhere, which is said; the figure is of this one alone.
        return (yield from totals.answer(request._replace(query=request.query._replace(
            measure="sum", group="",
        ))))  # fmt: skip
    if is_of_prices(request.query) and len(request.targets) == 1:
        found = yield from prices.answer(request)
        if found is not None:
            return found
    return (yield from _periods(request))


def is_of_prices(query: Query) -> bool:
    """Whether what a month costs is compared, and not what was paid in two periods."""
    return query.measure == "compare" and query.group == "month" and bool(query.words("P2"))


def _verdict(request: Request, difference: Decimal) -> str:
    """`Yes. ` or `No. ` to whether the first is more than the second, or less; else nothing."""
    words = split_words(fold(request.query.text))
    if not words or words[0] not in _AUXILIARIES or {"or", "oder"} & set(words):
        return ""
    if not set(words) & (_MORE | _LESS):
        return ""
    is_less = bool(set(words) & _LESS)
    return "Yes. " if (difference < 0 if is_less else difference > 0) else "No. "


# Names ------------------------------------------------------------------------------------------


class _Side(NamedTuple):
    target: Target
    result: MeasureTransactionsResult

    @property
    def total(self) -> Decimal:
        return Decimal(self.result.units[0].total) if self.result.units else Decimal()

    @property
    def currencies(self) -> set[str | None]:
        return {unit.currency for unit in self.result.units}


def _names(request: Request) -> Program:
    sides: list[_Side] = []
    for target in request.targets[:MOST_COMPARED]:
        result = yield Do("measure_transactions", request.arguments(target))
        if isinstance(result, InvalidCall):
            return saying.failed(result)
        if empty := saying.outside(request, result):
            return empty
        sides.append(_Side(target, result))
    items = tuple(dict.fromkeys(item for side in sides for item in side.result.items))
    currencies = {code for side in sides for code in side.currencies}
    if len(currencies) > 1:
        text = phrases.lines(
            "These are in different currencies, so there is no more or less:",
            *(f"- {side.target.wanted}: {saying.sums(side.result.units)}" for side in sides),
        )
        return Answer(text, items=items)
    currency = next(iter(currencies), request.book.has_currency)
    return Answer(_ranked(request, sides, currency), items=items)


def _ranked(request: Request, sides: Sequence[_Side], currency: str | None) -> str:
    ranked = sorted(sides, key=lambda side: -side.total)
    first, second, *others = ranked
    time = saying.when(request) if request.is_timed else ""
    more = phrases.money(first.total - second.total, currency)
    if first.total == second.total:
        head = f"The same for both: {phrases.money(first.total, currency)} {time}"
    else:
        head = (
            f"{first.target.wanted}: {phrases.money(first.total, currency)}, {more} more than "
            f"{second.target.wanted} ({phrases.money(second.total, currency)}) {time}"
        )
    rest = [f"{side.target.wanted} {phrases.money(side.total, currency)}" for side in others]
    counts = [
        f"{side.target.wanted}: {saying.noun(request, sum(u.count for u in side.result.units))}"
        for side in ranked
    ]
    details = saying.details(request, first.result, phrases.join(rest), *counts)
    verdict = _verdict(request, sides[0].total - sides[1].total)
    return phrases.lines(f"{verdict}{phrases.sentence(head, *request.limits)}", details)


# Periods ----------------------------------------------------------------------------------------


def _periods(request: Request) -> Program:
    if request.compared is None:
        return saying.refusal("Which two periods shall I set against each other?")
    arguments = request.arguments(compared=days(request.compared))
    result = yield Do("measure_transactions", arguments)
    if isinstance(result, InvalidCall):
        return saying.failed(result)
    missing = _uncovered(request)
    if missing:
        return saying.refusal(missing)
    if not result.units:
        return saying.nothing(request, result)
    heads = [_difference(request, unit) for unit in result.units]
    counts = [
        f"{unit.count} and {unit.compared.count} bookings" for unit in result.units if unit.compared
    ]
    text = phrases.lines(
        *heads,
        saying.details(request, result, phrases.join(counts), _running(request), _begin(request)),
    )
    return Answer(text, items=result.items)


def _begin(request: Request) -> str:
    """That the other period is not covered from its first day."""
    first, other = request.book.first, request.compared
    if first and other and other.start and other.start < first and first not in request.period:
        return f"your records begin on {phrases.short_day(first)}"
    return ""


def _uncovered(request: Request) -> str:
    """That one of the two periods lies wholly outside the records."""
    book = request.book
    for period in (request.period, request.compared or request.period):
        before = period.end is not None and book.first is not None and period.end <= book.first
        after = period.start is not None and book.last is not None and period.start > book.last
        if before or after:
            edge = phrases.short_day(book.first if before and book.first else book.last or "")
            word = "begin" if before else "end"
            time = phrases.within(period, request.today)
            return f"I have no bookings {time} to compare with: your records {word} on {edge}."
    return ""


def _difference(request: Request, unit: UnitFigures) -> str:
    """`More: €500.00 in May 2026 against €420.00 in April 2026, €80.00 (19.0 %) more.`"""
    other = unit.compared
    before = Decimal(other.total if other else 0)
    difference = Decimal(unit.total) - before
    own, theirs = (
        phrases.within(request.period, request.today),
        phrases.within(request.compared or request.period, request.today),
    )
    word = "Less" if difference < 0 else "More" if difference else "The same"
    percent = f" ({abs(Decimal(other.percent)):.1f} %)" if other and other.percent else ""
    gap = phrases.money(abs(difference), unit.currency, unit.account)
    change = f", {gap}{percent} {word.lower()}" if difference else ""
    return _verdict(request, difference) + phrases.sentence(
        f"{word} {saying.subject(request)}:",
        f"{phrases.money(unit.total, unit.currency, unit.account)} {own} against",
        f"{phrases.money(before, unit.currency, unit.account)} {theirs}{change}",
    ).replace(" :", ":")


def _running(request: Request) -> str:
    """That a period still runs, which makes a comparison lame."""
    end = request.period.end
    if request.today in request.period and end is not None and (end - request.today).days > 1:
        return f"{phrases.named(request.period, request.today)} is not over yet"
    return ""


# Trends -----------------------------------------------------------------------------------------


def trend(request: Request) -> Program:
    """Whether a price changed, or whether what is spent rises or falls."""
    is_file = request.query.form in ("csv", "chart")
    query = request.query
    is_each = not query.group or (query.group == "month" and query.ask == "amount")
    is_price = len(request.targets) == 1 and request.direction != "any" and is_each
    if is_price and not is_file:
        found = yield from prices.answer(request)
        if found is not None:
            return found
    if is_price and not is_file and prices.is_rare(request):
        found = yield from prices.last_two(request)
        return found or saying.refusal("There are too few payments to compare.")
    by = request.query.group if request.query.group in ("quarter", "year", "week") else "month"
    result = yield Do("measure_transactions", request.arguments(by=by))
    if empty := saying.unfound(request, result):
        return empty
    whole = _whole(request, result)
    text = _course(request, result, whole, by)
    if is_file:
        made = yield Do("make_file", groups.file_of(request, by))
        text = phrases.lines(text, groups.file_line(request, made))
    # Where nothing was paid, nothing rises or falls.
    is_seen = len(whole) > 1 and any(Decimal(group.total) for group in whole)
    return Answer(text, items=result.items, is_answer=is_file or is_seen)


def _whole(request: Request, result: MeasureTransactionsResult) -> list[GroupFigures]:
    """The stretches that are over, in the currency of the first."""
    currency, today = result.groups[0].currency, request.today.isoformat()
    return [
        group
        for group in result.groups
        if group.currency == currency and group.end and group.end <= today
    ]


def _course(
    request: Request, result: MeasureTransactionsResult, whole: Sequence[GroupFigures], by: str
) -> str:
    """The earlier half of whole stretches against the later."""
    currency = result.groups[0].currency
    listed = "\n".join(
        f"- {name_of(group, by)}: {phrases.money(group.total, group.currency)}"
        for group in whole[-12:]
    )
    if len(whole) < 2:
        head = f"There are too few whole {by}s on record to see a trend {saying.subject(request)}"
        return phrases.lines(phrases.sentence(head), listed, saying.details(request, result))
    half = len(whole) // 2
    early, late = _mean(whole[:half]), _mean(whole[-half:])
    change = late - early
    if not early or abs(change) <= abs(early) * _SAME:
        word = "About the same"
    else:
        word = "Rising" if change > 0 else "Falling"
    percent = f" ({abs(change) * 100 / abs(early):.0f} %)" if early else ""
    head = phrases.sentence(
        f"{word} {saying.subject(request)}: {phrases.money(late, currency)} a {by} in the later "
        f"half, {phrases.money(early, currency)} in the earlier{percent if word[0] != 'A' else ''}"
    )
    return phrases.lines(head, listed, saying.details(request, result, f"whole {by}s only"))


def _mean(groups: Sequence[GroupFigures]) -> Decimal:
    total = sum((Decimal(group.total) for group in groups), Decimal())
    return (total / len(groups)).quantize(Decimal("0.01"))


# Why --------------------------------------------------------------------------------------------


def why(request: Request) -> Program:
    """What explains that a period was dearer than those before it."""
    if request.compared is None:
        return saying.refusal("For which month or period shall I look for the reason?")
    if missing := _uncovered(request):
        return saying.refusal(missing)
    causes: list[str] = []
    kinds = ["category", "counterparty"] if request.book.categories else ["counterparty"]
    result: MeasureTransactionsResult | None = None
    for by in kinds:
        reply = yield Do(
            "measure_transactions", request.arguments(by=by, compared=days(request.compared))
        )
        if isinstance(reply, InvalidCall):
            return saying.failed(reply)
        result = reply
        causes.extend(_causes(request, reply, by))
    if result is None or not result.units:
        return saying.refusal("There are no bookings to explain.")
    head = _excess(request, result.units[0])
    return Answer(phrases.lines(head, *causes, saying.details(request, result)), items=result.items)


def _share_of_before(request: Request) -> Decimal:
    """How many periods lie before, as far as there are records of them."""
    before, first = request.compared, request.book.first
    if before is None or before.start is None or before.end is None or before.days is None:
        return Decimal(PERIODS_BEFORE)
    start = max(before.start, first) if first else before.start
    covered = Decimal((before.end - start).days) / before.days
    return max(covered * PERIODS_BEFORE, Decimal(1))


def _usual(request: Request, total: str) -> Decimal:
    return (Decimal(total) / _share_of_before(request)).quantize(Decimal("0.01"))


def _excess(request: Request, unit: UnitFigures) -> str:
    usual = _usual(request, unit.compared.total if unit.compared else "0")
    difference = Decimal(unit.total) - usual
    name = phrases.named(request.period, request.today)
    total = phrases.money(unit.total, unit.currency, unit.account)
    gap = phrases.money(abs(difference), unit.currency, unit.account)
    average = phrases.money(usual, unit.currency, unit.account)
    word = "more" if difference > 0 else "less"
    change = f"{gap} {word} than usual" if difference else "as much as usual"
    lead = ""
    if request.direction == "spent" and difference <= usual * _SAME:
        lead = "It was not dearer: " if difference <= 0 else "It was hardly dearer: "
    return phrases.sentence(
        f"{lead}{name} came to {total} {saying.subject(request)},",
        f"{change} ({average} on average in the {PERIODS_BEFORE} before)",
    )


def _causes(request: Request, result: MeasureTransactionsResult, by: str) -> list[str]:
    """The groups that changed most the way the total did, the one that explains most first."""
    if not result.units:
        return []
    unit = result.units[0]
    usual_total = _usual(request, unit.compared.total if unit.compared else "0")
    sign = 1 if Decimal(unit.total) >= usual_total else -1
    changed = []
    for group in result.groups:
        usual = _usual(request, group.compared.total if group.compared else "0")
        change = sign * (Decimal(group.total) - usual)
        if group.currency == unit.currency and change > 0:
            changed.append((change, usual, group))
    changed.sort(key=lambda each: -each[0])
    if not changed:
        return []
    money, word = unit.currency, "more" if sign > 0 else "less"
    shown = [
        f"- {name_of(group, by)}: {phrases.money(change, money)} {word} "
        f"({phrases.money(group.total, money)} against {phrases.money(usual, money)} usually)"
        for change, usual, group in changed[:_MOST_CAUSES]
    ]
    kind = {"category": "category", "counterparty": "payer" if request.direction == "received"
            else "payee"}[by]  # fmt: skip
    return [f"What {'grew' if sign > 0 else 'fell'} most, by {kind}:", *shown]
