"""What `calculate` gave, in words: the answer first, then how it was worked out."""

from __future__ import annotations

import re
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from runwright.minds.embedded.arithmetic.terms import Reading
from runwright.text.calendar_words import WEEKDAY_NAMES
from runwright.tools.calculate import Result

_DAY = 24 * 60
_SIGNS = (" + ", " - ", " * ", " / ", "^", "(", " in ")
# What a function of `calculate` is called by people, and lengths as they are said.
_SHOWN = (
    (re.compile(r"\bshare\(([^,()]+), ([^,()]+)\)"), r"\1 ÷ \2"),
    (re.compile(r"\bpercent_change\(([^,()]+), ([^,()]+)\)"), r"(\2 − \1) ÷ \1"),
    (re.compile(r"\bavg\(([^()]+)\)"), r"the average of \1"),
    # Gallons, pints and cups are those of the United States, which is to be seen.
    (re.compile(r"(?<=\d )(gal|qt|pt|cup|floz)\b"), r"US \1"),
    (re.compile(r"\babs\(([^()]+)\)"), r"\1"),
    (re.compile(r"\bsqrt\(([^()]+)\)"), r"√\1"),
    (re.compile(r"\((\S+ (?:h|ft|st)) \+ (\S+ (?:min|inch|lb))\)"), r"\1 \2"),
)
_NAMES = {
    "h": "hours", "min": "minutes", "s": "seconds", "mi": "miles", "l": "litres", "inch": "inches",
    "pt": "US pints", "cup": "US cups", "gal": "US gallons", "ha": "hectares",
    "acre": "acres", "ft": "feet", "sqft": "square feet", "m2": "m²", "km2": "km²", "m^2": "m²",
    "mi/h": "mph",
}  # fmt: skip
_SINGULAR = {
    "hours": "hour", "minutes": "minute", "seconds": "second", "days": "day", "weeks": "week",
    "months": "month", "years": "year", "miles": "mile", "working days": "working day",
    "inches": "inch", "feet": "foot", "US pints": "US pint", "US cups": "US cup",
}  # fmt: skip
_MOST_DECIMALS = 4
"""A figure with more of them is rounded."""
_CENTS = re.compile(r"\d\.\d\d(?!\d)")
_PER = {"1/months": "a month", "1/years": "a year", "1/weeks": "a week", "1/days": "a day",
        "1/h": "an hour"}  # fmt: skip


def say(reading: Reading, result: Result) -> str:
    """The answer to what was read."""
    is_workdays = any(each.code == "business_days" for each in result.notes)
    notes = " Monday to Friday count; public holidays are not known." if is_workdays else ""
    match reading.form:
        case "clock" | "zone":
            return _clock(reading, result)
        case "truth":
            year = reading.label.split()[0]
            return f"Yes, {reading.label}" if result.truth else f"No, {year} is not a leap year."
        case "weekday" if result.text:
            year, _, week = result.text.partition("-W")
            return f"Week {int(week)} of {year} (ISO week, Monday to Sunday)."
        case "weekday" if result.day:
            return f"{day(result.day)}.{_worked(reading)}"
        case "is_weekday" if result.day:
            found = WEEKDAY_NAMES[date.fromisoformat(result.day).weekday()]
            return f"{'Yes' if found == reading.unit else 'No'}: it is {day(result.day)}."
        case "age":
            return _age(reading, result)
        case "split":
            return f"{_parts(reading, result)}.{_worked(reading)}{notes}"
        case _:
            return f"{_value(reading, result)}.{_worked(reading)}{notes}"


def day(text: str) -> str:
    """`Thursday, 24 December 2026`."""
    value = date.fromisoformat(text)
    return f"{WEEKDAY_NAMES[value.weekday()]}, {value.day} {value:%B %Y}"


def shown(expression: str) -> str:
    """An expression as people write it."""
    for pattern, plain in _SHOWN:
        expression = pattern.sub(plain, expression)
    text = expression.replace("*", "×").replace(" / ", " ÷ ").replace(" - ", " − ")
    return text.removeprefix("(").removesuffix(")") if _is_wrapped(text) else text


def _is_wrapped(text: str) -> bool:
    return text.startswith("(") and text.endswith(")") and text.count("(") == 1


def _worked(reading: Reading) -> str:
    if reading.label:
        return f"\nCounted: {reading.label}."
    if "_between" in reading.expression or not any(sign in reading.expression for sign in _SIGNS):
        return ""
    return f"\nWorked out as {shown(reading.expression)}."


