"""A file can be read anew: what was read before is shown until the new is whole, and never both.

Where a test needs the second reading to find something else than the first, it changes the bytes
behind the server's back: only what is found can tell one reading from the other.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from chaos.graph import remains, rows
from support import samples
from support.client import Api, error_of
from support.patience import until
from support.readers import stopped
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

OLD = b"Ingrid Solberg rents the flat in Oslo. The lease ends in March.\n"
NEW = b"Harald Nygaard bought the house in Bergen. The loan ends in June.\n"


def bytes_of(server: Server, file_id: str) -> Path:
    (path,) = (server.data / "blobs").rglob(file_id)
    return path


def extract(api: Api, file_id: str) -> dict[str, Any]:
    answer = api.post(f"/v1/files/{file_id}/extract")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def settled(api: Api, file_id: str) -> dict[str, Any]:
    def look() -> dict[str, Any]:
        return dict(api.get(f"/v1/files/{file_id}").json())

    def is_settled() -> bool:
        file = look()
        is_reread = file.get("reextraction", {}).get("status") == "running"
        return not is_reread and file["status"] != "processing"

    until(is_settled, "the file was read anew")
    return look()


def reread(api: Api, file_id: str) -> dict[str, Any]:
    extract(api, file_id)
    return settled(api, file_id)


def found(api: Api, text: str) -> list[str]:
    """What a search says, in the order of the hits."""
    query = {"source": "documents", "q": text}
    return [item["text"] for item in api.get("/v1/context/search", params=query).json()["data"]]


def listed(api: Api) -> list[str]:
    items = api.get("/v1/context/items", params={"source": "documents"}).json()["data"]
    return [item["id"] for item in items]


def entities(api: Api) -> dict[str, int]:
    page = api.get("/v1/context/entities", params={"source": "documents", "limit": 100}).json()
    return {entity["name"]: entity["items"] for entity in page["data"]}


def seen(api: Api, file_id: str) -> tuple[Any, ...]:
    """Everything that the interface shows of what was read."""
    extraction = api.get(f"/v1/files/{file_id}/extracted").json()
    return (
        extraction,
        listed(api),
        entities(api),
        found(api, "Solberg Oslo"),
        found(api, "Bergen"),
    )


# What changes, and what does not ----------------------------------------------------------------


@pytest.mark.parametrize(
    "content", [samples.NOTE, samples.CALENDAR, samples.BANK], ids=["note", "calendar", "bank"]
)
def test_a_file_that_is_read_anew_is_what_it_was_with_other_items(api: Api, content: bytes) -> None:
    before = api.file(content)
    old = api.get(f"/v1/files/{before['id']}/extracted").json()
    assert reread(api, before["id"]) == before
    new = api.get(f"/v1/files/{before['id']}/extracted").json()
    assert not set(new["items"]) & set(old["items"])
    assert unnamed(new) == unnamed(old)


def unnamed(extraction: dict[str, Any]) -> dict[str, Any]:
    """An extraction without the ids of its items, which are new each time."""
    records = [{**record, "item": None} for record in extraction["records"]]
    return {**extraction, "records": records, "items": len(extraction["items"])}


def test_what_is_found_is_what_the_file_says_now(api: Api, server: Server) -> None:
    file_id = api.file(OLD)["id"]
    bytes_of(server, file_id).write_bytes(NEW)
    reread(api, file_id)
    assert all("Nygaard" in text for text in found(api, "Solberg Oslo lease"))
    assert "Nygaard" in found(api, "Bergen")[0]
    assert "Ingrid Solberg" not in entities(api)
    assert entities(api)["Harald Nygaard"] == 1
    page = api.get(f"/v1/files/{file_id}/extracted").json()["pages"][0]
    assert page["text"].encode() == NEW


def test_nothing_of_the_earlier_reading_is_left(api: Api, server: Server) -> None:
    file_id = api.file(OLD)["id"]
    bytes_of(server, file_id).write_bytes(NEW)
    reread(api, file_id)

    def rest() -> list[Any]:
        tables = ("context_items", "context_terms", "file_parts")
        mine = [row for table in tables for row in rows(server, table) if row["file_id"] == file_id]
        return [row for row in mine if row.get("generation") == 0]

    until(lambda: rest() == [], "the old generation is erased")
    until(
        lambda: [r["reread"] for r in rows(server, "files") if r["id"] == file_id] == [None],
        "nothing is left to do",
    )
    terms = {
        r["term"] for r in rows(server, "context_postings") if r["project_id"] == api.project_id
    }
    assert "oslo" not in terms
    assert "bergen" in terms


def test_other_files_are_left_alone(api: Api) -> None:
    other = api.file(b"Ingrid Solberg lives in Lisbon.\n")["id"]
    file_id = api.file(OLD)["id"]
    kept = api.get(f"/v1/files/{other}/extracted").json()
    reread(api, file_id)
    assert api.get(f"/v1/files/{other}/extracted").json() == kept
    until(lambda: entities(api)["Ingrid Solberg"] == 2, "both files mention her, once each")


def test_an_attachment_can_be_read_anew(api: Api, server: Server) -> None:
    file_id = api.file(OLD, purpose="attachment")["id"]
    bytes_of(server, file_id).write_bytes(NEW)
    assert reread(api, file_id)["extracted"]["graph_items"] == 0
    assert api.get(f"/v1/files/{file_id}/extracted").json()["pages"][0]["text"].encode() == NEW
    assert listed(api) == []


def test_it_can_be_read_anew_many_times(api: Api) -> None:
    file = api.file(OLD)
    for _ in range(4):
        assert reread(api, file["id"]) == file
    assert len(listed(api)) == file["extracted"]["graph_items"]


# Meanwhile --------------------------------------------------------------------------------------


def test_what_was_read_before_stays_until_the_new_is_whole(api: Api, server: Server) -> None:
    file_id = api.file(OLD)["id"]
    before = seen(api, file_id)
    bytes_of(server, file_id).write_bytes(NEW)
    with stopped(api, server, lambda: extract(api, file_id)) as answered:
        assert answered["status"] == "processed"
        assert answered["reextraction"] == {"status": "running"}
        assert seen(api, file_id) == before
    settled(api, file_id)
    assert "Nygaard" in found(api, "Bergen")[0]


def test_asking_again_while_it_is_read_changes_nothing(api: Api, server: Server) -> None:
    file_id = api.file(OLD)["id"]
    with stopped(api, server, lambda: extract(api, file_id)) as first:
        assert [extract(api, file_id) for _ in range(3)] == [first] * 3
        jobs = [job for job in rows(server, "queued_jobs") if job["subject"] == file_id]
        assert [job["kind"] for job in jobs].count("file") == 1
    settled(api, file_id)
    actions = [entry["action"] for entry in api.audit() if entry["resource"] == file_id]
    assert actions.count("files.reextract") == 4
    assert actions.count("files.extract") == 2


def test_a_file_that_is_being_read_for_the_first_time_is_left_alone(
    api: Api, server: Server
) -> None:
    with stopped(api, server, lambda: api.upload(OLD).json()["id"]) as file_id:
        shown = api.get(f"/v1/files/{file_id}").json()
        assert extract(api, file_id) == shown
    assert settled(api, file_id)["status"] == "processed"


def test_a_file_that_is_erased_while_it_is_read_anew_leaves_nothing(
    api: Api, server: Server
) -> None:
    file_id = api.file(OLD)["id"]
    with stopped(api, server, lambda: extract(api, file_id)):
        assert api.delete(f"/v1/files/{file_id}").status_code == 200
    error_of(api.get(f"/v1/files/{file_id}"), 409, "already_deleted")
    until(lambda: remains(server, str(api.project_id), file_id) == [], "nothing of it is left")


# When it fails ----------------------------------------------------------------------------------


def _blank(path: Path) -> None:
    path.write_bytes(b" \n" * 40)


@pytest.mark.parametrize(
    ("spoil", "code", "word"),
    [(_blank, "invalid_request", "spaces"), (Path.unlink, "internal", "missing")],
    ids=["unreadable", "gone"],
)
def test_a_reading_that_fails_leaves_what_was_read_before_and_says_so(
    api: Api, server: Server, spoil: Callable[[Path], None], code: str, word: str
) -> None:
    file = api.file(OLD)
    before = seen(api, file["id"])
    spoil(bytes_of(server, file["id"]))
    failed = reread(api, file["id"])
    assert failed["status"] == "processed"
    assert failed["extracted"] == file["extracted"]
    assert failed["reextraction"]["status"] == "failed"
    assert failed["reextraction"]["error"]["code"] == code
    assert word in failed["reextraction"]["error"]["message"]
    assert "error" not in failed
    assert seen(api, file["id"]) == before


def test_a_later_reading_that_succeeds_takes_the_failure_away(api: Api, server: Server) -> None:
    file = api.file(OLD)
    path = bytes_of(server, file["id"])
    _blank(path)
    assert "reextraction" in reread(api, file["id"])
    path.write_bytes(OLD)
    assert reread(api, file["id"]) == file


def test_a_file_that_could_not_be_read_is_tried_again_as_a_new_one(
    api: Api, server: Server
) -> None:
    file_id = api.upload(b" \n" * 40).json()["id"]
    assert api.settled(file_id)["status"] == "failed"
    bytes_of(server, file_id).write_bytes(OLD)
    begun = extract(api, file_id)
    assert begun["status"] == "processing"
    assert "error" not in begun
    assert settled(api, file_id)["status"] == "processed"
    assert "Solberg" in found(api, "Oslo")[0]


# Told -------------------------------------------------------------------------------------------


def test_success_is_an_event_and_failure_is_none(api: Api, server: Server) -> None:
    file_id = api.file(OLD)["id"]
    reread(api, file_id)
    _blank(bytes_of(server, file_id))
    reread(api, file_id)
    events = api.get("/v1/events").json()["data"]
    mine = [event["type"] for event in events if event["data"]["object"]["id"] == file_id]
    assert mine == ["file.processed", "file.processed"]
