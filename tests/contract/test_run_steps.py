"""`/v1/runs/:id/steps` and `/answer`: what each step was told, looked at and gave, and the answer.

Figures are frozen with the trace. Records are shown as they are now, to whoever may see them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from chaos.storage import execute
from support import calls, samples
from support.agents import agent, network
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

MODELS = [calls.FAST, calls.DEEP]
OCTOBER = {"start": "2026-10-01", "end": "2026-11-01"}


@pytest.fixture(scope="session")
def server(new_server: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A server that has models whose prompt is their plan."""
    folder = calls.write_manifests(tmp_path_factory.mktemp("models"))
    settings = {"RUNWRIGHT_SEARCH_BY_MEANING": "false", "RUNWRIGHT_MODELS": str(folder)}
    return new_server(settings=settings).start()


@pytest.fixture
def filled(api: Api) -> tuple[Api, str]:
    """A project with a bank statement, and the id of its file."""
    return api, str(api.file(samples.BANK, filename="bank.csv")["id"])


def ran(api: Api, *planned: tuple[str, dict[str, Any]], model: str, **body: Any) -> dict[str, Any]:
    made = api.run(calls.plan(*planned), model=model, **body)
    run = api.finished(made["id"])
    assert run["status"] == "completed", run
    return run


def steps(api: Api, run: dict[str, Any]) -> list[dict[str, Any]]:
    found = api.get(f"/v1/runs/{run['id']}/steps")
    assert found.status_code == 200, found.text
    return list(found.json()["data"])


@pytest.mark.parametrize("model", MODELS)
def test_a_step_shows_arguments_counts_result_and_records(
    filled: tuple[Api, str], model: str
) -> None:
    api, _ = filled
    run = ran(
        api,
        ("find_transactions", {"limit": 2}),
        ("calculate", {"expression": "2 + 3"}),
        model=model,
        context=["finance"],
    )
    found, worked_out = steps(api, run)
    assert (found["n"], found["tool"], found["arguments"]) == (
        1,
        "find_transactions",
        {"limit": 2},
    )
    assert found["description"]
    assert found["looked_at"] >= found["kept"] >= 2
    assert [row["id"] for row in found["rows"]] == found["items"][: len(found["rows"])]
    assert all("erased" not in row for row in found["rows"])
    assert (worked_out["tool"], worked_out["looked_at"], worked_out["items"]) == (
        "calculate",
        0,
        [],
    )
    assert "5" in str(worked_out["result"])
    timeline = api.get(f"/v1/runs/{run['id']}/timeline").json()["entries"]
    laps = [each for each in timeline if each["type"] == "step"]
    assert [(s["start_us"], s["duration_us"]) for s in (found, worked_out)] == [
        (lap["start_us"], lap["duration_us"]) for lap in laps
    ]


def test_a_key_without_the_scope_sees_neither_arguments_nor_results(
    filled: tuple[Api, str],
) -> None:
    api, _ = filled
    run = ran(api, ("find_transactions", {}), model=calls.FAST, context=["finance"])
    with api.key("runs:read") as reader:
        (step,) = steps(reader, run)
    assert step["withheld"] == ["finance:read"]
    assert not {"arguments", "description", "result", "rows", "kept"} & step.keys()
    assert step["items"]


def test_a_figure_worked_out_from_records_takes_their_scope_too(filled: tuple[Api, str]) -> None:
    api, _ = filled
    planned: tuple[tuple[str, dict[str, Any]], ...] = (
        ("measure_transactions", {}),
        ("calculate", {"expression": "r1.total.amount * 2"}),
    )
    run = ran(api, *planned, model=calls.FAST, context=["finance"])
    with api.key("runs:read") as reader:
        assert [step["withheld"] for step in steps(reader, run)] == [["finance:read"]] * 2
    with api.key("runs:read", "finance:read") as reader:
        assert all("result" in step for step in steps(reader, run))


def test_records_of_a_run_without_evidence_are_not_called_erased(
    server: Server, filled: tuple[Api, str]
) -> None:
    """Evidence is written with the result: a run that was cancelled, or is on its way, has none."""
    api, _ = filled
    run = ran(api, ("find_transactions", {}), model=calls.FAST, context=["finance"])
    execute(server, "DELETE FROM run_sources WHERE run_id = :run", {"run": run["id"]})
    (step,) = steps(api, run)
    assert step["rows"] == [{"id": item} for item in step["items"]]


def test_an_agent_does_not_run_a_plan_that_was_written_down(api: Api) -> None:
    """Its rules would not be applied."""
    made = {"name": "A", "model": calls.FAST, "instructions": "Never mention salaries."}
    agent = api.post("/v1/agents", made).json()["id"]
    asked = {"prompt": calls.plan(("calculate", {"expression": "1 + 1"}))}
    refused = api.post(f"/v1/agents/{agent}/run", asked)
    assert set(error_of(refused, 400, "invalid_request")["errors"]) == {"prompt"}


