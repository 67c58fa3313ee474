"""A file does what the contract says, from its upload to its end.

It is `processing` at first, then `processed` with counts that are true, or `failed` with words
that its owner can act on; it can be read and listed; a repeated upload happens once.
"""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.conforming import conforming, document  # noqa: F401
from runwright import clock, ids
from support import samples
from support.client import Api, error_of
from support.readers import held
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

FIELDS = {"id", "object", "filename", "bytes", "purpose", "status", "metadata"}
REPLAYED = "Idempotent-Replayed"


def key(name: str) -> dict[str, Any]:
    return {"headers": {"Idempotency-Key": name}}


def blobs_of(server: Server, api: Api) -> list[Path]:
    return sorted((server.data / "blobs" / str(api.project_id)).glob("*"))


# Uploaded and read ------------------------------------------------------------------------------


@pytest.mark.parametrize("purpose", ["context", "attachment"])
def test_an_upload_answers_200_with_a_file_that_is_processing(api: Api, purpose: str) -> None:
    made = api.upload(samples.NOTE, "offices.md", purpose, {"team": "blue"})
    assert made.status_code == 200, made.text
    file = made.json()
    assert set(file) == FIELDS
    assert re.fullmatch(r"file_[0-9a-z]{26}", file.pop("id"))
    assert file == {
        "object": "file",
        "filename": "offices.md",
        "bytes": len(samples.NOTE),
        "purpose": purpose,
        "status": "processing",
        "metadata": {"team": "blue"},
    }


COUNTED: dict[str, tuple[bytes, dict[str, int]]] = {
    "prose": (samples.NOTE, {"pages": 1, "tables": 0, "graph_items": 3}),
    "calendar": (samples.CALENDAR, {"pages": 1, "tables": 0, "graph_items": 2}),
    "pdf": (samples.pdf("One.", "Two.", "Three."), {"pages": 3, "tables": 0, "graph_items": 4}),
}


@pytest.mark.parametrize(("content", "counts"), COUNTED.values(), ids=COUNTED)
def test_a_processed_file_shows_true_counts(
    api: Api, content: bytes, counts: dict[str, int]
) -> None:
    made = api.upload(content)
    file = api.settled(made.json()["id"])
    assert file == {**made.json(), "status": "processed", "extracted": counts}


def test_a_bank_file_is_one_table_and_as_many_items_as_bookings(api: Api) -> None:
    extracted = api.file(samples.BANK)["extracted"]
    assert set(extracted) == {"pages", "tables", "graph_items"}
    assert (extracted["tables"], extracted["graph_items"]) == (1, 4)


def test_an_attachment_is_read_and_enters_no_graph(api: Api) -> None:
    file = api.file(samples.NOTE, purpose="attachment")
    assert file["extracted"] == {"pages": 1, "tables": 0, "graph_items": 0}


def test_counts_are_absent_while_a_file_is_read(api: Api, server: Server) -> None:
    with held(api, server, samples.NOTE) as file_id:
        assert set(api.get(f"/v1/files/{file_id}").json()) == FIELDS
    assert set(api.settled(file_id)) == FIELDS | {"extracted"}


@pytest.mark.parametrize("path", ["", "/content", "/extracted"])
def test_a_file_that_never_was_is_not_found(api: Api, path: str) -> None:
    for wild in ("file_01k0000000000000000000000a", "file_x", "run_01k0000000000000000000000a"):
        error_of(api.get(f"/v1/files/{wild}{path}"), 404, "not_found")


# Failed -----------------------------------------------------------------------------------------

UNREADABLE: dict[str, tuple[bytes, str]] = {
    "locked": (samples.pdf("Secret.", encrypted=True), "password"),
    "damaged": (b"%PDF-1.4\nrubbish", "damaged"),
    "cut off": (samples.pdf("One.", "Two.")[:300], "damaged"),
    "blank": (b"  \n\n  ", "no text"),
}


