"""When the entries of a calendar happen: series, exceptions, further dates.

A series is followed from its beginning: all of it when it ends within some years, otherwise until
the horizon. Nothing is left out for being too much: a file that asks for more than is allowed is
refused, with the entry's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import icalendar

from runwright.files.formats.ics.components import BROKEN, Calendar
from runwright.files.formats.ics.entries import Addition, Entry, Time, moment, wall
from runwright.files.formats.ics.places import Places
from runwright.files.formats.ics.rules import Effort, Rule, TooMuchEffort, follow, parse
from runwright.files.formats.types import Unreadable

MOST_OCCURRENCES = 100_000
"""In one file: as many as items are stored of it."""
MOST_STEPS = 2_000_000
"""Of following rules, in one file; some ten seconds of computing."""


class Window(NamedTuple):
    """How far series are followed."""

    horizon: datetime
    """Series that go on are written down until here."""
    far: datetime
    """Series that end before this are written down to their end."""
    zone: ZoneInfo
    """The project's: times without a zone are in it."""


class Occurrence(NamedTuple):
    """One happening of an event or a to-do."""

    start: Time
    """Aware, or a day."""
    end: Time
    """Exclusive; a to-do is due then."""
    component: Any
    """What the calendar says about it: an `icalendar` component."""
    calendar: Calendar
    is_in_series: bool = False
    is_endless: bool = False
    """Whether its series goes on after the last occurrence that is written down."""
    moved_from: Time | None = None
    """Where its series would have had it, if this occurrence was moved."""


class Expansion(NamedTuple):
    """What happens, in order."""

    occurrences: list[Occurrence]
    broken_rules: list[Any]
    """The components whose rules make no sense: they happen once."""
    unreadable: int
    """How many entries have times that fit into no calendar."""


def expand(entries: Iterable[Entry], window: Window) -> Expansion:
    """All that happens; `Unreadable` when it is too much."""
    effort = Effort(MOST_STEPS)
    found: list[Occurrence] = []
    broken: list[Any] = []
    unreadable = 0
    for group in _grouped(entries):
        series = _Series(group, window, effort)
        try:
            found += series.occurrences()
        except BROKEN:
            unreadable += len(group)
        broken += series.broken
        if len(found) > MOST_OCCURRENCES:
            raise Unreadable(
                f"The calendar holds more than {MOST_OCCURRENCES:,} occurrences. Export its "
                "calendars or years one at a time."
            )
    found.sort(key=lambda one: moment(one.start, window.zone).astimezone(UTC))
    return Expansion(found, broken, unreadable)


