"""The graph is read under the scope of the source that a call names, within its project; every
look at it is in the audit log with that scope, and without what was looked for."""

from __future__ import annotations

from uuid import uuid4

import pytest

from api.conforming import conforming, document  # noqa: F401
from api.ledger import added, ledger
from support import samples
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

SOURCES = ("calendar", "documents", "finance")
PATHS = {
    "search": "/v1/context/search?source={}&q=office",
    "items": "/v1/context/items?source={}",
    "entities": "/v1/context/entities?source={}",
}
every_path = pytest.mark.parametrize(("view", "path"), PATHS.items(), ids=PATHS)


@every_path
@pytest.mark.parametrize("source", SOURCES)
def test_it_needs_the_scope_of_the_source_and_no_other(
    api: Api, view: str, path: str, source: str
) -> None:
    with api.key(f"{source}:read") as just:
        before = ledger(api)
        answer = just.get(path.format(source))
        assert answer.status_code == 200, answer.text
        (entry,) = added(api, before)
    assert (entry["action"], entry["scope"]) == (f"context.{view}", f"{source}:read")
    assert (entry["decision"], entry["request_id"]) == ("allowed", answer.headers["Request-Id"])
    others = [f"{other}:read" for other in SOURCES if other != source]
    with api.key("files:read", "files:write", "runs:read", *others) as narrow:
        before = ledger(api)
        error = error_of(narrow.get(path.format(source)), 403, "scope_denied")
        (entry,) = added(api, before)
    assert f"{source}:read" in error["message"]
    assert (entry["action"], entry["scope"]) == (f"context.{view}", f"{source}:read")
    assert (entry["decision"], entry["request_id"]) == ("denied", error["request_id"])


@every_path
def test_without_a_key_there_is_nothing_to_learn(api: Api, view: str, path: str) -> None:
    with Api(api.url, "rw_none") as stranger:
        for asked in (path.format("documents"), path.format("mail"), f"/v1/context/{view}"):
            error_of(stranger.get(asked), 401, "unauthenticated")


@pytest.mark.usefixtures("view")
@every_path
def test_the_scope_is_checked_before_the_rest_of_the_query(api: Api, path: str) -> None:
    with api.key("models:read") as narrow:
        error = error_of(narrow.get(path.format("finance") + "&limit=0"), 403, "scope_denied")
    assert "finance:read" in error["message"]


@pytest.mark.usefixtures("view")
@every_path
def test_two_sources_open_neither(api: Api, path: str) -> None:
    """Whichever of the two a server would take, the key must not get at the other by it."""
    api.file(samples.BANK)
    with api.key("documents:read") as narrow:
        for first, second in (("documents", "finance"), ("finance", "documents")):
            answer = narrow.get(path.format(first) + f"&source={second}")
            assert answer.status_code in (400, 403), answer.text
            assert "Grocery" not in answer.text


@pytest.mark.usefixtures("view")
@every_path
def test_nothing_of_another_project_is_seen(api: Api, server: Server, path: str) -> None:
    with server.project("theirs") as theirs:
        for content in (samples.NOTE, samples.CALENDAR, samples.BANK):
            theirs.file(content)
        for source in SOURCES:
            assert theirs.get(path.format(source)).json()["data"] != []
            assert api.get(path.format(source)).json()["data"] == []


def test_foreign_ids_in_a_query_are_refused_by_name(api: Api, server: Server) -> None:
    with server.project("theirs") as theirs:
        file_id = theirs.file(samples.CALENDAR)["id"]
        entity = theirs.get("/v1/context/entities?source=calendar").json()["data"][0]["id"]
    api.file(samples.CALENDAR)
    for name, value in (("file", file_id), ("entity", entity)):
        query = {"source": "calendar", "q": "dentist", name: value}
        error = error_of(api.get("/v1/context/search", params=query), 400, "invalid_request")
        assert set(error["errors"]) == {name}


