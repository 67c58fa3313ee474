"""The unit in which an answer is wanted."""

from __future__ import annotations

from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

from runwright.minds.embedded.calendar.task import Task
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_UNITS = {
    "minutes": "minute", "minute": "minute", "mins": "minute", "hours": "hour", "hour": "hour",
    "hrs": "hour", "days": "day", "day": "day", "nights": "night", "sleeps": "night",
    "night": "night", "weeks": "week", "week": "week", "wks": "week",
}  # fmt: skip
_BEHIND = word_set("left until till til to between remaining before")
"""What stands behind a unit that is asked for: `minutes until`."""
_ABBREVIATED = {
    "cet": "Europe/Berlin", "cest": "Europe/Berlin", "gmt": "Etc/GMT", "utc": "UTC",
    "bst": "Europe/London", "uk": "Europe/London", "eastern": "America/New_York",
    "et": "America/New_York", "est": "America/New_York", "edt": "America/New_York",
    "central": "America/Chicago", "mountain": "America/Denver", "pacific": "America/Los_Angeles",
    "pt": "America/Los_Angeles", "pst": "America/Los_Angeles", "ist": "Asia/Kolkata",
    "delhi": "Asia/Kolkata", "mumbai": "Asia/Kolkata", "india": "Asia/Kolkata",
    "beijing": "Asia/Shanghai", "china": "Asia/Shanghai", "japan": "Asia/Tokyo",
}  # fmt: skip


def unit_of(task: Task) -> str:
    """`hour`, `week`, …: the one that is named, or else stands after `how many`."""
    named = split_words(fold(task.query.word("UNIT")))
    words = split_words(fold(task.query.text))
    asked = words[words.index("many") + 1 :][:2] if "many" in words else []
    asked += [word for word, after in pairwise(words) if after in _BEHIND]
    if {"working", "school", "business"} & {*named, *asked}:
        return "workday"
    return next((_UNITS[word] for word in [*named, *asked] if word in _UNITS), "")


def zone_of(task: Task) -> ZoneInfo | None:
    """The time zone in which times are wanted, if one is named."""
    for word in split_words(fold(task.query.word("UNIT"))):
        if word in _ABBREVIATED:
            return ZoneInfo(_ABBREVIATED[word])
        for name in sorted(available_timezones()):
            if fold(name.rpartition("/")[2].replace("_", " ")) == word:
                return ZoneInfo(name)
    return None
