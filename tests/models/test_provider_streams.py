"""Text that streams: words reach the reader while they come; thoughts and calls never do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.models.providers.streaming import events
from runwright.models.providers.thoughts import ThoughtFilter, opens_unseen, without_thoughts
from support.conversing import PLAIN, REQUEST, Conversing, answered, provider
from support.provider import ScriptedProvider, reply

THINKING = "<think>\nMonday, so {…}.\n</think>\n\nNothing is on Monday."
UNOPENED = "Monday, so {…}.\n</think>\n\nNothing is on Monday."


def pieces_of(text: str, size: int) -> list[str]:
    return [text[place : place + size] for place in range(0, len(text), size)]


# Over the wire ----------------------------------------------------------------------------------


def test_words_are_handed_on_piece_by_piece(
    scripted: ScriptedProvider, conversing: Conversing, kind: str
) -> None:
    words = ["Noth", "ing is", " on", " Monday."]
    scripted.tell("m", reply("".join(words), tool=False, pieces=words))
    conversing.ask(kind)  # a model that is not known yet is held back once
    outcome, heard = conversing.heard(kind)
    assert heard == words
    assert answered(outcome).text == "".join(words)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 13])
@pytest.mark.parametrize("written", [THINKING, UNOPENED])
def test_a_thought_is_never_handed_on(scripted: ScriptedProvider, written: str, size: int) -> None:
    """Neither of a model that is new nor of one that is known, wherever its tags are split."""
    asked = provider("openai", scripted.url)
    heard: list[str] = []

    async def several() -> None:
        for _ in range(3):
            outcome = await asked.converse(PLAIN, 30, heard.append)
            assert answered(outcome).text == "Nothing is on Monday."
        await asked.close()

    scripted.tell("m", reply(written, pieces=pieces_of(written, size)))
    asyncio.run(several())
    assert "".join(heard) == "Nothing is on Monday." * 3


def test_a_model_that_thinks_nothing_aloud_streams_from_its_second_reply(
    scripted: ScriptedProvider,
) -> None:
    asked = provider("openai", scripted.url)

    async def twice() -> list[list[str]]:
        heard: list[list[str]] = [[], []]
        for each in heard:
            await asked.converse(PLAIN, 30, each.append)
        await asked.close()
        return heard

    scripted.tell("m", reply("Nothing.", pieces=["Noth", "ing."]))
    assert asyncio.run(twice()) == [["Nothing."], ["Noth", "ing."]]


def test_words_before_a_call_are_handed_on_and_the_call_is_not(
    scripted: ScriptedProvider, conversing: Conversing, kind: str
) -> None:
    made = {"id": "c1", "function": {"name": "find_events", "arguments": '{"day": "x"}'}}
    scripted.tell("m", {"text": "Let me see.", "calls": [made]})
    outcome, heard = conversing.heard(kind)
    assert "".join(heard) == "Let me see."
    assert len(answered(outcome).calls) == 1


def test_json_that_turns_out_to_be_an_answer_is_handed_on_at_the_end(
    scripted: ScriptedProvider, conversing: Conversing
) -> None:
    scripted.tell("m", reply('{"total": 3}'))
    outcome, heard = conversing.heard("openai")
    assert heard == ['{"total": 3}'] == [answered(outcome).text]


def test_a_server_that_cannot_stream_is_understood(
    scripted: ScriptedProvider, conversing: Conversing, kind: str
) -> None:
    scripted.tell("m", reply("Nothing.", tool=False, cannot_stream=True))
    outcome, heard = conversing.heard(kind)
    assert (answered(outcome).text, heard) == ("Nothing.", ["Nothing."])


def test_openai_is_asked_for_the_usage_of_a_stream(
    scripted: ScriptedProvider, conversing: Conversing
) -> None:
    scripted.tell("m")
    conversing.ask("openai", REQUEST, way="streamed")
    (asked,) = scripted.asked("m")
    assert asked["body"]["stream"] is True
    assert asked["body"]["stream_options"] == {"include_usage": True}


# Thoughts ---------------------------------------------------------------------------------------

THOUGHTS: dict[str, str] = {
    "Nothing.": "Nothing.",
    "<think>a</think>Nothing.": "Nothing.",
    "  <THINKING>a</THINKING>\nNothing.": "Nothing.",
    "[THINK]a[/THINK]Nothing.": "Nothing.",
    "a</think>Nothing.": "Nothing.",
    "<think>a</think><think>b</think>Nothing.": "Nothing.",
    "<think>a <think> b</think>Nothing.": "Nothing.",
    "<think>never closed": "",
    "</think>Nothing.": "Nothing.",
    "Nothing <think>a</think>at all.": "Nothing at all.",
    # A tag that is spoken of is no thought.
    "Write <think> first.": "Write <think> first.",
    "a < b and [x]": "a < b and [x]",
    "if x <": "if x <",
}


@pytest.mark.parametrize("text", THOUGHTS)
def test_a_text_loses_its_thoughts_and_nothing_else(text: str) -> None:
    assert without_thoughts(text) == THOUGHTS[text]


MARKS = st.sampled_from(["<think>", "</think>", "<", "think>", "[THINK]", "[/THINK]", "a", " b"])
OPENED = st.lists(MARKS, max_size=12).map("".join)


@given(text=OPENED, size=st.integers(1, 9), is_certain=st.booleans())
def test_how_a_text_is_cut_into_pieces_makes_no_difference(
    text: str, size: int, is_certain: bool
) -> None:
    whole, cut = (ThoughtFilter(is_certain=is_certain) for _ in range(2))
    expected = whole.feed(text) + whole.finish()
    shown = "".join(cut.feed(piece) for piece in pieces_of(text, size)) + cut.finish()
    assert shown == expected


@given(thought=st.text("ab<t>/ \n", max_size=20), size=st.integers(1, 9), is_opened=st.booleans())
def test_what_was_thought_is_shown_by_no_piece(thought: str, size: int, is_opened: bool) -> None:
    text = f"{'<think>' if is_opened else ''}{thought}</think>Nothing."
    filtering = ThoughtFilter(is_certain=is_opened)
    shown = [filtering.feed(piece) for piece in pieces_of(text, size)]
    assert "".join([*shown, filtering.finish()]) == "Nothing."


def test_a_thought_that_was_never_opened_is_noticed() -> None:
    assert opens_unseen("a</think>b")
    assert not opens_unseen("<think>a</think>b")
    assert not opens_unseen("b")


# Events -----------------------------------------------------------------------------------------


def read_events(*chunks: bytes) -> list[bytes]:
    async def source() -> AsyncIterator[bytes]:
        for chunk in chunks:
            yield chunk

    async def collect() -> list[bytes]:
        return [event async for event in events(source())]

    return asyncio.run(collect())


EVENTS: dict[str, tuple[bytes, list[bytes]]] = {
    "usual": (b"data: 1\n\ndata: 2\n\n", [b"1", b"2"]),
    "without a blank": (b"data:1\n\n", [b"1"]),
    "carriage returns": (b"data: 1\r\n\r\ndata: 2\r\r", [b"1", b"2"]),
    "names, ids and comments": (b": hi\nevent: x\nid: 3\ndata: 1\n\n", [b"1"]),
    "several lines": (b"data: {\ndata: }\n\n", [b"{\n}"]),
    "no end": (b"data: 1\n\ndata: 2", [b"1", b"2"]),
    "nothing": (b"", []),
}


@pytest.mark.parametrize("case", EVENTS)
@pytest.mark.parametrize("size", [1, 2, 7, 100])
def test_events_are_read_however_they_are_cut(case: str, size: int) -> None:
    data, expected = EVENTS[case]
    chunks: list[Any] = [data[place : place + size] for place in range(0, len(data), size)]
    assert read_events(*chunks) == expected


def test_a_long_event_in_many_pieces_is_read() -> None:
    assert read_events(b"data: ", *[b"x"] * 100_000, b"\n\n") == [b"x" * 100_000]
