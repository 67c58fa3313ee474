"""A household with one of everything: how each operation of the API is called, by example.

The reference shows these calls. What a call uses up is made anew each time it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from runwright.api.examples import Example
from support import samples
from support.client import Api
from support.patience import until
from support.receiver import Receiver

QUESTION = "How much did I spend at REWE in October 2026?"
SCOPES = ["runs:write", "runs:read", "finance:read"]
STATEMENT = "statement.csv"
STATEMENT_TEXT = b"""Date,Description,Amount,Currency
2026-10-02,REWE SAGT DANKE,-54.20,EUR
2026-10-05,EMPLOYER GMBH SALARY,2850.00,EUR
2026-10-09,REWE SAGT DANKE,-31.75,EUR
2026-10-15,CITY POWER,-89.00,EUR
"""
AGENT = {
    "name": "Bookkeeper",
    "instructions": "Only use finance. Leave out transfers. Answer in one short sentence.",
    "budget": {"amount": "0.50", "period": "day"},
}
WEBHOOK = "https://example.com/hooks/runwright"


def at(thing_id: str, body: Any = None, **query: Any) -> Example:
    """A call about one thing."""
    return Example(path={"id": thing_id}, query=query, body=body)


def after(_: object, example: Example) -> Example:
    """A call that needs something to be there first."""
    return example


class Household:
    """A project, and a receiver that stands for the reader's own address."""

    def __init__(self, api: Api, receiver: Receiver) -> None:
        self.api = api
        self.receiver = receiver

    def made(self, path: str, body: Any) -> dict[str, Any]:
        answer = self.api.post(path, body)
        assert answer.status_code in (200, 201), answer.text
        return dict(answer.json())

    def secret(self) -> str:
        return str(self.made("/v1/keys", {"name": "laptop", "scopes": SCOPES})["secret"])

    def key(self) -> str:
        return str(self.made("/v1/keys", {"name": "dashboard", "scopes": SCOPES})["id"])

    def login(self) -> dict[str, Any]:
        return self.made("/v1/auth/device", {"name": "laptop"})

    def code(self) -> str:
        return str(self.login()["user_code"])

    def approved(self) -> str:
        login = self.login()
        self.made("/v1/auth/approvals", {"user_code": login["user_code"], "scopes": SCOPES})
        return str(login["device_code"])

    def new_run(self) -> str:
        return str(self.api.run(QUESTION, context=["finance"])["id"])

    def new_file(self) -> str:
        return str(self.api.file(samples.NOTE, filename="notes.md")["id"])

    def agent(self) -> str:
        return str(self.made("/v1/agents", AGENT)["id"])

    def network(self) -> str:
        body = {"name": "Household", "agents": [self.agent()], "strategy": "router"}
        return str(self.made("/v1/networks", body)["id"])

    def webhook(self) -> str:
        body = {"url": f"{self.receiver.url}/hook", "events": ["run.completed"]}
        return str(self.made("/v1/webhooks", body)["id"])

    def erased(self, path: str) -> str:
        assert self.api.delete(path).status_code == 200
        return path.rpartition("/")[2]

    @cached_property
    def file(self) -> str:
        return str(self.api.file(STATEMENT_TEXT, filename=STATEMENT)["id"])

    @cached_property
    def run(self) -> str:
        assert self.file
        return self.new_run()

    @cached_property
    def rated(self) -> str:
        run = self.new_run()
        self.made(f"/v1/runs/{run}/feedback", {"rating": "up", "comment": "Exactly right."})
        return run

    @cached_property
    def artifact(self) -> str:
        assert self.file
        run = self.api.run("Export my October payments as CSV", context=["finance"])
        return str(run["result"]["artifacts"][0])

    @cached_property
    def agent_with_runs(self) -> str:
        agent = self.agent()
        self.made(f"/v1/agents/{agent}/run", {"prompt": QUESTION, "context": ["finance"]})
        return agent

    @cached_property
    def network_with_runs(self) -> str:
        network = self.network()
        self.made(f"/v1/networks/{network}/run", {"prompt": QUESTION, "context": ["finance"]})
        return network

    @cached_property
    def delivered(self) -> tuple[str, dict[str, Any]]:
        """A webhook, and a delivery that has arrived."""
        hook = self.webhook()
        self.new_run()
        path = f"/v1/webhooks/{hook}/deliveries"

        def over() -> list[dict[str, Any]]:
            found = self.api.get(path).json()["data"]
            return [each for each in found if each["status"] != "pending"]

        until(lambda: bool(over()), "a delivery is over")
        return hook, over()[0]


