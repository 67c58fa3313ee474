"""What the files hold becomes a graph that can be searched and looked at, one source a call.

A person sees what a run can read: items best first, or page by page, and whom they mention.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from support import samples
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

ITEM = {
    "facts",
    "id",
    "object",
    "source",
    "kind",
    "text",
    "file",
    "page",
    "at",
    "amount",
    "currency",
    "entities",
}
LIST = {"object", "data", "first_id", "last_id", "has_more"}


class Filled:
    """A project with a note, a calendar and a bank file, and their ids."""

    def __init__(self, api: Api) -> None:
        self.api = api
        sent = {"note": samples.NOTE, "calendar": samples.CALENDAR, "bank": samples.BANK}
        self.files = {name: api.upload(content).json()["id"] for name, content in sent.items()}
        for file_id in self.files.values():
            assert api.settled(file_id)["status"] == "processed"

    def search(self, source: str, text: str, **filters: Any) -> list[dict[str, Any]]:
        """What a search finds."""
        query = {"source": source, "q": text, **filters}
        answer = self.api.get("/v1/context/search", params=query)
        assert answer.status_code == 200, answer.text
        assert set(answer.json()) == {"object", "data"}
        return list(answer.json()["data"])

    def items(self, source: str, **filters: Any) -> list[dict[str, Any]]:
        """The items of a source, in the order of their texts."""
        query = {"source": source, "limit": 100, **filters}
        answer = self.api.get("/v1/context/items", params=query)
        assert answer.status_code == 200, answer.text
        assert set(answer.json()) == LIST | {"total"}
        return sorted(answer.json()["data"], key=lambda item: item["text"])

    def entities(self, source: str, **filters: Any) -> dict[str, dict[str, Any]]:
        """The entities of a source by their names."""
        query = {"source": source, "limit": 100, **filters}
        answer = self.api.get("/v1/context/entities", params=query)
        assert answer.status_code == 200, answer.text
        assert set(answer.json()) == LIST
        return {entity["name"]: entity for entity in answer.json()["data"]}


@pytest.fixture(scope="module")
def filled(server: Server) -> Iterator[Filled]:
    """One filled project for the whole file; tests only read it."""
    with server.project("filled") as api:
        yield Filled(api)


def titles(found: list[dict[str, Any]]) -> list[str]:
    """What the items are about: the events and bookings that the samples hold."""
    known = (
        "Dentist appointment",
        "Quarterly budget review",
        "Rent Lisbon office",
        "Grocery store",
        "Salary Acme",
        "Train ticket",
    )
    return [next(name for name in known if name in item["text"]) for item in found]


# Shapes -----------------------------------------------------------------------------------------


def test_a_found_event_is_whole(filled: Filled) -> None:
    best = filled.search("calendar", "dentist")[0]
    assert set(best) == ITEM | {"score"}
    assert best["id"].startswith("item_")
    assert (best["object"], best["source"], best["kind"]) == ("context_item", "calendar", "event")
    assert best["at"] == "2026-11-20T09:00:00.000Z"
    assert best["file"] == filled.files["calendar"]
    assert "Dentist appointment" in best["text"]
    assert best["amount"] is best["currency"] is None
    assert {"person", "place"} == {entity["kind"] for entity in best["entities"]}
    assert all(set(entity) == {"id", "kind", "name"} for entity in best["entities"])
    assert best["score"] > 0


def test_a_found_passage_is_whole(filled: Filled) -> None:
    best = filled.search("documents", "when does the Oslo lease end")[0]
    assert set(best) == ITEM | {"score"}
    assert (best["source"], best["kind"], best["page"]) == ("documents", "passage", 1)
    assert "31 March 2027" in best["text"]
    assert best["file"] == filled.files["note"]


def test_a_found_transaction_is_whole(filled: Filled) -> None:
    best = filled.search("finance", "grocery store")[0]
    assert set(best) == ITEM | {"score"}
    assert (best["source"], best["kind"], best["at"]) == ("finance", "transaction", "2026-10-17")
    assert (best["amount"], best["currency"]) == ("-42.10", "EUR")
    assert best["file"] == filled.files["bank"]


def test_items_are_the_same_without_a_score(filled: Filled) -> None:
    for source, count in (("calendar", 2), ("documents", 3), ("finance", 4)):
        items = filled.items(source)
        assert len(items) == count
        assert all(set(item) == ITEM for item in items)
        assert {item["source"] for item in items} == {source}
        for item in items:
            (found,) = [x for x in filled.search(source, item["text"]) if x["id"] == item["id"]]
            assert {**item, "score": found["score"]} == found


def test_entities_tell_how_many_items_mention_them(filled: Filled) -> None:
    found = filled.entities("calendar")
    person = found["Ingrid Solberg"]
    assert set(person) == {"id", "object", "source", "kind", "name", "items", "same_as"}
    assert person["id"].startswith("ent_")
    assert (person["object"], person["source"]) == ("context_entity", "calendar")
    assert (person["kind"], person["items"], person["same_as"]) == ("person", 1, [])
    assert found["Elm Street 4"]["kind"] == "place"


# Search -----------------------------------------------------------------------------------------


def test_the_best_comes_first_and_scores_fall(filled: Filled) -> None:
    found = filled.search("finance", "rent for the Lisbon office")
    assert "Rent Lisbon office" in found[0]["text"]
    scores = [item["score"] for item in found]
    assert scores == sorted(scores, reverse=True)


def test_a_limit_takes_the_best(filled: Filled) -> None:
    whole = filled.search("finance", "office rent salary store ticket")
    assert len(whole) == 4
    assert filled.search("finance", "office rent salary store ticket", limit=2) == whole[:2]


def test_each_source_is_its_own(filled: Filled) -> None:
    for source in ("calendar", "documents", "finance"):
        found = filled.search(source, "Oslo Lisbon office")
        assert {item["source"] for item in found} == {source}


@pytest.mark.parametrize("text", ["the of and", "???", "🚆", "a" * 4000, "%_'\"\\", "' OR 1=1 --"])
def test_odd_words_are_no_error(filled: Filled, text: str) -> None:
    filled.search("documents", text)


def test_text_can_be_searched_as_soon_as_the_file_is_processed(api: Api) -> None:
    api.file(b"The xylophone of the harbour master is blue.\n")
    query = {"source": "documents", "q": "xylophone"}
    (found,) = api.get("/v1/context/search", params=query).json()["data"]
    assert "harbour master" in found["text"]


def test_an_empty_project_finds_nothing(api: Api) -> None:
    for source in ("calendar", "documents", "finance"):
        query = {"source": source, "q": "anything"}
        answer = api.get("/v1/context/search", params=query)
        assert answer.json() == {"object": "list", "data": []}
        empty: dict[str, Any] = {
            "object": "list",
            "data": [],
            "first_id": None,
            "last_id": None,
            "has_more": False,
        }
        for kind, more in (("items", {"total": 0}), ("entities", {})):
            found = api.get(f"/v1/context/{kind}?source={source}").json()
            assert found == {**empty, **more}


# Filters ----------------------------------------------------------------------------------------

MONEY = "office rent salary store ticket"
FILTERS: dict[str, tuple[dict[str, str], set[str]]] = {
    "start": ({"start": "2026-10-17"}, {"Grocery store", "Train ticket"}),
    "start at an instant": ({"start": "2026-10-17T12:00:00Z"}, {"Grocery store", "Train ticket"}),
    "end": ({"end": "2026-10-05"}, {"Rent Lisbon office"}),
    "end at an instant": (
        {"end": "2026-10-05T00:00:01Z"},
        {"Rent Lisbon office", "Salary Acme"},
    ),
    "both": ({"start": "2026-10-02", "end": "2026-10-18"}, {"Salary Acme", "Grocery store"}),
    "least": ({"min_amount": "-42.10"}, {"Grocery store", "Salary Acme"}),
    "most": ({"max_amount": "-99.95"}, {"Rent Lisbon office", "Train ticket"}),
    "just above": ({"min_amount": "-42.09", "max_amount": "3499.99"}, set()),
    "range": ({"min_amount": "-100", "max_amount": "0"}, {"Grocery store", "Train ticket"}),
    "time and amount": ({"start": "2026-10-20", "max_amount": "0"}, {"Train ticket"}),
    "kind": (
        {"kind": "transaction"},
        {"Rent Lisbon office", "Salary Acme", "Grocery store", "Train ticket"},
    ),
    "other kind": ({"kind": "event"}, set()),
}


@pytest.mark.parametrize(("filters", "wanted"), FILTERS.values(), ids=FILTERS)
def test_a_filter_holds_for_items_and_for_search(
    filled: Filled, filters: dict[str, str], wanted: set[str]
) -> None:
    assert set(titles(filled.items("finance", **filters))) == wanted
    assert set(titles(filled.search("finance", MONEY, **filters))) == wanted


def test_an_event_is_found_in_any_range_that_it_touches(filled: Filled) -> None:
    during = {"start": "2026-11-20T09:15:00Z", "end": "2026-11-20T09:20:00Z"}
    assert titles(filled.items("calendar", **during)) == ["Dentist appointment"]
    after = {"start": "2026-11-20T09:30:00Z", "end": "2026-11-21"}
    assert filled.items("calendar", **after) == []
    zoned = {"start": "2026-12-04T15:30:00+02:00", "end": "2026-12-04T16:30:00+02:00"}
    assert titles(filled.items("calendar", **zoned)) == ["Quarterly budget review"]


def test_a_file_can_be_looked_at_alone(api: Api) -> None:
    one, two = api.file(b"The quince is ripe.\n")["id"], api.file(b"The quince is sour.\n")["id"]
    for file_id, other in ((one, "ripe"), (two, "sour")):
        query = {"source": "documents", "file": file_id, "kind": "passage"}
        (item,) = api.get("/v1/context/items", params=query).json()["data"]
        assert other in item["text"]
        found = api.get("/v1/context/search", params={**query, "q": "quince"}).json()["data"]
        assert [x["id"] for x in found] == [item["id"]]


def test_an_entity_leads_to_the_items_that_mention_it(filled: Filled) -> None:
    person = filled.entities("calendar")["Ingrid Solberg"]["id"]
    found = filled.search("calendar", "budget review appointment", entity=person)
    assert titles(found) == ["Dentist appointment"]
    both = {"entity": person, "start": "2026-12-01"}
    assert filled.search("calendar", "budget review appointment", **both) == []
    assert titles(filled.items("calendar", entity=person)) == ["Dentist appointment"]


def test_entities_can_be_filtered_by_kind_and_by_part_of_the_name(filled: Filled) -> None:
    assert set(filled.entities("calendar", kind="place")) == {"Elm Street 4"}
    assert set(filled.entities("calendar", q="ingrid")) == {"Ingrid Solberg"}
    assert set(filled.entities("calendar", q="SOLB")) == {"Ingrid Solberg"}
    assert filled.entities("calendar", q="%") == {}
    assert filled.entities("calendar", q="_") == {}


def test_pages_of_items_follow_each_other(filled: Filled) -> None:
    for kind in ("items", "entities"):
        whole = filled.api.get(f"/v1/context/{kind}?source=finance&limit=100").json()["data"]
        seen: list[dict[str, Any]] = []
        query: dict[str, Any] = {"source": "finance", "limit": 3}
        while True:
            page = filled.api.get(f"/v1/context/{kind}", params=query).json()
            seen += page["data"]
            if not page["has_more"]:
                break
            query["after"] = page["last_id"]
        assert seen == whole
        assert len(seen) == 4
        query = {"source": "finance", "order": "asc", "limit": 100}
        rising = filled.api.get(f"/v1/context/{kind}", params=query).json()["data"]
        assert rising == whole[::-1]


# Refused ----------------------------------------------------------------------------------------

REFUSED: dict[str, set[str]] = {
    "/v1/context/search": {"q"},
    "/v1/context/items": {"source"},
    "/v1/context/entities": {"source"},
    "/v1/context/search?q=a&entity=ent_x": {"entity"},
    "/v1/context/search?q=a&file=file_01k0000000000000000000000a&limit=0": {"file", "limit"},
    "/v1/context/search?source=documents": {"q"},
    "/v1/context/search?source=documents&q=": {"q"},
    "/v1/context/search?source=documents&q=" + "a" * 4001: {"q"},
    "/v1/context/search?source=mail&q=a": {"source"},
    "/v1/context/search?source=&q=a": {"source"},
    "/v1/context/search?source=documents&source=finance&q=a": {"source"},
    "/v1/context/search?source=Documents&q=a": {"source"},
    "/v1/context/search?source=documents&q=a&limit=0": {"limit"},
    "/v1/context/search?source=documents&q=a&limit=101": {"limit"},
    "/v1/context/search?source=documents&q=a&after=item_x": {"after"},
    "/v1/context/search?source=documents&q=a&start=yesterday": {"start"},
    "/v1/context/search?source=documents&q=a&start=2026-02-30": {"start"},
    "/v1/context/search?source=documents&q=a&start=2026-02-02T10:00:00": {"start"},
    "/v1/context/search?source=documents&q=a&start=2026-02-02&end=2026-02-01": {"end"},
    "/v1/context/search?source=documents&q=a&start=2026-02-02&end=2026-02-02": {"end"},
    "/v1/context/items?source=documents&start=2026-02-02&end=2026-02-01": {"end"},
    "/v1/context/search?source=finance&q=a&min_amount=much": {"min_amount"},
    "/v1/context/search?source=finance&q=a&min_amount=NaN": {"min_amount"},
    "/v1/context/search?source=finance&q=a&max_amount=Infinity": {"max_amount"},
    "/v1/context/search?source=finance&q=a&max_amount=1e99": {"max_amount"},
    "/v1/context/items?source=finance&min_amount=" + "9" * 50: {"min_amount"},
    "/v1/context/search?source=finance&q=a&kind=mail": {"kind"},
    "/v1/context/search?source=finance&q=a&entity=ent_x": {"entity"},
    "/v1/context/search?source=finance&q=a&file=file_01k0000000000000000000000a": {"file"},
    "/v1/context/items?source=finance&file=file_01k0000000000000000000000a": {"file"},
    "/v1/context/items?source=finance&q=a": {"q"},
    "/v1/context/items?source=finance&after=run_01k0000000000000000000000a": {"after"},
    "/v1/context/entities?source=finance&kind=animal": {"kind"},
    "/v1/context/entities?source=finance&after=item_01k0000000000000000000000a": {"after"},
    "/v1/context/search?source=finance&q=%00": {"q"},
    "/v1/context/search?source=mail&q=&limit=0": {"source", "q", "limit"},
}


@pytest.mark.parametrize(("path", "fields"), REFUSED.items())
def test_a_bad_query_is_refused_by_the_name_of_its_part(
    filled: Filled, path: str, fields: set[str]
) -> None:
    error = error_of(filled.api.get(path), 400, "invalid_request")
    assert set(error["errors"]) == fields


@pytest.mark.parametrize("method", ["POST", "DELETE", "PATCH"])
def test_the_graph_is_changed_by_files_alone(api: Api, method: str) -> None:
    for kind in ("search", "items", "entities"):
        answer = api.http.request(method, f"/v1/context/{kind}?source=documents")
        error_of(answer, 405, "invalid_request")
        assert answer.headers["Allow"] == "GET, HEAD"
