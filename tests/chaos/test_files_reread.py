"""Whatever interrupts the reading of a file anew, it shows the old or the new, and never both.

The bytes change between the two readings, so that each item tells which reading it came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chaos.graph import graph_of, remains, rows
from chaos.test_disk_full import _fill, _running_on
from support.client import Api
from support.patience import until
from support.readers import stopped
from support.server import Server

PARAGRAPHS = 120
"""More than are stored in one transaction."""


def content(word: str) -> bytes:
    """A text that makes many items, each with a word and a name of this reading."""
    return "\n\n".join(
        f"# Part {n}\n\n{word} number {n}: Ingrid {word.title()} signed the lease of flat {n}. "
        + f"The {word} of the caretaker was written down in full. " * 2
        for n in range(PARAGRAPHS)
    ).encode()


@pytest.fixture
def server(new_server: Callable[..., Server]) -> Iterator[Server]:
    """A server of one's own, to be killed."""
    with new_server() as made:
        yield made


def record(server: Server, file_id: str) -> dict[str, Any]:
    (row,) = (row for row in rows(server, "files") if row["id"] == file_id)
    return row


def generations(server: Server, file_id: str) -> set[int]:
    items = rows(server, "context_items")
    return {row["generation"] for row in items if row["file_id"] == file_id}


def change(server: Server, file_id: str, data: bytes) -> None:
    (path,) = (server.data / "blobs").rglob(file_id)
    path.write_bytes(data)


def answers(api: Api, file_id: str) -> list[set[str]]:
    """By every way to see what was read: which readings one answer is from."""

    def data(path: str, **query: Any) -> list[dict[str, Any]]:
        params = {"source": "documents", **query}
        return list(api.get(f"/v1/context/{path}", params=params).json()["data"])

    extraction = api.get(f"/v1/files/{file_id}/extracted").json()
    found = [
        [item["text"] for item in data("items", file=file_id, limit=100)],
        [item["text"] for item in data("search", q="lease", limit=50)],
        [entity["name"].lower() for entity in data("entities", q="ingrid")],
        [page["text"] for page in extraction["pages"]]
        + [record["text"] for record in extraction["records"]],
    ]
    return [{word for text in texts for word in _readings(text)} for texts in found]


def wrong(api: Api, file_id: str) -> list[tuple[int, set[str]]]:
    """The answers that are from both readings, or from none."""
    found = enumerate(answers(api, file_id))
    return [(n, words) for n, words in found if len(words) != 1]


def shown(api: Api, file_id: str) -> set[str]:
    """All of them together."""
    return set().union(*answers(api, file_id))


def _readings(text: str) -> list[str]:
    return [word for word in ("testament", "inventory") if word in text]


def is_done(server: Server, file_id: str) -> bool:
    return record(server, file_id)["reread"] is None


def same_as_new(server: Server, api: Api, file_id: str, data: bytes) -> None:
    """The project is as if the file had come once, with these bytes; vectors may still come."""
    until(lambda: is_done(server, file_id), "nothing is left to do")
    with server.project() as other:
        other.file(data)
        mine = graph_of(server, str(api.project_id))
        theirs = graph_of(server, str(other.project_id))
    assert [part[1:] for part in mine.parts] == [part[1:] for part in theirs.parts]
    assert all(place >= 0 for _, place in mine.vectors)
    assert mine._replace(parts=[], vectors=[]) == theirs._replace(parts=[], vectors=[])


WHEN: dict[str, Callable[[Server, str], object]] = {
    "as it begins": lambda server, file: record(server, file)["reread"] is not None,
    "while it is written": lambda server, file: len(generations(server, file)) == 2,
    "after the flip": lambda server, file: record(server, file)["generation"] == 1,
}


@pytest.mark.parametrize("moment", WHEN.values(), ids=WHEN)
def test_a_killed_server_shows_the_old_or_the_new_and_ends_with_the_new(
    server: Server, moment: Callable[[Server, str], object]
) -> None:
    with server.project() as api:
        file_id = api.file(content("testament"))["id"]
        change(server, file_id, content("inventory"))
        assert api.post(f"/v1/files/{file_id}/extract").status_code == 200
        until(lambda: moment(server, file_id), "it is time")
        server.kill()
        server.start()
        with Api(server.url, api.secret, api.project_id) as again:
            assert wrong(again, file_id) == []
            until(lambda: shown(again, file_id) == {"inventory"}, "the new is shown")
            same_as_new(server, again, file_id, content("inventory"))


def test_readers_see_one_reading_at_any_time(server: Server) -> None:
    with server.project() as api:
        file_id = api.file(content("testament"))["id"]
        change(server, file_id, content("inventory"))
        api.post(f"/v1/files/{file_id}/extract")
        seen = []
        query = {"source": "documents", "q": "lease of the caretaker", "limit": 50}
        while not is_done(server, file_id):
            hits = api.get("/v1/context/search", params=query).json()["data"]
            seen.append({word for item in hits for word in _readings(item["text"])})
            page = api.get("/v1/context/entities", params={"source": "documents", "limit": 5})
            assert len(page.json()["data"]) == 5  # those that are hidden take nobody's place
        assert all(len(words) == 1 for words in seen)
        assert shown(api, file_id) == {"inventory"}


def test_a_file_that_is_erased_in_the_middle_leaves_nothing(server: Server) -> None:
    with server.project() as api:
        file_id = api.file(content("testament"))["id"]
        api.post(f"/v1/files/{file_id}/extract")
        until(lambda: record(server, file_id)["reread"] is not None, "it is read anew")
        assert api.delete(f"/v1/files/{file_id}").status_code == 200
        until(lambda: remains(server, str(api.project_id), file_id) == [], "nothing is left")


@pytest.fixture
def cramped(tmp_path: Path) -> Iterator[Server]:
    """A server whose data folder is a disk of 24 MB."""
    data = tmp_path / "small" / "data"
    with _running_on(data, data) as made:
        yield made


def test_a_full_disk_delays_the_new_and_keeps_the_old(cramped: Server) -> None:
    with cramped.project() as api:
        file_id = api.file(content("testament"))["id"]
        change(cramped, file_id, content("inventory"))
        ballast = cramped.data / "ballast"
        with stopped(api, cramped, lambda: api.post(f"/v1/files/{file_id}/extract")) as answer:
            assert answer.status_code == 200
            _fill(ballast)
        # Reads need room for their audit entries, so what is stored is looked at past the server.
        assert record(cramped, file_id)["reread"] == "reading"
        assert record(cramped, file_id)["generation"] == 0
        ballast.unlink()
        until(lambda: api.get("/v1/files").status_code == 200, "there is room again")
        assert wrong(api, file_id) == []
        until(lambda: is_done(cramped, file_id), "with room it goes on")
        assert shown(api, file_id) == {"inventory"}
