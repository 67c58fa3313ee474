"""`/v1/artifacts`: the files that a run makes, kept with it and erased with it."""

from __future__ import annotations

import csv
import hashlib
import io
import time
from collections.abc import Callable
from uuid import uuid4

import pytest

from api.conforming import conforming, document  # noqa: F401
from db.raw import Raw
from support import samples
from support.client import EXPORT, Api, error_of
from support.patience import PATIENCE
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

NEVER_WAS = "art_01k00000000000000000000000"


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_a_run_names_what_it_made_and_the_record_tells_what_it_is(api: Api, model: str) -> None:
    run = api.exported(model=model)
    (artifact,) = run["result"]["artifacts"]
    record = api.get(f"/v1/artifacts/{artifact}").json()
    content = api.get(f"/v1/artifacts/{artifact}/content").content
    assert record == {
        "id": artifact,
        "object": "artifact",
        "run": run["id"],
        "kind": "table",
        "filename": "payments.csv",
        "media_type": "text/csv; charset=utf-8",
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "created_at": record["created_at"],
    }
    assert record["created_at"].endswith("Z")
    assert record["created_at"] >= run["created_at"]
    rows = list(csv.DictReader(io.StringIO(content.decode(), newline="")))
    assert [row["amount"] for row in rows] == ["-99.95", "-42.10", "-1200.00"]
    assert "payments.csv" in run["result"]["summary"]


FILES = {
    "Draw a chart of my spending per month": ("chart", "image/png", b"\x89PNG"),
    EXPORT: ("table", "text/csv", b"id,day,"),
}


@pytest.mark.parametrize(("prompt", "wanted"), FILES.items(), ids=FILES)
def test_each_kind_comes_as_its_own_type(
    api: Api, prompt: str, wanted: tuple[str, str, bytes]
) -> None:
    (artifact,) = api.exported(prompt)["result"]["artifacts"]
    answer = api.get(f"/v1/artifacts/{artifact}/content")
    assert api.get(f"/v1/artifacts/{artifact}").json()["kind"] == wanted[0]
    assert answer.headers["Content-Type"].startswith(wanted[1])
    assert answer.content.startswith(wanted[2])


def test_events_become_a_calendar(api: Api) -> None:
    api.file(samples.CALENDAR)
    run = api.run("My appointments in November 2026 as an .ics file", context=["calendar"])
    (artifact,) = run["result"]["artifacts"]
    answer = api.get(f"/v1/artifacts/{artifact}/content")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert b"SUMMARY:Dentist appointment\r\n" in answer.content
    assert b"DTSTART:20261120T090000Z\r\n" in answer.content


def test_several_files_stand_in_the_order_of_their_steps(api: Api) -> None:
    run = api.exported("List my October payments, then make a CSV of it and a chart")
    records = [api.get(f"/v1/artifacts/{each}").json() for each in run["result"]["artifacts"]]
    kinds = [record["kind"] for record in records]
    assert kinds == ["table", "chart"]


def test_a_browser_saves_it_and_runs_nothing_of_it(api: Api) -> None:
    (artifact,) = api.exported()["result"]["artifacts"]
    answer = api.get(f"/v1/artifacts/{artifact}/content")
    headers = answer.headers
    assert headers["Content-Disposition"].startswith('attachment; filename="payments.csv"')
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"] == "sandbox"
    assert headers["Cache-Control"] == "no-store"
    assert headers["ETag"] == f'"{hashlib.sha256(answer.content).hexdigest()}"'


def test_a_range_is_answered_with_that_part(api: Api) -> None:
    (artifact,) = api.exported()["result"]["artifacts"]
    path = f"/v1/artifacts/{artifact}/content"
    whole = api.get(path).content
    part = api.get(path, headers={"Range": "bytes=5-14"})
    assert (part.status_code, part.content) == (206, whole[5:15])
    assert part.headers["Content-Range"] == f"bytes 5-14/{len(whole)}"
    beyond = api.get(path, headers={"Range": f"bytes={len(whole)}-"})
    assert set(error_of(beyond, 416, "invalid_request")["errors"]) == {"Range"}


def test_the_same_run_keeps_its_artifact_and_another_has_its_own(api: Api) -> None:
    first = api.exported()
    again = api.get(f"/v1/runs/{first['id']}").json()
    second = api.run(EXPORT, context=["finance"])
    assert again["result"]["artifacts"] == first["result"]["artifacts"]
    assert second["result"]["artifacts"] != first["result"]["artifacts"]
    hashes = {
        api.get(f"/v1/artifacts/{run['result']['artifacts'][0]}").json()["sha256"]
        for run in (first, second)
    }
    assert len(hashes) == 1


