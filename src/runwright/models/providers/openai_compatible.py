"""Chat completions, as OpenAI, Azure, vLLM, Ollama, llama.cpp and many others speak them."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import quote, urlsplit

from runwright.models.conversation import ModelReply, ModelRequest
from runwright.models.providers import failures
from runwright.models.providers.failures import Refusal
from runwright.models.providers.openai_reply import Pieces, read, written_in
from runwright.models.providers.openai_request import MAX_COMPLETION_TOKENS, MAX_TOKENS, body
from runwright.models.providers.streaming import TextStream
from runwright.models.providers.thoughts import opens_unseen
from runwright.models.providers.types import Failure, OnCall, OnText, unheard
from runwright.models.providers.usage import at_most
from runwright.models.providers.vendor import Endpoint, OnEvent, Streamed, Vendor

URL = "https://api.openai.com/v1"
_COMPLETIONS = "/chat/completions"
_OTHER = {MAX_TOKENS: MAX_COMPLETION_TOKENS, MAX_COMPLETION_TOKENS: MAX_TOKENS}


class OpenAICompatible:
    """An endpoint that has `/chat/completions`."""

    def __init__(self, endpoint: Endpoint, *, is_azure: bool = False) -> None:
        self._vendor = Vendor("openai", endpoint)
        self._is_openai = endpoint.url == URL or is_azure
        self.usual_limit = MAX_COMPLETION_TOKENS if self._is_openai else MAX_TOKENS
        """OpenAI's and Azure's newer models know only the long name, most servers the short."""
        # Under `/openai/…` an operator has named Azure's path in full.
        names_path = "/openai" in urlsplit(endpoint.url).path
        self._names_deployment = is_azure and not names_path
        self._limits: dict[str, str] = {}
        """By model: the name of the limit of tokens that it took."""
        self._certain: set[str] = set()
        """Models that are known to write the opening tag of a thought, if they think aloud."""

    async def open(self) -> None:
        """Load the vendor's package."""
        await self._vendor.open()

    async def close(self) -> None:
        """Close every connection."""
        await self._vendor.close()

    async def converse(
        self,
        request: ModelRequest,
        seconds: float,
        on_text: OnText | None = None,
        on_call: OnCall | None = None,
    ) -> ModelReply | Failure:
        """One attempt."""
        if on_text is None and on_call is None:
            value = await self._ask(request, seconds)
            return value if isinstance(value, Failure) else self._read(value, request)
        is_certain = self._is_openai or request.model in self._certain
        stream = TextStream(request, on_text or unheard, is_certain=is_certain)
        reply = await self._stream(request, seconds, Pieces(stream.add, on_call or unheard))
        stream.finish(reply)
        return reply

    async def _stream(
        self, request: ModelRequest, seconds: float, pieces: Pieces
    ) -> ModelReply | Failure:
        value = await self._ask(request, seconds, pieces.add)
        if isinstance(value, Failure):
            return value
        if isinstance(value, Streamed):
            if not pieces.is_whole:
                return failures.broken(at_most(request))
            value = pieces.whole()
        return self._read(value, request)

    async def _ask(
        self, request: ModelRequest, seconds: float, on_event: OnEvent | None = None
    ) -> Any:
        """The completion, after one more try if the name of the limit is refused."""
        limit = self._limits.get(request.model, self.usual_limit)
        clock = asyncio.get_running_loop().time
        deadline = clock() + seconds
        value = await self._post(request, limit, seconds, on_event)
        if isinstance(value, Refusal) and value.rejects(limit):
            limit = _OTHER[limit]
            value = await self._post(request, limit, deadline - clock(), on_event)
            if not isinstance(value, Refusal):
                self._limits[request.model] = limit
        return failures.failure_of(value) if isinstance(value, Refusal) else value

    async def _post(
        self, request: ModelRequest, limit: str, seconds: float, on_event: OnEvent | None
    ) -> Any:
        asked = body(request, limit)
        if on_event is not None:
            asked["stream_options"] = {"include_usage": True}
        path = _COMPLETIONS
        if self._names_deployment:
            path = f"/openai/deployments/{quote(request.model, safe='')}{_COMPLETIONS}"
        return await self._vendor.ask(
            path, asked, seconds=seconds, charge=at_most(request), on_event=on_event
        )

    def _read(self, value: dict[str, Any], request: ModelRequest) -> ModelReply | Failure:
        self._learn(request.model, written_in(value))
        return read(value, request)

    def _learn(self, model: str, text: str) -> None:
        if opens_unseen(text):
            self._certain.discard(model)
        elif text.strip():
            self._certain.add(model)
