"""The same calendar, asked by many people in many ways: formal, terse, careless, at length."""

import pytest
from tests.engine.agenda.tour import EVENTS
from tests.engine.agenda.week import ask

from runwright.engine.types import Finding

_CONCERTS = "gig_oslo gig_gdansk gig_riga gig_home"
_LATE_CHECK_INS = "label_06-03 label_06-17 label_08-12 label_10-14"
_BEEN = "reh_01-13 reh_01-27 reh_02-10 reh_03-03 reh_05-05 reh_05-19 reh_09-15 reh_10-06 reh_10-20"


def asked(prompt: str, sources: tuple[str, ...] = ("calendar",)) -> Finding:
    return ask(prompt, EVENTS, sources=sources)


def check(prompt: str, items: str, words: str = "") -> None:
    finding = asked(prompt)
    assert finding.answer, finding.reason
    assert finding.items == tuple(items.split())
    assert words in finding.answer


@pytest.mark.parametrize(
    ("prompt", "items"),
    [
        ("agenda for 2026-12-18 pls", "check_home gig_home"),
        ("whats on my calendar on the 20th", "mix radio"),
        ("Could you let me know what's happening on Friday the 20th of November?", "mix radio"),
        ("Hi there! What's planned for Tuesday 24 November, thanks", "kids"),
        ("what have i got on thursday", "manager_11-19"),
        ("WHAT IS ON MY CALENDAR ON FRIDAY?", "mix radio"),
        ("Which appointments have I on Thursday?", "manager_11-19"),
        ("Please be so kind to tell me which appointments I have on the 26th of November.", "dent"),
        ("What's on my plate on Friday?", "mix radio"),
        ("Give me a rundown of tomorrow", "pilates_11-16"),
        ("I need to know whether I have something on Wednesday afternoon.", "swim_11-18"),
        ("what about next monday", "pilates_11-16"),
        ("What's on the first Tuesday in December?", "reh_12-01"),
        ("What happened in the week of 14 September?", "reh_09-15 fair"),
        ("What was I doing on the evening of 12 June?", "gig_oslo"),
        ("Between 1 and 15 June, what was on?", "label_06-03 gig_oslo gig_gdansk"),
        ("What's on Friday? And on Thursday?", "manager_11-19"),
        ("Events on 18.12.2026", "check_home gig_home"),
        ("Show the two next rehearsals", "reh_11-17 reh_12-01"),
    ],
)
def test_a_day_is_asked_for_in_many_ways(prompt: str, items: str) -> None:
    check(prompt, items)


@pytest.mark.parametrize(
    ("prompt", "items"),
    [
        ("Which concerts took place in June?", "gig_oslo gig_gdansk"),
        ("How many concerts did we play this year?", "gig_oslo gig_gdansk gig_riga"),
        ("List all my concerts.", _CONCERTS),
        ("List all my meetings with Dieter Falk.", "press"),
        ("Show me every rehearsal in October", "reh_10-06 reh_10-20"),
        ("rehearsals in october?", "reh_10-06 reh_10-20"),
        ("How many rehearsals have we had so far this year?", f"{_BEEN} reh_11-03"),
        ("How many rehearsals are left this year?", "reh_11-17 reh_12-01 reh_12-15"),
        ("how many band practices do we still have in december", "reh_12-01 reh_12-15"),
        ("How many concerts remain until the end of the year?", "gig_home"),
        (
            "Count my 1:1s with Helena from January to March.",
            "manager_01-08 manager_02-05 manager_03-05",
        ),
        (
            "How often did I meet Helena in the first quarter?",
            "manager_01-08 manager_02-05 manager_03-05",
        ),
        ("Which of my meetings with Helena were in spring?", "manager_03-05 manager_04-09"),
        (
            "How many 1-on-1s with Helena are still to come this year?",
            "manager_11-19 manager_12-10",
        ),
        ("How many rehearsals were there in May? And in October?", "reh_10-06 reh_10-20"),
        ("What interviews did I give in September?", "press"),
        ("How many check-ins with Oskar have there been?", _LATE_CHECK_INS),
        ("how many amberline checkins were there", _LATE_CHECK_INS),
        ("How many times have I been to the dentist this year?", "dent_old"),
        ("How many lunches and interviews did I have this year?", "press lunch_a"),
        ("Meetings with Oskar or Petra in November?", "radio label_11-25 lunch_p"),
    ],
)
def test_tense_says_on_which_side_of_now_it_is_looked(prompt: str, items: str) -> None:
    check(prompt, items)


