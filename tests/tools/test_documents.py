"""`search_documents`, `read_document` and `list_documents`."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from runwright.tools import list_documents, read_document, search_documents
from runwright.tools.base import InvalidCall, Item, frozen
from tools.document_records import document, over, passage, table

LEASE: list[Item[Any]] = [
    document("lease", document="contract", title="Lease", date="2025-03-01", parties=("Ada", "Bo")),
    passage("lease", 1, "The rent is due monthly.", page=1, headings=("2 Rent",)),
    *table("lease", ("Room", "Size"), [("Kitchen", "9"), ("Hall", "4")], units=("", "m²")),
    passage("lease", 2, "The notice period is three months.", page=2, headings=("7 End", "7.1")),
    passage("lease", 3, "Signed by both.", page=2),
]
CHAT = [
    document("chat", document="chat", title="Flat", date="2026-11-01"),
    passage("chat", 1, "What is the notice period?", speaker="Bo", said="2026-11-02T08:00:00.000Z"),
    passage("chat", 2, "Three months notice.", speaker="Ada", said="2026-11-09"),
]


def search(*items: Any, **arguments: Any) -> search_documents.Result:
    return search_documents.run(search_documents.Arguments.model_validate(arguments), over(*items))


def read(*items: Any, **arguments: Any) -> read_document.Result:
    return read_document.run(read_document.Arguments.model_validate(arguments), over(*items))


def listed(*items: Any, currency: str | None = None, **arguments: Any) -> list_documents.Result:
    given = list_documents.Arguments.model_validate(arguments)
    return list_documents.run(given, over(*items, currency=currency))


# Search -----------------------------------------------------------------------------------------


def test_the_best_passages_come_first_with_their_places() -> None:
    result = search(*LEASE, *CHAT, text="notice period", limit=2)
    assert [row.id for row in result.rows] == ["lease/2", "chat/1"]
    assert (result.rows[0].page, result.rows[0].headings) == (2, ("7 End", "7.1"))
    assert (result.rows[1].speaker, result.rows[1].said) == ("Bo", "2026-11-02T08:00:00.000Z")
    assert [(each.file, each.document) for each in result.documents] == [
        ("lease", "contract"),
        ("chat", "chat"),
    ]


def test_tables_are_found_too() -> None:
    (row,) = search(*LEASE, text="kitchen").rows
    assert (row.kind, row.table) == ("table", 1)


def test_a_search_keeps_to_kinds_files_and_days() -> None:
    everything = (*LEASE, *CHAT)
    assert search(*everything, text="notice", kinds=["contract"]).items == ("lease/2",)
    assert search(*everything, text="notice", files=["chat"]).items == ("chat/1", "chat/2")
    said = {"start": "2026-11-09", "end": "2026-11-10"}
    assert search(*everything, text="notice", dates=said).items == ("chat/2",)
    borne = {"start": "2025-01-01", "end": "2026-01-01"}
    assert search(*everything, text="notice", dates=borne).items == ("lease/2",)


def test_a_passage_that_two_files_have_is_listed_once() -> None:
    copy = passage("copy", 1, "The notice period  is THREE months.")
    result = search(*LEASE, copy, text="notice period three")
    assert result.items == ("lease/2",)
    assert [(note.code, note.count) for note in result.notes] == [("repeated_passages", 1)]


def test_nothing_found_is_an_empty_result() -> None:
    assert search(*LEASE, text="zebra").kept == 0
    with pytest.raises(ValidationError):
        search(text="")


# Reading ----------------------------------------------------------------------------------------


def test_a_document_is_read_in_order_with_tables_in_their_places() -> None:
    result = read(*LEASE, *CHAT, file="lease")
    assert [row.id for row in result.rows] == ["lease/1", "lease/t1.0", "lease/2", "lease/3"]
    assert result.rows[1].cells == (("Kitchen", "9"), ("Hall", "4"))
    assert result.rows[1].units == ("", "m²")
    assert (result.passages, result.more, result.next) == (4, 0, None)
    assert result.document is not None
    assert result.document.title == "Lease"


def test_a_long_document_comes_in_parts() -> None:
    first = read(*LEASE, file="lease", limit=3)
    assert (first.kept, first.more, first.next) == (3, 1, 4)
    rest = read(*LEASE, file="lease", first=first.next)
    assert rest.items == ("lease/3",)


def test_the_length_of_a_part_is_bounded_and_a_passage_is_never_cut() -> None:
    long = [passage("a", n, "x" * 30_000) for n in (1, 2)]
    result = read(*long, file="a")
    assert [len(row.text) for row in result.rows] == [30_000]
    assert result.next == 2


def test_pages_and_passages_choose_a_part() -> None:
    assert read(*LEASE, file="lease", first_page=2).items == ("lease/2", "lease/3")
    assert read(*LEASE, file="lease", last_page=1, first=2).items == ("lease/t1.0",)
    with pytest.raises(InvalidCall, match="4 passages on 2 pages"):
        read(*LEASE, file="lease", first_page=9)
    with pytest.raises(InvalidCall, match="There is no document nowhere"):
        read(*LEASE, file="nowhere")
    with pytest.raises(ValidationError):
        read(file="a", first_page=2, last_page=1)


@given(st.integers(1, 40), st.integers(1, 12))
def test_going_on_from_next_reads_every_passage_once(count: int, limit: int) -> None:
    items = [passage("a", n, f"Passage {n}.", page=1 + n // 3) for n in range(count)]
    seen: list[str] = []
    at: int | None = 1
    while at is not None:
        result = read(*items, file="a", first=at, limit=limit)
        seen.extend(result.items)
        at = result.next
    assert seen == [item.id for item in items]


# Lists ------------------------------------------------------------------------------------------


def bill(file: str, total: str | None, **facts: Any) -> Any:
    return document(file, **{"document": "invoice", "total": total, "currency": "EUR", **facts})


def test_documents_are_listed_by_what_they_are() -> None:
    minutes = document("m", document="minutes", date="2026-05-01", language="de", title="Beirat")
    items = (*LEASE, *CHAT, minutes)
    assert listed(*items).items == ("chat/doc", "m/doc", "lease/doc")
    assert listed(*items, kinds=["contract"]).items == ("lease/doc",)
    assert listed(*items, parties={"any_of": ["bo"]}).items == ("lease/doc",)
    assert listed(*items, title={"any_of": ["beirat"]}).items == ("m/doc",)
    assert listed(*items, languages=["de"]).items == ("m/doc",)
    dates = {"start": "2026-05-01", "end": "2026-11-01"}
    assert listed(*items, dates=dates).items == ("m/doc",)


def test_bills_are_chosen_by_issuer_number_total_and_due_day() -> None:
    items = [
        bill("a", "10.00", issuer="Northlight Energy", number="NE-1", due="2026-11-20"),
        bill("b", "99.00", issuer="Telco", number="T 2", due="2026-12-01"),
        bill("c", None, issuer="Telco"),
    ]
    assert listed(*items, issuer={"any_of": ["northlight"]}).items == ("a/doc",)
    assert listed(*items, number="ne 1").items == ("a/doc",)
    assert listed(*items, total={"least": "50"}).items == ("b/doc",)
    assert listed(*items, due={"end": "2026-12-01"}).items == ("a/doc",)
    assert listed(*items, order="total").items == ("b/doc", "a/doc", "c/doc")
    assert listed(*items, order="due", descending=False).items == ("a/doc", "b/doc", "c/doc")


def test_a_bill_that_is_there_twice_counts_once() -> None:
    items = [
        bill("a", "10.00", issuer="Telco", number="7"),
        bill("reminder", "10.00", issuer="TELCO GmbH", number="7"),
        bill("other", "10.00", issuer="Bakery", number="7"),
    ]
    result = listed(*items)
    assert [(each.amount, each.count) for each in result.totals] == [("20.00", 2)]
    assert [(note.code, note.count) for note in result.notes] == [("repeated_invoices", 1)]
    assert result.kept == 3


def test_an_unknown_currency_is_the_projects_or_one_of_its_own_for_each_issuer() -> None:
    items = [
        bill("a", "10.00", issuer="Telco", currency=None),
        bill("b", "5.00", issuer="Telco", currency=None),
        bill("c", "1.00", issuer="Bakery", currency=None),
    ]
    unknown = listed(*items)
    assert [(each.amount, each.account) for each in unknown.totals] == [
        ("1.00", "Bakery"),
        ("15.00", "Telco"),
    ]
    assert [note.code for note in unknown.notes] == ["currency_unknown"]
    assumed = listed(*items, currency="CHF")
    assert [(each.amount, each.currency) for each in assumed.totals] == [("16.00", "CHF")]
    assert [note.code for note in assumed.notes] == ["currency_assumed"]


def test_figures_are_frozen_and_rows_are_not() -> None:
    result = listed(bill("a", "10.00"), limit=1)
    assert "rows" not in frozen(result)
    assert frozen(result)["totals"][0]["amount"] == "10.00"


@given(
    st.lists(
        st.tuples(
            st.integers(-(10**6), 10**6),
            st.sampled_from(["EUR", "USD"]),
            st.sampled_from(["invoice", "receipt", "letter"]),
        ),
        max_size=40,
    ),
    st.integers(1, 10),
)
def test_totals_are_of_all_that_were_kept(bills: list[tuple[int, str, str]], limit: int) -> None:
    items = [
        bill(str(n), f"{Decimal(cents) / 100:.2f}", currency=currency, document=kind)
        for n, (cents, currency, kind) in enumerate(bills)
    ]
    result = listed(*items, limit=limit)
    sums: dict[tuple[str, str], int] = defaultdict(int)
    for cents, currency, kind in bills:
        if kind != "letter":
            sums[kind, currency] += cents
    found = {(each.document, each.currency): Decimal(each.amount) * 100 for each in result.totals}
    assert found == sums
    assert len(result.rows) + result.more == result.kept == len(bills)


@pytest.mark.parametrize("tool", [search_documents.TOOL, read_document.TOOL, list_documents.TOOL])
def test_a_record_alone_gives_its_row(tool: Any) -> None:
    items = LEASE[:1] if tool is list_documents.TOOL else LEASE[1:]
    for item in items:
        assert tool.row(item).id == item.id


def test_calls_read_as_words() -> None:
    searched = search_documents.Arguments(text="notice", kinds=("contract",))
    assert search_documents.describe(searched) == "“notice” in contracts"
    part = read_document.Arguments(file="f", first_page=2, last_page=3)
    assert read_document.describe(part) == "the document f, pages 2 to 3"
    wanted = list_documents.Arguments.model_validate(
        {
            "kinds": ["invoice"],
            "issuer": {"any_of": ["Telco"]},
            "dates": {"start": "2026-11-01", "end": "2026-11-08"},
        }
    )
    assert list_documents.describe(wanted) == "invoices from Telco, 1 to 7 November 2026"
