"""A file that is attached to a run is read by that run, and by no other unless it is context too.

It needs `files:read`, and the scopes of the sources that the file fed; what is no file of this
project is refused by its place in the list.
"""

from __future__ import annotations

from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from api.ledger import added, ledger
from support import samples
from support.client import Api, error_of
from support.patience import until
from support.readers import held
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

QUESTION = "When does the lease of the Oslo office end?"
TOLD = "31 March 2027"
NO_FILE = "file_01k0000000000000000000000a"
MODELS = ["y0-fast", "y0-deep"]


def body(files: Any, **more: Any) -> dict[str, Any]:
    return {"model": "y0-fast", "prompt": QUESTION, "files": files, **more}


def summary(api: Api, prompt: str = QUESTION, **more: Any) -> str:
    run = api.finished(api.run(prompt, **more)["id"])
    assert run["status"] == "completed", run
    return str(run["result"]["summary"])


@pytest.mark.parametrize("model", MODELS)
def test_a_run_reads_what_is_attached_to_it(api: Api, model: str) -> None:
    file_id = api.file(samples.NOTE, purpose="attachment")["id"]
    assert TOLD in summary(api, model=model, files=[file_id])
    assert TOLD not in summary(api, model=model)
    everything = ["calendar", "documents", "finance"]
    assert TOLD not in summary(api, model=model, context=everything)


@pytest.mark.parametrize("model", MODELS)
def test_the_run_looks_as_the_contract_says(api: Api, model: str) -> None:
    file_id = api.file(samples.NOTE, purpose="attachment")["id"]
    plain = api.finished(api.run(QUESTION, model=model)["id"])
    run = api.finished(api.run(QUESTION, model=model, files=[file_id])["id"])
    assert set(run) == set(plain)
    kinds = [entry["type"] for entry in run["trace"]]
    assert kinds[:2] == ["plan", "attachment"]
    assert set(kinds[2:]) <= {"step", "result"}
    asked = api.run(QUESTION, model=model, files=[file_id], context=["documents"])["id"]
    (context,) = [x for x in api.finished(asked)["trace"] if x["type"] == "context"]
    assert context == {
        "type": "context",
        "source": "documents",
        "scope": "documents:read",
        "items": 0,
    }


REPORT = b"""# Annual report

All amounts in thousands of euros.

| | 2019 | 2018 |
|---|---|---|
| Net revenue | 1,250 | 1,100 |
| Operating costs | 900 | 870 |
"""


@pytest.mark.parametrize("context", [[], ["documents"], ["calendar"]])
def test_what_sounds_like_bookings_may_stand_in_a_report(api: Api, context: list[str]) -> None:
    file_id = api.file(REPORT, filename="report.md", purpose="attachment")["id"]
    told = summary(api, "What was net revenue in 2019?", files=[file_id], context=context)
    assert "1,250" in told


def test_several_files_are_read_each_once(api: Api) -> None:
    note = api.file(samples.NOTE, purpose="attachment")["id"]
    bank = api.file(samples.BANK, purpose="attachment")["id"]
    files = [note, bank, note]
    assert TOLD in summary(api, files=files)
    told = summary(api, "How much was the train ticket?", files=files)
    assert "99.95" in told


@pytest.mark.parametrize("model", MODELS)
def test_a_run_waits_for_a_file_that_is_still_read(api: Api, model: str) -> None:
    file_id = api.upload(samples.NOTE, purpose="attachment").json()["id"]
    assert TOLD in summary(api, model=model, files=[file_id])


def test_a_deep_run_goes_on_when_its_file_was_read(api: Api, server: Server) -> None:
    with held(api, server, samples.NOTE, purpose="attachment") as file_id:
        run = api.run(QUESTION, model="y0-deep", files=[file_id])
        assert run["status"] == "running"
        assert api.get(f"/v1/runs/{run['id']}").json()["status"] == "running"
    # Nobody would look again for five minutes: the end of the reading wakes it.
    assert TOLD in api.finished(run["id"])["result"]["summary"]


def test_a_deep_run_that_waits_for_a_file_costs_no_attempt(api: Api, server: Server) -> None:
    with held(api, server, samples.NOTE, purpose="attachment") as file_id:
        run = api.run(QUESTION, model="y0-deep", files=[file_id])
        executions = {"action": "runs.execute", "resource": run["id"]}
        until(lambda: entries(api, executions), "it was tried once")
    assert api.finished(run["id"])["status"] == "completed"
    assert len(entries(api, executions)) == 2


def test_a_deep_run_fails_as_soon_as_the_file_that_it_waits_for_is_deleted(
    api: Api, server: Server
) -> None:
    with held(api, server, samples.NOTE, purpose="attachment") as file_id:
        run = api.run(QUESTION, model="y0-deep", files=[file_id])
        api.delete(f"/v1/files/{file_id}")
        failed = api.finished(run["id"])
    assert failed["status"] == "failed"
    assert failed["error"]["code"] == "already_deleted"


