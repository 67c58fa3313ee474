"""Providers over HTTP: what they are asked, and what is understood of their replies."""

from __future__ import annotations

import json
from typing import Any

import pytest

from runwright.models.conversation import (
    Message,
    ModelReply,
    Picture,
    ToolCall,
    Usage,
    request_sha256,
)
from runwright.models.providers import anthropic
from support.conversing import (
    PLAIN,
    PROMPT,
    REQUEST,
    SCHEMA,
    Conversing,
    answered,
    once,
    provider,
)
from support.provider import KEY, ScriptedProvider, call, reply

MONDAY = '{"day": "2026-11-16"}'
CALLS = [call("find_events", MONDAY, "c1"), call("find_events", '{"day": "2026-11-17"}', "c2")]
EARLIER = (
    Message("user", PROMPT),
    Message("assistant", "Let me see.", calls=(ToolCall("c1", "find_events", MONDAY),)),
    Message("tool", '{"events": []}', call_id="c1"),
    Message("user", "And on Tuesday?"),
)
PICTURED = PLAIN._replace(
    messages=(Message("user", "What is it?", pictures=(Picture("image/png", b"\x89PNG"),)),)
)


def sent(scripted: ScriptedProvider) -> dict[str, Any]:
    (asked,) = scripted.asked("m")
    return dict(asked)


# What is understood -----------------------------------------------------------------------------


def test_a_text_comes_back_with_what_it_has_used(
    scripted: ScriptedProvider, conversing: Conversing, kind: str, way: str
) -> None:
    scripted.tell("m", reply("Nothing.", tool=False))
    assert conversing.ask(kind, way=way) == ModelReply("Nothing.", (), Usage(100, 20, 1))


def test_several_calls_come_back_in_their_order(
    scripted: ScriptedProvider, conversing: Conversing, kind: str, way: str
) -> None:
    scripted.tell("m", {"text": "Let me see.", "calls": CALLS})
    outcome = answered(conversing.ask(kind, way=way))
    assert outcome.text == "Let me see."
    assert [(each.id, each.name, json.loads(each.arguments)) for each in outcome.calls] == [
        ("c1", "find_events", {"day": "2026-11-16"}),
        ("c2", "find_events", {"day": "2026-11-17"}),
    ]


def test_arguments_that_are_no_json_are_kept_as_they_are(
    scripted: ScriptedProvider, conversing: Conversing, kind: str, way: str
) -> None:
    scripted.tell("m", {"calls": [call("find_events", '{"day": ', "c1")]})
    (made,) = answered(conversing.ask(kind, way=way)).calls
    assert made.arguments == '{"day":'


def test_arguments_may_be_an_object(
    scripted: ScriptedProvider, conversing: Conversing, kind: str, way: str
) -> None:
    scripted.tell("m", {"calls": [call("find_events", {"day": "x"}, "c1")]})
    (made,) = answered(conversing.ask(kind, way=way)).calls
    assert json.loads(made.arguments) == {"day": "x"}


@pytest.mark.parametrize("given", [None, "same"])
def test_each_call_has_an_id_of_its_own(
    scripted: ScriptedProvider, conversing: Conversing, kind: str, given: str | None
) -> None:
    scripted.tell("m", {"calls": [call("find_events", MONDAY, given)] * 2})
    first, second = answered(conversing.ask(kind)).calls
    assert first.id
    assert second.id
    assert first.id != second.id


def test_calls_of_a_stream_that_share_a_number_are_told_apart(
    scripted: ScriptedProvider, conversing: Conversing
) -> None:
    deltas = [
        {"tool_calls": [{"index": 0, **call("find_events", MONDAY, each)}]} for each in ("a", "b")
    ]
    events: list[Any] = [{"choices": [{"delta": delta}]} for delta in deltas]
    scripted.tell("m", {"events": [*events, "[DONE]"]})
    calls = answered(conversing.ask("openai", way="streamed")).calls
    assert [(each.id, each.arguments) for each in calls] == [("a", MONDAY), ("b", MONDAY)]


