"""Requests for a number are worked out, in figures and in words."""

from decimal import Decimal

import pytest

from runwright.engine.actions import perform
from runwright.engine.types import Finding, Step, Work

CASES = [
    ("What is 17.5% of 1,240?", "217"),
    ("what 15% of 200 is", "30"),
    ("Please could you compute 5*5 for me?", "25"),
    ("increase 200 by 12%", "224"),
    ("reduce 80 by 25%", "60"),
    ("add 10% to 200", "220"),
    ("what percent of 80 is 20", "25"),
    ("20 is what percent of 80?", "25"),
    ("what percentage is 20 of 80", "25"),
    ("How much is 20 percent of 50?", "10"),
    ("add 2 and 3", "5"),
    ("add 10 to 5", "15"),
    ("sum of 4, 5 and 6", "15"),
    ("sum of 1,000, 2,000 and 3", "3003"),
    ("average of 4, 5 and 6", "5"),
    ("What is the mean of 10 and 15?", "12.5"),
    ("the average of these numbers: 3, 4; 5", "4"),
    ("product of 3, 4 and 5", "60"),
    ("difference between 4 and 10", "6"),
    ("subtract 5 from 12", "7"),
    ("divide 10 by 4", "2.5"),
    ("multiply 6 by 7", "42"),
    ("half of 9", "4.5"),
    ("a quarter of 100", "25"),
    ("double 7", "14"),
    ("twice 21", "42"),
    ("halve 7", "3.5"),
    ("square 12", "144"),
    ("5 squared", "25"),
    ("2 to the power of 10", "1024"),
    ("raise 2 to the power of 8", "256"),
    ("What is the square root of 144?", "12"),
    ("round 3.14159 to 2 decimal places", "3.14"),
    ("round 2.5", "3"),
    ("round 1234 to the nearest hundred", "1200"),
    ("max of 3 and 7", "7"),
    ("the largest of 3, 9, 4", "9"),
    ("smallest of -3, -7 and 2", "-7"),
    ("twenty-five times four", "100"),
    ("What is one hundred and five times two?", "210"),
    ("two million three hundred thousand plus five", "2300005"),
    ("1.5 million times 2", "3000000"),
    ("What is 7 times 8, divided by 2?", "28"),
    ("3 x 4", "12"),
    ("What\u2019s 12 \u00d7 12?", "144"),
    ("What is 15% of $80?", "12"),
    ("Calculate: 2 + 2 =", "4"),
]


@pytest.mark.parametrize(("prompt", "value"), CASES)
def test_a_number_is_worked_out(think, prompt: str, value: str) -> None:
    thought = think(prompt)
    assert thought.actions == ["calculate"]
    assert Decimal(thought.last.value) == Decimal(value)
    assert value in thought.summary


CHAINS = [
    ("Add 2 and 3, then multiply it by 4", "20"),
    ("Add 2 and 3, then multiply by 10, then subtract 5", "45"),
    ("Calculate 2+3, then 4*5, then add the results", "25"),
    ("What is 10 + 5; halve it; square that", "56.25"),
    ("Multiply 6 by 7 and add 8", "50"),
    ("Take 5 and double it", "10"),
    ("What is 9 * 9? Divide the result by 3. Then minus 7.", "20"),
    ("My budget is 500. What is 20% of it?", "100"),
    ('Count the words in "a b c", then multiply it by 3', "9"),
]


@pytest.mark.parametrize(("prompt", "value"), CHAINS)
def test_a_later_step_works_on_the_earlier_result(think, prompt: str, value: str) -> None:
    assert think(prompt).last.value == value


@pytest.mark.parametrize(
    "prompt",
    [
        "5 apples",
        "What is 42?",
        "What is the average rent?",
        "2 tickets for Ana",
        "convert 5 km to miles",
    ],
)
def test_what_is_no_arithmetic_is_left_to_others(think, prompt: str) -> None:
    assert think(prompt).actions == ["search"]


@pytest.mark.parametrize(
    ("prompt", "why"),
    [
        ("10/0", "it divides by zero"),
        ("multiply it by 3", "there is no earlier number"),
        ("9**9**9**9", "exponents beyond 1000"),
        ("Reverse 'abc', then double it", "there is no earlier number"),
    ],
)
def test_what_cannot_be_worked_out_has_a_reason_and_no_answer(think, prompt: str, why: str) -> None:
    finding = think(prompt).last
    assert finding.answer is None
    assert finding.value is None
    assert why in finding.reason


def test_a_rounded_answer_says_about(think) -> None:
    assert think("1/3").summary == "1 ÷ 3 = about 0.3333333333333333333333333333."
    assert think("2^100").summary.endswith("= 1267650600228229401496703205376.")
    assert "about 1.606938044258990275541962092 \u00d7 10^60" in think("2^200").summary


def test_rounding_is_not_forgotten_by_the_next_step(think) -> None:
    assert think("divide 10 by 3, then multiply by 3").last.answer.endswith("= about 10.")


def test_a_currency_sign_is_kept(think) -> None:
    assert think("What is 15% of $80?").summary == "15% of 80 = $12."


@pytest.mark.parametrize(
    ("value", "expression", "answer"),
    [
        ("302.34 EUR", "19 % of it", "19% of 302.34 = 57.44 EUR (rounded)."),
        ("640.00 GBP", "it / 2", "640 ÷ 2 = 320.00 GBP."),
        ("-12.50 USD", "it * 2", "-12.5 × 2 = -25.00 USD."),
    ],
)
def test_money_stays_money(moment, value: str, expression: str, answer: str) -> None:
    step = Step("calculate", "part", {"expression": expression})
    earlier = (Finding("aggregate", "before", answer="so much", value=value),)
    found = perform(step, Work(moment=moment, earlier=earlier))
    assert found.answer == answer


def test_money_of_two_currencies_is_no_number(moment) -> None:
    step = Step("calculate", "part", {"expression": "it * 2"})
    earlier = (Finding("aggregate", "before", answer="so much", value="1.00 EUR; 2.00 USD"),)
    assert perform(step, Work(moment=moment, earlier=earlier)).answer is None


def test_a_quotation_that_looks_like_money_stays_a_number(moment) -> None:
    step = Step("calculate", "part", {"expression": "it / 4"})
    earlier = (Finding("search", "before", answer="a line", value="302.34 EUR"),)
    assert perform(step, Work(moment=moment, earlier=earlier)).answer == "302.34 ÷ 4 = 75.585."
