"""Questions in the words of many people, about a ledger that no rule was made for."""

import pytest
from tests.engine.ledger.flat_share import FLAT_SHARE

FIGURES = {
    # Courtesies and filling words ask for nothing.
    "pls tell me how much i spent at morrisons this year": "264.42 GBP",
    "I'd like to know what I paid Pedal Works altogether": "177.00 GBP",
    "Thanks! Now: what did Tunebox cost me in all?": "29.97 GBP",
    "every payment to Kirkstall Sofas pls": "650.00 GBP",
    "What has the new sofa cost us so far?": "650.00 GBP",
    "how much did we fork out for rent in the first quarter": "1836.00 GBP",
    "What did I blow on restaurants last month?": "22.80 GBP",
    "how much was the fancy sofa bed at Kirkstall Sofas": "650.00 GBP",
    # What statements call otherwise, or do not say.
    "how much did the dentist cost me": "120.00 GBP",
    "what did the crown at the dentist cost": "120.00 GBP",
    "what was my grocery bill in march": "58.34 GBP",
    "how much did the train to York cost?": "84.00 GBP",
    "how much is my music subscription": "9.99 GBP",
    "How much did the bike service in January cost?": "28.00 GBP",
    "how much did my holiday accommodation cost": "96.00 EUR",
    "how much did i spend on gifts for christmas": "54.20 GBP",
    "what did I spend in Zandvoort": "147.15 EUR",
    "what's the most expensive meal I had this year?": "63.50 GBP; 32.40 EUR",
    # Accounts and currencies.
    "Spending on the joint account in October": "552.75 GBP",
    "what came out of the joint account in october?": "552.75 GBP",
    "largest joint payment I made in October": "500.00 GBP",
    "how much have I spent in euros?": "147.15 EUR",
    "how much did we spend in pounds and euros in June?": "147.15 EUR; 640.00 GBP",
    # Which way the money went.
    "Which payments did I make in August?": "149.00 GBP",
    "all refunds i got": "31.00 GBP",
    "Did I get any refund from Ferry Crossings?": "31.00 GBP",
    "have I been paid in April?": "2205.00 GBP",
    "Has the rent for May been paid?": "640.00 GBP",
    "how much did Amara give me back": "75.00 GBP",
    "what did Amara Okafor send me": "75.00 GBP",
    "how much money did I make in April": "2205.00 GBP",
    "how much have we made in 2026": "8731.00 GBP",
    "How much did I get from Leeds Hospitals Trust in the first quarter?": "6420.00 GBP",
    "show me where my money went in October": "575.55 GBP",
    # Days.
    "What did I spend the month before last?": "107.45 GBP",
    "what did i spend two months ago": "107.45 GBP",
    "What did I spend in the summer?": "147.15 EUR; 834.10 GBP",
    "total groceries H1 2026": "169.47 GBP",
    "how much did I spend since the beginning of the year at the greengrocer": "106.15 GBP",
    "how much rent have I paid since the rent increase in April": "1920.00 GBP",
    "what's the biggest thing we bought in the past year apart from rent": "500.00 GBP; 96.00 EUR",
    "List my transactions between 5 and 12 June": "147.15 EUR",
    "How much did I spend from 1 to 15 March?": "680.33 GBP",
    "How much did I pay Aire Valley Homes in March, April and May?": "1892.00 GBP",
    "when did I pay Hollin Dental": "2026-03-21",
    "Tell me the date of the Hollin Dental payment": "2026-03-21",
    "when was my first Morrisons shop of the year?": "2026-01-09",
    "How many times have I been to the dentist this year?": "1",
    # How long ago.
    "how long ago did I last go to Morrisons?": "5",
    "how many days since my last visit to Pedal Works": "93",
    "how many weeks ago did we pay for the pension in Zandvoort": "157",
    # In the course of time.
    "Has my rent gone up since January?": "28.00 GBP",
    "Did my salary increase this year?": "65.00 GBP",
    "When did my rent go up?": "28.00 GBP",
    "by how much did my rent rise in 2026?": "28.00 GBP",
    # The largest.
    "Is rent my biggest expense this year?": "yes",
    "Is Morrisons my biggest expense this year?": "no",
    "Is Tunebox my largest subscription?": "yes",
    "Who did I pay the most in October?": "Kirkstall Sofas",
    # Groups.
    "Break down my groceries by shop": "Morrisons: 264.42 GBP; Greengrocer Okafor: 106.15 GBP",
    "how much did I spend at each supermarket this year": (
        "Morrisons: 264.42 GBP; Greengrocer Okafor: 106.15 GBP"
    ),
    "restaurant spending per restaurant in 2026": (
        "The Copper Pan: 104.75 GBP; Café Zeezicht: 32.40 EUR; Noodle Yard: 22.80 GBP"
    ),
    "break my spending in October down by category": (
        "other: 500.00 GBP; groceries: 52.75 GBP; restaurants: 22.80 GBP"
    ),
    "list all restaurant visits": "127.55 GBP; 32.40 EUR",
    "show all the times I went to The Copper Pan": "104.75 GBP",
    "how many times did we eat at the Copper Pan": "2",
    "how many restaurant bills were over 40 pounds?": "2",
    "was there any payment over 400 pounds in October?": "500.00 GBP",
}


@pytest.mark.parametrize("question", FIGURES)
def test_the_figure_is_exact(think, question: str) -> None:
    thought = think(question, FLAT_SHARE, ["finance"])
    assert thought.last.value == FIGURES[question], thought.summary
    assert thought.actions == ["filter", "aggregate"]
    assert thought.last.answer
    assert thought.last.items