def test_a_network_goes_on_when_its_file_was_read(api: Api, server: Server) -> None:
    network = api.post(
        "/v1/networks",
        {"name": "Two", "agents": [agent(api, "One"), agent(api, "Two")], "strategy": "parallel"},
    ).json()["id"]
    with held(api, server, samples.NOTE, purpose="attachment") as file_id:
        sent = {"prompt": QUESTION, "files": [file_id]}
        run = api.post(f"/v1/networks/{network}/run", sent).json()
        assert run["status"] == "running"
    assert TOLD in api.finished(run["id"])["result"]["summary"]


def test_a_fast_run_does_not_wait_for_ever(api: Api, server: Server) -> None:
    with held(api, server, samples.NOTE, purpose="attachment") as file_id:
        before = ledger(api)
        answer = api.post("/v1/runs", body([file_id]))
        error_of(answer, 503, "overloaded")
        assert int(answer.headers["Retry-After"]) >= 1
        assert added(api, before)
    assert api.get("/v1/runs").json()["data"] == []
    api.settled(file_id)
    assert TOLD in summary(api, files=[file_id])


def entries(api: Api, filters: dict[str, str]) -> list[dict[str, Any]]:
    return list(api.get("/v1/audit_log", params=filters).json()["data"])


def agent(api: Api, name: str) -> str:
    made = api.post(
        "/v1/agents", {"name": name, "instructions": "Answer in one line.", "model": "y0-deep"}
    )
    return str(made.json()["id"])


# Refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS)
def test_what_is_no_file_of_this_project_is_refused_by_its_place(
    api: Api, server: Server, model: str
) -> None:
    fine = api.file(samples.NOTE, purpose="attachment")["id"]
    failed = api.file(b"%PDF-1.4\nrubbish", is_readable=False, purpose="attachment")["id"]
    deleted = api.upload(samples.NOTE).json()["id"]
    api.delete(f"/v1/files/{deleted}")
    with server.project("theirs") as theirs:
        foreign = theirs.file(samples.NOTE, purpose="attachment")["id"]
    before = ledger(api)
    sent = body([NO_FILE, fine, foreign, deleted, failed], model=model)
    error = error_of(api.post("/v1/runs", sent), 400, "invalid_request")
    assert set(error["errors"]) == {"files.0", "files.2", "files.3", "files.4"}
    assert error["errors"]["files.0"] == error["errors"]["files.2"]
    assert added(api, before)


FILES: dict[str, tuple[Any, set[str]]] = {
    "text": (NO_FILE, {"files"}),
    "null": (None, {"files"}),
    "number": ([1], {"files.0"}),
    "empty id": ([""], {"files.0"}),
    "a run's id": (["run_01k0000000000000000000000a"], {"files.0"}),
    "an object": ([{"id": NO_FILE}], {"files.0"}),
    "a path": (["../file_01k0000000000000000000000a"], {"files.0"}),
    "17 files": ([NO_FILE] * 17, {"files"}),
}


@pytest.mark.parametrize(("files", "fields"), FILES.values(), ids=FILES)
def test_a_list_that_is_none_is_refused(api: Api, files: Any, fields: set[str]) -> None:
    before = ledger(api)
    error = error_of(api.post("/v1/runs", body(files)), 400, "invalid_request")
    assert set(error["errors"]) == fields
    assert len(added(api, before)) == 1


def test_sixteen_files_are_taken(api: Api) -> None:
    made = [api.upload(b"Note %d." % n, purpose="attachment").json()["id"] for n in range(15)]
    made.append(api.upload(samples.NOTE, purpose="attachment").json()["id"])
    for file_id in made:
        api.settled(file_id)
    assert TOLD in summary(api, files=made)


def test_an_empty_list_is_as_if_it_were_not_said(api: Api) -> None:
    with api.key("runs:write") as narrow:
        assert narrow.post("/v1/runs", body([])).status_code == 201


# Scopes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS)
def test_an_attachment_needs_files_read(api: Api, model: str) -> None:
    file_id = api.file(samples.NOTE, purpose="attachment")["id"]
    with api.key("runs:write", "files:write", "documents:read") as narrow:
        before = ledger(api)
        answer = narrow.post("/v1/runs", body([file_id], model=model))
        assert "files:read" in error_of(answer, 403, "scope_denied")["message"]
    assert [(e["scope"], e["decision"]) for e in added(api, before)] == [
        ("runs:write", "allowed"),
        ("files:read", "denied"),
    ]
    with api.key("runs:write", "runs:read", "files:read") as enough:
        assert TOLD in summary(enough, model=model, files=[file_id])


