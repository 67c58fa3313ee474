"""One stretch of days as it is written: "3 May", "last week", "Q2 2025", "on the 20th".

A pattern finds it, and `days_of` says which days it is. How several are joined, and what the word
before one does to it ("since", "until"), is decided in `periods`.
"""

from __future__ import annotations

import re
from calendar import isleap
from collections.abc import Mapping
from datetime import date, timedelta

from runwright.engine.day_words import (
    MONTH_NUMBER,
    NEAR,
    ONE,
    ORDINALS,
    SEASONS,
    STEP,
    WEEKDAY_NUMBER,
)
from runwright.engine.days import Unclear, moved, read_day
from runwright.engine.numbers import read_count

Days = tuple[date, date, bool]
"""The first day, the day after the last, and whether the year was guessed."""


def days_of(match: re.Match[str], today: date, ahead: int) -> Days | None:
    """The days that a match of `ONE` says; None when it says none that exist."""
    part = {name: value.lower() for name, value in match.groupdict().items() if value}
    try:
        for name, read in _READERS.items():
            if name in part:
                return read(part, today, ahead)
    except (Unclear, ValueError, OverflowError):
        return None
    return None


def _single(day: date) -> Days:
    return day, day + timedelta(days=1), False


def _month(year: int, month: int) -> Days:
    first = date(year, month, 1)
    return first, moved(first, 1, "month"), False


def _year(today: date, ahead: int, behind: bool, beyond: bool) -> int:
    if ahead > 0 and behind:
        return today.year + 1
    return today.year - 1 if ahead < 0 and beyond else today.year


def _iso(part: Mapping[str, str], _today: date, _ahead: int) -> Days:
    return _single(date(*map(int, part["iso"].split("-"))))


def _iso_month(part: Mapping[str, str], _today: date, _ahead: int) -> Days:
    year, month = map(int, part["iso_month"].split("-"))
    return _month(year, month)


def _figures(part: Mapping[str, str], today: date, _ahead: int) -> Days | None:
    day = read_day(part["figures"], today)
    return None if day is None else _single(day)


def _day_month(part: Mapping[str, str], today: date, ahead: int) -> Days:
    return _written_day(part["day"], part["day_month"], part.get("day_year"), today, ahead)


def _month_day(part: Mapping[str, str], today: date, ahead: int) -> Days:
    year = part.get("month_day_year")
    return _written_day(part["month_day"], part["month_of"], year, today, ahead)


def _written_day(day: str, month: str, year: str | None, today: date, ahead: int) -> Days:
    number = MONTH_NUMBER[month]
    if year:
        return _single(date(int(year), number, int(day)))
    behind = (number, int(day)) < (today.month, today.day)
    beyond = (number, int(day)) > (today.month, today.day)
    guessed = _year(today, ahead, behind, beyond)
    while (number, int(day)) == (2, 29) and not isleap(guessed):
        guessed += ahead or 1
    found = date(guessed, number, int(day))
    return found, found + timedelta(days=1), True


def _near(part: Mapping[str, str], today: date, _ahead: int) -> Days:
    if part["near"] == "last night":
        return _single(today - timedelta(days=1))
    return _single(today + timedelta(days=NEAR.get(" ".join(part["near"].split()), 0)))


def _rest(part: Mapping[str, str], today: date, _ahead: int) -> Days:
    if part["rest"] == "day":
        return _single(today)
    return today, _spanned(part["rest"], 0, today)[1], False


def _rest_end(part: Mapping[str, str], today: date, ahead: int) -> Days:
    return _rest({"rest": part["rest_end"]}, today, ahead)


def _rest_month(part: Mapping[str, str], today: date, _ahead: int) -> Days:
    start, end, _ = _named_month({"month": part["rest_month"]}, today, 1)
    return max(start, today), end, False


def _of_the(part: Mapping[str, str], today: date, _ahead: int) -> Days:
    """ "The first concert of the year": of this one."""
    return _spanned(part["of_the"], 0, today)


def _rolling(part: Mapping[str, str], today: date, _ahead: int) -> Days | None:
    size = read_count(part["count"])
    if size is None:
        return None
    tomorrow = today + timedelta(days=1)
    if STEP[part["rolling"]] < 0:
        return moved(tomorrow, -size, part["unit"]), tomorrow, False
    return today, moved(today, size, part["unit"]), False


def _ago(part: Mapping[str, str], today: date, _ahead: int) -> Days | None:
    return _away(part["back_count"], part["back_unit"], -1, today)


