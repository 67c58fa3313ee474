"""The units of figures as they are read: said once, in the language of the answer."""

from __future__ import annotations

import re
from collections.abc import Mapping

from runwright.minds.language.parts import Language

_SIGNS = {"EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥"}
_GERMAN: Mapping[str, tuple[str, str, str]] = {
    "day": ("Tag", "Tage", "Tagen"),
    "week": ("Woche", "Wochen", "Wochen"),
    "month": ("Monat", "Monate", "Monaten"),
    "year": ("Jahr", "Jahre", "Jahren"),
    "hour": ("Stunde", "Stunden", "Stunden"),
    "minute": ("Minute", "Minuten", "Minuten"),
}
"""One, several, and several behind a word that takes the dative."""
_SHORT = {"h": "hour", "min": "minute", "d": "day"}
_DATIVE = re.compile(r"\b(?:in|seit|vor|nach|von|mit|bei|aus|zu|binnen)[\s*_]+$", re.IGNORECASE)
_PERCENT = re.compile(r"[\s*_]*(?:percent|per cent|prozent)\b", re.IGNORECASE)


def codes(unit: str) -> tuple[str, ...]:
    """How a currency, or percent, may be written once more beside its figure."""
    if unit == "%":
        return ("%",)
    if re.fullmatch(r"[A-Z]{3}", unit):
        return tuple(each for each in (unit, _SIGNS.get(unit)) if each)
    return ()


def is_said(after: str, unit: str) -> bool:
    """Whether the words go on with the unit: `{= days_between(…)} days left`."""
    if unit == "%":
        return _PERCENT.match(after) is not None
    name = _name(unit)
    if name is None:
        return False
    words = "|".join((name, f"{name}s", *_GERMAN[name]))
    return (
        re.match(rf"[\s*_]*(?:working |business |full |ganze |volle )?(?:{words})\b", after, re.I)
        is not None
    )


def written(unit: str, number: str, before: str, language: Language) -> str:
    """The unit behind a number, in the singular, the plural or the dative."""
    name = _name(unit)
    if name is None or unit in _SHORT:
        return unit
    is_one = number.strip("−- ") == "1"
    if language == "en":
        return name if is_one else f"{name}s"
    one, several, dative = _GERMAN[name]
    return one if is_one else dative if _DATIVE.search(before) else several


def _name(unit: str) -> str | None:
    name = _SHORT.get(unit, unit.removesuffix("s"))
    return name if name in _GERMAN else None
