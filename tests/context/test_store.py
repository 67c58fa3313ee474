"""Items and entities: what goes in is found, and what is erased leaves nothing."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select

from context.graph import PROJECT, erase, item, passage, put, reading
from db import kit
from runwright.context import store
from runwright.context.index import store as index_store
from runwright.context.types import Filters, Mention
from runwright.db import schema
from runwright.db.database import Database
from runwright.db.paging import Page
from runwright.db.transaction import Reader
from runwright.records.facts import Event, Transaction, parse_facts
from runwright.trust.kernel import GrantError
from runwright.trust.scopes import Scope

ANNA = Mention("person", "Anna Berg", "anna berg")
ANNA_BY_MAIL = Mention("person", "Anna Berg", "anna@example.org")
ACME = Mention("organisation", "Acme Ltd", "acme ltd")
GRAPH = ("items", "postings", "terms", "vectors", "entities")
COUNTS = {
    name: select(func.count()).select_from(schema.metadata.tables[f"context_{name}"])
    for name in GRAPH
}


def rows(database: Database) -> dict[str, int]:
    """How many rows each table of the graph has."""

    def count(reader: Reader) -> dict[str, int]:
        return {name: reader.all(statement)[0][0] for name, statement in COUNTS.items()}

    return database.read_now(count)


def listed(database: Database, source: str = "documents", **filters: Any) -> list[str]:
    found = database.read_now(
        lambda reader: store.list_items(
            reader, reading(source), source, Page(order="asc", limit=100), Filters(**filters)
        )
    )
    return sorted(item.text for item in found.rows)


def entities(database: Database, **filters: str) -> dict[str, Any]:
    found = database.read_now(
        lambda reader: store.list_entities(reader, reading(), "documents", Page(limit=100), filters)
    )
    return {row.key: (row, same) for row, same, _ in found.rows}


def test_items_come_back_as_they_were_put(database: Database) -> None:
    rent = Transaction(day="2026-11-15", amount="-42.10", currency="EUR", counterparty="Anna")
    put(database, [item("Rent is due", rent, ANNA)])
    found = database.read_now(
        lambda reader: store.read_items(reader, reading(), "documents", [0, 1], 5)
    )
    first = found[0]
    assert list(found) == [0]
    assert parse_facts(first.facts) == rent
    assert (first.text, first.at, first.amount, first.currency) == (
        "Rent is due",
        "2026-11-15",
        "-42.10",
        "EUR",
    )
    assert [(entity.kind, entity.name) for entity in first.entities] == [("person", "Anna Berg")]


def test_a_term_is_found_in_every_item_that_has_it(database: Database) -> None:
    put(database, [passage("rent rent lease"), passage("lease"), passage("other")])
    put(database, [passage("rent")], file_id="file_b")
    found = database.read_now(
        lambda reader: index_store.read_postings(reader, reading(), "documents", ["rent", "none"])
    )
    assert list(found) == ["rent"]
    assert found["rent"].numbers.tolist() == [0, 3]
    assert found["rent"].counts.tolist() == [2, 1]
    assert found["rent"].lengths.tolist() == [3, 1]


def test_shelves_of_sources_and_projects_are_apart(database: Database) -> None:
    put(database, [passage("mine")])
    put(database, [passage("money")], source="finance")
    put(database, [passage("theirs")], project="proj_other")
    assert listed(database) == ["mine"]
    assert listed(database, "finance") == ["money"]
    with pytest.raises(GrantError):
        database.read_now(
            lambda reader: store.list_items(
                reader, reading("finance"), "documents", Page(), Filters()
            )
        )


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"start": "2026-03-02T00:00:00.000Z"}, ["c", "d", "e"]),
        ({"start": "2026-03-02T10:00:00.000Z"}, ["c", "d", "e"]),
        ({"end": "2026-03-02T00:00:00.000Z"}, ["a", "b"]),
        ({"start": "2026-03-01T12:00:00.000Z", "end": "2026-03-03T00:00:00.000Z"}, ["a", "b", "c"]),
        ({"least": "-10.005"}, ["b", "c"]),
        ({"most": "-10"}, ["a", "d"]),
        ({"least": "-10.0", "most": "0"}, ["b"]),
        ({"file": "file_none"}, []),
    ],
)
def test_filters_by_time_and_amount(
    database: Database, filters: dict[str, str], expected: list[str]
) -> None:
    put(
        database,
        [
            item("a", Transaction(day="2026-03-01", amount="-10.01")),
            item("b", Transaction(at="2026-03-01T23:30:00.000Z", amount="-9.99")),
            item("c", Transaction(day="2026-03-02", amount="123456789.12")),
            item("d", Transaction(at="2026-03-03T00:00:00.000Z", amount="-99999999999.99")),
            item("e", Transaction(day="2026-03-04")),
        ],
    )
    assert listed(database, **filters) == expected


def test_an_event_that_goes_on_is_found_after_its_start(database: Database) -> None:
    put(database, [item("offsite", Event(title="offsite", start="2026-03-01", end="2026-03-04"))])
    assert listed(database, start="2026-03-03") == ["offsite"]
    assert listed(database, start="2026-03-04") == []


def test_entities_count_who_mentions_them(database: Database) -> None:
    put(database, [passage("one", ANNA, ACME), passage("two", ANNA)])
    found = entities(database)
    assert {key: row.items for key, (row, _) in found.items()} == {"anna berg": 2, "acme ltd": 1}


def test_a_person_under_two_keys_is_the_same_person(database: Database) -> None:
    put(database, [passage("one", ANNA), passage("two", ANNA_BY_MAIL), passage("three", ACME)])
    found = entities(database)
    assert found["anna berg"][1] == [found["anna@example.org"][0].id]
    assert found["acme ltd"][1] == []


def test_a_name_gets_its_kind_from_whoever_says_it(database: Database) -> None:
    put(database, [passage("one", Mention("name", "Acme", "acme"))])
    put(database, [passage("two", Mention("organisation", "Acme", "acme"))])
    put(database, [passage("three", Mention("person", "Acme", "acme"))])
    assert entities(database)["acme"][0].kind == "organisation"


@pytest.mark.parametrize(("name", "found"), [("berg", True), ("%", False), ("_nna", False)])
def test_entities_are_found_by_a_part_of_their_name(
    database: Database, name: str, found: bool
) -> None:
    put(database, [passage("one", ANNA)])
    assert bool(entities(database, name=name)) is found


def test_erasing_a_file_leaves_no_row_of_it(database: Database) -> None:
    put(database, [passage(f"word{n} common", ANNA) for n in range(7)])
    database.write_now(
        lambda tx: index_store.add_vectors(
            tx, kit.grant(PROJECT, Scope.FILES_WRITE), "documents", [(0, b"v" * 384)]
        )
    )
    assert all(rows(database).values())
    assert erase(database, "file_a") == {"items": 7, "vectors": 1, "entities": 1}
    assert rows(database) == dict.fromkeys(GRAPH, 0)
    state = database.read_now(lambda reader: index_store.read_shelf(reader, reading(), "documents"))
    assert state is not None
    assert (state.items, state.terms) == (0, 0)


def test_erasing_a_file_leaves_the_others_whole(database: Database) -> None:
    put(database, [passage("shared alpha", ANNA), passage("shared", ACME)])
    put(database, [passage("shared beta", ANNA)], file_id="file_b")
    erase(database, "file_a")
    assert listed(database) == ["shared beta"]
    found = database.read_now(
        lambda reader: index_store.read_postings(
            reader, reading(), "documents", ["share", "alpha", "beta", "@anna berg", "@acme ltd"]
        )
    )
    assert {term: p.numbers.tolist() for term, p in found.items()} == {
        "share": [2],
        "beta": [2],
        "@anna berg": [2],
    }
    assert {key: row.items for key, (row, _) in entities(database).items()} == {"anna berg": 1}


def test_numbers_are_never_given_twice(database: Database) -> None:
    put(database, [passage("one")])
    erase(database, "file_a")
    put(database, [passage("two")], file_id="file_b")
    found = database.read_now(
        lambda reader: index_store.read_postings(reader, reading(), "documents", ["two"])
    )
    assert found["two"].numbers.tolist() == [1]


def test_a_vector_comes_too_late_for_an_erased_item(database: Database) -> None:
    put(database, [passage("one")])
    erase(database, "file_a")
    database.write_now(
        lambda tx: index_store.add_vectors(
            tx, kit.grant(PROJECT, Scope.FILES_WRITE), "documents", [(0, b"v" * 384)]
        )
    )
    assert rows(database)["vectors"] == 0


def test_only_what_was_erased_is_taken_out_of_the_index(database: Database) -> None:
    """As when a reader was overtaken, and cleans up beside the one that reads the file anew."""
    put(database, [passage("alpha")])
    grant = kit.grant(PROJECT, Scope.FILES_WRITE)
    left = database.write_now(lambda tx: index_store.take_out_of_index(tx, grant, "file_a", 10))
    assert left == 0
    found = database.read_now(
        lambda reader: index_store.read_postings(reader, reading(), "documents", ["alpha"])
    )
    assert found["alpha"].numbers.tolist() == [0]
