"""Misbehaving providers: each way of failing ends in its class, and nothing they send is shown."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from runwright.models.providers import transport
from runwright.models.providers.types import Failure, Kind
from runwright.models.providers.usage import at_most, input_tokens
from support.conversing import PLAIN, PROMPT, REQUEST, Conversing, answered, failed, once, provider
from support.provider import KEY, ScriptedProvider, reply, status


def error(number: int, **named: Any) -> dict[str, Any]:
    return status(number, error=named)


def message(code: int, words: str) -> dict[str, Any]:
    return error(code, message=words, type="invalid_request_error")


def text(value: str, **more: Any) -> dict[str, Any]:
    return reply(value, tool=False, **more)


BOTH: dict[str, tuple[dict[str, Any], Kind]] = {
    "connection dropped": ({"drop": True}, Kind.UNREACHABLE),
    "body cut": (text("Nothing is on Monday.", cut=30), Kind.UNREACHABLE),
    "400": (status(400), Kind.REJECTED),
    "401": (status(401), Kind.DENIED),
    "402": (status(402), Kind.QUOTA),
    "403": (status(403), Kind.DENIED),
    "404 of an address": (error(404, message="Not Found"), Kind.REJECTED),
    "404 of a model": (error(404, message="The model `m` does not exist."), Kind.NO_MODEL),
    "redirect": (status(302, headers={"location": "http://127.0.0.1:9/"}), Kind.REJECTED),
    "429": (status(429), Kind.RATE_LIMITED),
    "500": (status(500), Kind.FAILING),
    "502": (status(502), Kind.FAILING),
    "503": (status(503), Kind.OVERLOADED),
    "529": (status(529), Kind.OVERLOADED),
    "body too large for the server": (status(413), Kind.TOO_LONG),
    "HTML": ({"raw": "<html>Bad gateway</html>", "type": "text/html"}, Kind.MALFORMED),
    "empty body": ({"raw": "", "type": "application/json"}, Kind.MALFORMED),
    "malformed JSON": ({"raw": '{"choices": [', "type": "application/json"}, Kind.MALFORMED),
    "a list": ({"raw": "[]", "type": "application/json"}, Kind.MALFORMED),
    "another object": ({"raw": '{"hello": 1}', "type": "application/json"}, Kind.MALFORMED),
    "no object inside": (
        {"raw": '{"choices": ["x"], "content": ["x"]}', "type": "application/json"},
        Kind.MALFORMED,
    ),
    "an error with status 200": (
        {"raw": '{"error": {"message": "busy", "code": 503}}', "type": "application/json"},
        Kind.OVERLOADED,
    ),
    "compressed body": (text("x", headers={"content-encoding": "gzip"}), Kind.MALFORMED),
    "empty text": (text(""), Kind.EMPTY),
    "blank text": (text("  \n"), Kind.EMPTY),
    "only a thought": (text("<think>Hm."), Kind.EMPTY),
    # What an account or a context window has to do with it.
    "no quota": (error(429, code="insufficient_quota", message="You exceeded"), Kind.QUOTA),
    "no credit": (message(400, "Your credit balance is too low to access it"), Kind.QUOTA),
    "too long, OpenAI": (error(400, code="context_length_exceeded", message="x"), Kind.TOO_LONG),
    "too long, Anthropic": (
        message(400, "prompt is too long: 210000 tokens > 200000 maximum"),
        Kind.TOO_LONG,
    ),
    "too long with its answer, Anthropic": (
        message(400, "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000"),
        Kind.TOO_LONG,
    ),
    "too long, vLLM": (
        message(400, "This model's maximum context length is 8192 tokens. However, you requested"),
        Kind.TOO_LONG,
    ),
    "too long, llama.cpp": (
        error(
            400,
            code=400,
            type="exceed_context_size_error",
            message="the request exceeds the available context size",
        ),
        Kind.TOO_LONG,
    ),
    "too long for its rate, OpenAI": (
        error(429, code="rate_limit_exceeded", message="Request too large for m on tokens"),
        Kind.TOO_LONG,
    ),
    "an answer that would be too long": (
        message(400, "max_tokens is too large: 100000. It supports at most 16384"),
        Kind.REJECTED,
    ),
    "no access to a model": (error(403, code="model_not_found", message="x"), Kind.NO_MODEL),
    "no deployment, Azure": (error(404, code="DeploymentNotFound", message="x"), Kind.NO_MODEL),
    "prompt filtered, Azure": (error(400, code="content_filter", message="x"), Kind.REFUSED),
}
OURS = (Kind.DENIED, Kind.REJECTED, Kind.NO_MODEL, Kind.QUOTA)


@pytest.mark.parametrize("case", BOTH)
def test_each_misbehaviour_has_its_class(
    scripted: ScriptedProvider, conversing: Conversing, kind: str, way: str, case: str
) -> None:
    act, expected = BOTH[case]
    scripted.tell("m", act)
    failure = failed(conversing.ask(kind, way=way))
    assert failure.kind is expected
    assert failure.is_ours == (expected in OURS)
    assert len(scripted.asked("m")) == 1


ONE: dict[str, tuple[str, dict[str, Any], Kind]] = {
    "refusal": ("openai", text("", refusal="I will not."), Kind.REFUSED),
    "filtered": ("openai", text("{}", finish="content_filter"), Kind.REFUSED),
    "length": ("openai", text("Nothing is", finish="length"), Kind.TRUNCATED),
    "no choice": ("openai", {"body": {"choices": [], "usage": {}}, "events": [{}]}, Kind.MALFORMED),
    "content of another kind": ("openai", text("", message={"content": [1]}), Kind.MALFORMED),
    "refusal by Anthropic": ("anthropic", text("", finish="refusal"), Kind.REFUSED),
    "max_tokens": ("anthropic", text("Nothing", finish="max_tokens"), Kind.TRUNCATED),
    "window full": (
        "anthropic",
        text("Nothing", finish="model_context_window_exceeded"),
        Kind.TOO_LONG,
    ),
}


@pytest.mark.parametrize("case", ONE)
def test_refusals_and_cut_answers_are_told_apart(
    scripted: ScriptedProvider, conversing: Conversing, case: str
) -> None:
    kind, act, expected = ONE[case]
    scripted.tell("m", act)
    assert failed(conversing.ask(kind)).kind is expected


STREAMS: dict[str, tuple[str, list[Any], Kind]] = {
    "ends without a reason": (
        "openai",
        [{"choices": [{"delta": {"content": "Noth"}}]}],
        Kind.UNREACHABLE,
    ),
    "ends without a reason, Anthropic": (
        "anthropic",
        [{"type": "message_start", "message": {}}],
        Kind.UNREACHABLE,
    ),
    "an event that is no JSON": ("openai", ["{"], Kind.MALFORMED),
    "an event that is no object": ("anthropic", ["1"], Kind.MALFORMED),
    "an error in the middle": (
        "openai",
        [{"choices": [{"delta": {"content": "Noth"}}]}, {"error": {"message": KEY}}],
        Kind.FAILING,
    ),
    "overloaded in the middle": (
        "anthropic",
        [{"type": "error", "error": {"type": "overloaded_error", "message": KEY}}],
        Kind.OVERLOADED,
    ),
    "rate limit in the middle": (
        "anthropic",
        [{"type": "error", "error": {"type": "rate_limit_error", "message": KEY}}],
        Kind.RATE_LIMITED,
    ),
    "strange shapes": (
        "openai",
        [{"choices": 1}, {"choices": [{"delta": {"tool_calls": [1, {"index": [], "id": 3}]}}]}],
        Kind.UNREACHABLE,
    ),
    "strange shapes, Anthropic": (
        "anthropic",
        [{"type": "content_block_start", "index": {}, "content_block": 1}, {"delta": {"text": 1}}],
        Kind.UNREACHABLE,
    ),
}


@pytest.mark.parametrize("case", STREAMS)
def test_a_stream_that_breaks_has_its_class(
    scripted: ScriptedProvider, conversing: Conversing, case: str
) -> None:
    kind, events, expected = STREAMS[case]
    scripted.tell("m", {"events": events})
    failure = failed(conversing.ask(kind, way="streamed"))
    assert failure.kind is expected
    assert failure.usage == at_most(REQUEST)


UNSUPPORTED = {
    "temperature": "Unsupported value: 'temperature' does not support 0 with this model.",
    "tools": "registry.example/library/gemma does not support tools",
    "effort": "Unrecognized request argument supplied: reasoning_effort",
    "streaming": "stream_options: Extra inputs are not permitted",
}


@pytest.mark.parametrize("parameter", UNSUPPORTED)
def test_a_rejection_names_what_the_provider_does_not_take_in_our_own_word(
    scripted: ScriptedProvider, conversing: Conversing, kind: str, parameter: str
) -> None:
    scripted.tell("m", message(400, UNSUPPORTED[parameter]))
    failure = failed(conversing.ask(kind))
    assert failure.kind is Kind.REJECTED
    assert failure.detail.endswith(f"HTTP status 400: it does not take this use of {parameter}")


# Time -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("act", [{"wait": 30}, text("Nothing is on Monday.", stall=20)])
def test_a_provider_that_hangs_is_left(
    scripted: ScriptedProvider, conversing: Conversing, kind: str, way: str, act: dict[str, Any]
) -> None:
    scripted.tell("m")
    conversing.ask(kind)  # what is loaded first is loaded
    scripted.tell("m", act)
    failure = failed(conversing.ask(kind, way=way, seconds=0.5))
    assert failure.kind is Kind.TIMEOUT
    assert failure.usage == at_most(REQUEST)


def test_a_dripping_body_is_waited_for(
    scripted: ScriptedProvider, conversing: Conversing, kind: str, way: str
) -> None:
    scripted.tell("m", text("Nothing.", drip=3))
    assert answered(conversing.ask(kind, way=way)).text == "Nothing."


def test_a_closed_port_is_unreachable_and_costs_nothing(kind: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    failure = failed(once(provider(kind, url)))
    assert (failure.kind, failure.usage.calls) == (Kind.UNREACHABLE, 0)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "2", "retry-after-ms": "1500"}, 1.5),
        ({}, None),
    ],
)
def test_retry_after_is_read(
    scripted: ScriptedProvider,
    conversing: Conversing,
    headers: dict[str, str],
    seconds: float | None,
) -> None:
    scripted.tell("m", status(429, headers=headers))
    assert failed(conversing.ask("openai")).retry_after == seconds


def test_retry_after_may_be_a_date(scripted: ScriptedProvider, conversing: Conversing) -> None:
    scripted.tell("m", status(429, "Wed, 01 Jan 2120 00:00:00 GMT"))
    wait = failed(conversing.ask("anthropic")).retry_after
    assert wait is not None
    assert wait > 1_000_000


def test_a_quota_that_comes_back_soon_is_a_rate_limit(
    scripted: ScriptedProvider, conversing: Conversing
) -> None:
    words = {"message": "You exceeded your current quota, please check your plan."}
    scripted.tell("m", status(429, "20", error=words))
    assert failed(conversing.ask("openai")).kind is Kind.RATE_LIMITED
    scripted.tell("m", status(429, error=words))
    assert failed(conversing.ask("openai")).kind is Kind.QUOTA


# Size -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("piece", ["x" * 4_000, "data: 1\n" * 500, ": wait\n\n" * 500])
def test_an_endless_answer_is_cut_off(
    scripted: ScriptedProvider,
    conversing: Conversing,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    way: str,
    piece: str,
) -> None:
    monkeypatch.setattr(transport, "MOST_BYTES", 100_000)
    scripted.tell("m", {"endless": piece})
    assert failed(conversing.ask(kind, way=way)).kind is Kind.MALFORMED


def test_an_endless_refusal_is_cut_off(
    scripted: ScriptedProvider, conversing: Conversing, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(transport, "MOST_BYTES", 1_000)
    scripted.tell("m", status(500, error={"message": "x" * 5_000}))
    assert failed(conversing.ask(kind)).kind is Kind.MALFORMED


# What it costs, and what is shown ---------------------------------------------------------------


def test_what_a_failed_answer_has_used_is_counted(
    scripted: ScriptedProvider, conversing: Conversing, kind: str, way: str
) -> None:
    finish = "length" if kind == "openai" else "max_tokens"
    scripted.tell("m", text("Nothing is", finish=finish))
    used = failed(conversing.ask(kind, way=way)).usage
    assert (used.input_tokens, used.output_tokens, used.calls, used.estimated) == (
        *(100, 20, 1),
        False,
    )


def test_usage_that_is_not_named_is_estimated_upward(
    scripted: ScriptedProvider, conversing: Conversing, kind: str, way: str
) -> None:
    scripted.tell("m", text("Nothing is on Monday.", usage=None))
    used = answered(conversing.ask(kind, PLAIN, way=way)).usage
    assert used.estimated
    assert used.calls == 1
    assert used.input_tokens == input_tokens(PLAIN)
    assert used.input_tokens > len((PLAIN.system + PROMPT).split())
    assert used.output_tokens >= len("Nothing is on Monday.") / 3


@pytest.mark.parametrize("case", ["400", "401", "429", "500", "HTML", "another object"])
def test_neither_log_nor_failure_repeats_what_a_provider_says(
    scripted: ScriptedProvider,
    conversing: Conversing,
    capfd: pytest.CaptureFixture[str],
    kind: str,
    case: str,
) -> None:
    """Its errors quote the prompt and the key; its codes may be anything."""
    scripted.tell("m", BOTH[case][0])
    failure: Failure = failed(conversing.ask(kind))
    shown = "".join(capfd.readouterr()) + repr(failure)
    for secret in (KEY, PROMPT, "because", "some_error", "Bad gateway", "hello"):
        assert secret not in shown
