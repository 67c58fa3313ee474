"""How budgets are written, and that no key gives away more than it has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from support.agents import agent
from support.client import Api, error_of

pytestmark = pytest.mark.usefixtures("conforming")


class Purse:
    """A key with a budget."""

    def __init__(self, owner: Api, amount: str, period: str) -> None:
        scopes = ["keys:read", "keys:write", "runs:read"]
        body = {"name": "purse", "scopes": scopes, "budget": {"amount": amount, "period": period}}
        made = owner.post("/v1/keys", body)
        assert made.status_code == 201, made.text
        self.id = str(made.json()["id"])
        self.api = Api(owner.url, made.json()["secret"], owner.project_id)


@pytest.fixture
def purse(api: Api) -> Iterator[Callable[..., Purse]]:
    made: list[Purse] = []

    def make(amount: str, period: str = "day") -> Purse:
        made.append(Purse(api, amount, period))
        return made[-1]

    yield make
    for each in made:
        each.api.http.close()


# How a budget is written ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "shown"),
    [("2.50", "2.500000"), (2, "2.000000"), ("0", "0.000000"), ("0.000001", "0.000001")],
)
@pytest.mark.parametrize("period", ["day", "month"])
def test_a_budget_is_shown_as_an_exact_decimal(
    api: Api, written: Any, shown: str, period: str
) -> None:
    budget = {"amount": written, "period": period}
    expected = {"amount": shown, "period": period}
    key = api.post("/v1/keys", {"name": "k", "scopes": ["runs:read"], "budget": budget}).json()
    assert api.get(f"/v1/keys/{key['id']}").json()["budget"] == key["budget"] == expected
    made = agent(api, budget=budget)
    assert api.get(f"/v1/agents/{made}").json()["budget"] == expected


@pytest.mark.parametrize(
    "amount", [2.5, "-1", "1e3", "", " 1", "1,5", "1234567", "0.1234567", "٣", True, None, [1]]
)
def test_what_is_no_exact_amount_is_named(api: Api, amount: Any) -> None:
    budget = {"amount": amount, "period": "day"}
    for path, body in (
        ("/v1/keys", {"name": "k", "scopes": ["runs:read"]}),
        ("/v1/agents", {"name": "a", "instructions": "Be brief."}),
    ):
        error = error_of(api.post(path, {**body, "budget": budget}), 400, "invalid_request")
        assert set(error["errors"]) == {"budget.amount"}


def test_a_budget_can_be_changed_and_taken_away(api: Api) -> None:
    key = api.post("/v1/keys", {"name": "k", "scopes": ["runs:read"]}).json()
    for path in (f"/v1/keys/{key['id']}", f"/v1/agents/{agent(api)}"):
        assert api.get(path).json()["budget"] is None
        set_to = {"amount": "1.000000", "period": "month"}
        assert api.patch(path, {"budget": set_to}).json()["budget"] == set_to
        assert api.patch(path, {"name": "other"}).json()["budget"] == set_to
        assert api.patch(path, {"budget": None}).json()["budget"] is None


# Whose budget -----------------------------------------------------------------------------------

BEYOND = [
    ({"amount": "31", "period": "month"}, {"amount": "31.000001", "period": "month"}),
    ({"amount": "31", "period": "month"}, {"amount": "1.01", "period": "day"}),
    ({"amount": "2", "period": "day"}, {"amount": "2.01", "period": "day"}),
    ({"amount": "2", "period": "day"}, {"amount": "3", "period": "month"}),
]
WITHIN = [
    ({"amount": "31", "period": "month"}, {"amount": "1", "period": "day"}),
    ({"amount": "2", "period": "day"}, {"amount": "2", "period": "month"}),
]


@pytest.mark.parametrize(("own", "other"), BEYOND)
def test_a_key_makes_none_that_may_spend_more(
    api: Api, purse: Callable[..., Purse], own: dict[str, str], other: dict[str, str]
) -> None:
    maker = purse(**own)
    body = {"name": "k", "scopes": ["runs:read"]}
    answer = maker.api.post("/v1/keys", {**body, "budget": other})
    assert "budget" in error_of(answer, 403, "scope_denied")["message"]
    assert [entry["key"] for entry in api.audit(decision="denied")] == [maker.id]
    made = maker.api.post("/v1/keys", {**body, "budget": own}).json()
    raised = maker.api.patch(f"/v1/keys/{made['id']}", {"budget": other})
    error_of(raised, 403, "scope_denied")


@pytest.mark.parametrize(("own", "other"), WITHIN)
def test_a_key_makes_others_within_its_own_budget(
    purse: Callable[..., Purse], own: dict[str, str], other: dict[str, str]
) -> None:
    maker = purse(**own)
    body = {"name": "k", "scopes": ["runs:read"]}
    assert maker.api.post("/v1/keys", {**body, "budget": other}).status_code == 201
    inherited = maker.api.post("/v1/keys", body).json()["budget"]
    assert Decimal(inherited["amount"]) == Decimal(own["amount"])


@pytest.mark.parametrize("more", [None, {"amount": "2", "period": "day"}])
def test_a_key_never_raises_its_own_budget(purse: Callable[..., Purse], more: Any) -> None:
    key = purse("1")
    error_of(key.api.patch(f"/v1/keys/{key.id}", {"budget": more}), 403, "scope_denied")
    less = {"amount": "0.500000", "period": "day"}
    assert key.api.patch(f"/v1/keys/{key.id}", {"budget": less}).json()["budget"] == less
    back = {"amount": "1", "period": "day"}
    error_of(key.api.patch(f"/v1/keys/{key.id}", {"budget": back}), 403, "scope_denied")
