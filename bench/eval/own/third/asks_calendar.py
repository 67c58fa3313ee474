"""Questions of the third set about time alone; the moment is Thursday 10 September 2026, 08:00."""

from __future__ import annotations

from collections.abc import Iterator

from bench.eval.own.asking import CALENDAR, Ask, ask, made
from bench.eval.own.reference import NO, YES, count, day, days, lasting, months
from bench.eval.own.third.reference import YEAR, events, hours


def asks() -> Iterator[Ask]:
    """All of them."""
    yield from _agenda()
    yield from _more_agenda()
    yield from _free()
    yield from _dates()
    yield from _figures()
    yield from _files()


def _agenda() -> Iterator[Ask]:
    for prompt, said, without in (
        (
            "What's on today?",
            ["fit-out review", "Call with Wiremu", "Quantity surveyor", "Swimming"],
            ["Coffee with Fleur"],
        ),
        ("anything tomorrow evening?", ["parent-teacher"], ["Coffee with Fleur", "netball"]),
        ("what have i got on the weekend", ["netball", "grooming"], ["Coffee"]),
        (
            "Is there anything on Tuesday that clashes with the design presentation?",
            ["Optician"],
            ["netball"],
        ),
        ("Do any of my things overlap this Saturday?", ["netball", "grooming"], []),
        (
            "What's happening the day after tomorrow?",
            ["netball", "grooming"],
            ["Coffee", "Council"],
        ),
        ("who's coming to the design presentation at Kowhai?", ["Ngaire", "Wiremu"], ["Fleur"]),
        ("where is the birthday party?", ["Capital Climbing"], []),
        ("What time do I have to be at Te Papa and when is it over?", ["09:00", "17:00"], []),
        ("what's the first thing tomorrow", ["Coffee with Fleur", "11:00"], ["parent-teacher"]),
        ("Last appointment today?", ["Swimming", "16:00"], ["Call with Wiremu"]),
        (
            "Which meetings do I have with Wiremu next week?",
            ["design presentation", "Site meeting", "inspection"],
            ["Passive"],
        ),
        ("do i see fleur this week?", ["Coffee with Fleur", "11:00"], []),
        (
            "What am I doing between 13:00 and 15:00 on Monday?",
            ["Council pre-application"],
            ["Invoice"],
        ),
        ("am i doing anything on the 17th", ["Passive house seminar"], ["Invoice"]),
    ):
        yield ask("agenda", CALENDAR, prompt, *said, without=without)


def _more_agenda() -> Iterator[Ask]:
    for prompt, *said in (
        ("Is the book club still on?", ["cancelled", "called off", "not"]),
        ("What comes after the call with Wiremu today?", "Quantity surveyor", "14:30"),
        ("next appointment for the dog?", ["grooming"], day("2026-09-12")),
        ("Are we away the weekend of the 19th?", YES, "bach"),
        (
            "What is on at Kowhai School in the next two weeks?",
            "design presentation",
            "inspection",
            "board meeting",
        ),
        ("Who is at the site meetings?", "Ngaire", "Wiremu"),
        ("Do I have more meetings on Monday or on Tuesday next week?", "Tuesday"),
        ("Which day next week is the fullest?",),
        ("is mila's piano lesson on during the easter week, 7 april?", NO),
        ("Does the Marlowe review today run into the call with Wiremu?", NO),
    ):
        if said:
            yield ask("agenda", CALENDAR, prompt, *said)


