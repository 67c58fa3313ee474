"""An id in a body or a query that is unknown, another project's or deleted is a 400 that names it.

It is named together with everything else that is wrong, but to nobody who may not know which
things there are. The audit log is about the past, so any id can be asked for there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from support import samples
from support.agents import agent, network
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

UNKNOWN = "01k00000000000000000000001"
RUN: dict[str, Any] = {"prompt": "What is 2 + 2?"}


@pytest.fixture
def stranger(server: Server) -> Iterator[Api]:
    """A key of another project."""
    with server.project() as other:
        yield other


def gone_agent(api: Api) -> str:
    made = agent(api)
    api.delete(f"/v1/agents/{made}")
    return made


def gone_file(api: Api) -> str:
    made = str(api.upload(samples.NOTE).json()["id"])
    api.delete(f"/v1/files/{made}")
    return made


AGENTS: dict[str, Callable[[Api, Api], str]] = {
    "no id": lambda _api, _other: "nope",
    "of another noun": lambda _api, _other: f"run_{UNKNOWN}",
    "unknown": lambda _api, _other: f"ag_{UNKNOWN}",
    "foreign": lambda _api, other: agent(other),
    "deleted": lambda api, _other: gone_agent(api),
}


@pytest.mark.parametrize("which", AGENTS.values(), ids=AGENTS)
def test_runs_are_listed_by_an_agent_that_is_there(
    api: Api, stranger: Api, which: Callable[[Api, Api], str]
) -> None:
    query = {"agent": which(api, stranger)}
    error = error_of(api.get("/v1/runs", params=query), 400, "invalid_request")
    assert set(error["errors"]) == {"agent"}
    error = error_of(api.get("/v1/runs", params={**query, "limit": 0}), 400, "invalid_request")
    assert set(error["errors"]) == {"agent", "limit"}


def test_runs_of_an_agent_that_is_there_are_listed(api: Api) -> None:
    one, two = agent(api, model="y0-fast"), agent(api)
    run = api.post(f"/v1/agents/{one}/run", RUN).json()["id"]
    listed = [api.get("/v1/runs", params={"agent": each}).json() for each in (one, two)]
    assert [[each["id"] for each in page["data"]] for page in listed] == [[run], []]
    with api.key("runs:read") as narrow:
        assert narrow.get("/v1/runs", params={"agent": one}).status_code == 200


def test_the_context_is_searched_for_files_and_entities_that_are_there(
    api: Api, stranger: Api
) -> None:
    foreign = stranger.upload(samples.NOTE).json()["id"]
    for file_id in (f"file_{UNKNOWN}", foreign, gone_file(api)):
        query = {"source": "documents", "file": file_id, "entity": f"ent_{UNKNOWN}"}
        for path, text in (("/v1/context/items", {}), ("/v1/context/search", {"q": "x"})):
            found = api.get(path, params={**query, **text})
            assert set(error_of(found, 400, "invalid_request")["errors"]) == {"file", "entity"}
            found = api.get(path, params={**query, **text, "limit": 0})
            wrong = set(error_of(found, 400, "invalid_request")["errors"])
            assert wrong == {"file", "entity", "limit"}


def test_the_audit_log_can_be_asked_for_what_is_gone(api: Api) -> None:
    gone = gone_agent(api)
    for resource, least in ((gone, 2), (f"ag_{UNKNOWN}", 0)):
        page = api.get("/v1/audit_log", params={"resource": resource})
        assert page.status_code == 200
        assert len(page.json()["data"]) >= least
    assert api.get("/v1/audit_log", params={"key": f"key_{UNKNOWN}"}).json()["data"] == []


# Beside other errors ----------------------------------------------------------------------------


def runs(_api: Api) -> str:
    return "/v1/runs"


def agents_run(api: Api) -> str:
    return f"/v1/agents/{agent(api)}/run"


def networks_run(api: Api) -> str:
    return f"/v1/networks/{network(api, [agent(api)])}/run"


@pytest.mark.parametrize("at", [runs, agents_run, networks_run])
def test_attachments_that_lead_nowhere_are_named_beside_other_errors(
    api: Api, stranger: Api, at: Callable[[Api], str]
) -> None:
    there = api.upload(samples.NOTE).json()["id"]
    foreign = stranger.upload(samples.NOTE).json()["id"]
    files = [there, f"file_{UNKNOWN}", 7, foreign, there, gone_file(api), "nope"]
    body = {**RUN, "model": "y0-fast", "max_steps": 0, "files": files}
    if at is not runs:
        del body["model"]
    error = error_of(api.post(at(api), body), 400, "invalid_request")
    wrong = {"files.1", "files.2", "files.3", "files.5", "files.6"}
    assert set(error["errors"]) == wrong | {"max_steps"}


def test_attachments_that_lead_nowhere_are_named_by_their_own_places(api: Api) -> None:
    there, unknown = api.upload(samples.NOTE).json()["id"], f"file_{UNKNOWN}"
    body = {**RUN, "model": "y0-fast", "files": [there, there, unknown, there, unknown]}
    error = error_of(api.post("/v1/runs", body), 400, "invalid_request")
    assert set(error["errors"]) == {"files.2", "files.4"}


def test_nobody_learns_which_files_there_are_without_their_scope(api: Api) -> None:
    there = api.upload(samples.NOTE).json()["id"]
    body = {**RUN, "model": "y0-fast", "max_steps": 0}
    with api.key("runs:write") as narrow:
        for file_id in (there, f"file_{UNKNOWN}"):
            answer = narrow.post("/v1/runs", {**body, "files": [file_id]})
            assert set(error_of(answer, 400, "invalid_request")["errors"]) == {"max_steps"}
            answer = narrow.post("/v1/runs", {**body, "max_steps": 1, "files": [file_id]})
            assert "files:read" in error_of(answer, 403, "scope_denied")["message"]


def test_agents_that_are_not_there_are_named_beside_other_errors(api: Api, stranger: Api) -> None:
    agents = [agent(api), f"ag_{UNKNOWN}", agent(stranger), 7, gone_agent(api)]
    body = {"name": "", "agents": agents, "strategy": "all"}
    error = error_of(api.post("/v1/networks", body), 400, "invalid_request")
    wrong = {"agents.1", "agents.2", "agents.3", "agents.4"}
    assert set(error["errors"]) == {"name", "strategy"} | wrong


@pytest.mark.parametrize("content", [b"\x00\x01\x02\xff" * 50, b""], ids=["binary", "empty"])
def test_a_file_of_an_unknown_kind_is_named_beside_other_parts(api: Api, content: bytes) -> None:
    answer = api.upload(content, purpose="fun", metadata={"n": 1})
    error = error_of(answer, 400, "invalid_request")
    assert set(error["errors"]) == {"file", "purpose", "metadata.n"}
    assert api.get("/v1/files").json()["data"] == []
