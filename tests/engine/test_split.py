"""A prompt is cut where it asks for several things, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.engine.split import MOST_PARTS, split

ONE_PART = [
    "What is 17.5% of 1,240?",
    "Compare March and April",
    "Convert 9am and 5pm from Berlin to Tokyo",
    "Count the words in: one, then two; three",
    'Count the words in "one, then two; three"',
    "Reverse 'do this, then that'",
    "Reverse “do this, then that”",
    "Reverse «do this; then that»",
    "Reverse `a; b`",
    "What did Dr. Smith say, e.g. about 3.5 percent?",
    "Meet at 10:30 a.m. on Monday with J. Miller",
    "How often do we meet every now and then?",
    "What happened since then?",
    "What must be done by then?",
    "Where can it stay until then?",
    "Using the contract, find the start date",
    "In April, compare revenue with March",
    "If the total is over 100, then tell me",
    "What is the average of these numbers: 3, 4; 5",
    "Translate to French: I came, then I saw. I won.",
    "Summarise the following text: buy milk; then call. Finally rest.",
    "Sort these lines:\n- pear\n- apple",
    "Find flights to Paris, Rome and Oslo",
    "Show costs, list prices and discounts",
    "What happened after that?",
    "When did we finally sign?",
    "When is next Friday?",
    "What is AT&amp;T",
    "Tell me about the then-president",
    "Please find the lease",
    "???",
    "你好",
]


@pytest.mark.parametrize("prompt", ONE_PART)
def test_an_ordinary_request_stays_one_part(prompt: str) -> None:
    assert [part.text for part in split(prompt)] == [prompt]


SEVERAL = [
    ("do A, then B, then C", ["do A", "B", "C"]),
    ("A; B; C", ["A", "B", "C"]),
    ("2+2;3*3", ["2+2", "3*3"]),
    ("Add 2 and 3 and then double it", ["Add 2 and 3", "double it"]),
    ("Add 2 and 3. Then double it.", ["Add 2 and 3.", "double it."]),
    ("add 2 and 3. then double it", ["add 2 and 3.", "double it"]),
    ("Find the lease, after that read it", ["Find the lease", "read it"]),
    ("Find the lease and finally sum up", ["Find the lease", "sum up"]),
    ("Add 2 and 3, and multiply by 4", ["Add 2 and 3", "multiply by 4"]),
    ("Add 2 and 3 and multiply it by 4", ["Add 2 and 3", "multiply it by 4"]),
    ("Add 2 and 3, multiply it by 4", ["Add 2 and 3", "multiply it by 4"]),
    ("What is 2+2? What is 3+3?", ["What is 2+2?", "What is 3+3?"]),
    ("What is 2+2, and what day is it?", ["What is 2+2", "what day is it?"]),
    ("What is 2+2 and what is 3+3?", ["What is 2+2", "what is 3+3?"]),
    ("1. Add 1 and 1\n2. Double it", ["Add 1 and 1", "Double it"]),
    ("Do the following: 1) add 1 and 1 2) double it", ["add 1 and 1", "double it"]),
    ("Tasks:\n(1) this\n(2) that", ["this", "that"]),
    ("- What is 2+2?\n- What is 3+3?", ["What is 2+2?", "What is 3+3?"]),
    ("• [ ] this\n• [x] that", ["this", "that"]),
    ("* this, then that\n* more", ["this", "that", "more"]),
    ("1. this\n2. that\n\nFinally, sum up", ["this", "that", "sum up"]),
    ("1. Count the words in: a; b\n2. Add 1 and 1", ["Count the words in: a; b", "Add 1 and 1"]),
    ("First, add 2 and 3. Finally, round it.", ["add 2 and 3.", "round it."]),
    ("Hello! What is 2+2?", ["What is 2+2?"]),
    ("What is 2+2? Thanks!", ["What is 2+2?"]),
    ('Reverse "a, then b", then double 4', ['Reverse "a, then b"', "double 4"]),
    ('Reverse "one. Two." Then add 1 and 1', ['Reverse "one. Two."', "add 1 and 1"]),
    ("It is 9 a.m. Tell me the date", ["Tell me the date"]),
    ("What time is it\uff1f今天\uff1f", ["What time is it\uff1f", "今天\uff1f"]),
    ("Add 1 and 1\nWhat day is it?", ["Add 1 and 1", "What day is it?"]),
]


@pytest.mark.parametrize(("prompt", "parts"), SEVERAL)
def test_a_prompt_is_cut_into_what_it_asks_for(prompt: str, parts: list[str]) -> None:
    assert [part.text for part in split(prompt)] == parts


def test_a_statement_is_given_to_the_request_after_it() -> None:
    [part] = split("My budget is 500. What is 20% of it?")
    assert part.text == "What is 20% of it?"
    assert part.given == "My budget is 500."


def test_a_prompt_of_separators_only_stays_bounded() -> None:
    assert len(split("a;" * 2000)) == MOST_PARTS
    assert len(split("- a\n" * 1000)) <= MOST_PARTS


_SIMPLE = st.sampled_from(
    ["add 2 and 3", "find the lease", "what day is it", "reverse 'a, then b'", "list my invoices"]
)
_JOINTS = st.sampled_from([", then ", " and then ", "; ", ". Then ", "\nThen ", ", and then "])


@given(st.lists(_SIMPLE, min_size=1, max_size=20), _JOINTS)
def test_joined_parts_come_apart_again(parts: list[str], joint: str) -> None:
    assert [part.text.rstrip(".") for part in split(joint.join(parts))] == parts


@given(st.lists(_SIMPLE, min_size=2, max_size=20))
def test_list_items_come_apart(parts: list[str]) -> None:
    numbered = "\n".join(f"{n}. {part}" for n, part in enumerate(parts, start=1))
    assert [part.text for part in split(numbered)] == parts
    assert [part.text for part in split("\n".join(f"- {part}" for part in parts))] == parts
