"""Chat completions, as OpenAI, vLLM, Ollama, llama.cpp and many others speak them."""

from __future__ import annotations

from typing import Any

from runwright.models.providers.types import Failure, Kind, Question, Reply, Usage
from runwright.models.providers.wire import Wire

URL = "https://api.openai.com/v1"


class OpenAICompatible:
    """An endpoint that has `/chat/completions`."""

    def __init__(self, url: str, key: str | None) -> None:
        self._wire = Wire(url, {"authorization": f"Bearer {key}"} if key else {})
        # OpenAI's own newer models know only the long name, most others only the short one.
        self._limit = "max_completion_tokens" if url == URL else "max_tokens"

    async def complete(self, question: Question, seconds: float) -> Reply | Failure:
        """One attempt."""
        body = request(question, self._limit)
        found = await self._wire.post("/chat/completions", body, seconds)
        return found if isinstance(found, Failure) else read(found)

    async def close(self) -> None:
        """Close every connection."""
        await self._wire.close()


def request(question: Question, limit: str = "max_tokens") -> dict[str, Any]:
    """The body of the request."""
    body: dict[str, Any] = {
        "model": question.model,
        "messages": [
            {"role": "system", "content": question.system},
            *({"role": turn.role, "content": turn.text} for turn in question.turns),
        ],
        limit: question.max_tokens,
        "response_format": {"type": "json_object"},
    }
    if question.has_schema_replies:
        named = {"name": "reply", "strict": True, "schema": question.schema}
        body["response_format"] = {"type": "json_schema", "json_schema": named}
    if question.temperature is not None:
        body["temperature"] = question.temperature
    if question.seed is not None:
        body["seed"] = question.seed
    return body


def read(found: dict[str, Any]) -> Reply | Failure:
    """The reply in a chat completion; it is not believed to have any particular shape."""
    usage = _usage(found.get("usage"))
    choices = found.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        return Failure(Kind.MALFORMED, "it sent no completion", usage=usage)
    if message.get("refusal") or choice.get("finish_reason") == "content_filter":
        return Failure(Kind.REFUSED, "it refused to answer", usage=usage)
    if choice.get("finish_reason") == "length":
        return Failure(Kind.TRUNCATED, "its answer ran into the limit of tokens", usage=usage)
    text = message.get("content")
    if text is not None and not isinstance(text, str):
        return Failure(Kind.MALFORMED, "it sent no completion", usage=usage)
    if not text or not text.strip():
        return Failure(Kind.EMPTY, "it sent an empty answer", usage=usage)
    return Reply(text, usage)


def _usage(found: Any) -> Usage:
    counts = found if isinstance(found, dict) else {}
    return Usage(tokens(counts.get("prompt_tokens")), tokens(counts.get("completion_tokens")), 1)


def tokens(count: Any) -> int:
    """A count that a provider named, if it is one."""
    return count if type(count) is int and 0 <= count < 2**31 else 0
