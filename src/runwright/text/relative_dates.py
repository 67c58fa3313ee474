"""Dates that are reckoned from today: `last month`, `the past six weeks`, `three days ago`."""

from __future__ import annotations

from datetime import date, timedelta

from runwright.text.calendar_words import (
    ARTICLES,
    DAY_PARTS,
    FISCAL,
    NEAR,
    PLURALS,
    ROLLING,
    SIDES,
    UNITS,
)
from runwright.text.calendars import DAY, Grain, Period, Viewpoint, day_period, span, unit_of
from runwright.text.dates import Atom, fiscal_at, named_at, year_at
from runwright.text.durations import add_months
from runwright.text.numbers import count_at
from runwright.text.tokens import Tokens

MOST_UNITS = 4_000
"""A larger count reaches beyond the calendar."""
_WITHOUT_COUNT = {"day": 7, "week": 4, "month": 3, "quarter": 4, "year": 3}
"""How many `the coming days` or `recent weeks` are."""
_TO_DATE: dict[str, Grain] = {"ytd": "year", "mtd": "month", "qtd": "quarter", "wtd": "week"}
_AGO = ("ago", "back")


def moved(day: date, count: int, grain: Grain) -> date:
    """A day so many units later, or earlier."""
    if grain in ("day", "week", "weekend"):
        return day + timedelta(days=count * (1 if grain == "day" else 7))
    months = {"month": 1, "quarter": 3, "season": 3, "half": 6}.get(grain, 12)
    return add_months(day, count * months)


def unit_at(tokens: Tokens, at: int) -> tuple[Grain, int, int] | None:
    """A unit of the calendar, what its count is to be multiplied by, and the token after it."""
    at = tokens.skip(at, "calendar")
    text = tokens.text(at)
    if text in ("fortnight", "fortnights"):
        return "week", 2, at + 1
    if text in FISCAL and UNITS.get(tokens.text(at + 1)) == "year":
        return "fiscal_year", 1, at + 2
    if text == "geschaftsjahr":
        return "fiscal_year", 1, at + 1
    if text == "half" and UNITS.get(tokens.text(at + 1)) == "year":
        return "half", 1, at + 2
    return (UNITS[text], 1, at + 1) if text in UNITS and text != "half" else None


def near_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`today`, `the day after tomorrow`, `last night`, `this morning`, `now`."""
    step = tokens.skip(at, *ARTICLES)
    text, today = tokens.text(step), viewpoint.today
    if text in NEAR:
        after = step + 1
        if text == "morgen" and tokens.text(at - 1) in ("guten", "am"):
            return None
        if tokens.text(after) in DAY_PARTS:
            after += 1
        elif tokens.text(after) == "week":
            return Atom((day_period(today + timedelta(days=NEAR[text] + 7)),), after + 1)
        return Atom((day_period(today + timedelta(days=NEAR[text])),), after)
    three = tokens.texts(step, 3)
    if three[:2] == ("day", "after") and NEAR.get(three[2]) == 1:
        return Atom((day_period(today + 2 * DAY),), step + 3)
    if three[:2] == ("day", "before") and NEAR.get(three[2]) == -1:
        return Atom((day_period(today - 2 * DAY),), step + 3)
    if three[:2] == ("last", "night"):
        return Atom((day_period(today - DAY),), step + 2)
    if text in ("this", "later") and three[1] in (*DAY_PARTS, "today", "tonight"):
        return Atom((day_period(today),), step + 2)
    if text in ("now", "jetzt"):
        return Atom((day_period(today),), step + 1, bare=True)
    return None


def side_unit_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`last month`, `the past week`, `this fiscal year`, `the month before last`."""
    step = tokens.skip(at, *ARTICLES)
    before = _before_last(tokens, step, viewpoint)
    if before is not None:
        return before
    step = tokens.skip(step, "these")
    word = tokens.text(step)
    if word == "all" and (unit := unit_at(tokens, step + 1)) and unit[0] != "day":
        is_one = tokens.text(unit[2] - 1) not in PLURALS
        return Atom((unit_of(viewpoint.today, unit[0]),), unit[2]) if is_one else None
    if word not in SIDES:
        return None
    if word == "this" and SIDES.get(tokens.text(step + 1), 0) == 1:
        step += 1
        word = tokens.text(step)
    unit = unit_at(tokens, step + 1)
    if unit is None or tokens.text(unit[2] - 1) in PLURALS or _goes_on(tokens, unit[2]):
        return None
    grain, times, after = unit
    if grain == "day" and word not in ("next", "previous", "following"):
        return None
    steps = SIDES[word] * times
    whole = unit_of(moved(viewpoint.today, steps, _calendar(grain)), grain, viewpoint.fiscal_start)
    if times > 1:
        whole = (
            _rolled(viewpoint.today, steps, "week") if steps else unit_of(viewpoint.today, "week")
        )
    if not steps or not _may_roll(tokens, at, step, grain):
        return Atom((whole,), after)
    rolled = _rolled(viewpoint.today, steps, grain)
    return Atom((rolled, whole) if grain != "quarter" else (whole, rolled), after)


