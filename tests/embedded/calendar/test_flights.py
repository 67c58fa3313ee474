"""Flights by where they go."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import say
from embedded.runner import run, surroundings
from runwright.minds.embedded import calendar
from runwright.minds.embedded.query import Query, Span
from tools.calendar_kit import event, records

GIVEN = records(
    event("Flight GLA-TFS Jet2 LS155", "2026-07-04 07:10", "11:55", place="Glasgow Airport"),
    event("Flight TFS-GLA Jet2 LS156", "2026-07-11 12:50", "17:25", place="Tenerife South"),
    event("Flight to Vancouver (AC 117)", "2026-12-27 09:00", "14:10", place="YYZ"),
    event("Flight home YVR-YYZ (AC 122)", "2027-01-03 16:15", "20:40", place="YVR"),
    event("Dinner", "2026-12-28 19:00", "21:00", place="Vancouver"),
    event("Rehearsal", "2026-12-17 19:30", "22:00", place="Toronto"),
)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("when | what time was our [flight out|T] to [Tenerife|PL] [in July|P]",
         "Saturday 4 July, 07:10–11:55: Flight GLA-TFS Jet2 LS155, Glasgow Airport."),
        ("when | what time was the [flight|T] home from [Tenerife|PL]",
         "Saturday 11 July, 12:50–17:25: Flight TFS-GLA Jet2 LS156, Tenerife South."),
        ("when f=end | what day do I fly home from [Vancouver|PL]",
         "Sunday 3 January 2027, 16:15–20:40: Flight home YVR-YYZ (AC 122), YVR."),
        ("when | when do I fly to [Vancouver|PL]",
         "Sunday 27 December, 09:00–14:10: Flight to Vancouver (AC 117), YYZ."),
        ("when | when do I land in [Toronto|PL] [on January 3|P]",
         "20:40, Sunday 3 January 2027: Flight home YVR-YYZ (AC 122) (16:15–20:40) ends then."),
    ],
)  # fmt: skip
def test_the_flight_that_goes_the_way_asked_for_is_told(line: str, answer: str) -> None:
    assert say(line, GIVEN).splitlines()[0] == answer


def test_a_place_that_no_flight_touches_is_looked_for_as_usual() -> None:
    given = records(event("Flight with Anna", "2026-12-01 09:00", "10:00", place="Bergen"))
    assert "Flight with Anna" in say("when | when do I fly to [Bergen|PL]", given)


def test_only_flights_that_go_there_are_counted() -> None:
    given = records(
        event("Flight NZ146 BNE-AKL", "2026-01-06 09:00", "14:00", place="Brisbane Airport"),
        event("Flight NZ147 AKL-BNE", "2026-01-12 09:00", "11:00", place="Auckland Airport"),
        event("Flight QF125 BNE-AKL", "2026-09-20 09:00", "14:00", place="Brisbane Airport"),
        event("Flight QF126 AKL-BNE", "2026-09-27 09:00", "11:00", place="Auckland Airport"),
    )
    text = say("count | how many times have I flown over to [Auckland|PL] [in 2026|P]", given)
    assert text.startswith("2 events matching")


OWN = records(
    event("Flight DEN-ABQ WN644", "2026-12-22 10:15", "11:30", place="Denver Airport"),
    event("Flight ABQ-DEN WN1187", "2026-12-27 17:50", "19:10", place="Albuquerque Sunport"),
    event("Flight DEN-SAN WN1482", "2026-12-28 09:40", "12:10", place="Denver Airport"),
    event("Flight SAN-DEN WN2210", "2026-12-30 16:25", "18:50", place="San Diego"),
)


def test_own_flights_tell_the_codes_of_airports() -> None:
    assert "WN644" in say("when | when do I fly to [Albuquerque|PL]", OWN).splitlines()[0]
    assert "WN1482" in say("when | when do I fly to [San Diego|PL]", OWN).splitlines()[0]


def test_the_flight_back_is_the_one_from_there() -> None:
    spans = (Span("T", "flight back", 8), Span("PL", "Albuquerque", -1))
    back = Query("and the flight back?", "calendar", "when", spans=spans)
    text = run(calendar.answer(back, surroundings(OWN)), OWN).text
    assert text.startswith("Sunday 27 December, 17:50–19:10: Flight ABQ-DEN WN1187")
