"""JSON ends with a newline, so that a shell's prompt stands on a line of its own; bytes do not."""

from __future__ import annotations

from support.client import Api


def test_every_answer_in_json_ends_with_one_newline(api: Api) -> None:
    made = api.post("/v1/runs", {"model": "y0-fast", "prompt": "What is 2 + 2?"})
    run = made.json()["id"]
    answers = (
        made,
        api.get(f"/v1/runs/{run}"),
        api.get("/v1/models"),
        api.get("/v1/runs/nothing"),
        api.post("/v1/runs", {}),
        api.delete(f"/v1/runs/{run}"),
    )
    for answer in answers:
        assert answer.content.endswith(b"}\n"), answer.request.url
        assert answer.headers["Content-Length"] == str(len(answer.content))


def test_a_head_tells_the_length_that_a_get_has(api: Api) -> None:
    asked, told = api.get("/v1/models"), api.http.head("/v1/models")
    assert (told.content, told.headers["Content-Length"]) == (b"", str(len(asked.content)))


def test_a_replayed_answer_is_the_same_bytes(api: Api) -> None:
    body = {"model": "y0-fast", "prompt": "What is 2 + 2?"}
    first, second = (
        api.post("/v1/runs", body, headers={"Idempotency-Key": "newline"}) for _ in range(2)
    )
    assert first.content == second.content


def test_the_bytes_of_a_file_are_its_own(api: Api) -> None:
    file = api.file(b"Some words.")
    assert api.get(f"/v1/files/{file['id']}/content").content == b"Some words."
