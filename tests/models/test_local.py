"""A model from a GGUF file: computed in a child by the real library, from tiny weights.

Their replies are known (`support.tiny_gguf`), so what is looked at is everything around them.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from runwright.models.conversation import (
    Message,
    ModelReply,
    ModelRequest,
    Picture,
    ToolCall,
    ToolSpec,
)
from runwright.models.providers.local import Local
from runwright.models.providers.openai_compatible import OpenAICompatible
from runwright.models.providers.openai_request import reply_schema
from runwright.models.providers.types import Failure, Kind
from runwright.models.providers.vendor import Endpoint
from support import tiny_gguf
from support.conversing import answered, failed
from support.llama import LlamaServer

pytestmark = pytest.mark.skipif(find_spec("xllamacpp") is None, reason="needs xllamacpp")

DAY = {
    "type": "object",
    "properties": {"day": {"$ref": "#/$defs/Day"}},
    "required": ["day"],
    "$defs": {"Day": {"enum": ["monday", "tuesday"], "title": "Day"}},
}
TOOLS = (
    ToolSpec("find_events", "Find events.", DAY),
    ToolSpec("calculate", "Work something out.", {"type": "object", "properties": {}}),
)


class Folder:
    """The weights of a test, and one provider for them on an event loop of its own."""

    def __init__(self, path: Path) -> None:
        self.ending = tiny_gguf.write(path)
        self.endless = tiny_gguf.write(path, "endless.gguf", ends=False)
        self.runner = asyncio.Runner()
        self.local = Local(path)

    def request(self, **changed: Any) -> ModelRequest:
        request = ModelRequest(
            model=tiny_gguf.NAME,
            system="Be brief.",
            messages=(Message("user", "What is on Monday?"),),
            tools=TOOLS,
            choice="any",
            max_tokens=400,
            temperature=0.0,
            seed=1,
            context_window=8192,
            weights=self.ending,
        )
        return request._replace(**changed)

    def ask(self, seconds: float = 100, **changed: Any) -> ModelReply | Failure:
        return self.runner.run(self.local.converse(self.request(**changed), seconds))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Folder]:
    opened = Folder(tmp_path_factory.mktemp("weights"))
    try:
        yield opened
    finally:
        opened.runner.run(opened.local.close())
        opened.runner.close()


def test_a_grammar_holds_a_reply_to_calls_of_the_tools(folder: Folder) -> None:
    reply = answered(folder.ask())
    assert reply.calls
    for call in reply.calls:
        schema = next(tool.schema for tool in TOOLS if tool.name == call.name)
        jsonschema.validate(json.loads(call.arguments), schema)
        assert call.id
    assert reply.usage.calls == 1
    assert reply.usage.input_tokens > 50
    assert reply.usage.output_tokens > 10
    assert not reply.usage.estimated


def test_results_of_tools_are_read(folder: Folder) -> None:
    earlier = (
        Message("user", "What is on Monday?"),
        Message("assistant", "", calls=(ToolCall("c1", "find_events", '{"day": "monday"}'),)),
        Message("tool", '{"events": []}', call_id="c1"),
    )
    longer = answered(folder.ask(messages=earlier)).usage.input_tokens
    assert longer > answered(folder.ask()).usage.input_tokens


def test_the_same_request_has_the_same_reply(folder: Folder) -> None:
    first, second = (answered(folder.ask(choice="auto")) for _ in range(2))
    assert [call[1:] for call in first.calls] == [call[1:] for call in second.calls]
    assert first.text == second.text


def test_a_reply_without_a_word_is_empty(folder: Folder) -> None:
    assert failed(folder.ask(tools=())).kind is Kind.EMPTY


def test_a_reply_that_does_not_end_is_cut_and_known_to_be(folder: Folder) -> None:
    endless: dict[str, Any] = {"model": "endless.gguf", "weights": folder.endless, "tools": ()}
    failure = failed(folder.ask(max_tokens=5, **endless))
    assert (failure.kind, failure.usage.output_tokens) == (Kind.TRUNCATED, 5)


def test_a_request_that_does_not_fit_is_too_long(folder: Folder) -> None:
    assert failed(folder.ask(system="x" * 9_000)).kind is Kind.TOO_LONG


def test_nothing_is_computed_for_somebody_who_has_gone(folder: Folder) -> None:
    """The child is ended, so that the next request does not wait behind a reply for nobody."""
    endless: dict[str, Any] = {"model": "endless.gguf", "weights": folder.endless, "tools": ()}
    failed(folder.ask(max_tokens=5, **endless))
    busy = folder.local.pid
    assert busy is not None
    failure = failed(folder.ask(seconds=0.5, max_tokens=8_000, **endless))
    assert failure.kind is Kind.TIMEOUT
    assert failure.usage.estimated
    assert folder.local.pid is None
    assert answered(folder.ask()).calls
    assert folder.local.pid not in (None, busy)


def test_a_caller_that_is_cancelled_ends_the_child(folder: Folder) -> None:
    endless: dict[str, Any] = {"model": "endless.gguf", "weights": folder.endless, "tools": ()}

    failed(folder.ask(max_tokens=5, **endless))

    async def leave() -> None:
        request = folder.request(max_tokens=8_000, **endless)
        asking = asyncio.create_task(folder.local.converse(request, 100))
        await asyncio.sleep(0.2)
        assert folder.local.pid is not None
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert asking.cancelled()

    folder.runner.run(leave())
    assert folder.local.pid is None


@pytest.mark.parametrize("changed", [{"weights": "0" * 64}, {"model": "absent.gguf"}])
def test_other_weights_than_the_manifests_are_refused(
    folder: Folder, changed: dict[str, Any]
) -> None:
    assert failed(folder.ask(**changed)).kind is Kind.REJECTED


def test_pictures_are_refused_and_not_left_out(folder: Folder) -> None:
    shown = (Message("user", "What is it?", pictures=(Picture("image/png", b"x"),)),)
    assert failed(folder.ask(messages=shown)).kind is Kind.REJECTED


# llama.cpp over HTTP ----------------------------------------------------------------------------


def test_llama_cpp_is_understood_over_http(tmp_path: Path, way: str) -> None:
    """Its real words for a request that does not fit, its real reply and its real stream."""
    tiny_gguf.write(tmp_path, ends=False)
    plain = ModelRequest("m", "Be brief.", (Message("user", "?"),), max_tokens=7)

    async def both(url: str) -> list[ModelReply | Failure]:
        asked = OpenAICompatible(Endpoint(f"{url}/v1", {}))
        on_text = (lambda _: None) if way == "streamed" else None
        requests = (plain, plain._replace(system="x" * 9_000))
        outcomes = [await asked.converse(request, 60, on_text) for request in requests]
        await asked.close()
        return outcomes

    with LlamaServer(tmp_path / tiny_gguf.NAME) as server:
        cut, long = map(failed, asyncio.run(both(server.url)))
    assert (cut.kind, long.kind) == (Kind.TRUNCATED, Kind.TOO_LONG)
    assert cut.usage.output_tokens == 7
    assert not cut.usage.estimated


# The schema of a reply --------------------------------------------------------------------------


def fits(value: Any, request: ModelRequest) -> bool:
    return jsonschema.Draft202012Validator(reply_schema(request)).is_valid(value)


def test_a_reply_is_calls_or_a_text(folder: Folder) -> None:
    call = {"name": "find_events", "arguments": {"day": "monday"}}
    either, must = folder.request(choice="auto"), folder.request()
    assert fits({"calls": [call]}, either)
    assert fits({"calls": [call]}, must)
    assert fits({"text": "Nothing."}, either)
    assert not fits({"text": "Nothing."}, must)
    assert not fits({"calls": []}, must)
    assert not fits({"calls": [call] * 17}, must)
    assert not fits({"calls": [{**call, "name": "send_email"}]}, must)
    assert not fits({"calls": [{**call, "arguments": {"day": "x"}}]}, must)
    assert not fits({"calls": [{**call, "arguments": {"day": "monday", "more": 1}}]}, must)


def test_references_are_put_in_their_place_and_circles_end(folder: Folder) -> None:
    tree = {
        "type": "object",
        "properties": {"pattern": {"type": "string"}, "top": {"$ref": "#/$defs/Node"}},
        "$defs": {
            "Node": {
                "type": "object",
                "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
            }
        },
    }
    request = folder.request(tools=(ToolSpec("grow", "Grow.", tree),))
    assert "$" not in json.dumps(reply_schema(request))
    nested = {"pattern": "x", "top": {"children": [{"children": []}]}}
    assert fits({"calls": [{"name": "grow", "arguments": nested}]}, request)
    assert not fits({"calls": [{"name": "grow", "arguments": {"top": {"x": 1}}}]}, request)
