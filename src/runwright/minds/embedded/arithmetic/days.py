"""Reckoning with days: how far apart two are, which day lies so long after another, ages, weeks.

point := day | length ("from" | "after" | "before") point | length "ago" | "in" length
range := "between" point "and" point | "from" point "to" point | "until" point | period
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from runwright.minds.embedded.arithmetic.cursor import Cursor
from runwright.minds.embedded.arithmetic.lexicon import DAY_UNITS
from runwright.minds.embedded.arithmetic.terms import Reading, Term
from runwright.text.calendars import DAY, Period, unit_of
from runwright.text.dates import FIRST_YEAR, LAST_YEAR
from runwright.text.durations import add_months

_GOALS = ("DATE", "WEEKDAY", "WHEN", "HOW_LONG", "WEEK_NUMBER", "LEAP", "AGE", "BORN", "LEFT")
_ABOUT_DAYS = ("DAY", "PERIOD", "WEEKDAYS", "WORKDAYS", "LEAP", "WEEK_NUMBER", "AGE", "DATE")


def is_about_days(terms: Sequence[Term]) -> bool:
    """Whether a clause has to do with days of the calendar."""
    kinds = [each.kind for each in terms]
    if any(kind in _ABOUT_DAYS for kind in kinds) or kinds == ["WEEKDAY"]:
        return True
    has_length = any(each.length is not None for each in terms)
    if "LEFT" in kinds and "UNIT" in kinds and "HOW_MANY" in kinds and not has_length:
        return True
    return has_length and any(kind in ("AGO", "LATER", "WEEKDAY") for kind in kinds)


def read(terms: Sequence[Term], today: date) -> Reading:
    """What is asked about days; `Unread` if part of the clause is not understood."""
    return _Parser(terms, today).question()


class _Parser(Cursor):
    def __init__(self, terms: Sequence[Term], today: date) -> None:
        self._goals = {each.kind for each in terms if each.kind in _GOALS}
        self._today = today
        self._unit = ""
        self._counted: Term | None = None
        words = [each.kind for each in terms]
        born = words.index("BORN") if "BORN" in words else 0
        # Who was born does not matter: "the baby was born …".
        kept = [e for at, e in enumerate(terms) if not (e.kind == "WORD" and at < born)]
        rest = [each for each in kept if each.kind not in _GOALS]
        super().__init__(self._without_counted(rest))

    def _without_counted(self, terms: list[Term]) -> list[Term]:
        """`how many weeks`, `how many working days`, `how many Mondays`; a bare `days between`."""
        for at, term in enumerate(terms):
            kind = term.kind
            is_unit = kind == "UNIT" and term.value and term.value.unit in DAY_UNITS
            if not (is_unit or kind in ("WORKDAYS", "WEEKDAYS")):
                continue
            is_asked = at == 0 or terms[at - 1].kind == "HOW_MANY"
            if not is_asked:
                continue
            self._counted = term
            self._unit = term.value.unit if is_unit and term.value else "days"
            before = at - 1 if at and terms[at - 1].kind == "HOW_MANY" else at
            return terms[:before] + terms[at + 1 :]
        return terms

    def _must_end(self) -> None:
        self._skip("COMMA")
        if self._at < len(self._terms):
            raise self._unread()

    # Questions ------------------------------------------------------------------------------

    def question(self) -> Reading:
        """What the clause asks of its days."""
        self._skip("COMMA", "AND")
        if "LEAP" in self._goals:
            return self._leap()
        if self._goals & {"AGE", "BORN"} and not self._counted:
            return self._age()
        if "WEEK_NUMBER" in self._goals:
            self._skip("IN", "OF", "ON", "FOR")
            day = self._point() if self._at < len(self._terms) else "today"
            self._must_end()
            return Reading(f"iso_week({day})", "weekday")
        if self._counted is not None:
            return self._count(self._counted)
        if "HOW_LONG" in self._goals:
            self._unit = "days"
            return self._count(Term("UNIT", "days"))
        if self._at == len(self._terms) and self._goals & {"DATE", "WEEKDAY"}:
            return Reading("today", "weekday")
        self._skip("ON", "FOR", "AT", "OF")
        day = self._point()
        if self._is("DAY") and not self._goals & {"DATE", "WHEN"} and _is_weekday(self._peek()):
            named = self._peek()
            self._at += 1
            self._must_end()
            start = named.periods[0].start
            return Reading(day, "is_weekday", unit=f"{start:%A}" if start else "")
        self._must_end()
        return Reading(day, "weekday")

    def _leap(self) -> Reading:
        year = self._year()
        self._must_end()
        days = f"days_between({year}-01-01, {year + 1}-01-01)"
        return Reading(f"{days} = 366 days", "truth", label=f"{year} is a leap year.")

    def _year(self) -> int:
        self._skip("IN", "OF")
        term = self._peek()
        if term.value and term.value.kind == "number" and term.value.plain.isdigit():
            number = int(term.value.plain)
            if FIRST_YEAR <= number <= LAST_YEAR and not term.value.noun:
                self._at += 1
                return number
        if term.kind == "PERIOD" and term.periods[0].grain == "year" and term.periods[0].start:
            self._at += 1
            return term.periods[0].start.year
        raise self._unread()

    def _age(self) -> Reading:
        """From a birthday whole years; from a year alone what it is once the birthday has been."""
        self._skip("OF")
        self._skip("ON", "IN")
        if self._is("DAY"):
            born = self._day_at(self._take(), is_past=True)
            self._skip("COMMA")
            until = "today"
            self._skip("ON", "IN", "AT")
            if self._at < len(self._terms):
                until = self._point()
            self._must_end()
            return Reading(f"years_between({born}, {until})", "age")
        year = self._year()
        then = self._year() if self._is("IN") else self._today.year
        self._must_end()
        return Reading(f"{then} - {year}", "age", label=str(then))

    # Counts ---------------------------------------------------------------------------------

    def _count(self, counted: Term) -> Reading:
        start, end, is_inclusive = self._range()
        self._must_end()
        shown = f"{_said(start)} to {_said(end)}"
        match counted.kind:
            case "WORKDAYS":
                is_inclusive = is_inclusive or "LEFT" in self._goals
                last = end + DAY if is_inclusive else end
                ends = "both included" if is_inclusive else "the last day not included"
                expression = f"business_days_between({start}, {last})"
                return Reading(expression, unit="working days", label=f"{shown}, {ends}")
            case "WEEKDAYS":
                first = start + timedelta(days=(counted.number - start.weekday()) % 7)
                whole = f"ceil(days_between({first}, {end + DAY}) / 1 weeks)"
                return Reading(whole, unit=counted.text, label=f"{shown}, both included")
            case _:
                last = end + DAY if is_inclusive else end
                function = {"months": "months_between", "years": "years_between"}.get(
                    self._unit, "days_between"
                )
                label = f"{shown}, both included" if is_inclusive else shown
                return Reading(f"{function}({start}, {last})", "split", self._unit, label)

    def _range(self) -> tuple[date, date, bool]:
        """The first day, the last, and whether the last is counted like the days of a month."""
        if "LEFT" in self._goals:
            return self._today, self._end_of_unit(), False
        if self._skip("TO", "BEFORE"):
            return self._today, self._date(is_past=False), False
        if self._skip("SINCE"):
            start = self._date(is_past=True)
            self._skip("TO")
            end = self._date() if self._is("DAY") else self._today
            return start, end, False
        self._skip("BETWEEN", "FROM", "IN", "OF", "COMMA", "ON")
        if self._is("PERIOD"):
            return (*self._periods(), True)
        if (days := self._days_of_month()) is not None:
            return (*days, bool(self._counted and self._counted.kind != "UNIT"))
        return self._between()

    def _between(self) -> tuple[date, date, bool]:
        """From one day to another; the last is not counted."""
        if not self._is("DAY") and not self._is_point():
            raise self._unread()
        is_born = "BORN" in self._goals
        first = self._peek()
        if self._is("DAY"):
            self._at += 1
        else:
            first = _fixed(date.fromisoformat(self._settled(self._point())))
        # "How many days in 3 to 9 May" counts the days, "from 3 to 9 May" the nights between them.
        if not self._skip("AND", "TO", "MINUS", "ON", "IN", "COMMA"):
            if self._at < len(self._terms):
                raise self._unread()
            return self._toward(first, is_born)
        self._skip("COMMA", "TO")
        if not self._is("DAY"):
            if self._is("PERIOD"):
                raise self._unread()
            second = _fixed(date.fromisoformat(self._settled(self._point())))
        else:
            second = self._take()
        return (*_pair(first, second), False)

    def _days_of_month(self) -> tuple[date, date] | None:
        """`1 to 31 March`, `between the 3rd and the 9th of May`."""
        first, second = self._peek(), self._peek(2)
        number = first.value.plain if first.value and first.value.kind == "number" else ""
        if self._peek(1).kind not in ("TO", "AND", "MINUS") or second.kind != "DAY":
            return None
        end = second.periods[0].start
        if end is None or not number.isdigit() or not 1 <= int(number) < end.day:
            return None
        self._at += 3
        return end.replace(day=int(number)), end

    def _toward(self, term: Term, is_past: bool) -> tuple[date, date, bool]:
        """One day alone: from it to today, or from today to it."""
        day = date.fromisoformat(self._day_at(term, is_past=is_past))
        return (day, self._today, False) if day <= self._today else (self._today, day, False)

    def _periods(self) -> tuple[date, date]:
        first = self._take().periods
        second = first
        if self._skip("TO", "AND", "MINUS") and self._is("PERIOD"):
            second = self._take().periods
        pairs = [
            (one.start, other.end - DAY)
            for other in second
            for one in (first if second is not first else (other,))
            if one.start and other.end and one.start < other.end
        ]
        if second is not first and len(second) == 1 and second[0].start:
            # "Feb to April 2028": the year that the second names is the first one's, too.
            moved = [_in_year(one, second[0].start.year) for one in first]
            pairs = [(start, last) for start in moved if start for _, last in pairs[:1]] or pairs
        if not pairs:
            raise self._unread()
        return pairs[0]

    def _end_of_unit(self) -> date:
        self._skip("IN", "OF", "TO")
        term = self._peek()
        grain = {"years": "year", "months": "month", "weeks": "week"}.get(
            term.value.unit if term.value else "", ""
        )
        if term.kind == "PERIOD" and term.periods[0].end:
            self._at += 1
            return term.periods[0].end - DAY
        if term.kind == "DAY":
            return date.fromisoformat(self._day_at(self._take(), is_past=False))
        end = unit_of(self._today, grain).end if grain else None  # type: ignore[arg-type]
        if end is None:
            raise self._unread()
        self._at += 1
        return end - DAY

    # Points ---------------------------------------------------------------------------------

    def _is_point(self) -> bool:
        return self._peek().length is not None

    def _point(self) -> str:
        """A day, as `calculate` writes it."""
        if self._skip("IN"):
            return f"today + {self._length()}"
        if self._peek().length is not None:
            return self._away()
        if not self._is("DAY"):
            raise self._unread()
        day = self._day_at(self._take())
        while self._is("PLUS", "MINUS") and self._peek(1).length is not None:
            sign = "+" if self._take().kind == "PLUS" else "-"
            day = f"{day} {sign} {self._length().replace(' + ', f' {sign} ')}"
        if self._is("AND", "ADD") and self._peek(1).length is not None:
            self._at += 1
            day = f"{day} + {self._length()}"
        return day

    def _away(self) -> str:
        """So long after or before a day."""
        length = self._length()
        back = length.replace(" + ", " - ")
        if self._skip("AGO"):
            return f"today - {back}"
        if self._skip("BEFORE"):
            return f"{self._point()} - {back}"
        if self._skip("LATER"):
            return f"today + {length}"
        if self._skip("FROM", "AFTER", "ON", "SINCE", "PLUS", "TO", "AND"):
            return f"{self._point()} + {length}"
        raise self._unread()

    def _length(self) -> str:
        term = self._peek()
        if term.length is None or term.value is None:
            raise self._unread()
        self._at += 1
        return term.value.expression.strip("()")

    def _settled(self, expression: str) -> str:
        """A point that is one of two days needs to be written out, so it may not be reckoned."""
        if len(expression) != len("2026-11-16"):
            raise self._unread()
        return expression

    def _date(self, is_past: bool | None = None) -> date:
        if not self._is("DAY", "PERIOD"):
            raise self._unread()
        return date.fromisoformat(self._day_at(self._take(), is_past=is_past))

    def _day_at(self, term: Term, *, is_past: bool | None = None) -> str:
        """The likeliest day; where it comes round again, the one on the side that is meant."""
        starts = [each.start for each in term.periods if each.start]
        sided = [each for each in starts if is_past is None or (each <= self._today) == is_past]
        if not starts:
            raise self._unread()
        if sided:
            return sided[0].isoformat()
        if is_past is not None and len(starts) > 1:
            return add_months(starts[0], -12 if is_past else 12).isoformat()
        return starts[0].isoformat()


def _is_weekday(term: Term) -> bool:
    return term.text.isalpha() and term.text.lower().endswith("day")


def _fixed(day: date) -> Term:
    return Term("DAY", day.isoformat(), periods=(Period(day, day + DAY, "day"),))


def _in_year(period: Period, year: int) -> date | None:
    return period.start.replace(year=year) if period.start and period.start.day == 1 else None


def _pair(first: Term, second: Term) -> tuple[date, date]:
    """Two days that belong together: the second comes after the first, and soon."""
    starts = [each.start for each in first.periods if each.start]
    ends = [each.start for each in second.periods if each.start]
    if len(starts) > 1 and len(ends) == 1:
        # "From 3 Feb till 19 Aug 2025": the year is said once, behind the second.
        starts = [_moved(starts[0], ends[0].year), _moved(starts[0], ends[0].year - 1)]
    if len(ends) > 1 and len(starts) == 1:
        ends = [_moved(ends[0], starts[0].year), _moved(ends[0], starts[0].year + 1)]
    gaps = [(one, other) for one in starts for other in ends if one <= other]
    if not gaps:
        return starts[0], ends[0]
    return min(gaps, key=lambda pair: pair[1] - pair[0])


def _moved(day: date, year: int) -> date:
    return add_months(day, 12 * (year - day.year))


def _said(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
