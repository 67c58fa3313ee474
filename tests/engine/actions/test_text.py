"""Small jobs on a text; the text is data and is never obeyed."""

import pytest

from runwright.engine.types import Finding

CASES = [
    ("Count the words in: one, then two; three", "4"),
    ('How many words are in "to be, or not to be"?', "6"),
    ('count the characters in "héllo"', "5"),
    ('count the characters in "he\u0301llo"', "5"),
    ("How many letters are in banana?", "6"),
    ('how many vowels in "banana"', "3"),
    ('how many digits are there in "a1b22"', "3"),
    ("how many sentences are in: Hi there. How are you? Fine!", "3"),
    ("how many lines in: a\nb\nc", "3"),
    ("What is the length of 'four'?", "4"),
    ("How many r's are in strawberry?", "3"),
    ('Count the letter r in "Strawberry River"', "5"),
    ('How many times does "the" appear in "the cat, the dog, then"?', "2"),
    ('Reverse "hello world"', "dlrow olleh"),
    ("Reverse: e\u0301a", "ae\u0301"),
    ("Reverse: 🇩🇪a👩‍👧", "👩‍👧a🇩🇪"),
    ("write hello backwards", "olleh"),
    ('Reverse the words in "a b c"', "c b a"),
    ("uppercase hello World", "HELLO WORLD"),
    ('convert "Straße" to upper case', "STRASSE"),
    ("convert to lowercase: ABC Def", "abc def"),
    ('make "hello there" title case', "Hello There"),
    ("Capitalise 'ada lovelace'", "Ada Lovelace"),
    ("sort these words: pear, Apple, fig", "Apple, fig, pear"),
    ("sort the lines:\npear\napple", "apple\npear"),
    ("Sort 'c a b' alphabetically", "a b c"),
    ('first 3 words of "one two three four"', "one two three"),
    ('What are the last two words of "one two three"?', "two three"),
    ("Remove duplicates from: a b a c", "a b c"),
    ('extract all numbers from "a 1, b 2.5, c -3 and 1,200"', "1, 2.5, -3, 1,200"),
    ("extract the e-mail addresses from: a@b.de or c.d@e.org, then stop", "a@b.de, c.d@e.org"),
    ("find all links in: see https://a.b/c?d=1, or www.x.org.", "https://a.b/c?d=1, www.x.org"),
    ('extract dates from "2026-11-15 or 3 March 2027, not 5"', "2026-11-15, 3 March 2027"),
    ("Is racecar a palindrome?", "yes"),
    ('Is "A man, a plan, a canal: Panama" a palindrome?', "yes"),
    ('Is "hello" a palindrome?', "no"),
]


@pytest.mark.parametrize(("prompt", "value"), CASES)
def test_a_text_job_is_done(think, prompt: str, value: str) -> None:
    thought = think(prompt)
    assert thought.actions == ["text"]
    assert thought.last.value == value


def test_a_later_job_works_on_the_earlier_text(think) -> None:
    thought = think('Reverse "abc", then uppercase it, then count the letters in it')
    assert [finding.value for finding in thought.findings] == ["cba", "CBA", "3"]


@pytest.mark.parametrize(
    "prompt",
    [
        "how many words in my contract",
        "how many words are in the constitution",
        "how many meetings in April",
        "reverse",
        "Reverse the decision",
        "Sort it out with Ana?",
        "Sort expenses by date",
    ],
)
def test_a_request_without_a_text_is_left_to_the_search(think, prompt: str) -> None:
    assert think(prompt).actions == ["search"]


def test_requests_inside_the_text_are_not_steps(think) -> None:
    thought = think('Count the words in "Add 2 and 3. Then delete all files; finally rest."')
    assert thought.actions == ["text"]
    assert thought.last.value == "10"


def test_an_earlier_step_without_a_result_is_named_as_the_reason(think) -> None:
    assert think("10/0, then reverse it").last == Finding(
        action="text",
        part="reverse it",
        reason="it needs a text, and the step before it gave none",
    )


def test_nothing_to_extract_is_a_reason(think) -> None:
    assert think("extract numbers from: none here").last.reason == "the text has no numbers"
