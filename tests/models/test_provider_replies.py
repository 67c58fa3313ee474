"""Reading what models write: JSON amid words, calls as text, a bound on the work of it."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.models.conversation import Message, Usage
from runwright.models.providers.replies import MOST_CALLS, calls_in, last_object
from runwright.models.providers.usage import completed, count, input_tokens
from support.conversing import PLAIN, REQUEST

OBJECTS: dict[str, dict[str, Any] | None] = {
    '{"a": 1}': {"a": 1},
    'Here: {"a": 1}. Done.': {"a": 1},
    '```json\n{"a": {"b": [1]}}\n```': {"a": {"b": [1]}},
    '{"a": 1} and then {"a": 2}': {"a": 2},
    '{"a": "}"} }': {"a": "}"},
    '{"a": "\\"{"}': {"a": '"{'},
    'In {braces, then {"a": 1}': {"a": 1},
    '{as in {"a": 1}}': {"a": 1},
    'A "quote, then {"a": 1}': {"a": 1},
    '{a quote" that never ends\n{"a": 1}': {"a": 1},
    "[1, 2]": None,
    "{a: 1}": None,
    "no object": None,
    "": None,
}


@pytest.mark.parametrize("text", OBJECTS)
def test_the_last_object_of_a_text_is_read(text: str) -> None:
    assert last_object(text) == OBJECTS[text]


LEAVES = st.text('ab{}"\\\n', max_size=6)
VALUES = LEAVES | st.dictionaries(LEAVES, LEAVES, max_size=2)


@given(
    value=st.dictionaries(LEAVES, VALUES, max_size=3),
    before=st.text('ab "\n', max_size=9),
    after=st.text('ab "\n', max_size=9),
)
def test_any_object_is_read_amid_any_words(value: dict[str, Any], before: str, after: str) -> None:
    text = before + orjson.dumps(value).decode() + after
    assert last_object(text) == value


MEGABYTE = 1_000_000
MANY = 50_000
LARGE = {
    "opening": "{" * MEGABYTE,
    "closing": "}" * MEGABYTE,
    "opening and closing": "{" * MANY + "}" * MANY,
    "pairs that are no JSON": "{x}" * MANY,
    "nested objects that are cut": '{"a":' * MANY,
    "nested objects that are spoilt": '{"a":' * MANY + "!" + "}" * MANY,
    "quotes": '{"' * MANY,
    "backslashes": "{" + "\\" * MANY,
}


@pytest.mark.parametrize("case", LARGE)
def test_a_megabyte_of_braces_is_read_in_few_passes(case: str) -> None:
    """In time that grows with the square, this would not end today."""
    assert last_object(LARGE[case]) is None


def test_an_object_behind_a_megabyte_of_braces_is_read() -> None:
    assert last_object("{" * MEGABYTE + '{"a": 1}' + "}" * 2) == {"a": 1}
    assert last_object("}" * MANY + '{"a": 1}' + "{" * MANY) == {"a": 1}


# Calls ------------------------------------------------------------------------------------------

NAMES = frozenset({"find_events"})


def names_in(text: str, is_amid_words: bool = False) -> list[str]:
    return [call.name for call in calls_in(text, NAMES, is_amid_words=is_amid_words)]


def test_calls_are_read_in_their_order() -> None:
    written = "".join(
        f'<tool_call>{{"name": "find_events", "arguments": {{"n": {n}}}}}</tool_call>\n'
        for n in range(3)
    )
    calls = calls_in(written, NAMES, is_amid_words=False)
    assert [orjson.loads(call.arguments) for call in calls] == [{"n": 0}, {"n": 1}, {"n": 2}]


def test_an_unknown_tool_in_a_text_is_no_call() -> None:
    assert names_in('{"name": "send_email", "arguments": {}}') == []
    assert names_in('{"name": "send_email", "arguments": {}}', is_amid_words=True) == []


def test_words_around_a_call_count_only_where_calls_are_asked_for_in_words() -> None:
    written = 'I call {"name": "find_events", "arguments": {}}.'
    assert names_in(written) == []
    assert names_in(written, is_amid_words=True) == ["find_events"]


def test_a_list_of_calls_has_a_bound() -> None:
    listed = orjson.dumps({"calls": [{"name": "find_events"}] * 1_000}).decode()
    assert len(names_in(listed)) == MOST_CALLS


# Usage ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [True, -1, 1.5, "7", None, 2**31, [1]])
def test_a_count_that_is_none_is_not_believed(value: Any) -> None:
    assert count(value) is None


def test_what_is_not_named_is_estimated_for_itself() -> None:
    assert completed(PLAIN, "abcd", 70, 9) == Usage(70, 9, 1)
    assert completed(PLAIN, "abcd", 70, None) == Usage(70, 2, 1, estimated=True)
    assert completed(PLAIN, "abcd", None, 9) == Usage(input_tokens(PLAIN), 9, 1, estimated=True)
    assert completed(PLAIN, "abcd", 70, 9, 90).cached_tokens == 70


def test_everything_that_is_sent_adds_to_an_estimate() -> None:
    longer = PLAIN._replace(messages=(*PLAIN.messages, Message("user", "x")))
    assert input_tokens(REQUEST) > input_tokens(PLAIN)
    assert input_tokens(longer) > input_tokens(PLAIN)


def test_usage_adds_up() -> None:
    both = Usage(10, 5, 1, 4, False, 3).plus(Usage(1, 1, 1, 1, True, 1))
    assert both == Usage(11, 6, 2, 5, True, 4)