def _free() -> Iterator[Ask]:
    for prompt, *said in (
        ("When am I free today between 9 and 5?", "10:30-13:00", "14:00-14:30", "15:00-16:00"),
        (
            "could i fit in two hours on monday before 5pm? workday starts at 9",
            ["09:15-13:00", "14:30-17:00", "10:00-13:00"],
        ),
        (
            "Is there a gap of an hour tomorrow afternoon?",
            ["12:00", "13:00"],
        ),
        ("First free hour on Wednesday the 16th after 9?", ["11:30", "09:00-10:00"]),
        ("am I free at 2pm on friday?", ["free", "yes", "nothing"]),
        ("am I free at 14:00 next wednesday?", NO, "inspection"),
        ("Which days next week have nothing in the afternoon?", ["Thursday", "Friday", "Monday"]),
        ("Which evening next week is free?", "Monday"),
        (
            "longest free stretch today between 8 and 18?",
            ["10:30-13:00", "2 hours 30", "2.5 hours"],
        ),
        (
            "When could Joss and I both do a 30 minute chat on Friday morning?",
            ["09:00", "08:00", "11:00"],
        ),
    ):
        if "afternoon?" not in prompt or "gap" in prompt:
            yield ask("free_time", CALENDAR, prompt, *said)


def _dates() -> Iterator[Ask]:
    for prompt, *said in (
        ("When's my next dentist appointment?", day("2026-10-21")),
        ("when did we last have dinner with the marlowes", day("2026-08-21")),
        ("How many days until Mila's birthday?", count(14)),
        ("How many weeks until the school holidays start?", ["18", "2.6", "2 weeks", "two weeks"]),
        ("When is Biscuit due at the vet's again?", day("2026-10-27")),
        ("How long is the passive house seminar?", ["8 hours", "eight hours"]),
        ("when's the next site meeting", day("2026-09-16"), "10:00"),
        ("What date was the drain repair?", day("2026-06-04")),
        ("When is the Melbourne trip and how many days does it last?", day("2026-07-10"), count(5)),
        ("When did I last see Fleur?", day("2026-09-03")),
        ("When is the last piano lesson before the July break?", day("2026-06-30")),
        (
            "how much time is there between the eye test and the dentist appointment in october?",
            count(91),
        ),
    ):
        yield ask("date", CALENDAR, prompt, *said)


def _figures() -> Iterator[Ask]:
    seen = events(who="Tom", during=YEAR)
    week = events(during=days("2026-09-14", "2026-09-20"))
    timed = [one for one in week if not one.whole_days]
    yield ask(
        "aggregate",
        CALENDAR,
        "how many times did i meet tom marlowe this year, including what's planned",
        count(len(seen)),
    )
    sites = events("Site meeting", during=months(7, 8))
    yield ask(
        "aggregate",
        CALENDAR,
        "How many hours did site meetings take in July and August?",
        lasting(hours(sites)),
    )
    yield ask(
        "aggregate",
        CALENDAR,
        "how many piano lessons were there in may",
        count(len(events("Piano", during=months(5)))),
    )
    yield ask(
        "aggregate",
        CALENDAR,
        "How many meetings do I have next week with a time?",
        count(len(timed)),
    )
    yield ask(
        "aggregate",
        CALENDAR,
        "How many hours are planned for next Thursday?",
        lasting(hours(events(during=days("2026-09-17")))),
    )
    july, june = (len(events("Swimming", during=months(m))) for m in (7, 6))
    yield ask(
        "compare",
        CALENDAR,
        "Were there more swimming lessons in June or in July?",
        "June" if june > july else "July",
        count(june),
        count(july),
    )
    yield ask(
        "compare",
        CALENDAR,
        "Which is longer, the fit-out review today or the concrete pour inspection?",
        "inspection",
        [*lasting(hours(events("Concrete")))],
    )
    yield ask(
        "compare",
        CALENDAR,
        "Which comes first, the dentist or Biscuit's vaccination?",
        "dentist",
        day("2026-10-21"),
    )
    yield ask(
        "compare",
        CALENDAR,
        "Do I see Wiremu or Ngaire more often next week?",
        [*count(4), *count(3)],
    )


def _files() -> Iterator[Ask]:
    yield made(
        CALENDAR,
        "Give me next week as a calendar file",
        "calendar",
        "Passive house seminar",
        "Council pre-application",
    )
    yield made(
        CALENDAR, "export all the site meetings as a csv", "table", "Site meeting Kowhai School"
    )
