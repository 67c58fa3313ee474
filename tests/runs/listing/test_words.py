"""Words that runs are found by: what a word is, how words are written, and that they go again."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from db import kit
from runs.test_store import head, writing
from runwright.db.database import Database
from runwright.db.paging import Page
from runwright.db.transaction import Tx
from runwright.runs import store, trace
from runwright.runs.listing import store as listing
from runwright.runs.listing.words import store as words_store
from runwright.runs.listing.words.indexer import Indexer, indexed_words
from runwright.runs.listing.words.terms import MOST_WORDS, hashes_of, words_of
from runwright.runs.types import Recorded, RunHead
from runwright.trust.scopes import Scope

RUNS = [f"run_01k{n:023}" for n in range(12)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("How much for Groceries?", {"how", "much", "for", "groceries"}),
        ("Ein Café in der Straße", {"ein", "cafe", "in", "der", "strasse"}),
        ("Anna’s rent, Ben's rent", {"anna", "s", "rent", "ben"}),
        ("1,240.50 EUR on 2026-11-16", {"1,240.50", "eur", "on", "2026", "11", "16"}),
        ("東京駅", {"東京", "京駅"}),
        ("?! —", set()),
        ("x" * 100, {"x" * 64}),
    ],
)
def test_words_are_folded_and_nothing_else(text: str, words: set[str]) -> None:
    assert words_of(text) == words


def test_a_text_is_found_by_so_many_words_at_most() -> None:
    assert len(words_of(" ".join(map(str, range(2 * MOST_WORDS))))) == MOST_WORDS


def test_a_hash_is_one_projects_own_and_fits_into_a_column() -> None:
    one, two = hashes_of("proj_a", ["rent"]), hashes_of("proj_b", ["rent"])
    assert one != two
    assert all(-(2**63) <= each < 2**63 for each in hashes_of("p", map(str, range(100))))


# In the database --------------------------------------------------------------------------------


@pytest.fixture
def project(database: Database) -> str:
    return kit.new_project(database)


def asked(run: str, prompt: str) -> RunHead:
    made = head(run)
    return made._replace(request=made.request._replace(prompt=prompt))


def plan() -> Recorded:
    return Recorded(entry=trace.plan_entry(1, 1), start_us=0, duration_us=1)


def ended(made: RunHead, summary: str) -> Any:
    return trace.freeze(made, "completed", [plan()], result={"summary": summary, "artifacts": []})


def add(database: Database, project: str, run: str, prompt: str, summary: str = "") -> None:
    made, grant = asked(run, prompt), writing(project)
    database.write_now(lambda tx: store.add_finished(tx, grant, made, ended(made, summary)))


def index(database: Database) -> None:
    async def all_of_it() -> None:
        indexer = Indexer(database=database)
        while await indexer.write_some():
            pass

    asyncio.run(all_of_it())


def find(database: Database, project: str, query: str, **more: Any) -> list[str]:
    grant = kit.grant(project, Scope.RUNS_READ)
    page = Page(**more)
    filters = words_store.filters_for(grant, query)
    found = database.read_now(lambda r: listing.list_runs(r, grant, page, filters, {}))
    return [run.head.id for run in found.rows]


def postings(database: Database) -> dict[str, int]:
    """How many rows each table of words has."""
    connection = database.driver.connect()
    try:
        tables = ("run_words", "run_terms", "unindexed_runs")
        return {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in tables
        }
    finally:
        connection.close()


def test_a_run_is_found_by_all_words_of_its_prompt_and_summary_newest_first(
    database: Database, project: str
) -> None:
    add(database, project, RUNS[0], "the rent of May", "You paid 900.")
    add(database, project, RUNS[1], "the rent of June", "You paid 950.")
    assert find(database, project, "rent") == []
    index(database)
    assert find(database, project, "RENT paid") == [RUNS[1], RUNS[0]]
    assert find(database, project, "rent 900") == [RUNS[0]]
    assert find(database, project, "rent groceries") == []
    other = kit.grant("proj_other", Scope.RUNS_READ)
    filters = words_store.filters_for(other, "rent")
    assert database.read_now(lambda r: listing.list_runs(r, other, Page(), filters, {})).rows == []


def test_a_background_run_is_found_by_its_prompt_at_once_and_by_its_summary_at_its_end(
    database: Database, project: str
) -> None:
    made, grant = asked(RUNS[0], "rent of May"), writing(project)
    database.write_now(lambda tx: store.add_running(tx, grant, made, b"{}", [plan()]))
    index(database)
    assert find(database, project, "rent") == [RUNS[0]]
    frozen = ended(made, "Rent: 900")
    database.write_now(lambda tx: store.finish(tx, grant, made.id, 0, frozen))
    index(database)
    assert find(database, project, "rent 900") == [RUNS[0]]
    database.write_now(lambda tx: words_store.drop(tx, grant, made.id))
    assert set(postings(database).values()) == {0}


@pytest.mark.parametrize("status", ["cancelled", "failed"])
def test_a_run_without_a_result_neither_has_an_answer_nor_lacks_one(
    database: Database, project: str, status: Any
) -> None:
    made, grant = asked(RUNS[0], "rent of May"), writing(project)
    database.write_now(lambda tx: store.add_running(tx, grant, made, b"{}", [plan()]))
    frozen = trace.freeze(made, status, [plan()])
    database.write_now(lambda tx: store.finish(tx, grant, made.id, 0, frozen))
    reading = kit.grant(project, Scope.RUNS_READ)
    for filters, found in (({"answered": 0}, []), ({"answered": 1}, []), ({}, [RUNS[0]])):
        listed = database.read_now(
            lambda r, f=filters: listing.list_runs(r, reading, Page(), f, {})  # type: ignore[misc]
        )
        assert [run.head.id for run in listed.rows] == found


def test_what_ends_between_reading_and_writing_is_written_later(
    database: Database, project: str
) -> None:
    made, grant = asked(RUNS[0], "rent of May"), writing(project)
    database.write_now(lambda tx: store.add_running(tx, grant, made, b"{}", [plan()]))
    (read,) = database.read_now(lambda r: words_store.next_waiting(r, 10))
    database.write_now(lambda tx: store.finish(tx, grant, made.id, 0, ended(made, "It was 900")))
    database.write_now(lambda tx: words_store.add(tx, {read.waiting: [1, 2]}))
    index(database)
    assert find(database, project, "900") == [RUNS[0]]


def test_a_run_that_is_erased_before_its_words_are_written_leaves_none(
    database: Database, project: str
) -> None:
    add(database, project, RUNS[0], "rent", "paid")
    (read,) = database.read_now(lambda r: words_store.next_waiting(r, 10))
    grant = writing(project)
    database.write_now(lambda tx: words_store.drop(tx, grant, RUNS[0]))
    database.write_now(lambda tx: words_store.add(tx, {read.waiting: [1, 2]}))
    assert set(postings(database).values()) == {0}


def test_words_of_one_run_go_and_those_of_others_stay(database: Database, project: str) -> None:
    for run in RUNS[:2]:
        add(database, project, run, "the rent", "paid")
    index(database)
    grant = writing(project)
    database.write_now(lambda tx: words_store.drop(tx, grant, RUNS[0]))
    assert find(database, project, "rent paid") == [RUNS[1]]
    assert postings(database) == {"run_words": 3, "run_terms": 1, "unindexed_runs": 0}


def pages(database: Database, project: str, query: str, order: Any, limit: int) -> list[list[str]]:
    """Every page, each from where the one before it ended or stopped."""
    grant = kit.grant(project, Scope.RUNS_READ)
    filters = words_store.filters_for(grant, query)
    found, after = list[list[str]](), None
    while True:
        page = Page(limit=limit, order=order, after=after)
        part = database.read_now(
            lambda r, page=page: listing.list_runs(r, grant, page, filters, {})  # type: ignore[misc]
        )
        found.append([run.head.id for run in part.rows])
        if not part.has_more:
            return found
        after = part.rows[-1].head.id if part.rows else part.stopped_at
        assert after is not None


@pytest.mark.parametrize("order", ["asc", "desc"])
def test_a_search_that_stops_goes_on_where_it_stopped(
    database: Database, project: str, order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "MOST_LOOKED_AT", 3)
    for n, run in enumerate(RUNS):
        add(database, project, run, "red" if n % 2 else "blue", "green" if n in (0, 11) else "")
    index(database)
    found = pages(database, project, "red green", order, 2)
    assert [each for page in found for each in page] == [RUNS[11]]
    together = pages(database, project, "red blue", order, 2)
    assert [each for page in together for each in page] == []
    assert len(together) > 1
    everything = [each for page in pages(database, project, "red", order, 2) for each in page]
    assert everything == (RUNS[1::2] if order == "asc" else RUNS[1::2][::-1])
    backwards = find(database, project, "red", before=everything[4], limit=2, order=order)
    assert backwards == everything[2:4]


def test_the_words_of_many_runs_are_written_in_a_few_statements(
    database: Database, project: str
) -> None:
    for run in RUNS:
        add(database, project, run, f"Rent of {run}", "Paid")
    waiting = database.read_now(lambda reader: words_store.next_waiting(reader, 100))
    found = {each.waiting: indexed_words(each) for each in waiting}

    def write(tx: Tx) -> tuple[int, int]:
        counted, cursor = kit.counting(tx)
        return words_store.add(counted, found), cursor.statements

    written, statements = database.write_now(write)
    assert written == len(RUNS)
    # A savepoint, what waits, three writes; of those, words and terms in batches of 32, 16, 8, 4…
    assert statements <= 10
    assert find(database, project, "rent") == RUNS[::-1]