def test_a_replay_names_the_artifact_of_the_first_call(api: Api) -> None:
    api.file(samples.BANK)
    body = {"model": "y0-fast", "prompt": EXPORT, "context": ["finance"]}
    calls = [api.post("/v1/runs", body, headers={"Idempotency-Key": "one"}) for _ in range(2)]
    assert calls[0].json() == calls[1].json()
    (artifact,) = calls[0].json()["result"]["artifacts"]
    assert api.get(f"/v1/artifacts/{artifact}").status_code == 200


def test_reading_needs_runs_read_and_is_in_the_audit_log(api: Api) -> None:
    (artifact,) = api.exported()["result"]["artifacts"]
    with api.key("runs:read") as reader:
        assert reader.get(f"/v1/artifacts/{artifact}").status_code == 200
        assert reader.get(f"/v1/artifacts/{artifact}/content").status_code == 200
    with api.key("files:read", "finance:read") as other:
        for path in (f"/v1/artifacts/{artifact}", f"/v1/artifacts/{artifact}/content"):
            assert "runs:read" in error_of(other.get(path), 403, "scope_denied")["message"]
    entries = api.audit(resource=artifact)
    assert [(e["action"], e["decision"]) for e in entries] == [
        ("artifacts.read", "allowed"),
        ("artifacts.content", "allowed"),
        ("artifacts.read", "denied"),
        ("artifacts.content", "denied"),
    ]


def test_another_projects_artifact_is_as_unknown_as_one_that_never_was(
    api: Api, server: Server
) -> None:
    (artifact,) = api.exported()["result"]["artifacts"]
    with server.project() as stranger:
        for each in (artifact, NEVER_WAS, "run_01k00000000000000000000000", "nothing"):
            for path in (f"/v1/artifacts/{each}", f"/v1/artifacts/{each}/content"):
                error_of(stranger.get(path), 404, "not_found")


def test_artifacts_go_with_their_run_and_have_a_receipt(api: Api) -> None:
    run = api.exported()
    (artifact,) = run["result"]["artifacts"]
    api.delete(f"/v1/runs/{run['id']}")
    for path in (f"/v1/artifacts/{artifact}", f"/v1/artifacts/{artifact}/content"):
        error_of(api.get(path), 409, "already_deleted")
    assert api.get(f"/v1/erasures/{run['id']}").json()["counts"]["artifacts"] == 1
    receipt = api.get(f"/v1/erasures/{artifact}").json()
    assert (receipt["what"], receipt["counts"]) == ("artifact", {"artifacts": 1})


def test_erasing_a_file_with_its_runs_erases_what_they_made(api: Api) -> None:
    file_id = api.file(samples.BANK)["id"]
    (artifact,) = api.run(EXPORT, context=["finance"])["result"]["artifacts"]
    api.delete(f"/v1/files/{file_id}?runs=true")
    error_of(api.get(f"/v1/artifacts/{artifact}"), 409, "already_deleted")


def erased(left: Callable[[], object]) -> None:
    """Wait until nothing is left."""
    deadline = time.monotonic() + PATIENCE
    while found := left():
        assert time.monotonic() < deadline, f"still there: {found}"
        time.sleep(0.05)


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_no_byte_of_an_erased_artifact_is_left(api: Api, server: Server, model: str) -> None:
    marker, raw = f"zq{uuid4().hex}", Raw(server)
    statement = f"Date,Description,Amount,Currency\n2026-10-17,{marker},-42.10,EUR\n".encode()
    file_id = api.file(statement, filename="bank.csv")["id"]
    run = api.finished(api.run(EXPORT, model=model, context=["finance"])["id"])
    (artifact,) = run["result"]["artifacts"]
    assert marker in api.get(f"/v1/artifacts/{artifact}/content").text
    assert "artifacts" in raw.tables_with(marker)
    api.delete(f"/v1/files/{file_id}?runs=true")
    assert raw.tables_with(marker) == set()
    if raw.is_sqlite:
        erased(lambda: raw.files_with(marker))


def test_a_run_that_makes_no_file_has_none(api: Api) -> None:
    assert api.run("What is 2 + 2?")["result"]["artifacts"] == []
