"""Budgets of keys and agents: what could pass one is refused before it costs anything.

The most that a run can cost is set aside at the POST and settled when it ends, exactly, however
many ask at once. Prices come from the operator's `prices.toml`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest

from chaos.conftest import LAUNCHER, Gated
from chaos.gates import Gates
from db.raw import Raw
from support.agents import agent, network, parts, start
from support.client import Api, error_of
from support.server import Server

NONE, FAST, DEEP = Decimal(0), Decimal("0.01"), Decimal("0.1")
PRICES = f'["y0-fast-2026-11"]\nstep = "{FAST}"\n["y0-deep-2026-11"]\nstep = "{DEEP}"\n'
OLD = """
id = "house-2026-01"
family = "text"
status = "available"
runnable = true
context_window = 8192
max_steps_ceiling = 4
[frozen]
provider = "embedded"
mode = "single-pass"
behaviour = 1
[price]
step = "0.05"
[deprecation]
announced_at = "2026-10-01T12:00:00Z"
retires_at = "2027-10-01T00:00:00Z"
replacement = "y0-fast-2026-11"
message = "Use the newer one."
"""
ONE = {"model": "y0-fast", "prompt": "What is 17 + 1?"}
DEEPLY = {**ONE, "model": "y0-deep"}
FOREVER = {"amount": "999999", "period": "month"}


@pytest.fixture(scope="module")
def shared_priced(
    new_server: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory
) -> Gated:
    """A server with gates, whose operator has set prices."""
    models = tmp_path_factory.mktemp("models")
    (models / "prices.toml").write_text(PRICES)
    (models / "old.toml").write_text(OLD)
    gates = Gates(tmp_path_factory.mktemp("gates"))
    settings = {"CHAOS_DIR": str(gates.folder), "RUNWRIGHT_MODELS": str(models)}
    return Gated(new_server(command=LAUNCHER, settings=settings).start(), gates)


@pytest.fixture
def priced(shared_priced: Gated) -> Iterator[Gated]:
    yield shared_priced
    shared_priced.gates.open_all()


@pytest.fixture
def api(priced: Gated) -> Iterator[Api]:
    """The first key of a new project on that server; it has no budget."""
    with priced.server.project() as client:
        yield client


class Purse:
    """A key with a budget, and what its row says."""

    def __init__(self, server: Server, owner: Api, amount: str, period: str = "day") -> None:
        scopes = owner.get("/v1/keys").json()["data"][0]["scopes"]
        body = {"name": "purse", "scopes": scopes, "budget": {"amount": amount, "period": period}}
        made = owner.post("/v1/keys", body)
        assert made.status_code == 201, made.text
        self.id = str(made.json()["id"])
        self.api = Api(owner.url, made.json()["secret"], owner.project_id)
        self.server = server

    @property
    def state(self) -> tuple[Decimal, Decimal]:
        return state(self.server, self.id)


def state(server: Server, holder: str) -> tuple[Decimal, Decimal]:
    """What a holder has spent, and what is set aside for it."""
    rows = Raw(server).rows("SELECT spent, reserved FROM budgets WHERE holder = ?", holder)
    spent, reserved = (sum(column) for column in zip((0, 0), *rows, strict=True))
    return Decimal(spent).scaleb(-12), Decimal(reserved).scaleb(-12)


@pytest.fixture
def purse(priced: Gated, api: Api) -> Iterator[Callable[..., Purse]]:
    made: list[Purse] = []

    def make(amount: str, period: str = "day") -> Purse:
        made.append(Purse(priced.server, api, amount, period))
        return made[-1]

    yield make
    for each in made:
        each.api.http.close()


def refused(answer: httpx.Response) -> dict[str, Any]:
    error = error_of(answer, 429, "rate_limited")
    assert int(answer.headers["Retry-After"]) >= 1
    return error


# Refused before it costs anything ---------------------------------------------------------------


def test_the_run_that_would_pass_it_is_refused_and_nothing_is_made(
    api: Api, purse: Callable[..., Purse]
) -> None:
    key = purse("0.025")
    for _ in range(2):
        assert key.api.post("/v1/runs", ONE).status_code == 201
    error = refused(key.api.post("/v1/runs", ONE))
    assert "0.025000" in error["message"]
    assert key.state == (2 * FAST, NONE)
    assert len(api.get("/v1/runs").json()["data"]) == 2
    assert api.post("/v1/runs", ONE).status_code == 201, "another key is not held up"


def test_the_refusal_names_the_end_of_the_period_in_the_projects_time_zone(priced: Gated) -> None:
    zone = ZoneInfo("Pacific/Auckland")
    with priced.server.project(time_zone=zone.key) as owner:
        for period in ("day", "month"):
            key = Purse(priced.server, owner, "0", period)
            today = datetime.now(zone).date()
            answer = key.api.post("/v1/runs", ONE)
            later = today + timedelta(days=1)
            if period == "month":
                later = (today.replace(day=1) + timedelta(days=32)).replace(day=1)
            end = datetime(later.year, later.month, later.day, tzinfo=zone).astimezone(UTC)
            assert f"{end:%Y-%m-%dT%H:%M:%S}.000Z" in refused(answer)["message"]
            left = (end - datetime.now(UTC)).total_seconds()
            assert left <= int(answer.headers["Retry-After"]) <= left + 60
            key.api.http.close()


def at_once(count: int, ask: Callable[[int], httpx.Response]) -> list[httpx.Response]:
    """Ask so often at the same moment."""
    barrier = threading.Barrier(count)

    def wait_and_ask(n: int) -> httpx.Response:
        barrier.wait()
        return ask(n)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(wait_and_ask, range(count)))


@pytest.mark.parametrize(
    ("body", "price"), [(ONE, FAST), ({**DEEPLY, "max_steps": 1}, DEEP)], ids=["fast", "deep"]
)
def test_a_hundred_at_once_spend_the_budget_exactly(
    api: Api, purse: Callable[..., Purse], body: dict[str, Any], price: Decimal
) -> None:
    room = 7
    key = purse(str(price * room + price / 2))
    answers = at_once(100, lambda _: key.api.post("/v1/runs", body))
    made = [answer.json()["id"] for answer in answers if answer.status_code == 201]
    assert len(made) == room
    for answer in answers:
        if answer.status_code != 201:
            refused(answer)
    for run_id in made:
        assert api.finished(run_id)["status"] == "completed"
    assert len(api.get("/v1/runs", params={"limit": 100}).json()["data"]) == room
    assert key.state == (price * room, NONE)


def test_a_hundred_at_once_by_two_keys_spend_the_agents_budget_exactly(
    priced: Gated, api: Api, purse: Callable[..., Purse]
) -> None:
    made = agent(api, model="y0-fast", budget={"amount": str(FAST * 9), "period": "month"})
    keys = [purse("0.04"), purse("1", "month")]
    path, body = f"/v1/agents/{made}/run", {"prompt": ONE["prompt"]}
    answers = at_once(100, lambda n: keys[n % 2].api.post(path, body))
    assert sorted(answer.status_code for answer in answers) == [201] * 9 + [429] * 91
    spent = [key.state[0] for key in keys]
    assert state(priced.server, made) == (sum(spent, NONE), NONE) == (9 * FAST, NONE)
    assert spent[0] <= Decimal("0.04")


def test_a_repeated_request_costs_once(purse: Callable[..., Purse]) -> None:
    key = purse(str(FAST))
    first, second = (
        key.api.post("/v1/runs", ONE, headers={"Idempotency-Key": "a"}) for _ in range(2)
    )
    assert first.content == second.content
    assert key.state == (FAST, NONE)
    refused(key.api.post("/v1/runs", ONE, headers={"Idempotency-Key": "b"}))
    # A refusal is not kept: with room again, the same request is made.
    assert key.api.post("/v1/runs", {**ONE, "max_steps": 0}).status_code == 400
    assert key.state == (FAST, NONE)


def test_a_plan_that_does_not_fit_costs_nothing(purse: Callable[..., Purse]) -> None:
    key = purse("1")
    body = {"prompt": "What is 1 + 1? Then: What is 2 + 2?", "max_steps": 1}
    for model in ("y0-fast", "y0-deep"):
        error_of(key.api.post("/v1/runs", {**body, "model": model}), 422, "step_limit")
    assert key.state == (NONE, NONE)


# Set aside and settled --------------------------------------------------------------------------


def held_back(priced: Gated, client: Api, **body: Any) -> dict[str, Any]:
    """A deep run that waits in the middle of a step, its second if nothing else is asked."""
    priced.gates.close("step", "What is 18 + 1?")
    asked = {**DEEPLY, "prompt": "What is 17 + 1? Then: What is 18 + 1?", "max_steps": 8, **body}
    made = client.post("/v1/runs", asked)
    assert made.status_code == 201, made.text
    priced.gates.wait_for_arrival("step")
    return dict(made.json())


def test_a_deep_run_sets_its_most_aside_and_frees_what_it_did_not_need(
    priced: Gated, api: Api, purse: Callable[..., Purse]
) -> None:
    key = purse("1")
    made = held_back(priced, key.api)
    assert key.state == (NONE, 8 * DEEP)
    refused(key.api.post("/v1/runs", {**DEEPLY, "max_steps": 3}))
    priced.gates.open("step")
    assert api.finished(made["id"])["steps_used"] == 2
    assert key.state == (2 * DEEP, NONE)
    assert key.api.post("/v1/runs", {**DEEPLY, "max_steps": 8}).status_code == 201


@pytest.mark.parametrize("act", ["cancel", "delete"])
def test_a_run_that_is_stopped_has_spent_its_steps_and_frees_the_rest(
    priced: Gated, purse: Callable[..., Purse], act: str
) -> None:
    key = purse("1")
    run_id = held_back(priced, key.api)["id"]
    path = f"/v1/runs/{run_id}"
    answer = key.api.post(f"{path}/cancel") if act == "cancel" else key.api.delete(path)
    assert answer.status_code == 200, answer.text
    assert key.state == (DEEP, NONE)
    priced.gates.open("step")
    key.api.finished(key.api.post("/v1/runs", {**DEEPLY, "max_steps": 9}).json()["id"])
    assert key.state == (2 * DEEP, NONE)


def test_a_run_that_fails_frees_the_rest(
    priced: Gated, api: Api, purse: Callable[..., Purse]
) -> None:
    key = purse("1")
    prompt = "What is 18 + 1? Then: What is 19 + 1? Then: What is 20 + 1?"
    run_id = held_back(priced, key.api, prompt=prompt)["id"]
    api.delete(f"/v1/keys/{key.id}")
    priced.gates.open("step")
    run = api.finished(run_id)
    assert (run["status"], run["steps_used"]) == ("failed", 1)
    assert key.state == (DEEP, NONE)


def test_a_finished_run_that_is_deleted_stays_spent(purse: Callable[..., Purse]) -> None:
    key = purse(str(FAST))
    run_id = key.api.post("/v1/runs", ONE).json()["id"]
    assert key.api.delete(f"/v1/runs/{run_id}").status_code == 200
    assert key.state == (FAST, NONE)
    refused(key.api.post("/v1/runs", ONE))


def test_a_budget_that_comes_later_counts_what_was_spent_before_it(api: Api) -> None:
    made = agent(api, model="y0-fast")
    path, body = f"/v1/agents/{made}", {"prompt": ONE["prompt"]}
    limit = {"budget": {"amount": str(2 * FAST), "period": "day"}}
    assert api.post(f"{path}/run", body).status_code == 201
    api.patch(path, limit)
    assert api.post(f"{path}/run", body).status_code == 201
    refused(api.post(f"{path}/run", body))
    # Without a budget for a while, and with one again.
    api.patch(path, {"budget": {"amount": str(4 * FAST), "period": "day"}})
    api.patch(path, {"budget": None})
    assert [api.post(f"{path}/run", body).status_code for _ in range(2)] == [201, 201]
    api.patch(path, {"budget": {"amount": str(4 * FAST), "period": "day"}})
    refused(api.post(f"{path}/run", body))


def test_a_model_without_a_price_of_the_operators_costs_what_its_manifest_says(
    api: Api, purse: Callable[..., Purse]
) -> None:
    key = purse("0.09")
    path = f"/v1/agents/{agent(api, model='house-2026-01')}/run"
    made = key.api.post(path, {"prompt": ONE["prompt"]})
    assert (made.status_code, made.json()["model"]) == (201, "house-2026-01")
    assert {"Deprecation", "Sunset"} <= {name.title() for name in made.headers}
    assert key.state == (Decimal("0.05"), NONE)
    refused(key.api.post(path, {"prompt": ONE["prompt"]}))


# Networks ---------------------------------------------------------------------------------------


def test_a_network_draws_on_the_keys_budget_and_each_agents(
    priced: Gated, api: Api, purse: Callable[..., Purse]
) -> None:
    key = purse("3")
    agents = [agent(api, name, budget=FOREVER) for name in ("Anna", "Bert")]
    made = network(api, agents, "parallel", max_steps=7)
    priced.gates.close("step", "17 + 1")
    whole = start(key.api, made)
    priced.gates.wait_for_arrival("step")
    # Six steps are shared out evenly; the seventh is the network's own.
    assert [state(priced.server, each) for each in agents] == [(NONE, 3 * DEEP)] * 2
    assert key.state == (NONE, 7 * DEEP)
    priced.gates.open("step")
    ended = api.finished(whole["id"])
    assert [part["steps_used"] for part in parts(api, ended)] == [1, 1]
    assert [state(priced.server, each) for each in agents] == [(DEEP, NONE)] * 2
    assert key.state == (3 * DEEP, NONE)


@pytest.mark.parametrize("poor", ["key", "agent"])
def test_a_network_that_could_pass_any_budget_is_refused_as_a_whole(
    priced: Gated, api: Api, purse: Callable[..., Purse], poor: str
) -> None:
    key = purse("0.35" if poor == "key" else "9")
    little = {"amount": "0.15" if poor == "agent" else "9", "period": "day"}
    agents = [agent(api, "Anna", budget=FOREVER), agent(api, "Bert", budget=little)]
    made = network(api, agents)
    error = refused(
        key.api.post(f"/v1/networks/{made}/run", {"prompt": "What is 17 + 1?", "max_steps": 4})
    )
    assert f"This {poor} " in error["message"]
    assert api.get("/v1/runs").json()["data"] == []
    assert key.state == (NONE, NONE)
    assert [state(priced.server, each) for each in agents] == [(NONE, NONE)] * 2


def test_cancelling_a_network_frees_what_its_children_had_set_aside(
    priced: Gated, api: Api, purse: Callable[..., Purse]
) -> None:
    key = purse("3")
    agents = [agent(api, name, budget=FOREVER) for name in ("Anna", "Bert")]
    priced.gates.close("step", "18 + 1")
    body = {"prompt": "What is 17 + 1? Then: What is 18 + 1?"}
    whole = start(key.api, network(api, agents), **body)
    priced.gates.wait_for_arrival("step")
    assert key.api.post(f"/v1/runs/{whole['id']}/cancel").status_code == 200
    assert key.state == (DEEP, NONE)
    assert [state(priced.server, each) for each in agents] == [(DEEP, NONE), (NONE, NONE)]
