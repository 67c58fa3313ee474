"""What language models use is kept with each run and held to its budgets, through kills, too."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from support.client import Api, error_of
from support.language import rows, settings, write_models
from support.provider import ScriptedProvider, call, reply, status
from support.server import Server

PROMPT = "What is six times seven?"
WORK = call("calculate", {"expression": "6 * 7"}, "w1")
MORE = call("calculate", {"expression": "r1 + 1"}, "w2")
FIRST = {"calls": [call("plan", {"steps": ["work it out"]}, "p1"), WORK]}
SECOND = {"calls": [MORE]}
LAST = {
    "calls": [call("answer", {"parts": [{"type": "derived", "text": "It is {r1.value}."}]}, "a1")]
}


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
    more = {
        "RUNWRIGHT_FALLBACK": "true",
        "RUNWRIGHT_MODEL_SECONDS": "20",
        "RUNWRIGHT_ANSWER_SECONDS": "6",
    }
    return new_server(settings=settings(provider, models, **more)).start()


@pytest.fixture
def api(server: Server) -> Iterator[Api]:
    with server.project() as client:
        yield client


def create(api: Api, model: str = "words") -> Any:
    return api.post("/v1/runs", {"model": model, "prompt": PROMPT})


def ended(api: Api, model: str = "words") -> dict[str, Any]:
    made = create(api, model)
    assert made.status_code == 201, made.text
    return api.finished(made.json()["id"])


def usage(server: Server, run: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    names = ("model", "input_tokens", "output_tokens", "calls", "cost")
    found = [row for row in rows(server, "run_usage") if row["run_id"] == run["id"]]
    return [tuple(row[name] for name in names) for row in found]


def test_every_reply_is_on_the_account_of_the_run(
    server: Server, api: Api, provider: ScriptedProvider
) -> None:
    provider.tell("words", FIRST, LAST)
    run = ended(api)
    # Twice 100 tokens in at 0.15 and 20 out at 0.60 for a million.
    assert usage(server, run) == [("words-2027-01", 200, 40, 2, "0.000054")]
    shown = api.get(f"/v1/runs/{run['id']}", params={"expand": "usage"}).json()["usage"]
    assert (shown["input_tokens"], shown["output_tokens"]) == (200, 40)


def test_replies_that_were_of_no_use_are_counted(
    server: Server, api: Api, provider: ScriptedProvider
) -> None:
    provider.tell("words", FIRST, reply("", tool=False), LAST)
    run = ended(api)
    assert run["result"]["summary"] == "It is 42."
    (found,) = usage(server, run)
    assert found[3] == 3


def test_a_failed_run_has_its_account_too(
    server: Server, api: Api, provider: ScriptedProvider
) -> None:
    provider.tell("words", FIRST, status(500))
    run = ended(api, "words-2027-01")
    assert run["status"] == "failed"
    (found,) = usage(server, run)
    assert found[:3] == ("words-2027-01", 100, 20)


def test_the_account_outlives_the_run(server: Server, api: Api, provider: ScriptedProvider) -> None:
    provider.tell("words", FIRST, LAST)
    run = ended(api)
    before = usage(server, run)
    assert api.delete(f"/v1/runs/{run['id']}").status_code == 200
    assert usage(server, run) == before


def test_an_embedded_run_has_no_account(server: Server, api: Api) -> None:
    assert usage(server, ended(api, "y0-deep")) == []


def test_what_an_erased_run_was_told_is_nowhere(
    server: Server, api: Api, provider: ScriptedProvider
) -> None:
    secret = "the marmot sleeps under the third stone"
    text = {"calls": [call("answer", {"parts": [{"type": "text", "text": secret}]}, "a1")]}
    provider.tell("words", FIRST, text)
    run = ended(api)
    assert secret in run["result"]["summary"]
    assert api.delete(f"/v1/runs/{run['id']}").status_code == 200
    for table in ("runs", "trace_entries", "run_words", "idempotency"):
        assert "marmot" not in str(rows(server, table))


# Budgets ----------------------------------------------------------------------------------------


def budgeted(api: Api, amount: str) -> Api:
    return api.key("runs:write", "runs:read", budget={"amount": amount, "period": "day"})


def test_half_a_unit_a_day_runs_on_a_model_with_a_large_window(
    api: Api, provider: ScriptedProvider
) -> None:
    """128,000 tokens at 2.50 and 10.00 a million: only what a turn can cost is set aside."""
    with budgeted(api, "0.50") as key:
        for _ in range(3):
            provider.tell("large", FIRST, LAST)
            assert ended(key, "large-2027-01")["result"]["summary"] == "It is 42."


def test_a_budget_without_room_for_a_turn_refuses_before_the_model_is_asked(
    api: Api, provider: ScriptedProvider
) -> None:
    provider.tell("large", FIRST, LAST)
    with budgeted(api, "0.001") as key:
        error_of(create(key, "large-2027-01"), 429, "rate_limited")
    assert not provider.asked("large")


def test_a_budget_that_is_used_up_on_the_way_ends_with_what_was_found(
    api: Api, provider: ScriptedProvider
) -> None:
    spent = {"prompt_tokens": 100_000, "completion_tokens": 20}
    provider.tell("large", {**FIRST, "usage": spent}, LAST)
    with budgeted(api, "0.20") as key:
        run = ended(key, "large-2027-01")
        assert run["status"] == "completed"
        assert run["result"]["summary"].startswith("The budget has no room for another reply")
        assert "42" in run["result"]["summary"]
        assert len(provider.asked("large")) == 1
        error_of(create(key, "large-2027-01"), 429, "rate_limited")


def test_what_was_paid_for_nothing_counts_against_the_budget(
    api: Api, provider: ScriptedProvider
) -> None:
    spent = {"prompt_tokens": 70_000, "completion_tokens": 20}
    long = {"calls": [call("plan", {"steps": [str(n) for n in range(9)]}, "p1")], "usage": spent}
    with budgeted(api, "0.20") as key:
        provider.tell("large", long)
        error_of(create(key, "large-2027-01"), 422, "step_limit")
        provider.tell("large", FIRST, LAST)
        error_of(create(key, "large-2027-01"), 429, "rate_limited")


def test_where_an_answer_is_waited_for_it_comes_with_what_was_found_in_time(
    api: Api, provider: ScriptedProvider
) -> None:
    provider.tell("quick", FIRST, {"wait": 30})
    run = create(api, "y0-fast-2027-01").json()
    assert run["status"] == "completed"
    assert run["result"]["summary"].startswith("There was no time left to ask")
    assert "42" in run["result"]["summary"]


# Kills ------------------------------------------------------------------------------------------


def wait_until_asked(provider: ScriptedProvider, times: int) -> None:
    deadline = time.monotonic() + 60
    while len(provider.asked("words")) < times:
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("turn", [2, 3])
def test_a_reply_that_was_stored_is_never_paid_again(
    server: Server, provider: ScriptedProvider, turn: int
) -> None:
    """Killed while the model writes its second or third reply: only that one is asked again."""
    acts: list[dict[str, Any]] = [FIRST, SECOND, LAST]
    acts.insert(turn - 1, {"wait": 30})
    provider.tell("words", *acts)
    with server.project() as api:
        secret, run_id = api.secret, create(api).json()["id"]
        wait_until_asked(provider, turn)
    server.kill()
    server.start()
    with server.api(secret) as api:
        run = api.finished(run_id)
    assert run["result"]["summary"] == "It is 42."
    assert [entry["type"] for entry in run["trace"]] == [
        *("plan", "model", "step", "model", "step", "model", "result")
    ]
    assert len(provider.asked("words")) == 4
    assert usage(server, run)[0][3] == 3


@pytest.mark.usefixtures("server")
def test_cancelling_stops_the_wait_for_a_reply(api: Api, provider: ScriptedProvider) -> None:
    provider.tell("words", FIRST, {"wait": 10})
    run_id = create(api).json()["id"]
    wait_until_asked(provider, 2)
    assert api.post(f"/v1/runs/{run_id}/cancel").json()["status"] == "cancelled"
    assert "result" not in api.get(f"/v1/runs/{run_id}").json()