TOLERATED: dict[str, dict[str, Any]] = {
    "a thought before it": {"text": "<think>\nMonday {…}\n</think>\n\nNothing."},
    "a thought that was opened elsewhere": {"text": "So Monday.\n</think>\n\nNothing."},
    "a list of parts": {"message": {"content": [{"type": "text", "text": "Nothing."}]}},
    "reasoning beside it": {"text": "Nothing.", "message": {"reasoning": "Hm."}},
    "reasoning content": {"text": "Nothing.", "message": {"reasoning_content": "Hm.", "x": [1]}},
    "no reason for the end": {"text": "Nothing.", "finish": None},
    "usage of another shape": {"text": "Nothing.", "usage": {"prompt_tokens": "many"}},
}


@pytest.mark.parametrize("case", TOLERATED)
def test_what_compatible_servers_add_is_tolerated(
    scripted: ScriptedProvider, conversing: Conversing, way: str, case: str
) -> None:
    scripted.tell("m", TOLERATED[case])
    assert answered(conversing.ask("openai", way=way)).text == "Nothing."


def test_thinking_blocks_are_no_answer(
    scripted: ScriptedProvider, conversing: Conversing, way: str
) -> None:
    blocks = [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Nothing."}]
    scripted.tell("m", {"body": {"content": blocks, "stop_reason": "end_turn"}})
    assert answered(conversing.ask("anthropic", way=way)).text == "Nothing."


WRITTEN: dict[str, str] = {
    "the object that was asked for": '{"calls": [{"name": "find_events", "arguments": %s}]}',
    "words around it": 'Sure!\n{"calls": [{"name": "find_events", "arguments": %s}]}\nDone.',
    "a fence": '```json\n{"name": "find_events", "arguments": %s}\n```',
    "another wording": '{"tool": "find_events", "parameters": %s}',
    "OpenAI's wording": '{"tool_calls": [{"function": {"name": "find_events", "arguments": %s}}]}',
    "a thought": '<think>{"a": 1}</think>{"name": "find_events", "arguments": %s}',
}


@pytest.mark.parametrize("case", WRITTEN)
def test_a_server_without_tools_calls_them_in_json(
    scripted: ScriptedProvider, conversing: Conversing, way: str, case: str
) -> None:
    scripted.tell("m", {"text": WRITTEN[case] % MONDAY})
    request = REQUEST._replace(replies="json")
    outcome, pieces = conversing.heard("openai", request, way=way)
    (made,) = answered(outcome).calls
    assert (made.name, json.loads(made.arguments)) == ("find_events", {"day": "2026-11-16"})
    assert pieces == []
    asked = sent(scripted)["body"]
    assert "tools" not in asked
    assert "find_events" in asked["messages"][0]["content"]


def test_a_server_without_tools_answers_in_json(
    scripted: ScriptedProvider, conversing: Conversing
) -> None:
    scripted.tell("m", {"text": '{"text": "Nothing {at all}."}'})
    request = REQUEST._replace(replies="json")
    outcome, pieces = conversing.heard("openai", request)
    assert answered(outcome).text == "Nothing {at all}."
    assert pieces == ["Nothing {at all}."]


@pytest.mark.parametrize(
    "written",
    [
        '{"name": "find_events", "arguments": {"day": "x"}}',
        '<tool_call>\n{"name": "find_events", "arguments": {"day": "x"}}\n</tool_call>',
    ],
)
def test_a_call_that_a_server_left_in_the_text_is_a_call(
    scripted: ScriptedProvider, conversing: Conversing, way: str, written: str
) -> None:
    scripted.tell("m", {"text": written})
    outcome, pieces = conversing.heard("openai", way=way)
    assert [each.name for each in answered(outcome).calls] == ["find_events"]
    assert pieces == []


def test_an_answer_that_shows_a_call_is_an_answer(
    scripted: ScriptedProvider, conversing: Conversing
) -> None:
    shown = 'You could send {"name": "find_events", "arguments": {}} to it.'
    scripted.tell("m", {"text": shown})
    outcome = answered(conversing.ask("openai"))
    assert (outcome.text, outcome.calls) == (shown, ())


USED: dict[str, tuple[str, dict[str, Any], Usage]] = {
    "cached, OpenAI": (
        "openai",
        {
            "prompt_tokens": 900,
            "completion_tokens": 5,
            "prompt_tokens_details": {"cached_tokens": 800},
        },
        Usage(900, 5, 1, 800),
    ),
    "cached, DeepSeek": (
        "openai",
        {"prompt_tokens": 900, "completion_tokens": 5, "prompt_cache_hit_tokens": 800},
        Usage(900, 5, 1, 800),
    ),
    "reasoning only in the total": (
        "openai",
        {"prompt_tokens": 900, "completion_tokens": 5, "total_tokens": 1_000},
        Usage(900, 100, 1),
    ),
    "cached, Anthropic": (
        "anthropic",
        {
            "input_tokens": 10,
            "cache_read_input_tokens": 800,
            "cache_creation_input_tokens": 90,
            "output_tokens": 5,
        },
        Usage(900, 5, 1, 800, False, 90),
    ),
}


@pytest.mark.parametrize("case", USED)
def test_tokens_are_counted_as_the_provider_names_them(
    scripted: ScriptedProvider, conversing: Conversing, way: str, case: str
) -> None:
    kind, named, expected = USED[case]
    scripted.tell("m", reply("Nothing.", tool=False, usage=named))
    assert answered(conversing.ask(kind, way=way)).usage == expected


# What is asked ----------------------------------------------------------------------------------


def test_openai_is_asked_with_tools_and_sampling(
    scripted: ScriptedProvider, conversing: Conversing
) -> None:
    scripted.tell("m")
    given = REQUEST._replace(messages=EARLIER, temperature=0.5, seed=7, effort="low", choice="any")
    conversing.ask("openai", given)
    asked = sent(scripted)
    assert asked["path"] == "/v1/chat/completions"
    assert asked["headers"]["authorization"] == f"Bearer {KEY}"
    function = {"name": "find_events", "description": "Find events.", "parameters": SCHEMA}
    made = {"name": "find_events", "arguments": MONDAY}
    assert asked["body"] == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": PROMPT},
            {
                "role": "assistant",
                "content": "Let me see.",
                "tool_calls": [{"id": "c1", "type": "function", "function": made}],
            },
            {"role": "tool", "tool_call_id": "c1", "content": '{"events": []}'},
            {"role": "user", "content": "And on Tuesday?"},
        ],
        "max_tokens": 50,
        "tools": [{"type": "function", "function": function}],
        "tool_choice": "required",
        "temperature": 0.5,
        "seed": 7,
        "reasoning_effort": "low",
    }


