"""Every operation of the OpenAPI document, called with real data: it answers as documented.

The operations come from the document of the running server. One that the table below does not
know how to call fails the test, so a new route brings its call along.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from functools import cached_property
from typing import Any, NamedTuple

import httpx
import pytest

from api.conforming import Document
from support import agents, samples
from support.client import Api
from support.receiver import Receiver
from support.server import Server
from support.webhooks import Hook, given_receiver, given_telling_server, subscribe  # noqa: F401

RUN = {"model": "y0-fast", "prompt": "What is 2 + 2?"}
SCOPES = ["runs:read"]


class Ask(NamedTuple):
    """How an operation is called."""

    path: Mapping[str, str] = {}
    body: Any = None
    query: Mapping[str, Any] = {}
    files: Any = None
    data: Any = None
    headers: Mapping[str, str] = {}


def at(thing_id: str, body: Any = None, **query: Any) -> Ask:
    """A call about one thing."""
    return Ask({"id": thing_id}, body, query)


class World:
    """A project with one of everything. What a call uses up is made for that call."""

    def __init__(self, api: Api, receiver: Receiver) -> None:
        self.api = api
        self.receiver = receiver

    def made(self, path: str, body: Any) -> dict[str, Any]:
        answer = self.api.post(path, body)
        assert answer.status_code in (200, 201), answer.text
        return dict(answer.json())

    def key(self) -> dict[str, Any]:
        return self.made("/v1/keys", {"name": "k", "scopes": SCOPES})

    def login(self) -> dict[str, Any]:
        return self.made("/v1/auth/device", {"name": "n"})

    def approved(self) -> str:
        login = self.login()
        self.made("/v1/auth/approvals", {"user_code": login["user_code"], "scopes": SCOPES})
        return str(login["device_code"])

    def hook(self) -> Hook:
        return subscribe(self.api, self.receiver, "/walk", "run.completed")

    def erased(self, path: str) -> str:
        assert self.api.delete(path).status_code == 200
        return path.rpartition("/")[2]

    def new_run(self) -> str:
        return str(self.api.run()["id"])

    @cached_property
    def rated(self) -> str:
        run = self.new_run()
        self.made(f"/v1/runs/{run}/feedback", {"rating": "up", "comment": "Right."})
        return run

    def agent(self) -> str:
        return agents.agent(self.api, budget={"amount": "1", "period": "day"})

    def network(self) -> str:
        return agents.network(self.api, [self.agent()])

    @cached_property
    def file(self) -> str:
        return str(self.api.file(samples.BANK, metadata={"a": ""})["id"])

    @cached_property
    def broken(self) -> str:
        return str(self.api.file(b"%PDF-1.4", is_readable=False, purpose="attachment")["id"])

    @cached_property
    def run(self) -> str:
        """One that has read something, and made something of it."""
        body = {"context": ["finance"], "files": [self.file], "metadata": {"a": ""}}
        run = self.api.run("Export my October payments as CSV", **body)
        assert run["result"]["artifacts"], run
        return str(run["id"])

    @cached_property
    def artifact(self) -> str:
        return str(self.api.get(f"/v1/runs/{self.run}").json()["result"]["artifacts"][0])

    @cached_property
    def deep(self) -> str:
        return str(self.api.run("What is 3 + 3?", model="y0-deep")["id"])

    @cached_property
    def agents_run(self) -> str:
        return str(self.made(f"/v1/agents/{self.agent()}/run", {"prompt": "1 + 1"})["id"])

    @cached_property
    def networks_run(self) -> str:
        return str(agents.run(self.api, self.network())["id"])

    @cached_property
    def told(self) -> tuple[Hook, dict[str, Any]]:
        """A webhook, and a delivery to it."""
        hook = self.hook()
        self.new_run()
        return hook, hook.settled()[0]


def _bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


Calls = Callable[[World], list[Ask]]
CALLS: dict[str, Calls] = {
    "runs.create": lambda w: [
        Ask(body=RUN),
        Ask(body={**RUN, "model": "y0-deep", "files": [w.file], "metadata": {"a": "b"}}),
    ],
    "runs.list": lambda w: [
        Ask(),
        Ask(query={"limit": 1, "metadata.a": "", "after": w.run}),
        Ask(query={"q": "what", "children": "true", "expand": "request,usage"}),
        Ask(query={"answered": "true", "expand": "usage"}),
    ],
    "runs.read": lambda w: [
        *(at(run) for run in (w.run, w.agents_run, w.networks_run)),
        at(w.run, include_trace="false"),
        at(w.deep)._replace(headers={"Prefer": "wait=20"}),
    ],
    "runs.delete": lambda w: [at(w.new_run())],
    "runs.cancel": lambda w: [at(w.new_run())],
    "runs.timeline": lambda w: [at(w.run), at(w.networks_run)],
    "runs.events": lambda w: [at(w.run), at(w.run)._replace(headers={"Last-Event-ID": "1"})],
    "runs.sources": lambda w: [at(w.run)],
    "runs.steps": lambda w: [at(w.run), at(w.networks_run)],
    "runs.answer": lambda w: [at(w.run), at(w.networks_run)],
    "runs.proof": lambda w: [at(w.run)],
    "runs.replay": lambda w: [at(w.run), at(w.networks_run)],
    "runs.feedback": lambda w: [at(w.run, {"rating": "up"}), at(w.run, {"rating": "down"})],
    "runs.read_feedback": lambda w: [at(w.rated)],
    "artifacts.read": lambda w: [at(w.artifact)],
    "artifacts.content": lambda w: [at(w.artifact)],
    "agents.create": lambda _: [Ask(body={"name": "a", "instructions": "Be brief."})],
    "agents.interpret": lambda _: [Ask(body={"instructions": "Be brief."})],
    "agents.list": lambda w: [Ask(query={"before": w.agent()}), Ask()],
    "agents.read": lambda w: [at(w.agent(), version=1)],
    "agents.change": lambda w: [at(w.agent(), {"name": "b"}), at(w.agent(), {"budget": None})],
    "agents.delete": lambda w: [at(w.agent())],
    "agents.run": lambda w: [at(w.agent(), {"prompt": "1 + 1"})],
    "agents.runs": lambda w: [at(w.agent())],
    "networks.create": lambda w: [
        Ask(body={"name": "n", "agents": [w.agent()], "strategy": "sequential"})
    ],
    "networks.list": lambda w: [Ask(query={"before": w.network()}), Ask()],
    "networks.read": lambda w: [at(w.network())],
    "networks.delete": lambda w: [at(w.network())],
    "networks.run": lambda w: [at(w.network(), {"prompt": "1 + 1"})],
    "networks.runs": lambda w: [at(w.network())],
    "analytics.costs": lambda _: [Ask(query={"group_by": "model,metadata.a"})],
    "analytics.quality": lambda _: [Ask(query={"bucket": "none"})],
    "files.create": lambda _: [
        Ask(files={"file": ("a.txt", samples.NOTE)}, data={"purpose": "context"})
    ],
    "files.list": lambda _: [Ask(query={"purpose": "context"})],
    "files.read": lambda w: [at(w.file), at(w.broken)],
    "files.content": lambda w: [at(w.file)],
    "files.extracted": lambda w: [at(w.file)],
    "files.reextract": lambda w: [at(w.file), at(w.broken)],
    "files.delete": lambda w: [at(str(w.api.file(samples.NOTE)["id"]), runs="true")],
    "context.search": lambda w: [
        Ask(query={"source": "finance", "q": "rent", "file": w.file}),
        Ask(query={"q": "rent"}),
    ],
    "context.items": lambda w: [Ask(query={"source": "finance", "file": w.file})],
    "context.entities": lambda _: [Ask(query={"source": "finance"})],
    "events.list": lambda _: [Ask(), Ask(query={"type": "run.completed,file.processed"})],
    "events.stream": lambda w: [Ask(headers={"Last-Event-ID": w.told[1]["event"]})],
    "events.read": lambda w: [at(w.told[1]["event"])],
    "webhooks.create": lambda w: [
        Ask(body={"url": w.receiver.url, "events": ["run.completed", "file.deleted"]})
    ],
    "webhooks.list": lambda _: [Ask(query={"status": "enabled"})],
    "webhooks.read": lambda w: [at(w.told[0].id)],
    "webhooks.change": lambda w: [at(w.hook().id, {"status": "disabled"})],
    "webhooks.delete": lambda w: [at(w.hook().id)],
    "webhooks.rotate_secret": lambda w: [at(w.hook().id, {})],
    "webhooks.test": lambda w: [at(w.hook().id)],
    "webhooks.deliveries": lambda w: [at(w.told[0].id)],
    "webhooks.delivery": lambda w: [Ask({"id": w.told[0].id, "did": w.told[1]["id"]})],
    "webhooks.redeliver": lambda w: [Ask({"id": w.told[0].id, "did": w.told[1]["id"]})],
    "tools.list": lambda _: [Ask()],
    "models.list": lambda _: [Ask(query={"status": "available"})],
    "models.read": lambda _: [at("y0-fast"), at("y0-deep-2026-11", expand="origin")],
    "keys.create": lambda _: [Ask(body={"name": "k", "scopes": SCOPES, "rate_limit": "5/min"})],
    "keys.list": lambda _: [Ask()],
    "keys.read": lambda w: [at(w.key()["id"])],
    "keys.change": lambda w: [at(w.key()["id"], {"name": "l"})],
    "keys.delete": lambda w: [at(w.key()["id"])],
    "keys.rotate": lambda w: [at(w.key()["id"], {"grace_seconds": 0})],
    "projects.create": lambda _: [
        Ask(body={"name": "p", "time_zone": "Europe/Berlin", "currency": "EUR"})
    ],
    "projects.list": lambda _: [Ask()],
    "projects.read": lambda w: [at(w.api.project_id or "")],
    "projects.change": lambda w: [at(w.api.project_id or "", {"name": "q"})],
    "audit.list": lambda w: [Ask(query={"resource": w.run}), Ask()],
    "audit.verify": lambda _: [Ask()],
    "audit.checkpoint": lambda _: [Ask()],
    "audit.prove": lambda _: [Ask({"seq": "1"})],
    "audit.consistency": lambda _: [Ask(query={"from": 1})],
    "erasures.read": lambda w: [
        at(w.erased(f"/v1/runs/{w.new_run()}")),
        at(w.erased(f"/v1/files/{w.api.file(samples.NOTE)['id']}")),
    ],
    "auth.ask": lambda _: [Ask(body={"name": "n"})],
    "auth.fetch": lambda w: [
        Ask(body={"device_code": code}) for code in (w.login()["device_code"], w.approved())
    ],
    "auth.approve": lambda w: [Ask(body={"user_code": w.login()["user_code"], "scopes": SCOPES})],
    "auth.look": lambda w: [at(w.login()["user_code"])],
    "auth.refuse": lambda w: [at(w.login()["user_code"])],
    "auth.own_key": lambda _: [Ask()],
    "auth.give_up": lambda w: [Ask(headers=_bearer(w.key()["secret"]))],
    "errors.list": lambda _: [Ask()],
    "errors.read": lambda _: [Ask({"code": "already_deleted"})],
    "versions.list": lambda _: [Ask()],
}


@pytest.fixture
def world(telling_server: Server, receiver: Receiver) -> Any:
    with telling_server.project("walk") as api:
        yield World(api, receiver)


def test_every_operation_is_called_and_answers_as_documented(world: World) -> None:
    document = Document(httpx.get(f"{world.api.url}/openapi.json").json())
    operations = {told["operationId"]: (m, path, told) for m, path, told in document.operations}
    assert set(CALLS) == set(operations), "what the walk knows is not what the document has"
    failed: dict[str, str] = {}
    for name, (method, path, told) in operations.items():
        try:
            for ask in CALLS[name](world):
                document.check_body(told, ask.body)
                call(world.api, document, method, path, ask)
        except AssertionError as error:
            failed[name] = str(error)
    assert failed == {}


def call(api: Api, document: Document, method: str, path: str, ask: Ask) -> None:
    """One call, which must succeed; of a stream, as much as comes first."""
    for name, value in ask.path.items():
        path = path.replace(f"{{{name}}}", value)
    request = api.http.build_request(
        method,
        path,
        params=ask.query,
        json=ask.body,
        data=ask.data,
        files=ask.files,
        headers=ask.headers,
    )
    with closing(api.http.send(request, stream=True)) as response:
        document.check(response)
        assert response.status_code in (200, 201), response.text
        assert next(response.iter_bytes())
