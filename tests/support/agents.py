"""Agents and networks as tests make and run them."""

from __future__ import annotations

from typing import Any

from support.client import Api

SUM = "What is 17 + 1?"


def agent(api: Api, name: str = "Clerk", instructions: str = "Be brief.", **more: Any) -> str:
    """The id of a new agent."""
    body = {"name": name, "instructions": instructions, "model": "y0-deep", **more}
    made = api.post("/v1/agents", body)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def network(api: Api, agents: list[str], strategy: str = "sequential", **more: Any) -> str:
    """The id of a new network."""
    body = {"name": "Desk", "agents": agents, "strategy": strategy, **more}
    made = api.post("/v1/networks", body)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def start(api: Api, network_id: str, **body: Any) -> dict[str, Any]:
    """A run of a network, on its way."""
    made = api.post(f"/v1/networks/{network_id}/run", {"prompt": SUM, **body})
    assert made.status_code == 201, made.text
    return dict(made.json())


def run(api: Api, network_id: str, **body: Any) -> dict[str, Any]:
    """The same, once it has ended."""
    return api.finished(start(api, network_id, **body)["id"])


def parts(api: Api, whole: dict[str, Any]) -> list[dict[str, Any]]:
    """The runs that it is made of."""
    return [dict(api.get(f"/v1/runs/{child}").json()) for child in whole["children"]]


def actions(ended: dict[str, Any]) -> list[str]:
    """What a trace shows as done, in order."""
    return [entry["action"] for entry in ended["trace"] if entry["type"] == "step"]