def _clock(reading: Reading, result: Result) -> str:
    minutes = int(Decimal(result.value or 0) * (60 if result.unit == "h" else 1))
    if result.unit == "h" and "min" in reading.expression:
        minutes = round(Decimal(result.value or 0) * 60)
    days, rest = divmod(minutes, _DAY)
    time = f"{rest // 60:02}:{rest % 60:02}"
    when = {0: "", 1: " the next day", -1: " the day before"}.get(days, f" {days} days later")
    if reading.label == "now":
        return f"{time}."
    return (
        f"{time}{when}.\nThat is the time {reading.label}."
        if reading.form == "zone"
        else (f"{time}{when}.\nThat is {reading.label}.")
    )


def _age(reading: Reading, result: Result) -> str:
    years = figure(result.value or "0", exact=True)
    if not reading.label:
        return f"{years} years old.{_worked(reading)}"
    before = int(Decimal(result.value or 0)) - 1
    return f"{years} in {reading.label}, or {before} until the birthday that year."


def _parts(reading: Reading, result: Result) -> str:
    """A length in two units: hours and minutes, weeks and days, feet and inches."""
    value = Decimal(result.value or 0)
    if reading.unit == "weeks" and value >= 7:
        weeks, rest = divmod(int(value), 7)
        tail = f" and {counted(str(rest), 'days')}" if rest else ""
        return f"{counted(str(weeks), 'weeks')}{tail} ({counted(str(int(value)), 'days')})"
    if reading.unit == "h":
        hours, minutes = divmod(round(value, _MOST_DECIMALS), 60)
        parts = [counted(str(int(hours)), "hours")] * bool(hours)
        parts += [counted(figure(str(minutes), exact=True), "minutes")] * bool(minutes or not hours)
        return " ".join(parts)
    if " " in reading.unit:
        large, small = reading.unit.split()
        whole = int(value)
        part = (value - whole) * {"inch": 12, "lb": 14, "min": 60}.get(small, 1)
        return f"{whole} {name(large)} {figure(str(part))} {name(small)}"
    return counted(figure(result.value or "0", exact=True), name(result.unit or reading.unit))


def _value(reading: Reading, result: Result) -> str:
    if result.truth is not None:
        return "Yes" if result.truth else "No"
    if result.day:
        return day(result.day)
    if result.text:
        return result.text
    value = result.value or "0"
    if result.unit == "h" and not reading.unit and Decimal(value) % 1:
        minutes = Decimal(value) * 60
        return _parts(reading._replace(unit="h"), result.model_copy(update={"value": str(minutes)}))
    places = 2 if result.currency or _is_priced(reading, result) else None
    said = figure(value, places=places)
    is_rounded = not result.exact or Decimal(said.replace(",", "")) != Decimal(value)
    about = "About " if is_rounded else ""
    if result.currency:
        return f"{about}{money(value, result.currency, reading.currency)}"
    if result.unit == "%":
        return f"{about}{said}%"
    unit = name(result.unit) if result.unit and " " not in reading.unit else reading.unit
    above, _, below = (result.unit or "").partition("/")
    if f"1/{below}" in _PER and (above == "1" or above.isupper()):
        what = f"{said} {name(above)}" if above != "1" else said
        return f"{about}{what} {_PER[f'1/{below}']}"
    return about + (counted(said, unit) if unit else said)


def _is_priced(reading: Reading, result: Result) -> bool:
    """Whether the figures look like prices: `7.50` has cents, and so has what comes of it."""
    has_decimals = bool(Decimal(result.value or 0) % 1)
    return has_decimals and not result.unit and bool(_CENTS.search(reading.expression))


def figure(value: str, *, exact: bool = False, places: int | None = None) -> str:
    """With thousands apart; long decimals are cut to what people read."""
    number = Decimal(value)
    if exact:
        return f"{number.normalize():,f}"
    if places is None:
        places = 2 if abs(number) >= 1 else 4
        decimals = len(value.partition(".")[2])
        places = decimals if decimals <= _MOST_DECIMALS else places
    rounded = number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    text = f"{rounded:,f}"
    return text.rstrip("0").rstrip(".") if "." in text and places != 2 else text


def money(value: str, currency: str, written: str) -> str:
    """With the sign or the name that the person used."""
    amount = figure(value, places=2)
    if not written:
        return f"{amount} {currency}"
    return f"{amount} {written}" if written.isalpha() else f"{written}{amount}"


def name(unit: str) -> str:
    """A unit as it is said."""
    return _NAMES.get(unit, unit)


def counted(value: str, unit: str) -> str:
    """`1 day`, `2 days`."""
    return f"{value} {_SINGULAR.get(unit, unit)}" if value == "1" else f"{value} {unit}"
