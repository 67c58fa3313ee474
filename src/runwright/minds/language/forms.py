"""How the values of slots and expressions are written: money, figures, days, moments, names."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any
from zoneinfo import ZoneInfo

from runwright.minds.language.evidence import Slot
from runwright.minds.language.parts import Language
from runwright.text.calendar_words import MONTH_NAMES, WEEKDAY_NAMES
from runwright.text.words import word_list
from runwright.tools import calculate
from runwright.tools.base import InvalidCall

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MONTH = re.compile(r"\d{4}-\d\d")
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d.*")
MONTHS = {
    "en": MONTH_NAMES,
    "de": word_list("""
        Januar Februar März April Mai Juni Juli August September Oktober November Dezember
        """),
}
_WEEKDAYS = {
    "en": WEEKDAY_NAMES,
    "de": word_list("Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag"),
}
_TRUTH = {"en": ("yes", "no"), "de": ("ja", "nein")}
PERCENTS = frozenset(("share", "percent"))
"""Fields that are percentages."""
_UNLIKE_MONEY = PERCENTS | {"stretches", "count"}
"""Fields without a currency in objects that have one."""
_WHOLE = frozenset(("JPY", "KRW", "ISK", "CLP", "VND"))
"""Currencies that are written without decimals."""
_ENDLESS = 8
"""More decimals than these are those of a division."""
FORMS = frozenset(("day", "time", "weekday", "month"))


def moment_of(value: Any, zone: ZoneInfo) -> date | datetime | None:
    """The day, or the local moment, that a value is."""
    if not isinstance(value, str):
        return None
    if _DAY.fullmatch(value):
        return date.fromisoformat(value)
    if _INSTANT.fullmatch(value):
        return datetime.fromisoformat(value.replace("Z", "+00:00")).astimezone(zone)
    return None


def day_of(slot: Slot, zone: ZoneInfo) -> date | datetime | None:
    """The moment of a slot as people mean it: what ends on a day has that day, too."""
    moment = moment_of(slot.value, zone)
    # Records have the day after the last one: a holiday from the 3rd to the 9th ends "on the 10th".
    if slot.leaf == "end" and moment is not None and not isinstance(moment, datetime):
        return moment - timedelta(days=1)
    return moment


def number_of(value: Any) -> Decimal | None:
    """The figure that a value is, if it is one."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def unit_of(slot: Slot) -> str:
    """The currency or unit of a slot's figure; empty if it has none."""
    if slot.leaf in PERCENTS:
        return "%"
    if slot.leaf in _UNLIKE_MONEY or not isinstance(slot.value, str):
        return ""
    for owner in reversed(slot.objects):
        unit = getattr(owner, "unit", None) or getattr(owner, "currency", None)
        if isinstance(unit, str):
            return unit
    return ""


def is_money(slot: Slot) -> bool:
    """Whether a slot's figure is an amount of money."""
    return bool(re.fullmatch(r"[A-Z]{3}", unit_of(slot)))


def show_slot(
    slot: Slot, form: str, language: Language, zone: ZoneInfo, *, unsigned: bool = False
) -> str:
    """A slot's value as it is read; `InvalidCall` if it cannot have that form."""
    if isinstance(slot.value, bool):
        return show_truth(slot.value, language)
    moment = day_of(slot, zone)
    if moment is not None:
        return _show_moment(moment, form, language, slot.path)
    if form:
        raise InvalidCall(f"`{slot.path}` is no day or moment and has no form `{form}`.")
    if isinstance(slot.value, str) and slot.leaf in ("group", "name") and _is_month(slot.value):
        year, month = slot.value.split("-")
        return f"{MONTHS[language][int(month) - 1]} {year}"
    number = number_of(slot.value)
    if number is None:
        return str(slot.value)
    unit = unit_of(slot)
    return show_number(_readable(abs(number) if unsigned else number, unit), unit, language)


def _readable(number: Decimal, unit: str) -> Decimal:
    """A percentage has two decimals at most; a quotient that never ends has four."""
    decimals = -int(number.as_tuple().exponent)
    if unit == "%" and decimals > 2:
        return number.quantize(Decimal("0.01"))
    return number.quantize(Decimal("0.0001")) if decimals > _ENDLESS else number


def _is_month(value: str) -> bool:
    return _MONTH.fullmatch(value) is not None and 1 <= int(value[5:]) <= 12


def show_truth(value: bool, language: Language) -> str:
    """Yes or no."""
    return _TRUTH[language][0 if value else 1]


def show_result(result: calculate.Result, language: Language, *, unsigned: bool = False) -> str:
    """The value of an expression as it is read."""
    if result.truth is not None:
        return show_truth(result.truth, language)
    if result.day is not None:
        return show_day(date.fromisoformat(result.day), language)
    number = number_of(result.value)
    if number is None:
        return result.text or ""
    if result.currency is not None or result.account is not None:
        number = number.quantize(Decimal("0.01")) if number.as_tuple().exponent < -2 else number  # type: ignore[operator]
    elif not result.exact:
        number = number.quantize(Decimal("0.01"))
    unit = result.currency or result.unit or ""
    return show_number(abs(number) if unsigned else number, unit, language)


def show_number(number: Decimal, unit: str, language: Language) -> str:
    """`1,234.50 EUR`, `1.234,50 EUR`, `12.5 %`."""
    if re.fullmatch(r"[A-Z]{3}", unit) and number.as_tuple().exponent > -2 and unit not in _WHOLE:  # type: ignore[operator]
        number = number.quantize(Decimal("0.01"))
    text = f"{number:,f}".replace("-", "−")
    if language == "de":
        text = text.translate(str.maketrans(",.", ".,"))
    return f"{text} {unit}".strip()


def show_day(day: date, language: Language) -> str:
    """`19 November 2026`, `19. November 2026`."""
    dot = "." if language == "de" else ""
    return f"{day.day}{dot} {MONTHS[language][day.month - 1]} {day.year}"


def _show_moment(moment: date | datetime, form: str, language: Language, path: str) -> str:
    match form:
        case "weekday":
            return _WEEKDAYS[language][moment.weekday()]
        case "month":
            return f"{MONTHS[language][moment.month - 1]} {moment.year}"
        case "time" if isinstance(moment, datetime):
            return f"{moment:%H:%M}"
        case "time":
            raise InvalidCall(f"`{path}` is a day without a time.")
        case "":
            day = show_day(moment, language)
            return f"{day}, {moment:%H:%M}" if isinstance(moment, datetime) else day
        case "day":
            return show_day(moment, language)
        case _:
            raise InvalidCall(f"There is no form `{form}`: {', '.join(sorted(FORMS))}.")
