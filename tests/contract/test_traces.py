"""The same trace renders identically for ever.

Byte for byte: read again and again, and after restarts. A row that was altered behind the
server's back is never shown as true.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from db.raw import Raw
from support.client import Api, error_of
from support.server import Server

PROMPT = "What is 2 + 3? What is 5 * 2? What is 10 - 1?"
BODIES = {
    "fast": {"model": "y0-fast", "prompt": PROMPT, "context": ["calendar"]},
    "deep": {"model": "y0-deep", "prompt": PROMPT, "metadata": {"é": "𝄞", "b": '"'}},
}


def views(run: str) -> list[str]:
    """Every path that shows a run."""
    return [f"/v1/runs/{run}", f"/v1/runs/{run}?include_trace=false", f"/v1/runs/{run}/timeline"]


def contents(api: Api, run: str) -> list[bytes]:
    answers = [api.get(path) for path in views(run)]
    assert {answer.status_code for answer in answers} == {200}
    return [answer.content for answer in answers]


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_finished_run_is_the_same_bytes_every_time(api: Api, body: dict[str, object]) -> None:
    run = api.finished(api.post("/v1/runs", body).json()["id"])["id"]
    first = contents(api, run)
    assert all(contents(api, run) == first for _ in range(25))


def test_the_answer_of_a_fast_create_is_what_later_reads_show(api: Api) -> None:
    made = api.post("/v1/runs", BODIES["fast"])
    assert contents(api, made.json()["id"])[1] == made.content


def test_the_bytes_are_the_same_over_restarts(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    with server.api() as api:
        made = [api.post("/v1/runs", body).json()["id"] for body in BODIES.values()]
        cancelled = api.post("/v1/runs", BODIES["deep"]).json()["id"]
        api.post(f"/v1/runs/{cancelled}/cancel")
        runs = [*(api.finished(run)["id"] for run in made), cancelled]
        first = [contents(api, run) for run in runs]
    server.kill()
    with server, server.api() as api:
        assert [contents(api, run) for run in runs] == first
    with server, server.api() as api:
        assert [contents(api, run) for run in runs] == first


# Altered behind the server's back ---------------------------------------------------------------


def alter(server: Server, column: str, run: str) -> None:
    """Change one digit of a stored column."""
    raw = Raw(server)
    ((value,),) = raw.rows(f"SELECT {column} FROM runs WHERE id = ?", run)
    text = value if isinstance(value, str) else bytes(value).decode()
    digit = next(c for c in reversed(text) if c.isdigit())
    at = text.rindex(digit)
    changed = text[:at] + str((int(digit) + 1) % 10) + text[at + 1 :]
    new: object = changed if isinstance(value, str) else changed.encode()
    assert raw.run(f"UPDATE runs SET {column} = ? WHERE id = ?", new, run) == 1


@pytest.mark.parametrize(
    ("column", "view"),
    [("body", 0), ("trace", 0), ("sha256", 2), ("body", 1), ("timeline", 2)],
)
def test_an_altered_run_is_not_shown_and_is_logged(
    api: Api, server: Server, column: str, view: int
) -> None:
    run = api.run()["id"]
    alter(server, column, run)
    error_of(api.get(views(run)[view]), 500, "internal")
    assert any("altered" in line and run in line for line in server.log.read_text().splitlines())


@pytest.mark.parametrize(
    "show",
    [
        lambda api, _run: api.get("/v1/runs"),
        lambda api, run: api.post(f"/v1/runs/{run}/cancel"),
    ],
    ids=["list", "cancel"],
)
def test_an_altered_run_is_not_shown_in_other_answers_either(
    api: Api, server: Server, show: Callable[[Api, str], object]
) -> None:
    run = api.run("What is 2 + 2?")["id"]
    Raw(server).run(
        "UPDATE runs SET body = ? WHERE id = ?",
        json.dumps({"id": run, "object": "run", "result": {"summary": "forged"}}).encode(),
        run,
    )
    assert "forged" not in show(api, run).text  # type: ignore[attr-defined]


def test_an_altered_run_can_still_be_deleted(api: Api, server: Server) -> None:
    run = api.run()["id"]
    alter(server, "trace", run)
    assert api.delete(f"/v1/runs/{run}").status_code == 200
