"""`GET /v1/runs/:id/sources`: what an answer rests on, as far as the key may see it."""

from __future__ import annotations

import pytest

from api.conforming import conforming, document  # noqa: F401
from support import samples
from support.client import Api, error_of

pytestmark = pytest.mark.usefixtures("conforming")

QUESTION = "When does the lease of the Oslo office end?"


def sources(api: Api, run_id: str) -> list[dict[str, object]]:
    answer = api.get(f"/v1/runs/{run_id}/sources")
    assert answer.status_code == 200, answer.text
    assert set(answer.json()) == {"object", "data"}
    return list(answer.json()["data"])


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_an_answer_names_the_items_that_it_rests_on(api: Api, model: str) -> None:
    file_id = api.file(samples.NOTE)["id"]
    run = api.finished(api.run(QUESTION, model=model, context=["documents"])["id"])
    found = sources(api, run["id"])[0]
    assert set(found) == {"id", "object", "source", "scope", "file", "page", "excerpt"}
    assert (found["object"], found["source"]) == ("run_source", "documents")
    assert (found["scope"], found["file"], found["page"]) == ("documents:read", file_id, 1)
    assert "31 March 2027" in str(found["excerpt"])
    assert str(found["id"]).startswith("item_")


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_an_attachment_is_a_source_under_its_files_id(api: Api, model: str) -> None:
    file_id = api.file(samples.NOTE, purpose="attachment")["id"]
    run = api.finished(api.run(QUESTION, model=model, files=[file_id])["id"])
    found = sources(api, run["id"])[0]
    assert (found["id"], found["source"], found["scope"]) == (file_id, "files", "files:read")
    assert "31 March 2027" in str(found["excerpt"])


def test_a_passage_that_is_only_shown_is_a_source(api: Api) -> None:
    texts = (b"Members must swim 50 metres before they row.", b"Pupils swim 25 metres in class.")
    for number, text in enumerate(texts):
        api.file(text, filename=f"note-{number}.md")
    run = api.run("According to my notes, how deep is the lake where members swim?",
                  context=["documents"])  # fmt: skip
    # How sure the reader is of what it shows tells which of the two is said.
    assert run["result"]["summary"].startswith(("I am not sure", "No answer"))
    excerpts = [str(found["excerpt"]) for found in sources(api, run["id"])]
    assert excerpts
    assert all(each.encode() in texts for each in excerpts)


def test_a_run_that_read_nothing_rests_on_nothing(api: Api) -> None:
    assert sources(api, api.run("What is 2 + 2?")["id"]) == []


def test_without_the_sources_scope_there_is_no_excerpt(api: Api) -> None:
    api.file(samples.NOTE)
    run = api.run(QUESTION, context=["documents"])
    with api.key("runs:read") as narrow:
        found = sources(narrow, run["id"])[0]
    assert "excerpt" not in found
    assert found["scope"] == "documents:read"
    assert [e["decision"] for e in api.audit(action="runs.sources")] == ["allowed"]


def test_seeing_an_excerpt_is_in_the_audit_log_with_its_scope(api: Api) -> None:
    api.file(samples.NOTE)
    run = api.run(QUESTION, context=["documents"])
    sources(api, run["id"])
    entries = api.audit(action="runs.sources", resource=run["id"])
    assert {entry["scope"] for entry in entries} == {"runs:read", "documents:read"}


def test_an_erased_item_stays_as_its_id(api: Api) -> None:
    file_id = api.file(samples.NOTE)["id"]
    attached = api.file(samples.NOTE, purpose="attachment")["id"]
    run = api.run(QUESTION, context=["documents"], files=[attached])
    before = sources(api, run["id"])
    for gone in (file_id, attached):
        api.delete(f"/v1/files/{gone}")
    assert sources(api, run["id"]) == [
        {"id": found["id"], "object": "run_source", "erased": True} for found in before
    ]


def test_sources_go_with_their_run(api: Api) -> None:
    api.file(samples.NOTE)
    run_id = api.run(QUESTION, context=["documents"])["id"]
    api.delete(f"/v1/runs/{run_id}")
    error_of(api.get(f"/v1/runs/{run_id}/sources"), 409, "already_deleted")
    error_of(api.get("/v1/runs/run_01m7ft7wct870014k4rrkcp6vm/sources"), 404, "not_found")
