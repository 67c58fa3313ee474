"""`max_steps` is a hard ceiling, 1 to 16: a plan that cannot fit is 422 and makes no run."""

from __future__ import annotations

from typing import Any

import pytest

from support.client import Api, error_of

MODELS = ["y0-fast", "y0-deep"]


def chain(steps: int) -> str:
    """A prompt that asks for so many parts."""
    return " ".join(f"What is {n} + 1?" for n in range(1, steps + 1))


def create(api: Api, model: str, steps: int, **body: Any) -> Any:
    return api.post("/v1/runs", {"model": model, "prompt": chain(steps), **body})


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("steps", [1, 2, 15, 16])
def test_a_plan_that_just_fits_is_carried_out_in_full(api: Api, model: str, steps: int) -> None:
    made = create(api, model, steps, max_steps=steps)
    assert made.status_code == 201, made.text
    run = api.finished(made.json()["id"])
    assert (run["status"], run["max_steps"], run["steps_used"]) == ("completed", steps, steps)
    assert run["trace"][0]["steps"] == steps
    assert sum(entry["type"] == "step" for entry in run["trace"]) == steps
    assert f"{steps + 1}." in run["result"]["summary"]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("steps", "allowed"), [(2, 1), (5, None), (16, 15), (17, 16), (40, 16)])
def test_a_plan_that_cannot_fit_is_step_limit_and_makes_no_run(
    api: Api, model: str, steps: int, allowed: int | None
) -> None:
    body = {} if allowed is None else {"max_steps": allowed}
    message = error_of(create(api, model, steps, **body), 422, "step_limit")["message"]
    most = allowed or 4
    # Parts beyond the first that does not fit are not read, so their number is not known.
    needed = f"needs {steps} steps" if steps == most + 1 else f"needs more than {most} steps"
    assert needed in message
    assert f"allows {most}" in message
    assert api.get("/v1/runs").json()["data"] == []


@pytest.mark.parametrize("model", MODELS)
def test_fewer_steps_than_allowed_are_no_more_than_needed(api: Api, model: str) -> None:
    run = api.finished(create(api, model, 3, max_steps=16).json()["id"])
    assert (run["steps_used"], run["max_steps"]) == (3, 16)


def test_the_default_ceiling_is_four(api: Api) -> None:
    assert create(api, "y0-fast", 4).json()["max_steps"] == 4
    error_of(create(api, "y0-fast", 5), 422, "step_limit")


def test_the_models_report_the_same_ceiling(api: Api) -> None:
    for model in MODELS:
        assert api.get(f"/v1/models/{model}").json()["max_steps_ceiling"] == 16
