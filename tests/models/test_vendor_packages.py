"""The vendors' packages: imported late and in a thread, deaf to the environment, silent, and
connected to nobody but the provider that was set up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from support.conversing import KINDS, PROMPT
from support.provider import KEY, ScriptedProvider, reply

ELSEWHERE = "http://127.0.0.1:9"
HOSTILE = {
    **{f"{name}_BASE_URL": ELSEWHERE for name in ("OPENAI", "ANTHROPIC")},
    **{f"{name}_API_KEY": "sk-ambient" for name in ("OPENAI", "ANTHROPIC")},
    **{f"{name}_LOG": "debug" for name in ("OPENAI", "ANTHROPIC")},
    **{f"{name}_CUSTOM_HEADERS": "x-ambient: 1" for name in ("OPENAI", "ANTHROPIC")},
    "ANTHROPIC_AUTH_TOKEN": "sk-ambient",
    "ANTHROPIC_PROFILE": "ambient",
    "OPENAI_ORG_ID": "ambient",
    "OPENAI_PROJECT_ID": "ambient",
    "OPENAI_ADMIN_KEY": "sk-ambient",
    "OTEL_EXPORTER_OTLP_ENDPOINT": ELSEWHERE,
    **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy"), ELSEWHERE),
}
PROGRAM = """
import asyncio, json, sys, threading
main, connected, resolved, imported = threading.get_ident(), [], [], {}
def watch(event, arguments):
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        connected.append(arguments[1][:2])
    if event == "socket.getaddrinfo":
        resolved.append(arguments[0])
    if event == "import" and arguments[0] in ("openai", "anthropic"):
        imported.setdefault(arguments[0], threading.get_ident() == main)
sys.addaudithook(watch)
from support.conversing import REQUEST, provider
before = sorted({"openai", "anthropic", "httpx2"} & set(sys.modules))
async def ask():
    opened = provider(sys.argv[1], sys.argv[2])
    unasked = sorted({"openai", "anthropic", "httpx2"} & set(sys.modules))
    outcome = await opened.converse(REQUEST, 60)
    streamed = await opened.converse(REQUEST, 60, lambda text: None)
    await opened.close()
    return unasked, outcome.text, streamed.text
unasked, text, streamed = asyncio.run(ask())
print(json.dumps({"before": before, "unasked": unasked, "texts": [text, streamed],
    "connected": connected, "resolved": [str(each) for each in resolved], "imported": imported}))
"""


@pytest.fixture(scope="module", params=KINDS)
def seen(request: pytest.FixtureRequest, scripted: ScriptedProvider) -> dict[str, Any]:
    """What a process with a hostile environment did, which asked a provider twice."""
    scripted.tell("m", reply("Nothing.", tool=False))
    paths = os.pathsep.join([os.path.dirname(os.path.dirname(__file__)), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, request.param, scripted.url],
        env={**os.environ, **HOSTILE, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    asked = scripted.asked("m")
    return {**json.loads(done.stdout), "kind": request.param, "log": done.stderr, "asked": asked}


def test_a_package_is_imported_when_it_is_first_used_and_in_a_thread(seen: dict[str, Any]) -> None:
    assert seen["before"] == seen["unasked"] == []
    assert seen["imported"] == {seen["kind"]: False}


def test_nobody_is_reached_but_the_provider(
    seen: dict[str, Any], scripted: ScriptedProvider
) -> None:
    port = int(scripted.url.rpartition(":")[2])
    assert seen["texts"] == ["Nothing.", "Nothing."]
    assert {tuple(each) for each in seen["connected"]} == {("127.0.0.1", port)}
    assert set(seen["resolved"]) <= {"127.0.0.1"}


def test_a_request_never_meets_a_connection_that_the_server_is_closing(
    seen: dict[str, Any],
) -> None:
    """Each of the two has a connection of its own."""
    assert len(seen["connected"]) == len(seen["asked"]) == 2


def test_nothing_of_the_environment_is_sent(seen: dict[str, Any]) -> None:
    for asked in seen["asked"]:
        assert "ambient" not in json.dumps(asked["headers"])
        assert KEY in json.dumps(asked["headers"])


def test_the_packages_log_nothing(seen: dict[str, Any]) -> None:
    for secret in (PROMPT, KEY, "Nothing."):
        assert secret not in seen["log"]
