"""Asking real providers, which talk to a scripted server, one request after the other."""

from __future__ import annotations

import asyncio
from typing import Self

from runwright.models.conversation import Message, ModelReply, ModelRequest, ToolSpec
from runwright.models.providers.anthropic import Anthropic
from runwright.models.providers.openai_compatible import OpenAICompatible
from runwright.models.providers.types import Failure, Provider
from runwright.models.providers.vendor import Endpoint
from support.provider import KEY

SCHEMA = {
    "type": "object",
    "properties": {"day": {"type": "string"}},
    "required": ["day"],
}
FIND = ToolSpec("find_events", "Find events.", SCHEMA)
PROMPT = "What is on Monday?"
REQUEST = ModelRequest(
    model="m",
    system="Be brief.",
    messages=(Message("user", PROMPT),),
    tools=(FIND,),
    max_tokens=50,
)
PLAIN = REQUEST._replace(tools=())
KINDS = ("openai", "anthropic")
WAYS = ("whole", "streamed")


def provider(kind: str, url: str, key: str | None = KEY) -> Provider:
    """A provider of that kind at the address of a scripted one."""
    if kind == "anthropic":
        return Anthropic(Endpoint(url, {"x-api-key": key} if key else {}))
    headers = {"authorization": f"Bearer {key}"} if key else {}
    return OpenAICompatible(Endpoint(f"{url}/v1", headers))


def once(asked: Provider, request: ModelRequest = REQUEST) -> ModelReply | Failure:
    """The outcome of one attempt by a provider that is closed afterwards."""

    async def converse() -> ModelReply | Failure:
        try:
            return await asked.converse(request, 30)
        finally:
            await asked.close()

    return asyncio.run(converse())


class Conversing:
    """The providers of both kinds, opened once, on an event loop of their own."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._runner = asyncio.Runner()
        self._providers = {kind: provider(kind, url) for kind in KINDS}

    def __enter__(self) -> Self:
        self._runner.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        for each in self._providers.values():
            self._runner.run(each.close())
        self._runner.close()

    def ask(
        self,
        kind: str,
        request: ModelRequest = REQUEST,
        *,
        way: str = "whole",
        seconds: float = 30,
    ) -> ModelReply | Failure:
        """The outcome of one attempt."""
        outcome, _ = self.heard(kind, request, seconds=seconds, way=way)
        return outcome

    def heard(
        self,
        kind: str,
        request: ModelRequest = REQUEST,
        *,
        way: str = "streamed",
        seconds: float = 30,
    ) -> tuple[ModelReply | Failure, list[str]]:
        """The outcome of one attempt, and the pieces of text that were handed on."""
        pieces: list[str] = []
        on_text = pieces.append if way == "streamed" else None
        asked = self._providers[kind].converse(request, seconds, on_text)
        return self._runner.run(asked), pieces


def answered(outcome: ModelReply | Failure) -> ModelReply:
    """The reply, which must be one."""
    assert isinstance(outcome, ModelReply), outcome
    return outcome


def failed(outcome: ModelReply | Failure) -> Failure:
    """The failure, which must be one."""
    assert isinstance(outcome, Failure), outcome
    return outcome
