"""A key's own budget and rate bound all that descends from it, in whatever project.

What a key makes with `POST /v1/keys`, `POST /v1/projects` or `POST /v1/auth/approvals` counts under
its limits too, and under those of the keys that it descends from itself, revoked ones included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from support.agents import agent, network
from support.client import Api, error_of
from support.server import Server

RUN = {"model": "y0-fast", "prompt": "What is 17 + 1?"}
MAKES = ("keys:write", "keys:read", "projects:write", "runs:write", "runs:read", "models:read")
PRICE = 1  # of such a run, in millionths


def budget(runs: int, period: str = "day") -> dict[str, str]:
    """A budget for so many runs."""
    return {"amount": f"0.{runs * PRICE:06}", "period": period}


@pytest.fixture
def open_clients() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


Make = Callable[[Api], Api]


def key_of(maker: Api, **limits: Any) -> Api:
    return maker.key(*MAKES, **limits)


def project_of(maker: Api) -> Api:
    made = maker.post("/v1/projects", {"name": "child"})
    assert made.status_code == 201, made.text
    return Api(maker.url, made.json()["key"]["secret"])


def login_of(maker: Api) -> Api:
    login = httpx.post(f"{maker.url}/v1/auth/device", json={}).json()
    approved = {"user_code": login["user_code"], "scopes": ["runs:write", "runs:read"]}
    assert maker.post("/v1/auth/approvals", approved).status_code == 200
    code = {"device_code": login["device_code"]}
    token = httpx.post(f"{maker.url}/v1/auth/token", json=code).json()
    return Api(maker.url, token["secret"])


def key_of_key(maker: Api) -> Api:
    with key_of(maker) as child:
        return key_of(child)


def key_of_project(maker: Api) -> Api:
    with project_of(maker) as child:
        return key_of(child)


def key_with_a_budget(maker: Api) -> Api:
    return key_of(maker, budget=budget(1))


every_way = pytest.mark.parametrize(
    "make",
    [key_of, project_of, login_of, key_of_key, key_of_project, key_with_a_budget],
    ids=lambda make: make.__name__,
)


def refused(answer: httpx.Response) -> str:
    error = error_of(answer, 429, "rate_limited")
    assert int(answer.headers["Retry-After"]) >= 1
    return str(error["message"])


def revoke(owner: Api, key: Api) -> None:
    key_id = key.get("/v1/auth/key").json()["id"]
    assert owner.delete(f"/v1/keys/{key_id}").status_code == 200


# Budgets ----------------------------------------------------------------------------------------


@every_way
@pytest.mark.parametrize("is_revoked", [False, True], ids=["maker", "revoked maker"])
def test_a_spent_key_makes_nothing_that_can_spend(
    api: Api, open_clients: ExitStack, make: Make, is_revoked: bool
) -> None:
    maker = open_clients.enter_context(key_of(api, budget=budget(2)))
    early = open_clients.enter_context(make(maker))
    assert early.post("/v1/runs", RUN).status_code == 201
    assert maker.post("/v1/runs", RUN).status_code == 201
    late = open_clients.enter_context(make(maker))
    if is_revoked:
        revoke(api, maker)
    for child in (early, late):
        told = refused(child.post("/v1/runs", RUN))
        assert "created this key" in told or "This key may spend 0.000001" in told
    assert api.post("/v1/runs", RUN).status_code == 201, "nobody else is held up"


def test_what_the_makings_spend_the_maker_has_spent(api: Api, open_clients: ExitStack) -> None:
    maker = open_clients.enter_context(key_of(api, budget=budget(2)))
    for make in (key_of_key, project_of):
        child = open_clients.enter_context(make(maker))
        assert child.post("/v1/runs", RUN).status_code == 201
    assert "0.000002" in refused(maker.post("/v1/runs", RUN))


def test_many_at_once_spend_the_makers_budget_exactly(api: Api, open_clients: ExitStack) -> None:
    maker = open_clients.enter_context(key_of(api, budget=budget(10)))
    makers: list[Make] = [key_of, key_of_key, project_of, key_of_project]
    askers = [maker, *(open_clients.enter_context(make(maker)) for make in makers)]
    with ThreadPoolExecutor(10) as pool:
        told = list(pool.map(lambda n: askers[n % 5].post("/v1/runs", RUN).status_code, range(40)))
    assert sorted(told) == [201] * 10 + [429] * 30


def test_agents_and_networks_draw_on_the_makers_budget(api: Api, open_clients: ExitStack) -> None:
    acting = ("runs:write", "agents:read", "networks:read")
    maker = open_clients.enter_context(
        api.key("keys:write", *acting, budget={"amount": "0", "period": "month"})
    )
    child = open_clients.enter_context(maker.key(*acting))
    own = child.get("/v1/auth/key").json()["id"]
    assert api.patch(f"/v1/keys/{own}", {"budget": None}).status_code == 200
    clerk = agent(api)
    for path in (f"/v1/agents/{clerk}/run", f"/v1/networks/{network(api, [clerk])}/run"):
        told = refused(child.post(path, {"prompt": RUN["prompt"]}))
        assert "budget per month of a key that created this key" in told


def test_a_budget_that_comes_later_counts_what_the_makings_have_spent(
    api: Api, open_clients: ExitStack
) -> None:
    maker = open_clients.enter_context(key_of(api))
    makers: list[Make] = [key_of_key, key_of_project]
    children = [open_clients.enter_context(make(maker)) for make in makers]
    for child in children:
        assert child.post("/v1/runs", RUN).status_code == 201
    maker_id = maker.get("/v1/auth/key").json()["id"]
    assert api.patch(f"/v1/keys/{maker_id}", {"budget": budget(3)}).status_code == 200
    assert children[0].post("/v1/runs", RUN).status_code == 201
    for each in (*children, maker):
        refused(each.post("/v1/runs", RUN))
    assert api.patch(f"/v1/keys/{maker_id}", {"budget": budget(4, "month")}).status_code == 200
    assert children[1].post("/v1/runs", RUN).status_code == 201
    refused(children[0].post("/v1/runs", RUN))


def test_a_deep_run_of_a_making_frees_what_its_maker_need_not_keep(
    api: Api, open_clients: ExitStack
) -> None:
    deep = {**RUN, "model": "y0-deep", "max_steps": 4}
    maker = open_clients.enter_context(key_of(api, budget={"amount": "0.000150", "period": "day"}))
    child = open_clients.enter_context(project_of(maker))
    for _ in range(5):
        made = child.post("/v1/runs", deep)
        assert made.status_code == 201, made.text
        assert child.finished(made.json()["id"])["status"] == "completed"


# Rates ------------------------------------------------------------------------------------------


def slow(owner: Api, limit: int) -> Api:
    """A key of so many requests a minute; 1 a minute flows back too slowly to be seen."""
    return key_of(owner, rate_limit=f"{limit}/min")


@pytest.mark.parametrize("make", [key_of, project_of, login_of], ids=lambda make: make.__name__)
def test_a_key_that_is_made_without_a_rate_has_its_makers(
    api: Api, open_clients: ExitStack, make: Make
) -> None:
    maker = open_clients.enter_context(slow(api, 60))
    child = open_clients.enter_context(make(maker))
    assert child.get("/v1/auth/key").json()["rate_limit"] == "60/min"


@pytest.mark.parametrize("is_revoked", [False, True], ids=["maker", "revoked maker"])
def test_all_that_a_key_made_share_its_rate(
    api: Api, open_clients: ExitStack, is_revoked: bool
) -> None:
    maker = open_clients.enter_context(slow(api, 9))
    makers: list[Make] = [key_of, project_of]
    children = [open_clients.enter_context(make(maker)) for make in makers]
    if is_revoked:
        revoke(api, maker)
    told = [children[n % 2].get("/v1/models") for n in range(12)]
    used = 3 if is_revoked else 2
    assert [each.status_code for each in told].count(200) == 9 - used
    assert [each.headers["X-RateLimit-Remaining"] for each in told[:2]] == [
        str(9 - used - 1),
        str(9 - used - 2),
    ]
    assert "others created by the same key" in refused(told[-1])
    assert api.get("/v1/models").status_code == 200


def test_the_headers_tell_of_the_tightest_bucket(api: Api, open_clients: ExitStack) -> None:
    maker = open_clients.enter_context(slow(api, 8))
    child = open_clients.enter_context(key_of(maker, rate_limit="3/min"))
    told = [child.get("/v1/models") for _ in range(4)]
    assert [each.status_code for each in told] == [200, 200, 200, 429]
    assert {each.headers["X-RateLimit-Limit"] for each in told} == {"3"}
    assert maker.get("/v1/models").headers["X-RateLimit-Remaining"] == "3", "none was taken in vain"


# The line ---------------------------------------------------------------------------------------


def test_a_line_of_makers_has_an_end(api: Api, open_clients: ExitStack) -> None:
    last, made = api, 0
    while (answer := last.post("/v1/keys", {"name": "n", "scopes": list(MAKES)})).is_success:
        last = open_clients.enter_context(Api(api.url, answer.json()["secret"]))
        made += 1
        assert made < 100
    assert (
        "There are 32 keys between this key and the first"
        in error_of(answer, 403, "scope_denied")["message"]
    )
    error_of(last.post("/v1/projects", {"name": "n"}), 403, "scope_denied")
    assert last.post("/v1/runs", RUN).status_code == 201


def test_a_rate_of_the_server_is_nobodys_own(server: Server, open_clients: ExitStack) -> None:
    maker = open_clients.enter_context(server.project())
    child = open_clients.enter_context(key_of(maker))
    assert child.get("/v1/auth/key").json()["rate_limit"] is None
    limit = int(child.get("/v1/models").headers["X-RateLimit-Limit"])
    remaining = [int(child.get("/v1/models").headers["X-RateLimit-Remaining"]) for _ in range(3)]
    assert int(maker.get("/v1/models").headers["X-RateLimit-Remaining"]) >= limit - 5, remaining
