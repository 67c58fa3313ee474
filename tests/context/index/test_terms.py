"""Terms: two spellings of one thing are one term, and nothing makes a term too long."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.context.index.terms import (
    TITLE_WEIGHT,
    WITHIN,
    about,
    analyse,
    is_dated,
    query_terms,
)

THURSDAY = datetime(2023, 11, 30, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Invoices", "invoice"),
        ("CAFÉ", "cafe"),
        ("Straße", "STRASSE"),
        ("paying payments", "pays payment"),
        ("1,234.50", "1234.5"),
        ("12,000,000", "12000000"),
        ("company's", "companies"),
        ("ﬁnance", "finance"),
        ("Παρίσι", "παρισι"),
    ],
)
def test_spellings_of_one_thing_are_one_term(one: str, other: str) -> None:
    assert set(analyse(one)) == set(analyse(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("1234", "1235"), ("12.5", "125"), ("1,5", "15"), ("p53", "p54"), ("1.2.3", "1.2.4")],
)
def test_different_numbers_are_different_terms(one: str, other: str) -> None:
    assert not set(analyse(one)) & set(analyse(other))


def test_terms_are_counted_and_the_title_counts_more() -> None:
    counts = analyse("ship after ship", title="The ship")
    assert counts["ship"] == 2 + TITLE_WEIGHT


def test_what_an_item_is_about_is_a_term_of_its_own() -> None:
    assert about("ed wood") in analyse("a film", title="Ed Wood (film)")
    assert about("ed wood") not in analyse("a film about Ed Wood", title="Films")
    assert about("ed wood") not in query_terms("Ed Wood")


def test_counts_fit_a_byte() -> None:
    assert analyse("ship " * 1_000) == {"ship": 255}


def test_words_that_tell_nothing_are_left_out() -> None:
    assert analyse("what is the of and to") == {}


def test_chinese_is_found_by_pairs() -> None:
    assert set(query_terms("东京都")) <= set(analyse("他住在东京都。"))


def test_a_single_chinese_sign_is_a_term() -> None:
    assert analyse("港") == {"港": 1}


def test_korean_words_stay_whole() -> None:
    assert analyse("서울 날씨") == {"서울": 1, "날씨": 1}


@pytest.mark.parametrize(
    "written",
    ["2023-12-13", "13 December 2023", "December 13, 2023", "Dec. 13th, 2023", "13.12.2023"],
)
def test_a_day_is_one_term_however_it_is_written(written: str) -> None:
    terms = analyse(f"paid on {written} in full")
    assert {"=2023-12-13", "=12-13", "=2023-12"} <= set(terms)


def test_a_day_without_its_year_finds_the_day() -> None:
    assert "=12-13" in query_terms("my first meeting on December 13")


def test_a_date_that_is_ambiguous_is_found_by_both_readings() -> None:
    assert {"=2023-03-04", "=2023-04-03"} <= set(analyse("03/04/2023"))


@pytest.mark.parametrize(
    ("written", "term"),
    [
        ("at 9am", "=09:00"),
        ("9:00 a.m.", "=09:00"),
        ("12 pm", "=12:00"),
        ("12:15 am", "=00:15"),
        ("from 13:30–14:00", "=13:30"),
        ("2023-12-13T13:30:00", "=13:30"),
    ],
)
def test_times_of_day_have_one_spelling(written: str, term: str) -> None:
    assert term in analyse(written)


@pytest.mark.parametrize("written", ["99 December 2023", "2023-13-40", "40.40.2023", "27:99"])
def test_what_no_calendar_has_is_no_date(written: str) -> None:
    assert not [term for term in analyse(written) if term[0] == "="]


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("today", {"=2023-11-30"}),
        ("what is on tomorrow?", {"=2023-12-01"}),
        ("the day after tomorrow", {"=2023-12-02"}),
        ("yesterday", {"=2023-11-29"}),
        ("on Monday", {"=2023-12-04"}),
        ("this thursday", {"=2023-11-30"}),
        ("last Monday", {"=2023-11-27"}),
        ("next Tuesday", {"=2023-12-05"}),
        ("next Friday", {"=2023-12-01", "=2023-12-08"}),
        ("in two weeks", {"=2023-12-14"}),
        ("3 days ago", {"=2023-11-27"}),
        ("next month", {"=2023-12"}),
        ("this weekend", {"=2023-12-02", "=2023-12-03"}),
    ],
)
def test_dates_reckoned_from_now_are_terms_of_a_question(said: str, days: set[str]) -> None:
    found = {term for term in query_terms(said, THURSDAY) if len(term) > 6 and term[0] == "="}
    assert found == days
    assert not [term for term in query_terms(said) if term[0] == "="]


def test_next_week_is_its_seven_days() -> None:
    found = sorted(term for term in query_terms("next week", THURSDAY) if len(term) == 11)
    assert (found[0], found[-1], len(found)) == ("=2023-12-04", "=2023-12-10", 7)


@pytest.mark.parametrize(
    "said", ["from 1982 to 1986", "1982-1986", "between March 1982 and April 1986", "1982–1986"]
)
def test_years_within_a_period_weigh_less_than_those_named(said: str) -> None:
    weights = query_terms(f"what was on {said}?")
    years = {term: weight for term, weight in weights.items() if term.isdecimal()}
    assert years == {"1982": 1, "1983": WITHIN, "1984": WITHIN, "1985": WITHIN, "1986": 1}


@pytest.mark.parametrize("said", ["from 1900 to 1980", "1986 to 1982", "2000 and 2001"])
def test_too_long_and_backward_periods_have_no_years_within(said: str) -> None:
    assert WITHIN not in query_terms(said).values()


@pytest.mark.parametrize(
    ("said", "dated"),
    [
        ("sales in 2019", True),
        ("on 3 May", True),
        ("at 9am", True),
        ("12 ships, 31500 crates", False),
    ],
)
def test_a_question_with_a_date_is_told_apart(said: str, dated: bool) -> None:
    assert is_dated(query_terms(said)) is dated


def test_last_year_is_its_number() -> None:
    assert "2022" in query_terms("sales of last year", THURSDAY)


def test_days_before_the_first_and_after_the_last_year_are_no_error() -> None:
    assert query_terms("999 weeks ago", datetime(1, 1, 2, tzinfo=UTC))
    assert query_terms("next month", datetime(9999, 12, 31, tzinfo=UTC))


@given(st.text(max_size=300))
def test_any_text_has_bounded_terms(text: str) -> None:
    for term, count in analyse(text, text[:50]).items():
        assert 0 < len(term) <= (81 if term[0] == "~" else 40)
        assert 0 < count <= 255


@given(st.text(max_size=200), st.datetimes(timezones=st.just(UTC)))
def test_a_text_is_found_by_its_own_words(text: str, now: datetime) -> None:
    assert set(analyse(text)) <= set(query_terms(text, now))
