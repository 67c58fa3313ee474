"""Sums, percentages, prices and units are read out of a clause, or it is asked back."""

from __future__ import annotations

import pytest

from embedded.arithmetic.kit import ask, said


@pytest.mark.parametrize(
    ("clause", "answer"),
    [
        ("what is 17 times 23", "391."),
        ("12 + 7 * 3", "33."),
        ("(12 + 7) * 3", "57."),
        ("what is 1,000 minus 3 times 45", "865."),
        ("a hundred and twenty divided by eight", "15."),
        ("100 / 7", "About 14.29."),
        ("100 divided by 5 divided by 2", "10."),
        ("add 12.5, 7 and 19", "38.5."),
        ("what's the difference between 450 and 385", "65."),
        ("average of 4, 8 and 15", "9."),
        ("sqrt of 729 quick", "27."),
        ("what is 8 squared minus 5", "59."),
        ("3/8 of 2,960", "1,110."),
        ("how much is a third of 900", "300."),
        ("what is 2 to the power of 10", "1,024."),
        ("what is 9999999 * 9999999", "99,999,980,000,001."),
    ],
)
def test_figures_and_operators_in_words_or_signs(clause: str, answer: str) -> None:
    assert said(clause) == answer


@pytest.mark.parametrize(
    ("clause", "answer"),
    [
        ("15% of 80", "12."),
        ("what is 80 plus 19 percent", "95.2."),
        ("30 as a percentage of 120", "25%."),
        ("what percent of 80 is 20", "25%."),
        ("20 is what percent of 80", "25%."),
        ("20 % off 59.90", "47.92."),
        ("knock 30% off 190", "133."),
        ("25% discount on 200", "150."),
        ("48,000 less 22%", "37,440."),
        ("from 40 to 52, how much percent more", "30%."),
        ("if the rent is 890 and goes up by 3.2 percent what do I get", "918.48."),
        ("12% of 340 plus 8% of 200", "56.8."),
        ("1,240 minus 15% plus 19% VAT", "1,254.26."),
        ("40% of 60% of 200", "48."),
    ],
)
def test_percentages(clause: str, answer: str) -> None:
    assert said(clause) == answer


@pytest.mark.parametrize(
    ("clause", "answer"),
    [
        ("what is 19% VAT on 2,340", "444.6."),
        ("what's the vat in 119 euros at 19%", "19.00 euros."),
        ("gross 4,760 at 19 percent, net?", "4,000."),
        ("150 excluding 20% VAT", "125."),
        ("add 8.25% sales tax to $349", "About $377.79."),
        ("15 percent tip on 72", "10.8."),
        ("he wants 15% tip for a bill of 86 dollars, how much is it together", "98.90 dollars."),
        ("tip 12.5% on 86 split by 3", "32.25."),
        ("split 120 plus 10% tip between 5 people", "26.4."),
        ("split 187.40 three ways", "About 62.47."),
        ("split a bill of 96 euros by 4", "24.00 euros."),
        ("62 people at 38.50 a head, plus 10% service", "2,625.70."),
        ("85 hours at 95 euro plus 20% VAT", "9,690.00 euro."),
        ("if it's £4.20 an hour for 6 and a half hours what do i get", "£27.30."),
        ("if I pay 89 a month for 36 months what's that", "3,204."),
        ("what's 1200 a month over a year", "14,400."),
        ("convert 500 euros to dollars at 1.08", "540 dollars."),
        ("salary 48000 divided by 12 months", "4,000 a month."),
        ("30,000 a year per month", "2,500 a month."),
        ("2 adults at 18 and 3 kids at 9", "63."),
        ("18% tip on 64.50, split four ways", "About 19.03."),
        ("$100/3", "About $33.33."),
        ("10% more than 80", "88."),
    ],
)
def test_taxes_tips_and_prices(clause: str, answer: str) -> None:
    assert said(clause) == answer


