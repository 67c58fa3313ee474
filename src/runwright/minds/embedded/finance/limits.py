"""Bounds of amounts, currencies, weekdays and numbers of a question, as arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runwright.minds.embedded.finance import phrases
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.request import MOST_LISTED, Request
from runwright.minds.embedded.finance.times import Times, is_weekdays
from runwright.minds.embedded.program import Surroundings
from runwright.minds.embedded.query import Query
from runwright.text import amounts, numbers
from runwright.text.calendar_words import WEEKDAYS as WEEKDAY_NUMBERS
from runwright.text.currencies import NAMES, code_of, narrow
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.hours import WEEKDAYS

_WEEKEND = word_set("weekend weekends wochenende wochenenden")
_WORKDAYS = word_set("weekday weekdays workday workdays werktags")


def with_money(request: Request, _times: Times, around: Surroundings) -> Request:
    """Bounds of each booking or of the total, and currencies."""
    query, book = request.query, request.book
    home = around.currency or book.has_currency
    bounds: dict[str, amounts.Money] = {}
    for code in ("A>", "A<", "A="):
        for words in query.words(code):
            amount = _amount(words, home, book)
            if amount is None:
                return request._replace(problem=f"I could not read “{words}” as an amount.")
            if amount.currency and book.currencies and amount.currency not in book.currencies:
                return request._replace(problem=_other_currency(words, book))
            bounds[code] = amount
    remarks = [*request.remarks]
    currency, problem = _currency(query, book, home)
    if len(book.currencies) > 1 and not currency:
        currency = next((bound.currency for bound in bounds.values() if bound.currency), None)
    for words in query.words("UNIT"):
        unit = _code(words, home)
        if unit and book.currencies and set(book.currencies) != {unit}:
            remarks.append(f"I have no exchange rates, so nothing was converted to {unit}")
    request = request._replace(remarks=tuple(remarks), problem=problem)
    if currency:
        selection = {**request.selection, "currency": currency}
        request = request._replace(selection=selection, limits=(*request.limits, f"in {currency}"))
    if query.is_on_total:
        return request._replace(least=bounds.get("A>"), most=bounds.get("A<"))
    return _with_bounds(request, bounds)


def _other_currency(words: str, book: Book) -> str:
    return (
        f"Your bookings are in {phrases.join(book.currencies)}, and I have no exchange rates to "
        f"set them against “{words}”. Which amount do you mean in {book.currencies[0]}?"
    )


def _amount(words: str, home: str | None, book: Book) -> amounts.Money | None:
    readings = amounts.read(words, home) or tuple(
        reading for each in amounts.find(words, home) for reading in each.readings
    )
    # Of the dollars of several countries, those on record are meant.
    readings = tuple(each for each in readings if each.currency in book.currencies) or readings
    # Money has two decimals at most: `10.000` is ten thousand wherever that is a reading.
    whole = [each for each in readings if each.amount == round(each.amount, 2) and _is_money(each)]
    found = next(iter([*whole, *readings]), None)
    if found is not None and len({each.currency for each in readings} & {*book.currencies}) > 1:
        # Dollars of two countries are on record, and the sign does not say which.
        return found._replace(currency=None)
    return found


def _is_money(money: amounts.Money) -> bool:
    exponent = money.amount.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= -2


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
        if code is None and not _could_be(words, book):
            known = phrases.join(book.currencies) or "no currency that is named"
            return None, f"I found no bookings {_in(words)}: your records are in {known}."
        if code is None:
            return None, f"I could not tell which currency “{words}” is. Please name its code."
        if code not in book.currencies:
            known = phrases.join(book.currencies) or "no currency that is named"
            return None, f"I found no bookings in {code}: your records are in {known}."
        return code, ""
    return None, ""


def _could_be(words: str, book: Book) -> bool:
    """Whether a name that several currencies share is that of one on record."""
    parts = split_words(fold(words))
    return any(code in book.currencies for part in parts for code in NAMES.get(part, ()))


def _in(words: str) -> str:
    return words if words.lower().startswith("in ") else f"in {words}"


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


def with_weekdays(request: Request, _times: Times, _around: Surroundings) -> Request:
    numbers_found: list[int] = []
    weekly = [words for words in request.query.words("P") if is_weekdays(words)]
    for words in (*request.query.words("WD"), *weekly):
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
    for words in filter(is_weekdays, request.query.words("XP")):
        left_out = _weekdays_of(words)
        numbers_found = [each for each in numbers_found or range(7) if each not in left_out]
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


def with_number(request: Request, _times: Times, _around: Surroundings) -> Request:
    for words in request.query.words("N"):
        readings = numbers.read(words) or tuple(
            reading for each in numbers.find(words) for reading in each.readings
        )
        if readings and 1 <= readings[0].decimal <= MOST_LISTED:
            return request._replace(number=int(readings[0].decimal))
    return request