@pytest.mark.parametrize(("content", "told"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_file_that_cannot_be_read_says_what_its_owner_can_do(
    api: Api, content: bytes, told: str
) -> None:
    file = api.file(content, is_readable=False)
    assert set(file) == FIELDS | {"error"}
    assert file["status"] == "failed"
    assert set(file["error"]) == {"code", "message"}
    assert file["error"]["code"] == "invalid_request"
    assert told in file["error"]["message"]
    assert api.get(f"/v1/files/{file['id']}/content").content == content
    extracted = api.get(f"/v1/files/{file['id']}/extracted").json()
    assert extracted["pages"] == extracted["items"] == []
    deleted = api.delete(f"/v1/files/{file['id']}").json()
    assert deleted["graph_items_removed"] == 0


# Lists ------------------------------------------------------------------------------------------


def listed(api: Api, **filters: str) -> list[str]:
    answer = api.get("/v1/files", params={"order": "asc", "limit": 100, **filters})
    assert answer.status_code == 200, answer.text
    return [file["id"] for file in answer.json()["data"]]


def test_a_list_shows_files_as_they_are(api: Api) -> None:
    file = api.file(samples.NOTE, metadata={"a": "b"})
    assert api.get("/v1/files").json() == {
        "object": "list",
        "data": [file],
        "first_id": file["id"],
        "last_id": file["id"],
        "has_more": False,
    }


def test_a_list_can_be_filtered(api: Api) -> None:
    note = api.file(samples.NOTE, metadata={"team": "blue", "n": "1"})["id"]
    attached = api.file(samples.BANK, purpose="attachment", metadata={"team": "red"})["id"]
    broken = api.file(b"%PDF-1.4\nrubbish", is_readable=False, metadata={"team": "blue"})["id"]
    assert listed(api) == [note, attached, broken]
    assert listed(api, status="processed") == [note, attached]
    assert listed(api, status="failed") == [broken]
    assert listed(api, status="processing") == []
    assert listed(api, purpose="attachment") == [attached]
    assert listed(api, purpose="context", status="processed") == [note]
    assert listed(api, **{"metadata.team": "blue"}) == [note, broken]
    assert listed(api, **{"metadata.team": "blue", "metadata.n": "1"}) == [note]
    assert listed(api, **{"metadata.team": "green"}) == []


def test_a_list_can_be_filtered_by_time(api: Api) -> None:
    first, second = (api.upload(samples.NOTE).json()["id"] for _ in range(2))
    created = ids.time_of(first)
    before, at, after = (clock.stamp(created + timedelta(milliseconds=more)) for more in (-1, 0, 1))
    assert listed(api, created_before=at) == []
    assert listed(api, created_before=after) == [first]
    assert listed(api, created_after=at) == [second]
    assert listed(api, created_after=before) == [first, second]
    assert listed(api, created_after=before, created_before=after) == [first]


def test_pages_of_files_follow_each_other_both_ways(api: Api) -> None:
    made = [api.upload(b"Words %d." % n, purpose="attachment").json()["id"] for n in range(5)]
    for order, whole in (("asc", made), ("desc", made[::-1])):
        seen: list[str] = []
        query: dict[str, Any] = {"limit": 2, "order": order}
        while True:
            page = api.get("/v1/files", params=query).json()
            seen += [file["id"] for file in page["data"]]
            assert (page["first_id"], page["last_id"]) == (seen[-len(page["data"])], seen[-1])
            if not page["has_more"]:
                break
            query["after"] = page["last_id"]
        assert seen == whole
        before = api.get("/v1/files", params={"before": whole[3], "limit": 2, "order": order})
        assert [file["id"] for file in before.json()["data"]] == whole[1:3]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("status=done", "status"),
        ("purpose=x", "purpose"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("after=run_01k0000000000000000000000a", "after"),
        ("created_after=yesterday", "created_after"),
        ("filename=a", "filename"),
        ("order=up", "order"),
    ],
)
def test_a_filter_that_is_none_is_refused(api: Api, query: str, field: str) -> None:
    error = error_of(api.get(f"/v1/files?{query}"), 400, "invalid_request")
    assert set(error["errors"]) == {field}


# Once -------------------------------------------------------------------------------------------


def same(first: httpx.Response, second: httpx.Response) -> None:
    assert first.status_code == 200, first.text
    assert REPLAYED not in first.headers
    assert second.headers[REPLAYED] == "true"
    assert (second.status_code, second.content) == (first.status_code, first.content)


def test_a_repeated_upload_gives_the_first_answer_and_keeps_one_file(
    api: Api, server: Server
) -> None:
    sent: dict[str, Any] = {"filename": "a.md", "metadata": {"a": "b", "c": "d"}}
    first = api.upload(samples.NOTE, **sent, **key("a"))
    other_order = {**sent, "metadata": {"c": "d", "a": "b"}}
    second = api.upload(samples.NOTE, **other_order, **key("a"))
    same(first, second)
    assert listed(api) == [first.json()["id"]]
    assert [path.name for path in blobs_of(server, api)] == [first.json()["id"]]
    assert list((server.data / "blobs" / "incoming").iterdir()) == []
    entries = [e for e in api.audit() if e["request_id"] == second.headers["Request-Id"]]
    assert [(e["action"], e["resource"]) for e in entries] == [("files.create", first.json()["id"])]
    assert entries[0]["detail"] == {"replayed": True}


@pytest.mark.parametrize(
    "other",
    [
        {"content": samples.NOTE + b" "},
        {"purpose": "attachment"},
        {"metadata": {"a": "c"}},
        {"metadata": None},
    ],
    ids=["bytes", "purpose", "metadata", "no metadata"],
)
def test_the_key_of_another_upload_is_refused_by_name(
    api: Api, server: Server, other: dict[str, Any]
) -> None:
    sent: dict[str, Any] = {"content": samples.NOTE, "metadata": {"a": "b"}}
    first = api.upload(**sent, **key("a"))
    error = error_of(api.upload(**{**sent, **other}, **key("a")), 400, "invalid_request")
    assert set(error["errors"]) == {"Idempotency-Key"}
    assert [path.name for path in blobs_of(server, api)] == [first.json()["id"]]
    assert list((server.data / "blobs" / "incoming").iterdir()) == []
    same(first, api.upload(**sent, **key("a")))


def test_duplicates_at_once_make_one_file(api: Api, server: Server) -> None:
    count = 10
    barrier = threading.Barrier(count)

    def send(_: int) -> httpx.Response:
        barrier.wait()
        return api.upload(samples.NOTE, **key("storm"))

    with ThreadPoolExecutor(count) as pool:
        answers = list(pool.map(send, range(count)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert sum(REPLAYED not in answer.headers for answer in answers) == 1
    assert listed(api) == [answers[0].json()["id"]]
    assert [path.name for path in blobs_of(server, api)] == listed(api)


def test_a_replay_after_deletion_is_already_deleted(api: Api, server: Server) -> None:
    made = api.upload(samples.NOTE, **key("a"))
    assert api.delete(f"/v1/files/{made.json()['id']}", **key("b")).status_code == 200
    error_of(api.upload(samples.NOTE, **key("a")), 409, "already_deleted")
    assert listed(api) == []
    assert blobs_of(server, api) == []
    assert api.upload(samples.NOTE, **key("c")).status_code == 200


def test_a_refused_upload_leaves_its_key_free(api: Api) -> None:
    for _ in range(2):
        error_of(api.upload(samples.GIF, **key("a")), 400, "invalid_request")
    made = api.upload(samples.NOTE, **key("a"))
    assert made.status_code == 200
    assert REPLAYED not in made.headers