def test_a_key_without_the_scope_learns_nothing_of_what_files_there_are(api: Api) -> None:
    file_id = api.upload(samples.NOTE, purpose="attachment").json()["id"]
    with api.key("runs:write") as narrow:
        messages = {
            error_of(narrow.post("/v1/runs", body([named])), 403, "scope_denied")["message"]
            for named in (file_id, NO_FILE)
        }
    assert len(messages) == 1


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("content", "scope"),
    [
        (samples.NOTE, "documents:read"),
        (samples.CALENDAR, "calendar:read"),
        (samples.BANK, "finance:read"),
    ],
    ids=["documents", "calendar", "finance"],
)
def test_a_context_file_needs_the_scopes_of_what_it_fed(
    api: Api, model: str, content: bytes, scope: str
) -> None:
    file_id = api.file(content)["id"]
    with api.key("runs:write", "files:read") as narrow:
        before = ledger(api)
        answer = narrow.post("/v1/runs", body([file_id], model=model))
        assert scope in error_of(answer, 403, "scope_denied")["message"]
        assert (scope, "denied") in [(e["scope"], e["decision"]) for e in added(api, before)]
    with api.key("runs:write", "files:read", scope) as enough:
        made = enough.post("/v1/runs", body([file_id], model=model))
        assert made.status_code == 201, made.text


@pytest.mark.parametrize("model", MODELS)
def test_what_was_attached_is_in_the_audit_log(api: Api, model: str) -> None:
    file_id = api.file(samples.NOTE)["id"]
    run = api.finished(api.run(QUESTION, model=model, files=[file_id])["id"])["id"]
    entries = [e for e in api.audit(resource=run) if e["action"] == "files.attach"]
    assert {(e["scope"], e["decision"]) for e in entries} == {
        ("files:read", "allowed"),
        ("documents:read", "allowed"),
    }
    assert file_id in str(entries)
    assert QUESTION not in str(entries)


def test_a_run_whose_key_was_narrowed_meanwhile_fails_with_scope_denied(
    api: Api, server: Server
) -> None:
    scopes = ["runs:write", "runs:read", "files:read"]
    made = api.post("/v1/keys", {"name": "k", "scopes": scopes}).json()
    with Api(api.url, made["secret"]) as doomed:
        with held(api, server, samples.NOTE, purpose="attachment") as file_id:
            run = doomed.run(QUESTION, model="y0-deep", files=[file_id])["id"]
            narrowed = {"scopes": ["runs:write", "runs:read"]}
            assert api.patch(f"/v1/keys/{made['id']}", narrowed).status_code == 200
        failed = api.finished(run)
    assert (failed["status"], failed["error"]["code"]) == ("failed", "scope_denied")


# With other promises ----------------------------------------------------------------------------


def test_a_repeated_create_is_replayed_even_after_its_file_was_deleted(api: Api) -> None:
    file_id, key = api.file(samples.NOTE)["id"], {"Idempotency-Key": "a"}
    first = api.post("/v1/runs", body([file_id]), headers=key)
    assert first.status_code == 201
    api.delete(f"/v1/files/{file_id}")
    second = api.post("/v1/runs", body([file_id]), headers=key)
    assert (second.status_code, second.content) == (201, first.content)
    assert second.headers["Idempotent-Replayed"] == "true"


def test_a_replay_needs_the_scope_too(api: Api) -> None:
    file_id, key = api.file(samples.NOTE, purpose="attachment")["id"], {"Idempotency-Key": "a"}
    assert api.post("/v1/runs", body([file_id]), headers=key).status_code == 201
    with api.key("runs:write") as narrow:
        answer = narrow.post("/v1/runs", body([file_id]), headers=key)
        assert "files:read" in error_of(answer, 403, "scope_denied")["message"]


def test_a_file_deleted_while_a_deep_run_waits_for_it_ends_the_run_plainly(
    api: Api, server: Server
) -> None:
    with held(api, server, samples.NOTE, purpose="attachment") as file_id:
        run = api.run(QUESTION, model="y0-deep", files=[file_id])["id"]
        assert api.delete(f"/v1/files/{file_id}").status_code == 200
    failed = api.finished(run)
    assert failed["status"] == "failed"
    assert "attached file" in failed["error"]["message"]


def test_the_order_of_files_makes_another_request(api: Api) -> None:
    one, two = (api.file(b"Words %d." % n, purpose="attachment")["id"] for n in range(2))
    key = {"Idempotency-Key": "a"}
    assert api.post("/v1/runs", body([one, two]), headers=key).status_code == 201
    error = error_of(api.post("/v1/runs", body([two, one]), headers=key), 400, "invalid_request")
    assert set(error["errors"]) == {"Idempotency-Key"}
