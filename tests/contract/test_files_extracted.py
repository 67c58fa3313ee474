"""`GET /v1/files/:id/extracted` shows what was read from a file to whoever may read its sources."""

from __future__ import annotations

from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from support import samples
from support.client import Api, error_of
from support.readers import held
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")


def extracted(api: Api, file_id: str) -> dict[str, Any]:
    answer = api.get(f"/v1/files/{file_id}/extracted")
    assert answer.status_code == 200, answer.text
    shown = dict(answer.json())
    always = {"object", "file", "status", "pages", "tables", "segments", "items", "records"}
    always |= {"duplicates"}
    assert set(shown) == (always | {"error"} if shown["status"] == "failed" else always)
    assert (shown["object"], shown["file"]) == ("extraction", file_id)
    return shown


def items_of(api: Api, source: str, file_id: str) -> list[str]:
    page = api.get("/v1/context/items", params={"source": source, "file": file_id, "limit": 100})
    return [item["id"] for item in page.json()["data"]]


def test_pages_carry_their_text(api: Api) -> None:
    file = api.file(samples.pdf("The first page.", "The second page."))
    shown = extracted(api, file["id"])
    assert [set(page) for page in shown["pages"]] == [{"n", "text"}] * 2
    assert [page["n"] for page in shown["pages"]] == [1, 2]
    assert [page["text"].strip() for page in shown["pages"]] == [
        "The first page.",
        "The second page.",
    ]
    assert shown["tables"] == shown["segments"] == []


def test_what_was_read_says_that_it_is_all(api: Api) -> None:
    assert extracted(api, api.file(samples.NOTE)["id"])["status"] == "processed"


def test_nothing_yet_is_not_mistaken_for_nothing_in_it(api: Api, server: Server) -> None:
    with held(api, server, samples.NOTE) as file_id:
        shown = extracted(api, file_id)
    assert shown["status"] == "processing"
    assert shown["pages"] == shown["tables"] == shown["segments"] == shown["items"] == []


def test_a_file_that_could_not_be_read_says_why(api: Api) -> None:
    file = api.file(b"%PDF-1.4\nrubbish", is_readable=False)
    shown = extracted(api, file["id"])
    assert (shown["status"], shown["error"]) == ("failed", file["error"])
    assert shown["pages"] == shown["tables"] == shown["segments"] == shown["items"] == []


def test_tables_carry_their_cells(api: Api) -> None:
    file = api.file(samples.BANK)
    (table,) = extracted(api, file["id"])["tables"]
    assert set(table) == {"page", "rows"}
    assert table["rows"][0] == ["Date", "Description", "Amount", "Currency"]
    assert table["rows"][3] == ["2026-10-17", "Grocery store", "-42.10", "EUR"]
    assert len(table["rows"]) == 5


@pytest.mark.parametrize(
    ("content", "source"),
    [
        (samples.NOTE, "documents"),
        (samples.CALENDAR, "calendar"),
        (samples.BANK, "finance"),
    ],
    ids=["documents", "calendar", "finance"],
)
def test_items_are_those_of_the_graph_and_as_many_as_counted(
    api: Api, content: bytes, source: str
) -> None:
    file = api.file(content)
    shown = extracted(api, file["id"])
    assert sorted(shown["items"]) == sorted(items_of(api, source, file["id"]))
    assert len(shown["items"]) == file["extracted"]["graph_items"] > 0
    assert [record["item"] for record in shown["records"]] == shown["items"]
    assert len(shown["tables"]) == file["extracted"]["tables"]
    assert len(shown["pages"]) == file["extracted"]["pages"]


def test_an_attachment_shows_its_text_and_no_items(api: Api) -> None:
    shown = extracted(api, api.file(samples.NOTE, purpose="attachment")["id"])
    assert "31 March 2027" in shown["pages"][0]["text"]
    assert shown["items"] == []
    assert {record["facts"]["kind"] for record in shown["records"]} == {"passage", "document"}


def test_it_is_in_the_audit_log_with_each_scope_that_allowed_it(api: Api) -> None:
    file_id = api.file(samples.BANK)["id"]
    answer = api.get(f"/v1/files/{file_id}/extracted")
    entries = [e for e in api.audit() if e["request_id"] == answer.headers["Request-Id"]]
    assert [(e["action"], e["scope"], e["decision"], e["resource"]) for e in entries] == [
        ("files.extracted", "files:read", "allowed", file_id),
        ("files.extracted", "finance:read", "allowed", file_id),
    ]


# Scopes -----------------------------------------------------------------------------------------

FED: dict[str, tuple[bytes, str]] = {
    "calendar": (samples.CALENDAR, "calendar:read"),
    "documents": (samples.NOTE, "documents:read"),
    "finance": (samples.BANK, "finance:read"),
}


@pytest.mark.parametrize("path", ["content", "extracted"])
@pytest.mark.parametrize(("content", "scope"), FED.values(), ids=FED)
def test_it_needs_the_scope_of_every_source_that_the_file_fed(
    api: Api, content: bytes, scope: str, path: str
) -> None:
    where = f"/v1/files/{api.file(content)['id']}"
    others = sorted({needed for _, needed in FED.values()} - {scope})
    with api.key("files:read", *others) as narrow:
        error = error_of(narrow.get(f"{where}/{path}"), 403, "scope_denied")
        assert scope in error["message"]
        assert narrow.get(where).status_code == 200
    (denied,) = api.audit(decision="denied")
    assert (denied["scope"], denied["resource"]) == (scope, where.rpartition("/")[2])
    with api.key("files:read", scope) as enough:
        assert enough.get(f"{where}/{path}").status_code == 200
    with api.key(scope) as without:
        error = error_of(without.get(f"{where}/{path}"), 403, "scope_denied")
        assert "files:read" in error["message"]


@pytest.mark.parametrize("path", ["content", "extracted"])
def test_an_attachment_needs_no_source(api: Api, path: str) -> None:
    file_id = api.file(samples.BANK, purpose="attachment")["id"]
    with api.key("files:read") as narrow:
        assert narrow.get(f"/v1/files/{file_id}/{path}").status_code == 200


@pytest.mark.parametrize("path", ["content", "extracted"])
def test_while_a_file_is_read_nobody_sees_more_than_afterwards(
    api: Api, server: Server, path: str
) -> None:
    """What it will feed is not known yet, so a key without sources learns nothing of it."""
    with api.key("files:read") as narrow, held(api, server, samples.BANK) as file_id:
        early = narrow.get(f"/v1/files/{file_id}/{path}")
    assert b"Grocery" not in early.content
    assert early.status_code in (403, 503) or path == "extracted"
    api.settled(file_id)
