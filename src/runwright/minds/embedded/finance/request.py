"""A question about money as arguments of the finance tools, with what is to be said of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.targets import Target
from runwright.minds.embedded.finance.times import EVERYTHING
from runwright.minds.embedded.query import Query
from runwright.text import amounts
from runwright.text.calendars import Period

DIRECTIONS = {"out": "spent", "in": "received", "any": "any"}
MOST_LISTED = 100


class Request(NamedTuple):
    """What is to be asked of the tools, and what is to be said of it."""

    query: Query
    today: date
    book: Book
    period: Period = EVERYTHING
    is_timed: bool = False
    """Whether the question names the period."""
    compared: Period | None = None
    targets: tuple[Target, ...] = ()
    selection: Mapping[str, Any] = {}
    """Arguments of the tools, but for period and targets."""
    limits: tuple[str, ...] = ()
    """Filters in words: `of €50 or more`, `on Fridays`."""
    remarks: tuple[str, ...] = ()
    """What was taken for granted."""
    number: int | None = None
    """How many things are asked for."""
    least: amounts.Money | None = None
    most: amounts.Money | None = None
    """Bounds of the total."""
    problem: str = ""
    """Why there is no answer, or what is asked back."""
    is_settled: bool = False
    """Whether that answers the question: no booking with a name is a no to whether there is."""
    missing: tuple[str, ...] = ()
    """The names that stand in no booking, where that is why."""

    @property
    def direction(self) -> str:
        """As the tools call it."""
        return DIRECTIONS.get(self.query.direction, "any")

    def arguments(self, *some: Target, **more: Any) -> dict[str, Any]:
        """Arguments of a tool for some targets, or for all of them."""
        chosen = matches(some or self.targets)
        merged: dict[str, Any] = {**self.selection, **more}
        for field, value in chosen.items():
            merged[field] = _both(merged[field], value) if field in merged else value
        return {"direction": self.direction, "period": days(self.period), **merged}


def _both(one: Any, other: Any) -> Any:
    """What must be had, and all that must not."""
    if not isinstance(one, Mapping) or not isinstance(other, Mapping):
        return other
    left_out = unique([one.get("none_of", []), other.get("none_of", [])])
    return {**one, **other, **({"none_of": left_out} if left_out else {})}


def days(period: Period) -> dict[str, str]:
    """A period as tools take it."""
    bounds = {"start": period.start, "end": period.end}
    return {name: day.isoformat() for name, day in bounds.items() if day}


def matches(some: Sequence[Target]) -> dict[str, Any]:
    """Names that bookings must have. Things of one kind are alternatives; a name and a category
    narrow each other."""
    who = [target for target in some if target.kind == "who"]
    other = [target for target in some if target.kind != "who"]
    chosen: dict[str, Any] = {}
    if who:
        chosen["who"] = {"any_of": unique(target.texts for target in who)}
    kinds = {target.kind for target in other}
    if kinds == {"category"}:
        chosen["category"] = {"any_of": unique(target.terms for target in other)}
        if stand_ins := unique(target.stand_ins for target in other):
            chosen["category_names"] = {"any_of": stand_ins}
        if others := unique(target.but for target in other):
            chosen["who"] = {**chosen.get("who", {}), "none_of": others}
    elif kinds == {"type"}:
        chosen["types"] = unique(target.terms for target in other)
    elif other:
        # What is of several kinds has one field in common: that which looks everywhere.
        chosen["about"] = {
            "any_of": unique(target.texts for target in other),
            **({"none_of": but} if (but := unique(target.but for target in other)) else {}),
        }
        if foreign := set.intersection(*(set(target.foreign) for target in other)):
            chosen["category"] = {"none_of": sorted(foreign)}
    return chosen


def unique(groups: Iterable[Iterable[str]]) -> list[str]:
    """The terms of some groups, each once. None is left out, or bookings would be lost: a tool
    refuses more than it takes."""
    return list(dict.fromkeys(term for group in groups for term in group))
