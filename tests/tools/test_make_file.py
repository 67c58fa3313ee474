"""`make_file` writes what earlier results hold, and nothing that a program would act on."""

from __future__ import annotations

import csv
import io
from base64 import b64decode
from hashlib import sha256
from typing import Any

import icalendar
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, ValidationError

from runwright.tools import find_events, measure_events
from runwright.tools.base import InvalidCall, Result, Row, frozen
from runwright.tools.fields import Money
from runwright.tools.make_file import TOOL, MadeFile, MakeFile
from runwright.tools.memory import RecordList
from tools.calendar_kit import BERLIN, TODAY, event, records


class PaymentRow(Row):
    name: str
    total: Money


class Payments(Result):
    rows: tuple[PaymentRow, ...] = Field(default=())


EVENTS = records(
    event("Review; with, commas", "2026-11-16 09:00", "10:30", place="Room 4", id="item_a"),
    event("Trip", "2026-11-21", "2026-11-24", busy=False, id="item_b"),
    event("=HYPERLINK(1)", "2026-12-01 23:30", "2026-12-02 00:30", id="item_c"),
)
LISTED = find_events.TOOL.run(find_events.FindEvents(), EVENTS)
BY_MONTH = measure_events.TOOL.run(measure_events.MeasureEvents(by="month"), EVENTS)
BAKER = "<b>*Bäcker*</b> | 1"
PAYMENTS = Payments(
    kept=2,
    more=3,
    items=("item_p", "item_q"),
    rows=(
        PaymentRow(id="item_p", name="REWE", total=Money(amount="-42.10", currency="EUR")),
        PaymentRow(id="item_q", name=BAKER, total=Money(amount="-3", currency="EUR")),
    ),
)


def make(*results: Result, **arguments: Any) -> MadeFile:
    named = {f"r{n}": result for n, result in enumerate(results, 1)}
    given = RecordList(items=(), today=TODAY, zone=BERLIN, results=named)
    return TOOL.run(MakeFile.model_validate({"results": list(named), **arguments}), given)


def content(made: MadeFile) -> bytes:
    return b64decode(made.content)


def table(made: MadeFile) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content(made).decode(), newline="")))


def test_a_csv_has_the_columns_that_are_filled_with_local_times() -> None:
    header, *rows = table(make(LISTED, format="csv"))
    assert header == ["id", "title", "start", "end", "all_day", "busy", "place"]
    assert rows[0][1:4] == ["Review; with, commas", "2026-11-16 09:00", "2026-11-16 10:30"]
    assert rows[1][2:6] == ["2026-11-21", "2026-11-24", "yes", ""]


def test_columns_are_chosen_and_formulas_disarmed() -> None:
    made = make(LISTED, format="csv", columns=["title", "start"], name="agenda.csv")
    assert table(made)[0] == ["title", "start"]
    assert table(made)[-1] == ["'=HYPERLINK(1)", "2026-12-01 23:30"]
    assert (made.name, made.row_count, made.kept) == ("agenda.csv", 3, 3)
    with pytest.raises(InvalidCall, match="r1 has no column colour: it has id, what"):
        make(LISTED, format="csv", columns=["colour"])


def test_results_with_the_same_columns_share_a_csv_and_others_do_not() -> None:
    assert len(table(make(LISTED, LISTED, format="csv"))) == 7
    with pytest.raises(InvalidCall, match="different columns"):
        make(LISTED, PAYMENTS, format="csv")


def test_groups_are_the_table_of_a_measure() -> None:
    made = make(BY_MONTH, format="csv", columns=["name", "count", "hours"])
    assert table(made) == [
        ["name", "count", "hours"], ["2026-11", "2", "1.5"], ["2026-12", "1", "1"],
    ]  # fmt: skip
    made = make(BY_MONTH, format="csv", part="rows", columns=["title", "status"])
    assert table(made)[1:] == [["Review; with, commas", "confirmed"]]
    with pytest.raises(InvalidCall, match="r1 has no list stretches"):
        make(BY_MONTH, format="csv", part="stretches")


def test_a_result_without_a_list_is_a_row_of_its_figures() -> None:
    total = measure_events.TOOL.run(measure_events.MeasureEvents(all_day=True), EVENTS)
    made = make(total, format="csv", columns=["total.count", "total.hours", "all_day_days"])
    assert table(made) == [["total.count", "total.hours", "all_day_days"], ["1", "0", "3"]]


def test_markdown_has_a_table_a_result_and_no_sign_of_a_record_acts() -> None:
    made = make(PAYMENTS, LISTED, format="markdown", title="My # report")
    text = content(made).decode()
    assert text.startswith("# My \\# report\n\n| id | name | total.amount | total.currency |\n")
    assert "| --- | --- | ---: | --- |" in text
    assert "\\<b\\>\\*Bäcker\\*\\</b\\> \\| 1 | -3 | EUR |" in text
    assert text.count("\n| --- |") == 2
    assert [(note.code, note.count) for note in made.notes] == [("rows_left_out", 3)]
    assert made.name == "My report.md"


