"""What is asked of the account and the card: sums, lists and comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from bench.eval.own.asking import ALL, FINANCE, Ask, ask
from bench.eval.own.second.forms import day, money, number
from bench.eval.own.second.reference import (
    average,
    bank,
    booked,
    card,
    of_sort,
    total,
)


def asks() -> list[Ask]:
    """The questions about money."""
    return [
        *_sums(),
        *_averages(),
        *_counts(),
        *_lists(),
        *_long_lists(),
        *_changes(),
        *_contests(),
    ]


def _sums() -> Iterator[Ask]:
    def summed(prompt: str, *names: str, context: tuple[str, ...] = FINANCE, **days: str) -> Ask:
        return ask("aggregate", context, prompt, money(total(booked(bank(), *names, **days))))

    yield summed("How much rent have I paid to Albano Pires so far this year?", "Albano Pires")
    yield summed(
        "what did I spend at pingo doce in august",
        *("Pingo Doce",),
        since="2026-08-01",
        until="2026-08-31",
    )
    yield summed(
        "Total I've had from Brightwater Press so far? In pounds, please.", "Brightwater Press"
    )
    yield summed("How much cash have I taken out of machines altogether?", "Cash at")
    yield summed(
        "I need to tell Marta how much IVA I've transferred to the tax authority this year. "
        "Just the IVA, not the income tax.",
        *("(IVA)",),
        context=ALL,
    )
    yield summed("What have Continente and Lidl cost me together since February?", "Contin", "Lidl")
    yield summed("How much did Segurança Social take from me in total?", "Segurança Social")
    yield summed("what does the premium plan fee add up to this year?", "Premium plan")
    yield summed("tottal for Spotify this yaer?", "Spotify", context=ALL)
    yield summed("How much did I spend on Uber this year?", "Uber")
    paid = booked(bank(), "Payment from", since="2026-09-01", until="2026-09-30")
    euros = [one for one in paid if one.currency == "EUR"]
    yield ask(
        "aggregate",
        ALL,
        "How much did my clients pay me in euros in September, all of them together?",
        money(total(euros)),
    )
    yield from _card_sums()


def _card_sums() -> Iterator[Ask]:
    def summed(prompt: str, sort: str, since: str, until: str = "2026-10-14") -> Ask:
        lines = of_sort(booked(card(), since=since, until=until), sort)
        return ask("aggregate", FINANCE, prompt, money(total(lines)))

    yield summed("How much went on travel on my credit card?", "Travel", "2026-01-01")
    yield summed(
        "Meals on the credit card since the beginning of July, total?", "Meals", "2026-07-01"
    )
    yield summed(
        "software spending in august on the credit card?", "Software", "2026-08-01", "2026-08-31"
    )
    yield ask(
        "aggregate",
        FINANCE,
        "Hi, I'm doing my books. What have I paid DeepL this year, all in all?",
        money(total(booked(card(), "DeepL"))),
    )
    came_back = [one for one in card() if one.amount > 0 and one.sort != "[Conta]"]
    yield ask(
        "aggregate",
        FINANCE,
        "Shops have refunded me a few things to the credit card. How much is that in all? "
        "(Not counting my own payments to settle the card.)",
        money(total(came_back)),
    )
    month = booked(card(), since="2026-09-01", until="2026-09-30")
    sorts = ("Software", "Travel", "Meals")
    yield ask(
        "aggregate",
        FINANCE,
        "Break down my credit card spending in September by category.",
        *(money(total(of_sort(month, sort))) for sort in sorts),
    )


def _averages() -> Iterator[Ask]:
    summer = booked(bank(), "Pastelaria Aloma", since="2026-06-01", until="2026-08-31")
    yield ask(
        "aggregate",
        FINANCE,
        "How many times did I pay at Pastelaria Aloma from June to August?",
        number(len(summer)),
    )
    edp, uber = booked(bank(), "EDP"), booked(bank(), "Uber")
    yield ask("aggregate", FINANCE, "What's my average EDP bill?", money(average(edp)))
    yield ask("aggregate", FINANCE, "On average, an Uber ride costs me what?", money(average(uber)))
    dear = min(edp, key=lambda one: one.amount)
    yield ask(
        "aggregate",
        ALL,
        "Which electricity bill was the worst this year and when did I pay it?",
        *(money(-dear.amount), day(dear.day)),
    )
    best = max(booked(bank(), "Löwenzahn"), key=lambda one: one.amount)
    yield ask(
        "aggregate",
        FINANCE,
        "Biggest single payment that came in from Löwenzahn, and when?",
        *(money(best.amount), day(best.day)),
    )


def _counts() -> Iterator[Ask]:
    harbor, clinic = booked(bank(), "Harbor"), booked(bank(), "Santa Marta")
    yield ask(
        "aggregate",
        FINANCE,
        "How much has Harbor & Pine paid me, and in how many payments?",
        *(money(total(harbor)), number(len(harbor))),
    )
    yield ask(
        "aggregate",
        FINANCE,
        "How many payments from Clínica Santa Marta are there?",
        number(len(clinic)),
    )
    phone = [-one.amount for one in booked(bank(), "Vodafone")]
    yield ask(
        "aggregate",
        FINANCE,
        "Lowest and highest Vodafone bill?",
        *(money(min(phone)), money(max(phone))),
    )


def _lists() -> Iterator[Ask]:
    tax = booked(bank(), "Autoridade Tributária")
    yield ask(
        "list",
        FINANCE,
        "List every payment I made to the Autoridade Tributária.",
        *(money(-one.amount) for one in tax),
    )
    yield ask(
        "list",
        FINANCE,
        "show me what I ordered from Blackwell's",
        *(money(-one.amount) for one in booked(card(), "Blackwell") if one.amount < 0),
    )
    yield ask(
        "list",
        FINANCE,
        "Which clients pay me in pounds?",
        *("Brightwater", "Brightwell"),
        without=("Löwenzahn", "Harbor"),
    )
    back = of_sort(bank(), "CARD_REFUND")
    yield ask(
        "list",
        FINANCE,
        "What refunds have come into my bank account?",
        *(money(one.amount) for one in back),
        without=("Blackwell", "Logitech"),
    )


def _long_lists() -> Iterator[Ask]:
    trips = of_sort(booked(card(), since="2026-09-01", until="2026-09-30"), "Travel")
    yield ask(
        "list",
        ALL,
        "Which travel bookings did I put on the credit card last month?",
        *(money(-one.amount) for one in trips),
    )
    august = booked(bank(), since="2026-08-01", until="2026-08-31")
    large = [one for one in august if one.amount < -500]
    yield ask(
        "list",
        FINANCE,
        "Which payments of more than 500 euros left my account in August?",
        *(money(-one.amount) for one in large),
    )


def _changes() -> Iterator[Ask]:
    def change(prompt: str, before: str, after: str, *more: list[str]) -> Ask:
        return ask("compare", FINANCE, prompt, money(before), money(after), *more)

    rents = booked(bank(), "Albano")
    rent = sorted({-one.amount for one in rents})
    risen = next(one for one in rents if -one.amount == rent[1])
    yield ask(
        "compare",
        FINANCE,
        "By how much did my rent to Albano Pires go up this year, and since when?",
        money(rent[1] - rent[0]),
        [*day(risen.day), f"{risen.day:%B}"],
    )
    deepl = booked(card(), "DeepL")
    yield change(
        "Did DeepL get more expensive? What was it before and what is it now?",
        *(str(-deepl[0].amount), str(-deepl[-1].amount)),
    )
    dues = booked(bank(), "Segurança Social")
    yield change(
        "Has my Segurança Social contribution changed this year? From what to what?",
        *(str(-dues[0].amount), str(-dues[-1].amount)),
    )
    september, october = booked(bank(), "EDP")[-2:]
    yield ask(
        "compare",
        ALL,
        "Was the EDP bill in October higher than the one in September? By how much?",
        money(september.amount - october.amount),
    )
    coworking = sorted({-one.amount for one in booked(bank(), "Cowork")})
    yield change(
        "cowork alcantara: what did they charge me in march compared to september?",
        *(str(coworking[0]), str(coworking[1])),
    )


def _contests() -> Iterator[Ask]:
    def contest(prompt: str, winner: str | list[str], more: str, less: str) -> Ask:
        return ask("compare", FINANCE, prompt, winner, [*money(more), *_gap(more, less)])

    def spent(name: str, month: str = "") -> str:
        days = {"since": f"2026-{month}-01", "until": f"2026-{month}-30"} if month else {}
        return str(total(booked(bank(), name, **days)))

    yield contest(
        "Did I spend more at Pingo Doce in April or in June?",
        *("april", spent("Pingo Doce", "04"), spent("Pingo Doce", "06")),
    )
    yield contest(
        "Who has paid me more, Brightwater or Brightwell?",
        *("Brightwater", spent("Brightwater"), spent("Brightwell")),
    )
    yield contest(
        "Uber or Bolt, where does more of my money go?", "Uber", spent("Uber"), spent("Bolt")
    )
    yield contest(
        "On the credit card, have I spent more on meals or on software this year?",
        "software",
        *(str(total(of_sort(card(), sort))) for sort in ("Software", "Meals")),
    )
    halves = [
        str(total(booked(bank(), "Löwenzahn", since=since, until=until)))
        for since, until in (("2026-01-01", "2026-06-30"), ("2026-07-01", "2026-10-14"))
    ]
    yield ask(
        "compare",
        FINANCE,
        "How much did I get from Löwenzahn in the first half of the year, and how much since July?",
        *map(money, halves),
    )
    costs = [str(-booked(bank(), name)[-1].amount) for name in ("Spotify", "Público")]
    yield contest(
        "Which costs me more a month at the moment, Spotify or Público?", "Spotify", *costs
    )


def _gap(more: str, less: str) -> list[str]:
    return money(Decimal(more) - Decimal(less))
