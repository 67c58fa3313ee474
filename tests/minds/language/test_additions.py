"""What a model did not say of its figures the service says, and nothing is added that is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from minds.language import world
from minds.language.test_sentences import checked, part
from runwright.minds.language.checking import check
from runwright.minds.language.evidence import Evidence, Outcome, RecordText
from runwright.minds.language.parts import Answer
from runwright.minds.language.rendering import markdown
from runwright.tools import catalog
from runwright.tools.base import Item
from runwright.tools.find_transactions import FindTransactionsResult
from runwright.tools.memory import RecordList
from tools import calendar_kit, money

OCTOBER, WEEK = world.OCTOBER, world.WEEK
SPENT = {"direction": "spent", "period": OCTOBER}


def told(*calls: tuple[str, dict[str, Any]], items: Sequence[Item[Any]] = world.ITEMS) -> Evidence:
    """The results of some calls over the small life of `world`, or over other records."""
    done: dict[str, Outcome] = {}
    for at, (name, given) in enumerate(calls, 1):
        tool = catalog.TOOLS[name]
        arguments = tool.arguments.model_validate(given)
        results = {each: outcome.result for each, outcome in done.items()}
        records = RecordList(
            items=items, today=money.TODAY, zone=calendar_kit.BERLIN, results=results
        )
        done[f"r{at}"] = Outcome(name, arguments, tool.run(arguments, records))
    return Evidence(
        results=done,
        records={each.id: RecordText(each.text, each.facts, each.title) for each in items},
        today=money.TODAY,
        zone=calendar_kit.BERLIN,
    )


def shown(text: str, *calls: tuple[str, dict[str, Any]], language: str = "en") -> str:
    """A sentence as it is read; empty if it is marked."""
    answer = checked(part(text), language, told(*calls))
    return answer.parts[0].text if answer.kept else ""


RESTRICTED = [
    ({"who": {"none_of": ["REWE"]}}, "without REWE", "ohne REWE"),
    ({"outside": [{"start": "2026-10-09", "end": "2026-10-10"}]},
     "without 9 October 2026", "ohne 9. Oktober 2026"),
    ({"types_left_out": ["refund"]}, "without refunds", "ohne Erstattungen"),
    ({"own_transfers": "include"}, "own transfers included", "eigene Umbuchungen mitgezählt"),
    ({"currency": "EUR"}, "only in EUR", "nur in EUR"),
    ({"amount": {"least": "50"}}, "only amounts of at least 50", "nur Beträge ab 50"),
    ({"weekdays": ["friday"]}, "only on Friday", "nur am Freitag"),
    ({"category": {"any_of": ["Travel"]}}, "only Travel", "nur Travel"),
]  # fmt: skip


@pytest.mark.parametrize(("restriction", "english", "german"), RESTRICTED)
def test_what_a_sum_was_restricted_to_is_added(
    restriction: dict[str, Any], english: str, german: str
) -> None:
    call = ("measure_transactions", {**SPENT, **restriction})
    sentence = shown("You spent {r1.total} in October 2026.", call)
    assert sentence.endswith(f" in October 2026 ({english}).")
    sentence = shown("Im Oktober 2026 haben Sie {r1.total} ausgegeben.", call, language="de")
    assert sentence.endswith(f" ausgegeben ({german}).")


EVENTS = [
    ({"recurring": False}, "without recurring ones"),
    ({"all_day": False}, "without all-day ones"),
    ({"busy": True}, "only those shown as busy"),
    ({"left_out": [{"start": "2026-11-17", "end": "2026-11-18"}]}, "without 17 November 2026"),
    ({"hours": {"start": "09:00", "end": "12:00"}}, "only 09:00 to 12:00"),
    ({"people": {"any_of": ["Kofi Mensah"], "role": "attendee"}},
     "only as invited, only Kofi Mensah"),
]  # fmt: skip


@pytest.mark.parametrize(("restriction", "words"), EVENTS)
def test_what_a_count_of_events_was_restricted_to_is_added(
    restriction: dict[str, Any], words: str
) -> None:
    call = ("measure_events", {"period": WEEK, **restriction})
    sentence = shown("You have {r1.total.count} events this week.", call)
    assert set(sentence.rpartition("(")[2].rstrip(").").split(", ")) == set(words.split(", "))


def test_what_is_said_is_not_added() -> None:
    call = ("measure_transactions", {**SPENT, "who": {"none_of": ["REWE"]}})
    assert "(" not in shown("Without REWE you spent {r1.total} in October 2026.", call)


def test_what_was_said_above_is_not_added() -> None:
    answer = checked_parts(
        [
            {"type": "fact", "text": "Without REWE you spent {r1.total} in October 2026:"},
            {"type": "list", "entries": [{"type": "fact", "text": "In all: {r1.total}"}]},
        ],
        ("measure_transactions", {**SPENT, "who": {"none_of": ["REWE"]}}),
    )
    assert "(" not in answer


def checked_parts(parts: list[dict[str, Any]], *calls: tuple[str, dict[str, Any]]) -> str:
    return markdown(check(Answer.model_validate({"parts": parts}), told(*calls)))


def test_two_figures_of_different_calls_have_each_its_own() -> None:
    sentence = shown(
        "In October 2026 you spent {r1.total} on Travel and {r2.total} at REWE.",
        ("measure_transactions", {**SPENT, "category": {"any_of": ["Travel"]}}),
        ("measure_transactions", {**SPENT, "who": {"any_of": ["REWE"]}, "weekdays": ["friday"]}),
    )
    assert sentence.endswith("118.90 EUR on Travel and 41.03 EUR (only on Friday) at REWE.")


def test_what_would_take_many_words_is_marked() -> None:
    names = ["Netflix", "Stadtwerke", "Hausverwaltung Meier", "Deutsche Bahn", "Trattoria Roma"]
    call = ("measure_transactions", {**SPENT, "who": {"any_of": names}, "weekdays": ["friday"]})
    assert shown("You spent {r1.total} in October 2026.", call) == ""


def test_free_time_says_what_was_not_counted() -> None:
    call = ("find_free_time", {"period": {"start": "2026-11-17", "end": "2026-11-18"},
                               "about": {"none_of": ["Dentist"]}})  # fmt: skip
    text = "You are free from {r1.stretches[0].start:time} to {r1.stretches[0].end:time}."
    assert shown(text, call).endswith(" (without Dentist).")


def test_tasks_are_no_events() -> None:
    call = ("find_events", {"period": WEEK, "what": ["task"]})
    assert shown("You have {r1.matching} events this week.", call) == ""


AUTUMN = {"start": "2026-08-01", "end": "2026-11-01"}
MONTHS = ("measure_transactions", {"direction": "spent", "by": "month", "period": AUTUMN})


def test_the_label_of_one_month_beside_the_figure_of_another_is_marked() -> None:
    assert shown("{r1.groups[1].group}: {r1.groups[1].total} spent", MONTHS)
    assert shown("{r1.groups[1].group}: {r1.groups[2].total} spent", MONTHS) == ""
    assert shown("You spent {r1.groups[2].total} in {r1.groups[1].group}.", MONTHS) == ""


def test_a_group_that_is_not_named_gets_its_name() -> None:
    sentence = shown("From August to October 2026 you spent {r1.groups[2].total}.", MONTHS)
    assert sentence.endswith(" (October 2026).")


GROCERIES = ("measure_transactions", {**SPENT, "category": {"any_of": ["Groceries"]}})
TRAVEL = ("measure_transactions", {**SPENT, "category": {"any_of": ["Travel"]}})
EXPRESSIONS = [
    ("Together you spent {= r1.total + r2.total} on groceries and travel in October.", True),
    ("Together you spent {= r2.total - r1.total} on groceries and travel in October.", False),
    ("You spent {= r1.total + 15 EUR} on groceries in October.", False),
    ("You spent {= r1.total * 2} on groceries in October.", False),
    ("Twice what you spent on groceries in October is {= r1.total * 2}.", True),
    ("Groceries in October are {= share(r1.total, r2.total)} of travel.", True),
    ("Travel in October is {= share(r1.total, r2.total)} of groceries.", False),
]


@pytest.mark.parametrize(("text", "is_kept"), EXPRESSIONS)
def test_an_expression_is_told_as_what_its_tree_is(text: str, is_kept: bool) -> None:
    assert bool(shown(text, GROCERIES, TRAVEL)) == is_kept


BILLS = ("list_documents", {"kinds": ["invoice"], "order": "due"})
PAID = ("match_records", {"join": "invoice_bookings"})
CONFLICTS = ("find_conflicts", {"period": WEEK})
MEANINGS = [
    ("The invoice {r1.rows[0].number} is due on {r1.rows[0].due:day}.", BILLS, True),
    ("The invoice {r1.rows[0].number} is due on {r1.rows[0].date:day}.", BILLS, False),
    ("The invoice {r1.rows[0].number} comes to {r1.totals[0].amount}.", BILLS, False),
    ("You have {r1.rows[0].pages} invoice.", BILLS, False),
    ("The events overlap by {r1.conflicts[0].minutes} minutes.", CONFLICTS, True),
    ("{r1.rows[0].title} lasts {r1.conflicts[0].minutes} minutes.", CONFLICTS, False),
    ("A payment in October was {r1.total}.", GROCERIES, False),
]  # fmt: skip


@pytest.mark.parametrize(("text", "call", "is_kept"), MEANINGS)
def test_a_field_is_not_told_as_another(text: str, call: Any, is_kept: bool) -> None:
    assert bool(shown(text, call)) == is_kept


def test_a_list_has_only_what_the_sentence_above_it_names() -> None:
    calls = (
        ("measure_transactions", {**SPENT, "who": {"any_of": ["REWE"]}}),
        ("find_transactions", {**SPENT, "category": {"any_of": ["Groceries"]}}),
    )

    def listed(row: int) -> str:
        return checked_parts(
            [
                {"type": "fact", "text": "You spent {r1.total} at REWE in October 2026:"},
                {"type": "list", "entries": [
                    {"type": "fact",
                     "text": f"{{r2.rows[{row}].day:day}}: {{r2.rows[{row}].amount}}"},
                ]},
            ],
            *calls,
        )  # fmt: skip

    found = told(*calls).results["r2"].result
    assert isinstance(found, FindTransactionsResult)
    for at, row in enumerate(found.rows):
        is_marked = "not supported" in listed(at)
        assert is_marked == (row.counterparty != "REWE")


WAGES = money.books(
    {
        "bank": money.euros(
            "DE1",
            money.bought("2026-10-28", "-1740.00", "Wages Tomasz Nowak"),
            money.bought("2026-10-28", "-980.00", "Wages Priya Raman"),
        )
    }
).items


def of_wages(text: str) -> bool:
    """Whether a sentence about the wages by person is kept."""
    call = ("measure_transactions", SPENT | {"about": {"any_of": ["Wages"]}, "by": "counterparty"})
    return checked(part(text), "en", told(call, items=WAGES)).kept > 0


def test_a_word_that_all_groups_bear_names_none_of_them() -> None:
    assert not of_wages("You spent {r1.groups[0].total} on wages in October 2026.")
    assert of_wages("You paid Tomasz Nowak {r1.groups[0].total} in wages in October 2026.")


def is_row_kept(day: str, total: str) -> bool:
    calls = [("get_balances", {"day": day}) for day in ("2026-09-30", "2026-10-31")]
    table = {
        "type": "table",
        "header": ["Day", "Balance"],
        "rows": [[f"{{{day}.day}}", f"{{{total}.totals[0].amount}}"]],
    }
    return checked(table, "en", told(*calls)).problems == ()


def test_a_balance_stands_beside_its_own_day() -> None:
    assert is_row_kept("r1", "r1")
    assert not is_row_kept("r1", "r2")


def test_a_balance_of_an_earlier_day_is_dated() -> None:
    earlier = ("get_balances", {"day": "2026-09-30"})
    text = "Your accounts hold {r1.totals[0].amount}."
    assert "30 September 2026" in shown(text, earlier) or not shown(text, earlier)


def test_only_the_first_of_the_next_events_is_the_next_one() -> None:
    coming = ("find_events", {"next_from": "2026-11-16", "limit": 3})
    text = "Your next event from today on is {{r1.rows[{}].title}}."
    assert shown(text.format(0), coming)
    assert not shown(text.format(1), coming)


@pytest.mark.parametrize(("head", "is_kept"), [("2026", True), ("2025", False)])
def test_a_figure_of_a_table_stands_under_its_own_column(head: str, is_kept: bool) -> None:
    sales = ("query_table", {"measure": "list", "title": {"any_of": ["Net sales"]}})
    line = "r1.rows[0].lines[0]"
    table = {
        "type": "table",
        "header": ["Region", head],
        "rows": [[f"{{{line}.cells[0]}}", f"{{{line}.cells[2]}}"]],
    }
    assert (checked(table, "en", told(sales)).problems == ()) is is_kept


def test_the_largest_payment_is_told_with_its_own_payee() -> None:
    spent = ("measure_transactions", SPENT | {"category": {"any_of": ["Groceries"]}})
    text = "Your largest payment for groceries in October 2026 was {r1.units[0].largest.amount} to "
    rows = told(spent).results["r1"].result.rows
    at = {row.counterparty: number for number, row in enumerate(rows)}  # type: ignore[attr-defined]
    assert shown(f"{text}{{r1.rows[{at['EDEKA']}].counterparty}}.", spent)
    assert not shown(f"{text}{{r1.rows[{at['REWE']}].counterparty}}.", spent)


def test_a_day_that_an_expression_adds_is_said() -> None:
    trip = ("find_events", {"about": {"any_of": ["Oslo"]}})
    text = "{r1.rows[0].title} lasts {= days_between(2026-12-03, 2026-12-07)%s}."
    assert shown(text % "", trip)
    assert not shown(text % " + 1 day", trip)
