"""A file that is deleted while it is read, embedded or waits leaves nothing behind."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress

from chaos.graph import remains, rows
from support.client import Api, error_of
from support.patience import until
from support.readers import held, readers_of
from support.server import Server

LONG = b"\n\n".join(
    b"# Part %d\n\nThe lease number %d of the Oslo office ends in %d days, and Ingrid Solberg "
    b"signs paper %d in Lisbon." % (n, n, n, n)
    for n in range(500)
)


def _gone(server: Server, api: Api, *file_ids: str) -> None:
    assert api.project_id is not None
    project = api.project_id
    until(lambda: remains(server, project, *file_ids) == [], "nothing of it is left")
    until(lambda: readers_of(server) == [], "no reader is left")
    for file_id in file_ids:
        error_of(api.get(f"/v1/files/{file_id}"), 409, "already_deleted")
    assert remains(server, project, *file_ids) == []


def test_a_file_deleted_before_it_was_read_leaves_nothing(server: Server, api: Api) -> None:
    with held(api, server, LONG, filename="a.md") as file_id:
        assert api.delete(f"/v1/files/{file_id}").json()["deleted"] is True
    _gone(server, api, file_id)


def test_a_file_deleted_between_two_chunks_leaves_nothing(server: Server, api: Api) -> None:
    file_id = str(api.upload(LONG, "a.md").json()["id"])
    until(lambda: rows_of(server, file_id), "some items are stored")
    for pid in readers_of(server):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
    some = rows_of(server, file_id)
    deleted = api.delete(f"/v1/files/{file_id}").json()
    assert 0 < deleted["graph_items_removed"] < 500
    assert deleted["graph_items_removed"] >= some
    for pid in readers_of(server):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
    _gone(server, api, file_id)


def rows_of(server: Server, file_id: str) -> int:
    return sum(1 for row in rows(server, "context_items") if row["file_id"] == file_id)


def test_deleting_at_any_moment_leaves_nothing(server: Server, api: Api) -> None:
    """From the answer to the last vector, in steps; the words are those of a file that stays."""
    kept = api.file(LONG[:3000], filename="kept.md")
    until(lambda: not _jobs(server, kept["id"]), "the one that stays is embedded")
    before = _counts(server, api)
    sent = []
    for n in range(8):
        file_id = str(api.upload(LONG[: 1500 * (n + 1)], "a.md").json()["id"])
        threading.Event().wait(0.35 * n)
        assert api.delete(f"/v1/files/{file_id}").status_code == 200
        sent.append(file_id)
    until(lambda: readers_of(server) == [], "no reader is left")
    until(lambda: not any(_jobs(server, file_id) for file_id in sent), "nothing is to be done")
    assert _counts(server, api) == before
    found = api.get("/v1/context/search", params={"source": "documents", "q": "lease"}).json()
    assert {item["file"] for item in found["data"]} == {kept["id"]}


def _jobs(server: Server, subject: str) -> list[object]:
    return [job for job in rows(server, "queued_jobs") if job["subject"] == subject]


def _counts(server: Server, api: Api) -> dict[str, object]:
    tables = ("context_items", "context_terms", "context_vectors", "file_parts", "files")
    mine = {
        table: sum(1 for row in rows(server, table) if row["project_id"] == api.project_id)
        for table in tables
    }
    words = {
        (row["source"], row["term"], row["block"]): bytes(row["body"])
        for row in rows(server, "context_postings")
        if row["project_id"] == api.project_id
    }
    names = {
        (row["source"], row["key"]): row["items"]
        for row in rows(server, "context_entities")
        if row["project_id"] == api.project_id
    }
    return {**mine, "postings": words, "entities": names}


def test_an_erasure_that_a_kill_cut_short_is_finished_by_the_next_start(
    new_server: Callable[..., Server],
) -> None:
    server = new_server().start()
    with server.project() as api:
        file_id = str(api.file(LONG, filename="a.md")["id"])

        def delete() -> None:
            with suppress(Exception):
                api.delete(f"/v1/files/{file_id}")

        asking = threading.Thread(target=delete)
        asking.start()
        until(lambda: rows_of(server, file_id) == 0, "its items are gone")
        server.kill()
        asking.join()
        assert remains(server, str(api.project_id), file_id) != [], "the kill came too late"
        server.start()
        with Api(server.url, api.secret, api.project_id) as again:
            _gone(server, again, file_id)
    server.kill()