Calls = Callable[[Household], Example]
CALLS: dict[str, Calls] = {
    "runs.create": lambda h: after(
        h.file, Example(body={"model": "y0-fast", "prompt": QUESTION, "context": ["finance"]})
    ),
    "runs.list": lambda h: after(
        h.run, Example(query={"answered": True, "expand": "request", "limit": 2})
    ),
    "runs.read": lambda h: at(h.run, expand="request,usage"),
    "runs.delete": lambda h: at(h.new_run()),
    "runs.cancel": lambda h: at(h.new_run()),
    "runs.timeline": lambda h: at(h.run),
    "runs.events": lambda h: at(h.run),
    "runs.sources": lambda h: at(h.run),
    "runs.steps": lambda h: at(h.run),
    "runs.answer": lambda h: at(h.run),
    "runs.proof": lambda h: at(h.run),
    "runs.replay": lambda h: at(h.run),
    "runs.feedback": lambda h: at(h.run, {"rating": "up", "comment": "Exactly right."}),
    "runs.read_feedback": lambda h: at(h.rated),
    "artifacts.read": lambda h: at(h.artifact),
    "artifacts.content": lambda h: at(h.artifact),
    "tools.list": lambda _: Example(),
    "agents.create": lambda _: Example(body=AGENT),
    "agents.interpret": lambda _: Example(body={"instructions": AGENT["instructions"]}),
    "agents.list": lambda h: after(h.agent(), Example(query={"limit": 2})),
    "agents.read": lambda h: at(h.agent()),
    "agents.change": lambda h: at(h.agent(), {"instructions": "Only use finance. Be brief."}),
    "agents.delete": lambda h: at(h.agent()),
    "agents.run": lambda h: at(h.agent(), {"prompt": QUESTION, "context": ["finance"]}),
    "agents.runs": lambda h: at(h.agent_with_runs),
    "networks.create": lambda h: Example(
        body={"name": "Household", "agents": [h.agent(), h.agent()], "strategy": "router"}
    ),
    "networks.list": lambda h: after(h.network(), Example(query={"limit": 2})),
    "networks.read": lambda h: at(h.network()),
    "networks.delete": lambda h: at(h.network()),
    "networks.run": lambda h: at(h.network(), {"prompt": QUESTION, "context": ["finance"]}),
    "networks.runs": lambda h: at(h.network_with_runs),
    "analytics.costs": lambda h: after(
        h.run, Example(query={"bucket": "none", "group_by": "model"})
    ),
    "analytics.quality": lambda h: after(
        h.run, Example(query={"bucket": "none", "group_by": "model"})
    ),
    "files.create": lambda _: Example(upload=STATEMENT, body={"purpose": "context"}),
    "files.list": lambda h: after(h.file, Example(query={"status": "processed", "limit": 2})),
    "files.read": lambda h: at(h.file),
    "files.delete": lambda h: at(h.new_file(), runs=True),
    "files.content": lambda h: at(h.file),
    "files.extracted": lambda h: at(h.file),
    "files.reextract": lambda h: at(h.new_file()),
    "context.search": lambda h: after(h.file, Example(query={"q": "groceries"})),
    "context.items": lambda h: after(h.file, Example(query={"source": "finance", "limit": 2})),
    "context.entities": lambda h: after(h.file, Example(query={"source": "finance", "limit": 2})),
    "events.list": lambda h: after(h.run, Example(query={"type": "run.completed", "limit": 2})),
    "events.stream": lambda _: Example(query={"type": "run.completed,run.failed"}),
    "events.read": lambda h: at(h.delivered[1]["event"]),
    "webhooks.create": lambda h: Example(
        body={"url": f"{h.receiver.url}/hook", "events": ["run.completed", "file.processed"]}
    ),
    "webhooks.list": lambda h: after(h.webhook(), Example()),
    "webhooks.read": lambda h: at(h.webhook()),
    "webhooks.change": lambda h: at(h.webhook(), {"status": "disabled"}),
    "webhooks.delete": lambda h: at(h.webhook()),
    "webhooks.rotate_secret": lambda h: at(h.webhook(), {"grace_seconds": 3600}),
    "webhooks.test": lambda h: at(h.webhook()),
    "webhooks.deliveries": lambda h: at(h.delivered[0]),
    "webhooks.delivery": lambda h: Example(
        path={"id": h.delivered[0], "did": h.delivered[1]["id"]}
    ),
    "webhooks.redeliver": lambda h: Example(
        path={"id": h.delivered[0], "did": h.delivered[1]["id"]}
    ),
    "models.list": lambda _: Example(query={"status": "available"}),
    "models.read": lambda _: at("y0-fast", expand="origin"),
    "keys.create": lambda _: Example(
        body={"name": "dashboard", "scopes": SCOPES, "rate_limit": "600/min"}
    ),
    "keys.list": lambda _: Example(),
    "keys.read": lambda h: at(h.key()),
    "keys.change": lambda h: at(h.key(), {"scopes": ["runs:read"]}),
    "keys.delete": lambda h: at(h.key()),
    "keys.rotate": lambda h: at(h.key(), {"grace_seconds": 3600}),
    "projects.create": lambda _: Example(
        body={"name": "household", "time_zone": "Europe/Berlin", "currency": "EUR"}
    ),
    "projects.list": lambda _: Example(),
    "projects.read": lambda h: at(h.api.project_id or ""),
    "projects.change": lambda h: at(h.api.project_id or "", {"time_zone": "Europe/Berlin"}),
    "audit.list": lambda h: Example(query={"resource": h.run, "limit": 2}),
    "audit.verify": lambda _: Example(),
    "audit.checkpoint": lambda _: Example(),
    "audit.prove": lambda _: Example(path={"seq": "1"}),
    "audit.consistency": lambda _: Example(query={"from": 1}),
    "erasures.read": lambda h: at(h.erased(f"/v1/files/{h.new_file()}")),
    "auth.ask": lambda _: Example(body={"name": "laptop"}),
    "auth.fetch": lambda h: Example(body={"device_code": h.approved()}),
    "auth.approve": lambda h: Example(body={"user_code": h.code(), "scopes": SCOPES}),
    "auth.look": lambda h: at(h.code()),
    "auth.refuse": lambda h: at(h.code()),
    "auth.own_key": lambda _: Example(),
    "auth.give_up": lambda _: Example(),
    "errors.list": lambda _: Example(),
    "errors.read": lambda _: Example(path={"code": "scope_denied"}),
    "versions.list": lambda _: Example(),
}
