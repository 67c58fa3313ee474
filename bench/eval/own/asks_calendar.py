"""Questions about the calendar alone."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from bench.eval.own.asking import CALENDAR, DIARY, Ask, ask, made
from bench.eval.own.diary import Event
from bench.eval.own.reference import (
    NO,
    NOW,
    TODAY,
    YEAR,
    YES,
    at,
    count,
    day,
    days,
    events,
    free,
    hours,
    lasting,
    months,
    overlaps,
    span,
    wrong_days,
)

NEXT_WEEK = days("2026-11-16", "2026-11-22")


def asks() -> Iterator[Ask]:
    """All of them."""
    yield from _agendas()
    yield from _parts_of_days()
    yield from _free_slots()
    yield from _free_or_not()
    yield from _people()
    yield from _counts()
    yield from _lengths()
    yield from _conflicts()
    yield from _next_and_last()
    yield from _details()
    yield from _comparisons()
    yield from _files()


def _titles(found: list[Event]) -> list[str]:
    return list(dict.fromkeys(one.title for one in found))


def _others(own: list[Event]) -> list[str]:
    """What else happens in the year: it has no place in an answer about these."""
    titles = _titles(own)
    return [title for title in _titles(events()) if not any(title in one for one in titles)]


def _agendas() -> Iterator[Ask]:
    for prompt, during in (
        ("What's on my calendar tomorrow?", days("2026-11-16")),
        ("what do i have on thursday", days("2026-11-19")),
        ("What was I doing on 19 March 2026?", days("2026-03-19")),
        ("What's my schedule for 24 November?", days("2026-11-24")),
        ("Show me last Tuesday's appointments.", days("2026-11-10")),
        ("What's happening on the 3rd of December?", days("2026-12-03")),
        ("agenda for 2026-09-08 pls", days("2026-09-08")),
    ):
        found = events(during=during)
        yield ask(
            "agenda",
            CALENDAR,
            prompt,
            *_titles(found),
            *(at(one) for one in found),
            without=_others(found),
            sources=[DIARY],
        )
    for prompt, during in (
        ("Agenda for next week", NEXT_WEEK),
        ("What did I have from 8 to 12 June?", days("2026-06-08", "2026-06-12")),
        ("Give me an overview of my appointments last week.", days("2026-11-02", "2026-11-08")),
        ("What is planned between 7 and 13 December?", days("2026-12-07", "2026-12-13")),
    ):
        found = events(during=during)
        yield ask("agenda", CALENDAR, prompt, *_titles(found), without=_others(found))


def _parts_of_days() -> Iterator[Ask]:
    for prompt, date, begin, end in (
        ("next Tuesday afternoon - what's planned?", "2026-11-17", "12:00", "18:00"),
        ("Do I have anything on Friday afternoon?", "2026-11-20", "12:00", "18:00"),
        ("What have I got on Wednesday morning?", "2026-11-18", "06:00", "12:00"),
        ("anything on tuesday evening?", "2026-11-17", "18:00", "23:00"),
    ):
        on = events(during=days(date))
        inside = [one for one in on if begin <= at(one) < end]
        times = [at(one) for one in inside]
        yield ask("agenda", CALENDAR, prompt, *_titles(inside), *times, without=_others(inside))


def _free_slots() -> Iterator[Ask]:
    for prompt, slots in (
        ("When am I free tomorrow between 9 and 17?", free("2026-11-16", "09:00", "17:00")),
        (
            "Free slots of at least one hour on Tuesday 17 November between 9:00 and 18:00?",
            free("2026-11-17", "09:00", "18:00", 60),
        ),
        (
            "Show my free slots of at least 2 hours on 27 November between 9:00 and 17:00.",
            free("2026-11-27", "09:00", "17:00", 120),
        ),
        ("when do i have time on friday between 10 and 16", free("2026-11-20", "10:00", "16:00")),
        (
            "Which gaps are there in my calendar on 8 December between 8:00 and 18:00?",
            free("2026-12-08", "08:00", "18:00"),
        ),
        (
            "Free time on 24 November, 9 to 17, half an hour or longer?",
            free("2026-11-24", "09:00", "17:00", 30),
        ),
    ):
        yield ask("free_time", CALENDAR, prompt, *slots)
    first = free("2026-11-16", "09:00", "17:00", 120)[0]
    yield ask("free_time", CALENDAR,
              "When is my first free 2-hour slot next week, with working hours from 9 to 17?",
              day("2026-11-16"), first.split("-")[0])  # fmt: skip
    wednesday = [slot.split("-")[0] for slot in free("2026-11-18", "09:00", "17:00", 90)]
    yield ask("free_time", CALENDAR,
              "Find me a 90 minute gap on Wednesday between 9 and 5.", wednesday,
              without=_others(events(during=days("2026-11-18"))))  # fmt: skip
    tomorrow = [slot.split("-")[0] for slot in free("2026-11-16", "13:00", "17:00", 30)]
    yield ask("free_time", CALENDAR, "Find a free half hour tomorrow between 13:00 and 17:00",
              tomorrow, without=_others(events(during=days("2026-11-16"))))  # fmt: skip
    thursday = sum(_minutes(slot) for slot in free("2026-11-19", "09:00", "17:00"))
    yield ask("free_time", CALENDAR,
              "How much free time do I have on Thursday between 9 and 17?",
              lasting(Decimal(thursday) / 60))  # fmt: skip


def _minutes(slot: str) -> int:
    begin, end = (60 * int(clock[:2]) + int(clock[3:]) for clock in slot.split("-"))
    return end - begin


def _free_or_not() -> Iterator[Ask]:
    for prompt, answer, *said in (
        ("Am I free on Friday 20 November at 14:30?", NO, "Demo day"),
        ("am i free this thursday at 12:15?", ["yes", "free"]),
        ("Is 26 November at 8:45 still free?", NO, "Dentist"),
        ("Is there room for a two-hour workshop on Thursday between 9 and 17?", NO),
        ("Am I available on 25 November from 10 to 12?", ["yes", "free", "available"]),
        ("Could I take a call on Wednesday at 10:15?", NO, "Strategy session"),
    ):
        yield ask("free_time", CALENDAR, prompt, answer, *said)


def _people() -> Iterator[Ask]:
    for prompt, found in (
        ("List all my meetings with Erik Sandvik.", events(who="Erik")),
        ("which meetings with Nadia did I have in March?", events(who="Nadia", during=months(3))),
        (
            "When did I have interviews this year?",
            events(title="Interview"),
        ),
        ("On which days do I see Ben Adeyemi in November?", events(who="Ben", during=months(11))),
    ):
        told = [day(one.start.date()) for one in found]
        yield ask("list", CALENDAR, prompt, *told, without=_others(found))
    lena = events(who="Lena", during=NEXT_WEEK)
    yield ask("list", CALENDAR, "Which meetings do I have with Lena next week?",
              *_titles(lena), without=_others(lena))  # fmt: skip
    yield ask("list", CALENDAR, "Who was at the client pitch for Solara?",
              "Ben Adeyemi", "Lena Okafor")  # fmt: skip
    room = events(place="Room Havel", during=months(9))
    yield ask("list", CALENDAR, "What took place in Room Havel in September?",
              *_titles(room), without=_others(room))  # fmt: skip
    yield ask("list", CALENDAR, "Did I meet Nadia Petrov in March?", YES, "Aster")


def _counts() -> Iterator[Ask]:
    for prompt, found in (
        (
            "How many times have I had lunch with Karim so far this year?",
            events(title="Lunch with Karim", after_now=False),
        ),
        (
            "How many meetings with Marta do I still have this year?",
            events(who="Marta", after_now=True, during=YEAR),
        ),
        (
            "Count the 1:1s I had with Priya from January to March.",
            events(title="1:1 with Priya", during=months(1, 3)),
        ),
        ("How many Aster design reviews were there?", events(title="Aster design review")),
        ("How many yoga classes are left this year?", events(title="Yoga", after_now=True)),
        ("How many events do I have in December?", events(during=months(12))),
        ("how many stand-ups did we have in may", events(title="stand-up", during=months(5))),
        ("How often did I see the dentist this year up to today?",
         events(title="Dentist", after_now=False)),
    ):  # fmt: skip
        yield ask("aggregate", CALENDAR, prompt, count(len(found)))


def _lengths() -> Iterator[Ask]:
    for prompt, found in (
        ("How many hours did the Figura training take?", events(title="Figura training")),
        (
            "How many hours will I spend with Tomasz next week?",
            events(who="Tomasz", during=NEXT_WEEK),
        ),
        (
            "Total time of the Veloria check-ins up to now?",
            events(title="Veloria check-in", after_now=False),
        ),
        (
            "How long is the moderation training on Thursday altogether?",
            events(title="Moderation training"),
        ),
    ):
        yield ask("aggregate", CALENDAR, prompt, lasting(hours(found)))
    sweden = events(title="Sweden")[0]
    length = (sweden.end.date() - sweden.start.date()).days
    yield ask("aggregate", CALENDAR, "How many days did the holiday in Sweden last?",
              [*count(length), "two weeks", "2 weeks"])  # fmt: skip


def _conflicts() -> Iterator[Ask]:
    for prompt, during in (
        ("Do I have any conflicts next week?", NEXT_WEEK),
        ("Are there overlapping appointments in December?", months(12)),
    ):
        pairs = [one.title for pair in overlaps(during) for one in pair]
        yield ask("list", CALENDAR, prompt, *pairs)
    yield ask("list", CALENDAR, "Any double bookings on 17 November?", NO)


def _next_and_last() -> Iterator[Ask]:
    for prompt, found, place in (
        ("When is my next meeting with Marta Klein?", events(who="Marta", after_now=True), 0),
        ("When do I see the dentist next?", events(title="Dentist", after_now=True), 0),
        ("whens the first thing on monday", events(during=days("2026-11-16")), 0),
        ("What's the next event in Room Havel?", events(place="Room Havel", after_now=True), 0),
        ("When was the budget review in September?",
         events(title="Budget review", during=months(9)), 0),
        ("When did I last meet Karim?", events(who="Karim", after_now=False), -1),
        ("when was my first meeting with ben from solara?", events(who="Ben"), 0),
        ("When was my last quarterly review?", events(title="Quarterly", after_now=False), -1),
    ):  # fmt: skip
        right = found[place]
        others = {one.start.date() for one in events(title=right.title)} | {
            one.start.date() for one in found
        }
        hour = [at(right)] if right.start > NOW or "review in" in prompt else []
        yield ask("date", CALENDAR, prompt, day(right.start.date()), *hour,
                  without=wrong_days(right.start.date(), others))  # fmt: skip
    last = max(one.end for one in events(during=days("2026-11-16")))
    yield ask("date", CALENDAR, "When does my last meeting tomorrow end?", f"{last:%H:%M}")
    mum = events(title="Mum's birthday")[0]
    yield ask("date", CALENDAR, "How many days until Mum's birthday?",
              [*count((mum.start.date() - TODAY).days), "a week", "1 week"])  # fmt: skip
    party = events(title="Christmas party")[0]
    yield ask("date", CALENDAR, "Which weekday is the Christmas party on?", f"{party.start:%A}")
    yield ask("date", CALENDAR, "Which days was I in New York for Design Week?",
              [*day("2026-10-05"), "5-9 October"], day("2026-10-09"))  # fmt: skip


def _details() -> Iterator[Ask]:
    party = events(title="Christmas party")[0]
    yield ask("agenda", CALENDAR, "When does the Christmas party start and where is it?",
              at(party), party.place)  # fmt: skip
    dinner = events(title="Team dinner")[0]
    yield ask("agenda", CALENDAR, "Where was the team dinner in May?", dinner.place.split(",")[0])
    grace = events(who="Grace")[0]
    yield ask("date", CALENDAR, "What time was the meeting with Grace Lin, in Berlin time?",
              at(grace))  # fmt: skip
    yield ask("agenda", CALENDAR, "Is the vendor call with Inkwell still on?",
              ["cancelled", "canceled"])  # fmt: skip
    strategy = events(title="Strategy session")[0]
    yield ask("agenda", CALENDAR, "where do i have to be on wednesday at 9?", strategy.place)
    demo = events(title="Demo day")[0]
    yield ask("agenda", CALENDAR, "What time is demo day and who comes?",
              [span(demo), at(demo)], *demo.people)  # fmt: skip


def _comparisons() -> Iterator[Ask]:
    marta, ben = (len(events(who=name, during=YEAR)) for name in ("Marta", "Ben"))
    yield ask("compare", CALENDAR,
              "Do I have more meetings with Marta Klein or with Ben Adeyemi this year?",
              "Marta", count(marta), count(ben))  # fmt: skip
    september, october = (len(events(during=months(month))) for month in (9, 10))
    yield ask("compare", CALENDAR, "did i have more events in september than in october",
              YES if september > october else NO, count(september), count(october))  # fmt: skip
    first, second = (len(events(title="Veloria", during=months(at))) for at in (6, 8))
    yield ask("compare", CALENDAR,
              "Veloria meetings: how many did I have in June compared with August?",
              count(first), count(second))  # fmt: skip


def _files() -> Iterator[Ask]:
    week = events(during=NEXT_WEEK)  # a birthday is no appointment
    yield made(CALENDAR, "Export next week's appointments as an ics file.", "calendar",
               *_titles([one for one in week if not one.whole_days]))  # fmt: skip
    yield made(CALENDAR, "Make a table (CSV) of my meetings with Marta Klein.", "table",
               *_titles(events(who="Marta")))  # fmt: skip
