"""Three servers on one PostgreSQL are one service: nothing that must be shared is a process's own.

They were started at the same moment on an empty database. Where a promise depends on time, the
time that passed is measured and accounted for.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import httpx
import pytest

from chaos.conftest import LAUNCHER
from chaos.gates import Gates
from chaos.test_postgres_away import Restartable
from contract.test_audit_proofs import checkpoint, opened, sha, tree_root, unbase, walked
from contract.test_event_stream import some, stream
from contract.test_follow import Event, events
from db.raw import Raw
from runwright.db.migrate import revisions
from support.agents import agent
from support.client import Api, error_of
from support.nodes import Nodes, at_once, started_together
from support.patience import PATIENCE
from support.server import Server

PRICE = Decimal("0.01")
PRICES = f'["y0-fast-2026-11"]\nstep = "{PRICE}"\n["y0-deep-2026-11"]\nstep = "{PRICE}"\n'
ONE = {"model": "y0-fast", "prompt": "What is 17 + 1?"}
DEEPLY = {**ONE, "model": "y0-deep", "max_steps": 1}


@pytest.fixture(scope="module")
def gates(tmp_path_factory: pytest.TempPathFactory) -> Gates:
    return Gates(tmp_path_factory.mktemp("gates"))


@pytest.fixture(scope="module")
def nodes(
    new_server: Callable[..., Server],
    kind: str,
    gates: Gates,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Nodes]:
    """Three servers, started at once, whose operator has set prices."""
    if kind != "postgresql":
        pytest.skip("several servers need PostgreSQL")
    models = tmp_path_factory.mktemp("models")
    (models / "prices.toml").write_text(PRICES)
    settings = {"RUNWRIGHT_MODELS": str(models), "CHAOS_DIR": str(gates.folder)}
    started = started_together(new_server(is_empty=True, command=LAUNCHER, settings=settings), 3)
    yield started
    gates.open_all()
    for server in started.servers:
        server.kill()


@pytest.fixture
def apis(nodes: Nodes) -> Iterator[list[Api]]:
    """The first key of a new project, on each node."""
    with (
        nodes.first.project() as made,
        nodes.everywhere(made.secret, made.project_id) as everywhere,
    ):
        yield everywhere


# Starting ---------------------------------------------------------------------------------------


def test_three_that_start_at_once_on_an_empty_database_all_serve(nodes: Nodes) -> None:
    with nodes.everywhere(nodes.first.owner_key) as apis:
        assert [api.get("/v1/projects").status_code for api in apis] == [200] * 3
        models = [api.get("/v1/models").json() for api in apis]
        made = [api.run()["model"] for api in apis]
    assert models[0] == models[1] == models[2]
    assert len(set(made)) == 1
    logs = [server.log.read_text() for server in nodes.servers]
    assert sum(log.count("migrated") for log in logs) == len(revisions())
    assert [log for log in logs if "Traceback" in log] == []


# Rates ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Flood:
    """What one client was answered until it had been refused a number of times."""

    codes: Counter[int]
    last_refusal: httpx.Response
    began: float
    ended: float


def flood(api: Api, refusals: int = 20) -> Flood:
    codes: Counter[int] = Counter()
    began = time.monotonic()
    with Api(api.url, api.secret) as own:
        while codes[429] < refusals:
            answer = own.get("/v1/errors")
            codes[answer.status_code] += 1
            refusal = answer if answer.status_code == 429 else None
    assert refusal is not None
    return Flood(codes, refusal, began, time.monotonic())


@pytest.mark.parametrize("limit", [60, 600])
def test_a_rate_holds_over_all_nodes_within_five_percent(
    nodes: Nodes, apis: list[Api], limit: int
) -> None:
    with (
        apis[0].key("models:read", rate_limit=f"{limit}/min") as narrow,
        nodes.everywhere(narrow.secret) as everywhere,
    ):
        floods = at_once([partial(flood, api) for api in everywhere for _ in range(3)])
    assert sum((each.codes for each in floods), Counter()).keys() == {200, 429}
    allowed = sum(each.codes[200] for each in floods)
    began = min(each.began for each in floods)
    all_asked = min(each.ended for each in floods) - began
    seconds = max(each.ended for each in floods) - began
    assert allowed <= limit * 1.05 + seconds * limit / 60
    assert allowed >= (limit + all_asked * limit / 60) * 0.95 - 1
    for each in floods:
        headers = each.last_refusal.headers
        assert (headers["X-RateLimit-Limit"], headers["X-RateLimit-Remaining"]) == (str(limit), "0")
        assert 1 <= int(headers["Retry-After"]) <= int(headers["X-RateLimit-Reset"]) <= 60


def test_each_node_tells_what_the_others_have_taken(nodes: Nodes, apis: list[Api]) -> None:
    with (
        apis[0].key("models:read", rate_limit="7/min") as narrow,
        nodes.everywhere(narrow.secret) as everywhere,
    ):
        told = [everywhere[n % 3].get("/v1/models").headers for n in range(5)]
    assert [int(each["X-RateLimit-Remaining"]) for each in told] == [6, 5, 4, 3, 2]


@pytest.fixture
def lonely(kind: str, tmp_path: Path) -> Iterator[tuple[Server, Restartable]]:
    """A server on a PostgreSQL of its own."""
    if kind != "postgresql":
        pytest.skip("a database elsewhere is PostgreSQL")
    with TemporaryDirectory(prefix="lonely-postgres-") as folder:
        database = Restartable(Path(folder) / "data")
        server = Server(tmp_path / "data", database.new_database())
        yield server.start(), database
        server.kill()
        database.bring_back()
        database.stop()


def test_without_the_bucket_it_is_503_and_not_429(lonely: tuple[Server, Restartable]) -> None:
    server, database = lonely
    with server.project() as api:
        assert api.get("/v1/errors").status_code == 200
        database.take_away()
        away = at_once([partial(api.get, "/v1/errors")] * 8)
        database.bring_back()
        for answer in away:
            error_of(answer, 503, "overloaded")
            assert int(answer.headers["Retry-After"]) >= 1
        deadline = time.monotonic() + PATIENCE
        while (back := api.get("/v1/errors")).status_code == 503:
            assert time.monotonic() < deadline, "it never came back"
            time.sleep(0.05)
    assert back.status_code == 200
    assert int(back.headers["X-RateLimit-Remaining"]) >= int(back.headers["X-RateLimit-Limit"]) - 10
    assert "never retrieved" not in server.log.read_text()


# Keys -------------------------------------------------------------------------------------------


def test_tokens_at_hand_do_not_outlive_their_key(nodes: Nodes, apis: list[Api]) -> None:
    made = apis[0].post("/v1/keys", {"name": "k", "scopes": ["runs:read"]}).json()
    with nodes.everywhere(made["secret"]) as everywhere:
        for api in everywhere:
            assert at_once([partial(api.get, "/v1/errors")] * 8)[-1].status_code == 200
        assert apis[0].delete(f"/v1/keys/{made['id']}").status_code == 200
        revoked = time.monotonic()
        late = at_once([partial(last_accepted, api) for api in everywhere])
    assert max(late) - revoked < 1


def last_accepted(api: Api) -> float:
    """When the last request that was accepted was sent."""
    last, deadline = 0.0, time.monotonic() + PATIENCE
    while True:
        sent = time.monotonic()
        assert sent < deadline, "it still works"
        if api.get("/v1/errors").status_code == 401:
            return last
        last = sent


# Budgets ----------------------------------------------------------------------------------------


def spent(nodes: Nodes, holder: str) -> tuple[Decimal, Decimal]:
    """What a holder has spent, and what is set aside for it."""
    statement = "SELECT spent, reserved FROM budgets WHERE holder = ?"
    ((used, reserved),) = Raw(nodes.first).rows(statement, holder)
    return Decimal(used).scaleb(-12), Decimal(reserved).scaleb(-12)


def purse(api: Api, amount: Decimal) -> dict[str, Any]:
    """A key that may spend so much a month."""
    scopes = ["runs:write", "runs:read", "agents:read"]
    budget = {"amount": str(amount), "period": "month"}
    made = api.post("/v1/keys", {"name": "purse", "scopes": scopes, "budget": budget})
    assert made.status_code == 201, made.text
    return dict(made.json())


@pytest.mark.parametrize("body", [ONE, DEEPLY], ids=["fast", "deep"])
def test_a_hundred_at_once_over_all_nodes_spend_a_budget_exactly(
    nodes: Nodes, apis: list[Api], body: dict[str, Any]
) -> None:
    room = 11
    key = purse(apis[0], PRICE * room + PRICE / 2)
    with nodes.everywhere(key["secret"]) as everywhere:
        answers = at_once([partial(everywhere[n % 3].post, "/v1/runs", body) for n in range(100)])
    made = [answer.json()["id"] for answer in answers if answer.status_code == 201]
    assert sorted(answer.status_code for answer in answers) == [201] * room + [429] * (100 - room)
    for n, run_id in enumerate(made):
        assert apis[n % 3].finished(run_id, PATIENCE)["status"] == "completed"
    assert spent(nodes, key["id"]) == (PRICE * room, Decimal(0))


def test_two_keys_on_all_nodes_spend_one_agents_budget_exactly(
    nodes: Nodes, apis: list[Api]
) -> None:
    room = 9
    budget = {"amount": str(PRICE * room), "period": "month"}
    made = agent(apis[0], model="y0-fast", budget=budget)
    keys = [purse(apis[0], PRICE * 4), purse(apis[0], PRICE * 50)]
    path, body = f"/v1/agents/{made}/run", {"prompt": ONE["prompt"]}
    with (
        nodes.everywhere(keys[0]["secret"]) as poor,
        nodes.everywhere(keys[1]["secret"]) as rich,
    ):
        clients = [*poor, *rich]
        answers = at_once([partial(clients[n % 6].post, path, body) for n in range(100)])
    assert sorted(answer.status_code for answer in answers) == [201] * room + [429] * (100 - room)
    by_key = [spent(nodes, key["id"])[0] for key in keys]
    assert spent(nodes, made) == (sum(by_key, Decimal(0)), Decimal(0)) == (PRICE * room, Decimal(0))
    assert by_key[0] <= PRICE * 4


# The audit log ----------------------------------------------------------------------------------


def test_a_project_has_one_chain_whoever_writes_it(nodes: Nodes, apis: list[Api]) -> None:
    def write(api: Api, other: Api) -> None:
        for _ in range(15):
            api.run()
            other.run()

    with (
        nodes.first.project() as second,
        nodes.everywhere(second.secret, second.project_id) as others,
    ):
        at_once([partial(write, *pair) for pair in zip(apis, others, strict=True)])
        check_chain(apis)
        check_chain(others)


def check_chain(apis: list[Api]) -> None:
    """Read on one node, signed on another, proved on the third: all of one chain."""
    entries = apis[0].audit()
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    assert len({entry["id"] for entry in entries}) == len(entries)
    assert [entry["prev_hash"] for entry in entries[1:]] == [e["hash"] for e in entries[:-1]]
    assert len([e for e in entries if e["action"] == "runs.create"]) == 45
    for api in apis:
        verified = api.get("/v1/audit_log/verify").json()
        assert verified["valid"] is True
        assert verified["entries"] >= len(entries)
    point = checkpoint(apis[1])
    _, size, root = opened(point["note"], point["verifier_key"])
    known = [bytes.fromhex(entry["hash"]) for entry in apis[0].audit()]
    assert tree_root(known[:size]) == root
    for entry in entries[::9]:
        proof = apis[2].get(f"/v1/audit_log/{entry['seq']}/proof").json()
        assert proof["verifier_key"] == point["verifier_key"]
        assert proof["entry"] == entry
        _, size, root = opened(proof["note"], proof["verifier_key"])
        leaf, path = sha(b"\0", bytes.fromhex(entry["hash"])), [unbase(h) for h in proof["hashes"]]
        assert walked(leaf, entry["seq"] - 1, size, path) == root


# Following --------------------------------------------------------------------------------------


def test_a_stream_on_one_node_tells_what_happens_on_every_node(apis: list[Api]) -> None:
    with stream(apis[0]) as told:
        made = {api.run()["id"] for api in apis for _ in range(4)}
        found = some(told, 12)
    assert [event["data"]["object"]["id"] for _, _, event in found] == [
        event["data"]["object"]["id"]
        for event in apis[1].get("/v1/events", params={"order": "asc"}).json()["data"]
    ]
    assert {event["data"]["object"]["id"] for _, _, event in found} == made


def test_a_stream_goes_on_at_another_node_without_a_gap(apis: list[Api]) -> None:
    for api in apis * 3:
        api.run()
    whole = apis[0].get("/v1/events", params={"order": "asc"}).json()["data"]
    for n, seen in enumerate(whole[:6]):
        with stream(apis[n % 3], last=seen["id"]) as told:
            assert [event for _, _, event in some(told, 8 - n)] == whole[n + 1 :]


def test_a_run_is_followed_from_any_node_while_it_is_in_work(apis: list[Api], gates: Gates) -> None:
    prompt = "What is 71 + 1? Then: What is 71 + 2?"
    gates.close("step", "What is 71 + 2?")
    run_id = apis[1].run(prompt, model="y0-deep")["id"]
    gates.wait_for_arrival("step")
    seen: dict[int, list[Event]] = {}
    followers = [
        Thread(target=lambda n=n: seen.update({n: events(apis[n], run_id)}), daemon=True)
        for n in (0, 2)
    ]
    for follower in followers:
        follower.start()
    assert apis[0].get(f"/v1/runs/{run_id}").json()["status"] == "running"
    gates.open("step")
    for follower in followers:
        follower.join(PATIENCE)
    trace = apis[1].finished(run_id)["trace"]
    assert [data for _, _, data in seen[0]] == [*trace, {"status": "completed"}]
    assert seen[0] == seen[2]


def test_a_run_is_cancelled_from_any_node(apis: list[Api], gates: Gates) -> None:
    gates.close("step", "What is 72 + 2?")
    run_id = apis[1].run("What is 72 + 1? Then: What is 72 + 2?", model="y0-deep")["id"]
    gates.wait_for_arrival("step")
    assert apis[2].post(f"/v1/runs/{run_id}/cancel").status_code == 200
    gates.open("step")
    assert events(apis[0], run_id)[-1][1] == "cancelled"
    assert {api.get(f"/v1/runs/{run_id}").json()["status"] for api in apis} == {"cancelled"}
