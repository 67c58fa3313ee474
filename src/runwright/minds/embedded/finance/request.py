"""A query about money with its spans turned into arguments of the finance tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from runwright.minds.embedded.finance import accounts, phrases, targets
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.targets import Missing, Target
from runwright.minds.embedded.finance.times import EVERYTHING, Times
from runwright.minds.embedded.program import Surroundings
from runwright.minds.embedded.query import Query, Span
from runwright.text import amounts, numbers
from runwright.text.calendar_words import WEEKDAYS as WEEKDAY_NUMBERS
from runwright.text.calendars import DAY, Period, span
from runwright.text.currencies import NAMES, code_of, narrow
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.hours import WEEKDAYS

DIRECTIONS = {"out": "spent", "in": "received", "any": "any"}
MOST_LISTED = 100
_WEEKEND = word_set("weekend weekends wochenende wochenenden")
_WORKDAYS = word_set("weekday weekdays workday workdays werktags")
_SELF = word_set("i me my we us our ours mine myself the everyone all")
_PEOPLE = word_set("someone somebody anyone anybody everybody people person")


class Request(NamedTuple):
    """What is to be asked of the tools, and what is to be said of it."""

    query: Query
    today: date
    book: Book
    period: Period = EVERYTHING
    is_timed: bool = False
    """Whether the question names the period."""
    compared: Period | None = None
    targets: tuple[Target, ...] = ()
    selection: Mapping[str, Any] = {}
    """Arguments of the tools, but for period and targets."""
    limits: tuple[str, ...] = ()
    """Filters in words: `of €50 or more`, `on Fridays`."""
    remarks: tuple[str, ...] = ()
    """What was taken for granted."""
    number: int | None = None
    """How many things are asked for."""
    least: amounts.Money | None = None
    most: amounts.Money | None = None
    """Bounds of the total."""
    problem: str = ""
    """Why there is no answer, or what is asked back."""

    @property
    def direction(self) -> str:
        """As the tools call it."""
        return DIRECTIONS.get(self.query.direction, "any")

    def arguments(self, *some: Target, **more: Any) -> dict[str, Any]:
        """Arguments of a tool for some targets, or for all of them."""
        chosen = matches(some or self.targets)
        merged: dict[str, Any] = {**self.selection, **more}
        for field, value in chosen.items():
            merged[field] = {**merged.get(field, {}), **value} if field in merged else value
        return {"direction": self.direction, "period": days(self.period), **merged}


def days(period: Period) -> dict[str, str]:
    """A period as tools take it."""
    bounds = {"start": period.start, "end": period.end}
    return {name: day.isoformat() for name, day in bounds.items() if day}


def matches(some: Sequence[Target]) -> dict[str, Any]:
    """Names that bookings must have. Things of one kind are alternatives; a name and a category
    narrow each other."""
    who = [target for target in some if target.kind == "who"]
    other = [target for target in some if target.kind != "who"]
    chosen: dict[str, Any] = {}
    if who:
        chosen["who"] = {"any_of": _terms(target.texts for target in who)}
    kinds = {target.kind for target in other}
    if kinds == {"category"}:
        chosen["category"] = {"any_of": _terms(target.terms for target in other)}
        if stand_ins := _terms(target.stand_ins for target in other):
            chosen["category_names"] = {"any_of": stand_ins}
    elif kinds == {"type"}:
        chosen["types"] = _terms(target.terms for target in other)
    elif other:
        # What is of several kinds has one field in common: that which looks everywhere.
        texts = [target.wanted if target.kind == "type" else "" for target in other]
        chosen["about"] = {
            "any_of": _terms([*(target.texts for target in other), filter(None, texts)])
        }
    return chosen


def _terms(groups: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys(term for group in groups for term in group))[: targets.MOST_TERMS]


def resolve(query: Query, book: Book, times: Times, around: Surroundings) -> Request:
    """The request that a query comes to, or what stands in its way."""
    request = Request(
        query=query,
        today=around.today,
        book=book,
        period=times.period,
        is_timed=times.is_named,
        compared=times.compared,
        remarks=(times.remark,) if times.remark else (),
        problem=times.problem,
    )
    for step in (_paydays, _names, _exclusions, _accounts, _owners, _money, _weekdays, _number):
        if request.problem:
            return request
        request = step(request, times, around)
    return request


def _paydays(request: Request, times: Times, around: Surroundings) -> Request:
    if not times.since_payday:
        return request
    past = [day for day in request.book.paydays if day <= request.today]
    if not past:
        return request._replace(
            problem="I found no salary on record, so I cannot tell your payday."
        )
    remark = f"your last salary came on {phrases.day(past[-1])}"
    return request._replace(
        period=span(past[-1], request.today + DAY),
        is_timed=True,
        remarks=(*request.remarks, remark),
    )


# Names ------------------------------------------------------------------------------------------


def _names(request: Request, times: Times, around: Surroundings) -> Request:
    """Who was paid, what for, where."""
    query, book = request.query, request.book
    found: list[Target] = []
    missing: list[Missing] = []
    for each in query.spans:
        if each.code not in ("M", "MP", "C", "PL", "PS", "T") or _says_nothing(each, query):
            continue
        look = targets.of_thing if each.code in ("C", "T") else targets.of_name
        target = look(each.text, book)
        if isinstance(target, Missing):
            missing.append(target)
        else:
            found.append(target)
    if missing:
        return request._replace(problem=_missing(missing, found, request))
    guesses = [_guess(target) for target in found if target.is_guess]
    return request._replace(
        targets=tuple(dict.fromkeys(found)), remarks=(*request.remarks, *guesses)
    )


def _says_nothing(each: Span, query: Query) -> bool:
    """Whether a span narrows nothing: a kind of group, or what `recur` and refunds mean anyway."""
    words = set(split_words(fold(each.text)))
    if words <= _SELF or words <= _PEOPLE:
        return True
    if query.measure == "recur" and words & word_set("subscriptions subscription subs bills abos"):
        return True
    return query.state == "refunded" and bool(words & word_set("refund refunds money"))


def _guess(target: Target) -> str:
    return f"“{target.wanted}” was taken as {phrases.shortened(target.names)}"


def _missing(missing: Sequence[Missing], found: Sequence[Target], request: Request) -> str:
    """That a name stands nowhere, and which look like it."""
    wanted = phrases.join([f"“{each.wanted}”" for each in missing], "or")
    text = f"I found no booking with {wanted}"
    if found:
        text += f" (but there are some with {phrases.join([each.wanted for each in found])})"
    text = f"{text} in your records{_reach(request.book)}."
    near = tuple(dict.fromkeys(name for each in missing for name in each.near))
    return f"{text} Did you mean {phrases.join(near, 'or')}?" if near else text


def _reach(book: Book) -> str:
    if book.first is None or book.last is None:
        return ""
    return f", which run from {phrases.short_day(book.first)} to {phrases.short_day(book.last)}"


def _exclusions(request: Request, times: Times, around: Surroundings) -> Request:
    """What is left out, of the same kinds as what is named."""
    selection = dict(request.selection)
    limits = list(request.limits)
    for each in request.query.spans:
        if each.code not in ("XM", "XC", "XPS", "XT"):
            continue
        look = targets.of_thing if each.code in ("XC", "XT") else targets.of_name
        target = look(each.text, request.book)
        if isinstance(target, Missing):
            # What is not there cannot be left out, and the figure is the same.
            limits.append(f"(there is no booking with “{each.text}” to leave out)")
            continue
        _leave_out(target, selection)
        limits.append(f"without {target.wanted}{_which(target)}")
    if times.outside:
        selection["outside"] = [days(period) for period in times.outside]
        limits.append(
            "without " + phrases.join([phrases.named(p, request.today) for p in times.outside])
        )
    return request._replace(selection=selection, limits=tuple(limits))


def _which(target: Target) -> str:
    differing = [name for name in target.names if fold(name) != fold(target.wanted)]
    return f" ({phrases.shortened(differing, 4)})" if differing else ""


def _leave_out(target: Target, selection: dict[str, Any]) -> None:
    """Adds a target to what bookings must not have."""
    if target.kind == "category":
        pairs = [("category", target.terms), ("category_names", target.stand_ins)]
    elif target.kind == "who":
        pairs = [("who", target.terms)]
    elif target.kind == "type":
        pairs = [("about", (target.wanted,))]
    else:
        pairs = [("about", target.texts)]
    for field, terms in pairs:
        if terms:
            before = selection.get(field, {}).get("none_of", [])
            selection[field] = {**selection.get(field, {}), "none_of": _terms([before, terms])}


# Accounts and owners ----------------------------------------------------------------------------


def _accounts(request: Request, times: Times, around: Surroundings) -> Request:
    selection = dict(request.selection)
    found: list[str] = []
    limits = list(request.limits)
    for words in request.query.words("ACC"):
        terms = accounts.terms_of(words, request.book)
        if terms is None:
            target = targets.of_name(words, request.book)
            if isinstance(target, Missing) or target.is_guess:
                return request._replace(problem=accounts.unknown(words, request.book))
            request = request._replace(targets=(*request.targets, target))
        elif terms:
            found.extend(terms)
            limits.append(f"on {accounts.called(words)}")
    if found:
        selection["account"] = {"any_of": found}
    return request._replace(selection=selection, limits=tuple(limits))


def _owners(request: Request, times: Times, around: Surroundings) -> Request:
    for words in request.query.words("OW"):
        if set(split_words(fold(words))) <= _SELF:
            continue
        terms = accounts.terms_of(words, request.book)
        if terms is None:
            return request._replace(problem=accounts.unknown_owner(words, request.book))
        if terms:
            selection = {**request.selection, "account": {"any_of": list(terms)}}
            limits = (*request.limits, f"on {accounts.called(words)}")
            request = request._replace(selection=selection, limits=limits)
    return request


# Amounts, currencies, weekdays, numbers ---------------------------------------------------------


def _money(request: Request, times: Times, around: Surroundings) -> Request:
    """Bounds of each booking or of the total, and currencies."""
    query, book = request.query, request.book
    home = around.currency or book.has_currency
    bounds: dict[str, amounts.Money] = {}
    for code in ("A>", "A<", "A="):
        for words in query.words(code):
            amount = _amount(words, home)
            if amount is None:
                return request._replace(problem=f"I could not read “{words}” as an amount.")
            bounds[code] = amount
    remarks = [*request.remarks]
    currency, problem = _currency(query, book, home)
    for words in query.words("UNIT"):
        code = _code(words, home)
        if code and book.currencies and set(book.currencies) != {code}:
            remarks.append(f"I have no exchange rates, so nothing was converted to {code}")
    request = request._replace(remarks=tuple(remarks), problem=problem)
    if currency:
        selection = {**request.selection, "currency": currency}
        request = request._replace(selection=selection, limits=(*request.limits, f"in {currency}"))
    if query.is_on_total:
        return request._replace(least=bounds.get("A>"), most=bounds.get("A<"))
    return _with_bounds(request, bounds)


def _amount(words: str, home: str | None) -> amounts.Money | None:
    readings = amounts.read(words, home) or tuple(
        reading for each in amounts.find(words, home) for reading in each.readings
    )
    return readings[0] if readings else None


def _with_bounds(request: Request, bounds: Mapping[str, amounts.Money]) -> Request:
    least = bounds.get("A=") or bounds.get("A>")
    most = bounds.get("A=") or bounds.get("A<")
    if least is None and most is None:
        return request
    amount = {
        name: f"{abs(money.amount):f}"
        for name, money in (("least", least), ("most", most))
        if money is not None
    }
    currency = request.book.has_currency
    shown = {name: phrases.money(text, currency) for name, text in amount.items()}
    if "A=" in bounds:
        words = f"of exactly {shown['least']}"
    elif len(shown) == 2:
        words = f"of {shown['least']} to {shown['most']}"
    else:
        words = f"of {shown['least']} or more" if least else f"of {shown['most']} or less"
    selection = {**request.selection, "amount": amount}
    return request._replace(selection=selection, limits=(words, *request.limits))


def _currency(query: Query, book: Book, home: str | None) -> tuple[str | None, str]:
    """The currency that bookings must be in, or why that leads nowhere."""
    for words in query.words("CU"):
        code = _code(words, home, book)
        if code is None:
            return None, f"I could not tell which currency “{words}” is. Please name its code."
        if code not in book.currencies:
            known = phrases.join(book.currencies) or "no currency that is named"
            return None, f"I found no bookings in {code}: your records are in {known}."
        return code, ""
    return None, ""


def _code(words: str, home: str | None, book: Book | None = None) -> str | None:
    """The one currency that words name, also by country; among those on record if several fit."""
    parts = [word for word in words.replace("$", " $ ").split() if word.lower() != "in"]
    for part in parts:
        if code := code_of(part):
            return code
    for part in parts:
        codes = narrow(NAMES.get(fold(part), ()), home)
        on_record = [code for code in codes if book and code in book.currencies]
        if len(codes) == 1 or len(on_record) == 1:
            return (on_record or list(codes))[0]
    return None


def _weekdays(request: Request, times: Times, around: Surroundings) -> Request:
    numbers_found: list[int] = []
    for words in request.query.words("WD"):
        read = _weekdays_of(words)
        if not read:
            problem = f"I could not tell which weekdays “{words}” means. Please name them."
            return request._replace(problem=problem)
        numbers_found.extend(read)
    if request.query.words("TI"):
        times_said = phrases.join([f"“{words}”" for words in request.query.words("TI")])
        problem = (
            f"Bookings have a day but no time of day, so I cannot narrow them to {times_said}."
        )
        return request._replace(problem=problem)
    if not numbers_found:
        return request
    chosen = [WEEKDAYS[number] for number in sorted(set(numbers_found))]
    words = "on " + _called_days(sorted(set(numbers_found)))
    return request._replace(
        selection={**request.selection, "weekdays": chosen}, limits=(*request.limits, words)
    )


def _called_days(found: Sequence[int]) -> str:
    if found == [5, 6]:
        return "weekends"
    if found == [0, 1, 2, 3, 4]:
        return "weekdays"
    return phrases.join([f"{WEEKDAYS[number].capitalize()}s" for number in found])


def _weekdays_of(words: str) -> list[int]:
    parts = split_words(fold(words))
    if _WEEKEND & set(parts):
        return [5, 6]
    if _WORKDAYS & set(parts):
        return [0, 1, 2, 3, 4]
    singular = [part if part in WEEKDAY_NUMBERS else part.removesuffix("s") for part in parts]
    return [WEEKDAY_NUMBERS[part] for part in singular if part in WEEKDAY_NUMBERS]


def _number(request: Request, times: Times, around: Surroundings) -> Request:
    for words in request.query.words("N"):
        readings = numbers.read(words) or tuple(
            reading for each in numbers.find(words) for reading in each.readings
        )
        if readings and 1 <= readings[0].decimal <= MOST_LISTED:
            return request._replace(number=int(readings[0].decimal))
    return request
