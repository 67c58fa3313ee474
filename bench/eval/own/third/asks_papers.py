"""Questions of the third set about papers, about several sources at once, and without an answer."""

from __future__ import annotations

from collections.abc import Iterator

from bench.eval.own.asking import ALL, CALENDAR, DOCUMENTS, FINANCE, Ask, ask, refused
from bench.eval.own.reference import NO, YES, count, day, money
from bench.eval.own.third.reference import months, spent, total


def asks() -> Iterator[Ask]:
    """All of them."""
    yield from _facts()
    yield from _deadlines()
    yield from _compared()
    yield from _bills()
    yield from _events_and_money()
    yield from _two_parts()
    yield from _refused()


def _facts() -> Iterator[Ask]:
    for prompt, *said in (
        ("what's the wifi... no wait, the alarm company's phone number?", "04 555 0199"),
        ("who's got the spare key", "Fleur"),
        ("Which paint is on the front door?", "Poppy"),
        ("what colour did we use in the kitchen", "Half Tea"),
        ("What tyre pressure at the back?", "2.2"),
        ("number plate of our car?", "LRN482"),
        ("what is mila allergic to", "cashews"),
        ("Where do we keep the EpiPen?", "red pouch"),
        ("shoe size theo", "31"),
        ("Mila's library card number please", "29910"),
        ("what's arlo's mum called and where does she work?", "Beatrix", "aquarium"),
        ("how much food does the dog get in the evening", "120 g"),
        ("Biscuit's chip number?", "985141002334"),
        ("What breed is the dog?", "border terrier"),
        ("How much did Biscuit weigh in June?", "9.2"),
        ("what do i charge schools per hour", money("140")),
        ("Who's the quantity surveyor?", "Lotte Brandsma"),
        ("What's the excess on my professional indemnity insurance?", money("5000")),
        ("how long is the covered walkway?", "38"),
        ("When was the Kowhai agreement signed?", day("2025-12-12")),
        ("what percentage is due at completion of the school job?", ["15 percent", "15 %", "15%"]),
        ("What notice do I need to give to get out of the Kowhai contract?", "four weeks"),
        ("Who represents the client at Kowhai?", "Ngaire Pohatu"),
        ("what happens if the council instalment is late", ["10 percent", "10 %", "10%"]),
        ("what's our property valued at?", money("1180000")),
        ("What interest rate are we on now?", ["5.85"]),
        ("how much extra can we pay off the loan per year for free?", money("20000")),
        ("What was left on the mortgage at the end of April?", money("412336.18")),
        ("windscreen chip - do we pay an excess?", "without excess"),
        ("What excess applies if a 22 year old drives?", money("1200")),
        ("Roadside assistance number?", "0800 555 732"),
        ("booking reference for the flights?", "QK7PRD"),
        ("what time did the flight home leave", "18:10"),
        ("Who looked after Biscuit while we were in Melbourne?", "Beatrix"),
        ("Which tender was the lowest?", "Quay Construction", money("139500")),
        ("Who is checking the beam over the oven?", "Wiremu"),
        ("How heavy is the oven?", ["2400 kg", "2,400 kg"]),
        ("Why does Tom prefer Castle Builders?", ["5 October"]),
        ("what's the address of the drainage people", "Waione Street"),
        ("How long is the guarantee on the drain work?", "24 months"),
        ("Who was the foreman for the drains?", "Rangi Cooper"),
        ("What is my GST number?", "112-408-776"),
        ("how much GST is on invoice H-121?", money("525")),
        ("When was the hot water cylinder put in?", "March 2019"),
        ("Which bins day is it?", "Thursday"),
        ("who couldn't make it to the Marlowe meeting on 26 August?", "Lotte Brandsma"),
    ):
        yield ask("fact", DOCUMENTS, prompt, *said)


def _deadlines() -> Iterator[Ask]:
    for prompt, *said in (
        ("By when can we object to the valuation?", day("2026-09-30")),
        ("next rates instalment due when?", day("2026-12-01")),
        ("When does the car insurance renew?", day("2027-02-12")),
        ("when does the rego run out", day("2026-11-03")),
        (
            "How many days do I have left to send the revised drawings to the council?",
            [*count(8), "18 September"],
        ),
        ("When does our fixed term end?", day("2028-06-09")),
        ("When is practical completion of the school planned?", ["18 December 2026"]),
        ("How old is Biscuit?", [*count(7)]),
        ("invoice H-121, when was it due?", day("2026-08-10")),
        ("when is mila's epipen out of date", "February 2027"),
        (
            "How many weeks is it from the start of building work to practical completion?",
            ["22", "22.6", "158"],
        ),
    ):
        yield ask("date", DOCUMENTS, prompt, *said)


def _compared() -> Iterator[Ask]:
    for prompt, *said in (
        ("How much cheaper is Quay than Castle?", money("8500")),
        ("Which of my two invoices is larger, H-118 or H-121?", "H-118", money("13800")),
        ("what's the difference between the highest and lowest tender", money("16750")),
        ("By how many points did our interest rate rise?", ["0.66"]),
        ("Whose feet are bigger, Mila's or Theo's?", "Mila", "36"),
        ("How much do the two Hana Tauroa invoices add up to?", money("17825")),
        ("Is my rate for schools lower than for small jobs?", YES, money("140"), money("165")),
    ):
        yield ask("compare", DOCUMENTS, prompt, *said)


