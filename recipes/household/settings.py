"""What `household.toml` says, and the dates that its questions stand for."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from runwright.client.types.common import Source

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question, and the sources that its run may read."""

    ask: str
    sources: Sequence[Source]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the briefing."""

    title: str
    questions: Sequence[Question]


@dataclass(frozen=True, slots=True, kw_only=True)
class Household:
    """A household, and what it wants to know every week."""

    name: str
    time_zone: str
    rules: str
    monday: date
    sections: Sequence[Section]


def load(path: Path, today: date) -> Household:
    """Read the settings, with dates in the place of their names."""
    given = tomllib.loads(path.read_text("utf-8"))
    monday = monday_of(given.get("week", today))
    spans = spans_of(monday)
    return Household(
        name=given["name"],
        time_zone=given["time_zone"],
        rules=given["rules"],
        monday=monday,
        sections=[_section(each, spans) for each in given["section"]],
    )


def monday_of(day: date) -> date:
    """The Monday of a day's week."""
    return day - timedelta(days=day.weekday())


def spans_of(monday: date) -> Mapping[str, str]:
    """What each name in a question stands for, in words."""
    saturday, sunday = monday + timedelta(days=5), monday + timedelta(days=6)
    month_end = monday.replace(day=1) - timedelta(days=1)
    year_before = month_end.replace(day=1, year=month_end.year - 1) + timedelta(days=31)
    return {
        "week": f"from {in_words(monday)} to {in_words(sunday)}",
        "workdays": f"from {in_words(monday)} to {in_words(monday + timedelta(days=4))}",
        "weekend": f"on Saturday {in_words(saturday)} and Sunday {in_words(sunday)}",
        "four_weeks": f"between {in_words(monday)} and {in_words(sunday + 3 * WEEK)}",
        "last_month": f"{month_end:%B %Y}",
        "twelve_months": f"from {year_before:%B %Y} to {month_end:%B %Y}",
    }


def in_words(day: date) -> str:
    """A day such as 16 November 2026."""
    return f"{day.day} {day:%B %Y}"


def _section(given: Mapping[str, Any], spans: Mapping[str, str]) -> Section:
    questions = [
        Question(ask=each["ask"].format_map(spans), sources=each["sources"])
        for each in given["question"]
    ]
    return Section(title=given["title"], questions=questions)