def test_an_entity_of_another_source_is_refused(api: Api) -> None:
    api.file(samples.CALENDAR)
    api.file(samples.NOTE)
    entity = api.get("/v1/context/entities?source=calendar").json()["data"][0]["id"]
    query = {"source": "documents", "q": "lease", "entity": entity}
    error = error_of(api.get("/v1/context/search", params=query), 400, "invalid_request")
    assert set(error["errors"]) == {"entity"}


def test_an_attachment_is_in_no_source(api: Api) -> None:
    for content in (samples.NOTE, samples.CALENDAR, samples.BANK):
        api.file(content, purpose="attachment")
    for path in PATHS.values():
        for source in SOURCES:
            assert api.get(path.format(source)).json()["data"] == []


def test_what_was_looked_for_stands_in_no_log(api: Api, server: Server) -> None:
    marker = f"zl{uuid4().hex}"
    api.get("/v1/context/search", params={"source": "documents", "q": marker})
    api.get("/v1/context/entities", params={"source": "documents", "q": marker})
    assert marker not in server.log.read_text()
    assert marker not in str(api.audit())


def test_a_scope_that_is_taken_away_is_gone_at_once(api: Api) -> None:
    body = {"name": "k", "scopes": ["documents:read", "finance:read"]}
    made = api.post("/v1/keys", body).json()
    with Api(api.url, made["secret"]) as narrow:
        assert narrow.get(PATHS["items"].format("finance")).status_code == 200
        api.patch(f"/v1/keys/{made['id']}", {"scopes": ["documents:read"]})
        error_of(narrow.get(PATHS["items"].format("finance")), 403, "scope_denied")
        assert narrow.get(PATHS["items"].format("documents")).status_code == 200


# Without a source -------------------------------------------------------------------------------

EVERYWHERE = "/v1/context/search?q=office+review+lease+grocery"


def test_a_search_without_a_source_reads_what_the_key_may_read(api: Api) -> None:
    for content in (samples.NOTE, samples.CALENDAR, samples.BANK):
        api.file(content)
    with api.key("calendar:read", "finance:read") as narrow:
        before = ledger(api)
        data = narrow.get(EVERYWHERE).json()["data"]
        entries = added(api, before)
        assert {item["source"] for item in data} == {"calendar", "finance"}
        first_two = narrow.get(EVERYWHERE + "&limit=2").json()["data"]
    assert [(e["action"], e["scope"], e["decision"]) for e in entries] == [
        ("context.search", "calendar:read", "allowed"),
        ("context.search", "finance:read", "allowed"),
    ]
    # The sources take turns: the best of each comes first.
    assert {item["source"] for item in first_two} == {"calendar", "finance"}
    for source in ("calendar", "finance"):
        alone = api.get(f"{EVERYWHERE}&source={source}").json()["data"]
        assert [item for item in data if item["source"] == source] == alone


def test_a_search_without_a_source_needs_the_scope_of_one(api: Api) -> None:
    with api.key("models:read") as narrow:
        before = ledger(api)
        error = error_of(narrow.get(EVERYWHERE + "&limit=0"), 403, "scope_denied")
        entries = added(api, before)
    needed = [f"{source}:read" for source in SOURCES]
    assert all(scope in error["message"] for scope in needed)
    assert [(e["scope"], e["decision"]) for e in entries] == [(s, "denied") for s in needed]


def test_an_entity_of_a_source_beyond_the_scopes_is_unknown(api: Api) -> None:
    api.file(samples.CALENDAR)
    entity = api.get("/v1/context/entities?source=calendar").json()["data"][0]["id"]
    query = f"/v1/context/search?q=dentist+budget+review+appointment&entity={entity}"
    assert {item["source"] for item in api.get(query).json()["data"]} == {"calendar"}
    with api.key("documents:read", "finance:read") as narrow:
        error = error_of(narrow.get(query), 400, "invalid_request")
    assert set(error["errors"]) == {"entity"}
