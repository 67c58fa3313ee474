"""Times of day: reading them, placing them in a zone, and saying what came out."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, tzinfo

from runwright.engine.days import said
from runwright.engine.patterns import lazily
from runwright.engine.zones import zone_name

_CLOCK = lazily(
    r"(?:at )?(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2}))? ?(a\.?m\.?|p\.?m\.?)?(?: o'clock| h| uhr)?"
)
CLOCK = (
    r"(?:\d{1,2}(?:[:.]\d{2}(?::\d{2})?)? ?(?:a\.?m\b\.?|p\.?m\b\.?)"
    r"|\d{1,2}[:.]\d{2}(?::\d{2})?|noon|midnight)"
)
"""A pattern: a time of day that cannot be taken for a plain number."""
_WORDS = {"noon": time(12), "midday": time(12), "midnight": time(0)}


def read_clock(text: str) -> time | None:
    """The time of day that the text, in lower case, is; None if it is none."""
    text = text.strip(" ,")
    if text in _WORDS:
        return _WORDS[text]
    match = _CLOCK.fullmatch(text)
    if match is None or len(text) > 20:
        return None
    hour, minute, second = int(match[1]), int(match[2] or 0), int(match[3] or 0)
    if match[4]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match[4][0] == "p" else 0)
    return time(hour, minute, second) if hour < 24 and minute < 60 and second < 60 else None


def instants(day: date, clock: time, zone: tzinfo) -> list[datetime]:
    """Every instant at which clocks in the zone show this time: none, one or two."""
    found: list[datetime] = []
    for fold in (0, 1):
        local = datetime.combine(day, clock, zone).replace(fold=fold)
        instant = local.astimezone(UTC)
        if instant.astimezone(zone).replace(tzinfo=None) == local.replace(tzinfo=None):
            found.append(instant)
    return sorted(set(found))


def told(clock: time) -> str:
    return clock.strftime("%H:%M:%S") if clock.second else clock.strftime("%H:%M")


def offset_name(moment: datetime) -> str:
    """The distance from UTC, such as UTC+02:00."""
    minutes = round((moment.utcoffset() or UTC.utcoffset(None)).total_seconds() / 60)
    sign = "-" if minutes < 0 else "+"
    return f"UTC{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def placed(instant: datetime, zone: tzinfo) -> str:
    """An instant as clocks in the zone show it, with day, zone and offset."""
    local = instant.astimezone(zone)
    return (
        f"{told(local.time())} on {said(local.date())} in {zone_name(zone)} ({offset_name(local)})"
    )