def same_unit_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`the same quarter last year`, `this time last year`."""
    step = tokens.skip(at, *ARTICLES)
    unit = unit_at(tokens, step + 1) if tokens.text(step) == "same" else None
    after = unit[2] if unit else step + 2
    if unit is None and tokens.texts(step, 2) != ("this", "time"):
        return None
    side = SIDES.get(tokens.text(after), 0)
    if not side or UNITS.get(tokens.text(after + 1)) != "year":
        return None
    grain: Grain = unit[0] if unit else "day"
    return Atom((unit_of(moved(viewpoint.today, side, "year"), grain),), after + 2)


def _goes_on(tokens: Tokens, at: int) -> bool:
    """`last week of May` is a week of May."""
    return tokens.text(at) == "of" and tokens.text(tokens.skip(at + 1, *ARTICLES)) not in ("", "my")


def _calendar(grain: Grain) -> Grain:
    return "year" if grain == "fiscal_year" else grain


def _may_roll(tokens: Tokens, at: int, side: int, grain: Grain) -> bool:
    """`the last month` and `past month` may be the thirty days up to today, `last month` not."""
    if grain in ("day", "weekend", "half", "season", "fiscal_year"):
        return False
    word = tokens.text(side)
    if word in ("previous", "prior", "preceding", "following"):
        return False
    return word in ("past", "coming", "trailing") or (
        side > at and tokens.text(at) == "the" and tokens.text(at - 1) not in ("of", "from")
    )


def _rolled(today: date, count: int, grain: Grain) -> Period:
    """So many units up to and with today, or from today on."""
    if count < 0:
        return span(moved(today + DAY, count, grain), today + DAY)
    return span(today, moved(today, count, grain))


def _before_last(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`the week before last`, `the month after next`."""
    unit = unit_at(tokens, at)
    if unit is None:
        return None
    link = tokens.texts(unit[2], 2)
    if link not in (("before", "last"), ("after", "next")):
        return None
    steps = -2 if link[0] == "before" else 2
    day = moved(viewpoint.today, steps, _calendar(unit[0]))
    return Atom((unit_of(day, unit[0], viewpoint.fiscal_start),), unit[2] + 2)


def rolling_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`the past six weeks`, `last 12 months`, `the next few days`, `the last 24 hours`."""
    step = tokens.skip(tokens.skip(at, *ARTICLES), "these", "those")
    word = tokens.text(step)
    way = -1 if word == "recent" else SIDES.get(word, 0)
    if word not in ROLLING and word != "recent":
        return None
    if tokens.texts(step + 1, 2) == ("half", "year"):
        return Atom((_rolled(viewpoint.today, 6 * way, "month"),), step + 3)
    count = count_at(tokens, step + 1)
    number, unit_place = count if count else (0, step + 1)
    if tokens.text(unit_place) in ("hours", "hour", "stunden") and number:
        days = (number + 23) // 24
        first = viewpoint.today + way * days * DAY
        ends = (first, viewpoint.today + DAY) if way < 0 else (viewpoint.today, first + DAY)
        return Atom((span(*ends),), unit_place + 1)
    unit = unit_at(tokens, tokens.skip(unit_place, "calendar", "full", "complete"))
    if unit is None or (tokens.text(unit[2] - 1) not in PLURALS and number < 1):
        return None
    if count is None:
        number = _WITHOUT_COUNT.get(unit[0], 3)
    if _goes_on(tokens, unit[2]) or number > MOST_UNITS:
        return None
    return Atom(_rolling_readings(viewpoint, way * number * unit[1], unit[0]), unit[2])


def _rolling_readings(viewpoint: Viewpoint, count: int, grain: Grain) -> tuple[Period, ...]:
    """Up to today; or, for months and longer, so many whole ones before this one."""
    today = viewpoint.today
    if grain in ("weekend", "season", "half", "fiscal_year"):
        ends = sorted((unit_of(moved(today, way, _calendar(grain)), grain, viewpoint.fiscal_start)
                       for way in (count, -1 if count < 0 else 1)), key=str)  # fmt: skip
        return (span(ends[0].start, ends[1].end),)
    rolled = _rolled(today, count, grain)
    if grain == "day":
        return (rolled,)
    current = unit_of(today, grain)
    first = unit_of(moved(today, count, grain), grain)
    whole = span(first.start, current.start) if count < 0 else span(current.end, first.end)
    return (rolled, whole) if whole != rolled else (rolled,)


def ago_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`three days ago`, `in two weeks`, `a week from Friday`, `vor drei Tagen`, `a week today`."""
    lead = tokens.text(at)
    step = at + 1 if lead in ("in", "vor", "within") else at
    count = count_at(tokens, tokens.skip(step, "about", "around", "just"))
    unit = unit_at(tokens, count[1]) if count else None
    if count is None or unit is None or count[0] > MOST_UNITS:
        return None
    grain, times, after = unit
    number, today = count[0] * times, viewpoint.today
    if tokens.text(after) in _AGO and step == at:
        return Atom(_away(today, -number, grain), after + 1)
    if lead == "vor":
        return Atom(_away(today, -number, grain), after)
    if lead == "within" and viewpoint.tense != "past":
        return Atom((span(today, moved(today, number, grain) + DAY),), after)
    # "Spent in 3 days" is a duration; "what is on in 3 days" is a day.
    if lead == "in" and viewpoint.tense != "past" and tokens.text(after) not in ("a", "per"):
        return Atom(_away(today, number, grain), after)
    if tokens.texts(after, 2) in (("from", "now"), ("from", "today")):
        return Atom(_away(today, number, grain), after + 2)
    if tokens.text(after) in ("today", "tomorrow") and grain == "week" and step == at:
        day = today + timedelta(days=NEAR[tokens.text(after)] + 7 * number)
        return Atom((day_period(day),), after + 1)
    return None


