"""Of two versions of a document the newer is believed, and the older named."""

from __future__ import annotations

from typing import Any

import pytest

from runwright.minds.embedded import versions
from runwright.minds.embedded.query import Query, Span
from runwright.minds.embedded.reading.reading import NOTHING, Outcome, Said
from runwright.minds.values import Item as ReadItem
from runwright.records.facts import Document, Passage
from runwright.tools.base import Item


def papers(file: str, date: str, kind: Any = "policy", title: str = "Contents policy") -> list[Any]:
    facts = Document(title=title, document=kind, date=date, parties=())
    return [
        Item(file, "documents", facts, file=file, title=file),
        Item(f"{file}/1", "documents", Passage(), file=file, title=file, text="x"),
    ]


OLD, NEW = papers("2025.txt", "2025-06-01"), papers("2026.txt", "2026-06-01")
READ = [ReadItem(f"{file}/1", "documents", "x", file=file, title=file)
        for file in ("2025.txt", "2026.txt")]  # fmt: skip


def said(file: str) -> Outcome:
    return Outcome(Said("Yes.", "Yes", (f"{file}/1",)), None)


def test_the_newer_one_takes_the_place_of_the_older() -> None:
    found = versions.replaced("is a spilt drink covered?", [*OLD, *NEW])
    assert {file: newest.file for file, newest in found.items()} == {"2025.txt": "2026.txt"}


def test_who_names_a_year_gets_what_holds_then() -> None:
    assert versions.replaced("was it covered in 2025?", [*OLD, *NEW]) == {}


def test_versions_of_one_policy_bear_one_number_whatever_their_titles() -> None:
    facts = Document(document="policy", title="Renewal", date="2026-06-01", number="SM-1")
    old, new = (
        Item(file, "documents", one, file=file, title=file)
        for file, one in (
            ("2025.txt", facts.model_copy(update={"title": "Schedule", "date": "2025-06-01"})),
            ("2026.txt", facts.model_copy(update={"number": "SM-1-R1"})),
        )
    )
    car = Item("car", "documents", facts.model_copy(update={"number": "SM-2"}), file="car")
    passages = [each for each in (*OLD, *NEW) if isinstance(each.facts, Passage)]
    beside = Item("car/1", "documents", Passage(), file="car", text="x")
    found = versions.replaced("is glass covered?", [old, new, car, *passages, beside])
    assert {file: newest.file for file, newest in found.items()} == {"2025.txt": "2026.txt"}


def test_a_report_of_another_year_is_no_newer_version() -> None:
    reports = [*papers("a", "2025-01-01", "report"), *papers("b", "2026-01-01", "report")]
    assert versions.replaced("how high are the reserves?", reports) == {}


def test_another_policy_is_none_either() -> None:
    other = papers("car.txt", "2026-09-01", title="Motor insurance")
    assert versions.replaced("is a spilt drink covered?", [*OLD, *other]) == {}


def test_two_policies_that_share_nothing_but_their_insurer_are_no_versions() -> None:
    home, car = (
        [each._replace(text=text) for each in papers(file, date, title="North Mutual")]
        for file, date, text in (
            ("home", "2025-06-01", "Bees are covered up to £300.\n\nThe roof is slate."),
            ("car", "2026-06-01", "Glass is covered once a year.\n\nTowing is paid up to £90."),
        )
    )
    assert versions.replaced("what is the excess?", [*home, *car]) == {}


def told(text: str, current: Outcome, before: Outcome) -> Outcome:
    found = versions.replaced(text, [*OLD, *NEW])
    return versions.told(text, current, before, found, READ)


OF_2025 = "The excess is £250 for each claim.\nLegal costs | £25,000\nTheft: tell us in 7 days."
OF_2026 = "The excess is £350 for each claim.\nLegal costs | £25,000\nTheft: tell us in 3 days."
WORDED = [
    ReadItem(f"{file}/1", "documents", text, file=file, title=file)
    for file, text in (("2025.txt", OF_2025), ("2026.txt", OF_2026))
]


def quoted(file: str, line: str, value: str) -> Outcome:
    return Outcome(Said(f"{value}: “{line}” ({file})", value, (f"{file}/1",), line), None)


def told_of_lines(text: str, current: Outcome, before: Outcome) -> list[str]:
    found = versions.told(text, current, before, versions.replaced(text, [*OLD, *NEW]), WORDED)
    assert found.answer is not None
    return found.answer.text.splitlines()


EXCESS_2025 = quoted("2025.txt", "The excess is £250 for each claim.", "£250")
EXCESS_2026 = quoted("2026.txt", "The excess is £350 for each claim.", "£350")


def test_what_only_the_older_says_surely_is_looked_up_in_the_newer() -> None:
    assert told_of_lines("what's the excess?", NOTHING, EXCESS_2025) == [
        "£350: “The excess is £350 for each claim.” (2026.txt)",
        "The version before it said £250: “The excess is £250 for each claim.” (2025.txt)",
        "That is £100.00 more.",
    ]


