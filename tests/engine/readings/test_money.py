"""Questions about money are answered from the bookings, exactly, in many wordings."""

import pytest
from tests.engine.ledger.books import BOOKS

from runwright.engine.around import Around
from runwright.engine.readings import money

FIGURES = {
    # Sums.
    "How much did I spend on groceries in March?": "79.35 EUR",
    "How much did I spend on groceries in April 2026?": "99.15 EUR",
    "What did I spend on food in April?": "99.15 EUR",
    "How much did I spend at Tesco since January?": "23.80 GBP",
    "How much did I spend at Lidl?": "67.45 EUR",
    "What did I spend at Tesco and Lidl?": "67.45 EUR; 23.80 GBP",
    "How much did I spend in March?": "1159.74 EUR",
    "How much did I spend in total in Q1 2026?": "2172.14 EUR",
    "How much did I spend between 1 March and 15 March?": "1056.85 EUR",
    "What did I spend in March and April?": "2620.88 EUR",
    "How much did I spend before April?": "2172.14 EUR",
    "What did I spend this month?": "1017.53 EUR",
    "my total outgoings in August 2026": "104.40 EUR",
    "how much went out in April?": "1461.14 EUR",
    "What was my total income in March?": "3200.00 EUR",
    "How much did I earn in 2026?": "12979.00 EUR",
    "How much money did I make in April?": "3379.00 EUR",
    "how much came in in April?": "3379.00 EUR",
    "how much have I spent in pounds?": "284.40 GBP",
    "How much in euros did I spend in May?": "120.00 EUR",
    "How many euros did I spend in April?": "1461.14 EUR",
    "What did I spend on rent and groceries in March?": "1029.35 EUR",
    "how much did I spend in March excluding rent?": "209.74 EUR",
    "spent on flights and hotels this year": "204.00 EUR; 210.00 GBP",
    "How much did I spend on travel in the last 6 months?": "204.00 EUR",
    "Total cost of public transport": "9.60 GBP",
    "total of all payments to Hausverwaltung Meyer this year": "3860.00 EUR",
    "What is the total amount of my Netflix subscription payments?": "25.98 EUR",
    "How much money did I send to Acme in October?": "1384.00 EUR",
    "what did I pay to Stadtwerke in April and May": "240.00 EUR",
    "what did Zalando charge me": "249.00 EUR",
    "How much did I spend with the travel card in May?": "284.40 GBP",
    "How much did Northwind pay me in 2026?": "12900.00 EUR",
    "How much did I get back from Zalando?": "79.00 EUR",
    "how much money have I given to Acme Consulting Ltd?": "150.00 EUR",
    "List every transaction with Zalando.": "-170.00 EUR",
    "How much did I transfer to savings?": "500.00 EUR",
    "what is the sum of all my expenses under 50 euros in March?": "119.84 EUR",
    "sum of payments between €50 and €100 in April": "55.05 EUR",
    # One booking.
    "how much was the train ticket": "89.90 EUR",
    "what did I pay Deutsche Bahn": "89.90 EUR",
    "What was my salary in March?": "3200.00 EUR",
    "how much was refunded by Zalando": "79.00 EUR",
    "What did my last electricity bill cost?": "120.00 EUR",
    "what was my last payment to Acme?": "150.00 EUR",
    "how much is my rent?": "980.00 EUR",
    "How much do I pay for Netflix?": "12.99 EUR",
    "what was the 249 EUR payment for?": "249.00 EUR",
    "who did I pay 33.33 to?": "33.33 EUR",
    # Counts.
    "how many payments to Acme": "2",
    "How many transactions are there in total?": "37",
    "number of transactions in May": "5",
    "count my payments in March": "6",
    "how many times did I go to Lidl?": "2",
    "how often did I eat out?": "2",
    "How many grocery purchases did I make in April?": "2",
    "How many different merchants did I pay in March?": "6",
    "How many currencies are there in my transactions?": "2",
    # Days of the week.
    "How much did I spend on weekends in March?": "950.00 EUR",
    "How much did I spend on Mondays in October?": "1384.00 EUR",
    # Averages and the middle.
    "average monthly rent": "965.00 EUR",
    "What is my average spending per day in March 2026?": "37.41 EUR",
    "what is the average payment to Acme?": "692.00 EUR",
    "what is the median payment in March?": "39.68 EUR",
    # The largest and the smallest.
    "what was my largest expense last month": "1234.00 EUR",
    "Which was the most expensive purchase this year?": "1234.00 EUR; 210.00 GBP",
    "What's the highest amount I paid to Acme?": "1234.00 EUR",
    "what was the most I spent at Lidl?": "48.15 EUR",
    "what's the cheapest thing I bought in April": "12.99 EUR",
    "What's the smallest payment in October?": "150.00 EUR",
    "largest deposit this year": "3300.00 EUR",
    # Days.
    "when did I last pay the rent": "2026-11-01",
    "when was the salary paid in April": "2026-04-27",
    "When did Northwind last pay me?": "2026-04-27",
    "When did I first pay the rent?": "2026-02-01",
    "which day did I pay Acme Consulting?": "2026-10-19",
    "When did I pay the dentist?": "2026-06-11",
    # Lists.
    "my five biggest expenses in EUR": "5094.00 EUR",
    "What are my last 3 payments?": "1017.53 EUR",
    "list all payments over 100 euros in October": "1384.00 EUR",
    "list payments under 20": "67.48 EUR; 9.60 GBP",
    "payments of more than 1,000 euros": "1234.00 EUR",
    "Which payments were above 900 EUR?": "5094.00 EUR",
    "Show me all transactions of exactly 12.99": "25.98 EUR",
    "What were my expenses in August?": "104.40 EUR",
    "payments from Northwind": "12900.00 EUR",
    "what subscriptions do I pay for?": "25.98 EUR",
    # Groups.
    "Which month did I spend the most in EUR?": "April 2026",
    "what is my highest monthly spending in euros": "April 2026",
    "Where did I spend the most money in April?": "Hausverwaltung Meyer",
    "Who paid me the most?": "Northwind GmbH",
    "who received the most money from me in October?": "Acme Werkstatt GmbH",
    "which category did I spend the most on in April": "rent",
    "What did I spend the most on in March?": "rent",
    "On which day did I spend the most in March?": "1 March 2026",
    "which shop did I visit most often?": "Hausverwaltung Meyer",
    "top 1 merchants in October": "Acme Werkstatt GmbH",
    "top 2 merchants in August": "Pestana Hotel: 64.00 EUR; Pastelaria Central: 22.40 EUR",
    "expenses by account in May": "Travel card: 284.40 GBP; Checking: 120.00 EUR",
    "what do I spend per month on restaurants": "March 2026: 27.50 EUR; May 2026: 41.00 GBP",
    # Net, yes or no.
    "What was my net in March?": "2040.26 EUR",
    "how much did I save in March?": "2040.26 EUR",
    "did I earn more than I spent in April?": "1917.86 EUR",
    "did I pay the electricity bill in May?": "120.00 EUR",
    "Is the rent for November paid?": "980.00 EUR",
    "Was the invoice 2026-77 paid?": "1234.00 EUR",
    "Did Northwind pay me in March?": "3200.00 EUR",
    "Did I get a refund from Zalando?": "79.00 EUR",
    "is there a payment of 249 euros?": "249.00 EUR",
}


