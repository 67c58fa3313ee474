"""What language models use is kept with each run; a killed server repeats at most one call."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from runwright.models.catalog import load
from support.client import Api
from support.language import rows, settings, write_models
from support.provider import ScriptedProvider, reply, status
from support.server import Server

SUM = reply({"steps": [{"action": "calculate", "request": "6 * 7"}]})


@pytest.fixture(scope="module")
def provider() -> Iterator[ScriptedProvider]:
    with ScriptedProvider() as scripted:
        yield scripted


@pytest.fixture(scope="module")
def server(
    new_server: Callable[..., Server],
    provider: ScriptedProvider,
    tmp_path_factory: pytest.TempPathFactory,
) -> Server:
    models: Path = write_models(tmp_path_factory.mktemp("models"))
    more = {"RUNWRIGHT_FALLBACK": "true", "RUNWRIGHT_MODEL_SECONDS": "20"}
    return new_server(settings=settings(provider, models, **more)).start()


@pytest.fixture
def api(server: Server) -> Iterator[Api]:
    with server.project() as client:
        yield client


def ended(api: Api, model: str = "words") -> dict[str, Any]:
    made = api.post("/v1/runs", {"model": model, "prompt": "What is six times seven?"})
    assert made.status_code == 201, made.text
    return api.finished(made.json()["id"])


def usage(server: Server, run: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    names = ("model", "input_tokens", "output_tokens", "calls", "cost")
    found = [row for row in rows(server, "run_usage") if row["run_id"] == run["id"]]
    return [tuple(row[name] for name in names) for row in found]


def test_plan_and_words_are_on_the_account_of_the_run(
    server: Server, api: Api, provider: ScriptedProvider
) -> None:
    provider.tell("words", plan=SUM)
    run = ended(api)
    # Twice 100 tokens in at 0.15 and 20 out at 0.60 for a million.
    assert usage(server, run) == [("words-2027-01", 200, 40, 2, "0.000054")]


def test_replies_that_were_of_no_use_are_counted(
    server: Server, api: Api, provider: ScriptedProvider
) -> None:
    provider.tell("words", plan=[reply("no"), SUM], answer=reply("no"))
    run = ended(api)
    assert run["status"] == "completed"
    (found,) = usage(server, run)
    assert found[:4] == ("words-2027-01", 400, 80, 4)


def test_a_failed_run_has_its_account_too(
    server: Server, api: Api, provider: ScriptedProvider
) -> None:
    provider.tell("words", plan=SUM, answer=reply("no"))
    run = ended(api, "words-2027-01")
    assert run["status"] == "failed"
    (found,) = usage(server, run)
    assert found[3] == 3


def test_the_account_outlives_the_run(server: Server, api: Api, provider: ScriptedProvider) -> None:
    provider.tell("words", plan=SUM)
    run = ended(api)
    before = usage(server, run)
    assert api.delete(f"/v1/runs/{run['id']}").status_code == 200
    assert usage(server, run) == before


def test_an_embedded_run_has_no_account(server: Server, api: Api) -> None:
    assert usage(server, ended(api, "y0-deep")) == []


def test_who_really_ran_is_kept(server: Server, api: Api, provider: ScriptedProvider) -> None:
    """A plan by the stand-in makes a run of the stand-in; words by it leave the plan's maker."""
    shipped = load().aliases["y0-deep"]

    def kept(run: Mapping[str, Any]) -> tuple[Any, Any]:
        (row,) = [row for row in rows(server, "runs") if row["id"] == run["id"]]
        return row["snapshot"], row["ran_on"]

    provider.tell("words", plan=SUM)
    assert kept(ended(api)) == ("words-2027-01", None)
    provider.tell("words", plan=SUM, answer=status(500))
    assert kept(ended(api)) == ("words-2027-01", shipped)
    provider.tell("words", plan=status(500))
    assert kept(ended(api)) == (shipped, None)


def wait_until_asked(provider: ScriptedProvider, about: str) -> None:
    deadline = time.monotonic() + 30
    while not provider.asked("words", about):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_server_killed_while_a_model_words_repeats_that_call_alone(
    server: Server, provider: ScriptedProvider
) -> None:
    provider.tell("words", plan=SUM, answer=[{"wait": 15}, {}])
    with server.project() as api:
        made = api.post("/v1/runs", {"model": "words", "prompt": "What is six times seven?"})
        secret, run_id = api.secret, made.json()["id"]
        wait_until_asked(provider, "answer")
    server.kill()
    server.start()
    with server.api(secret) as api:
        run = api.finished(run_id)
    assert run["status"] == "completed"
    assert [entry["type"] for entry in run["trace"]] == ["plan", "step", "result"]
    assert len(provider.asked("words", "plan")) == 1
    assert len(provider.asked("words", "answer")) == 2


def test_cancelling_stops_the_wait_for_words(
    server: Server, api: Api, provider: ScriptedProvider
) -> None:
    provider.tell("words", plan=SUM, answer={"wait": 10})
    made = api.post("/v1/runs", {"model": "words", "prompt": "What is six times seven?"})
    wait_until_asked(provider, "answer")
    run_id = made.json()["id"]
    assert api.post(f"/v1/runs/{run_id}/cancel").json()["status"] == "cancelled"
    assert api.get(f"/v1/runs/{run_id}").json()["status"] == "cancelled"
    assert "result" not in api.get(f"/v1/runs/{run_id}").json()
