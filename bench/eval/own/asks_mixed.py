"""Questions about documents, and about several sources at once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from bench.eval.own.asking import ALL, BANK, CARD, DIARY, DOCUMENTS, Ask, ask
from bench.eval.own.reference import (
    NO,
    YES,
    Days,
    bookings,
    count,
    day,
    days,
    events,
    money,
    months,
    paid,
    total,
)

NORDLICHT, PAPIERWERK = Decimal("1428.00"), Decimal("356.50")
BUDGET = Decimal("750.00")


def asks() -> Iterator[Ask]:
    """All of them."""
    yield from _facts()
    yield from _trips()
    yield from _invoices()
    yield from _papers_and_money()
    yield from _two_sources()


def _days_of(title: str) -> Days:
    one = events(title=title)[0]
    return Days(one.start.date(), one.end.date())


def _facts() -> Iterator[Ask]:
    for prompt, *said in (
        ("What is our Wi-Fi network at home called?", "Weserblick"),
        ("who has our spare keys?", ["Albrecht"]),
        ("What's the frame number of my bicycle?", "WK4471982"),
        ("Which medicine am I allergic to?", "penicillin"),
        ("How many days of holiday can be carried over?", ["5", "five"]),
        ("Who signs contracts above 5,000 EUR?", "Lena"),
        ("How high is the deposit for the flat?", money("2700.00")),
        ("how big is the flat", ["64 square metres", "64 m²", "64"]),
        ("Which cellar room belongs to the flat?", "14"),
        ("When are quiet hours according to the lease?", "22:00", "06:00"),
        ("What notice period does my lease have?", ["three months", "3 months"]),
        ("What is the booking code of the hotel in Lisbon?", "HM-7730"),
        ("Who leads the brand sprint at the offsite?", "Priya"),
        ("Where will the next offsite be?", "Gdańsk"),
        ("By when did we have to hand in the receipts from Lisbon?", day("2026-06-12")),
        ("What's my customer number at Nordlicht Elektro?", "20931"),
        ("How long is the warranty on the wiring work?", ["two years", "2 years"]),
        ("who owns the cabin in sweden", "Ingrid Holm"),
        ("When does the Figura licence renew?", day("2027-01-22")),
        ("What net amount is on the Papierwerk invoice?", money("299.58")),
    ):
        yield ask("fact", DOCUMENTS, prompt, *said)


def _trips() -> Iterator[Ask]:
    offsite = total(paid(bookings(during=_days_of("Team offsite"))))
    lisbon = total(paid(bookings(word="Lisbon")))
    yield ask("mixed", ALL, "How much did I spend during the team offsite in Lisbon?",
              money(offsite), sources=[CARD, DIARY])  # fmt: skip
    yield ask("mixed", ALL, "What did the Lisbon offsite on my calendar cost me?",
              [*money(offsite), *money(lisbon)])  # fmt: skip
    week = bookings(during=days("2026-05-18", "2026-05-24"))
    yield ask("mixed", ALL, "How much did I spend in the week of the team offsite?",
              money(total(paid(week))), money(total(paid(week, "USD"))))  # fmt: skip
    sweden = total(paid(bookings(during=_days_of("Holiday in Sweden"))))
    yield ask("mixed", ALL, "How much money did I spend while on holiday in Sweden?",
              money(sweden))  # fmt: skip
    dollars = total(paid(bookings(during=_days_of("Design Week")), "USD"))
    yield ask("mixed", ALL, "what did i spend in dollars during design week new york?",
              money(dollars))  # fmt: skip
    there = paid(bookings(during=_days_of("UX Days")))
    by_card = [one for one in there if one.card]  # the electricity is paid by itself, at home
    yield ask("mixed", ALL, "How much did I spend during UX Days Hamburg?",
              [*money(total(there)), *money(total(by_card))])  # fmt: skip
    kickoff = total(paid(bookings(during=_days_of_meeting("Solara kick-off"))))
    yield ask("mixed", ALL, "What did I spend on the day of the Solara kick-off?",
              money(kickoff))  # fmt: skip
    yield ask("mixed", ALL,
              "Did I stay within the offsite budget of 750 euros, with everything for Lisbon?",
              YES if lisbon <= BUDGET else NO,
              [*money(lisbon), *money(lisbon - BUDGET)])  # fmt: skip


def _days_of_meeting(title: str) -> Days:
    return days(f"{events(title=title)[0].start:%Y-%m-%d}")


def _invoices() -> Iterator[Ask]:
    gone = total(paid(bookings(name="Nordlicht")))
    open_sum = NORDLICHT - gone
    yield ask("mixed", ALL, "Did I pay the invoice from Nordlicht in full?",
              NO, [*money(open_sum), *money(gone)])  # fmt: skip
    yield ask("mixed", ALL, "How much is still open on invoice NL-2026-0417?", money(open_sum))
    print_shop = bookings(name="Papierwerk")[0]
    assert abs(print_shop.amount) == PAPIERWERK
    yield ask("mixed", ALL, "Has the Papierwerk invoice been paid in full?",
              YES, money(PAPIERWERK), sources=[BANK, "invoice-papierwerk.txt"])  # fmt: skip
    yield ask("mixed", ALL, "When was the Papierwerk invoice due and when did I pay it?",
              day("2026-09-11"), day(print_shop.day))  # fmt: skip
    waited = (print_shop.day - date(2026, 8, 21)).days
    yield ask("mixed", ALL, "How many days after the invoice date did I pay Papierwerk?",
              [*count(waited), "two weeks"])  # fmt: skip
    yield ask("mixed", DOCUMENTS, "What do both invoices add up to?",
              money(NORDLICHT + PAPIERWERK))  # fmt: skip
    yield ask("mixed", DOCUMENTS, "Which invoice is higher, Nordlicht's or Papierwerk's?",
              "Nordlicht", money(NORDLICHT))  # fmt: skip


def _papers_and_money() -> Iterator[Ask]:
    yield ask("mixed", ALL, "Does the rent I paid in August match the lease?",
              YES, money("1215.00"))  # fmt: skip
    since = total(paid(bookings(name="Weser", during=months(7, 12))))
    yield ask("mixed", ALL, "how much rent have i paid since the rent increase in july",
              money(since))  # fmt: skip
    veloria = total(bookings(name="Veloria"))
    yield ask("mixed", ALL, "What is my daily rate, and how much has Veloria paid me in total?",
              money("640"), money(veloria))  # fmt: skip
    solara = events(title="Solara", after_now=True)[0]
    yield ask("mixed", ALL,
              "What is the Solara contract worth, and when is my next Solara meeting?",
              money("24500"), day(solara.start.date()))  # fmt: skip


def _two_sources() -> Iterator[Ask]:
    dentist = events(title="Dentist", during=months(6))[0]
    bill = bookings(name="Dr. Brandt", during=months(6))[0]
    yield ask("mixed", ALL,
              "When was my dentist appointment in June, and what did I pay Dr. Brandt that month?",
              day(dentist.start.date()), money(bill.amount))  # fmt: skip
    kano = total(paid(bookings(name="Sushi Kano", during=months(1, 12))))
    yield ask("mixed", ALL,
              "Where did I have lunch with Karim in October, and what did I spend at Sushi Kano "
              "this year?", "Sushi Kano", money(kano), sources=[DIARY, BANK])  # fmt: skip
    olga = events(who="Olga")[0]
    yield ask("mixed", ALL, "Who is my contact at Papierwerk, and when did I meet her?",
              "Olga Brenner", day(olga.start.date()))  # fmt: skip
    eyes = events(title="Eye test")[0]
    glasses = bookings(name="Optik Blick")[0]
    yield ask("mixed", ALL, "What did the reading glasses cost, and when was the eye test?",
              money(glasses.amount), day(eyes.start.date()))  # fmt: skip
    yield ask("mixed", ALL, "Which hotel did we stay at in Lisbon and what did it charge?",
              "Miradouro", money("387.00"))  # fmt: skip
