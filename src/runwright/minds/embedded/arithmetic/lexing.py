"""A clause cut into typed terms: figures with their units, money, days, times, and words."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from runwright.minds.embedded.arithmetic.cities import LONGEST_CITY, zones_by_city
from runwright.minds.embedded.arithmetic.lexicon import (
    FILLERS,
    LONGEST_PHRASE,
    LONGEST_UNIT,
    MASSES,
    PHRASES,
    POUNDS,
    SMALLER,
    UNITS,
)
from runwright.minds.embedded.arithmetic.terms import Term, Unread, Value
from runwright.text import calendar_words
from runwright.text.amounts import money_at
from runwright.text.calendar_words import HOLIDAY_STARTS, MONTHS, NEAR, SEASONS, WEEKDAYS
from runwright.text.calendars import Viewpoint
from runwright.text.currencies import CODES, HUNDREDTHS, NAMES, narrow
from runwright.text.date_ranges import Scan, atom_at
from runwright.text.durations import Duration, duration_at
from runwright.text.numbers import Number, number_at
from runwright.text.times import clock_at
from runwright.tools import units

_DATE_WORDS = frozenset((*MONTHS, *WEEKDAYS, *NEAR, *HOLIDAY_STARTS, *SEASONS)) - {"new"}
_UNIT_WORDS = frozenset(("year", "month", "week", "quarter", "weekend"))
_NOT_FIRST = frozenset(("to", "until", "till", "in", "within", *calendar_words.UNITS))
"""A date may begin with them elsewhere; here `days from 3 March` counts days."""


class _Found(NamedTuple):
    term: Term
    after: int


def lex(text: str, viewpoint: Viewpoint, home: str | None) -> list[Term]:
    """The terms of a clause, without the words that say nothing."""
    tokens = Scan(text)
    is_weight = any(tokens.text(at) in MASSES for at in range(len(tokens)))
    reader = _Lexer(tokens, viewpoint, home, is_weight)
    terms, at = [], 0
    while at < len(tokens):
        found = reader.at(at)
        if found.term.kind != "FILLER":
            start, end = tokens.span(at, found.after)
            terms.append(found.term._replace(start=start, end=end))
        at = found.after
    return terms


class _Lexer:
    def __init__(
        self, tokens: Scan, viewpoint: Viewpoint, home: str | None, is_weight: bool
    ) -> None:
        self._tokens = tokens
        self._viewpoint = viewpoint
        self._home = home
        self._is_weight = is_weight

    def at(self, at: int) -> _Found:
        """The term that begins at a token."""
        for reader in (
            self._clock, self._length, self._day, self._money, self._figure, self._weekdays,
            self._city, self._phrase, self._unit, self._filler,
        ):  # fmt: skip
            found = reader(at)
            if found is not None:
                return found
        return _Found(Term("WORD", self._tokens.raw(at)), at + 1)

    def _text(self, at: int, after: int) -> str:
        start, end = self._tokens.span(at, after)
        return self._tokens.source[start:end]

    def _clock(self, at: int) -> _Found | None:
        first = at + 1 if self._tokens.text(at) == "a" else at
        is_part = self._tokens.text(first) in ("half", "quarter", "a") or first > at
        if is_part and self._tokens.text(first + 1) not in ("past", "to"):
            # "Half past nine" and "a quarter to ten" are times; "half 3" may be a part.
            return None
        read = clock_at(self._tokens, at, bare=False)
        if read is None:
            return None
        readings, after = read
        written = [each.start for each in readings]
        hour = int(self._tokens.text(at)) if self._tokens.is_digits(at) else None
        minutes = next((each for each in written if each // 60 == hour), written[0])
        return _Found(
            Term("CLOCK", self._text(at, after), minutes=minutes, is_twelve_hour=len(written) > 1),
            after,
        )

    def _length(self, at: int) -> _Found | None:
        read = duration_at(self._tokens, at)
        if read is None or self._tokens.text(read[1] - 1).startswith("sec"):
            return None
        length, after = read[0][0], read[1]
        tokens = self._tokens
        is_hours = tokens.text(after - 1) in ("hour", "hours", "h", "hrs", "hr")
        if is_hours and tokens.is_digits(after) and len(tokens.text(after)) == 2:
            behind = number_at(tokens, after)
            bare = behind and behind[1] == after + 1 and not self._unit_at(after + 1)
            if bare and int(tokens.text(after)) < 60:
                length = length.plus(Duration(minutes=Decimal(tokens.text(after))))
                after += 1
        article = tokens.text(at) in ("a", "an", "one", "the")
        unit = self._said_unit(at, after) or _unit_of(length)
        plain = _in(length, unit)
        expression = f"{plain} {unit}" if plain else _of_length(length)
        value = Value(expression, "measure", unit=unit, plain=plain)
        kind = "UNIT_LENGTH" if article and length in _ONES else "VALUE"
        return _Found(Term(kind, self._text(at, after), value, length=length), after)

    def _said_unit(self, at: int, after: int) -> str:
        """The one unit that it ends with, if there is no other: 12 months stay 12 months."""
        found = [self._unit_at(each) for each in range(at, after)]
        said = [unit for unit in found if unit and unit[0] in _LENGTH_UNITS]
        return said[0][0] if len(said) == 1 and said[0][1] == after else ""

    def _day(self, at: int) -> _Found | None:
        atom = atom_at(self._tokens, at, self._viewpoint)
        if atom is None or not self._is_date(at, atom.after):
            return None
        days = tuple(each for each in atom.readings if each.grain == "day")
        text = self._text(at, atom.after)
        if len(days) > 1 and not any(each.isalpha() for each in text):
            # 12/03/2027 begins with the day for some people and with the month for others.
            both = " or ".join(f"{each.start:%-d %B %Y}" for each in days[:2])
            raise Unread(question=f"Which day is “{text}”: {both}?")
        kind = "DAY" if days else "PERIOD"
        return _Found(
            Term(kind, self._text(at, atom.after), periods=days or atom.readings), atom.after
        )

    def _is_date(self, at: int, after: int) -> bool:
        """Whether it names a month, a weekday or a year for certain: neither `3/8` nor `12.5`."""
        words = {self._tokens.text(each) for each in range(at, after)}
        if words & _DATE_WORDS:
            return self._tokens.text(at) not in _NOT_FIRST
        if words & _UNIT_WORDS and self._tokens.text(at) in ("this", "next", "last", "the"):
            return True
        figures = sum(self._tokens.is_digits(each) for each in range(at, after))
        return figures == 3 and after - at == 5

    def _money(self, at: int) -> _Found | None:
        tokens = self._tokens
        read = money_at(tokens, at, self._home)
        if read is None or (read[1] == at + 1 and not tokens.is_digits(at)):
            return None
        money, after = read[0][0], read[1]
        last = tokens.text(after - 1)
        if last in POUNDS and self._is_weight:
            return None
        self._must_be_certain(
            [Number(each.amount) for each in read[0] if each.currency == money.currency],
            self._text(at, after),
        )
        figure = _plain(money.amount)
        if money.currency is None or (last in HUNDREDTHS and len(read[0]) > 1):
            value = Value(figure, plain=figure)
        else:
            value = Value(f"{figure} {money.currency}", "money", plain=figure)
        return _Found(Term("VALUE", self._text(at, after), value), after)

    def _figure(self, at: int) -> _Found | None:
        tokens = self._tokens
        read = number_at(tokens, at)
        if read is None or (tokens.text(at) == "minus" and at > 0):
            return None
        number, after = read[0][0], read[1]
        self._must_be_certain(read[0], self._text(at, after))
        figure = _figure(number)
        if number.percent:
            value = Value(f"{figure}%", "percent", plain=figure)
            return _Found(Term("VALUE", self._text(at, after), value), after)
        unit = self._unit_at(after)
        if unit is not None:
            return self._measure(at, figure, *unit)
        is_part = number.over > 1 or number.decimal < 1
        kind = "fraction" if is_part and not tokens.text(at).startswith("0") else "number"
        noun, end = self._noun(after)
        if not noun and (days := self._phrase(after)) and days.term.kind == "WORKDAYS":
            noun, end = days.term.text, days.after
        value = Value(figure, "number" if noun else kind, noun, plain=figure)  # type: ignore[arg-type]
        return _Found(Term("VALUE", self._text(at, end), value), end)

    def _must_be_certain(self, readings: Sequence[Number], text: str) -> None:
        """`1.234` is a thousand to some readers and little more than one to others."""
        values = {each.value for each in readings}
        if len(values) > 1 and "." in text:
            low, high = min(values), max(values)
            question = f"Do you mean “{text}” as {high:,f} or as {low.normalize():f}?"
            raise Unread(question=question)

    def _measure(self, at: int, figure: str, unit: str, after: int) -> _Found:
        """With the inches behind feet and the pounds behind stones."""
        expression = f"{figure} {unit}"
        smaller = SMALLER.get(unit)
        behind = number_at(self._tokens, after) if smaller else None
        if smaller and behind and not behind[0][0].percent and behind[0][0].decimal < smaller[1]:
            named = self._unit_at(behind[1])
            end = named[1] if named and named[0] == smaller[0] else behind[1]
            if named is None or named[0] == smaller[0]:
                expression = f"({expression} + {_figure(behind[0][0])} {smaller[0]})"
                after = end
        noun, after = self._noun(after)
        plain = "" if "+" in expression else figure
        value = Value(expression, "measure", noun, unit, plain)
        return _Found(Term("VALUE", self._text(at, after), value), after)

    def _noun(self, at: int) -> tuple[str, int]:
        """What a number counts: words that mean nothing else here."""
        if self._is_noun(at):
            return self._text(at, at + 1), at + 1
        if self._is_word(at) and self._is_noun(at + 1):
            # "30 billable hours", "four quarterly payments".
            return self._text(at, at + 2), at + 2
        return "", at

    def _is_noun(self, at: int) -> bool:
        word = self._tokens.text(at)
        return self._is_word(at) and (_is_plural(word) or self._tokens.raw(at) != word)

    def _is_word(self, at: int) -> bool:
        tokens = self._tokens
        word = tokens.text(at)
        return (
            word.isalpha()
            and len(word) > 1
            and word not in FILLERS
            and self._phrase(at) is None
            and word not in _DATE_WORDS
            and number_at(tokens, at) is None
            and self._unit(at) is None
        )

    def _weekdays(self, at: int) -> _Found | None:
        word = self._tokens.text(at)
        number = WEEKDAYS.get(word.removesuffix("s")) if word.endswith("days") else None
        if number is None:
            return None
        return _Found(Term("WEEKDAYS", self._tokens.raw(at), number=number), at + 1)

    def _city(self, at: int) -> _Found | None:
        before = self._tokens.text(at - 1)
        for count in range(LONGEST_CITY, 0, -1):
            name = " ".join(filter(None, self._tokens.texts(at, count)))
            zone = zones_by_city().get(name)
            certain = (
                before in ("in", "am", "pm", "from") or self._tokens.text(at + count) == "time"
            )
            if zone and len(name.split()) == count and certain:
                after = self._tokens.skip(at + count, "time")
                return _Found(Term("ZONE", self._text(at, at + count), zone=zone), after)
        return None

    def _phrase(self, at: int) -> _Found | None:
        for count in range(LONGEST_PHRASE, 0, -1):
            kind = PHRASES.get(self._tokens.texts(at, count))
            if kind:
                return _Found(Term(kind, self._text(at, at + count)), at + count)
        return None

    def _unit(self, at: int) -> _Found | None:
        found = self._unit_at(at)
        if found is None:
            return None
        if len(self._tokens.text(at)) < 2 and self._tokens.text(at - 1) not in ("in", "to", "/"):
            return None
        unit, after = found
        return _Found(Term("UNIT", self._text(at, after), Value(unit, "measure", unit=unit)), after)

    def _unit_at(self, at: int) -> tuple[str, int] | None:
        tokens = self._tokens
        for count in range(LONGEST_UNIT, 0, -1):
            symbol = UNITS.get(tokens.texts(at, count))
            if symbol:
                return symbol, at + count
        word = tokens.raw(at)
        if word.lower() in POUNDS:
            return ("lb" if self._is_weight else "GBP"), at + 1
        for name in (word, word.lower()):
            known = units.known().get(name)
            if known is not None and name not in ("in", "a", "t", "d", "B", "K", "st"):
                return units.text_of(known), at + 1
        if word.upper() in CODES and (word.isupper() or word.lower() in NAMES):
            return word.upper(), at + 1
        if word.lower() in NAMES:
            return narrow(NAMES[word.lower()], self._home)[0], at + 1
        if word.lower() == "st" and tokens.text(at - 1).isdigit():
            return "st", at + 1
        return None

    def _filler(self, at: int) -> _Found | None:
        if self._tokens.text(at) not in FILLERS:
            return None
        return _Found(Term("FILLER", self._tokens.raw(at)), at + 1)


def _is_plural(word: str) -> bool:
    """Whether it can be what a number counts: `players`, but neither `halved` nor `grow`."""
    return (word.endswith("s") and not word.endswith("ss")) or word in ("people", "children")


def _plain(amount: Decimal) -> str:
    return f"{amount:f}"


def _figure(number: Number) -> str:
    figure = _plain(number.value)
    return figure if number.over == 1 else f"({figure}/{number.over})"


_DECIMALS = 6
"""A part of an hour with more decimals is no exact one: twenty minutes."""
_LENGTH_UNITS = ("years", "months", "weeks", "days", "h", "min")
_ONES = (
    Duration(days=Decimal(1)),
    Duration(days=Decimal(7)),
    Duration(months=Decimal(1)),
    Duration(months=Decimal(12)),
    Duration(minutes=Decimal(60)),
    Duration(minutes=Decimal(1)),
)


def _unit_of(length: Duration) -> str:
    if length.months:
        return "years" if length.months % 12 == 0 else "months"
    if length.days:
        return "weeks" if length.days % 7 == 0 else "days"
    return "h" if length.minutes >= 60 else "min"


def _in(length: Duration, unit: str) -> str:
    """The length in one unit; nothing if that is not exact."""
    whole, part = {
        "years": (length.months, 12),
        "months": (length.months, 1),
        "weeks": (length.days, 7),
        "days": (length.days, 1),
        "h": (length.minutes, 60),
        "min": (length.minutes, 1),
    }[unit]
    figure = whole / part
    is_all = sum(each != 0 for each in length) == 1 and figure == round(figure, _DECIMALS)
    return _plain(figure.normalize()) if is_all else ""


def _of_length(length: Duration) -> str:
    parts = []
    for amount, size, large, small in (
        (length.months, 12, "years", "months"),
        (length.days, 7, "weeks", "days"),
        (length.minutes, 60, "h", "min"),
    ):
        whole, rest = divmod(amount, size)
        if whole and not rest:
            parts.append(f"{_plain(whole)} {large}")
        elif amount and small == "min":
            parts += [f"{_plain(whole)} h"] * bool(whole) + [f"{_plain(rest.normalize())} min"]
        elif amount:
            parts.append(f"{_plain(amount)} {small}")
    return parts[0] if len(parts) == 1 else f"({' + '.join(parts)})"
