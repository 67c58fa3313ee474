"""The route table: a route without a scope cannot be made, and a path finds its own."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.api.call import Answer, Call
from runwright.api.parsing import Shape
from runwright.api.router import Access, Route, Router
from runwright.trust.scopes import Scope


async def _handler(_call: Call) -> Answer:
    return Answer(body=b"{}")


def route(path: str, method: str = "GET", scope: Any = Scope.RUNS_READ) -> Route:
    return Route(
        method=method,
        path=path,
        action="runs.read",
        scope=scope,
        handler=_handler,
        summary="",
        answer=Shape,
    )


@pytest.mark.parametrize("scope", [None, "runs:read", "", True, 0])
def test_a_route_without_a_scope_cannot_be_made(scope: Any) -> None:
    with pytest.raises(TypeError, match="names no scope"):
        route("/v1/x", scope=scope)


@pytest.mark.parametrize("scope", [Scope.RUNS_READ, Access.ANY_KEY, Access.NO_KEY])
def test_a_route_says_what_it_needs(scope: Any) -> None:
    assert route("/v1/x", scope=scope).scope is scope


def test_the_same_route_twice_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="twice"):
        Router([route("/v1/x"), route("/v1/x")])


ROUTER = Router(
    [
        route("/v1/runs"),
        route("/v1/runs", "POST"),
        route("/v1/runs/{id}"),
        route("/v1/runs/{id}/cancel", "POST"),
        route("/v1/audit_log/verify"),
        route("/v1/audit_log/{seq}/proof"),
    ]
)


@pytest.mark.parametrize(
    ("path", "template", "parameters"),
    [
        ("/v1/runs", "/v1/runs", {}),
        ("/v1/runs/x", "/v1/runs/{id}", {"id": "x"}),
        ("/v1/runs/cancel", "/v1/runs/{id}", {"id": "cancel"}),
        ("/v1/runs/x/cancel", "/v1/runs/{id}/cancel", {"id": "x"}),
        ("/v1/audit_log/verify", "/v1/audit_log/verify", {}),
        ("/v1/audit_log/7/proof", "/v1/audit_log/{seq}/proof", {"seq": "7"}),
    ],
)
def test_a_path_finds_its_route(path: str, template: str, parameters: dict[str, str]) -> None:
    match = ROUTER.find(path)
    assert match is not None
    assert (match.template, match.parameters) == (template, parameters)


@pytest.mark.parametrize(
    "path",
    ["/v1", "/v1/", "/v1/runs/", "/v1/runs/x/", "/v1//runs", "/v1/runs/x/y", "/v1/audit_log", ""],
)
def test_another_path_finds_nothing(path: str) -> None:
    assert ROUTER.find(path) is None


@given(st.text())
def test_any_path_can_be_asked_for(path: str) -> None:
    match = ROUTER.find("/" + path)
    assert match is None or match.methods


@given(st.text(st.characters(exclude_characters="/"), min_size=1))
def test_a_parameter_holds_whatever_stands_there(text: str) -> None:
    match = ROUTER.find(f"/v1/runs/{text}")
    assert match is not None
    assert match.parameters == {"id": text}


def test_the_methods_of_a_path_are_known() -> None:
    match = ROUTER.find("/v1/runs")
    assert match is not None
    assert set(match.methods) == {"GET", "POST"}


def test_a_path_without_parameters_has_one_match_for_all_requests() -> None:
    router = Router([route("/v1/x"), route("/v1/x/{id}"), route("/v1/x", "POST")])
    match = router.find("/v1/x")
    assert match is not None
    assert match is router.find("/v1/x")
    assert match.allowed == ("GET", "HEAD", "POST")
    one, other = router.find("/v1/x/1"), router.find("/v1/x/2")
    assert one is not None
    assert other is not None
    assert (one.parameters, other.parameters) == ({"id": "1"}, {"id": "2"})