SIDES = {
    "what percentage of my groceries did I buy at Morrisons this year?": "71.35 %",
    "What share of our 2026 groceries went to Greengrocer Okafor?": "28.65 %",
    "how much of my restaurant spending was at The Copper Pan?": "82.12 %",
    "Morrisons as a percentage of my groceries": "71.35 %",
    "What percentage of my spending in March was rent?": "76.47 %",
    "What fraction of my income went on rent in March?": "28.60 %",
    "did I spend more on groceries in March or in October?": "5.59 GBP",
    "how much was my salary in april compared to march": "65.00 GBP",
    "whats the diff between my january and february groceries": "31.23 GBP",
    "Which was cheaper, The Copper Pan in February or in September?": "22.25 GBP",
    "Was the sofa more expensive than the ferry?": "410.00 GBP",
}


@pytest.mark.parametrize("question", SIDES)
def test_two_sides_are_held_against_each_other(think, question: str) -> None:
    thought = think(question, FLAT_SHARE, ["finance"])
    assert thought.last.value == SIDES[question], thought.summary
    assert thought.actions == ["filter", "compare"]


FOLLOWING = {
    "How much did I spend on groceries in January? And in March?": ["71.18 GBP", "58.34 GBP"],
    "How much did I spend in March? and may?": ["800.33 GBP", "889.99 GBP"],
    "How much did I pay Morrisons in October? What about Noodle Yard?": ["52.75 GBP", "22.80 GBP"],
    "How much did I spend yesterday? And last week?": [None, "150.00 GBP"],
    "When did I pay Hollin Dental, and how much was it?": ["2026-03-21", "120.00 GBP"],
    "How much was rent in March? And in April? And in May?": [
        "612.00 GBP",
        "640.00 GBP",
        "640.00 GBP",
    ],
    "What did I spend on groceries in March and what is a third of that?": [
        "58.34 GBP",
        "19.45 GBP",
    ],
    "How much did I pay for rent in April, then divide it by 2": ["640.00 GBP", "320.00 GBP"],
    "What did I pay for rent in April, and what is 19% of it?": ["640.00 GBP", "121.60 GBP"],
}


@pytest.mark.parametrize("question", FOLLOWING)
def test_a_later_part_leans_on_the_one_before(think, question: str) -> None:
    thought = think(question, FLAT_SHARE, ["finance"])
    said = [finding.value for finding in thought.findings if finding.answer or finding.reason]
    assert said == FOLLOWING[question], thought.summary


REFUSALS = """
    How much did I spend on helicopters?
    How much did I spend at Tesco this year?
    How much did I spend at The Copper Kettle?
    What did I pay Netflix in March?
    how much did I spend at ikea
    Did I pay Harrogate Spa?
    Has the Yorkshire Water invoice been paid?
    How much did I spend on groceries in 2023?
    What did I spend in February 2024?
    How much did I spend on cat food?
    How much did I spend on Italian restaurants?
    how much did I spend on office rent in March
    how much did I pay for piano lessons
    What did I spend on yoga in May?
    What percentage of my groceries went to Waitrose?
    Is gambling my biggest expense?
    How much did I spend in dollars?
    how many days ago did I last go to Nandos?
    has my gym membership gone up since January?
    List all purchases at Argos please
    when did I last pay the plumber?
    How much did Oliver send me?
    Did I get a refund from Northern Rail?
    how much interest did I earn this year
    How much interest did I pay?
    How much did I spend at Morrisons in August?
    did I pay rent in October?
    What was my most expensive flight?
    how much did I spend on petrol in March
    What did I spend next to the harbour at Kowalski's?
    Break down my pharmacy spending by shop
    average spend at Costa Coffee per month
    how much did I donate to Oxfam
    What was the last payment to Virgin Media?
    How much did I earn from freelancing?
    How much did I spend on coffee at Morrisons?
    How much do I owe Amara?
"""


@pytest.mark.parametrize("question", REFUSALS.strip().splitlines())
def test_what_is_not_there_is_refused(think, question: str) -> None:
    thought = think(question.strip(), FLAT_SHARE, ["finance"])
    assert thought.last.answer is None, thought.summary
    assert "nothing in your finance" in thought.summary


def test_a_word_that_no_booking_has_is_left_aside_and_named(think) -> None:
    thought = think("what did the leather sofa at Kirkstall Sofas cost?", FLAT_SHARE, ["finance"])
    assert thought.last.value == "650.00 GBP"
    assert "No booking says “leather”" in thought.summary


def test_one_of_two_shops_that_is_not_there_is_named(think) -> None:
    thought = think("What did I spend at Harrods and Morrisons?", FLAT_SHARE, ["finance"])
    assert thought.last.value == "264.42 GBP"
    assert "None of them names Harrods" in thought.summary


def test_a_name_without_a_known_kind_may_be_what_the_question_calls_it(think) -> None:
    thought = think("how much was the gym at Pedal Works in August?", FLAT_SHARE, ["finance"])
    assert thought.last.value == "149.00 GBP"


def test_a_change_says_when_it_came(think) -> None:
    thought = think("Has my rent gone up since January?", FLAT_SHARE, ["finance"])
    assert thought.summary.startswith("Yes: from 612.00 GBP on 2 January 2026 to 640.00 GBP")
    assert "It changed to 640.00 GBP on 1 April 2026." in thought.summary


def test_what_is_steady_did_not_change(think) -> None:
    thought = think("Did Tunebox get more expensive this year?", FLAT_SHARE, ["finance"])
    assert "9.99 GBP" in thought.summary