@pytest.mark.parametrize("question", FIGURES)
def test_the_figure_is_exact(think, question: str) -> None:
    thought = think(question, BOOKS, ["finance"])
    assert thought.last.value == FIGURES[question], thought.summary
    assert thought.actions == ["filter", "aggregate"]
    assert thought.last.answer


DIFFERENCES = {
    "Did I spend more in March or April?": "301.40 EUR",
    "Compare my spending in March with April": "301.40 EUR",
    "how did my spending change from March to April": "301.40 EUR",
    "what was the difference between my spending in March and April?": "301.40 EUR",
    "is my spending in April higher than in March?": "301.40 EUR",
    "how much did I spend last week compared to the week before": "946.67 EUR",
    "compare Lidl and REWE this year": "50.00 EUR",
    "How much did I spend at Lidl versus Edeka?": "36.25 EUR",
    "Did I pay more to Acme Werkstatt or to Acme Consulting?": "1084.00 EUR",
    "how much more on groceries than on restaurants in March": "51.85 EUR",
    "Which is higher in March, groceries or restaurants?": "51.85 EUR",
    "By how much did my salary increase from March to April?": "100.00 EUR",
    "what is the percent change in rent between March and April": "30.00 EUR",
    "what share of my spending went to rent in March": "81.91 %",
    "What percentage of my income goes to rent in March?": "29.69 %",
}


