"""Deleting a run erases every copy of it, for ever, and leaves proof that it was done.

A deleted run is 409 `already_deleted` from then on, also after a restart; its receipt and its
audit entries stay; no byte of its content is left in the database within five seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from uuid import uuid4

import httpx
import pytest

from db.raw import Raw
from runwright.runs.listing.words.terms import hashes_of
from support import samples
from support.client import Api, error_of
from support.patience import PATIENCE, until
from support.server import Server

LATER: dict[str, Callable[[Api, str], httpx.Response]] = {
    "get": lambda api, run: api.get(f"/v1/runs/{run}"),
    "get without trace": lambda api, run: api.get(f"/v1/runs/{run}?include_trace=false"),
    "delete": lambda api, run: api.delete(f"/v1/runs/{run}"),
    "cancel": lambda api, run: api.post(f"/v1/runs/{run}/cancel"),
    "timeline": lambda api, run: api.get(f"/v1/runs/{run}/timeline"),
}


def is_gone(api: Api, run: str) -> None:
    for call in LATER.values():
        error_of(call(api, run), 409, "already_deleted")


def erased(left: Callable[[], object]) -> None:
    """Wait until nothing is left."""
    deadline = time.monotonic() + PATIENCE
    while found := left():
        assert time.monotonic() < deadline, f"still there: {found}"
        time.sleep(0.05)


def test_a_delete_answers_with_the_contracts_confirmation(api: Api) -> None:
    run = api.run()["id"]
    deleted = api.delete(f"/v1/runs/{run}")
    assert deleted.status_code == 200
    assert deleted.json() == {"id": run, "object": "run", "deleted": True}


@pytest.mark.parametrize("call", LATER.values(), ids=LATER)
def test_a_deleted_run_is_already_deleted_from_then_on(
    api: Api, call: Callable[[Api, str], httpx.Response]
) -> None:
    run = api.run()["id"]
    api.delete(f"/v1/runs/{run}")
    for _ in range(2):
        error_of(call(api, run), 409, "already_deleted")


def test_a_deleted_run_is_in_no_list(api: Api) -> None:
    kept, gone = api.run()["id"], api.run()["id"]
    api.delete(f"/v1/runs/{gone}")
    assert [run["id"] for run in api.get("/v1/runs").json()["data"]] == [kept]


def test_a_run_that_never_was_is_not_found(api: Api) -> None:
    for call in LATER.values():
        error_of(call(api, "run_01k0000000000000000000000a"), 404, "not_found")


def test_deleted_stays_deleted_after_a_restart(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    with server.api() as api:
        run = api.run()["id"]
        api.delete(f"/v1/runs/{run}")
        receipt = api.get(f"/v1/erasures/{run}").content
    server.kill()
    with server, server.api() as api:
        is_gone(api, run)
        assert api.get(f"/v1/erasures/{run}").content == receipt


def test_the_receipt_points_at_the_audit_entry_of_the_delete(api: Api) -> None:
    run = api.run()["id"]
    deleted = api.delete(f"/v1/runs/{run}")
    receipt = api.get(f"/v1/erasures/{run}").json()
    (entry,) = api.audit(action="runs.delete", resource=run)
    assert entry["request_id"] == deleted.headers["Request-Id"]
    assert receipt == {
        "id": run,
        "object": "erasure",
        "what": "run",
        "counts": {
            "runs": 1,
            "journal_entries": 0,
            "artifacts": 0,
            "feedback": 0,
            "stored_answers": 0,
        },
        "runs": [],
        "audit_seq": entry["seq"],
        "at": receipt["at"],
        "verifier_key": receipt["verifier_key"],
        "signature": receipt["signature"],
        "proof": receipt["proof"],
    }
    assert receipt["at"].endswith("Z")
    assert receipt["proof"]["entry"] == entry


def test_a_receipt_counts_the_stored_answers(api: Api) -> None:
    body, key = {"model": "y0-fast", "prompt": "What is 1 + 1?"}, {"Idempotency-Key": "a"}
    run = api.post("/v1/runs", body, headers=key).json()["id"]
    api.delete(f"/v1/runs/{run}")
    assert api.get(f"/v1/erasures/{run}").json()["counts"]["stored_answers"] == 1


def test_what_was_not_erased_has_no_receipt(api: Api) -> None:
    error_of(api.get(f"/v1/erasures/{api.run()['id']}"), 404, "not_found")
    error_of(api.get("/v1/erasures/nothing"), 404, "not_found")


def test_audit_entries_outlive_the_run(api: Api) -> None:
    run = api.run(context=["calendar"])["id"]
    api.get(f"/v1/runs/{run}")
    before = api.audit(resource=run)
    api.delete(f"/v1/runs/{run}")
    after = api.audit(resource=run)
    assert after[: len(before)] == before
    assert [e["action"] for e in after] == [
        "runs.create",
        "context.read",
        "runs.read",
        "runs.delete",
    ]
    assert api.get("/v1/audit_log/verify").json()["valid"] is True


def test_a_second_delete_leaves_a_denied_nothing_and_one_receipt(api: Api) -> None:
    run = api.run()["id"]
    api.delete(f"/v1/runs/{run}")
    first = api.get(f"/v1/erasures/{run}").content
    error_of(api.delete(f"/v1/runs/{run}"), 409, "already_deleted")
    assert api.get(f"/v1/erasures/{run}").content == first


def planted(api: Api, marker: str, model: str = "y0-fast") -> str:
    """A finished run that has the marker in its prompt, its metadata and its result.

    The project has bookings, none of them with the marker: only then is the name what was missed.
    """
    body = {
        "model": model,
        "prompt": f"What did I spend at {marker} in October 2026?",
        "context": ["finance"],
        "metadata": {"note": marker, marker: "as a key"},
    }
    made = api.post("/v1/runs", body, headers={"Idempotency-Key": uuid4().hex})
    run = api.finished(made.json()["id"])
    assert marker in run["result"]["summary"]
    return str(run["id"])


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_nothing_of_a_deleted_run_is_left_in_the_database(
    api: Api, server: Server, model: str
) -> None:
    marker, raw = f"zq{uuid4().hex}", Raw(server)
    api.file(samples.BANK)
    run = planted(api, marker, model)
    is_found(api, run, marker)
    assert raw.tables_with(marker) == {"runs", "idempotency", "run_accounts", "rollups"}
    api.delete(f"/v1/runs/{run}")
    assert raw.tables_with(marker) == set()
    if raw.is_sqlite:
        erased(lambda: raw.files_with(marker))


def is_found(api: Api, run: str, word: str) -> None:
    """Wait until a run is found by a word, and so has left what finds it in the database."""

    def found() -> list[str]:
        return [each["id"] for each in api.get("/v1/runs", params={"q": word}).json()["data"]]

    until(lambda: found() == [run], f"{run} is found by {word}")


def hashes_left(api: Api, server: Server, word: str) -> list[str]:
    """Where the hash that stands for a word of a project stands: in tables, or in files."""
    (project,) = api.get("/v1/projects").json()["data"]
    (number,) = hashes_of(project["id"], [word])
    raw = Raw(server)
    tables = {table for table, value in raw.values() if str(number).encode() == value}
    stored = number.to_bytes(8, "big", signed=True), number.to_bytes(8, "little", signed=True)
    tables |= {table for table, value in raw.values() if any(each in value for each in stored)}
    if not raw.is_sqlite:
        return sorted(tables)
    files = [path for path in server.data.rglob("*") if path.is_file()]
    return sorted({*tables, *(p.name for p in files if any(b in p.read_bytes() for b in stored))})


def test_nothing_that_found_a_deleted_run_is_left(api: Api, server: Server) -> None:
    marker = f"zw{uuid4().hex}"
    api.file(samples.BANK)
    run = planted(api, marker)
    is_found(api, run, marker)
    assert {"run_words", "run_terms"} <= set(hashes_left(api, server, marker))
    api.delete(f"/v1/runs/{run}")
    assert api.get("/v1/runs", params={"q": marker}).json()["data"] == []
    erased(lambda: hashes_left(api, server, marker))
    erased(lambda: Raw(server).files_with(marker) if Raw(server).is_sqlite else [])


def test_nothing_that_found_a_run_is_left_when_it_is_erased_with_a_file(
    api: Api, server: Server
) -> None:
    word = f"zf{uuid4().hex}"
    file_id = api.file(samples.NOTE)["id"]
    run = api.run(f"When does the lease of the Oslo office end, {word}?", files=[file_id])["id"]
    is_found(api, run, word)
    assert api.delete(f"/v1/files/{file_id}", params={"runs": "true"}).status_code == 200
    erased(lambda: hashes_left(api, server, word))
    erased(lambda: Raw(server).tables_with(word))
    erased(lambda: Raw(server).files_with(word) if Raw(server).is_sqlite else [])


def test_no_deletion_leaves_copies_that_the_database_made_when_it_moved_rows(
    server: Server, kind: str
) -> None:
    """Rows move between pages as others come and go; no page may keep what moved away."""
    if kind != "sqlite":
        pytest.skip("only SQLite's file is ours to look into")
    marker, raw = f"zm{uuid4().hex}", Raw(server)
    with server.project() as one, server.project() as two:
        for api in (one, two):
            api.file(samples.BANK)
        runs = [(api, planted(api, f"{marker}{n}")) for n in range(24) for api in (one, two)]
        for api, run in [*runs[1::3], *runs[::3], *runs[2::3]]:
            assert api.delete(f"/v1/runs/{run}").status_code == 200
    erased(lambda: raw.files_with(marker))


def test_the_log_never_held_the_content(api: Api, server: Server) -> None:
    marker = f"zl{uuid4().hex}"
    api.file(samples.BANK)
    api.delete(f"/v1/runs/{planted(api, marker)}")
    api.get("/v1/runs", params={"metadata.note": marker, "q": marker})
    log = server.log.read_text()
    assert "runs/{id}" in log
    assert marker not in log