def _bills() -> Iterator[Ask]:
    for prompt, *said in (
        ("Did I overpay Tararua Drainage?", YES, money("115")),
        (
            "has the school paid H-118 and was it on time?",
            day("2026-06-24"),
            ["late", "4 days", "no"],
        ),
        ("How much does Marlowe still owe me on H-121?", money("2025")),
        ("is H-121 fully paid?", NO, money("2025")),
        ("How many days late was the payment for H-118?", [*count(4)]),
        ("Which of my invoices are still open?", "H-121", money("2025")),
        ("Does the council payment in September match the letter?", YES, money("941.15")),
        ("Did the mortgage go up as the letter said?", YES, money("1112.50")),
        ("Is the insurance being charged what the policy says?", YES, money("71.30")),
        (
            "When did we pay the first council instalment and was that in time?",
            day("2026-09-01"),
            ["in time", "on time", "yes"],
        ),
        ("How much of the Kowhai fee have they paid so far?", money("23000")),
        ("how much of the school's fee is still to come", money("23000")),
        ("What would the late penalty on one rates instalment be?", ["94.12", "94.11", "94.115"]),
        ("Did we pay the drainage people before the due date?", NO, day("2026-06-29")),
        ("what's the total we paid on TD-5507?", money("1725")),
    ):
        yield ask("mixed", ALL, prompt, *said)


def _events_and_money() -> Iterator[Ask]:
    trip = [*spent(during=months(7)), *spent(during=months(7), currency="AUD")]
    there = total(one for one in trip if one.currency == "AUD" and 10 <= one.day.day <= 14)
    nelson = total(one for one in spent(during=months(4)) if 3 <= one.day.day <= 6)
    whole = nelson + total(spent("Gull Blenheim"))
    cards = total(
        one
        for one in spent(during=months(4))
        if one.card
        and 3 <= one.day.day <= 6
        and one.category != "Subscriptions"
        and one.category != "Supermarkets"
    )
    assert there == total(spent(currency="AUD"))
    for prompt, *said in (
        ("How much did we spend in Melbourne during the trip?", money(there)),
        (
            "What did the Melbourne trip cost all in, flights included?",
            money(there),
            money("1148.60"),
        ),
        (
            "Did we stay within the 500 AUD spending money in Melbourne, leaving out the hotel?",
            YES,
            money(there - 876),
        ),
        (
            "how much was our easter in nelson?",
            [
                *money(nelson),
                *money(whole),
                *money(cards),
                *money(cards + total(spent("Gull Blenheim"))),
            ],
        ),
        ("What did the anniversary dinner cost?", money("188")),
        ("How much was dinner with the Marlowes?", money("196.70")),
        (
            "what did we pay on the evening we went out with Fleur in March, babysitter included?",
            money("93.40"),
            money("60"),
        ),
        ("How much did the babysitter get for the anniversary evening?", money("75")),
        ("What did the eye test for Joss end up costing us in glasses?", money("389")),
        ("How much did the dentist charge for the April appointment?", money("145")),
        ("What did we pay the vet on the day of the paw surgery?", money("842")),
        (
            "Where did we eat on Valentine's Day and what did it cost?",
            "Logan Brown",
            money("214.50"),
        ),
        ("How much did we spend on the day of the drain repair?",),
        ("What did the garage charge when I dropped off the Subaru?", money("684.50")),
        ("Per lesson, what does a piano lesson in term 3 cost if there are ten?", money("32.50")),
        (
            "What do I owe Priya for... sorry, what did we pay Priya on the night of the dinner "
            "with the Marlowes?",
            money("60"),
        ),
    ):
        if said:
            yield ask("mixed", ALL, prompt, *said)


def _two_parts() -> Iterator[Ask]:
    for prompt, *said in (
        (
            "When is Biscuit's vaccination, and what did the last one cost?",
            day("2026-10-27"),
            money("118"),
        ),
        (
            "What's the car's plate and when did we last have it serviced?",
            "LRN482",
            day("2026-07-21"),
        ),
        ("Who is Wiremu and when do I see him next?", "structural engineer", "13:00"),
        (
            "What rate did we agree with schools, and how much has Kowhai paid this year?",
            money("140"),
            money("23000"),
        ),
        ("When do I meet Tom next and how much does he still owe?", "09:30", money("2025")),
        (
            "How much are the rates this year and how much of that have we paid?",
            money("3764.60"),
            money("941.15"),
        ),
    ):
        yield ask("mixed", ALL, prompt, *said)


def _refused() -> Iterator[Ask]:
    for context, prompt in (
        (FINANCE, "How much did we spend on boat fuel at the marina?"),
        (FINANCE, "What did I pay Netflix last year?"),
        (CALENDAR, "When do I meet Gregor?"),
        (CALENDAR, "Please move the dentist to Friday."),
        (DOCUMENTS, "What's Theo's passport number?"),
        (DOCUMENTS, "How much is the deposit in our lease?"),
        (ALL, "Pay the council for me please"),
        (DOCUMENTS, "What's the wifi password?"),
        (FINANCE, "how much did we spend at Bunnings"),
        (CALENDAR, "delete the invoice round"),
        (ALL, "What did the wedding in Fiji cost?"),
        (DOCUMENTS, "When was Tom Marlowe born?"),
    ):
        yield refused(context, prompt)
