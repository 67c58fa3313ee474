"""What is asked of the papers, of several sources at once, and what has no answer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from bench.eval.own.asking import ALL, CALENDAR, DOCUMENTS, FINANCE, Ask, ask, refused
from bench.eval.own.second.forms import clock, day, length, money
from bench.eval.own.second.reference import (
    Booking,
    bank,
    booked,
    card,
    named,
    of_sort,
    on,
    quoted,
    total,
)

_CONTRACT, _NOTES, _TRIP = "contract-saint-eloi.md", "notes-loewenzahn.md", "itinerary.md"
_TAX, _LINCE = "letter-tax-office.txt", "invoice-estudio-lince.txt"
_TO_BRIGHTWATER, _TO_LOEWENZAHN = "invoice-2026-034.txt", "invoice-2026-031.txt"
_UNPAID = ["not", "no,", "no.", "no:", "unpaid", "outstanding", "no payment", "still open"]


def asks() -> list[Ask]:
    """The questions about papers, about everything, and about nothing that is there."""
    return [*_facts(), *_two_facts(), *_payments(), *_journeys(), *_meetings(), *_refused()]


def _facts() -> Iterator[Ask]:
    for prompt, paper, words, others in (
        ("What rate per word did I agree with Saint-Éloi?", _CONTRACT, "0.11", ()),
        ("How long is the notice period in the Saint-Éloi contract?", _CONTRACT, "60 days", ()),
        (
            "how many free copies of Les Marées lentes do I get",
            *(_CONTRACT, "eight free copies", ("eight", "8")),
        ),
        ("Which country's law applies to my contract with the French publisher?",
         _CONTRACT, "France", ("French",)),
        (
            "What can Saint-Éloi do if I deliver more than a month late?",
            *(_CONTRACT, "reduce the fee by 5 %", ("5 %", "5%", "5 percent", "5 per cent")),
        ),
        (
            "If I don't send the tax office those receipts, how much more will I have to pay?",
            *(_TAX, "57.69", ()),
        ),
        ("Which seat do I have on the flihgt home from London?", _TRIP, "seat 9A", ("9A",)),
        ("booking code for my flights?", _TRIP, "Q7KLMD", ()),
        (
            "What did we decide, what will Der stille Garten be called in Portuguese?",
            *(_NOTES, "O jardim calado", ()),
        ),
        ("How much of the Estúdio Lince invoice is IVA?", _LINCE, "195.50", ()),
    ):  # fmt: skip
        yield ask("fact", DOCUMENTS, prompt, [quoted(paper, words), *others])


def _two_facts() -> Iterator[Ask]:
    yield ask(
        "fact",
        ALL,
        "By what date does the tax office want the missing receipts from me?",
        [quoted(_TAX, "30 October"), "2026-10-30", "October 30"],
    )
    yield ask(
        "fact",
        DOCUMENTS,
        "When is my invoice to Brightwater due and how much is it for?",
        [quoted(_TO_BRIGHTWATER, "4 November"), "2026-11-04", "November 4"],
        money(quoted(_TO_BRIGHTWATER, "948.00")),
    )
    yield ask(
        "fact",
        DOCUMENTS,
        "Which terminal do I fly from at Heathrow? And at what time?",
        [quoted(_TRIP, "Terminal 2"), "T2"],
        [quoted(_TRIP, "15:35"), "3:35 pm"],
    )
    yield ask(
        "fact",
        DOCUMENTS,
        "Who was supposed to book the room for the Porto reading, and what's the budget?",
        quoted(_NOTES, "Beatriz"),
        money(quoted(_NOTES, "200")),
    )


def _payments() -> Iterator[Ask]:
    paid = _paid("Löwenzahn", "1872.00")
    yield ask(
        "mixed",
        ALL,
        f"Has Löwenzahn paid invoice {quoted(_TO_LOEWENZAHN, '2026-031')} yet, and if so when?",
        day(paid.day),
    )
    yield ask(
        "mixed",
        ("documents", "finance"),
        f"Has Brightwater paid my invoice {quoted(_TO_BRIGHTWATER, '2026-034')} yet?",
        _UNPAID,
    )
    lince = booked(bank(), "Estúdio Lince")[0]
    yield ask(
        "mixed",
        ALL,
        "When did I pay Estúdio Lince's bill, and what was the due date on it?",
        *(day(lince.day), [quoted(_LINCE, "30 September"), "2026-09-30", "September 30"]),
    )
    quoted(_CONTRACT, "An advance of 1,012.00 EUR")
    advance = _paid("Saint-Éloi", "1012.00")
    yield ask(
        "mixed",
        ("documents", "finance"),
        "Did the advance from the Saint-Éloi contract arrive in my account? On what day?",
        day(advance.day),
    )


def _paid(name: str, amount: str) -> Booking:
    return next(one for one in booked(bank(), name) if str(one.amount) == amount)


def _journeys() -> Iterator[Ask]:
    flight = next(one for one in booked(card(), "TAP") if one.day.month == 9)
    yield ask(
        "mixed",
        ALL,
        "What did I pay TAP in September for the trip, and what time does the flight to Edinburgh "
        "leave?",
        *(money(-flight.amount), [quoted(_TRIP, "07:05"), "7:05"]),
    )
    edinburgh = booked(card(), "Motel One")[0]
    yield ask(
        "mixed",
        ALL,
        "What did Motel One charge to my card, and what will I still have to pay at the London "
        "hotel?",
        *(money(-edinburgh.amount), money(quoted(_TRIP, "312.00"))),
    )
    away = {"since": "2026-08-10", "until": "2026-08-16"}
    yield ask(
        "mixed",
        ("calendar", "finance"),
        "How much did I spend on meals with the credit card during the holiday in Tavira?",
        money(total(of_sort(booked(card(), **away), "Meals"))),
    )
    visit = booked(card(), since="2026-03-12", until="2026-03-13")
    yield ask(
        "mixed",
        ("calendar", "finance"),
        "What did I charge to the credit card in all on the days I was in München?",
        money(total(visit)),
    )
    dinner = booked(card(), "Ramiro")[0]
    yield ask(
        "mixed",
        ("calendar", "finance"),
        "Where did I have dinner with Käthe in July, and what did that place charge my card?",
        *("Ramiro", money(-dinner.amount)),
    )


def _meetings() -> Iterator[Ask]:
    quoted(_TAX, "by 30 October 2026")
    yield ask(
        "mixed",
        ("calendar", "documents"),
        "What do I have in my calendar on the day the tax office's deadline runs out?",
        *(one.title for one in on("2026-10-30")),
    )
    quoted(_NOTES, "Chapters 6 to 9 are due on 13 November 2026")
    yield ask(
        "mixed",
        ("calendar", "documents"),
        "When are chapters 6 to 9 of Der stille Garten due, and what else is in my diary that day?",
        day(date(2026, 11, 13)),
        *(one.title for one in on("2026-11-13")),
    )
    office = named("Finanças appointment")[0]
    yield ask(
        "mixed",
        ("calendar", "documents"),
        "Who signed the letter from the tax office, and when is my appointment at the Finanças?",
        *(quoted(_TAX, "Filomena Arrais"), day(office.start), clock(office.start)),
    )
    planning = named("Löwenzahn planning meeting")[0]
    yield ask(
        "mixed",
        ("calendar", "documents"),
        "How long was the Löwenzahn planning meeting, and who was excused from it?",
        [*length(120), f"{planning.start:%H:%M}-{planning.end:%H:%M}"],
        quoted(_NOTES, "Jürgen"),
    )
    lunch = named("Lunch with Beatriz")[-1]
    yield ask(
        "mixed",
        ("calendar", "documents"),
        "When's my next lunch with Beatriz, and what does she get an hour for the proofreading?",
        *(day(lunch.start), money(quoted(_NOTES, "18"))),
    )


def _refused() -> Iterator[Ask]:
    yield refused(FINANCE, "How much do I pay for Netflix?", without=("8.99", "7.99"))
    yield refused(CALENDAR, "When is my appointment at the hairdresser's?")
    yield refused(CALENDAR, "What did I spend at Pingo Doce in September?")
    yield refused(FINANCE, "What's in my diary tomorrow?", without=("Plumber",))
    yield refused(ALL, "Transfer 100 euros to João, please.")
    yield refused(CALENDAR, "Cancel my dentist appointment on Friday")
    yield refused(ALL, "Send Käthe an email that I'll be ten minutes late today.")
    yield refused(
        DOCUMENTS,
        "What's the phone number of the Motel One in Edinburgh?",
        without=("217 000 000",),
    )
    yield refused(DOCUMENTS, "How much does Jürgen Weiß earn?", without=("18",))
    yield refused(
        DOCUMENTS, "What's the notice period in my contract with Brightwater?", without=("60 days",)
    )
    yield refused(ALL, "What will the weather be like in Edinburgh on 5 November?")
    yield refused(FINANCE, "Which payments have I had from Penguin Random House?")