@pytest.mark.parametrize(
    ("prompt", "item", "words"),
    [
        ("next concert when", "gig_home", "Friday, 18 December 2026"),
        ("When's the next sound-check?", "check_home", "16:00–17:30"),
        ("When is the soundcheck?", "check_home", "16:00–17:30"),
        ("When is the next gig?", "gig_home", "18 December 2026"),
        ("When's my next dental appointment?", "dent", "26 November 2026"),
        ("When did I last see the dentist?", "dent_old", "was on Thursday, 21 May 2026"),
        ("When do we rehearse next?", "reh_11-17", "17 November 2026"),
        ("When's the kids' swimming?", "swim_11-18", "16:00–17:00"),
        ("When was the first 1:1 with Helena this year?", "manager_01-08", "8 January 2026"),
        ("What was the very first concert of the year?", "gig_oslo", "12 June 2026"),
        ("What's the latest event on Friday?", "radio", "14:30–15:30"),
        ("Tell me the date of Mira's birthday", "mira", "Saturday, 5 December 2026"),
        ("Whose birthday is in December?", "mira", "Mira's birthday"),
        ("How many weeks until the concert in Berlin?", "gig_home", "33 days, 4 whole weeks"),
        ("How long ago was the last rehearsal?", "reh_11-03", "12 days ago"),
        ("Is the concert in Berlin on a Friday?", "gig_home", "is on Friday, 18 December 2026"),
        ("Does the parents' evening start at 7?", "kids", "Yes: Tuesday, 24 November 2026"),
        ("Where was I on 12 June?", "gig_oslo", "Parkteatret"),
        ("In which room is the Amberline meeting?", "label_11-25", "is at Room 12"),
        ("When is the meeting in Room 12?", "label_11-25", "25 November 2026"),
        ("Is Aylin part of the mixing session?", "mix", "Yes"),
        ("Have I ever had lunch with Aylin?", "lunch_a", "Yes: Friday, 23 October 2026"),
        ("Who did I have lunch with in October?", "lunch_a", "is with Aylin"),
    ],
)
def test_one_event_is_found_by_many_names(prompt: str, item: str, words: str) -> None:
    check(prompt, item, words)


@pytest.mark.parametrize(
    ("prompt", "items"),
    [
        ("What took place in Studio 3 in October?", "reh_10-06 reh_10-20"),
        ("What took place in Room 2 in September?", "vinyl"),
        ("Which meetings happen at Lido?", "check_home gig_home"),
        ("What events are in Hamburg?", "fair"),
        ("List every all-day entry this year", "camp sea fair mira"),
    ],
)
def test_places_and_whole_days_are_found(prompt: str, items: str) -> None:
    check(prompt, items)


@pytest.mark.parametrize(
    ("prompt", "start", "words"),
    [
        (
            "Do I have more meetings with Oskar Lindqvist or with Petra Sommer this year?",
            "More with Oskar Lindqvist: 5 events",
            "; 1 event (1 hour) with Petra Sommer in 2026.",
        ),
        (
            "Amberline meetings: how many in June compared with August?",
            "More in June 2026: 2 events",
            "1 event (1 hour) in August 2026 about Amberline.",
        ),
        ("Did I have more rehearsals in January or in May?", "The same: 2 events", "2 events"),
        ("Was October busier than September?", "Yes: 8 events (11 hours 30 minutes)", "5 events"),
        ("Are there more rehearsals or concerts this year?", "More for rehearsals: 13", "4 events"),
        (
            "Which is longer, the mixing session or the radio interview?",
            "“Mixing session” is longer",
            "takes 1 hour",
        ),
        (
            "How many days are between the dentist and Mira's birthday?",
            "“Dentist” is on Thursday",
            "9 days before",
        ),
        (
            "what's the gap between the sound check and the concert on 18 december",
            "“Sound check” is on",
            "2 hours 30 minutes between",
        ),
        ("Which comes first, the dentist or the parents' evening?", "“Dentist”", "2 days before"),
        ("Was the retreat before the holiday?", "“Songwriting retreat”", "comes first, 84 days"),
        ("Which month had the most concerts?", "The busiest month so far is June 2026", "2 events"),
        ("Who did I meet most often in October?", "Most often ", "Helena Vogt"),
        ("Do I have back-to-back meetings next week?", "No: ", "without a break"),
        ("Any double bookings on 20 November?", "Yes, 1 pair overlaps", "Radio interview"),
        ("Any conflicts on 17 November?", "No events on your calendar overlap", ""),
        ("Total time of the Amberline check-ins up to now?", "4 hours", "in 4 events so"),
        (
            "What's the average length of my meetings in October?",
            "On average 1 hour 26",
            "8 events",
        ),
    ],
)
def test_things_are_compared(prompt: str, start: str, words: str) -> None:
    answer = asked(prompt).answer or ""
    assert answer.startswith(start)
    assert words in answer


