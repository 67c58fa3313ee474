"""Every noun, on a real server, by either client."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import islice
from typing import Any

import pytest

from client.scripted import Scripted, answer
from runwright.client import (
    AlreadyDeletedError,
    AuthenticationError,
    Budget,
    Client,
    ContextEntry,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    PlanEntry,
    ResultEntry,
    RunFailedError,
    StepEntry,
    StepLimitError,
)
from support.server import Server

SUM = "What is 2 + 2?"
BANK = b"""Date,Description,Amount,Currency
2026-10-01,REWE Markt,-42.10,EUR
2026-10-05,Salary Acme,3000.00,EUR
"""


def test_a_run_is_made_read_listed_and_deleted(client: Client) -> None:
    made = client.runs.create(model="y0-fast", prompt=SUM, metadata={"team": "blue"})
    assert (made.status, made.is_ended, made.metadata) == ("completed", True, {"team": "blue"})
    assert made.result is not None
    assert "4" in made.result.summary
    assert made.trace is None
    assert datetime.now(UTC) - made.created_at < timedelta(minutes=5)
    found = client.runs.retrieve(made.id)
    assert found.trace is not None
    assert [type(entry) for entry in found.trace] == [PlanEntry, StepEntry, ResultEntry]
    assert client.runs.retrieve(made.id, include_trace=False).trace is None
    assert [run.id for run in client.runs.list(metadata={"team": "blue"})] == [made.id]
    assert list(client.runs.list(metadata={"team": "red"})) == []
    assert client.runs.timeline(made.id).run == made.id
    assert client.runs.feedback(made.id, rating="up", comment="Right.").rating == "up"
    assert client.runs.cancel(made.id).status == "completed"
    assert client.runs.delete(made.id).deleted
    with pytest.raises(AlreadyDeletedError):
        client.runs.retrieve(made.id)
    assert client.erasures.retrieve(made.id).what == "run"


def test_a_question_is_answered_in_one_call(client: Client) -> None:
    assert client.runs.ask("What is 2 + 2?").splitlines()[0] == "4."
    assert client.runs.ask("What is 2 + 3?", model="y0-deep", timeout=60).startswith("5.")
    run = client.runs.create_and_wait(model="y0-deep", prompt="What is 2 + 4?")
    assert (run.status, run.answer.splitlines()[0]) == ("completed", "6.")
    run.raise_for_status()


def test_an_agent_is_asked_in_one_call(client: Client) -> None:
    agent = client.agents.create(name="Clerk", instructions="Answer in one short sentence.")
    assert client.agents.ask(agent.id, "What is 2 + 2?").startswith("4.")


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        ({"status": "cancelled"}, "run_1 was cancelled"),
        (
            {"status": "failed", "error": {"code": "internal", "message": "Oh."}},
            "run_1 failed: Oh.",
        ),
    ],
)
def test_a_run_that_did_not_complete_is_an_error_to_whoever_asks(
    scripted: Scripted, new_client: Callable[..., Client], ended: dict[str, Any], said: str
) -> None:
    whole = {
        "id": "run_1",
        "object": "run",
        "model": "y0-deep",
        "steps_used": 0,
        "max_steps": 4,
        "created_at": "2026-11-15T11:32:13.666Z",
        "metadata": {},
        **ended,
    }
    scripted.tell(answer(201, {**whole, "status": "running"}), answer(200, whole))
    with pytest.raises(RunFailedError, match=said) as caught:
        new_client(scripted.url).runs.ask("What is 2 + 2?")
    assert caught.value.run.answer == ""


def test_a_run_says_what_it_read(client: Client) -> None:
    file = client.files.upload(BANK, purpose="context", filename="bank.csv")
    client.files.wait(file.id, timeout=60)
    run = client.runs.create(
        model="y0-fast", prompt="What did I pay at REWE in October 2026?", context=["finance"]
    )
    trace = client.runs.retrieve(run.id).trace or ()
    assert [entry.scope for entry in trace if isinstance(entry, ContextEntry)] == ["finance:read"]
    (source,) = client.runs.sources(run.id)
    assert (source.file, source.scope) == (file.id, "finance:read")
    assert "REWE" in (source.excerpt or "")


def test_lists_go_on_over_pages(client: Client) -> None:
    made = [client.runs.create(model="y0-fast", prompt=f"What is {n} + 1?").id for n in range(7)]
    assert [run.id for run in client.runs.list(page_size=3, order="asc")] == made
    assert [run.id for run in client.runs.list(page_size=3)] == made[::-1]
    assert [run.id for run in client.runs.list(after=made[2], order="asc")] == made[3:]
    assert [run.id for run in islice(client.runs.list(page_size=2), 3)] == made[:3:-1]


def test_the_context_graph_can_be_looked_at(client: Client) -> None:
    file = client.files.upload(BANK, purpose="context", filename="bank.csv")
    client.files.wait(file.id, timeout=60)
    best = client.context.search("REWE", source="finance", start=datetime(2026, 10, 1, tzinfo=UTC))
    assert (best[0].amount, best[0].currency) == (Decimal("-42.10"), "EUR")
    assert best[0].score is not None
    assert client.context.search("REWE")[0].source == "finance"
    items = list(client.context.items(source="finance", min_amount=Decimal(0)))
    assert [item.amount for item in items] == [Decimal("3000.00")]
    assert "REWE Markt" in {entity.name for entity in client.context.entities(source="finance")}


def test_agents_have_versions_budgets_and_runs(client: Client) -> None:
    budget = Budget(amount=Decimal("0.50"), period="day")
    agent = client.agents.create(name="Adder", instructions="Answer briefly.", budget=budget)
    assert (agent.version, agent.budget, agent.model) == (1, budget, "auto")
    assert (agent.understood, agent.ignored) == (("Answer briefly",), ())
    assert client.agents.update(agent.id, name="Counter").budget == budget
    third = client.agents.update(agent.id, budget=None)
    assert (third.version, third.name, third.budget) == (3, "Counter", None)
    assert client.agents.retrieve(agent.id, version=1).name == "Adder"
    run = client.agents.run(agent.id, prompt=SUM)
    run = client.runs.wait(run.id, timeout=60)
    assert (run.agent, run.agent_version, run.status) == (agent.id, 3, "completed")
    assert [found.id for found in client.agents.runs(agent.id)] == [run.id]
    assert [found.id for found in client.agents.list()] == [agent.id]
    assert client.agents.delete(agent.id).object == "agent"


def test_networks_run(client: Client) -> None:
    agents = [client.agents.create(name=n, instructions="Be brief.").id for n in ("A", "B")]
    made = client.networks.create(name="Two", agents=agents, strategy="sequential", max_steps=8)
    assert client.networks.retrieve(made.id) == made
    assert list(client.networks.list()) == [made]
    run = client.runs.wait(client.networks.run(made.id, prompt=SUM).id, timeout=60)
    assert run.status == "completed"
    assert len(run.children or ()) == 2
    assert [found.id for found in client.networks.runs(made.id)] == [run.id]
    assert client.networks.delete(made.id).deleted


def test_artifacts_are_files(client: Client) -> None:
    file = client.files.upload(BANK, purpose="context", filename="bank.csv")
    client.files.wait(file.id, timeout=60)
    prompt = "Give me my spending in October 2026 as a CSV"
    run = client.runs.create(model="y0-fast", prompt=prompt, context=["finance"])
    assert run.result is not None
    (artifact_id,) = run.result.artifacts
    artifact = client.artifacts.retrieve(artifact_id)
    assert (artifact.run, artifact.kind) == (run.id, "table")
    content = client.artifacts.content(artifact_id)
    assert len(content) == artifact.bytes
    assert b"".join(client.artifacts.chunks(artifact_id)) == content


def test_costs_are_exact_and_quality_is_told(client: Client) -> None:
    run = client.runs.create(model="y0-fast", prompt=SUM, metadata={"team": "blue"})
    client.runs.feedback(run.id, rating="down")
    costs = client.analytics.costs(bucket="none", group_by=["model", "metadata.team"])
    assert isinstance(costs.total, Decimal)
    assert costs.total == sum(row.cost for row in costs.data) > 0
    assert [row.group for row in costs.data] == [{"model": "y0-fast", "metadata.team": "blue"}]
    (row,) = client.analytics.quality(bucket="none", start=datetime.now(UTC) - timedelta(days=2))
    assert (row.runs, row.completion, row.feedback) == (1, 1.0, 0.0)


def test_models_errors_and_versions_are_listed(client: Client) -> None:
    listed = {model.id: model for model in client.models.list(family="text")}
    snapshot = listed["y0-fast"].alias_of
    assert snapshot is not None
    assert listed[snapshot].snapshot
    assert client.models.retrieve("y0-fast").max_steps_ceiling == 16
    assert len(client.errors.list()) == 8
    assert client.errors.retrieve("step_limit").status == 422
    assert client.versions.list()[-1].status == "current"


def test_tools_are_listed_with_their_schemas(client: Client) -> None:
    tools = {tool.name: tool for tool in client.tools.list()}
    assert tools["calculate"].arguments["required"] == ["expression"]
    assert (tools["calculate"].sources, tools["calculate"].is_step) == ((), True)


def test_keys_are_made_changed_rotated_and_revoked(client: Client) -> None:
    tomorrow = datetime.now(UTC).replace(microsecond=0) + timedelta(days=1)
    made = client.keys.create(
        name="narrow", scopes=["runs:read"], expires_at=tomorrow, rate_limit=60
    )
    assert made.secret is not None
    assert made.secret not in repr(made)
    assert (made.expires_at, made.rate_limit) == (tomorrow, "60/min")
    changed = client.keys.update(made.id, name="wide", expires_at=None)
    assert (changed.name, changed.expires_at, changed.rate_limit) == ("wide", None, "60/min")
    assert client.keys.retrieve(made.id) == changed
    assert client.keys.rotate(made.id, grace_seconds=0).secret != made.secret
    assert made.id in {key.id for key in client.keys.list()}
    assert client.keys.revoke(made.id).deleted


def test_projects_are_made_and_renamed(client: Client) -> None:
    made = client.projects.create(name="other", time_zone="Europe/Berlin")
    assert made.key is not None
    assert made.key.secret is not None
    (own,) = client.projects.list()
    assert client.projects.update(own.id, name="mine").name == "mine"
    assert client.projects.retrieve(own.id).name == "mine"


def test_the_audit_log_is_read_and_proved(client: Client) -> None:
    run = client.runs.create(model="y0-fast", prompt=SUM)
    (entry,) = client.audit.list(resource=run.id, action="runs.create")
    assert (entry.decision, entry.scope) == ("allowed", "runs:write")
    assert entry.raw["at"].endswith("Z")
    assert client.audit.verify().valid
    assert client.audit.proof(entry.seq).entry.hash == entry.hash
    size = client.audit.checkpoint().size
    assert client.audit.consistency(from_size=1, to_size=size).to_size == size


def test_webhooks_are_made_tested_and_told(client: Client) -> None:
    made = client.webhooks.create(url="http://127.0.0.1:1/hook", events=["run.completed"])
    assert (made.secret or "").startswith("whsec_")
    assert client.webhooks.update(made.id, events=["run.failed"]).events == ("run.failed",)
    assert client.webhooks.retrieve(made.id).secret is None
    assert [hook.id for hook in client.webhooks.list(status="enabled")] == [made.id]
    delivery = client.webhooks.test(made.id)
    assert (delivery.type, delivery.webhook) == ("webhook.test", made.id)
    assert [each.id for each in client.webhooks.deliveries(made.id)] == [delivery.id]
    assert client.webhooks.delivery(made.id, delivery.id).event == delivery.event
    assert client.webhooks.redeliver(made.id, delivery.id).id == delivery.id
    assert client.webhooks.rotate_secret(made.id, grace_seconds=60).secret != made.secret
    assert client.webhooks.delete(made.id).deleted


# Errors -----------------------------------------------------------------------------------------


def test_an_error_says_what_is_wrong_with_each_field(client: Client) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        client.runs.create(model="y9", prompt="", max_steps=99)
    error = caught.value
    assert set(error.errors) == {"model", "prompt", "max_steps"}
    assert (error.status, error.code) == (400, "invalid_request")
    assert (error.request_id or "").startswith("req_")
    assert (error.doc_url or "").endswith("/docs/errors/invalid_request")
    assert "max_steps must be at most 16" in str(error)
    assert ".;" not in str(error)


def test_each_refusal_has_its_class(
    client: Client, server: Server, new_client: Callable[..., Client]
) -> None:
    with pytest.raises(NotFoundError):
        client.runs.retrieve("run_nothing")
    with pytest.raises(StepLimitError):
        client.runs.create(
            model="y0-fast", prompt="What is 1 + 1? Then: what is 2 + 2?", max_steps=1
        )
    key = client.keys.create(name="narrow", scopes=["runs:read"])
    narrow = new_client(server.url, key.secret)
    with pytest.raises(PermissionDeniedError, match="runs:write"):
        narrow.runs.create(model="y0-fast", prompt=SUM)
    with pytest.raises(AuthenticationError):
        new_client(server.url, "rw_wrong").runs.retrieve("run_x")


def test_a_version_can_be_named(client: Client) -> None:
    assert client.with_options(version="2026-11-15").models.list()
    with pytest.raises(InvalidRequestError) as caught:
        client.with_options(version="1999-01-01").models.list()
    assert "Service-Version" in caught.value.errors