def _away(today: date, count: int, grain: Grain) -> tuple[Period, ...]:
    """The unit that lies so far away, or the very day."""
    day = moved(today, count, grain)
    if grain == "day":
        return (day_period(day),)
    return unit_of(day, grain), day_period(day)


def to_date_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`year to date`, `YTD`, `so far this month`, `earlier this year`, `the rest of the week`."""
    step = tokens.skip(at, *ARTICLES)
    text, today = tokens.text(step), viewpoint.today
    if text in _TO_DATE:
        return Atom((span(unit_of(today, _TO_DATE[text]).start, today + DAY),), step + 1)
    unit = unit_at(tokens, step)
    if unit is not None and tokens.texts(unit[2], 2) == ("to", "date"):
        start = unit_of(today, unit[0], viewpoint.fiscal_start).start
        return Atom((span(start, today + DAY),), unit[2] + 2)
    if tokens.texts(step, 2) in (("so", "far"), ("to", "date"), ("until", "now"), ("till", "now")):
        inner = side_unit_at(tokens, step + 2, viewpoint)
        if inner is None:
            return Atom((span(None, today + DAY),), step + 2, bare=True)
        return Atom((span(inner.readings[0].start, today + DAY),), inner.after)
    if text in ("earlier", "later"):
        return _part_of_unit(tokens, step, viewpoint, is_past=text == "earlier")
    if text in ("rest", "remainder", "remaining"):
        inner = scope_at(tokens, tokens.skip(step + 1, "of"), viewpoint)
        if inner is None or inner.readings[0].end is None:
            return None
        start = max(inner.readings[0].start or today, today)
        return Atom((span(start, inner.readings[0].end),), inner.after)
    return None


def _part_of_unit(tokens: Tokens, at: int, viewpoint: Viewpoint, *, is_past: bool) -> Atom | None:
    inner = side_unit_at(tokens, at + 1, viewpoint)
    if inner is None or viewpoint.today not in inner.readings[0]:
        return None
    unit, today = inner.readings[0], viewpoint.today
    start, end = (unit.start, today) if is_past else (today, unit.end)
    return Atom((span(start, end),), inner.after) if start != end else None


def scope_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """What something is a part of: `May`, `last year`, `the month`, `Q3`, `2026`."""
    step = tokens.skip(at, *ARTICLES)
    atom = named_scope_at(tokens, step, viewpoint) or side_unit_at(tokens, at, viewpoint)
    if atom is not None:
        return atom
    unit = unit_at(tokens, step)
    if unit is None or tokens.text(unit[2] - 1) in PLURALS:
        return None
    return Atom((unit_of(viewpoint.today, unit[0], viewpoint.fiscal_start),), unit[2])


def named_scope_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """The same by name alone."""
    for reader in (named_at, fiscal_at, year_at):
        if (atom := reader(tokens, at, viewpoint)) is not None:
            return atom
    return None