def test_anthropic_is_asked_with_tools_and_marks_of_what_stays(
    scripted: ScriptedProvider, conversing: Conversing
) -> None:
    scripted.tell("m")
    given = REQUEST._replace(messages=EARLIER, temperature=0.5, effort="low", choice="any")
    conversing.ask("anthropic", given)
    asked = sent(scripted)
    assert asked["path"] == "/v1/messages"
    assert asked["headers"]["x-api-key"] == KEY
    assert asked["headers"]["anthropic-version"] == anthropic.VERSION
    mark = {"cache_control": {"type": "ephemeral"}}
    made = {"id": "c1", "name": "find_events", "input": {"day": "2026-11-16"}}
    outcome = {"type": "tool_result", "tool_use_id": "c1", "content": '{"events": []}'}
    tool = {"name": "find_events", "description": "Find events.", "input_schema": SCHEMA}
    assert asked["body"] == {
        "model": "m",
        "max_tokens": 50,
        "system": [{"type": "text", "text": "Be brief.", **mark}],
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": PROMPT}]},
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": "Let me see."},
                    {"type": "tool_use", **made},
                ],
            },
            {"role": "user", "content": [outcome, {"type": "text", "text": "And on Tuesday?"}]},
        ],
        "tools": [{**tool, **mark}],
        "tool_choice": {"type": "any"},
        "temperature": 0.5,
        "output_config": {"effort": "low"},
    }


