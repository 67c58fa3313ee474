"""What is asked of the calendar: days and people, moments, and time that is free."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bench.eval.own.asking import ALL, CALENDAR, FINANCE, Ask, ask
from bench.eval.own.second.forms import clock, day, length, money, number, span
from bench.eval.own.second.reference import (
    NOW,
    Event,
    bank,
    booked,
    events,
    gaps,
    named,
    on,
)

_YES = ["yes", "free", "available", "fits", "possible"]
_NO = ["no,", "no.", "no:", "no -"]
_TAKEN = [*_NO, "not free", "busy", "not available"]


def asks() -> list[Ask]:
    """The questions about the calendar."""
    return [*_days(), *_people(), *_details(), *_moments(), *_stretches(), *_whether(), *_rows()]


def _days() -> Iterator[Ask]:
    def whole(prompt: str, date: str, without: tuple[str, ...] = (), until: int = 24) -> Ask:
        titles = [one.title for one in on(date) if one.start.hour < until]
        return ask("agenda", CALENDAR, prompt, *titles, without=without)

    yield whole("what's on today?", "2026-10-14", ("Brightwater",))
    yield whole("What do I have tomorrow morning?", "2026-10-15", ("Lunch", "swimming"), until=12)
    yield whole("Anything on Friday?", "2026-10-16", ("Lunch with Ana",))
    yield whole("What's happening on Saturday?", "2026-10-17")
    yield whole(
        "What does Wednesday next week look like for me?", "2026-10-21", ("editorial call",)
    )
    yield whole("Remind me what I did on 23 September", "2026-09-23", ("editorial call",))
    first = on("2026-10-19")[0]
    yield ask(
        "agenda",
        ALL,
        "What's the very first thing in my diary next Monday, and at what time?",
        *(first.title, clock(first.start)),
    )


def _people() -> Iterator[Ask]:
    guests = on("2026-10-20")
    yield ask(
        "agenda",
        CALENDAR,
        "who am I meeting on Tuesday the 20th?",
        *(name for one in guests for name in one.people),
        without=("Tom Ashdown",),
    )
    dinner = named("Birthday dinner")[0]
    yield ask(
        "agenda",
        CALENDAR,
        "Who else is coming to the birthday dinner besides João?",
        *(name for name in dinner.people if name != "João Peixoto"),
    )
    met = [one for one in named("", "Henrique Luz") if one.end <= NOW]
    yield ask(
        "agenda",
        CALENDAR,
        "How many times have I met Henrique Luz so far this year?",
        number(len(met)),
    )


def _details() -> Iterator[Ask]:
    call = next(one for one in events() if one.title == "Brightwell call" and one.cancelled)
    yield ask(
        "agenda",
        CALENDAR,
        f"Is the {call.title} on Friday still happening?",
        ["cancelled", "canceled", "called off", *_NO],
    )
    law = named("Lawyer")[0]
    yield ask(
        "agenda",
        ALL,
        "Where do I have to go for the lawyer, and when is that?",
        *(law.place, day(law.start), clock(law.start)),
    )
    yield ask(
        "agenda",
        CALENDAR,
        "Do any of my appointments tomorrow overlap? Which ones?",
        *("Brightwater contract call", "Plumber"),
        without=("swimming",),
    )
    cover = named("Löwenzahn cover meeting")[0]
    yield ask(
        "agenda",
        CALENDAR,
        "What time is the Löwenzahn cover meeting on 2 November for me in Lisbon?",
        clock(cover.start),
    )
    desk = [one for date in range(19, 24) for one in on(f"2026-10-{date}") if _at_cowork(one)]
    yield ask(
        "agenda",
        CALENDAR,
        "How many hours am I booked in at Cowork Alcântara next week?",
        length(sum(map(_minutes, desk))),
    )


def _moments() -> Iterator[Ask]:
    def moment(prompt: str, one: Event, *, timed: bool = False) -> Ask:
        said = (day(one.start), clock(one.start)) if timed else (day(one.start),)
        return ask("date", CALENDAR, prompt, *said)

    yield moment("When do I next speak to Tom Ashdown?", _next("", "Tom Ashdown"), timed=True)
    lunch = _last("Lunch with Beatriz")
    yield ask(
        "date",
        CALENDAR,
        "when was my last lunch with Beatriz? and where was it again",
        *(day(lunch.start), lunch.place),
    )
    yield moment("When's the next parents evening, and what time?", _next("Parents"), timed=True)
    yield moment("When was I last at the dentist?", _last("Dentist"))
    yield moment("What date is the choir's Christmas concert?", _next("Christmas concert"))
    trip = _next("Scotland")
    yield ask(
        "date",
        CALENDAR,
        "How many days is it until my Scotland trip starts?",
        number((trip.start.date() - NOW.date()).days),
    )
    spotify = booked(bank(), "Spotify")
    risen = next(one for one in spotify if one.amount != spotify[0].amount)
    yield ask(
        "date",
        FINANCE,
        "Since when has Spotify been more expensive?",
        [*day(risen.day), f"{risen.day:%B}"],
    )
    paid = booked(bank(), "Oeiras")[-1]
    yield ask(
        "date",
        FINANCE,
        "When did the Câmara de Oeiras last pay me and how much was it?",
        *(day(paid.day), money(paid.amount)),
    )


def _stretches() -> Iterator[Ask]:
    def slots(prompt: str, date: str, begin: int, end: int, least: int = 1) -> Ask:
        found = [gap for gap in gaps(date, begin, end) if (gap[1] - gap[0]).seconds >= least * 60]
        return ask("free_time", CALENDAR, prompt, *(span(*gap) for gap in found))

    yield slots("When am I free tomorrow between 9 and 18?", "2026-10-15", 9, 18)
    yield slots("when could I fit something in on friday, between 9:00 and 17:00?",
                "2026-10-16", 9, 17)  # fmt: skip
    yield slots(
        "I need two hours in one piece on 22 October, between 9 and 18. When?",
        *("2026-10-22", 9, 18, 120),
    )
    yield slots("Free slots on Thursday 29 October from 9 to 13?", "2026-10-29", 9, 13)
    early = next(gap for gap in gaps("2026-10-26", 9, 18) if (gap[1] - gap[0]).seconds >= 3600)
    yield ask(
        "free_time",
        CALENDAR,
        "What's the first hour I have free on Monday 26 October, from 9 o'clock on?",
        clock(early[0]),
    )
    optician, choir = named("Optician")[0], on("2026-10-14")[-1]
    yield ask(
        "free_time",
        CALENDAR,
        "How long have I got today between the optician and choir rehearsal?",
        [*length(_between(optician.end, choir.start)), *span(optician.end, choir.start)],
    )


def _whether() -> Iterator[Ask]:
    def free(prompt: str) -> Ask:
        return ask("free_time", CALENDAR, prompt, _YES, without=(*_NO, "not free", "busy"))

    def taken(prompt: str, by: str) -> Ask:
        return ask("free_time", CALENDAR, prompt, [*_TAKEN, by], without=("yes,", "yes.", "yes:"))

    yield taken("Am I free on Friday at 3pm?", "Dentist")
    yield free("Could someone come by on Monday 19 October at 4pm for an hour, am I free?")
    yield free("Could I see Käthe next Wednesday from 11:00 to 13:00?")
    yield ask(
        "free_time",
        CALENDAR,
        "Have I got anything on Saturday 24 October or is it free?",
        ["free", "nothing", "no events", "empty", "no appointments"],
    )
    yield taken("am i avialable next thursday at 13:30?", "Lunch with Beatriz")
    yield ask(
        "free_time",
        CALENDAR,
        "Which weekday evening next week, between 18:00 and 22:00, is already taken?",
        ["Wednesday", *day(datetime(2026, 10, 21))],  # noqa: DTZ001 - a day
        without=("Monday", "Thursday", "Friday"),
    )


def _rows() -> Iterator[Ask]:
    longer = named("Lunch with Beatriz")[-1]
    yield ask(
        "compare",
        CALENDAR,
        "Which one is longer, lunch with Ana tomorrow or lunch with Beatriz next week?",
        *("Beatriz", [*length(_minutes(longer)), *span(longer.start, longer.end)]),
    )
    for title, prompt in (
        ("Dentist", "List all my dentist appointments in 2026"),
        ("Parents' evening", "which dates are parents' evenings this year, past and coming?"),
    ):
        yield ask("list", CALENDAR, prompt, *(day(one.start) for one in named(title)))


def _next(title: str, person: str = "") -> Event:
    return next(one for one in named(title, person) if one.start > NOW)


def _last(title: str) -> Event:
    return [one for one in named(title) if one.end <= NOW][-1]


def _minutes(one: Event) -> int:
    return _between(one.start, one.end)


def _between(begin: datetime, end: datetime) -> int:
    return int((end - begin).total_seconds()) // 60


def _at_cowork(one: Event) -> bool:
    return "Cowork Alcântara" in one.place
