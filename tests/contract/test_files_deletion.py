"""Deleting a file erases it and everything that was made of it, for ever, and leaves proof.

Bytes, pages, items, entities, words in the index and stored answers are gone within five seconds;
its receipt and its audit entries stay, and the receipt tells which runs had read it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from api.conforming import conforming, document  # noqa: F401
from db.raw import Raw
from support import samples
from support.client import Api, error_of
from support.patience import PATIENCE
from support.readers import held, readers_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

QUESTION = "When does the lease of the Oslo office end?"

LATER: dict[str, Callable[[Api, str], httpx.Response]] = {
    "get": lambda api, file: api.get(f"/v1/files/{file}"),
    "content": lambda api, file: api.get(f"/v1/files/{file}/content"),
    "extracted": lambda api, file: api.get(f"/v1/files/{file}/extracted"),
    "extract": lambda api, file: api.post(f"/v1/files/{file}/extract"),
    "delete": lambda api, file: api.delete(f"/v1/files/{file}"),
    "delete with runs": lambda api, file: api.delete(f"/v1/files/{file}?runs=true"),
}


def erased(left: Callable[[], object]) -> None:
    """Wait until nothing is left."""
    deadline = time.monotonic() + PATIENCE
    while found := left():
        assert time.monotonic() < deadline, f"still there: {found}"
        time.sleep(0.05)


def blobs_of(server: Server, api: Api) -> list[Path]:
    return list((server.data / "blobs").glob(f"{api.project_id}/*"))


# The contract -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content", [samples.NOTE, samples.CALENDAR, samples.BANK], ids=["note", "calendar", "bank"]
)
def test_a_delete_answers_with_the_contracts_confirmation(api: Api, content: bytes) -> None:
    file = api.file(content)
    deleted = api.delete(f"/v1/files/{file['id']}")
    assert deleted.status_code == 200
    assert deleted.json() == {
        "id": file["id"],
        "object": "file",
        "deleted": True,
        "graph_items_removed": file["extracted"]["graph_items"],
    }


def test_an_attachment_removes_no_graph_items(api: Api) -> None:
    file = api.file(samples.NOTE, purpose="attachment")
    assert api.delete(f"/v1/files/{file['id']}").json()["graph_items_removed"] == 0


@pytest.mark.parametrize("call", LATER.values(), ids=LATER)
def test_a_deleted_file_is_already_deleted_from_then_on(
    api: Api, call: Callable[[Api, str], httpx.Response]
) -> None:
    file_id = api.upload(samples.NOTE).json()["id"]
    api.delete(f"/v1/files/{file_id}")
    for _ in range(2):
        error_of(call(api, file_id), 409, "already_deleted")
    assert api.get("/v1/files").json()["data"] == []


def test_a_file_that_never_was_is_not_found(api: Api) -> None:
    for call in LATER.values():
        error_of(call(api, "file_01k0000000000000000000000a"), 404, "not_found")


def test_a_repeated_delete_is_replayed(api: Api) -> None:
    path, key = f"/v1/files/{api.file(samples.NOTE)['id']}", {"Idempotency-Key": "a"}
    first, second = (api.delete(path, headers=key) for _ in range(2))
    assert second.headers["Idempotent-Replayed"] == "true"
    assert second.content == first.content
    error_of(api.delete(path), 409, "already_deleted")


def test_deleted_stays_deleted_after_a_kill(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    with server.api() as api:
        file_id = api.file(samples.NOTE)["id"]
        api.delete(f"/v1/files/{file_id}")
    server.kill()
    with server, server.api() as api:
        for call in LATER.values():
            error_of(call(api, file_id), 409, "already_deleted")
        assert api.get("/v1/context/items?source=documents").json()["data"] == []


# The graph --------------------------------------------------------------------------------------


def test_its_items_and_what_only_it_mentions_leave_the_graph(api: Api) -> None:
    kept = api.file(b"Ingrid Solberg lives in Lisbon.\n")["id"]
    gone = api.file(b"Ingrid Solberg met Harald Nygaard in Lisbon.\n")["id"]
    names = {entity["name"]: entity["items"] for entity in entities(api)}
    assert names["Ingrid Solberg"] == 2
    assert "Harald Nygaard" in names
    api.delete(f"/v1/files/{gone}")
    names = {entity["name"]: entity["items"] for entity in entities(api)}
    assert names["Ingrid Solberg"] == 1
    assert "Harald Nygaard" not in names
    found = search(api, "Ingrid Solberg Harald Nygaard Lisbon")
    assert {item["file"] for item in found} == {kept}
    assert search(api, "Harald Nygaard", file=gone) == []


def entities(api: Api) -> list[dict[str, Any]]:
    page = api.get("/v1/context/entities", params={"source": "documents", "limit": 100})
    return list(page.json()["data"])


def search(api: Api, text: str, **filters: str) -> list[dict[str, Any]]:
    query = {"source": "documents", "q": text, **filters}
    answer = api.get("/v1/context/search", params=query)
    if answer.status_code == 400:
        assert set(answer.json()["error"]["errors"]) == {"file"}
        return []
    return list(answer.json()["data"])


def test_the_same_file_can_come_again(api: Api) -> None:
    first = api.file(samples.NOTE)
    api.delete(f"/v1/files/{first['id']}")
    again = api.file(samples.NOTE)
    assert again["extracted"] == first["extracted"]
    assert {item["file"] for item in search(api, "lease Oslo")} == {again["id"]}


# Runs -------------------------------------------------------------------------------------------


def test_runs_that_read_it_stay_and_stand_in_the_receipt(api: Api) -> None:
    file_id = api.file(samples.NOTE)["id"]
    reader = api.run(QUESTION, context=["documents"])["id"]
    deep = api.finished(api.run(QUESTION, model="y0-deep", context=["documents"])["id"])["id"]
    attached = api.run(QUESTION, files=[file_id])["id"]
    api.run("What is 2 + 2?")
    before = api.get(f"/v1/runs/{reader}").content
    api.delete(f"/v1/files/{file_id}")
    receipt = api.get(f"/v1/erasures/{file_id}").json()
    assert sorted(receipt["runs"]) == sorted([reader, deep, attached])
    assert api.get(f"/v1/runs/{reader}").content == before
    assert "31 March 2027" not in api.run(QUESTION, context=["documents"])["result"]["summary"]


def test_runs_that_read_it_are_deleted_too_when_asked(api: Api) -> None:
    file_id, other = api.file(samples.NOTE)["id"], api.run("What is 2 + 2?")["id"]
    readers = [
        api.run(QUESTION, context=["documents"])["id"],
        api.finished(api.run(QUESTION, model="y0-deep", files=[file_id])["id"])["id"],
    ]
    deleted = api.delete(f"/v1/files/{file_id}?runs=true")
    assert deleted.status_code == 200
    assert set(deleted.json()) == {"id", "object", "deleted", "graph_items_removed"}
    for run in readers:
        error_of(api.get(f"/v1/runs/{run}"), 409, "already_deleted")
        assert api.get(f"/v1/erasures/{run}").json()["what"] == "run"
        (entry,) = api.audit(action="runs.delete", resource=run)
        assert entry["request_id"] == deleted.headers["Request-Id"]
    assert api.get(f"/v1/runs/{other}").status_code == 200


def test_runs_false_is_as_if_it_were_not_said(api: Api) -> None:
    file_id = api.file(samples.NOTE)["id"]
    run = api.run(QUESTION, context=["documents"])["id"]
    with api.key("files:write") as narrow:
        assert narrow.delete(f"/v1/files/{file_id}?runs=false").status_code == 200
    assert api.get(f"/v1/runs/{run}").status_code == 200


def test_deleting_runs_too_needs_their_scope(api: Api) -> None:
    file_id = api.file(samples.NOTE)["id"]
    with api.key("files:write", "files:read", "runs:read") as narrow:
        error = error_of(narrow.delete(f"/v1/files/{file_id}?runs=true"), 403, "scope_denied")
        assert "runs:write" in error["message"]
        assert narrow.get(f"/v1/files/{file_id}").status_code == 200
    assert [e["scope"] for e in api.audit(decision="denied")] == ["runs:write"]
    for wrong in ("1", "TRUE", ""):
        answer = api.delete(f"/v1/files/{file_id}?runs={wrong}")
        assert set(error_of(answer, 400, "invalid_request")["errors"]) == {"runs"}
    with api.key("files:write", "runs:write") as enough:
        assert enough.delete(f"/v1/files/{file_id}?runs=true").status_code == 200


# Proof ------------------------------------------------------------------------------------------


def test_the_receipt_points_at_the_audit_entry_and_counts(api: Api) -> None:
    made = api.upload(samples.NOTE, headers={"Idempotency-Key": "a"}).json()["id"]
    file = api.settled(made)
    deleted = api.delete(f"/v1/files/{file['id']}")
    receipt = api.get(f"/v1/erasures/{file['id']}").json()
    (entry,) = api.audit(action="files.delete", resource=file["id"])
    assert entry["request_id"] == deleted.headers["Request-Id"]
    counts = receipt.pop("counts")
    assert receipt.pop("signature")
    assert receipt.pop("proof")["entry"] == entry
    assert receipt.pop("verifier_key").startswith("runwright/proj_")
    assert counts["items"] == file["extracted"]["graph_items"]
    assert counts["stored_answers"] == 1
    assert counts["parts"] == 1
    assert counts["entities"] > 0
    assert receipt == {
        "id": file["id"],
        "object": "erasure",
        "what": "file",
        "runs": [],
        "audit_seq": entry["seq"],
        "at": receipt["at"],
    }


def test_audit_entries_outlive_the_file(api: Api) -> None:
    file_id = api.file(samples.NOTE)["id"]
    api.get(f"/v1/files/{file_id}/content")
    before = api.audit(resource=file_id)
    api.delete(f"/v1/files/{file_id}")
    after = api.audit(resource=file_id)
    assert after[: len(before)] == before
    actions = [entry["action"] for entry in after]
    assert {"files.create", "files.extract", "files.content"} <= set(actions)
    assert actions[-1] == "files.delete"
    assert api.get("/v1/audit_log/verify").json()["valid"] is True


# Every copy -------------------------------------------------------------------------------------


def planted(marker: str) -> bytes:
    """A text with a word of its own, as a heading, in a sentence, and as a name."""
    return f"# About {marker}\n\nThe {marker} is kept by Ingrid {marker.title()}.\n".encode()


def anywhere(server: Server, marker: str) -> set[str]:
    """Where a word still stands, in rows and in files; the index may hold it in small letters."""
    raw, found = Raw(server), set()
    for written in {marker, marker.title(), marker.upper()}:
        found |= raw.tables_with(written)
        found |= set(raw.files_with(written))
    return found


@pytest.mark.parametrize("purpose", ["context", "attachment"])
def test_nothing_of_a_deleted_file_is_left_anywhere(api: Api, server: Server, purpose: str) -> None:
    marker = f"zq{uuid4().hex}"
    made = api.upload(
        planted(marker),
        f"{marker}.txt",
        purpose,
        {"note": marker},
        headers={"Idempotency-Key": uuid4().hex},
    )
    file_id = api.settled(made.json()["id"])["id"]
    if purpose == "context":
        assert search(api, marker)
    assert {"files", "file_parts", "idempotency", file_id} <= anywhere(server, marker)
    api.delete(f"/v1/files/{file_id}")
    erased(lambda: anywhere(server, marker))
    # Of its stored answer only the id is left: a replay must be told that it was deleted.
    assert Raw(server).tables_with(file_id) <= {"audit_log", "erasures", "events", "idempotency"}
    assert blobs_of(server, api) == []
    assert marker not in server.log.read_text()


def test_what_a_pdf_held_is_left_nowhere(api: Api, server: Server) -> None:
    marker = f"zp{uuid4().hex}"
    file_id = api.file(samples.pdf(f"The word {marker} on a page."), filename="a.pdf")["id"]
    assert "file_parts" in anywhere(server, marker)
    api.delete(f"/v1/files/{file_id}")
    erased(lambda: anywhere(server, marker))


def test_many_files_that_come_and_go_leave_nothing(new_server: Callable[..., Server]) -> None:
    """Words of different files share rows of the index; none may keep what was erased."""
    server = new_server().start()
    marker = f"zm{uuid4().hex}"
    with server.api() as api:
        made = [api.upload(planted(f"{marker}{n}")).json()["id"] for n in range(8)]
        kept = api.upload(b"About other things altogether.\n").json()["id"]
        for file_id in [*made, kept]:
            api.settled(file_id)
        for file_id in [*made[1::2], *made[::2]]:
            assert api.delete(f"/v1/files/{file_id}").status_code == 200
        erased(lambda: anywhere(server, marker))
        # Its passage, and by its meaning the document itself.
        assert {item["file"] for item in search(api, "other things")} == {kept}


# In work ----------------------------------------------------------------------------------------


def test_a_file_deleted_while_it_is_read_leaves_nothing(api: Api, server: Server) -> None:
    marker = f"zw{uuid4().hex}"
    with held(api, server, planted(marker) * 50) as file_id:
        deleted = api.delete(f"/v1/files/{file_id}")
        assert deleted.status_code == 200
        assert deleted.json()["graph_items_removed"] == 0
        error_of(api.get(f"/v1/files/{file_id}"), 409, "already_deleted")
    deadline = time.monotonic() + PATIENCE
    while readers_of(server) and time.monotonic() < deadline:
        time.sleep(0.05)
    erased(lambda: anywhere(server, marker))
    assert api.get("/v1/context/items?source=documents").json()["data"] == []
    assert api.get("/v1/context/entities?source=documents").json()["data"] == []
    assert Raw(server).tables_with(file_id) <= {"audit_log", "erasures", "events"}


def test_a_file_deleted_right_after_its_upload_leaves_nothing(api: Api, server: Server) -> None:
    marker = f"zx{uuid4().hex}"
    for _ in range(5):
        file_id = api.upload(planted(marker)).json()["id"]
        assert api.delete(f"/v1/files/{file_id}").status_code == 200
        erased(lambda: anywhere(server, marker))
    assert api.get("/v1/context/items?source=documents").json()["data"] == []


def test_an_erasure_that_is_done_leaves_no_job_behind(server: Server, api: Api) -> None:
    file_id = api.file(samples.NOTE)["id"]
    assert api.delete(f"/v1/files/{file_id}").status_code == 200
    assert not Raw(server).rows("SELECT 1 FROM queued_jobs WHERE subject = ?", file_id)
