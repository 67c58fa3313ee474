"""`find_conflicts` finds every pair of busy events that overlap, and no other."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import combinations
from typing import Any

from hypothesis import given

from runwright.tools.find_conflicts import TOOL, Conflicts, FindConflicts
from runwright.tools.memory import RecordList
from tools.calendar_kit import DAYS, agendas, event, instant, is_in, records, steps_of


def conflicts(given: RecordList, **arguments: Any) -> Conflicts:
    return TOOL.run(FindConflicts.model_validate(arguments), given)


FIRST = event("First", "2026-11-16 09:00", "11:00")
SECOND = event("Second", "2026-11-16 10:30", "12:00")
AFTER = event("After", "2026-11-16 12:00", "13:00")


def test_two_events_at_the_same_time_conflict_and_neighbours_do_not() -> None:
    result = conflicts(records(FIRST, SECOND, AFTER))
    (pair,) = result.conflicts
    assert (pair.first, pair.second, pair.minutes) == (FIRST.id, SECOND.id, 30)
    assert (pair.start, pair.end) == (instant("2026-11-16 10:30"), instant("2026-11-16 11:00"))
    assert (result.conflict_count, result.doubled_hours) == (1, "0.5")
    assert [row.title for row in result.rows] == ["First", "Second"]


def test_what_takes_no_time_conflicts_with_nothing() -> None:
    given = records(
        FIRST,
        event("Cancelled", "2026-11-16 09:00", "11:00", status="cancelled"),
        event("Free", "2026-11-16 09:00", "11:00", busy=False),
        event("Holiday", "2026-11-16", "2026-11-17"),
        event("Reminder", "2026-11-16 10:00", "10:00"),
    )
    assert conflicts(given).conflict_count == 0
    assert conflicts(given, all_day=None).conflict_count == 1
    assert conflicts(given, busy=None).conflict_count == 1


def test_a_conflict_outside_the_period_is_none() -> None:
    night = [event(name, "2026-11-16 22:00", end) for name, end in
             (("A", "2026-11-17 02:00"), ("B", "23:00"))]  # fmt: skip
    tuesday = {"start": "2026-11-17", "end": "2026-11-18"}
    assert conflicts(records(*night)).conflict_count == 1
    assert conflicts(records(*night), period=tuesday).conflict_count == 0


def test_many_at_once_are_counted_and_the_first_hundred_pairs_are_named() -> None:
    result = conflicts(records(*(event(f"E{n}", "2026-11-16 09:00", "10:00") for n in range(20))))
    assert (result.conflict_count, len(result.conflicts), result.kept) == (190, 100, 20)
    assert result.doubled_hours == "1"


def test_a_call_is_described_in_words() -> None:
    words = TOOL.describe(FindConflicts())
    assert words == "conflicts among timed busy events, all time"


@given(agendas())
def test_conflicts_are_the_pairs_that_share_a_quarter_hour(
    agenda: tuple[RecordList, date],
) -> None:
    given, first = agenda
    after = first + timedelta(days=DAYS)
    result = conflicts(
        given, period={"start": first.isoformat(), "end": after.isoformat()}, all_day=None
    )
    steps = steps_of(first, after, given.zone)
    busy = [i for i in given.items if i.facts.busy and i.facts.status != "cancelled"]
    shared = {
        frozenset((one.id, other.id)): sum(is_in(s, one) and is_in(s, other) for s in steps)
        for one, other in combinations(busy, 2)
    }
    expected = {pair: 15 * count for pair, count in shared.items() if count}
    assert {frozenset((c.first, c.second)): c.minutes for c in result.conflicts} == expected
    assert result.conflict_count == len(expected)
    assert set(result.items) == set().union(*expected)
    doubled = sum(sum(is_in(step, item) for item in busy) >= 2 for step in steps)
    assert float(result.doubled_hours) == doubled / 4