def _hence(part: Mapping[str, str], today: date, ahead: int) -> Days | None:
    # "Spent in 3 days" is no day of its own; "what is on in 3 days" is.
    return _away(part["away_count"], part["away_unit"], 1, today) if ahead >= 0 else None


def _later(part: Mapping[str, str], today: date, _ahead: int) -> Days | None:
    return _away(part["later_count"], part["later_unit"], 1, today)


def _away(count: str, unit: str, way: int, today: date) -> Days | None:
    size = read_count(count)
    if size is None:
        return None
    day = moved(today, way * size, unit)
    return _single(day) if unit.startswith("day") else _spanned(unit.removesuffix("s"), 0, day)


def _span(part: Mapping[str, str], today: date, _ahead: int) -> Days:
    return _spanned(part["span"], STEP[part["which"]], today)


def _before_last(part: Mapping[str, str], today: date, _ahead: int) -> Days:
    return _spanned(part["before_last"], -2, today)


def _spanned(span: str, step: int, today: date) -> Days:
    """The week, weekend, month, quarter or year of a day, or one that many before or after."""
    if span in ("week", "weekend"):
        monday = today - timedelta(days=today.weekday()) + timedelta(days=7 * step)
        first = monday + timedelta(days=5) if span == "weekend" else monday
        return first, monday + timedelta(days=7), False
    if span == "year":
        return date(today.year + step, 1, 1), date(today.year + step + 1, 1, 1), False
    size = 3 if span == "quarter" else 1
    first = date(today.year, (today.month - 1) // size * size + 1, 1)
    start = moved(first, step * size, "month")
    return start, moved(start, size, "month"), False


def _weekend(_part: Mapping[str, str], today: date, ahead: int) -> Days:
    return _spanned("weekend", -1 if ahead < 0 and today.weekday() < 5 else 0, today)


def _week_of(part: Mapping[str, str], today: date, ahead: int) -> Days | None:
    day = read_day(f"{part['week_of']} {part.get('week_of_year', '')}".strip(), today, ahead)
    return None if day is None else (*_spanned("week", 0, day)[:2], "week_of_year" not in part)


def _week_number(part: Mapping[str, str], today: date, ahead: int) -> Days:
    number = int(part["week_number"])
    year = int(part.get("week_year") or today.isocalendar().year)
    start = date.fromisocalendar(year, number, 1)
    if "week_year" not in part and ahead > 0 and start + timedelta(days=7) <= today:
        start = date.fromisocalendar(year + 1, number, 1)
    return start, start + timedelta(days=7), False


def _nth_week(part: Mapping[str, str], today: date, ahead: int) -> Days | None:
    """The weeks of a month begin on its first day."""
    month = _month_said(part["week_month"], today, ahead)
    if month is None:
        return None
    first, after, guessed = month
    if part["nth_week"] == "last":
        return after - timedelta(days=7), after, guessed
    start = first + timedelta(days=7 * (ORDINALS[part["nth_week"]] - 1))
    return start, min(start + timedelta(days=7), after), guessed


def _nth_day(part: Mapping[str, str], today: date, ahead: int) -> Days | None:
    """ "The first Tuesday in December"."""
    month = _month_said(part["nth_day_month"], today, ahead)
    if month is None:
        return None
    first, after, guessed = month
    number = WEEKDAY_NUMBER[part["nth_weekday"]]
    day = first + timedelta(days=(number - first.weekday()) % 7)
    if part["nth_day"] == "last":
        day = after - timedelta(days=(after.weekday() - number - 1) % 7 + 1)
    else:
        day += timedelta(weeks=ORDINALS[part["nth_day"]] - 1)
    return day, day + timedelta(days=1), guessed


def _month_end(part: Mapping[str, str], today: date, ahead: int) -> Days | None:
    """The first or the last week of a month."""
    which = "last" if part["month_end"] == "end" else "first"
    return _nth_week({"nth_week": which, "week_month": part["end_month"]}, today, ahead)


def _month_said(text: str, today: date, ahead: int) -> Days | None:
    if text.endswith("month"):
        return _spanned("month", STEP.get(text.split()[0], 0), today)
    found = ONE.fullmatch(text)
    return days_of(found, today, ahead) if found else None


def _to_date(part: Mapping[str, str], today: date, _ahead: int) -> Days:
    first = today.replace(day=1)
    if part["to_date"] == "year":
        first = first.replace(month=1)
    return first, today + timedelta(days=1), False


def _quarter(part: Mapping[str, str], today: date, ahead: int) -> Days:
    return _quarters(int(part["quarter"]) * 3 - 2, 3, part.get("quarter_year"), today, ahead)


def _nth(part: Mapping[str, str], today: date, ahead: int) -> Days:
    size = 3 if part["part"] == "quarter" else 6
    nth = ORDINALS[part["nth"]] if size == 3 or part["nth"] != "last" else 2
    return _quarters((nth - 1) * size + 1, size, part.get("part_year"), today, ahead)


def _quarters(month: int, size: int, year: str | None, today: date, ahead: int) -> Days:
    if year and year.isdigit():
        known = int(year)
    elif year:
        known = today.year + STEP[year.split()[0]]
    else:
        behind, beyond = month + size - 1 < today.month, month > today.month
        known = _year(today, ahead, behind, beyond)
    start = date(known, month, 1)
    return start, moved(start, size, "month"), year is None


def _season(part: Mapping[str, str], today: date, ahead: int) -> Days:
    """Three whole months; a winter belongs to the year in which it begins."""
    month = SEASONS[part["season"]]
    side, year = part.get("season_side", ""), part.get("season_year")
    if year:
        first = date(int(year), month, 1)
    else:
        first = date(today.year, month, 1)
        step = STEP.get(side, 0)
        if step > 0 and first <= today:
            first = date(today.year + 1, month, 1)
        elif (step < 0 or (not side and ahead < 0)) and moved(first, 3, "month") > today:
            first = date(today.year - 1, month, 1)
        elif not side and ahead > 0 and moved(first, 3, "month") <= today:
            first = date(today.year + 1, month, 1)
    return first, moved(first, 3, "month"), not (year or side)


def _named_month(part: Mapping[str, str], today: date, ahead: int) -> Days:
    number, year = MONTH_NUMBER[part["month"]], part.get("month_year")
    if year and year.isdigit():
        return _month(int(year), number)
    if year:
        return _month(today.year + STEP[year.split()[0]], number)
    start, end, _ = _month(_year(today, ahead, number < today.month, number > today.month), number)
    return start, end, True


def _weekday(part: Mapping[str, str], today: date, ahead: int) -> Days:
    number = WEEKDAY_NUMBER[part.get("side_weekday") or part["weekday"]]
    monday = today - timedelta(days=today.weekday())
    side = part.get("side", "")
    if "week" in part:
        step = STEP[part["week"].split()[0]]
        return _single(monday + timedelta(days=7 * step + number))
    away, step_or_none = (number - today.weekday()) % 7, STEP.get(side)
    if step_or_none == -1 or (step_or_none is None and ahead < 0):
        return _single(today + timedelta(days=(away - 7) if away or step_or_none == -1 else 0))
    if side == "next":
        # From Monday to Sunday, "next Friday" is the one of next week.
        return _single(monday + timedelta(days=7 + number))
    return _single(today + timedelta(days=away))


def _whole_year(part: Mapping[str, str], _today: date, _ahead: int) -> Days:
    year = int(part["year"])
    return date(year, 1, 1), date(year + 1, 1, 1), False


def _day_alone(part: Mapping[str, str], today: date, ahead: int) -> Days:
    """ "The 20th": of this month, or of the nearest that lies on the likelier side."""
    number = int(part["month_day_alone"])
    month = today.replace(day=1)
    for _ in range(4):
        inside = number <= (moved(month, 1, "month") - month).days
        day = month.replace(day=number) if inside else None
        if day and ((ahead >= 0 and day >= today) or (ahead < 0 and day <= today)):
            return _single(day)
        month = moved(month, ahead or 1, "month")
    raise ValueError("no month has such a day")


def _feast(part: Mapping[str, str], today: date, ahead: int) -> Days | None:
    day = read_day(f"{part['feast']} {part.get('feast_year', '')}".strip(), today, ahead)
    return None if day is None else (*_single(day)[:2], "feast_year" not in part)


_READERS = {
    "iso": _iso,
    "iso_month": _iso_month,
    "figures": _figures,
    "week_of": _week_of,
    "nth_week": _nth_week,
    "nth_day": _nth_day,
    "month_end": _month_end,
    "day": _day_month,
    "month_of": _month_day,
    "near": _near,
    "rest": _rest,
    "rest_end": _rest_end,
    "rest_month": _rest_month,
    "of_the": _of_the,
    "rolling": _rolling,
    "back_count": _ago,
    "later_count": _later,
    "away_count": _hence,
    "span": _span,
    "before_last": _before_last,
    "weekend": _weekend,
    "week_number": _week_number,
    "to_date": _to_date,
    "quarter": _quarter,
    "nth": _nth,
    "season": _season,
    "month": _named_month,
    "side_weekday": _weekday,
    "weekday": _weekday,
    "year": _whole_year,
    "month_day_alone": _day_alone,
    "feast": _feast,
}