def test_a_server_without_tools_is_told_of_calls_and_results_by_turns(
    scripted: ScriptedProvider, conversing: Conversing
) -> None:
    """Two results are one message: many chat templates refuse two of the user in a row."""
    made = (ToolCall("c1", "find_events", MONDAY), ToolCall("c2", "find_events", "{"))
    messages = (
        Message("user", PROMPT),
        Message("assistant", "", calls=made),
        Message("tool", "none", call_id="c1"),
        Message("tool", "no JSON", call_id="c2"),
    )
    scripted.tell("m", reply('{"text": "Nothing."}'))
    conversing.ask("openai", REQUEST._replace(messages=messages, replies="json"))
    _, user, assistant, results = sent(scripted)["body"]["messages"]
    assert (user["role"], assistant["role"], results["role"]) == ("user", "assistant", "user")
    assert json.loads(assistant["content"])["calls"] == [
        {"id": "c1", "name": "find_events", "arguments": {"day": "2026-11-16"}},
        {"id": "c2", "name": "find_events", "arguments": "{"},
    ]
    assert results["content"] == "Result of c1: none\nResult of c2: no JSON"


def test_pictures_are_shown(scripted: ScriptedProvider, conversing: Conversing, kind: str) -> None:
    scripted.tell("m", reply("A cat.", tool=False))
    assert answered(conversing.ask(kind, PICTURED)).text == "A cat."
    parts = sent(scripted)["body"]["messages"][-1]["content"]
    picture = {
        "openai": {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
        "anthropic": {
            "type": "image",
            "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw=="},
        },
    }[kind]
    assert picture in parts
    assert {"type": "text", "text": "What is it?"} in parts


def test_what_was_not_set_is_not_sent(scripted: ScriptedProvider, kind: str) -> None:
    scripted.tell("m", reply("Nothing.", tool=False))
    answered(once(provider(kind, scripted.url, key=None), PLAIN._replace(system="")))
    asked = sent(scripted)
    assert set(asked["body"]) == {"model", "messages", "max_tokens"}
    assert len(asked["body"]["messages"]) == 1
    assert not {"authorization", "x-api-key", "api-key"} & set(asked["headers"])


def test_only_the_headers_that_are_needed_leave(
    scripted: ScriptedProvider, conversing: Conversing, kind: str
) -> None:
    """The packages would describe the machine."""
    scripted.tell("m")
    conversing.ask(kind)
    named = {"openai": {"authorization"}, "anthropic": {"x-api-key", "anthropic-version"}}[kind]
    usual = {"host", "accept", "connection", "content-type", "content-length"}
    assert set(sent(scripted)["headers"]) == usual | {"accept-encoding", "user-agent"} | named


# The hash of a request --------------------------------------------------------------------------


def test_the_hash_of_a_request_changes_with_everything_that_a_reply_depends_on() -> None:
    others = [
        REQUEST._replace(temperature=0.5),
        REQUEST._replace(temperature=1.0),
        REQUEST._replace(messages=EARLIER),
        REQUEST._replace(tools=()),
        PICTURED,
    ]
    hashes = {request_sha256(each) for each in (REQUEST, *others)}
    assert len(hashes) == len(others) + 1
    assert request_sha256(REQUEST) == request_sha256(REQUEST._replace(choice="auto"))
