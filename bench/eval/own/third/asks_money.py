"""Questions of the third set about money alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from bench.eval.own.asking import FINANCE, Ask, ask, made
from bench.eval.own.reference import (
    NO,
    YES,
    Days,
    Said,
    change,
    count,
    day,
    money,
    months,
    percent,
)
from bench.eval.own.third.reference import TODAY, YEAR, came, on, spent, sums, total

AUGUST, JULY, JUNE, MAY = months(8), months(7), months(6), months(5)


def asks() -> Iterator[Ask]:
    """All of them."""
    yield from _sums()
    yield from _counts()
    yield from _means_and_shares()
    yield from _comparisons()
    yield from _checks()
    yield from _lists()
    yield from _dates()
    yield from _files()


def _said(value: Sequence[str]) -> Said:
    return value if isinstance(value, str) else list(value)


def _food(during: Days = YEAR) -> Decimal:
    return total(spent(category="Supermarkets", during=during))


def _power(during: Days = YEAR) -> Decimal:
    return total(spent("Tokomaru", during))


def _out(during: Days = YEAR) -> Decimal:
    return total(spent(category="Dining", during=during))


def _sums() -> Iterator[Ask]:
    vet = total(spent("Island Bay Vets"))
    for prompt, said in (
        (
            "roughly how much goes on groceries a month?",
            [*money(_food() / 9), *money(_food(months(1, 8)) / 8), *money(_food() * 30 / 252)],
        ),
        ("how much have we put into the mortgage this year", money(total(spent("Southern Home")))),
        ("Total vet bills so far in 2026?", money(vet)),
        (
            "What did the kids' piano lessons set us back this year?",
            money(total(spent("Miss Amari"))),
        ),
        ("power bills, winter (june to august), total", money(_power(months(6, 8)))),
        ("What's gone to Mitre 10 this year after the return?", money(total(spent("Mitre")) - 219)),
        ("How much did I earn from clients between March and June?", money("30015.00")),
        ("whats joss's salary total for july", money(total(came("Harbour City", JULY)))),
        (
            "How much petrol money did we burn through in the first six months?",
            money(total(spent(category="Fuel", during=months(1, 6)))),
        ),
        ("How much did the dog cost us this year, all in?", money(total(spent(category="Pets")))),
        ("what have we paid the tax man this year?", money(total(spent("Inland Revenue")))),
        ("how much aussie money did we spend?", money(total(spent(currency="AUD")))),
        ("Eating out in August: what's the damage?", money(_out(AUGUST))),
        ("How much did babysitting with Priya come to?", money(total(spent("Priya")))),
        ("What did I fork out for the car at Hutt Road Motors?", money(total(spent("Hutt Road")))),
        ("How much has gone into savings since April?", money("1500.00")),
        (
            "How much did we spend on swimming and piano together this year?",
            money(total(spent("Freyberg")) + total(spent("Miss Amari"))),
        ),
        ("Everything we paid the council this year except the parking fine", money("2725.95")),
        (
            "netflix style streaming, what's the yearly total so far",
            money(total(spent("Kiwiflix"))),
        ),
        (
            "How much came in last month?",
            [
                *money(total(came(during=AUGUST))),
                *money(total(came(during=AUGUST)) - Decimal("159.98")),
            ],
        ),
        ("what did we spend at the chemist", money("75.00")),
    ):
        yield ask("aggregate", FINANCE, prompt, said)


def _counts() -> Iterator[Ask]:
    for prompt, said in (
        ("How often did we eat at Ombra this year?", count(len(spent("Ombra")))),
        ("how many times did we fill up the car in 2026", count(len(spent(category="Fuel")))),
        (
            "How many mortgage payments have there been since the rate went up in June?",
            count(len(spent("Southern Home", months(6, 9)))),
        ),
        ("in how many months was the power bill above 200?", count(4)),
        (
            "How many supermarket trips in July?",
            count(len(spent(category="Supermarkets", during=JULY))),
        ),
        ("How many different restaurants did we go to in New Zealand dollars in May?", count(2)),
    ):
        yield ask("aggregate", FINANCE, prompt, said)


def _means_and_shares() -> Iterator[Ask]:
    food = spent(category="Supermarkets")
    yield ask(
        "aggregate", FINANCE, "What's the average supermarket shop?", money(total(food) / len(food))
    )
    yield ask("aggregate", FINANCE, "average power bill this year pls", money(_power() / 8))
    yield ask(
        "aggregate",
        FINANCE,
        "What do we spend on groceries per week on average in August?",
        [*money(_food(AUGUST) / 31 * 7), *money(_food(AUGUST) / 4), *money(_food(AUGUST) / 5)],
    )
    ombra = spent("Ombra")
    yield ask(
        "aggregate", FINANCE, "on average what's a meal at Ombra?", money(total(ombra) / len(ombra))
    )
    yield ask(
        "aggregate",
        FINANCE,
        "What share of our restaurant spending goes to Logan Brown?",
        percent(total(spent("Logan Brown")), _out()),
    )
    yield ask(
        "aggregate",
        FINANCE,
        "Which percentage of our groceries came from Moore Wilson's this year?",
        percent(total(spent("Moore Wilson")), _food()),
    )
    clients = total(came(note="Invoice"))
    yield ask(
        "aggregate",
        FINANCE,
        "How big a part of my client income is the school?",
        percent(Decimal(23000), clients),
    )
    yield ask(
        "aggregate",
        FINANCE,
        "What was the dearest single purchase on pets?",
        money("842"),
        "Island Bay Vets",
    )
    yield ask("aggregate", FINANCE, "lowest power bill of the year?", money("139.75"))
    yield ask(
        "aggregate",
        FINANCE,
        "What's the most we ever paid at a restaurant in one go, and where?",
        money("214.50"),
        "Logan Brown",
    )


def _comparisons() -> Iterator[Ask]:
    shops = sums(spent(category="Supermarkets"))
    z, gull = total(spent("Z Energy")), total(spent("Gull"))
    for prompt, *said in (
        ("Was the power bill in July higher than in June, and by how much?", YES, money("26.45")),
        (
            "Did we eat out more in August than in July?",
            YES,
            money(_out(AUGUST)),
            money(_out(JULY)),
        ),
        ("Which is dearer for us, swimming or piano?", "piano", money("945.00"), money("512.00")),
        ("Z or Gull: where does more of our petrol money go?", "Z Energy", money(z), money(gull)),
        ("how much more is the internet now than in June?", money("6.00")),
        ("by how much has the fortnightly mortgage payment gone up?", money("72.50")),
        (
            "How many percent did Joss's pay go up in April?",
            change(Decimal("2310.44"), Decimal("2402.86")),
        ),
        ("groceries last month vs the month before", money(_food(AUGUST)), money(_food(JULY))),
        (
            "Is August cheaper than July for food shopping?",
            YES if _food(AUGUST) < _food(JULY) else NO,
            money(_food(AUGUST)),
            money(_food(JULY)),
        ),
        (
            "which supermarket do we spend the most at",
            next(iter(shops)),
            money(next(iter(shops.values()))),
        ),
        (
            "Which supermarket gets the least of our money?",
            list(shops)[-1],
            money(list(shops.values())[-1]),
        ),
        ("Rank our supermarkets by how much we spend there", *shops, *map(money, shops.values())),
        ("What was our dearest month for power?", "July", money("338.60")),
        ("and which month had the cheapest power bill?", "February", money("139.75")),
        ("Which client paid me the most this year?", "Kowhai School", money("23000")),
        (
            "Did the school pay me more than Marlowe and the trust together?",
            YES,
            money("23000"),
            money("9015"),
        ),
        ("compared with term 2, what does swimming cost more in term 3?", money("8.00")),
        ("Has Kiwiflix got more expensive?", YES, money("18.99"), money("20.99")),
        (
            "Do I pay more for Drafta Cloud or for Kiwiflix each month?",
            "Drafta Cloud",
            money("64.00"),
            money("20.99"),
        ),
        (
            "What costs us more over the year: the dog or the car's fuel?",
            "dog",
            money(total(spent(category="Pets"))),
            money(total(spent(category="Fuel"))),
        ),
        (
            "Are we spending less on power in August compared to July?",
            YES,
            money("301.25"),
            money("338.60"),
        ),
        ("difference between the two GST payments?", money("1077.55")),
        ("Which of the two Lantern invoices was the bigger one?", money("236.90")),
    ):
        yield ask("compare", FINANCE, str(prompt), *map(_said, said))
    first, second = _out(months(1, 3)), _out(months(4, 6))
    yield ask(
        "compare",
        FINANCE,
        "How much more did we spend on dining in the second quarter than in the first?",
        money(second - first),
    )
    yield ask(
        "compare",
        FINANCE,
        "Did we spend more than usual on power in July? The average is fine.",
        YES,
        money("338.60"),
        [*money(_power() / 8), *money((_power() - Decimal("338.60")) / 7)],
    )


def _checks() -> Iterator[Ask]:
    yield ask(
        "compare",
        FINANCE,
        "did the second rates instalment of the year for the council go out in may?",
        YES,
        money("892.40"),
    )
    yield ask(
        "compare", FINANCE, "Has Oriental Bay Trust paid?", YES, money("4140"), day("2026-05-19")
    )
    yield ask(
        "compare",
        FINANCE,
        "Did we ever get our money back for the jacket from Kathmandu?",
        YES,
        money("159.98"),
    )
    yield ask(
        "compare",
        FINANCE,
        "Did we spend less than 400 on fuel up to the end of April?",
        NO,
        money(total(spent(category="Fuel", during=months(1, 4)))),
    )
    yield ask(
        "compare",
        FINANCE,
        "Is our grocery spending in June above 450?",
        YES if _food(JUNE) > 450 else NO,
        money(_food(JUNE)),
    )


def _lists() -> Iterator[Ask]:
    for prompt, *said in (
        (
            "What did we buy from 11 to 13 July?",
            "Queen Vic Market",
            "Melbourne Zoo",
            "Trattoria Lygon",
            "Museum Shop",
        ),
        ("Show every payment from Marlowe Bakery", money("2875"), money("2000")),
        ("which payments in june were over 500?", money("842"), money("600"), money("1125")),
        ("list the vet visits and what each cost", money("118"), money("842"), money("65")),
        ("What did we return for a refund this year?", money("219"), money("159.98")),
        ("Name our three biggest dining bills", money("214.50"), money("196.70"), money("188")),
        (
            "Who do we pay every month?",
            "Orbit Broadband",
            "Kestrel Insurance",
            "Kiwiflix",
            "Drafta Cloud",
            "Tokomaru Energy",
        ),
        (
            "Spending by category on the card in August, please",
            ["Supermarkets", "groceries"],
            ["Dining", "restaurants"],
            money(_out(AUGUST)),
            money(_food(AUGUST)),
        ),
        ("power bill month by month", *(money(one.amount) for one in spent("Tokomaru"))),
        ("what subscriptions do we have", "Kiwiflix", "Drafta Cloud"),
        (
            "All the income in June that isn't salary",
            "Kowhai School",
            money("13800"),
            "Greta",
            money("200"),
        ),
        ("Show me the pharmacy receipts", money("24.50"), money("26.00")),
        ("Which payments mention Theo?", money("168"), money("176"), money("132.60")),
    ):
        without = ["2310.44", "2402.86"] if "salary" in prompt else []
        yield ask("list", FINANCE, str(prompt), *map(_said, said), without=without)


def _dates() -> Iterator[Ask]:
    ombra = spent("Ombra")[-1].day
    for prompt, *said in (
        ("When did the school last pay?", day("2026-06-24")),
        ("when was the first time we ate at Logan Brown this year", day("2026-02-14")),
        ("On what date did the mortgage payment change?", day("2026-06-12")),
        (
            "When did we buy the flights to Melbourne and what were they?",
            day("2026-05-03"),
            money("1148.60"),
        ),
        ("How long ago was our last meal at Ombra?", ["5 days", "five days"]),
        ("how many days between the two payments to Tararua Drainage", count(26)),
        ("since when has internet been 95 dollars?", [*day("2026-07-05"), "July 2026"]),
        ("When was Biscuit's surgery paid?", day("2026-06-09")),
        ("what day do we normally pay insurance?", ["12", "12th"]),
    ):
        yield ask("date", FINANCE, prompt, *said)
    assert (TODAY - ombra).days == 5
    assert (on("06-29") - on("06-03")).days == 26


def _files() -> Iterator[Ask]:
    yield made(
        FINANCE,
        "Could you put all the power bills into a spreadsheet file for me?",
        "table",
        *(f"{abs(one.amount)}" for one in spent("Tokomaru")),
    )
    yield made(FINANCE, "chart please: dining by month", "chart")
    yield made(FINANCE, "I need a csv of what we paid Miss Amari", "table", "310.00", "325.00")
    yield made(FINANCE, "graph the power costs since january", "chart")
    yield made(
        FINANCE,
        "write up a short report on our spending on pets this year",
        "report",
        money(total(spent(category="Pets"))),
    )