@pytest.mark.parametrize(
    ("clause", "answer"),
    [
        ("convert 50 miles to kilometres", "80.4672 km."),
        ("how many ounces in a kilo", "About 35.27 oz."),
        ("pints in 5 litres", "About 10.57 US pints."),
        ("20 degrees celsius in fahrenheit", "68 °F."),
        ("5 foot 7 in cm", "170.18 cm."),
        ("180 cm in feet and inches", "5 feet 10.87 inches."),
        ("convert 12 stone 4 to kilos", "About 78.02 kg."),
        ("68 kilos in pounds", "About 149.91 lb."),
        ("how many seconds in a day", "86,400 seconds."),
        ("100 km/h in mph", "About 62.14 mph."),
        ("42 laps of 25 metres is how far", "1,050 m."),
        ("7.5 hours a day times 212 days", "1,590 hours."),
        ("how much is 3 hours 40 plus 2 hours 35", "6 hours 15 minutes."),
        ("three quarters of an hour plus 20 minutes", "1 hour 5 minutes."),
        ("what is 8 hours 20 minutes times 5", "41 hours 40 minutes."),
    ],
)
def test_units_and_conversions(clause: str, answer: str) -> None:
    assert said(clause) == answer


@pytest.mark.parametrize(
    ("clause", "word"),
    [
        ("45 halved plus 3", "halved"),
        ("by how much percent did 80 grow to 100", "grow to 100"),
        ("what is 15% of 80 twice", "twice"),
        ("3 boxes with each 24 bottles and I drank 7", "drank"),
        ("52 weeks minus 5 off times 30 billable hours", "off"),
        ("whats 350 fahrenheit in celsius, american recipe", "american recipe"),
    ],
)
def test_a_word_that_is_left_over_is_named_and_nothing_is_worked_out(
    clause: str, word: str
) -> None:
    outcome = ask(clause)
    assert not outcome.answer.is_answer
    assert word in outcome.text
    assert outcome.calls == []


def test_a_figure_that_was_said_before_is_asked_for() -> None:
    for clause in ("and 640 plus that", "what's that divided by four"):
        outcome = ask(clause)
        assert not outcome.answer.is_answer
        assert outcome.text.startswith("Which figure do you mean?")


@pytest.mark.parametrize("clause", ["add VAT to 1,250", "1,250 plus VAT", "the VAT on 80"])
def test_a_tax_without_a_rate_is_asked_back(clause: str) -> None:
    outcome = ask(clause)
    assert not outcome.answer.is_answer
    assert outcome.text == "Which rate should I add?"


def test_interest_that_may_be_compound_or_simple_is_not_guessed() -> None:
    assert not ask("1000 at 4 percent for five years").answer.is_answer
    assert said("compound 10,000 at 2.5% for eight years") == "About 12,184.03."


@pytest.mark.parametrize("clause", ["60 miles at 30 mph", "3 hours at 60 mph"])
def test_a_speed_is_no_price(clause: str) -> None:
    assert not ask(clause).answer.is_answer


def test_units_that_do_not_fit_together_are_asked_back() -> None:
    outcome = ask("150 a week for a year")
    assert not outcome.answer.is_answer
    assert "do not fit together" in outcome.text


def test_a_point_that_may_group_thousands_is_asked_back() -> None:
    assert ask("1.000 + 500").text == "Do you mean “1.000” as 1,000 or as 1?"
    assert said("1,000 + 500") == "1,500."
    assert said("1.25 + 1.5") == "2.75."


def test_growth_between_figures_of_different_scale_is_asked_back() -> None:
    outcome = ask("revenue went from 412 to 467 million, growth in percent?")
    assert not outcome.answer.is_answer
    assert "millions" in outcome.text


def test_what_has_no_result_says_why() -> None:
    assert "no exchange rates" in ask("how much is 250 euros in dollars").text
    assert "Division by zero" in ask("what is 10 / 0").text
    assert not ask("$20 + 5 euros").answer.is_answer


def test_cents_are_of_the_projects_currency_or_of_none() -> None:
    assert said("1,240 miles at 67 cents", "USD") == "830.80 USD."
    assert said("1,240 miles at 67 cents") == "830.80."


def test_the_calculation_stands_below_the_answer() -> None:
    assert ask("19% of 640").text == "121.6.\nWorked out as 19% × 640."
    assert ask("what percentage is 460 of 5,750").text == "8%.\nWorked out as 460 ÷ 5750."


def test_measures_that_differ_between_countries_say_whose_they_are() -> None:
    assert "5 US gal" in ask("5 gallons in litres").text
    assert said("how many cups is 750 ml") == "About 3.17 US cups."