def test_a_calendar_reads_back_with_another_library() -> None:
    made = make(LISTED, LISTED, format="ics")
    calendar = icalendar.Calendar.from_ical(content(made))
    events = list(calendar.walk("VEVENT"))
    assert [str(each["SUMMARY"]) for each in events] == [
        "Review; with, commas", "Trip", "=HYPERLINK(1)",
    ]  # fmt: skip
    assert [each.decoded("DTSTART").isoformat() for each in events] == [
        "2026-11-16T08:00:00+00:00", "2026-11-21", "2026-12-01T22:30:00+00:00",
    ]  # fmt: skip
    assert events[1].decoded("DTEND").isoformat() == "2026-11-24"
    assert [str(each["TRANSP"]) for each in events] == ["OPAQUE", "TRANSPARENT", "OPAQUE"]
    with pytest.raises(InvalidCall, match="A calendar holds events"):
        make(PAYMENTS, format="ics")


@pytest.mark.parametrize(
    ("result", "arguments"),
    [
        (BY_MONTH, {"columns": ["name", "hours"]}),
        (BY_MONTH, {"shape": "line"}),
        (PAYMENTS, {"title": "Payments"}),
    ],
)
def test_a_chart_is_a_png(result: Result, arguments: dict[str, Any]) -> None:
    pytest.importorskip("PIL")
    made = make(result, format="chart", **arguments)
    assert content(made).startswith(b"\x89PNG\r\n")
    assert (made.media_type, made.row_count) == ("image/png", 2)
    assert made == make(result, format="chart", **arguments)


def test_a_chart_shows_one_currency_and_says_what_it_leaves_out() -> None:
    pytest.importorskip("PIL")
    strange = PaymentRow(id="x", name="Shop", total=Money(amount="1000"))
    mixed = PAYMENTS.model_copy(update={"rows": (*PAYMENTS.rows, strange)})
    for columns in ([], ["name", "total.amount"]):
        made = make(mixed, format="chart", columns=columns)
        alone = make(PAYMENTS, format="chart", columns=columns)
        assert (made.row_count, content(made)) == (2, content(alone))
        assert made.notes[-1].text == "it shows EUR alone, without amounts without a currency"


def test_a_chart_needs_figures() -> None:
    with pytest.raises(InvalidCall, match="needs figures"):
        make(LISTED, format="chart", columns=["title", "start"])


def test_the_frozen_form_tells_the_content_by_its_hash_alone() -> None:
    made = make(LISTED, format="csv")
    kept = frozen(made)
    assert "content" not in kept
    assert (kept["size"], kept["sha256"]) == (
        len(content(made)),
        sha256(content(made)).hexdigest(),
    )
    assert made.items == ("item_a", "item_b", "item_c")


def test_an_unknown_result_and_impossible_files_are_refused() -> None:
    with pytest.raises(InvalidCall, match="There is no result r7"):
        make(LISTED, format="csv", results=["r7"])
    for arguments in (
        {"format": "ics", "results": ["r1"], "columns": ["title"]},
        {"format": "chart", "results": ["r1", "r2"]},
        {"format": "chart", "results": ["r1"], "columns": ["name"]},
        {"format": "pdf", "results": ["r1"]},
        {"format": "csv", "results": ["first"]},
        {"format": "csv", "results": []},
    ):
        with pytest.raises(ValidationError):
            MakeFile.model_validate(arguments)


@given(st.lists(st.text(st.characters(blacklist_categories=("Cs", "Cc"))), min_size=1, max_size=5))
def test_every_text_comes_back_from_a_csv_or_with_an_apostrophe(names: list[str]) -> None:
    rows = tuple(PaymentRow(id=f"i{n}", name=name or "x", total=Money(amount="1"))
                 for n, name in enumerate(names))  # fmt: skip
    made = make(Payments(rows=rows), format="csv", columns=["name"])
    read = [row[0] for row in table(made)[1:]]
    assert [text.removeprefix("'") for text in read] == [row.name.removeprefix("'") for row in rows]


@given(st.text(max_size=80))
def test_a_file_name_never_has_a_path(name: str) -> None:
    made = make(LISTED, format="csv", name=name)
    assert not set(made.name) & set('/\\:\0\n"<>|')
    assert made.name.endswith(".csv")
    assert not made.name.startswith(".")


def test_a_call_is_described_in_words() -> None:
    arguments = MakeFile(format="csv", results=("r1", "r2"))
    assert TOOL.describe(arguments) == "a CSV file of r1 and r2"