def test_records_become_erased_with_their_file_and_figures_stay(
    filled: tuple[Api, str],
) -> None:
    api, file_id = filled
    run = ran(api, ("find_transactions", {}), model=calls.FAST, context=["finance"])
    (before,) = steps(api, run)
    assert api.delete(f"/v1/files/{file_id}").status_code == 200
    (after,) = steps(api, run)
    assert {tuple(row) for row in after["rows"]} == {("id", "erased")}
    assert {**after, "rows": 0} == {**before, "rows": 0}


def test_each_question_of_a_prompt_is_a_step_that_shows_what_was_worked_out(api: Api) -> None:
    run = api.run("What is 6 * 7? Then: What is 2 + 2?")
    first, second = steps(api, run)
    assert (first["tool"], second["tool"]) == ("calculate", "calculate")
    assert first["arguments"]["expression"] == "6 * 7"
    assert first["result"]["value"] == "42"
    assert second["result"]["value"] == "4"


def test_an_answer_has_its_parts(api: Api) -> None:
    run = api.run("What is 6 * 7?")
    found = api.get(f"/v1/runs/{run['id']}/answer").json()
    assert (found["run"], found["status"], found["answered"]) == (run["id"], "completed", True)
    assert found["parts"] == [{"type": "fact", "text": run["result"]["summary"], "items": []}]
    assert found["parts"][0]["text"].startswith("42.")


def test_a_question_that_is_declined_is_not_answered(api: Api) -> None:
    run = api.run("Book me a flight to Oslo.")
    assert api.get(f"/v1/runs/{run['id']}/answer").json()["answered"] is False


def test_of_two_questions_one_may_be_declined(api: Api) -> None:
    api.file(samples.BANK, filename="bank.csv")
    prompt = "How much did I spend on rent in October 2026? Book me a flight to Oslo."
    run = api.run(prompt, context=["finance"])
    assert "1,200" in run["result"]["summary"]
    assert [step["tool"] for step in steps(api, run)] == ["measure_transactions"]
    found = api.get(f"/v1/runs/{run['id']}/answer").json()
    assert found["answered"] is True
    assert [part["type"] for part in found["parts"]] == ["fact", "note"]
    assert found["parts"][0]["items"]


def test_a_call_that_leads_nowhere_says_why(api: Api) -> None:
    run = ran(api, ("calculate", {"expression": "1 / 0"}), model=calls.FAST)
    (step,) = steps(api, run)
    assert "zero" in step["error"]
    assert "result" not in step


@pytest.mark.parametrize(
    "prompt",
    ["not JSON", "[1]", calls.plan(("no_such_tool", {})), calls.plan(("calculate", {"x": 1}))],
)
def test_a_plan_that_is_none_is_refused_by_its_prompt(api: Api, prompt: str) -> None:
    refused = api.post("/v1/runs", {"model": calls.FAST, "prompt": prompt})
    assert set(error_of(refused, 400, "invalid_request")["errors"]) == {"prompt"}


@pytest.mark.parametrize("model", MODELS)
def test_tools_see_the_records_of_an_attached_file(api: Api, model: str) -> None:
    file_id = api.file(samples.BANK, filename="bank.csv", purpose="attachment")["id"]
    run = ran(api, ("find_transactions", {}), model=model, files=[file_id])
    (step,) = steps(api, run)
    assert step["kept"] > 0
    assert {row["id"] for row in step["rows"]} == {file_id}
    attachment = api.get(f"/v1/runs/{run['id']}").json()["trace"][1]
    assert attachment["type"] == "attachment"
    assert (attachment["file"], attachment["scope"]) == (file_id, "files:read")
    assert attachment["items"] >= step["kept"]


def test_a_network_says_whose_run_has_the_rest(api: Api) -> None:
    agents = [
        api.post(
            "/v1/agents", {"name": name, "model": "y0-fast", "instructions": "Be brief."}
        ).json()["id"]
        for name in ("One", "Two")
    ]
    network = api.post(
        "/v1/networks", {"name": "Both", "agents": agents, "strategy": "parallel"}
    ).json()["id"]
    made = api.post(f"/v1/networks/{network}/run", {"prompt": "What is 6 * 7?"}).json()
    run = api.finished(made["id"])
    whose = [step.get("run") for step in steps(api, run)]
    assert whose == [*run["children"], None]


def test_what_is_absent_is_absent(api: Api) -> None:
    for path in ("steps", "answer"):
        assert api.get(f"/v1/runs/run_01k0000000000000000000000a/{path}").status_code == 404


@pytest.mark.parametrize("strategy", ["sequential", "parallel"])
def test_a_network_says_that_rules_do_not_apply_to_a_plan_that_was_written_down(
    api: Api, strategy: str
) -> None:
    desk = network(api, [agent(api, model=calls.DEEP)], strategy)
    prompt = calls.plan(("calculate", {"expression": "6 * 7"}))
    refused = api.post(f"/v1/networks/{desk}/run", {"prompt": prompt})
    assert "An agent's rules do not apply" in str(error_of(refused, 400, "invalid_request"))
