"""What one finding rests on, and whether a claim follows from it.

A quick look comes first: it knows how the engine writes days, times and figures. What it does
not find is held against the same literal check that a language model's words must pass.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
from zoneinfo import ZoneInfo

from runwright.engine.claims.figures import Following, lacking_of_two, numbers
from runwright.engine.claims.support import Facts, facts, is_supported
from runwright.engine.days import MONTHS, WEEKDAYS
from runwright.engine.patterns import lazily
from runwright.engine.types import Finding, Item

PURE = frozenset({"calculate", "dates", "clock", "text"})
"""Actions that look at nothing but the prompt."""
_QUOTED = lazily(r"“([^”]+)”")
_FROM_NOW = lazily(
    r"\b(?:in|for) [\d,.]+ (?:minute|hour|day|week|month|year)s?\b"
    r"|\b[\d,.]+ (?:minute|hour|day|week|month|year)s? ago\b",
    re.I,
)
_INSTANT = lazily(r"\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?")
_MONTH = "|".join(MONTHS)
_DAY = lazily(
    rf"(?:\b(?P<weekday>{'|'.join(WEEKDAYS)}), )?"
    rf"(?:\b(?P<first>\d{{1,2}}) (?:to|and|–) )?\b(?P<day>\d{{1,2}}) (?P<month>{_MONTH})\b"
    r"(?: (?P<year>\d{4}))?"
)
_WHOLE_MONTH = lazily(rf"\b(?P<month>{_MONTH})\b(?: (?P<year>\d{{4}}))?")
_BOUND = lazily(
    r"(?:\b(?:from|to|between|and|since|until|before|after|through|week of)|–)(?: the)?\s*$", re.I
)
_CLOCK = lazily(r"\b(\d{1,2}):(\d{2})\b")
_NAME = lazily(r"(?<=[\w,;(“–-])\s?(?<![\w'’])([A-Z][^\W\d_]+)")
_WORD = lazily(r"[^\W\d_]+")
_CALENDAR = frozenset(name.casefold() for name in (*MONTHS, *WEEKDAYS))
_MOST_READ = 400
_LONGEST_READ = 20_000
_MOST_HELD, _LONGEST_HELD = 6, 4_000
"""So much is read literally, which is slow."""


def _prepared(finding: Finding, findings: Sequence[Finding]) -> tuple[str, ...]:
    """What the silent step just before chose for this one: "the largest of 8"."""
    at = next(n for n, each in enumerate(findings) if each is finding)
    before = findings[at - 1] if at else finding
    return () if before.answer or before.reason else before.items


class Ground:
    """What one finding rests on, read as far as its claims ask for it."""

    def __init__(
        self,
        finding: Finding,
        known: Mapping[str, Item],
        findings: Sequence[Finding],
        zone: ZoneInfo | None,
    ) -> None:
        self._finding = finding
        self._items = [known[each] for each in finding.items if each in known]
        cited = frozenset(finding.items)
        chosen = (each for each in _prepared(finding, findings) if each not in cited)
        self._chosen = [known[each] for each in chosen if each in known]
        self._before = [each for each in findings if each is not finding and each.value]
        self._zone = zone

    def supports(self, claim: str) -> bool:
        """Whether the claim follows from what was cited."""
        if self._finding.action in PURE:
            return self._is_calculated(claim)
        if not self._items or _misdates(claim):
            return False
        return self._is_plain(claim) or self._is_literal(claim)

    # What was calculated -----------------------------------------------------------------------

    def _is_calculated(self, claim: str) -> bool:
        """Every number is the prompt's, the result's, or an earlier result's."""
        given = (
            self._finding.part,
            self._finding.value or "",
            *(b.value or "" for b in self._before),
        )
        there = numbers(" ".join(given))
        return bool(self._finding.value) or numbers(claim) <= there

    # The quick look ----------------------------------------------------------------------------

    def _is_plain(self, claim: str) -> bool:
        for quoted in _QUOTED.findall(claim):
            if _flat(quoted).rstrip(".,…") not in self._flat:
                return False
        rest = _FROM_NOW.sub(" ", _INSTANT.sub(self._instant_left, _QUOTED.sub(" ", claim)))
        rest, dated = self._without_days(rest)
        rest, timed = self._without_clocks(rest)
        return (
            dated
            and timed
            and {name.casefold() for name in _NAME.findall(f" {rest}")} <= self._words | _CALENDAR
            and self._figures_hold(numbers(rest))
        )

    def _instant_left(self, match: re.Match[str]) -> str:
        there = any(match[0] in (item.at, item.until) for item in self._items)
        return " " if there else match[0]

    def _without_days(self, text: str) -> tuple[str, bool]:
        holds = True
        for match in _DAY.finditer(text):
            days = [match["first"], match["day"]] if match["first"] else [match["day"]]
            bound = bool(match["first"]) or _is_bound(text, match.start())
            holds &= all(self._has_day(match, int(day), bound) for day in days)
        text = _DAY.sub(" ", text)
        for match in _WHOLE_MONTH.finditer(text):
            bound = _is_bound(text, match.start()) or text[match.end() :].startswith(" to ")
            holds &= self._has_month(match, bound)
        return _WHOLE_MONTH.sub(" ", text), holds

    def _has_day(self, match: re.Match[str], day: int, bound: bool) -> bool:
        month = MONTHS.index(match["month"]) + 1
        if not match["year"]:
            return bound or any((each.month, each.day) == (month, day) for each in self._days)
        said = _date(int(match["year"]), month, day)
        if said is None:
            return False
        return said in self._days or self._says_day(said) or (bound and self._is_outside(said))

    def _has_month(self, match: re.Match[str], bound: bool) -> bool:
        month = MONTHS.index(match["month"]) + 1
        year = int(match["year"]) if match["year"] else None
        there = any(each.month == month and year in (None, each.year) for each in self._days)
        return there or match["month"].casefold() in self._words or bound

    def _is_outside(self, day: date) -> bool:
        """Whether a day can bound a period that holds everything cited."""
        return bool(self._days) and (day <= min(self._days) or day >= max(self._days))

    def _says_day(self, day: date) -> bool:
        return f"{day.day} {MONTHS[day.month - 1].casefold()} {day.year}" in self._flat

    def _without_clocks(self, text: str) -> tuple[str, bool]:
        said = {int(hour) * 60 + int(minute) for hour, minute in _CLOCK.findall(text)}
        missing = said - self._clocks if said else said
        return _CLOCK.sub(" ", text), not missing or self._is_shifted(missing)

    def _is_shifted(self, clocks: set[int]) -> bool:
        instants = {at.hour * 60 + at.minute for at in self._instants}
        if self._zone is not None:
            return clocks <= instants
        shifts = [{(clock - at) % 1440 for at in instants} for clock in clocks]
        return any(shift % 15 == 0 for shift in set.intersection(*shifts))

    def _figures_hold(self, figures: frozenset[Decimal]) -> bool:
        left = set(figures - self._given)
        left -= {Decimal(each.year) for each in self._days}
        left -= self._written if left else set()
        left = self._following.lacking(left) if left else left
        left = self._wider.lacking(left) if left and self._chosen else left
        # Of two figures that hold, the difference and the share hold as well.
        return not left or not lacking_of_two(left, sorted(figures - left))

    # What is there -----------------------------------------------------------------------------

    @cached_property
    def _flat(self) -> str:
        """The words of what is cited and of the prompt, in one line."""
        texts = (_text(item) for item in self._items[:_MOST_READ])
        return _flat(" \n ".join((*texts, self._finding.part)))

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self._flat))

    @cached_property
    def _written(self) -> frozenset[Decimal]:
        return numbers(self._flat)

    @cached_property
    def _clocks(self) -> frozenset[int]:
        """Times of day that are written, in minutes."""
        written = {int(h) * 60 + int(m) for h, m in _CLOCK.findall(self._flat)}
        # "Between 9 and 5" in the prompt is told as 09:00 and 17:00.
        hours = (int(n) for n in numbers(self._finding.part) if n == int(n) and n <= 24)
        return frozenset(written | {h * 60 for hour in hours for h in (hour, (hour + 12) % 24)})

    @cached_property
    def _given(self) -> frozenset[Decimal]:
        before = " ".join(each.value or "" for each in self._before)
        return numbers(f"{self._finding.part} {before}")

    @cached_property
    def _instants(self) -> list[datetime]:
        found = [_instant(at) for item in self._items for at in (item.at, item.until)]
        zone = self._zone
        return [each.astimezone(zone) if zone else each for each in found if each is not None]

    @cached_property
    def _days(self) -> frozenset[date]:
        whole = (at for item in self._items for at in (item.at, item.until) if at and len(at) == 10)
        return frozenset((*map(date.fromisoformat, whole), *(at.date() for at in self._instants)))

    @cached_property
    def _following(self) -> Following:
        return Following(self._items)

    @cached_property
    def _wider(self) -> Following:
        return Following((*self._items, *self._chosen))

    # The literal check -------------------------------------------------------------------------

    def _is_literal(self, claim: str) -> bool:
        own = facts(claim)
        texts = [facts(_text(item)[:_LONGEST_HELD]) for item in self._items[:_MOST_HELD]]
        figures = frozenset(each for each in own.figures if self._figures_hold(frozenset({each})))
        papers = any(item.source not in ("finance", "calendar") for item in self._items)
        days = frozenset((each.year, each.month, each.day) for each in self._days)
        clocks = frozenset((at.hour, at.minute) for at in self._instants)
        # The engine's own words about bookings and events stand in none of them.
        stems = facts(self._finding.part).stems if papers else own.stems
        given = Facts(self._flat, days, clocks, figures, self._words, stems)
        return is_supported(claim, [given, *texts])


def _misdates(claim: str) -> bool:
    """Whether a day is called by another weekday's name."""
    for match in _DAY.finditer(claim):
        if match["weekday"] and match["year"]:
            day = _date(int(match["year"]), MONTHS.index(match["month"]) + 1, int(match["day"]))
            if not match["first"] and (day is None or WEEKDAYS[day.weekday()] != match["weekday"]):
                return True
    return False


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _text(item: Item) -> str:
    """Everything that an item says."""
    cells = "\n".join(" | ".join(row) for row in item.rows)
    said = (item.title, item.text, cells, item.amount, item.currency)
    return "\n".join(filter(None, said))[:_LONGEST_READ]


def _flat(text: str) -> str:
    return " ".join(text.replace("’", "'").split()).casefold()


def _is_bound(text: str, at: int) -> bool:
    """Whether a day stands behind a word that opens or closes a period."""
    return bool(_BOUND.search(text[max(0, at - 24) : at]))


def _instant(at: str | None) -> datetime | None:
    if not at or len(at) == 10:
        return None
    try:
        return datetime.fromisoformat(at)
    except ValueError:
        return None
