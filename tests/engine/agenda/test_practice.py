"""The calendar of a doctor's practice, asked by the people who work there. London, winter."""

import pytest
from tests.engine.agenda.week import ask, event, timed

from runwright.engine.types import Finding

_TEAM = "Place: Seminar Room. Organised by Dr. Farah Haddad. With Dr. Farah Haddad, Nurse Bell"
_CLINIC = "Place: Treatment Room 2."
EVENTS = (
    timed("mdt_10", "MDT meeting", "2026-11-10", "13:00", "14:00", f"{_TEAM}."),
    timed("mdt_17", "MDT meeting", "2026-11-17", "13:00", "14:00", f"{_TEAM}, Ravi Menon."),
    timed("mdt_24", "MDT meeting", "2026-11-24", "13:00", "14:00", f"{_TEAM}, Ravi Menon."),
    timed("flu_3", "Flu clinic", "2026-10-03", "09:00", "13:00", _CLINIC),
    timed("flu_17", "Flu clinic", "2026-10-17", "09:00", "13:00", _CLINIC),
    timed("flu_21", "Flu clinic", "2026-11-21", "09:00", "13:00", _CLINIC),
    timed("visit", "CQC inspection", "2026-09-14", "08:30", "16:30", "With Inspector Lane."),
    timed("drill", "Fire drill", "2026-11-19", "11:00", "11:20"),
    timed("audit", "Prescribing audit", "2026-11-18", "09:00", "10:30", "With Ravi Menon."),
    timed("bell", "Appraisal Nurse Bell", "2026-11-18", "10:00", "11:00", "With Nurse Bell."),
    timed("sana", "Interview: receptionist (Sana Malik)", "2026-11-20", "10:00", "10:45"),
    timed("leo", "Interview: receptionist (Leo Grant)", "2026-11-20", "11:00", "11:45"),
    timed("live", "IT migration go-live", "2026-12-01", "07:00", "09:00", "With Northgate IT."),
    timed("course", "CPD afternoon", "2026-12-09", "13:00", "17:00", "Topic: sepsis."),
    event("leave", "Annual leave", "2026-12-23", "2026-12-31"),
    timed("it_9", "Northgate IT check-in", "2026-11-09", "15:00", "15:30"),
    timed("it_16", "Northgate IT check-in", "2026-11-16", "15:00", "15:30"),
    timed("it_23", "Northgate IT check-in", "2026-11-23", "15:00", "15:30"),
)


def asked(prompt: str) -> Finding:
    return ask(prompt, EVENTS, zone="Europe/London")


@pytest.mark.parametrize(
    ("prompt", "items", "words"),
    [
        ("When's the next MDT?", "mdt_17", "17 November 2026"),
        ("Who runs the MDT meeting?", "mdt_17", "organised by Dr. Farah Haddad"),
        ("Who was at last week's MDT?", "mdt_10", "Dr. Farah Haddad and Nurse Bell"),
        ("Is Ravi invited to the MDT on the 24th?", "mdt_24", "Yes"),
        ("How many flu clinics have we held so far?", "flu_3 flu_17", "2 events"),
        ("Is there another flu clinic this year?", "flu_21", "Yes"),
        ("What day was the CQC visit?", "visit", "Monday, 14 September 2026"),
        ("How long did the CQC inspection last?", "visit", "8 hours"),
        ("Do the audit and Nurse Bell's appraisal overlap?", "audit bell", "1 pair overlaps"),
        ("List the interviews for the receptionist job", "sana leo", "2 events"),
        ("What time is Leo coming in?", "leo", "11:00–11:45"),
        ("When is Sana Malik's interview?", "sana", "10:00–10:45"),
        ("How many days of leave do I have in December?", "leave", "8 days off"),
        ("When does my annual leave start and when does it end?", "leave", "30 December 2026"),
        ("How many Northgate check-ins in November?", "it_9 it_16 it_23", "3 events"),
        ("When do we go live with the IT migration?", "live", "1 December 2026"),
        ("How many days after the go-live is the CPD afternoon?", "live course", "8 days before"),
        ("Am I free Wednesday at half past ten?", "bell", "No, you are not free"),
        ("Am I free on Thursday at a quarter to eleven?", "", "Yes, you are free"),
        ("Find a 45 min gap on Friday before 1pm", "sana leo", "09:00–10:00, 11:45–13:00"),
        ("How much of Wednesday is booked?", "audit bell", "2 hours 30 minutes"),
        ("Any meeting in the seminar room this month?", "mdt_10 mdt_17 mdt_24", "Yes"),
        ("What have I got with Ravi this month?", "mdt_17 audit mdt_24", "3 events with Ravi"),
        ('Give me all events with "Northgate" in the title', "it_9 it_16 it_23", "3 events"),
        ("Show me the rest of December", "live course leave", "3 events"),
    ],
)
def test_the_events_that_are_meant_are_found(prompt: str, items: str, words: str) -> None:
    finding = asked(prompt)
    assert finding.answer, finding.reason
    assert finding.items == tuple(items.split())
    assert words in finding.answer


@pytest.mark.parametrize(
    "prompt",
    [
        "When is the fire alarm test?",
        "When is the board meeting?",
        "When is my meeting with Dr. Osei?",
        "When is the flu clinic in January?",
        "Where is the Christmas party?",
    ],
)
def test_what_nobody_entered_is_refused(prompt: str) -> None:
    finding = asked(prompt)
    assert finding.answer is None
    assert (finding.reason or "").startswith("nothing in your calendar")


def test_who_is_not_named_was_not_there() -> None:
    assert (asked("Was Ravi at the MDT on 10 November?").answer or "").startswith("No: nothing in")