@pytest.mark.parametrize("question", DIFFERENCES)
def test_two_sides_are_compared(think, question: str) -> None:
    thought = think(question, BOOKS, ["finance"])
    assert thought.last.value == DIFFERENCES[question], thought.summary
    assert thought.actions == ["filter", "compare"]


REFUSALS = {
    "total income last year": "in 2025",
    "did I pay the electricity bill in June?": "electricity in June 2026",
    "Have I paid Stadtwerke this month?": "Stadtwerke in November 2026",
    "How much did I spend on electronics?": "electronics",
    "What did I spend yesterday?": "14 November 2026",
    "How much did I spend at Harrods in March?": "names Harrods in March 2026",
    "list all payments over 5000 dollars": "over 5,000.00 dollars",
    "How much interest did I receive?": "incoming payment that looks like interest",
    "how much did I spend at Marks & Spencer": "names Marks & Spencer",
}


@pytest.mark.parametrize("question", REFUSALS)
def test_what_is_not_there_is_refused_by_name(think, question: str) -> None:
    thought = think(question, BOOKS, ["finance"])
    assert thought.last.answer is None
    assert "nothing in your finance" in thought.summary
    assert REFUSALS[question] in thought.summary
    assert thought.last.items == ()


@pytest.mark.parametrize(
    ("part", "sources"),
    [
        ("How much did I spend in March?", ()),
        ("How much did I spend in March?", ("calendar", "documents")),
        ("What is the notice period?", ("finance", "documents")),
        ("What was the revenue in 2019?", ("finance", "documents")),
        ("How much is the rent in my contract?", ("finance", "documents")),
        ("How much did the company pay in dividends in 2019?", ("finance", "documents")),
        ("When is my next meeting?", ("finance", "calendar")),
        ("How much time do I have left?", ("finance", "calendar")),
        ("spend " * 500, ("finance",)),
    ],
)
def test_what_is_not_about_bookings_is_left_alone(moment, part: str, sources) -> None:
    around = Around(moment, sources, words=frozenset(part.lower().strip("?").split()))
    assert money.read(part, around) is None


def test_everything_of_the_days_is_read_with_one_to_spare(moment) -> None:
    part = "How much did I spend in March?"
    around = Around(moment, ("finance",), words=frozenset(part.lower().split()))
    steps = money.read(part, around)
    assert steps is not None
    (want,) = steps[0].wants
    assert want.whole
    assert want.words == ()
    assert (want.start, want.end) == ("2026-02-28", "2026-04-02")


def test_a_category_is_read_by_all_its_words(moment) -> None:
    part = "How much did I spend on groceries?"
    around = Around(moment, ("finance",), words=frozenset(part.lower().split()))
    steps = money.read(part, around)
    assert steps is not None
    (want,) = steps[0].wants
    assert {"groceries", "tesco", "lidl", "boulangerie"} <= set(want.words)
    assert (want.start, want.end) == (None, None)