def _grouped(entries: Iterable[Entry]) -> Iterable[list[Entry]]:
    """Those of one series together; an entry without an id is alone."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for number, entry in enumerate(entries):
        key = (entry.component.name, entry.uid or f"\0{number}")
        groups.setdefault(key, []).append(entry)
    return groups.values()


class _Followed(NamedTuple):
    """What a rule gives, by the clock of its series."""

    starts: list[datetime]
    goes_on: bool = False
    """Whether there are more of them, after the horizon."""
    is_over: bool = False
    """Whether it ended before it began: somebody deleted the series from its first date on."""


class _Series:
    """The entries that share an id: the series, and the changes of single occurrences."""

    def __init__(self, group: Sequence[Entry], window: Window, effort: Effort) -> None:
        self.broken: list[Any] = []
        self._window = window
        self._effort = effort
        self._master = _newest(entry for entry in group if entry.recurrence_id is None)
        changes: dict[Time, list[Entry]] = {}
        for entry in group:
            if entry.recurrence_id is not None:
                changes.setdefault(_comparable(entry.recurrence_id), []).append(entry)
        self._changes = [change for same in changes.values() if (change := _newest(same))]
        self._is_endless = False

    def occurrences(self) -> list[Occurrence]:
        """In no particular order."""
        master = self._master
        if master is None:
            return [self._changed(change, None) for change in self._changes]
        lengths = self._starts(master)
        places = Places(list(lengths))
        excluded = {n for one in master.exclusions for n in places.find(one)}
        excluded |= self._excluded_by_rule(master, places)
        changed = {n: change for change in self._changes for n in places.find(_id(change))[:1]}
        future = sorted(
            (change for change in self._changes if change.is_for_future),
            key=lambda change: self._moment(_id(change)),
        )
        found = [
            self._changed(changed[n], start)
            if n in changed
            else self._plain(start, lengths[start], master, future)
            for n, start in enumerate(places.starts)
            if n not in excluded
        ]
        at_a_place = set(map(id, changed.values()))
        return found + [
            self._changed(change, None)
            for change in self._changes
            if id(change) not in at_a_place and not _is_obsolete(change, master)
        ]

    def _moment(self, when: Time) -> datetime:
        return moment(when, self._window.zone).astimezone(UTC)

    def _starts(self, master: Entry) -> dict[Time, timedelta | None]:
        """Where the series has its occurrences, in order, and their lengths if those differ."""
        if not master.rules and not master.additions:
            return {master.start: None}
        followed = self._follow_all(master.rules, master)
        self._is_endless = any(one.goes_on for one in followed)
        walls = {when for one in followed for when in one.starts}
        # The start of a series is its first occurrence, though its rule may name other days.
        if not followed or not all(one.is_over for one in followed):
            walls.add(wall(master.start))
        starts: dict[Time, timedelta | None] = {_like(master.start, one): None for one in walls}
        for addition in master.additions:
            starts[_added(addition, master)] = addition.length
        return {start: starts[start] for start in sorted(starts, key=wall)}

    def _excluded_by_rule(self, master: Entry, places: Places) -> set[int]:
        followed = self._follow_all(master.excluded_rules, master)
        starts = [_like(master.start, when) for one in followed for when in one.starts]
        return {n for start in starts for n in places.find(start)}

    def _follow_all(self, rules: Iterable[str], master: Entry) -> list[_Followed]:
        """What each rule gives; those that make no sense are noted."""
        followed: list[_Followed] = []
        for rule in rules:
            try:
                followed.append(self._follow(rule, master))
            except BROKEN:
                self.broken.append(master.component)
        return followed

    def _follow(self, text: str, master: Entry) -> _Followed:
        """The starts of one rule; ValueError and its kin when it makes no sense."""
        start = wall(master.start)
        rule = parse(text, start, not isinstance(master.start, datetime))
        until = _until(rule, master.start)
        zone = _zone_of(master.start, self._window.zone)
        horizon, far = (wall(end, zone) for end in self._window[:2])
        has_end = rule.limit is not None or until is not None
        last = max(horizon, far) if has_end else horizon
        found: list[datetime] = []
        for when in self._bounded(follow(rule, start, self._effort, until), master):
            if when > last:
                # A series that begins after the horizon has its first occurrence all the same.
                found = [one for one in found if one <= horizon] or [*found, when][:1]
                return _Followed(found, goes_on=True)
            found.append(when)
        return _Followed(found, is_over=until is not None and until < start)

    def _bounded(self, starts: Iterator[datetime], entry: Entry) -> Iterator[datetime]:
        """The same, unless there are too many or finding them is too hard."""
        title = " ".join(str(entry.component.get("SUMMARY", "")).split())[:80] or "(no title)"
        try:
            for number, when in enumerate(starts):
                if number >= MOST_OCCURRENCES:
                    raise Unreadable(
                        f"The entry “{title}” repeats more than {MOST_OCCURRENCES:,} times. Give "
                        "its series an end, or take it out, and export the calendar again."
                    )
                yield when
        except TooMuchEffort:
            raise Unreadable(
                f"The rules of the calendar's series, such as that of “{title}”, take too long to "
                "follow. Take it out, or export fewer series at a time."
            ) from None

    def _plain(
        self, start: Time, length: timedelta | None, master: Entry, future: Sequence[Entry]
    ) -> Occurrence:
        """An occurrence as the series has it, or as the last change of all that follow does."""
        entry = master
        for change in future:
            if self._moment(_id(change)) < self._moment(start):
                entry = change
        begin = start if entry is master else _shifted(start, entry)
        end = _end_of(entry, begin) if length is None else begin + length
        return self._occurrence(entry, begin, end)

    def _changed(self, change: Entry, place: Time | None) -> Occurrence:
        """An occurrence that was changed; `place` is where the series has it, if it does."""
        origin = place if place is not None else _id(change)
        zone = self._window.zone
        is_moved = isinstance(origin, datetime) != isinstance(change.start, datetime) or (
            moment(origin, zone) != moment(change.start, zone)
        )
        occurrence = self._occurrence(change, change.start, change.end)
        return occurrence._replace(
            is_in_series=True, moved_from=_aware(origin, zone) if is_moved else None
        )

    def _occurrence(self, entry: Entry, start: Time, end: Time) -> Occurrence:
        zone = self._window.zone
        is_in_series = self._master is not None and bool(
            self._master.rules or self._master.additions or self._changes
        )
        return Occurrence(
            _aware(start, zone),
            _aware(end, zone),
            entry.component,
            entry.calendar,
            is_in_series,
            self._is_endless,
        )


def _end_of(entry: Entry, begin: Time) -> Time:
    """When an occurrence ends that begins then: the entry's end, moved as its start was.

    By the clocks of the zone in which the entry ends, which for a flight is not that of its start.
    """
    start, end = entry.start, entry.end
    if isinstance(begin, datetime) and isinstance(start, datetime) and isinstance(end, datetime):
        if begin.tzinfo is start.tzinfo:
            return end + (begin.replace(tzinfo=None) - start.replace(tzinfo=None))
        return begin + (end - start)
    return begin + (end - start)


def _newest(entries: Iterable[Entry]) -> Entry | None:
    """The one with the highest sequence; of equals the first."""
    return max(entries, key=lambda entry: entry.sequence, default=None)


def _comparable(when: Time) -> Time:
    """Equal for the same instant in two zones."""
    if isinstance(when, datetime) and when.tzinfo is not None:
        return when.astimezone(UTC)
    return when


def _id(change: Entry) -> Time:
    return change.recurrence_id if change.recurrence_id is not None else change.start


def _is_obsolete(change: Entry, master: Entry) -> bool:
    """Whether a change is of an occurrence that a later version of its series has not.

    Some programs write the rules of the series into each change, and leave old changes behind.
    """
    is_excluded = any(_comparable(one) == _comparable(_id(change)) for one in master.exclusions)
    return is_excluded or (change.has_recurrence and change.sequence < master.sequence)


def _until(rule: Rule, start: Time) -> datetime | None:
    """The last start by the clock of the series; in whatever form, as most programs read it."""
    if rule.until is None:
        return None
    until: Time = icalendar.vDDDTypes.from_ical(rule.until)  # type: ignore[no-untyped-call]
    if not isinstance(start, datetime):
        return wall(wall(until).date())
    if start.tzinfo is None:
        return wall(until)
    return wall(moment(until, UTC), start.tzinfo)


def _zone_of(start: Time, zone: ZoneInfo) -> tzinfo:
    own = start.tzinfo if isinstance(start, datetime) else None
    return own if own is not None else zone


def _like(start: Time, when: datetime) -> Time:
    """A clock time in the form of a series' start: a day, or a time in the same zone."""
    return when.replace(tzinfo=start.tzinfo) if isinstance(start, datetime) else when.date()