@pytest.mark.parametrize(
    ("prompt", "start", "items"),
    [
        ("Am I free on Friday 20 November at 14:45?", "No, you are not free", "mix radio"),
        ("Am I free on Friday 20 November at 16:00?", "Yes, you are free", ""),
        ("Am I free on 20 November at 9 for an hour?", "Yes, you are free", ""),
        ("Am I free on 20 November at 9 for two hours?", "No, you are not free", "mix"),
        ("Is 10am on Thursday free?", "No, you are not free", "manager_11-19"),
        ("Does Thursday at 10 work?", "No, you are not free", "manager_11-19"),
        ("Would 3pm tomorrow work for a call?", "Yes, you are free", ""),
        ("Am I busy on Saturday?", "No, you are not busy", ""),
        ("am i free tmrw", "Partly", "pilates_11-16"),
        (
            "What do I have on Friday and when am I free?",
            "Free on Friday, 20 November",
            "mix radio",
        ),
        ("What's on Friday? When am I free?", "Free on Friday, 20 November", "mix radio"),
        (
            "Book a haircut for my first free slot on Friday",
            "Nothing was booked: this service only reads your calendar. The first free time on",
            "mix",
        ),
        ("Do I have a free evening this week?", "Yes. Free for all of the hours on Sunday", ""),
    ],
)
def test_free_time_is_judged_at_the_time_that_is_said(prompt: str, start: str, items: str) -> None:
    finding = asked(prompt)
    assert (finding.answer or "").startswith(start)
    assert finding.items == tuple(items.split())


@pytest.mark.parametrize(
    ("prompt", "items", "words"),
    [
        ("Was the vocal coaching cancelled?", "vocal", "is cancelled"),
        ("Is the photo shoot still on?", "photo", "is cancelled"),
        ("Is the radio interview still on?", "radio", "is not marked as cancelled"),
        ("Which events next week are cancelled?", "vocal photo", "Cancelled: "),
        ("Am I free on Wednesday at 10?", "", "Yes, you are free"),
    ],
)
def test_what_was_called_off_is_known_by_its_words(prompt: str, items: str, words: str) -> None:
    check(prompt, items, words)


@pytest.mark.parametrize(
    "prompt",
    [
        "When is my helicopter lesson?",
        "When is the Amberline board dinner?",
        "When is my flight to Lisbon?",
        "Where is the gala dinner?",
        "When is the dentist for Nils?",
        "When did I meet Barack Obama?",
        "What did we do in Lisbon?",
        "When is the concert in Madrid?",
        "Who was at the chess tournament?",
        "When is my next lunch with Oskar?",
    ],
)
def test_what_no_event_says_is_refused(prompt: str) -> None:
    finding = asked(prompt)
    assert finding.answer is None
    assert (finding.reason or "").startswith("nothing in your calendar")


@pytest.mark.parametrize(
    ("prompt", "start"),
    [
        ("Do I have any meetings with Zora this month?", "No: nothing in your calendar"),
        ("How many meetings with Zora did I have this year?", "None: no event with Zora"),
        ("Is there a rehearsal on 24 November?", "No: nothing in your calendar"),
        ("Was there a check-in with Amberline in July?", "No: nothing in your calendar"),
    ],
)
def test_what_is_not_there_then_is_a_no(prompt: str, start: str) -> None:
    assert (asked(prompt).answer or "").startswith(start)


@pytest.mark.parametrize(
    ("prompt", "items"),
    [
        ("List all my concerts.", _CONCERTS),
        ("What took place in Studio 3 in October?", "reh_10-06 reh_10-20"),
        ("When do I see Petra next?", "radio"),
        (
            "Amberline check-ins: how many in June compared with August?",
            "label_06-03 label_06-17 label_08-12",
        ),
    ],
)
def test_the_calendar_is_asked_beside_other_sources(prompt: str, items: str) -> None:
    finding = asked(prompt, ("calendar", "documents", "finance"))
    assert finding.action == "agenda"
    assert finding.items == tuple(items.split())


def test_a_count_without_days_says_what_lies_on_the_other_side() -> None:
    finding = asked("How many meetings with Helena do I have?")
    assert finding.value == "3"
    assert "Before now: 10 events" in (finding.answer or "")
    assert len(finding.items) == 13


def test_a_long_list_leaves_out_who_and_where() -> None:
    answer = asked("How many meetings do I have in November?").answer or ""
    assert "“Band rehearsal”;" in answer
    assert "Studio 3" not in answer
