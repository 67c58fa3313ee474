"""Questions about money alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal

from bench.eval.own import ledger
from bench.eval.own.asking import BANK, CARD, FINANCE, Ask, ask, made
from bench.eval.own.reference import (
    NO,
    TODAY,
    YEAR,
    YES,
    Days,
    Said,
    bookings,
    by_month,
    by_name,
    change,
    count,
    day,
    days,
    mean,
    money,
    months,
    other_days,
    paid,
    percent,
    received,
    total,
)

OCTOBER, SEPTEMBER = months(10), months(9)


def asks() -> Iterator[Ask]:
    """All of them."""
    yield from _totals()
    yield from _more_totals()
    yield from _counts_and_means()
    yield from _lists()
    yield from _breakdowns()
    yield from _comparisons()
    yield from _changes()
    yield from _days()
    yield from _yes_or_no()
    yield from _files()


def _groceries(during: Days) -> list[ledger.Booking]:
    return paid(bookings(category="Groceries", during=during))


def _meals(during: Days) -> list[ledger.Booking]:
    return paid(bookings(word="restaurant", during=during))


def _eaten_out(during: Days) -> list[str]:
    """With or without the meals that the card's bank does not call a restaurant's."""
    return [*money(total(_meals(during))), *money(_all_meals(during))]


def _all_meals(during: Days) -> Decimal:
    found = [one for word in ("restaurant", "lunch,", "dinner,") for one in bookings(word=word)]
    return total(paid(one for one in found if during.start <= one.day < during.end))


def _shop(name: str, during: Days | None = None) -> list[ledger.Booking]:
    return paid(bookings(name=name, during=during))


def _both(during: Days) -> tuple[list[str], list[str]]:
    """Everything that was spent, in euros and in dollars: the two are never one sum."""
    found = bookings(during=during)
    return money(total(paid(found))), money(total(paid(found, "USD")))


def _totals() -> Iterator[Ask]:
    gifts = paid(bookings(category="Gifts", during=YEAR))
    early = _groceries(days("2026-09-01", "2026-09-15"))
    for prompt, said in (
        ("How much did I spend on groceries last month?", _sum(_groceries(OCTOBER))),
        ("total spent at REWE in 2026?", _sum(_shop("REWE", YEAR))),
        ("What did I pay for rent in the first half of 2026?", _sum(_shop("Weser", months(1, 6)))),
        ("how much went to lidl since august", _sum(_shop("Lidl", months(8, 12)))),
        ("Sum up my restaurant bills for Q2 please.", _eaten_out(months(4, 6))),
        ("How much have I paid Netfilm so far this year?", _sum(_shop("Netfilm", YEAR))),
        ("What's my total for electricity in 2026 so far?", _sum(_shop("Stadtwerke", YEAR))),
        ("How much did BVG cost me in Q1?", _sum(_shop("BVG", months(1, 3)))),
        ("Could you tell me what I spent at Bio Company in August?", _sum(_shop("Bio", months(8)))),
        ("grocery spend, 1 to 15 September 2026", _sum(early)),
        (
            "What has the climbing membership at Kletterhalle Süd cost me?",
            _sum(_shop("Kletterhalle")),
        ),
        ("How much did insurance cost this year?", _sum(_shop("Allianta", YEAR))),
        ("I'd like to know how much I spent on gifts in 2026.", _sum(gifts)),
        (
            "How much in account fees did Spreebank charge me this year?",
            _sum(_shop("Spreebank", YEAR)),
        ),
    ):
        yield ask("aggregate", FINANCE, prompt, said)


def _sum(found: list[ledger.Booking]) -> list[str]:
    return money(total(found))


def _more_totals() -> Iterator[Ask]:
    freelance = received(bookings(category="Freelance", during=YEAR))
    salary = received(bookings(word="salary", during=months(5, 10)))
    yield ask(
        "aggregate",
        FINANCE,
        "How much have I earned from freelance work in 2026?",
        money(total(freelance)),
        sources=[BANK],
    )
    yield ask(
        "aggregate",
        FINANCE,
        "How much salary did I get from May through October?",
        money(total(salary)),
    )
    aster = money(total(bookings(name="Aster")))
    yield ask("aggregate", FINANCE, "What did Aster & Co pay me altogether?", aster)
    came = money(total(received(bookings(during=OCTOBER))))
    yield ask("aggregate", FINANCE, "How much money came in during October?", came)
    yield ask(
        "aggregate",
        FINANCE,
        "How much did I spend in total in April 2026?",
        *_both(months(4)),
        sources=[BANK, CARD],
    )
    yield ask("aggregate", FINANCE, "overall spending in February, pls", *_both(months(2)))
    yield ask(
        "aggregate",
        FINANCE,
        "What did I spend the week before last?",
        _both(days("2026-10-26", "2026-11-01"))[0],
    )
    yield ask(
        "aggregate",
        FINANCE,
        "What were my total expenses between 3 and 9 March 2026?",
        _both(days("2026-03-03", "2026-03-09"))[0],
    )
    yield ask("aggregate", FINANCE, "How much USD did I spend in October?", _both(OCTOBER)[1])
    subscriptions = bookings(word="subscription", during=OCTOBER)
    yield ask(
        "aggregate",
        FINANCE,
        "How much did my subscriptions cost in October?",
        money(total(paid(subscriptions))),
        money(total(paid(subscriptions, "USD"))),
        sources=[CARD],
    )
    may = total(_groceries(months(5)))
    yield ask(
        "aggregate",
        FINANCE,
        "How much did I spend on groceries in May, and what is 19% of it?",
        money(may),
        money(may * 19 / 100),
    )
    cabin = total(_shop("Stuga"))
    yield ask(
        "aggregate",
        FINANCE,
        "What did Stuga Vimmerby charge in all, and what is half of that?",
        money(cabin),
        money(cabin / 2),
    )


def _counts_and_means() -> Iterator[Ask]:
    edeka = _shop("Edeka", SEPTEMBER)
    yield ask("aggregate", FINANCE, "How many times did I shop at Edeka in September?",
              count(len(edeka)))  # fmt: skip
    over = paid(bookings(during=months(6), over=100))
    yield ask("aggregate", FINANCE, "How many payments over 100 euros did I make in June?",
              count(len(over)))  # fmt: skip
    linde = _shop("Café Linde", YEAR)
    yield ask("aggregate", FINANCE,
              "What did I pay at Café Linde this year, and how many visits was that?",
              money(total(linde)), count(len(linde)))  # fmt: skip
    yield ask("aggregate", FINANCE, "What's my average grocery purchase this year?",
              money(mean(_groceries(YEAR))))  # fmt: skip
    yield ask("aggregate", FINANCE,
              "Average monthly spending on groceries from January to June 2026?",
              money(total(_groceries(months(1, 6))) / 6))  # fmt: skip
    yield ask("aggregate", FINANCE, "on average what do i pay per visit at sushi kano",
              money(mean(_shop("Sushi Kano"))))  # fmt: skip
    yield ask("aggregate", FINANCE, "What percentage of my October groceries went to REWE?",
              percent(total(_shop("REWE", OCTOBER)), total(_groceries(OCTOBER))))  # fmt: skip
    salary = total(bookings(word="salary", during=SEPTEMBER))
    yield ask("aggregate", FINANCE, "What share of my September salary went to rent?",
              percent(total(_shop("Weser", SEPTEMBER)), salary))  # fmt: skip
    least = min(_groceries(months(5)), key=lambda one: abs(one.amount))
    yield ask("aggregate", FINANCE, "Smallest grocery purchase in May?",
              money(least.amount), least.name, without=["16.50"])  # fmt: skip
    most = min(paid(bookings(during=months(3))), key=lambda one: one.amount)
    yield ask("aggregate", FINANCE, "Biggest single expense in March 2026?",
              money(most.amount), most.name, without=["310.00", "238.00"])  # fmt: skip
    card = min(paid(bookings(category="Household")), key=lambda one: one.amount)
    yield ask("aggregate", FINANCE, "What is the largest household payment I made?",
              money(card.amount), "Nordlicht", without=["400.00"])  # fmt: skip
    yield ask("aggregate", FINANCE, "How much is the Spotiva subscription a month?",
              money("10.99"))  # fmt: skip


def _lists() -> Iterator[Ask]:
    for prompt, found in (
        ("List all payments over 200 euros in May.", paid(bookings(during=months(5), over=200))),
        ("Which USD payments were above 50 dollars?",
         paid(bookings(currency="USD", over=50), "USD")),
        ("Show the transactions on 9 October 2026", bookings(during=days("2026-10-09"))),
        ("List what I paid to Dr. Brandt.", _shop("Dr. Brandt")),
        ("every purchase at Outdoor Norden please", _shop("Outdoor Norden")),
        ("Show me everything I bought at Amazona Marketplace since September.",
         _shop("Amazona", months(9, 12))),
        ("what did i buy at REWE in July?", _shop("REWE", months(7))),
        ("Which freelance payments did I receive this year?",
         received(bookings(category="Freelance"))),
    ):  # fmt: skip
        named = list(dict.fromkeys(one.name for one in found))
        amounts = [money(one.amount) for one in found]
        others = _nearby(found)
        told: list[Said] = [*(named if len(named) > 1 else []), *amounts]
        yield ask("list", FINANCE, prompt, *told, without=others)
    refunds = [one for one in bookings(word="refund") if one.name != "Finanzamt Neukölln"]
    yield ask("list", FINANCE, "All refunds I got this year pls",
              *(one.name for one in refunds), *(money(one.amount) for one in refunds),
              sources=[BANK, CARD])  # fmt: skip
    yield ask("list", FINANCE, "Which subscriptions am I paying for?",
              *by_name(bookings(word="subscription")))  # fmt: skip
    july = sorted(paid(bookings(during=months(7))), key=lambda one: one.amount)
    top, below = july[:5], july[5]
    yield ask("list", FINANCE, "Show my 5 largest expenses in July.",
              *(money(one.amount) for one in top), "Stuga Vimmerby", "Nordlicht",
              without=[f"{abs(below.amount)}"])  # fmt: skip
    dear = sorted(_groceries(OCTOBER), key=lambda one: one.amount)
    yield ask("list", FINANCE, "top 3 grocery purchases in october",
              *(money(one.amount) for one in dear[:3]),
              without=[f"{abs(dear[3].amount)}"])  # fmt: skip


def _nearby(found: list[ledger.Booking]) -> list[str]:
    """Amounts of other bookings on those days and around: none of them belongs in the list."""
    own = {abs(one.amount) for one in found}
    first, last = found[0].day - timedelta(days=3), found[-1].day + timedelta(days=3)
    near = [abs(one.amount) for one in bookings(during=Days(first, last))]
    return [str(each) for each in dict.fromkeys(near) if each not in own][:8]


def _breakdowns() -> Iterator[Ask]:
    shops = by_name(_groceries(months(7, 9)))
    yield ask("list", FINANCE, "Spending per merchant for groceries in Q3",
              *shops, *map(money, shops.values()))  # fmt: skip
    monthly = by_month(_groceries(YEAR))
    yield ask("list", FINANCE, "How much did I spend on groceries per month this year?",
              *map(money, monthly.values()))  # fmt: skip
    tables = by_name(bookings(category="Restaurants", during=months(8, 10)))
    yield ask("list", FINANCE,
              "Break down my restaurant spending from August to October by restaurant.",
              *tables, *map(money, tables.values()))  # fmt: skip
    top = list(by_name(_groceries(YEAR)).items())[:2]
    yield ask("list", FINANCE, "top 2 supermarkets by grocery spending this year",
              *(name for name, _ in top), *(money(value) for _, value in top))  # fmt: skip
    bahn = by_month(_shop("BVG", months(8, 10)))
    yield ask("list", FINANCE, "BVG costs by month, August to October",
              *bahn, money("49.00"))  # fmt: skip
    clients = by_name(bookings(category="Freelance"))
    yield ask("list", FINANCE, "Freelance income by client in 2026?",
              *clients, *map(money, clients.values()))  # fmt: skip


def _comparisons() -> Iterator[Ask]:
    june, july = (total(_groceries(months(month))) for month in (6, 7))
    more = "June" if june > july else "July"
    yield ask("compare", FINANCE, "Did I spend more on groceries in June or in July?",
              more, money(june), money(july))  # fmt: skip
    yield ask("compare", FINANCE, "Compare my restaurant spending in September and October.",
              money(total(_meals(SEPTEMBER))), money(total(_meals(OCTOBER))))  # fmt: skip
    for prompt, one, other, during in (
        ("Do I spend more at REWE or at Edeka this year?", "REWE", "Edeka", YEAR),
        ("lidl vs bio company in q1, which was more?", "Lidl", "Bio Company", months(1, 3)),
        ("What cost me more since July, Lidl or Edeka?", "Lidl", "Edeka", months(7, 12)),
    ):
        sums = {name: total(_shop(name, during)) for name in (one, other)}
        winner = max(sums, key=lambda name: sums[name])
        yield ask("compare", FINANCE, prompt, winner, *map(money, sums.values()))
    clothes = total(paid(bookings(category="Clothing", during=months(3))))
    food = total(_groceries(months(3)))
    yield ask(
        "compare",
        FINANCE,
        "What did I spend more on in March: groceries or clothing?",
        "groceries" if food > clothes else "clothing",
        money(food),
        money(clothes),
    )
    aster, veloria = total(bookings(name="Aster")), total(bookings(name="Veloria"))
    yield ask("compare", FINANCE, "Did I earn more from Aster or from Veloria?",
              "Aster", money(aster), money(veloria))  # fmt: skip
    first, third = (
        total(paid(bookings(category="Health", during=months(at, at + 2)))) for at in (1, 7)
    )
    yield ask("compare", FINANCE,
              "Compare spending on health in the first and the third quarter of 2026.",
              money(first), money(third))  # fmt: skip
    monthly = by_month(_groceries(YEAR))
    dearest = max(monthly, key=lambda month: monthly[month])
    yield ask("compare", FINANCE, "Which month of 2026 was my most expensive one for groceries?",
              dearest, money(monthly[dearest]))  # fmt: skip
    shops = by_name(_groceries(months(7, 12)))
    leader = next(iter(shops))
    yield ask("compare", FINANCE, "Which supermarket got most of my grocery money since July?",
              leader, money(shops[leader]))  # fmt: skip


def _changes() -> Iterator[Ask]:
    second, third = (total(_groceries(months(at, at + 2))) for at in (4, 7))
    yield ask("compare", FINANCE,
              "How did my grocery spending change from Q2 to Q3, in percent?",
              change(second, third))  # fmt: skip
    august, september = (total(_groceries(months(at))) for at in (8, 9))
    yield ask("compare", FINANCE,
              "By how many percent did my grocery spending go down from August to September?",
              change(august, september))  # fmt: skip
    rents = [one.amount for one in _shop("Weser", months(6, 7))]
    yield ask("compare", FINANCE, "By how much did the rent go up from June to July?",
              money(rents[1] - rents[0]))  # fmt: skip
    pay = [one.amount for one in bookings(word="salary", during=months(4, 5))]
    yield ask("compare", FINANCE, "by what percent did my salary rise from april to may",
              change(pay[0], pay[1]))  # fmt: skip
    may, june = months(5), months(6)
    apart = [total(_meals(may)) - total(_meals(june)), _all_meals(may) - _all_meals(june)]
    yield ask("compare", FINANCE,
              "What is the difference between my restaurant spending in May and in June?",
              [form for each in apart for form in money(each)])  # fmt: skip


def _days() -> Iterator[Ask]:
    for prompt, name, last in (
        ("When did I last pay Kletterhalle Süd?", "Kletterhalle", True),
        ("When did I first pay Figura Software in 2026?", "Figura", False),
        ("what day was Hotel Miradouro charged", "Hotel Miradouro", True),
        ("On which date did I buy something at IKEO Möbelhaus?", "IKEO", True),
        ("When was my most recent Lidl purchase?", "Lidl", True),
    ):
        found = [one.day for one in bookings(name=name, during=YEAR)]
        right = found[-1 if last else 0]
        yield ask("date", FINANCE, prompt, day(right), without=other_days(right, found))
    refund = bookings(name="Finanzamt")[0]
    yield ask("date", FINANCE, "When did my income tax refund arrive and how much was it?",
              day(refund.day), money(refund.amount))  # fmt: skip
    kano = _shop("Sushi Kano")[-1]
    yield ask("date", FINANCE, "How many days ago was my last Sushi Kano visit?",
              count((TODAY - kano.day).days))  # fmt: skip


def _yes_or_no() -> Iterator[Ask]:
    rent = _shop("Weser", months(11))[0]
    yield ask("compare", FINANCE, "Did I pay the rent for November?",
              YES, money(rent.amount), day(rent.day))  # fmt: skip
    veloria = bookings(name="Veloria", during=OCTOBER)[0]
    yield ask("compare", FINANCE, "Has Veloria paid me in October?",
              YES, money(veloria.amount))  # fmt: skip
    august = total(_groceries(months(8)))
    yield ask("compare", FINANCE, "Did I spend over 300 euros on groceries in August?",
              YES if august > 300 else NO, money(august))  # fmt: skip
    june = total(_meals(months(6)))
    yield ask("compare", FINANCE, "Did I spend more than 150 euros on restaurants in June?",
              YES if june > 150 else NO, money(june))  # fmt: skip
    bahn = received(bookings(name="Deutsche Bahn"))[0]
    yield ask("compare", FINANCE, "did we get a refund from deutsche bahn?",
              YES, money(bahn.amount))  # fmt: skip


def _files() -> Iterator[Ask]:
    yield made(FINANCE, "Make me a CSV of all grocery purchases in October.", "table",
               *(f"{abs(one.amount)}" for one in _groceries(OCTOBER)))  # fmt: skip
    yield made(FINANCE, "Draw a chart of my monthly grocery spending in 2026.", "chart")
    yield made(FINANCE, "Export my payments to Linden Apotheke as a table, csv is fine", "table",
               *(f"{abs(one.amount)}" for one in _shop("Linden Apotheke")))  # fmt: skip
    yield made(FINANCE, "Please write a report about my freelance income in 2026.", "report",
               money(total(bookings(category="Freelance"))))  # fmt: skip