def _added(addition: Addition, master: Entry) -> Time:
    """A further date in the form of the series; a day among times is at the hour of the series."""
    start = addition.start
    if not isinstance(master.start, datetime):
        return wall(start).date()
    if not isinstance(start, datetime):
        return datetime.combine(start, master.start.timetz())
    return _like(master.start, wall(start, master.start.tzinfo))


def _shifted(start: Time, change: Entry) -> Time:
    """Where a change of all that follow puts an occurrence: as far as it moved the first one."""
    origin = _id(change)
    if isinstance(start, datetime) != isinstance(change.start, datetime):
        day = wall(start).date() + (wall(change.start).date() - wall(origin).date())
        if isinstance(change.start, datetime):
            return datetime.combine(day, change.start.timetz())
        return day
    zone = start.tzinfo if isinstance(start, datetime) else None
    return start + (wall(change.start, zone) - wall(origin, zone))


def _aware(when: Time, zone: ZoneInfo) -> Time:
    return moment(when, zone) if isinstance(when, datetime) else when


def overlapping(found: Iterable[Occurrence], start: datetime, end: datetime) -> list[Occurrence]:
    """What happens between two instants, in part or whole."""
    zone = start.tzinfo or UTC
    return [
        one
        for one in found
        if moment(one.start, zone) < end
        and (moment(one.end, zone) > start or moment(one.start, zone) >= start)
    ]
