"""Asked again, a run answers from what is on record now, however often it was asked before.

Computing processes keep what was read, so that the next run need not read it again. No answer, no
trace and no audit entry may show it, and nothing that was erased may come back from it.
"""

from __future__ import annotations

from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from support.client import Api

pytestmark = pytest.mark.usefixtures("conforming")

SPENT = "What did I spend in total?"


def statement(*bookings: tuple[str, str, str]) -> bytes:
    rows = [f"{day},{who},{amount},EUR" for day, who, amount in bookings]
    return "\n".join(["Date,Description,Amount,Currency", *rows]).encode()


MAY = statement(("2026-05-04", "Bakery Holm", "-10.00"), ("2026-05-05", "Grocer Lund", "-20.00"))
JUNE = statement(("2026-06-04", "Florist Dahl", "-5.00"))


def asked(api: Api, prompt: str = SPENT) -> dict[str, Any]:
    run = api.finished(api.run(prompt, context=["finance"])["id"])
    assert run["status"] == "completed", run
    return run


def reads(run: dict[str, Any]) -> list[Any]:
    return [entry for entry in run["trace"] if entry["type"] == "context"]


def sources(api: Api, run: dict[str, Any]) -> list[str]:
    page = api.get(f"/v1/runs/{run['id']}/sources").json()
    return sorted(each["file"] for each in page["data"])


def test_the_same_question_has_the_same_answer_trace_sources_and_entries(api: Api) -> None:
    file = api.file(MAY)
    first, second, third = (asked(api) for _ in range(3))
    assert "30.00" in first["result"]["summary"]
    for again in (second, third):
        assert again["result"]["summary"] == first["result"]["summary"]
        assert reads(again) == reads(first)
        assert sources(api, again) == sources(api, first) == [file["id"]] * 2
    fetches = [entry for entry in api.audit() if entry["action"] == "context.read"]
    assert [entry["resource"] for entry in fetches] == [
        each["id"] for each in (first, second, third)
    ]


def test_what_is_added_counts_at_once(api: Api) -> None:
    api.file(MAY)
    asked(api)
    api.file(JUNE)
    assert "35.00" in asked(api)["result"]["summary"]


def test_what_was_erased_counts_no_more_and_its_names_are_unknown(api: Api) -> None:
    file = api.file(MAY)
    api.file(JUNE)
    for _ in range(2):
        assert "35.00" in asked(api)["result"]["summary"]
        assert "10.00" in asked(api, "How much did I spend at Bakery Holm?")["result"]["summary"]
    assert api.delete(f"/v1/files/{file['id']}").status_code == 200
    left = asked(api)
    assert "5.00" in left["result"]["summary"]
    assert "35.00" not in left["result"]["summary"]
    assert "10.00" not in asked(api, "How much did I spend at Bakery Holm?")["result"]["summary"]


def test_a_receipt_names_the_runs_that_were_answered_from_what_was_kept(api: Api) -> None:
    file = api.file(MAY)
    runs = {asked(api)["id"] for _ in range(3)}
    api.delete(f"/v1/files/{file['id']}")
    assert set(api.get(f"/v1/erasures/{file['id']}").json()["runs"]) == runs


def test_a_replay_of_such_a_run_is_identical(api: Api) -> None:
    api.file(MAY)
    asked(api)
    again = asked(api)
    assert api.post(f"/v1/runs/{again['id']}/replay").json()["identical"] is True


def test_a_key_without_the_scope_learns_nothing_from_what_others_have_read(api: Api) -> None:
    api.file(MAY)
    asked(api)
    with api.key("runs:write", "runs:read") as narrow:
        body = {"model": "y0-fast", "prompt": SPENT, "context": ["finance"]}
        assert narrow.post("/v1/runs", body).status_code == 403