def test_what_only_the_newer_says_surely_is_looked_up_in_the_older() -> None:
    assert told_of_lines("what was the excess under the old policy?", EXCESS_2026, NOTHING) == [
        "£250: “The excess is £250 for each claim.” (2025.txt)",
        "The newer version says £350: “The excess is £350 for each claim.” (2026.txt)",
        "That is £100.00 more.",
    ]


def test_the_other_version_answers_with_the_same_line_not_with_another() -> None:
    theft = quoted("2025.txt", "Theft: tell us in 7 days.", "7 days")
    lines = told_of_lines("what's the excess?", EXCESS_2026, theft)
    assert lines[1] == (
        "The version before it said £250: “The excess is £250 for each claim.” (2025.txt)"
    )


def test_what_both_versions_say_alike_has_not_changed() -> None:
    costs = quoted("2026.txt", "Legal costs | £25,000", "£25,000")
    assert told_of_lines("did the legal costs change?", costs, NOTHING) == [
        "£25,000: “Legal costs | £25,000” (2026.txt)",
        "The version before it said the same: that has not changed.",
    ]


def test_what_holds_now_is_no_answer_to_how_it_was() -> None:
    old = Outcome(None, Said("“x” (2025.txt)", "", ("2025.txt/1",)), is_likely=True)
    assert told("what was it under the old policy?", said("2026.txt"), old) == old


def price(file: str, value: str) -> Outcome:
    return Outcome(Said(f"{value}: “excess {value}” ({file})", value, (f"{file}/1",)), None)


def test_what_both_say_is_told_with_what_changed() -> None:
    found = told("what's the excess?", price("2026.txt", "£350"), price("2025.txt", "£250"))
    assert found.answer is not None
    assert found.tells_both
    assert found.answer.text.splitlines() == [
        "£350: “excess £350” (2026.txt)",
        "The version before it said £250: “excess £250” (2025.txt)",
        "That is £100.00 more.",
    ]


@pytest.mark.parametrize("text", ["what did the old policy say?", "and what was it before that?"])
def test_who_asks_for_the_older_gets_it_first(text: str) -> None:
    found = told(text, price("2026.txt", "14 days"), price("2025.txt", "30 days"))
    assert found.answer is not None
    assert found.answer.text.splitlines() == [
        "30 days: “excess 30 days” (2025.txt)",
        "The newer version says 14 days: “excess 14 days” (2026.txt)",
    ]


def test_what_is_to_be_done_before_something_is_no_older_version() -> None:
    found = told("who do I call before a move?", price("2026.txt", "us"), price("2025.txt", "us"))
    assert found.answer is not None
    assert found.answer.text.startswith("us: “excess us” (2026.txt)")


def test_an_answer_of_the_newer_names_the_older() -> None:
    found = told("covered?", said("2026.txt"), NOTHING)
    assert found.answer is not None
    assert found.answer.text == "Yes.\nThere is an older version: 2025.txt."


def test_what_only_the_older_says_is_told_with_a_warning() -> None:
    found = told("covered?", NOTHING, said("2025.txt"))
    assert found.answer is not None
    assert found.answer.text.endswith("The newer version, Contents policy, may say otherwise.")


def test_what_stands_elsewhere_is_left_as_it_is() -> None:
    assert told("covered?", said("letter.txt"), NOTHING) == said("letter.txt")


def test_what_is_sure_elsewhere_only_without_the_newest_is_not_told() -> None:
    assert told("covered?", NOTHING, said("letter.txt")) == NOTHING


def test_a_renewal_may_count_its_number_on() -> None:
    old, new = (
        [each._replace(facts=each.facts.model_copy(update={"number": number})) if n == 0 else each
         for n, each in enumerate(papers(file, date, title="Collector policy"))]
        for file, date, number in (("old", "2025-08-01", "CV-204817-01"),
                                   ("new", "2026-08-01", "CV-204817-02"))
    )  # fmt: skip
    assert set(versions.replaced("what is my deductible?", [*old, *new])) == {"old"}


@pytest.mark.parametrize(
    ("text", "spans", "is_all"),
    [
        ("what was it before", (), True),
        ("did that change from the year before", (), True),
        ("what was it on the old policy", (Span("DOC", "the old policy", 15),), True),
        ("and the excess for water before?", (Span("T", "water", 19),), False),
        ("and if it leaks", (), False),
    ],
)
def test_how_it_was_before_is_asked_of_the_question_before(
    text: str, spans: tuple[Span, ...], is_all: bool
) -> None:
    query = Query(text, "documents", spans=spans, before="what is the excess", is_follow_up=True)
    assert versions.is_all_that_is_asked(query) is is_all
