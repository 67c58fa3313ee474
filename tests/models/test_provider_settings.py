"""Providers as they are set up: by name, on Azure, by a proxy, with either name of the limit."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from runwright.config import ProviderSettings, SettingsError
from runwright.models.providers import open_provider, openai_compatible
from runwright.models.providers.anthropic import Anthropic
from runwright.models.providers.openai_compatible import OpenAICompatible
from runwright.models.providers.types import Kind
from runwright.models.providers.vendor import Endpoint
from support.conversing import REQUEST, Conversing, answered, failed, once, provider
from support.provider import KEY, ScriptedProvider, reply, status


def sent(scripted: ScriptedProvider) -> dict[str, Any]:
    (asked,) = scripted.asked("m")
    return dict(asked)


# The limit of tokens ----------------------------------------------------------------------------

UNSUPPORTED = {
    "message": "Unsupported parameter: 'max_tokens' is not supported with this model. "
    "Use 'max_completion_tokens' instead.",
    "param": "max_tokens",
    "code": "unsupported_parameter",
}


UNKNOWN = {"detail": [{"loc": ["body", "max_tokens"], "msg": "Extra inputs are not permitted"}]}


@pytest.mark.parametrize("refusal", [status(400, error=UNSUPPORTED), status(422, error=UNKNOWN)])
def test_a_limit_that_is_not_known_is_given_by_its_other_name(
    scripted: ScriptedProvider, refusal: dict[str, Any]
) -> None:
    asked = provider("openai", scripted.url)

    async def twice() -> None:
        scripted.tell("m", refusal, reply("Nothing."))
        assert answered(await asked.converse(REQUEST, 30)).text == "Nothing."
        assert answered(await asked.converse(REQUEST, 30)).text == "Nothing."
        await asked.close()

    asyncio.run(twice())
    named = [
        set(each["body"]) & {"max_tokens", "max_completion_tokens"} for each in scripted.asked("m")
    ]
    assert named == [{"max_tokens"}, {"max_completion_tokens"}, {"max_completion_tokens"}]


def test_a_limit_is_renamed_once(scripted: ScriptedProvider, conversing: Conversing) -> None:
    both = {"message": "max_tokens and max_completion_tokens are not supported"}
    scripted.tell("m", status(400, error=both))
    for _ in range(2):
        assert failed(conversing.ask("openai")).kind is Kind.REJECTED
    named = ["max_tokens" in asked["body"] for asked in scripted.asked("m")]
    assert named == [True, False, True, False]


def test_openai_itself_is_given_the_limit_by_its_newer_name() -> None:
    newer = OpenAICompatible(Endpoint(openai_compatible.URL, {}))
    other = OpenAICompatible(Endpoint("http://127.0.0.1/v1", {}))
    assert (newer.usual_limit, other.usual_limit) == ("max_completion_tokens", "max_tokens")


# Azure ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("", "/openai/deployments/m/chat/completions"),
        ("/openai/deployments/other", "/openai/deployments/other/chat/completions"),
        ("/openai/v1", "/openai/v1/chat/completions"),
    ],
)
def test_azure_is_asked_by_its_header_its_query_and_its_path(
    scripted: ScriptedProvider, url: str, path: str
) -> None:
    scripted.tell("m", reply("Nothing."))
    given = ProviderSettings.model_validate(
        {"url": scripted.url + url, "key": KEY, "api_version": "2025-04-01-preview"}
    )
    answered(once(open_provider("azure", {"azure": given})))
    asked = sent(scripted)
    assert asked["path"] == f"{path}?api-version=2025-04-01-preview"
    assert asked["headers"]["api-key"] == KEY
    assert "authorization" not in asked["headers"]
    assert asked["body"]["max_completion_tokens"] == 50


# Settings ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("tmp_path")
def test_a_provider_is_opened_by_its_name() -> None:
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


def test_neither_key_nor_proxy_is_shown_by_its_settings() -> None:
    proxy = "http://user:hunter2@127.0.0.1:1"
    given = ProviderSettings.model_validate({"url": "http://a", "key": KEY, "proxy": proxy})
    for shown in (repr(given), str(given)):
        assert KEY not in shown
        assert "hunter2" not in shown


def test_a_proxy_is_asked_for_the_address(scripted: ScriptedProvider) -> None:
    scripted.tell("m", reply("Nothing."))
    given = ProviderSettings.model_validate(
        {"url": "http://models.example/v1", "proxy": scripted.url}
    )
    answered(once(open_provider("far", {"far": given})))
    asked = sent(scripted)
    assert asked["path"] == "http://models.example/v1/chat/completions"
    assert asked["headers"]["host"] == "models.example"
