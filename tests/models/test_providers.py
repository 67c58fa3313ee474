"""Providers over HTTP: what is asked, what is understood, and every way in which one can fail."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from runwright.config import ProviderSettings, SettingsError
from runwright.models.providers import anthropic, open_provider, openai_compatible, wire
from runwright.models.providers.anthropic import Anthropic
from runwright.models.providers.openai_compatible import OpenAICompatible
from runwright.models.providers.types import (
    Failure,
    Kind,
    Provider,
    Question,
    Reply,
    Turn,
    Usage,
)
from support.provider import KEY, ScriptedProvider, reply, status

SCHEMA = {
    "type": "object",
    "properties": {"claims": {"type": "array"}},
    "required": ["claims"],
    "additionalProperties": False,
}
GIVEN = json.dumps({"question": "?", "findings": [], "evidence": []})
QUESTION = Question(
    model="m",
    system="Be brief.",
    turns=(Turn("user", GIVEN),),
    schema=SCHEMA,
    max_tokens=50,
    temperature=0.5,
    seed=7,
)
KINDS: dict[str, Callable[[str, str | None], Provider]] = {
    "openai": lambda url, key: OpenAICompatible(f"{url}/v1", key),
    "anthropic": Anthropic,
}


@pytest.fixture(scope="module")
def scripted() -> Iterator[ScriptedProvider]:
    with ScriptedProvider() as server:
        yield server


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def ask(
    kind: str, url: str, question: Question = QUESTION, seconds: float = 10, key: str | None = KEY
) -> Reply | Failure:
    async def once() -> Reply | Failure:
        provider = KINDS[kind](url, key)
        try:
            return await provider.complete(question, seconds)
        finally:
            await provider.close()

    return asyncio.run(once())


def failed(found: Reply | Failure) -> Failure:
    assert isinstance(found, Failure), found
    return found


def test_a_reply_comes_back_with_what_it_has_used(scripted: ScriptedProvider, kind: str) -> None:
    scripted.tell("m", answer=reply({"claims": []}))
    found = ask(kind, scripted.url)
    assert isinstance(found, Reply)
    assert json.loads(found.text) == {"claims": []}
    assert found.usage == Usage(100, 20, 1)


def test_openai_is_asked_with_the_schema_and_the_sampling(scripted: ScriptedProvider) -> None:
    scripted.tell("m")
    ask("openai", scripted.url)
    (asked,) = scripted.asked("m")
    body = asked["body"]
    assert asked["path"] == "/v1/chat/completions"
    assert asked["headers"]["authorization"] == f"Bearer {KEY}"
    assert body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": GIVEN},
    ]
    assert (body["max_tokens"], body["temperature"], body["seed"]) == (50, 0.5, 7)
    assert body["response_format"]["json_schema"] == {
        "name": "reply",
        "strict": True,
        "schema": SCHEMA,
    }


def test_anthropic_is_asked_with_a_tool_that_it_must_use(scripted: ScriptedProvider) -> None:
    scripted.tell("m")
    ask("anthropic", scripted.url)
    (asked,) = scripted.asked("m")
    body = asked["body"]
    assert asked["path"] == "/v1/messages"
    assert asked["headers"]["x-api-key"] == KEY
    assert asked["headers"]["anthropic-version"] == anthropic.VERSION
    assert (body["system"], body["max_tokens"]) == ("Be brief.", 50)
    assert body["tools"][0]["input_schema"] == SCHEMA
    assert body["tool_choice"] == {"type": "tool", "name": "reply"}


def test_what_was_not_set_is_not_sent(scripted: ScriptedProvider, kind: str) -> None:
    scripted.tell("m")
    plain = QUESTION._replace(temperature=None, seed=None, has_schema_replies=False)
    assert isinstance(ask(kind, scripted.url, plain, key=None), Reply)
    (asked,) = scripted.asked("m")
    absent = {"temperature", "seed", "tools", "tool_choice"}
    assert not absent & set(asked["body"])
    assert not {"authorization", "x-api-key"} & set(asked["headers"])


def test_openai_itself_is_told_the_limit_by_its_newer_name() -> None:
    assert OpenAICompatible(openai_compatible.URL, None)._limit == "max_completion_tokens"
    assert OpenAICompatible("http://127.0.0.1/v1", None)._limit == "max_tokens"


ACTS: dict[str, tuple[dict[str, Any], Kind]] = {
    "401": (status(401), Kind.DENIED),
    "403": (status(403), Kind.DENIED),
    "400": (status(400), Kind.REJECTED),
    "404": (status(404), Kind.REJECTED),
    "redirect": (status(302), Kind.REJECTED),
    "429": (status(429), Kind.RATE_LIMITED),
    "500": (status(500), Kind.FAILING),
    "503": (status(503), Kind.FAILING),
    "529": (status(529), Kind.FAILING),
    "drop": ({"drop": True}, Kind.UNREACHABLE),
    "no JSON": ({"raw": "<html>"}, Kind.MALFORMED),
    "a list": ({"raw": "[]"}, Kind.MALFORMED),
    "another object": ({"raw": '{"hello": 1}'}, Kind.MALFORMED),
    "no object inside": ({"raw": '{"choices": ["x"], "content": "x"}'}, Kind.MALFORMED),
    "empty": (reply(""), Kind.EMPTY),
    "blank": (reply("  \n", tool=False), Kind.EMPTY),
}


@pytest.mark.parametrize("case", ACTS)
def test_each_failure_has_its_name(scripted: ScriptedProvider, kind: str, case: str) -> None:
    act, expected = ACTS[case]
    scripted.tell("m", answer=act)
    found = failed(ask(kind, scripted.url))
    assert found.kind is expected
    assert found.is_ours == (expected in (Kind.DENIED, Kind.REJECTED))


@pytest.mark.parametrize(
    ("kind", "act", "expected"),
    [
        ("openai", reply("", refusal="I will not."), Kind.REFUSED),
        ("openai", reply("{}", finish="content_filter"), Kind.REFUSED),
        ("openai", reply('{"cla', finish="length"), Kind.TRUNCATED),
        ("openai", {"raw": '{"choices": [{"message": {"content": [1]}}]}'}, Kind.MALFORMED),
        ("anthropic", reply("", finish="refusal"), Kind.REFUSED),
        ("anthropic", reply('{"cla', finish="max_tokens"), Kind.TRUNCATED),
    ],
)
def test_refusals_and_cut_answers_are_told_apart(
    scripted: ScriptedProvider, kind: str, act: dict[str, Any], expected: Kind
) -> None:
    scripted.tell("m", answer=act)
    assert failed(ask(kind, scripted.url)).kind is expected


def test_what_a_failed_answer_has_used_is_counted(scripted: ScriptedProvider) -> None:
    scripted.tell("m", answer=reply('{"cla', finish="length"))
    assert failed(ask("openai", scripted.url)).usage == Usage(100, 20, 1)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7.0), ("0.5", 0.5), ("-3", 0.0), ("soon", None), ("nan", None), (None, None)],
)
def test_retry_after_is_read(
    scripted: ScriptedProvider, header: str | None, seconds: float | None
) -> None:
    scripted.tell("m", answer=status(429, header))
    assert failed(ask("openai", scripted.url)).retry_after == seconds


def test_retry_after_may_be_a_date(scripted: ScriptedProvider) -> None:
    scripted.tell("m", answer=status(429, "Wed, 01 Jan 2120 00:00:00 GMT"))
    found = failed(ask("openai", scripted.url)).retry_after
    assert found is not None
    assert found > 1_000_000


def test_a_provider_that_hangs_is_left(scripted: ScriptedProvider, kind: str) -> None:
    scripted.tell("m", answer={"wait": 30})
    assert failed(ask(kind, scripted.url, seconds=0.3)).kind is Kind.TIMEOUT


def test_a_closed_port_is_unreachable(kind: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    assert failed(ask(kind, url)).kind is Kind.UNREACHABLE


def test_an_endless_answer_is_cut_off(
    scripted: ScriptedProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "MOST_BYTES", 1000)
    scripted.tell("m", answer=reply("x" * 5000))
    assert failed(ask("openai", scripted.url)).kind is Kind.MALFORMED


@pytest.mark.parametrize("case", ["401", "400", "500", "no JSON"])
def test_neither_log_nor_failure_repeats_what_a_provider_says(
    scripted: ScriptedProvider, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    """Its errors quote the prompt and the key."""
    scripted.tell("m", answer=ACTS[case][0])
    found = failed(ask("openai", scripted.url))
    shown = "".join(capsys.readouterr()) + found.detail
    assert KEY not in shown
    assert GIVEN not in shown
    assert "because" not in shown


# Settings ---------------------------------------------------------------------------------------


def test_a_provider_is_opened_by_its_name(tmp_path: Path) -> None:
    settings = {
        "ours": ProviderSettings(url="http://127.0.0.1:1/v1"),
        "claude": ProviderSettings(kind="anthropic", url="http://127.0.0.1:1"),
    }
    assert isinstance(open_provider("ours", settings), OpenAICompatible)
    assert isinstance(open_provider("claude", settings), Anthropic)
    assert isinstance(open_provider("openai", {}), OpenAICompatible)
    assert isinstance(open_provider("anthropic", {}), Anthropic)


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("ours", ["RUNWRIGHT_PROVIDER_OURS_URL"]),
        # What is missing first is the extra; with it, the folder.
        ("local", ["RUNWRIGHT_PROVIDER_LOCAL_PATH", "runwright[local]"]),
    ],
)
def test_a_provider_that_is_not_set_up_says_what_is_missing(name: str, named: list[str]) -> None:
    with pytest.raises(SettingsError) as refused:
        open_provider(name, {})
    assert any(each in str(refused.value) for each in named)
    assert "\n" not in str(refused.value)


def test_a_key_is_not_shown_by_its_settings() -> None:
    given = ProviderSettings.model_validate({"url": "http://127.0.0.1:1", "key": KEY})
    assert KEY not in repr(given)
    assert KEY not in str(given)
