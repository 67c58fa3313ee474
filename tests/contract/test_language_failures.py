"""What becomes of runs on a language model that fails, and who stands in for it."""

from __future__ import annotations

from typing import Any

import pytest

from contract.language_runs import PLAN, TRUE, WORK, answers, create, ended, kinds, ran_on, says
from runwright.models.catalog import load
from support.client import Api, error_of
from support.provider import KEY, ScriptedProvider, reply, status

SHIPPED = load().aliases


# What can go wrong ------------------------------------------------------------------------------

PASSING: dict[str, Any] = {
    "5xx": status(500),
    "overloaded": status(529),
    "short rate limit": status(429, "0"),
    "broken connection": {"drop": True},
    "no JSON": {"raw": "<html>"},
    "empty": reply("", tool=False),
    "cut": reply("I will", finish="length", tool=False),
}
STAYING: dict[str, Any] = {
    "5xx": status(500),
    "broken connection": {"drop": True},
    "hanging": {"wait": 90},
}
STAYING_CASES = [
    pytest.param(case, marks=[pytest.mark.slow] if case == "hanging" else []) for case in STAYING
]
FOR_THE_RUN: dict[str, tuple[Any, str]] = {
    "refusal": (reply("", refusal="I cannot help.", tool=False), "would not answer this"),
    "cut": (reply("I will", finish="length", tool=False), "did not finish its reply"),
    "empty": (reply("", tool=False), "no reply that could be used"),
    "too long": (
        status(400, error={"code": "context_length_exceeded", "message": "too long"}),
        "does not fit the language model's context window",
    ),
}
OURS = {
    "bad key": status(401),
    "forbidden": status(403),
    "unknown model": status(404),
    "no credit": status(429, error={"code": "insufficient_quota", "message": "pay"}),
}


@pytest.mark.parametrize("case", PASSING)
def test_what_passes_by_itself_is_tried_again(
    asking: Api, provider: ScriptedProvider, case: str
) -> None:
    provider.tell("words", PASSING[case], says(PLAN, WORK), PASSING[case], answers(TRUE))
    run = ended(asking)
    assert run["status"] == "completed"
    assert run["result"]["summary"] == "It is 42."


@pytest.mark.parametrize("case", STAYING_CASES)
def test_without_a_first_reply_no_run_is_made(
    asking: Api, provider: ScriptedProvider, case: str
) -> None:
    provider.tell("words", STAYING[case])
    refused = create(asking)
    error = error_of(refused, 503, "overloaded")
    assert "words-2027-01" in error["message"]
    assert int(refused.headers["retry-after"]) >= 1
    assert asking.get("/v1/runs").json()["data"] == []


@pytest.mark.parametrize("case", STAYING_CASES)
def test_a_model_that_goes_away_fails_its_run_clearly(
    asking: Api, provider: ScriptedProvider, case: str
) -> None:
    provider.tell("words", says(PLAN, WORK), STAYING[case])
    run = ended(asking)
    assert (run["status"], run["error"]["code"]) == ("failed", "overloaded")
    assert "words-2027-01" in run["error"]["message"]
    assert "step" in kinds(run)


@pytest.mark.parametrize("case", FOR_THE_RUN)
def test_what_is_the_runs_own_ends_it_without_an_answer(
    asking: Api, provider: ScriptedProvider, case: str
) -> None:
    act, reason = FOR_THE_RUN[case]
    provider.tell("words", says(PLAN, WORK), act)
    run = ended(asking)
    assert run["status"] == "completed"
    assert reason in run["result"]["summary"]
    assert "42" in run["result"]["summary"]
    listed = asking.get("/v1/runs", params={"answered": "false"}).json()["data"]
    assert [each["id"] for each in listed] == [run["id"]]


@pytest.mark.parametrize("case", OURS)
def test_a_misconfiguration_fails_at_once_and_is_not_covered_up(
    asking: Api, falling: Api, provider: ScriptedProvider, case: str
) -> None:
    for api in (asking, falling):
        provider.tell("words", OURS[case])
        error = error_of(create(api), 500, "internal")
        assert "words-2027-01 is not set up rightly" in error["message"]
        assert len(provider.asked("words")) == 1
        assert KEY not in error["message"]
        provider.tell("words", says(PLAN, WORK), OURS[case])
        run = ended(api)
        assert (run["status"], run["error"]["code"]) == ("failed", "internal")
        assert len(provider.asked("words")) == 2


def test_a_provider_that_is_down_fails_clearly(asking: Api) -> None:
    error = error_of(create(asking, model="gone"), 503, "overloaded")
    assert "cannot be reached" in error["message"]


def test_a_provider_that_names_a_long_wait_is_left_alone(
    asking: Api, provider: ScriptedProvider
) -> None:
    provider.tell("limited", status(429, "120"))
    for _ in range(3):
        refused = create(asking, model="limited")
        error_of(refused, 503, "overloaded")
        assert 60 < int(refused.headers["retry-after"]) <= 120
    assert len(provider.asked("limited")) == 1


# Falling back -----------------------------------------------------------------------------------


@pytest.mark.parametrize("case", STAYING_CASES)
def test_an_alias_falls_back_and_says_so_below_the_answer(
    falling: Api, provider: ScriptedProvider, case: str
) -> None:
    provider.tell("quick", STAYING[case])
    made = create(falling, "What is 6 * 7?", "y0-fast").json()
    assert "error" not in made, made
    assert made["status"] == "completed"
    first, last = made["result"]["summary"].split("\n\n")
    assert "42" in first
    assert last == (
        f"y0-fast-2027-01 was not available; {SHIPPED['y0-fast']} has answered in its place."
    )
    assert ran_on(falling, made) == SHIPPED["y0-fast"]
    assert falling.post(f"/v1/runs/{made['id']}/replay").json()["identical"] is True


def test_a_model_that_goes_away_leaves_what_was_found(
    falling: Api, provider: ScriptedProvider
) -> None:
    provider.tell("words", says(PLAN, WORK), status(500))
    run = ended(falling)
    assert run["status"] == "completed"
    assert run["result"]["summary"].startswith("The language model cannot be reached any more.")
    assert "42" in run["result"]["summary"]


def test_an_alias_of_ones_own_falls_back_to_the_deep_engine(falling: Api) -> None:
    run = ended(falling, "What is 6 * 7?", "gone")
    assert "42" in run["result"]["summary"]
    assert ran_on(falling, run) == SHIPPED["y0-deep"]


def test_a_pinned_snapshot_never_falls_back(falling: Api, provider: ScriptedProvider) -> None:
    error_of(create(falling, model="gone-2027-01"), 503, "overloaded")
    provider.tell("words", says(PLAN, WORK), status(500))
    run = ended(falling, model="words-2027-01")
    assert (run["status"], run["error"]["code"]) == ("failed", "overloaded")


def test_the_step_limit_holds_for_the_plan_that_stands_in(falling: Api) -> None:
    prompt = "What is 1 + 1? What is 2 + 2? What is 3 + 3?"
    error_of(create(falling, prompt, "gone", max_steps=2), 422, "step_limit")
